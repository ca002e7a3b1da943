//! Keys, pastes and picks: to whom they go.

use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Focus, Prompt};
use crate::tui::command::{self, Command, Scope};
use crate::tui::keymap::Found;
use crate::tui::message::Message;
use crate::tui::picker::{Choice, Kind, Outcome};
use crate::tui::sequence::{Sequence, Step};
use crate::tui::term::Context;

/// After a digit this long without a key it is a screen and no count.
const DIGIT_WAIT: Duration = Duration::from_millis(400);

/// Keys that wait for a page; more are dropped.
const MOST_AHEAD: usize = 256;

impl App {
    /// Takes a key. One that is meant for a page which is still being made waits for it, and those behind
    /// it; going back or away waits for nothing.
    pub(super) fn key(&mut self, key: &KeyEvent, cx: &mut Context<Message>) {
        if self.leaves(key) {
            self.ahead.clear();
        }
        if self.ahead.len() < MOST_AHEAD {
            self.ahead.push_back(*key);
        }
        self.catch_up(cx);
    }

    /// Takes the keys that wait for nothing any more.
    pub(super) fn catch_up(&mut self, cx: &mut Context<Message>) {
        while let Some(key) = self.ahead.pop_front() {
            let is_command = self.prompt.is_none() && self.picker.is_none();
            let is_early = is_command && self.focus == Focus::Viewer && self.reader.waiting();
            if is_early && !self.leaves(&key) {
                self.ahead.push_front(key);
                return;
            }
            self.take_key(&key, cx);
        }
    }

    fn leaves(&self, key: &KeyEvent) -> bool {
        let name = command::key_name(key).into_iter().collect::<Vec<_>>();
        let found = self.setup.keymap.find(self.scope(), &name);
        use Command as C;
        let leaving = [C::Back, C::Quit, C::ViewLeave, C::NextPane, C::HistoryBack];
        leaving.map(Found::Command).contains(&found)
    }

    fn take_key(&mut self, key: &KeyEvent, cx: &mut Context<Message>) {
        self.toast = None;
        if let Some(picker) = &mut self.picker {
            let kind = picker.kind();
            let outcome = picker.key(key);
            self.chosen(kind, outcome, cx);
        } else if self.prompt.is_some() {
            self.prompt_key(key, cx);
        } else {
            self.command_key(key, cx);
        }
    }

    /// What became of a key or a press in a list over the screen.
    pub(super) fn chosen(&mut self, kind: Kind, outcome: Outcome, cx: &mut Context<Message>) {
        match outcome {
            Outcome::Stay => {}
            Outcome::Closed => self.picker = None,
            Outcome::Picked(choice) => {
                self.picker = None;
                self.picked(choice, cx);
            }
        }
        if kind == Kind::Themes {
            self.preview_theme();
        }
    }

    /// A key that is part of a command.
    fn command_key(&mut self, key: &KeyEvent, cx: &mut Context<Message>) {
        let scope = self.scope();
        for step in self.sequence.press(&self.setup.keymap, scope, key) {
            self.step(step, cx);
        }
        if self.sequence.has_digit() {
            let sequence = Box::new(self.sequence.clone());
            cx.after(DIGIT_WAIT, move || Message::Elapsed { sequence });
        }
    }

    fn step(&mut self, step: Step, cx: &mut Context<Message>) {
        match step {
            Step::Run(command, count) => self.run(command, count, cx),
            Step::Letter(Command::SetMark, letter) => self.set_place(letter),
            Step::Letter(_, letter) => self.go_to_place(letter, cx),
            Step::Unknown => {}
        }
    }

    /// No key came for a while after these.
    pub(super) fn elapsed(&mut self, then: &Sequence, cx: &mut Context<Message>) {
        if self.sequence == *then
            && let Some(step) = self.sequence.elapsed()
        {
            self.step(step, cx);
        }
    }

