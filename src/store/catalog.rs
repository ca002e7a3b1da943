//! The catalog: every library with every skill, as one look at the disk found them.
//!
//! Built by `look` from discovery, the stat cache and the sidecars; a value from then on. A skill
//! carries all that can be said of it without opening its package.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::cache::{self, Cache, Cached, Learnt};
use super::discover::{self, Fault, Found};
use super::fs::{Fs, Kind, Stat, text_of};
use super::home::{Home, Profile};
use super::library::{Library, LibraryKind, Rules};
use super::provenance::{Evidence, Provenance};
use super::shadow::{self, Shadow};
use super::sidecar::{self, SidecarState, Sidecars};
use super::usage::{self, State, Usage, UsageFile};
use crate::skill::hermes::listed_name;
use crate::skill::{Document, Frontmatter, Problem, Rule, Severity, Summary, problem};

/// A longer `SKILL.md` is read up to here: the largest real one has 177 kB.
pub const MAX_SKILL_BYTES: u64 = 8 * 1024 * 1024;

/// Which skill: its library and its key in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillId {
    /// The library's id.
    pub library: Arc<str>,
    /// Path inside the library.
    pub key: Arc<str>,
}

impl fmt::Display for SkillId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}//{}", self.library, self.key)
    }
}

/// A skill in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// Which.
    pub id: SkillId,
    /// Its folder's name.
    pub folder: String,
    /// Its folder.
    pub dir: PathBuf,
    /// Its entry file.
    pub file: PathBuf,
    /// The entry file is spelt `SKILL.md`.
    pub exact_file: bool,
    /// Where the entry file points when it is a link.
    pub file_link: Option<PathBuf>,
    /// What its bytes say.
    pub summary: Arc<Summary>,
    /// All that is wrong with it, worst first.
    pub problems: Vec<Problem>,
    /// Key of the link through which it was reached.
    pub through_link: Option<String>,
    /// More keys that lead to it.
    pub aliases: Vec<String>,
    /// Key of the skill around it.
    pub nested_in: Option<String>,
    /// It lies in the archive.
    pub archived: bool,
    /// What telemetry knows of it.
    pub usage: Usage,
    /// Names of its usage records.
    pub records: Vec<String>,
    /// Another skill writes into one of these records.
    pub shared_record: bool,
    /// Who made it.
    pub provenance: Provenance,
    /// Why the agent of its library leaves it out.
    pub hidden: Option<String>,
    /// The skill that is taken instead of it.
    pub shadow: Option<Shadow>,
    /// The skills that lose to it.
    pub shadows: Vec<SkillId>,
}

impl Skill {
    /// The name to show, behind that of the folder where the two differ: people know a skill by either.
    pub fn shown_names(&self) -> String {
        match self.shown_name() {
            name if name == self.folder || &*self.id.key == "." => name.to_owned(),
            name => format!("{} ({name})", self.folder),
        }
    }

    /// The name to show: as written, else the folder's.
    pub fn shown_name(&self) -> &str {
        self.summary.name.as_deref().unwrap_or(&self.folder)
    }

    /// The description as written; empty when there is none.
    pub fn shown_description(&self) -> &str {
        self.summary.description.as_deref().unwrap_or_default()
    }

    /// The description on one line, white space runs as one space.
    pub fn line_description(&self) -> String {
        let words: Vec<&str> = self.shown_description().split_whitespace().collect();
        words.join(" ")
    }

    /// The folders above it; empty at the root.
    pub fn category(&self) -> &str {
        self.id.key.rsplit_once('/').map_or("", |(above, _)| above)
    }

    /// Where it stands in its life: the archive decides, then telemetry.
    pub fn state(&self) -> State {
        match (self.archived, self.usage.state) {
            (true, _) => State::Archived,
            (false, State::Stale) => State::Stale,
            (false, _) => State::Active,
        }
    }

    /// The worst of its problems.
    pub fn worst(&self) -> Option<Severity> {
        problem::worst(&self.problems)
    }
}

/// Whether a library could be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShelfState {
    /// It was.
    Ready,
    /// Its folder does not exist.
    Missing,
    /// Its folder cannot be read: why.
    Unreadable(String),
}

