//! Searching all skills while a query is typed: at most one search runs, the newest query wins, and
//! all that takes longer than a frame is done by its worker.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{App, Focus, Prompt};
use crate::index::{Batch, Hit, LineMatch, Query, Results};
use crate::store::catalog::{Catalog, Skill};
use crate::text::sanitize;
use crate::theme::Chrome;
use crate::tui::field::Field;
use crate::tui::list::{Entry, Group, Kind, ListState, Spot};
use crate::tui::message::Message;
use crate::tui::term::{Context, Outbox};
use crate::viewer::facts;
use crate::workbench::Workbench;

/// Skills that the list shows, the best ones; the title tells of all.
const MAX_SHOWN: usize = 500;

/// What can be typed.
const HOW: &str =
    "Words that a skill must all hold, \"a phrase\", -without, name:word, in:library.";

/// The search that runs, or ran last.
#[derive(Default)]
pub(super) struct Find {
    /// Which search is the newest.
    ticket: u64,
    /// Tells the one that runs to stop.
    cancel: Arc<AtomicBool>,
    running: bool,
    /// What is searched for next.
    waiting: Option<Query>,
    /// What was typed last.
    text: String,
    outbox: Option<Outbox<Message>>,
}

/// What a search has found so far.
pub struct Finds {
    ticket: u64,
    /// The list's title.
    title: String,
    /// What stands in an empty list.
    empty: String,
    groups: Vec<Group>,
    /// The first batch of a search: the cursor goes to the best hit.
    first: bool,
}

impl App {
    /// Lets a query be typed. What is in the place of the tree comes back when it is left.
    pub(super) fn ask_for_query(&mut self, cx: &mut Context<Message>) {
        let before = self.list.take();
        let text = self.find.text.clone();
        self.list = Some(ListState::new(Kind::Search, "search"));
        self.prompt = Some(Prompt::Find(Field::new(text), before.map(Box::new)));
        self.set_focus(Focus::Side, cx);
        self.query_typed(cx);
    }

    /// Searches for what is typed.
    pub(super) fn query_typed(&mut self, cx: &mut Context<Message>) {
        let Some(Prompt::Find(field, _)) = &self.prompt else {
            return;
        };
        self.find.text = field.text().to_owned();
        self.find.cancel.store(true, Ordering::Relaxed);
        self.find.ticket += 1;
        self.find.waiting = None;
        match Query::parse(field.text()) {
            Ok(query) => {
                self.find.waiting = Some(query);
                self.next_search(cx);
            }
            Err(error) => {
                let empty = match field.text().trim() {
                    "" => HOW.to_owned(),
                    _ => sanitize::line(&error.to_string()).into_owned(),
                };
                if let Some(list) = &mut self.list {
                    list.set_title("search");
                    list.set_groups(Vec::new());
                    list.empty = empty;
                }
            }
        }
    }

    /// Leaves the query; what was there before it is back.
    pub(super) fn leave_query(
        &mut self,
        before: Option<Box<ListState>>,
        cx: &mut Context<Message>,
    ) {
        self.stop_search();
        self.list = before.map(|list| *list);
        self.fit(cx);
        self.show_selected(cx);
    }

    /// Nobody waits for what is being searched for.
    pub(super) fn stop_search(&mut self) {
        self.find.cancel.store(true, Ordering::Relaxed);
        self.find.ticket += 1;
        self.find.waiting = None;
    }

    /// Searches anew after a look, where results are shown.
    pub(super) fn refresh_search(&mut self, cx: &mut Context<Message>) {
        let shown = self
            .list
            .as_ref()
            .is_some_and(|it| it.kind() == Kind::Search);
        if let Ok(query) = Query::parse(&self.find.text)
            && shown
        {
            self.find.cancel.store(true, Ordering::Relaxed);
            self.find.ticket += 1;
            self.find.waiting = Some(query);
            self.next_search(cx);
        }
    }

    fn next_search(&mut self, cx: &mut Context<Message>) {
        if self.find.running {
            return;
        }
        let Some(query) = self.find.waiting.take() else {
            return;
        };
        self.find.running = true;
        self.find.cancel = Arc::default();
        let (cancel, ticket) = (Arc::clone(&self.find.cancel), self.find.ticket);
        let outbox = self.find.outbox.get_or_insert_with(|| cx.outbox()).clone();
        let text = sanitize::line(&self.find.text).into_owned();
        let (workbench, catalog) = (Arc::clone(&self.workbench), Arc::clone(&self.catalog));
        cx.job(move || {
            let search = Search {
                ticket,
                text,
                query: &query,
                catalog: &catalog,
            };
            let last = search.run(&workbench, &outbox, &cancel);
            Message::Searched {
                last: last.map(Box::new),
            }
        });
    }

    /// Something was found.
    pub(super) fn found(&mut self, finds: Finds, cx: &mut Context<Message>) {
        let list = self.list.as_mut().filter(|it| it.kind() == Kind::Search);
        let Some(list) = list.filter(|_| finds.ticket == self.find.ticket) else {
            return;
        };
        list.set_title(finds.title);
        list.empty = finds.empty;
        list.set_groups(finds.groups);
        if finds.first {
            list.cursor = Default::default();
            list.go_to_first();
        }
        self.show_selected(cx);
    }

    /// A search has ended.
    pub(super) fn searched(&mut self, last: Option<Finds>, cx: &mut Context<Message>) {
        self.find.running = false;
        if let Some(last) = last {
            self.found(last, cx);
        }
        self.next_search(cx);
    }
}

