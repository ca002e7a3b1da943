//! The themes there are, built in and the person's own, and which one to use. A broken one is reported and never in
//! the way. Not the reading of one file: that is `load`.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use super::load::{self, Complaint, Draft, did_you_mean};
use super::palette::{Palette, Rgb};
use super::{Theme, builtin};
use crate::store::fs::{Fs, Kind, text_of};
use crate::store::settings::ThemeChoice;

/// Larger files are no themes.
const MAX_BYTES: u64 = 64 * 1024;
/// Further files are left out: what extends what is settled in rounds.
const MAX_OWN: usize = 100;
/// The word for the theme that fits the terminal.
const AUTO: &str = "auto";

/// A theme with its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The theme, in all colours.
    pub theme: Theme,
    /// Its file; `None` when it is built in.
    pub path: Option<PathBuf>,
    /// The text of its file.
    pub source: Arc<str>,
}

/// All themes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Themes {
    entries: Vec<Entry>,
    complaints: Vec<Complaint>,
    /// Names of files that are no themes, for what is wrong with them.
    broken: BTreeMap<String, PathBuf>,
}

/// A file that may be a theme.
struct Candidate {
    name: String,
    path: PathBuf,
    source: Arc<str>,
    draft: Draft,
}

impl Themes {
    /// Those in the program.
    pub fn builtin() -> &'static Themes {
        static BUILTIN: LazyLock<Themes> = LazyLock::new(|| {
            let mut themes = Themes::default();
            for (name, source) in builtin::ALL {
                themes.add(name.to_owned(), None, source.into());
            }
            themes
        });
        &BUILTIN
    }

    /// Those in the program and the `*.toml` of a folder, named like their files. No such folder: no own ones.
    pub fn load(fs: &dyn Fs, folder: &Path) -> Themes {
        let mut themes = Themes::builtin().clone();
        let entries = match fs.read_dir(folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return themes,
            Err(error) => {
                themes.complain(folder, "", 0, format!("{error}; no own themes"));
                return themes;
            }
        };
        let mut files: Vec<(String, PathBuf)> = entries
            .iter()
            .filter(|entry| matches!(entry.kind, Kind::File | Kind::Link))
            .filter_map(|entry| {
                let name = text_of(&entry.name).strip_suffix(".toml")?.to_owned();
                let shown = !name.is_empty() && !name.starts_with('.');
                shown.then(|| (name, folder.join(&entry.name)))
            })
            .collect();
        files.sort();
        if let Some((first, _)) = files.get(MAX_OWN) {
            let text =
                format!("more than {MAX_OWN} themes; {first} and those behind it are left out");
            themes.complain(folder, "", 0, text);
            files.truncate(MAX_OWN);
        }
        let candidates = files
            .into_iter()
            .filter_map(|(name, path)| themes.candidate(fs, name, path))
            .collect();
        themes.settle(candidates);
        themes
            .complaints
            .sort_by(|a, b| (&a.path, a.line, a.column).cmp(&(&b.path, b.line, b.column)));
        themes
    }

    /// A theme by its name, in all colours.
    pub fn get(&self, name: &str) -> Option<Theme> {
        self.entry(name).map(|it| it.theme.clone())
    }

    /// A theme with its file.
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|it| it.theme.name() == name)
    }

    /// All themes, the built-in ones first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|it| it.theme.name())
    }

    /// What is wrong with the person's own themes, by file and line.
    pub fn complaints(&self) -> &[Complaint] {
        &self.complaints
    }

    /// The theme of who has not chosen any, in all colours.
    pub fn default_for(&self, dark: bool) -> Theme {
        let (name, ground) = if dark {
            ("dark", Rgb(0, 0, 0))
        } else {
            ("light", Rgb(255, 255, 255))
        };
        // Without its file there would be attributes only.
        self.get(name)
            .unwrap_or_else(|| Theme::of(Arc::new(Palette::empty(name, ground))))
    }

    fn complain(&mut self, path: &Path, text: &str, at: usize, message: String) {
        let complaint = Complaint::new(path, text, at, message);
        self.complaints.push(complaint);
    }

    /// Reads a file of the person's.
    fn candidate(&mut self, fs: &dyn Fs, name: String, path: PathBuf) -> Option<Candidate> {
        let fault = |themes: &mut Themes, text: &str, at: usize, message: String| {
            themes.complain(&path, text, at, message);
            themes.broken.insert(name.clone(), path.clone());
        };
        let bytes = match fs.read(&path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(error) => {
                fault(self, "", 0, error.to_string());
                return None;
            }
        };
        let text = match std::str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => {
                let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
                let before = String::from_utf8_lossy(before);
                fault(self, &before, before.len(), "not UTF-8".to_owned());
                return None;
            }
        };
        if name == AUTO || self.entry(&name).is_some() {
            let taken = if name == AUTO {
                "reserved"
            } else {
                "that of a built-in theme"
            };
            // The built-in one keeps working under its name.
            let text = format!("the name {name:?} is {taken}: rename the file");
            self.complain(&path, "", 0, text);
            return None;
        }
        match load::read(&path, text) {
            Ok(draft) => Some(Candidate {
                source: text.into(),
                name,
                path,
                draft,
            }),
            Err(complaints) => {
                self.complaints.extend(complaints);
                self.broken.insert(name, path);
                None
            }
        }
    }

    /// Adds candidates as soon as there is what they extend; what is left then cannot be used.
    fn settle(&mut self, mut waiting: Vec<Candidate>) {
        loop {
            let (ready, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|it| {
                let extends = it.draft.extends.as_ref();
                extends.is_none_or(|(parent, _)| self.entry(parent).is_some())
            });
            waiting = rest;
            if ready.is_empty() {
                break;
            }
            for candidate in ready {
                self.add_draft(
                    candidate.name,
                    Some(candidate.path),
                    candidate.source,
                    candidate.draft,
                );
            }
        }
        let parents: BTreeMap<&str, &str> = waiting
            .iter()
            .filter_map(|it| Some((it.name.as_str(), it.draft.extends.as_ref()?.0.as_str())))
            .collect();
        let mut faults = Vec::new();
        for candidate in &waiting {
            let Some((parent, at)) = &candidate.draft.extends else {
                continue;
            };
            let text = if let Some(path) = loop_of(&candidate.name, &parents) {
                format!("the theme extends itself: {}", path.join(" → "))
            } else if parents.contains_key(parent.as_str()) || self.broken.contains_key(parent) {
                format!("the theme {parent:?} that it extends cannot be used")
            } else {
                let others = self.names().filter(|it| *it != candidate.name);
                let hint = did_you_mean(parent, others);
                let names: Vec<&str> = self.names().collect();
                format!(
                    "there is no theme {parent:?}{hint}; there are {}",
                    names.join(", ")
                )
            };
            faults.push((&candidate.path, &candidate.source, *at, text));
        }
        for (path, source, at, text) in faults {
            self.complain(path, source, at, text);
        }
        let broken = waiting.into_iter().map(|it| (it.name, it.path));
        self.broken.extend(broken);
    }

    fn add(&mut self, name: String, path: Option<PathBuf>, source: Arc<str>) {
        let place = path.clone().unwrap_or_else(|| PathBuf::from(&name));
        match load::read(&place, &source) {
            Ok(draft) => self.add_draft(name, path, source, draft),
            Err(complaints) => self.complaints.extend(complaints),
        }
    }

    /// Adds a theme whose parent is there.
    fn add_draft(&mut self, name: String, path: Option<PathBuf>, source: Arc<str>, draft: Draft) {
        let parent = draft.extends.as_ref().and_then(|(name, _)| self.get(name));
        match draft.onto(&name, parent.as_ref().map(Theme::palette)) {
            Ok(palette) => self.entries.push(Entry {
                theme: Theme::of(Arc::new(palette)),
                path,
                source,
            }),
            Err(missing) => {
                let text = format!(
                    "missing: {}; or extend a theme that has them: extends = \"dark\"",
                    missing.join(", ")
                );
                let place = path.unwrap_or_else(|| PathBuf::from(&name));
                self.complain(&place, "", 0, text);
                self.broken.insert(name, place);
            }
        }
    }

    /// What keeps the person's theme of this name from being used.
    pub fn faults_of(&self, name: &str) -> Vec<String> {
        let path = self.broken.get(name);
        let complaints = self.complaints.iter().filter(|it| Some(&it.path) == path);
        complaints.map(ToString::to_string).collect()
    }
}

