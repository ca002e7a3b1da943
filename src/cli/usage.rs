//! `usage`: what the usage records of Hermes say of each skill.
//!
//! Libraries that are not of a Hermes home keep no records and are left out; that is told.

use std::cmp::Reverse;
use std::io::{self, Write};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use super::args::{UsageFilter, UsageSort};
use super::json;
use super::output::Output;
use super::report;
use crate::store::catalog::{Catalog, Shelf, Skill};
use crate::store::usage::Usage;
use crate::text::{sanitize, width};
use crate::theme::Chrome;
use crate::viewer::facts;

/// Skills that were used so lately are hot.
const HOT: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Widest column of keys.
const MAX_KEY: usize = 44;

/// Prints a table of the usage records, their sums, and those that belong to no skill.
pub fn usage(
    out: &mut Output,
    catalog: &Catalog,
    library: Option<&str>,
    filter: UsageFilter,
    now: Timestamp,
) -> io::Result<()> {
    let asked = |shelf: &&Shelf| library.is_none_or(|id| shelf.library.id == id);
    let (kept, unkept): (Vec<&Shelf>, Vec<&Shelf>) = catalog
        .shelves
        .iter()
        .filter(asked)
        .partition(|shelf| shelf.library.home.is_some());
    let faults: Vec<String> = kept
        .iter()
        .filter_map(|shelf| {
            let fault = shelf.usage.state.fault()?;
            Some(format!(".usage.json of {}: {fault}", shelf.library.id))
        })
        .collect();
    for fault in &faults {
        report(fault);
    }
    let all = || kept.iter().flat_map(|shelf| &shelf.skills);
    let mut skills: Vec<&Skill> = all().filter(|skill| fits(skill, filter, now)).collect();
    sort(&mut skills, filter.sort);
    let records = || kept.iter().flat_map(|shelf| shelf.usage.records.values());
    let sums = Sums {
        records: records().count(),
        uses: sum(records().map(|it| it.uses)),
        views: sum(records().map(|it| it.views)),
        patches: sum(records().map(|it| it.patches)),
        never: all().filter(|skill| is_unused(&skill.usage)).count(),
        hot: all().filter(|skill| is_hot(&skill.usage, now)).count(),
    };
    let orphans: Vec<(&str, &str, &Usage)> = kept
        .iter()
        .flat_map(|shelf| shelf.orphans.iter().map(move |name| (shelf, name)))
        .filter_map(|(shelf, name)| {
            let record = shelf.usage.records.get(name)?;
            Some((shelf.library.id.as_str(), name.as_str(), record))
        })
        .collect();
    if out.json {
        let without = unkept.iter().map(|shelf| &shelf.library.id);
        return out.document(&json::document(json!({
            "skills": skills.iter().map(|skill| as_json(skill, now)).collect::<Vec<_>>(),
            "totals": sums.as_json(),
            "orphans": orphans.iter().map(|orphan| orphan_json(*orphan)).collect::<Vec<_>>(),
            "faults": faults,
            "libraries_without_records": without.collect::<Vec<_>>(),
        })));
    }
    for shelf in unkept.iter().filter(|shelf| !shelf.skills.is_empty()) {
        let count = facts::count(shelf.skills.len() as u64, "skill");
        report(&format!(
            "{}: no usage is recorded for its {count}",
            shelf.library.id
        ));
    }
    if skills.is_empty() {
        report("no skill to show");
    } else {
        table(out, &skills, now)?;
        writeln!(out)?;
    }
    writeln!(out, "{}", sums.line())?;
    if !orphans.is_empty() {
        writeln!(out, "records without a skill:")?;
    }
    for (_, name, usage) in orphans {
        let last = last_used(usage, now);
        let text = format!(
            "{}: {}, {}, {}, last used {last}",
            sanitize::line(name),
            facts::count(usage.uses, "use"),
            facts::count(usage.views, "view"),
            patches(usage.patches),
        );
        writeln!(out, "  {}", out.paint(Chrome::Dim, &text))?;
    }
    Ok(())
}

/// The sums of all records, those without a skill included, and counts of skills.
struct Sums {
    records: usize,
    uses: u64,
    views: u64,
    patches: u64,
    never: usize,
    hot: usize,
}

impl Sums {
    fn line(&self) -> String {
        format!(
            "{}: {}, {}, {}; {} never used, {} hot",
            facts::count(self.records as u64, "record"),
            facts::count(self.uses, "use"),
            facts::count(self.views, "view"),
            patches(self.patches),
            facts::count(self.never as u64, "skill"),
            facts::thousands(self.hot as u64),
        )
    }

