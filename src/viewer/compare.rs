//! Two skills side by side in words: which files differ, and the difference of their entry files.

use super::diff::{self, CONTEXT};
use super::facts;
use super::lines::Lines;
use crate::markdown::{Changed, Role, Row};
use crate::patch::FileDiff;
use crate::workbench::Comparison;

/// The rows for two skills.
pub fn compare(comparison: &Comparison, columns: usize) -> Vec<Row> {
    let mut lines = Lines::new(columns);
    let [left, right] = &comparison.names;
    lines.line(&format!("- {left}"), Role::Changed(Changed::Removed));
    lines.line(&format!("+ {right}"), Role::Changed(Changed::Added));
    lines.gap();
    for (path, size) in &comparison.only_left {
        let text = format!("- {path}  {}", facts::bytes(*size));
        lines.line(&text, Role::Changed(Changed::Removed));
    }
    for (path, size) in &comparison.only_right {
        let text = format!("+ {path}  {}", facts::bytes(*size));
        lines.line(&text, Role::Changed(Changed::Added));
    }
    for (path, sizes) in &comparison.different {
        let [left, right] = sizes.map(facts::bytes);
        lines.line(&format!("~ {path}  {left}, {right}"), Role::Text);
    }
    if comparison.equal > 0 {
        let text = format!("= {}", facts::count(comparison.equal as u64, "equal file"));
        lines.line(&text, Role::Muted);
    }
    lines.gap();
    let [old, new] = &comparison.entries;
    let difference = FileDiff::of(old, new, CONTEXT);
    let mut rows = diff::diff(&difference, "The entry files are equal.", columns);
    lines.rows.append(&mut rows);
    lines.rows
}
