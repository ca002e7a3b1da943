//! Wrapping of rich text into rows, by cells and graphemes.
//!
//! Rows break at spaces and around wide characters (as CJK does, but not before a closing mark or
//! after an opening one). A word longer than a row is cut, after a punctuation mark where there is
//! one. Nothing is lost: what a break replaces is noted in the row's parts. Not here: code (`code`),
//! whose blanks matter.

use std::borrow::Cow;
use std::ops::Range;

use super::breaks::{atoms, is_joint, may_break, narrow};
use super::document::Flow;
use super::ink::{Ink, Span, push_span};
use super::row::{Part, Row, bytes};
use crate::text::width;

/// Wraps `spans` to rows of at most `width` cells (0 counts as 1). The first row begins with
/// `first_indent`, the others with `rest_indent`; where an indent leaves no room the first becomes
/// part of the text and the other is left out. A `\n` in a span's text forces a new row. `source`
/// is noted on every row. There is always at least one row.
pub fn wrap(
    spans: Vec<Span>,
    width: usize,
    first_indent: &[Span],
    rest_indent: &[Span],
    source: Range<usize>,
) -> Vec<Row> {
    let at = Vec::new();
    let flow = Flow { spans, at };
    wrap_flow(&flow, width, first_indent, rest_indent, source)
}

/// The same for a flow, whose spans know where in `source` they begin: each row is given its share.
pub(crate) fn wrap_flow(
    flow: &Flow,
    width: usize,
    first_indent: &[Span],
    rest_indent: &[Span],
    source: Range<usize>,
) -> Vec<Row> {
    let width = width.max(1);
    let indents = cells(first_indent).max(cells(rest_indent));
    if indents < width {
        let spans = narrowed(&flow.spans, width - indents);
        let filler = Filler::new(&spans, &flow.at, width, first_indent, rest_indent);
        return filler.fill(source);
    }
    let spans = [first_indent, &flow.spans].concat();
    let none = first_indent.iter().map(|_| source.start);
    let at: Vec<usize> = none.chain(flow.at.iter().copied()).collect();
    let spans = narrowed(&spans, width);
    Filler::new(&spans, &at, width, &[], &[]).fill(source)
}

/// Cells of spans drawn one after the other.
pub(crate) fn cells(spans: &[Span]) -> usize {
    spans.iter().map(|span| width::of(&span.text)).sum()
}

fn narrowed(spans: &[Span], room: usize) -> Cow<'_, [Span]> {
    if room >= 4 {
        return Cow::Borrowed(spans);
    }
    let narrow_span = |span: &Span| Span {
        text: narrow(&span.text, room).into_owned(),
        ..span.clone()
    };
    Cow::Owned(spans.iter().map(narrow_span).collect())
}

/// A grapheme, or a part of one that is too wide.
#[derive(Clone, Copy)]
struct Atom {
    span: usize,
    from: usize,
    to: usize,
    cells: usize,
}

struct Filler<'a> {
    spans: &'a [Span],
    at: &'a [usize],
    width: usize,
    rest: &'a [Span],
    /// Cells that a continuing row offers.
    room: usize,
    rows: Vec<Row>,
    row: Row,
    /// Cells used in `row`, its indent included.
    used: usize,
    /// Bytes of its indent, and of all of it.
    body: usize,
    len: usize,
    /// Where the first atom of each row came from.
    origins: Vec<Option<usize>>,
    origin: Option<usize>,
    /// Spaces, then a word, that are not in a row yet.
    gap: Vec<Atom>,
    word: Vec<Atom>,
}

impl<'a> Filler<'a> {
    fn new(
        spans: &'a [Span],
        at: &'a [usize],
        width: usize,
        first: &'a [Span],
        rest: &'a [Span],
    ) -> Self {
        let mut filler = Self {
            spans,
            at,
            width,
            rest,
            room: width - cells(rest),
            rows: Vec::new(),
            row: Row::default(),
            used: 0,
            body: 0,
            len: 0,
            origins: Vec::new(),
            origin: None,
            gap: Vec::new(),
            word: Vec::new(),
        };
        filler.begin(first);
        filler
    }

