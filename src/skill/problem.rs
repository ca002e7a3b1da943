//! Problems: what is wrong with a skill, where, and what to do about it.
//!
//! A problem is a plain value with a stable rule id; who finds which is elsewhere (`summary` from
//! the bytes, `store` from the place on disk).

use serde::{Deserialize, Serialize};

use super::document::Position;
use super::profile::{Profile, Readers};
use super::rule::{Rule, Severity};

/// Something wrong with a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The rule it breaks.
    pub rule: Rule,
    /// How bad it is for those whose reading counts: all readers, until it is graded.
    pub severity: Severity,
    /// Those to whom it matters; how much is for its rule to say.
    pub readers: Readers,
    /// Where in the file, when it is in the file.
    pub position: Option<Position>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Problem {
    /// A problem without a place in the file.
    pub fn new(rule: Rule, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Problem {
            rule,
            severity: rule.worst_for(Readers::ALL).unwrap_or(Severity::Hint),
            readers: Readers::ALL,
            position: None,
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    /// The same at a place.
    pub fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// The same, where it matters to nobody else.
    pub fn only(mut self, readers: Readers) -> Self {
        self.readers = readers;
        self.severity = self.worst_for(Readers::ALL).unwrap_or(Severity::Hint);
        self
    }

    /// How bad it is for a reader; `None` where it is no problem.
    pub fn severity_for(&self, profile: Profile) -> Option<Severity> {
        self.worst_for(Readers::of(&[profile]))
    }

    /// How bad it is for some readers at worst; `None` where it is no problem for any.
    pub fn worst_for(&self, readers: Readers) -> Option<Severity> {
        self.rule.worst_for(self.readers.and(readers))
    }
}

/// Grades problems for some readers and puts the worst first; what is no problem for any of them
/// is left out.
pub fn grade(problems: &mut Vec<Problem>, readers: Readers) {
    problems.retain_mut(|problem| match problem.worst_for(readers) {
        Some(severity) => {
            problem.severity = severity;
            true
        }
        None => false,
    });
    problems.sort_by_key(|it| (it.severity, it.position.is_none(), it.position, it.rule));
}

/// The worst severity of some problems.
pub fn worst<'a>(problems: impl IntoIterator<Item = &'a Problem>) -> Option<Severity> {
    problems.into_iter().map(|it| it.severity).min()
}
