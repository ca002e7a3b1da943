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
