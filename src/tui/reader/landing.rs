//! Where on a page the words stand that were found at a line of its file. Not here: the search over
//! files, and what is shown where they do not stand.

use super::state::{Loaded, text_of};
use crate::markdown::{self, Match};

/// Which match stands at a line of the file, from 1; `None` when what is on the page shows none there.
pub fn of(loaded: &Loaded, matches: &[Match], line: u32) -> Option<usize> {
    let rendered = &loaded.rendered;
    let skip = usize::try_from(line.checked_sub(rendered.first_line)?).ok()?;
    let text = text_of(loaded);
    let mut lines = text.split_inclusive('\n');
    let start: usize = lines.by_ref().take(skip).map(str::len).sum();
    let end = start + lines.next()?.len();
    let is_there = |row: usize| {
        let source = rendered.rows.get(row).map(|row| &row.source);
        rendered.body.contains(&row)
            && source.is_some_and(|source| source.start < end && source.end > start)
    };
    let stands = |found: &Match| found.parts.iter().any(|(row, _)| is_there(*row));
    matches.iter().position(stands)
}

/// Whether a page shows what it was made for.
pub fn succeeds(loaded: &Loaded, words: &markdown::Words, line: u32) -> bool {
    let matches = markdown::find(&loaded.rendered.rows, words);
    of(loaded, &matches, line).is_some()
}
