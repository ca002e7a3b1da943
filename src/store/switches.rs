//! Switches outside a skill: settings with which agents turn single skills off.
//!
//! Only what is cheap to read and documented; patterns (OpenCode's permissions) are not claimed.
//! A file that cannot be read turns nothing off, and is told.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::catalog::{Shelf, Skill};
use super::fs::Fs;
use super::library::{LibraryKind, Scope};
use super::locate::{AgentFolder, Environment};
use super::shadow;
use crate::skill::Profile;
use crate::skill::effects::Weight;
use crate::skill::hermes::listed_name;

/// Larger files are not settings.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// What the settings of the agents say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Hermes: names that are off everywhere.
    everywhere: BTreeSet<String>,
    /// Hermes: names by platform.
    platforms: BTreeMap<String, BTreeSet<String>>,
    /// Hermes: the platform that this shell names.
    platform: Option<String>,
    /// Claude Code: `skillOverrides`.
    overrides: BTreeMap<String, String>,
    /// Codex: `skills.config`.
    rules: Vec<CodexRule>,
    /// Gemini CLI: `skills.disabled`, in lower case.
    disabled: BTreeSet<String>,
    /// OpenCode: leaves out Claude Code's libraries, and all that are not its own.
    without: (bool, bool),
    /// Settings that could not be read.
    faults: Vec<(Profile, String)>,
}

/// One `[[skills.config]]`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct CodexRule {
    name: Option<String>,
    path: Option<PathBuf>,
    #[serde(default = "yes")]
    enabled: bool,
}

fn yes() -> bool {
    true
}

/// A setting that switches a skill off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Off {
    /// For which agent.
    pub agent: Profile,
    /// On which platform, when that is not the one at hand; else everywhere.
    pub elsewhere: Option<String>,
    /// Where it is written.
    pub text: String,
}

impl Off {
    /// For whom it is off, in a word.
    pub fn whom(&self) -> &str {
        self.elsewhere.as_deref().unwrap_or(self.agent.id())
    }
}

/// What a switch does to a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Switched {
    /// It is off.
    Off(Off),
    /// A reason.
    Because(Weight, String),
    /// Kept from the model.
    NotForModel(String),
}

impl Switches {
    /// Reads the settings beside the agents' folders, and those of a home; `everywhere` are the names
    /// that were read in those already.
    pub fn read(
        fs: &dyn Fs,
        env: &Environment,
        folders: &[AgentFolder],
        config: Option<&Path>,
        everywhere: &BTreeSet<String>,
    ) -> Self {
        let set = |name: &str| {
            let value = env.variable(name).map(str::to_ascii_lowercase);
            value.is_some_and(|it| matches!(it.as_str(), "1" | "true"))
        };
        let external = set("OPENCODE_DISABLE_EXTERNAL_SKILLS");
        let claude =
            set("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS") || set("OPENCODE_DISABLE_CLAUDE_CODE");
        let mut switches = Switches {
            everywhere: everywhere.clone(),
            platform: env.variable("HERMES_PLATFORM").map(str::to_owned),
            without: (claude || external, external),
            ..Switches::default()
        };
        if let Some(config) = config {
            switches.hermes(fs, config);
        }
        for (agent, file) in files(folders) {
            match agent {
                Profile::ClaudeCode => switches.claude(fs, &file),
                Profile::Gemini => switches.gemini(fs, &file),
                _ => switches.codex(fs, &file),
            }
        }
        switches
    }

