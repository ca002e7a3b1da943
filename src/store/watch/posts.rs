//! Which folders are watched: found by walking the libraries, kept as folders come and go, and swept
//! where they cannot be watched.
//!
//! Not a look at skills: names and stats only, no file is opened.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ffi::OsString;
use std::hash::{Hash, Hasher};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::batch::{Part, Reload};
use super::ground::{Content, Ground, Meaning, Watched};
use super::source::{Listener, Opener, Refusal, Source};
use super::state::State;
use crate::store::fs::{Fs, Kind, Stat};
use crate::store::library::Library;

/// Deeper folders are not looked at by discovery either.
const MAX_DEPTH: usize = 64;
/// More links in one path lead in a circle.
const MAX_LINKS: usize = 40;

pub(super) struct Posts {
    fs: Arc<dyn Fs>,
    open: Opener,
    listener: Listener,
    watched: Watched,
    source: Option<Box<dyn Source>>,
    /// What paths mean.
    pub ground: Ground,
    /// The folders that are watched, with their inodes.
    folders: BTreeMap<PathBuf, u64>,
    /// The real roots of the libraries, with their inodes; of those that are there.
    roots: BTreeMap<String, (PathBuf, u64)>,
    fault: Option<String>,
    /// What the last sweep saw.
    marks: BTreeMap<(String, Part), u64>,
}

impl Posts {
    pub fn new(fs: Arc<dyn Fs>, open: Opener, listener: Listener) -> Self {
        Posts {
            fs,
            open,
            listener,
            watched: Watched::default(),
            source: None,
            ground: Ground::default(),
            folders: BTreeMap::new(),
            roots: BTreeMap::new(),
            fault: None,
            marks: BTreeMap::new(),
        }
    }

    /// Watches something else. False when it is what is watched already.
    pub fn follow(&mut self, watched: Watched) -> bool {
        let is_new = watched != self.watched;
        self.watched = watched;
        is_new
    }

    pub fn state(&self) -> State {
        let libraries = self.watched.libraries.iter();
        let missing = libraries.filter(|it| !self.roots.contains_key(&it.id));
        State {
            folders: self.folders.len(),
            fault: self.fault.clone(),
            missing: missing.map(|it| it.root.clone()).collect(),
        }
    }

    /// Something has to be swept.
    pub fn sweeps(&self) -> bool {
        self.fault.is_some() || self.roots.len() < self.watched.libraries.len()
    }

    /// Watches everything anew, with a new source: whatever the old one believed is forgotten. Gives what has
    /// changed, of what is swept, since the last sweep.
    pub fn post_all(&mut self) -> Reload {
        self.source = None;
        self.fault = None;
        self.ground = Ground::default();
        self.folders.clear();
        self.roots.clear();
        match (self.open)(Arc::clone(&self.listener)) {
            Ok(source) => self.source = Some(source),
            Err(error) => self.fault = Some(error),
        }
        let watched = self.watched.clone();
        for folder in &watched.ours {
            if let Ok(folder) = self.fs.canonicalize(folder) {
                self.ground.ours(folder);
            }
        }
        for file in &watched.settings {
            self.post_file(file, &Meaning::Everything);
            if let Ok(target) = self.fs.canonicalize(file) {
                self.post_file(&target, &Meaning::Everything);
            }
        }
        for library in &watched.libraries {
            self.post_way(library);
            if let Some(home) = &library.home
                && let Ok(home) = self.fs.canonicalize(home)
            {
                self.post(&home, false);
                let pending = home.join("pending");
                let content = Content::Pending;
                self.ground.skills(pending.clone(), &library.id, content);
                self.post_below(&pending, &library.id, content, true);
            }
            let Ok(root) = self.fs.canonicalize(&library.root) else {
                continue;
            };
            let Ok(stat) = self.fs.lstat(&root) else {
                continue;
            };
            let content = Content::of(library);
            self.ground.skills(root.clone(), &library.id, content);
            self.roots
                .insert(library.id.clone(), (root.clone(), stat.inode));
            self.post_below(&root, &library.id, content, true);
        }
        // What is seen now is what later sweeps compare with.
        self.sweep()
    }

