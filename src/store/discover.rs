//! Discovery: which skills lie in a library, without opening one of them.
//!
//! Folders are walked in parallel; links are followed afterwards in the order of their names, each
//! real folder once. What cannot be read is a fault with its path, never a skill that is missing.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::fs::{DirEntry, Fs, Kind, Stat, text_of};
use super::library::Rules;
use crate::skill::SUPPORT_FOLDERS;

/// Deeper folders are reported and not walked.
const MAX_DEPTH: usize = 64;

/// Names that Hermes never walks into.
const HERMES_EXCLUDED: [&str; 14] = [
    ".git",
    ".github",
    ".hub",
    ".archive",
    ".venv",
    "venv",
    "node_modules",
    "site-packages",
    "__pycache__",
    ".tox",
    ".nox",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
];

/// Names that are walked into nowhere.
const PLAIN_EXCLUDED: [&str; 8] = [
    ".git",
    "node_modules",
    "__pycache__",
    ".cache",
    ".tox",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
];

/// A folder of this name is walked into nowhere.
pub(super) fn is_excluded(rules: Rules, name: &str) -> bool {
    match rules {
        Rules::Hermes => HERMES_EXCLUDED.contains(&name),
        Rules::Plain => PLAIN_EXCLUDED.contains(&name),
    }
}

/// The entry file of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryFile {
    /// Its path.
    pub path: PathBuf,
    /// Its stat, links followed; `None` when it could not be had.
    pub stat: Option<Stat>,
    /// Where it points when it is a link.
    pub link: Option<PathBuf>,
    /// It is spelt exactly `SKILL.md`.
    pub exact: bool,
    /// Other spellings beside it.
    pub others: Vec<String>,
    /// Why it cannot be read, when that is known already.
    pub fault: Option<String>,
}

/// A skill as found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Path inside the library; `.` when the library's root is the skill.
    pub key: String,
    /// Its folder, without links.
    pub dir: PathBuf,
    /// Its entry file.
    pub entry: EntryFile,
    /// The key of the nearest skill around it.
    pub nested_in: Option<String>,
    /// The link through which it was reached: the link's key.
    pub through_link: Option<String>,
    /// More keys that lead to it through links.
    pub aliases: Vec<String>,
}

/// Something that discovery could not read or does not follow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Where.
    pub path: PathBuf,
    /// What is the matter.
    pub message: String,
}

impl Fault {
    /// The system refuses.
    pub fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        Fault {
            path: path.to_owned(),
            message: format!("cannot be read: {error}"),
        }
    }
}

/// All that lies in a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The skills, by key.
    pub skills: Vec<Found>,
    /// Every `DESCRIPTION.md`: the folder's key, the file and its stat.
    pub blurbs: Vec<(String, PathBuf, Stat)>,
    /// What could not be read.
    pub faults: Vec<Fault>,
}

/// Walks a library whose root is a folder without links in its path.
pub fn discover(fs: &dyn Fs, root: &Path, rules: Rules) -> Discovery {
    let walker = Walker { fs, rules };
    let start = Place {
        dir: root.to_owned(),
        key: String::new(),
        enclosing: None,
        depth: 0,
    };
    let mut walk = walker.walk_all(start);
    walk.skills.sort_by(|a, b| a.key.cmp(&b.key));
    follow_links(&walker, root, &mut walk);
    walk.skills.sort_by(|a, b| a.key.cmp(&b.key));
    walk.blurbs.sort_by(|a, b| a.0.cmp(&b.0));
    walk.faults.sort();
    Discovery {
        skills: walk.skills,
        blurbs: walk.blurbs,
        faults: walk.faults,
    }
}

/// A folder to walk.
struct Place {
    dir: PathBuf,
    key: String,
    enclosing: Option<String>,
    depth: usize,
}

/// A link that was met: not followed during the walk.
struct MetLink {
    path: PathBuf,
    key: String,
    enclosing: Option<String>,
    depth: usize,
}

#[derive(Default)]
struct Walk {
    skills: Vec<Found>,
    blurbs: Vec<(String, PathBuf, Stat)>,
    faults: Vec<Fault>,
    links: Vec<MetLink>,
}

impl Walk {
    fn take_in(&mut self, mut other: Walk) {
        self.skills.append(&mut other.skills);
        self.blurbs.append(&mut other.blurbs);
        self.faults.append(&mut other.faults);
        self.links.append(&mut other.links);
    }

