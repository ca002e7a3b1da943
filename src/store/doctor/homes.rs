//! The home and the rule that led to it, the libraries, what discovery met, links.

use std::path::Path;

use super::{Check, Examined, Level};
use crate::skill::Rule;
use crate::store::catalog::{Catalog, Shelf, ShelfState};
use crate::store::discover::Fault;
use crate::store::fs::{Fs, Kind};
use crate::store::home::HomeSource;
use crate::store::library::{Library, LibraryKind, Scope};
use crate::store::locate::{self, Places, Request};

/// Skills that are named one by one.
const NAMED: usize = 5;

/// The home, and what each rule on the way to it gave.
pub(super) fn home(examined: &Examined<'_>) -> Check {
    let mut check = Check::new("home");
    chain(examined, &mut check);
    match &examined.found {
        Err(error) => check.advise(
            Level::Problem,
            error.to_string(),
            "correct the path, or leave it out to let the next rule decide",
        ),
        Ok((places, catalog)) => match &places.home {
            None => check.add(Level::Ok, "no home: the path is shown alone"),
            Some(home) => {
                let root = home.root.display();
                let by = home.source.words();
                let text = format!("{root} is the home, by {by}; profile {}", home.profile());
                match home.source {
                    HomeSource::State => check.advise(
                        Level::Note,
                        format!("no Hermes home: {root} would be used"),
                        "give --home, or set HERMES_HOME, if there is one elsewhere",
                    ),
                    _ => check.add(Level::Ok, text),
                }
                active_profile(
                    examined.fs,
                    home.profiles_root(),
                    &home.profile(),
                    &mut check,
                );
                if catalog.profiles.len() > 1 {
                    let names: Vec<&str> =
                        catalog.profiles.iter().map(|it| it.name.as_str()).collect();
                    check.add(Level::Ok, format!("profiles: {}", names.join(", ")));
                }
            }
        },
    }
    check
}

/// Each rule in its order: what it gave, and that those behind the first hit were not asked.
fn chain(examined: &Examined<'_>, check: &mut Check) {
    let request = match examined.request {
        Request::Profile(root, inner) => {
            check.add(
                Level::Ok,
                format!("the profile at {} was chosen", root.display()),
            );
            inner
        }
        other => other,
    };
    let flag = match request {
        Request::Usual { home } => home,
        Request::Alone(path) | Request::Path(path) => {
            check.add(
                Level::Ok,
                format!("{} was given: no other rule is asked", path.display()),
            );
            return;
        }
        Request::Profile(..) | Request::Paths(_) => return,
    };
    let env = examined.env;
    let is_dir = |path: &Path| {
        let path = env
            .current_dir
            .as_ref()
            .map_or(path.to_owned(), |it| it.join(path));
        examined.fs.stat(&path).is_ok_and(|it| it.kind == Kind::Dir)
    };
    let mut decided = false;
    let mut rule = |name: &str, path: Option<&Path>, missing: &str| {
        let text = match path {
            _ if decided => format!("{name}: not asked"),
            None => format!("{name}: {missing}"),
            Some(path) => {
                let is_there = is_dir(path);
                // A default that is not there gives way; what a person named does not.
                decided = is_there || missing != "not there";
                let what = if is_there { "a folder" } else { "no folder" };
                format!("{name}: {}, {what}", path.display())
            }
        };
        check.add(Level::Ok, text);
    };
    rule("--home", flag.as_deref(), "not given");
    for name in ["SKILLDECK_HOME", "HERMES_HOME"] {
        rule(name, env.variable(name).map(Path::new), "not set");
    }
    let usual = env.user_home.as_ref().map(|it| it.join(".hermes"));
    rule("~/.hermes", usual.as_deref(), "not there");
    rule(
        "skilldeck's own folder",
        env.state_dir.as_deref(),
        "not known",
    );
}

/// Hermes' sticky choice of a profile is not followed: only told.
fn active_profile(fs: &dyn Fs, root: &Path, shown: &str, check: &mut Check) {
    let Ok(bytes) = fs.read(&root.join("active_profile"), 1024) else {
        return;
    };
    let text = String::from_utf8_lossy(&bytes);
    let active = text.trim();
    if !active.is_empty() && active != shown {
        check.advise(
            Level::Note,
            format!("Hermes' active profile is {active}, shown is {shown}"),
            format!("skilldeck --home-profile {active}"),
        );
    }
}

/// The libraries: there, a folder, readable, writable where they should be, and why they are shown.
pub(super) fn libraries(examined: &Examined<'_>, places: &Places, catalog: &Catalog) -> Check {
    let mut check = Check::new("libraries");
    for shelf in &catalog.shelves {
        library(examined.fs, shelf, &mut check);
    }
    for twin in &places.twins {
        let text = format!(
            "{} is the folder of {}: shown once",
            twin.root.display(),
            twin.same_as
        );
        check.add(Level::Note, text);
    }
    if !matches!(examined.request, Request::Path(_) | Request::Alone(_)) {
        for folder in locate::agent_folders(examined.fs, examined.env) {
            agent_folder(examined.fs, &folder.root, &mut check);
        }
    }
    for note in &catalog.notes {
        check.advise(
            Level::Warning,
            note.clone(),
            "correct the settings it names",
        );
    }
    if catalog.shelves.is_empty() {
        check.add(Level::Note, "there is no library");
    }
    check
}

