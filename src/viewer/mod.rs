//! The viewer: a page of a package as rows, with the front-matter card, the problems in place, the
//! rendered body or the source. Both faces that draw use it.
//!
//! Rows carry meanings and no colours; scrolling, cursors and panes are the faces' business.

pub mod card;
pub mod facts;
pub mod render;

pub use render::{Anchor, LinkPlace, Rendered, View, highlight, render};
