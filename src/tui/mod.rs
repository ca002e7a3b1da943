//! The terminal interface: the Library screen with tree and viewer.
//!
//! `app` is the state and what commands do to it; `view` draws it; `term` is the terminal itself. A
//! pane's `state` draws nothing and its `view` decides nothing.

mod app;
pub mod command;
mod cursor;
mod field;
pub mod kept;
pub mod keymap;
mod layout;
mod list;
mod message;
mod outside;
mod paint;
mod picker;
mod picks;
mod reader;
mod sequence;
pub mod term;
mod tree;
mod view;

pub use app::{App, Focus, Setup};
pub use message::Message;

use crate::workbench::Workbench;

/// Opens the interface on a workbench; ends when the person quits.
///
/// # Errors
/// When there is no terminal, or it fails.
pub fn start(workbench: Workbench, setup: Setup) -> Result<(), term::Error> {
    let app = App::new(workbench, setup);
    term::run(app, term::Options::default())?;
    Ok(())
}
