//! The sidecars of a home, locks and who holds them, and our own folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::Value;

use super::{Check, Examined, Level};
use crate::store::catalog::Catalog;
use crate::store::fs::{Fs, Kind, Stat, text_of};
use crate::store::locate::Environment;

/// Larger files are not read.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// What a sidecar holds, with the fields that are known in it.
enum Shape {
    /// JSON: an object of these fields.
    Fields(&'static [&'static str]),
    /// JSON: an object of objects, one of these fields each.
    Records(&'static [&'static str]),
    /// JSON, whatever it holds.
    Json,
    /// YAML, whatever it holds.
    Yaml,
    /// Lines.
    Lines,
}

const USAGE: &[&str] = &[
    "created_by",
    "agent_created",
    "use_count",
    "view_count",
    "patch_count",
    "last_used_at",
    "last_viewed_at",
    "last_patched_at",
    "created_at",
    "state",
    "pinned",
    "archived_at",
];

const CURATOR: &[&str] = &[
    "last_run_at",
    "last_run_duration_seconds",
    "last_run_summary",
    "last_run_summary_shown_at",
    "last_report_path",
    "paused",
    "run_count",
];

/// The files of a home, by their path in it.
const SIDECARS: [(&str, Shape); 9] = [
    ("config.yaml", Shape::Yaml),
    ("skills/.usage.json", Shape::Records(USAGE)),
    ("skills/.bundled_manifest", Shape::Lines),
    ("skills/.curator_suppressed", Shape::Lines),
    ("skills/.curator_state", Shape::Fields(CURATOR)),
    (
        "skills/.hub/lock.json",
        Shape::Fields(&["version", "installed"]),
    ),
    ("skills/.hub/taps.json", Shape::Fields(&["taps"])),
    (
        ".skills_prompt_snapshot.json",
        Shape::Fields(&["version", "manifest", "skills", "category_descriptions"]),
    ),
    ("cron/jobs.json", Shape::Json),
];

/// Each sidecar of each home: there, sound, how old, with fields that are not known.
pub(super) fn sidecars(fs: &dyn Fs, catalog: &Catalog) -> Check {
    let mut check = Check::new("sidecars");
    for shelf in &catalog.shelves {
        let Some(home) = &shelf.library.home else {
            continue;
        };
        let mut missing = Vec::new();
        for (name, shape) in &SIDECARS {
            sidecar(fs, &home.join(name), name, shape, &mut missing, &mut check);
        }
        if !missing.is_empty() {
            check.add(Level::Ok, format!("not there yet: {}", missing.join(", ")));
        }
        let pending = &shelf.sidecars.pending;
        if pending.count > 0 {
            let text = format!("pending/skills: {} waiting", pending.count);
            check.add(Level::Ok, text);
        }
        for fault in &pending.faults {
            let remedy = "Hermes skips it: look at it, and move it away";
            check.advise(Level::Warning, fault.clone(), remedy);
        }
    }
    if check.findings.is_empty() {
        check.add(Level::Ok, "no home, and so no sidecars");
    }
    check
}

fn sidecar(
    fs: &dyn Fs,
    path: &Path,
    name: &'static str,
    shape: &Shape,
    missing: &mut Vec<&'static str>,
    check: &mut Check,
) {
    let stat = match fs.stat(path) {
        Ok(stat) => stat,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            missing.push(name);
            return;
        }
        Err(error) => {
            let text = format!("{name} cannot be looked at: {error}");
            check.advise(Level::Problem, text, "check the permissions of its folder");
            return;
        }
    };
    match fs.read(path, MAX_BYTES).map_err(|it| it.to_string()).and_then(|it| parse(&it, shape)) {
        Err(fault) => check.advise(
            Level::Problem,
            format!("{name} is damaged: {fault}"),
            "skilldeck leaves it as it is, Hermes starts it over: put a backup in its place, or move it away",
        ),
        Ok(unknown) if unknown.is_empty() => check.add(Level::Ok, format!("{name} is sound")),
        Ok(unknown) => {
            let unknown: Vec<String> = unknown.into_iter().collect();
            let text = format!("{name} is sound; not known here, and kept: {}", unknown.join(", "));
            check.add(Level::Note, text);
        }
    }
    if let Some(last) = check.findings.last_mut() {
        last.changed = changed(&stat);
    }
}

