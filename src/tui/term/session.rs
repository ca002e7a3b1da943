//! The terminal's modes: set together, undone together, by whoever comes first.
//!
//! [`Session`] is the terminal as a value. [`restore`] is the only way back, shared by its drop, the panic hook,
//! signals, suspending and the end. The state is global because the terminal is, and because a panic hook and a
//! signal have nobody to ask. Not here: when to do which, that is `run` and `signals`.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, EnableBracketedPaste, EnableFocusChange,
};
use crossterm::queue;
use crossterm::style::{Attribute, SetAttribute, force_color_output};
use crossterm::terminal::{
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, SetTitle,
};
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::{Errno, retry_on_intr};
use rustix::termios::{
    OptionalActions, QueueSelector, Termios, isatty, tcflush, tcgetattr, tcgetwinsize, tcsetattr,
};

use super::{Error, signals};

/// How to put the terminal back; `None` while it is not ours.
static SAVED: Mutex<Option<Saved>> = Mutex::new(None);
/// Whether frames may be written. Apart from `SAVED`, so that a writer never waits for a restore that waits for it.
static OURS: AtomicBool = AtomicBool::new(false);
/// Held for the length of a write, so that a restore does not land inside a frame.
static OUTPUT: Mutex<()> = Mutex::new(());

/// Pushes and pops the title on the terminal's own stack, since a title cannot be read.
const SAVE_TITLE: &[u8] = b"\x1b[22;0t";
const RESTORE_TITLE: &[u8] = b"\x1b[23;0t";
/// Buttons, movement with a button down, positions as SGR. Not what crossterm sets, which has every movement reported.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";
/// Longer titles are cut; terminals show less.
const TITLE_CHARS: usize = 120;

struct Saved {
    termios: Termios,
    titled: bool,
}

/// The terminal in our modes. Dropping it restores.
#[derive(Debug)]
pub(super) struct Session(());

impl Session {
    /// Takes the terminal: raw mode, then alternate screen, bracketed paste, focus reports, hidden cursor, title.
    /// The shape of the cursor is left alone. Blocks while the process is in the background of its terminal.
    pub fn enter(title: Option<&str>) -> Result<Session, Error> {
        // Otherwise crossterm answers NO_COLOR by writing a reset for each colour, which also ends bold and reverse.
        // How many colours there are is decided by the theme.
        force_color_output(true);
        let mut saved = lock(&SAVED);
        if saved.is_some() {
            return Err(Error::Busy);
        }
        // What was printed without a line break belongs to the main screen.
        io::stdout().flush()?;
        let termios = tcgetattr(io::stdin()).map_err(io::Error::from)?;
        let mut raw = termios.clone();
        raw.make_raw();
        // First of all, so that a background process is stopped here, before it has written anything.
        set_termios(&raw)?;
        *saved = Some(Saved {
            termios,
            titled: title.is_some(),
        });
        OURS.store(true, Ordering::SeqCst);
        drop(saved);
        let session = Session(());
        write(&enter_bytes(title)?)?;
        Ok(session)
    }

    /// Drops what was typed and not read yet.
    pub fn flush_input(&self) -> io::Result<()> {
        Ok(tcflush(io::stdin(), QueueSelector::IFlush)?)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether standard input and output are terminals.
pub(super) fn is_terminal() -> bool {
    isatty(io::stdin()) && isatty(io::stdout())
}

/// The size in cells. A terminal that does not know its size (a serial line) counts as 80x24.
pub(super) fn size() -> io::Result<Size> {
    let size = tcgetwinsize(io::stdout())?;
    Ok(match (size.ws_col, size.ws_row) {
        (0, 0) => Size::new(80, 24),
        (columns, rows) => Size::new(columns, rows),
    })
}

/// Writes a frame in one go.
///
/// # Errors
/// [`Error::Panicked`] when the terminal is no longer ours, which only a panic elsewhere does to a running loop.
pub(super) fn write(bytes: &[u8]) -> Result<(), Error> {
    let _writing = lock(&OUTPUT);
    if !OURS.load(Ordering::SeqCst) {
        return Err(Error::Panicked);
    }
    Ok(write_all(bytes)?)
}

/// Sends `text` to the clipboard of the terminal.
pub(super) fn copy(text: &str) -> Result<(), Error> {
    let mut bytes = Vec::new();
    queue!(bytes, CopyToClipboard::to_clipboard_from(text))?;
    write(&bytes)
}

/// Turns the reports of the mouse on or off. They are off after [`Session::enter`].
pub(super) fn mouse(on: bool) -> Result<(), Error> {
    write(if on { MOUSE_ON } else { MOUSE_OFF })
}

/// Puts the terminal back as it was before [`Session::enter`] and says whether there was anything to do. Never
/// panics, may be called from any thread, any number of times; whoever calls it second waits for the first. Blocks
/// while the terminal takes no bytes, though not before the modes of the line are back.
pub(super) fn restore() -> bool {
    let mut saved = lock(&SAVED);
    let Some(Saved { termios, titled }) = saved.take() else {
        return false;
    };
    OURS.store(false, Ordering::SeqCst);
    // Errors have nobody to go to: the terminal may be gone. The modes of the line come first because, unlike
    // bytes, they also arrive at a terminal that has stopped reading.
    let _ = set_termios(&termios);
    let _writing = lock(&OUTPUT);
    let _ = leave_bytes(titled).and_then(|bytes| write_all(&bytes));
    true
}

/// Makes every panic, on whatever thread, restore the terminal before its message is printed, and end the loop.
pub(super) fn install_panic_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let ours = restore();
            previous(panic);
            if ours {
                signals::tell_panicked();
            }
        }));
    });
}

