//! What the system offers: watching, exchanging files, an editor, git.

use std::path::{Path, PathBuf};

use super::{Check, Examined, Level};
use crate::store::catalog::ShelfState;
use crate::store::fs::{Fs, Kind};
use crate::store::locate::Environment;

/// Folders that nobody watches.
const UNWATCHED: [&str; 2] = [".git", "node_modules"];

/// Deeper folders are not looked into.
const MAX_DEPTH: usize = 64;

/// Limits of watching, and what would be needed.
pub(super) fn watching(examined: &Examined<'_>) -> Check {
    let mut check = Check::new("watching");
    let Ok((_, catalog)) = &examined.found else {
        check.add(Level::Ok, "nothing to watch");
        return check;
    };
    let ready = catalog
        .shelves
        .iter()
        .filter(|it| it.state == ShelfState::Ready);
    let needed: u64 = ready.map(|it| folders(examined.fs, &it.library.root)).sum();
    let Some(limits) = examined
        .env
        .proc_dir
        .as_ref()
        .map(|it| it.join("sys/fs/inotify"))
    else {
        let text = format!("{needed} folders to watch; this system tells no limits");
        check.add(Level::Ok, text);
        return check;
    };
    let limit = |name: &str| -> Option<u64> {
        let bytes = examined.fs.read(&limits.join(name), 64).ok()?;
        String::from_utf8_lossy(&bytes).trim().parse().ok()
    };
    match limit("max_user_watches") {
        None => check.add(Level::Note, format!("{needed} folders to watch; the limit cannot be read")),
        Some(most) if needed > most => check.advise(
            Level::Warning,
            format!("{needed} folders to watch, {most} are allowed: the rest is looked through from time to time"),
            format!("sysctl fs.inotify.max_user_watches={}", needed.saturating_mul(2)),
        ),
        Some(most) => check.add(Level::Ok, format!("{needed} folders to watch, {most} are allowed")),
    }
    match limit("max_user_instances") {
        Some(0) => check.advise(
            Level::Warning,
            "no watcher is allowed: libraries are looked through from time to time",
            "sysctl fs.inotify.max_user_instances=128",
        ),
        Some(most) => check.add(
            Level::Ok,
            format!("{most} watchers are allowed; one is needed"),
        ),
        None => {}
    }
    if let Some(most) = limit("max_queued_events") {
        let text =
            format!("{most} events are kept; after more of them everything is looked at again");
        check.add(Level::Ok, text);
    }
    check
}

/// Folders below a root, itself included; links are not followed.
fn folders(fs: &dyn Fs, root: &Path) -> u64 {
    let mut count = 0;
    let mut stack = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = stack.pop() {
        count += 1;
        if depth >= MAX_DEPTH {
            continue;
        }
        // What cannot be read cannot be watched either; it is told under discovery.
        for entry in fs.read_dir(&folder).unwrap_or_default() {
            let skipped = UNWATCHED.iter().any(|name| entry.name == **name);
            if entry.kind == Kind::Dir && !skipped {
                stack.push((folder.join(&entry.name), depth + 1));
            }
        }
    }
    count
}

/// Whether files can be exchanged in one step.
pub(super) fn writing() -> Check {
    let mut check = Check::new("writing");
    let text = "whether the file systems exchange two files in one step is not tested: nothing is written here";
    check.add(Level::Ok, text);
    check
}

/// The programs that are called.
pub(super) fn tools(fs: &dyn Fs, env: &Environment) -> Check {
    let mut check = Check::new("tools");
    let named = ["VISUAL", "EDITOR"]
        .into_iter()
        .find_map(|it| Some((it, env.variable(it)?)));
    match named {
        None => check.advise(
            Level::Note,
            "no editor: neither VISUAL nor EDITOR is set",
            "set one of them to edit skills from here",
        ),
        Some((variable, value)) => {
            let program = value.split_whitespace().next().unwrap_or_default();
            match find(fs, env, program) {
                Some(path) => {
                    let text = format!("editor: {value}, by {variable}, at {}", path.display());
                    check.add(Level::Ok, text);
                }
                None => check.advise(
                    Level::Warning,
                    format!("editor: {variable} is {value}, and {program} is not on PATH"),
                    format!("correct {variable}, or install {program}"),
                ),
            }
        }
    }
    match find(fs, env, "git") {
        Some(path) => check.add(Level::Ok, format!("git: {}", path.display())),
        None => check.add(
            Level::Note,
            "git is not on PATH: only needed to look at histories by hand",
        ),
    }
    check
}

/// A program by its path, or on PATH.
fn find(fs: &dyn Fs, env: &Environment, program: &str) -> Option<PathBuf> {
    let runs = |path: &PathBuf| {
        fs.stat(path)
            .is_ok_and(|it| it.kind == Kind::File && it.mode & 0o111 != 0)
    };
    if program.contains('/') {
        let path = env
            .current_dir
            .as_ref()
            .map_or_else(|| program.into(), |it| it.join(program));
        return Some(path).filter(runs);
    }
    let folders = env.variable("PATH").unwrap_or_default().split(':');
    let folders = folders.filter(|it| !it.is_empty());
    folders.map(|it| Path::new(it).join(program)).find(runs)
}