/// A library with what lies in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The library.
    pub library: Library,
    /// Whether it could be looked at.
    pub state: ShelfState,
    /// Its skills, by key.
    pub skills: Vec<Skill>,
    /// What `DESCRIPTION.md` says of a category, by the category's key.
    pub categories: BTreeMap<String, String>,
    /// What could not be read.
    pub faults: Vec<Fault>,
    /// The usage sidecar.
    pub usage: UsageFile,
    /// The other sidecars.
    pub sidecars: Sidecars,
    /// Usage records that belong to no skill.
    pub orphans: Vec<String>,
}

/// Everything one look found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalog {
    /// The home.
    pub home: Option<Home>,
    /// Its profiles.
    pub profiles: Vec<Profile>,
    /// The libraries.
    pub shelves: Vec<Shelf>,
    /// What went wrong with settings.
    pub notes: Vec<String>,
}

impl Catalog {
    /// All skills, library by library.
    pub fn skills(&self) -> impl Iterator<Item = &Skill> {
        self.shelves.iter().flat_map(|shelf| &shelf.skills)
    }

    /// A skill by its id.
    pub fn get(&self, id: &SkillId) -> Option<&Skill> {
        let shelf = self.shelf(&id.library)?;
        let at = shelf
            .skills
            .binary_search_by(|skill| by_place(&skill.id.key, &id.key))
            .ok()?;
        shelf.skills.get(at)
    }

    /// A library by its id.
    pub fn shelf(&self, id: &str) -> Option<&Shelf> {
        self.shelves.iter().find(|shelf| shelf.library.id == id)
    }
}

/// The order of keys in which what lies in one folder stands together (`a`, `a/x`, `a-b`), the
/// archive at the end.
fn by_place(a: &str, b: &str) -> std::cmp::Ordering {
    let archived = |key: &str| key.split('/').next() == Some(".archive");
    // Nothing sorts before the end of a folder's name; NUL is in no path.
    let rank = |byte: u8| if byte == b'/' { 0 } else { byte };
    archived(a)
        .cmp(&archived(b))
        .then_with(|| a.bytes().map(rank).cmp(b.bytes().map(rank)))
}

/// What looking at a library needs besides the library.
pub struct Look<'a> {
    /// The file system.
    pub fs: &'a dyn Fs,
    /// `linux` or `darwin`.
    pub platform: &'a str,
    /// Names that Hermes' settings switch off.
    pub disabled: &'a BTreeSet<String>,
    /// The environments that are active for Hermes.
    pub environments: &'a BTreeSet<&'static str>,
    /// Our cache folder.
    pub cache_dir: Option<&'a Path>,
    /// Nanoseconds since the epoch.
    pub now: &'a (dyn Fn() -> i64 + Sync),
}

/// What a look at a library gives.
pub struct Looked {
    /// The library with what lies in it.
    pub shelf: Shelf,
    /// What was learnt from its files, for the next look; nothing when there was none.
    pub cache: Option<Arc<Cache>>,
    /// Why that could not be written to the cache folder.
    pub fault: Option<String>,
}

