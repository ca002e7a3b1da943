//! The one façade: every verb that a face may use. Faces know this, the values it returns, and no
//! file system.
//!
//! Reading only: nothing here writes but the stat cache, which lives in our cache folder, and, where a
//! face asks for it, what the person has seen and how the screen was left, in our state folder.

mod between;
mod compare;
mod named;

pub use compare::Comparison;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use rayon::prelude::*;

use crate::index::{self, Batch, Outcome, Query};
use crate::markdown::Markdown;
use crate::skill::reference::{self, Reference};
use crate::skill::{Document, Frontmatter, Problem, Readers, ReferenceKind, Severity, problem};
use crate::store::cache::Cache;
use crate::store::catalog::{Catalog, Shelf, ShelfState, Skill, SkillId};
use crate::store::doctor::{self, Examined};
use crate::store::effects::{self, Effect, Surroundings};
use crate::store::fs::{Fs, Kind, name_of};
use crate::store::home::Home;
use crate::store::library::Library;
use crate::store::locate::{self, Environment, LocateError, Places, Request};
use crate::store::look::{self, Look};
use crate::store::package::{self, Package};
use crate::store::settings::{self, Settings};
use crate::store::shadow;
use crate::store::switches::Switches;
use crate::store::usage::State;
use crate::store::watch::{Part, Reload};

/// Tells the time. Injected, so that ages and stamps are the same in every test run.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// The longest part of a file that is shown: the largest real `SKILL.md` has 177 kB.
pub const MAX_SHOWN_BYTES: u64 = 1024 * 1024;

/// The workbench on one home, its libraries, or one path.
pub struct Workbench {
    fs: Arc<dyn Fs>,
    env: Environment,
    clock: Clock,
    request: Request,
    /// Whose reading counts, whatever the library.
    readers: Option<Readers>,
    /// Stat caches by library root, so that looking again reads no cache file.
    caches: Mutex<HashMap<PathBuf, Arc<Cache>>>,
}

/// An entry file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillText {
    /// The document.
    pub document: Document,
    /// Its frontmatter.
    pub frontmatter: Option<Frontmatter>,
}

/// A file of a package, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The skill's entry file.
    Skill(Box<SkillText>),
    /// Markdown.
    Markdown(String),
    /// Any other text.
    Text(String),
    /// Not a text: what it is.
    Binary(String),
}

/// A file of a package with what a reader wants to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Path inside the package.
    pub path: String,
    /// What is in it.
    pub content: Content,
    /// Something a reader has to know: it was cut, it is not UTF-8.
    pub notice: Option<String>,
    /// The files of its package.
    pub package: Package,
    /// References to files, for Markdown.
    pub references: Vec<Reference>,
}

impl Page {
    /// The Markdown to render: the body of a skill, or the whole of a Markdown file.
    pub fn markdown(&self) -> Option<String> {
        match &self.content {
            Content::Skill(skill) => Some(skill.document.body().into_owned()),
            Content::Markdown(text) => Some(text.clone()),
            Content::Text(_) | Content::Binary(_) => None,
        }
    }

    /// The text as it is in the file.
    pub fn source(&self) -> String {
        match &self.content {
            Content::Skill(skill) => skill.document.whole().into_owned(),
            Content::Markdown(text) | Content::Text(text) => text.clone(),
            Content::Binary(what) => what.clone(),
        }
    }

    /// All that is wrong with its skill for the readers of its library, worst first.
    pub fn problems(&self, skill: &Skill) -> Vec<Problem> {
        let mut problems = skill.problems.clone();
        problems.extend(self.reference_problems());
        problem::grade(&mut problems, skill.readers);
        problems
    }

    /// Problems that only reading the body shows: references that lead nowhere or out.
    pub fn reference_problems(&self) -> Vec<Problem> {
        let Content::Skill(skill) = &self.content else {
            return Vec::new();
        };
        reference::problems(&skill.document, &self.references)
    }
}

