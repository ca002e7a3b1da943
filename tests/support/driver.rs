//! The terminal interface without a terminal: keys in, cells out, and what was asked for as data.
//!
//! Every world is a temporary folder with a fixed clock and no home of a person, so that equal keys give equal cells
//! on every machine. Jobs run inside the call that asked for them, in order, until none is left; a test that needs
//! them late holds them back. Not here: the loop, frames and bytes of a terminal (see `pty`), judging a screen (see
//! `cells`).

#![allow(dead_code, reason = "each test binary uses its own part of this")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a broken harness must fail the test"
)]

use std::collections::VecDeque;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton};
use jiff::Timestamp;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use skilldeck::cli::demo;
use skilldeck::color::ColorLevel;
use skilldeck::store::Disk;
use skilldeck::store::fs::{DirEntry, Fs, Stat};
use skilldeck::store::locate::{Environment, Request};
use skilldeck::store::settings;
use skilldeck::theme::{Chrome, Theme, Themes};
use skilldeck::tui::keymap::Keymap;
use skilldeck::tui::term::{Context, Effect, Event, Mouse, MouseKind, Program, Work};
use skilldeck::tui::{App, Message, Setup, command};
use skilldeck::workbench::Workbench;

#[path = "cells.rs"]
pub mod cells;

/// The time in every world.
pub const NOW: &str = "2026-05-18T09:30:00Z";

/// The usual size: columns, rows.
pub const SIZE: (u16, u16) = (120, 40);

/// The usual theme.
pub fn dark() -> Theme {
    Theme::new(ColorLevel::TrueColor, true)
}

/// A folder for a program to look at, gone with the value.
pub struct World {
    folder: tempfile::TempDir,
    root: PathBuf,
    request: Request,
    refused: Refused,
    settings: String,
}

impl World {
    /// The demo's home.
    pub fn demo() -> World {
        let mut world = World::empty();
        let demo = demo::write(&world.root, NOW.parse().unwrap()).expect("the demo is written");
        world.request = Request::Alone(demo.home);
        world
    }

    /// A folder `lib` with skills: key and text of the SKILL.md.
    pub fn library(skills: &[(&str, &str)]) -> World {
        let mut world = World::empty();
        std::fs::create_dir(world.root.join("lib")).unwrap();
        for (key, text) in skills {
            world.write(&format!("lib/{key}/SKILL.md"), text);
        }
        world.request = Request::Path(world.root.join("lib"));
        world
    }

    /// An empty folder, opened by the usual rules: there is no home and no library.
    pub fn empty() -> World {
        let folder = tempfile::tempdir().unwrap();
        // A temporary folder may be reached through a link, which would show in paths.
        let root = folder.path().canonicalize().unwrap();
        World {
            folder,
            root,
            request: Request::Usual { home: None },
            refused: Refused::default(),
            settings: String::new(),
        }
    }

    /// What to open.
    pub fn opens(mut self, request: impl FnOnce(&Path) -> Request) -> World {
        self.request = request(&self.root);
        self
    }

    /// The person's settings.
    pub fn settings(mut self, text: &str) -> World {
        self.settings = text.to_owned();
        self
    }

    /// The world's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file, its folders included.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// From now on listing this folder is refused, as without the permission.
    pub fn refuse(&self, path: &str) {
        self.refused.0.lock().unwrap().push(self.root.join(path));
    }

