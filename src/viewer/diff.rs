//! A difference of two texts as rows: signs, line numbers, what of a line differs. Not how it is found
//! (`patch`).

use super::lines::Lines;
use crate::markdown::{Changed, Role, Row, Span, wrap};
use crate::patch::{FileDiff, Line, LineKind};
use crate::text::{sanitize, width};

/// Unchanged lines around a change.
pub const CONTEXT: usize = 3;

/// The rows of a difference; `equal` is said when there is none.
pub fn diff(diff: &FileDiff, equal: &str, columns: usize) -> Vec<Row> {
    let mut lines = Lines::new(columns);
    if diff.only_line_ends {
        lines.line("Only line ends differ.", Role::Muted);
    }
    if diff.hunks.is_empty() {
        lines.line(equal, Role::Muted);
    }
    let last = diff.hunks.last().and_then(|hunk| hunk.lines.last());
    let last = last.map_or(0, |line| line.old.max(line.new).unwrap_or(0));
    let digits = last.to_string().len();
    let mut next = 1;
    for hunk in &diff.hunks {
        let hidden = hunk.new_start.saturating_sub(next);
        if hidden > 0 {
            let text = format!("… {hidden} equal lines");
            lines.line(&text, Role::Changed(Changed::Hunk));
        }
        for line in &hunk.lines {
            push(&mut lines.rows, line, digits, columns);
            next = line.new.map_or(next, |new| new + 1);
        }
    }
    lines.rows
}

fn push(rows: &mut Vec<Row>, line: &Line, digits: usize, columns: usize) {
    let (sign, role, word) = match line.kind {
        LineKind::Context => (' ', Role::Text, Role::Text),
        LineKind::Removed => (
            '-',
            Role::Changed(Changed::Removed),
            Role::Changed(Changed::RemovedWord),
        ),
        LineKind::Added => (
            '+',
            Role::Changed(Changed::Added),
            Role::Changed(Changed::AddedWord),
        ),
    };
    let number = line.new.or(line.old).unwrap_or(0);
    let head = format!("{number:>digits$} ");
    let blank = " ".repeat(width::of(&head) + 2);
    let indent = [
        Span::new(head, Role::Muted),
        Span::new(format!("{sign} "), role),
    ];
    let text = line.text();
    let mut spans = Vec::new();
    let mut at = 0;
    let mut piece = |from: usize, to: usize, role: Role| {
        let piece = text.get(from..to).unwrap_or_default();
        if !piece.is_empty() {
            spans.push(Span::new(sanitize::line(piece), role));
        }
    };
    for range in &line.emphasis {
        piece(at, range.start, role);
        piece(range.start, range.end, word);
        at = range.end;
    }
    piece(at, text.len(), role);
    let notes: Vec<&str> = line.notes.iter().map(|note| note.words()).collect();
    if line.kind != LineKind::Context && !notes.is_empty() {
        spans.push(Span::new(format!("  ({})", notes.join(", ")), Role::Muted));
    }
    let rest = [Span::new(blank, Role::Text)];
    rows.append(&mut wrap(spans, columns, &indent, &rest, 0..0));
}