fn changed(stat: &Stat) -> Option<Timestamp> {
    Timestamp::from_nanosecond(i128::from(stat.modified)).ok()
}

/// The fields that are not known, or why it cannot be read.
fn parse(bytes: &[u8], shape: &Shape) -> Result<BTreeSet<String>, String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let json = || serde_json::from_slice::<Value>(bytes).map_err(|it| it.to_string());
    let object = |value: Value| match value {
        Value::Object(object) => Ok(object),
        _ => Err("not a JSON object".to_owned()),
    };
    let strange = |keys: &mut dyn Iterator<Item = &String>, known: &[&str]| -> BTreeSet<String> {
        // Keys that begin with `_` are free for everybody.
        keys.filter(|key| !known.contains(&key.as_str()) && !key.starts_with('_'))
            .cloned()
            .collect()
    };
    match shape {
        Shape::Fields(known) => Ok(strange(&mut object(json()?)?.keys(), known)),
        Shape::Records(known) => {
            let object = object(json()?)?;
            let records = object.values().filter_map(Value::as_object);
            Ok(strange(&mut records.flat_map(|it| it.keys()), known))
        }
        Shape::Json => json().map(|_| BTreeSet::new()),
        Shape::Yaml => {
            let text = String::from_utf8_lossy(bytes);
            if text.trim().is_empty() {
                return Ok(BTreeSet::new());
            }
            let value = serde_yaml::from_str::<serde_yaml::Value>(&text);
            value.map(|_| BTreeSet::new()).map_err(|it| it.to_string())
        }
        Shape::Lines => match std::str::from_utf8(bytes) {
            Ok(_) => Ok(BTreeSet::new()),
            Err(error) => Err(error.to_string()),
        },
    }
}

/// The lock files of the home and our own, and who holds them just now.
pub(super) fn locks(examined: &Examined<'_>) -> Check {
    let mut check = Check::new("locks");
    let mut paths: Vec<PathBuf> = Vec::new();
    if let Ok((_, catalog)) = &examined.found {
        let homes = catalog
            .shelves
            .iter()
            .filter_map(|it| it.library.home.as_ref());
        for home in homes {
            paths.push(home.join("skills/.usage.json.lock"));
            paths.push(home.join("cron/.jobs.lock"));
        }
    }
    paths.extend(own_locks(examined.fs, examined.env));
    let proc_dir = examined.env.proc_dir.as_deref();
    let table = proc_dir.and_then(|it| {
        let bytes = examined.fs.read(&it.join("locks"), MAX_BYTES).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    });
    for path in paths {
        let shown = path.display();
        let stat = match examined.fs.stat(&path) {
            Ok(stat) => stat,
            // Never taken yet, and not made for asking.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            Err(error) => {
                check.add(
                    Level::Warning,
                    format!("{shown} cannot be looked at: {error}"),
                );
                continue;
            }
        };
        let holder = table.as_deref().and_then(|table| holder(table, stat.inode));
        match (holder, examined.fs.is_locked(&path)) {
            (Some(process), _) => {
                let name = proc_dir.and_then(|it| command(examined.fs, it, process));
                let name = name.map(|it| format!(" ({it})")).unwrap_or_default();
                let text = format!("{shown} is held by process {process}{name}");
                check.advise(
                    Level::Note,
                    text,
                    "wait until it is done; writing waits up to 10 s",
                );
            }
            (None, Ok(true)) => check.advise(
                Level::Note,
                format!("{shown} is held; by whom is not told here"),
                "wait until it is done; writing waits up to 10 s",
            ),
            (None, Ok(false)) => check.add(Level::Ok, format!("{shown} is free")),
            (None, Err(error)) => {
                check.add(Level::Warning, format!("{shown} cannot be opened: {error}"));
            }
        }
    }
    if check.findings.is_empty() {
        check.add(Level::Ok, "no lock was taken yet");
    }
    check
}

