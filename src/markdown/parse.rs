//! From source to [`Markdown`]: reads the parser's events once and keeps a flat list of steps.
//! Not here: running text (`inline`), arrangement (`layout`).

use std::ops::Range;

use pulldown_cmark::{
    Alignment, BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag,
    TagEnd,
};

use super::document::{
    Align, CodeBlock, Container, Flow, Footnote, Heading, Item, Leaf, Markdown, Op, Table,
    TableRow, Top, What,
};
use super::ink::{Alert, Role, Span};
use super::inline::{Emphasis, FlowBuilder};
use super::link;
use super::list::Items;
use super::slug::Slugs;
use super::verbatim::{Verbatim, info_string, language_of};
use crate::text::sanitize;

/// Cells to a tab stop, in code and HTML.
pub(crate) const TAB: usize = 4;

impl Markdown {
    /// Parses `source`: GitHub's Markdown with tables, task lists, footnotes, strike-through and
    /// alerts. Front matter is not known here; ranges count from the start of `source`.
    pub fn parse(source: &str) -> Self {
        let options = Options::ENABLE_TABLES
            | Options::ENABLE_FOOTNOTES
            | Options::ENABLE_STRIKETHROUGH
            | Options::ENABLE_TASKLISTS
            | Options::ENABLE_GFM;
        let mut reader = Reader::new(source);
        for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
            reader.event(event, range);
        }
        reader.md
    }
}

/// An open container.
enum Open {
    Quote,
    List(Items),
    /// The step that entered the item.
    Item(usize),
    Footnote,
}

struct Reader<'a> {
    source: &'a str,
    md: Markdown,
    open: Vec<Open>,
    /// How many of them are lists with bullets.
    bulleted: usize,
    /// Where the current outermost block began: a step and a byte.
    top: Option<(usize, usize)>,
    flow: Option<FlowBuilder>,
    verbatim: Option<Verbatim>,
    /// The info string of the code block at hand.
    info: String,
    table: Option<Table>,
    row: TableRow,
    slugs: Slugs,
}

