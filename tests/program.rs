//! The whole program in a terminal: the demo, keys in, screen out, and the state it leaves behind.
//!
//! How the terminal core behaves in every corner is tested in `terminal`, with a small program; what keys do in
//! `commands`, without a terminal. Here the two are together.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/pty.rs"]
mod pty;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use pty::{Ended, Pty};
use rustix::process::Signal;

const PROGRAM: &str = env!("CARGO_BIN_EXE_skilldeck");
/// What stands on the terminal before the program takes it.
const BEFORE: &str = "before the program";
/// Says it, then becomes the program.
const PLAIN: &str = "echo 'before the program'; exec \"$0\" \"$@\"";
/// A shell with job control: says when it has its turn, and takes a line before it goes on.
const JOB_CONTROL: &str = "echo 'before the program'; \"$0\" \"$@\"; echo \"turn: $?\"; read -r _; \
    fg >/dev/null; echo \"end: $?\"";
const CTRL_K: &str = "\u{b}";
const CTRL_L: &str = "\u{c}";
const CTRL_Z: &str = "\u{1a}";
const BACKSPACE: &str = "\u{7f}";
const SYNC_BEGIN: &[u8] = b"\x1b[?2026h";

/// A running demo, and the folder that holds all it writes.
struct Demo {
    pty: Pty,
    folder: tempfile::TempDir,
}

impl Demo {
    fn start() -> Demo {
        Demo::start_with("-c", PLAIN, &[], (80, 24))
    }

    fn start_with(options: &str, script: &str, extra: &[(&str, &str)], size: (u16, u16)) -> Demo {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let mut env = environment(path);
        env.extend(extra);
        // This terminal does not say whether it is dark.
        let args = [options, script, PROGRAM, "--demo", "--theme", "dark"];
        let pty = Pty::spawn("/bin/sh", &args, &env, size);
        pty.wait_for("38 skills ");
        Demo { pty, folder }
    }

    fn send(&mut self, keys: &str) -> &mut Demo {
        self.pty.send(keys);
        self
    }

    fn wait_for(&mut self, text: &str) -> &mut Demo {
        self.pty.wait_for(text);
        self
    }

    fn wait_gone(&mut self, text: &str) -> &mut Demo {
        self.pty.wait_gone(text);
        self
    }

    /// Goes to a skill, by its name.
    fn open(&mut self, name: &str, title: &str) -> &mut Demo {
        self.send(CTRL_K).wait_for("Jump to a skill").send(name);
        self.wait_for(&format!("› {name}")).send("\r");
        self.wait_for(&format!("┏━ hermes//{title}"))
    }

    /// Ends it by a key.
    fn quit(mut self, key: &str) -> Ended {
        self.pty.send(key);
        self.end(0)
    }

    /// Waits for the end; everything has to be as it was before the start.
    fn end(self, code: u32) -> Ended {
        let ended = self.pty.finish();
        let contents = ended.screen.contents();
        assert_eq!(
            (ended.code, ended.signal.as_deref()),
            (code, None),
            "{contents}"
        );
        assert_eq!(ended.modes, ended.modes_before, "line modes");
        assert_restored(&ended.screen, &ended.output);
        assert_eq!(
            left_in(self.folder.path()),
            [""; 0],
            "the demo's folder is gone"
        );
        ended
    }
}

fn environment(folder: &str) -> Vec<(&str, &str)> {
    vec![
        ("PATH", "/usr/bin:/bin"),
        ("TERM", "xterm-256color"),
        ("COLORTERM", "truecolor"),
        ("LANG", "C.UTF-8"),
        ("HOME", folder),
        ("PWD", folder),
        ("TMPDIR", folder),
    ]
}

fn left_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn count(haystack: &[u8], needle: &[u8]) -> usize {
    haystack
        .windows(needle.len())
        .filter(|window| *window == needle)
        .count()
}

/// Whether a mode that is set by `h` and left by `l` was left last, or never set.
fn is_left(output: &[u8], mode: &str) -> bool {
    let last = |end: &str| {
        let text = format!("\x1b[?{mode}{end}");
        output
            .windows(text.len())
            .rposition(|window| window == text.as_bytes())
    };
    last("h") <= last("l")
}

/// The screen that was there before, with its cursor and without any mode of ours.
fn assert_restored(screen: &vt100::Screen, output: &[u8]) {
    let contents = screen.contents();
    assert!(
        !screen.alternate_screen(),
        "still on the alternate screen:\n{contents}"
    );
    assert!(contents.starts_with(BEFORE), "{contents}");
    assert!(!contents.contains("skills"), "a frame is left:\n{contents}");
    assert!(!screen.hide_cursor(), "the cursor is hidden");
    assert!(!screen.bracketed_paste(), "bracketed paste is on");
    assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    assert!(
        !screen.bold() && !screen.inverse() && screen.fgcolor() == vt100::Color::Default,
        "attributes are left"
    );
    // Focus reports, frames.
    for mode in ["1004", "2026"] {
        assert!(is_left(output, mode), "mode {mode} is on");
    }
}

