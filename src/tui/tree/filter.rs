//! The tree's filter: words, and conditions such as `is:stale`. Knows no rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::skill::Severity;
use crate::store::catalog::{Skill, SkillId};
use crate::store::seen::Difference;
use crate::store::usage::State;

/// A filter: words that all have to occur, and conditions such as `is:stale`.
pub struct Filter {
    words: Vec<String>,
    conditions: Vec<Condition>,
}

/// What a condition may know of a skill besides the skill.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// What the person has not seen.
    pub unseen: &'a BTreeMap<SkillId, Difference>,
    /// What the person has marked.
    pub marked: &'a BTreeSet<SkillId>,
}

type Condition = Box<dyn Fn(&Skill, Known<'_>) -> bool>;

impl Filter {
    /// Reads it.
    pub fn parse(text: &str) -> Self {
        let mut filter = Filter {
            words: Vec::new(),
            conditions: Vec::new(),
        };
        for word in text.to_lowercase().split_whitespace() {
            match condition(word) {
                Some(condition) => filter.conditions.push(condition),
                None => filter.words.push(word.to_owned()),
            }
        }
        filter
    }

    /// It lets everything through.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.conditions.is_empty()
    }

    /// It lets a skill through, of which `text` is looked in.
    pub fn lets(&self, skill: &Skill, text: &str, known: Known<'_>) -> bool {
        self.conditions.iter().all(|holds| holds(skill, known))
            && self.words.iter().all(|word| text.contains(word.as_str()))
    }
}

fn condition(word: &str) -> Option<Condition> {
    if let Some(maker) = word.strip_prefix("by:") {
        let maker = maker.to_owned();
        return Some(Box::new(move |skill, _| {
            skill.provenance.maker.word() == maker
        }));
    }
    if let Some(library) = word.strip_prefix("in:") {
        let library = library.to_owned();
        return Some(Box::new(move |skill, _| {
            skill.id.library.to_lowercase() == library
        }));
    }
    let differs = |wanted: Option<Difference>| -> Condition {
        Box::new(move |skill, known| {
            let difference = known.unseen.get(&skill.id).copied();
            difference.is_some() && (wanted.is_none() || difference == wanted)
        })
    };
    match word {
        "is:unseen" => return Some(differs(None)),
        "is:new" => return Some(differs(Some(Difference::New))),
        "is:changed" => return Some(differs(Some(Difference::Changed))),
        "is:marked" => return Some(Box::new(|skill, known| known.marked.contains(&skill.id))),
        _ => {}
    }
    let holds: fn(&Skill) -> bool = match word.strip_prefix("is:")? {
        "active" => |skill| skill.state() == State::Active,
        "stale" => |skill| skill.state() == State::Stale,
        "archived" => |skill| skill.archived,
        "pinned" => |skill| skill.usage.pinned,
        "broken" => |skill| skill.worst() == Some(Severity::Error),
        "problem" | "problems" => |skill| !skill.problems.is_empty(),
        "shadowed" => |skill| skill.shadow.is_some(),
        "hidden" => |skill| skill.hidden.is_some(),
        "nested" => |skill| skill.nested_in.is_some(),
        "link" => |skill| skill.through_link.is_some() || skill.file_link.is_some(),
        "unused" => |skill| skill.usage.last_activity().is_none(),
        _ => return None,
    };
    Some(Box::new(move |skill, _| holds(skill)))
}
