//! What each command of the table does.

use std::sync::Arc;

use super::{App, Focus, Prompt};
use crate::tui::command::{self, Command, Scope};
use crate::tui::field::Field;
use crate::tui::message::Message;
use crate::tui::picks;
use crate::tui::term::Context;
use crate::tui::tree::{Node, TreeState};

impl App {
    /// Where a command can do something now.
    pub fn available(&self, command: Command) -> bool {
        use Command as C;
        let page = self.reader.shown();
        match command {
            C::ViewOutline | C::ViewNextHeading | C::ViewPreviousHeading => {
                page.is_some_and(|page| !page.rendered.outline.is_empty())
            }
            C::ViewLinks => page.is_some_and(|page| !page.rendered.links.is_empty()),
            C::ViewNextMatch | C::ViewPreviousMatch => self.reader.search().is_some(),
            C::ViewSearch => !self.reader.rows().is_empty(),
            C::ViewSource | C::ViewWrap => page.is_some(),
            C::Files | C::CopyPath => self.current().is_some(),
            C::Problems => page.is_some_and(|page| !page.problems.is_empty()),
            C::HistoryBack => self.reader.has_history(),
            C::Profiles => self.catalog.profiles.len() > 1,
            C::Jump => self.catalog.skills().next().is_some(),
            _ => true,
        }
    }

    /// Runs a command.
    pub fn run(&mut self, command: Command, cx: &mut Context<Message>) {
        use Command as C;
        if !self.available(command) {
            let doc = command::row_of(command).map_or("", |row| row.doc);
            self.say(format!("nothing to do here: {doc}"));
            return;
        }
        match command {
            C::TreeDown => self.tree.step(1),
            C::TreeUp => self.tree.step(-1),
            C::TreePageDown => self.tree.step(self.tree_page()),
            C::TreePageUp => self.tree.step(-self.tree_page()),
            C::TreeTop => self.tree.go_to_end(false),
            C::TreeBottom => self.tree.go_to_end(true),
            C::TreeExpand => {
                let is_skill = matches!(self.tree.selected(), Some(Node::Skill(..)));
                if is_skill {
                    self.set_focus(Focus::Viewer, cx);
                } else if !self.tree.fold(&self.catalog, Some(true)) {
                    self.tree.step(1);
                }
            }
            C::TreeCollapse => {
                if !self.tree.fold(&self.catalog, Some(false)) {
                    self.tree.go_to_parent();
                }
            }
            C::TreeOpen => match self.tree.selected() {
                Some(Node::Skill(..)) => self.set_focus(Focus::Viewer, cx),
                _ => {
                    self.tree.fold(&self.catalog, None);
                }
            },
            C::TreeExpandAll => self.tree.fold_all(&self.catalog, true),
            C::TreeCollapseAll => self.tree.fold_all(&self.catalog, false),
            C::TreeFilter => {
                let filter = self.tree.filter().to_owned();
                self.prompt = Some(Prompt::Filter(Field::new(filter.clone()), filter));
            }
            C::TreeSort => {
                self.tree.next_sort(&self.catalog);
                let words = self.tree.sort().words();
                self.say(format!("sorted {words}"));
            }
            C::ViewDown => self.reader.step(1),
            C::ViewUp => self.reader.step(-1),
            C::ViewPageDown => self.reader.step(self.reader.page()),
            C::ViewPageUp => self.reader.step(-self.reader.page()),
            C::ViewTop => self.reader.go_to_end(false),
            C::ViewBottom => self.reader.go_to_end(true),
            C::ViewNextHeading | C::ViewPreviousHeading => {
                if !self.reader.go_to_heading(command == C::ViewNextHeading) {
                    self.say("no further heading");
                }
            }
            C::ViewSearch => {
                if self.reader.cut() {
                    // What is cut off could not be found.
                    let (_, wanted) = self.reader.toggle_wrap();
                    self.want(wanted, cx);
                }
                self.prompt = Some(Prompt::Search(Field::default(), self.reader.scroll()));
            }
            C::ViewNextMatch | C::ViewPreviousMatch => {
                if let Some(note) = self.reader.next_match(command == C::ViewNextMatch) {
                    self.say(note);
                }
            }
            C::ViewSource => {
                let wanted = self.reader.toggle_source();
                self.want(wanted, cx);
            }
            C::ViewWrap => {
                let (cut, wanted) = self.reader.toggle_wrap();
                let text = if cut {
                    "long lines of code are cut; > and < scroll"
                } else {
                    "long lines of code are wrapped"
                };
                self.say(text);
                self.want(wanted, cx);
            }
            C::ViewScrollRight | C::ViewScrollLeft => {
                let wanted = self.reader.scroll_code(command == C::ViewScrollRight);
                self.want(wanted, cx);
            }
            C::ViewOutline => self.picker = picks::outline(&self.reader),
            C::ViewLinks => self.picker = picks::links(&self.reader),
            C::ViewLeave if self.reader.shifted() => {
                let wanted = self.reader.scroll_code(false);
                self.want(wanted, cx);
            }
            C::ViewLeave => self.set_focus(Focus::Tree, cx),
            C::Files => self.picker = picks::files(self),
            C::Problems => self.picker = picks::problems(&self.reader),
            C::HistoryBack => {
                let wanted = self.reader.back();
                self.want(wanted, cx);
            }
            C::CopyPath => self.copy_path(cx),
            C::Jump => self.picker = Some(picks::jump(&self.catalog)),
            C::NextPane => {
                let other = match self.focus {
                    Focus::Tree => Focus::Viewer,
                    Focus::Viewer => Focus::Tree,
                };
                self.set_focus(other, cx);
            }
            C::Library => self.set_focus(Focus::Tree, cx),
            C::Profiles => self.picker = Some(picks::profiles(self)),
            C::Rescan => {
                self.start_look(cx);
                let wanted = self.reader.reload();
                self.want(wanted, cx);
            }
            C::Help => self.picker = Some(picks::help(self.scope())),
            C::Escape => self.escape(),
            C::Back => self.back(cx),
            C::Quit => cx.quit(),
            C::Redraw => cx.repaint(),
            C::Suspend => cx.suspend(),
        }
        if command::row_of(command).is_some_and(|row| row.scope == Scope::Tree)
            || command == C::Escape && self.focus == Focus::Tree
        {
            self.show_selected(cx);
        }
    }