/// Sets the modes. `leave_bytes` is its mirror: a line here needs one there.
fn enter_bytes(title: Option<&str>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(title) = title {
        bytes.extend_from_slice(SAVE_TITLE);
        let title: String = title
            .chars()
            .filter(|c| !c.is_control())
            .take(TITLE_CHARS)
            .collect();
        queue!(bytes, SetTitle(title))?;
    }
    queue!(
        bytes,
        EnterAlternateScreen,
        EnableBracketedPaste,
        EnableFocusChange,
        Hide
    )?;
    Ok(bytes)
}

fn leave_bytes(titled: bool) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The first two undo what a frame that was cut off may have left open.
    queue!(bytes, EndSynchronizedUpdate, SetAttribute(Attribute::Reset))?;
    // Also where it was never on: who restores after a panic does not know.
    bytes.extend_from_slice(MOUSE_OFF);
    queue!(
        bytes,
        DisableFocusChange,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show
    )?;
    if titled {
        bytes.extend_from_slice(RESTORE_TITLE);
    }
    Ok(bytes)
}

/// Sets the modes of the line, also when stopped and continued in the middle of it.
fn set_termios(termios: &Termios) -> io::Result<()> {
    Ok(retry_on_intr(|| {
        tcsetattr(io::stdin(), OptionalActions::Now, termios)
    })?)
}

/// Writes past std's own buffer and lock: a panic or a signal may come while another thread holds that.
fn write_all(mut bytes: &[u8]) -> io::Result<()> {
    let stdout = io::stdout();
    while !bytes.is_empty() {
        match rustix::io::write(&stdout, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            // Another process on this terminal may have made it non-blocking.
            Err(Errno::AGAIN) => {
                let _ = poll(&mut [PollFd::new(&stdout, PollFlags::OUT)], None);
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Locks; what a panic left behind is still the truth here.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_has_its_mirror() {
        let entered = String::from_utf8(enter_bytes(None).unwrap()).unwrap();
        let left = String::from_utf8(leave_bytes(false).unwrap()).unwrap();
        let modes = |bytes: &str, end: char| {
            let mut modes: Vec<String> = bytes
                .split("\u{1b}[?")
                .skip(1)
                .filter_map(|part| part.split_once(end))
                .filter(|(mode, _)| mode.chars().all(|c| c.is_ascii_digit()))
                .map(|(mode, _)| mode.to_owned())
                .collect();
            modes.sort();
            modes
        };
        assert_eq!(modes(&entered, 'h'), ["1004", "1049", "2004"]);
        assert_eq!(modes(&entered, 'l'), ["25"]);
        let mouse = modes(std::str::from_utf8(MOUSE_ON).unwrap(), 'h');
        assert_eq!(mouse, ["1000", "1002", "1006"]);
        let mut expected = vec!["1004", "1049", "2004", "2026"];
        expected.extend(mouse.iter().map(String::as_str));
        expected.sort();
        assert_eq!(modes(&left, 'l'), expected);
        assert_eq!(modes(&left, 'h'), ["25"]);
    }

    #[test]
    fn a_title_is_clean_and_comes_back() {
        let entered = enter_bytes(Some("a\u{1b}]0;b\u{7}\u{9b}c")).unwrap();
        assert!(
            entered.starts_with(b"\x1b[22;0t\x1b]0;a]0;bc\x07\x1b[?"),
            "{entered:?}"
        );
        assert!(leave_bytes(true).unwrap().ends_with(RESTORE_TITLE));
        let long = enter_bytes(Some(&"x".repeat(10_000))).unwrap();
        assert!(long.len() < 300);
    }

    #[test]
    fn there_is_nothing_to_restore_before_a_session_and_nothing_to_write_to() {
        assert!(!restore());
        assert!(!restore());
        assert!(matches!(write(b"x"), Err(Error::Panicked)));
    }
}
