//! Texts as YAML scalars: plain where every reader takes the same text from it, else in quotes.

use crate::skill::frontmatter::Frontmatter;
use crate::skill::yaml::{Style, Value};
use crate::skill::yaml11::{self, Kind};

/// A text on one line, as it stands behind `key: `.
pub fn write(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else if text.contains(['"', '\\']) && !text.contains('\'') && !text.contains(needs_escape) {
        format!("'{text}'")
    } else {
        double(text)
    }
}

/// A text in double quotes.
pub fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match escape(c) {
            Some(escaped) => out.push_str(&escaped),
            None => out.push(c),
        }
    }
    out.push('"');
    out
}

/// How a character is written in double quotes, when not as itself.
pub fn escape(c: char) -> Option<String> {
    match c {
        '"' | '\\' => Some(format!("\\{c}")),
        '\n' => Some("\\n".to_owned()),
        '\r' => Some("\\r".to_owned()),
        '\t' => Some("\\t".to_owned()),
        c if needs_escape(c) => Some(match u32::from(c) {
            code @ ..=0xFF => format!("\\x{code:02X}"),
            code => format!("\\u{code:04X}"),
        }),
        _ => None,
    }
}

/// YAML does not take the character as it is, or takes it for a line end.
pub fn needs_escape(c: char) -> bool {
    matches!(c, '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}'
        | '\u{FFFE}' | '\u{FFFF}')
}

/// Without quotes it is this text for every reader, of YAML 1.1 and 1.2.
fn is_plain(text: &str) -> bool {
    if text.is_empty() || text.contains(needs_escape) || text.contains(['\n', '\r']) {
        return false;
    }
    let frontmatter = Frontmatter::of(format!("k: {text}\n"), 1);
    let value = frontmatter.get("k");
    frontmatter.complaint().is_none()
        && frontmatter.stricter_complaint().is_none()
        && value.is_some_and(|node| {
            node.value == Value::Scalar(text.to_owned(), Style::Plain)
                && yaml11::kind(node) == Kind::Text
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quotes_when_needed() {
        let cases = [
            ("plain text", "plain text"),
            ("Read Bash(git add:*)", "Read Bash(git add:*)"),
            ("a: b", "\"a: b\""),
            (" #x", "\" #x\""),
            ("a #x", "\"a #x\""),
            ("- y", "\"- y\""),
            ("\"q", "'\"q'"),
            ("- it's \"q\"", "\"- it's \\\"q\\\"\""),
            ("yes", "\"yes\""),
            ("8004", "\"8004\""),
            ("2024-01-01", "\"2024-01-01\""),
            ("", "\"\""),
            ("a\u{1b}b", "\"a\\x1Bb\""),
        ];
        for (text, expected) in cases {
            assert_eq!(write(text), expected);
        }
    }

    proptest! {
        #[test]
        fn a_written_text_reads_back(text in "(?s)[ -~\u{80}-\u{A0}é数\t\n\r#:'\"\\\\-]{0,12}") {
            let source = format!("k: {}\n", write(&text));
            let frontmatter = Frontmatter::of(source.clone(), 1);
            prop_assert_eq!(frontmatter.complaint(), None, "{}", &source);
            prop_assert_eq!(frontmatter.get("k").and_then(|it| it.scalar()), Some(text.as_str()), "{}", &source);
        }
    }
}