fn library(fs: &dyn Fs, shelf: &Shelf, check: &mut Check) {
    let library = &shelf.library;
    let root = library.root.display();
    let about = format!(
        "{}: {root}, {}, {}",
        library.id,
        library.kind.words(),
        why(library)
    );
    if let Ok(target) = fs.read_link(&library.root) {
        let text = format!("{}: its root is a link to {}", library.id, target.display());
        check.add(Level::Note, text);
    }
    match &shelf.state {
        ShelfState::Missing if library.kind == LibraryKind::Configured => check.advise(
            Level::Warning,
            format!("{about}: not there"),
            "create it, or take it out of config.toml",
        ),
        ShelfState::Missing => check.add(Level::Note, format!("{about}: not there yet")),
        ShelfState::Unreadable(_) if is_file(fs, &library.root) => check.advise(
            Level::Problem,
            format!("{about}: a file, and no folder"),
            "move the file away, and make a folder",
        ),
        ShelfState::Unreadable(reason) => check.advise(
            Level::Problem,
            format!("{about}: cannot be read: {reason}"),
            "check the permissions of the folder and of those above it",
        ),
        ShelfState::Ready => {
            let count = shelf.skills.len();
            let text = format!("{about}: {count} skills, {}", access(library));
            if library.writable && !fs.writable(&library.root) {
                check.advise(
                    Level::Warning,
                    format!("{text}, and the system does not let us write there"),
                    "check the permissions of the folder",
                );
            } else {
                check.add(Level::Ok, text);
            }
        }
    }
}

fn is_file(fs: &dyn Fs, path: &Path) -> bool {
    fs.stat(path).is_ok_and(|it| it.kind != Kind::Dir)
}

fn access(library: &Library) -> &'static str {
    if library.writable {
        "writable"
    } else {
        "read-only"
    }
}

/// Why a library is shown.
fn why(library: &Library) -> &'static str {
    match (library.kind, library.scope) {
        (LibraryKind::Hermes, _) => "the home's own",
        (LibraryKind::External, _) => "from skills.external_dirs of config.yaml",
        (LibraryKind::Configured, _) => "from config.toml",
        (LibraryKind::Folder, _) => "the path given",
        (_, Scope::User) => "found in your home",
        (_, Scope::Project) => "found in the project",
    }
}

/// An agent's folder that is something else than a folder is no library, and should not pass unseen.
fn agent_folder(fs: &dyn Fs, root: &Path, check: &mut Check) {
    let shown = root.display();
    match (fs.stat(root), fs.lstat(root)) {
        (Ok(stat), _) if stat.kind != Kind::Dir => check.advise(
            Level::Warning,
            format!("{shown} is a file: no library"),
            "move the file away, and make a folder",
        ),
        (Err(error), Ok(_)) => check.advise(
            Level::Warning,
            format!("{shown} is a link that leads nowhere: {error}"),
            "remove the link, or make what it points to",
        ),
        (Err(error), Err(_)) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            check.advise(
                Level::Warning,
                format!("{shown} cannot be looked at: {error}"),
                "check the permissions of the folders above it",
            );
        }
        _ => {}
    }
}

/// A fault that is about a link.
fn about_link(fault: &Fault) -> bool {
    fault.message.starts_with("a link to ")
}

/// What discovery could not read, and limits it met.
pub(super) fn discovery(catalog: &Catalog) -> Check {
    let mut check = Check::new("discovery");
    for shelf in &catalog.shelves {
        for fault in shelf.faults.iter().filter(|it| !about_link(it)) {
            check.advise(
                Level::Warning,
                format!("{}: {}", fault.path.display(), fault.message),
                "check the permissions, or move it to where it is looked for",
            );
        }
        let unread = |rule: Rule| rule == Rule::Unreadable;
        let skills = shelf.skills.iter();
        let skills: Vec<_> = skills
            .filter_map(|it| Some((it, it.problems.iter().find(|it| unread(it.rule))?)))
            .collect();
        for (skill, problem) in skills.iter().take(NAMED) {
            let text = format!("{}: {}", skill.id, problem.message);
            check.advise(Level::Warning, text, problem.remedy.clone());
        }
        if let Some(more) = skills.len().checked_sub(NAMED).filter(|more| *more > 0) {
            let text = format!("{}: {more} more skills like that", shelf.library.id);
            check.add(Level::Warning, text);
        }
    }
    if check.findings.is_empty() {
        check.add(
            Level::Ok,
            "all folders and skills were read, no limit was met",
        );
    }
    check
}

/// Links: those that lead nowhere or round in circles, and those that lead out.
pub(super) fn links(fs: &dyn Fs, catalog: &Catalog) -> Check {
    let mut check = Check::new("links");
    for shelf in &catalog.shelves {
        for fault in shelf.faults.iter().filter(|it| about_link(it)) {
            let text = format!("{}: {}", fault.path.display(), fault.message);
            check.advise(
                Level::Warning,
                text,
                "remove the link, or correct where it points",
            );
        }
        let Ok(root) = fs.canonicalize(&shelf.library.root) else {
            continue;
        };
        let leaving = shelf.skills.iter();
        let leaving = leaving.filter(|it| it.through_link.is_some() && !it.dir.starts_with(&root));
        let leaving: Vec<_> = leaving.collect();
        for skill in leaving.iter().take(NAMED) {
            let text = format!(
                "{} leads out of the library to {}",
                skill.id,
                skill.dir.display()
            );
            check.add(Level::Note, text);
        }
        if let Some(more) = leaving.len().checked_sub(NAMED).filter(|more| *more > 0) {
            let text = format!("{}: {more} more skills lie behind links", shelf.library.id);
            check.add(Level::Note, text);
        }
    }
    if check.findings.is_empty() {
        check.add(Level::Ok, "no link leads nowhere or out of its library");
    }
    check
}