impl<'a> Reader<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            source,
            md: Markdown {
                source: source.to_owned(),
                ..Markdown::default()
            },
            open: Vec::new(),
            bulleted: 0,
            top: None,
            flow: None,
            verbatim: None,
            info: String::new(),
            table: None,
            row: TableRow::default(),
            slugs: Slugs::default(),
        }
    }

    fn event(&mut self, event: Event<'a>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(text) => match &mut self.verbatim {
                Some(verbatim) => verbatim.push(&text, &range, self.source),
                None => {
                    let written = self.source.get(range.clone()).unwrap_or_default();
                    self.inline(range.start).text(&text, written, range.start);
                }
            },
            Event::Html(text) => match &mut self.verbatim {
                Some(verbatim) => verbatim.push(&text, &range, self.source),
                None => self.inline(range.start).html(&text, range.start),
            },
            Event::Code(text) => self.inline(range.start).code(&text, range.start),
            Event::InlineHtml(text) => self.inline(range.start).html(&text, range.start),
            Event::FootnoteReference(label) => {
                let at = range.start;
                self.inline(at).footnote(&label, range);
            }
            Event::SoftBreak => self.inline(range.start).soft_break(range.start),
            Event::HardBreak => self.inline(range.start).hard_break(range.start),
            Event::Rule => {
                self.begin_block(range.start);
                self.leaf(Leaf::Rule, range);
            }
            Event::TaskListMarker(done) => self.task(done, range),
            Event::InlineMath(_) | Event::DisplayMath(_) => {} // not switched on
        }
    }

    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        let at = range.start;
        match tag {
            Tag::Paragraph => self.begin_flow(Role::Text, at),
            Tag::Heading { level, .. } => self.begin_flow(Role::Heading(level_of(level)), at),
            Tag::BlockQuote(kind) => {
                let label = kind.map(|kind| (alert_of(kind), self.alert_label(at)));
                self.enter(Open::Quote, Container::Quote(label), range);
            }
            Tag::CodeBlock(kind) => {
                self.begin_verbatim(at);
                self.info = match kind {
                    CodeBlockKind::Fenced(_) => info_string(self.first_line(at)),
                    CodeBlockKind::Indented => String::new(),
                };
            }
            Tag::HtmlBlock => self.begin_verbatim(at),
            Tag::List(first) => {
                let items = Items::new(first.is_some());
                self.enter(Open::List(items), Container::List, range);
                self.bulleted += usize::from(first.is_none());
            }
            Tag::Item => {
                self.begin_block(at);
                let op = self.md.ops.len();
                if let Some(Open::List(items)) = self.open.last_mut() {
                    items.push(op, self.source.get(at..).unwrap_or_default());
                }
                self.enter(Open::Item(op), Container::Item(Item::default()), range);
            }
            Tag::FootnoteDefinition(label) => {
                let index = self.md.footnotes.len();
                self.md.footnotes.push(Footnote {
                    label: label.to_string(),
                    source: range.clone(),
                });
                self.enter(Open::Footnote, Container::Footnote(index), range);
            }
            Tag::Table(alignment) => {
                self.begin_block(at);
                self.table = Some(Table {
                    align: alignment.into_iter().map(align_of).collect(),
                    ..Table::default()
                });
            }
            Tag::TableHead | Tag::TableRow => {
                self.row = TableRow {
                    cells: Vec::new(),
                    source: range,
                };
            }
            Tag::TableCell => {
                let in_head = self
                    .table
                    .as_ref()
                    .is_some_and(|t| t.head.source.is_empty());
                let base = if in_head { Role::TableHead } else { Role::Text };
                self.flow = Some(FlowBuilder::new(base, at, self.md.links.len()));
            }
            Tag::Emphasis => self.inline(at).emphasise(Emphasis::Normal, true),
            Tag::Strong => self.inline(at).emphasise(Emphasis::Strong, true),
            Tag::Strikethrough => self.inline(at).emphasise(Emphasis::Strike, true),
            Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let link = link::announced(false, link_type, &dest_url, &title, range);
                self.inline(at).open_link(link, label_of(link_type, &id));
            }
            Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let link = link::announced(true, link_type, &dest_url, &title, range);
                self.inline(at).open_link(link, label_of(link_type, &id));
            }
            // Not switched on.
            Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Paragraph => {
                if let Some((flow, _)) = self.take_flow() {
                    self.leaf(Leaf::Paragraph(flow), range);
                }
            }
            TagEnd::Heading(level) => self.end_heading(level_of(level), range),
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item | TagEnd::FootnoteDefinition => {
                self.leave(range);
            }
            TagEnd::CodeBlock => self.end_code(range),
            TagEnd::HtmlBlock => self.end_html(range),
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.leaf(Leaf::Table(table), range);
                }
            }
            TagEnd::TableHead => {
                let row = std::mem::take(&mut self.row);
                if let Some(table) = &mut self.table {
                    table.head = row;
                }
            }
            TagEnd::TableRow => {
                let row = std::mem::take(&mut self.row);
                if let Some(table) = &mut self.table {
                    table.rows.push(row);
                }
            }
            TagEnd::TableCell => {
                let cell = self.take_flow().map(|(flow, _)| flow);
                self.row.cells.push(cell.unwrap_or_default());
            }
            TagEnd::Emphasis => self.inline(range.end).emphasise(Emphasis::Normal, false),
            TagEnd::Strong => self.inline(range.end).emphasise(Emphasis::Strong, false),
            TagEnd::Strikethrough => self.inline(range.end).emphasise(Emphasis::Strike, false),
            TagEnd::Link | TagEnd::Image => self.inline(range.end).close_link(range.end),
            TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    /// The running text at hand. In a tight list text stands in the item without a paragraph.
    fn inline(&mut self, at: usize) -> &mut FlowBuilder {
        if self.flow.is_none() {
            self.note_top(at);
        }
        self.flow
            .get_or_insert_with(|| FlowBuilder::new(Role::Text, at, self.md.links.len()))
    }

    /// The running text that ends here, and its plain text.
    fn take_flow(&mut self) -> Option<(Flow, String)> {
        let finished = self.flow.take()?.finish();
        self.md.links.extend(finished.links);
        Some((finished.flow, finished.plain))
    }

    /// A block begins: text that stood in an item without a paragraph ends here.
    fn begin_block(&mut self, at: usize) {
        let start = self.flow.as_ref().map_or(at, |flow| flow.start);
        if let Some((flow, _)) = self.take_flow() {
            self.push_op(What::Leaf(Leaf::Paragraph(flow)), start..at);
        }
        self.note_top(at);
    }

    fn begin_flow(&mut self, base: Role, at: usize) {
        self.begin_block(at);
        self.flow = Some(FlowBuilder::new(base, at, self.md.links.len()));
    }

    fn begin_verbatim(&mut self, at: usize) {
        self.begin_block(at);
        self.verbatim = Some(Verbatim::default());
    }

    fn note_top(&mut self, at: usize) {
        if self.open.is_empty() && self.top.is_none() {
            self.top = Some((self.md.ops.len(), at));
        }
    }

    fn push_op(&mut self, what: What, source: Range<usize>) {
        self.md.ops.push(Op { what, source });
    }

    fn leaf(&mut self, leaf: Leaf, source: Range<usize>) {
        let end = source.end;
        self.push_op(What::Leaf(leaf), source);
        self.close_top(end, false);
    }

    /// At the outermost level a block ends: it becomes one of the document's tops.
    fn close_top(&mut self, end: usize, footnote: bool) {
        if !self.open.is_empty() {
            return;
        }
        if let Some((op, start)) = self.top.take() {
            self.md.tops.push(Top {
                ops: op..self.md.ops.len(),
                source: start..end,
                footnote,
            });
        }
    }

    fn enter(&mut self, open: Open, container: Container, source: Range<usize>) {
        self.begin_block(source.start);
        self.push_op(What::Enter(container), source);
        self.open.push(open);
    }

    fn leave(&mut self, source: Range<usize>) {
        self.begin_block(source.end);
        let end = source.end;
        self.push_op(What::Leave, source);
        let open = self.open.pop();
        let footnote = matches!(open, Some(Open::Footnote));
        if let Some(Open::List(items)) = open {
            self.bulleted = self.bulleted.saturating_sub(usize::from(items.bulleted()));
            for (op, marker) in items.markers(self.bulleted) {
                if let Some(Op {
                    what: What::Enter(Container::Item(item)),
                    ..
                }) = self.md.ops.get_mut(op)
                {
                    item.marker = marker;
                }
            }
        }
        self.close_top(end, footnote);
    }

    fn task(&mut self, done: bool, range: Range<usize>) {
        let Some(Open::Item(op)) = self.open.last() else {
            return;
        };
        let written = self.source.get(range).unwrap_or("[ ]");
        let shown = sanitize::line(written).into_owned();
        if let Some(Op {
            what: What::Enter(Container::Item(item)),
            ..
        }) = self.md.ops.get_mut(*op)
        {
            item.task = Some((shown, done));
        }
    }

    fn end_heading(&mut self, level: u8, range: Range<usize>) {
        let Some((flow, text)) = self.take_flow() else {
            return;
        };
        let anchor = self.slugs.anchor(&text);
        let index = self.md.outline.len();
        self.md.outline.push(Heading {
            level,
            text,
            anchor,
            source: range.clone(),
        });
        self.leaf(Leaf::Heading(index, flow), range);
    }

    fn end_code(&mut self, range: Range<usize>) {
        let Some(verbatim) = self.verbatim.take() else {
            return;
        };
        let info = std::mem::take(&mut self.info);
        let index = self.md.code.len();
        self.md.code.push(CodeBlock {
            language: language_of(&info).to_owned(),
            info,
            text: verbatim.text,
            source: range.clone(),
            places: verbatim.places,
        });
        self.leaf(Leaf::Code(index), range);
    }

    fn end_html(&mut self, range: Range<usize>) {
        let Some(verbatim) = self.verbatim.take() else {
            return;
        };
        let spans = verbatim
            .text
            .lines()
            .map(|line| Span::new(sanitize::code(line, TAB).text, Role::Html));
        let flow = Flow {
            spans: spans.collect(),
            at: verbatim.places.iter().map(|place| place.start).collect(),
        };
        self.leaf(Leaf::Html(flow), range);
    }

    /// `NOTE` of `> [!NOTE]`, as written.
    fn alert_label(&self, at: usize) -> String {
        let line = self.first_line(at);
        let label = line.split_once("[!").map_or(line, |(_, rest)| rest);
        let label = label.split_once(']').map_or(label, |(label, _)| label);
        sanitize::line(label).into_owned()
    }

    fn first_line(&self, at: usize) -> &'a str {
        let rest = self.source.get(at..).unwrap_or_default();
        rest.lines().next().unwrap_or_default()
    }
}

/// The label of a reference link that is not the link's own text.
fn label_of(how: LinkType, id: &str) -> Option<String> {
    matches!(how, LinkType::Reference).then(|| id.to_owned())
}

fn level_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn alert_of(kind: BlockQuoteKind) -> Alert {
    match kind {
        BlockQuoteKind::Note => Alert::Note,
        BlockQuoteKind::Tip => Alert::Tip,
        BlockQuoteKind::Important => Alert::Important,
        BlockQuoteKind::Warning => Alert::Warning,
        BlockQuoteKind::Caution => Alert::Caution,
    }
}

fn align_of(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None | Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}
