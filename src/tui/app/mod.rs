//! The program: state of the screen, and what each command does to it. Draws nothing itself.
//!
//! Keys become commands through the table; slow work goes to workers as jobs, and their answers come
//! back as messages that carry what they answer.

mod commands;
mod copies;
mod find;
mod findings;
mod input;
mod life;
mod mouse;
mod moves;
mod outside;
mod pages;
mod reports;

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::Rect;

pub use self::find::FindPrompt;
use self::find::Finder;
use super::command::Scope;
use super::field::Field;
use super::keymap::Keymap;
use super::layout;
use super::list::ListState;
use super::message::{self, Found, Message};
use super::picker::{Items, Picker};
use super::reader::{ReaderState, Report};
use super::sequence::Sequence;
use super::term::{Context, Event, Program};
use super::tree::TreeState;
use crate::skill::Severity;
use crate::store::catalog::{Catalog, Skill, SkillId};
use crate::store::watch::Reload;
use crate::theme::{Theme, Themes};
use crate::workbench::Workbench;

/// Which pane takes the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The tree, or the list in its place.
    #[default]
    Side,
    /// The viewer.
    Viewer,
}

/// A text being typed in the footer.
#[derive(Clone, Debug)]
pub enum Prompt {
    /// The tree's filter, and what it was before.
    Filter(Field, String),
    /// The search on the page, and the row that it began at.
    Search(Field, usize),
    /// The search over all skills.
    Find(FindPrompt),
}

/// A short message in the footer, until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toast {
    /// The text; safe to draw.
    pub text: String,
    /// It tells of something that went wrong.
    pub bad: bool,
}

/// What the program is started with besides the workbench: the person's choices and surroundings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The theme to begin with.
    pub theme: Theme,
    /// The theme was asked for, by an option or in the settings: another one that is chosen is for this run.
    pub theme_is_given: bool,
    /// The themes to choose from.
    pub themes: Themes,
    /// Which keys run what.
    pub keymap: Keymap,
    /// The mouse is used.
    pub mouse: bool,
    /// Changes on disk are noticed.
    pub watch: bool,
    /// Shortens paths to `~`.
    pub user_home: Option<PathBuf>,
    /// The editor with its arguments.
    pub editor: Option<String>,
    /// The shell.
    pub shell: Option<String>,
    /// What is wrong with the settings, to be told first.
    pub notices: Vec<String>,
}

/// The program.
pub struct App {
    pub(in crate::tui) workbench: Arc<Workbench>,
    pub(in crate::tui) catalog: Arc<Catalog>,
    /// What can be jumped to.
    jump: Arc<Items>,
    pub(in crate::tui) tree: TreeState,
    /// Findings in the place of the tree.
    pub(in crate::tui) list: Option<ListState>,
    pub(in crate::tui) reader: ReaderState,
    pub(in crate::tui) focus: Focus,
    pub(in crate::tui) prompt: Option<Prompt>,
    pub(in crate::tui) picker: Option<Picker>,
    pub(in crate::tui) toast: Option<Toast>,
    pub(in crate::tui) theme: Theme,
    /// The theme to come back to when none is chosen.
    theme_before: Option<Theme>,
    pub(in crate::tui) area: Rect,
    /// The keys that were pressed so far.
    pub(in crate::tui) sequence: Sequence,
    /// The width of the tree that the person chose.
    pub(in crate::tui) split: Option<u16>,
    /// A look that somebody asked for is under way.
    pub(in crate::tui) looking: bool,
    /// The report that is shown of every skill that the cursor comes to, instead of its page.
    report: Option<Report>,
    /// The mouse is ours.
    mouse: bool,
    /// The border between the panes is being moved.
    dragging: bool,
    pub(in crate::tui) setup: Setup,
    life: life::Life,
    places: BTreeMap<char, moves::Place>,
    /// Which look is the newest.
    look: u64,
    queue: pages::Queue,
    /// Keys that wait for the page.
    ahead: VecDeque<KeyEvent>,
    finder: Finder,
}

impl App {
    /// The program on a workbench.
    pub fn new(workbench: Workbench, setup: Setup) -> Self {
        App {
            workbench: Arc::new(workbench),
            catalog: Arc::default(),
            jump: Arc::default(),
            tree: TreeState::default(),
            list: None,
            reader: ReaderState::default(),
            focus: Focus::Side,
            prompt: None,
            picker: None,
            toast: None,
            theme: setup.theme.clone(),
            theme_before: None,
            area: Rect::default(),
            sequence: Sequence::default(),
            split: None,
            looking: false,
            report: None,
            mouse: setup.mouse,
            dragging: false,
            setup,
            life: life::Life::default(),
            places: BTreeMap::new(),
            look: 0,
            queue: pages::Queue::default(),
            ahead: VecDeque::new(),
            finder: Finder::default(),
        }
    }