    fn fault(&mut self, path: &Path, message: impl Into<String>) {
        self.faults.push(Fault {
            path: path.to_owned(),
            message: message.into(),
        });
    }
}

struct Walker<'a> {
    fs: &'a dyn Fs,
    rules: Rules,
}

impl Walker<'_> {
    /// A folder and all below it, in no order.
    fn walk_all(&self, place: Place) -> Walk {
        let found = Mutex::default();
        self.walk(place, &found);
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn walk(&self, place: Place, found: &Mutex<Walk>) {
        let mut here = Walk::default();
        let children = self.folder(place, &mut here);
        found
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take_in(here);
        if children.len() < 2 {
            for child in children {
                self.walk(child, found);
            }
        } else {
            let children = children.into_par_iter();
            children.for_each(|child| self.walk(child, found));
        }
    }

    /// What lies in one folder; gives the folders in it that are to be walked.
    fn folder(&self, place: Place, walk: &mut Walk) -> Vec<Place> {
        if place.depth > MAX_DEPTH {
            walk.fault(&place.dir, "more than 64 folders deep: not read");
            return Vec::new();
        }
        let entries = match self.fs.read_dir(&place.dir) {
            Ok(entries) => entries,
            Err(error) => {
                walk.faults.push(Fault::unreadable(&place.dir, &error));
                return Vec::new();
            }
        };
        let entry = self.entry_file(&place.dir, &entries);
        let is_skill = entry.is_some();
        let has_exact = entry.as_ref().is_some_and(|entry| entry.exact);
        let enclosing = match entry {
            None => place.enclosing,
            Some(entry) => {
                let key = if place.key.is_empty() {
                    ".".to_owned()
                } else {
                    place.key.clone()
                };
                walk.skills.push(Found {
                    key: key.clone(),
                    dir: place.dir.clone(),
                    entry,
                    nested_in: place.enclosing,
                    through_link: None,
                    aliases: Vec::new(),
                });
                Some(key)
            }
        };
        let mut children = Vec::new();
        for entry in &entries {
            let name = text_of(&entry.name);
            if entry.name == OsStr::new("DESCRIPTION.md") && !is_skill {
                let path = place.dir.join(&entry.name);
                match self.fs.stat(&path) {
                    Ok(stat) if stat.kind == Kind::File => {
                        walk.blurbs.push((place.key.clone(), path, stat));
                    }
                    Ok(_) => {}
                    Err(error) => walk.faults.push(Fault::unreadable(&path, &error)),
                }
            }
            if !matches!(entry.kind, Kind::Dir | Kind::Link) || self.excluded(&name, has_exact) {
                continue;
            }
            let key = join_key(&place.key, &name);
            let path = place.dir.join(&entry.name);
            let enclosing = enclosing.clone();
            let depth = place.depth + 1;
            if entry.kind == Kind::Dir {
                children.push(Place {
                    dir: path,
                    key,
                    enclosing,
                    depth,
                });
            } else if !is_entry_name(&entry.name) {
                walk.links.push(MetLink {
                    path,
                    key,
                    enclosing,
                    depth,
                });
            }
        }
        children
    }

    fn excluded(&self, name: &str, below_skill: bool) -> bool {
        match self.rules {
            Rules::Hermes => {
                is_excluded(self.rules, name) || below_skill && SUPPORT_FOLDERS.contains(&name)
            }
            Rules::Plain => is_excluded(self.rules, name),
        }
    }

    /// The entry file among a folder's entries: `SKILL.md`, else another spelling of it.
    fn entry_file(&self, dir: &Path, entries: &[DirEntry]) -> Option<EntryFile> {
        let mut spellings: Vec<&DirEntry> = entries
            .iter()
            .filter(|entry| is_entry_name(&entry.name))
            .collect();
        spellings.sort_by_key(|entry| (entry.name != OsStr::new("SKILL.md"), entry.name.clone()));
        let (first, others) = spellings.split_first()?;
        let exact = first.name == OsStr::new("SKILL.md");
        // A folder that is called like another spelling is just a folder.
        if !exact && first.kind == Kind::Dir {
            return None;
        }
        let path = dir.join(&first.name);
        let mut entry = EntryFile {
            link: match first.kind {
                Kind::Link => self.fs.read_link(&path).ok(),
                _ => None,
            },
            stat: None,
            exact,
            others: others
                .iter()
                .map(|entry| entry.name.to_string_lossy().into_owned())
                .collect(),
            fault: None,
            path,
        };
        let stat = if first.kind == Kind::Link {
            self.fs.stat(&entry.path)
        } else {
            self.fs.lstat(&entry.path)
        };
        match stat {
            Ok(stat) if stat.kind == Kind::File => entry.stat = Some(stat),
            Ok(_) => entry.fault = Some(format!("{} is not a file", first.name.to_string_lossy())),
            Err(error) => {
                entry.fault = Some(match &entry.link {
                    Some(target) => format!("a link to {}: {error}", target.display()),
                    None => error.to_string(),
                });
            }
        }
        Some(entry)
    }
}

