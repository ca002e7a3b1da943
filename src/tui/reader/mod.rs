//! The viewer pane: a page of a package, scrolled, searched, followed.

pub mod landing;
pub mod overview;
pub mod state;
pub mod view;

pub use state::{Loaded, ReaderState, Report, Target, Wanted};