/// The locks in our state folder, one a library.
fn own_locks(fs: &dyn Fs, env: &Environment) -> Vec<PathBuf> {
    let Some(libraries) = env.state_dir.as_ref().map(|it| it.join("libraries")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // What is not there yet has no locks.
    for library in fs.read_dir(&libraries).unwrap_or_default() {
        let folder = libraries.join(&library.name);
        let entries = fs.read_dir(&folder).unwrap_or_default();
        let locks = entries.into_iter().filter(|it| {
            let name = text_of(&it.name);
            it.kind == Kind::File && (name == "lock" || name.ends_with(".lock"))
        });
        found.extend(locks.map(|it| folder.join(&it.name)));
    }
    found.sort();
    found
}

/// The process that holds a flock on an inode, by the kernel's table: `1: FLOCK ADVISORY WRITE 4711
/// 08:01:131074 0 EOF`. Lines with `->` only wait.
fn holder(table: &str, inode: u64) -> Option<u64> {
    table.lines().find_map(|line| {
        let mut words = line.split_whitespace().skip(1);
        let kind = words.next().filter(|it| *it == "FLOCK");
        kind?;
        let process = words.nth(2)?.parse().ok()?;
        let place = words.next()?;
        let number: u64 = place.rsplit(':').next()?.parse().ok()?;
        (number == inode).then_some(process)
    })
}

fn command(fs: &dyn Fs, proc_dir: &Path, process: u64) -> Option<String> {
    let bytes = fs
        .read(&proc_dir.join(process.to_string()).join("comm"), 256)
        .ok()?;
    let name = String::from_utf8_lossy(&bytes).trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Where state, settings and cache live.
pub(super) fn folders(fs: &dyn Fs, env: &Environment) -> Check {
    let mut check = Check::new("folders");
    let folders = [
        (
            "state",
            &env.state_dir,
            Level::Problem,
            "SKILLDECK_STATE_DIR",
        ),
        (
            "settings",
            &env.config_dir,
            Level::Note,
            "SKILLDECK_CONFIG_DIR",
        ),
        (
            "cache",
            &env.cache_dir,
            Level::Warning,
            "SKILLDECK_CACHE_DIR",
        ),
    ];
    for (what, path, unwritable, variable) in folders {
        let Some(path) = path else {
            let text = format!("{what}: no folder is known");
            check.advise(unwritable, text, format!("set HOME or {variable}"));
            continue;
        };
        let shown = path.display();
        let stat = match fs.stat(path) {
            Ok(stat) => stat,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                check.add(
                    Level::Ok,
                    format!("{what}: {shown}, made when it is needed"),
                );
                continue;
            }
            Err(error) => {
                let text = format!("{what}: {shown} cannot be looked at: {error}");
                check.advise(
                    unwritable,
                    text,
                    format!("check its permissions, or set {variable}"),
                );
                continue;
            }
        };
        if stat.kind != Kind::Dir {
            let text = format!("{what}: {shown} is no folder");
            check.advise(
                Level::Problem,
                text,
                format!("move it away, or set {variable}"),
            );
            continue;
        }
        if !fs.writable(path) {
            let text = format!("{what}: {shown} is not writable");
            check.advise(
                unwritable,
                text,
                format!("check its permissions, or set {variable}"),
            );
            continue;
        }
        let size = match what {
            "cache" => format!(", {} bytes", size(fs, path)),
            _ => String::new(),
        };
        let text = format!("{what}: {shown}, mode {:04o}{size}", stat.mode);
        if what == "state" && stat.mode & 0o077 != 0 {
            let text = format!("{text}: others can look into it");
            check.advise(Level::Warning, text, format!("chmod 700 {shown}"));
        } else {
            check.add(Level::Ok, text);
        }
    }
    check
}

/// Bytes of all files below a folder; links are not followed.
fn size(fs: &dyn Fs, folder: &Path) -> u64 {
    let mut sum = 0;
    let mut stack = vec![folder.to_owned()];
    while let Some(folder) = stack.pop() {
        for entry in fs.read_dir(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            match entry.kind {
                Kind::Dir => stack.push(path),
                Kind::File => sum += fs.lstat(&path).map_or(0, |it| it.size),
                Kind::Link | Kind::Other => {}
            }
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_is_told_by_the_kernels_table() {
        let table = "1: POSIX  ADVISORY  WRITE 5 08:01:42 0 EOF\n\
                     2: FLOCK  ADVISORY  WRITE 4711 08:01:42 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 99 08:01:43 0 EOF\n\
                     3: OFDLCK ADVISORY  READ -1 08:01:44 0 EOF\n\
                     broken\n";
        let found = [42, 43, 44].map(|inode| holder(table, inode));
        assert_eq!(found, [Some(4711), None, None]);
    }
}
