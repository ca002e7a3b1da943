//! The lossless document: the bytes of a `SKILL.md`, cut into parts.
//!
//! The cut follows the safe reading procedure: bytes, one byte order mark, lines on LF, CRLF and CR,
//! an opening `---`, the next line that is `---` at column 0, and everything after it. The bytes are
//! kept as they are; all parts are ranges into them, so putting the parts together gives the file.
//! It does not read YAML (see `frontmatter`) and does not judge (see `summary`).

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::text::scan;

/// A place in a text file, as an editor names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// How the bytes decode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Valid UTF-8 (a byte order mark may stand before it).
    Utf8,
    /// Not UTF-8; the first offending byte is at this offset.
    Invalid {
        /// Bytes from the start of the file.
        offset: usize,
    },
    /// A UTF-16 byte order mark stands first.
    Utf16,
}

/// How many lines end in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineEnds {
    /// Lines that end in LF.
    pub lf: usize,
    /// Lines that end in CR LF.
    pub crlf: usize,
    /// Lines that end in a lone CR.
    pub cr: usize,
}

impl LineEnds {
    /// More than one kind occurs.
    pub fn mixed(&self) -> bool {
        [self.lf, self.crlf, self.cr]
            .iter()
            .filter(|count| **count > 0)
            .count()
            > 1
    }

    /// Counts the line ends of more bytes, of which the first begins a line.
    fn add(&mut self, bytes: &[u8]) {
        if scan::count(bytes, |byte| byte == b'\r') == 0 {
            self.lf += scan::count(bytes, |byte| byte == b'\n');
            return;
        }
        for line in Lines::new(bytes, 0) {
            self.one(line.end);
        }
    }

    fn one(&mut self, end: &[u8]) {
        match end {
            b"\n" => self.lf += 1,
            b"\r\n" => self.crlf += 1,
            b"\r" => self.cr += 1,
            _ => {}
        }
    }
}

/// What became of the frontmatter fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fence {
    /// Both lines are there.
    Closed {
        /// The opening line, its line end included.
        open: Range<usize>,
        /// The closing line, its line end included.
        close: Range<usize>,
    },
    /// The first line is `---`, and no later line closes it.
    Unclosed {
        /// The opening line, its line end included.
        open: Range<usize>,
        /// Line number (from 1) of an indented `---` that some readers take for the end.
        indented: Option<u32>,
    },
    /// The file does not start with `---`.
    Missing,
}

/// A `SKILL.md` (or any text file of a package) as it is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    content: Content,
    encoding: Encoding,
    bom: bool,
    line_ends: LineEnds,
    fence: Fence,
    frontmatter: Range<usize>,
    body: Range<usize>,
}

/// The file's bytes. Most are UTF-8: checked once, and text from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl Content {
    fn bytes(&self) -> &[u8] {
        match self {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }
}

const BOM: &[u8] = b"\xEF\xBB\xBF";

impl Document {
    /// Cuts the bytes. Every input gives a document; nothing is refused and nothing is changed.
    pub fn parse(bytes: Vec<u8>) -> Self {
        let (content, encoding) = decode(bytes);
        let bytes = content.bytes();
        let bom = bytes.starts_with(BOM);
        let start = if bom { BOM.len() } else { 0 };
        let mut line_ends = LineEnds::default();
        let mut fence = Fence::Missing;
        let mut number = 0u32;
        let mut lines = Lines::new(bytes, start);
        while let Some(line) = lines.next() {
            number += 1;
            line_ends.one(line.end);
            let text = line.text.trim_ascii_end();
            match &mut fence {
                Fence::Missing if number == 1 && text == b"---" => {
                    fence = Fence::Unclosed {
                        open: line.range.clone(),
                        indented: None,
                    };
                }
                Fence::Unclosed { open, .. } if text == b"---" => {
                    fence = Fence::Closed {
                        open: open.clone(),
                        close: line.range.clone(),
                    };
                }
                Fence::Unclosed { indented, .. }
                    if indented.is_none() && text.trim_ascii_start() == b"---" =>
                {
                    *indented = Some(number);
                }
                _ => {}
            }
            if !matches!(fence, Fence::Unclosed { .. }) {
                // No later line can change the cut: their ends are all that counts.
                line_ends.add(bytes.get(lines.at..).unwrap_or_default());
                break;
            }
        }
        let end = bytes.len();
        let (frontmatter, body) = match &fence {
            Fence::Closed { open, close } => (open.end..close.start, close.end..end),
            Fence::Unclosed { open, .. } => (open.end..open.end, open.end..end),
            Fence::Missing => (start..start, start..end),
        };
        Document {
            content,
            encoding,
            bom,
            line_ends,
            fence,
            frontmatter,
            body,
        }
    }