    /// What a settings file says; nothing when there is none, or when it cannot be read.
    fn settings<T: Default>(
        &mut self,
        fs: &dyn Fs,
        path: &Path,
        agent: Profile,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> T {
        let text = match fs.read(path, MAX_BYTES) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                if error.kind() != std::io::ErrorKind::NotFound {
                    self.fault(agent, path, &error.to_string());
                }
                return T::default();
            }
        };
        parse(&text).unwrap_or_else(|error| {
            self.fault(agent, path, &error);
            T::default()
        })
    }

    fn fault(&mut self, agent: Profile, path: &Path, error: &str) {
        let text = format!(
            "{}: {error}; what it switches off is not known",
            path.display()
        );
        self.faults.push((agent, text));
    }

    fn hermes(&mut self, fs: &dyn Fs, path: &Path) {
        // A fault of this file is told where its other settings are read.
        let Ok(bytes) = fs.read(path, MAX_BYTES) else {
            return;
        };
        let text = String::from_utf8_lossy(&bytes);
        let Ok(value) = serde_yaml::from_str::<serde_yaml::Value>(&text) else {
            return;
        };
        let lists = value
            .get("skills")
            .and_then(|it| it.get("platform_disabled"));
        for (platform, names) in lists.and_then(|it| it.as_mapping()).into_iter().flatten() {
            let texts = match names {
                serde_yaml::Value::Sequence(items) => items.iter().collect(),
                other => vec![other],
            };
            let names = texts.into_iter().filter_map(|it| it.as_str());
            if let Some(platform) = platform.as_str() {
                let names = names.map(|it| it.trim().to_owned()).collect();
                self.platforms.insert(platform.to_owned(), names);
            }
        }
    }

    fn claude(&mut self, fs: &dyn Fs, path: &Path) {
        #[derive(Default, Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Settings {
            #[serde(default)]
            skill_overrides: BTreeMap<String, String>,
        }
        let settings: Settings = self.settings(fs, path, Profile::ClaudeCode, json);
        self.overrides.extend(settings.skill_overrides);
    }

    fn gemini(&mut self, fs: &dyn Fs, path: &Path) {
        #[derive(Default, Deserialize)]
        struct Settings {
            #[serde(default)]
            skills: Skills,
        }
        #[derive(Default, Deserialize)]
        struct Skills {
            #[serde(default)]
            disabled: Vec<String>,
        }
        let settings: Settings = self.settings(fs, path, Profile::Gemini, json);
        let names = settings.skills.disabled.iter().map(|it| it.to_lowercase());
        self.disabled.extend(names);
    }

    fn codex(&mut self, fs: &dyn Fs, path: &Path) {
        #[derive(Default, Deserialize)]
        struct Settings {
            #[serde(default)]
            skills: Skills,
        }
        #[derive(Default, Deserialize)]
        struct Skills {
            #[serde(default)]
            config: Vec<CodexRule>,
        }
        let parse = |text: &str| {
            toml::from_str::<Settings>(text).map_err(|error| error.message().to_owned())
        };
        let settings = self.settings(fs, path, Profile::Codex, parse);
        for mut rule in settings.skills.config {
            rule.path = rule.path.map(|it| fs.canonicalize(&it).unwrap_or(it));
            self.rules.push(rule);
        }
    }

    /// What they do to a skill with this name, folder and entry file, in a library of a kind.
    pub(super) fn of(
        &self,
        agent: Profile,
        name: &str,
        folder: &str,
        file: &Path,
        kind: LibraryKind,
    ) -> Vec<Switched> {
        use Switched::{Because, NotForModel};
        let off = |text: &str| {
            Switched::Off(Off {
                agent,
                elsewhere: None,
                text: text.to_owned(),
            })
        };
        let faults = self.faults.iter().filter(|(whose, _)| *whose == agent);
        let mut out: Vec<Switched> = faults
            .map(|(_, text)| Because(Weight::Note, text.clone()))
            .collect();
        match agent {
            Profile::Hermes => {
                if self.everywhere.contains(name) {
                    out.push(off("switched off in skills.disabled of config.yaml"));
                }
                for (platform, names) in &self.platforms {
                    if !names.contains(name) {
                        continue;
                    }
                    let here = self.platform.as_ref() == Some(platform);
                    out.push(Switched::Off(Off {
                        agent,
                        elsewhere: (!here).then(|| platform.clone()),
                        text: format!("switched off on {platform} (skills.platform_disabled)"),
                    }));
                }
            }
            Profile::ClaudeCode => match self.overrides.get(folder).map(String::as_str) {
                Some("off") => out.push(off("switched off in skillOverrides of its settings")),
                Some("user-invocable-only") => out.push(NotForModel(
                    "hidden from the model by skillOverrides; /name works".to_owned(),
                )),
                Some("name-only") => out.push(Because(
                    Weight::Note,
                    "its list shows the name alone (skillOverrides)".to_owned(),
                )),
                _ => {}
            },
            Profile::Codex => {
                let meant = |rule: &&CodexRule| match (&rule.name, &rule.path) {
                    (Some(wanted), None) => wanted.trim() == name,
                    (None, Some(path)) => path == file,
                    _ => false,
                };
                if self
                    .rules
                    .iter()
                    .rev()
                    .find(meant)
                    .is_some_and(|it| !it.enabled)
                {
                    out.push(off("switched off in skills.config of its config.toml"));
                }
            }
            Profile::Gemini if self.disabled.contains(&name.to_lowercase()) => {
                out.push(off("switched off in skills.disabled of its settings"));
            }
            Profile::OpenCode => {
                let (claude, external) = self.without;
                if claude && kind == LibraryKind::ClaudeCode
                    || external && kind == LibraryKind::Agents
                {
                    let text = "a variable keeps OpenCode out of this library";
                    out.push(Because(Weight::Stops, text.to_owned()));
                }
            }
            Profile::Gemini | Profile::Spec => {}
        }
        out
    }

    /// Marks the skills that they switch off for an agent that reads their library.
    pub fn mark(&self, fs: &dyn Fs, folders: &[AgentFolder], shelves: &mut [Shelf]) {
        for shelf in shelves {
            let (kind, scope) = library_of(fs, shelf, folders);
            let mut agents = Profile::AGENTS.to_vec();
            agents.retain(|agent| shadow::rank(*agent, kind, scope).is_some());
            for skill in &mut shelf.skills {
                skill.off = match skill.archived {
                    true => Vec::new(),
                    false => self.offs(&agents, skill, kind),
                };
            }
        }
    }

    fn offs(&self, agents: &[Profile], skill: &Skill, kind: LibraryKind) -> Vec<Off> {
        let switched = agents.iter().flat_map(|agent| {
            let name = match agent {
                Profile::Hermes => listed_name(&skill.summary.hermes, &skill.folder),
                _ => skill.shown_name(),
            };
            self.of(*agent, name, &skill.folder, &skill.file, kind)
        });
        let offs = switched.filter_map(|it| match it {
            Switched::Off(off) => Some(off),
            Switched::Because(..) | Switched::NotForModel(_) => None,
        });
        offs.collect()
    }
}