/// Follows the links that the walk met, in the order of their keys, and those met on the way.
fn follow_links(walker: &Walker<'_>, root: &Path, walk: &mut Walk) {
    let mut queue: VecDeque<MetLink> = sorted(std::mem::take(&mut walk.links));
    if queue.is_empty() {
        return;
    }
    // By the bytes of the path: comparing paths part by part would take longer than the walk.
    let bytes = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
    let mut index: BTreeMap<Vec<u8>, usize> = walk
        .skills
        .iter()
        .enumerate()
        .map(|(at, skill)| (bytes(&skill.dir), at))
        .collect();
    let mut walked: BTreeSet<PathBuf> = BTreeSet::new();
    while let Some(link) = queue.pop_front() {
        let target = match walker.fs.canonicalize(&link.path) {
            Ok(target) => target,
            Err(error) => {
                let written = walker.fs.read_link(&link.path).unwrap_or_default();
                let message = format!("a link to {}: {error}", written.display());
                walk.fault(&link.path, message);
                continue;
            }
        };
        match walker.fs.stat(&target) {
            Ok(stat) if stat.kind == Kind::Dir => {}
            Ok(_) => continue,
            Err(error) => {
                walk.fault(
                    &link.path,
                    format!("a link to {}: {error}", target.display()),
                );
                continue;
            }
        }
        if root.starts_with(&target) {
            let message = format!(
                "a link to {}, around this library: not followed",
                target.display()
            );
            walk.fault(&link.path, message);
            continue;
        }
        let prefix = bytes(&target);
        let known = index
            .range(prefix.clone()..)
            .take_while(|(dir, _)| dir.starts_with(&prefix))
            .filter_map(|(_, at)| Some((walk.skills.get(*at)?.dir.clone(), *at)))
            .filter(|(dir, _)| dir.starts_with(&target))
            .collect::<Vec<_>>();
        let seen = target.starts_with(root) && !known.is_empty()
            || walked.iter().any(|folder| target.starts_with(folder));
        if seen {
            for (dir, at) in known {
                let alias = alias_key(&link.key, &target, &dir);
                if let Some(skill) = walk.skills.get_mut(at) {
                    skill.aliases.push(alias);
                }
            }
            continue;
        }
        walked.insert(target.clone());
        let mut found = walker.walk_all(Place {
            dir: target.clone(),
            key: link.key.clone(),
            enclosing: link.enclosing,
            depth: link.depth,
        });
        queue.append(&mut sorted(std::mem::take(&mut found.links)));
        found.skills.sort_by(|a, b| a.key.cmp(&b.key));
        for mut skill in found.skills {
            match index.get(skill.dir.as_os_str().as_encoded_bytes()).copied() {
                Some(at) => {
                    if let Some(known) = walk.skills.get_mut(at) {
                        known.aliases.push(skill.key);
                    }
                }
                None => {
                    index.insert(bytes(&skill.dir), walk.skills.len());
                    skill.through_link = Some(link.key.clone());
                    walk.skills.push(skill);
                }
            }
        }
        walk.blurbs.append(&mut found.blurbs);
        walk.faults.append(&mut found.faults);
    }
}

fn sorted(mut links: Vec<MetLink>) -> VecDeque<MetLink> {
    links.sort_by(|a, b| a.key.cmp(&b.key));
    links.into()
}

fn alias_key(link: &str, target: &Path, dir: &Path) -> String {
    let below = dir.strip_prefix(target).unwrap_or(Path::new(""));
    join_key(link, &text_of(below.as_os_str()))
}

fn join_key(parent: &str, name: &str) -> String {
    match (parent, name) {
        ("", name) => name.to_owned(),
        (parent, "") => parent.to_owned(),
        (parent, name) => format!("{parent}/{name}"),
    }
}

fn is_entry_name(name: &OsStr) -> bool {
    name.eq_ignore_ascii_case("SKILL.md")
}

#[cfg(test)]
mod tests;
