//! Profiles: whose reading of a skill a check is made for.

use serde::{Deserialize, Serialize};

/// A reader of skills: the specification's own validator, or an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The Agent Skills specification, read strictly.
    Spec,
    /// Hermes Agent.
    Hermes,
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// OpenCode.
    #[serde(rename = "opencode")]
    OpenCode,
}

impl Profile {
    /// All of them.
    pub const ALL: [Profile; 6] = [
        Profile::Spec,
        Profile::Hermes,
        Profile::ClaudeCode,
        Profile::Codex,
        Profile::Gemini,
        Profile::OpenCode,
    ];

    /// Those that run skills: all but the specification.
    pub const AGENTS: [Profile; 5] = [
        Profile::Hermes,
        Profile::ClaudeCode,
        Profile::Codex,
        Profile::Gemini,
        Profile::OpenCode,
    ];

    /// The word for it on the command line and in JSON.
    pub fn id(self) -> &'static str {
        match self {
            Profile::Spec => "spec",
            Profile::Hermes => "hermes",
            Profile::ClaudeCode => "claude-code",
            Profile::Codex => "codex",
            Profile::Gemini => "gemini",
            Profile::OpenCode => "opencode",
        }
    }

    /// The reader with this word.
    pub fn by_id(id: &str) -> Option<Profile> {
        Profile::ALL.into_iter().find(|it| it.id() == id)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Profile::Spec => "the specification",
            Profile::Hermes => "Hermes",
            Profile::ClaudeCode => "Claude Code",
            Profile::Codex => "Codex",
            Profile::Gemini => "Gemini CLI",
            Profile::OpenCode => "OpenCode",
        }
    }
}

/// Some of the readers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Readers(u8);

impl Readers {
    /// All of them.
    pub const ALL: Readers = Readers::of(&Profile::ALL);

    /// These.
    pub const fn of(profiles: &[Profile]) -> Self {
        let mut bits = 0;
        let mut rest = profiles;
        while let Some((first, after)) = rest.split_first() {
            bits |= 1 << *first as u8;
            rest = after;
        }
        Readers(bits)
    }

    /// One of them.
    pub fn contains(self, profile: Profile) -> bool {
        self.0 & Readers::of(&[profile]).0 != 0
    }

    /// Those that are in both.
    pub fn and(self, other: Readers) -> Self {
        Readers(self.0 & other.0)
    }

    /// Those that are in either.
    pub fn or(self, other: Readers) -> Self {
        Readers(self.0 | other.0)
    }

    /// Nobody.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One after the other.
    pub fn iter(self) -> impl Iterator<Item = Profile> {
        Profile::ALL
            .into_iter()
            .filter(move |it| self.contains(*it))
    }

    /// Their names in a sentence.
    pub fn words(self) -> String {
        let names: Vec<&str> = self.iter().map(Profile::name).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
            None => String::new(),
        }
    }
}

impl std::fmt::Debug for Readers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Profile> for Readers {
    fn from_iter<T: IntoIterator<Item = Profile>>(profiles: T) -> Self {
        let one = |profile| Readers::of(&[profile]);
        profiles.into_iter().map(one).fold(Readers(0), Readers::or)
    }
}
