//! The terminal core in a real terminal: a small program, keys in, screen out, and the state it leaves behind.
//!
//! The program is in this file too: the tests start their own binary again and run only `probe` in it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/pty.rs"]
mod pty;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, process, thread};

use crossterm::event::{KeyCode, KeyModifiers};
use pty::{Ended, Pty};
use ratatui::Frame;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use rustix::process::Signal;
use skilldeck::tui::term::{Context, Event, Options, Program, run};

/// The variable that turns this binary into the program; holds the path of the file that its slow work waits for.
const PROBE: &str = "PROBE";
/// What the program prints before it takes the terminal.
const BEFORE: &str = "before the program";
const SYNC_BEGIN: &[u8] = b"\x1b[?2026h";
const SYNC_END: &[u8] = b"\x1b[?2026l";

// ---- the program ----------------------------------------------------------------------------------------------

/// Shows what it got; each of its keys asks for one thing.
#[derive(Default)]
struct Probe {
    keys: usize,
    draws: usize,
    last: String,
    size: String,
    gate: String,
    panic_in_draw: bool,
    flood: usize,
    fill: bool,
    again: bool,
    mouse: bool,
}

enum Message {
    Note(String),
    Flood,
}

impl Probe {
    fn key(&mut self, key: KeyCode, modifiers: KeyModifiers, cx: &mut Context<Message>) {
        self.keys += 1;
        cx.redraw();
        let gate = self.gate.clone();
        let ctrl = modifiers.contains(KeyModifiers::CONTROL);
        self.last = format!("{key} {modifiers}");
        match key {
            KeyCode::Char('z') if ctrl => cx.suspend(),
            KeyCode::Char('q') => cx.quit(),
            KeyCode::Char('n') => {
                self.again = true;
                cx.quit();
            }
            KeyCode::Char('p') => panic!("panic in an event"),
            KeyCode::Char('P') => self.panic_in_draw = true,
            KeyCode::Char('w') => cx.job(|| panic!("panic in a job")),
            KeyCode::Char('t') => drop(thread::spawn(move || {
                wait_for_gate(&format!("{gate}-thread"));
                panic!("panic in a thread")
            })),
            KeyCode::Char('j') => cx.job(move || wait_for_gate(&gate)),
            KeyCode::Char('s') => {
                cx.must_finish(move || wait_for_gate(&gate));
                cx.quit();
            }
            KeyCode::Char('b') => loop {
                thread::park();
            },
            KeyCode::Char('g') => self.fill = true,
            KeyCode::Char('f') => cx.job(|| Message::Flood),
            KeyCode::Char('i') => cx.redraw_in(Duration::from_millis(20)),
            KeyCode::Char('y') => cx.copy("to the clipboard"),
            KeyCode::Char('m') => {
                self.mouse = !self.mouse;
                cx.mouse(self.mouse);
            }
            KeyCode::Char('l') => {
                let outbox = cx.outbox();
                drop(thread::spawn(move || {
                    wait_for_gate(&format!("{gate}-post"));
                    outbox.post(|_| Message::Note("posted".into()));
                }));
            }
            KeyCode::Char('h') => cx.hand_over(|| {
                println!("handed over");
                let mut line = String::new();
                std::io::stdin().lock().read_line(&mut line).unwrap();
                Message::Note(format!("got {}", line.trim()))
            }),
            _ => {}
        }
    }
}

/// Work that lasts until the test makes a file.
fn wait_for_gate(path: &str) -> Message {
    while !Path::new(path).exists() {
        thread::sleep(Duration::from_millis(1));
    }
    Message::Note("the gate is open".into())
}

impl Program for Probe {
    type Message = Message;

    fn event(&mut self, event: Event, cx: &mut Context<Message>) {
        match event {
            Event::Key(key) => self.key(key.code, key.modifiers, cx),
            Event::Resize { columns, rows } => {
                self.size = format!("{columns}x{rows}");
                let gate = self.gate.clone();
                if self.draws == 0 {
                    cx.job(move || wait_for_gate(&gate));
                }
            }
            Event::Paste(text) => {
                self.last = format!(
                    "paste {} {:?}",
                    text.len(),
                    text.chars().take(8).collect::<String>()
                );
                cx.redraw();
            }
            Event::FocusGained => {
                self.last = "focus".into();
                cx.redraw();
            }
            Event::Mouse(mouse) => {
                self.last = format!("{:?} at {},{}", mouse.kind, mouse.column, mouse.row);
                cx.redraw();
            }
        }
    }

