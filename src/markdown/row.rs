//! Rows: what layout makes and everybody reads, to draw, scroll, search, jump and test.
//!
//! A row knows where it came from, and which parts of it are text of the document, as opposed to
//! indents, bars and padding. [`lines`] puts wrapped rows back together by those parts. Not here:
//! how rows are made.

use std::ops::Range;

use super::ink::Span;
use crate::text::width;

/// How a document is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// Columns of the pane; 0 counts as 1. No row is wider.
    pub width: usize,
    /// Columns that prose takes at most. Tables and code may use the full width.
    pub text_cap: usize,
    /// Whether long lines of code go on in the next row (with `↪`) or are cut (with `›`).
    pub wrap_code: bool,
    /// When code is cut: how many columns of it are scrolled out on the left.
    pub shift: usize,
}

impl Layout {
    /// The usual layout at a width: prose up to 100 columns, code wrapped.
    pub fn new(width: usize) -> Self {
        Self {
            width,
            text_cap: 100,
            wrap_code: true,
            shift: 0,
        }
    }
}

/// One row of the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// What is drawn, from left to right.
    pub spans: Vec<Span>,
    /// Bytes of the source it came from; for a wrapped paragraph down to the source line.
    pub source: Range<usize>,
    /// Whether it goes on from the row above by wrapping.
    pub continues: bool,
    /// Set for rows of code blocks.
    pub code: Option<CodeRow>,
    /// Where in [`Self::text`] the document's own text stands: one part, or one per table column.
    pub parts: Vec<Part>,
}

/// Which line of which code block a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeRow {
    /// Index into `Markdown::code_blocks`.
    pub block: u32,
    /// Line of the block, from 0. None for the label above it.
    pub line: Option<u32>,
}

/// A stretch of a row's text that belongs to the document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Bytes of the row's text.
    pub range: Range<usize>,
    /// In a continuing row: whether the break above replaced white space.
    pub spaced: bool,
}

impl From<Range<usize>> for Part {
    fn from(range: Range<usize>) -> Self {
        let spaced = false;
        Self { range, spaced }
    }
}

/// Bytes of spans drawn one after the other.
pub(crate) fn bytes(spans: &[Span]) -> usize {
    spans.iter().map(|span| span.text.len()).sum()
}

impl Row {
    /// A row on its own, all of it document text.
    pub fn new(spans: Vec<Span>, source: Range<usize>) -> Self {
        Self {
            parts: vec![Part::from(0..bytes(&spans))],
            spans,
            source,
            ..Self::default()
        }
    }

    /// All its text.
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// Takes white space off its end.
    pub(crate) fn trim_end(&mut self) {
        while let Some(last) = self.spans.last_mut() {
            last.text.truncate(last.text.trim_end().len());
            if !last.text.is_empty() {
                break;
            }
            self.spans.pop();
        }
        let end = bytes(&self.spans);
        for part in &mut self.parts {
            part.range = part.range.start.min(end)..part.range.end.min(end);
        }
    }

    /// Cells it takes when its spans are drawn one after the other.
    pub fn width(&self) -> usize {
        self.spans.iter().map(|span| width::of(&span.text)).sum()
    }
}

/// A document laid out at one width.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The rows, from top to bottom.
    pub rows: Vec<Row>,
    /// For each heading of `Markdown::outline` its row.
    pub headings: Vec<usize>,
    /// For each link of `Markdown::links` its first row, where it has one.
    pub links: Vec<Option<usize>>,
    /// For each code block its rows, the label included.
    pub code: Vec<Range<usize>>,
    /// For each of `Markdown::footnotes` the row of its text.
    pub footnotes: Vec<usize>,
}

impl Page {
    /// The first row that came from the source at or after byte `source`, or the last row.
    /// Footnotes stand at the end, wherever they came from: they are found too.
    pub fn row_of(&self, source: usize) -> usize {
        let holds = |row: &Row| row.source.contains(&source);
        let exact = self.rows.iter().position(holds);
        exact
            .or_else(|| self.rows.iter().position(|row| row.source.start >= source))
            .unwrap_or(self.rows.len().saturating_sub(1))
    }
}

