//! A source of events that a test makes: limits, failures, floods.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use skilldeck::store::Disk;
use skilldeck::store::fs::{DirEntry, Fs, Stat};
use skilldeck::store::watch::{
    Change, Hint, Listener, News, Opener, Part, Refusal, Reload, Source, Watch, try_out,
};

use super::listener::{EVENTS, Heard, SWEEPS, World, wait_until};

/// What all sources of a test share.
#[derive(Default)]
struct Shared {
    limit: Option<usize>,
    broken: Option<&'static str>,
    watched: Mutex<BTreeSet<PathBuf>>,
    listener: Mutex<Option<Listener>>,
}

impl Shared {
    fn opener(self: &Arc<Self>) -> Opener {
        let shared = Arc::clone(self);
        Arc::new(move |listener| {
            if let Some(why) = shared.broken {
                return Err(why.to_owned());
            }
            shared.listener.lock().unwrap().replace(listener);
            Ok(Box::new(Fake(Arc::clone(&shared))) as Box<dyn Source>)
        })
    }

    fn hint(&self, hint: Hint) {
        let listener = self.listener.lock().unwrap().clone();
        listener.unwrap()(hint);
    }

    fn changed(&self, path: PathBuf) {
        self.hint(Hint::Path(path, Change::Change));
    }

    fn watches(&self, path: &Path) -> bool {
        self.watched.lock().unwrap().contains(path)
    }
}

struct Fake(Arc<Shared>);

impl Source for Fake {
    fn watch(&mut self, folder: &Path, _below: bool) -> Result<(), Refusal> {
        let mut watched = self.0.watched.lock().unwrap();
        if self.0.limit == Some(watched.len()) {
            return Err(Refusal::Limit);
        }
        watched.insert(folder.to_owned());
        Ok(())
    }

    fn unwatch(&mut self, folder: &Path) {
        self.0.watched.lock().unwrap().remove(folder);
    }

    fn covers_below(&self) -> bool {
        false
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.0.watched.lock().unwrap().clear();
    }
}

/// Changes are noticed without events, each as what it is.
fn sweeps(world: &World, heard: &Heard) {
    world.write("h/skills/a/SKILL.md", "longer than before");
    heard.hears("home", Part::Whole);
    heard.silence();
    world.write("h/skills/.usage.json", "{}");
    heard.hears("home", Part::Usage);
    heard.silence();
    world.write("h/pending/skills/1.json", "{}");
    heard.hears("home", Part::Sidecars);
    heard.silence();
    world.write("h/config.yaml", "skills: {}");
    heard.wait("all", |reload| reload.all);
    heard.silence();
    world.write("h/skills/.git/index", "x");
    heard.hears_nothing();
    world.remove("h/skills");
    heard.hears("home", Part::Whole);
    world.write("h/skills/b/SKILL.md", "b");
    heard.hears("home", Part::Whole);
}

#[test]
fn past_the_limit_everything_is_swept_and_the_watches_are_given_back() {
    let world = World::with_home();
    let shared = Arc::new(Shared {
        limit: Some(2),
        ..Shared::default()
    });
    let heard = Heard::start(world.home("h"), SWEEPS, shared.opener());
    let words = "sweeping every 2 s: the system's limit of watched folders is reached";
    assert_eq!(heard.watch.state().words(), words);
    assert_eq!(*shared.watched.lock().unwrap(), BTreeSet::new());
    sweeps(&world, &heard);
}

#[test]
fn without_a_source_everything_is_swept() {
    let world = World::with_home();
    let shared = Arc::new(Shared {
        broken: Some("no inotify here"),
        ..Shared::default()
    });
    let heard = Heard::start(world.home("h"), SWEEPS, shared.opener());
    let words = "sweeping every 2 s: no inotify here";
    assert_eq!(heard.watch.state().words(), words);
    sweeps(&world, &heard);
}

/// The disk, on which a library goes while a sweep looks at it.
struct Trap {
    armed: AtomicBool,
    library: PathBuf,
}

impl Fs for Trap {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        Disk.read_dir(path)
    }
    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        Disk.lstat(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        // The skills are looked at before.
        if path.ends_with(".usage.json") && self.armed.swap(false, Ordering::SeqCst) {
            std::fs::remove_dir_all(&self.library).unwrap();
        }
        Disk.stat(path)
    }
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        Disk.read(path, limit)
    }
    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.read_link(path)
    }
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.canonicalize(path)
    }
}

