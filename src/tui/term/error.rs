//! Why a run ended without the program having asked for it, and the exit code that says so.

use std::io;

/// Why [`run`](super::run) did not hand the program back. In every case the terminal is already restored.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Standard input or output is not a terminal.
    #[error(
        "the workbench needs a terminal for its input and its output; in a pipe or a script use the \
         non-interactive commands (`skilldeck --help` lists them)"
    )]
    NotATerminal,
    /// Another run in this process has the terminal.
    #[error("the terminal is already in use by this process")]
    Busy,
    /// A signal asked the process to end; holds the signal's number.
    #[error("ended by signal {0}")]
    Signal(i32),
    /// A thread that does not belong to a job panicked; its message is on the screen.
    #[error("a background thread panicked")]
    Panicked,
    /// The terminal could not be read, written or set up.
    #[error("the terminal failed: {0}")]
    Io(#[from] io::Error),
}

impl Error {
    /// The exit code of a process that ends because of this: 2 for a missing terminal, 128 + n for a signal, 101
    /// for a panic, else 1.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::NotATerminal => 2,
            Error::Signal(number) => u8::try_from(number.saturating_add(128)).unwrap_or(u8::MAX),
            Error::Panicked => 101,
            Error::Busy | Error::Io(_) => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_follow_the_shell() {
        let codes = [
            Error::NotATerminal,
            Error::Busy,
            Error::Signal(15),
            Error::Signal(i32::MAX),
            Error::Panicked,
            Error::Io(io::Error::other("gone")),
        ]
        .map(|error| error.exit_code());
        assert_eq!(codes, [2, 1, 143, 255, 101, 1]);
    }
}