/// Looks at a library; unchanged files are taken from the cache: `known` from the last look of this
/// process, else the one in the cache folder. That one is written when something was learnt.
pub fn look(look: &Look<'_>, library: &Library, known: Option<Arc<Cache>>) -> Looked {
    let mut shelf = Shelf {
        library: library.clone(),
        state: ShelfState::Ready,
        skills: Vec::new(),
        categories: BTreeMap::new(),
        faults: Vec::new(),
        usage: UsageFile::default(),
        sidecars: Sidecars::default(),
        orphans: Vec::new(),
    };
    let root = look.fs.canonicalize(&library.root);
    let root = root.and_then(|root| look.fs.read_dir(&root).map(|_| root));
    let root = match root {
        Ok(root) => root,
        Err(error) => {
            shelf.state = match error.kind() {
                std::io::ErrorKind::NotFound => ShelfState::Missing,
                _ => ShelfState::Unreadable(error.to_string()),
            };
            return Looked {
                shelf,
                cache: known,
                fault: None,
            };
        }
    };
    let file = look.cache_dir.map(|dir| dir.join(cache::file_name(&root)));
    // A file that is written from here on may keep the stamp that it is about to be read with.
    let now = (look.now)();
    let (found, (cache, ())) = rayon::join(
        || walk(look, library, &root),
        || {
            rayon::join(
                || match (known, &file) {
                    (Some(known), _) => known,
                    (None, Some(file)) => Arc::new(Cache::load(look.fs, file)),
                    (None, None) => Arc::default(),
                },
                || {
                    if let Some(home) = &library.home {
                        shelf.usage = usage::read(look.fs, &root.join(".usage.json"));
                        shelf.sidecars = sidecar::read(look.fs, home);
                    }
                },
            )
        },
    );
    shelf.faults = found.faults;
    let files = Files {
        look,
        cache: &cache,
        now,
    };
    let context = Surroundings {
        look,
        library: library.id.as_str().into(),
        hermes: library.kind.rules() == Rules::Hermes,
        usage: &shelf.usage,
        evidence: Evidence::of(&shelf.sidecars),
    };
    let (skills, blurbs) = rayon::join(
        || -> Vec<(Skill, Option<Cached>, bool)> {
            let skills = found.skills.into_par_iter();
            let placed = skills.map(|(skill, archived)| {
                let loaded = files.skill(&skill);
                let (learnt, read) = (loaded.learnt.clone(), loaded.read);
                (context.place(skill, archived, loaded), learnt, read)
            });
            placed.collect()
        },
        || -> Vec<_> {
            let blurbs = found.blurbs.into_par_iter();
            let read = blurbs.map(|(key, path, stat)| (key, files.blurb(&path, &stat), path));
            read.collect()
        },
    );
    let mut learnt: Vec<(PathBuf, Cached)> = Vec::new();
    let mut fresh = false;
    for (key, blurb, path) in blurbs {
        let (cached, read) = match blurb {
            Ok(blurb) => blurb,
            Err(fault) => {
                shelf.faults.push(fault);
                continue;
            }
        };
        if let Learnt::Blurb(Some(text)) = cached.learnt() {
            shelf.categories.insert(key, text.clone());
        }
        fresh |= read;
        learnt.push((path, cached));
    }
    for (skill, cached, read) in skills {
        fresh |= read;
        learnt.extend(cached.map(|cached| (skill.file.clone(), cached)));
        shelf.skills.push(skill);
    }
    let gone = learnt.len() != cache.len();
    let ((cache, fault), ()) = rayon::join(
        || match (fresh || gone, file) {
            (false, _) => (cache, None),
            (true, file) => {
                let cache: Cache = learnt.into_iter().collect();
                let fault = file.and_then(|file| {
                    let error = cache.save(&file).err()?;
                    Some(format!(
                        "the cache {} cannot be written: {error}; every start reads all files",
                        file.display()
                    ))
                });
                (Arc::new(cache), fault)
            }
        },
        || arrange(&mut shelf),
    );
    Looked {
        shelf,
        cache: Some(cache),
        fault,
    }
}

/// What lies in a library, its archive included.
struct Walked {
    /// With whether they lie in the archive.
    skills: Vec<(Found, bool)>,
    blurbs: Vec<(String, PathBuf, Stat)>,
    faults: Vec<Fault>,
}

fn walk(look: &Look<'_>, library: &Library, root: &Path) -> Walked {
    let rules = library.kind.rules();
    let found = discover::discover(look.fs, root, rules);
    let mut walked = Walked {
        skills: found.skills.into_iter().map(|it| (it, false)).collect(),
        blurbs: found.blurbs,
        faults: found.faults,
    };
    let archive = root.join(".archive");
    if library.home.is_none() {
        return walked;
    }
    match look.fs.lstat(&archive) {
        Ok(stat) if stat.kind == Kind::Dir => {
            let put_away = discover::discover(look.fs, &archive, rules);
            walked.faults.extend(put_away.faults);
            let skills = put_away.skills.into_iter();
            walked
                .skills
                .extend(skills.map(|it| (put_away_key(it), true)));
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            walked.faults.push(Fault::unreadable(&archive, &error));
        }
        _ => {}
    }
    walked
}

/// A skill found in the archive, with the keys that it has in the library.
fn put_away_key(mut skill: Found) -> Found {
    let keys = [
        Some(&mut skill.key),
        skill.nested_in.as_mut(),
        skill.through_link.as_mut(),
    ];
    for key in keys.into_iter().flatten().chain(&mut skill.aliases) {
        *key = match key.as_str() {
            "." => ".archive".to_owned(),
            key => format!(".archive/{key}"),
        };
    }
    skill
}