    /// Writes a program that appends what it got to a file.
    fn program(&self, name: &str, file: &str, what: &str) {
        let path = format!("bin/{name}");
        let file = self.root.join(file);
        self.write(
            &path,
            &format!("#!/bin/sh\necho {what} >>'{}'\n", file.display()),
        );
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.root.join(path), mode).unwrap();
    }

    /// The program on this world, looked at once.
    pub fn start(self, size: (u16, u16), theme: Theme) -> Deck {
        let env = Environment {
            platform: "linux".to_owned(),
            state_dir: Some(self.root.join("state")),
            config_dir: Some(self.root.join("config")),
            cache_dir: Some(self.root.join("cache")),
            ..Environment::default()
        };
        let now: Timestamp = NOW.parse().unwrap();
        let workbench = Workbench::open(
            Arc::new(self.refused.clone()),
            env,
            Arc::new(move || now),
            self.request.clone(),
        )
        .expect("a workbench");
        self.program("vi", "edited", "\"$@\"");
        self.program("sh", "shell", "\"$PWD\"");
        let setup = Setup {
            theme: theme.clone(),
            themes: Themes::builtin().clone(),
            keymap: Keymap::with(&settings::parse(
                Path::new("config.toml"),
                self.settings.as_bytes(),
            ))
            .0,
            mouse: true,
            user_home: Some(self.root.clone()),
            editor: Some(self.root.join("bin/vi").display().to_string()),
            shell: Some(self.root.join("bin/sh").display().to_string()),
            ..Setup::default()
        };
        let mut deck = Deck {
            app: App::new(workbench, setup),
            world: self,
            theme,
            size,
            cx: Context::default(),
            jobs: VecDeque::new(),
            held: false,
            timers: Vec::new(),
            copied: Vec::new(),
            mouse_is_ours: false,
            quit: false,
            suspended: 0,
            repainted: 0,
        };
        deck.resize(size.0, size.1);
        deck
    }
}

/// The real file system with folders that cannot be listed.
#[derive(Clone, Default)]
struct Refused(Arc<Mutex<Vec<PathBuf>>>);

impl Fs for Refused {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        if self.0.lock().unwrap().iter().any(|it| it == path) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        Disk.read_dir(path)
    }
    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        Disk.lstat(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        Disk.stat(path)
    }
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        Disk.read(path, limit)
    }
    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.read_link(path)
    }
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.canonicalize(path)
    }
}

/// The program, driven.
pub struct Deck {
    app: App,
    /// What it looks at; may be changed under it.
    pub world: World,
    theme: Theme,
    size: (u16, u16),
    cx: Context<Message>,
    jobs: VecDeque<Work<Message>>,
    held: bool,
    timers: Vec<Work<Message>>,
    /// Texts put on the clipboard.
    pub copied: Vec<String>,
    /// The terminal reports the mouse.
    pub mouse_is_ours: bool,
    /// It asked to end.
    pub quit: bool,
    /// How often it asked to be suspended.
    pub suspended: usize,
    /// How often it asked for every cell to be drawn.
    pub repainted: usize,
}

impl Deck {
    /// The program on the demo, in the usual size and theme.
    pub fn demo() -> Deck {
        World::demo().start(SIZE, dark())
    }

    /// The program ends and starts again on the same world.
    pub fn restart(self) -> Deck {
        let Deck {
            app,
            world,
            theme,
            size,
            ..
        } = self;
        drop(app);
        world.start(size, theme)
    }

    /// Presses keys: names of the command table, and words, which are typed. `'` makes a name a word: `'end`.
    pub fn keys(&mut self, keys: &str) -> &mut Deck {
        for token in keys.split_whitespace() {
            match (key_of(token), token.strip_prefix('\'')) {
                (Some(key), _) => self.event(Event::Key(key)),
                (None, Some(word)) if !word.is_empty() => self.type_text(word),
                (None, _) => self.type_text(token),
            }
        }
        self
    }

    fn type_text(&mut self, text: &str) {
        for c in text.chars() {
            self.event(Event::Key(key_of(&c.to_string()).expect("a key")));
        }
    }

    /// Pastes a text.
    pub fn paste(&mut self, text: &str) -> &mut Deck {
        self.event(Event::Paste(text.to_owned()));
        self
    }

