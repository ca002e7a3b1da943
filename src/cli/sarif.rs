//! What a check found as SARIF 2.1.0, the format that code hosts read.
//!
//! The few objects that are needed are written as JSON. Columns count characters; paths are relative
//! to the current folder.

use std::path::Path;

use serde_json::{Value, json};

use super::check::{Report, severities};
use super::rules::help;
use crate::skill::check::explain;
use crate::skill::{Readers, Rule, Severity};

/// The log of one run.
pub fn log(reports: &[Report], current: Option<&Path>) -> Value {
    let mut run = json!({
        "tool": {"driver": {
            "name": "skilldeck",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": Rule::ALL.iter().map(|rule| descriptor(*rule)).collect::<Vec<_>>(),
        }},
        "columnKind": "unicodeCodePoints",
        "results": reports.iter().map(result).collect::<Vec<_>>(),
    });
    if let (Some(current), Some(run)) = (current, run.as_object_mut()) {
        let base = format!("{}/", uri(current).trim_end_matches('/'));
        run.insert(
            "originalUriBaseIds".to_owned(),
            json!({"SRCROOT": {"uri": base}}),
        );
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    })
}

fn descriptor(rule: Rule) -> Value {
    let explanation = explain(rule);
    let level = rule.worst_for(Readers::ALL).map_or("none", level);
    json!({
        "id": rule.id(),
        "name": format!("{rule:?}"),
        "shortDescription": {"text": rule.title()},
        "fullDescription": {"text": explanation.why},
        "help": {"text": explanation.remedy, "markdown": help(rule)},
        "defaultConfiguration": {"level": level},
    })
}

fn result(report: &Report) -> Value {
    let problem = &report.problem;
    let artifact = match report.path.is_relative() {
        true => json!({"uri": uri(&report.path), "uriBaseId": "SRCROOT"}),
        false => json!({"uri": uri(&report.path)}),
    };
    let mut place = json!({"artifactLocation": artifact});
    if let (Some(at), Some(place)) = (problem.position, place.as_object_mut()) {
        place.insert(
            "region".to_owned(),
            json!({"startLine": at.line, "startColumn": at.column}),
        );
    }
    json!({
        "ruleId": problem.rule.id(),
        "ruleIndex": Rule::ALL.iter().position(|rule| *rule == problem.rule),
        "level": level(problem.severity),
        "message": {"text": format!("{} ({})", problem.message, problem.remedy)},
        "locations": [{"physicalLocation": place}],
        "properties": {"severities": severities(report)},
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Hint => "note",
    }
}

/// A path as a URI: relative as it is, absolute with its scheme, odd bytes escaped.
fn uri(path: &Path) -> String {
    let scheme = if path.is_absolute() { "file://" } else { "" };
    let mut out = scheme.to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(*byte));
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped() {
        let cases = [
            ("a/SKILL.md", "a/SKILL.md"),
            ("/x y/é", "file:///x%20y/%C3%A9"),
            ("a+b:c", "a%2Bb%3Ac"),
        ];
        for (path, expected) in cases {
            assert_eq!(uri(Path::new(path)), expected);
        }
    }
}
