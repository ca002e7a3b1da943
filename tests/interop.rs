//! Agreement with the real Hermes Agent 0.19.0: on the 177 skills it ships and on hand-made homes full of quirks,
//! the list, the look-ups, the usage keys and the frontmatter are the same, but for the deviations listed in
//! `interop/deviations.rs`.
//!
//! Needs what `tests/interop/install DIR` makes, with `SKILLDECK_INTEROP_DIR=DIR`. Without it the comparison is
//! skipped with a message, unless `SKILLDECK_INTEROP=required`. The first run asks Hermes (20 s), later runs read
//! the answers that it kept.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test fails by panicking

#[path = "interop/deviations.rs"]
mod deviations;
#[path = "interop/hermes.rs"]
mod hermes;
#[path = "interop/ours.rs"]
mod ours;
#[path = "interop/proofs.rs"]
mod proofs;
#[path = "support/tree.rs"]
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};
use skilldeck::skill::Rule;
use skilldeck::store::resolve::ResolveError;

use deviations::{Check, DEVIATIONS};
use hermes::{Answer, Frontmatter, Installation, View};
use ours::{Look, Reading, Row, real};

/// The homes, by their folder in the installation.
const HOMES: [&str; 7] = [
    "home",
    "edge/main",
    "edge/loop",
    "edge/poison",
    "edge/scalar",
    "edge/root-skill",
    "edge/venv/below",
];

/// What both say, where they differ.
struct Difference {
    home: &'static str,
    check: Check,
    subject: String,
    hermes: String,
    ours: String,
}

#[test]
fn agrees_with_hermes() {
    let installation = match Installation::find() {
        Ok(installation) => installation,
        Err(reason) => {
            let required = std::env::var("SKILLDECK_INTEROP").is_ok_and(|it| it == "required");
            assert!(!required, "no Hermes Agent to compare with: {reason}");
            eprintln!(
                "skipped, no Hermes Agent to compare with: {reason}; see tests/interop/README.md"
            );
            return;
        }
    };
    let mut differences = Vec::new();
    let mut subjects: BTreeSet<(&str, Check, String)> = BTreeSet::new();
    for home in HOMES {
        let answer = installation.ask(home);
        assert_eq!(answer.hermes, "0.19.0");
        let comparison = Comparison {
            home,
            root: installation.home(home),
            look: Look::at(&installation.home(home), &answer.platform),
            answer,
        };
        comparison.list(&mut differences);
        comparison.views(&mut differences);
        comparison.usage_keys(&mut differences);
        comparison.frontmatter(&mut differences);
        let looked_up = comparison.answer.views.keys();
        subjects.extend(looked_up.map(|it| (home, Check::View, it.clone())));
    }
    let report = judge(&differences, &subjects);
    assert!(report.is_empty(), "\n{report}");
}

/// Every difference must be listed with what we say, and everything listed must differ.
fn judge(differences: &[Difference], subjects: &BTreeSet<(&str, Check, String)>) -> String {
    let mut report = String::new();
    let mut met: BTreeSet<(&str, Check, &str)> = BTreeSet::new();
    for it in differences {
        met.insert((it.home, it.check, &it.subject));
        let listed = DEVIATIONS
            .iter()
            .find(|deviation| deviation.covers(it.home, it.check, &it.subject));
        let fault = match listed {
            Some(deviation) if deviation.expected(&it.subject) == it.ours => continue,
            Some(deviation) => {
                format!("listed as {:?}, with {:?}", deviation.class, deviation.ours)
            }
            None => "not listed".to_owned(),
        };
        let _ = writeln!(
            report,
            "{} {:?} {:?}: {fault}\n  Hermes: {}\n  ours:   {}",
            it.home, it.check, it.subject, it.hermes, it.ours
        );
    }
    for deviation in DEVIATIONS {
        for pattern in deviation.subjects {
            // A pattern stands for all look-ups that it fits.
            let fits = |subject: &&str| deviations::fits(pattern, subject);
            let here = met
                .iter()
                .filter(|(home, check, _)| *home == deviation.home && *check == deviation.check)
                .map(|(_, _, subject)| *subject);
            let met: BTreeSet<&str> = here.filter(fits).collect();
            let tried = subjects
                .iter()
                .filter(|(home, check, _)| *home == deviation.home && *check == deviation.check)
                .map(|(_, _, subject)| subject.as_str());
            let agreed: Vec<&str> = tried.filter(fits).filter(|it| !met.contains(it)).collect();
            if met.is_empty() || !agreed.is_empty() {
                let _ = writeln!(
                    report,
                    "{} {:?} {pattern:?}: listed as {:?}, and both agree {agreed:?}",
                    deviation.home, deviation.check, deviation.class
                );
            }
        }
    }
    report
}

/// One home, seen by both.
struct Comparison {
    home: &'static str,
    root: std::path::PathBuf,
    look: Look,
    answer: Answer,
}

impl Comparison {
    fn difference(&self, check: Check, subject: &str, hermes: String, ours: String) -> Difference {
        Difference {
            home: self.home,
            check,
            subject: subject.to_owned(),
            hermes,
            ours,
        }
    }

