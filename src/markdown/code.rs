//! Code, line by line: of a block within a document, or a whole file with line numbers.
//!
//! A long line goes on in the next row behind `↪`, every blank kept, or is cut with `‹` and `›`
//! where the person prefers to scroll. Colours change nothing about rows. Not here: finding out
//! what is a keyword (`highlight`).

use std::collections::HashMap;
use std::ops::Range;

use super::breaks::{atoms, is_joint, narrow};
use super::highlight::Highlighted;
use super::ink::{Ink, Role, Span, Syntax, push_span};
use super::parse::TAB;
use super::row::{CodeRow, Layout, Page, Part, Row, bytes};
use super::wrap::wrap;
use crate::text::{chomp, sanitize, width};

/// Below this many columns code goes without its bar.
const MIN_FRAMED: usize = 8;

/// Highlighted code blocks of a document, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Highlights {
    blocks: HashMap<u32, Highlighted>,
}

impl Highlights {
    /// Adds what was found for code block `block`.
    pub fn insert(&mut self, block: u32, highlighted: Highlighted) {
        self.blocks.insert(block, highlighted);
    }

    /// What is known of code block `block`.
    pub fn get(&self, block: u32) -> Option<&Highlighted> {
        self.blocks.get(&block)
    }
}

/// How code is laid out.
pub(crate) struct CodeStyle {
    /// Columns, the gutter included.
    width: usize,
    gutter: Gutter,
    wrap: bool,
    shift: usize,
}

enum Gutter {
    None,
    Bar,
    /// Line numbers, right-aligned in so many columns.
    Numbers(usize),
}

impl CodeStyle {
    /// A block within a document.
    pub(crate) fn framed(width: usize, layout: &Layout) -> Self {
        let bar = width >= MIN_FRAMED;
        Self {
            width,
            gutter: if bar { Gutter::Bar } else { Gutter::None },
            wrap: layout.wrap_code,
            shift: layout.shift,
        }
    }

    /// Columns that code itself has.
    fn room(&self) -> usize {
        let gutter = match self.gutter {
            Gutter::None => 0,
            Gutter::Bar => 2,
            Gutter::Numbers(digits) => digits + 2,
        };
        self.width.saturating_sub(gutter).max(1)
    }

    /// What stands before line `number`, from 0, or before its continuation; `blank` when nothing
    /// follows.
    fn gutter(&self, number: u32, continues: bool, blank: bool) -> Vec<Span> {
        let mut text = match self.gutter {
            Gutter::None => return Vec::new(),
            Gutter::Bar if continues => "↪ ".to_owned(),
            Gutter::Bar => "│ ".to_owned(),
            Gutter::Numbers(digits) if continues => format!("{:digits$}↪ ", ""),
            Gutter::Numbers(digits) => format!("{:>digits$}  ", u64::from(number) + 1),
        };
        if blank {
            text.truncate(text.trim_end().len());
        }
        let role = match self.gutter {
            Gutter::Numbers(_) => Role::Muted,
            Gutter::None | Gutter::Bar => Role::CodeLabel,
        };
        vec![Span::new(text, role)]
    }
}

/// A file that is not Markdown, or Markdown as it is written: every line with its tabs expanded,
/// its own rows, and with `numbers` its line number. Code rows name block 0.
pub fn plain(
    text: &str,
    numbers: bool,
    layout: &Layout,
    highlighted: Option<&Highlighted>,
) -> Page {
    let width = layout.width.max(1);
    let digits = text.lines().count().max(1).to_string().len();
    let style = CodeStyle {
        width,
        gutter: match numbers && width >= digits + 2 + MIN_FRAMED {
            true => Gutter::Numbers(digits),
            false => Gutter::None,
        },
        wrap: layout.wrap_code,
        shift: layout.shift,
    };
    let mut lines = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        lines.push((chomp(line), at..at + line.len()));
        at += line.len();
    }
    if lines.is_empty() {
        lines.push(("", 0..0));
    }
    let rows = rows(&lines, 0, &style, highlighted);
    Page {
        code: std::iter::once(0..rows.len()).collect(),
        rows,
        ..Page::default()
    }
}

