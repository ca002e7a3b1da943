//! The other sidecars of a Hermes home, read tolerantly: manifest, hub lock, curator state, pending.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::fs::{Fs, Kind};
use super::usage::timestamp;

/// Larger sidecars are not read: the largest real ones have a few hundred kilobytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// Whether a sidecar is there and sound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SidecarState {
    /// Not there: nothing was recorded yet.
    #[default]
    Missing,
    /// Read.
    Sound,
    /// There, and not readable: why. It must never be overwritten.
    Damaged(String),
}

impl SidecarState {
    /// The fault, when there is one.
    pub fn fault(&self) -> Option<&str> {
        match self {
            SidecarState::Damaged(fault) => Some(fault),
            _ => None,
        }
    }
}

/// Reads a JSON file that should hold one object.
pub fn json_object(fs: &dyn Fs, path: &Path) -> (SidecarState, Map<String, Value>) {
    let damaged = |fault: String| (SidecarState::Damaged(fault), Map::new());
    let bytes = match fs.read(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return (SidecarState::Missing, Map::new());
        }
        Err(error) => return damaged(error.to_string()),
    };
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    if text.trim_ascii().is_empty() {
        return damaged("empty file".to_owned());
    }
    match serde_json::from_slice(text) {
        Ok(Value::Object(object)) => (SidecarState::Sound, object),
        Ok(_) => damaged("not a JSON object".to_owned()),
        Err(error) => damaged(error.to_string()),
    }
}

/// A skill that the hub installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubEntry {
    /// Where it came from.
    pub source: String,
    /// `builtin`, `trusted` or `community`.
    pub trust: String,
    /// Its key in the library.
    pub install_path: String,
}

/// The sidecars of a home's library, but for usage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sidecars {
    /// Names in `.bundled_manifest`.
    pub bundled: BTreeMap<String, String>,
    /// Whether the manifest was read.
    pub manifest: SidecarState,
    /// `.hub/lock.json`, by name.
    pub hub: BTreeMap<String, HubEntry>,
    /// Whether the lock was read.
    pub hub_lock: SidecarState,
    /// `.curator_state`: last run and whether the curator is paused.
    pub curator_last_run: Option<Timestamp>,
    /// The curator is paused.
    pub curator_paused: bool,
    /// Whether the curator's state was read.
    pub curator: SidecarState,
    /// Staged writes that wait for a person.
    pub pending: Pending,
}

/// The staged writes in `pending/skills/`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    /// How many.
    pub count: usize,
    /// The oldest one's time.
    pub oldest: Option<Timestamp>,
    /// Files that are no readable record, with the reason.
    pub faults: Vec<String>,
}

/// Reads the sidecars of a home.
pub fn read(fs: &dyn Fs, home: &Path) -> Sidecars {
    let skills = home.join("skills");
    let (manifest, bundled) = manifest(fs, &skills.join(".bundled_manifest"));
    let (hub_lock, lock) = json_object(fs, &skills.join(".hub/lock.json"));
    let (curator, state) = json_object(fs, &skills.join(".curator_state"));
    let installed = lock.get("installed").and_then(Value::as_object);
    let hub = installed
        .into_iter()
        .flatten()
        .filter_map(|(name, entry)| Some((name.clone(), hub_entry(name, entry.as_object()?))))
        .collect();
    Sidecars {
        bundled,
        manifest,
        hub,
        hub_lock,
        curator_last_run: state
            .get("last_run_at")
            .and_then(Value::as_str)
            .and_then(timestamp),
        curator_paused: state.get("paused").and_then(Value::as_bool) == Some(true),
        curator,
        pending: pending(fs, &home.join("pending/skills")),
    }
}

