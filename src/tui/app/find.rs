//! The search over all skills: its prompt, when a search begins and is given up, what is done with
//! what it finds. One search runs at a time: a newer one has it give up and begins when it has. Not
//! here: the search itself and how its list is made (`list::search`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::{App, Focus, Prompt};
use crate::index::{Query, QueryError};
use crate::markdown::Words;
use crate::text::sanitize;
use crate::tui::field::Field;
use crate::tui::list::search::{self, Findings};
use crate::tui::list::{Kind, ListState};
use crate::tui::message::Message;
use crate::tui::reader::ReaderState;
use crate::tui::term::{Context, Outbox};
use crate::viewer::facts;

/// What can be asked for, in the empty list.
const ADVICE: [&str; 4] = [
    "word word    both, in any place",
    "\"a phrase\"   as it is written",
    "-word        without this one",
    "name:w in:l  in the name, a library",
];

/// The prompt of the search over all skills.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindPrompt {
    /// What is typed.
    pub field: Field,
    /// Why it is no query; safe to draw.
    pub fault: Option<String>,
}

/// What the searches need to know of each other.
#[derive(Default)]
pub(super) struct Finder {
    /// The number of the newest search; workers give up an older one.
    newest: Arc<AtomicU64>,
    /// A worker searches, maybe for an older query.
    running: bool,
    /// The newest query waits for it to give up.
    waiting: bool,
    /// What is looked for, as it was typed.
    line: String,
    query: Option<Arc<Query>>,
    /// The cursor is to go to the first thing found.
    fresh: bool,
    /// The list is looked for again: it stays as it is until there is all of it.
    again: bool,
    /// What is listed now.
    listed: Listed,
    outbox: Option<Outbox<Message>>,
    before: Option<Box<Before>>,
}

/// What is listed.
#[derive(Clone, Default)]
struct Listed {
    line: String,
    words: Words,
    skills: usize,
    lines: usize,
}

/// What was there when the prompt opened.
struct Before {
    list: Option<ListState>,
    reader: ReaderState,
    focus: Focus,
    line: String,
    query: Option<Arc<Query>>,
    listed: Listed,
}

impl Finder {
    /// Gives up the search that runs.
    pub(super) fn cancel(&mut self) {
        self.newest.fetch_add(1, Ordering::Relaxed);
        self.waiting = false;
    }

    /// The words of what is listed.
    pub(super) fn words(&self) -> &Words {
        &self.listed.words
    }

    fn number(&self) -> u64 {
        self.newest.load(Ordering::Relaxed)
    }
}

impl App {
    /// Opens the prompt, with the last query.
    pub(super) fn start_find(&mut self, cx: &mut Context<Message>) {
        self.finder.before = Some(Box::new(Before {
            list: self.list.clone(),
            reader: self.reader.clone(),
            focus: self.focus,
            line: self.finder.line.clone(),
            query: self.finder.query.clone(),
            listed: self.finder.listed.clone(),
        }));
        let mut find = FindPrompt {
            field: Field::new(self.finder.line.clone()),
            fault: None,
        };
        if self.list.as_ref().map(ListState::kind) != Some(Kind::Search) {
            let mut list = ListState::new(Kind::Search, "search");
            list.set_advice(ADVICE.map(str::to_owned).to_vec());
            self.list = Some(list);
            self.find_typed(&mut find, cx);
        }
        self.prompt = Some(Prompt::Find(find));
        self.set_focus(Focus::Side, cx);
    }

    /// Takes a key of the prompt; false when the prompt is left.
    pub(super) fn find_key(
        &mut self,
        find: &mut FindPrompt,
        key: &KeyEvent,
        cx: &mut Context<Message>,
    ) -> bool {
        match key.code {
            KeyCode::Enter if find.field.text().trim().is_empty() => {
                self.undo_find(cx);
                return false;
            }
            // What is wrong stands beside it.
            KeyCode::Enter if find.fault.is_some() => {}
            KeyCode::Enter => {
                self.finder.before = None;
                return false;
            }
            KeyCode::Down | KeyCode::Up => {
                let by = if key.code == KeyCode::Down { 1 } else { -1 };
                let rows = self.side_rows();
                self.side_cursor().step(by, rows);
                self.show_selected(cx);
            }
            _ => {
                if find.field.key(key) {
                    self.find_typed(find, cx);
                }
            }
        }
        true
    }

    /// Searches for what is typed, unless it is what is looked for already.
    pub(super) fn find_typed(&mut self, find: &mut FindPrompt, cx: &mut Context<Message>) {
        let parsed = Query::parse(find.field.text());
        find.fault = match parsed {
            Ok(query) => {
                let query = Arc::new(query);
                let known = self.finder.query.as_ref() == Some(&query) && !self.finder.fresh;
                let line = find.field.text().trim().to_owned();
                let listed = known && self.finder.listed.line == line;
                self.finder.line = line;
                self.finder.query = Some(query);
                let is_empty = self.list.as_ref().is_none_or(|list| list.rows().is_empty());
                if !listed || is_empty {
                    self.begin_search(true, cx);
                }
                None
            }
            Err(QueryError::Empty) => None,
            Err(fault) => Some(sanitize::line(&fault.to_string()).into_owned()),
        };
    }