    /// The file's bytes, exactly as they came in.
    pub fn bytes(&self) -> &[u8] {
        self.content.bytes()
    }

    /// How the bytes decode.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// A UTF-8 byte order mark stands first.
    pub fn bom(&self) -> bool {
        self.bom
    }

    /// The line ends that occur.
    pub fn line_ends(&self) -> LineEnds {
        self.line_ends
    }

    /// What became of the frontmatter fence.
    pub fn fence(&self) -> &Fence {
        &self.fence
    }

    /// Where the frontmatter lies, without its fences; empty when there is none.
    pub fn frontmatter_range(&self) -> Range<usize> {
        self.frontmatter.clone()
    }

    /// Where the body lies: everything after the closing fence, or the whole text without one.
    pub fn body_range(&self) -> Range<usize> {
        self.body.clone()
    }

    /// The text of a byte range; bytes that are not UTF-8 become U+FFFD.
    pub fn text(&self, range: Range<usize>) -> Cow<'_, str> {
        if let Content::Text(text) = &self.content
            && let Some(text) = text.get(range.clone())
        {
            return Cow::Borrowed(text);
        }
        String::from_utf8_lossy(self.bytes().get(range).unwrap_or_default())
    }

    /// The text from its first byte on, at most so many bytes of it.
    pub fn head(&self, most: usize) -> Cow<'_, str> {
        match &self.content {
            Content::Text(text) => {
                let end = text.floor_char_boundary(most);
                Cow::Borrowed(text.get(..end).unwrap_or(text))
            }
            Content::Bytes(bytes) => String::from_utf8_lossy(bytes.get(..most).unwrap_or(bytes)),
        }
    }

    /// The frontmatter as text.
    pub fn frontmatter(&self) -> Cow<'_, str> {
        self.text(self.frontmatter.clone())
    }

    /// The body as text.
    pub fn body(&self) -> Cow<'_, str> {
        self.text(self.body.clone())
    }

    /// The whole text without a byte order mark.
    pub fn whole(&self) -> Cow<'_, str> {
        let start = if self.bom { BOM.len() } else { 0 };
        self.text(start..self.bytes().len())
    }

    /// Line and column of a byte offset. An offset past the end names the end.
    pub fn position(&self, offset: usize) -> Position {
        let bytes = self.bytes();
        let offset = offset.min(bytes.len());
        let start = if self.bom { BOM.len() } else { 0 };
        let mut position = Position { line: 1, column: 1 };
        for line in Lines::new(bytes, start) {
            if offset < line.range.end || line.end.is_empty() {
                let before = bytes.get(line.range.start..offset).unwrap_or_default();
                let column = String::from_utf8_lossy(before).chars().count();
                position.column = u32::try_from(column + 1).unwrap_or(u32::MAX);
                return position;
            }
            position.line = position.line.saturating_add(1);
        }
        position
    }

    /// The line number (from 1) at which the frontmatter starts.
    pub fn frontmatter_line(&self) -> u32 {
        self.position(self.frontmatter.start).line
    }

    /// Number of lines, the last one counted also without a line end.
    pub fn line_count(&self) -> usize {
        let ends = self.line_ends;
        ends.lf + ends.crlf + ends.cr + usize::from(!self.final_newline())
    }

    /// The last line has its line end (true for an empty file).
    pub fn final_newline(&self) -> bool {
        matches!(self.bytes().last(), None | Some(b'\n' | b'\r'))
    }
}

fn decode(bytes: Vec<u8>) -> (Content, Encoding) {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return (Content::Bytes(bytes), Encoding::Utf16);
    }
    match String::from_utf8(bytes) {
        Ok(text) => (Content::Text(text), Encoding::Utf8),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let content = Content::Bytes(error.into_bytes());
            (content, Encoding::Invalid { offset })
        }
    }
}

/// One line of a byte text.
struct Line<'a> {
    /// Without its line end.
    text: &'a [u8],
    /// `\n`, `\r\n`, `\r`, or nothing on a last line without one.
    end: &'a [u8],
    /// With its line end.
    range: Range<usize>,
}