#[test]
fn what_goes_while_it_is_swept_is_told() {
    let world = World::with_home();
    world.write("h/skills/.usage.json", "{}");
    let shared = Arc::new(Shared {
        broken: Some("no inotify here"),
        ..Shared::default()
    });
    let trap = Arc::new(Trap {
        armed: AtomicBool::new(false),
        library: world.path("h/skills"),
    });
    let heard = Heard::start_on(trap.clone(), world.home("h"), SWEEPS, shared.opener());
    trap.armed.store(true, Ordering::SeqCst);
    heard.hears("home", Part::Whole);
}

#[test]
fn a_source_that_fails_is_replaced_by_the_sweep() {
    let world = World::with_home();
    let shared: Arc<Shared> = Arc::default();
    let heard = Heard::start(world.home("h"), SWEEPS, shared.opener());
    assert_eq!(heard.watch.state().fault, None);
    shared.hint(Hint::Failed("the device is gone".into()));
    heard.wait("all", |reload| reload.all);
    let fault = heard.watch.state().fault;
    assert_eq!(fault.as_deref(), Some("the device is gone"));
    heard.silence();
    world.write("h/skills/a/SKILL.md", "longer than before");
    heard.hears("home", Part::Whole);
}

#[test]
fn what_is_lost_in_a_flood_is_looked_at_all() {
    let world = World::with_home();
    let shared: Arc<Shared> = Arc::default();
    let (sender, news) = channel();
    let (open, gate) = channel::<()>();
    let calls = Arc::new(AtomicUsize::new(0));
    let called = Arc::clone(&calls);
    let tell = move |it| {
        called.fetch_add(1, Ordering::SeqCst);
        // The thread stands still until the test lets it go on.
        let _ = gate.recv();
        sender.send(it).is_ok()
    };
    let fs = Arc::new(Disk);
    let _watch = Watch::start(fs, world.home("h"), EVENTS, shared.opener(), tell).unwrap();
    for _ in 0..2 {
        open.send(()).unwrap();
        let _: News = news.recv().unwrap();
    }
    shared.changed(world.path("h/skills/a"));
    wait_until(|| calls.load(Ordering::SeqCst) == 3);
    (0..10_000).for_each(|_| shared.changed(world.path("h/skills/a")));
    let mut all = Reload::default();
    for _ in 0..2 {
        open.send(()).unwrap();
        all.merge(news.recv().unwrap().reload);
    }
    assert!(all.all, "{all:?}");
}

#[test]
fn only_what_can_mean_something_is_watched() {
    let world = World::with_home();
    for folder in [
        "h/skills/.git/objects",
        "h/skills/a/node_modules/b",
        "h/skills/.hub/quarantine",
        "h/skills/.archive/old",
        "h/sessions",
    ] {
        std::fs::create_dir_all(world.path(folder)).unwrap();
    }
    let shared: Arc<Shared> = Arc::default();
    let heard = Heard::start(world.home("h"), EVENTS, shared.opener());
    let watched = [
        "h",
        "h/skills",
        "h/skills/.archive",
        "h/skills/.archive/old",
        "h/skills/.hub",
        "h/skills/a",
    ];
    let expected: BTreeSet<PathBuf> = watched.iter().map(|it| world.path(it)).collect();
    assert_eq!(*shared.watched.lock().unwrap(), expected);
    assert_eq!(heard.watch.state().folders, expected.len());
    let tried = try_out(Arc::new(Disk), world.home("h"), shared.opener());
    assert_eq!(tried, heard.watch.state());
}

#[test]
fn nothing_is_said_and_nothing_watched_that_nobody_asked_for() {
    let world = World::with_home();
    world.write("other/x/SKILL.md", "x");
    let shared: Arc<Shared> = Arc::default();
    let heard = Heard::start(world.home("h"), EVENTS, shared.opener());
    let access = Hint::Path(world.path("h/skills/a/SKILL.md"), Change::Access);
    shared.hint(access);
    shared.changed(world.path("h/skills/.git"));
    heard.hears_nothing();
    heard.watch.follow(world.home("h"));
    heard.hears_nothing();
    heard.watch.follow(world.plain("other"));
    heard.wait("all", |reload| reload.all);
    assert!(shared.watches(&world.path("other/x")));
    assert!(!shared.watches(&world.path("h/skills")));
}

#[test]
fn dropping_it_ends_the_thread() {
    let world = World::with_home();
    let shared: Arc<Shared> = Arc::default();
    let held = Arc::new(());
    let seen = Arc::downgrade(&held);
    let tell = move |_| Arc::strong_count(&held) > 0;
    let fs = Arc::new(Disk);
    let watch = Watch::start(fs, world.home("h"), EVENTS, shared.opener(), tell).unwrap();
    wait_until(|| watch.state().folders > 0);
    assert!(seen.upgrade().is_some());
    drop(watch);
    wait_until(|| seen.upgrade().is_none());
}
