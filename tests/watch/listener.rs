//! A folder that is watched, and what was heard of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use skilldeck::store::library::{Library, LibraryKind, Scope};
use skilldeck::store::watch::{News, Opener, Part, Reload, Timing, Watch, Watched};
use skilldeck::store::{Disk, Fs};

const DEADLINE: Duration = Duration::from_secs(10);
/// Longer than an event and the delay after it take.
const SILENCE: Duration = Duration::from_millis(300);

/// Never sweeps: events have to do it.
pub const EVENTS: Timing = Timing {
    delay: Duration::from_millis(20),
    sweep: Duration::from_secs(3_600),
};

/// Sweeps all the time.
pub const SWEEPS: Timing = Timing {
    delay: Duration::from_millis(5),
    sweep: Duration::from_millis(10),
};

/// A temporary folder.
pub struct World {
    _folder: tempfile::TempDir,
    pub root: PathBuf,
}

impl World {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        World {
            _folder: folder,
            root,
        }
    }

    /// With a home `h` and a skill in it.
    pub fn with_home() -> Self {
        let world = World::new();
        world.write("h/skills/a/SKILL.md", "one");
        world
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn rename(&self, from: &str, to: &str) {
        std::fs::rename(self.path(from), self.path(to)).unwrap();
    }

    pub fn remove(&self, path: &str) {
        std::fs::remove_dir_all(self.path(path)).unwrap();
    }

    pub fn link(&self, target: &str, at: &str) {
        std::os::unix::fs::symlink(target, self.path(at)).unwrap();
    }

    /// A home's library, `home`.
    pub fn home(&self, home: &str) -> Watched {
        let home = self.path(home);
        Watched {
            libraries: vec![library("home", &home.join("skills"), Some(&home))],
            settings: vec![home.join("config.yaml")],
            ours: vec![self.path("ours")],
        }
    }

    /// A plain library, `plain`.
    pub fn plain(&self, root: &str) -> Watched {
        Watched {
            libraries: vec![library("plain", &self.path(root), None)],
            ..Watched::default()
        }
    }
}

fn library(id: &str, root: &Path, home: Option<&Path>) -> Library {
    Library {
        id: id.to_owned(),
        kind: match home {
            Some(_) => LibraryKind::Hermes,
            None => LibraryKind::Configured,
        },
        scope: Scope::User,
        root: root.to_owned(),
        home: home.map(Path::to_owned),
        writable: true,
    }
}

/// A watch, and what it tells.
pub struct Heard {
    pub watch: Watch,
    news: Receiver<News>,
}

impl Heard {
    /// Watches; what is told at the beginning is heard already.
    pub fn start(watched: Watched, timing: Timing, open: Opener) -> Self {
        Heard::start_on(Arc::new(Disk), watched, timing, open)
    }

    /// The same on another file system.
    pub fn start_on(fs: Arc<dyn Fs>, watched: Watched, timing: Timing, open: Opener) -> Self {
        let (sender, news) = channel();
        let tell = move |news| sender.send(news).is_ok();
        let watch = Watch::start(fs, watched, timing, open, tell).unwrap();
        let heard = Heard { watch, news };
        heard.wait("the first look", |reload| reload.all);
        heard.silence();
        heard
    }

    /// Waits until what was told since the call is what is waited for, and gives that.
    pub fn wait(&self, what: &str, is_it: impl Fn(&Reload) -> bool) -> Reload {
        let deadline = Instant::now() + DEADLINE;
        let mut all = Reload::default();
        while !is_it(&all) {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.news.recv_timeout(left) {
                Ok(news) => all.merge(news.reload),
                Err(error) => panic!(
                    "no {what}: {error}; heard {all:?}, {:?}",
                    self.watch.state()
                ),
            }
        }
        all
    }

    /// Waits until this part of a library is to be looked at again.
    pub fn hears(&self, id: &str, part: Part) {
        let mut wanted = Reload::default();
        wanted.add(id, part);
        self.wait(&format!("news of {id}"), |reload| {
            reload.libraries == wanted.libraries
        });
    }

    /// Listens until nothing more comes.
    pub fn silence(&self) {
        let deadline = Instant::now() + DEADLINE;
        while self.news.recv_timeout(SILENCE).is_ok() {
            assert!(Instant::now() < deadline, "it never ends");
        }
    }

    /// Nothing comes.
    pub fn hears_nothing(&self) {
        assert_eq!(
            self.news.recv_timeout(SILENCE),
            Err(RecvTimeoutError::Timeout)
        );
    }

    /// Waits for a state.
    pub fn wait_for_state(&self, is_it: impl Fn(&skilldeck::store::watch::State) -> bool) {
        wait_until(|| is_it(&self.watch.state()));
    }
}

/// Waits for a condition.
pub fn wait_until(is_it: impl Fn() -> bool) {
    let deadline = Instant::now() + DEADLINE;
    while !is_it() {
        assert!(Instant::now() < deadline, "it does not come");
        std::thread::sleep(Duration::from_millis(1));
    }
}
