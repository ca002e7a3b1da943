//! Text as a terminal has to see it: made safe, measured, cut into words.
//!
//! | file | what |
//! |---|---|
//! | [`fold`](mod@fold) | text without its case, for finding, with the way back |
//! | [`near`] | names that were probably meant |
//! | [`sanitize`] | the one door between text from a skill and a cell of the screen |
//! | [`scan`] | single bytes in long texts, looked for a block at a time |
//! | [`width`] | the one place that measures: cells, clipping, padding, tabs |
//! | [`words`](mod@words) | runs of letters and digits, the unit in which completeness is checked |
//!
//! Not here: colours, wrapping of rich text (`markdown::wrap`), anything that knows what a skill is.

pub mod fold;
pub mod near;
pub mod sanitize;
pub mod scan;
pub mod width;
pub mod words;

pub use words::words;

/// A line without its line end: `\n` or `\r\n`.
pub fn chomp(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}
