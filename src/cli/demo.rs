//! The throw-away Hermes home behind `skilldeck --demo`.
//!
//! Its skills lie in `assets/demo/` and are part of the binary. What git or an
//! editor would change on the way (line ends, a BOM, control characters, links,
//! modes) is made here, and so is everything that has a date: a demo is always
//! as old as it should look, counted from `now`.
//!
//! This is not a fixture for the engine's tests, and nothing below the command
//! line knows that it exists.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use include_dir::{Dir, include_dir};
use jiff::Timestamp;

mod clock;
mod specimen;
#[cfg(test)]
mod tests;
mod usage;

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/demo");

const SKILLS: &str = "home/skills";

/// Age in days of files that belong to no skill with a usage record.
const DEFAULT_AGE: f64 = 30.2;

/// What the demo made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demo {
    /// The Hermes home, with `skills/`, `config.yaml`, `profiles/` and the sidecars.
    pub home: PathBuf,
    /// A second library that the home's `config.yaml` names under `external_dirs`.
    pub team: PathBuf,
}

/// Writes the demo below `into`: a Hermes home in `home/` and a second library
/// in `team/`. Dates are counted back from `now`; the same `now` gives the same
/// trees, modes and modification times included.
///
/// # Errors
/// When a file cannot be written, or `home/` or `team/` is already there:
/// nothing is ever overwritten. What was written before an error stays.
pub fn write(into: &Path, now: Timestamp) -> io::Result<Demo> {
    let entries = entries(now)?;
    fs::create_dir_all(into)?;
    let demo = Demo {
        home: into.join("home"),
        team: into.join("team"),
    };
    fs::create_dir(&demo.home)?;
    fs::create_dir(&demo.team)?;
    for (path, entry) in &entries {
        entry.write(&into.join(path))?;
    }
    Ok(demo)
}

/// One file or link of the demo.
enum Entry {
    File {
        bytes: Vec<u8>,
        mode: u32,
        modified: SystemTime,
    },
    Link(&'static str),
}

impl Entry {
    fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        match self {
            Self::Link(target) => symlink(target, path),
            Self::File {
                bytes,
                mode,
                modified,
            } => {
                let mut file = fs::File::create_new(path)?;
                file.write_all(bytes)?;
                file.set_permissions(fs::Permissions::from_mode(*mode))?;
                file.set_modified(*modified)
            }
        }
    }
}

/// Everything below `into`, by relative path. Links sort among the files, but
/// none of them is a parent of another entry.
fn entries(now: Timestamp) -> io::Result<BTreeMap<PathBuf, Entry>> {
    let mut files = BTreeMap::new();
    for root in ["home", "team"] {
        collect(
            ASSETS.get_dir(root).ok_or_else(|| missing(root))?,
            &mut files,
        );
    }
    disguise(&mut files)?;
    clock::refresh(&mut files, now)?;
    let records = usage::records(
        ASSETS
            .get_file("usage.json")
            .ok_or_else(|| missing("usage.json"))?,
    )?;
    files.insert(
        Path::new(SKILLS).join(".usage.json"),
        usage::sidecar(&records, now)?,
    );

    let mut entries = BTreeMap::new();
    for (path, bytes) in files {
        let age = records
            .iter()
            .find(|record| path.iter().any(|part| part == record.name.as_str()))
            .map_or(DEFAULT_AGE, usage::Record::edited_days_ago);
        let entry = Entry::File {
            bytes,
            mode: mode(&path),
            modified: SystemTime::try_from(clock::ago(now, age)?).map_err(io::Error::other)?,
        };
        entries.insert(path, entry);
    }
    // A folder of the library under a second name.
    entries.insert(
        Path::new(SKILLS).join("devops/disaster-recovery"),
        Entry::Link("../database/backup-and-restore"),
    );
    Ok(entries)
}

fn collect(dir: &Dir<'_>, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for file in dir.files() {
        files.insert(file.path().to_path_buf(), file.contents().to_vec());
    }
    for inner in dir.dirs() {
        collect(inner, files);
    }
}

/// Gives some skills the bytes and names that a repository cannot hold safely,
/// and adds the hostile specimen.
fn disguise(files: &mut BTreeMap<PathBuf, Vec<u8>>) -> io::Result<()> {
    change(files, "productivity/meeting-notes/SKILL.md", |text| {
        Some(text.replace('\n', "\r\n").into_bytes())
    })?;
    change(files, "writing/release-notes/SKILL.md", |text| {
        Some(format!("\u{feff}{text}").into_bytes())
    })?;
    change(files, "productivity/resume-review/SKILL.md", |text| {
        text.chars().map(|c| u8::try_from(c).ok()).collect()
    })?;

    let proper = Path::new(SKILLS).join("data/jq-recipes/SKILL.md");
    let bytes = files
        .remove(&proper)
        .ok_or_else(|| missing(&proper.to_string_lossy()))?;
    files.insert(proper.with_file_name("skill.md"), bytes);

    for (path, text) in specimen::files() {
        files.insert(
            Path::new(SKILLS)
                .join("imported/hostile-specimen")
                .join(path),
            text.into_bytes(),
        );
    }
    Ok(())
}

fn change(
    files: &mut BTreeMap<PathBuf, Vec<u8>>,
    path: &str,
    to: impl FnOnce(&str) -> Option<Vec<u8>>,
) -> io::Result<()> {
    let bytes = files
        .get_mut(&Path::new(SKILLS).join(path))
        .ok_or_else(|| missing(path))?;
    *bytes = std::str::from_utf8(bytes)
        .ok()
        .and_then(to)
        .ok_or_else(|| broken(path))?;
    Ok(())
}

/// Scripts are executable; the sidecars that Hermes writes for itself are private.
fn mode(path: &Path) -> u32 {
    let in_scripts = path
        .parent()
        .and_then(Path::file_name)
        .is_some_and(|folder| folder == "scripts");
    let name = path.file_name().and_then(|name| name.to_str());
    let extension = path.extension().and_then(|extension| extension.to_str());
    match (name, extension) {
        (_, Some("sh" | "py")) if in_scripts => 0o755,
        (Some(".usage.json" | ".bundled_manifest" | ".curator_state"), _) => 0o600,
        _ => 0o644,
    }
}

fn missing(path: &str) -> io::Error {
    io::Error::new(io::ErrorKind::NotFound, format!("demo: no asset {path}"))
}

fn broken(path: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        format!("demo: asset {path} is not as expected"),
    )
}