/// The way from a name back to it.
fn loop_of<'a>(name: &'a str, parents: &BTreeMap<&'a str, &'a str>) -> Option<Vec<&'a str>> {
    let mut path = vec![name];
    // A loop that it does not belong to would never come back to it.
    for _ in 0..parents.len() {
        let parent = *parents.get(path.last()?)?;
        path.push(parent);
        if parent == name {
            return Some(path);
        }
    }
    None
}

/// What decided which theme to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenBy {
    /// `--theme`.
    Flag,
    /// Our settings.
    Settings,
    /// The ground of the terminal.
    Ground,
    /// Nothing else did.
    Default,
}

impl ChosenBy {
    /// How to say it to a person.
    pub fn words(self) -> &'static str {
        match self {
            ChosenBy::Flag => "--theme",
            ChosenBy::Settings => "the settings",
            ChosenBy::Ground => "the terminal's ground",
            ChosenBy::Default => "default",
        }
    }
}

/// The theme to use, in all colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// It.
    pub theme: Theme,
    /// What decided.
    pub by: ChosenBy,
    /// Why it is not the one that was asked for; empty when it is.
    pub complaints: Vec<String>,
}

/// `--theme` names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownTheme(String);

impl UnknownTheme {
    /// About a name that no theme has.
    pub fn new(name: &str, themes: &Themes) -> UnknownTheme {
        let names: Vec<&str> = std::iter::once(AUTO).chain(themes.names()).collect();
        let hint = did_you_mean(name, names.iter().copied());
        UnknownTheme(format!(
            "no theme {name:?}{hint}; there are: {}",
            names.join(", ")
        ))
    }
}