/// Why a file of a package cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is not in the package.
    #[error("{path} is not in the package of {skill}; `skilldeck files {skill}` lists what is")]
    NoSuchFile {
        /// As asked for.
        path: String,
        /// The skill.
        skill: String,
    },
    /// The path leads out of the package.
    #[error("{path} leads out of the package{to}: not opened")]
    Escapes {
        /// As asked for.
        path: String,
        /// ` to …` for a link.
        to: String,
    },
    /// It is a folder.
    #[error("{0} is a folder; name a file in it")]
    Folder(String),
    /// The system refuses.
    #[error("{path} cannot be read: {reason}")]
    Unreadable {
        /// The path.
        path: String,
        /// The system's words.
        reason: String,
    },
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The skills, library by library.
    pub skills: Vec<CheckedSkill>,
    /// What could not be read, so that skills may be missing: path and reason.
    pub faults: Vec<(PathBuf, String)>,
    /// Archived skills, which no agent reads and which were not checked.
    pub archived: usize,
}

/// A skill that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedSkill {
    /// Which.
    pub id: SkillId,
    /// Its entry file.
    pub file: PathBuf,
    /// Whose reading counted.
    pub readers: Readers,
    /// Its problems, in the order of the file.
    pub problems: Vec<Problem>,
}

/// One library in a status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All skills, archived ones too.
    pub skills: usize,
    /// By state.
    pub active: usize,
    /// By state.
    pub stale: usize,
    /// By state.
    pub archived: usize,
    /// Pinned, whatever the state.
    pub pinned: usize,
    /// With an error.
    pub broken: usize,
    /// With a warning and no error.
    pub doubtful: usize,
    /// Left out by the agent of the library, or shadowed.
    pub unseen: usize,
}

impl Counts {
    /// Counts the skills of a shelf.
    pub fn of(shelf: &Shelf) -> Self {
        let mut counts = Counts::default();
        for skill in &shelf.skills {
            counts.skills += 1;
            match skill.state() {
                State::Active => counts.active += 1,
                State::Stale => counts.stale += 1,
                State::Archived => counts.archived += 1,
            }
            counts.pinned += usize::from(skill.usage.pinned);
            match skill.worst() {
                Some(Severity::Error) => counts.broken += 1,
                Some(Severity::Warning) => counts.doubtful += 1,
                _ => {}
            }
            counts.unseen += usize::from(skill.hidden.is_some() || skill.shadow.is_some());
        }
        counts
    }

    /// The sum of two.
    pub fn plus(&self, other: &Counts) -> Self {
        Counts {
            skills: self.skills + other.skills,
            active: self.active + other.active,
            stale: self.stale + other.stale,
            archived: self.archived + other.archived,
            pinned: self.pinned + other.pinned,
            broken: self.broken + other.broken,
            doubtful: self.doubtful + other.doubtful,
            unseen: self.unseen + other.unseen,
        }
    }
}

impl Workbench {
    /// Opens the workbench.
    ///
    /// # Errors
    /// When the request names a home or a path that is not there.
    pub fn open(
        fs: Arc<dyn Fs>,
        env: Environment,
        clock: Clock,
        request: Request,
    ) -> Result<Self, LocateError> {
        locate::locate(fs.as_ref(), &env, &request)?;
        Ok(Workbench {
            fs,
            env,
            clock,
            request,
            readers: None,
            caches: Mutex::default(),
        })
    }

