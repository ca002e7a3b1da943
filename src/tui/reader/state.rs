//! What the viewer shows: target, rows, scroll position, search, history. Knows no screen.
//!
//! Pages are read and rendered elsewhere, on a worker; here it is decided what is wanted next, and
//! what came back too late is dropped.

mod search;

use std::ops::Range;

use search::row_of;
pub use search::{Landing, Search, succeeds};

use super::{Loaded, Target, Wanted};
use crate::markdown::{Markdown, Row};
use crate::tui::cursor::{self, Stand};
use crate::tui::kept::{Heading, MAX_READINGS, Spot};
use crate::viewer::View;

/// Lines shown above a line that was jumped to.
const LINES_ABOVE: u32 = 3;

/// A page that was left, to come back to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Visit {
    target: Target,
    scroll: usize,
    source: bool,
}

/// Where to go in a page once it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Goal {
    Row(usize),
    Slug(String),
    Line(u32),
    Spot(Spot),
    /// The match at a line.
    Found(u32),
}

/// The viewer's state.
#[derive(Clone, Debug, Default)]
pub struct ReaderState {
    shown: Option<Loaded>,
    /// Rows of what is no file: a library, a category, an empty state.
    sheet: Option<Vec<Row>>,
    /// Why the last target could not be shown.
    fault: Option<String>,
    wanted: Option<Target>,
    goal: Option<Goal>,
    scroll: usize,
    height: usize,
    width: usize,
    source: bool,
    /// The person's own choice; a jump to a problem shows the source for that page only.
    sticky_source: bool,
    cut: bool,
    shift: usize,
    search: Option<Search>,
    /// The line of the file that a problem is at.
    marked: Option<u32>,
    history: Vec<Visit>,
    /// Where documents were left, the newest last.
    spots: Vec<(Target, Spot)>,
    ticket: u64,
}

impl ReaderState {
    /// What is on the page.
    pub fn shown(&self) -> Option<&Loaded> {
        self.shown.as_ref()
    }

    /// The rows of what is no file.
    pub fn sheet(&self) -> Option<&[Row]> {
        self.sheet.as_deref()
    }

    /// The rows to draw.
    pub fn rows(&self) -> &[Row] {
        match (&self.sheet, &self.shown) {
            (Some(sheet), _) => sheet,
            (None, Some(shown)) => &shown.rendered.rows,
            (None, None) => &[],
        }
    }

    /// Shows rows that are no file's; the same again keeps the scroll position.
    pub fn show_sheet(&mut self, rows: Vec<Row>) {
        if self.wanted.is_some() || self.sheet.as_deref() != Some(&rows) {
            self.clear();
            self.sheet = Some(rows);
        }
    }

    /// Why there is no page.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// What the title has to name, and whether its source is shown: always what the rows are of.
    pub fn titled(&self) -> Option<(&Target, bool)> {
        if self.sheet.is_some() {
            return None;
        }
        match &self.shown {
            Some(shown) => Some((&shown.target, shown.view.source)),
            None => self.wanted.as_ref().map(|target| (target, self.source)),
        }
    }

    /// What is to be shown, whether it is there yet or not.
    pub fn target(&self) -> Option<&Target> {
        self.wanted.as_ref()
    }

    /// The first row to draw.
    pub fn scroll(&self) -> usize {
        self.scroll
    }