fn hub_entry(name: &str, entry: &Map<String, Value>) -> HubEntry {
    let text = |key: &str| {
        let text = entry.get(key).and_then(Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    let install_path = match text("install_path") {
        path if path.is_empty() => name.to_owned(),
        path => path.trim_matches('/').to_owned(),
    };
    HubEntry {
        source: text("source"),
        trust: text("trust_level"),
        install_path,
    }
}

/// `name:hash` lines, or bare names of older releases.
fn manifest(fs: &dyn Fs, path: &Path) -> (SidecarState, BTreeMap<String, String>) {
    match fs.read(path, MAX_BYTES) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            let names = lines.map(|line| {
                let (name, hash) = line.split_once(':').unwrap_or((line, ""));
                (name.trim().to_owned(), hash.trim().to_owned())
            });
            (SidecarState::Sound, names.collect())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Default::default(),
        Err(error) => (SidecarState::Damaged(error.to_string()), BTreeMap::new()),
    }
}

fn pending(fs: &dyn Fs, folder: &Path) -> Pending {
    let mut pending = Pending::default();
    let entries = match fs.read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            if error.kind() != std::io::ErrorKind::NotFound {
                pending
                    .faults
                    .push(format!("{}: {error}", folder.display()));
            }
            return pending;
        }
    };
    for entry in entries {
        let name = entry.name.to_string_lossy();
        if entry.kind != Kind::File || !name.ends_with(".json") {
            continue;
        }
        pending.count += 1;
        let path = folder.join(&entry.name);
        let (state, record) = json_object(fs, &path);
        if let Some(fault) = state.fault() {
            pending.faults.push(format!("{}: {fault}", path.display()));
        }
        let created = record.get("created_at").and_then(Value::as_f64);
        let created = created.and_then(|seconds| Timestamp::from_second(seconds as i64).ok());
        pending.oldest = match (pending.oldest, created) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
    pending.faults.sort();
    pending
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fs::Disk;

    #[test]
    fn reads_a_home_and_tells_what_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        let write = |path: &str, text: &str| {
            let path = home.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("skills/.bundled_manifest", "a:abc\nold\n\n");
        write(
            "skills/.hub/lock.json",
            r#"{"version": 1, "installed": {"h": {"source": "o/r", "trust_level": "trusted", "install_path": "cat/h"}, "bad": 3}}"#,
        );
        write(
            "skills/.curator_state",
            "{\"paused\": true, \"last_run_at\": \"2026-01-01T00:00:00+00:00\"}",
        );
        write(
            "pending/skills/0badc0de.json",
            "{\"created_at\": 1767225600.5}",
        );
        write("pending/skills/0badc0df.json", "{");
        write("pending/skills/x.json.tmp", "{");
        let sidecars = read(&Disk, home);
        let expected = Sidecars {
            bundled: [("a", "abc"), ("old", "")]
                .map(|(name, hash)| (name.to_owned(), hash.to_owned()))
                .into(),
            manifest: SidecarState::Sound,
            hub: [(
                "h".to_owned(),
                HubEntry {
                    source: "o/r".to_owned(),
                    trust: "trusted".to_owned(),
                    install_path: "cat/h".to_owned(),
                },
            )]
            .into(),
            hub_lock: SidecarState::Sound,
            curator_last_run: Some("2026-01-01T00:00:00Z".parse().unwrap()),
            curator_paused: true,
            curator: SidecarState::Sound,
            pending: Pending {
                count: 2,
                oldest: Some("2026-01-01T00:00:00Z".parse().unwrap()),
                faults: sidecars.pending.faults.clone(),
            },
        };
        assert_eq!(sidecars, expected);
        assert_eq!(sidecars.pending.faults.len(), 1);
        write("skills/.hub/lock.json", "{\"installed\": ");
        write("skills/.curator_state", "[]");
        let damaged = read(&Disk, home);
        assert!(damaged.hub_lock.fault().is_some() && damaged.curator.fault().is_some());
        assert_eq!(
            read(&Disk, Path::new("/does/not/exist")),
            Sidecars::default()
        );
    }
}
