//! What a search over all skills found, as a list: a group for each skill, an entry for each line. For
//! a worker: it reads every file. Not here: finding (`index`), when a search begins and is given up.

use std::ops::Range;

use super::state::{Entry, Group, Spot};
use crate::index::search::excerpt;
use crate::index::{Batch, Hit, Outcome, Query, Results};
use crate::store::catalog::Catalog;
use crate::store::discover::Fault;
use crate::text::{sanitize, width};
use crate::theme::Chrome;
use crate::viewer::facts;
use crate::workbench::Workbench;

/// Skills in a list; more are counted.
pub const MAX_SKILLS: usize = 1_000;

/// Faults in a list; more are counted.
const MAX_FAULTS: usize = 20;

/// Characters kept before the first match of a line: a list is narrow.
const BEFORE: usize = 12;

/// Cells to a tab stop.
const TAB: usize = 4;

/// What a search has found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// Which search.
    pub number: u64,
    /// The first skills, the best first.
    pub groups: Vec<Group>,
    /// Skills that were found.
    pub skills: usize,
    /// Lines that were found.
    pub lines: usize,
    /// Skills to look at.
    pub of: usize,
    /// The search is over, at its end or because it was given up.
    pub ended: bool,
}

/// Searches all skills. `tell` gets what there is as often as there is more; what it ends with is
/// returned. `overtaken` gives the search up.
pub fn search(
    workbench: &Workbench,
    catalog: &Catalog,
    query: &Query,
    number: u64,
    tell: &dyn Fn(Findings),
    overtaken: &(dyn Fn() -> bool + Sync),
) -> Findings {
    let mut results = Results::default();
    let mut faults: Vec<Fault> = Vec::new();
    let mut of = 0;
    let mut sink = |batch: Batch| {
        of = batch.of;
        let is_last = batch.done == batch.of;
        let has_news = !batch.hits.is_empty();
        results.insert(batch.hits);
        faults.extend(batch.faults);
        // The whole comes with the end.
        if has_news && !is_last && !overtaken() {
            tell(findings(number, catalog, query, &results, &[], of));
        }
    };
    let outcome = workbench.search(catalog, query, &mut sink, overtaken);
    let found = match outcome {
        Outcome::Complete => findings(number, catalog, query, &results, &faults, of),
        // Nobody wants it any more.
        Outcome::Cancelled => Findings {
            number,
            ..Findings::default()
        },
    };
    Findings {
        ended: true,
        ..found
    }
}

fn findings(
    number: u64,
    catalog: &Catalog,
    query: &Query,
    results: &Results,
    faults: &[Fault],
    of: usize,
) -> Findings {
    let hits = results.hits();
    let shown = hits.iter().take(MAX_SKILLS);
    let mut groups: Vec<Group> = shown.filter_map(|hit| group(catalog, query, hit)).collect();
    if let Some(more) = hits.len().checked_sub(MAX_SKILLS).filter(|more| *more > 0) {
        let more = facts::count(more as u64, "more skill");
        groups.push(bare("more", "", format!("{more}: add a word")));
    }
    for fault in faults.iter().take(MAX_FAULTS) {
        let words = format!("{}: {}", fault.path.display(), fault.message);
        groups.push(bare(&words, "! ", sanitize::line(&words).into_owned()));
    }
    if let Some(more) = faults.len().checked_sub(MAX_FAULTS).filter(|it| *it > 0) {
        let more = facts::count(more as u64, "more file");
        groups.push(bare(
            "faults",
            "! ",
            format!("{more} could not be searched"),
        ));
    }
    Findings {
        number,
        groups,
        skills: hits.len(),
        lines: results.lines(),
        of,
        ended: false,
    }
}

/// A row that leads nowhere.
fn bare(id: &str, sign: &'static str, title: String) -> Group {
    Group {
        id: id.to_owned(),
        sign: (sign, Chrome::Warning),
        title,
        detail: String::new(),
        spot: None,
        entries: Vec::new(),
    }
}

