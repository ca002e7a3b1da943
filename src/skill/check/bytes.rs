//! Checks of the bytes and characters of the whole file: encoding, marks, line ends, controls.

use super::Subject;
use crate::skill::document::{Document, Encoding, Position};
use crate::skill::problem::Problem;
use crate::skill::rule::Rule;
use crate::skill::tokens::Meter;
use crate::text::scan;

/// What one pass over all characters finds.
pub struct Census {
    /// Estimated tokens of the text.
    pub tokens: u32,
    /// There is a NUL.
    nul: bool,
    /// The first hidden character and its place in the text.
    hidden: Option<(usize, char)>,
}

impl Census {
    /// Goes through a text.
    pub fn of(text: &str) -> Self {
        let mut meter = Meter::new(text);
        let (mut nul, mut hidden) = (false, None);
        let odd = |byte: u8| byte < b' ' && byte != b'\n' || byte >= 0x7F;
        for (at, c) in scan::chars(text, odd) {
            if !c.is_ascii() {
                meter.beyond_ascii(c);
            }
            nul |= c == '\0';
            if hidden.is_none() && is_hidden(c) {
                hidden = Some((at, c));
            }
        }
        Census {
            tokens: meter.tokens(),
            nul,
            hidden,
        }
    }
}

/// Escapes, C1 controls, bidirectional controls, zero-width and tag characters. Joiners are left
/// out: emoji and many scripts need them.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{1}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

pub(super) fn check(subject: &Subject<'_>, problems: &mut Vec<Problem>) {
    let document = subject.document;
    let top = Position { line: 1, column: 1 };
    let mut add = |rule, message: String, remedy: &str, at| {
        problems.push(Problem::new(rule, message, remedy).at(at));
    };
    let utf8 = "save the file as UTF-8; agents skip it or crash on it";
    match document.encoding() {
        Encoding::Utf8 => {}
        Encoding::Invalid { offset } => {
            let byte = document.bytes().get(offset).copied().unwrap_or_default();
            let message = format!("not UTF-8: byte 0x{byte:02X} at offset {offset}");
            add(Rule::NotUtf8, message, utf8, document.position(offset));
        }
        Encoding::Utf16 => add(Rule::NotUtf8, "the file is UTF-16".to_owned(), utf8, top),
    }
    if document.bom() {
        add(
            Rule::Bom,
            "a byte order mark stands before the frontmatter".to_owned(),
            "save without it: several agents then find no frontmatter",
            top,
        );
    }
    let ends = document.line_ends();
    if ends.mixed() {
        let message = format!(
            "line ends differ: {} LF, {} CRLF, {} CR",
            ends.lf, ends.crlf, ends.cr
        );
        let at = document.position(odd_end(document.bytes()));
        add(Rule::MixedLineEnds, message, "use LF throughout", at);
    } else if ends.crlf + ends.cr > 0 {
        let kind = if ends.crlf > 0 { "CR LF" } else { "CR" };
        let message = format!("lines end in {kind}; Hermes rewrites them as LF when it edits");
        let first = scan::find(document.bytes(), 0, |byte| byte == b'\r');
        let at = document.position(first.unwrap_or_default());
        add(Rule::LineEnds, message, "use LF", at);
    }
    if !document.final_newline() {
        add(
            Rule::NoFinalNewline,
            "the last line has no line end".to_owned(),
            "end the file with a line end",
            end_of(document),
        );
    }
    if subject.census.nul
        && document.encoding() != Encoding::Utf16
        && let Some(offset) = scan::find(document.bytes(), 0, |byte| byte == 0)
    {
        add(
            Rule::Nul,
            "the file holds NUL bytes".to_owned(),
            "remove them: YAML readers refuse them",
            document.position(offset),
        );
    }
    if let Some((offset, c)) = subject.census.hidden {
        let mark = if document.bom() { 3 } else { 0 };
        let message = format!(
            "control or invisible characters, the first is U+{:04X}",
            u32::from(c)
        );
        add(
            Rule::HiddenCharacters,
            message,
            "look at the source (m): what an agent reads is not what a page shows",
            document.position(offset + mark),
        );
    }
}

/// The place of the first line end that is not like the first one.
fn odd_end(bytes: &[u8]) -> usize {
    let mut first = None;
    let mut at = 0;
    while let Some(found) = scan::find(bytes, at, |byte| matches!(byte, b'\n' | b'\r')) {
        let rest = bytes.get(found..).unwrap_or_default();
        let kind = match rest {
            [b'\r', b'\n', ..] => "\r\n",
            [b'\r', ..] => "\r",
            _ => "\n",
        };
        if *first.get_or_insert(kind) != kind {
            return found;
        }
        at = found + kind.len();
    }
    at
}

/// The place behind the last character.
fn end_of(document: &Document) -> Position {
    let bytes = document.bytes();
    let start = bytes.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
    let start = match start {
        Some(end) => end + 1,
        None if document.bom() => 3,
        None => 0,
    };
    let column = document.text(start..bytes.len()).chars().count() + 1;
    Position {
        line: u32::try_from(document.line_count()).unwrap_or(u32::MAX),
        column: u32::try_from(column).unwrap_or(u32::MAX),
    }
}
