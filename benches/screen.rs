//! Parsing, rendering and drawing: the parts of what a person waits for that need no disk.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a bench that cannot be set up must fail"
)]

use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use jiff::Timestamp;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use skilldeck::color::ColorLevel;
use skilldeck::markdown::{Highlights, Markdown};
use skilldeck::skill::Summary;
use skilldeck::store::Disk;
use skilldeck::store::locate::{Environment, Request};
use skilldeck::theme::Theme;
use skilldeck::tui::term::{Context, Effect, Event, Program};
use skilldeck::tui::{App, Setup};
use skilldeck::viewer::{self, View};
use skilldeck::workbench::{Page, Workbench};

mod support;

/// The page of the largest `SKILL.md` of the corpus in `tests/`.
fn largest() -> Page {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let clock = Arc::new(Timestamp::now);
    let request = Request::Path(corpus);
    let workbench = Workbench::open(Arc::new(Disk), Environment::default(), clock, request);
    let workbench = workbench.expect("the corpus");
    let catalog = workbench.look().expect("a look");
    let pages = catalog
        .skills()
        .filter_map(|skill| workbench.read(skill, None).ok());
    pages
        .max_by_key(|page| page.source().len())
        .expect("a page")
}

fn render(c: &mut Criterion) {
    let page = largest();
    let source = page.source().into_bytes();
    let size = source.len();
    let mut group = c.benchmark_group(format!("largest SKILL.md, {size} bytes"));
    group.sample_size(30);
    group.bench_function("summary", |b| b.iter(|| Summary::of(source.clone())));
    let text = page.markdown().expect("Markdown");
    group.bench_function("Markdown parsed", |b| b.iter(|| Markdown::parse(&text)));
    let highlights = viewer::highlight(&page, false, &|| false);
    for width in [80, 120] {
        let view = View {
            width,
            wrap: true,
            source: false,
            shift: 0,
        };
        group.bench_function(format!("page rendered at {width}"), |b| {
            b.iter(|| viewer::render(&page, &[], &[], &view, &Highlights::default()));
        });
        group.bench_function(format!("page rendered at {width}, highlighted"), |b| {
            b.iter(|| viewer::render(&page, &[], &[], &view, &highlights));
        });
    }
    group.sample_size(10);
    group.bench_function("code highlighted, off the drawing thread", |b| {
        b.iter(|| viewer::highlight(&page, false, &|| false));
    });
    group.finish();
}

/// The program on 10,000 skills at 120x40, its jobs run here.
struct Deck {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Deck {
    fn new() -> Self {
        let home = support::home(10_000);
        let workbench = support::workbench(&home, &support::empty_cache("screen"));
        let theme = Theme::new(ColorLevel::TrueColor, true);
        let terminal = Terminal::new(TestBackend::new(120, 40)).expect("a terminal");
        let mut deck = Deck {
            app: App::new(
                workbench,
                Setup {
                    theme,
                    ..Setup::default()
                },
            ),
            terminal,
        };
        deck.event(Event::Resize {
            columns: 120,
            rows: 40,
        });
        deck
    }

    fn event(&mut self, event: Event) {
        let mut cx = Context::default();
        self.app.event(event, &mut cx);
        self.settle(&mut cx);
    }

    fn settle(&mut self, cx: &mut Context<skilldeck::tui::Message>) {
        for effect in cx.take_effects() {
            if let Effect::Job(work) = effect {
                let mut next = Context::default();
                self.app.message(work(), &mut next);
                self.settle(&mut next);
            }
        }
    }

    /// A key without the work that it asks of others.
    fn key(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        let mut cx = Context::default();
        let key = KeyEvent::new(code, modifiers);
        self.app.event(Event::Key(key), &mut cx);
    }

    fn draw(&mut self) {
        let app = &mut self.app;
        self.terminal.draw(|frame| app.draw(frame)).expect("drawn");
    }
}

fn screen(c: &mut Criterion) {
    let mut deck = Deck::new();
    let mut group = c.benchmark_group("10,000 skills at 120x40");
    group.bench_function("draw", |b| b.iter(|| deck.draw()));
    deck.key(KeyCode::Char('+'), KeyModifiers::NONE);
    group.bench_function("draw, all open", |b| b.iter(|| deck.draw()));
    group.bench_function("key down and draw", |b| {
        b.iter(|| {
            deck.key(KeyCode::Char('j'), KeyModifiers::NONE);
            deck.draw();
        });
    });
    group.bench_function("filter: a letter typed and taken back", |b| {
        deck.key(KeyCode::Char('/'), KeyModifiers::NONE);
        b.iter(|| {
            deck.key(KeyCode::Char('d'), KeyModifiers::NONE);
            deck.key(KeyCode::Backspace, KeyModifiers::NONE);
        });
        deck.key(KeyCode::Esc, KeyModifiers::NONE);
    });
    group.bench_function("jump: opened, a letter, closed", |b| {
        b.iter(|| {
            deck.key(KeyCode::Char('k'), KeyModifiers::CONTROL);
            deck.key(KeyCode::Char('d'), KeyModifiers::NONE);
            deck.key(KeyCode::Esc, KeyModifiers::NONE);
        });
    });
    group.finish();
}

criterion_group!(benches, render, screen);
criterion_main!(benches);