/// The cells of a screen.
fn cells(screen: &vt100::Screen) -> impl Iterator<Item = &vt100::Cell> {
    let (rows, columns) = screen.size();
    (0..rows.get())
        .flat_map(move |row| (0..columns.get()).filter_map(move |column| screen.cell(row, column)))
}

// ---- a visit --------------------------------------------------------------------------------------------------

#[test]
fn a_visit() {
    let mut demo = Demo::start();
    let screen = demo.pty.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    demo.wait_for(" 2/51 ").send("jj").wait_for(" 4/51 ");
    demo.send("/csv")
        .wait_for("filter: csv")
        .wait_for("1 of filter csv");
    demo.pty
        .wait_until("the cursor behind what is typed", |screen| {
            !screen.hide_cursor() && screen.cursor_position() == (23, 12)
        });
    demo.send("\r")
        .wait_gone("filter: csv")
        .send("q")
        .wait_for("┏━ skills");
    // Following a reference, and coming back.
    demo.open("database-inspection", "database/database-inspection");
    demo.send("L")
        .wait_for("Links and files")
        .send("sqlite.md\r");
    demo.wait_for("› references/sqlite.md")
        .send("/pragma\r")
        .wait_for(" 1/");
    demo.send("n").wait_for(" 2/").send(BACKSPACE);
    demo.wait_gone("› references")
        .wait_for("┏━ hermes//database/database-inspection");
    demo.send("q").wait_for("┏━ skills");
    demo.quit("q");
}

impl Demo {
    fn resized(&mut self, columns: u16, rows: u16) -> &mut Demo {
        self.pty.resize(columns, rows);
        // Its frame reaches the last column, and its last line is the last row.
        self.pty.wait_until("the new size", |screen| {
            let at = |row: u16, column: u16| {
                let cell = screen.cell(row, column);
                cell.map(|cell| cell.contents().to_owned())
                    .unwrap_or_default()
            };
            ["╮", "┓"].contains(&at(1, columns - 1).as_str())
                && ["╯", "┛"].contains(&at(rows - 2, columns - 1).as_str())
                && at(rows - 1, 1) == "?"
        });
        self
    }
}

#[test]
fn sizes_change_while_it_runs() {
    let mut demo = Demo::start();
    demo.resized(120, 40).wait_for("(P switches)");
    demo.resized(60, 20)
        .wait_gone("code-review ━")
        .wait_for("▾ hermes 34");
    demo.resized(80, 24).wait_for("╭─ hermes//code-review");
    demo.quit("q");
}

#[test]
fn a_hostile_skill_is_only_text() {
    let mut demo = Demo::start();
    demo.open("hostile", "imported/hostile-specimen");
    demo.send("m")
        .wait_for("(source)")
        .send("G")
        .wait_for(" end ");
    demo.send("gg")
        .wait_for(" top ")
        .send("f")
        .wait_for("Files of imported");
    demo.send("all-controls\r")
        .wait_for("› references/all-controls.txt");
    let screen = demo.pty.screen();
    assert!(screen.alternate_screen() && screen.bracketed_paste());
    // Presses and drags are reported, plain motion is not.
    let mouse = screen.mouse_protocol_mode();
    assert_eq!(mouse, vt100::MouseProtocolMode::ButtonMotion);
    let output = demo.quit("Q").output;
    // Titles, clipboard, links, device strings, answers, resets.
    for begin in [
        "\x1b]",
        "\x1bP",
        "\x1b_",
        "\x1b[c",
        "\x1b[6n",
        "\x1bc",
        "\u{9b}",
        "\x1b[?1003h",
    ] {
        assert_eq!(count(&output, begin.as_bytes()), 0, "{begin:?}");
    }
}

#[test]
fn a_path_is_copied_through_the_terminal() {
    let mut demo = Demo::start();
    demo.send("yy").wait_for("copied ");
    demo.pty.wait_for_bytes(b"\x1b]52;c;");
    demo.quit("q");
}

#[test]
fn a_redraw_writes_every_cell() {
    let mut demo = Demo::start();
    demo.send("G").wait_for(" 51/51 ");
    let before = demo.pty.bytes_written();
    demo.send(CTRL_L).send("k").wait_for(" 50/51 ");
    let output = demo.pty.output();
    assert_eq!(count(&output[before..], b"skilldeck"), 1);
    demo.quit("q");
}