    /// The same workbench on another profile's home.
    ///
    /// # Errors
    /// When the profile's folder is gone.
    pub fn with_profile(&self, root: &Path) -> Result<Self, LocateError> {
        let usual = match &self.request {
            Request::Profile(_, inner) => inner.clone(),
            other => Box::new(other.clone()),
        };
        let request = Request::Profile(root.to_owned(), usual);
        Self::open(
            Arc::clone(&self.fs),
            self.env.clone(),
            Arc::clone(&self.clock),
            request,
        )
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Our own settings, with what in them cannot be used.
    pub fn settings(&self) -> Settings {
        match &self.env.config_dir {
            Some(folder) => settings::read(self.fs.as_ref(), &folder.join(settings::FILE_NAME)),
            None => Settings::none(Path::new(settings::FILE_NAME)),
        }
    }

    /// Looks at every library. Files that did not change since the last look are not opened.
    ///
    /// # Errors
    /// When the home or path of the request is gone.
    pub fn look(&self) -> Result<Catalog, LocateError> {
        let mut places = locate::locate(self.fs.as_ref(), &self.env, &self.request)?;
        let libraries = std::mem::take(&mut places.libraries);
        let looked = libraries.iter().map(|it| self.look_at(&mut places, it));
        let shelves = looked.collect();
        Ok(self.catalog(places, shelves))
    }

    /// Looks again at what may have changed since a look, and takes the rest from that. Equal to a whole look when
    /// nothing else has changed. News of telemetry opens no skill and lists no folder of skills.
    ///
    /// # Errors
    /// When the home or path of the request is gone.
    pub fn look_again(&self, before: &Catalog, what: &Reload) -> Result<Catalog, LocateError> {
        let is_known = |id: &String| {
            before
                .shelf(id)
                .is_some_and(|it| it.state == ShelfState::Ready)
        };
        let parts = || what.libraries.iter();
        if what.all || !parts().all(|(id, part)| *part == Part::Whole || is_known(id)) {
            return self.look();
        }
        if parts().all(|(_, part)| *part != Part::Whole) {
            let mut catalog = before.clone();
            for shelf in &mut catalog.shelves {
                if let Some(part) = what.libraries.get(&shelf.library.id) {
                    look::look_at_sidecars(self.fs.as_ref(), shelf, *part);
                }
            }
            return Ok(catalog);
        }
        let mut places = locate::locate(self.fs.as_ref(), &self.env, &self.request)?;
        let known = before.shelves.iter().map(|shelf| &shelf.library);
        if !known.eq(&places.libraries) {
            return self.look();
        }
        places.libraries.clear();
        let mut shelves = Vec::new();
        for shelf in &before.shelves {
            let part = what.libraries.get(&shelf.library.id);
            let mut shelf = match part {
                Some(Part::Whole) => self.look_at(&mut places, &shelf.library),
                _ => shelf.clone(),
            };
            if let Some(part @ (Part::Usage | Part::Sidecars)) = part {
                look::look_at_sidecars(self.fs.as_ref(), &mut shelf, *part);
            }
            shadow::unmark(&mut shelf);
            shelves.push(shelf);
        }
        Ok(self.catalog(places, shelves))
    }

    /// Looks at a library; what goes wrong with the cache is noted.
    fn look_at(&self, places: &mut Places, library: &Library) -> Shelf {
        let clock = &self.clock;
        let now = || i64::try_from(clock().as_nanosecond()).unwrap_or(i64::MAX);
        let look = Look {
            fs: self.fs.as_ref(),
            platform: &self.env.platform,
            disabled: &places.disabled,
            environments: &places.environments,
            cache_dir: self.env.cache_dir.as_deref(),
            readers: self.readers,
            now: &now,
        };
        let caches = || self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let known = caches().get(&library.root).cloned();
        let looked = look::look(&look, library, known);
        places.notes.extend(looked.fault);
        if let Some(cache) = looked.cache {
            caches().insert(library.root.clone(), cache);
        }
        looked.shelf
    }

    /// The catalog of shelves on which nothing is marked as shadowed yet.
    fn catalog(&self, places: Places, mut shelves: Vec<Shelf>) -> Catalog {
        shadow::mark(&mut shelves);
        let (fs, env) = (self.fs.as_ref(), &self.env);
        let folders = locate::agent_folders(fs, env);
        let config = places.home.as_ref().map(|home| home.config());
        let switches = Switches::read(fs, env, &folders, config.as_deref(), &places.disabled);
        switches.mark(fs, &folders, &mut shelves);
        Catalog {
            profiles: places
                .home
                .as_ref()
                .map(|home| home.profiles(self.fs.as_ref()))
                .unwrap_or_default(),
            home: places.home,
            shelves,
            notes: places.notes,
        }
    }

    /// The files of a skill's package.
    pub fn files(&self, skill: &Skill) -> Package {
        package::list(self.fs.as_ref(), &skill.dir)
    }

    /// Reads the entry file of a skill, or another file of its package, as far as it is shown.
    ///
    /// # Errors
    /// When the file is not in the package, leads out of it, or cannot be read.
    pub fn read(&self, skill: &Skill, file: Option<&str>) -> Result<Page, ReadError> {
        let package = self.files(skill);
        let (path, full, is_entry) = self.locate(skill, file)?;
        let mut bytes = self.read_bytes(&full, MAX_SHOWN_BYTES + 1)?;
        let mut notice = None;
        if bytes.len() as u64 > MAX_SHOWN_BYTES {
            bytes.truncate(usize::try_from(MAX_SHOWN_BYTES).unwrap_or(usize::MAX));
            notice = Some(format!(
                "only the first {} MiB are shown",
                MAX_SHOWN_BYTES >> 20
            ));
        }
        let content = if is_entry {
            let document = Document::parse(bytes);
            let frontmatter = Frontmatter::read(&document);
            Content::Skill(Box::new(SkillText {
                document,
                frontmatter,
            }))
        } else {
            content(&path, bytes, &mut notice)
        };
        let mut page = Page {
            path,
            content,
            notice,
            package,
            references: Vec::new(),
        };
        if let Some(text) = page.markdown() {
            let folder = page.path.rsplit_once('/').map_or("", |(above, _)| above);
            page.references = self.references(skill, &page.package, &text, folder);
        }
        Ok(page)
    }

    /// All bytes of a file of a package, unchanged.
    ///
    /// # Errors
    /// When the file is not in the package, leads out of it, or cannot be read.
    pub fn read_raw(&self, skill: &Skill, file: Option<&str>) -> Result<Vec<u8>, ReadError> {
        let (_, full, _) = self.locate(skill, file)?;
        self.read_bytes(&full, u64::MAX)
    }

    fn read_bytes(&self, full: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
        let bytes = self.fs.read(full, limit);
        bytes.map_err(|error| ReadError::Unreadable {
            path: full.display().to_string(),
            reason: error.to_string(),
        })
    }

    /// The path inside the package and on disk of a file, and whether it is the entry file.
    fn locate(
        &self,
        skill: &Skill,
        file: Option<&str>,
    ) -> Result<(String, PathBuf, bool), ReadError> {
        let entry = skill.file.file_name().unwrap_or_default().to_string_lossy();
        let path = match file {
            None => entry.to_string(),
            // What a listing prints is taken as it is; else it may be written as a link.
            Some(file) if self.is_there(skill, file) => file.to_owned(),
            Some(file) => reference::resolve(file, "").ok_or_else(|| ReadError::Escapes {
                path: file.to_owned(),
                to: String::new(),
            })?,
        };
        if path == entry {
            return Ok((path, skill.file.clone(), true));
        }
        let full = self.inside(skill, &path)?;
        Ok((path, full, false))
    }

    /// Something in the package has exactly this path.
    fn is_there(&self, skill: &Skill, path: &str) -> bool {
        let plain = |part: &str| !matches!(part, "" | "." | "..");
        path.split('/').all(plain) && self.fs.lstat(&self.path_of(skill, path)).is_ok()
    }

    /// The path on disk of a path inside the package.
    fn path_of(&self, skill: &Skill, path: &str) -> PathBuf {
        let as_written = skill.dir.join(path);
        match self.fs.lstat(&as_written) {
            Ok(_) => as_written,
            Err(_) => skill.dir.join(name_of(path)),
        }
    }

    /// The full path of a file of the package, refused when a link leads it out.
    fn inside(&self, skill: &Skill, path: &str) -> Result<PathBuf, ReadError> {
        let full = self.path_of(skill, path);
        let missing = || ReadError::NoSuchFile {
            path: path.to_owned(),
            skill: skill.id.to_string(),
        };
        let real = self.fs.canonicalize(&full).map_err(|_| missing())?;
        let root = self.fs.canonicalize(&skill.dir).map_err(|_| missing())?;
        if !real.starts_with(&root) {
            return Err(ReadError::Escapes {
                path: path.to_owned(),
                to: format!(" to {}", real.display()),
            });
        }
        match self.fs.stat(&real).map(|stat| stat.kind) {
            Ok(Kind::Dir) => Err(ReadError::Folder(path.to_owned())),
            Ok(_) => Ok(real),
            Err(_) => Err(missing()),
        }
    }

    /// What becomes of a skill with each agent, in the order of `Profile::AGENTS`. Opens the skill
    /// and those that share its name: for a worker, not for the drawing thread.
    ///
    /// # Errors
    /// When the home or path of the request is gone.
    pub fn effects(&self, catalog: &Catalog, skill: &Skill) -> Result<Vec<Effect>, LocateError> {
        let places = locate::locate(self.fs.as_ref(), &self.env, &self.request)?;
        Ok(effects::of(&self.surroundings(&places), catalog, skill))
    }

    /// The same for every skill. Opens all of them.
    ///
    /// # Errors
    /// When the home or path of the request is gone.
    pub fn all_effects<'a>(
        &self,
        catalog: &'a Catalog,
    ) -> Result<Vec<(&'a Skill, Vec<Effect>)>, LocateError> {
        let places = locate::locate(self.fs.as_ref(), &self.env, &self.request)?;
        Ok(effects::of_all(&self.surroundings(&places), catalog))
    }

