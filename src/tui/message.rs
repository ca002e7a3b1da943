//! What workers send back, and the work itself: reading, rendering and highlighting a page.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::kept::{Keeper, Kept};
use super::list::search::Findings;
use super::picker::Items;
use super::picks;
use super::reader::state::succeeds;
use super::reader::{Loaded, Report, Wanted};
use super::sequence::Sequence;
use super::tree::Texts;
use crate::markdown::{Highlights, Row};
use crate::skill::Problem;
use crate::skill::repair::Place;
use crate::store::catalog::{Catalog, Skill, SkillId};
use crate::store::package::Package;
use crate::store::seen::{Difference, Seen, Unsaved};
use crate::store::watch::News;
use crate::viewer::{self, Rendered, facts};
use crate::workbench::{Content, Page, Workbench};

/// An answer of a worker.
pub enum Message {
    /// A look at the libraries has ended.
    Looked {
        /// Which look.
        look: u64,
        /// Nobody asked for it.
        quiet: bool,
        /// What it found, or why it could not.
        found: Result<Box<Found>, String>,
    },
    /// A page is ready.
    Page(Box<Loaded>),
    /// The page with its code highlighted; nothing when it was overtaken.
    Highlighted(Option<Box<Loaded>>),
    /// No key came for a while after these.
    Elapsed {
        /// What was pressed then.
        sequence: Box<Sequence>,
    },
    /// Something has changed on disk.
    Changed(Box<News>),
    /// What a search over all skills has found so far.
    Searched(Box<Findings>),
    /// What was seen is saved, or is not: why, and what.
    SavedSeen(Option<(String, Box<Unsaved>)>),
    /// An editor or a shell has given the terminal back.
    CameBack {
        /// What went wrong.
        fault: Option<String>,
    },
    /// A page cannot be shown.
    Failed {
        /// The request it answers.
        ticket: u64,
        /// Why.
        fault: String,
    },
}

/// What a look found, with all that follows from it and takes longer than a frame.
pub struct Found {
    /// The libraries.
    pub catalog: Arc<Catalog>,
    /// What the tree's filter looks in.
    pub texts: Texts,
    /// What can be jumped to.
    pub jump: Arc<Items>,
    /// What the person has not seen of it.
    pub unseen: BTreeMap<SkillId, Difference>,
    /// What comes with the first look only.
    pub first: Option<First>,
}

/// What comes with the first look: what was kept from the run before.
pub struct First {
    /// Keeps the screen.
    pub keeper: Keeper,
    /// What it has kept.
    pub kept: Kept,
    /// What went wrong with that.
    pub notes: Vec<String>,
}

impl Found {
    /// Makes it of a catalog.
    pub fn of(catalog: Catalog, workbench: &Workbench, seen: &Mutex<Seen>, first: bool) -> Self {
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        let first = first.then(|| {
            let mut notes = workbench.meet(&mut seen, &catalog);
            let (keeper, kept, note) = Keeper::open(workbench, &catalog);
            notes.extend(note);
            First {
                keeper,
                kept,
                notes,
            }
        });
        let differing = catalog.skills().filter_map(|skill| {
            let difference = seen.difference(skill)?;
            Some((skill.id.clone(), difference))
        });
        Found {
            unseen: differing.collect(),
            texts: Texts::of(&catalog),
            jump: Arc::new(picks::jump_items(&catalog)),
            catalog: Arc::new(catalog),
            first,
        }
    }
}

/// What of a page is there already and need not be made again.
#[derive(Clone)]
pub struct Known {
    /// The file, read.
    pub page: Arc<Page>,
    /// The classes of its code, and whether they are those of the source.
    pub highlights: Option<(bool, Arc<Highlights>)>,
}

