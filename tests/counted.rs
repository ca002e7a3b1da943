//! What a look at 10,000 skills touches, counted through the file system and not timed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may fail loudly

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use jiff::{SignedDuration, Timestamp};
use skilldeck::store::fs::{DirEntry, Stat};
use skilldeck::store::locate::{Environment, Request};
use skilldeck::store::watch::{Part, Reload};
use skilldeck::store::{Catalog, Disk, Fs};
use skilldeck::workbench::Workbench;

#[allow(dead_code)] // shared with the benches
#[path = "support/library.rs"]
mod library;

const SKILLS: usize = 10_000;

/// Counts what is opened and which folders are listed.
#[derive(Default)]
struct Counting {
    opened: Mutex<BTreeMap<PathBuf, usize>>,
    listed: Mutex<BTreeMap<PathBuf, usize>>,
}

impl Counting {
    fn note(map: &Mutex<BTreeMap<PathBuf, usize>>, path: &Path) {
        *map.lock().unwrap().entry(path.to_owned()).or_default() += 1;
    }

    /// Files opened since the last call whose name is one of these, with how often.
    fn take_opened(&self, names: &[&str]) -> BTreeMap<PathBuf, usize> {
        let mut opened = std::mem::take(&mut *self.opened.lock().unwrap());
        opened.retain(|path, _| {
            let name = path.file_name().unwrap().to_string_lossy();
            names.iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
        });
        opened
    }
}

impl Fs for Counting {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        Self::note(&self.listed, path);
        Disk.read_dir(path)
    }
    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        Disk.lstat(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        Disk.stat(path)
    }
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        Self::note(&self.opened, path);
        Disk.read(path, limit)
    }
    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.read_link(path)
    }
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.canonicalize(path)
    }
}

struct World {
    folder: tempfile::TempDir,
    fs: Arc<Counting>,
}

impl World {
    fn new() -> Self {
        World {
            folder: tempfile::tempdir().unwrap(),
            fs: Arc::default(),
        }
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// A new process: nothing in memory, the cache of the look before on disk. Files are as old as
    /// `later` says when they are read.
    fn look(&self, later: SignedDuration) -> Catalog {
        self.open(later).look().unwrap()
    }

    fn open(&self, later: SignedDuration) -> Workbench {
        let env = Environment {
            platform: "linux".to_owned(),
            cache_dir: Some(self.folder.path().join("cache")),
            ..Environment::default()
        };
        let clock = Arc::new(move || Timestamp::now() + later);
        let request = Request::Alone(self.home());
        let fs = Arc::clone(&self.fs) as Arc<dyn Fs>;
        Workbench::open(fs, env, clock, request).unwrap()
    }
}

const HOUR: SignedDuration = SignedDuration::from_hours(1);
const CONTENT: [&str; 2] = ["SKILL.md", "DESCRIPTION.md"];

#[test]
fn a_warm_look_opens_only_what_changed() {
    let world = World::new();
    library::generate(&world.home().join("skills"), SKILLS, 7).unwrap();

    let cold = world.look(HOUR);
    let opened = world.fs.take_opened(&CONTENT);
    assert!(cold.skills().count() >= SKILLS);
    assert!(opened.values().all(|count| *count == 1), "each once");
    for skill in cold.skills() {
        assert!(opened.contains_key(&skill.file), "{}", skill.id);
    }

    let warm = world.look(HOUR);
    assert_eq!(world.fs.take_opened(&CONTENT), BTreeMap::new());
    assert_eq!(warm, cold);

    let changed: Vec<PathBuf> = warm
        .skills()
        .step_by(3_000)
        .map(|skill| skill.file.clone())
        .collect();
    for file in &changed {
        let text = "---\nname: changed\ndescription: d\n---\nchanged\n";
        std::fs::write(file, text).unwrap();
    }
    let after = world.look(HOUR);
    let opened: Vec<PathBuf> = world.fs.take_opened(&CONTENT).into_keys().collect();
    let mut expected = changed.clone();
    expected.sort();
    assert_eq!(opened, expected);
    let renamed = after.skills().filter(|it| it.shown_name() == "changed");
    assert_eq!(renamed.count(), changed.len());
    world.look(HOUR);
    assert_eq!(world.fs.take_opened(&CONTENT), BTreeMap::new());
}

#[test]
fn what_was_read_within_the_grain_of_its_stamp_is_read_again() {
    let world = World::new();
    let skill = world.home().join("skills/a/SKILL.md");
    std::fs::create_dir_all(skill.parent().unwrap()).unwrap();
    std::fs::write(&skill, "---\nname: one\ndescription: d\n---\n").unwrap();
    // Read at the very moment of its stamp, by this clock.
    let stamp = Timestamp::try_from(std::fs::metadata(&skill).unwrap().modified().unwrap());
    let since = Timestamp::now().duration_since(stamp.unwrap());
    world.look(-since);
    world.fs.take_opened(&CONTENT);
    world.look(HOUR);
    assert_eq!(world.fs.take_opened(&CONTENT).len(), 1);
    world.look(HOUR);
    assert_eq!(world.fs.take_opened(&CONTENT).len(), 0);
}

#[test]
fn what_is_excluded_is_neither_listed_nor_opened() {
    let world = World::new();
    let skills = world.home().join("skills");
    let files = [
        "a/SKILL.md",
        "a/scripts/deep/SKILL.md",
        "a/references/x.md",
        "node_modules/p/q/SKILL.md",
        ".git/objects/ab/SKILL.md",
    ];
    for file in files {
        let path = skills.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "---\nname: a\ndescription: d\n---\n").unwrap();
    }
    for number in 0..2_000 {
        std::fs::write(skills.join(format!("node_modules/p/{number}.js")), "x").unwrap();
    }
    world.look(HOUR);
    let below: Vec<PathBuf> = world
        .fs
        .listed
        .lock()
        .unwrap()
        .keys()
        .filter_map(|path| path.strip_prefix(skills.canonicalize().unwrap()).ok())
        .map(Path::to_owned)
        .collect();
    assert_eq!(below, [PathBuf::new(), PathBuf::from("a")]);
    let opened = world.fs.take_opened(&["x.md", "SKILL.md"]);
    assert_eq!(opened.len(), 1);
}