    /// The search, when there is one.
    pub fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }

    /// Code is cut, and scrolled to the right.
    pub fn shifted(&self) -> bool {
        self.cut && self.shift > 0
    }

    /// Long lines of code are cut.
    pub fn cut(&self) -> bool {
        self.cut
    }

    /// The page that is wanted is not there yet.
    pub fn waiting(&self) -> bool {
        let shown = self.shown.as_ref().map(|shown| &shown.target);
        self.fault.is_none() && self.wanted.is_some() && shown != self.wanted.as_ref()
    }

    /// There is a page to go back to.
    pub fn has_history(&self) -> bool {
        !self.history.is_empty()
    }

    /// Nothing is to be shown.
    pub fn clear(&mut self) {
        self.wanted = None;
        self.shown = None;
        self.sheet = None;
        self.fault = None;
        self.search = None;
        self.history.clear();
        self.scroll = 0;
        self.ticket += 1;
    }

    /// Shows a target chosen in the tree: a new start, without history.
    pub fn open(&mut self, target: Target) -> Option<Wanted> {
        if self.wanted.as_ref() == Some(&target) {
            return None;
        }
        self.history.clear();
        self.source = self.sticky_source;
        self.go_to_spot(target)
    }

    /// Goes to where a document was left.
    fn go_to_spot(&mut self, target: Target) -> Option<Wanted> {
        self.remember_spot();
        let left = self.spots.iter().rev().find(|(it, _)| *it == target);
        let goal = left.map_or(Goal::Row(0), |(_, spot)| Goal::Spot(spot.clone()));
        self.go(target, goal)
    }

    /// Remembers where the document on the page is left.
    pub fn remember_spot(&mut self) {
        let is_page = |it: &&Loaded| !it.view.source && it.target.report.is_none();
        let Some(shown) = self.shown.as_ref().filter(is_page) else {
            return;
        };
        let spot = Spot::of(&headings(shown), self.scroll);
        let target = shown.target.clone();
        let is_known = self.spots.iter().any(|(it, _)| *it == target);
        // The top of a document is where it begins anyway.
        if self.scroll > 0 || is_known {
            self.spots.retain(|(it, _)| *it != target);
            self.spots.push((target, spot));
            let over = self.spots.len().saturating_sub(MAX_READINGS);
            self.spots.drain(..over);
        }
    }

    /// Where documents were left, the newest last.
    pub fn spots(&self) -> &[(Target, Spot)] {
        &self.spots
    }

    /// Takes over where documents were left.
    pub fn set_spots(&mut self, spots: Vec<(Target, Spot)>) {
        self.spots = spots;
    }

    /// Shows what the cursor of a list is at: a line of a file, marked in its source, or the page.
    pub fn open_at(&mut self, target: Target, line: Option<u32>) -> Option<Wanted> {
        let Some(line) = line else {
            let same = self.wanted.as_ref() == Some(&target) && self.marked.is_none();
            self.history.clear();
            self.source = self.sticky_source;
            return if same { None } else { self.go_to_spot(target) };
        };
        let known = self.wanted.as_ref() == Some(&target);
        self.history.clear();
        self.wanted = Some(target);
        self.search = None;
        self.fault = None;
        self.shift = 0;
        self.mark_line(line, known)
    }

    /// Goes to a line of a file, in the source or in the text as it was shown; `back` returns.
    pub fn follow_to_line(&mut self, target: Target, line: u32) -> Option<Wanted> {
        self.leave();
        self.go(target, Goal::Line(line))
    }

    /// Remembers where the page is now.
    fn leave(&mut self) {
        if let Some(target) = self.wanted.clone() {
            self.history.push(Visit {
                target,
                scroll: self.scroll,
                source: self.source,
            });
        }
    }

    /// Follows a reference to a file; `back` returns.
    pub fn follow(&mut self, target: Target, slug: Option<&str>) -> Option<Wanted> {
        self.leave();
        self.source = self.sticky_source;
        let goal = match slug {
            Some(slug) if !slug.is_empty() => Goal::Slug(slug.to_owned()),
            _ => Goal::Row(0),
        };
        self.go(target, goal)
    }

    /// Goes to a row of this page; `back` returns to where it was.
    pub fn go_to_place(&mut self, row: usize) {
        self.leave();
        self.go_to_row(row);
    }

    /// Goes back to the page before.
    pub fn back(&mut self) -> Option<Wanted> {
        let visit = self.history.pop()?;
        self.source = visit.source;
        self.go(visit.target, Goal::Row(visit.scroll))
    }

    fn go(&mut self, target: Target, goal: Goal) -> Option<Wanted> {
        self.wanted = Some(target);
        self.goal = Some(goal);
        self.search = None;
        self.fault = None;
        self.marked = None;
        self.shift = 0;
        self.request(true)
    }

    /// Asks for the page again: the file may have changed.
    pub fn reload(&mut self) -> Option<Wanted> {
        self.request(true)
    }

    /// Takes the size of the pane; a new width needs new rows.
    pub fn resize(&mut self, width: usize, height: usize) -> Option<Wanted> {
        self.height = height;
        if self.width == width {
            self.settle();
            return None;
        }
        self.width = width;
        self.request(false)
    }

    /// Shows the source, or the rendered text.
    pub fn toggle_source(&mut self) -> Option<Wanted> {
        // The line at the top stays at the top.
        self.goal = self.top_line().map(Goal::Line);
        self.source = !self.source;
        self.sticky_source = self.source;
        self.marked = None;
        self.request(false)
    }

    /// Wraps or cuts long lines of code; true when they are cut now.
    pub fn toggle_wrap(&mut self) -> (bool, Option<Wanted>) {
        self.cut = !self.cut;
        self.shift = 0;
        (self.cut, self.request(false))
    }

    /// Scrolls cut code to the side; nothing when it is wrapped.
    pub fn scroll_code(&mut self, right: bool) -> Option<Wanted> {
        if !self.cut {
            return None;
        }
        let shift = if right {
            self.shift + 8
        } else {
            self.shift.saturating_sub(8)
        };
        if shift == self.shift {
            return None;
        }
        self.shift = shift;
        self.request(false)
    }

    fn request(&mut self, reread: bool) -> Option<Wanted> {
        let target = self.wanted.clone()?;
        if self.width == 0 {
            return None;
        }
        self.ticket += 1;
        let found = match (&self.goal, &self.search) {
            (Some(Goal::Found(line)), Some(search)) => Some(Landing {
                words: search.words.clone(),
                line: *line,
            }),
            _ => None,
        };
        Some(Wanted {
            ticket: self.ticket,
            target,
            view: self.view(),
            reread,
            found,
        })
    }

    /// How pages are to be rendered now.
    fn view(&self) -> View {
        View {
            width: self.width,
            wrap: !self.cut,
            source: self.source,
            shift: self.shift,
        }
    }

    /// Takes a page; one that answers an older request is dropped. True when it is shown.
    pub fn arrived(&mut self, loaded: Loaded) -> bool {
        if loaded.ticket != self.ticket {
            return false;
        }
        let same = self
            .shown
            .as_ref()
            .is_some_and(|old| old.target == loaded.target);
        let asked = self.goal.is_some();
        let top = self
            .goal
            .take()
            .unwrap_or_else(|| match (same, self.top_line()) {
                (true, Some(line)) => Goal::Line(line),
                (true, None) => Goal::Row(self.scroll),
                (false, _) => Goal::Row(0),
            });
        let unchanged = same
            && self.shown.as_ref().is_some_and(|old| {
                old.view == loaded.view && old.rendered.rows.len() == loaded.rendered.rows.len()
            });
        self.fault = None;
        let found = match top {
            Goal::Found(line) => Some(line),
            _ => None,
        };
        self.scroll = match top {
            Goal::Found(_) => 0,
            // Only the colours of the code are new.
            Goal::Line(_) if unchanged => self.scroll,
            Goal::Row(row) => row,
            Goal::Line(line) => row_of_line(&loaded, line).unwrap_or(self.scroll),
            Goal::Spot(spot) => spot.row(&headings(&loaded)).unwrap_or(0),
            Goal::Slug(slug) => {
                let outline = &loaded.rendered.outline;
                let anchor = outline.iter().find(|it| it.slug == slug);
                anchor.map_or(0, |anchor| anchor.row)
            }
        };
        self.shown = Some(loaded);
        self.sheet = None;
        self.find_matches();
        match found {
            Some(line) => {
                self.go_to_found(line);
            }
            None if asked => self.show_match(),
            // Nobody asked to go anywhere.
            None => {}
        }
        self.settle();
        true
    }

    /// Takes the news that a target cannot be shown.
    pub fn failed(&mut self, ticket: u64, fault: String) {
        if ticket == self.ticket {
            self.fault = Some(fault);
            self.shown = None;
            self.sheet = None;
            self.scroll = 0;
        }
    }

    /// The line of the file that the top row shows; `None` above the body.
    fn top_line(&self) -> Option<u32> {
        self.line_of_row(self.scroll)
    }

    /// The line of the file that a row shows; `None` above the body.
    fn line_of_row(&self, at: usize) -> Option<u32> {
        let shown = self.shown.as_ref()?;
        let row = shown.rendered.rows.get(at)?;
        if !shown.rendered.body.contains(&at) || at == shown.rendered.body.start {
            return None;
        }
        let text = text_of(shown);
        let before = text.get(..row.source.start)?;
        let lines = before.bytes().filter(|byte| *byte == b'\n').count();
        Some(
            shown
                .rendered
                .first_line
                .saturating_add(u32::try_from(lines).ok()?),
        )
    }

    /// The line of the file that the person is at: the marked one, that of the match, else the one at
    /// the top.
    pub fn line_here(&self) -> u32 {
        let line = self.marked.or_else(|| self.line_of_row(self.row_here()?));
        line.or_else(|| self.top_line()).unwrap_or(1)
    }

    /// The row of the mark or of the match.
    fn row_here(&self) -> Option<usize> {
        let marked = self.marked();
        if !marked.is_empty() {
            return Some(marked.start);
        }
        let search = self.search.as_ref()?;
        search.matches.get(search.current).map(row_of)
    }

    /// Scrolls so that the mark or the match stands where it is wanted.
    pub fn stand(&mut self, stand: Stand) {
        if let Some(row) = self.row_here() {
            self.scroll = cursor::first_row(row, stand, self.height);
            self.settle();
        }
    }

    /// Scrolls to a line of the file.
    pub fn go_to_line(&mut self, line: u32) {
        if let Some(row) = self.shown.as_ref().and_then(|it| row_of_line(it, line)) {
            self.go_to_row(row);
        }
    }

    /// The text of the first code block that is on the page.
    pub fn code_here(&self) -> Option<String> {
        let shown = self.shown.as_ref().filter(|shown| !shown.view.source)?;
        let rows = shown.rendered.rows.iter().skip(self.scroll);
        let block = rows.take(self.height).find_map(|row| row.code)?.block;
        let markdown = Markdown::parse(&shown.page.markdown()?);
        let block = markdown.code_blocks().get(usize::try_from(block).ok()?)?;
        Some(block.text.clone())
    }

    fn settle(&mut self) {
        let most = self.rows().len().saturating_sub(self.height.max(1));
        self.scroll = self.scroll.min(most);
    }

    /// Scrolls by some rows.
    pub fn step(&mut self, by: isize) {
        self.scroll = self.scroll.saturating_add_signed(by);
        self.settle();
    }

    /// Rows of a page move.
    pub fn page(&self) -> isize {
        isize::try_from(self.height.saturating_sub(2).max(1)).unwrap_or(1)
    }

    /// Scrolls to the first or last row.
    pub fn go_to_end(&mut self, last: bool) {
        self.scroll = if last { self.rows().len() } else { 0 };
        self.settle();
    }

    /// Scrolls so that a row is on the page, at the top where that is possible.
    pub fn go_to_row(&mut self, row: usize) {
        self.scroll = row;
        self.settle();
    }

    /// Shows a line of the file in the source, marked; `back` returns to the page as it was.
    pub fn show_line(&mut self, line: u32) -> Option<Wanted> {
        self.leave();
        self.search = None;
        self.mark_line(line, true)
    }

    fn mark_line(&mut self, line: u32, known: bool) -> Option<Wanted> {
        self.marked = Some(line);
        self.goal = Some(Goal::Line(line.saturating_sub(LINES_ABOVE).max(1)));
        self.source = true;
        self.request(!known)
    }

    /// The rows that show the marked line.
    pub fn marked(&self) -> Range<usize> {
        let (Some(shown), Some(line)) = (&self.shown, self.marked) else {
            return 0..0;
        };
        let Some(row) = row_of_line(shown, line).filter(|_| shown.view.source) else {
            return 0..0;
        };
        let rest = shown.rendered.rows.get(row + 1..).unwrap_or_default();
        row..row + 1 + rest.iter().take_while(|row| row.continues).count()
    }

    /// The heading that the top row is under.
    pub fn section(&self) -> Option<usize> {
        let outline = &self.shown.as_ref()?.rendered.outline;
        outline.iter().rposition(|anchor| anchor.row <= self.scroll)
    }

    /// Goes to the next or previous heading; false when there is none.
    pub fn go_to_heading(&mut self, forward: bool) -> bool {
        let Some(shown) = &self.shown else {
            return false;
        };
        let mut rows = shown.rendered.outline.iter().map(|anchor| anchor.row);
        let row = if forward {
            rows.find(|row| *row > self.scroll)
        } else {
            rows.rev().find(|row| *row < self.scroll)
        };
        let before = self.scroll;
        if let Some(row) = row {
            self.go_to_row(row);
        }
        self.scroll != before
    }

    /// Goes back to an earlier state of the page; the size stays what it is now.
    pub fn restore(&mut self, before: ReaderState) -> Option<Wanted> {
        *self = ReaderState {
            // Nothing that is under way may be taken for an answer.
            ticket: self.ticket + 1,
            width: self.width,
            height: self.height,
            spots: std::mem::take(&mut self.spots),
            ..before
        };
        self.request(false)
    }
}

