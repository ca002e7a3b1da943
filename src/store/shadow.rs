//! Skills of one name: which one an agent takes, and why.
//!
//! The ranking is that of the agent which reads the libraries. Where an agent keeps both, or nothing
//! tells which it takes, nothing is shadowed here; `effects` tells of those too.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::catalog::{Shelf, Skill, SkillId};
use super::library::{LibraryKind, Scope};
use crate::skill::hermes::listed_name;
use crate::skill::{Profile, Readers};

/// A skill that loses to another of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadow {
    /// The one that is taken.
    pub winner: SkillId,
    /// Why.
    pub reason: String,
}

/// The rank of a library for an agent, the best first; `None` where the agent does not look.
pub fn rank(agent: Profile, kind: LibraryKind, scope: Scope) -> Option<u8> {
    use LibraryKind::{Agents, ClaudeCode, Codex, External, Gemini, Hermes, OpenCode};
    use Scope::{Project, User};
    let rank = match (agent, kind, scope) {
        (Profile::Hermes, Hermes, _) => 0,
        (Profile::Hermes, External, _) => 1,
        // The one agent with which the person's own skill wins over the project's.
        (Profile::ClaudeCode, ClaudeCode, User) => 0,
        (Profile::ClaudeCode, ClaudeCode, Project) => 1,
        (Profile::Codex, Codex | Agents, Project) => 0,
        (Profile::Codex, Codex | Agents, User) => 1,
        (Profile::Gemini, Agents, Project) => 0,
        (Profile::Gemini, Gemini, Project) => 1,
        (Profile::Gemini, Agents, User) => 2,
        (Profile::Gemini, Gemini, User) => 3,
        // The last one that it reads wins, so this is its order backwards.
        (Profile::OpenCode, OpenCode, Project) => 0,
        (Profile::OpenCode, OpenCode, User) => 1,
        (Profile::OpenCode, Agents, Project) => 2,
        (Profile::OpenCode, ClaudeCode, Project) => 3,
        (Profile::OpenCode, Agents, User) => 4,
        (Profile::OpenCode, ClaudeCode, User) => 5,
        _ => return None,
    };
    Some(rank)
}

/// Why the better rank is taken.
pub fn reason(agent: Profile, same_library: bool) -> &'static str {
    match agent {
        Profile::Hermes if same_library => {
            "Hermes lists the first by path, and refuses to view the name as ambiguous"
        }
        Profile::Hermes => {
            "Hermes lists its own library before external ones, and refuses to view the name as \
             ambiguous"
        }
        Profile::ClaudeCode => {
            "in Claude Code a personal skill hides the project's; early releases listed both"
        }
        Profile::Gemini => {
            "in Gemini CLI a workspace's skill wins over the user's, and .agents/skills over \
             .gemini/skills; it warns"
        }
        Profile::OpenCode => {
            "OpenCode keeps the last one that it reads, and warns; in some releases that order is \
             not fixed"
        }
        Profile::Codex | Profile::Spec => "both are kept",
    }
}

/// Takes back what [`mark`] filled in.
pub fn unmark(shelf: &mut Shelf) {
    for skill in &mut shelf.skills {
        skill.shadow = None;
        skill.shadows.clear();
    }
}

/// Fills in who shadows whom, for the agent to which the loser's library belongs.
pub fn mark(shelves: &mut [Shelf]) {
    for agent in [
        Profile::Hermes,
        Profile::ClaudeCode,
        Profile::Gemini,
        Profile::OpenCode,
    ] {
        let mut first: HashMap<&str, Place> = HashMap::new();
        let mut losers: Vec<(Place, Place)> = Vec::new();
        for (place, skill) in ranked(agent, shelves) {
            match first.entry(name_of(agent, skill)) {
                // Within one library only Hermes is known to take one and leave the other.
                Entry::Occupied(winner)
                    if agent == Profile::Hermes || winner.get().0 != place.0 =>
                {
                    if skill.readers == Readers::of(&[agent]) {
                        losers.push((place, *winner.get()));
                    }
                }
                Entry::Occupied(_) => {}
                Entry::Vacant(free) => {
                    free.insert(place);
                }
            }
        }
        for (loser, winner) in losers {
            let ids = [loser, winner].map(|place| at(shelves, place).map(|it| it.id.clone()));
            let [Some(loser_id), Some(winner_id)] = ids else {
                continue;
            };
            let reason = reason(agent, loser.0 == winner.0).to_owned();
            if let Some(skill) = at(shelves, winner) {
                skill.shadows.push(loser_id);
            }
            if let Some(skill) = at(shelves, loser) {
                skill.shadow = Some(Shadow {
                    winner: winner_id,
                    reason,
                });
            }
        }
    }
}

/// Shelf and skill by index.
type Place = (usize, usize);

fn at(shelves: &mut [Shelf], (shelf, skill): Place) -> Option<&mut Skill> {
    shelves.get_mut(shelf)?.skills.get_mut(skill)
}

/// The name by which an agent tells two skills apart.
fn name_of(agent: Profile, skill: &Skill) -> &str {
    match agent {
        Profile::Hermes => listed_name(&skill.summary.hermes, &skill.folder),
        Profile::ClaudeCode => &skill.folder,
        _ => skill.shown_name(),
    }
}

/// The skills an agent reads, best rank first.
fn ranked(agent: Profile, shelves: &[Shelf]) -> Vec<(Place, &Skill)> {
    let mut libraries: Vec<(u8, usize, &Shelf)> = shelves
        .iter()
        .enumerate()
        .filter_map(|(at, shelf)| {
            let library = &shelf.library;
            Some((rank(agent, library.kind, library.scope)?, at, shelf))
        })
        .collect();
    libraries.sort_by_key(|(rank, at, _)| (*rank, *at));
    let mut out = Vec::new();
    for (_, at, shelf) in libraries {
        let mut skills: Vec<(Place, &Skill)> = shelf
            .skills
            .iter()
            .enumerate()
            .filter(|(_, skill)| !skill.archived && skill.exact_file)
            .filter(|(_, skill)| agent != Profile::Hermes || skill.hidden.is_none())
            .map(|(index, skill)| ((at, index), skill))
            .collect();
        skills.sort_by_cached_key(|(_, skill)| walked_path(&skill.id.key));
        out.append(&mut skills);
    }
    out
}

/// The whole path as a text, by which Hermes' walker sorts: `a-b/SKILL.md` before `a/SKILL.md`.
pub(super) fn walked_path(key: &str) -> String {
    format!("{key}/SKILL.md")
}