/// A search on its worker.
struct Search<'a> {
    ticket: u64,
    /// The query as typed, safe to draw.
    text: String,
    query: &'a Query,
    catalog: &'a Catalog,
}

impl Search<'_> {
    /// Runs it, posting what is found as it is found; the end is returned, unless it was cancelled.
    fn run(
        &self,
        workbench: &Workbench,
        outbox: &Outbox<Message>,
        cancel: &AtomicBool,
    ) -> Option<Finds> {
        let mut results = Results::default();
        let mut unread = 0;
        let mut first = true;
        // To write the rows takes longer than to find a few more hits.
        let mut next = 1;
        let mut sink = |batch: Batch| {
            unread += batch.faults.len();
            results.insert(batch.hits);
            let hits = results.hits().len();
            if hits < next {
                return;
            }
            next = hits + (hits / 2).max(1);
            let mut finds = self.finds(&results, unread, false, first);
            first = false;
            outbox.post(|before| {
                if let Some(Message::Found(before)) = before {
                    finds.first |= before.first && before.ticket == finds.ticket;
                }
                Message::Found(Box::new(finds))
            });
        };
        let cancelled = || cancel.load(Ordering::Relaxed);
        workbench.search(self.catalog, self.query, &mut sink, &cancelled);
        (!cancelled()).then(|| self.finds(&results, unread, true, first))
    }

    fn finds(&self, results: &Results, unread: usize, ended: bool, first: bool) -> Finds {
        let skills = results.hits().len();
        let lines = results.lines();
        let sum = format!(
            "{}, {}",
            facts::count(skills as u64, "skill"),
            facts::count(lines as u64, "line")
        );
        let title = match (skills, ended, unread) {
            (0, true, _) => "nothing found".to_owned(),
            (0, false, _) => "searching…".to_owned(),
            (_, false, _) => format!("{sum}…"),
            (_, true, 0) => sum,
            (_, true, _) => format!("{sum}, {unread} unread"),
        };
        let empty = match ended {
            true => format!("Nothing holds {}. {HOW}", self.text),
            false => String::new(),
        };
        let hits = results.hits().iter().take(MAX_SHOWN);
        let groups = hits.filter_map(|hit| Some(self.group(hit, self.catalog.get(&hit.id)?)));
        Finds {
            ticket: self.ticket,
            title,
            empty,
            groups: groups.collect(),
            first,
        }
    }

    fn group(&self, hit: &Hit, skill: &Skill) -> Group {
        let spot = |line: Option<usize>, needle: Option<String>| Spot {
            skill: hit.id.clone(),
            line: line.and_then(|line| u32::try_from(line).ok()),
            needle,
        };
        let lines = hit.lines.len() + hit.more_lines;
        let mut detail = match lines {
            0 => String::new(),
            lines => lines.to_string(),
        };
        if hit.archived {
            detail.push_str(" archived");
        }
        let entries = hit.lines.iter().map(|found| {
            let (label, ranges) = label(found);
            let needle = ranges.first().and_then(|it| label.get(it.clone()));
            let needle = needle.map(str::to_owned);
            Entry {
                spot: spot(Some(found.line), needle),
                sign: ("", Chrome::Dim),
                note: format!(
                    "{}:{}  {}",
                    sanitize::line(&skill.id.to_string()),
                    found.line,
                    label
                ),
                label: format!("{} {label}", found.line),
                found: ranges
                    .iter()
                    .map(|range| {
                        let before = found.line.to_string().len() + 1;
                        range.start + before..range.end + before
                    })
                    .collect(),
            }
        });
        let description = sanitize::line(skill.shown_description()).into_owned();
        let needle = self.query.in_text(&description).first().cloned();
        let needle = needle.and_then(|it| description.get(it).map(str::to_owned));
        Group {
            id: hit.id.to_string(),
            sign: ("", Chrome::Dim),
            title: sanitize::line(&skill.shown_names()).into_owned(),
            detail,
            spot: Some(spot(None, needle)),
            entries: entries.collect(),
        }
    }
}

/// A line made safe, without the blanks before it, and where its matches are then.
fn label(found: &LineMatch) -> (String, Vec<Range<usize>>) {
    let mut label = String::new();
    let mut ranges = Vec::new();
    let mut at = found.text.len() - found.text.trim_start().len();
    for range in &found.ranges {
        let before = found.text.get(at.min(range.start)..range.start);
        label.push_str(&sanitize::line(before.unwrap_or_default()));
        let start = label.len();
        let matched = found.text.get(range.clone()).unwrap_or_default();
        label.push_str(&sanitize::line(matched));
        ranges.push(start..label.len());
        at = range.end;
    }
    label.push_str(&sanitize::line(found.text.get(at..).unwrap_or_default()));
    (label, ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_safe_and_their_matches_stay_in_place() {
        // (line, its matches, the label with each match in brackets)
        let cases = [
            ("   a deploy b", vec![(5, 11)], "a [deploy] b"),
            ("x\u{1b}[31m deploy", vec![(7, 13)], "x␛[31m [deploy]"),
            ("deploy deploy", vec![(0, 6), (7, 13)], "[deploy] [deploy]"),
            ("  deploy", vec![(0, 8)], "[  deploy]"),
        ];
        for (text, matches, expected) in cases {
            let (mut label, ranges) = label(&LineMatch {
                line: 7,
                text: text.to_owned(),
                ranges: matches.iter().map(|(start, end)| *start..*end).collect(),
            });
            for range in ranges.iter().rev() {
                label.insert(range.end, ']');
                label.insert(range.start, '[');
            }
            assert_eq!(label, sanitize::line(expected));
        }
    }
}
