//! From blocks to rows: walks the steps of a document with the indents that are open, and hands
//! each leaf to the one who can lay it out. Not here: parsing, colours, what a leaf looks like
//! inside (`wrap`, `code`, `table`).

use std::ops::Range;

use super::code::{self, CodeStyle, Highlights};
use super::document::{Container, Flow, Item, Leaf, Markdown, Op, Top, What};
use super::guarantee;
use super::ink::{Ink, Role, Span, push_span};
use super::row::{CodeRow, Layout, Page, Part, Row, bytes};
use super::wrap::{cells, wrap_flow};
use super::{table, wrap};

/// Cells that nesting leaves to the text, where the pane has them.
const MIN_ROOM: usize = 8;

impl Markdown {
    /// The document's rows at a width. Highlighting changes roles only, never text or rows.
    ///
    /// Every word of the source is in the rows, whatever Markdown makes of it: what rendering would
    /// hide stands below its block as source, muted. (Below 8 columns wide characters that do not
    /// fit are replaced by `▯`; with `wrap_code` off the cut part of code is reached by `shift`.)
    pub fn layout(&self, layout: &Layout, highlights: &Highlights) -> Page {
        let mut painter = Painter::new(self, layout, highlights);
        let mut end = 0;
        for top in &self.tops {
            painter.gap(end..top.source.start);
            end = end.max(top.source.end);
            if !top.footnote {
                painter.top(top);
            }
        }
        painter.gap(end..self.source.len());
        for top in self.tops.iter().filter(|top| top.footnote) {
            painter.top(top);
        }
        painter.finish()
    }
}

struct Painter<'a> {
    md: &'a Markdown,
    layout: Layout,
    highlights: &'a Highlights,
    page: Page,
    /// What the next row begins with, and the rows after it.
    first: Vec<Span>,
    rest: Vec<Span>,
    /// Cells of either.
    indent: usize,
    /// Where in `first` the marks begin that the document itself has (numbers, boxes, labels).
    mark: Option<usize>,
    /// Marks that found no room as an indent; they go before the next text.
    loose: Vec<Span>,
    frames: Vec<Frame>,
}

/// An open container.
struct Frame {
    /// To go back to when it closes.
    rest_len: usize,
    indent: usize,
    /// Rows of the page when it opened: none more means that it is empty.
    rows: usize,
    /// Whether a blank row stands between its blocks only where one stands in the source.
    as_source: bool,
    /// Whether a block stood in it.
    started: bool,
}

impl<'a> Painter<'a> {
    fn new(md: &'a Markdown, layout: &Layout, highlights: &'a Highlights) -> Self {
        let root = Frame {
            rest_len: 0,
            indent: 0,
            rows: 0,
            as_source: false,
            started: false,
        };
        Self {
            md,
            layout: Layout {
                width: layout.width.max(1),
                ..*layout
            },
            highlights,
            page: Page {
                headings: vec![0; md.outline.len()],
                code: vec![0..0; md.code.len()],
                footnotes: vec![0; md.footnotes.len()],
                ..Page::default()
            },
            first: Vec::new(),
            rest: Vec::new(),
            indent: 0,
            mark: None,
            loose: Vec::new(),
            frames: vec![root],
        }
    }

    fn finish(mut self) -> Page {
        self.page.links = vec![None; self.md.links.len()];
        for (number, row) in self.page.rows.iter().enumerate() {
            for link in row.spans.iter().filter_map(|span| span.link) {
                if let Some(slot) = self.page.links.get_mut(link as usize) {
                    slot.get_or_insert(number);
                }
            }
        }
        self.page
    }

    /// An outermost block, and below it what of its source is not to be seen.
    fn top(&mut self, top: &Top) {
        let from = self.page.rows.len();
        let ops = self.md.ops.get(top.ops.clone()).unwrap_or_default();
        for op in ops {
            self.step(op);
        }
        let rows = self.page.rows.get(from..).unwrap_or_default();
        let hidden = guarantee::hidden(self.md, &self.layout, &top.source, ops, rows);
        self.as_written(hidden);
    }

    /// Source between outermost blocks: what has words is shown, such as definitions of links.
    fn gap(&mut self, source: Range<usize>) {
        let lines = guarantee::lines_with_words(&self.md.source, source);
        if !lines.is_empty() {
            self.space(lines.first().map_or(0, |(source, _)| source.start));
            self.as_written(lines);
        }
    }

    fn as_written(&mut self, lines: Vec<(Range<usize>, String)>) {
        for (source, text) in lines {
            let span = Span::new(text, Role::Muted);
            let rows = wrap::wrap(vec![span], self.text_width(), &[], &[], source);
            self.put(rows);
        }
    }

