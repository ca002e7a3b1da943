//! Skills of one name, as an agent meets them: who wins, who is hidden, and what stays unclear.

use super::{Effect, because};
use crate::skill::Profile;
use crate::skill::effects::Weight;
use crate::store::catalog::{Skill, SkillId};
use crate::store::shadow::{self, Shadow};

/// Rivals that are named; more are counted.
const NAMED: usize = 8;

/// A skill that an agent loads, among those of its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub rank: u8,
    pub shelf: usize,
    pub path: String,
    pub id: SkillId,
}

/// The name by which the agent tells two skills apart.
pub(super) fn group_name(effect: &Effect, skill: &Skill) -> Option<String> {
    match effect.profile {
        Profile::ClaudeCode => Some(skill.folder.clone()),
        _ => effect.name.clone(),
    }
}

/// Weighs a skill against those of its name that the agent loads, this one among them or not.
pub(super) fn clash(effect: &mut Effect, me: &Entry, group: &[Entry]) {
    let others = || group.iter().filter(|it| it.id != me.id);
    let Some(best) = others().next() else {
        return;
    };
    let agent = effect.profile;
    let same_library = best.shelf == me.shelf;
    let ranked = match agent {
        Profile::Hermes => true,
        Profile::Codex | Profile::Spec => false,
        _ => best.rank != me.rank,
    };
    let reason = shadow::reason(agent, same_library);
    // Where a place is taken already, the one that has it stays.
    let loses = best < me || (best.rank, best.shelf, &best.path) == (me.rank, me.shelf, &me.path);
    if ranked && loses {
        because(
            effect,
            Weight::Stops,
            format!("{} is taken instead: {reason}", best.id),
        );
        effect.shadowed_by = Some(Shadow {
            winner: best.id.clone(),
            reason: reason.to_owned(),
        });
        return;
    }
    let unclear = match agent {
        Profile::Hermes => {
            "wins over others of its name, and viewing the name alone is refused as ambiguous"
        }
        Profile::Codex => {
            "others of its name are kept beside it: a mention by name is refused as ambiguous"
        }
        Profile::OpenCode => {
            "others have its name: the last one read is kept, with a warning, and in some releases that order is not fixed"
        }
        _ if ranked => "",
        _ => "others in the library have its name: which one is kept is not documented",
    };
    if unclear.is_empty() {
        let text = format!("taken instead of {}: {reason}", best.id);
        because(effect, Weight::Note, text);
        return;
    }
    because(effect, Weight::Catch, unclear.to_owned());
    effect.ambiguous_with = others().take(NAMED).map(|it| it.id.clone()).collect();
    let listed = usize::from(group.binary_search(me).is_ok());
    effect.more_rivals = group
        .len()
        .saturating_sub(listed + effect.ambiguous_with.len());
}