    fn message(&mut self, message: Message, cx: &mut Context<Message>) {
        match message {
            Message::Note(note) => self.last = note,
            Message::Flood => {
                self.flood += 1;
                self.last = format!("frame {}", self.flood);
                cx.job(|| Message::Flood);
            }
        }
        cx.redraw();
    }

    fn draw(&mut self, frame: &mut Frame<'_>) {
        assert!(!self.panic_in_draw, "panic in a frame");
        self.draws += 1;
        let area = frame.area();
        let mut lines = vec![
            Line::from(format!(
                "probe pid={} size={} area={}x{}",
                process::id(),
                self.size,
                area.width,
                area.height
            )),
            Line::from(format!("keys={} last={}.", self.keys, self.last)),
            Line::from(vec![
                Span::styled(
                    "BOLD",
                    Style::new().add_modifier(Modifier::BOLD).fg(Color::Red),
                ),
                Span::styled(
                    "REVERSE",
                    Style::new()
                        .add_modifier(Modifier::REVERSED)
                        .fg(Color::Green),
                ),
                Span::raw("PLAIN"),
            ]),
        ];
        if self.fill {
            let row = "x".repeat(area.width.into());
            lines.extend((3..area.height).map(|_| Line::from(row.clone())));
            std::fs::write(&self.gate, "").unwrap();
        }
        frame.render_widget(ratatui::text::Text::from(lines), area);
    }
}

/// Not a test: the program that the tests run in a terminal.
#[test]
#[ignore = "started by the other tests"]
fn probe() {
    let Ok(gate) = env::var(PROBE) else { return };
    println!("{BEFORE}");
    loop {
        let probe = Probe {
            gate: gate.clone(),
            ..Probe::default()
        };
        match run(
            probe,
            Options {
                title: Some("probe".into()),
            },
        ) {
            Ok(probe) => {
                println!("after {} keys; {}", probe.keys, probe.last);
                if !probe.again {
                    break;
                }
            }
            Err(error) => {
                // Not `eprintln`, which panics where the terminal is gone.
                let _ = writeln!(std::io::stderr(), "error: {error}");
                process::exit(error.exit_code().into());
            }
        }
    }
    std::io::stdout().flush().unwrap();
}

// ---- starting it ----------------------------------------------------------------------------------------------

const ARGS: [&str; 4] = ["--exact", "probe", "--ignored", "--nocapture"];

fn environment<'a>(gate: &'a str, extra: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut env = vec![
        (PROBE, gate),
        ("PATH", "/usr/bin:/bin"),
        ("TERM", "xterm-256color"),
        ("HOME", "/nonexistent"),
    ];
    env.extend(extra);
    env
}

/// The program as the first process of its terminal, as a terminal emulator would start it.
fn start_with(gate: &str, extra: &[(&str, &str)]) -> Pty {
    let pty = Pty::spawn(
        env::current_exe().unwrap(),
        &ARGS,
        &environment(gate, extra),
        (80, 24),
    );
    pty.wait_for("keys=0");
    pty
}

fn start() -> Pty {
    start_with("/nonexistent/gate", &[])
}

/// The program as the job of a shell.
fn start_in_shell(script: &str, options: &str) -> Pty {
    let exe = env::current_exe().unwrap();
    let mut args = vec![options, script, exe.to_str().unwrap()];
    args.extend(ARGS);
    let pty = Pty::spawn(
        "/bin/sh",
        &args,
        &environment("/nonexistent/gate", &[]),
        (80, 24),
    );
    pty.wait_for("keys=0");
    pty
}

/// A file whose making one side waits for and the other decides.
struct Gate(PathBuf);