    fn as_json(&self) -> Value {
        json!({
            "records": self.records,
            "uses": self.uses,
            "views": self.views,
            "patches": self.patches,
            "never_used": self.never,
            "hot": self.hot,
        })
    }
}

/// Foreign numbers may be of any size.
fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

fn patches(number: u64) -> String {
    let plural = if number == 1 { "" } else { "es" };
    format!("{} patch{plural}", facts::thousands(number))
}

fn is_unused(usage: &Usage) -> bool {
    usage.uses == 0 && usage.last_used.is_none()
}

fn is_hot(usage: &Usage, now: Timestamp) -> bool {
    usage
        .last_used
        .is_some_and(|last| now.duration_since(last) <= HOT)
}

fn fits(skill: &Skill, filter: UsageFilter, now: Timestamp) -> bool {
    (!filter.never || is_unused(&skill.usage)) && (!filter.hot || is_hot(&skill.usage, now))
}

/// Equal ones stay in the order of their keys.
fn sort(skills: &mut [&Skill], by: UsageSort) {
    match by {
        UsageSort::Uses => skills.sort_by_key(|it| Reverse(it.usage.uses)),
        UsageSort::Used => skills.sort_by_key(|it| Reverse(it.usage.last_used)),
        UsageSort::Views => skills.sort_by_key(|it| Reverse(it.usage.views)),
        UsageSort::Patches => skills.sort_by_key(|it| Reverse(it.usage.patches)),
        UsageSort::Name => skills.sort_by(|a, b| a.shown_name().cmp(b.shown_name())),
        UsageSort::Created => skills.sort_by_key(|it| Reverse(it.usage.created)),
    }
}

fn as_json(skill: &Skill, now: Timestamp) -> Value {
    json!({
        "library": skill.id.library.as_ref(),
        "key": skill.id.key.as_ref(),
        "name": skill.shown_name(),
        "state": skill.state().word(),
        "pinned": skill.usage.pinned,
        "maker": skill.provenance.maker.word(),
        "never_used": is_unused(&skill.usage),
        "hot": is_hot(&skill.usage, now),
        "usage": json::skill_usage(skill),
    })
}

fn orphan_json((library, name, usage): (&str, &str, &Usage)) -> Value {
    json!({
        "library": library,
        "record": name,
        "state": usage.state.word(),
        "pinned": usage.pinned,
        "usage": json::usage(usage),
    })
}

fn last_used(usage: &Usage, now: Timestamp) -> String {
    usage
        .last_used
        .map_or_else(|| "never".to_owned(), |last| facts::age(last, now))
}

fn table(out: &mut Output, skills: &[&Skill], now: Timestamp) -> io::Result<()> {
    let several = skills.windows(2).any(|pair| match pair {
        [a, b] => a.id.library != b.id.library,
        _ => false,
    });
    let label = |skill: &Skill| {
        let id = match several {
            true => skill.id.to_string(),
            false => skill.id.key.to_string(),
        };
        let id = sanitize::line(&id).into_owned();
        match out.columns {
            Some(_) => width::clip_start(&id, MAX_KEY).into_owned(),
            None => id,
        }
    };
    let cells = |skill: &&Skill| {
        let usage = &skill.usage;
        [
            label(skill),
            facts::thousands(usage.uses),
            facts::thousands(usage.views),
            facts::thousands(usage.patches),
            last_used(usage, now),
            skill.state().word().to_owned(),
            if usage.pinned { "pinned" } else { "" }.to_owned(),
            skill.provenance.maker.word().to_owned(),
        ]
    };
    let titles = [
        "skill",
        "uses",
        "views",
        "patches",
        "last used",
        "state",
        "pinned",
        "maker",
    ]
    .map(str::to_owned);
    let rows: Vec<[String; 8]> = skills.iter().map(cells).collect();
    let mut widths = titles.each_ref().map(|title| width::of(title));
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(width::of(cell));
        }
    }
    let line = |cells: &[String; 8]| {
        let cells = cells.iter().zip(widths).enumerate();
        let padded = cells.map(|(column, (cell, width))| {
            let room = " ".repeat(width.saturating_sub(width::of(cell)));
            match column {
                // Numbers.
                1..=3 => format!("{room}{cell}"),
                _ => format!("{cell}{room}"),
            }
        });
        let line = padded.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned()
    };
    writeln!(out, "{}", out.paint(Chrome::Dim, &line(&titles)))?;
    for row in &rows {
        writeln!(out, "{}", line(row))?;
    }
    Ok(())
}
