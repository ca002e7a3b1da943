//! What each command of the table does.

use std::sync::Arc;

use super::life::Life;
use super::{App, Focus, Prompt};
use crate::store::home::HomeProfile;
use crate::theme::Theme;
use crate::tui::command::{self, Command, Scope};
use crate::tui::field::Field;
use crate::tui::message::Message;
use crate::tui::picker::{self, Choice, Picker};
use crate::tui::picks;
use crate::tui::reader::Report;
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
            C::ViewSource | C::ViewWrap => page.is_some_and(|it| it.target.report.is_none()),
            C::Effects
            | C::Repairs
            | C::Files
            | C::CopyPath
            | C::CopyKey
            | C::CopyName
            | C::Edit
            | C::Shell => self.current().is_some(),
            C::Compare => !self.tree.marked().is_empty() || self.current().is_some(),
            C::CopyCode | C::SetMark => page.is_some(),
            C::LibraryProblems => self
                .catalog
                .skills()
                .any(|skill| !skill.problems.is_empty()),
            C::SeeAll => !self.tree.unseen().is_empty(),
            C::Mark => self.tree.selected_skill(&self.catalog).is_some(),
            C::Problems => page.is_some_and(|page| !page.problems.is_empty()),
            C::HistoryBack => self.reader.has_history(),
            C::Profiles => self.catalog.profiles.len() > 1,
            C::Jump | C::Search => self.catalog.skills().next().is_some(),
            _ => true,
        }
    }

    /// Runs a command; `count` is how often, or which row.
    pub fn run(&mut self, command: Command, count: Option<u32>, cx: &mut Context<Message>) {
        use Command as C;
        if !self.available(command) {
            let doc = command::row_of(command).map_or("", |row| row.doc);
            self.say(format!("nothing to do here: {doc}"));
            return;
        }
        // Further than this nothing goes on.
        let times = count.unwrap_or(1).min(10_000);
        match command {
            C::Down
            | C::Up
            | C::PageDown
            | C::PageUp
            | C::Top
            | C::Bottom
            | C::Center
            | C::RowToTop
            | C::RowToBottom => self.motion(command, count, cx),
            C::TreeExpand => {
                let is_skill = matches!(self.tree.selected(), Some(Node::Skill(..)));
                if is_skill {
                    self.set_focus(Focus::Viewer, cx);
                } else if !self.tree.fold(&self.catalog, Some(true)) {
                    self.tree.cursor.step(1, self.tree.rows().len());
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
            C::Mark => {
                self.tree.mark(&self.catalog);
                self.tree.cursor.step(1, self.tree.rows().len());
                let count = self.tree.marked().len();
                self.say(match count {
                    0 => "no skill is marked".to_owned(),
                    1 => "1 skill is marked; esc takes the mark off".to_owned(),
                    _ => format!("{count} skills are marked; esc takes the marks off"),
                });
            }
            C::ListOpen => self.open_finding(cx),
            C::ListFold => {
                if let Some(list) = &mut self.list {
                    list.fold(Some(false));
                }
                self.scroll_into();
            }
            C::ViewNextHeading | C::ViewPreviousHeading => {
                let forward = command == C::ViewNextHeading;
                let moved = (0..times).take_while(|_| self.reader.go_to_heading(forward));
                if moved.count() == 0 {
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
                for _ in 0..times {
                    if let Some(note) = self.reader.next_match(command == C::ViewNextMatch) {
                        self.say(note);
                    }
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
                let right = command == C::ViewScrollRight;
                let wanted = (0..times)
                    .filter_map(|_| self.reader.scroll_code(right))
                    .last();
                self.want(wanted, cx);
            }
            C::ViewOutline => self.picker = picks::outline(&self.reader),
            C::ViewLinks => self.picker = picks::links(&self.reader),
            C::ViewLeave if self.reader.shifted() => {
                let wanted = self.reader.scroll_code(false);
                self.want(wanted, cx);
            }
            C::ViewLeave => self.set_focus(Focus::Side, cx),
            C::Files => self.picker = picks::files(self),
            C::Problems => self.picker = picks::problems(&self.reader),
            C::HistoryBack => {
                self.report = None;
                let wanted = self.reader.back();
                self.want(wanted, cx);
            }
            C::LibraryProblems => self.list_problems(cx),
            C::Effects => self.toggle_report(Report::Effects, cx),
            C::Repairs => self.toggle_report(Report::Repairs, cx),
            C::Compare => self.compare(cx),
            C::Search => self.start_find(cx),
            C::CopyPath => self.copy_path(cx),
            C::CopyKey => self.copy_key(cx),
            C::CopyName => self.copy_name(cx),
            C::CopyCode => self.copy_code(cx),
            C::Edit => self.edit(cx),
            C::Shell => self.shell(cx),
            // Their letter comes with the next key.
            C::SetMark | C::GoToMark => self.sequence.wait_for_letter(command),
            C::WidenTree | C::NarrowTree => self.split_tree(command == C::WidenTree, cx),
            C::Palette => self.picker = Some(picks::palette(self)),
            C::Themes => {
                self.picker = Some(picks::themes(self));
                self.theme_before = Some(self.theme.clone());
            }
            C::Mouse => self.toggle_mouse(cx),
            C::Jump => {
                let items = Arc::clone(&self.jump);
                self.picker = Some(Picker::of(picker::Kind::Jump, "Jump to a skill", items));
            }
            C::NextPane => {
                let other = match self.focus {
                    Focus::Side => Focus::Viewer,
                    Focus::Viewer => Focus::Side,
                };
                self.set_focus(other, cx);
            }
            C::Library => {
                self.leave_list(cx);
                self.set_focus(Focus::Side, cx);
            }
            C::Profiles => self.picker = Some(picks::profiles(self)),
            C::Rescan => {
                self.start_look(None, cx);
                let wanted = self.reader.reload();
                self.want(wanted, cx);
            }
            C::Help => self.picker = Some(picks::help(&self.setup.keymap, self.scope())),
            C::Escape => self.escape(cx),
            C::Back => self.back(cx),
            C::Quit => cx.quit(),
            C::SeeAll => self.see_all(cx),
            C::Redraw => cx.repaint(),
            C::Suspend => {
                if let Err(fault) = self.keep() {
                    self.complain(fault);
                }
                cx.suspend();
            }
        }
        if command::row_of(command).is_some_and(|row| row.scope == Scope::Tree)
            || command == C::Escape && self.focus == Focus::Side
        {
            self.show_selected(cx);
        }
    }

    pub(super) fn escape(&mut self, cx: &mut Context<Message>) {
        if self.focus == Focus::Viewer {
            self.reader.clear_search();
        } else if !self.leave_list(cx) && !self.tree.unmark_all() {
            self.tree.set_filter(&self.catalog, "");
        }
    }

    /// The theme at the cursor of the list is seen at once; without a list the one before is back.
    pub(super) fn preview_theme(&mut self) {
        let Some(before) = &self.theme_before else {
            return;
        };
        let Some(picker) = &self.picker else {
            self.theme = before.clone();
            self.theme_before = None;
            return;
        };
        if let Some(Choice::Theme(name)) = picker.item().map(|item| &item.choice)
            && let Some(theme) = self.theme_named(name)
        {
            self.theme = theme;
        }
    }

    /// A theme by its name, at the level of the terminal.
    pub(super) fn theme_named(&self, name: &str) -> Option<Theme> {
        let theme = self.setup.themes.get(name)?;
        Some(theme.with_level(self.theme.level()))
    }

    fn toggle_mouse(&mut self, cx: &mut Context<Message>) {
        self.mouse = !self.mouse;
        cx.mouse(self.mouse);
        self.say(match self.mouse {
            true => "the mouse is used here; with shift held the terminal selects text",
            false => "the mouse is left to the terminal",
        });
    }

    fn split_tree(&mut self, wider: bool, cx: &mut Context<Message>) {
        let width = self.parts().tree.width;
        if width == 0 || self.parts().viewer.width == 0 {
            self.say("there is room for one pane only");
            return;
        }
        let by = if wider { 4 } else { -4 };
        self.set_split(width.saturating_add_signed(by), cx);
    }

    pub(super) fn set_split(&mut self, width: u16, cx: &mut Context<Message>) {
        self.split = Some(width);
        self.fit(cx);
    }

    pub(super) fn back(&mut self, cx: &mut Context<Message>) {
        match self.focus {
            Focus::Viewer if self.reader.has_history() => {
                self.report = None;
                let wanted = self.reader.back();
                self.want(wanted, cx);
            }
            Focus::Viewer => self.set_focus(Focus::Side, cx),
            Focus::Side if self.list.is_some() => {
                self.leave_list(cx);
            }
            Focus::Side if !self.tree.filter().is_empty() => {
                self.tree.set_filter(&self.catalog, "");
                self.show_selected(cx);
            }
            Focus::Side => cx.quit(),
        }
    }

    pub(super) fn switch_profile(&mut self, profile: &HomeProfile, cx: &mut Context<Message>) {
        match self.workbench.with_profile(&profile.root) {
            Ok(workbench) => {
                // The screen of each home is its own.
                if let Err(fault) = self.keep() {
                    self.complain(fault);
                }
                self.life = Life::default();
                self.places.clear();
                self.workbench = Arc::new(workbench);
                self.tree = TreeState::default();
                self.list = None;
                self.fit(cx);
                self.reader.clear();
                self.catalog = Arc::default();
                self.jump = Arc::default();
                self.focus = Focus::Side;
                self.say(format!("profile {}", profile.name));
                self.start_look(None, cx);
            }
            Err(error) => self.complain(error.to_string()),
        }
    }
}
