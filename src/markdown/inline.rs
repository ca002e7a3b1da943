//! Running text while it is read: collects pieces of one meaning, tells links and emphasis, and
//! makes every piece safe to draw as it is finished.
//!
//! Text is shown as it is written: a character reference stays a reference, since that is what an
//! agent reads. Not here: blocks, wrapping, what a link is (`link`).

use super::document::Flow;
use super::ink::{Ink, Role, Span};
use crate::text::sanitize;

/// A flow in the making.
pub(crate) struct FlowBuilder {
    /// Byte of the source at which it began.
    pub start: usize,
    /// The role of plain text here.
    base: Role,
    flow: Flow,
    /// Text of one meaning that still grows: characters are judged by their neighbours.
    raw: String,
    raw_at: usize,
    raw_ink: Ink,
    raw_link: Option<u32>,
    /// All text so far without marks and targets, not yet safe.
    plain: String,
    strong: usize,
    emphasis: usize,
    strike: usize,
    /// Open links: their index, and where in `plain` their text begins.
    open: Vec<(u32, usize)>,
}

/// What emphasis a mark gives.
#[derive(Clone, Copy)]
pub(crate) enum Emphasis {
    Strong,
    Normal,
    Strike,
}

impl FlowBuilder {
    pub(crate) fn new(base: Role, start: usize) -> Self {
        Self {
            start,
            base,
            flow: Flow::default(),
            raw: String::new(),
            raw_at: start,
            raw_ink: Ink::from(base),
            raw_link: None,
            plain: String::new(),
            strong: 0,
            emphasis: 0,
            strike: 0,
            open: Vec::new(),
        }
    }

    /// The finished flow, and its text without marks and targets, safe to draw.
    pub(crate) fn finish(mut self) -> (Flow, String) {
        self.flush();
        let plain = sanitize::line(self.plain.trim()).into_owned();
        (self.flow, plain)
    }

    pub(crate) fn emphasise(&mut self, what: Emphasis, on: bool) {
        let count = match what {
            Emphasis::Strong => &mut self.strong,
            Emphasis::Normal => &mut self.emphasis,
            Emphasis::Strike => &mut self.strike,
        };
        *count = if on {
            *count + 1
        } else {
            count.saturating_sub(1)
        };
    }

    /// Plain text; `written` is the source of it.
    pub(crate) fn text(&mut self, text: &str, written: &str, at: usize) {
        // They differ for character references only.
        let text = if text == written { text } else { written };
        let role = if self.open.is_empty() {
            self.base
        } else {
            Role::Link
        };
        self.plain.push_str(text);
        self.push(text, role, at);
    }

    pub(crate) fn code(&mut self, text: &str, at: usize) {
        self.plain.push_str(text);
        self.push(text, Role::Code, at);
    }

    pub(crate) fn html(&mut self, text: &str, at: usize) {
        for (i, line) in text.lines().enumerate() {
            if i > 0 {
                self.hard_break(at);
            }
            self.push(line, Role::Html, at);
        }
    }

    pub(crate) fn soft_break(&mut self, at: usize) {
        self.plain.push(' ');
        self.push(" ", self.base, at);
        // What follows comes from another line of the source.
        self.flush();
    }

    pub(crate) fn hard_break(&mut self, at: usize) {
        self.flush();
        self.plain.push(' ');
        self.flow.spans.push(Span::new("\n", self.base));
        self.flow.at.push(at);
    }

    /// A reference to the footnote `label`.
    pub(crate) fn footnote(&mut self, link: u32, label: &str, at: usize) {
        self.aside(link, &format!("[^{label}]"), Role::Footnote, at);
    }

    /// A link or image begins.
    pub(crate) fn open_link(&mut self, link: u32, image: bool, at: usize) {
        self.open.push((link, self.plain.len()));
        if image {
            self.push("▣ ", Role::Marker, at);
        }
    }

    /// It ends: which one it was, and its text.
    pub(crate) fn close_link(&mut self) -> Option<(u32, String)> {
        let (link, from) = self.open.pop()?;
        let text = self.plain.get(from..).unwrap_or_default();
        Some((link, text.trim().to_owned()))
    }

    /// What is added to a link after its text, if there is any.
    pub(crate) fn target(&mut self, link: u32, addition: &str, after_text: bool, at: usize) {
        if after_text {
            self.push(" ", self.base, at);
        }
        self.aside(link, addition, Role::Target, at);
    }

    /// Text that belongs to a link and not to the plain text.
    fn aside(&mut self, link: u32, text: &str, role: Role, at: usize) {
        self.open.push((link, self.plain.len()));
        self.push(text, role, at);
        self.open.pop();
    }

    fn push(&mut self, text: &str, role: Role, at: usize) {
        let ink = Ink {
            role,
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            strike: self.strike > 0,
        };
        let link = self.open.last().map(|(index, _)| *index);
        if self.raw_ink != ink || self.raw_link != link {
            self.flush();
            self.raw_ink = ink;
            self.raw_link = link;
        }
        if self.raw.is_empty() {
            self.raw_at = at;
        }
        self.raw.push_str(text);
    }

    fn flush(&mut self) {
        if self.raw.is_empty() {
            return;
        }
        self.flow.spans.push(Span {
            text: sanitize::line(&self.raw).into_owned(),
            ink: self.raw_ink,
            link: self.raw_link,
        });
        self.flow.at.push(self.raw_at);
        self.raw.clear();
    }
}
