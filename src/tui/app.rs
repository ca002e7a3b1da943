//! The program: state of the screen, and what each command does to it. Draws nothing itself.
//!
//! Keys become commands through the table; slow work goes to workers as jobs, and their answers come
//! back as messages that carry what they answer.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;

use super::command::{self, Command, Scope};
use super::field::Field;
use super::layout;
use super::message::{self, Known, Message};
use super::picker::{Kind, Outcome, Picker};
use super::picks;
use super::reader::{ReaderState, Target, Wanted, overview};
use super::term::{Context, Event, Program};
use super::tree::{Node, TreeState};
use crate::markdown::Row;
use crate::skill::Severity;
use crate::store::catalog::{Catalog, Skill, SkillId};
use crate::theme::Theme;
use crate::workbench::{self, Workbench};

/// Which pane takes the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The tree.
    #[default]
    Tree,
    /// The viewer.
    Viewer,
}

/// A text being typed in the footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// The tree's filter, and what it was before.
    Filter(Field, String),
    /// The search on the page.
    Search(Field),
}

/// A short message in the footer, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// The text; safe to draw.
    pub text: String,
    /// It tells of something that went wrong.
    pub bad: bool,
}

/// The program.
pub struct App {
    pub(super) workbench: Arc<Workbench>,
    pub(super) catalog: Arc<Catalog>,
    pub(super) tree: TreeState,
    pub(super) reader: ReaderState,
    pub(super) focus: Focus,
    pub(super) prompt: Option<Prompt>,
    pub(super) picker: Option<Picker>,
    pub(super) toast: Option<Toast>,
    pub(super) theme: Theme,
    pub(super) area: Rect,
    /// The page of what is no file, when the tree's cursor is at one.
    pub(super) overview: Option<Vec<Row>>,
    /// A look is under way.
    pub(super) looking: bool,
    user_home: Option<std::path::PathBuf>,
    /// Which look is the newest.
    look: u64,
    /// The newest page request, seen by workers that highlight for an older one.
    newest: Arc<AtomicU64>,
    /// One page is made at a time; the newest request waits here.
    busy: bool,
    waiting: Option<Wanted>,
}

impl App {
    /// The program on a workbench. `user_home` shortens paths to `~`.
    pub fn new(workbench: Workbench, theme: Theme, user_home: Option<std::path::PathBuf>) -> Self {
        App {
            workbench: Arc::new(workbench),
            catalog: Arc::default(),
            tree: TreeState::default(),
            reader: ReaderState::default(),
            focus: Focus::Tree,
            prompt: None,
            picker: None,
            toast: None,
            theme,
            area: Rect::default(),
            overview: None,
            looking: false,
            user_home,
            look: 0,
            newest: Arc::default(),
            busy: false,
            waiting: None,
        }
    }

    /// A path as the person knows it.
    pub fn place(&self, path: &Path) -> String {
        let below = self
            .user_home
            .as_deref()
            .and_then(|home| path.strip_prefix(home).ok());
        match below {
            Some(below) if below.as_os_str().is_empty() => "~".to_owned(),
            Some(below) => format!("~/{}", below.display()),
            None => path.display().to_string(),
        }
    }

    /// The skill on the page, or at the tree's cursor.
    pub(super) fn current(&self) -> Option<&Skill> {
        match self.reader.target() {
            Some(target) if self.focus == Focus::Viewer => self.catalog.get(&target.skill),
            _ => self.tree.selected_skill(&self.catalog),
        }
    }

