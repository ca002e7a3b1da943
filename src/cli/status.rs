//! `libraries` and `status`.

use std::io::{self, Write};

use jiff::Timestamp;
use serde_json::json;

use super::json;
use super::output::Output;
use crate::store::catalog::{self, Catalog, Shelf, ShelfState};
use crate::text::{sanitize, width};
use crate::theme::Chrome;
use crate::viewer::facts;
use crate::workbench::Counts;

/// Prints the libraries, a line each.
pub fn libraries(out: &mut Output, catalog: &Catalog, library: Option<&str>) -> io::Result<()> {
    let asked = |shelf: &&Shelf| library.is_none_or(|id| shelf.library.id == id);
    let shelves: Vec<&Shelf> = catalog.shelves.iter().filter(asked).collect();
    if out.json {
        let libraries: Vec<_> = shelves.into_iter().map(json::library).collect();
        return out.document(&json::document(json!({"libraries": libraries})));
    }
    print_libraries(out, &shelves)
}

fn print_libraries(out: &mut Output, shelves: &[&Shelf]) -> io::Result<()> {
    let column = |text: &dyn Fn(&Shelf) -> String| {
        let widths = shelves.iter().map(|shelf| width::of(&text(shelf)));
        widths.max().unwrap_or(0)
    };
    let id = |shelf: &Shelf| sanitize::line(&shelf.library.id).into_owned();
    let kind = |shelf: &Shelf| shelf.library.kind.words().to_owned();
    let (ids, kinds) = (column(&id), column(&kind));
    for shelf in shelves {
        let access = if shelf.library.writable {
            "writable "
        } else {
            "read-only"
        };
        let state = match &shelf.state {
            ShelfState::Ready => format!("{:>5} skills", shelf.skills.len()),
            ShelfState::Missing => out.paint(Chrome::Warning, "     missing"),
            ShelfState::Unreadable(reason) => out.paint(
                Chrome::Error,
                &format!("unreadable: {}", sanitize::line(reason)),
            ),
        };
        let path = sanitize::line(&shelf.library.root.to_string_lossy()).into_owned();
        writeln!(
            out,
            "{}  {}  {access}  {state}  {}",
            out.paint(Chrome::Library, &width::pad(&id(shelf), ids)),
            width::pad(&kind(shelf), kinds),
            out.paint(Chrome::Dim, &path),
        )?;
    }
    Ok(())
}

/// Prints the home, its libraries, counts, problems and what waits.
pub fn status(out: &mut Output, catalog: &Catalog, now: Timestamp) -> io::Result<()> {
    let total = catalog
        .shelves
        .iter()
        .map(Counts::of)
        .fold(Counts::default(), |sum, counts| sum.plus(&counts));
    let sidecar_faults: Vec<String> = catalog
        .shelves
        .iter()
        .flat_map(catalog::sidecar_faults)
        .collect();
    let pending: usize = catalog
        .shelves
        .iter()
        .map(|it| it.sidecars.pending.count)
        .sum();
    let oldest = catalog
        .shelves
        .iter()
        .filter_map(|it| it.sidecars.pending.oldest)
        .min();
    let curator = catalog.shelves.iter().find(|it| it.library.home.is_some());
    let orphans: usize = catalog.shelves.iter().map(|it| it.orphans.len()).sum();
    if out.json {
        let libraries: Vec<_> = catalog.shelves.iter().map(json::library).collect();
        return out.document(&json::document(json!({
            "home": json::home(catalog),
            "libraries": libraries,
            "counts": json::counts(&total),
            "pending": {"count": pending, "oldest_at": oldest.map(|it| it.to_string())},
            "curator": curator.map(|shelf| json!({
                "last_run_at": shelf.sidecars.curator_last_run.map(|it| it.to_string()),
                "paused": shelf.sidecars.curator_paused,
            })),
            "orphan_records": orphans,
            "sidecar_faults": sidecar_faults,
            "notes": catalog.notes,
        })));
    }
    match &catalog.home {
        Some(home) => {
            let path = home.root.display();
            let line = format!(
                "{path}  (by {}; profile {})",
                home.source.words(),
                home.profile()
            );
            row(out, "home", &line)?;
        }
        None => row(out, "home", "none: the path is shown alone")?,
    }
    if catalog.profiles.len() > 1 {
        let names: Vec<&str> = catalog.profiles.iter().map(|it| it.name.as_str()).collect();
        row(out, "profiles", &names.join(", "))?;
    }
    row(
        out,
        "skills",
        &format!(
            "{}: {} active, {} stale, {} archived; {} pinned",
            total.skills, total.active, total.stale, total.archived, total.pinned
        ),
    )?;
    row(
        out,
        "problems",
        &format!(
            "{} with errors, {} with warnings; {} that no list shows",
            total.broken, total.doubtful, total.unseen
        ),
    )?;
    let waits = match oldest {
        Some(oldest) => format!(
            "{pending} pending, the oldest from {}",
            facts::age(oldest, now)
        ),
        None => format!("{pending} pending"),
    };
    row(out, "waiting", &waits)?;
    if let Some(shelf) = curator {
        let last = shelf.sidecars.curator_last_run;
        let mut text = last.map_or_else(
            || "has not run".to_owned(),
            |last| format!("last run {}", facts::age(last, now)),
        );
        if shelf.sidecars.curator_paused {
            text.push_str(", paused");
        }
        row(out, "curator", &text)?;
    }
    if orphans > 0 {
        row(
            out,
            "usage",
            &format!("{} without a skill", facts::count(orphans as u64, "record")),
        )?;
    }
    for fault in &sidecar_faults {
        row(out, "damaged", &format!("{fault}; it is left as it is"))?;
    }
    writeln!(out)?;
    print_libraries(out, &catalog.shelves.iter().collect::<Vec<_>>())?;
    let faults = catalog.shelves.iter().flat_map(|shelf| &shelf.faults);
    for fault in faults {
        let text = format!("{}: {}", fault.path.display(), fault.message);
        writeln!(
            out,
            "{}",
            out.paint(Chrome::Warning, &sanitize::line(&text))
        )?;
    }
    Ok(())
}

fn row(out: &mut Output, name: &str, text: &str) -> io::Result<()> {
    let name = out.paint(Chrome::Key, &format!("{name:<9}"));
    writeln!(out, "{name} {}", sanitize::line(text))
}
