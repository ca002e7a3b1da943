//! What follows for an agent from where a skill lies: depth, links, spelling, dot folders.

use crate::skill::Profile;
use crate::skill::effects::{Reason, Weight};
use crate::store::library::{LibraryKind, Scope};

/// Folders that Codex looks into below one root.
const CODEX_FOLDERS: usize = 2000;

/// Levels that Codex goes down.
const CODEX_DEPTH: usize = 6;

/// Where a skill lies, or would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat<'a> {
    /// Path inside the library; `.` for its root.
    pub key: &'a str,
    /// A folder of the path is a link.
    pub linked: bool,
    /// The entry file is a link.
    pub file_link: bool,
    /// The entry file is spelt `SKILL.md`.
    pub exact: bool,
    /// More paths lead to it through links.
    pub aliases: usize,
    /// It lies in the archive.
    pub archived: bool,
    /// Whose library.
    pub kind: LibraryKind,
    /// The person's or a project's.
    pub scope: Scope,
    /// Skills in the library.
    pub crowd: usize,
}

impl Seat<'_> {
    /// Folders below the library's root.
    fn depth(&self) -> usize {
        match self.key {
            "." => 0,
            key => key.split('/').count(),
        }
    }

    fn in_dot_folder(&self) -> bool {
        self.key != "." && self.key.split('/').any(|part| part.starts_with('.'))
    }
}

/// Why an agent that reads the library stumbles over a seat in it.
pub(super) fn reasons(agent: Profile, seat: &Seat<'_>) -> Vec<Reason> {
    let mut out = Vec::new();
    let mut because = |weight: Weight, text: &str| {
        let text = text.to_owned();
        out.push(Reason { weight, text });
    };
    if !seat.exact && agent != Profile::Hermes {
        because(
            Weight::Stops,
            "only a file spelt SKILL.md is looked for; where a file system ignores case, some versions find it",
        );
    }
    if seat.archived {
        because(Weight::Stops, "it lies in the archive");
    }
    match agent {
        Profile::ClaudeCode => {
            if seat.depth() != 1 {
                because(
                    Weight::Stops,
                    "Claude Code looks exactly one folder deep; deeper only in .claude/skills of a project's own folders",
                );
            }
            if seat.linked {
                because(
                    Weight::Catch,
                    "differs by version: the documents allow a linked folder, and there are reports of it not being loaded",
                );
            }
            if seat.file_link {
                because(
                    Weight::Catch,
                    "nothing is documented about a linked SKILL.md",
                );
            }
            if seat.in_dot_folder() {
                because(
                    Weight::Catch,
                    "nothing is documented about folders that begin with a dot",
                );
            }
        }
        Profile::Codex => {
            if seat.depth() > CODEX_DEPTH {
                because(Weight::Stops, "Codex looks six folders deep");
            }
            if seat.key.starts_with(".system/") && seat.scope == Scope::User {
                because(Weight::Note, "one of the skills that Codex brings itself");
            } else if seat.in_dot_folder() {
                because(Weight::Stops, "Codex skips folders that begin with a dot");
            }
            if seat.file_link {
                because(
                    Weight::Stops,
                    "Codex follows linked folders, but no linked SKILL.md",
                );
            }
            if seat.linked {
                because(Weight::Note, "early releases did not follow linked folders");
            }
            if seat.crowd > CODEX_FOLDERS {
                because(
                    Weight::Catch,
                    "the library has more than 2000 folders, and Codex looks into the first 2000, nearest first",
                );
            }
        }
        Profile::Gemini => {
            if seat.depth() > 1 {
                because(Weight::Stops, "Gemini CLI looks one folder deep");
            }
            if seat.in_dot_folder() {
                because(
                    Weight::Stops,
                    "Gemini CLI skips folders that begin with a dot",
                );
            }
            if seat.linked || seat.file_link {
                because(Weight::Catch, "nothing is documented about links");
            }
            if seat.scope == Scope::Project {
                because(Weight::Note, "only once the folder is trusted");
            }
        }
        Profile::OpenCode => {
            if seat.in_dot_folder() && seat.kind == LibraryKind::OpenCode {
                because(
                    Weight::Stops,
                    "OpenCode skips folders that begin with a dot in its own library",
                );
            }
            if seat.aliases > 0 {
                because(
                    Weight::Catch,
                    "links lead to it a second time: OpenCode warns of a duplicate, and either path may win",
                );
            }
        }
        Profile::Hermes => {
            if seat.linked {
                because(
                    Weight::Catch,
                    "listed and viewed through the link, but skill_manage, pins and the curator do not follow links",
                );
            }
        }
        Profile::Spec => {}
    }
    out
}