impl Gate {
    fn new(name: &str) -> Gate {
        Gate(env::temp_dir().join(format!("skilldeck-gate-{}-{name}", process::id())))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn open(&self) {
        std::fs::write(&self.0, "").unwrap();
    }

    /// Waits until the program has opened it.
    fn wait(&self) {
        let deadline = Instant::now() + Duration::from_secs(10);
        while !self.0.exists() {
            assert!(Instant::now() < deadline, "the program does not get there");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The process id that the program shows; under a shell the terminal's own process is the shell.
fn shown_pid(pty: &Pty) -> u32 {
    let contents = pty.screen().contents();
    let digits = contents
        .split("pid=")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    digits.parse().unwrap()
}

fn count(haystack: &[u8], needle: &[u8]) -> usize {
    haystack
        .windows(needle.len())
        .filter(|window| *window == needle)
        .count()
}

/// The last of several strings that the output holds.
fn last_of<'a>(output: &[u8], candidates: &[&'a str]) -> &'a str {
    let last = |text: &str| {
        output
            .windows(text.len())
            .rposition(|window| window == text.as_bytes())
    };
    candidates.iter().max_by_key(|text| last(text)).unwrap()
}

/// Everything that the program set is as it was before.
fn assert_restored(screen: &vt100::Screen, output: &[u8]) {
    let contents = screen.contents();
    assert!(
        !screen.alternate_screen(),
        "still on the alternate screen:\n{contents}"
    );
    assert!(!screen.hide_cursor(), "the cursor is hidden:\n{contents}");
    assert!(!screen.bracketed_paste(), "bracketed paste is on");
    assert!(
        !screen.bold() && !screen.inverse() && screen.fgcolor() == vt100::Color::Default,
        "attributes are left"
    );
    assert_eq!(
        last_of(output, &["\x1b[?1004h", "\x1b[?1004l"]),
        "\x1b[?1004l",
        "focus reports are on"
    );
    assert_eq!(
        last_of(output, &["\x1b[?2026h", "\x1b[?2026l"]),
        "\x1b[?2026l",
        "a frame is open"
    );
    assert_eq!(
        screen.mouse_protocol_mode(),
        vt100::MouseProtocolMode::None,
        "the mouse is reported"
    );
    assert_eq!(
        last_of(output, &["\x1b[22;0t", "\x1b[23;0t"]),
        "\x1b[23;0t",
        "the title is ours"
    );
    assert!(
        contents.contains(BEFORE),
        "what was there before is gone:\n{contents}"
    );
    assert!(!contents.contains("keys="), "a frame is left:\n{contents}");
}

fn assert_ended(ended: &Ended, code: u32) {
    assert_restored(&ended.screen, &ended.output);
    assert_eq!(ended.modes, ended.modes_before, "line modes");
    assert_eq!(
        (ended.code, ended.signal.as_deref()),
        (code, None),
        "{}",
        ended.screen.contents()
    );
}

// ---- start and end --------------------------------------------------------------------------------------------

#[test]
fn quitting_leaves_the_terminal_as_it_was() {
    let mut pty = start();
    let screen = pty.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor() && screen.bracketed_paste());
    assert_ne!(pty.line_modes(), pty.modes_before());
    pty.send("aq");
    let ended = pty.finish();
    assert_ended(&ended, 0);
    assert!(
        ended.screen.contents().contains("after 2 keys"),
        "{}",
        ended.screen.contents()
    );
}

