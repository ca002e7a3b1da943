//! Messages from sources that live as long as the program, such as a thread that watches folders.
//!
//! Each [`Outbox`] has room for one message that was not delivered yet: who posts again while it waits merges the two,
//! so that a busy loop, or one whose terminal is elsewhere, owes each source one message and no more. Nobody polls: a
//! post wakes the loop. Not for the results of jobs, which arrive by themselves.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};

use tokio::sync::Notify;

use super::session::lock;

/// The loop's end: what was posted and not delivered.
pub(super) struct Mailbox<M> {
    /// By outbox.
    waiting: Mutex<BTreeMap<u64, M>>,
    outboxes: AtomicU64,
    posted: Notify,
}

impl<M> Default for Mailbox<M> {
    fn default() -> Self {
        Mailbox {
            waiting: Mutex::default(),
            outboxes: AtomicU64::new(0),
            posted: Notify::new(),
        }
    }
}

impl<M> Mailbox<M> {
    /// A new outbox.
    pub fn outbox(self: &Arc<Self>) -> Outbox<M> {
        Outbox {
            id: self.outboxes.fetch_add(1, Ordering::Relaxed),
            mailbox: Arc::downgrade(self),
        }
    }

    /// A message that waits.
    pub fn take(&self) -> Option<M> {
        Some(lock(&self.waiting).pop_first()?.1)
    }

    /// The next message. May be dropped and called again without losing one.
    pub async fn next(&self) -> M {
        loop {
            if let Some(message) = self.take() {
                return message;
            }
            self.posted.notified().await;
        }
    }
}

/// Where a source puts its messages, from any thread. Clones share the room for one message.
pub struct Outbox<M> {
    id: u64,
    mailbox: Weak<Mailbox<M>>,
}

impl<M> Outbox<M> {
    /// Puts a message into the program's loop. `merge` gets the one that was posted here before and not delivered
    /// yet, if there is one. It must be quick. False, without calling it, when the program is gone.
    pub fn post(&self, merge: impl FnOnce(Option<M>) -> M) -> bool {
        let Some(mailbox) = self.mailbox.upgrade() else {
            return false;
        };
        {
            let mut waiting = lock(&mailbox.waiting);
            let before = waiting.remove(&self.id);
            waiting.insert(self.id, merge(before));
        }
        mailbox.posted.notify_one();
        true
    }
}

impl<M> Clone for Outbox<M> {
    fn clone(&self) -> Self {
        Outbox {
            id: self.id,
            mailbox: Weak::clone(&self.mailbox),
        }
    }
}

impl<M> fmt::Debug for Outbox<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outbox({})", self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(more: u32) -> impl FnOnce(Option<u32>) -> u32 {
        move |before| before.unwrap_or(0) + more
    }

    #[test]
    fn a_source_has_one_message_waiting_and_never_more() {
        let mailbox: Arc<Mailbox<u32>> = Arc::default();
        let (one, other) = (mailbox.outbox(), mailbox.outbox());
        for _ in 0..1_000 {
            assert!(one.post(add(1)) && one.clone().post(add(1)));
        }
        assert!(other.post(add(7)));
        let taken: Vec<u32> = std::iter::from_fn(|| mailbox.take()).collect();
        assert_eq!(taken, [2_000, 7]);
        assert!(one.post(add(5)));
        assert_eq!(mailbox.take(), Some(5), "what was delivered is not merged");
    }

    #[test]
    fn a_post_from_a_thread_wakes_who_waits() {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        let mailbox: Arc<Mailbox<u32>> = Arc::default();
        let outbox = mailbox.outbox();
        let next = runtime.unwrap().block_on(async {
            let waiting = mailbox.next();
            std::thread::spawn(move || outbox.post(add(3)));
            waiting.await
        });
        assert_eq!(next, 3);
    }

    #[test]
    fn nothing_is_kept_for_a_program_that_is_gone() {
        let mailbox: Arc<Mailbox<u32>> = Arc::default();
        let outbox = mailbox.outbox();
        drop(mailbox);
        assert!(!outbox.post(|_| unreachable!()));
    }
}