/// The rows above a block that show its info string, when it has one.
pub(crate) fn label(info: &str, code: CodeRow, style: &CodeStyle, at: usize) -> Vec<Row> {
    let info = sanitize::line(info);
    if info.is_empty() {
        return Vec::new();
    }
    let text = Span::new(info, Role::CodeLabel);
    let (first, rest) = match style.gutter {
        Gutter::Bar => (
            vec![Span::new("╭ ", Role::CodeLabel)],
            vec![Span::new("│ ", Role::CodeLabel)],
        ),
        Gutter::None | Gutter::Numbers(_) => Default::default(),
    };
    let mut rows = wrap(vec![text], style.width, &first, &rest, at..at);
    for row in &mut rows {
        row.code = Some(code);
    }
    rows
}

/// The rows of lines of code, each with its place in the source.
pub(crate) fn rows(
    lines: &[(&str, Range<usize>)],
    block: u32,
    style: &CodeStyle,
    highlighted: Option<&Highlighted>,
) -> Vec<Row> {
    let mut rows = Vec::new();
    for ((text, source), number) in lines.iter().zip(0u32..) {
        let classes = highlighted.and_then(|lines| lines.get(number as usize));
        let line = Line {
            text,
            source: source.clone(),
            block,
            number,
        };
        line.lay_out(style, classes.map_or(&[], Vec::as_slice), &mut rows);
    }
    rows
}

struct Line<'a> {
    text: &'a str,
    source: Range<usize>,
    block: u32,
    number: u32,
}

impl Line<'_> {
    fn lay_out(&self, style: &CodeStyle, classes: &[(Range<usize>, Syntax)], rows: &mut Vec<Row>) {
        let safe = sanitize::code(self.text, TAB);
        let room = style.room();
        let text = narrow(&safe.text, room);
        // In a pane that narrow, offsets may have moved: no colours there.
        let classes = if room < 4 { &[] } else { classes };
        let roles: Vec<(Range<usize>, Role)> = classes
            .iter()
            .map(|(raw, syntax)| {
                let shown = safe.shown_offset(raw.start)..safe.shown_offset(raw.end);
                (shown, Role::Syntax(*syntax))
            })
            .collect();
        if !style.wrap {
            let mut spans = style.gutter(self.number, false, text.is_empty());
            let (range, before, after) = window(&text, style.shift, room);
            let mark = |there: bool, mark| there.then(|| Span::new(mark, Role::CodeLabel));
            spans.extend(mark(before, "‹"));
            let body = bytes(&spans);
            colour(&text, range, &roles, &mut spans);
            let end = bytes(&spans);
            spans.extend(mark(after, "›"));
            rows.push(self.row(spans, body..end, false));
            return;
        }
        for (number, range) in chunks(&text, room).into_iter().enumerate() {
            let continues = number > 0;
            let mut spans = style.gutter(self.number, continues, range.is_empty());
            let body = bytes(&spans);
            colour(&text, range, &roles, &mut spans);
            let end = bytes(&spans);
            rows.push(self.row(spans, body..end, continues));
        }
    }

    fn row(&self, spans: Vec<Span>, range: Range<usize>, continues: bool) -> Row {
        Row {
            spans,
            source: self.source.clone(),
            continues,
            code: Some(CodeRow {
                block: self.block,
                line: Some(self.number),
            }),
            parts: vec![Part::from(range)],
        }
    }
}

/// Cuts `text` into ranges of at most `room` cells: after a blank in their second half, else after
/// a sign in their last third, else anywhere.
fn chunks(text: &str, room: usize) -> Vec<Range<usize>> {
    let mut chunks = Vec::new();
    if width::of(text) <= room {
        chunks.push(0..text.len());
        return chunks;
    }
    let mut from = 0;
    let mut used = 0;
    // The last places of either kind, and the cells up to there.
    let (mut blank, mut joint) = ((0, 0), (0, 0));
    for (at, g, cells) in atoms(text, room) {
        // Twice when what stands behind the better place still leaves no room.
        while used > 0 && used + cells > room {
            let (cut, spent) = if blank.1 * 2 >= room {
                blank
            } else if joint.1 * 3 >= room * 2 {
                joint
            } else {
                (at, used)
            };
            chunks.push(from..cut);
            from = cut;
            used -= spent;
            (blank, joint) = ((0, 0), (0, 0));
        }
        used += cells;
        if g == " " {
            blank = (at + g.len(), used);
        } else if is_joint(g) {
            joint = (at + g.len(), used);
        }
    }
    chunks.push(from..text.len());
    chunks
}

