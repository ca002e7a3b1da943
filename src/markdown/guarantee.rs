//! The guarantee: every word of the source is on the page.
//!
//! Markdown hides things: definitions of links, cells beyond the header, labels, whatever a parser
//! drops. A person who approves a skill must see them, so the words of each outermost block are
//! compared with the words of its rows, and lines that hold a missing one are handed back to be
//! shown as they are written. Not here: showing them.

use std::collections::HashSet;
use std::ops::Range;

use super::document::{Leaf, Markdown, Op, What};
use super::parse::TAB;
use super::row::{Layout, Row, lines, lines_by_ink};
use crate::text::{chomp, sanitize, width, words};

/// Panes narrower than this may show a box in place of a wide character.
const NARROW: usize = 8;

/// The lines of `source` with a word that `rows` do not show: their place and safe text.
pub(crate) fn hidden(
    md: &Markdown,
    layout: &Layout,
    source: &Range<usize>,
    ops: &[Op],
    rows: &[Row],
) -> Vec<(Range<usize>, String)> {
    let mut shown = String::new();
    for line in lines(rows) {
        shown.push_str(&line.text);
        shown.push('\n');
    }
    if !layout.wrap_code {
        // A cut line of code is reached by shifting.
        for op in ops {
            if let What::Leaf(Leaf::Code(index)) = op.what {
                let block = md.code.get(index);
                let text = block.map_or("", |block| block.text.as_str());
                for line in text.lines() {
                    shown.push_str(&sanitize::line(line));
                    shown.push('\n');
                }
            }
        }
    }
    let narrow = layout.width < NARROW;
    let whole: HashSet<&str> = words(&shown).collect();
    let is_there = |word: &str| whole.contains(word) || narrow && has_wide(word);
    let mut missing = lines_where(&md.source, source.clone(), |text| {
        words(text).any(|word| !is_there(word))
    });
    if !missing.is_empty() {
        // Emphasis inside a word joins on the page what marks hold apart in the source.
        let parts = lines_by_ink(rows);
        let parts: HashSet<&str> = words(&parts).collect();
        missing
            .retain(|(_, text)| words(text).any(|word| !is_there(word) && !parts.contains(word)));
    }
    missing
}

/// The lines of `source` that hold a word.
pub(crate) fn lines_with_words(text: &str, source: Range<usize>) -> Vec<(Range<usize>, String)> {
    lines_where(text, source, |line| words(line).next().is_some())
}

fn lines_where(
    text: &str,
    source: Range<usize>,
    wanted: impl Fn(&str) -> bool,
) -> Vec<(Range<usize>, String)> {
    let mut at = source.start;
    let mut found = Vec::new();
    for raw in text.get(source).unwrap_or_default().split_inclusive('\n') {
        let place = at..at + raw.len();
        at = place.end;
        let line = chomp(raw);
        if wanted(&sanitize::line(line)) {
            let shown = sanitize::code(line, TAB).text;
            found.push((place, shown.trim().to_owned()));
        }
    }
    found
}

fn has_wide(word: &str) -> bool {
    word.chars()
        .any(|c| width::of_grapheme(c.encode_utf8(&mut [0; 4])) > 1)
}