    /// A root is no longer where or what it was when its library was posted.
    pub fn is_stale(&self, reload: &Reload) -> bool {
        let libraries = self.watched.libraries.iter();
        let mut concerned = libraries.filter(|it| reload.libraries.contains_key(&it.id));
        concerned.any(|library| self.root(library).as_ref() != self.roots.get(&library.id))
    }

    /// Where the root of a library really is, with its inode.
    fn root(&self, library: &Library) -> Option<(PathBuf, u64)> {
        let root = self.fs.canonicalize(&library.root).ok()?;
        let inode = self.fs.lstat(&root).ok()?.inode;
        Some((root, inode))
    }

    /// Follows a change at a path that means something: a folder that came is watched, one that went is not. True
    /// when only posting everything anew is sure to be right: for a link, which may lead anywhere, and for a folder in
    /// another's place, which may be watched under its old name.
    pub fn heed(&mut self, path: &Path) -> bool {
        let Ok(stat) = self.fs.lstat(path) else {
            self.forget(path);
            return false;
        };
        match stat.kind {
            Kind::Link => true,
            Kind::Dir => match self.folders.get(path) {
                Some(inode) => *inode != stat.inode,
                None => {
                    self.post_new(path);
                    false
                }
            },
            _ => {
                self.forget(path);
                false
            }
        }
    }

    /// Watches a folder that came.
    fn post_new(&mut self, folder: &Path) {
        if self.is_covered(folder) {
            return;
        }
        let around = self.ground.around(folder);
        let around: Vec<_> = around
            .map(|(zone, library, content)| (zone.to_owned(), library.to_owned(), content))
            .collect();
        for (zone, library, content) in around {
            let below = folder.strip_prefix(&zone).unwrap_or(folder);
            match content.part(below) {
                None => {}
                // The hub's folder: what lies deeper in it is nobody's skill.
                Some(Part::Sidecars) if content != Content::Pending => self.post(folder, false),
                Some(_) => self.post_below(folder, &library, content, zone == folder),
            }
        }
    }

    /// The source reports it with a folder around it.
    fn is_covered(&self, folder: &Path) -> bool {
        let covers = self.source.as_ref().is_some_and(|it| it.covers_below());
        let mut around = folder.ancestors().skip(1);
        covers && around.any(|folder| self.folders.contains_key(folder))
    }

    /// No longer watches a folder and all below it.
    fn forget(&mut self, folder: &Path) {
        let below = self.folders.range(folder.to_owned()..);
        let below = below.take_while(|(path, _)| path.starts_with(folder));
        let below: Vec<PathBuf> = below.map(|(path, _)| path.clone()).collect();
        for path in below {
            self.folders.remove(&path);
            if let Some(source) = &mut self.source {
                source.unwatch(&path);
            }
        }
    }