    /// Leaves the prompt: everything is as it was before.
    pub(super) fn undo_find(&mut self, cx: &mut Context<Message>) {
        let Some(before) = self.finder.before.take() else {
            return;
        };
        self.finder.cancel();
        self.finder.line = before.line;
        self.finder.query = before.query;
        self.finder.listed = before.listed;
        self.finder.fresh = false;
        self.list = before.list;
        let wanted = self.reader.restore(before.reader);
        self.want(wanted, cx);
        self.set_focus(before.focus, cx);
        // It may have ended too early, or be of an earlier look.
        self.refresh_list(cx);
    }

    /// Searches for the same again: the skills are others.
    pub(super) fn search_again(&mut self, cx: &mut Context<Message>) {
        if self.finder.query.is_some() {
            let fresh = self.finder.fresh;
            self.begin_search(fresh, cx);
        }
    }

    fn begin_search(&mut self, fresh: bool, cx: &mut Context<Message>) {
        self.finder.cancel();
        self.finder.fresh = fresh;
        self.finder.again = !fresh;
        self.entitle(true);
        if self.finder.running {
            self.finder.waiting = true;
            return;
        }
        let Some(query) = self.finder.query.clone() else {
            return;
        };
        self.finder.running = true;
        let number = self.finder.number();
        let newest = Arc::clone(&self.finder.newest);
        let outbox = self
            .finder
            .outbox
            .get_or_insert_with(|| cx.outbox())
            .clone();
        let (workbench, catalog) = (Arc::clone(&self.workbench), Arc::clone(&self.catalog));
        cx.job(move || {
            let tell = |findings: Findings| {
                // What was not delivered yet is in it too.
                outbox.post(|_| Message::Searched(Box::new(findings)));
            };
            let overtaken = || newest.load(Ordering::Relaxed) != number;
            let found = search::search(&workbench, &catalog, &query, number, &tell, &overtaken);
            Message::Searched(Box::new(found))
        });
    }

    /// Takes what a search has found so far.
    pub(super) fn searched(&mut self, findings: Findings, cx: &mut Context<Message>) {
        if findings.ended {
            self.finder.running = false;
            if std::mem::take(&mut self.finder.waiting) {
                let fresh = self.finder.fresh;
                self.begin_search(fresh, cx);
                return;
            }
        } else if !self.finder.running {
            // The end has overtaken it.
            return;
        }
        let is_part = self.finder.again && !findings.ended;
        if findings.number != self.finder.number() || is_part {
            return;
        }
        let Some(list) = self.list.as_mut().filter(|it| it.kind() == Kind::Search) else {
            return;
        };
        let Some(query) = &self.finder.query else {
            return;
        };
        self.finder.listed = Listed {
            line: self.finder.line.clone(),
            words: Words {
                phrases: query.phrases().map(str::to_owned).collect(),
                exact: query.is_exact(),
            },
            skills: findings.skills,
            lines: findings.lines,
        };
        let selected = list.selected().cloned();
        let was_first = list.cursor.at <= 1;
        let groups = list.set_groups(findings.groups);
        // Freeing thousands of lines takes its time.
        rayon::spawn(move || drop(groups));
        let is_typing = matches!(self.prompt, Some(Prompt::Find(_)));
        let goes = self.finder.fresh || is_typing && was_first;
        if goes {
            list.go_to_first();
        }
        if findings.skills == 0 {
            list.set_advice(nothing_found(&self.finder.line, findings.of));
        }
        let moved = list.selected() != selected.as_ref();
        let is_empty = list.selected().is_none() && findings.skills == 0;
        self.finder.fresh = false;
        self.entitle(!findings.ended);
        self.scroll_into();
        if self.focus != Focus::Side {
            return;
        }
        if is_empty {
            self.reader.clear();
        } else if moved || goes {
            self.show_selected(cx);
        }
    }

    /// Writes the title of the list.
    fn entitle(&mut self, running: bool) {
        let Some(list) = self.list.as_mut().filter(|it| it.kind() == Kind::Search) else {
            return;
        };
        let Listed {
            line,
            skills,
            lines,
            ..
        } = &self.finder.listed;
        let dots = if running { "…" } else { "" };
        if line.is_empty() {
            list.set_title(format!("search{dots}"));
            return;
        }
        let skills = facts::count(*skills as u64, "skill");
        let lines = match lines {
            0 => String::new(),
            lines => format!(", {}", facts::count(*lines as u64, "line")),
        };
        let line = sanitize::line(line);
        let quote = if line.contains('"') { "" } else { "\"" };
        list.set_title(format!("{skills}{lines} of {quote}{line}{quote}{dots}"));
    }
}

/// What the list says when there is nothing in it.
fn nothing_found(line: &str, of: usize) -> Vec<String> {
    let skills = facts::count(of as u64, "skill");
    let mut lines = vec![format!("nothing in {skills}"), String::new()];
    lines.push("fewer or shorter words find more".to_owned());
    if line.contains('"') {
        lines.push("a phrase must stand on one line".to_owned());
    }
    if line.chars().any(char::is_uppercase) {
        lines.push("small letters find both cases".to_owned());
    }
    if line.contains("in:") || line.contains("name:") {
        lines.push("in: and name: leave much out".to_owned());
    }
    lines
}