fn json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The settings files of the agents that look into these folders, besides Hermes; what a later one says
/// counts.
pub fn files(folders: &[AgentFolder]) -> Vec<(Profile, PathBuf)> {
    let mut files = Vec::new();
    for folder in folders {
        let names: &[&str] = match (folder.kind, folder.scope) {
            (LibraryKind::ClaudeCode, Scope::User) | (LibraryKind::Gemini, _) => &["settings.json"],
            (LibraryKind::ClaudeCode, Scope::Project) => &["settings.json", "settings.local.json"],
            (LibraryKind::Codex, Scope::User) => &["config.toml"],
            _ => &[],
        };
        let agent = match folder.kind {
            LibraryKind::ClaudeCode => Profile::ClaudeCode,
            LibraryKind::Gemini => Profile::Gemini,
            _ => Profile::Codex,
        };
        let around = folder.root.parent();
        files.extend(
            names
                .iter()
                .filter_map(|name| Some((agent, around?.join(name)))),
        );
    }
    files
}

/// Whose library a shelf is: a folder that was named may well be an agent's own.
pub(super) fn library_of(
    fs: &dyn Fs,
    shelf: &Shelf,
    folders: &[AgentFolder],
) -> (LibraryKind, Scope) {
    let library = &shelf.library;
    let named = matches!(library.kind, LibraryKind::Folder | LibraryKind::Configured);
    let root = named.then(|| fs.canonicalize(&library.root).ok()).flatten();
    let own = root.and_then(|root| {
        let same = |it: &&AgentFolder| fs.canonicalize(&it.root).is_ok_and(|it| it == root);
        folders.iter().find(same)
    });
    own.map_or((library.kind, library.scope), |it| (it.kind, it.scope))
}
