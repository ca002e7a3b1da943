//! The tree pane: libraries, categories, skills; filter and sort.

pub mod filter;
pub mod state;
pub mod view;

pub use state::{Node, Sort, Texts, TreeState};