/// Puts the skills of a shelf in order, and marks what they share.
fn arrange(shelf: &mut Shelf) {
    shelf.skills.sort_by(|a, b| by_place(&a.id.key, &b.id.key));
    mark_shared(shelf);
    mark_duplicates(shelf);
    for skill in &mut shelf.skills {
        skill
            .problems
            .sort_by_key(|it| (it.severity(), it.position.is_none(), it.position, it.rule));
    }
}

/// Fills in what depends on several libraries.
pub fn relate(shelves: &mut [Shelf]) {
    shadow::mark(shelves);
}

/// A file that was taken from the cache or read.
struct Loaded {
    summary: Arc<Summary>,
    /// What may be cached of it.
    learnt: Option<Cached>,
    /// It was opened.
    read: bool,
    fault: Option<String>,
}

struct Files<'a> {
    look: &'a Look<'a>,
    cache: &'a Cache,
    /// When reading began, nanoseconds since the epoch.
    now: i64,
}

impl Files<'_> {
    fn skill(&self, found: &Found) -> Loaded {
        let failed = |fault: String| Loaded {
            summary: Arc::default(),
            learnt: None,
            read: false,
            fault: Some(fault),
        };
        let Some(stat) = found.entry.stat else {
            let fault = found.entry.fault.clone();
            return failed(fault.unwrap_or_else(|| "cannot be read".to_owned()));
        };
        let path = &found.entry.path;
        if let Some(cached) = self.cache.get(path, &stat)
            && let Learnt::Skill(summary) = cached.learnt()
        {
            return Loaded {
                summary: Arc::clone(summary),
                learnt: Some(cached.clone()),
                read: false,
                fault: None,
            };
        }
        match self.look.fs.read(path, MAX_SKILL_BYTES) {
            Ok(bytes) => {
                let summary = Arc::new(Summary::of(bytes));
                let long = stat.size > MAX_SKILL_BYTES;
                let learnt = Learnt::Skill(Arc::clone(&summary));
                Loaded {
                    summary,
                    learnt: (!long).then(|| Cached::new(stat, learnt, self.now)),
                    read: true,
                    fault: long.then(|| format!("{} bytes; the first 8 MiB are read", stat.size)),
                }
            }
            Err(error) => failed(error.to_string()),
        }
    }

    /// What is known of a `DESCRIPTION.md`, and whether it was opened.
    fn blurb(&self, path: &Path, stat: &Stat) -> Result<(Cached, bool), Fault> {
        if let Some(cached) = self.cache.get(path, stat)
            && let Learnt::Blurb(_) = cached.learnt()
        {
            return Ok((cached.clone(), false));
        }
        let bytes = self.look.fs.read(path, MAX_SKILL_BYTES);
        let bytes = bytes.map_err(|error| Fault::unreadable(path, &error))?;
        let learnt = Learnt::Blurb(blurb(bytes));
        Ok((Cached::new(*stat, learnt, self.now), true))
    }
}

/// The description of a category: the frontmatter's, else the first line of text.
fn blurb(bytes: Vec<u8>) -> Option<String> {
    let document = Document::parse(bytes);
    let frontmatter = Frontmatter::read(&document);
    let written = frontmatter
        .as_ref()
        .and_then(|it| it.get("description")?.scalar())
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .map(str::to_owned);
    written.or_else(|| {
        let body = document.body();
        let mut lines = body.lines().map(str::trim);
        let line = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
        Some(line.to_owned())
    })
}

/// What stands around a skill of a library.
struct Surroundings<'a> {
    look: &'a Look<'a>,
    library: Arc<str>,
    /// Hermes reads the library.
    hermes: bool,
    usage: &'a UsageFile,
    evidence: Evidence<'a>,
}