/// The bytes of `text` that show through a window of `room` cells after `shift` cells, and whether
/// something is cut before and after: each of these takes one of the cells.
fn window(text: &str, shift: usize, room: usize) -> (Range<usize>, bool, bool) {
    let all = width::of(text);
    let before = shift > 0 && all > 0;
    let left = shift + usize::from(before);
    let after = all > shift + room;
    let right = shift + room - usize::from(after).min(room);
    let mut column = 0;
    let mut range: Option<Range<usize>> = None;
    for (at, g, cells) in atoms(text, room) {
        if column >= left && column + cells <= right {
            let start = range.map_or(at, |range| range.start);
            range = Some(start..at + g.len());
        }
        column += cells;
    }
    // One column cannot hold two marks.
    (
        range.unwrap_or(0..0),
        before,
        after && !(before && room < 2),
    )
}

/// Appends the bytes `range` of `text`, each grapheme in the role it begins in.
fn colour(text: &str, range: Range<usize>, roles: &[(Range<usize>, Role)], spans: &mut Vec<Span>) {
    let slice = text.get(range.clone()).unwrap_or_default();
    if roles.is_empty() {
        push_span(spans, Span::new(slice, Role::CodeText));
        return;
    }
    let mut next = roles.partition_point(|(place, _)| place.end <= range.start);
    let mut run = (0, Role::CodeText);
    for (at, _) in width::graphemes(slice) {
        let place = range.start + at;
        while roles.get(next).is_some_and(|(range, _)| range.end <= place) {
            next += 1;
        }
        let role = match roles.get(next) {
            Some((range, role)) if range.contains(&place) => *role,
            _ => Role::CodeText,
        };
        if role != run.1 {
            let text = slice.get(run.0..at).unwrap_or_default();
            push_span(spans, Span::new(text, Ink::from(run.1)));
            run = (at, role);
        }
    }
    let text = slice.get(run.0..).unwrap_or_default();
    push_span(spans, Span::new(text, Ink::from(run.1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, numbers: bool, layout: &Layout) -> Vec<String> {
        let page = plain(text, numbers, layout, None);
        page.rows.iter().map(Row::text).collect()
    }

    fn cut(width: usize, shift: usize) -> Layout {
        Layout {
            wrap_code: false,
            shift,
            ..Layout::new(width)
        }
    }

    #[test]
    fn files_have_numbers_where_there_is_room() {
        let file = "one\n\n\tthree goes on and on\n4\n5\n6\n7\n8\n9\nten\r\n";
        let shown = texts(file, true, &Layout::new(20));
        assert_eq!(
            shown[..5],
            [
                " 1  one",
                " 2",
                " 3      three goes ",
                "  ↪ on and on",
                " 4  4"
            ]
        );
        assert_eq!(shown[10], "10  ten");
        assert_eq!(texts("one\ntwo", true, &Layout::new(8)), ["one", "two"]);
        assert_eq!(texts("", false, &Layout::new(8)), [""]);
    }

    #[test]
    fn cut_lines_show_where_more_is() {
        let line = "abcdefghijkl";
        let cases = [
            (12, 0, "abcdefghijkl"),
            (6, 0, "abcde›"),
            (6, 3, "‹efgh›"),
            (6, 6, "‹hijkl"),
            (6, 40, "‹"),
            (2, 1, "‹›"),
            (1, 1, "‹"),
        ];
        for (width, shift, shown) in cases {
            assert_eq!(texts(line, false, &cut(width, shift)), [shown]);
        }
        assert_eq!(texts("技能库", false, &cut(4, 0)), ["技›"]);
        assert_eq!(texts("", false, &cut(4, 3)), [""]);
    }

    #[test]
    fn highlighted_pieces_are_cut_at_graphemes() {
        let highlighted = vec![vec![(0..1, Syntax::Keyword), (5..6, Syntax::Number)]];
        // The mark after `e` is in no piece: it stays with its letter.
        let page = plain("e\u{301}\tx1", false, &Layout::new(20), Some(&highlighted));
        let span = |text: &str, role| Span::new(text, role);
        assert_eq!(
            page.rows[0].spans,
            [
                span("e\u{301}", Role::Syntax(Syntax::Keyword)),
                span("   x", Role::CodeText),
                span("1", Role::Syntax(Syntax::Number)),
            ]
        );
    }
}