// ---- the ends -------------------------------------------------------------------------------------------------

#[test]
fn signals_end_it_and_leave_nothing() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let demo = Demo::start();
        demo.pty.kill(signal);
        demo.end(code);
    }
}

#[test]
fn the_shell_gets_its_turn_and_gives_it_back() {
    let mut demo = Demo::start_with("-mc", JOB_CONTROL, &[], (80, 24));
    let modes = demo.pty.line_modes();
    demo.send("jj")
        .wait_for(" 4/51 ")
        .send(CTRL_Z)
        .wait_for("turn: ");
    assert_restored(&demo.pty.screen(), &demo.pty.output());
    assert_eq!(demo.pty.line_modes(), demo.pty.modes_before());
    // `fg` sends SIGCONT.
    demo.send("for the shell\n");
    demo.pty.wait_until("the program, where it was", |screen| {
        screen.alternate_screen() && screen.contents().contains(" 4/51 ")
    });
    assert_eq!(demo.pty.line_modes(), modes);
    assert!(demo.pty.screen().hide_cursor() && demo.pty.screen().bracketed_paste());
    demo.send("k").wait_for(" 3/51 ");
    let ended = demo.quit("q");
    assert!(
        ended.screen.contents().contains("end: 0"),
        "{}",
        ended.screen.contents()
    );
}

// ---- other surroundings ---------------------------------------------------------------------------------------

#[test]
fn without_colours_there_are_still_marks() {
    let mut demo = Demo::start_with("-c", PLAIN, &[("NO_COLOR", "1")], (80, 24));
    demo.wait_for(" 2/51 ");
    let screen = demo.pty.screen();
    let coloured = cells(&screen).find(|cell| {
        (cell.fgcolor(), cell.bgcolor()) != (vt100::Color::Default, vt100::Color::Default)
    });
    assert_eq!(coloured, None);
    let reversed: String = cells(&screen)
        .filter(|cell| cell.inverse())
        .map(vt100::Cell::contents)
        .collect();
    assert!(
        reversed.trim_start().starts_with("code-review"),
        "{reversed}"
    );
    assert!(cells(&screen).any(vt100::Cell::bold));
    demo.quit("q");
}

const NO_TERMINAL: &str = "needs a terminal";

