//! Text as a terminal has to see it: made safe, measured, cut into words.
//!
//! | file | what |
//! |---|---|
//! | [`sanitize`] | the one door between text from a skill and a cell of the screen |
//! | [`width`] | the one place that measures: cells, clipping, padding, tabs |
//! | [`words`](mod@words) | runs of letters and digits, the unit in which completeness is checked |
//!
//! Not here: colours, wrapping of rich text (`markdown::wrap`), anything that knows what a skill is.

pub mod sanitize;
pub mod width;
pub mod words;

pub use words::words;
