//! What the person has seen of each skill, to tell what changed since.
//!
//! One small file for each library in our state folder, by the hash of the `SKILL.md`; support files
//! are not in it. A library met for the first time is taken as seen, so that not everything is new.
//! Nothing is written but by [`Unsaved::save`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::catalog::{Catalog, Shelf, ShelfState, Skill, SkillId};
use super::fs::Fs;
use super::own;

/// The format that is written.
const FORMAT: u32 = 1;
/// Larger files are not ours.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
const FILE_NAME: &str = "seen.json";
const LOCK_NAME: &str = "seen.lock";

/// Hashes of what was seen, by key.
type Hashes = BTreeMap<String, u128>;

/// What the person has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// By id of the library.
    libraries: BTreeMap<String, Library>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Library {
    /// Its canonical root.
    root: PathBuf,
    /// Its folder in our state folder; nothing where nothing is kept.
    folder: Option<PathBuf>,
    hashes: Hashes,
    /// What is not saved yet; nothing for what is to be forgotten.
    changes: BTreeMap<String, Option<u128>>,
}

/// How a skill differs from what was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// It was not there.
    New,
    /// It read otherwise.
    Changed,
}

/// What the person has not seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unseen {
    /// Skills that were not there.
    pub new: Vec<SkillId>,
    /// Skills that read otherwise.
    pub changed: Vec<SkillId>,
    /// Skills that are no longer there.
    pub gone: Vec<SkillId>,
}

/// What was seen and is not saved yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsaved(BTreeMap<String, Library>);

impl Seen {
    /// Meets the libraries of a catalog that were not met yet, or lay elsewhere: reads what was seen of them. What
    /// could not be read is told; such a library counts as met for the first time.
    pub fn meet(
        &mut self,
        fs: &dyn Fs,
        state_dir: Option<&Path>,
        catalog: &Catalog,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        for shelf in &catalog.shelves {
            let id = &shelf.library.id;
            let root = match fs.canonicalize(&shelf.library.root) {
                Ok(root) if shelf.state == ShelfState::Ready => root,
                _ => continue,
            };
            if self.libraries.get(id).is_some_and(|it| it.root == root) {
                continue;
            }
            let mut library = Library {
                folder: state_dir.map(|it| own::library_folder(it, &root)),
                root,
                ..Library::default()
            };
            let stored = match &library.folder {
                Some(folder) => read(fs, &folder.join(FILE_NAME)),
                None => Stored::Missing,
            };
            match stored {
                Stored::Sound(hashes) => library.hashes = hashes,
                Stored::Missing => library.take_all(shelf),
                Stored::Damaged(fault) => {
                    notes.push(format!("{fault}; all of {id} counts as seen"));
                    library.take_all(shelf);
                }
                Stored::Newer(fault) => {
                    notes.push(format!(
                        "{fault}; it is left alone, and all of {id} counts as seen"
                    ));
                    library.take_all(shelf);
                    library.folder = None;
                }
            }
            self.libraries.insert(id.clone(), library);
        }
        notes
    }

    /// How a skill differs from what was seen of it. One that cannot be read differs in nothing.
    pub fn difference(&self, skill: &Skill) -> Option<Difference> {
        let library = self.libraries.get(&*skill.id.library)?;
        let hash = hash_of(skill)?;
        match library.hashes.get(&*skill.id.key) {
            None => Some(Difference::New),
            Some(seen) => (*seen != hash).then_some(Difference::Changed),
        }
    }

    /// Takes a skill as seen, as it is. True when it differed.
    pub fn mark_seen(&mut self, skill: &Skill) -> bool {
        let differs = self.difference(skill).is_some();
        if differs
            && let Some(library) = self.libraries.get_mut(&*skill.id.library)
            && let Some(hash) = hash_of(skill)
        {
            library.set(&skill.id.key, hash);
        }
        differs
    }

    /// Takes it as seen that a skill is gone.
    pub fn mark_gone(&mut self, id: &SkillId) {
        if let Some(library) = self.libraries.get_mut(&*id.library)
            && library.hashes.remove(&*id.key).is_some()
        {
            library.changes.insert(id.key.to_string(), None);
        }
    }

    /// Takes everything as seen, also what is gone.
    pub fn mark_all_seen(&mut self, catalog: &Catalog) {
        for skill in catalog.skills() {
            self.mark_seen(skill);
        }
        for id in unseen(catalog, self).gone {
            self.mark_gone(&id);
        }
    }

    /// What is not saved yet, to be saved; nothing when there is nothing.
    pub fn take_unsaved(&mut self) -> Option<Unsaved> {
        let changed = self.libraries.iter_mut();
        let changed = changed.filter(|(_, it)| it.folder.is_some() && !it.changes.is_empty());
        let unsaved: BTreeMap<_, _> = changed
            .map(|(id, library)| {
                let taken = library.clone();
                library.changes.clear();
                (id.clone(), taken)
            })
            .collect();
        (!unsaved.is_empty()).then_some(Unsaved(unsaved))
    }