fn group(catalog: &Catalog, query: &Query, hit: &Hit) -> Option<Group> {
    let skill = catalog.get(&hit.id)?;
    let spot = |line: Option<usize>| Spot {
        skill: hit.id.clone(),
        line: line.and_then(|line| u32::try_from(line).ok()),
    };
    let mut entries = Vec::with_capacity(hit.lines.len() + 1);
    if hit.in_description && hit.lines.is_empty() {
        // A phrase goes over several lines of the file, or the file was not read.
        let description = skill.line_description();
        let (text, ranges) = excerpt(&description, &query.in_text(&description));
        entries.push(entry(spot(None), "description: ", &text, &ranges));
    }
    for line in &hit.lines {
        let number = format!("{}: ", line.line);
        entries.push(entry(
            spot(Some(line.line)),
            &number,
            &line.text,
            &line.ranges,
        ));
    }
    if hit.more_lines > 0 {
        let more = facts::count(hit.more_lines as u64, "more line");
        entries.push(entry(
            spot(None),
            "",
            &format!("{more}: n in the page"),
            &[],
        ));
    }
    let mut detail = Vec::new();
    if catalog.shelves.len() > 1 {
        detail.push(sanitize::line(&hit.id.library).into_owned());
    }
    if hit.archived {
        detail.push("archived".to_owned());
    }
    if let Some(lines) = Some(hit.lines.len() + hit.more_lines).filter(|lines| *lines > 0) {
        detail.push(facts::thousands(lines as u64));
    }
    Some(Group {
        id: hit.id.to_string(),
        sign: ("", Chrome::Dim),
        title: sanitize::line(&skill.shown_names()).into_owned(),
        detail: detail.join(" "),
        spot: Some(spot(None)),
        entries,
    })
}

/// An entry: what stands before a text, and the text, cut before its first match.
fn entry(spot: Spot, before: &str, text: &str, ranges: &[Range<usize>]) -> Entry {
    let lead = text.len() - text.trim_start().len();
    let text = text.trim();
    let safe = sanitize::code(text, TAB);
    let shown = |at: usize| safe.shown_offset(at.saturating_sub(lead).min(text.len()));
    let first = ranges.first().map_or(0, |range| shown(range.start));
    let start = start_before(&safe.text, first);
    let ellipsis = if start > 0 { "…" } else { "" };
    let head = before.len() + ellipsis.len();
    let moved = |range: &Range<usize>| {
        let moved = |at: usize| shown(at).max(start) - start + head;
        moved(range.start)..moved(range.end)
    };
    let kept = safe.text.get(start..).unwrap_or_default();
    Entry {
        spot,
        sign: ("", Chrome::Dim),
        label: format!("{before}{ellipsis}{kept}"),
        found: ranges.iter().map(moved).collect(),
        note: safe.text.clone().into_owned(),
    }
}

/// Where to begin a text so that its first match is seen: a few characters before it.
fn start_before(text: &str, first: usize) -> usize {
    let before = text.get(..first).unwrap_or_default();
    let mut starts = width::graphemes(before).rev();
    let start = starts.nth(BEFORE).map_or(0, |(at, _)| at);
    // A little more is as short as the sign that it is missing.
    match width::of(before.get(..start).unwrap_or_default()) {
        0..=4 => 0,
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::catalog::SkillId;

    fn entry_of(text: &str, query: &str) -> (String, Vec<String>) {
        let spot = Spot {
            skill: SkillId {
                library: "lib".into(),
                key: "key".into(),
            },
            line: Some(7),
        };
        let ranges = Query::parse(query).unwrap().in_text(text);
        let entry = entry(spot, "7: ", text, &ranges);
        let found = entry
            .found
            .iter()
            .map(|it| entry.label[it.clone()].to_owned());
        let found = found.collect();
        (entry.label, found)
    }

    #[test]
    fn a_label_shows_its_matches_where_they_are() {
        let cases: [(&str, &str, &str, &[&str]); 6] = [
            ("  Run it", "run", "7: Run it", &["Run"]),
            ("\ta\tb run", "run b", "7: a   b run", &["b", "run"]),
            (
                "a\u{202e}\u{1b}[31m run",
                "run",
                "7: a⟨U+202E⟩␛[31m run",
                &["run"],
            ),
            (
                "far away from the start of this line, run it and run",
                "run",
                "7: …f this line, run it and run",
                &["run", "run"],
            ),
            (
                "技能技能技能技能技能技能技能技能技能 run",
                "run",
                "7: …技能技能技能技能技能技能 run",
                &["run"],
            ),
            ("x", "y", "7: x", &[]),
        ];
        for (text, query, label, found) in cases {
            let (shown, places) = entry_of(text, query);
            assert_eq!(
                (shown.as_str(), places.as_slice()),
                (
                    label,
                    found
                        .iter()
                        .map(|it| (*it).to_owned())
                        .collect::<Vec<_>>()
                        .as_slice()
                ),
                "{text:?}"
            );
        }
    }
}
