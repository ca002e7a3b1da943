//! When to look again, and at what: hints in, now and then a [`Reload`] out.
//!
//! Pure: the time is an argument. An event is a hint and no more: what it names is looked at, what it
//! says is not believed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::ground::Ground;

/// What of a library may have changed. A later one includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The usage sidecar.
    Usage,
    /// The sidecars.
    Sidecars,
    /// Skills too.
    Whole,
}

/// What has to be looked at again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reload {
    /// Everything: the settings, ours too, and which libraries there are.
    pub all: bool,
    /// By id of the library.
    pub libraries: BTreeMap<String, Part>,
}

impl Reload {
    /// All there is.
    pub fn everything() -> Self {
        Reload {
            all: true,
            ..Reload::default()
        }
    }

    /// Adds a part of a library.
    pub fn add(&mut self, library: &str, part: Part) {
        match self.libraries.get_mut(library) {
            Some(known) => *known = part.max(*known),
            None => drop(self.libraries.insert(library.to_owned(), part)),
        }
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: Reload) {
        self.all |= other.all;
        for (library, part) in other.libraries {
            self.add(&library, part);
        }
    }

    /// There is nothing to look at.
    pub fn is_empty(&self) -> bool {
        !self.all && self.libraries.is_empty()
    }
}

/// What an event says of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was opened or read: nothing has changed.
    Access,
    /// It was made, written, renamed or removed.
    Change,
}

/// What a source of events tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Something happened at a path.
    Path(PathBuf, Change),
    /// Events were lost.
    Overflow,
    /// The source has failed: why.
    Failed(String),
}

/// Collects hints, and says when to act on them: the given time after the first, however many follow.
#[derive(Debug)]
pub struct Batcher {
    delay: Duration,
    waiting: Reload,
    due: Option<Instant>,
}

impl Batcher {
    /// A batcher that acts this long after a hint.
    pub fn new(delay: Duration) -> Self {
        Batcher {
            delay,
            waiting: Reload::default(),
            due: None,
        }
    }

    /// Takes a hint. True when a way to a library may lead elsewhere now.
    pub fn hint(&mut self, ground: &Ground, hint: &Hint, now: Instant) -> bool {
        let (reload, ways) = match hint {
            Hint::Path(_, Change::Access) => return false,
            Hint::Path(path, Change::Change) => ground.read(path),
            Hint::Overflow | Hint::Failed(_) => (Reload::everything(), true),
        };
        self.add(reload, now);
        ways
    }

    /// Takes what has to be looked at again for another reason than an event.
    pub fn add(&mut self, reload: Reload, now: Instant) {
        if reload.is_empty() {
            return;
        }
        self.waiting.merge(reload);
        self.due = self.due.or(now.checked_add(self.delay));
    }

    /// When to act; `None` means: do not wake up.
    pub fn deadline(&self) -> Option<Instant> {
        self.due
    }

    /// What to look at now, once it is time.
    pub fn take(&mut self, now: Instant) -> Option<Reload> {
        self.due.take_if(|due| *due <= now)?;
        Some(std::mem::take(&mut self.waiting))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ground::{Content, Meaning};
    use super::*;
    use crate::store::library::{Library, LibraryKind, Scope};

    const DELAY: Duration = Duration::from_millis(250);

    fn ground() -> Ground {
        let library = Library {
            id: "home".to_owned(),
            kind: LibraryKind::Hermes,
            scope: Scope::User,
            root: "/h/skills".into(),
            home: Some("/h".into()),
            writable: true,
        };
        let mut ground = Ground::default();
        ground.skills("/h/skills".into(), "home", Content::of(&library));
        ground.exact("/h/skills".into(), Meaning::Way("home".into()));
        ground
    }

    fn changed(path: &str) -> Hint {
        Hint::Path(path.into(), Change::Change)
    }

    fn part(part: Part) -> Reload {
        let mut reload = Reload::default();
        reload.add("home", part);
        reload
    }

    /// What comes out of hints at times in milliseconds, when somebody always looks at the deadline.
    fn acts(hints: impl IntoIterator<Item = (u64, Hint)>) -> Vec<(u64, Reload)> {
        let start = Instant::now();
        let mut batcher = Batcher::new(DELAY);
        let mut acts = Vec::new();
        let mut act = |batcher: &mut Batcher, until: Option<Instant>| {
            while let Some(due) = batcher.deadline()
                && until.is_none_or(|until| due <= until)
            {
                assert_eq!(batcher.take(due - Duration::from_nanos(1)), None);
                let millis = u64::try_from((due - start).as_millis()).unwrap();
                acts.push((millis, batcher.take(due).unwrap()));
            }
        };
        for (millis, hint) in hints {
            let now = start + Duration::from_millis(millis);
            act(&mut batcher, Some(now));
            batcher.hint(&ground(), &hint, now);
        }
        act(&mut batcher, None);
        acts
    }

    #[test]
    fn a_thousand_events_in_a_second_are_four_reloads() {
        let storm = (0..1_000).map(|at| (at, changed("/h/skills/a/SKILL.md")));
        let whole = part(Part::Whole);
        let expected: Vec<_> = [250, 500, 750, 1_000].map(|at| (at, whole.clone())).into();
        assert_eq!(acts(storm), expected);
    }

    #[test]
    fn one_event_is_one_reload_and_then_there_is_silence() {
        let one = acts([(7, changed("/h/skills/.usage.json"))]);
        assert_eq!(one, [(257, part(Part::Usage))]);
        assert_eq!(
            acts([(7, changed("/etc/passwd"))]),
            [],
            "somebody else's business wakes nobody"
        );
        let read = Hint::Path("/h/skills/a/SKILL.md".into(), Change::Access);
        assert_eq!(acts([(0, read)]), []);
    }

    #[test]
    fn what_belongs_together_is_taken_together() {
        let hints = [
            (0, changed("/h/skills/.usage_1.tmp")),
            (10, changed("/h/skills/.curator_state")),
            (300, changed("/h/skills/.usage.json")),
            (301, changed("/h/skills/a")),
            (900, Hint::Overflow),
            (901, changed("/h/skills/a")),
        ];
        let mut everything = Reload::everything();
        everything.add("home", Part::Whole);
        let expected = [
            (250, part(Part::Sidecars)),
            (550, part(Part::Whole)),
            (1_150, everything),
        ];
        assert_eq!(acts(hints), expected);
        let failed = acts([(0, Hint::Failed("gone".into()))]);
        assert_eq!(failed, [(250, Reload::everything())]);
    }

    #[test]
    fn a_way_that_may_lead_elsewhere_is_told() {
        let mut batcher = Batcher::new(DELAY);
        let mut hint = |hint: Hint| batcher.hint(&ground(), &hint, Instant::now());
        assert!(hint(changed("/h/skills")));
        assert!(hint(Hint::Overflow));
        assert!(!hint(changed("/h/skills/a")));
    }
}
