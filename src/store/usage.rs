//! The usage sidecar `.usage.json`, read: counters, dates, state and pin of each skill.
//!
//! Any damage is tolerated and told; a record with odd fields still gives its good ones. Nothing is
//! written here.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};

use super::fs::Fs;
use super::sidecar::{self, SidecarState};

/// Where a skill stands in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// In use.
    #[default]
    Active,
    /// Not used for long.
    Stale,
    /// Put away.
    Archived,
}

impl State {
    /// The word for it, as the sidecar has it.
    pub fn word(self) -> &'static str {
        match self {
            State::Active => "active",
            State::Stale => "stale",
            State::Archived => "archived",
        }
    }
}

/// A record of the sidecar, or several of one skill taken together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Times an agent used it.
    pub uses: u64,
    /// Times an agent viewed it.
    pub views: u64,
    /// Times an agent changed it.
    pub patches: u64,
    /// Last use.
    pub last_used: Option<Timestamp>,
    /// Last view.
    pub last_viewed: Option<Timestamp>,
    /// Last change.
    pub last_patched: Option<Timestamp>,
    /// When the record was made, which is not when the skill was.
    pub created: Option<Timestamp>,
    /// Its state.
    pub state: State,
    /// The curator must leave it alone.
    pub pinned: bool,
    /// An agent made the skill on its own.
    pub by_agent: bool,
}

impl Usage {
    /// Newest of use, view and change.
    pub fn last_activity(&self) -> Option<Timestamp> {
        [self.last_used, self.last_viewed, self.last_patched]
            .into_iter()
            .flatten()
            .max()
    }
}

/// The sidecar.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsageFile {
    /// Whether it is there and sound.
    pub state: SidecarState,
    /// Records by name.
    pub records: BTreeMap<String, Usage>,
    /// Names whose record is not an object: Hermes drops them at its next write.
    pub odd: Vec<String>,
}

/// Reads the sidecar of a library.
pub fn read(fs: &dyn Fs, path: &Path) -> UsageFile {
    let (state, value) = sidecar::json_object(fs, path);
    let mut file = UsageFile {
        state,
        ..UsageFile::default()
    };
    for (name, value) in value {
        match value {
            Value::Object(fields) => {
                file.records.insert(name, record(&fields));
            }
            _ => file.odd.push(name),
        }
    }
    file
}

fn record(fields: &Map<String, Value>) -> Usage {
    let count = |key: &str| match fields.get(key) {
        Some(Value::Number(number)) => number
            .as_u64()
            .or_else(|| number.as_f64().map(|float| float.max(0.0) as u64))
            .unwrap_or(0),
        Some(Value::String(text)) => text.trim().parse().unwrap_or(0),
        Some(Value::Bool(true)) => 1,
        _ => 0,
    };
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    let time = |key: &str| text(key).and_then(timestamp);
    let truth = |key: &str| fields.get(key).and_then(Value::as_bool) == Some(true);
    Usage {
        uses: count("use_count"),
        views: count("view_count"),
        patches: count("patch_count"),
        last_used: time("last_used_at"),
        last_viewed: time("last_viewed_at"),
        last_patched: time("last_patched_at"),
        created: time("created_at"),
        state: match text("state") {
            Some("stale") => State::Stale,
            Some("archived") => State::Archived,
            _ => State::Active,
        },
        pinned: truth("pinned"),
        by_agent: text("created_by") == Some("agent") || truth("agent_created"),
    }
}

/// A time stamp as Python writes or reads it: with an offset, `Z`, or none (then UTC).
pub fn timestamp(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(timestamp) = text.parse::<Timestamp>() {
        return Some(timestamp);
    }
    let naive: DateTime = text.parse().ok()?;
    TimeZone::UTC.to_timestamp(naive).ok()
}

