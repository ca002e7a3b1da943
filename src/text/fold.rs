//! Text without its case, for finding: folded, and with the way back to the offsets it came from.
//!
//! Folding goes to lower case by way of upper case, so that characters that become several keep
//! company with what people type for them: `ß` and `ẞ` are `ss`, a final `ς` is `σ`, `ﬁ` is `fi`,
//! and `İ` and `ı` are `i`. Accents count. Not here: matching, and when case counts.

use std::borrow::Cow;
use std::ops::Range;

use super::scan;

/// A text to look in, and where its bytes came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded<'a> {
    /// The text to look in.
    pub text: Cow<'a, str>,
    /// Characters that became longer, shorter or several; between two of them all offsets differ by the same amount.
    stops: Vec<Stop>,
}

/// A character that became longer, shorter or several.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stop {
    folded: Range<usize>,
    original: Range<usize>,
}

impl<'a> Folded<'a> {
    /// The text without its case, or as it is where case counts.
    pub fn new(text: &'a str, exact: bool) -> Self {
        if !exact {
            return fold(text);
        }
        Folded {
            text: Cow::Borrowed(text),
            stops: Vec::new(),
        }
    }

    /// The bytes of the original that a range of [`Self::text`] came from, characters whole. Both
    /// ends of the range must be boundaries of characters.
    pub fn original(&self, range: Range<usize>) -> Range<usize> {
        let first = self.source(range.start).start;
        if range.is_empty() {
            return first..first;
        }
        first..self.source(range.end - 1).end
    }

    /// Where the byte at `at` came from: the whole character at a stop, else one byte.
    fn source(&self, at: usize) -> Range<usize> {
        let next = self.stops.partition_point(|stop| stop.folded.start <= at);
        match next.checked_sub(1).and_then(|last| self.stops.get(last)) {
            None => at..at + 1,
            Some(stop) if at < stop.folded.end => stop.original.clone(),
            Some(stop) => {
                let at = stop.original.end + (at - stop.folded.end);
                at..at + 1
            }
        }
    }
}

/// `text` without its case.
fn fold(text: &str) -> Folded<'_> {
    let mut folded = String::with_capacity(text.len());
    let mut stops = Vec::new();
    let mut plain = 0;
    for (at, c) in scan::chars(text, |byte| !byte.is_ascii()) {
        let end = at + c.len_utf8();
        if is_caseless(c) {
            continue;
        }
        push_lower(&mut folded, text.get(plain..at).unwrap_or_default());
        let start = folded.len();
        let single = push_folded(&mut folded, c);
        if !single || folded.len() - start != c.len_utf8() {
            stops.push(Stop {
                folded: start..folded.len(),
                original: at..end,
            });
        }
        plain = end;
    }
    push_lower(&mut folded, text.get(plain..).unwrap_or_default());
    Folded {
        text: Cow::Owned(folded),
        stops,
    }
}

/// Appends text in which only ASCII has case.
fn push_lower(out: &mut String, text: &str) {
    let start = out.len();
    out.push_str(text);
    if let Some(new) = out.get_mut(start..) {
        new.make_ascii_lowercase();
    }
}

/// Appends a character without its case; tells whether that is a single one.
fn push_folded(out: &mut String, c: char) -> bool {
    if c == 'İ' {
        // Its own lower case has a second dot, which nobody types.
        out.push('i');
        return true;
    }
    let upper = c.to_lowercase().flat_map(char::to_uppercase);
    let mut folded = upper.flat_map(char::to_lowercase);
    out.extend(folded.next());
    let start = out.len();
    out.extend(folded);
    out.len() == start
}

/// Blocks without case that are common: punctuation, East Asian scripts, emoji. Says no to letters
/// of other scripts without case, which only costs a look at the tables.
fn is_caseless(c: char) -> bool {
    matches!(c,
        '\u{2010}'..='\u{20CF}'
        | '\u{2190}'..='\u{245F}'
        | '\u{2500}'..='\u{2BFF}'
        | '\u{2E80}'..='\u{A63F}'
        | '\u{AC00}'..='\u{D7FF}'
        | '\u{FE00}'..='\u{FF20}'
        | '\u{1F000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn folds() {
        let cases = [
            ("Deploy", "deploy"),
            ("STRASSE straße STRAẞE", "strasse strasse strasse"),
            ("İstanbul ISTANBUL ıstanbul", "istanbul istanbul istanbul"),
            ("ΟΔΟΣ οδος οδός", "οδοσ οδοσ οδόσ"),
            ("ÄÖÜ Éé", "äöü éé"),
            ("ﬁle \u{212A}elvin", "file kelvin"),
            ("ПРИВЕТ", "привет"),
            ("技能 スキル 🚀 — “x”", "技能 スキル 🚀 — “x”"),
        ];
        for (text, folded) in cases {
            assert_eq!(fold(text).text, folded, "{text}");
        }
    }

    #[test]
    fn ranges_lead_back() {
        let text = "İ STRAẞE 技 ﬁx";
        let folded = fold(text);
        assert_eq!(folded.text, "i strasse 技 fix");
        let back = |needle: &str| {
            let at = folded.text.find(needle).unwrap();
            &text[folded.original(at..at + needle.len())]
        };
        let words = ["i", "strasse", "s", "sse", "技", "x", "fi", "f"];
        assert_eq!(
            words.map(back),
            ["İ", "STRAẞE", "S", "ẞE", "技", "x", "ﬁ", "ﬁ"]
        );
        assert_eq!(folded.original(3..3), 4..4);
    }

    #[test]
    fn blocks_called_caseless_are() {
        for c in ('\0'..=char::MAX).filter(|c| is_caseless(*c)) {
            let mut folded = String::new();
            push_folded(&mut folded, c);
            assert_eq!(folded.chars().collect::<Vec<_>>(), [c], "{c:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_character_leads_back_to_where_it_came_from(text in "[a-cA-CßẞİıΣςﬁéÉ技🚀\u{212A} ]{0,24}") {
            let folded = fold(&text);
            let mut at = 0;
            for (from, c) in text.char_indices() {
                let one = fold(c.encode_utf8(&mut [0; 4])).text.into_owned();
                prop_assert_eq!(&folded.text[at..at + one.len()], &one);
                for part in one.chars() {
                    let range = at..at + part.len_utf8();
                    at = range.end;
                    prop_assert_eq!(folded.original(range), from..from + c.len_utf8());
                }
            }
            prop_assert_eq!(at, folded.text.len());
        }
    }
}