    pub(super) fn tree_page(&self) -> isize {
        isize::try_from(self.tree_height().saturating_sub(2).max(1)).unwrap_or(1)
    }

    pub(super) fn escape(&mut self) {
        match self.focus {
            Focus::Viewer => {
                self.reader.clear_search();
            }
            Focus::Tree => self.tree.set_filter(&self.catalog, ""),
        }
    }

    pub(super) fn back(&mut self, cx: &mut Context<Message>) {
        match self.focus {
            Focus::Viewer if self.reader.has_history() => {
                let wanted = self.reader.back();
                self.want(wanted, cx);
            }
            Focus::Viewer => self.set_focus(Focus::Tree, cx),
            Focus::Tree if !self.tree.filter().is_empty() => {
                self.tree.set_filter(&self.catalog, "");
                self.show_selected(cx);
            }
            Focus::Tree => cx.quit(),
        }
    }

    pub(super) fn copy_path(&mut self, cx: &mut Context<Message>) {
        let shown = self.reader.shown().filter(|_| self.focus == Focus::Viewer);
        let path = match (shown, self.current()) {
            (Some(shown), Some(skill)) if shown.target.file.is_some() => {
                skill.dir.join(&shown.page.path)
            }
            (_, Some(skill)) => skill.file.clone(),
            (_, None) => return,
        };
        cx.copy(path.display().to_string());
        let place = self.place(&path);
        self.say(format!("copied {place}"));
    }

    pub(super) fn switch_profile(&mut self, index: usize, cx: &mut Context<Message>) {
        let Some(profile) = self.catalog.profiles.get(index).cloned() else {
            return;
        };
        match self.workbench.with_profile(&profile.root) {
            Ok(workbench) => {
                self.workbench = Arc::new(workbench);
                self.tree = TreeState::default();
                self.reader.clear();
                self.catalog = Arc::default();
                self.focus = Focus::Tree;
                self.say(format!("profile {}", profile.name));
                self.start_look(cx);
            }
            Err(error) => self.complain(error.to_string()),
        }
    }
}
