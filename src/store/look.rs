//! A look at a library: discovery, the stat cache and the sidecars, put together to a shelf of the
//! catalog. Files that did not change since the look before are not opened.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::cache::{self, Cache, Cached, Learnt};
use super::catalog::{Shelf, ShelfState, Skill, SkillId, by_place};
use super::discover::{self, Fault, Found};
use super::fs::{Fs, Kind, Stat, text_of};
use super::library::{Library, LibraryKind, Rules};
use super::place::{about_depth, about_hermes, about_place, mark_duplicates, mark_shared};
use super::provenance::{Evidence, Provenance};
use super::sidecar::{self, Sidecars};
use super::usage::{self, Usage, UsageFile};
use super::watch::Part;
use crate::skill::hermes::listed_name;
use crate::skill::{Document, Frontmatter, Problem, Profile, Readers, Rule, Summary, problem};

/// A longer `SKILL.md` is read up to here: the largest real one has 177 kB.
pub const MAX_SKILL_BYTES: u64 = 8 * 1024 * 1024;

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
    /// Whose reading counts, whatever the library.
    pub readers: Option<Readers>,
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
        kind: library.kind,
        readers: look.readers.unwrap_or(library.kind.readers()),
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

/// Reads the usage sidecar of a library again, or all sidecars, and puts its skills in place anew. Equal to a whole
/// look at a library that could be looked at and whose skills did not change.
pub fn look_at_sidecars(fs: &dyn Fs, shelf: &mut Shelf, part: Part) {
    let Some(home) = &shelf.library.home else {
        return;
    };
    shelf.usage = usage::read(fs, &shelf.library.root.join(".usage.json"));
    if part != Part::Usage {
        shelf.sidecars = sidecar::read(fs, home);
    }
    let evidence = Evidence::of(&shelf.sidecars);
    for skill in &mut shelf.skills {
        let telemetry = Telemetry::of(
            &shelf.usage,
            &evidence,
            &skill.summary,
            &skill.folder,
            &skill.id.key,
        );
        skill.usage = telemetry.usage;
        skill.records = telemetry.records;
        skill.provenance = telemetry.provenance;
        skill.shared_record = false;
        skill.problems.retain(|it| it.rule != Rule::SharedRecord);
    }
    mark_shared(shelf);
    sort_problems(shelf);
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
    sort_problems(shelf);
}

fn sort_problems(shelf: &mut Shelf) {
    for skill in &mut shelf.skills {
        problem::grade(&mut skill.problems, skill.readers);
    }
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

/// What the sidecars say of a skill.
struct Telemetry {
    usage: Usage,
    records: Vec<String>,
    provenance: Provenance,
}

impl Telemetry {
    fn of(
        file: &UsageFile,
        evidence: &Evidence<'_>,
        summary: &Summary,
        folder: &str,
        key: &str,
    ) -> Self {
        let usage_name = summary.hermes.usage_name.as_deref().unwrap_or(folder);
        let (usage, records) = usage::of_skill(file, &[usage_name, folder, key]);
        let names = summary.name.as_deref().into_iter().chain([folder]);
        let record = records.first().copied();
        Telemetry {
            provenance: evidence.weigh(key, names, &usage, record),
            records: records.into_iter().map(str::to_owned).collect(),
            usage,
        }
    }
}

/// What stands around a skill of a library.
struct Surroundings<'a> {
    look: &'a Look<'a>,
    library: Arc<str>,
    kind: LibraryKind,
    /// Whose reading counts.
    readers: Readers,
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
        let telemetry = Telemetry::of(self.usage, &self.evidence, &summary, &folder, &found.key);
        let unread = loaded.fault.is_some() && summary.lines == 0;
        let is_cut = loaded.fault.is_some() && !unread;
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
        // Where a file ends that was not read to its end is not known.
        let known = summary.problems.iter();
        let known = known.filter(|it| !is_cut || it.rule != Rule::NoFinalNewline);
        problems.extend(known.cloned());
        about_place(&summary, &folder, &found, archived, &mut problems);
        if !archived {
            about_depth(&found, self.kind, &mut problems);
        }
        // Who asks for Hermes' reading by name wants it of any folder.
        let asked = self
            .look
            .readers
            .is_some_and(|it| it.contains(Profile::Hermes));
        if !archived && (hermes || asked) {
            let hidden = match hermes {
                true => hidden.clone(),
                false => summary
                    .hermes
                    .hidden_on(self.look.platform, self.look.environments),
            };
            about_hermes(&summary, &folder, &found, hidden.as_deref(), &mut problems);
        }
        Skill {
            id: SkillId {
                library: Arc::clone(&self.library),
                key: found.key.as_str().into(),
            },
            folder,
            dir: found.dir,
            file: found.entry.path,
            exact_file: found.entry.exact,
            file_link: found.entry.link,
            summary,
            problems,
            readers: self.readers,
            through_link: found.through_link,
            aliases: found.aliases,
            nested_in: found.nested_in,
            archived,
            usage: telemetry.usage,
            records: telemetry.records,
            shared_record: false,
            provenance: telemetry.provenance,
            hidden,
            off: Vec::new(),
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