/// Splits on LF, CRLF and CR.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8], at: usize) -> Self {
        Lines { bytes, at }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let length = rest
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .unwrap_or(rest.len());
        let (text, tail) = rest.split_at_checked(length)?;
        let end_length = match tail {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        let end = tail.get(..end_length).unwrap_or_default();
        let start = self.at;
        self.at = start + length + end_length;
        Some(Line {
            text,
            end,
            range: start..self.at,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The parts in file order: mark, opening line, frontmatter, closing line, body.
    fn parts(document: &Document) -> Vec<u8> {
        let mut out = Vec::new();
        if document.bom() {
            out.extend_from_slice(BOM);
        }
        let bytes = document.bytes();
        match document.fence() {
            Fence::Closed { open, close } => {
                out.extend_from_slice(&bytes[open.clone()]);
                out.extend_from_slice(&bytes[document.frontmatter_range()]);
                out.extend_from_slice(&bytes[close.clone()]);
            }
            Fence::Unclosed { open, .. } => out.extend_from_slice(&bytes[open.clone()]),
            Fence::Missing => {}
        }
        out.extend_from_slice(&bytes[document.body_range()]);
        out
    }

    #[test]
    fn cuts() {
        // (file, frontmatter, body)
        let cases: &[(&[u8], &str, &str)] = &[
            (b"---\nname: a\n---\nbody\n", "name: a\n", "body\n"),
            (b"---\r\nname: a\r\n---\r\nb", "name: a\r\n", "b"),
            (b"---\rname: a\r---\rb", "name: a\r", "b"),
            (b"--- \nname: a\n---\t\nb", "name: a\n", "b"),
            (b"\xEF\xBB\xBF---\nname: a\n---\n", "name: a\n", ""),
            (b"---\nname: a\n---", "name: a\n", ""),
            (b"---\n---\n", "", ""),
            (b"----\nname: a\n---\n", "", "----\nname: a\n---\n"),
            (b" ---\nname: a\n---\n", "", " ---\nname: a\n---\n"),
            (b"---\nname: a\n ---\nb\n", "", "name: a\n ---\nb\n"),
            (b"---\na: b --- c\n---\nx", "a: b --- c\n", "x"),
            (b"---\nname: a\n...\nb", "", "name: a\n...\nb"),
            (b"", "", ""),
            (b"# only\n", "", "# only\n"),
        ];
        for (bytes, frontmatter, body) in cases {
            let document = Document::parse(bytes.to_vec());
            assert_eq!(
                (document.frontmatter().as_ref(), document.body().as_ref()),
                (*frontmatter, *body),
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }

    #[test]
    fn says_what_is_odd() {
        let latin = Document::parse(b"---\nname: caf\xE9\n---\n".to_vec());
        assert_eq!(latin.encoding(), Encoding::Invalid { offset: 13 });
        assert_eq!(latin.frontmatter(), "name: caf\u{FFFD}\n");
        assert_eq!(
            Document::parse(b"\xFF\xFEa\0".to_vec()).encoding(),
            Encoding::Utf16
        );
        let mixed = Document::parse(b"a\nb\r\nc\rd".to_vec());
        let ends = mixed.line_ends();
        assert_eq!(
            ends,
            LineEnds {
                lf: 1,
                crlf: 1,
                cr: 1
            }
        );
        assert!(ends.mixed());
        assert!(!mixed.final_newline());
        assert_eq!(mixed.line_count(), 4);
        let indented = Document::parse(b"---\na: b\n  ---\n".to_vec());
        assert_eq!(
            *indented.fence(),
            Fence::Unclosed {
                open: 0..4,
                indented: Some(3)
            }
        );
    }

    #[test]
    fn positions_count_characters_and_skip_the_mark() {
        let document = Document::parse("\u{FEFF}é1\r\nab\rc".as_bytes().to_vec());
        let at = |offset| {
            let position = document.position(offset);
            (position.line, position.column)
        };
        assert_eq!(at(3), (1, 1));
        assert_eq!(at(5), (1, 2));
        assert_eq!(at(8), (2, 1));
        assert_eq!(at(11), (3, 1));
        assert_eq!(at(999), (3, 2));
    }

    proptest! {
        #[test]
        fn parts_give_the_file(bytes in proptest::collection::vec(
            prop_oneof![Just(b'-'), Just(b'\n'), Just(b'\r'), Just(b' '), any::<u8>()], 0..80)) {
            let document = Document::parse(bytes.clone());
            prop_assert_eq!(parts(&document), bytes);
        }

        #[test]
        fn positions_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60), at in 0usize..80) {
            let document = Document::parse(bytes);
            let position = document.position(at);
            prop_assert!(position.line >= 1 && position.column >= 1);
        }
    }
}
