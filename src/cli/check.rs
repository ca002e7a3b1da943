//! `check`: the linter. What is wrong with skills as text, JSON or SARIF, and an exit code for CI.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::args::{CheckOptions, Deny};
use super::fix::{self, Fix};
use super::output::Output;
use super::{Usage, exit, json, sarif};
use crate::skill::{Problem, Readers, Rule, Severity};
use crate::store::catalog::Catalog;
use crate::text::sanitize;
use crate::theme::Chrome;
use crate::viewer::facts;
use crate::workbench::{Checked, Workbench};

/// A problem with the file that has it, as the outputs need it.
pub struct Report {
    /// Relative to the current folder, where the file is below it.
    pub path: PathBuf,
    /// What is wrong.
    pub problem: Problem,
    /// Whose reading counted.
    pub readers: Readers,
    /// `LIBRARY//KEY`; nothing for what belongs to no skill.
    skill: Option<String>,
}

/// How many problems there are of each severity.
#[derive(Clone, Copy, Default)]
struct Tally {
    errors: u64,
    warnings: u64,
    hints: u64,
}

impl Tally {
    fn of(reports: &[Report]) -> Self {
        let mut tally = Tally::default();
        for report in reports {
            match report.problem.severity {
                Severity::Error => tally.errors += 1,
                Severity::Warning => tally.warnings += 1,
                Severity::Hint => tally.hints += 1,
            }
        }
        tally
    }
}

/// Checks and prints; gives the exit code.
pub fn check(
    out: &mut Output,
    workbench: &Workbench,
    catalog: &Catalog,
    library: Option<&str>,
    options: &CheckOptions,
    current: Option<&Path>,
) -> anyhow::Result<u8> {
    if options.sarif && out.json {
        return Err(Usage("give --json or --sarif, not both".to_owned()).into());
    }
    let checked = workbench.check(catalog, library);
    if checked.skills.is_empty() && checked.faults.is_empty() {
        let roots = catalog.shelves.iter().map(|it| it.library.root.display());
        let roots: Vec<String> = roots.map(|it| it.to_string()).collect();
        let text = format!("nothing to check: no skill in {}", roots.join(", "));
        return Err(Usage(text).into());
    }
    let reports = reports(&checked, current);
    if options.sarif {
        out.document(&sarif::log(&reports, current))?;
    } else if out.json {
        out.document(&document(&checked, &reports, options.deny))?;
    } else {
        print(out, &reports)?;
    }
    out.flush()?;
    if !out.json && !options.sarif {
        super::report(&summary(&checked, &reports));
    }
    let denied = |report: &Report| report.problem.severity <= options.deny.severity();
    Ok(match reports.iter().any(denied) {
        true => exit::REFUSED,
        false => exit::DONE,
    })
}

/// Prints the repairs of skills; gives the exit code: 1 when something would change.
pub fn fix(
    out: &mut Output,
    workbench: &Workbench,
    catalog: &Catalog,
    library: Option<&str>,
    guess: bool,
    current: Option<&Path>,
) -> anyhow::Result<u8> {
    let mut fixes = Vec::new();
    let mut unread = false;
    let skills = catalog.skills().filter(|skill| !skill.archived);
    for skill in skills.filter(|it| library.is_none_or(|name| *it.id.library == *name)) {
        match workbench.read_raw(skill, None) {
            Ok(bytes) => {
                let shown = shown(&skill.file, current);
                fixes.push(Fix::of(&skill.file, &shown, &bytes, guess));
            }
            Err(error) => {
                unread = true;
                super::report(&error.to_string());
            }
        }
    }
    let code = fix::print(out, &fixes)?;
    out.flush()?;
    Ok(if unread { exit::REFUSED } else { code })
}

/// A path relative to the current folder, where it is below it.
fn shown(path: &Path, current: Option<&Path>) -> PathBuf {
    match current.and_then(|it| path.strip_prefix(it).ok()) {
        Some(below) if !below.as_os_str().is_empty() => below.to_owned(),
        _ => path.to_owned(),
    }
}

fn reports(checked: &Checked, current: Option<&Path>) -> Vec<Report> {
    let shown = |path: &Path| shown(path, current);
    let mut reports = Vec::new();
    for (path, message) in &checked.faults {
        let remedy = "check the path, its link and its permissions: skills may be missing here";
        reports.push(Report {
            path: shown(path),
            problem: Problem::new(Rule::Unreadable, message.clone(), remedy),
            readers: Readers::ALL,
            skill: None,
        });
    }
    for skill in &checked.skills {
        let path = shown(&skill.file);
        reports.extend(skill.problems.iter().map(|problem| Report {
            path: path.clone(),
            problem: problem.clone(),
            readers: skill.readers,
            skill: Some(skill.id.to_string()),
        }));
    }
    reports
}

fn print(out: &mut Output, reports: &[Report]) -> std::io::Result<()> {
    for report in reports {
        let problem = &report.problem;
        let path = report.path.to_string_lossy();
        let place = match problem.position {
            Some(at) => format!("{path}:{}:{}", at.line, at.column),
            None => path.into_owned(),
        };
        let part = match problem.severity {
            Severity::Error => Chrome::Error,
            Severity::Warning => Chrome::Warning,
            Severity::Hint => Chrome::Dim,
        };
        let label = format!("{}[{}]", problem.severity.word(), problem.rule.id());
        writeln!(
            out,
            "{}: {} {}",
            sanitize::line(&place),
            out.paint(part, &label),
            sanitize::line(&problem.message)
        )?;
        let help = format!("  = help: {}", sanitize::line(&problem.remedy));
        writeln!(out, "{}", out.paint(Chrome::Dim, &help))?;
    }
    Ok(())
}

fn summary(checked: &Checked, reports: &[Report]) -> String {
    let tally = Tally::of(reports);
    let mut text = format!(
        "checked {}: {}, {}, {}",
        facts::count(checked.skills.len() as u64, "skill"),
        facts::count(tally.errors, "error"),
        facts::count(tally.warnings, "warning"),
        facts::count(tally.hints, "hint"),
    );
    if checked.archived > 0 {
        text.push_str(&format!("; {} archived not checked", checked.archived));
    }
    text
}

fn document(checked: &Checked, reports: &[Report], deny: Deny) -> Value {
    let tally = Tally::of(reports);
    let problems: Vec<Value> = reports
        .iter()
        .map(|report| {
            let mut value = json::problem(&report.problem);
            if let Some(fields) = value.as_object_mut() {
                fields.insert("path".to_owned(), json!(report.path.to_string_lossy()));
                fields.insert("skill".to_owned(), json!(report.skill));
                fields.insert("severities".to_owned(), severities(report));
            }
            value
        })
        .collect();
    json::document(json!({
        "skills": checked.skills.len(),
        "archived": checked.archived,
        "counts": {
            "errors": tally.errors,
            "warnings": tally.warnings,
            "hints": tally.hints,
        },
        "deny": deny.severity().word(),
        "problems": problems,
    }))
}

/// How bad a problem is for each reader that counted and minds.
pub fn severities(report: &Report) -> Value {
    let of = |profile| {
        let severity = report.problem.severity_for(profile)?;
        Some((profile.id(), severity.word()))
    };
    let each: BTreeMap<_, _> = report.readers.iter().filter_map(of).collect();
    json!(each)
}
