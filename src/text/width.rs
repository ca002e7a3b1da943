//! How many cells a text takes, and everything that follows from it: clipping, padding, tabs.
//!
//! The rule is the one by which ratatui fills its buffer: every grapheme cluster by itself, one
//! cell for a single byte, nothing for a cluster that holds a control character, and a cell of
//! their own for the halfwidth katakana sound marks. So the sum over the graphemes is what gets
//! drawn. Not here: making text safe (see [`super::sanitize`]).

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

const ELLIPSIS: &str = "…";

/// The grapheme clusters of `s` with their byte offsets.
pub fn graphemes(s: &str) -> impl DoubleEndedIterator<Item = (usize, &str)> {
    s.grapheme_indices(true)
}

/// Cells taken by one grapheme cluster.
pub fn of_grapheme(g: &str) -> usize {
    if let [byte] = g.as_bytes() {
        return usize::from(!byte.is_ascii_control());
    }
    if g.contains(char::is_control) {
        return 0;
    }
    let sound_marks = g
        .chars()
        .filter(|c| matches!(c, '\u{FF9E}' | '\u{FF9F}'))
        .count();
    g.width() + sound_marks
}

/// Cells taken by `s`.
pub fn of(s: &str) -> usize {
    if s.bytes().all(is_plain) {
        return s.len();
    }
    graphemes(s).map(|(_, g)| of_grapheme(g)).sum()
}

/// `s` in at most `max` cells; what does not fit is replaced by `…` at the end.
pub fn clip(s: &str, max: usize) -> Cow<'_, str> {
    if of(s) <= max {
        return Cow::Borrowed(s);
    }
    let Some(room) = max.checked_sub(1) else {
        return Cow::Borrowed("");
    };
    let head = s.get(..fitting(graphemes(s), room)).unwrap_or_default();
    Cow::Owned(format!("{head}{ELLIPSIS}"))
}

/// `s` in at most `max` cells; what does not fit is replaced by `…` at the start. For paths, whose
/// end says most.
pub fn clip_start(s: &str, max: usize) -> Cow<'_, str> {
    if of(s) <= max {
        return Cow::Borrowed(s);
    }
    let Some(room) = max.checked_sub(1) else {
        return Cow::Borrowed("");
    };
    let tail = fitting(graphemes(s).rev(), room);
    let tail = s.get(s.len() - tail..).unwrap_or_default();
    Cow::Owned(format!("{ELLIPSIS}{tail}"))
}

/// `s` in exactly `cols` cells: clipped, or filled with spaces on the right.
pub fn pad(s: &str, cols: usize) -> String {
    let mut out = clip(s, cols).into_owned();
    let missing = cols.saturating_sub(of(&out));
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

/// `s`, one line, with every tab replaced by the spaces up to the next multiple of `tab` cells.
/// A `tab` of 0 counts as 1.
pub fn expand_tabs(s: &str, tab: usize) -> Cow<'_, str> {
    if !s.contains('\t') {
        return Cow::Borrowed(s);
    }
    let mut out = String::with_capacity(s.len() + 16);
    let mut column = 0;
    for (i, part) in s.split('\t').enumerate() {
        if i > 0 {
            column += push_tab(&mut out, column, tab);
        }
        out.push_str(part);
        column += of(part);
    }
    Cow::Owned(out)
}

/// Appends the spaces of a tab that stands at `column`; returns how many.
pub fn push_tab(out: &mut String, column: usize, tab: usize) -> usize {
    let tab = tab.max(1);
    let spaces = tab - column % tab;
    out.extend(std::iter::repeat_n(' ', spaces));
    spaces
}

fn is_plain(byte: u8) -> bool {
    matches!(byte, 0x20..=0x7E)
}

/// Bytes of the leading `graphemes` that fit into `room` cells.
fn fitting<'a>(graphemes: impl Iterator<Item = (usize, &'a str)>, room: usize) -> usize {
    let mut cells = 0;
    graphemes
        .map(|(_, g)| g)
        .take_while(|g| {
            cells += of_grapheme(g);
            cells <= room
        })
        .map(str::len)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn width_counts_cells() {
        let cases = [
            ("", 0),
            ("plain", 5),
            ("技能", 4),
            ("e\u{301}t\u{E9}", 3),
            ("🚀🚀", 4),
            ("ｶﾞ", 3), // one too many, as ratatui counts it
            ("\u{0}a", 1),
            ("🇩🇪", 2),
        ];
        for (text, cells) in cases {
            assert_eq!(of(text), cells, "{text:?}");
        }
    }

    #[test]
    fn clipping_keeps_what_fits() {
        assert_eq!(clip("deploy", 6), "deploy");
        assert_eq!(clip("deploy", 4), "dep…");
        assert_eq!(clip("技能库", 4), "技…");
        assert_eq!(clip("技能库", 1), "…");
        assert_eq!(clip("x", 0), "");
        assert_eq!(clip_start("a/b/SKILL.md", 9), "…SKILL.md");
        assert_eq!(clip_start("技能库", 4), "…库");
        assert_eq!(clip_start("abc", 0), "");
    }

    #[test]
    fn padding_gives_exact_columns() {
        assert_eq!(pad("ab", 4), "ab  ");
        assert_eq!(pad("技能库", 4), "技… ");
        assert_eq!(pad("abcdef", 3), "ab…");
    }

    #[test]
    fn tabs_reach_the_next_stop() {
        assert_eq!(expand_tabs("a\tb", 4), "a   b");
        assert_eq!(expand_tabs("\t技\tb", 4), "    技  b");
        assert_eq!(expand_tabs("a\t", 0), "a ");
        assert!(matches!(expand_tabs("none", 4), Cow::Borrowed("none")));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn clipped_and_padded_text_never_exceeds(text in "\\PC{0,24}", max in 0usize..30) {
            prop_assert!(of(&clip(&text, max)) <= max);
            prop_assert!(of(&clip_start(&text, max)) <= max);
            prop_assert_eq!(of(&pad(&text, max)), max);
        }
    }
}