/// The headings of a page, for spots.
fn headings(shown: &Loaded) -> Vec<Heading<'_>> {
    let outline = shown.rendered.outline.iter();
    outline
        .map(|anchor| Heading {
            level: anchor.level,
            text: &anchor.text,
            row: anchor.row,
        })
        .collect()
}

/// The text that the rows' `source` counts in.
fn text_of(shown: &Loaded) -> String {
    match shown.page.markdown() {
        Some(text) if !shown.view.source => text,
        _ => shown.page.source(),
    }
}

/// The row that shows a line of the file: the first row from it or behind it.
fn row_of_line(shown: &Loaded, line: u32) -> Option<usize> {
    let rendered = &shown.rendered;
    if line < rendered.first_line {
        return Some(0);
    }
    let text = text_of(shown);
    let skip = usize::try_from(line - rendered.first_line).ok()?;
    let start = text
        .split_inclusive('\n')
        .take(skip)
        .map(str::len)
        .sum::<usize>();
    let body = rendered.rows.get(rendered.body.clone())?;
    // The first row that reaches behind the start of the line: marks before its text are not drawn,
    // and the blank row above a block ends where the block starts.
    let empty = |row: &Row| shown.view.source && row.source.start >= start;
    let at = body
        .iter()
        .position(|row| row.source.end > start || empty(row));
    at.map(|at| rendered.body.start + at)
}
