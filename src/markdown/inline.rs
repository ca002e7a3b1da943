//! Running text while it is read: collects pieces of one meaning, tells links and emphasis, and
//! makes every piece safe to draw as it is finished.
//!
//! Text is shown as it is written: a character reference stays a reference, since that is what an
//! agent reads. Not here: blocks, wrapping, what a link is (`link`).

use std::ops::Range;

use super::document::{Flow, Link, LinkKind};
use super::ink::{Ink, Role, Span};
use super::link;
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
    /// For each piece of it where it begins there, and where in the source.
    raw_at: Vec<(usize, usize)>,
    raw_ink: Ink,
    raw_link: Option<u32>,
    /// All text so far without marks and targets, not yet safe.
    plain: String,
    strong: usize,
    emphasis: usize,
    strike: usize,
    /// How many links the document has before this flow.
    links_before: usize,
    /// The flow's own.
    links: Vec<Link>,
    /// Open links.
    open: Vec<OpenLink>,
}

struct OpenLink {
    /// Its index in the document.
    index: u32,
    /// Where in `plain` its text begins.
    from: usize,
    /// The label of the definition it refers to.
    label: Option<String>,
}

/// A flow that is complete.
pub(crate) struct Finished {
    pub flow: Flow,
    /// Its text without marks and targets, safe to draw.
    pub plain: String,
    pub links: Vec<Link>,
}

/// What emphasis a mark gives.
#[derive(Clone, Copy)]
pub(crate) enum Emphasis {
    Strong,
    Normal,
    Strike,
}

impl FlowBuilder {
    pub(crate) fn new(base: Role, start: usize, links_before: usize) -> Self {
        Self {
            start,
            base,
            flow: Flow::default(),
            raw: String::new(),
            raw_at: Vec::new(),
            raw_ink: Ink::from(base),
            raw_link: None,
            plain: String::new(),
            strong: 0,
            emphasis: 0,
            strike: 0,
            links_before,
            links: Vec::new(),
            open: Vec::new(),
        }
    }

    pub(crate) fn finish(mut self) -> Finished {
        self.flush();
        Finished {
            plain: sanitize::line(self.plain.trim()).into_owned(),
            flow: self.flow,
            links: self.links,
        }
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
    pub(crate) fn footnote(&mut self, label: &str, source: Range<usize>) {
        let at = source.start;
        let mark = format!("[^{label}]");
        self.open_link(
            Link {
                text: sanitize::line(label).into_owned(),
                target: label.to_owned(),
                title: String::new(),
                kind: LinkKind::Footnote,
                source,
            },
            None,
        );
        self.push(&mark, Role::Footnote, at);
        self.open.pop();
    }

    /// A link or image begins. `label` is that of the definition it refers to.
    pub(crate) fn open_link(&mut self, link: Link, label: Option<String>) {
        // Links in the text before it come first.
        self.flush();
        let (kind, at) = (link.kind, link.source.start);
        let index = self.add_link(link);
        self.open.push(OpenLink {
            index,
            from: self.plain.len(),
            label,
        });
        if kind == LinkKind::Image {
            self.push("▣ ", Role::Marker, at);
        }
    }

    /// It ends at byte `end`: what its text does not say follows.
    pub(crate) fn close_link(&mut self, end: usize) {
        let Some(open) = self.open.last() else {
            return;
        };
        let text = self.plain.get(open.from..).unwrap_or_default().trim();
        let own = (open.index as usize).checked_sub(self.links_before);
        let Some(link) = own.and_then(|own| self.links.get_mut(own)) else {
            return;
        };
        link.text = sanitize::line(text).into_owned();
        let addition = link::addition(link, text, open.label.as_deref());
        let apart = !text.is_empty();
        if !addition.is_empty() {
            let open = self.open.pop();
            if apart {
                self.push(" ", self.base, end);
            }
            self.open.extend(open);
            self.push(&addition, Role::Target, end);
        }
        self.open.pop();
    }

    fn add_link(&mut self, link: Link) -> u32 {
        let index = self.links_before + self.links.len();
        self.links.push(link);
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn push(&mut self, text: &str, role: Role, at: usize) {
        let ink = Ink {
            role,
            strong: self.strong > 0,
            emphasis: self.emphasis > 0,
            strike: self.strike > 0,
        };
        let link = self.open.last().map(|open| open.index);
        if self.raw_ink != ink || self.raw_link != link {
            self.flush();
            self.raw_ink = ink;
            self.raw_link = link;
        }
        self.raw_at.push((self.raw.len(), at));
        self.raw.push_str(text);
    }

    /// What was collected becomes spans. Addresses in plain text become links.
    fn flush(&mut self) {
        let raw = std::mem::take(&mut self.raw);
        let mut from = 0;
        if self.raw_ink.role == self.base && self.raw_link.is_none() {
            for place in link::addresses(&raw) {
                let address = raw.get(place.clone()).unwrap_or_default();
                let source = self.source_of(place.start)..self.source_of(place.end - 1) + 1;
                self.finish_span(&raw, from..place.start, self.raw_ink, None);
                let index = self.add_link(link::bare(address, source));
                let ink = Ink {
                    role: Role::Link,
                    ..self.raw_ink
                };
                from = place.end;
                self.finish_span(&raw, place, ink, Some(index));
            }
        }
        self.finish_span(&raw, from..raw.len(), self.raw_ink, self.raw_link);
        // The buffer is used again.
        self.raw = raw;
        self.raw.clear();
        self.raw_at.clear();
    }

    /// Where in the source the byte `offset` of `raw` stands.
    fn source_of(&self, offset: usize) -> usize {
        let next = self.raw_at.partition_point(|(from, _)| *from <= offset);
        let piece = next.checked_sub(1).and_then(|index| self.raw_at.get(index));
        piece.map_or(self.start, |(from, at)| at + (offset - from))
    }

    fn finish_span(&mut self, raw: &str, range: Range<usize>, ink: Ink, link: Option<u32>) {
        let text = raw.get(range.clone()).unwrap_or_default();
        if !text.is_empty() {
            let text = sanitize::line(text).into_owned();
            self.flow.spans.push(Span { text, ink, link });
            self.flow.at.push(self.source_of(range.start));
        }
    }
}
