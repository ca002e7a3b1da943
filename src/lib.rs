//! skilldeck: a terminal workbench for the skills that AI agents write.
//!
//! The house, from the ground up; a room imports itself and rooms below it, never above:
//!
//! | floor | room | what it is |
//! |---|---|---|
//! | 0 | [`skill`] | what a skill is: the lossless document, frontmatter, problems; pure |
//! | 0 | [`patch`] | text change as data: edits, diff |
//! | 0 | [`text`] | text made safe and measured for the terminal; pure |
//! | 0 | [`markdown`] | Markdown as rows of meanings; pure |
//! | 2 | [`store`] | homes and libraries on disk: discover, sidecars, resolve, stat cache |
//! | 3 | [`index`] | finding text in skills: queries, ranked hits, a scan that streams |
//! | 5 | [`workbench`] | the one façade: every verb the faces may use |
//! | 6 | [`color`], [`theme`] | colour levels, and colours for meanings |
//! | 6 | [`viewer`] | a page as rows: card, problems, body; shared by the faces |
//! | 6 | [`cli`] | the command line |
//! | 6 | [`tui`] | the terminal interface |

pub mod cli;
pub mod color;
pub mod index;
pub mod markdown;
pub mod patch;
pub mod skill;
pub mod store;
pub mod text;
pub mod theme;
pub mod tui;
pub mod viewer;
pub mod workbench;