    fn surroundings<'a>(&'a self, places: &'a locate::Places) -> Surroundings<'a> {
        Surroundings {
            fs: self.fs.as_ref(),
            env: &self.env,
            places,
        }
    }

    /// Examines everything but the terminal; also where nothing can be opened. Writes nothing, no
    /// cache either.
    pub fn examine(
        fs: Arc<dyn Fs>,
        env: Environment,
        clock: Clock,
        request: Request,
    ) -> Vec<doctor::Check> {
        let blind = Environment {
            cache_dir: None,
            ..env.clone()
        };
        let opened = Self::open(Arc::clone(&fs), blind, clock, request.clone());
        let mut watch = None;
        let found = opened.and_then(|bench| {
            let places = locate::locate(fs.as_ref(), &env, &request)?;
            let catalog = bench.look()?;
            watch = Some(bench.try_watch(&catalog));
            Ok((places, catalog))
        });
        let mut checks = doctor::examine(&Examined {
            fs: fs.as_ref(),
            env: &env,
            request: &request,
            found,
        });
        checks.extend(watch.map(|state| doctor::events(&state)));
        checks
    }

    /// The references of a text of a package that lies in `folder`.
    fn references(
        &self,
        skill: &Skill,
        package: &Package,
        text: &str,
        folder: &str,
    ) -> Vec<Reference> {
        let files: BTreeSet<String> = package
            .files
            .iter()
            .map(|file| file.path.trim_end_matches('/').to_owned())
            .collect();
        let mut found = reference::references(&Markdown::parse(text), text, folder, &files);
        for reference in &mut found {
            // A listing may be cut, and leaves nested skills and closed folders unopened.
            let path = reference.path.as_ref();
            if reference.kind == ReferenceKind::Dangling
                && path.is_some_and(|path| self.fs.stat(&self.path_of(skill, path)).is_ok())
            {
                reference.kind = ReferenceKind::Present;
            }
        }
        found
    }