impl Surroundings<'_> {
    /// Puts a loaded skill into its place.
    fn place(&self, found: Found, archived: bool, loaded: Loaded) -> Skill {
        let folder = found
            .dir
            .file_name()
            .map(|name| text_of(name).into_owned())
            .unwrap_or_default();
        let summary = loaded.summary;
        let hermes = self.hermes;
        let usage_name = summary.hermes.usage_name.as_deref().unwrap_or(&folder);
        let keys = [usage_name, folder.as_str(), found.key.as_str()];
        let (usage, records) = usage::of_skill(self.usage, &keys);
        let names = summary.name.as_deref().into_iter().chain([folder.as_str()]);
        let record = records.first().copied();
        let provenance = self.evidence.weigh(&found.key, names, &usage, record);
        let unread = loaded.fault.is_some() && summary.lines == 0;
        let hidden = match hermes && !archived {
            true if unread => Some("Hermes cannot read it".to_owned()),
            true => hidden(&summary, &folder, &found, self.look),
            false => None,
        };
        let mut problems = match loaded.fault {
            Some(fault) if unread => vec![Problem::new(
                Rule::Unreadable,
                format!("cannot be read: {fault}"),
                "check the file, its link and its permissions",
            )],
            Some(fault) => vec![Problem::new(Rule::Unreadable, fault, "make it shorter")],
            None => Vec::new(),
        };
        problems.extend(summary.problems.iter().cloned());
        about_place(&summary, &folder, &found, archived, &mut problems);
        if hermes && !archived {
            about_hermes(&summary, &folder, &found, hidden.as_deref(), &mut problems);
        }
        Skill {
            id: SkillId {
                library: Arc::clone(&self.library),
                key: found.key.as_str().into(),
            },
            records: records.into_iter().map(str::to_owned).collect(),
            folder,
            dir: found.dir,
            file: found.entry.path,
            exact_file: found.entry.exact,
            file_link: found.entry.link,
            summary,
            problems,
            through_link: found.through_link,
            aliases: found.aliases,
            nested_in: found.nested_in,
            archived,
            usage,
            shared_record: false,
            provenance,
            hidden,
            shadow: None,
            shadows: Vec::new(),
        }
    }
}

/// Why Hermes leaves a skill out of its list.
fn hidden(summary: &Summary, folder: &str, found: &Found, look: &Look<'_>) -> Option<String> {
    if !found.entry.exact {
        return Some("Hermes only finds files spelt SKILL.md".to_owned());
    }
    if look.disabled.contains(listed_name(&summary.hermes, folder)) {
        return Some("switched off in skills.disabled of config.yaml".to_owned());
    }
    summary.hermes.hidden_on(look.platform, look.environments)
}

fn about_place(
    summary: &Summary,
    folder: &str,
    found: &Found,
    archived: bool,
    problems: &mut Vec<Problem>,
) {
    let entry = &found.entry;
    let file = entry.path.file_name().unwrap_or_default().to_string_lossy();
    if !entry.exact {
        problems.push(Problem::new(
            Rule::FileCase,
            format!("the file is spelt {file}: most agents do not find it"),
            "rename it to SKILL.md",
        ));
    }
    if let Some(other) = entry.others.first() {
        problems.push(Problem::new(
            Rule::TwoEntryFiles,
            format!("{other} lies beside {file}; on some file systems they are one file"),
            "keep one of them",
        ));
    }
    if let Some(name) = &summary.name
        && name != folder
        && !archived
    {
        problems.push(Problem::new(
            Rule::NameFolder,
            format!("the name is {name}, the folder is {folder}"),
            "give both the same name",
        ));
    }
}

fn about_hermes(
    summary: &Summary,
    folder: &str,
    found: &Found,
    hidden: Option<&str>,
    problems: &mut Vec<Problem>,
) {
    let hermes = &summary.hermes;
    if let Some(reason) = hidden
        && found.entry.exact
        && summary.lines > 0
    {
        problems.push(Problem::new(
            Rule::HermesHides,
            format!("Hermes does not list it: {reason}"),
            "change what the reason names, if it should be listed",
        ));
    }
    let shown = summary.name.as_deref().unwrap_or(folder);
    let listed = listed_name(hermes, folder);
    if hidden.is_none() && shown != listed {
        problems.push(Problem::new(
            Rule::HermesName,
            format!("Hermes lists it as {listed}"),
            "write `name:` within the first 4000 characters, 64 characters at most",
        ));
    }
    if hidden.is_none() {
        problems.extend(about_description(summary));
    }
    if let Some(field) = &hermes.date_in {
        let whole = match &**field {
            "description" if hidden.is_none() => "; its whole list fails with it",
            _ => "",
        };
        problems.push(Problem::new(
            Rule::HermesFails,
            format!("Hermes fails to open it: a date stands in `{field}`{whole}"),
            "put the date in quotes",
        ));
    }
    if let Some(name) = &hermes.usage_name
        && name != shown
    {
        problems.push(Problem::new(
            Rule::UsageName,
            format!("Hermes keeps pins and counters under {name}"),
            "let the first line that starts with `name:` be the skill's name, without comment",
        ));
    }
    let backup = found.key.split('/').any(|part| {
        part.ends_with(".bak") || part == ".restore-backups" || part == ".curator_backups"
    });
    if backup {
        problems.push(Problem::new(
            Rule::BackupListed,
            "a backup copy that Hermes lists as a live skill",
            "move it out of the library when it is no longer needed",
        ));
    }
}

