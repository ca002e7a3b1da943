//! Where events come from: the platform, or a test.

use std::io;
use std::path::Path;
use std::sync::Arc;

use notify::event::{Event, EventKind};
use notify::{ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::batch::{Change, Hint};

/// Takes hints. Called from a thread of the source's; must not block.
pub type Listener = Arc<dyn Fn(Hint) + Send + Sync>;

/// Opens a source that tells a listener what happens; why not, where that fails.
pub type Opener = Arc<dyn Fn(Listener) -> Result<Box<dyn Source>, String> + Send + Sync>;

/// Reports what happens in folders.
pub trait Source: Send {
    /// Starts to report what happens in a folder, and `below` it where the source can.
    ///
    /// # Errors
    /// When it will not be reported.
    fn watch(&mut self, folder: &Path, below: bool) -> Result<(), Refusal>;

    /// Ends that. A folder that is not watched is no fault.
    fn unwatch(&mut self, folder: &Path);

    /// A folder is reported with all that lies below it.
    fn covers_below(&self) -> bool;
}

/// Why a folder is not watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The system watches no more folders for this person.
    Limit,
    /// This folder cannot be watched because it is gone, or not ours to read.
    Unreachable,
    /// Anything else.
    Failed(String),
}

/// The events of this platform.
pub fn platform() -> Opener {
    Arc::new(|listener| {
        let hear = move |event: notify::Result<Event>| match event {
            Ok(event) if event.need_rescan() => listener(Hint::Overflow),
            // They come in bulk: our own looks cause them too.
            Ok(event) if matches!(event.kind, EventKind::Access(_)) => {}
            Ok(event) => {
                for path in event.paths {
                    listener(Hint::Path(path, Change::Change));
                }
            }
            Err(error) => listener(Hint::Failed(error.to_string())),
        };
        match notify::recommended_watcher(hear) {
            Ok(watcher) => Ok(Box::new(Platform(watcher)) as Box<dyn Source>),
            Err(error) => Err(error.to_string()),
        }
    })
}

struct Platform(RecommendedWatcher);

impl Source for Platform {
    fn watch(&mut self, folder: &Path, below: bool) -> Result<(), Refusal> {
        let mode = if below && self.covers_below() {
            RecursiveMode::Recursive
        } else {
            RecursiveMode::NonRecursive
        };
        self.0
            .watch(folder, mode)
            .map_err(|error| match error.kind {
                ErrorKind::MaxFilesWatch => Refusal::Limit,
                ErrorKind::PathNotFound => Refusal::Unreachable,
                ErrorKind::Io(error) => match error.kind() {
                    io::ErrorKind::NotFound
                    | io::ErrorKind::NotADirectory
                    | io::ErrorKind::PermissionDenied => Refusal::Unreachable,
                    _ => Refusal::Failed(error.to_string()),
                },
                _ => Refusal::Failed(error.to_string()),
            })
    }

    fn unwatch(&mut self, folder: &Path) {
        // It fails for a folder that is gone, of which the system has let go by itself.
        let _ = self.0.unwatch(folder);
    }

    /// inotify knows single folders only; its recursion in `notify` would also enter what we leave out.
    fn covers_below(&self) -> bool {
        cfg!(target_os = "macos")
    }
}
