//! When to draw: never unless asked, at most 60 times a second, and exactly once for many requests.
//! A frame that answers a key does not wait for its sixtieth: who types sees it at once.
//!
//! Pure: the time is an argument. Not a timer; the loop sleeps until [`Frames::deadline`] and no longer.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The shortest time between two frames.
pub(super) const INTERVAL: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// The shortest time before a frame that answers a key: short enough not to be felt, long enough that a
/// burst of keys is few frames.
pub(super) const KEY_INTERVAL: Duration = Duration::from_millis(4);

/// The frames that were asked for and not drawn yet.
#[derive(Debug, Default)]
pub(super) struct Frames {
    /// When each is wanted. Entries closer together than a frame are one entry.
    wanted: BTreeSet<Instant>,
    last: Option<Instant>,
    /// One of them answers a key.
    hurry: bool,
}

impl Frames {
    /// Asks for a frame as soon as the rate allows.
    pub fn request(&mut self, now: Instant) {
        if self.wanted.first().is_none_or(|first| *first > now) {
            self.wanted.insert(now);
        }
    }

    /// What was asked for until `now` answers a key.
    pub fn hurry(&mut self, now: Instant) {
        self.hurry |= self.wanted.first().is_some_and(|first| *first <= now);
    }

    /// Asks for a frame at `at` or up to one interval later. Frames drawn before that do not count as this one.
    pub fn request_at(&mut self, at: Instant) {
        let close = at.checked_add(INTERVAL).unwrap_or(at);
        if self.wanted.range(at..=close).next().is_none() {
            self.wanted.insert(at);
        }
    }

    /// When to draw next; `None` means: do not wake up for drawing at all.
    pub fn deadline(&self) -> Option<Instant> {
        let first = *self.wanted.first()?;
        let interval = if self.hurry { KEY_INTERVAL } else { INTERVAL };
        let allowed = self.last.and_then(|last| last.checked_add(interval));
        Some(allowed.map_or(first, |allowed| allowed.max(first)))
    }

    /// A frame was drawn with the state as of `now`: every request up to then is served.
    pub fn drawn(&mut self, now: Instant) {
        self.wanted.retain(|at| *at > now);
        self.last = Some(now);
        self.hurry = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(start: Instant, millis: u64) -> Instant {
        start + Duration::from_millis(millis)
    }

    #[test]
    fn nothing_asked_nothing_due() {
        let start = Instant::now();
        let mut frames = Frames::default();
        assert_eq!(frames.deadline(), None);
        frames.request(start);
        frames.drawn(start);
        assert_eq!(frames.deadline(), None);
    }

    #[test]
    fn the_first_frame_is_due_at_once_and_the_next_waits_for_its_turn() {
        let start = Instant::now();
        let mut frames = Frames::default();
        frames.request(start);
        assert_eq!(frames.deadline(), Some(start));
        frames.drawn(start);
        frames.request(after(start, 1));
        assert_eq!(frames.deadline(), Some(start + INTERVAL));
        frames.drawn(start + INTERVAL);
        frames.request(after(start, 500));
        assert_eq!(
            frames.deadline(),
            Some(after(start, 500)),
            "after a pause there is no wait"
        );
    }

    #[test]
    fn a_frame_that_answers_a_key_is_due_at_once() {
        let start = Instant::now();
        let mut frames = Frames::default();
        frames.hurry(start);
        assert_eq!(frames.deadline(), None, "nothing was asked for");
        frames.request(start);
        frames.drawn(start);
        frames.request(after(start, 1));
        frames.hurry(after(start, 1));
        assert_eq!(frames.deadline(), Some(start + KEY_INTERVAL));
        frames.drawn(start + KEY_INTERVAL);
        frames.request(after(start, 5));
        assert_eq!(
            frames.deadline(),
            Some(start + KEY_INTERVAL + INTERVAL),
            "the next one answers none"
        );
    }

    #[test]
    fn many_requests_are_one_frame() {
        let start = Instant::now();
        let mut frames = Frames::default();
        for millis in 0..10 {
            frames.request(after(start, millis));
        }
        assert_eq!(frames.deadline(), Some(start));
        frames.drawn(after(start, 10));
        assert_eq!(frames.deadline(), None);
    }

    #[test]
    fn a_later_request_survives_the_frames_before_it() {
        let start = Instant::now();
        let mut frames = Frames::default();
        frames.request_at(after(start, 3_000));
        frames.request(start);
        frames.drawn(start);
        assert_eq!(frames.deadline(), Some(after(start, 3_000)));
        frames.request(after(start, 100));
        assert_eq!(
            frames.deadline(),
            Some(after(start, 100)),
            "a sooner request is not delayed by a later one"
        );
        frames.drawn(after(start, 100));
        frames.drawn(after(start, 3_000));
        assert_eq!(frames.deadline(), None);
    }

    #[test]
    fn later_requests_that_are_close_together_are_one_and_none_is_early() {
        let start = Instant::now();
        let mut frames = Frames::default();
        for millis in (0..10_000).rev() {
            frames.request_at(after(start, millis));
        }
        assert!(
            frames.wanted.len() <= 10_000 / 16 + 1,
            "{} entries",
            frames.wanted.len()
        );
        let mut frames = Frames::default();
        frames.request_at(after(start, 100));
        frames.request_at(after(start, 110));
        frames.drawn(after(start, 105));
        assert_eq!(
            frames.deadline(),
            Some(after(start, 105) + INTERVAL),
            "the second one is still owed"
        );
    }

    #[test]
    fn a_hundred_requests_a_frame_apart_never_exceed_the_rate() {
        let start = Instant::now();
        let mut frames = Frames::default();
        let mut drawn = 0;
        for millis in 0..1_000 {
            let now = after(start, millis);
            frames.request(now);
            if frames.deadline().is_some_and(|deadline| deadline <= now) {
                frames.drawn(now);
                drawn += 1;
            }
        }
        assert_eq!(drawn, 59, "a millisecond clock makes frames of 17 ms");
    }
}