    fn step(&mut self, op: &Op) {
        match &op.what {
            What::Enter(container) => self.enter(container, op.source.start),
            What::Leave => self.leave(&op.source),
            What::Leaf(leaf) => {
                self.space(op.source.start);
                self.leaf(leaf, &op.source);
            }
        }
    }

    fn enter(&mut self, container: &Container, at: usize) {
        self.space(at);
        let frame = Frame {
            rest_len: self.rest.len(),
            indent: self.indent,
            rows: self.page.rows.len(),
            as_source: matches!(container, Container::List | Container::Item(_)),
            started: false,
        };
        self.frames.push(frame);
        match container {
            Container::List => {}
            Container::Quote(None) => self.push_bar(Role::QuoteBar),
            Container::Quote(Some((kind, label))) => {
                let role = Role::Alert(*kind);
                self.push_bar(role);
                let ink = Ink {
                    strong: true,
                    ..Ink::from(role)
                };
                self.paragraph(&Flow::from(Span::new(label, ink)), &(at..at));
            }
            Container::Item(item) => self.push_mark(mark_of(item)),
            Container::Footnote(index) => {
                if let Some(row) = self.page.footnotes.get_mut(*index) {
                    *row = self.page.rows.len();
                }
                let label = self.md.footnotes.get(*index);
                let label = label.map_or("", |footnote| footnote.label.as_str());
                let mark = format!("[^{}] ", crate::text::sanitize::line(label));
                self.push_mark(vec![Span::new(mark, Role::Footnote)]);
            }
        }
    }

