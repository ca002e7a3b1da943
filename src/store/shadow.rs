//! Skills of one name: which one an agent takes, and why.
//!
//! Ranking is that of the agent which reads the libraries. Where an agent keeps both, nothing is
//! shadowed here.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::catalog::{Shelf, Skill, SkillId};
use super::library::{LibraryKind, Scope};
use crate::skill::hermes::listed_name;

/// A skill that loses to another of its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shadow {
    /// The one that is taken.
    pub winner: SkillId,
    /// Why.
    pub reason: String,
}

/// Fills in who shadows whom.
pub fn mark(shelves: &mut [Shelf]) {
    for agent in [Agent::Hermes, Agent::ClaudeCode, Agent::Gemini] {
        let mut first: HashMap<&str, Place> = HashMap::new();
        let mut losers: Vec<(Place, Place)> = Vec::new();
        for (place, skill) in ranked(agent, shelves) {
            match first.entry(agent.name_of(skill)) {
                // Within one library only Hermes is known to take one and leave the other.
                Entry::Occupied(winner) if agent == Agent::Hermes || winner.get().0 != place.0 => {
                    losers.push((place, *winner.get()));
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
            let reason = agent.reason(&loser_id, &winner_id);
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

/// An agent that ranks skills of one name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Agent {
    Hermes,
    ClaudeCode,
    Gemini,
}

impl Agent {
    fn name_of(self, skill: &Skill) -> &str {
        match self {
            Agent::Hermes => listed_name(&skill.summary.hermes, &skill.folder),
            Agent::ClaudeCode | Agent::Gemini => skill.shown_name(),
        }
    }

    fn reads(self, kind: LibraryKind) -> bool {
        match self {
            Agent::Hermes => matches!(kind, LibraryKind::Hermes | LibraryKind::External),
            Agent::ClaudeCode => kind == LibraryKind::ClaudeCode,
            Agent::Gemini => kind == LibraryKind::Gemini,
        }
    }

    fn reason(self, loser: &SkillId, winner: &SkillId) -> String {
        let same = loser.library == winner.library;
        match self {
            Agent::Hermes if same => {
                "Hermes lists the first by path, and refuses to view the name as ambiguous".to_owned()
            }
            Agent::Hermes => {
                "Hermes lists its own library before external ones, and refuses to view the name as \
                 ambiguous"
                    .to_owned()
            }
            Agent::ClaudeCode => "in Claude Code a project's skill hides the user's".to_owned(),
            Agent::Gemini => "in Gemini CLI a workspace's skill wins over the user's".to_owned(),
        }
    }
}

/// The skills an agent reads, best rank first.
fn ranked(agent: Agent, shelves: &[Shelf]) -> Vec<(Place, &Skill)> {
    let mut libraries: Vec<(usize, &Shelf)> = shelves
        .iter()
        .enumerate()
        .filter(|(_, shelf)| agent.reads(shelf.library.kind))
        .collect();
    if agent != Agent::Hermes {
        libraries.sort_by_key(|(_, shelf)| shelf.library.scope != Scope::Project);
    }
    let mut out = Vec::new();
    for (at, shelf) in libraries {
        let mut skills: Vec<(Place, &Skill)> = shelf
            .skills
            .iter()
            .enumerate()
            .filter(|(_, skill)| !skill.archived && skill.exact_file)
            .filter(|(_, skill)| agent != Agent::Hermes || skill.hidden.is_none())
            .map(|(index, skill)| ((at, index), skill))
            .collect();
        // By the whole path as a text, as Hermes' walker has it: `a-b/SKILL.md` before `a/SKILL.md`.
        skills.sort_by_cached_key(|(_, skill)| format!("{}/SKILL.md", skill.id.key));
        out.append(&mut skills);
    }
    out
}
