//! What a changed path means: which library, and whether more than its telemetry.
//!
//! Pure: a table of folders and files, filled by those who look at the disk (`posts`), and read by the
//! batcher.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::batch::{Part, Reload};
use crate::store::discover::is_excluded;
use crate::store::library::{Library, Rules};

/// What is watched, and what of it is somebody else's business.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// The libraries.
    pub libraries: Vec<Library>,
    /// Files on which the list of libraries, or all of them, depend.
    pub settings: Vec<PathBuf>,
    /// Folders in which only we write.
    pub ours: Vec<PathBuf>,
}

/// What lies below a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Zone {
    /// What we write ourselves.
    Ours,
    /// Skills of libraries.
    Skills(BTreeMap<String, Content>),
}

/// By which rules a path below a folder means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// The root of a home's library, where sidecars lie.
    Home(Rules),
    /// The root of another library, or a folder that a link leads to.
    Skills(Rules),
    /// What waits for a person in a home.
    Pending,
}

impl Content {
    /// Of the root of a library.
    pub fn of(library: &Library) -> Self {
        match library.home {
            Some(_) => Content::Home(library.kind.rules()),
            None => Content::Skills(library.kind.rules()),
        }
    }

    /// Nothing in a folder of this name, at the top or deeper, can change what is shown.
    pub fn skips(self, name: &str, at_top: bool) -> bool {
        match self {
            Content::Home(_) if at_top && matches!(name, ".archive" | ".hub") => false,
            Content::Home(rules) | Content::Skills(rules) => is_excluded(rules, name),
            Content::Pending => false,
        }
    }

    /// What a path means by its place below the folder.
    pub fn part(self, below: &Path) -> Option<Part> {
        let mut names = below.iter().map(|name| name.to_string_lossy());
        let first = names.next();
        let part = match (self, first.as_deref()) {
            (Content::Pending, _) => return Some(Part::Sidecars),
            (Content::Home(_), Some(name)) => match name {
                // The file, its lock, and the files that it is written to first.
                _ if name.starts_with(".usage.json") => Part::Usage,
                _ if name.starts_with(".usage_") && name.ends_with(".tmp") => Part::Usage,
                _ if name.starts_with(".bundled_manifest") => Part::Sidecars,
                _ if name.starts_with(".curator_state") => Part::Sidecars,
                ".hub" => {
                    let file = names.next();
                    let is_lock = file.is_none_or(|it| it.starts_with("lock.json"));
                    return is_lock.then_some(Part::Sidecars);
                }
                _ => Part::Whole,
            },
            _ => Part::Whole,
        };
        let skipped = first.is_some_and(|name| self.skips(&name, true))
            || names.any(|name| self.skips(&name, false));
        (!skipped).then_some(part)
    }
}

/// What a single path means, whatever lies around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Meaning {
    /// Everything may have changed.
    Everything,
    /// This part of a library may have changed.
    Part(String, Part),
    /// The way to a library may lead elsewhere now, or end: it is to be found anew.
    Way(String),
}

/// The table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    below: BTreeMap<PathBuf, Zone>,
    exact: BTreeMap<PathBuf, BTreeSet<Meaning>>,
}

impl Ground {
    /// Whatever lies below this folder is written by us.
    pub(super) fn ours(&mut self, folder: PathBuf) {
        self.below.entry(folder).or_insert(Zone::Ours);
    }

    /// Below this folder, whose path is without links, lie skills of a library.
    pub(super) fn skills(&mut self, folder: PathBuf, library: &str, content: Content) {
        let zone = self.below.entry(folder).or_insert(Zone::Ours);
        if let Zone::Skills(libraries) = zone {
            // The root of a library that is also a link's target stays the root.
            let known = libraries.entry(library.to_owned()).or_insert(content);
            if matches!(content, Content::Home(_)) {
                *known = content;
            }
        } else {
            *zone = Zone::Skills([(library.to_owned(), content)].into());
        }
    }

    /// This path, whose folder is without links, has a meaning of its own.
    pub(super) fn exact(&mut self, path: PathBuf, meaning: Meaning) {
        self.exact.entry(path).or_default().insert(meaning);
    }

