//! What a program asks for, collected as data. Not the doing: that is `run`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::mailbox::{Mailbox, Outbox};

/// Work that runs away from the drawing thread and returns a message.
pub type Work<M> = Box<dyn FnOnce() -> M + Send>;

/// Something a program asked for, in the order it asked.
pub enum Effect<M> {
    /// Draw soon.
    Redraw,
    /// Draw soon, every cell: what is on the terminal is no longer what was drawn.
    Repaint,
    /// Draw once this much time has passed.
    RedrawIn(Duration),
    /// Leave the loop.
    Quit,
    /// Stop the process as ctrl-z does.
    Suspend,
    /// Put text on the clipboard.
    Copy(String),
    /// Have the terminal report its mouse, or no longer.
    Mouse(bool),
    /// Run on another thread; given up when the program ends first.
    Job(Work<M>),
    /// Run on another thread; the program does not end before it has.
    MustFinish(Work<M>),
    /// Run with the terminal as it was before the program started.
    HandOver(Work<M>),
    /// Deliver a message after a while.
    After(Duration, Work<M>),
}

impl<M> fmt::Debug for Effect<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Redraw => f.write_str("Redraw"),
            Effect::Repaint => f.write_str("Repaint"),
            Effect::RedrawIn(delay) => write!(f, "RedrawIn({delay:?})"),
            Effect::Quit => f.write_str("Quit"),
            Effect::Suspend => f.write_str("Suspend"),
            Effect::Copy(text) => write!(f, "Copy({text:?})"),
            Effect::Mouse(on) => write!(f, "Mouse({on})"),
            Effect::Job(_) => f.write_str("Job"),
            Effect::MustFinish(_) => f.write_str("MustFinish"),
            Effect::HandOver(_) => f.write_str("HandOver"),
            Effect::After(delay, _) => write!(f, "After({delay:?})"),
        }
    }
}

/// Collects the effects of one call into a program, and holds what its long-lived sources posted.
pub struct Context<M> {
    effects: Vec<Effect<M>>,
    pub(super) mailbox: Arc<Mailbox<M>>,
}

impl<M> fmt::Debug for Context<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.effects).finish()
    }
}

impl<M> Default for Context<M> {
    fn default() -> Self {
        Context {
            effects: Vec::new(),
            mailbox: Arc::default(),
        }
    }
}

impl<M> Context<M> {
    /// Asks for a frame. Many requests make one frame.
    pub fn redraw(&mut self) {
        self.effects.push(Effect::Redraw);
    }

    /// Asks for a frame with every cell, whatever is on the terminal now.
    pub fn repaint(&mut self) {
        self.effects.push(Effect::Repaint);
    }

    /// Asks for a frame after `delay`, whatever else is drawn until then. For what vanishes by itself, such as a
    /// notice; never for a clock.
    pub fn redraw_in(&mut self, delay: Duration) {
        self.effects.push(Effect::RedrawIn(delay));
    }

    /// Ends the loop; effects asked for afterwards are dropped.
    pub fn quit(&mut self) {
        self.effects.push(Effect::Quit);
    }

    /// Gives the shell its turn, as ctrl-z does elsewhere. Nothing happens where no shell could continue us.
    pub fn suspend(&mut self) {
        self.effects.push(Effect::Suspend);
    }

    /// Puts `text` on the clipboard of the terminal (OSC 52), which works over ssh. The terminal does not answer,
    /// and may refuse.
    pub fn copy(&mut self, text: impl Into<String>) {
        self.effects.push(Effect::Copy(text.into()));
    }

    /// Turns the reports of the mouse on or off, as they are off at the start. They stay as they are set over
    /// suspending and handing over; while they are on, the terminal's own selecting needs shift.
    pub fn mouse(&mut self, on: bool) {
        self.effects.push(Effect::Mouse(on));
    }

    /// A way into this loop for a source that lives long, such as a watcher's thread: what is posted there arrives as
    /// a message. One for each source, taken once.
    pub fn outbox(&mut self) -> Outbox<M> {
        self.mailbox.outbox()
    }

    /// Runs `work` on another thread; what it returns arrives as a message. A job still running when the program
    /// ends is left behind.
    pub fn job(&mut self, work: impl FnOnce() -> M + Send + 'static) {
        self.effects.push(Effect::Job(Box::new(work)));
    }

    /// Like [`job`](Self::job), for work that must not be cut off, such as a write: at the end the loop waits for
    /// it (10 s at most) and still delivers its message.
    pub fn must_finish(&mut self, work: impl FnOnce() -> M + Send + 'static) {
        self.effects.push(Effect::MustFinish(Box::new(work)));
    }

    /// Restores the terminal, runs `work` there (an editor, a pager), takes the terminal back, and delivers the
    /// message.
    pub fn hand_over(&mut self, work: impl FnOnce() -> M + Send + 'static) {
        self.effects.push(Effect::HandOver(Box::new(work)));
    }

    /// Delivers a message after `delay`. For keys that mean something else when no further one comes; never for a
    /// clock.
    pub fn after(&mut self, delay: Duration, message: impl FnOnce() -> M + Send + 'static) {
        self.effects.push(Effect::After(delay, Box::new(message)));
    }

    /// A message that a source has posted and nobody has delivered; the loop does, or a test.
    pub fn take_posted(&mut self) -> Option<M> {
        self.mailbox.take()
    }

    /// The effects so far, in order; none are left behind.
    pub fn take_effects(&mut self) -> Vec<Effect<M>> {
        std::mem::take(&mut self.effects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_come_out_once_and_in_order() {
        let mut cx: Context<u8> = Context::default();
        cx.redraw();
        cx.repaint();
        cx.redraw_in(Duration::from_secs(3));
        cx.copy("text");
        cx.mouse(true);
        cx.job(|| 1);
        cx.must_finish(|| 2);
        cx.hand_over(|| 3);
        cx.after(Duration::from_secs(4), || 4);
        cx.suspend();
        cx.quit();
        let effects = cx.take_effects();
        assert_eq!(
            format!("{effects:?}"),
            "[Redraw, Repaint, RedrawIn(3s), Copy(\"text\"), Mouse(true), Job, MustFinish, HandOver, After(4s), Suspend, Quit]"
        );
        let messages: Vec<u8> = effects
            .into_iter()
            .filter_map(|effect| match effect {
                Effect::Job(work)
                | Effect::MustFinish(work)
                | Effect::HandOver(work)
                | Effect::After(_, work) => Some(work()),
                _ => None,
            })
            .collect();
        assert_eq!(messages, [1, 2, 3, 4]);
        assert!(cx.take_effects().is_empty());
    }
}
