//! The verbs for what happens between looks and between runs: watching, what the person has seen, how
//! the screen was left.

use std::io;
use std::sync::Arc;

use super::Workbench;
use crate::store::catalog::Catalog;
use crate::store::home::Home;
use crate::store::own;
use crate::store::seen::{Seen, Unsaved};
use crate::store::watch::{self, News, Timing, Watch, Watched};
use crate::store::{locate, settings, switches};

/// What is kept of a screen is smaller.
const MAX_SCREEN_BYTES: u64 = 16 * 1024 * 1024;
/// The folder of kept screens in our state folder.
const SCREENS: &str = "screens";

impl Workbench {
    /// Watches what a catalog shows; `tell` hears what to look at again, from another thread, until it returns false
    /// or the watch is dropped.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub fn watch(
        &self,
        catalog: &Catalog,
        tell: impl FnMut(News) -> bool + Send + 'static,
    ) -> io::Result<Watch> {
        let (fs, watched) = (Arc::clone(&self.fs), self.watched(catalog));
        Watch::start(fs, watched, Timing::default(), watch::platform(), tell)
    }

    /// How a catalog would be watched: tries it out.
    pub fn try_watch(&self, catalog: &Catalog) -> watch::State {
        watch::try_out(
            Arc::clone(&self.fs),
            self.watched(catalog),
            watch::platform(),
        )
    }

    /// What there is to watch for a catalog: for [`Watch::follow`].
    pub fn watched(&self, catalog: &Catalog) -> Watched {
        let config = self.env.config_dir.as_ref();
        let home = catalog.home.as_ref();
        let settings = [
            config.map(|folder| folder.join(settings::FILE_NAME)),
            home.map(Home::config),
        ];
        let folders = locate::agent_folders(self.fs.as_ref(), &self.env);
        let agents = switches::files(&folders).into_iter().map(|(_, file)| file);
        let ours = [&self.env.state_dir, &self.env.cache_dir];
        Watched {
            libraries: catalog
                .shelves
                .iter()
                .map(|shelf| shelf.library.clone())
                .collect(),
            settings: settings.into_iter().flatten().chain(agents).collect(),
            ours: ours.into_iter().flatten().cloned().collect(),
        }
    }

    /// Reads what the person has seen of the libraries of a catalog that were not met yet; see [`Seen::meet`].
    pub fn meet(&self, seen: &mut Seen, catalog: &Catalog) -> Vec<String> {
        seen.meet(self.fs.as_ref(), self.env.state_dir.as_deref(), catalog)
    }

    /// Saves what the person has seen; see [`Unsaved::save`].
    ///
    /// # Errors
    /// What went wrong, for the person.
    pub fn save_seen(&self, unsaved: &Unsaved) -> Result<(), String> {
        unsaved.save(self.fs.as_ref())
    }

    /// The name under which the screen of what a catalog shows is kept; nothing where nothing is.
    pub fn screen_name(&self, catalog: &Catalog) -> Option<String> {
        let home = catalog.home.as_ref().map(|home| &home.root);
        let first = catalog.shelves.first().map(|shelf| &shelf.library.root);
        let opened = home.or(first)?;
        let opened = self.fs.canonicalize(opened);
        let named = opened.ok().map(|it| format!("{}.json", own::label(&it)));
        named.filter(|_| self.env.state_dir.is_some())
    }

    /// What was kept of a screen; nothing when nothing was.
    ///
    /// # Errors
    /// What the system says.
    pub fn read_screen(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(folder) = &self.env.state_dir else {
            return Ok(None);
        };
        let file = folder.join(SCREENS).join(name);
        match self.fs.read(&file, MAX_SCREEN_BYTES) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Keeps a screen; what is there is put aside before, where it is to be.
    ///
    /// # Errors
    /// What went wrong, for the person.
    pub fn write_screen(&self, name: &str, bytes: &[u8], aside: bool) -> Result<(), String> {
        let Some(folder) = &self.env.state_dir else {
            return Ok(());
        };
        let file = folder.join(SCREENS).join(name);
        let aside = if aside { own::set_aside(&file) } else { Ok(()) };
        let written = aside.and_then(|()| own::write(&file, bytes));
        written.map_err(|error| {
            let file = file.display();
            format!("{file}: {error}; the screen is not kept for the next start")
        })
    }
}