    pub(super) fn parts(&self) -> layout::Parts {
        layout::parts(self.area, self.focus == Focus::Viewer)
    }

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
            C::ViewSearch | C::ViewSource | C::ViewWrap => page.is_some(),
            C::Files | C::CopyPath => self.current().is_some(),
            C::Problems => page.is_some_and(|page| !page.problems.is_empty()),
            C::HistoryBack => self.reader.has_history(),
            C::Profiles => self.catalog.profiles.len() > 1,
            C::Jump => self.catalog.skills().next().is_some(),
            _ => true,
        }
    }

    fn scope(&self) -> Scope {
        match self.focus {
            Focus::Tree => Scope::Tree,
            Focus::Viewer => Scope::Viewer,
        }
    }

    fn say(&mut self, text: impl AsRef<str>) {
        let text = crate::text::sanitize::line(text.as_ref()).into_owned();
        self.toast = Some(Toast { text, bad: false });
    }

    fn complain(&mut self, text: impl AsRef<str>) {
        let text = crate::text::sanitize::line(text.as_ref()).into_owned();
        self.toast = Some(Toast { text, bad: true });
    }

    fn start_look(&mut self, cx: &mut Context<Message>) {
        self.look += 1;
        self.looking = true;
        let (workbench, look) = (Arc::clone(&self.workbench), self.look);
        cx.job(move || Message::Looked {
            look,
            catalog: workbench
                .look()
                .map(Box::new)
                .map_err(|error| error.to_string()),
        });
    }

    /// Has a page made, or lets the request wait for the one that is being made.
    fn want(&mut self, wanted: Option<Wanted>, cx: &mut Context<Message>) {
        let Some(wanted) = wanted else { return };
        self.newest.store(wanted.ticket, Ordering::Relaxed);
        if self.busy {
            self.waiting = Some(wanted);
            return;
        }
        let Some(skill) = self.catalog.get(&wanted.target.skill).cloned() else {
            self.reader
                .failed(wanted.ticket, "the skill is gone; R looks again".to_owned());
            return;
        };
        self.busy = true;
        let known = self
            .reader
            .shown()
            .filter(|shown| !wanted.reread && shown.target == wanted.target);
        let known = known.map(|shown| Known {
            page: Arc::clone(&shown.page),
            highlights: shown.highlights.clone().map(|it| (shown.view.source, it)),
        });
        let workbench = Arc::clone(&self.workbench);
        cx.job(move || message::make_page(&workbench, &skill, wanted, known));
    }

    fn next_page(&mut self, cx: &mut Context<Message>) {
        self.busy = false;
        let waiting = self.waiting.take();
        self.want(waiting, cx);
    }

    /// Shows what the tree's cursor is at.
    fn show_selected(&mut self, cx: &mut Context<Message>) {
        self.tree.scroll_into(self.tree_height());
        let Some(skill) = self.tree.selected_skill(&self.catalog) else {
            self.reader.clear();
            self.write_overview();
            return;
        };
        let target = Target {
            skill: skill.id.clone(),
            file: None,
        };
        self.overview = None;
        let wanted = self.reader.open(target);
        self.want(wanted, cx);
    }

    fn write_overview(&mut self) {
        let width = usize::from(layout::inside(self.parts().viewer).width);
        let place = |path: &Path| self.place(path);
        let rows = match self.tree.selected() {
            None if !self.tree.filter().is_empty() => {
                overview::no_match(self.tree.filter(), &self.catalog, width)
            }
            _ if self.looking && self.catalog.shelves.is_empty() => Vec::new(),
            node => match (workbench::emptiness(&self.catalog), node) {
                (Some(empty), _) => overview::empty(&empty, &place, width),
                (None, Some(Node::Library(at))) => self
                    .catalog
                    .shelves
                    .get(*at)
                    .map(|shelf| overview::library(shelf, &place, width))
                    .unwrap_or_default(),
                (None, Some(Node::Category(at, key))) => self
                    .catalog
                    .shelves
                    .get(*at)
                    .map(|shelf| overview::category(shelf, key, width))
                    .unwrap_or_default(),
                (None, _) => Vec::new(),
            },
        };
        self.overview = Some(rows);
    }

    fn tree_height(&self) -> usize {
        usize::from(layout::inside(self.parts().tree).height)
    }

    /// Fits the panes to the screen.
    fn fit(&mut self, cx: &mut Context<Message>) {
        self.tree.scroll_into(self.tree_height());
        let viewer = layout::inside(self.parts().viewer);
        if viewer.width > 0 {
            let wanted = self
                .reader
                .resize(usize::from(viewer.width), usize::from(viewer.height));
            self.want(wanted, cx);
        }
        if self.overview.is_some() {
            self.write_overview();
        }
    }

    fn set_focus(&mut self, focus: Focus, cx: &mut Context<Message>) {
        self.focus = focus;
        self.fit(cx);
    }

    /// Goes to a skill: in the tree, and on the page.
    fn go_to(&mut self, id: &SkillId, cx: &mut Context<Message>) {
        if !self.tree.select(&self.catalog, id) {
            // The filter hides it: what was asked for counts more.
            self.tree.set_filter(&self.catalog, "");
            self.tree.select(&self.catalog, id);
        }
        self.show_selected(cx);
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
            C::ViewDown => self.scroll(1),
            C::ViewUp => self.scroll(-1),
            C::ViewPageDown => self.scroll(self.reader.page()),
            C::ViewPageUp => self.scroll(-self.reader.page()),
            C::ViewTop => self.reader.go_to_end(false),
            C::ViewBottom => self.reader.go_to_end(true),
            C::ViewNextHeading | C::ViewPreviousHeading => {
                if !self.reader.go_to_heading(command == C::ViewNextHeading) {
                    self.say("no further heading");
                }
            }
            C::ViewSearch => self.prompt = Some(Prompt::Search(Field::default())),
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
            C::Profiles => self.picker = Some(picks::profiles(&self.catalog)),
            C::Rescan => {
                self.start_look(cx);
                let wanted = self.reader.reload();
                self.want(wanted, cx);
            }
            C::Help => self.picker = Some(picks::help(self.scope())),
            C::Escape => self.escape(),
            C::Back => self.back(cx),
            C::Quit => cx.quit(),
            C::Redraw => {}
            C::Suspend => cx.suspend(),
        }
        if command::row_of(command).is_some_and(|row| row.scope == Scope::Tree)
            || command == C::Escape
        {
            self.show_selected(cx);
        }
    }

    fn tree_page(&self) -> isize {
        isize::try_from(self.tree_height().saturating_sub(2).max(1)).unwrap_or(1)
    }

    fn scroll(&mut self, by: isize) {
        self.reader.step(by);
    }

    fn escape(&mut self) {
        match self.focus {
            Focus::Viewer => {
                self.reader.clear_search();
            }
            Focus::Tree => self.tree.set_filter(&self.catalog, ""),
        }
    }

    fn back(&mut self, cx: &mut Context<Message>) {
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

    fn copy_path(&mut self, cx: &mut Context<Message>) {
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

    fn picked(&mut self, kind: Kind, index: usize, cx: &mut Context<Message>) {
        match kind {
            Kind::Jump => {
                let id = self
                    .catalog
                    .skills()
                    .nth(index)
                    .map(|skill| skill.id.clone());
                if let Some(id) = id {
                    self.go_to(&id, cx);
                    self.set_focus(Focus::Viewer, cx);
                }
            }
            Kind::Outline => {
                let anchor = self
                    .reader
                    .shown()
                    .and_then(|shown| shown.rendered.outline.get(index))
                    .map(|anchor| anchor.row);
                if let Some(row) = anchor {
                    self.reader.go_to_row(row);
                    self.set_focus(Focus::Viewer, cx);
                }
            }
            Kind::Links => self.follow(index, cx),
            Kind::Files => {
                if let Some((skill, file)) = picks::file_at(self, index) {
                    let entry = self.catalog.get(&skill).and_then(|it| it.file.file_name());
                    let is_entry = entry.is_some_and(|name| name.to_string_lossy() == file);
                    let file = (!is_entry).then_some(file);
                    self.follow_to(Target { skill, file }, None, cx);
                }
            }
            Kind::Problems => {
                let line = self
                    .reader
                    .shown()
                    .and_then(|shown| shown.problems.get(index)?.position)
                    .map(|position| position.line);
                let Some(line) = line else {
                    self.say("this one has no place in the file");
                    return;
                };
                if !self.reader.source() {
                    let wanted = self.reader.toggle_source();
                    self.want(wanted, cx);
                }
                self.reader.aim(line);
                self.set_focus(Focus::Viewer, cx);
            }
            Kind::Profiles => self.switch_profile(index, cx),
            Kind::Help => {
                if let Some(command) = picks::help_at(self.scope(), index) {
                    self.run(command, cx);
                }
            }
        }
    }

    fn switch_profile(&mut self, index: usize, cx: &mut Context<Message>) {
        let Some(profile) = self.catalog.profiles.get(index).cloned() else {
            return;
        };
        match self.workbench.with_profile(&profile.root) {
            Ok(workbench) => {
                self.workbench = Arc::new(workbench);
                self.tree = TreeState::default();
                self.reader.clear();
                self.catalog = Arc::default();
                self.overview = None;
                self.focus = Focus::Tree;
                self.say(format!("profile {}", profile.name));
                self.start_look(cx);
            }
            Err(error) => self.complain(error.to_string()),
        }
    }

    /// Follows a link of the page.
    fn follow(&mut self, index: usize, cx: &mut Context<Message>) {
        let Some(shown) = self.reader.shown() else {
            return;
        };
        let Some(link) = shown.rendered.links.get(index).cloned() else {
            return;
        };
        let target = shown.target.clone();
        match picks::destination(&link, &shown.page.path) {
            picks::Destination::Here(slug) => {
                self.follow_to(target, Some(&slug), cx);
            }
            picks::Destination::File(file, slug) => {
                let skill = self.catalog.get(&target.skill);
                let entry = skill.and_then(|it| it.file.file_name());
                let is_entry = entry.is_some_and(|name| name.to_string_lossy() == file);
                let target = Target {
                    skill: target.skill,
                    file: (!is_entry).then_some(file),
                };
                self.follow_to(target, Some(&slug), cx);
            }
            picks::Destination::Outside => {
                self.complain(format!("{} leaves the package: not opened", link.target));
            }
            picks::Destination::Web(url) => {
                cx.copy(url.clone());
                self.say(format!("copied {url}"));
            }
        }
    }

    fn follow_to(&mut self, target: Target, slug: Option<&str>, cx: &mut Context<Message>) {
        self.overview = None;
        let wanted = self.reader.follow(target, slug);
        self.want(wanted, cx);
        self.set_focus(Focus::Viewer, cx);
    }

    fn prompt_key(&mut self, key: &KeyEvent, cx: &mut Context<Message>) {
        use ratatui::crossterm::event::{KeyCode, KeyModifiers};
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
            Prompt::Search(_) if leave => {
                self.reader.clear_search();
                return;
            }
            Prompt::Filter(..) | Prompt::Search(_) if key.code == KeyCode::Enter => return,
            Prompt::Filter(..) if matches!(key.code, KeyCode::Down | KeyCode::Up) => {
                self.tree
                    .step(if key.code == KeyCode::Down { 1 } else { -1 });
                self.show_selected(cx);
            }
            Prompt::Filter(field, _) => {
                if field.key(key) {
                    self.tree.set_filter(&self.catalog, field.text());
                    self.show_selected(cx);
                }
            }
            Prompt::Search(field) => {
                if field.key(key) {
                    self.reader.find(field.text());
                }
            }
        }
        self.prompt = Some(prompt);
    }

    fn key(&mut self, key: &KeyEvent, cx: &mut Context<Message>) {
        self.toast = None;
        if let Some(picker) = &mut self.picker {
            let kind = picker.kind();
            match picker.key(key) {
                Outcome::Stay => {}
                Outcome::Closed => self.picker = None,
                Outcome::Picked(index) => {
                    self.picker = None;
                    self.picked(kind, index, cx);
                }
            }
        } else if self.prompt.is_some() {
            self.prompt_key(key, cx);
        } else if let Some(command) = command::resolve(self.scope(), key) {
            self.run(command, cx);
        }
    }

    fn paste(&mut self, text: &str, cx: &mut Context<Message>) {
        if let Some(picker) = &mut self.picker {
            picker.paste(text);
            return;
        }
        match &mut self.prompt {
            Some(Prompt::Filter(field, _)) => {
                field.insert(text);
                let text = field.text().to_owned();
                self.tree.set_filter(&self.catalog, &text);
                self.show_selected(cx);
            }
            Some(Prompt::Search(field)) => {
                field.insert(text);
                let text = field.text().to_owned();
                self.reader.find(&text);
            }
            None => {}
        }
    }

    fn looked(&mut self, catalog: Catalog, cx: &mut Context<Message>) {
        self.looking = false;
        let before = std::mem::replace(&mut self.catalog, Arc::new(catalog));
        let first = before.shelves.is_empty();
        let known = (!first).then_some(before.as_ref());
        self.tree.set_catalog(&self.catalog, known);
        if let Some(note) = self.catalog.notes.first().cloned() {
            self.complain(note);
        } else if !first {
            let count = self.catalog.skills().count();
            self.say(format!("{count} skills"));
        }
        self.show_selected(cx);
    }

    /// Errors and warnings of all skills.
    pub(super) fn problem_counts(&self) -> (usize, usize) {
        let mut counts = (0, 0);
        for skill in self.catalog.skills() {
            match skill.worst() {
                Some(Severity::Error) => counts.0 += 1,
                Some(Severity::Warning) => counts.1 += 1,
                _ => {}
            }
        }
        counts
    }
}

