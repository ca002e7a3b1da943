//! Asks the terminal whether its ground is dark or light, and keeps a late answer from being read as keys. To be
//! asked before a run. Not here: which theme that means.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use terminal_colorsaurus::{Error, QueryOptions, background_color};

use super::session;

/// How long the first frame may wait for an answer.
const PATIENCE: Duration = Duration::from_millis(200);
/// Whether an answer may still come. Global because the terminal is.
static AWAITED: AtomicBool = AtomicBool::new(false);

/// Asks the terminal of this process: `true` is dark, `None` when it does not say so within 200 ms. Terminals that
/// are known not to answer are not asked. What is typed while it waits is lost.
pub fn ground() -> Option<bool> {
    if !session::is_terminal() {
        return None;
    }
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    match background_color(options) {
        Ok(color) => Some(color.perceived_lightness() <= 0.5),
        Err(error) => {
            let late = matches!(error, Error::Timeout(_));
            AWAITED.store(late, Ordering::SeqCst);
            None
        }
    }
}

/// Takes a late answer out of what comes from the terminal.
///
/// The reader knows no such answer and takes it for keys: `alt-]`, then `11;rgb:1111/2222/3333`, then `ctrl-g` or
/// `alt-\`.
#[derive(Debug)]
pub(super) struct LateAnswer {
    awaited: bool,
    /// What may be the beginning of the answer.
    held: Vec<Event>,
}

/// How the answer begins, behind `alt-]`.
const BEGIN: &str = "11;rgb";
/// A longer one is none.
const MOST: usize = 40;

impl LateAnswer {
    /// Looks out for an answer that was not in time.
    pub fn start() -> LateAnswer {
        LateAnswer {
            awaited: AWAITED.load(Ordering::SeqCst),
            held: Vec::new(),
        }
    }

    /// What of it is for the program, in order: nothing while it may be an answer, all of it once it is none.
    pub fn pass(&mut self, event: Event) -> Vec<Event> {
        if !self.awaited {
            return vec![event];
        }
        let key = match &event {
            Event::Key(KeyEvent {
                code: KeyCode::Char(c),
                modifiers,
                ..
            }) => Some((*c, *modifiers)),
            _ => None,
        };
        let at = self.held.len();
        self.held.push(event);
        let expected = match (at, key) {
            (0, key) => key == Some((']', KeyModifiers::ALT)),
            (_, Some(('g', KeyModifiers::CONTROL)) | Some(('\\', KeyModifiers::ALT)))
                if at > BEGIN.len() =>
            {
                AWAITED.store(false, Ordering::SeqCst);
                self.awaited = false;
                self.held.clear();
                true
            }
            (_, Some((c, _))) => match BEGIN.chars().nth(at - 1) {
                Some(wanted) => c == wanted,
                None => at < MOST && (c.is_ascii_hexdigit() || matches!(c, ':' | '/')),
            },
            _ => false,
        };
        if expected {
            return Vec::new();
        }
        std::mem::take(&mut self.held)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(c: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers))
    }

    fn answer(end: Event) -> Vec<Event> {
        let mut events = vec![key(']', KeyModifiers::ALT)];
        let color = "11;rgb:ffff/FdFd/0000".chars();
        events.extend(color.map(|c| key(c, KeyModifiers::NONE)));
        events.push(end);
        events
    }

    fn passed(awaited: bool, events: &[Event]) -> Vec<Event> {
        let mut late = LateAnswer {
            awaited,
            held: Vec::new(),
        };
        let events = events.iter().cloned();
        events.flat_map(|event| late.pass(event)).collect()
    }

    #[test]
    fn a_late_answer_is_no_keys() {
        let q = key('q', KeyModifiers::NONE);
        for end in [
            key('g', KeyModifiers::CONTROL),
            key('\\', KeyModifiers::ALT),
        ] {
            let mut events = vec![q.clone()];
            events.extend(answer(end));
            events.push(q.clone());
            assert_eq!(passed(true, &events), [q.clone(), q.clone()]);
        }
    }

    #[test]
    fn what_is_no_answer_passes_in_order() {
        let bell = key('g', KeyModifiers::CONTROL);
        let mut broken = answer(bell.clone());
        broken.insert(3, Event::FocusGained);
        let mut typed = vec![key(']', KeyModifiers::ALT), key('1', KeyModifiers::NONE)];
        typed.extend([bell.clone(), Event::FocusGained]);
        let mut endless = vec![key(']', KeyModifiers::ALT)];
        endless.extend(
            "11;rgb:"
                .chars()
                .chain(std::iter::repeat_n('f', 99))
                .map(|c| key(c, KeyModifiers::NONE)),
        );
        for events in [broken, typed, endless] {
            assert_eq!(passed(true, &events), events);
        }
        let answer = answer(bell);
        assert_eq!(passed(false, &answer), answer);
    }

    #[test]
    fn only_one_answer_is_awaited() {
        let bell = key('g', KeyModifiers::CONTROL);
        let twice = [answer(bell.clone()), answer(bell.clone())].concat();
        assert_eq!(passed(true, &twice), answer(bell));
    }
}