/// What Hermes lists in place of a description that is written as it should be.
fn about_description(summary: &Summary) -> Option<Problem> {
    let written = summary.description.as_deref()?;
    let listed = &summary.hermes.description;
    let known = summary.lenient || summary.problems.iter().any(|it| it.rule == Rule::NotAText);
    if known || written == listed.trim() {
        return None;
    }
    let (message, remedy) = match listed.strip_suffix("...") {
        Some(kept) if written.starts_with(kept) => (
            "Hermes lists only the first 1021 characters of the description".to_owned(),
            "make it shorter: 1024 characters at most",
        ),
        _ => (
            format!("Hermes lists the description as {listed:?}"),
            "close the frontmatter within the first 4000 characters, with a line end behind the \
             last `---`",
        ),
    };
    Some(Problem::new(Rule::HermesDescription, message, remedy))
}

/// Marks skills that write into one usage record, and finds records without a skill.
fn mark_shared(shelf: &mut Shelf) {
    let mut owners: HashMap<&str, usize> = HashMap::new();
    for skill in &shelf.skills {
        for record in &skill.records {
            *owners.entry(record).or_default() += 1;
        }
    }
    shelf.orphans = shelf
        .usage
        .records
        .keys()
        .filter(|name| !owners.contains_key(name.as_str()))
        .cloned()
        .collect();
    let shared: BTreeSet<String> = owners
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(name, _)| name.to_owned())
        .collect();
    for skill in &mut shelf.skills {
        let Some(record) = skill.records.iter().find(|it| shared.contains(*it)) else {
            continue;
        };
        skill.problems.push(Problem::new(
            Rule::SharedRecord,
            format!("another skill writes into the usage record {record} too"),
            "give the skills different names: a pin of one is a pin of both",
        ));
        skill.shared_record = true;
    }
}

/// Marks live skills of one name in a library.
fn mark_duplicates(shelf: &mut Shelf) {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, skill) in shelf.skills.iter().enumerate() {
        if !skill.archived {
            by_name.entry(skill.shown_name()).or_default().push(at);
        }
    }
    let several = by_name.into_iter().filter(|(_, places)| places.len() > 1);
    let several: Vec<(String, Vec<usize>)> = several
        .map(|(name, places)| (name.to_owned(), places))
        .collect();
    for (name, places) in several {
        let keys: Vec<Arc<str>> = places
            .iter()
            .filter_map(|at| shelf.skills.get(*at))
            .map(|skill| Arc::clone(&skill.id.key))
            .collect();
        for at in places {
            let Some(skill) = shelf.skills.get_mut(at) else {
                continue;
            };
            let other = keys.iter().find(|key| **key != skill.id.key);
            let more = match keys.len() {
                2 => String::new(),
                count => format!(" and {} more", count - 2),
            };
            let other = other.map(|key| key.to_string()).unwrap_or_default();
            skill.problems.push(Problem::new(
                Rule::DuplicateName,
                format!("{other}{more} has the name {name} too"),
                "rename one of them",
            ));
        }
    }
}

/// What `.usage.json` and its neighbours could not tell.
pub fn sidecar_faults(shelf: &Shelf) -> Vec<String> {
    let named = |name: &str, state: &SidecarState| {
        let fault = state.fault()?;
        Some(format!("{name} of {}: {fault}", shelf.library.id))
    };
    let sidecars = &shelf.sidecars;
    let mut faults: Vec<String> = [
        named(".usage.json", &shelf.usage.state),
        named(".bundled_manifest", &sidecars.manifest),
        named(".hub/lock.json", &sidecars.hub_lock),
        named(".curator_state", &sidecars.curator),
    ]
    .into_iter()
    .flatten()
    .collect();
    faults.extend(sidecars.pending.faults.iter().cloned());
    faults
}

/// Whether Hermes reads a library.
pub fn is_hermes(kind: LibraryKind) -> bool {
    kind.rules() == Rules::Hermes
}
