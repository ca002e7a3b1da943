//! What is put on the clipboard, and what is said about it.

use super::{App, Focus};
use crate::tui::message::Message;
use crate::tui::term::Context;

impl App {
    /// The path of the skill, or of the file on the page.
    pub(super) fn copy_path(&mut self, cx: &mut Context<Message>) {
        let Some(path) = self.file_here() else {
            return;
        };
        cx.copy(path.display().to_string());
        let place = self.place(&path);
        self.say(format!("copied {place}"));
    }

    /// The keys of the marked skills, one a line, else that of the skill here.
    pub(super) fn copy_key(&mut self, cx: &mut Context<Message>) {
        let marked: Vec<String> = self.tree.marked().iter().map(ToString::to_string).collect();
        let keys = match (marked.is_empty(), self.current()) {
            (false, _) => marked,
            (true, Some(skill)) => vec![skill.id.to_string()],
            (true, None) => return,
        };
        let said = match keys.as_slice() {
            [key] => format!("copied {key}"),
            keys => format!("copied {} keys", keys.len()),
        };
        cx.copy(keys.join("\n"));
        self.say(said);
    }

    /// The name as agents are asked for it.
    pub(super) fn copy_name(&mut self, cx: &mut Context<Message>) {
        let Some(skill) = self.current() else {
            return;
        };
        let name = format!("/{}", skill.shown_name());
        self.say(format!("copied {name}"));
        cx.copy(name);
    }

    /// The first code block that is on the page.
    pub(super) fn copy_code(&mut self, cx: &mut Context<Message>) {
        match self.reader.code_here() {
            Some(code) => {
                let lines = code.lines().count();
                let first = code.lines().next().unwrap_or_default().trim();
                self.say(format!("copied {lines} lines of code: {first}"));
                cx.copy(code);
            }
            None if self.focus == Focus::Viewer => self.say("no code block is on the page"),
            None => self.say("no code block is on the page; tab goes to it"),
        }
    }
}