    fn fill(mut self, source: Range<usize>) -> Vec<Row> {
        let spans = self.spans;
        let room = self.room.min(self.width - self.used);
        for (number, span) in spans.iter().enumerate() {
            let mut before = "";
            for (from, g, cells) in atoms(&span.text, room) {
                let atom = Atom {
                    span: number,
                    from,
                    to: from + g.len(),
                    cells,
                };
                match g {
                    "\n" => {
                        self.put_word();
                        self.end_row();
                        self.begin(self.rest);
                    }
                    " " => {
                        self.put_word();
                        self.gap.push(atom);
                    }
                    _ => {
                        if may_break(before, g) {
                            self.put_word();
                        }
                        self.word.push(atom);
                    }
                }
                before = g;
            }
        }
        self.put_word();
        self.end_row();
        self.share(source);
        self.rows
    }

    /// Puts the pending word into this row or the next, cut if it must be.
    fn put_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let word = std::mem::take(&mut self.word);
        let gap = std::mem::take(&mut self.gap);
        let (word_cells, gap_cells) = (sum(&word), sum(&gap));
        let left = self.width - self.used;
        let fresh = self.len == self.body;
        if gap_cells + word_cells <= left {
            self.commit(&gap);
            self.commit(&word);
        } else if word_cells <= left && fresh {
            self.commit(&word);
        } else if word_cells <= self.room {
            self.next_row(!gap.is_empty());
            self.commit(&word);
        } else {
            // Too long for any row: it begins here where that is worth the while.
            let here = left.saturating_sub(gap_cells);
            if fresh {
                self.commit(&[]);
            } else if here * 2 >= self.room {
                self.commit(&gap);
            } else {
                self.next_row(!gap.is_empty());
            }
            self.cut(&word);
        }
        // The buffers are used again.
        self.word = word;
        self.word.clear();
        self.gap = gap;
        self.gap.clear();
    }

    fn cut(&mut self, mut word: &[Atom]) {
        loop {
            let mut left = self.width - self.used;
            let fits = word
                .iter()
                .take_while(|atom| {
                    let fits = atom.cells <= left;
                    left = left.saturating_sub(atom.cells);
                    fits
                })
                .count();
            let (head, tail) = word.split_at_checked(fits).unwrap_or((word, &[]));
            if tail.is_empty() {
                self.commit(head);
                return;
            }
            let joint = head
                .iter()
                .rposition(|atom| is_joint(self.text(atom)))
                .map(|at| at + 1)
                .filter(|at| at * 3 >= fits);
            // Room is never less than an atom, so that every row takes one.
            let take = joint
                .unwrap_or(fits)
                .max(usize::from(self.len == self.body));
            let (head, tail) = word.split_at_checked(take).unwrap_or((word, &[]));
            self.commit(head);
            self.next_row(false);
            word = tail;
        }
    }

    fn text(&self, atom: &Atom) -> &'a str {
        self.spans
            .get(atom.span)
            .and_then(|span| span.text.get(atom.from..atom.to))
            .unwrap_or_default()
    }

    /// Appends atoms to the row, neighbours of one span at once.
    fn commit(&mut self, atoms: &[Atom]) {
        for run in atoms.chunk_by(|a, b| a.span == b.span && a.to == b.from) {
            let (Some(first), Some(last)) = (run.first(), run.last()) else {
                continue;
            };
            let Some(span) = self.spans.get(first.span) else {
                continue;
            };
            let text = span.text.get(first.from..last.to).unwrap_or_default();
            if self.origin.is_none() {
                self.origin = self.at.get(first.span).copied();
            }
            self.used += sum(run);
            self.append(text, span.ink, span.link);
        }
    }

    fn append(&mut self, text: &str, ink: Ink, link: Option<u32>) {
        self.len += text.len();
        match self.row.spans.last_mut() {
            Some(last) if last.ink == ink && last.link == link => last.text.push_str(text),
            _ => {
                let text = text.to_owned();
                push_span(&mut self.row.spans, Span { text, ink, link });
            }
        }
    }

    fn begin(&mut self, indent: &[Span]) {
        self.used = cells(indent);
        self.len = bytes(indent);
        self.body = self.len;
        self.row.spans.extend_from_slice(indent);
    }

    fn next_row(&mut self, spaced: bool) {
        self.end_row();
        self.begin(self.rest);
        self.row.continues = true;
        self.row.parts.push(Part {
            range: 0..0,
            spaced,
        });
    }

    fn end_row(&mut self) {
        self.gap.clear();
        let mut row = std::mem::take(&mut self.row);
        let range = self.body..self.len;
        match row.parts.last_mut() {
            Some(part) => part.range = range,
            None => row.parts.push(Part::from(range)),
        }
        if self.len == self.body {
            row.trim_end();
        }
        self.rows.push(row);
        self.origins.push(self.origin.take());
    }

    /// Gives every row its share of the source: from its first atom to the first of a later line.
    fn share(&mut self, source: Range<usize>) {
        let mut end = source.end;
        let mut next = source.end;
        for (row, origin) in self.rows.iter_mut().zip(&self.origins).rev() {
            match origin {
                Some(from) => {
                    if *from < next {
                        end = next;
                        next = *from;
                    }
                    row.source = *from..end.max(*from);
                }
                None => row.source = source.clone(),
            }
        }
    }
}

