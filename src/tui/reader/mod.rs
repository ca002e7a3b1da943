//! The viewer pane: a page of a package, scrolled, searched, followed.

pub mod overview;
pub mod state;
pub mod target;
pub mod view;

pub use state::ReaderState;
pub use target::{Loaded, Report, Target, Wanted};