/// Chooses the theme: `--theme` before the settings before the ground of the terminal, which is asked for only when
/// it counts (`true`: dark; `None`: not known, taken for dark). `--theme auto` passes over the settings. What is
/// broken gives way to the default and a complaint.
///
/// # Errors
/// When `flag` names no theme.
pub fn choose(
    themes: &Themes,
    flag: Option<&str>,
    configured: Option<&ThemeChoice>,
    ground: impl FnOnce() -> Option<bool>,
) -> Result<Choice, UnknownTheme> {
    // Asked for at most once.
    let mut ground = Some(ground);
    let mut asked = None;
    let mut ground = || *asked.get_or_insert_with(|| ground.take().and_then(|ask| ask()));
    let wanted = match (flag, configured) {
        (Some(AUTO), _) | (None, None) => None,
        (Some(name), _) => Some((name, ChosenBy::Flag)),
        (None, Some(ThemeChoice::One(name))) => Some((name.value.as_str(), ChosenBy::Settings)),
        (None, Some(ThemeChoice::ByGround { dark, light })) => {
            let name = if ground() == Some(false) { light } else { dark };
            name.as_ref()
                .map(|name| (name.value.as_str(), ChosenBy::Settings))
        }
    };
    let mut complaints = Vec::new();
    if let Some((name, by)) = wanted.filter(|(name, _)| *name != AUTO) {
        if let Some(theme) = themes.get(name) {
            return Ok(Choice {
                theme,
                by,
                complaints,
            });
        }
        let unknown = UnknownTheme::new(name, themes);
        complaints = themes.faults_of(name);
        if !complaints.is_empty() {
            let text =
                format!("the theme {name:?} cannot be used; the default one takes its place");
            complaints.push(text);
        } else if by == ChosenBy::Flag {
            return Err(unknown);
        } else {
            let text = format!("the settings: {unknown}; the default one takes its place");
            complaints.push(text);
        }
    }
    let ground = ground();
    Ok(Choice {
        theme: themes.default_for(ground != Some(false)),
        by: ground.map_or(ChosenBy::Default, |_| ChosenBy::Ground),
        complaints,
    })
}

/// The ground by the variable `COLORFGBG` of some terminals: `true` is dark, `None` when it says nothing.
pub fn ground_of_colorfgbg(value: &str) -> Option<bool> {
    // The last field of `15;0` is the ground's colour: of the sixteen, silver and white are light.
    let ground: u8 = value.rsplit(';').next()?.trim().parse().ok()?;
    match ground {
        7 | 15 => Some(false),
        0..=14 => Some(true),
        _ => None,
    }
}