    /// The same rows; and those that both have, in the same order.
    fn list(&self, differences: &mut Vec<Difference>) {
        let theirs: Vec<Row> = self
            .answer
            .list
            .iter()
            .map(|it| {
                let description = match &it.description {
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                (it.name.clone(), description, it.category.clone())
            })
            .collect();
        let ours = self.look.list();
        let common = |rows: &[Row], other: &[Row]| -> Vec<Row> {
            let other: BTreeSet<&Row> = other.iter().collect();
            rows.iter()
                .filter(|row| other.contains(row))
                .cloned()
                .collect()
        };
        assert_eq!(
            common(&theirs, &ours),
            common(&ours, &theirs),
            "order in {}",
            self.home
        );
        let mut by_name: BTreeMap<&str, [String; 2]> = BTreeMap::new();
        for (side, rows) in [&theirs, &ours].into_iter().enumerate() {
            for row in rows {
                let shown = format!("{}: {}", row.2.as_deref().unwrap_or("top"), row.1);
                let cell = &mut by_name.entry(&row.0).or_default()[side];
                assert_eq!(cell, "", "{} is listed twice in {}", row.0, self.home);
                *cell = shown;
            }
        }
        for (name, [hermes, ours]) in by_name {
            if hermes != ours {
                let hermes = match &self.answer.list_error {
                    Some(error) => format!("the whole list fails: {error}"),
                    None => hermes,
                };
                differences.push(self.difference(Check::List, name, hermes, ours));
            }
        }
    }

    fn views(&self, differences: &mut Vec<Difference>) {
        for (argument, view) in &self.answer.views {
            let found = self.look.find(argument);
            let held_back = |found: Result<&skilldeck::store::Skill, ResolveError>| {
                found.is_ok_and(|skill| {
                    let fails = |it: &skilldeck::skill::Problem| it.rule == Rule::HermesFails;
                    skill.hidden.is_some() || skill.problems.iter().any(fails)
                })
            };
            let (same, hermes) = match view {
                View::Found { file } => {
                    let path = real(&self.root.join(file));
                    (found.is_ok_and(|it| real(&it.file) == path), file.clone())
                }
                View::Ambiguous { matches } => (
                    matches!(found, Err(ResolveError::Ambiguous { .. })),
                    format!("ambiguous: {}", matches.join(", ")),
                ),
                View::NotFound | View::Refused => {
                    let refused = matches!(
                        found,
                        Err(ResolveError::Unknown { .. } | ResolveError::UnknownLibrary { .. })
                    );
                    (refused, "not found".to_owned())
                }
                View::Unsupported => (held_back(found), "not for this platform".to_owned()),
                View::Disabled => (held_back(found), "disabled".to_owned()),
                View::Unreadable => (held_back(found), "unreadable".to_owned()),
                View::Error { error } => (held_back(found), error.clone()),
            };
            if !same {
                let ours = self.look.outcome(argument);
                differences.push(self.difference(Check::View, argument, hermes, ours));
            }
        }
    }

    fn usage_keys(&self, differences: &mut Vec<Difference>) {
        for (file, key) in &self.answer.usage_keys {
            let ours = self.reading(file).usage_key(Path::new(file));
            if ours != *key {
                differences.push(self.difference(Check::UsageKey, file, key.clone(), ours));
            }
        }
    }

    /// The fields and the body. Where Hermes reads a field as something else than a text, ours is the source text
    /// with a problem that says so.
    fn frontmatter(&self, differences: &mut Vec<Difference>) {
        for (file, theirs) in &self.answer.frontmatter {
            let reading = self.reading(file);
            let is_missing =
                || reading.has(Rule::MissingName) || reading.has(Rule::MissingDescription);
            let same_field = |theirs: &Option<Value>, ours: &Option<String>| match theirs {
                // Absent, or null.
                None => ours.is_none() || reading.has(Rule::NotAText),
                Some(Value::String(text)) => text.trim() == ours.as_deref().unwrap_or_default(),
                Some(Value::Array(_)) => is_missing(),
                // What JSON has no word for comes with its type.
                Some(Value::Object(map)) => match map.get("type").and_then(Value::as_str) {
                    None | Some("list" | "dict") => is_missing(),
                    Some(_) => reading.has(Rule::NotAText),
                },
                Some(_) => reading.has(Rule::NotAText),
            };
            let (same, hermes) = match theirs {
                Frontmatter::Read {
                    name,
                    description,
                    body_sha256,
                } => {
                    let digest = Sha256::digest(reading.body.as_bytes());
                    let digest: String = digest.iter().map(|it| format!("{it:02x}")).collect();
                    let summary = &reading.summary;
                    let same = same_field(name, &summary.name)
                        && same_field(description, &summary.description)
                        && digest == *body_sha256;
                    let shown = |it: &Option<Value>| match it {
                        Some(value) => value.to_string(),
                        None => "none".to_owned(),
                    };
                    let (name, description) = (shown(name), shown(description));
                    let fields = format!("name {name}, description {description}, body {digest}");
                    (same, fields)
                }
                Frontmatter::Unreadable { unreadable } => {
                    let is_file = self.root.join(file).is_file();
                    (!is_file || reading.has(Rule::NotUtf8), unreadable.clone())
                }
            };
            if !same {
                let ours = reading.fields();
                differences.push(self.difference(Check::Frontmatter, file, hermes, ours));
            }
        }
    }

    fn reading(&self, file: &str) -> Reading {
        Reading::of(fs::read(self.root.join(file)).unwrap_or_default())
    }
}
