//! A Markdown document, parsed once: its blocks as a flat list of openings, leaves and closings,
//! so that no depth of nesting can exhaust a stack, and its headings, links, code and footnotes.
//! Not here: how blocks are read from the source (`parse`) or arranged at a width (`layout`).

use std::ops::Range;

use super::ink::{Alert, Span};

/// A parsed document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markdown {
    pub(crate) source: String,
    pub(crate) ops: Vec<Op>,
    /// The blocks at the outermost level, in order of the source.
    pub(crate) tops: Vec<Top>,
    pub(crate) outline: Vec<Heading>,
    pub(crate) links: Vec<Link>,
    pub(crate) code: Vec<CodeBlock>,
    pub(crate) footnotes: Vec<Footnote>,
}

impl Markdown {
    /// The source it was parsed from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Its headings, in order.
    pub fn outline(&self) -> &[Heading] {
        &self.outline
    }

    /// Its links and images, in order.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Its code blocks, in order.
    pub fn code_blocks(&self) -> &[CodeBlock] {
        &self.code
    }

    /// Its footnotes, in order.
    pub fn footnotes(&self) -> &[Footnote] {
        &self.footnotes
    }

    /// The heading that `#anchor` leads to: an index into [`Self::outline`]. The `#` may be there
    /// or not; capitals do not count.
    pub fn heading_at(&self, anchor: &str) -> Option<usize> {
        let anchor = anchor.strip_prefix('#').unwrap_or(anchor).to_lowercase();
        self.outline
            .iter()
            .position(|heading| heading.anchor == anchor)
    }

    /// The footnote with a label: an index into [`Self::footnotes`]. Capitals do not count.
    pub fn footnote_at(&self, label: &str) -> Option<usize> {
        let label = label.to_lowercase();
        let is_it = |footnote: &Footnote| footnote.label.to_lowercase() == label;
        self.footnotes.iter().position(is_it)
    }
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text without marks, safe to draw.
    pub text: String,
    /// What a link to it says after `#`, as GitHub makes it; unique in the document.
    pub anchor: String,
    /// Its bytes in the source.
    pub source: Range<usize>,
}

/// A link or an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its text, safe to draw. Of an image the description.
    pub text: String,
    /// Where it points to, as written; **not** made safe to draw. Of a footnote its label.
    pub target: String,
    /// Its title, not made safe to draw; often empty.
    pub title: String,
    /// What the target is.
    pub kind: LinkKind,
    /// Its bytes in the source.
    pub source: Range<usize>,
}

/// What a link points to, judged by the look of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// `http:`, `https:` or `//host`.
    Web,
    /// `mailto:` or an address.
    Mail,
    /// `#heading` of the same document.
    Anchor,
    /// A path, with or without an anchor.
    File,
    /// An image, wherever it is.
    Image,
    /// A reference to a footnote.
    Footnote,
    /// Any other scheme: `javascript:`, `vscode:`, `data:`, …
    Other,
}

/// A code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// First word of the info string, without braces: what says the language. May be empty.
    pub language: String,
    /// The whole info string as written; not made safe to draw.
    pub info: String,
    /// The code as an agent reads it, line ends included; not made safe to draw.
    pub text: String,
    /// Bytes of the whole block in the source.
    pub source: Range<usize>,
    /// Where in the source each line of `text` stands.
    pub(crate) places: Vec<Range<usize>>,
}

/// A footnote's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Footnote {
    /// What stands after `^`.
    pub label: String,
    /// Bytes of the definition in the source.
    pub source: Range<usize>,
}

/// A block at the outermost level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Top {
    /// Its share of `Markdown::ops`.
    pub ops: Range<usize>,
    pub source: Range<usize>,
    pub footnote: bool,
}

/// A step through the document, in order of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Op {
    pub what: What,
    pub source: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Enter(Container),
    Leave,
    Leaf(Leaf),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    /// A block quote; with a label when it is an alert.
    Quote(Option<(Alert, String)>),
    List,
    Item(Item),
    /// An index into `Markdown::footnotes`.
    Footnote(usize),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item {
    /// Bullet or number, aligned within its list, with the space after it.
    pub marker: String,
    /// The box of a task, as written, and whether it is done.
    pub task: Option<(String, bool)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaf {
    Paragraph(Flow),
    /// An index into `Markdown::outline`.
    Heading(usize, Flow),
    /// An index into `Markdown::code`.
    Code(usize),
    Table(Table),
    Rule,
    /// Lines of HTML, one span each.
    Html(Flow),
}

/// Running text: spans with the place in the source at which each begins. `\n` inside a span is a
/// hard line break.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    pub spans: Vec<Span>,
    pub at: Vec<usize>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Table {
    pub align: Vec<Align>,
    pub head: TableRow,
    pub rows: Vec<TableRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableRow {
    pub cells: Vec<Flow>,
    pub source: Range<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Align {
    #[default]
    Left,
    Center,
    Right,
}

impl From<Span> for Flow {
    fn from(span: Span) -> Self {
        Self {
            spans: vec![span],
            at: Vec::new(),
        }
    }
}

impl Flow {
    /// The same text after some marks, which come from byte `at`.
    pub(crate) fn after(&self, mut marks: Vec<Span>, at: usize) -> Self {
        let mut places = vec![at; marks.len()];
        marks.extend(self.spans.iter().cloned());
        places.extend(&self.at);
        Self {
            spans: marks,
            at: places,
        }
    }
}
