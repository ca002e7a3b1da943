//! What can be on the page: targets, requests for them, and the pages that answer.

use std::sync::Arc;

use super::state::Landing;
use crate::markdown::Highlights;
use crate::skill::Problem;
use crate::store::catalog::SkillId;
use crate::viewer::{Rendered, View};
use crate::workbench::Page;

/// A file to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Of which skill.
    pub skill: SkillId,
    /// Which file of its package; the entry file when `None`.
    pub file: Option<String>,
    /// A report on it instead of a file.
    pub report: Option<Report>,
}

/// Pages on a skill that are no file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// What each agent makes of it.
    Effects,
    /// How its problems would be repaired.
    Repairs,
    /// How it differs from another.
    Compare(SkillId),
}

impl Target {
    /// The entry file of a skill.
    pub fn skill(skill: SkillId) -> Self {
        Target::file(skill, None)
    }

    /// A file of a skill's package.
    pub fn file(skill: SkillId, file: Option<String>) -> Self {
        Target {
            skill,
            file,
            report: None,
        }
    }

    /// A report on a skill.
    pub fn report(skill: SkillId, report: Report) -> Self {
        Target {
            report: Some(report),
            ..Target::skill(skill)
        }
    }
}

/// A page to be made on a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Which request this is; an answer to an older one is dropped.
    pub ticket: u64,
    /// What to show.
    pub target: Target,
    /// How.
    pub view: View,
    /// Read the file again even when its page is there.
    pub reread: bool,
    /// What must be on it; where it is not, the source is made in its place.
    pub found: Option<Landing>,
}

/// A page that was made.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The request it answers.
    pub ticket: u64,
    /// What is shown.
    pub target: Target,
    /// How it was rendered.
    pub view: View,
    /// The page.
    pub page: Arc<Page>,
    /// Its rows.
    pub rendered: Arc<Rendered>,
    /// The classes of its code, once they are known.
    pub highlights: Option<Arc<Highlights>>,
    /// All problems of the skill, those of its references included.
    pub problems: Vec<Problem>,
    /// Lines of facts above the card.
    pub facts: Vec<Vec<String>>,
}
