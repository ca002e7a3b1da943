//! A list over the screen to pick from, narrowed by typing: outline, links, files, problems,
//! profiles, help, and the jump to any skill.

pub mod choice;
pub mod state;
pub mod view;

pub use choice::Choice;
pub use state::{Item, Items, Kind, Outcome, Picker};