fn sum(atoms: &[Atom]) -> usize {
    atoms.iter().map(|atom| atom.cells).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::ink::Role;
    use crate::markdown::row::lines;

    fn wrapped(text: &str, width: usize, first: &str, rest: &str) -> Vec<String> {
        let indent = |text: &str| match text {
            "" => Vec::new(),
            text => vec![Span::new(text, Role::Key)],
        };
        let spans = vec![Span::new(text, Role::Value)];
        let rows = wrap(spans, width, &indent(first), &indent(rest), 0..text.len());
        rows.iter().map(Row::text).collect()
    }

    #[test]
    fn rows_break_at_spaces_then_at_joints_then_anywhere() {
        assert_eq!(wrapped("one two three", 9, "", ""), ["one two", "three"]);
        assert_eq!(
            wrapped("a  b", 4, "", ""),
            ["a  b"],
            "blanks inside are kept"
        );
        assert_eq!(
            wrapped("docs/guide/setup.md", 12, "", ""),
            ["docs/guide/", "setup.md"]
        );
        assert_eq!(wrapped("abcdefghij", 4, "", ""), ["abcd", "efgh", "ij"]);
        assert_eq!(
            wrapped("see abcdefghij", 8, "", ""),
            ["see abcd", "efghij"],
            "half a row is worth beginning on"
        );
        assert_eq!(wrapped("", 4, "", ""), [""]);
        assert_eq!(wrapped("a\nb", 4, "", ""), ["a", "b"]);
    }

    #[test]
    fn wide_characters_break_by_their_own_rules() {
        assert_eq!(wrapped("技能库，里。", 6, "", ""), ["技能", "库，", "里。"]);
        assert_eq!(wrapped("ab「技」cd", 6, "", ""), ["ab", "「技」", "cd"]);
        assert_eq!(wrapped("한국어 단어", 8, "", ""), ["한국어", "단어"]);
        assert_eq!(wrapped("a技b", 1, "", ""), ["a", "▯", "b"]);
    }

    #[test]
    fn indents_are_kept_while_they_leave_room() {
        assert_eq!(
            wrapped("one two", 9, "key: ", "     "),
            ["key: one", "     two"]
        );
        assert_eq!(
            wrapped("one two", 5, "key: ", "     "),
            ["key:", "one", "two"],
            "else the first is text and the other is dropped"
        );
    }

    #[test]
    fn rows_know_what_a_break_replaced() {
        let spans = vec![Span::new("one twothree", Role::Text)];
        let rows = wrap(spans, 6, &[], &[], 3..9);
        assert_eq!(
            rows.iter().map(Row::text).collect::<Vec<_>>(),
            ["one", "twothr", "ee"]
        );
        let spaced: Vec<bool> = rows.iter().map(|row| row.parts[0].spaced).collect();
        assert_eq!(spaced, [false, true, false]);
        let whole: Vec<String> = lines(&rows).map(|line| line.text).collect();
        assert_eq!(whole, ["one twothree"]);
        assert!(rows.iter().all(|row| row.source == (3..9)));
    }

    #[test]
    fn rows_of_a_flow_know_their_lines() {
        let text = |text| Span::new(text, Role::Text);
        let flow = Flow {
            spans: vec![text("one "), text("two three "), text("four")],
            at: vec![0, 4, 14],
        };
        let rows = wrap_flow(&flow, 5, &[], &[], 0..18);
        let shares: Vec<_> = rows
            .iter()
            .map(|row| (row.text(), row.source.clone()))
            .collect();
        let share = |text: &str, source| (text.to_owned(), source);
        assert_eq!(
            shares,
            [
                share("one", 0..4),
                share("two", 4..14),
                share("three", 4..14),
                share("four", 14..18),
            ]
        );
    }
}