#[test]
fn without_a_terminal_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(PROGRAM)
        .arg("--demo")
        .env_clear()
        .envs(environment(folder.path().to_str().unwrap()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(
        told.contains(NO_TERMINAL) && told.contains("skilldeck --help"),
        "{told}"
    );
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    assert_eq!(left_in(folder.path()), [""; 0]);
}

#[test]
fn a_pipe_at_one_end_is_no_terminal() {
    let scripts = [
        "echo text | { \"$0\" \"$@\"; echo \"code $?\"; }",
        "{ \"$0\" \"$@\"; echo \"code $?\" >&2; } | cat",
    ];
    for script in scripts {
        let folder = tempfile::tempdir().unwrap();
        let env = environment(folder.path().to_str().unwrap());
        let args = ["-c", script, PROGRAM, "--demo", "--theme", "dark"];
        let ended = Pty::spawn("/bin/sh", &args, &env, (80, 24)).finish();
        let contents = ended.screen.contents();
        assert!(
            contents.contains(NO_TERMINAL) && contents.contains("code 2"),
            "{contents}"
        );
        assert_eq!(ended.modes, ended.modes_before);
        assert_eq!(count(&ended.output, b"\x1b"), 0, "no escape sequence");
        assert_eq!(left_in(folder.path()), [""; 0]);
    }
}

// ---- what it costs --------------------------------------------------------------------------------------------

#[test]
fn an_idle_program_writes_nothing() {
    let mut demo = Demo::start();
    // A page without code, whose colours would come later.
    demo.send("gg")
        .wait_for(" 1/51 ")
        .wait_for("access    writable");
    // The rest of that frame.
    let a_while = Duration::from_millis(100);
    assert!((0..20).any(|_| demo.pty.quiet(a_while) == 0));
    assert_eq!(demo.pty.quiet(Duration::from_secs(2)), 0);
    demo.quit("q");
}

#[test]
fn a_burst_of_keys_is_few_frames_and_all_keys() {
    let mut demo = Demo::start();
    demo.wait_for(" 2/51 ");
    let before = count(&demo.pty.output(), SYNC_BEGIN);
    demo.send(&"jjk".repeat(167))
        .wait_for(" 50/51 ")
        .send("gg")
        .wait_for(" 1/51 ");
    let frames = count(&demo.pty.output(), SYNC_BEGIN) - before;
    assert!(frames < 50, "{frames} frames");
    demo.quit("q");
}

#[test]
fn the_palette_runs_what_is_typed() {
    let mut demo = Demo::start();
    demo.send(":").wait_for("Commands").send("sort by uses");
    demo.wait_for("› sort by uses").send("\r");
    demo.wait_for("skills by uses");
    demo.quit("Q");
}

#[test]
fn the_mouse_selects_scrolls_and_is_given_back() {
    let mut demo = Demo::start();
    let press = |column: u16, row: u16| format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m");
    demo.wait_for(" 2/51 ")
        .send(&press(10, 5))
        .wait_for("▸ data 3");
    demo.send(&press(10, 5)).wait_for(" 3/51 ");
    demo.send(&press(10, 6)).wait_for(" 4/51 ");
    // The second press opens it, the wheel scrolls the page.
    demo.send(&press(10, 6))
        .wait_for("┏━ hermes//data/csv-cleanup");
    demo.wait_for(" top ")
        .send("\x1b[<65;60;10M")
        .wait_gone(" top ");
    // The border follows a drag.
    demo.send("\x1b[<0;26;9M\x1b[<32;40;9M\x1b[<0;40;9m");
    demo.wait_for("╭─ skills ─────────────────────────────╮");
    demo.send("\u{14}")
        .wait_for("the mouse is left to the terminal");
    let mouse = demo.pty.screen().mouse_protocol_mode();
    assert_eq!(mouse, vt100::MouseProtocolMode::None);
    demo.quit("Q");
}

#[test]
fn the_editor_gets_the_terminal_and_what_it_wrote_is_shown() {
    let tools = tempfile::tempdir().unwrap();
    let editor = tools.path().join("editor");
    // Appends to the file that it was called with once the person presses enter.
    let script =
        "#!/bin/sh\necho \"editing ${1##*/}\"\nread -r _\necho 'Added outside.' >>\"$1\"\n";
    std::fs::write(&editor, script).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&editor, mode).unwrap();
    let extra = [("EDITOR", editor.to_str().unwrap())];
    let mut demo = Demo::start_with("-c", PLAIN, &extra, (80, 24));
    demo.open("csv-cleanup", "data/csv-cleanup")
        .wait_for(" top ")
        .send("Ge");
    demo.wait_for("editing SKILL.md").wait_for(BEFORE);
    assert!(!demo.pty.screen().alternate_screen());
    demo.send("\n").wait_for("┏━ hermes//data/csv-cleanup");
    demo.send("G").wait_for("Added outside.");
    demo.quit("Q");
}

#[test]
fn a_theme_is_seen_while_choosing_and_kept_when_chosen() {
    let mut demo = Demo::start();
    let border = |demo: &Demo| demo.pty.screen().cell(1, 0).unwrap().fgcolor();
    let before = border(&demo);
    demo.send("T").wait_for("┏━ Theme").send("nord");
    demo.wait_for("› nord").send("\r").wait_for("theme nord");
    let nord = border(&demo);
    assert_ne!(nord, before);
    demo.send("T").wait_for("┏━ Theme").send("gruvbox-light");
    demo.wait_for("› gruvbox-light")
        .send("\u{1b}")
        .wait_gone("┏━ Theme");
    assert_eq!(border(&demo), nord);
    demo.quit("Q");
}

#[test]
fn a_change_on_disk_is_noticed_by_itself() {
    let mut demo = Demo::start();
    demo.open("csv-cleanup", "data/csv-cleanup");
    let mut folders = std::fs::read_dir(demo.folder.path()).unwrap();
    let skills = folders.next().unwrap().unwrap().path().join("home/skills");
    let file = skills.join("data/csv-cleanup/SKILL.md");
    let text = std::fs::read_to_string(&file).unwrap();
    // The page that is being read is what is on disk, at the place where it was.
    demo.wait_for(" top ").send("G").wait_for(" end ");
    std::fs::write(&file, text + "\nWritten by somebody else.\n").unwrap();
    demo.wait_for("csv-cleanup changed on disk")
        .wait_gone(" end ")
        .send("G");
    demo.wait_for("Written by somebody else.");
    // Another skill is marked, and told of.
    std::fs::create_dir(skills.join("aaa")).unwrap();
    let skill = "---\nname: aaa\ndescription: d\n---\n";
    std::fs::write(skills.join("aaa/SKILL.md"), skill).unwrap();
    demo.wait_for("1 new since you last looked")
        .wait_for("39 skills");
    demo.send("\t").wait_for("┏━ skills");
    std::fs::remove_dir_all(skills.join("aaa")).unwrap();
    demo.wait_for("38 skills");
    demo.quit("Q");
}