/// Reads a page, unless it is known and need not be read again, and renders it. One that reads as before
/// keeps the colours of its code.
pub fn make_page(
    workbench: &Workbench,
    catalog: &Catalog,
    skill: &Skill,
    wanted: Wanted,
    known: Option<Known>,
) -> Message {
    if let Some(report) = &wanted.target.report {
        return match report_on(workbench, catalog, skill, report, wanted.view.width) {
            Ok(rows) => Message::Page(Box::new(report_page(wanted, rows))),
            Err(fault) => Message::Failed {
                ticket: wanted.ticket,
                fault,
            },
        };
    }
    let known = match known {
        Some(known) if !wanted.reread => known,
        known => match workbench.read(skill, wanted.target.file.as_deref()) {
            Ok(page) => match known.filter(|known| *known.page == page) {
                Some(known) => known,
                None => Known {
                    page: Arc::new(page),
                    highlights: None,
                },
            },
            Err(error) => {
                return Message::Failed {
                    ticket: wanted.ticket,
                    fault: error.to_string(),
                };
            }
        },
    };
    let mut problems: Vec<Problem> = Vec::new();
    let mut lines = Vec::new();
    if let Content::Skill(_) = known.page.content {
        problems = known.page.problems(skill);
        lines.push(facts::line(skill, workbench.now()));
        lines.extend(facts::place(skill).into_iter().map(|fact| vec![fact]));
    }
    let highlights = known
        .highlights
        .filter(|(source, _)| *source == wanted.view.source)
        .map(|(_, highlights)| highlights);
    let mut loaded = Loaded {
        ticket: wanted.ticket,
        target: wanted.target,
        view: wanted.view,
        page: known.page,
        rendered: Arc::default(),
        highlights,
        problems,
        facts: lines,
    };
    render(&mut loaded);
    if let Some(found) = wanted.found
        && !loaded.view.source
        && !succeeds(&loaded, &found.words, found.line)
    {
        loaded.view.source = true;
        loaded.highlights = None;
        render(&mut loaded);
    }
    Message::Page(Box::new(loaded))
}

/// The rows of a report on a skill.
fn report_on(
    workbench: &Workbench,
    catalog: &Catalog,
    skill: &Skill,
    report: &Report,
    width: usize,
) -> Result<Vec<Row>, String> {
    match report {
        Report::Effects => {
            let effects = workbench.effects(catalog, skill);
            let effects = effects.map_err(|error| error.to_string())?;
            Ok(viewer::effects(&effects, width))
        }
        Report::Repairs => {
            let bytes = workbench.read_raw(skill, None);
            let bytes = bytes.map_err(|error| error.to_string())?;
            let file = skill.file.file_name().unwrap_or_default().to_string_lossy();
            let place = Place {
                folder: &skill.folder,
                file: &file,
            };
            Ok(viewer::repairs(&bytes, place, width))
        }
        Report::Compare(other) => {
            let other = catalog
                .get(other)
                .ok_or_else(|| format!("{other} is gone"))?;
            let comparison = workbench.compare(skill, other);
            let comparison = comparison.map_err(|error| error.to_string())?;
            Ok(viewer::compare(&comparison, width))
        }
    }
}

/// A report as a page: its rows, and their text in place of a file's.
fn report_page(wanted: Wanted, rows: Vec<Row>) -> Loaded {
    let text: Vec<String> = rows.iter().map(Row::text).collect();
    Loaded {
        ticket: wanted.ticket,
        target: wanted.target,
        view: wanted.view,
        page: Arc::new(Page {
            path: String::new(),
            content: Content::Text(text.join("\n")),
            notice: None,
            package: Package::default(),
            references: Vec::new(),
        }),
        rendered: Arc::new(Rendered {
            rows,
            first_line: 1,
            ..Rendered::default()
        }),
        // There is no code whose colours would have to come.
        highlights: Some(Arc::default()),
        problems: Vec::new(),
        facts: Vec::new(),
    }
}

/// Highlights the code of a page that is on the screen; given up when a newer page is wanted.
pub fn highlight_page(mut loaded: Loaded, newest: &AtomicU64) -> Message {
    let overtaken = || newest.load(Ordering::Relaxed) != loaded.ticket;
    let highlights = viewer::highlight(&loaded.page, loaded.view.source, &overtaken);
    if overtaken() {
        return Message::Highlighted(None);
    }
    loaded.highlights = Some(Arc::new(highlights));
    render(&mut loaded);
    Message::Highlighted(Some(Box::new(loaded)))
}

fn render(loaded: &mut Loaded) {
    let none = Highlights::default();
    let highlights = loaded.highlights.as_deref().unwrap_or(&none);
    loaded.rendered = Arc::new(viewer::render(
        &loaded.page,
        &loaded.problems,
        &loaded.facts,
        &loaded.view,
        highlights,
    ));
}
