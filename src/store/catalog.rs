//! The catalog: every library with every skill, as one look at the disk found them.
//!
//! A value: `look` makes it, nothing here touches a disk. A skill carries all that can be said of it
//! without opening its package.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::discover::Fault;
use super::home::{Home, HomeProfile};
use super::library::Library;
use super::provenance::Provenance;
use super::shadow::Shadow;
use super::sidecar::{SidecarState, Sidecars};
use super::switches::Off;
use super::usage::{State, Usage, UsageFile};
use crate::skill::{Problem, Readers, Severity, Summary, problem};
use crate::text::sanitize;

/// Which skill: its library and its key in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId {
    /// The library's id.
    pub library: Arc<str>,
    /// Path inside the library.
    pub key: Arc<str>,
}

impl fmt::Display for SkillId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}//{}", self.library, self.key)
    }
}

/// A skill in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Which.
    pub id: SkillId,
    /// Its folder's name.
    pub folder: String,
    /// Its folder.
    pub dir: PathBuf,
    /// Its entry file.
    pub file: PathBuf,
    /// The entry file is spelt `SKILL.md`.
    pub exact_file: bool,
    /// Where the entry file points when it is a link.
    pub file_link: Option<PathBuf>,
    /// What its bytes say.
    pub summary: Arc<Summary>,
    /// All that is wrong with it for its readers, worst first.
    pub problems: Vec<Problem>,
    /// Whose reading of it counts, by its library.
    pub readers: Readers,
    /// Key of the link through which it was reached.
    pub through_link: Option<String>,
    /// More keys that lead to it.
    pub aliases: Vec<String>,
    /// Key of the skill around it.
    pub nested_in: Option<String>,
    /// It lies in the archive.
    pub archived: bool,
    /// What telemetry knows of it.
    pub usage: Usage,
    /// Names of its usage records.
    pub records: Vec<String>,
    /// Another skill writes into one of these records.
    pub shared_record: bool,
    /// Who made it.
    pub provenance: Provenance,
    /// Why the agent of its library leaves it out.
    pub hidden: Option<String>,
    /// The settings that switch it off.
    pub off: Vec<Off>,
    /// The skill that is taken instead of it.
    pub shadow: Option<Shadow>,
    /// The skills that lose to it.
    pub shadows: Vec<SkillId>,
}

impl Skill {
    /// The name to show, behind that of the folder where the two differ: people know a skill by either.
    pub fn shown_names(&self) -> String {
        match self.shown_name() {
            name if name == self.folder || &*self.id.key == "." => name.to_owned(),
            name => format!("{} ({name})", self.folder),
        }
    }

    /// The name to show: as written, else the folder's.
    pub fn shown_name(&self) -> &str {
        self.summary.name.as_deref().unwrap_or(&self.folder)
    }

    /// The description as written; empty when there is none.
    pub fn shown_description(&self) -> &str {
        self.summary.description.as_deref().unwrap_or_default()
    }

    /// The description on one line, white space runs as one space.
    pub fn line_description(&self) -> String {
        let words: Vec<&str> = self.shown_description().split_whitespace().collect();
        words.join(" ")
    }

    /// The folders above it; empty at the root.
    pub fn category(&self) -> &str {
        self.id.key.rsplit_once('/').map_or("", |(above, _)| above)
    }

    /// Where it stands in its life: the archive decides, then telemetry.
    pub fn state(&self) -> State {
        match (self.archived, self.usage.state) {
            (true, _) => State::Archived,
            (false, State::Stale) => State::Stale,
            (false, _) => State::Active,
        }
    }

    /// It is switched off for all that read its library.
    pub fn is_off(&self) -> bool {
        let is_off = |agent| {
            let mut offs = self.off.iter();
            offs.any(|off| off.agent == agent && off.elsewhere.is_none())
        };
        !self.off.is_empty() && self.readers.iter().all(is_off)
    }

    /// A word for being switched off, with for whom unless it is for all; safe to draw.
    pub fn off_badge(&self) -> Option<Cow<'static, str>> {
        let first = self.off.first()?;
        Some(match self.is_off() {
            true => Cow::Borrowed("off"),
            false => Cow::Owned(format!("off:{}", sanitize::line(first.whom()))),
        })
    }

    /// The worst of its problems.
    pub fn worst(&self) -> Option<Severity> {
        problem::worst(&self.problems)
    }
}

/// Whether a library could be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShelfState {
    /// It was.
    Ready,
    /// Its folder does not exist.
    Missing,
    /// Its folder cannot be read: why.
    Unreadable(String),
}

/// A library with what lies in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The library.
    pub library: Library,
    /// Whether it could be looked at.
    pub state: ShelfState,
    /// Its skills, by key.
    pub skills: Vec<Skill>,
    /// What `DESCRIPTION.md` says of a category, by the category's key.
    pub categories: BTreeMap<String, String>,
    /// What could not be read.
    pub faults: Vec<Fault>,
    /// The usage sidecar.
    pub usage: UsageFile,
    /// The other sidecars.
    pub sidecars: Sidecars,
    /// Usage records that belong to no skill.
    pub orphans: Vec<String>,
}

impl Shelf {
    /// What `.usage.json` and its neighbours could not tell.
    pub fn sidecar_faults(&self) -> Vec<String> {
        let named = |name: &str, state: &SidecarState| {
            let fault = state.fault()?;
            Some(format!("{name} of {}: {fault}", self.library.id))
        };
        let sidecars = &self.sidecars;
        let mut faults: Vec<String> = [
            named(".usage.json", &self.usage.state),
            named(".bundled_manifest", &sidecars.manifest),
            named(".hub/lock.json", &sidecars.hub_lock),
            named(".curator_state", &sidecars.curator),
        ]
        .into_iter()
        .flatten()
        .collect();
        faults.extend(sidecars.pending.faults.iter().cloned());
        faults
    }
}

/// Everything one look found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// The home.
    pub home: Option<Home>,
    /// Its profiles.
    pub profiles: Vec<HomeProfile>,
    /// The libraries.
    pub shelves: Vec<Shelf>,
    /// What went wrong with settings.
    pub notes: Vec<String>,
}

impl Catalog {
    /// All skills, library by library.
    pub fn skills(&self) -> impl Iterator<Item = &Skill> {
        self.shelves.iter().flat_map(|shelf| &shelf.skills)
    }

    /// A skill by its id.
    pub fn get(&self, id: &SkillId) -> Option<&Skill> {
        let shelf = self.shelf(&id.library)?;
        let at = shelf
            .skills
            .binary_search_by(|skill| by_place(&skill.id.key, &id.key))
            .ok()?;
        shelf.skills.get(at)
    }

    /// A library by its id.
    pub fn shelf(&self, id: &str) -> Option<&Shelf> {
        self.shelves.iter().find(|shelf| shelf.library.id == id)
    }
}

/// The order of keys in which what lies in one folder stands together (`a`, `a/x`, `a-b`), the
/// archive at the end.
pub(super) fn by_place(a: &str, b: &str) -> std::cmp::Ordering {
    let archived = |key: &str| key.split('/').next() == Some(".archive");
    // Nothing sorts before the end of a folder's name; NUL is in no path.
    let rank = |byte: u8| if byte == b'/' { 0 } else { byte };
    archived(a)
        .cmp(&archived(b))
        .then_with(|| a.bytes().map(rank).cmp(b.bytes().map(rank)))
}
