//! What an item of a list stands for. It names the thing and not its place in some other list: what is
//! below may change while a person looks at the list.

use crate::store::catalog::SkillId;
use crate::store::home::HomeProfile;
use crate::tui::command::{Command, Scope};
use crate::tui::reader::Target;
use crate::tui::tree::Sort;
use crate::viewer::LinkPlace;

/// What is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// Nothing: the item is only to be read.
    #[default]
    Nothing,
    /// Go to a skill.
    Skill(SkillId),
    /// Go to a row of the page.
    Row(usize),
    /// Follow a link of the page.
    Link(Box<LinkPlace>),
    /// Open a file.
    File(Target),
    /// Compare two skills.
    Compare(SkillId, SkillId),
    /// Go to a line of the file on the page; a problem may have none.
    Line(Option<u32>),
    /// Run a command, in the pane of its scope.
    Run(Scope, Command),
    /// Take an order of the tree.
    Sort(Sort),
    /// Go to a library, by its id.
    Library(String),
    /// Switch to a profile.
    Profile(HomeProfile),
    /// Take a theme, by its name.
    Theme(String),
}
