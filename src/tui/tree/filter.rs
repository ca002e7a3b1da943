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
    let word = word.strip_prefix("is:")?;
    let (_, holds) = CONDITIONS.iter().find(|(name, _)| *name == word)?;
    Some(Box::new(move |skill, _| holds(skill)))
}

type Holds = fn(&Skill) -> bool;

/// What `is:` can ask of a skill alone.
const CONDITIONS: [(&str, Holds); 13] = [
    ("active", |skill| skill.state() == State::Active),
    ("stale", |skill| skill.state() == State::Stale),
    ("archived", |skill| skill.archived),
    ("pinned", |skill| skill.usage.pinned),
    ("unused", |skill| skill.usage.last_activity().is_none()),
    ("broken", |skill| skill.worst() == Some(Severity::Error)),
    ("problem", |skill| !skill.problems.is_empty()),
    ("problems", |skill| !skill.problems.is_empty()),
    ("shadowed", |skill| skill.shadow.is_some()),
    ("hidden", |skill| skill.hidden.is_some()),
    ("off", |skill| !skill.off.is_empty()),
    ("nested", |skill| skill.nested_in.is_some()),
    ("link", |skill| {
        skill.through_link.is_some() || skill.file_link.is_some()
    }),
];

/// The words of a filter that look like conditions and are none.
pub fn unknown(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let words = text.split_whitespace();
    let is_unknown = |word: &&str| word.starts_with("is:") && condition(word).is_none();
    words.filter(is_unknown).map(str::to_owned).collect()
}

/// All conditions, for a sentence.
pub fn conditions() -> String {
    let names = CONDITIONS.iter().map(|(name, _)| *name);
    let names = names.filter(|name| *name != "problem");
    let all = names.chain(["new", "changed", "unseen", "marked"]);
    let mut all: Vec<String> = all.map(|name| format!("is:{name}")).collect();
    all.extend(["by:agent".to_owned(), "in:LIBRARY".to_owned()]);
    all.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_told_is_one() {
        for word in conditions().split_whitespace() {
            assert!(condition(&word.to_lowercase()).is_some(), "{word}");
        }
        assert_eq!(unknown("is:Foo is:stale x is:"), ["is:foo", "is:"]);
    }
}