    /// Does something with the mouse at a cell.
    pub fn mouse(&mut self, kind: MouseKind, column: u16, row: u16) -> &mut Deck {
        self.event(Event::Mouse(Mouse {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
        self
    }

    /// Presses the left button at the first cell of a text.
    #[track_caller]
    pub fn click(&mut self, text: &str) -> &mut Deck {
        let rows = self.text();
        let found = rows.iter().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((row, skilldeck::text::width::of(&line[..at])))
        });
        let (row, column) = found.unwrap_or_else(|| panic!("no {text:?} on\n{}", rows.join("\n")));
        let cell = |at: usize| u16::try_from(at).unwrap();
        self.mouse(MouseKind::Press(MouseButton::Left), cell(column), cell(row))
    }

    /// Gives the terminal another size.
    pub fn resize(&mut self, columns: u16, rows: u16) -> &mut Deck {
        self.size = (columns, rows);
        self.event(Event::Resize { columns, rows });
        self
    }

    /// Goes to a skill by the jump list; panics when it is not there.
    #[track_caller]
    pub fn open(&mut self, name: &str) -> &mut Deck {
        self.keys("ctrl-k").paste(name);
        self.see_no("no match").keys("enter")
    }

    fn event(&mut self, event: Event) {
        self.app.event(event, &mut self.cx);
        self.take();
        self.settle();
    }

    fn take(&mut self) {
        for effect in self.cx.take_effects() {
            match effect {
                Effect::Redraw | Effect::RedrawIn(_) => {}
                Effect::Repaint => self.repainted += 1,
                Effect::Quit => self.quit = true,
                Effect::Mouse(on) => self.mouse_is_ours = on,
                Effect::Suspend => self.suspended += 1,
                Effect::Copy(text) => self.copied.push(text),
                Effect::Job(work) | Effect::MustFinish(work) | Effect::HandOver(work) => {
                    self.jobs.push_back(work);
                }
                Effect::After(_, work) => self.timers.push(work),
            }
        }
    }

    /// No key comes for a while.
    pub fn elapse(&mut self) -> &mut Deck {
        for work in std::mem::take(&mut self.timers) {
            self.deliver(work());
        }
        self.settle();
        self
    }

    fn settle(&mut self) {
        while !self.held && !self.jobs.is_empty() {
            self.run_job(0);
        }
    }

    /// Jobs wait until `run_job` or `release`.
    pub fn hold(&mut self) -> &mut Deck {
        self.held = true;
        self
    }

    /// How many jobs wait.
    pub fn waiting(&self) -> usize {
        self.jobs.len()
    }

    /// Runs the job at this place of the queue and delivers what it says, what it posted first.
    pub fn run_job(&mut self, index: usize) -> &mut Deck {
        let work = self.jobs.remove(index).expect("a job");
        let said = work();
        self.deliver_posted();
        self.deliver(said)
    }

    /// Delivers what was posted while a job ran.
    pub fn deliver_posted(&mut self) -> &mut Deck {
        while let Some(posted) = self.cx.take_posted() {
            self.deliver(posted);
        }
        self
    }

    /// Takes the job at this place out of the queue, to be run and delivered later.
    pub fn take_job(&mut self, index: usize) -> Work<Message> {
        self.jobs.remove(index).expect("a job")
    }

    /// Delivers what a job said.
    pub fn deliver(&mut self, message: Message) -> &mut Deck {
        self.app.message(message, &mut self.cx);
        self.take();
        self
    }

    /// Runs the waiting jobs, and all further ones at once.
    pub fn release(&mut self) -> &mut Deck {
        self.held = false;
        self.settle();
        self
    }

    /// The cells of a frame, as they are drawn.
    pub fn screen(&mut self) -> Buffer {
        self.frame().0
    }

    /// Where the text cursor is, if it is shown.
    pub fn cursor(&mut self) -> Option<Position> {
        self.frame().1
    }

    fn frame(&mut self) -> (Buffer, Option<Position>) {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        let frame = terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = frame.buffer.clone();
        let cursor = terminal.backend().cursor_position();
        let shown = terminal.backend().cursor_visible();
        (buffer, shown.then_some(cursor))
    }

    /// The rows as text, without blanks at their ends.
    pub fn text(&mut self) -> Vec<String> {
        cells::rows(&self.screen())
    }

    /// The rows in one string.
    pub fn contents(&mut self) -> String {
        self.text().join("\n")
    }

    /// Whether a text is on the screen, within one row.
    pub fn shows(&mut self, text: &str) -> bool {
        self.text().iter().any(|row| row.contains(text))
    }

    /// Panics with the screen when a text is not on it.
    #[track_caller]
    pub fn see(&mut self, text: &str) -> &mut Deck {
        assert!(self.shows(text), "no {text:?} on\n{}", self.contents());
        self
    }

    /// Panics with the screen when a text is on it.
    #[track_caller]
    pub fn see_no(&mut self, text: &str) -> &mut Deck {
        assert!(!self.shows(text), "{text:?} on\n{}", self.contents());
        self
    }

    /// The rows inside the viewer's frame, without blanks at their ends.
    #[track_caller]
    pub fn page(&mut self) -> Vec<String> {
        let buffer = self.screen();
        cells::inside_last_frame(&buffer)
            .unwrap_or_else(|| panic!("no frame on\n{}", self.contents()))
    }

    /// Whether the keys go to the viewer: its frame is the thick one.
    pub fn in_viewer(&mut self) -> bool {
        self.text().iter().any(|row| row.ends_with('┓'))
    }

    /// The texts painted as a part of the chrome, from top to bottom, blanks at their ends left out.
    pub fn painted(&mut self, part: Chrome) -> Vec<String> {
        let paint = self.theme.chrome(part);
        cells::painted(&self.screen(), paint)
    }

    /// The text of the row at the tree's cursor, or at the cursor of the list over the screen.
    #[track_caller]
    pub fn selected(&mut self) -> String {
        let mut lit = self.painted(Chrome::Selected);
        lit.extend(self.painted(Chrome::SelectedAway));
        let first = lit.first().map(|text| text.trim().to_owned());
        first.unwrap_or_else(|| panic!("nothing is selected on\n{}", self.contents()))
    }
}

/// The event of a key by its name in the command table; `None` for what is no key.
pub fn key_of(name: &str) -> Option<KeyEvent> {
    let mut modifiers = KeyModifiers::NONE;
    let mut rest = name;
    for (prefix, modifier) in [
        ("ctrl-", KeyModifiers::CONTROL),
        ("alt-", KeyModifiers::ALT),
    ] {
        if let Some(bare) = rest.strip_prefix(prefix) {
            modifiers |= modifier;
            rest = bare;
        }
    }
    let named = [
        ("enter", KeyCode::Enter),
        ("esc", KeyCode::Esc),
        ("tab", KeyCode::Tab),
        ("backtab", KeyCode::BackTab),
        ("backspace", KeyCode::Backspace),
        ("delete", KeyCode::Delete),
        ("up", KeyCode::Up),
        ("down", KeyCode::Down),
        ("left", KeyCode::Left),
        ("right", KeyCode::Right),
        ("home", KeyCode::Home),
        ("end", KeyCode::End),
        ("pageup", KeyCode::PageUp),
        ("pagedown", KeyCode::PageDown),
        ("space", KeyCode::Char(' ')),
        ("f1", KeyCode::F(1)),
    ];
    let mut chars = rest.chars();
    let code = match (chars.next(), chars.next()) {
        (Some(c), None) => KeyCode::Char(c),
        _ => named.iter().find(|(name, _)| *name == rest)?.1,
    };
    // As terminals report them.
    if matches!(code, KeyCode::BackTab)
        || matches!(code, KeyCode::Char(c) if c.is_uppercase() && modifiers.is_empty())
    {
        modifiers |= KeyModifiers::SHIFT;
    }
    let key = KeyEvent::new(code, modifiers);
    assert_eq!(
        command::key_name(&key).as_deref().unwrap_or(name),
        name,
        "the table has another name for this key"
    );
    Some(key)
}
