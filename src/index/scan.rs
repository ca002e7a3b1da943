//! All skills of a catalog against a query: hits are handed out in batches while files are read on
//! all cores.
//!
//! What names and descriptions tell comes first and needs no file. Then the files follow, in growing
//! portions: each is read, searched and let go, so that memory holds a portion's hits and a file for
//! each core.

use rayon::prelude::*;

use super::query::Query;
use super::search::{self, Hit};
use crate::store::catalog::{Catalog, Skill};
use crate::store::discover::Fault;
use crate::store::fs::Fs;

/// The part of a file that is searched, in bytes: as much as is shown.
pub const MAX_SEARCHED_BYTES: u64 = 1024 * 1024;

/// Files in the first portion, and the most in a later one.
const PORTION: (usize, usize) = (32, 512);

/// What a part of the scan found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Hits, in no order. The same skill may come twice: first by its name or description, then with
    /// its lines; the later one counts.
    pub hits: Vec<Hit>,
    /// Files that could not be searched, or not to their end.
    pub faults: Vec<Fault>,
    /// Skills that are done.
    pub done: usize,
    /// Skills to look at.
    pub of: usize,
}

/// How a scan ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every skill was looked at.
    Complete,
    /// It was cancelled.
    Cancelled,
}

/// Puts a query to every skill of a catalog, archived ones too. `sink` gets a batch as soon as there
/// is one; `cancelled` is asked before each file.
pub fn scan(
    fs: &dyn Fs,
    catalog: &Catalog,
    query: &Query,
    sink: &mut dyn FnMut(Batch),
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Outcome {
    let admitted = |skill: &&Skill| query.admits(&skill.id.library);
    let skills: Vec<&Skill> = catalog.skills().filter(admitted).collect();
    let of = skills.len();
    let by_summary = skills
        .iter()
        .filter_map(|skill| search::in_summary(query, skill));
    let hits: Vec<Hit> = by_summary.collect();
    let needs_files = query.needs_files();
    sink(Batch {
        hits,
        faults: Vec::new(),
        done: if needs_files { 0 } else { of },
        of,
    });
    let mut rest = if needs_files { skills.as_slice() } else { &[] };
    let mut size = PORTION.0;
    while !rest.is_empty() {
        let (portion, later) = rest.split_at(size.min(rest.len()));
        let search = |skill: &&Skill| (!cancelled()).then(|| in_one(fs, query, skill));
        let searched: Option<Vec<Searched>> = portion.par_iter().map(search).collect();
        let Some(searched) = searched else {
            return Outcome::Cancelled;
        };
        rest = later;
        size = (size * 2).min(PORTION.1);
        let (hits, faults): (Vec<_>, Vec<_>) = searched.into_iter().unzip();
        sink(Batch {
            hits: hits.into_iter().flatten().collect(),
            faults: faults.into_iter().flatten().collect(),
            done: of - rest.len(),
            of,
        });
    }
    Outcome::Complete
}

/// The hit in a file, and why not all of it was searched.
type Searched = (Option<Hit>, Option<Fault>);

fn in_one(fs: &dyn Fs, query: &Query, skill: &Skill) -> Searched {
    let mut fault = None;
    let mut bytes = match fs.read(&skill.file, MAX_SEARCHED_BYTES + 1) {
        Ok(bytes) => bytes,
        Err(error) => return (None, Some(Fault::unreadable(&skill.file, &error))),
    };
    if bytes.len() as u64 > MAX_SEARCHED_BYTES {
        bytes.truncate(usize::try_from(MAX_SEARCHED_BYTES).unwrap_or(usize::MAX));
        fault = Some(Fault {
            path: skill.file.clone(),
            message: format!(
                "only the first {} MiB are searched",
                MAX_SEARCHED_BYTES >> 20
            ),
        });
    }
    (search::in_file(query, skill, bytes), fault)
}
