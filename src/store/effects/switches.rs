//! Switches outside a skill: settings with which agents turn single skills off.
//!
//! Only what is cheap to read and documented; patterns (OpenCode's permissions) are not claimed.
//! A file that cannot be read turns nothing off, and is told.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::skill::Profile;
use crate::skill::effects::Weight;
use crate::store::fs::Fs;
use crate::store::library::{LibraryKind, Scope};
use crate::store::locate::{AgentFolder, Environment};

/// Larger files are not settings.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// What the settings of the agents say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Switches {
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

/// What a switch does to a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Switched {
    /// A reason.
    Because(Weight, String),
    /// Kept from the model.
    NotForModel(String),
}

impl Switches {
    /// Reads the settings beside the agents' folders, and those of a home.
    pub(super) fn read(
        fs: &dyn Fs,
        env: &Environment,
        folders: &[AgentFolder],
        config: Option<&Path>,
    ) -> Self {
        let set = |name: &str| {
            let value = env.variable(name).map(str::to_ascii_lowercase);
            value.is_some_and(|it| matches!(it.as_str(), "1" | "true"))
        };
        let external = set("OPENCODE_DISABLE_EXTERNAL_SKILLS");
        let claude =
            set("OPENCODE_DISABLE_CLAUDE_CODE_SKILLS") || set("OPENCODE_DISABLE_CLAUDE_CODE");
        let mut switches = Switches {
            platform: env.variable("HERMES_PLATFORM").map(str::to_owned),
            without: (claude || external, external),
            ..Switches::default()
        };
        if let Some(config) = config {
            switches.hermes(fs, config);
        }
        for folder in folders {
            let Some(around) = folder.root.parent() else {
                continue;
            };
            match (folder.kind, folder.scope) {
                (LibraryKind::ClaudeCode, Scope::User) => {
                    switches.claude(fs, &around.join("settings.json"));
                }
                (LibraryKind::ClaudeCode, Scope::Project) => {
                    switches.claude(fs, &around.join("settings.json"));
                    switches.claude(fs, &around.join("settings.local.json"));
                }
                (LibraryKind::Gemini, _) => switches.gemini(fs, &around.join("settings.json")),
                (LibraryKind::Codex, Scope::User) => {
                    switches.codex(fs, &around.join("config.toml"));
                }
                _ => {}
            }
        }
        switches
    }

    /// The text of a settings file; nothing when there is none.
    fn text(&mut self, fs: &dyn Fs, path: &Path, agent: Profile) -> Option<String> {
        match fs.read(path, MAX_BYTES) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => {
                self.fault(agent, path, &error.to_string());
                None
            }
        }
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
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Settings {
            #[serde(default)]
            skill_overrides: BTreeMap<String, String>,
        }
        let Some(text) = self.text(fs, path, Profile::ClaudeCode) else {
            return;
        };
        match serde_json::from_str::<Settings>(&text) {
            Ok(settings) => self.overrides.extend(settings.skill_overrides),
            Err(error) => self.fault(Profile::ClaudeCode, path, &error.to_string()),
        }
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
        let Some(text) = self.text(fs, path, Profile::Gemini) else {
            return;
        };
        match serde_json::from_str::<Settings>(&text) {
            Ok(settings) => {
                let names = settings.skills.disabled.iter().map(|it| it.to_lowercase());
                self.disabled.extend(names);
            }
            Err(error) => self.fault(Profile::Gemini, path, &error.to_string()),
        }
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
        let Some(text) = self.text(fs, path, Profile::Codex) else {
            return;
        };
        match toml::from_str::<Settings>(&text) {
            Ok(settings) => {
                for mut rule in settings.skills.config {
                    rule.path = rule.path.map(|it| fs.canonicalize(&it).unwrap_or(it));
                    self.rules.push(rule);
                }
            }
            Err(error) => self.fault(Profile::Codex, path, error.message()),
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
        let stops = |text: &str| Because(Weight::Stops, text.to_owned());
        let faults = self.faults.iter().filter(|(whose, _)| *whose == agent);
        let mut out: Vec<Switched> = faults
            .map(|(_, text)| Because(Weight::Note, text.clone()))
            .collect();
        match agent {
            Profile::Hermes => {
                for (platform, names) in &self.platforms {
                    if !names.contains(name) {
                        continue;
                    }
                    let here = self.platform.as_ref() == Some(platform);
                    let weight = if here { Weight::Stops } else { Weight::Note };
                    let text = format!("switched off on {platform} (skills.platform_disabled)");
                    out.push(Because(weight, text));
                }
            }
            Profile::ClaudeCode => match self.overrides.get(folder).map(String::as_str) {
                Some("off") => out.push(stops("switched off in skillOverrides of its settings")),
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
                    out.push(stops("switched off in skills.config of its config.toml"));
                }
            }
            Profile::Gemini if self.disabled.contains(&name.to_lowercase()) => {
                out.push(stops("switched off in skills.disabled of its settings"));
            }
            Profile::OpenCode => {
                let (claude, external) = self.without;
                if claude && kind == LibraryKind::ClaudeCode
                    || external && kind == LibraryKind::Agents
                {
                    out.push(stops("a variable keeps OpenCode out of this library"));
                }
            }
            Profile::Gemini | Profile::Spec => {}
        }
        out
    }
}
