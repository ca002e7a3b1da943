//! The one door through which text from a skill reaches a cell of the screen.
//!
//! Whatever could move the cursor, reorder the line, hide itself or change its width from one
//! terminal to the next is made visible or neutral here: control characters become control
//! pictures or `⟨U+XXXX⟩`, bidirectional controls and invisible characters `⟨U+XXXX⟩`. Two things
//! are left out instead, because they only choose between drawings of what stays visible: one
//! variation selector after a character, and a joiner between two emoji. A flag is shown
//! as its two letters, since terminals disagree on its width. Letters and digits always
//! survive, and the result is stable: sanitising it again changes nothing.
//!
//! Not here: judging text (that is the guard's), splitting into lines, wrapping, tab stops of prose.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;

use super::width;

/// Marks on one base before a dotted circle starts a new one: enough for every script in use, too
/// few to paint over the rows above and below.
const MAX_MARKS: usize = 8;
const DOTTED_CIRCLE: char = '◌';

/// `s`, one line, safe to draw. A tab becomes one space; a line feed or carriage return, which the
/// caller should have split at, becomes `␊` or `␍`. Borrowed when nothing had to change.
pub fn line(s: &str) -> Cow<'_, str> {
    if s.bytes().all(|byte| matches!(byte, 0x20..=0x7E)) || !s.chars().any(needs_care) {
        return Cow::Borrowed(s);
    }
    let mut out = String::with_capacity(s.len() + 16);
    scan(s, |_, c, shown| match shown {
        Shown::Tab => out.push(' '),
        other => push(&mut out, c, other),
    });
    Cow::Owned(out)
}

/// A line of code made safe, with its tabs expanded, and the way from raw offsets to shown ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLine<'a> {
    /// What is drawn.
    pub text: Cow<'a, str>,
    /// Where raw and shown offsets start to differ by another amount; empty when they are equal.
    stops: Vec<(usize, usize)>,
}

impl CodeLine<'_> {
    /// The offset in [`Self::text`] of what stood at byte `raw` of the source line.
    pub fn shown_offset(&self, raw: usize) -> usize {
        let next = self.stops.partition_point(|(from, _)| *from <= raw);
        let (from, shown) = next
            .checked_sub(1)
            .and_then(|i| self.stops.get(i))
            .copied()
            .unwrap_or_default();
        (shown + (raw - from)).min(self.text.len())
    }
}

/// `s`, one line of code, safe to draw, with tabs expanded to stops of `tab` cells.
pub fn code(s: &str, tab: usize) -> CodeLine<'_> {
    if !s.chars().any(needs_care) {
        return CodeLine {
            text: Cow::Borrowed(s),
            stops: Vec::new(),
        };
    }
    let mut out = String::with_capacity(s.len() + 16);
    let mut stops = Vec::new();
    // Cells before `measured`, a byte of `out`: tabs are measured piecewise, not from the start.
    let (mut column, mut measured) = (0, 0);
    scan(s, |at, c, shown| {
        let before = out.len();
        match shown {
            Shown::Tab => {
                column += width::of(out.get(measured..).unwrap_or_default());
                column += width::push_tab(&mut out, column, tab);
                measured = out.len();
            }
            other => push(&mut out, c, other),
        }
        if out.len() - before != c.len_utf8() {
            stops.push((at + c.len_utf8(), out.len()));
        }
    });
    CodeLine {
        text: Cow::Owned(out),
        stops,
    }
}

/// How one character appears.
#[derive(Clone, Copy)]
enum Shown {
    AsIs,
    /// The caller decides: a space, or as many as the tab stop asks for.
    Tab,
    /// As another character.
    As(char),
    /// As `⟨U+XXXX⟩`.
    Named,
    /// Not at all.
    Dropped,
    /// On a dotted circle, since it is a mark without a base of its own.
    OnCircle,
}

fn push(out: &mut String, c: char, shown: Shown) {
    match shown {
        Shown::AsIs | Shown::Tab => out.push(c),
        Shown::As(other) => out.push(other),
        Shown::Named => {
            // Writing to a String cannot fail.
            let _ = write!(out, "⟨U+{:04X}⟩", u32::from(c));
        }
        Shown::Dropped => {}
        Shown::OnCircle => {
            out.push(DOTTED_CIRCLE);
            out.push(c);
        }
    }
}

