//! Lines of a report: texts and labelled texts as rows of a width. What they say comes from elsewhere.

use crate::markdown::{Role, Row, Span, wrap};
use crate::text::{sanitize, width};

/// Cells of a label.
const LABEL: usize = 12;

/// A report being written.
pub struct Lines {
    width: usize,
    /// What was written.
    pub rows: Vec<Row>,
}

impl Lines {
    /// An empty one of some columns.
    pub fn new(width: usize) -> Self {
        Lines {
            width: width.max(1),
            rows: Vec::new(),
        }
    }

    /// A text, made safe.
    pub fn line(&mut self, text: &str, role: Role) -> &mut Self {
        self.spans(vec![Span::new(sanitize::line(text), role)])
    }

    /// Spans that are safe to draw.
    pub fn spans(&mut self, spans: Vec<Span>) -> &mut Self {
        self.rows
            .append(&mut wrap(spans, self.width, &[], &[], 0..0));
        self
    }

    /// A text, made safe, that goes on under itself, behind a label.
    pub fn labelled(&mut self, label: &str, text: &str, role: Role) -> &mut Self {
        let label = Span::new(width::pad(&format!("  {label}"), LABEL + 2), Role::Key);
        let rest = Span::new(" ".repeat(LABEL + 2), Role::Text);
        let text = Span::new(sanitize::line(text), role);
        self.rows
            .append(&mut wrap(vec![text], self.width, &[label], &[rest], 0..0));
        self
    }

    /// An empty row.
    pub fn gap(&mut self) -> &mut Self {
        self.rows.push(Row::default());
        self
    }
}