impl Program for App {
    type Message = Message;

    fn event(&mut self, event: Event, cx: &mut Context<Message>) {
        match event {
            Event::Key(key) => self.key(&key, cx),
            Event::Paste(text) => self.paste(&text, cx),
            Event::Resize { columns, rows } => {
                let first = self.area.is_empty() && !self.looking && self.look == 0;
                self.area = Rect::new(0, 0, columns, rows);
                if first {
                    self.start_look(cx);
                }
                self.fit(cx);
            }
            Event::FocusGained => return,
        }
        cx.redraw();
    }

    fn message(&mut self, message: Message, cx: &mut Context<Message>) {
        match message {
            Message::Looked { look, catalog } => {
                if look != self.look {
                    return;
                }
                match catalog {
                    Ok(catalog) => self.looked(*catalog, cx),
                    Err(fault) => {
                        self.looking = false;
                        self.complain(fault);
                    }
                }
            }
            Message::Page(loaded) => {
                let plain = loaded.highlights.is_none().then(|| (*loaded).clone());
                let shown = self.reader.arrived(*loaded);
                if let Some(plain) = plain.filter(|_| shown) {
                    let newest = Arc::clone(&self.newest);
                    cx.job(move || message::highlight_page(plain, &newest));
                }
                self.next_page(cx);
            }
            Message::Highlighted(loaded) => {
                if let Some(loaded) = loaded {
                    self.reader.arrived(*loaded);
                }
            }
            Message::Failed { ticket, fault } => {
                self.reader.failed(ticket, fault);
                self.next_page(cx);
            }
        }
        cx.redraw();
    }

    fn draw(&mut self, frame: &mut ratatui::Frame<'_>) {
        super::view::draw(self, frame);
    }
}