    /// The folders around a path, or itself, below which it means something to a library: with the library's id.
    pub(super) fn around<'a>(
        &'a self,
        path: &'a Path,
    ) -> impl Iterator<Item = (&'a Path, &'a str, Content)> {
        let zones = path
            .ancestors()
            .map(|folder| (folder, self.below.get(folder)));
        let zones = zones.take_while(|(_, zone)| !matches!(zone, Some(Zone::Ours)));
        zones.flat_map(|(folder, zone)| {
            let libraries = match zone {
                Some(Zone::Skills(libraries)) => Some(libraries),
                _ => None,
            };
            let libraries = libraries.into_iter().flatten();
            libraries.map(move |(library, content)| (folder, library.as_str(), *content))
        })
    }

    /// A change of this path means something.
    pub(super) fn means(&self, path: &Path) -> bool {
        let (reload, ways) = self.read(path);
        ways || !reload.is_empty()
    }

    /// What has to be looked at again when this path has changed, and whether a way to a library may have.
    pub fn read(&self, path: &Path) -> (Reload, bool) {
        let mut reload = Reload::default();
        let mut ways = false;
        for meaning in self.exact.get(path).into_iter().flatten() {
            match meaning {
                Meaning::Everything => reload.all = true,
                Meaning::Part(library, part) => reload.add(library, *part),
                Meaning::Way(library) => {
                    ways = true;
                    reload.add(library, Part::Whole);
                }
            }
        }
        for (folder, library, content) in self.around(path) {
            let below = path.strip_prefix(folder).unwrap_or(Path::new(""));
            if let Some(part) = content.part(below) {
                reload.add(library, part);
            }
        }
        (reload, ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::library::{LibraryKind, Scope};

    fn library(kind: LibraryKind, home: bool) -> Library {
        Library {
            id: "it".to_owned(),
            kind,
            scope: Scope::User,
            root: "/h/skills".into(),
            home: home.then(|| "/h".into()),
            writable: true,
        }
    }

    /// A home with our state folder around it and our cache in it, and a folder of skills around everything.
    fn ground() -> Ground {
        let mut ground = Ground::default();
        let home = library(LibraryKind::Hermes, true);
        let plain = library(LibraryKind::Folder, false);
        ground.ours("/h".into());
        ground.skills("/h/skills".into(), "home", Content::of(&home));
        ground.ours("/h/skills/our-cache".into());
        ground.skills("/linked".into(), "home", Content::Skills(Rules::Hermes));
        ground.skills("/linked".into(), "plain", Content::of(&plain));
        ground.exact("/h/config.yaml".into(), Meaning::Everything);
        ground.exact("/h/skills".into(), Meaning::Way("home".into()));
        ground.skills("/h/pending".into(), "home", Content::Pending);
        ground
    }

    #[test]
    fn a_path_means_what_lies_there() {
        let ground = ground();
        let of = |parts: &[(&str, Part)]| {
            let mut reload = Reload::default();
            for (library, part) in parts {
                reload.add(library, *part);
            }
            (reload, false)
        };
        let whole = of(&[("home", Part::Whole)]);
        let nothing = of(&[]);
        let cases = [
            ("/h/skills/a/SKILL.md", whole.clone()),
            ("/h/skills/new", whole.clone()),
            ("/h/skills/a/scripts/x.py", whole.clone()),
            ("/h/skills/.archive/a", whole.clone()),
            ("/h/skills/.usage.json", of(&[("home", Part::Usage)])),
            ("/h/skills/.usage.json.lock", of(&[("home", Part::Usage)])),
            ("/h/skills/.usage_ab12.tmp", of(&[("home", Part::Usage)])),
            ("/h/skills/a/.usage.json", whole.clone()),
            (
                "/h/skills/.bundled_manifest",
                of(&[("home", Part::Sidecars)]),
            ),
            (
                "/h/skills/.curator_state_x.tmp",
                of(&[("home", Part::Sidecars)]),
            ),
            ("/h/skills/.hub", of(&[("home", Part::Sidecars)])),
            ("/h/skills/.hub/lock.json", of(&[("home", Part::Sidecars)])),
            ("/h/skills/.hub/quarantine/x/SKILL.md", nothing.clone()),
            ("/h/skills/.git/index", nothing.clone()),
            ("/h/skills/a/node_modules", nothing.clone()),
            ("/h/skills/a/.archive/b", nothing.clone()),
            ("/h/skills/our-cache/x", nothing.clone()),
            ("/h/pending", of(&[("home", Part::Sidecars)])),
            ("/h/pending/skills/x.json", of(&[("home", Part::Sidecars)])),
            ("/h/libraries/x/seen.json", nothing.clone()),
            ("/elsewhere", nothing),
            (
                "/linked/a/SKILL.md",
                of(&[("home", Part::Whole), ("plain", Part::Whole)]),
            ),
            ("/linked/venv/a", of(&[("plain", Part::Whole)])),
            (
                "/linked/.usage.json",
                of(&[("home", Part::Whole), ("plain", Part::Whole)]),
            ),
            ("/h/skills", (whole.0, true)),
        ];
        for (path, meaning) in cases {
            assert_eq!(ground.read(Path::new(path)), meaning, "{path}");
        }
        let all = ground.read(Path::new("/h/config.yaml")).0;
        assert_eq!(all, Reload::everything());
    }
}