    /// Watches a single file, by the folder that it lies in.
    fn post_file(&mut self, file: &Path, meaning: &Meaning) {
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            return;
        };
        if let Ok(folder) = self.fs.canonicalize(folder) {
            self.ground.exact(folder.join(name), meaning.clone());
            self.post(&folder, false);
        }
    }

    /// Watches each link on the way to the root of a library, the root's own entry, and where the way ends
    /// too early.
    fn post_way(&mut self, library: &Library) {
        let mut real = PathBuf::from("/");
        let mut rest: VecDeque<OsString> = parts(&library.root);
        let mut links = 0;
        while let Some(part) = rest.pop_front() {
            if part == ".." {
                real.pop();
                continue;
            }
            let here = real.join(&part);
            let kind = self.fs.lstat(&here).ok().map(|stat| stat.kind);
            if kind != Some(Kind::Dir) || rest.is_empty() {
                let meaning = Meaning::Way(library.id.clone());
                self.ground.exact(here.clone(), meaning);
                self.post(&real, false);
            }
            match kind {
                Some(Kind::Link) if links < MAX_LINKS => {
                    links += 1;
                    let target = self.fs.read_link(&here).unwrap_or_default();
                    if target.is_absolute() {
                        real = PathBuf::from("/");
                    }
                    let mut ahead = parts(&target);
                    ahead.append(&mut rest);
                    rest = ahead;
                }
                Some(Kind::Dir) => real = here,
                _ => return,
            }
        }
    }

    /// Watches a folder of a library and what lies below it.
    fn post_below(&mut self, folder: &Path, library: &str, content: Content, at_top: bool) {
        let fs = Arc::clone(&self.fs);
        let root = self.roots.get(library).map(|(root, _)| root.clone());
        walk(
            fs.as_ref(),
            root.as_deref(),
            folder,
            content,
            at_top,
            &mut |met| match met {
                Met::Folder(path, linked) => {
                    if let (true, Content::Home(rules) | Content::Skills(rules)) = (linked, content)
                    {
                        self.ground
                            .skills(path.to_owned(), library, Content::Skills(rules));
                    }
                    self.post(path, true);
                }
                Met::Target(file) => {
                    let meaning = Meaning::Part(library.to_owned(), Part::Whole);
                    self.post_file(file, &meaning);
                }
                Met::Entry(_) => {}
            },
        );
    }

    /// Watches a folder, unless it is watched.
    fn post(&mut self, folder: &Path, below: bool) {
        if self.folders.contains_key(folder) || below && self.is_covered(folder) {
            return;
        }
        let Some(source) = &mut self.source else {
            return;
        };
        let Ok(stat) = self.fs.lstat(folder) else {
            return;
        };
        match source.watch(folder, below) {
            Ok(()) => drop(self.folders.insert(folder.to_owned(), stat.inode)),
            Err(Refusal::Unreachable) => {}
            Err(Refusal::Limit) => {
                self.give_up("the system's limit of watched folders is reached".to_owned());
            }
            Err(Refusal::Failed(error)) => self.give_up(error),
        }
    }

    /// Watches nothing any more. What was taken is given back: others on this machine need it too.
    pub fn give_up(&mut self, why: String) {
        self.source = None;
        self.folders.clear();
        self.fault = Some(why);
    }

    /// Compares what is not watched with what the last sweep saw; gives what has changed.
    pub fn sweep(&mut self) -> Reload {
        let mut reload = Reload::default();
        let all = self.fault.is_some();
        let mut marks = BTreeMap::new();
        for library in &self.watched.libraries {
            let root = self.root(library);
            if !all && self.roots.contains_key(&library.id) {
                continue;
            }
            let mut mark = |part: Part, hash: u64| {
                marks.insert((library.id.clone(), part), hash);
            };
            let whole = root
                .as_ref()
                .map(|(root, inode)| (inode, self.content_mark(root, library)));
            mark(Part::Whole, hash_of(&whole));
            if all && let (Some(home), Some((root, _))) = (&library.home, &root) {
                let stat = |path: PathBuf| self.fs.stat(&path).ok().map(of_stat);
                mark(Part::Usage, hash_of(&stat(root.join(".usage.json"))));
                let names = [".bundled_manifest", ".curator_state", ".hub/lock.json"];
                let files = names.map(|name| stat(root.join(name)));
                let pending = self.folder_mark(&home.join("pending/skills"));
                mark(Part::Sidecars, hash_of(&(files, pending)));
            }
        }
        if all {
            let settings = self.watched.settings.iter();
            let stats: Vec<_> = settings
                .map(|file| self.fs.stat(file).ok().map(of_stat))
                .collect();
            marks.insert((String::new(), Part::Whole), hash_of(&stats));
        }
        for (key, hash) in &marks {
            let (library, part) = key;
            if self.marks.get(key).is_none_or(|before| before == hash) {
                continue;
            }
            if library.is_empty() {
                reload.all = true;
            } else {
                reload.add(library, *part);
            }
        }
        self.marks = marks;
        reload
    }

    /// What a library's folders and the stats of all files in them come to.
    fn content_mark(&self, root: &Path, library: &Library) -> u64 {
        let mut entries: Vec<u64> = Vec::new();
        let content = Content::of(library);
        walk(
            self.fs.as_ref(),
            Some(root),
            root,
            content,
            true,
            &mut |met| {
                let (path, stat) = match met {
                    Met::Folder(path, _) => (path, None),
                    Met::Entry(path) => (path, self.fs.lstat(path).ok()),
                    Met::Target(path) => (path, self.fs.lstat(path).ok()),
                };
                let below = path.strip_prefix(root).unwrap_or(path);
                if content.part(below) == Some(Part::Whole) {
                    // A folder's own stamps change with its sidecars.
                    let stat = stat.filter(|it| it.kind != Kind::Dir).map(of_stat);
                    entries.push(hash_of(&(path, stat)));
                }
            },
        );
        // The order of a folder's entries is no change.
        entries.sort_unstable();
        hash_of(&entries)
    }

    fn folder_mark(&self, folder: &Path) -> Vec<(OsString, Option<Marked>)> {
        let entries = self.fs.read_dir(folder).unwrap_or_default();
        let mut marks: Vec<_> = entries
            .into_iter()
            .map(|entry| {
                let stat = self.fs.lstat(&folder.join(&entry.name)).ok();
                (entry.name, stat.map(of_stat))
            })
            .collect();
        marks.sort();
        marks
    }
}

