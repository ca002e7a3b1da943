//! A program in a terminal: keys in, screen out.
//!
//! The program gets a pseudo terminal of its own and becomes the first process of its session; every byte it writes
//! goes through a terminal emulator. Waiting is for conditions, with a deadline; a deadline that passes panics with
//! the screen. Not an assertion library: tests look at the screen themselves.

#![allow(dead_code, reason = "each test binary uses its own part of this")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a broken harness must fail the test"
)]

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, SlavePty, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};

/// How long anything may take.
const DEADLINE: Duration = Duration::from_secs(10);

/// A running program and its terminal.
pub struct Pty {
    master: Option<Box<dyn MasterPty + Send>>,
    /// Kept open, so that the line modes can be read when the program is gone.
    slave: Option<Box<dyn SlavePty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    exit: Receiver<ExitStatus>,
    /// The program has been waited for: its process id may be somebody else's by now.
    gone: bool,
    pid: u32,
    modes_before: String,
    shared: Arc<Shared>,
}

/// What is left of a program that has ended.
pub struct Ended {
    /// Exit code; 1 after a death by signal.
    pub code: u32,
    /// What the signal that killed it is called, if one did.
    pub signal: Option<String>,
    /// The line modes (termios) before the program started, and now.
    pub modes_before: String,
    /// See `modes_before`.
    pub modes: String,
    /// The screen as it is left.
    pub screen: vt100::Screen,
    /// Every byte that was written.
    pub output: Vec<u8>,
}

/// What the reading thread and the test share.
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    parser: vt100::Parser,
    output: Vec<u8>,
    /// The reader leaves the program's bytes where they are.
    held: bool,
    /// The reader lets go of the terminal.
    closing: bool,
    ended: bool,
}