#[test]
fn news_of_telemetry_reads_the_sidecar_alone_and_news_of_a_library_that_library() {
    let world = World::new();
    let skills = world.home().join("skills");
    library::generate(&skills, 300, 7).unwrap();
    let team = world.folder.path().join("team");
    library::generate(&team, 300, 8).unwrap();
    let config = "skills: {external_dirs: [../team]}\n";
    std::fs::write(world.home().join("config.yaml"), config).unwrap();
    let bench = world.open(HOUR);
    let before = bench.look().unwrap();
    let take = || {
        let opened = std::mem::take(&mut *world.fs.opened.lock().unwrap());
        let listed = std::mem::take(&mut *world.fs.listed.lock().unwrap());
        let paths = |it: BTreeMap<PathBuf, usize>| it.into_keys().collect::<Vec<_>>();
        (paths(opened), paths(listed))
    };
    take();
    let again = |library: &str, part| {
        let mut reload = Reload::default();
        reload.add(library, part);
        bench.look_again(&before, &reload).unwrap()
    };
    let first = before.skills().find(|it| !it.archived).unwrap();
    let usage = format!("{{{:?}: {{\"use_count\": 7}}}}", first.folder);
    std::fs::write(skills.join(".usage.json"), usage).unwrap();
    let after = again("hermes", Part::Usage);
    assert_eq!(after.get(&first.id).unwrap().usage.uses, 7);
    assert_eq!(take(), (vec![skills.join(".usage.json")], vec![]));
    again("hermes", Part::Sidecars);
    let (opened, listed) = take();
    let content = |path: &PathBuf| CONTENT.iter().any(|name| path.ends_with(name));
    assert_eq!(opened.iter().filter(|it| content(it)).count(), 0);
    assert_eq!(listed, [world.home().join("pending/skills")]);
    again("team", Part::Whole);
    let (opened, listed) = take();
    assert_eq!(opened, [world.home().join("config.yaml")]);
    let team = team.canonicalize().unwrap();
    let profiles = world.home().join("profiles");
    let elsewhere = |path: &&PathBuf| !path.starts_with(&team) && **path != profiles;
    assert_eq!(listed.iter().find(elsewhere), None);
}