#[test]
fn the_first_frame_does_not_wait_for_a_job() {
    let gate = Gate::new("first");
    let mut pty = start_with(gate.path(), &[]);
    pty.wait_for("keys=0 last=.");
    gate.open();
    pty.wait_for("last=the gate is open.");
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn it_can_run_again_in_the_same_process() {
    let mut pty = start();
    pty.send("aan");
    pty.wait_for_bytes(b"after 3 keys; n");
    pty.wait_for("keys=0");
    pty.send("q");
    let ended = pty.finish();
    assert_ended(&ended, 0);
    assert!(
        ended.screen.contents().contains("after 1 keys; q"),
        "{}",
        ended.screen.contents()
    );
}

#[test]
fn the_end_waits_for_work_that_must_finish() {
    let gate = Gate::new("end");
    let mut pty = start_with(gate.path(), &[]);
    pty.send("s");
    pty.wait_until("the restored terminal", |screen| !screen.alternate_screen());
    assert_restored(&pty.screen(), &pty.output());
    gate.open();
    let ended = pty.finish();
    assert_ended(&ended, 0);
    let contents = ended.screen.contents();
    assert!(
        contents.contains("after 1 keys; the gate is open"),
        "{contents}"
    );
}

#[test]
fn a_job_that_never_ends_does_not_hold_up_the_end() {
    let mut pty = start();
    pty.send("jq");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = Command::new(env::current_exe().unwrap())
        .args(ARGS)
        .env(PROBE, "")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("needs a terminal") && errors.contains("non-interactive commands"),
        "{errors}"
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(count(&output.stdout, b"\x1b"), 0);
}

// ---- panics ---------------------------------------------------------------------------------------------------

fn panics(key: &str, message: &str) {
    let mut pty = start();
    pty.send(key);
    assert_panicked(&pty.finish(), message);
}

fn assert_panicked(ended: &Ended, message: &str) {
    assert_ended(ended, 101);
    let contents = ended.screen.contents();
    let times = contents.matches(message).count();
    assert_eq!(times, 1, "the message is readable, once:\n{contents}");
}

#[test]
fn a_panic_in_an_event_is_readable() {
    panics("p", "panic in an event");
}

#[test]
fn a_panic_in_a_frame_is_readable() {
    panics("P", "panic in a frame");
}

#[test]
fn a_panic_in_a_job_ends_the_program() {
    panics("w", "panic in a job");
}

#[test]
fn a_panic_in_any_thread_ends_the_program() {
    let gate = Gate::new("panic-thread");
    let mut pty = start_with(gate.path().trim_end_matches("-thread"), &[]);
    pty.send("t");
    pty.wait_for("keys=1");
    gate.open(); // only now, when nothing else would wake the loop
    assert_panicked(&pty.finish(), "panic in a thread");
}

#[test]
fn a_panic_in_a_job_wins_against_a_flood_of_frames() {
    panics("fffw", "panic in a job");
}

// ---- signals --------------------------------------------------------------------------------------------------

#[test]
fn signals_end_it_with_their_code() {
    for (signal, code) in [
        (Signal::TERM, 143),
        (Signal::HUP, 129),
        (Signal::INT, 130),
        (Signal::QUIT, 131),
    ] {
        let pty = start();
        pty.kill(signal);
        assert_ended(&pty.finish(), code);
    }
}

#[test]
fn a_signal_ends_a_program_that_hangs() {
    let mut pty = start();
    pty.send("b");
    pty.kill(Signal::TERM);
    assert_ended(&pty.finish(), 143);
}

/// A program in the middle of a frame that the terminal does not take in.
fn stuck_in_a_frame(gate: &Gate) -> Pty {
    let mut pty = Pty::spawn(
        env::current_exe().unwrap(),
        &ARGS,
        &environment(gate.path(), &[]),
        (400, 200),
    );
    pty.wait_for("keys=0");
    pty.hold();
    pty.send("g");
    gate.wait();
    pty
}

#[test]
fn a_signal_in_the_middle_of_a_frame_lets_it_end() {
    let gate = Gate::new("middle");
    let pty = stuck_in_a_frame(&gate);
    pty.kill(Signal::TERM);
    pty.release();
    let ended = pty.finish();
    assert_ended(&ended, 143);
    // The restore closes one more than was opened, for the case that one was cut off. The job that waits for the
    // same gate may have made a third frame.
    let (opened, closed) = (
        count(&ended.output, SYNC_BEGIN),
        count(&ended.output, SYNC_END),
    );
    assert!(opened >= 2, "{opened} frames");
    assert_eq!(closed, opened + 1);
}

#[test]
fn a_terminal_that_takes_no_bytes_does_not_keep_it() {
    let gate = Gate::new("stuck");
    let mut pty = stuck_in_a_frame(&gate);
    pty.kill(Signal::TERM);
    let (code, modes) = pty.exit_while_held();
    assert_eq!((code, modes.as_str()), (143, pty.modes_before()));
}

#[test]
fn a_lost_terminal_ends_it_even_when_nobody_sends_sighup() {
    let pty = start_in_shell("trap '' HUP; \"$0\" \"$@\"; exit $?", "-c");
    let code = pty.hang_up();
    assert!(
        [1, 129].contains(&code),
        "by the failing write or by the signal, whichever comes first: {code}"
    );
}

// ---- suspending -----------------------------------------------------------------------------------------------

/// A shell with job control that says when it has its turn, and takes a line before it goes on.
const JOB_CONTROL: &str = "\"$0\" \"$@\"; echo \"turn 1: $?\"; read -r _; fg >/dev/null; \
    echo \"turn 2: $?\"; read -r _; fg >/dev/null; echo \"end: $?\"";

/// Waits for the program's screen, without anything of the shell on it.
fn wait_for_program(pty: &Pty) {
    pty.wait_until("the program", |screen| {
        let contents = screen.contents();
        screen.alternate_screen() && contents.contains("keys=") && !contents.contains("turn ")
    });
}

/// Stops it twice by `stop`, which types `keys` keys.
fn suspends(keys: usize, stop: impl Fn(&mut Pty)) {
    let mut pty = start_in_shell(JOB_CONTROL, "-mc");
    let modes_inside = pty.line_modes();
    for turn in ["turn 1: ", "turn 2: "] {
        stop(&mut pty);
        pty.wait_for(turn);
        assert_restored(&pty.screen(), &pty.output());
        assert_eq!(pty.line_modes(), pty.modes_before());
        pty.send("typed for the shell\nand not for the program");
        wait_for_program(&pty);
        assert_eq!(pty.line_modes(), modes_inside);
        assert!(pty.screen().hide_cursor() && pty.screen().bracketed_paste());
    }
    pty.send("a");
    pty.wait_for(&format!("keys={} last=a", 2 * keys + 1));
    pty.send("q");
    pty.wait_for("end: 0");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn ctrl_z_gives_the_shell_its_turn() {
    suspends(1, |pty| pty.send("\u{1a}"));
}

#[test]
fn a_stop_signal_from_elsewhere_does_the_same() {
    suspends(0, |pty| pty.kill_pid(shown_pid(pty), Signal::TSTP));
}

#[test]
fn a_stop_that_cannot_be_caught_is_repaired_afterwards() {
    let mut pty = start_in_shell(JOB_CONTROL, "-mc");
    pty.kill_pid(shown_pid(&pty), Signal::STOP);
    // The shell's output lands on the alternate screen: nobody had a chance to leave it.
    pty.wait_for("turn 1: ");
    pty.send("\n");
    wait_for_program(&pty);
    pty.send("q");
    pty.wait_for("turn 2: 0");
    pty.send("\n");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn where_no_shell_could_continue_it_ctrl_z_does_nothing() {
    let mut pty = start();
    pty.send("\u{1a}a");
    pty.wait_for("keys=2");
    pty.kill(Signal::TSTP);
    pty.send("a");
    pty.wait_for("keys=3");
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn a_signal_ends_it_while_it_is_stopped() {
    let mut pty = start_in_shell(JOB_CONTROL, "-mc");
    let pid = shown_pid(&pty);
    pty.send("\u{1a}");
    pty.wait_for("turn 1: ");
    pty.kill_pid(pid, Signal::TERM);
    pty.send("\n");
    pty.wait_for("turn 2: 143");
    pty.send("\n");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn a_child_process_gets_the_terminal_as_it_was() {
    let mut pty = start();
    pty.send("h");
    pty.wait_for("handed over");
    assert_restored(&pty.screen(), &pty.output());
    assert_eq!(pty.line_modes(), pty.modes_before());
    pty.kill(Signal::INT);
    pty.send("a line\n");
    pty.wait_for("last=got a line.");
    assert!(pty.screen().alternate_screen());
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

// ---- input and output -----------------------------------------------------------------------------------------

#[test]
fn an_idle_program_writes_nothing() {
    let mut pty = start();
    pty.send("i");
    pty.wait_for("keys=1");
    assert_eq!(
        pty.quiet(Duration::from_secs(2)),
        0,
        "idle, with one frame owed that changes nothing"
    );
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn a_burst_of_keys_is_few_frames_and_all_keys() {
    for keys in [500, 5_000] {
        let mut pty = start();
        pty.send(&"x".repeat(keys));
        pty.wait_for(&format!("keys={keys} "));
        let frames = count(&pty.output(), SYNC_BEGIN);
        assert!(frames < keys / 10, "{frames} frames for {keys} keys");
        pty.send("q");
        assert_ended(&pty.finish(), 0);
    }
}

#[test]
fn pastes_sizes_and_focus_arrive() {
    let mut pty = start();
    pty.send("\u{1b}[200~");
    pty.send("one\ntwo");
    pty.send(&"\u{1b}q".repeat(5_000));
    pty.send("\u{1b}[201~");
    pty.wait_for("last=paste 10007 \"one\\ntwo");
    pty.resize(60, 10);
    pty.wait_for("size=60x10 area=60x10");
    pty.send("\u{1b}[O\u{1b}[I");
    pty.wait_for("last=focus.");
    pty.send("\u{3}");
    pty.wait_for("last=c Control.");
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn a_size_that_changes_right_after_the_first_frame_is_seen() {
    let mut pty = start();
    pty.resize(60, 10);
    pty.wait_for("size=60x10 area=60x10");
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn copying_goes_through_the_terminal() {
    let mut pty = start();
    pty.send("y");
    pty.wait_for_bytes(b"\x1b]52;c;dG8gdGhlIGNsaXBib2FyZA==\x1b\\");
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn the_mouse_is_reported_when_asked_for_and_what_has_no_button_is_not() {
    let mut pty = start();
    let reports = |pty: &Pty| pty.screen().mouse_protocol_mode();
    assert_eq!(reports(&pty), vt100::MouseProtocolMode::None);
    pty.send("m");
    pty.wait_for("keys=1");
    assert_eq!(reports(&pty), vt100::MouseProtocolMode::ButtonMotion);
    let cases = [
        ("\u{1b}[<0;5;3M", "Press(Left) at 4,2."),
        ("\u{1b}[<32;6;3M", "Drag(Left) at 5,2."),
        ("\u{1b}[<0;6;3m", "Release(Left) at 5,2."),
        ("\u{1b}[<64;80;24M", "WheelUp at 79,23."),
        ("\u{1b}[<65;300;2M", "WheelDown at 299,1."),
    ];
    for (bytes, last) in cases {
        pty.send(bytes);
        pty.wait_for(&format!("last={last}"));
    }
    // A terminal that reports a movement all the same.
    pty.send("\u{1b}[<35;9;9M");
    assert_eq!(pty.quiet(Duration::from_millis(300)), 0);
    pty.send("m");
    pty.wait_for("keys=2");
    assert_eq!(reports(&pty), vt100::MouseProtocolMode::None);
    pty.send("mq");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn the_mouse_comes_back_with_the_terminal_and_goes_in_a_panic() {
    let mut pty = start();
    pty.send("mh");
    pty.wait_for("handed over");
    assert_restored(&pty.screen(), &pty.output());
    pty.send("a line\n");
    pty.wait_for("last=got a line.");
    let reports = pty.screen().mouse_protocol_mode();
    assert_eq!(reports, vt100::MouseProtocolMode::ButtonMotion);
    pty.send("p");
    assert_panicked(&pty.finish(), "panic in an event");
}

#[test]
fn a_source_of_its_own_wakes_an_idle_program() {
    let gate = Gate::new("source-post");
    let mut pty = start_with(gate.path().trim_end_matches("-post"), &[]);
    pty.send("l");
    pty.wait_for("keys=1");
    assert_eq!(pty.quiet(Duration::from_millis(300)), 0, "idle until then");
    gate.open();
    pty.wait_for("last=posted.");
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}

#[test]
fn without_colours_bold_and_reverse_remain() {
    let mut pty = start_with("/nonexistent/gate", &[("NO_COLOR", "1")]);
    let screen = pty.screen();
    let at = |column| screen.cell(2, column).unwrap();
    assert_eq!(
        (at(0).contents(), at(0).bold(), at(0).inverse()),
        ("B", true, false)
    );
    assert_eq!(
        (at(4).contents(), at(4).bold(), at(4).inverse()),
        ("R", false, true)
    );
    assert_eq!(
        (at(11).contents(), at(11).bold(), at(11).inverse()),
        ("P", false, false)
    );
    pty.send("q");
    assert_ended(&pty.finish(), 0);
}
