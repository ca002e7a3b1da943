//! The doctor: is everything where it should be, and if not, what to do. Homes, libraries, links,
//! sidecars, locks, our folders, watching, tools.
//!
//! Looks only: nothing is created, written or waited for. The terminal is examined by the command
//! line, which knows it.

mod homes;
mod state;
mod system;

use jiff::Timestamp;

use super::catalog::Catalog;
use super::fs::Fs;
use super::locate::{Environment, LocateError, Places, Request};
use super::watch;

/// How a finding is to be taken, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Worth knowing.
    Note,
    /// It works, and not all of it.
    Warning,
    /// It does not work.
    Problem,
}

impl Level {
    /// The word for it, in JSON too.
    pub fn word(self) -> &'static str {
        match self {
            Level::Ok => "ok",
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Problem => "problem",
        }
    }
}

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it is.
    pub level: Level,
    /// What is the matter.
    pub text: String,
    /// What to do about it.
    pub remedy: Option<String>,
    /// When the file that it is about was last changed.
    pub changed: Option<Timestamp>,
}

/// Findings about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Stable id.
    pub id: &'static str,
    /// What was found, in the order in which it was looked for.
    pub findings: Vec<Finding>,
}

impl Check {
    /// A check without findings.
    pub fn new(id: &'static str) -> Self {
        let findings = Vec::new();
        Check { id, findings }
    }

    /// Adds a finding.
    pub fn add(&mut self, level: Level, text: impl Into<String>) {
        self.findings.push(Finding {
            level,
            text: text.into(),
            remedy: None,
            changed: None,
        });
    }

    /// Adds a finding with what to do about it.
    pub fn advise(&mut self, level: Level, text: impl Into<String>, remedy: impl Into<String>) {
        self.add(level, text);
        if let Some(last) = self.findings.last_mut() {
            last.remedy = Some(remedy.into());
        }
    }

    /// The worst level in it.
    pub fn worst(&self) -> Level {
        let levels = self.findings.iter().map(|it| it.level);
        levels.max().unwrap_or(Level::Ok)
    }
}

/// How changes on disk are noticed, as it was tried out.
pub fn events(state: &watch::State) -> Check {
    let mut check = Check::new("events");
    match state.fault {
        None => check.add(Level::Ok, state.words()),
        Some(_) => check.advise(
            Level::Warning,
            state.words(),
            "changes are noticed two seconds late; R looks at once",
        ),
    }
    check
}

/// What was looked at: the request, and what came of it.
pub struct Examined<'a> {
    /// The file system.
    pub fs: &'a dyn Fs,
    /// The surroundings of the program.
    pub env: &'a Environment,
    /// What was asked for.
    pub request: &'a Request,
    /// What there is to open, with what lies in it; or why there is nothing.
    pub found: Result<(Places, Catalog), LocateError>,
}

/// Examines all but the terminal.
pub fn examine(examined: &Examined<'_>) -> Vec<Check> {
    let mut checks = vec![homes::home(examined)];
    if let Ok((places, catalog)) = &examined.found {
        checks.push(homes::libraries(examined, places, catalog));
        checks.push(homes::discovery(catalog));
        checks.push(homes::links(examined.fs, catalog));
        checks.push(state::sidecars(examined.fs, catalog));
    }
    checks.push(state::locks(examined));
    checks.push(state::folders(examined.fs, examined.env));
    checks.push(system::watching(examined));
    checks.push(system::writing());
    checks.push(system::tools(examined.fs, examined.env));
    checks
}
