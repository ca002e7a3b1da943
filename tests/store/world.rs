//! Homes in temporary folders, a workbench on them, and a file system that counts and fails.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use skilldeck::skill::{Problem, Rule};
use skilldeck::store::catalog::{Catalog, Shelf, Skill};
use skilldeck::store::fs::{DirEntry, Disk, Fs, Stat};
use skilldeck::store::locate::{Environment, Request};
use skilldeck::workbench::{Page, ReadError, Workbench};

/// A calling of the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Call {
    ReadDir,
    Lstat,
    Stat,
    Read,
    ReadLink,
    Canonicalize,
}

/// The disk, with every call counted and some made to fail.
#[derive(Default)]
pub struct Watched {
    calls: Mutex<Vec<(Call, PathBuf)>>,
    faults: BTreeMap<(Call, PathBuf), io::ErrorKind>,
    /// The number of the call that fails, whatever it is.
    failing: Option<usize>,
}

impl Watched {
    pub fn failing_at(paths: &[(Call, PathBuf)], kind: io::ErrorKind) -> Self {
        Watched {
            faults: paths.iter().map(|it| (it.clone(), kind)).collect(),
            ..Watched::default()
        }
    }

    pub fn failing_call(number: usize) -> Self {
        Watched {
            failing: Some(number),
            ..Watched::default()
        }
    }

    /// The paths of all calls of a kind so far, sorted.
    pub fn paths(&self, call: Call) -> Vec<PathBuf> {
        let calls = self.calls.lock().unwrap();
        let of_kind = calls.iter().filter(|(it, _)| *it == call);
        let mut paths: Vec<PathBuf> = of_kind.map(|(_, path)| path.clone()).collect();
        paths.sort();
        paths
    }

    /// The call of a number.
    pub fn call(&self, number: usize) -> Option<(Call, PathBuf)> {
        self.calls.lock().unwrap().get(number).cloned()
    }

    pub fn count(&self) -> usize {
        self.calls.lock().unwrap().len()
    }

    pub fn forget(&self) {
        self.calls.lock().unwrap().clear();
    }

    fn met(&self, call: Call, path: &Path) -> io::Result<()> {
        let mut calls = self.calls.lock().unwrap();
        let number = calls.len();
        calls.push((call, path.to_owned()));
        let fault = self.faults.get(&(call, path.to_owned())).copied();
        let counted = (self.failing == Some(number)).then_some(io::ErrorKind::PermissionDenied);
        fault.or(counted).map_or(Ok(()), |kind| Err(kind.into()))
    }
}

impl Fs for Watched {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        self.met(Call::ReadDir, path)?;
        Disk.read_dir(path)
    }

    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        self.met(Call::Lstat, path)?;
        Disk.lstat(path)
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.met(Call::Stat, path)?;
        Disk.stat(path)
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        self.met(Call::Read, path)?;
        Disk.read(path, limit)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        self.met(Call::ReadLink, path)?;
        Disk.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.met(Call::Canonicalize, path)?;
        Disk.canonicalize(path)
    }
}

/// A temporary folder with a home in `home/`; the person's own folder is `me/`, the current one
/// `me/project/`.
pub struct World {
    _folder: tempfile::TempDir,
    /// The folder, without links in its path.
    pub root: PathBuf,
    pub env: Environment,
}

impl World {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for path in ["home/skills", "me/project"] {
            std::fs::create_dir_all(root.join(path)).unwrap();
        }
        let env = Environment {
            user_home: Some(root.join("me")),
            current_dir: Some(root.join("me/project")),
            platform: "linux".to_owned(),
            state_dir: Some(root.join("state")),
            config_dir: Some(root.join("config")),
            cache_dir: Some(root.join("cache")),
            ..Environment::default()
        };
        World {
            _folder: folder,
            root,
            env,
        }
    }

    /// A home with files in `home/skills/`.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let world = World::new();
        for (path, text) in files {
            world.write(&format!("home/skills/{path}"), text);
        }
        world
    }

    /// A home with good skills at these keys.
    pub fn of_skills(keys: &[&str]) -> Self {
        let world = World::new();
        for key in keys {
            world.skill(&format!("home/skills/{key}"));
        }
        world
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// A good skill in a folder, named like it.
    pub fn skill(&self, folder: &str) {
        self.named(folder, folder.rsplit('/').next().unwrap());
    }

    /// A good skill in a folder, with a name of its own.
    pub fn named(&self, folder: &str, name: &str) {
        let text = format!("---\nname: {name}\ndescription: Use at {folder}.\n---\nbody\n");
        self.write(&format!("{folder}/SKILL.md"), text);
    }

    pub fn link(&self, path: &str, target: impl AsRef<Path>) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    /// The home alone.
    pub fn home(&self) -> Request {
        Request::Alone(self.root.join("home"))
    }

    /// A path below the folder, alone.
    pub fn path(&self, path: &str) -> Request {
        Request::Path(self.root.join(path))
    }

    pub fn open(&self, request: Request) -> Workbench {
        self.open_with(Arc::new(Disk), request)
    }

    pub fn open_with(&self, fs: Arc<dyn Fs>, request: Request) -> Workbench {
        // Long after every file: nothing read may change unseen any more.
        let clock = Arc::new(|| "2100-01-01T00:00:00Z".parse().unwrap());
        Workbench::open(fs, self.env.clone(), clock, request).unwrap()
    }

    pub fn look(&self) -> Catalog {
        self.look_at(self.home())
    }

    pub fn look_at(&self, request: Request) -> Catalog {
        self.open(request).look().unwrap()
    }

    /// Reads a file of a skill in the home.
    pub fn read(&self, name: &str, file: &str) -> Result<Page, ReadError> {
        let bench = self.open(self.home());
        let catalog = bench.look().unwrap();
        let skill = bench.resolve(&catalog, name, None).unwrap();
        bench.read(skill, Some(file))
    }
}

/// The keys of a shelf, in its order.
pub fn keys(shelf: &Shelf) -> Vec<&str> {
    shelf.skills.iter().map(|skill| &*skill.id.key).collect()
}

/// The skill with this id.
pub fn skill<'a>(catalog: &'a Catalog, id: &str) -> &'a Skill {
    let found = catalog.skills().find(|skill| skill.id.to_string() == id);
    found.unwrap_or_else(|| panic!("no {id}"))
}

/// `rule@line:column` of each problem.
pub fn rules(problems: &[Problem]) -> Vec<String> {
    let shown = |problem: &Problem| match problem.position {
        Some(at) => format!("{}@{}:{}", problem.rule.id(), at.line, at.column),
        None => problem.rule.id().to_owned(),
    };
    problems.iter().map(shown).collect()
}

/// The problem of a rule.
pub fn problem(skill: &Skill, rule: Rule) -> &Problem {
    let found = skill.problems.iter().find(|it| it.rule == rule);
    found.unwrap_or_else(|| panic!("{} has no {}", skill.id, rule.id()))
}