impl Pty {
    /// Starts `command` with `args` in a terminal of `size` (columns, rows), with `env` and no other variable. It
    /// starts in the folder that `PWD` names, without one in that of the test.
    pub fn spawn(
        command: impl AsRef<OsStr>,
        args: &[&str],
        env: &[(&str, &str)],
        size: (u16, u16),
    ) -> Pty {
        let pair = native_pty_system()
            .openpty(pty_size(size))
            .expect("a pseudo terminal");
        let modes_before = line_modes(&*pair.master);
        let mut builder = CommandBuilder::new(command);
        builder.args(args);
        builder.env_clear();
        let folder = env
            .iter()
            .find(|(name, _)| *name == "PWD")
            .map(|(_, folder)| folder.into());
        builder.cwd(folder.unwrap_or_else(|| std::env::current_dir().expect("a current folder")));
        for (name, value) in env {
            builder.env(name, value);
        }
        let mut child = pair
            .slave
            .spawn_command(builder)
            .expect("the program starts");
        let pid = child.process_id().expect("a process id");
        let (sender, exit) = channel();
        thread::spawn(move || sender.send(child.wait().expect("the program ends")));

        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                parser: vt100::Parser::new(cells(size.1), cells(size.0), 0),
                output: Vec::new(),
                held: false,
                closing: false,
                ended: false,
            }),
            changed: Condvar::new(),
        });
        let reader = pair.master.try_clone_reader().expect("a reader");
        thread::spawn({
            let shared = Arc::clone(&shared);
            move || shared.read_all(reader)
        });
        Pty {
            writer: Some(pair.master.take_writer().expect("a writer")),
            master: Some(pair.master),
            slave: Some(pair.slave),
            exit,
            gone: false,
            pid,
            modes_before,
            shared,
        }
    }

    /// Waits until `text` is on the screen.
    pub fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Waits until `text` is not on the screen.
    pub fn wait_gone(&self, text: &str) {
        self.wait_until(&format!("no {text}"), |screen| {
            !screen.contents().contains(text)
        });
    }

    /// Waits until `condition` holds; `what` names it when it never does.
    pub fn wait_until(&self, what: &str, condition: impl Fn(&vt100::Screen) -> bool) {
        self.shared
            .wait(what, |state| condition(state.parser.screen()));
    }

    /// Waits until `bytes` have been written, now or earlier.
    pub fn wait_for_bytes(&self, bytes: &[u8]) {
        let found = |state: &State| {
            state
                .output
                .windows(bytes.len())
                .any(|window| window == bytes)
        };
        self.shared
            .wait(&format!("{:?}", String::from_utf8_lossy(bytes)), found);
    }

    /// Waits for `duration` and says how many bytes came in it. For proving that none come; nothing else.
    pub fn quiet(&self, duration: Duration) -> usize {
        let state = self.shared.lock();
        let before = state.output.len();
        let unchanged = |state: &mut State| state.output.len() == before;
        let (state, _) = self
            .shared
            .changed
            .wait_timeout_while(state, duration, unchanged)
            .unwrap();
        state.output.len() - before
    }

    /// Types `keys`, as a keyboard would send them.
    pub fn send(&mut self, keys: &str) {
        let writer = self.writer.as_mut().unwrap();
        writer
            .write_all(keys.as_bytes())
            .and_then(|()| writer.flush())
            .expect("the terminal takes keys");
    }

    /// Gives the terminal another size.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.shared
            .lock()
            .parser
            .set_size(cells(rows), cells(columns));
        self.master()
            .resize(pty_size((columns, rows)))
            .expect("a new size");
    }

    /// How many bytes have been written so far.
    pub fn bytes_written(&self) -> usize {
        self.shared.lock().output.len()
    }

    /// Every byte written so far.
    pub fn output(&self) -> Vec<u8> {
        self.shared.lock().output.clone()
    }

    /// The screen now.
    pub fn screen(&self) -> vt100::Screen {
        self.shared.lock().parser.screen().clone()
    }

    /// The line modes (termios) now, for comparing.
    pub fn line_modes(&self) -> String {
        line_modes(self.master())
    }

    /// The line modes before the program started.
    pub fn modes_before(&self) -> &str {
        &self.modes_before
    }

    /// Sends `signal` to the program.
    pub fn kill(&self, signal: Signal) {
        self.kill_pid(self.pid, signal);
    }

    /// Sends `signal` to another process, such as a child of the program.
    pub fn kill_pid(&self, pid: u32, signal: Signal) {
        let pid = Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
        kill_process(pid, signal).expect("the process exists");
    }

    /// Stops taking what the program writes, like a terminal that hangs.
    pub fn hold(&self) {
        self.shared.lock().held = true;
    }

    /// Takes it again.
    pub fn release(&self) {
        self.shared.lock().held = false;
        self.shared.changed.notify_all();
    }

    /// Closes the terminal while the program runs in it, and waits for the program's exit code.
    pub fn hang_up(mut self) -> u32 {
        self.shared.lock().closing = true;
        // The reader sits in a read and notices only at the next bytes: a new size makes a program write.
        self.resize(33, 7);
        self.shared
            .wait("the reader to let go", |state| state.ended);
        self.writer = None;
        self.slave = None;
        self.master = None;
        self.exit_status().exit_code()
    }

    /// Waits until the program has ended although its output is held; its exit code and the line modes.
    pub fn exit_while_held(&mut self) -> (u32, String) {
        (self.exit_status().exit_code(), self.line_modes())
    }

    /// Waits until the program has ended by itself and all it wrote was read.
    pub fn finish(mut self) -> Ended {
        let status = self.exit_status();
        let modes = self.line_modes();
        // The last one to hold the terminal open lets the reader come to its end.
        self.slave = None;
        self.shared
            .wait("the end of the output", |state| state.ended);
        Ended {
            code: status.exit_code(),
            signal: status.signal().map(str::to_owned),
            modes_before: self.modes_before.clone(),
            modes,
            screen: self.screen(),
            output: self.output(),
        }
    }

    fn exit_status(&mut self) -> ExitStatus {
        let Ok(status) = self.exit.recv_timeout(DEADLINE) else {
            panic!(
                "the program does not end; screen:\n{}",
                self.screen().contents()
            );
        };
        self.gone = true;
        status
    }

    fn master(&self) -> &dyn MasterPty {
        &**self.master.as_ref().unwrap()
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        if !self.gone && self.exit.try_recv().is_err() {
            self.kill(Signal::KILL);
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    fn wait(&self, what: &str, condition: impl Fn(&State) -> bool) {
        let deadline = Instant::now() + DEADLINE;
        let mut state = self.lock();
        while !condition(&state) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                let screen = state.parser.screen().contents();
                drop(state);
                panic!("waited for {what}; screen:\n{screen}");
            }
            state = self.changed.wait_timeout(state, left).unwrap().0;
        }
    }

    fn read_all(&self, mut reader: Box<dyn Read + Send>) {
        let mut buffer = [0; 4096];
        loop {
            let state = self.lock();
            drop(self.changed.wait_while(state, |state| state.held).unwrap());
            let count = reader.read(&mut buffer).unwrap_or(0);
            let mut state = self.lock();
            let bytes = buffer.get(..count).unwrap();
            state.parser.process(bytes);
            state.output.extend_from_slice(bytes);
            let done = count == 0 || state.closing;
            drop(state);
            self.changed.notify_all();
            if done {
                break;
            }
        }
        drop(reader);
        self.lock().ended = true;
        self.changed.notify_all();
    }
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn cells(count: u16) -> std::num::NonZeroU16 {
    count.try_into().expect("a terminal has cells")
}

fn line_modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("line modes"))
}