    /// A home that was named, for messages.
    pub fn describe_home(home: &Home) -> String {
        format!("{} ({})", home.root.display(), home.source.words())
    }

    /// Searches all skills of a catalog, and their entry files as they are now. Hits come in batches
    /// while the search runs; put them into [`index::Results`] for their order. `cancelled` is asked
    /// before each file.
    pub fn search(
        &self,
        catalog: &Catalog,
        query: &Query,
        sink: &mut dyn FnMut(Batch),
        cancelled: &(dyn Fn() -> bool + Sync),
    ) -> Outcome {
        index::scan(self.fs.as_ref(), catalog, query, sink, cancelled)
    }

    /// The same workbench, with skills judged for these readers, whatever their library.
    pub fn judging_for(mut self, readers: Readers) -> Self {
        self.readers = Some(readers);
        self
    }

    /// Checks the skills of a catalog, or of one library of it: what a look found, and what only
    /// reading the bodies shows. Archived skills are left out and counted; where the request names
    /// a SKILL.md, skills nested in its folder are left out.
    pub fn check(&self, catalog: &Catalog, library: Option<&str>) -> Checked {
        let shelves = catalog
            .shelves
            .iter()
            .filter(|shelf| library.is_none_or(|id| shelf.library.id == id));
        let alone = self.named_files();
        let mut checked = Checked::default();
        let mut seen: BTreeSet<&Path> = BTreeSet::new();
        let mut skills: Vec<&Skill> = Vec::new();
        for shelf in shelves {
            if let ShelfState::Unreadable(reason) = &shelf.state {
                let root = shelf.library.root.clone();
                checked
                    .faults
                    .push((root, format!("cannot be read: {reason}")));
            }
            let faults = shelf.faults.iter();
            let faults = faults.map(|fault| (fault.path.clone(), fault.message.clone()));
            checked.faults.extend(faults);
            let only = alone.contains(&shelf.library.root);
            for skill in &shelf.skills {
                checked.archived += usize::from(skill.archived);
                // Paths may overlap; a skill is checked once.
                let wanted = !skill.archived && (!only || &*skill.id.key == ".");
                if wanted && seen.insert(&skill.file) {
                    skills.push(skill);
                }
            }
        }
        let skills = skills.into_par_iter();
        checked.skills = skills.map(|skill| self.check_one(skill)).collect();
        checked
    }

