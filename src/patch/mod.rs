//! Text change as pure data: edits against known bytes, and the difference of two texts.
//!
//! | file | what |
//! |---|---|
//! | [`edits`] | replacements of byte ranges, bound to the bytes they were made for |
//! | [`diff`] | two texts as hunks of lines, with what differs inside a line |
//! | [`unified`] | a diff as the text that `patch` and `git apply` take |
//!
//! Not here: what a change means (that is `skill::repair` and later rooms), files, colours.

pub mod diff;
pub mod edits;
pub mod unified;

pub use diff::{FileDiff, Hunk, Line, LineKind, Note};
pub use edits::{Edit, EditError, Edits};
