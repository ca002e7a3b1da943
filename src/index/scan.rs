//! All skills of a catalog against a query: hits are handed out in batches while files are read on
//! all cores.
//!
//! What names and descriptions tell comes first and needs no file. Then the files follow: each is
//! read, searched and let go. A few skills go through both before all the others do. Both go by
//! growing portions, so that memory holds a portion's hits and a file for each core.

use rayon::prelude::*;

use super::query::Query;
use super::search::{self, Hit};
use crate::store::catalog::{Catalog, Skill};
use crate::store::discover::Fault;
use crate::store::fs::Fs;

/// The part of a file that is searched, in bytes: as much as is shown.
pub const MAX_SEARCHED_BYTES: u64 = 1024 * 1024;

/// Skills in the first portion, and the most in a later one.
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
    let mut scan = Scan {
        fs,
        query,
        sink,
        cancelled,
        done: 0,
        of: skills.len(),
    };
    // A word of no name and no description has its first hits in the files of a few.
    let (few, rest) = skills.split_at(PORTION.0.min(skills.len()));
    match scan.run(&[few, rest]) {
        Ok(()) => Outcome::Complete,
        Err(Cancelled) => Outcome::Cancelled,
    }
}

/// Nobody wants the scan any more.
struct Cancelled;

struct Scan<'a> {
    fs: &'a dyn Fs,
    query: &'a Query,
    sink: &'a mut dyn FnMut(Batch),
    cancelled: &'a (dyn Fn() -> bool + Sync),
    done: usize,
    of: usize,
}

impl Scan<'_> {
    fn run(&mut self, parts: &[&[&Skill]]) -> Result<(), Cancelled> {
        for part in parts {
            self.summaries(part)?;
            if self.query.needs_files() {
                self.files(part)?;
            }
        }
        Ok(())
    }

    /// Looks at names and descriptions.
    fn summaries(&mut self, skills: &[&Skill]) -> Result<(), Cancelled> {
        let query = self.query;
        for portion in portions(skills) {
            if (self.cancelled)() {
                return Err(Cancelled);
            }
            let hits = portion.par_iter();
            let hits = hits.filter_map(|skill| search::in_summary(query, skill));
            let hits: Vec<Hit> = hits.collect();
            // A skill whose file is to be read is not done.
            let done = if query.needs_files() {
                0
            } else {
                portion.len()
            };
            if done > 0 || !hits.is_empty() {
                self.send(hits, Vec::new(), done);
            }
        }
        Ok(())
    }

    /// Reads and searches files.
    fn files(&mut self, skills: &[&Skill]) -> Result<(), Cancelled> {
        let (fs, query, cancelled) = (self.fs, self.query, self.cancelled);
        for portion in portions(skills) {
            let search = |skill: &&Skill| (!cancelled()).then(|| in_one(fs, query, skill));
            let searched: Option<Vec<Searched>> = portion.par_iter().map(search).collect();
            let searched = searched.ok_or(Cancelled)?;
            let (hits, faults): (Vec<_>, Vec<_>) = searched.into_iter().unzip();
            let hits = hits.into_iter().flatten().collect();
            self.send(hits, faults.into_iter().flatten().collect(), portion.len());
        }
        Ok(())
    }

    fn send(&mut self, hits: Vec<Hit>, faults: Vec<Fault>, done: usize) {
        self.done += done;
        (self.sink)(Batch {
            hits,
            faults,
            done: self.done,
            of: self.of,
        });
    }
}

/// Growing parts of a list: the first results come at once, and what a part costs besides does not
/// count later.
fn portions<T>(list: &[T]) -> impl Iterator<Item = &[T]> {
    let (mut size, most) = PORTION;
    let mut rest = list;
    std::iter::from_fn(move || {
        let (portion, later) = rest.split_at(size.min(rest.len()));
        rest = later;
        size = (size * 2).min(most);
        (!portion.is_empty()).then_some(portion)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn portions_grow_and_leave_nothing_out() {
        let list: Vec<usize> = (0..1_500).collect();
        let lengths: Vec<usize> = portions(&list).map(<[usize]>::len).collect();
        assert_eq!(lengths, [32, 64, 128, 256, 512, 508]);
        assert_eq!(portions(&list).collect::<Vec<_>>().concat(), list);
        assert_eq!(portions::<u8>(&[]).count(), 0);
    }
}