    pub(super) fn prompt_key(&mut self, key: &KeyEvent, cx: &mut Context<Message>) {
        let Some(mut prompt) = self.prompt.take() else {
            return;
        };
        let leave = key.code == KeyCode::Esc
            || key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
        match &mut prompt {
            Prompt::Filter(_, before) if leave => {
                let before = before.clone();
                self.tree.set_filter(&self.catalog, &before);
                self.show_selected(cx);
                return;
            }
            Prompt::Search(_, from) if leave => {
                self.reader.find_from("", *from);
                return;
            }
            Prompt::Find(_) if leave => {
                self.undo_find(cx);
                return;
            }
            Prompt::Find(find) => {
                if !self.find_key(find, key, cx) {
                    return;
                }
            }
            Prompt::Filter(..) | Prompt::Search(..) if key.code == KeyCode::Enter => return,
            Prompt::Filter(..) if matches!(key.code, KeyCode::Down | KeyCode::Up) => {
                let by = if key.code == KeyCode::Down { 1 } else { -1 };
                self.tree.cursor.step(by, self.tree.rows().len());
                self.show_selected(cx);
            }
            Prompt::Filter(field, _) => {
                if field.key(key) {
                    self.tree.set_filter(&self.catalog, field.text());
                    self.show_selected(cx);
                }
            }
            Prompt::Search(field, from) => {
                if field.key(key) {
                    self.reader.find_from(field.text(), *from);
                }
            }
        }
        self.prompt = Some(prompt);
    }

    pub(super) fn paste(&mut self, text: &str, cx: &mut Context<Message>) {
        if let Some(picker) = &mut self.picker {
            picker.paste(text);
            self.preview_theme();
            return;
        }
        match &mut self.prompt {
            Some(Prompt::Filter(field, _)) => {
                field.insert(text);
                let text = field.text().to_owned();
                self.tree.set_filter(&self.catalog, &text);
                self.show_selected(cx);
            }
            Some(Prompt::Search(field, from)) => {
                field.insert(text);
                self.reader.find_from(field.text(), *from);
            }
            Some(Prompt::Find(find)) => {
                find.field.insert(text);
                let mut find = find.clone();
                self.find_typed(&mut find, cx);
                self.prompt = Some(Prompt::Find(find));
            }
            None => {}
        }
    }

    pub(super) fn picked(&mut self, choice: Choice, cx: &mut Context<Message>) {
        match choice {
            Choice::Nothing => self.say("this one is of another pane, or only to be read"),
            Choice::Skill(id) if self.catalog.get(&id).is_none() => {
                self.complain(format!("{id} is gone"));
            }
            Choice::Skill(id) => {
                self.go_to(&id, cx);
                self.set_focus(Focus::Viewer, cx);
            }
            Choice::Row(row) => {
                self.reader.go_to_row(row);
                self.set_focus(Focus::Viewer, cx);
            }
            Choice::Link(link) => self.follow(&link, cx),
            Choice::File(target) => self.follow_to(target, None, cx),
            Choice::Compare(left, right) => self.compare_with(left, right, cx),
            Choice::Line(None) => self.say("this one has no place in the file"),
            Choice::Line(Some(line)) => {
                let wanted = self.reader.show_line(line);
                self.want(wanted, cx);
                self.set_focus(Focus::Viewer, cx);
            }
            Choice::Run(scope, command) => self.run_in(scope, command, cx),
            Choice::Sort(sort) => {
                self.leave_list(cx);
                self.tree.set_sort(&self.catalog, sort);
                self.say(format!("sorted {}", sort.words()));
                self.show_selected(cx);
            }
            Choice::Library(id) => {
                self.leave_list(cx);
                self.tree.go_to_library(&self.catalog, &id);
                self.set_focus(Focus::Side, cx);
                self.show_selected(cx);
            }
            Choice::Profile(profile) => self.switch_profile(&profile, cx),
            Choice::Theme(name) => {
                if let Some(theme) = self.theme_named(&name) {
                    self.theme = theme;
                    self.theme_before = None;
                    let until = match self.setup.theme_is_given {
                        true => ", for this run: the settings or --theme name another",
                        false => "",
                    };
                    self.say(format!("theme {name}{until}"));
                }
            }
        }
    }

    /// Runs a command of a pane, going there first.
    fn run_in(&mut self, scope: Scope, command: Command, cx: &mut Context<Message>) {
        match scope {
            Scope::Tree => {
                self.leave_list(cx);
                self.set_focus(Focus::Side, cx);
            }
            Scope::List => self.set_focus(Focus::Side, cx),
            Scope::Viewer => self.set_focus(Focus::Viewer, cx),
            Scope::Global => {}
        }
        self.run(command, None, cx);
    }
}
