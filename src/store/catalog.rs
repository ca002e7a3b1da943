//! The catalog: every library with every skill, as one look at the disk found them.
//!
//! Built by `look` from discovery, the stat cache and the sidecars; a value from then on. A skill
//! carries all that can be said of it without opening its package.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::cache::{Cache, Learnt};
use super::discover::{self, Fault, Found};
use super::fs::{Fs, Kind, Stat};
use super::home::{Home, Profile};
use super::library::{Library, LibraryKind, Rules};
use super::provenance::{self, Provenance};
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
    let archived = |key: &str| key.starts_with(".archive/");
    archived(a)
        .cmp(&archived(b))
        .then_with(|| a.split('/').cmp(b.split('/')))
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
    /// Nanoseconds since the epoch.
    pub now: &'a (dyn Fn() -> i64 + Sync),
}

/// Looks at a library; unchanged files are taken from the cache. Also gives the cache of this look,
/// and whether it differs from the one before.
pub fn look(look: &Look<'_>, library: &Library, cache: &Cache) -> (Shelf, Cache, bool) {
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
    let root = match look.fs.canonicalize(&library.root) {
        Ok(root) => root,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            shelf.state = ShelfState::Missing;
            return (shelf, Cache::default(), false);
        }
        Err(error) => {
            shelf.state = ShelfState::Unreadable(error.to_string());
            return (shelf, Cache::default(), false);
        }
    };
    if let Err(error) = look.fs.read_dir(&root) {
        shelf.state = ShelfState::Unreadable(error.to_string());
        return (shelf, Cache::default(), false);
    }
    let rules = library.kind.rules();
    let mut found = discover::discover(look.fs, &root, rules);
    let mut archived = Vec::new();
    if let Some(home) = &library.home {
        shelf.usage = usage::read(look.fs, &root.join(".usage.json"));
        shelf.sidecars = sidecar::read(look.fs, home);
        let archive = root.join(".archive");
        if look.fs.lstat(&archive).is_ok_and(|it| it.kind == Kind::Dir) {
            let put_away = discover::discover(look.fs, &archive, rules);
            found.faults.extend(put_away.faults);
            archived = put_away.skills;
            for skill in &mut archived {
                skill.key = format!(".archive/{}", skill.key);
            }
        }
    }
    shelf.faults = found.faults;
    let files = Files { look, cache };
    let loaded: Vec<(Found, bool, Loaded)> = found
        .skills
        .into_par_iter()
        .map(|skill| (skill, false))
        .chain(archived.into_par_iter().map(|skill| (skill, true)))
        .map(|(skill, archived)| {
            let loaded = files.skill(&skill);
            (skill, archived, loaded)
        })
        .collect();
    let blurbs: Vec<_> = found
        .blurbs
        .into_par_iter()
        .map(|(key, path, stat)| (key, files.blurb(&path, &stat), path, stat))
        .collect();
    let mut fresh = Cache::default();
    let mut changed = false;
    let now = (look.now)();
    for (key, (learnt, read), path, stat) in blurbs {
        if let Learnt::Blurb(Some(text)) = &learnt {
            shelf.categories.insert(key, text.clone());
        }
        changed |= read;
        fresh.put(path, stat, learnt, now);
    }
    let library_id: Arc<str> = library.id.as_str().into();
    for (found, archived, loaded) in loaded {
        changed |= loaded.read;
        if let Some(stat) = loaded.cacheable {
            let learnt = Learnt::Skill(Arc::clone(&loaded.summary));
            fresh.put(found.entry.path.clone(), stat, learnt, now);
        }
        let skill = place(&library_id, &shelf, look, found, archived, loaded);
        shelf.skills.push(skill);
    }
    shelf.skills.sort_by(|a, b| by_place(&a.id.key, &b.id.key));
    mark_shared(&mut shelf);
    mark_duplicates(&mut shelf);
    for skill in &mut shelf.skills {
        skill
            .problems
            .sort_by_key(|it| (it.severity(), it.position.is_none(), it.position, it.rule));
    }
    changed |= fresh.len() != cache.len();
    (shelf, fresh, changed)
}

/// Fills in what depends on several libraries.
pub fn relate(shelves: &mut [Shelf]) {
    shadow::mark(shelves);
}

/// A file that was taken from the cache or read.
struct Loaded {
    summary: Arc<Summary>,
    /// The stat before reading, when what was learnt may be cached.
    cacheable: Option<Stat>,
    /// It was opened.
    read: bool,
    fault: Option<String>,
}

struct Files<'a> {
    look: &'a Look<'a>,
    cache: &'a Cache,
}

impl Files<'_> {
    fn skill(&self, found: &Found) -> Loaded {
        let failed = |fault: String| Loaded {
            summary: Arc::default(),
            cacheable: None,
            read: true,
            fault: Some(fault),
        };
        let Some(stat) = found.entry.stat else {
            let fault = found.entry.fault.clone();
            return failed(fault.unwrap_or_else(|| "cannot be read".to_owned()));
        };
        let path = &found.entry.path;
        if let Some(Learnt::Skill(summary)) = self.cache.get(path, &stat) {
            return Loaded {
                summary: Arc::clone(summary),
                cacheable: Some(stat),
                read: false,
                fault: None,
            };
        }
        match self.look.fs.read(path, MAX_SKILL_BYTES) {
            Ok(bytes) => Loaded {
                fault: (stat.size > MAX_SKILL_BYTES)
                    .then(|| format!("{} bytes; the first 8 MiB are read", stat.size)),
                summary: Arc::new(Summary::of(bytes)),
                cacheable: (stat.size <= MAX_SKILL_BYTES).then_some(stat),
                read: true,
            },
            Err(error) => failed(error.to_string()),
        }
    }

    fn blurb(&self, path: &Path, stat: &Stat) -> (Learnt, bool) {
        if let Some(learnt @ Learnt::Blurb(_)) = self.cache.get(path, stat) {
            return (learnt.clone(), false);
        }
        let bytes = self.look.fs.read(path, MAX_SKILL_BYTES);
        (Learnt::Blurb(bytes.ok().and_then(blurb)), true)
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

/// Puts a loaded skill into its place.
fn place(
    library: &Arc<str>,
    shelf: &Shelf,
    look: &Look<'_>,
    found: Found,
    archived: bool,
    loaded: Loaded,
) -> Skill {
    let folder = found
        .dir
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let summary = loaded.summary;
    let hermes = shelf.library.kind.rules() == Rules::Hermes;
    let usage_name = summary.hermes.usage_name.as_deref().unwrap_or(&folder);
    let keys = [usage_name, folder.as_str(), found.key.as_str()];
    let (usage, records) = usage::of_skill(&shelf.usage, &keys);
    let names: Vec<&str> = summary
        .name
        .as_deref()
        .into_iter()
        .chain([folder.as_str()])
        .collect();
    let provenance = provenance::provenance(
        &found.key,
        &names,
        &usage,
        records.first().copied(),
        &shelf.sidecars,
    );
    let unread = loaded.fault.is_some() && summary.lines == 0;
    let hidden = match hermes && !archived {
        true if unread => Some("Hermes cannot read it".to_owned()),
        true => hidden(&summary, &folder, &found, look),
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
            library: Arc::clone(library),
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
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, skill) in shelf.skills.iter().enumerate() {
        if !skill.archived {
            by_name
                .entry(skill.shown_name().to_owned())
                .or_default()
                .push(at);
        }
    }
    for (name, places) in by_name.into_iter().filter(|(_, places)| places.len() > 1) {
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
