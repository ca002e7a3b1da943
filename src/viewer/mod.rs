//! The viewer: a page of a package as rows, with the front-matter card, the problems in place, the
//! rendered body or the source. Both faces that draw use it.
//!
//! Reports are pages too: what agents make of a skill, two skills compared, repairs.
//!
//! Rows carry meanings and no colours; scrolling, cursors and panes are the faces' business.

pub mod card;
mod compare;
mod diff;
mod effects;
pub mod facts;
mod lines;
pub mod render;
mod repairs;

pub use compare::compare;
pub use effects::effects;
pub use render::{Anchor, LinkPlace, Rendered, View, highlight, render};
pub use repairs::repairs;
