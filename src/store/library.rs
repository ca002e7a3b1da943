//! A library: a root folder of skills, what kind of agent reads it, and by which rules.

use std::path::PathBuf;

use crate::skill::{Profile, Readers};

/// Whose library it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LibraryKind {
    /// The library of a home.
    Hermes,
    /// One of Hermes' `skills.external_dirs`.
    External,
    /// Claude Code's.
    ClaudeCode,
    /// Codex'.
    Codex,
    /// The folder that several agents share, `.agents/skills`.
    Agents,
    /// OpenCode's.
    OpenCode,
    /// Gemini CLI's.
    Gemini,
    /// Named in our own settings.
    Configured,
    /// A path given on the command line.
    Folder,
}

impl LibraryKind {
    /// What to call it.
    pub fn words(self) -> &'static str {
        match self {
            LibraryKind::Hermes => "Hermes",
            LibraryKind::External => "Hermes, external",
            LibraryKind::ClaudeCode => "Claude Code",
            LibraryKind::Codex => "Codex",
            LibraryKind::Agents => "shared by agents",
            LibraryKind::OpenCode => "OpenCode",
            LibraryKind::Gemini => "Gemini CLI",
            LibraryKind::Configured => "configured",
            LibraryKind::Folder => "folder",
        }
    }

    /// Whose reading of its skills counts.
    pub fn readers(self) -> Readers {
        Readers::of(match self {
            LibraryKind::Hermes | LibraryKind::External => &[Profile::Hermes],
            LibraryKind::ClaudeCode => &[Profile::ClaudeCode],
            LibraryKind::Codex => &[Profile::Codex],
            LibraryKind::OpenCode => &[Profile::OpenCode],
            LibraryKind::Gemini => &[Profile::Gemini],
            LibraryKind::Agents | LibraryKind::Configured | LibraryKind::Folder => &Profile::AGENTS,
        })
    }

    /// The discovery rules that hold in it.
    pub fn rules(self) -> Rules {
        match self {
            LibraryKind::Hermes | LibraryKind::External => Rules::Hermes,
            _ => Rules::Plain,
        }
    }
}

/// Which folders discovery leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Hermes' hard list, and the support folders below a skill.
    Hermes,
    /// Only version control, installed modules and caches.
    Plain,
}

/// Whether a library goes with the person or with a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// In the current project: wins over the user's where an agent ranks them.
    Project,
    /// The person's own.
    User,
}

/// A library as located, before anything in it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// Short and unique in one catalog: `hermes`, `team`, `claude`, `project-claude`.
    pub id: String,
    /// Whose it is.
    pub kind: LibraryKind,
    /// The person's or the project's.
    pub scope: Scope,
    /// Its folder, absolute.
    pub root: PathBuf,
    /// The home whose library it is.
    pub home: Option<PathBuf>,
    /// skilldeck may change its skills.
    pub writable: bool,
}