/// What the sidecar holds of one skill under its usage keys, and the names that had a record.
///
/// Counters are summed and the newest dates taken. State is that of the first key with a record (the
/// line-read name comes first); any of them pins.
pub fn of_skill<'a>(file: &UsageFile, keys: &[&'a str]) -> (Usage, Vec<&'a str>) {
    let mut total = Usage::default();
    let mut names: Vec<&str> = Vec::new();
    for key in keys {
        let Some(record) = file.records.get(*key) else {
            continue;
        };
        if names.contains(key) {
            continue;
        }
        if names.is_empty() {
            total.state = record.state;
        }
        names.push(key);
        total.uses = total.uses.saturating_add(record.uses);
        total.views = total.views.saturating_add(record.views);
        total.patches = total.patches.saturating_add(record.patches);
        total.last_used = total.last_used.max(record.last_used);
        total.last_viewed = total.last_viewed.max(record.last_viewed);
        total.last_patched = total.last_patched.max(record.last_patched);
        total.created = match (total.created, record.created) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        total.pinned |= record.pinned;
        total.by_agent |= record.by_agent;
    }
    (total, names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fs::Disk;

    fn file(text: &[u8]) -> UsageFile {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".usage.json");
        std::fs::write(&path, text).unwrap();
        read(&Disk, &path)
    }

    #[test]
    fn reads_hermes_records() {
        let usage = file(
            br#"{"a": {"use_count": 3, "view_count": 5, "patch_count": 1, "pinned": true,
                "last_used_at": "2026-11-30T20:53:43.831789+00:00", "last_viewed_at": "2026-11-30T20:53:43",
                "last_patched_at": null, "created_at": "2026-01-01T00:00:00Z", "state": "stale",
                "created_by": "agent", "future": [1]}}"#,
        );
        let time = |text: &str| Some(text.parse().unwrap());
        let expected = Usage {
            uses: 3,
            views: 5,
            patches: 1,
            last_used: time("2026-11-30T20:53:43.831789Z"),
            last_viewed: time("2026-11-30T20:53:43Z"),
            last_patched: None,
            created: time("2026-01-01T00:00:00Z"),
            state: State::Stale,
            pinned: true,
            by_agent: true,
        };
        assert_eq!(usage.records.get("a"), Some(&expected));
        assert_eq!(expected.last_activity(), expected.last_used);
    }

    #[test]
    fn tolerates_every_damage() {
        for text in [
            &b"{"[..],
            b"[1]",
            b"null",
            b"\xFF\xFE",
            b"{\"a\": {}} trailing",
        ] {
            let usage = file(text);
            assert!(matches!(usage.state, SidecarState::Damaged(_)), "{text:?}");
            assert!(usage.records.is_empty());
        }
        let odd = file(br#"{"a": 5, "b": {"use_count": "7", "view_count": -3, "state": 9, "pinned": "yes", "last_used_at": "soon"}}"#);
        assert_eq!(odd.odd, ["a"]);
        let expected = Usage {
            uses: 7,
            ..Usage::default()
        };
        assert_eq!(odd.records.get("b"), Some(&expected));
        assert_eq!(
            file(b"").state,
            SidecarState::Damaged("empty file".to_owned())
        );
        let missing = read(&Disk, Path::new("/does/not/exist"));
        assert_eq!(missing, UsageFile::default());
    }

    #[test]
    fn the_records_of_one_skill_are_taken_together() {
        let usage = file(
            br#"{"Name": {"use_count": 1, "state": "stale", "last_used_at": "2026-01-01T00:00:00+00:00"},
                "folder": {"use_count": 2, "pinned": true, "last_used_at": "2026-02-01T00:00:00+00:00"}}"#,
        );
        let (total, names) = of_skill(&usage, &["Name", "folder", "cat/folder", "folder"]);
        assert_eq!(names, ["Name", "folder"]);
        let expected = Usage {
            uses: 3,
            state: State::Stale,
            pinned: true,
            last_used: Some("2026-02-01T00:00:00Z".parse().unwrap()),
            ..Usage::default()
        };
        assert_eq!(total, expected);
    }
}
