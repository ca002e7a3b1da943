//! Repairs of the bytes themselves: encoding, byte order mark, NUL, line ends.

use super::{Draft, Grade, Skill, What};
use crate::patch::Edit;
use crate::skill::document::{Document, Encoding, LineEnds};
use crate::skill::rule::Rule;

/// The line end that most lines have; LF when none does.
pub fn usual_line_end(ends: LineEnds) -> &'static str {
    if ends.crlf > ends.lf && ends.crlf >= ends.cr {
        "\r\n"
    } else if ends.cr > ends.lf {
        "\r"
    } else {
        "\n"
    }
}

/// Bytes that are hardly a text in any encoding: one in ten is a control character.
pub fn is_binary(document: &Document) -> bool {
    let bytes = document.bytes();
    if document.encoding() == Encoding::Utf16 || is_bare_utf16(document) {
        return false;
    }
    let odd = |byte: &&u8| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F | 0x7F);
    bytes.iter().filter(odd).count() * 10 > bytes.len()
}

/// UTF-16 without a byte order mark: most bytes on one side are NUL, none on the other.
pub fn is_bare_utf16(document: &Document) -> bool {
    let bytes = document.bytes();
    if bytes.len() < 8 || bytes.len() % 2 == 1 || !bytes.contains(&0) {
        return false;
    }
    let nuls = |from: usize| {
        bytes
            .iter()
            .skip(from)
            .step_by(2)
            .filter(|it| **it == 0)
            .count()
    };
    let (big, little) = (nuls(0), nuls(1));
    big.min(little) == 0 && big.max(little) * 4 > bytes.len()
}

/// The bytes as UTF-8; `None` when they cannot be told to be a text.
pub fn encoding(document: &Document) -> Option<Draft> {
    let bytes = document.bytes();
    if document.encoding() == Encoding::Utf16 || is_bare_utf16(document) {
        let text = utf16(bytes)?;
        let edits = vec![Edit::replace(0..bytes.len(), text)];
        let title = "Save as UTF-8 instead of UTF-16";
        return Some(match document.encoding() {
            Encoding::Utf16 => Draft::sure(Rule::NotUtf8, title, edits),
            _ => Draft::guess(Rule::NotUtf8, title, edits),
        });
    }
    let mut edits = Vec::new();
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        at += chunk.valid().len();
        for byte in chunk.invalid() {
            let c = windows_1252(*byte)?;
            edits.push(Edit::replace(at..at + 1, c.to_string()));
            at += 1;
        }
    }
    let title = "Read the bytes that are not UTF-8 as Windows-1252 (Latin-1)";
    Some(Draft::guess(Rule::NotUtf8, title, edits))
}

fn utf16(bytes: &[u8]) -> Option<String> {
    let (big, units) = match bytes {
        [0xFE, 0xFF, units @ ..] => (true, units),
        [0xFF, 0xFE, units @ ..] => (false, units),
        units => (units.first() == Some(&0), units),
    };
    let (pairs, rest) = units.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let units = pairs.iter().map(|pair| match big {
        true => u16::from_be_bytes(*pair),
        false => u16::from_le_bytes(*pair),
    });
    char::decode_utf16(units).collect::<Result<_, _>>().ok()
}

/// The character of a byte above 0x7F; five of them have none.
fn windows_1252(byte: u8) -> Option<char> {
    const UPPER: &str = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";
    match byte {
        0x80..=0x9F => UPPER
            .chars()
            .nth(usize::from(byte - 0x80))
            .filter(|c| *c != '\0'),
        _ => Some(char::from(byte)),
    }
}

/// Byte order mark, NUL, line ends.
pub fn marks(skill: &Skill<'_>) -> Vec<Draft> {
    let document = skill.document;
    let bytes = document.bytes();
    let mut drafts = Vec::new();
    if document.bom() {
        let marks = bytes
            .chunks(3)
            .take_while(|it| it == b"\xEF\xBB\xBF")
            .count();
        let edits = vec![Edit::delete(0..3 * marks)];
        drafts.push(Draft::sure(Rule::Bom, "Remove the byte order mark", edits));
    }
    let nuls: Vec<Edit> = (bytes.iter().enumerate())
        .filter(|(_, byte)| **byte == 0)
        .map(|(at, _)| Edit::delete(at..at + 1))
        .collect();
    if !nuls.is_empty() {
        drafts.push(Draft::guess(Rule::Nul, "Remove the NUL bytes", nuls));
    }
    drafts.extend(line_ends(skill));
    drafts
}

/// An end for the last line, unless another draft already writes there.
pub fn final_newline(skill: &Skill<'_>, drafts: &[Draft]) -> Option<Draft> {
    let end = skill.document.bytes().len();
    let is_taken = drafts.iter().any(|draft| match &draft.what {
        What::Text(edits) => edits.iter().any(|edit| edit.range.end == end),
        _ => false,
    });
    let edits = vec![Edit::insert(end, skill.eol)];
    let wanted = !skill.document.final_newline() && !is_taken;
    wanted.then(|| Draft::sure(Rule::NoFinalNewline, "End the last line", edits))
}

/// Mixed line ends as most lines have them; CR alone, which few tools take, as LF. CR LF throughout
/// is fine, and LF a matter of taste.
fn line_ends(skill: &Skill<'_>) -> Option<Draft> {
    let ends = skill.document.line_ends();
    let (rule, title, grade, wanted) = match skill.eol {
        eol if ends.mixed() && eol != "\r" => {
            let name = if eol == "\n" { "LF" } else { "CR LF" };
            let title = format!("End every line in {name}, as most do");
            (Rule::MixedLineEnds, title, Grade::Sure, eol)
        }
        "\n" => return None,
        "\r" => {
            let title = "End every line in LF instead of CR".to_owned();
            let rule = match ends.mixed() {
                true => Rule::MixedLineEnds,
                false => Rule::LineEnds,
            };
            (rule, title, Grade::Sure, "\n")
        }
        _ => {
            let title = "End every line in LF instead of CR LF".to_owned();
            (Rule::LineEnds, title, Grade::Choice, "\n")
        }
    };
    let bytes = skill.document.bytes();
    let mut edits = Vec::new();
    let mut at = 0;
    while let Some(length) = bytes
        .get(at..)
        .and_then(|rest| rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')))
    {
        let start = at + length;
        let end = match bytes.get(start..) {
            Some([b'\r', b'\n', ..]) => start + 2,
            _ => start + 1,
        };
        if bytes.get(start..end) != Some(wanted.as_bytes()) {
            edits.push(Edit::replace(start..end, wanted));
        }
        at = end;
    }
    Some(Draft::new(rule, title, grade, What::Text(edits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_windows_1252() {
        let found: Vec<_> = [0x80, 0x81, 0x92, 0x9D, 0x9F, 0xA0, 0xE9, 0xFF]
            .into_iter()
            .map(windows_1252)
            .collect();
        assert_eq!(
            found,
            [
                Some('€'),
                None,
                Some('’'),
                None,
                Some('Ÿ'),
                Some('\u{A0}'),
                Some('é'),
                Some('ÿ')
            ]
        );
    }
}
