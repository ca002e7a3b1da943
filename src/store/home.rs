//! A home: the state folder around a library, laid out as Hermes has it, and its profiles.
//!
//! Only paths and names; what the files in it say is read by `config`, `usage` and `sidecar`.

use std::path::{Path, PathBuf};

use super::fs::{Fs, Kind};

/// Which rule led to the home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeSource {
    /// `--home`.
    Flag,
    /// `SKILLDECK_HOME`.
    SkilldeckHome,
    /// `HERMES_HOME`.
    HermesHome,
    /// `~/.hermes`.
    Default,
    /// Our own state folder.
    State,
    /// Found around the path that was given.
    Path,
    /// A profile chosen in the program.
    Profile,
}

impl HomeSource {
    /// How to name it to a person.
    pub fn words(self) -> &'static str {
        match self {
            HomeSource::Flag => "--home",
            HomeSource::SkilldeckHome => "SKILLDECK_HOME",
            HomeSource::HermesHome => "HERMES_HOME",
            HomeSource::Default => "~/.hermes",
            HomeSource::State => "skilldeck's own folder",
            HomeSource::Path => "the path given",
            HomeSource::Profile => "the profile chosen",
        }
    }
}

/// A home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// Its folder.
    pub root: PathBuf,
    /// Which rule led here.
    pub source: HomeSource,
}

/// A profile: a home beside or below another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeProfile {
    /// `default`, or the folder's name below `profiles/`.
    pub name: String,
    /// The profile's home.
    pub root: PathBuf,
}

impl Home {
    /// The folder of its library.
    pub fn skills(&self) -> PathBuf {
        self.root.join("skills")
    }

    /// Its configuration file.
    pub fn config(&self) -> PathBuf {
        self.root.join("config.yaml")
    }

    /// The folder above all profiles: the grandparent of a home in `profiles/`, else the home.
    pub fn profiles_root(&self) -> &Path {
        let parent = self.root.parent();
        match parent.and_then(Path::file_name) {
            Some(name) if name == "profiles" => parent.and_then(Path::parent).unwrap_or(&self.root),
            _ => &self.root,
        }
    }

    /// The name of this home's profile.
    pub fn profile(&self) -> String {
        if self.profiles_root() == self.root {
            return "default".to_owned();
        }
        let name = self.root.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// All profiles, `default` first, then by name.
    pub fn profiles(&self, fs: &dyn Fs) -> Vec<HomeProfile> {
        let root = self.profiles_root();
        let mut profiles = vec![HomeProfile {
            name: "default".to_owned(),
            root: root.to_owned(),
        }];
        let folder = root.join("profiles");
        // No such folder is the usual case: one profile.
        let entries = fs.read_dir(&folder).unwrap_or_default();
        let mut named: Vec<HomeProfile> = entries
            .into_iter()
            .filter(|entry| matches!(entry.kind, Kind::Dir | Kind::Link))
            .map(|entry| HomeProfile {
                name: entry.name.to_string_lossy().into_owned(),
                root: folder.join(&entry.name),
            })
            .filter(|profile| fs.stat(&profile.root).is_ok_and(|it| it.kind == Kind::Dir))
            .collect();
        named.sort_by(|a, b| a.name.cmp(&b.name));
        profiles.append(&mut named);
        profiles
    }
}

/// A folder looks like a home: it has `skills/` and one of the files that live beside or in it.
pub fn is_home(fs: &dyn Fs, path: &Path) -> bool {
    let skills = path.join("skills");
    if fs.stat(&skills).map(|it| it.kind).ok() != Some(Kind::Dir) {
        return false;
    }
    let beside = [
        "config.yaml",
        "SOUL.md",
        "pending",
        "skill-bundles",
        "profiles",
    ];
    let inside = [
        ".usage.json",
        ".bundled_manifest",
        ".curator_state",
        ".hub",
        ".archive",
    ];
    beside.iter().any(|name| fs.lstat(&path.join(name)).is_ok())
        || inside
            .iter()
            .any(|name| fs.lstat(&skills.join(name)).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fs::Disk;

    #[test]
    fn profiles_are_homes_below_one_root() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("h");
        std::fs::create_dir_all(root.join("profiles/work/skills")).unwrap();
        std::fs::create_dir_all(root.join("profiles/art")).unwrap();
        std::fs::write(root.join("profiles/note.txt"), "").unwrap();
        let source = HomeSource::Flag;
        let names = |home: &Home| {
            let profiles = home.profiles(&Disk);
            let names: Vec<_> = profiles.into_iter().map(|it| it.name).collect();
            (home.profile(), names)
        };
        let expected = vec!["default".to_owned(), "art".to_owned(), "work".to_owned()];
        let main = Home {
            root: root.clone(),
            source,
        };
        assert_eq!(names(&main), ("default".to_owned(), expected.clone()));
        let work = Home {
            root: root.join("profiles/work"),
            source,
        };
        assert_eq!(names(&work), ("work".to_owned(), expected));
    }

    #[test]
    fn a_repository_with_skills_is_no_home() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("skills/a")).unwrap();
        assert!(!is_home(&Disk, folder.path()));
        std::fs::write(folder.path().join("skills/.usage.json"), "{}").unwrap();
        assert!(is_home(&Disk, folder.path()));
    }
}