/// A line of the document put back together from the rows it was wrapped into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its text, with one space where a break replaced white space.
    pub text: String,
    /// Where in `text` each row's share begins, in order.
    pub pieces: Vec<Piece>,
}

/// A row's share of a [`Line`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Byte of the line's text at which it begins.
    pub at: usize,
    /// The row it stands in.
    pub row: usize,
    /// Bytes of that row's text.
    pub range: Range<usize>,
    /// Whether a space that is in no row stands before it.
    pub spaced: bool,
}

/// The document's lines, wrapping undone: of tables, cell by cell.
pub fn lines(rows: &[Row]) -> impl Iterator<Item = Line> {
    let mut from = 0;
    rows.chunk_by(|_, next| next.continues)
        .flat_map(move |group| {
            let first = from;
            from += group.len();
            let columns = group.iter().map(|row| row.parts.len()).max().unwrap_or(0);
            (0..columns).map(move |column| line_of(group, first, column))
        })
}

fn line_of(group: &[Row], first: usize, column: usize) -> Line {
    let mut line = Line::default();
    for (row, number) in group.iter().zip(first..) {
        let Some(part) = row.parts.get(column) else {
            continue;
        };
        let spaced = part.spaced && !line.text.is_empty();
        if spaced {
            line.text.push(' ');
        }
        line.pieces.push(Piece {
            at: line.text.len(),
            row: number,
            range: part.range.clone(),
            spaced,
        });
        for (_, text) in slices(row, &part.range) {
            line.text.push_str(text);
        }
    }
    line
}

/// The text of all [`lines`], with a line feed wherever the meaning changes.
pub(crate) fn lines_by_ink(rows: &[Row]) -> String {
    let mut out = String::new();
    for line in lines(rows) {
        let mut last: Option<&Span> = None;
        for piece in &line.pieces {
            let Some(row) = rows.get(piece.row) else {
                continue;
            };
            if piece.spaced {
                out.push(' ');
            }
            for (span, text) in slices(row, &piece.range) {
                if last.is_some_and(|last| !last.alike(span)) {
                    out.push('\n');
                }
                last = Some(span);
                out.push_str(text);
            }
        }
        out.push('\n');
    }
    out
}

/// The bytes `range` of a row's text, span by span.
fn slices<'a>(row: &'a Row, range: &Range<usize>) -> impl Iterator<Item = (&'a Span, &'a str)> {
    let range = range.clone();
    let mut at = 0;
    row.spans.iter().filter_map(move |span| {
        let end = at + span.text.len();
        let from = range.start.clamp(at, end) - at;
        let to = range.end.clamp(at, end) - at;
        at = end;
        let text = span.text.get(from..to).unwrap_or_default();
        (!text.is_empty()).then_some((span, text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::ink::Role;

    fn row(text: &str, continues: bool, parts: &[(usize, usize, bool)]) -> Row {
        let parts = parts.iter().map(|(from, to, spaced)| Part {
            range: *from..*to,
            spaced: *spaced,
        });
        Row {
            spans: vec![Span::new(text, Role::Text)],
            continues,
            parts: parts.collect(),
            ..Row::default()
        }
    }

    #[test]
    fn wrapped_rows_and_cells_are_put_back_together() {
        let rows = [
            row("> one", false, &[(2, 5, false)]),
            row("> two", true, &[(2, 5, true)]),
            row("> three", true, &[(2, 7, false)]),
            row("", false, &[]),
            row("ab | x", false, &[(0, 2, false), (5, 6, false)]),
            row("c  | y", true, &[(0, 1, false), (5, 6, true)]),
        ];
        let found: Vec<_> = lines(&rows).collect();
        let texts: Vec<_> = found.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["one twothree", "abc", "x y"]);
        let piece = |at, row, range, spaced| Piece {
            at,
            row,
            range,
            spaced,
        };
        let expected = [
            piece(0, 0, 2..5, false),
            piece(4, 1, 2..5, true),
            piece(7, 2, 2..7, false),
        ];
        assert_eq!(found[0].pieces, expected);
    }
}
