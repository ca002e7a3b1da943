//! `compare`: which files of two skills differ, and the difference of their entry files as a patch.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{exit, json, output::Output};
use crate::patch::{FileDiff, LineKind};
use crate::text::sanitize;
use crate::theme::Chrome;
use crate::viewer::facts;
use crate::workbench::Comparison;

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// Prints how two skills differ; gives the exit code: 1 when they do.
pub fn compare(out: &mut Output, comparison: &Comparison) -> io::Result<u8> {
    let [old, new] = &comparison.entries;
    let difference = FileDiff::of(old, new, CONTEXT);
    let [left, right] = &comparison.names;
    // As a patch that makes the second of the first, applied in the folder of the first.
    let unified = difference.unified("SKILL.md", "SKILL.md");
    if out.json {
        out.document(&document(comparison, &unified))?;
    } else {
        let mut line = |part: Chrome, text: String| {
            let text = out.paint(part, &sanitize::line(&text));
            writeln!(out, "{text}")
        };
        for (path, size) in &comparison.only_left {
            let text = format!("only in {left}: {path} ({})", facts::bytes(*size));
            line(Chrome::Removed, text)?;
        }
        for (path, size) in &comparison.only_right {
            let text = format!("only in {right}: {path} ({})", facts::bytes(*size));
            line(Chrome::Added, text)?;
        }
        for (path, sizes) in &comparison.different {
            let [one, other] = sizes.map(facts::bytes);
            line(Chrome::Warning, format!("differ: {path} ({one}, {other})"))?;
        }
        if out.columns.is_none() {
            out.write_all(&unified)?;
        } else {
            patch(out, &difference)?;
        }
    }
    out.flush()?;
    Ok(match comparison.is_equal() {
        true => exit::DONE,
        false => exit::REFUSED,
    })
}

/// The difference for a terminal: in colours, and made safe.
fn patch(out: &mut Output, difference: &FileDiff) -> io::Result<()> {
    for hunk in &difference.hunks {
        let head = format!("@@ -{} +{} @@", hunk.old_start, hunk.new_start);
        writeln!(out, "{}", out.paint(Chrome::Hunk, &head))?;
        for line in &hunk.lines {
            let (sign, part) = match line.kind {
                LineKind::Context => (' ', Chrome::Context),
                LineKind::Removed => ('-', Chrome::Removed),
                LineKind::Added => ('+', Chrome::Added),
            };
            let text = format!("{sign}{}", sanitize::line(&line.text()));
            writeln!(out, "{}", out.paint(part, &text))?;
        }
    }
    Ok(())
}

fn document(comparison: &Comparison, unified: &[u8]) -> Value {
    let files = |files: &[(String, u64)]| -> Vec<Value> {
        let files = files.iter();
        files
            .map(|(path, size)| json!({"path": path, "bytes": size}))
            .collect()
    };
    let different = comparison.different.iter();
    let different = different.map(|(path, sizes)| json!({"path": path, "bytes": sizes}));
    json::document(json!({
        "skills": comparison.names,
        "equal": comparison.is_equal(),
        "only_in_first": files(&comparison.only_left),
        "only_in_second": files(&comparison.only_right),
        "different": different.collect::<Vec<_>>(),
        "equal_files": comparison.equal,
        "diff": String::from_utf8_lossy(unified),
    }))
}
