//! How the problems of a skill would be repaired, as rows: the repairs, and what they change.

use super::diff::{self, CONTEXT};
use super::lines::Lines;
use crate::markdown::{Level, Role, Row};
use crate::patch::FileDiff;
use crate::skill::repair::{Grade, Place, repair_all};

/// The rows for the bytes of an entry file in its place.
pub fn repairs(bytes: &[u8], place: Place<'_>, columns: usize) -> Vec<Row> {
    let mut lines = Lines::new(columns);
    let repaired = repair_all(bytes, place, true);
    if repaired.applied.is_empty() && repaired.left.is_empty() {
        lines.line("Nothing is to be repaired.", Role::Muted);
        return lines.rows;
    }
    for repair in &repaired.applied {
        let (label, role) = match repair.grade {
            Grade::Sure => ("✓ repair", Role::TaskDone),
            _ => ("? guess", Role::Problem(Level::Warn)),
        };
        lines.labelled(
            label,
            &format!("{}  ({})", repair.title, repair.rule.id()),
            role,
        );
    }
    for left in &repaired.left {
        let title = match left.title.as_str() {
            "" => left.rule.title(),
            title => title,
        };
        let text = format!("{title} ({}): {}", left.rule.id(), left.reason.words());
        lines.labelled("· left", &text, Role::Muted);
    }
    if let Some(file) = &repaired.file {
        lines.labelled("rename", &format!("to {file}"), Role::Text);
    }
    lines.labelled("", "A preview: nothing is written.", Role::Muted);
    lines.gap();
    let difference = FileDiff::of(bytes, &repaired.bytes, CONTEXT);
    let mut rows = diff::diff(&difference, "The text stays as it is.", columns);
    lines.rows.append(&mut rows);
    lines.rows
}
