//! Editor and shell: opened on what is shown, and what happens when they give the terminal back.

use std::path::{Path, PathBuf};

use super::{App, Focus};
use crate::tui::message::Message;
use crate::tui::outside::{self, Call};
use crate::tui::term::Context;

impl App {
    /// The file on the page, or the entry file of the skill at the cursor.
    pub(super) fn file_here(&self) -> Option<PathBuf> {
        let skill = self.current()?;
        let shown = self.reader.shown().filter(|shown| {
            shown.target.skill == skill.id && (self.focus == Focus::Viewer || self.list.is_some())
        });
        match shown {
            Some(shown) if shown.target.file.is_some() => Some(skill.dir.join(&shown.page.path)),
            _ => Some(skill.file.clone()),
        }
    }

    /// Opens the file in the person's editor, at the line on the page.
    pub(super) fn edit(&mut self, cx: &mut Context<Message>) {
        let Some(file) = self.file_here() else {
            return;
        };
        let shown = self.reader.target().map(|target| &target.skill);
        let here = shown == self.current().map(|skill| &skill.id);
        let line = if here { self.reader.line_here() } else { 1 };
        let command = self.setup.editor.as_deref().unwrap_or("vi");
        match outside::editor(command, &file, line) {
            Ok(call) => {
                let folder = file.parent().map(Path::to_owned).unwrap_or_default();
                hand_over(call, folder, cx);
            }
            Err(fault) => self.complain(fault),
        }
    }

    /// Opens a shell in the skill's folder.
    pub(super) fn shell(&mut self, cx: &mut Context<Message>) {
        let Some(folder) = self.current().map(|skill| skill.dir.clone()) else {
            return;
        };
        let shell = self.setup.shell.as_deref().unwrap_or("/bin/sh");
        let call = Call {
            program: shell.into(),
            arguments: Vec::new(),
        };
        hand_over(call, folder, cx);
    }

    /// An editor or a shell has ended: whatever it changed is looked at.
    pub(super) fn came_back(&mut self, fault: Option<String>, cx: &mut Context<Message>) {
        self.start_look(None, cx);
        let wanted = self.reader.reload();
        self.want(wanted, cx);
        // A shell ends with the status of its last command, which says nothing about the shell.
        if let Some(fault) = fault {
            self.complain(fault);
        }
    }
}

fn hand_over(call: Call, folder: PathBuf, cx: &mut Context<Message>) {
    cx.hand_over(move || Message::CameBack {
        fault: outside::run(&call, &folder),
    });
}
