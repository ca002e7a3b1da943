//! The terminal core: everything between a [`Program`] and the terminal it runs in.
//!
//! A program is state with three functions (event in, message in, draw); [`run`] owns the terminal, the clock and
//! the threads around it. What a program wants done it writes into a [`Context`] as data, so a test can drive it
//! without a terminal and read what it asked for.
//!
//! | file | holds |
//! |---|---|
//! | `run` | the loop: events, results and frames in one place, and the ways out of it |
//! | `context` | effects as data |
//! | `frames` | when to draw: pure, no clock |
//! | `screen` | a frame as bytes, and none when nothing changed |
//! | `session` | terminal modes, the one restore, the panic hook |
//! | `signals` | signals and stopping, from a thread of its own |
//! | `ground` | asking whether the terminal is dark or light |
//! | `input` | the thread that reads keyboard and mouse |
//! | `mailbox` | messages from sources that live as long as the program |
//!
//! Not here: keys as commands, themes, layout, widgets.

mod context;
mod error;
mod frames;
mod ground;
mod input;
mod mailbox;
mod run;
mod screen;
mod session;
mod signals;

pub use context::{Context, Effect, Work};
pub use error::Error;
pub use ground::ground;
pub use mailbox::Outbox;
pub use run::{Options, run};

/// A program that runs in a terminal. All three functions run on one thread and must not block it.
pub trait Program {
    /// What its background work sends back.
    type Message: Send + 'static;

    /// Something came from the terminal. The first event is always the size of the terminal, before the first
    /// frame, so initial work can be started there; every frame after it must be asked for.
    fn event(&mut self, event: Event, cx: &mut Context<Self::Message>);

    /// A piece of work has ended, or a source has posted something (see [`Context::outbox`]).
    fn message(&mut self, message: Self::Message, cx: &mut Context<Self::Message>);

    /// Draws the whole screen. Only what differs from the last frame reaches the terminal.
    fn draw(&mut self, frame: &mut ratatui::Frame<'_>);
}

/// What a terminal can tell a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// A key went down or repeats; releases are not reported.
    Key(crossterm::event::KeyEvent),
    /// Text was pasted, in one piece, as it was: line breaks and control characters included.
    Paste(String),
    /// The size, at the start, when it changes, and after each return from elsewhere (suspended, handed over).
    Resize {
        /// Width in cells.
        columns: u16,
        /// Height in cells.
        rows: u16,
    },
    /// The terminal window has the focus again.
    FocusGained,
    /// The mouse did something; only while its reports are on, see [`Context::mouse`].
    Mouse(Mouse),
}

/// What the mouse did, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// What it did.
    pub kind: MouseKind,
    /// The column of the cell, from 0.
    pub column: u16,
    /// The row of the cell, from 0.
    pub row: u16,
    /// The keys that were held.
    pub modifiers: crossterm::event::KeyModifiers,
}

/// What a mouse does. Moving without a button is not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseKind {
    /// A button went down.
    Press(crossterm::event::MouseButton),
    /// The mouse moved to another cell with a button down.
    Drag(crossterm::event::MouseButton),
    /// A button came up.
    Release(crossterm::event::MouseButton),
    /// The wheel turned away from the hand.
    WheelUp,
    /// The wheel turned towards the hand.
    WheelDown,
}
