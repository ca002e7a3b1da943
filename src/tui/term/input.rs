//! The thread that reads keyboard and mouse, and what it lets through.
//!
//! crossterm's reader can block in the middle of a sequence (a paste whose end is late), so it never runs on the
//! drawing thread. It has to be built with `use-dev-tty`: the other reader of crossterm 0.29 leaves what exceeds
//! 1024 bytes in the terminal until the next key. Not here: what keys mean.

use std::time::Duration;
use std::{io, thread};

use crossterm::event::{
    Event as RawEvent, EventStream, KeyEventKind, MouseEvent as RawMouse, MouseEventKind,
};
use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::ground::LateAnswer;
use super::{Event, Mouse, MouseKind};

/// The most events handled before the next frame, so that held keys still show progress.
pub(super) const BURST: usize = 32;
/// Events that wait when the loop is busy; beyond that they wait in the terminal.
const QUEUE: usize = 1024;
/// How long to wait for the reader to let go.
const PATIENCE: Duration = Duration::from_millis(200);

/// The events of the terminal, until it is stopped or dropped.
pub(super) struct Input {
    events: mpsc::Receiver<io::Result<Event>>,
    stop: oneshot::Sender<()>,
    stopped: oneshot::Receiver<()>,
}

impl Input {
    /// Starts reading.
    pub fn start() -> io::Result<Input> {
        // No drivers: crossterm brings its own waking.
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let (sender, events) = mpsc::channel(QUEUE);
        let (stop, stopping) = oneshot::channel();
        let (ended, stopped) = oneshot::channel();
        thread::Builder::new().name("input".into()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    _ = stopping => {}
                    () = forward(sender) => {}
                }
            });
            drop(ended);
        })?;
        Ok(Input {
            events,
            stop,
            stopped,
        })
    }

    /// Waits for events and adds those that are there, 32 at most. May be dropped without losing one.
    pub async fn read(&mut self, batch: &mut Vec<io::Result<Event>>) {
        if self.events.recv_many(batch, BURST).await == 0 {
            batch.push(Err(io::ErrorKind::UnexpectedEof.into()));
        }
    }

    /// Adds the events that are there, 32 at most.
    pub fn read_ready(&mut self, batch: &mut Vec<io::Result<Event>>) {
        batch.extend(std::iter::from_fn(|| self.events.try_recv().ok()).take(BURST));
    }

    /// Returns once nobody reads the terminal any more, or crossterm's reader is stuck.
    pub async fn stop(self) {
        drop(self.stop);
        let _ = timeout(PATIENCE, self.stopped).await;
    }
}

async fn forward(sender: mpsc::Sender<io::Result<Event>>) {
    let mut stream = EventStream::new();
    let mut late = LateAnswer::start();
    while let Some(next) = stream.next().await {
        let events = match next {
            Ok(raw) => late
                .pass(raw)
                .into_iter()
                .filter_map(translate)
                .map(Ok)
                .collect(),
            Err(error) => vec![Err(error)],
        };
        for event in events {
            let failed = event.is_err();
            if sender.send(event).await.is_err() || failed {
                return;
            }
        }
    }
}

/// What of crossterm's events a program gets to see.
fn translate(raw: RawEvent) -> Option<Event> {
    match raw {
        RawEvent::Key(key) if key.kind == KeyEventKind::Release => None,
        RawEvent::Key(key) => Some(Event::Key(key)),
        RawEvent::Paste(text) => Some(Event::Paste(text)),
        RawEvent::FocusGained => Some(Event::FocusGained),
        RawEvent::Mouse(mouse) => translate_mouse(mouse).map(Event::Mouse),
        // Sizes come from `signals`.
        RawEvent::FocusLost | RawEvent::Resize(..) => None,
    }
}

fn translate_mouse(raw: RawMouse) -> Option<Mouse> {
    let kind = match raw.kind {
        MouseEventKind::Down(button) => MouseKind::Press(button),
        MouseEventKind::Drag(button) => MouseKind::Drag(button),
        MouseEventKind::Up(button) => MouseKind::Release(button),
        MouseEventKind::ScrollUp => MouseKind::WheelUp,
        MouseEventKind::ScrollDown => MouseKind::WheelDown,
        MouseEventKind::Moved | MouseEventKind::ScrollLeft | MouseEventKind::ScrollRight => {
            return None;
        }
    };
    Some(Mouse {
        kind,
        column: raw.column,
        row: raw.row,
        modifiers: raw.modifiers,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton};

    #[test]
    fn what_a_program_cannot_use_is_kept_away() {
        let key = |kind| KeyEvent::new_with_kind(KeyCode::Char('a'), KeyModifiers::NONE, kind);
        let mouse = |kind| {
            RawEvent::Mouse(RawMouse {
                kind,
                column: 3,
                row: 7,
                modifiers: KeyModifiers::SHIFT,
            })
        };
        let seen: Vec<Event> = [
            RawEvent::Key(key(KeyEventKind::Press)),
            RawEvent::Key(key(KeyEventKind::Repeat)),
            RawEvent::Key(key(KeyEventKind::Release)),
            RawEvent::Paste("a\nb".into()),
            mouse(MouseEventKind::Moved),
            mouse(MouseEventKind::ScrollLeft),
            mouse(MouseEventKind::Down(MouseButton::Left)),
            mouse(MouseEventKind::Drag(MouseButton::Left)),
            mouse(MouseEventKind::Up(MouseButton::Left)),
            mouse(MouseEventKind::ScrollUp),
            mouse(MouseEventKind::ScrollDown),
            RawEvent::Resize(80, 24),
            RawEvent::FocusLost,
            RawEvent::FocusGained,
        ]
        .into_iter()
        .filter_map(translate)
        .collect();
        let mouse = |kind| {
            Event::Mouse(Mouse {
                kind,
                column: 3,
                row: 7,
                modifiers: KeyModifiers::SHIFT,
            })
        };
        let expected = [
            Event::Key(key(KeyEventKind::Press)),
            Event::Key(key(KeyEventKind::Repeat)),
            Event::Paste("a\nb".into()),
            mouse(MouseKind::Press(MouseButton::Left)),
            mouse(MouseKind::Drag(MouseButton::Left)),
            mouse(MouseKind::Release(MouseButton::Left)),
            mouse(MouseKind::WheelUp),
            mouse(MouseKind::WheelDown),
            Event::FocusGained,
        ];
        assert_eq!(seen, expected);
    }
}