/// What of a stat tells a change.
type Marked = (u64, i64, i64, u64);

fn of_stat(stat: Stat) -> Marked {
    (stat.size, stat.modified, stat.changed, stat.inode)
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The names in a path, `/` and `.` left out.
fn parts(path: &Path) -> VecDeque<OsString> {
    let named = |part: Component<'_>| match part {
        Component::RootDir | Component::CurDir => None,
        other => Some(other.as_os_str().to_owned()),
    };
    path.components().filter_map(named).collect()
}

/// What a walk meets.
enum Met<'a> {
    /// A folder, before it is listed, and whether a link led to it.
    Folder(&'a Path, bool),
    /// Anything in a folder.
    Entry(&'a Path),
    /// The file that a linked `SKILL.md` leads to.
    Target(&'a Path),
}

/// Walks a folder of a library as discovery does, but into the folders of packages too.
fn walk(
    fs: &dyn Fs,
    root: Option<&Path>,
    folder: &Path,
    content: Content,
    at_top: bool,
    met: &mut dyn FnMut(Met<'_>),
) {
    let mut walked: BTreeSet<PathBuf> = BTreeSet::new();
    let mut ahead = vec![(folder.to_owned(), 0, false)];
    while let Some((folder, depth, linked)) = ahead.pop() {
        if depth > MAX_DEPTH || !walked.insert(folder.clone()) {
            continue;
        }
        met(Met::Folder(&folder, linked));
        let at_top = at_top && depth == 0;
        for entry in fs.read_dir(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            let name = entry.name.to_string_lossy();
            met(Met::Entry(&path));
            match entry.kind {
                Kind::Dir if at_top && name == ".hub" && matches!(content, Content::Home(_)) => {
                    met(Met::Folder(&path, false));
                }
                Kind::Dir if !content.skips(&name, at_top) => ahead.push((path, depth + 1, false)),
                Kind::Link if !content.skips(&name, at_top) => {
                    let Ok(target) = fs.canonicalize(&path) else {
                        continue;
                    };
                    let kind = fs.lstat(&target).ok().map(|stat| stat.kind);
                    // A folder around the library is not followed.
                    let is_around = root.is_some_and(|root| root.starts_with(&target));
                    match kind {
                        Some(Kind::Dir) if !is_around => ahead.push((target, depth + 1, true)),
                        Some(Kind::File) if name.eq_ignore_ascii_case("SKILL.md") => {
                            met(Met::Target(&target));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }
}
