//! The search on the page, and where on it the words stand that were found at a line of its file.
//! Not here: the search over all skills.

use super::{Goal, ReaderState, row_of_line, text_of};
use crate::markdown::{self, Match, Words};
use crate::tui::reader::{Loaded, Target, Wanted};

/// Words that were found at a line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landing {
    /// What was looked for.
    pub words: Words,
    /// The line, from 1.
    pub line: u32,
}

/// A search on the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// What is searched for.
    pub words: Words,
    /// The line of the file that it was found at before the page was there.
    pub line: Option<u32>,
    /// Where it was found.
    pub matches: Vec<Match>,
    /// The match that the cursor is at.
    pub current: usize,
}

impl ReaderState {
    /// Searches from a row on, to which it returns when nothing is found.
    pub fn find_from(&mut self, query: &str, row: usize) {
        self.go_to_row(row);
        self.search = (!query.is_empty()).then(|| Search {
            words: Words::phrase(query),
            ..Search::default()
        });
        self.find();
    }

    /// Does the search; goes to the first match at or below the top row.
    fn find(&mut self) {
        self.find_matches();
        let top = self.scroll;
        if let Some(search) = &mut self.search {
            let below = search.matches.iter().position(|it| row_of(it) >= top);
            search.current = below.unwrap_or(0);
        }
        self.show_match();
    }

    /// Does the search on the rows as they are; the current match stays the one of its number.
    pub(super) fn find_matches(&mut self) {
        if let Some(mut search) = self.search.take() {
            search.matches = markdown::find(self.rows(), &search.words);
            let last = search.matches.len().saturating_sub(1);
            search.current = search.current.min(last);
            self.search = Some(search);
        }
    }

    /// Goes to the match at a line of the file, in the source to the line itself; false when the
    /// page has none there.
    pub(super) fn go_to_found(&mut self, line: u32) -> bool {
        let (Some(shown), Some(search)) = (&self.shown, &mut self.search) else {
            return false;
        };
        let at = match_at(shown, &search.matches, line);
        if at.is_none() && !shown.view.source {
            return false;
        }
        self.source = shown.view.source;
        self.marked = shown.view.source.then_some(line);
        search.current = at.unwrap_or(search.current);
        let row = at.and_then(|at| search.matches.get(at)).map(row_of);
        let row = row.or_else(|| row_of_line(shown, line)).unwrap_or(0);
        self.scroll = row.saturating_sub(self.height / 3);
        self.settle();
        true
    }

    /// Shows what a search over all skills has found: the words lit, at a line of the file or from the
    /// top. What is not on the rendered page is shown in its source.
    pub fn open_found(
        &mut self,
        target: Target,
        line: Option<u32>,
        words: &Words,
    ) -> Option<Wanted> {
        let same = self.wanted.as_ref() == Some(&target);
        let search = self.search.as_ref().filter(|_| same);
        if search.is_some_and(|it| it.line == line && it.words == *words) {
            return None;
        }
        if self.search.is_none() {
            self.remember_spot();
        }
        self.history.clear();
        self.wanted = Some(target);
        self.marked = None;
        self.source = self.sticky_source;
        // What is cut off would not be found.
        self.cut = false;
        self.shift = 0;
        self.search = Some(Search {
            words: words.clone(),
            line,
            ..Search::default()
        });
        self.goal = Some(line.map_or(Goal::Row(0), Goal::Found));
        let is_shown = |shown: &Loaded| shown.ticket == self.ticket && shown.view == self.view();
        let is_there = same && self.fault.is_none() && self.shown.as_ref().is_some_and(is_shown);
        self.fault = None;
        if is_there {
            self.find_matches();
            match line {
                Some(line) if !self.go_to_found(line) => return self.request(false),
                Some(_) => {}
                None => {
                    self.scroll = 0;
                    self.show_match();
                }
            }
            self.goal = None;
            return None;
        }
        self.request(!same)
    }

    /// Goes to the next or previous match; says when it went around the end.
    pub fn next_match(&mut self, forward: bool) -> Option<&'static str> {
        let search = self.search.as_mut()?;
        let count = search.matches.len();
        if count == 0 {
            return None;
        }
        let (next, around) = match (forward, search.current) {
            (true, at) if at + 1 == count => (0, Some("search goes on at the top")),
            (true, at) => (at + 1, None),
            (false, 0) => (count - 1, Some("search goes on at the end")),
            (false, at) => (at - 1, None),
        };
        search.current = next;
        self.show_match();
        around
    }

    /// Ends the search; false when there was none.
    pub fn clear_search(&mut self) -> bool {
        self.search.take().is_some()
    }

    /// Scrolls so that the current match is visible, with a few rows around it.
    pub(super) fn show_match(&mut self) {
        let Some(search) = &self.search else {
            return;
        };
        let Some(row) = search.matches.get(search.current).map(row_of) else {
            return;
        };
        let margin = 3.min(self.height / 3);
        if row < self.scroll + margin || row + margin >= self.scroll + self.height {
            self.scroll = row.saturating_sub(self.height / 3);
            self.settle();
        }
    }
}

pub(super) fn row_of(found: &Match) -> usize {
    found.parts.first().map_or(0, |(row, _)| *row)
}

/// Which match stands at a line of the file, from 1; `None` when what is on the page shows none there.
fn match_at(loaded: &Loaded, matches: &[Match], line: u32) -> Option<usize> {
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
pub fn succeeds(loaded: &Loaded, words: &Words, line: u32) -> bool {
    let matches = markdown::find(&loaded.rendered.rows, words);
    match_at(loaded, &matches, line).is_some()
}