    /// The folders of which the request names the entry file, and not the folder.
    fn named_files(&self) -> BTreeSet<PathBuf> {
        let Request::Paths(paths) = &self.request else {
            return BTreeSet::new();
        };
        let mut files = BTreeSet::new();
        let mut folders = BTreeSet::new();
        for path in paths {
            let path = match &self.env.current_dir {
                Some(current) => current.join(path),
                None => path.clone(),
            };
            let is_dir = self.fs.stat(&path).is_ok_and(|it| it.kind == Kind::Dir);
            let folder = match is_dir {
                true => Some(path.as_path()),
                false => path.parent(),
            };
            let root = folder.and_then(|it| self.fs.canonicalize(it).ok());
            match is_dir {
                true => folders.extend(root),
                false => files.extend(root),
            }
        }
        files.retain(|root| !folders.contains(root));
        files
    }

    fn check_one(&self, skill: &Skill) -> CheckedSkill {
        let mut problems = skill.problems.clone();
        let read = self.fs.read(&skill.file, look::MAX_SKILL_BYTES);
        // That it cannot be read is told already.
        if let Ok(bytes) = read {
            let document = Document::parse(bytes);
            let package = self.files(skill);
            let references = self.references(skill, &package, &document.body(), "");
            problems.extend(reference::problems(&document, &references));
        }
        problem::grade(&mut problems, skill.readers);
        problems.sort_by_key(|it| (it.position, it.severity, it.rule));
        CheckedSkill {
            id: skill.id.clone(),
            file: skill.file.clone(),
            readers: skill.readers,
            problems,
        }
    }
}

/// What a support file holds, by its bytes and its name.
fn content(path: &str, bytes: Vec<u8>, notice: &mut Option<String>) -> Content {
    let head = bytes.get(..bytes.len().min(8192)).unwrap_or_default();
    if head.contains(&0) {
        return Content::Binary(format!("a binary file of {} bytes", bytes.len()));
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            notice.get_or_insert(format!("not UTF-8 at byte {at}: shown with U+FFFD"));
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        }
    };
    let name = path.to_ascii_lowercase();
    if name.ends_with(".md") || name.ends_with(".markdown") {
        Content::Markdown(text)
    } else {
        Content::Text(text)
    }
}

/// Whether a catalog shows nothing, and why: for the faces' empty states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Empty {
    /// There is no home and no library.
    NoHome,
    /// The folder of a library is missing.
    Missing(PathBuf),
    /// The folder of a library cannot be read.
    Unreadable(PathBuf, String),
    /// There are libraries, and no skill in them.
    NoSkills(PathBuf),
}

/// Why a catalog has no skills; `None` when it has some.
pub fn emptiness(catalog: &Catalog) -> Option<Empty> {
    if catalog.skills().next().is_some() {
        return None;
    }
    let Some(shelf) = catalog.shelves.first() else {
        return Some(Empty::NoHome);
    };
    let root = shelf.library.root.clone();
    let is_ours = shelf.library.id == "skilldeck" && catalog.shelves.len() == 1;
    Some(match &shelf.state {
        ShelfState::Missing if is_ours => Empty::NoHome,
        ShelfState::Missing => Empty::Missing(root),
        ShelfState::Unreadable(reason) => Empty::Unreadable(root, reason.clone()),
        ShelfState::Ready => Empty::NoSkills(root),
    })
}