    fn leave(&mut self, source: &Range<usize>) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let has_mark = self.rest.len() > frame.rest_len || !self.loose.is_empty();
        if has_mark && self.page.rows.len() == frame.rows {
            self.paragraph(&Flow::default(), source);
        }
        self.rest.truncate(frame.rest_len);
        self.first.clone_from(&self.rest);
        self.indent = frame.indent;
    }

    /// Room for an indent of `cells`, so that text keeps enough of the width.
    fn has_room(&self, cells: usize) -> bool {
        let keep = MIN_ROOM.min(self.layout.width / 2).max(1);
        self.indent + cells + keep <= self.layout.width
    }

    fn push_bar(&mut self, role: Role) {
        let bar = Span::new("▌ ", role);
        if self.has_room(2) {
            self.first.push(bar.clone());
            self.rest.push(bar);
            self.indent += 2;
        }
    }

    fn push_mark(&mut self, mark: Vec<Span>) {
        let cells = cells(&mark);
        if self.has_room(cells) {
            self.mark.get_or_insert(bytes(&self.first));
            self.first.extend(mark);
            self.rest.push(Span::new(" ".repeat(cells), Role::Text));
            self.indent += cells;
        } else {
            self.loose.extend(mark);
        }
    }

    /// A blank row where one belongs before the block that begins at `at`.
    fn space(&mut self, at: usize) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let started = std::mem::replace(&mut frame.started, true);
        if !started || frame.as_source && !blank_before(&self.md.source, at) {
            return;
        }
        let mut blank = Row {
            spans: self.rest.clone(),
            source: at..at,
            ..Row::default()
        };
        blank.trim_end();
        self.page.rows.push(blank);
    }

    /// Columns for tables and code.
    fn full_width(&self) -> usize {
        self.layout.width.saturating_sub(self.indent).max(1)
    }

    /// Columns for prose.
    fn text_width(&self) -> usize {
        let cap = self.layout.text_cap.max(self.indent + MIN_ROOM);
        self.layout
            .width
            .min(cap)
            .saturating_sub(self.indent)
            .max(1)
    }

    /// Rows go to the page, behind the indent.
    fn put(&mut self, rows: Vec<Row>) {
        for mut row in rows {
            let shift = bytes(&self.first);
            let bare = row.spans.is_empty();
            let content = std::mem::replace(&mut row.spans, self.first.clone());
            for span in content {
                push_span(&mut row.spans, span);
            }
            for part in &mut row.parts {
                part.range = part.range.start + shift..part.range.end + shift;
            }
            if let Some(mark) = self.mark.take() {
                if row.parts.is_empty() {
                    row.parts.push(Part::from(shift..shift));
                }
                if let Some(part) = row.parts.first_mut() {
                    part.range.start = mark;
                }
            }
            if bare {
                row.trim_end();
            }
            self.page.rows.push(row);
            self.first.clone_from(&self.rest);
        }
    }

    fn leaf(&mut self, leaf: &Leaf, source: &Range<usize>) {
        if !matches!(leaf, Leaf::Paragraph(_) | Leaf::Heading(..)) && !self.loose.is_empty() {
            self.paragraph(&Flow::default(), source);
        }
        match leaf {
            Leaf::Paragraph(flow) => self.paragraph(flow, source),
            Leaf::Heading(index, flow) => self.heading(*index, flow, source),
            Leaf::Code(index) => self.code(*index),
            Leaf::Table(table) => {
                let rows = table::rows(table, self.full_width());
                self.put(rows);
            }
            Leaf::Rule => {
                let line = Span::new("─".repeat(self.text_width()), Role::Rule);
                self.put(vec![Row {
                    spans: vec![line],
                    source: source.clone(),
                    ..Row::default()
                }]);
            }
            Leaf::Html(flow) => self.html(flow, source),
        }
    }

    fn paragraph(&mut self, flow: &Flow, source: &Range<usize>) {
        let width = self.text_width();
        let rows = if self.loose.is_empty() {
            wrap_flow(flow, width, &[], &[], source.clone())
        } else {
            let marks = std::mem::take(&mut self.loose);
            wrap_flow(
                &flow.after(marks, source.start),
                width,
                &[],
                &[],
                source.clone(),
            )
        };
        self.put(rows);
    }

    /// The two upper levels are underlined, the others (and what has no text to underline) keep
    /// their marks: levels without colour.
    fn heading(&mut self, index: usize, flow: &Flow, source: &Range<usize>) {
        let level = self
            .md
            .outline
            .get(index)
            .map_or(1, |heading| heading.level);
        let role = Role::Heading(level);
        let from = self.page.rows.len();
        if let Some(row) = self.page.headings.get_mut(index) {
            *row = from;
        }
        let empty = flow.spans.iter().all(|span| span.text.trim().is_empty());
        let line = match level {
            1 if !empty => "━",
            2 if !empty => "─",
            _ => {
                let marks = format!("{} ", "#".repeat(level.into()));
                let indent = " ".repeat(marks.len());
                let marks = Span::new(marks, Role::Muted);
                let indent = Span::new(indent, role);
                let flow = flow.after(std::mem::take(&mut self.loose), source.start);
                let width = self.text_width();
                let rows = wrap_flow(&flow, width, &[marks], &[indent], source.clone());
                self.put(rows);
                return;
            }
        };
        self.paragraph(flow, source);
        let own = self.page.rows.get(from..).unwrap_or_default();
        let widest = own.iter().map(Row::width).max().unwrap_or(0);
        let length = widest.saturating_sub(self.indent).max(1);
        self.put(vec![Row {
            spans: vec![Span::new(line.repeat(length), role)],
            source: source.clone(),
            ..Row::default()
        }]);
    }

    fn code(&mut self, index: usize) {
        let Some(block) = self.md.code.get(index) else {
            return;
        };
        let from = self.page.rows.len();
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        let style = CodeStyle::framed(self.full_width(), &self.layout);
        let label = CodeRow {
            block: number,
            line: None,
        };
        self.put(code::label(&block.info, label, &style, block.source.start));
        let highlighted = self.highlights.get(number);
        let mut lines: Vec<_> = block
            .text
            .lines()
            .zip(block.places.iter().cloned())
            .collect();
        if lines.is_empty() {
            lines.push(("", block.source.clone()));
        }
        self.put(code::rows(&lines, number, &style, highlighted));
        if let Some(rows) = self.page.code.get_mut(index) {
            *rows = from..self.page.rows.len();
        }
    }

    fn html(&mut self, flow: &Flow, source: &Range<usize>) {
        let ends = flow.at.iter().copied().skip(1).chain([source.end]);
        for ((span, at), end) in flow.spans.iter().zip(&flow.at).zip(ends) {
            let line = Flow::from(span.clone());
            let rows = wrap_flow(&line, self.text_width(), &[], &[], *at..end);
            self.put(rows);
        }
    }
}

fn mark_of(item: &Item) -> Vec<Span> {
    let mut mark = vec![Span::new(item.marker.clone(), Role::Marker)];
    if let Some((written, done)) = &item.task {
        let role = if *done {
            Role::TaskDone
        } else {
            Role::TaskOpen
        };
        mark.push(Span::new(written.clone(), role));
        mark.push(Span::new(" ", Role::Text));
    }
    mark
}

/// Whether the line before the one that holds byte `at` is blank (quote marks apart).
fn blank_before(source: &str, at: usize) -> bool {
    let before = source.get(..at).unwrap_or_default();
    let Some((above, _)) = before.rsplit_once('\n') else {
        return false;
    };
    let line = above.rsplit_once('\n').map_or(above, |(_, line)| line);
    line.chars().all(|c| c.is_whitespace() || c == '>')
}
