//! `search`.

use std::io::{self, Write};
use std::ops::Range;

use serde_json::{Value, json};

use super::json;
use super::output::Output;
use super::{check_library, exit, report};
use crate::index::search::excerpt;
use crate::index::{Batch, Hit, LineMatch, Query, Results};
use crate::store::catalog::{Catalog, Skill};
use crate::store::discover::Fault;
use crate::text::sanitize;
use crate::theme::Chrome;
use crate::viewer::facts;
use crate::workbench::Workbench;

/// Cells to a tab stop.
const TAB: usize = 4;

/// Searches and prints what is found, the best skill first. The sum, what could not be read, and that
/// nothing was found go to stderr.
pub fn search(
    out: &mut Output,
    workbench: &Workbench,
    catalog: &Catalog,
    library: Option<&str>,
    words: &[String],
    limit: Option<usize>,
) -> anyhow::Result<u8> {
    let line = words.join(" ");
    let mut query = Query::parse(&line)?;
    for name in query.libraries() {
        check_library(catalog, Some(name))?;
    }
    if let Some(library) = library {
        query = query.only_in(library);
    }
    let mut results = Results::default();
    let mut faults: Vec<Fault> = Vec::new();
    let mut searched = 0;
    let mut sink = |batch: Batch| {
        results.insert(batch.hits);
        faults.extend(batch.faults);
        searched = batch.done;
    };
    workbench.search(catalog, &query, &mut sink, &|| false);
    for fault in &faults {
        report(&format!("{}: {}", fault.path.display(), fault.message));
    }
    let shown = limit.unwrap_or(usize::MAX);
    let hits = results.hits().iter().take(shown);
    let found = hits.filter_map(|hit| Some((hit, catalog.get(&hit.id)?)));
    if out.json {
        let hits: Vec<Value> = found.map(|(hit, skill)| as_json(hit, skill)).collect();
        out.document(&json::document(json!({
            "query": line,
            "skills": searched,
            "found": results.hits().len(),
            "hits": hits,
            "faults": faults.iter().map(json::fault).collect::<Vec<_>>(),
        })))?;
    } else {
        for (number, (hit, skill)) in found.enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            print(out, &query, hit, skill)?;
        }
    }
    out.flush()?;
    let of = facts::count(searched as u64, "skill");
    if results.hits().is_empty() {
        report(&format!("nothing found in {of}"));
        return Ok(exit::REFUSED);
    }
    if !out.json {
        report(&sum(&results, shown, &of));
    }
    Ok(exit::DONE)
}

/// How much was found.
fn sum(results: &Results, shown: usize, of: &str) -> String {
    let found = results.hits().len();
    let lines = facts::count(results.lines() as u64, "line");
    let cut = match found.checked_sub(shown) {
        None | Some(0) => String::new(),
        Some(_) => format!("; the best {} shown", facts::thousands(shown as u64)),
    };
    format!(
        "found {} of {of}, {lines}{cut}",
        facts::thousands(found as u64)
    )
}

fn as_json(hit: &Hit, skill: &Skill) -> Value {
    let line = |line: &LineMatch| {
        let ranges = line.ranges.iter().map(|it| json!([it.start, it.end]));
        json!({
            "line": line.line,
            "text": line.text,
            "ranges": ranges.collect::<Vec<_>>(),
        })
    };
    json!({
        "library": hit.id.library.as_ref(),
        "key": hit.id.key.as_ref(),
        "name": skill.shown_name(),
        "description": skill.shown_description(),
        "path": skill.file.to_string_lossy(),
        "archived": hit.archived,
        "in_name": hit.in_name,
        "in_description": hit.in_description,
        "matches": hit.score.count,
        "lines": hit.lines.iter().map(line).collect::<Vec<_>>(),
        "more_lines": hit.more_lines,
    })
}

fn print(out: &mut Output, query: &Query, hit: &Hit, skill: &Skill) -> io::Result<()> {
    let id = hit.id.to_string();
    let folder = id.len() - skill.folder.len();
    let in_folder = match id.get(folder..) {
        Some(end) if end == skill.folder => query.in_name(end),
        _ => Vec::new(),
    };
    let shifted = in_folder
        .iter()
        .map(|range| range.start + folder..range.end + folder);
    let mut head = painted(
        out,
        Some(Chrome::Library),
        &id,
        &shifted.collect::<Vec<_>>(),
    );
    let name = skill.shown_name();
    if name != skill.folder {
        let name = painted(out, Some(Chrome::Library), name, &query.in_name(name));
        head.push_str(&format!(" ({name})"));
    }
    if hit.archived {
        head.push_str(&out.paint(Chrome::Away, " [archived]"));
    }
    writeln!(out, "{head}")?;
    if hit.in_description && hit.lines.is_empty() {
        // A phrase goes over several lines of the file, or the file could not be read.
        let description = skill.line_description();
        let (text, ranges) = excerpt(&description, &query.in_text(&description));
        let text = painted(out, None, &text, &ranges);
        writeln!(out, "{} {text}", out.paint(Chrome::Dim, "description:"))?;
    }
    for line in &hit.lines {
        let number = out.paint(Chrome::Dim, &format!("{}:", line.line));
        let text = painted(out, None, &line.text, &line.ranges);
        writeln!(out, "{}", format!("{number} {text}").trim_end())?;
    }
    if hit.more_lines > 0 {
        let more = format!("and {}", facts::count(hit.more_lines as u64, "more line"));
        writeln!(out, "{}", out.paint(Chrome::Dim, &more))?;
    }
    Ok(())
}

/// A text made safe, with its matches in colour.
fn painted(out: &Output, part: Option<Chrome>, text: &str, ranges: &[Range<usize>]) -> String {
    let safe = sanitize::code(text, TAB);
    let mut line = String::new();
    let mut at = 0;
    let mut push = |end: usize, part: Option<Chrome>| {
        let piece = safe.text.get(at..end).unwrap_or_default();
        match part {
            Some(part) if !piece.is_empty() => line.push_str(&out.paint(part, piece)),
            _ => line.push_str(piece),
        }
        at = at.max(end);
    };
    for range in ranges {
        push(safe.shown_offset(range.start), part);
        push(safe.shown_offset(range.end), Some(Chrome::Match));
    }
    push(safe.text.len(), part);
    line
}
