//! What a person waits for, through a terminal, on 10,000 skills: program start to first frame and to
//! the loaded tree, key to frame, and that an idle program writes nothing. Prints a table.
//!
//! A plain program and not a criterion bench: it times another process, key by key.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench that fails must say so"
)]

use std::path::Path;
use std::time::{Duration, Instant};

mod support;

#[path = "../tests/support/pty.rs"]
mod pty;

use pty::Pty;

const SKILLS: usize = 10_000;
const STARTS: usize = 20;
const KEYS: usize = 300;
const SEARCHES: usize = 20;
/// A word that no skill holds.
const NOWHERE: &str = "zzzxqz";

fn start(home: &Path, cache: &Path) -> Pty {
    let home = home.display().to_string();
    let state = cache.join("state").display().to_string();
    let cache = cache.display().to_string();
    Pty::spawn(
        env!("CARGO_BIN_EXE_skilldeck"),
        &["--home", &home, "--theme", "dark"],
        &[
            ("TERM", "xterm-256color"),
            ("COLORTERM", "truecolor"),
            ("HOME", "/nonexistent"),
            ("SKILLDECK_CACHE_DIR", &cache),
            ("SKILLDECK_STATE_DIR", &state),
        ],
        (120, 40),
    )
}

/// Median and 99th percentile.
fn percentiles(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort();
    (
        times[times.len() / 2],
        times[(times.len() * 99 / 100).min(times.len() - 1)],
    )
}

fn row(what: &str, times: &mut [Duration]) {
    let (p50, p99) = percentiles(times);
    let ms = |time: Duration| time.as_secs_f64() * 1_000.0;
    println!("{what:44} p50 {:8.2} ms   p99 {:8.2} ms", ms(p50), ms(p99));
}

fn main() {
    // `cargo test --benches` runs this too, without the word: there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let home = support::home(SKILLS);
    let cache = support::empty_cache("latency");
    start(&home, &cache).wait_until("the tree", loaded);

    let (mut first, mut tree) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let begun = Instant::now();
        let mut program = start(&home, &cache);
        program.wait_for("skilldeck");
        first.push(begun.elapsed());
        program.wait_until("the tree", loaded);
        tree.push(begun.elapsed());
        program.send("q");
        program.finish();
    }
    row("start to first frame", &mut first);
    row("start to the tree of 10,000, warm cache", &mut tree);

    let mut program = start(&home, &cache);
    program.wait_until("the tree", loaded);
    program.send("+gg");
    program.wait_until("the first row", |screen| row_number(screen) == Some(1));
    let mut keys = Vec::new();
    for number in 0..KEYS {
        let begun = Instant::now();
        program.send("j");
        program.wait_until("the next row", |screen| {
            row_number(screen) == Some(number + 2)
        });
        keys.push(begun.elapsed());
    }
    row("key (j in the tree of 10,000) to frame", &mut keys);

    let mut filter = Vec::new();
    program.send("/");
    program.wait_for("filter:");
    let mut typed = String::from(" filter: ");
    for letter in "deployment".chars() {
        typed.push(letter);
        let begun = Instant::now();
        program.send(&letter.to_string());
        program.wait_for(&typed);
        filter.push(begun.elapsed());
    }
    row("key typed into the filter to frame", &mut filter);

    program.send("\x1b");
    program.wait_gone(" filter: ");
    search(&mut program);
    // The page that the last key asked for may still come.
    while program.quiet(Duration::from_millis(500)) > 0 {}
    let bytes = program.quiet(Duration::from_secs(10));
    println!("{:44} {bytes} bytes", "ten idle seconds");
    program.send("Q");
    program.finish();
    assert_eq!(bytes, 0, "an idle program wrote");
}

/// Typing into the search of all skills while searches run, and how long the first results take.
fn search(program: &mut Pty) {
    program.send("F");
    program.wait_for("search all:");
    let mut keys = Vec::new();
    for _ in 0..SEARCHES {
        let mut typed = String::from(" search all: ");
        for letter in "deployment".chars() {
            typed.push(letter);
            let begun = Instant::now();
            program.send(&letter.to_string());
            program.wait_for(&typed);
            keys.push(begun.elapsed());
        }
        program.send("\u{15}");
        program.wait_gone(&typed);
    }
    row("key typed into the search of all to frame", &mut keys);
    forget(program);
    for query in ["deploy", "example", "\"the report\" verify"] {
        // The frame cuts a long title.
        let title = format!(" of \"{:.4}", query.trim_matches('"'));
        let mut results = Vec::new();
        for _ in 0..SEARCHES {
            let begun = Instant::now();
            program.send(&format!("\x1b[200~{query}\x1b[201~"));
            program.wait_for(&title);
            results.push(begun.elapsed());
            forget(program);
        }
        row(&format!("first results of {query}"), &mut results);
    }
    program.send("\x1b");
    program.wait_gone("search all:");
}

/// Empties the prompt and the list, which keeps what was found until something else is.
fn forget(program: &mut Pty) {
    program.send(&format!("\x15\x1b[200~{NOWHERE}\x1b[201~"));
    program.wait_for(&format!("0 skills of \"{NOWHERE}\""));
    program.send("\x15");
    program.wait_gone(&format!("search all: {NOWHERE}"));
}

fn loaded(screen: &vt100::Screen) -> bool {
    let header = screen.contents().lines().next().map(str::to_owned);
    header.is_some_and(|line| line.contains(" skills") && !line.contains('…'))
}

/// The number of the cursor's row, which the tree's frame tells: `12/10800`.
fn row_number(screen: &vt100::Screen) -> Option<usize> {
    let text = screen.contents();
    let line = text.lines().find(|line| line.starts_with(['┗', '╰']))?;
    let (number, _) = line.split_once('/')?;
    number.rsplit(' ').next()?.parse().ok()
}