    /// Takes back what could not be saved, for the next time.
    pub fn put_back(&mut self, unsaved: Unsaved) {
        for (id, unsaved) in unsaved.0 {
            if let Some(library) = self.libraries.get_mut(&id) {
                for (key, hash) in unsaved.changes {
                    library.changes.entry(key).or_insert(hash);
                }
            }
        }
    }
}

impl Library {
    fn set(&mut self, key: &str, hash: u128) {
        self.hashes.insert(key.to_owned(), hash);
        self.changes.insert(key.to_owned(), Some(hash));
    }

    fn take_all(&mut self, shelf: &Shelf) {
        for skill in &shelf.skills {
            if let Some(hash) = hash_of(skill) {
                self.set(&skill.id.key, hash);
            }
        }
    }
}

/// What differs from what was seen. Of a library that cannot be looked at nothing is gone, nor is what lies where
/// something could not be read.
pub fn unseen(catalog: &Catalog, seen: &Seen) -> Unseen {
    let mut unseen = Unseen::default();
    for skill in catalog.skills() {
        match seen.difference(skill) {
            Some(Difference::New) => unseen.new.push(skill.id.clone()),
            Some(Difference::Changed) => unseen.changed.push(skill.id.clone()),
            None => {}
        }
    }
    for shelf in &catalog.shelves {
        let Some(library) = seen.libraries.get(&shelf.library.id) else {
            continue;
        };
        if shelf.state != ShelfState::Ready {
            continue;
        }
        let ids = library.hashes.keys().map(|key| SkillId {
            library: shelf.library.id.as_str().into(),
            key: key.as_str().into(),
        });
        let gone = ids.filter(|id| catalog.get(id).is_none());
        let unread = |id: &SkillId| {
            let place = shelf.library.root.join(&*id.key);
            shelf
                .faults
                .iter()
                .any(|fault| place.starts_with(&fault.path))
        };
        unseen.gone.extend(gone.filter(|id| !unread(id)));
    }
    unseen
}

/// The hash of what a skill's file says; nothing when it could not be read.
fn hash_of(skill: &Skill) -> Option<u128> {
    Some(skill.summary.hash).filter(|hash| *hash != 0)
}

impl Unsaved {
    /// Saves it. What another process has saved meanwhile stays, but for the skills in this.
    ///
    /// # Errors
    /// What went wrong, for the person; then nothing of that library was changed.
    pub fn save(&self, fs: &dyn Fs) -> Result<(), String> {
        for library in self.0.values() {
            let Some(folder) = &library.folder else {
                continue;
            };
            let file = folder.join(FILE_NAME);
            save(fs, library, folder).map_err(|error| {
                let file = file.display();
                format!("{file}: {error}; what you have seen is new again at the next start")
            })?;
        }
        Ok(())
    }
}

fn save(fs: &dyn Fs, library: &Library, folder: &Path) -> std::io::Result<()> {
    let _lock = own::lock(&folder.join(LOCK_NAME))?;
    own::make_library_folder(folder, &library.root)?;
    let file = folder.join(FILE_NAME);
    let mut hashes = match read(fs, &file) {
        Stored::Sound(hashes) => hashes,
        Stored::Missing => library.hashes.clone(),
        Stored::Damaged(_) => {
            own::set_aside(&file)?;
            library.hashes.clone()
        }
        Stored::Newer(fault) => return Err(std::io::Error::other(fault)),
    };
    for (key, hash) in &library.changes {
        match hash {
            Some(hash) => drop(hashes.insert(key.clone(), *hash)),
            None => drop(hashes.remove(key)),
        }
    }
    let skills: serde_json::Map<_, _> = hashes
        .into_iter()
        .map(|(key, hash)| (key, format!("{hash:032x}").into()))
        .collect();
    let record = serde_json::json!({"format": FORMAT, "skills": skills});
    own::write(&file, format!("{record}\n").as_bytes())
}

/// What a file holds.
enum Stored {
    Missing,
    Sound(Hashes),
    Damaged(String),
    Newer(String),
}

#[derive(Deserialize)]
struct Record {
    skills: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

fn read(fs: &dyn Fs, file: &Path) -> Stored {
    let damaged = |why: &str| Stored::Damaged(format!("{} is damaged: {why}", file.display()));
    let bytes = match fs.read(file, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Stored::Missing,
        Err(error) => return damaged(&error.to_string()),
    };
    match serde_json::from_slice(&bytes) {
        Ok(Format { format }) if format > FORMAT => {
            let file = file.display();
            return Stored::Newer(format!("{file} was written by a newer skilldeck"));
        }
        Ok(_) => {}
        Err(error) => return damaged(&error.to_string()),
    }
    let record: Record = match serde_json::from_slice(&bytes) {
        Ok(record) => record,
        Err(error) => return damaged(&error.to_string()),
    };
    let hashes = record.skills.into_iter().map(|(key, hash)| {
        let hash = u128::from_str_radix(&hash, 16).ok()?;
        Some((key, hash))
    });
    match hashes.collect() {
        Some(hashes) => Stored::Sound(hashes),
        None => damaged("a hash is none"),
    }
}

#[cfg(test)]
mod tests;