    /// A path as the person knows it.
    pub fn place(&self, path: &Path) -> String {
        let below = self
            .setup
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
    pub(in crate::tui) fn current(&self) -> Option<&Skill> {
        match (self.reader.target(), &self.list) {
            (Some(target), _) if self.focus == Focus::Viewer => self.catalog.get(&target.skill),
            (_, Some(list)) => self.catalog.get(&list.selected()?.skill),
            (_, None) => self.tree.selected_skill(&self.catalog),
        }
    }

    pub(in crate::tui) fn parts(&self) -> layout::Parts {
        layout::parts(self.area, self.focus == Focus::Viewer, self.split())
    }

    /// The width of tree or list. Findings are sentences: they get more room than names, unless the person
    /// has said how much.
    fn split(&self) -> Option<u16> {
        let list = self.list.as_ref().map(|_| self.area.width / 20 * 9);
        self.split.or(list)
    }

    pub(in crate::tui) fn scope(&self) -> Scope {
        match (self.focus, &self.list) {
            (Focus::Side, None) => Scope::Tree,
            (Focus::Side, Some(_)) => Scope::List,
            (Focus::Viewer, _) => Scope::Viewer,
        }
    }

    fn say(&mut self, text: impl AsRef<str>) {
        let text = crate::text::sanitize::line(text.as_ref()).into_owned();
        self.toast = Some(Toast { text, bad: false });
    }

    fn complain(&mut self, text: impl AsRef<str>) {
        let text = crate::text::sanitize::line(text.as_ref()).into_owned();
        let home = self
            .setup
            .user_home
            .as_deref()
            .filter(|it| it.parent().is_some());
        let text = match home {
            Some(home) => text.replace(&*home.join("").to_string_lossy(), "~/"),
            None => text,
        };
        self.toast = Some(Toast { text, bad: true });
    }

    /// Errors and warnings of all skills.
    pub(in crate::tui) fn problem_counts(&self) -> (usize, usize) {
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

    /// The height of the tree, also while the viewer has the screen for itself.
    fn side_height(&self) -> usize {
        let parts = layout::parts(self.area, false, self.split());
        usize::from(layout::inside(parts.tree).height)
    }

    /// Fits the panes to the screen.
    fn fit(&mut self, cx: &mut Context<Message>) {
        self.scroll_into();
        let viewer = layout::inside(self.parts().viewer);
        if viewer.width > 0 {
            let wanted = self
                .reader
                .resize(usize::from(viewer.width), usize::from(viewer.height));
            self.want(wanted, cx);
        }
        if self.reader.sheet().is_some() {
            self.write_overview();
        }
    }

    fn set_focus(&mut self, focus: Focus, cx: &mut Context<Message>) {
        self.focus = focus;
        self.fit(cx);
        self.see(cx);
    }

    /// Looks at everything, or again at a part.
    fn start_look(&mut self, part: Option<Reload>, cx: &mut Context<Message>) {
        self.look += 1;
        self.life.looking = true;
        // What nobody asked for is not shown while it lasts.
        self.looking |= part.is_none();
        let (workbench, look) = (Arc::clone(&self.workbench), self.look);
        let (before, seen) = (Arc::clone(&self.catalog), self.life.seen());
        let first = !self.life.begun;
        cx.job(move || {
            let catalog = match &part {
                Some(part) => workbench.look_again(&before, part),
                None => workbench.look(),
            };
            let found = catalog.map(|it| Box::new(Found::of(it, &workbench, &seen, first)));
            Message::Looked {
                look,
                quiet: part.is_some(),
                found: found.map_err(|error| error.to_string()),
            }
        });
    }

    fn looked(&mut self, found: Found, quiet: bool, cx: &mut Context<Message>) {
        self.looking = false;
        self.life.looking = false;
        let here = self.tree.selected_skill(&self.catalog);
        let here = here.map(|skill| skill.id.clone());
        let before = std::mem::replace(&mut self.catalog, found.catalog);
        self.jump = found.jump;
        let known = self.life.begun.then_some(before.as_ref());
        let news = self.tree.unseen() != &found.unseen;
        let read = self.reader.target().map(|target| target.skill.clone());
        let read = read.filter(|_| self.focus == Focus::Viewer);
        let read = read.filter(|id| found.unseen.contains_key(id));
        let others = found.unseen.iter();
        let others = others.filter(|(id, _)| Some(*id) != read.as_ref());
        let unseen = life::words_of(others.map(|(_, difference)| *difference));
        self.tree
            .set_catalog(&self.catalog, found.texts, found.unseen, known);
        let mut told = match quiet {
            true => Vec::new(),
            false => self.catalog.notes.clone(),
        };
        let is_first = found.first.is_some();
        match found.first {
            Some(first) => {
                told.extend(self.setup.notices.iter().cloned());
                told.extend(self.begin(first, cx));
                self.save_seen(cx);
            }
            None => self.go_on(cx),
        }
        if let Some(note) = told.first() {
            // The end of a long one is cut.
            let before = match told.len() {
                1 => String::new(),
                count => format!("{count} complaints, see skilldeck doctor: "),
            };
            self.complain(format!("{before}{note}"));
        } else if let Some(id) = read.filter(|_| quiet) {
            self.say(format!(
                "{id} changed on disk; the page shows it as it is now"
            ));
        } else if let Some(unseen) = unseen.filter(|_| news) {
            self.say(format!("{unseen} since you last looked: filter is:unseen"));
        } else if !is_first && !quiet {
            let count = self.catalog.skills().count();
            self.say(format!("{count} skills"));
        }
        self.refresh_list(cx);
        if !is_first && self.keeps_page(here.as_ref()) {
            self.scroll_into();
        } else {
            self.show_selected(cx);
        }
        // Freeing ten thousand skills takes longer than a frame.
        rayon::spawn(move || drop(before));
        self.look_at_pending(cx);
    }

    /// Whether a further look leaves the page where the person went: it need not be that of the row at
    /// the cursor, which was at `here`.
    fn keeps_page(&self, here: Option<&SkillId>) -> bool {
        let now = self.tree.selected_skill(&self.catalog);
        let stayed = self.list.is_none() && here.is_some() && now.map(|skill| &skill.id) == here;
        let target = self.reader.target();
        let is_there = target.is_some_and(|it| self.catalog.get(&it.skill).is_some());
        is_there && (stayed || self.focus == Focus::Viewer)
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
                    cx.mouse(self.mouse);
                    self.start_look(None, cx);
                }
                self.fit(cx);
            }
            Event::Mouse(mouse) => {
                if !self.mouse(mouse, cx) {
                    return;
                }
            }
            Event::FocusGained => return,
        }
        cx.redraw();
    }

    fn message(&mut self, message: Message, cx: &mut Context<Message>) {
        match message {
            Message::Looked { look, quiet, found } => {
                if look != self.look {
                    return;
                }
                match found {
                    Ok(found) => self.looked(*found, quiet, cx),
                    Err(fault) => {
                        self.looking = false;
                        self.life.looking = false;
                        self.complain(fault);
                    }
                }
            }
            Message::Page(loaded) => {
                let plain = loaded.highlights.is_none().then(|| (*loaded).clone());
                let shown = self.reader.arrived(*loaded);
                if let Some(plain) = plain.filter(|_| shown) {
                    let newest = Arc::clone(&self.queue.newest);
                    cx.job(move || message::highlight_page(plain, &newest));
                }
                self.next_page(cx);
                self.see(cx);
                self.catch_up(cx);
            }
            Message::Highlighted(loaded) => {
                if let Some(loaded) = loaded {
                    self.reader.arrived(*loaded);
                }
            }
            Message::Failed { ticket, fault } => {
                self.reader.failed(ticket, fault);
                self.next_page(cx);
                self.catch_up(cx);
            }
            Message::Searched(findings) => self.searched(*findings, cx),
            Message::Changed(news) => self.changed(*news, cx),
            Message::SavedSeen(None) => return,
            Message::SavedSeen(Some((fault, unsaved))) => self.not_saved(&fault, *unsaved),
            Message::Elapsed { sequence } => self.elapsed(&sequence, cx),
            Message::CameBack { fault } => self.came_back(fault, cx),
        }
        cx.redraw();
    }

    fn draw(&mut self, frame: &mut ratatui::Frame<'_>) {
        super::view::draw(self, frame);
    }
}