/// Whether `c` may have to change: cheap, and never wrong in saying no.
fn needs_care(c: char) -> bool {
    !matches!(c, ' '..='\u{7E}') && c.width().unwrap_or(0) == 0
        || is_invisible(c)
        || matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Decides for every character of `s`, with what stands around it.
fn scan(s: &str, mut emit: impl FnMut(usize, char, Shown)) {
    let mut chars = s.char_indices().peekable();
    let mut around = Around::default();
    while let Some((at, c)) = chars.next() {
        around.next = chars.peek().map(|(_, next)| *next);
        let shown = around.decide(c);
        emit(at, c, shown);
        around.step(c, shown);
    }
}

/// What stands around the character in question.
#[derive(Default)]
struct Around {
    /// The character before it, in the source.
    prev: Option<char>,
    /// Whether that one is drawn as itself.
    prev_kept: bool,
    /// The last one that was drawn as itself and is not a mark.
    base: Option<char>,
    next: Option<char>,
    /// Marks since the base.
    marks: usize,
}

impl Around {
    fn decide(&self, c: char) -> Shown {
        match c {
            '\t' => Shown::Tab,
            '\u{0}'..='\u{1F}' => Shown::As(control_picture(c)),
            '\u{7F}' => Shown::As('\u{2421}'),
            '\u{80}'..='\u{9F}' => Shown::Named,
            '\u{200C}' | '\u{200D}' => self.joiner(c),
            '\u{1F1E6}'..='\u{1F1FF}' => Shown::As(flag_letter(c)),
            '\u{FE00}'..='\u{FE0F}' if self.prev_kept => Shown::Dropped,
            '\u{180B}'..='\u{180D}' | '\u{180F}'
                if self.prev_kept && self.prev.is_some_and(|p| in_block(p, MONGOLIAN)) =>
            {
                Shown::Dropped
            }
            _ if is_invisible(c) => Shown::Named,
            _ if !is_mark(c) => Shown::AsIs,
            _ if self.prev.is_none() || self.marks >= MAX_MARKS => Shown::OnCircle,
            _ => Shown::AsIs,
        }
    }

    /// Joiners belong between letters of scripts that shape by them. Between emoji they make one
    /// picture on some terminals and several on others: there the pictures are kept, apart.
    fn joiner(&self, c: char) -> Shown {
        let (Some(prev), Some(next)) = (self.prev, self.next) else {
            return Shown::Named;
        };
        let next_starts_anew = is_mark(next) && self.marks >= MAX_MARKS;
        if self.prev_kept && shapes(prev) && shapes(next) && !next_starts_anew {
            return Shown::AsIs;
        }
        let after_emoji = self.base.is_some_and(is_emoji) && !is_joiner(prev);
        if c == '\u{200D}' && after_emoji && is_emoji(next) {
            return Shown::Dropped;
        }
        Shown::Named
    }

    fn step(&mut self, c: char, shown: Shown) {
        self.prev = Some(c);
        self.prev_kept = matches!(shown, Shown::AsIs | Shown::OnCircle) && !is_joiner(c);
        match shown {
            Shown::AsIs if is_joiner(c) => {}
            Shown::AsIs if is_mark(c) => self.marks += 1,
            Shown::AsIs => (self.base, self.marks) = (Some(c), 0),
            Shown::OnCircle => (self.base, self.marks) = (Some(DOTTED_CIRCLE), 1),
            Shown::Dropped => {}
            Shown::Tab | Shown::As(_) | Shown::Named => (self.base, self.marks) = (None, 0),
        }
    }
}

/// The letter of a regional indicator. Two of them make a flag whose width terminals disagree on.
fn flag_letter(c: char) -> char {
    let letter = u32::from(c).saturating_sub(0x1F1E6) + u32::from('A');
    char::from_u32(letter).unwrap_or('\u{FFFD}')
}

fn control_picture(c: char) -> char {
    char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{FFFD}')
}

fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// A character that is drawn over the one before it.
fn is_mark(c: char) -> bool {
    c.width() == Some(0) && !is_invisible(c) && !is_joiner(c)
}

/// Draws nothing, reorders the line, or is a variation selector. The joiners are not among them.
fn is_invisible(c: char) -> bool {
    matches!(u32::from(c),
        0xAD                    // soft hyphen
        | 0x34F                 // combining grapheme joiner
        | 0x61C                 // Arabic letter mark
        | 0x115F | 0x1160 | 0x3164 | 0xFFA0 // Hangul fillers
        | 0x17B4 | 0x17B5       // Khmer inherent vowels
        | 0x180B..=0x180F       // Mongolian selectors and vowel separator
        | 0x200B | 0x200E | 0x200F
        | 0x2028..=0x202E       // separators, embeddings, overrides
        | 0x2060..=0x206F       // word joiner, operators, isolates, deprecated controls
        | 0xFE00..=0xFE0F | 0xFEFF
        | 0xFFF0..=0xFFFB       // unassigned ignorables, interlinear annotation
        | 0x1BCA0..=0x1BCA3     // shorthand controls
        | 0x1D173..=0x1D17A     // musical controls
        | 0xE0000..=0xE0FFF     // tags, selectors of the supplement, unassigned ignorables
    )
}

const MONGOLIAN: (u32, u32) = (0x1800, 0x18AF);

/// Blocks of scripts that need the joiners to write words.
const SHAPING: [(u32, u32); 16] = [
    (0x0600, 0x08FF),   // Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic
    (0x0900, 0x0DFF),   // Devanagari to Sinhala
    (0x0F00, 0x0FFF),   // Tibetan
    (0x1000, 0x109F),   // Myanmar
    (0x1700, 0x17FF),   // Philippine scripts, Khmer
    MONGOLIAN,          //
    (0x1900, 0x1CFF),   // Limbu to Vedic extensions
    (0xA800, 0xA8FF),   // Syloti Nagri to Devanagari extended
    (0xA900, 0xA9FF),   // Kayah Li to Myanmar extended
    (0xAA00, 0xAAFF),   // Cham to Meetei Mayek extensions
    (0xABC0, 0xABFF),   // Meetei Mayek
    (0xFB50, 0xFDFF),   // Arabic presentation forms A
    (0xFE70, 0xFEFC),   // Arabic presentation forms B
    (0x10A00, 0x10FFF), // Kharoshthi to Hanifi Rohingya, Sogdian
    (0x11000, 0x11FFF), // Brahmi and its relatives
    (0x1E900, 0x1E95F), // Adlam
];

fn in_block(c: char, (from, to): (u32, u32)) -> bool {
    (from..=to).contains(&u32::from(c))
}

fn shapes(c: char) -> bool {
    !is_invisible(c) && SHAPING.iter().any(|block| in_block(c, *block))
}

/// Characters that take part in joined emoji.
fn is_emoji(c: char) -> bool {
    matches!(u32::from(c),
        0xA9 | 0xAE | 0x203C | 0x2049 | 0x2122 | 0x2139 | 0x3030 | 0x303D | 0x3297 | 0x3299
        | 0x2190..=0x21FF | 0x2300..=0x23FF | 0x24C2 | 0x25A0..=0x27BF | 0x2934 | 0x2935
        | 0x2B00..=0x2BFF | 0x1F000..=0x1FAFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hostile_and_odd_characters_become_visible() {
        let cases = [
            (
                "plain text, ünïcode, 技能 🚀",
                "plain text, ünïcode, 技能 🚀",
            ),
            ("a\u{1b}[31mb\u{0}\u{7}", "a␛[31mb␀␇"),
            ("x\ty\r\n", "x y␍␊"),
            ("\u{7f}\u{9b}31m\u{85}", "␡⟨U+009B⟩31m⟨U+0085⟩"),
            ("a\u{202e}txt.exe\u{2066}", "a⟨U+202E⟩txt.exe⟨U+2066⟩"),
            ("ze\u{200b}ro\u{feff}\u{ad}", "ze⟨U+200B⟩ro⟨U+FEFF⟩⟨U+00AD⟩"),
            ("\u{e0041}\u{e0001}\u{3164}", "⟨U+E0041⟩⟨U+E0001⟩⟨U+3164⟩"),
            ("a\u{2028}b\u{fffa}c\u{180e}", "a⟨U+2028⟩b⟨U+FFFA⟩c⟨U+180E⟩"),
            // Joiners: kept where a script needs them, dropped between emoji, else shown.
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            ("ad\u{200d}min \u{200c}", "ad⟨U+200D⟩min ⟨U+200C⟩"),
            ("👨\u{200d}👩\u{200d}👧", "👨👩👧"),
            ("🏳\u{fe0f}\u{200d}🌈", "🏳🌈"),
            ("👩🏽\u{200d}⚕\u{fe0f}", "👩🏽⚕"),
            // One variation selector is a matter of drawing, more are a message.
            ("⚠\u{fe0f} 1\u{fe0f}\u{20e3}", "⚠ 1\u{20e3}"),
            ("a\u{fe00}\u{fe01}", "a⟨U+FE01⟩"),
            ("\u{fe0f}", "⟨U+FE0F⟩"),
            ("a\u{e0100}", "a⟨U+E0100⟩"),
            ("ᠠ\u{180b} x\u{180b}", "ᠠ x⟨U+180B⟩"),
            ("\u{301}e", "◌\u{301}e"),
            ("🇪🇺 ok", "EU ok"),
        ];
        for (raw, shown) in cases {
            assert_eq!(line(raw), shown, "{raw:?}");
        }
    }

    #[test]
    fn stacked_marks_are_spread_over_circles() {
        let marks = |n| "\u{301}".repeat(n);
        assert_eq!(line(&format!("e{}", marks(8))), format!("e{}", marks(8)));
        assert_eq!(
            line(&format!("e{}x", marks(20))),
            format!("e{}◌{}◌{}x", marks(8), marks(8), marks(4))
        );
    }

    #[test]
    fn unchanged_text_is_borrowed() {
        assert!(matches!(line("plain"), Cow::Borrowed(_)));
        assert!(matches!(line("技能 é"), Cow::Borrowed(_)));
    }

    #[test]
    fn code_lines_map_raw_offsets_to_shown_ones() {
        let code = code("\tif\u{200b}x\té", 4);
        assert_eq!(code.text, "    if⟨U+200B⟩x é");
        let offsets: Vec<_> = [0, 1, 3, 6, 7, 8, 10, 99]
            .map(|raw| code.shown_offset(raw))
            .to_vec();
        let end = code.text.len();
        assert_eq!(offsets, [0, 4, 6, 18, 19, 20, end, end]);
    }

    /// Text made of what has teeth, among ordinary letters.
    fn nasty() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => "[a-c0-9 ]{1,3}",
            2 => any::<char>().prop_map(String::from),
            4 => prop::sample::select(vec![
                "\u{200d}", "\u{200c}", "\u{fe0f}", "\u{301}", "\u{301}\u{301}\u{301}\u{301}\u{301}",
                "👨", "⚕", "🏽", "क", "्", "ی", "م", "ᠠ", "\u{180b}", "\u{202e}", "\u{e0041}", "\u{0}",
                "\t", "\n", "\u{85}", "◌", "ᅡ", "\u{ad}",
            ]).prop_map(String::from),
        ];
        prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn result_is_harmless_stable_and_complete(raw in nasty()) {
            let shown = line(&raw);
            let stays_invisible = |c: char| is_invisible(c) || c.is_control();
            prop_assert!(!shown.contains(stays_invisible), "{shown:?}");
            let chars: Vec<char> = shown.chars().collect();
            for triple in chars.windows(3) {
                let [before, c, after] = triple else { continue };
                prop_assert!(!is_joiner(*c) || shapes(*before) && shapes(*after));
            }
            prop_assert!(!chars.first().copied().is_some_and(is_joiner));
            prop_assert!(!chars.last().copied().is_some_and(is_joiner));
            prop_assert_eq!(line(&shown), shown.clone());

            let visible = |s: &str| -> String {
                s.chars().filter(|c| c.is_alphanumeric() && !is_invisible(*c)).collect()
            };
            let mut names_taken_out = shown.into_owned();
            while let Some(start) = names_taken_out.find("⟨U+") {
                let end = names_taken_out[start..].find('⟩').unwrap() + start;
                names_taken_out.replace_range(start..end, "");
            }
            prop_assert_eq!(visible(&names_taken_out), visible(&raw));
        }

        #[test]
        fn code_and_line_agree_but_for_tabs(raw in nasty()) {
            let raw = raw.replace('\t', "");
            prop_assert_eq!(code(&raw, 4).text, line(&raw));
        }
    }
}
