//! What a piece of text means on the page. Not how it looks: colours and attributes are chosen by
//! whoever draws, from these meanings.

/// What a piece of text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// Prose.
    #[default]
    Text,
    /// Beside the point: source shown because it was not rendered, marks, line numbers.
    Muted,
    /// A heading of level 1 to 6, its marks and underline included.
    Heading(u8),
    /// The text of a link.
    Link,
    /// Where a link or an image points to.
    Target,
    /// Inline code.
    Code,
    /// Code of a block that is not highlighted.
    CodeText,
    /// Frame of a code block: its info string, its bar, the marks of wrapped and cut lines.
    CodeLabel,
    /// The bar before a block quote.
    QuoteBar,
    /// Bar and label of an alert.
    Alert(Alert),
    /// Bullets and numbers of lists, the sign of an image.
    Marker,
    /// The box of a finished task.
    TaskDone,
    /// The box of an open task.
    TaskOpen,
    /// Lines inside a table.
    TableRule,
    /// Cells of a table's header, and their copies before values.
    TableHead,
    /// A thematic break.
    Rule,
    /// HTML, comments included, as written.
    Html,
    /// A reference to a footnote, or the mark before its text.
    Footnote,
    /// Highlighted code.
    Syntax(Syntax),
    /// The name of a field.
    Key,
    /// The value of a field.
    Value,
    /// A problem told in place.
    Problem(Level),
    /// A part of a difference.
    Changed(Changed),
}

/// Parts of a difference between two texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Changed {
    /// A line that comes.
    Added,
    /// A line that goes.
    Removed,
    /// What of it the line that goes does not have.
    AddedWord,
    /// What of it the line that comes does not have.
    RemovedWord,
    /// Where lines are left out.
    Hunk,
}

/// The five kinds of alerts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alert {
    /// `[!NOTE]`
    Note,
    /// `[!TIP]`
    Tip,
    /// `[!IMPORTANT]`
    Important,
    /// `[!WARNING]`
    Warning,
    /// `[!CAUTION]`
    Caution,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// It does not work.
    Error,
    /// It works here and not there, or not as meant.
    Warn,
    /// It could be better.
    Hint,
}

/// What a piece of code is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum Syntax {
    #[default]
    Plain,
    Comment,
    String,
    Number,
    Keyword,
    Function,
    Type,
    Variable,
    Constant,
    Operator,
    Punctuation,
    Tag,
    Attribute,
    Heading,
    Inserted,
    Deleted,
    Invalid,
}

/// A meaning with its emphasis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ink {
    /// What the text is.
    pub role: Role,
    /// Strongly emphasised (`**`).
    pub strong: bool,
    /// Emphasised (`*`).
    pub emphasis: bool,
    /// Struck out (`~~`).
    pub strike: bool,
}

impl From<Role> for Ink {
    fn from(role: Role) -> Self {
        Self {
            role,
            ..Self::default()
        }
    }
}

/// Text of one meaning. The text is safe to draw: it went through `text::sanitize`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// What is drawn.
    pub text: String,
    /// What it means.
    pub ink: Ink,
    /// The link it belongs to: an index into `Markdown::links`.
    pub link: Option<u32>,
}

impl Span {
    /// A span that belongs to no link. `text` must be safe to draw.
    pub fn new(text: impl Into<String>, ink: impl Into<Ink>) -> Self {
        Self {
            text: text.into(),
            ink: ink.into(),
            link: None,
        }
    }

    /// Whether both may be drawn as one.
    pub(crate) fn alike(&self, other: &Self) -> bool {
        self.ink == other.ink && self.link == other.link
    }
}

/// Appends `span` to `spans`, to the last one where they are alike.
pub(crate) fn push_span(spans: &mut Vec<Span>, span: Span) {
    if span.text.is_empty() {
        return;
    }
    match spans.last_mut() {
        Some(last) if last.alike(&span) => last.text.push_str(&span.text),
        _ => spans.push(span),
    }
}
