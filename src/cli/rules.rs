//! `rules`: the rules with how bad each is for whom, and one of them explained.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::output::Output;
use super::{Usage, json};
use crate::skill::check::{Example, Part, explain};
use crate::skill::{Problem, Profile, Rule, Severity, Summary};
use crate::text::{sanitize, width};
use crate::theme::Chrome;

/// Longer examples are cut when they are printed.
const MAX_EXAMPLE_LINES: usize = 12;

/// Prints all rules, or explains one.
pub fn rules(out: &mut Output, id: Option<&str>) -> anyhow::Result<()> {
    let asked = match id {
        None => Rule::ALL.to_vec(),
        Some(id) => vec![Rule::by_id(id).ok_or_else(|| {
            Usage(format!(
                "no rule {id:?}; `skilldeck rules` lists all{}",
                near(id)
            ))
        })?],
    };
    if out.json {
        let rules: Vec<Value> = asked.into_iter().map(document).collect();
        out.document(&json::document(json!({"rules": rules})))?;
    } else if let (Some(_), [rule]) = (id, asked.as_slice()) {
        print_one(out, *rule)?;
    } else {
        print_all(out)?;
    }
    out.flush()?;
    Ok(())
}

/// Rules that have a part of a wrong id in theirs.
fn near(id: &str) -> String {
    let shares = |rule: &&Rule| {
        id.split('-')
            .any(|part| part.len() > 3 && rule.id().contains(part))
    };
    let near: Vec<&str> = Rule::ALL.iter().filter(shares).map(|it| it.id()).collect();
    match near.as_slice() {
        [] => String::new(),
        near => format!("; near: {}", near.join(", ")),
    }
}

fn print_all(out: &mut Output) -> io::Result<()> {
    let ids = Rule::ALL.iter().map(|rule| rule.id().len());
    let column = ids.max().unwrap_or(0);
    let names: Vec<&str> = Profile::ALL.iter().map(|it| it.id()).collect();
    let head = format!("{:column$}  {}", "rule", names.join("  "));
    writeln!(out, "{}", out.paint(Chrome::Key, &head))?;
    for rule in Rule::ALL {
        let mut line = format!("{:column$}", rule.id());
        for profile in Profile::ALL {
            let word = rule.severity(profile).map_or("-", Severity::word);
            let cell = format!("{word:<wide$}", wide = profile.id().len());
            line.push_str("  ");
            line.push_str(&match rule.severity(profile) {
                Some(severity) => out.paint(part(severity), &cell),
                None => cell,
            });
        }
        let used = column + names.iter().map(|it| it.len() + 2).sum::<usize>() + 2;
        let title = match out.columns {
            Some(columns) => width::clip(rule.title(), columns.saturating_sub(used)),
            None => rule.title().into(),
        };
        writeln!(out, "{line}  {}", out.paint(Chrome::Dim, &title))?;
    }
    Ok(())
}

fn part(severity: Severity) -> Chrome {
    match severity {
        Severity::Error => Chrome::Error,
        Severity::Warning => Chrome::Warning,
        Severity::Hint => Chrome::Dim,
    }
}

fn print_one(out: &mut Output, rule: Rule) -> io::Result<()> {
    let explanation = explain(rule);
    let width = out.width().min(80);
    writeln!(out, "{}", out.paint(Chrome::Key, rule.id()))?;
    writeln!(out, "{}\n", rule.title())?;
    for line in folded(explanation.why, width) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    for profile in Profile::ALL {
        let (word, paint) = match rule.severity(profile) {
            Some(severity) => (severity.word(), part(severity)),
            None => ("-", Chrome::Dim),
        };
        writeln!(out, "  {:<12} {}", profile.id(), out.paint(paint, word))?;
    }
    writeln!(out, "\nExample:\n")?;
    for line in example_lines(&explanation.example) {
        writeln!(out, "  {}", sanitize::line(&line))?;
    }
    if let Some(problem) = found(rule, &explanation.example) {
        let at = problem.position;
        let (line, column) = at.map_or((1, 1), |at| (at.line, at.column));
        let text = format!(
            "SKILL.md:{line}:{column}: {}[{}] {}",
            problem.severity.word(),
            rule.id(),
            problem.message
        );
        writeln!(out, "\n{}", sanitize::line(&text))?;
    }
    writeln!(out)?;
    for line in folded(&format!("Remedy: {}", explanation.remedy), width) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What the check says of an example that is a file.
fn found(rule: Rule, example: &Example) -> Option<Problem> {
    let Example::File(bytes) = example else {
        return None;
    };
    let problems = Summary::of(bytes.to_vec()).problems;
    problems.into_iter().find(|it| it.rule == rule)
}

/// An example as lines: a file's text, or what lies in a folder.
fn example_lines(example: &Example) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    match example {
        Example::File(bytes) => lines.extend(visible(bytes)),
        Example::Tree { parts, .. } => {
            for part in *parts {
                match part {
                    Part::Link(path, target) => lines.push(format!("{path} -> {target}")),
                    Part::File(path, text) => {
                        lines.push((*path).to_owned());
                        let text = visible(text.as_bytes());
                        lines.extend(text.into_iter().map(|line| format!("    {line}")));
                    }
                }
            }
        }
    }
    lines
}

/// The lines of a text, with line ends and marks that would not be seen as escapes.
fn visible(bytes: &[u8]) -> Vec<String> {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let hidden = c == '\r' || c == '\0' || c == '\u{FEFF}' || c == '\u{202E}';
            match c {
                c if hidden => text.push_str(&c.escape_default().to_string()),
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02X}"));
        }
    }
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| width::clip(line, 100).into_owned())
        .collect();
    if lines.len() > MAX_EXAMPLE_LINES {
        let more = lines.len() - MAX_EXAMPLE_LINES;
        lines.truncate(MAX_EXAMPLE_LINES);
        lines.push(format!("… and {more} lines more"));
    }
    lines
}

/// A text in lines of a width, cut at blanks.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else {
            continue;
        };
        if !line.is_empty() && width::of(line) + 1 + width::of(word) > width {
            lines.push(word.to_owned());
            continue;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines
}

/// The explanation of a rule as Markdown.
pub fn help(rule: Rule) -> String {
    let explanation = explain(rule);
    let example = example_lines(&explanation.example).join("\n");
    format!(
        "{}\n\n```text\n{example}\n```\n\n{}",
        explanation.why, explanation.remedy
    )
}

fn document(rule: Rule) -> Value {
    let explanation = explain(rule);
    let severities = Profile::ALL.map(|profile| {
        let word = rule.severity(profile).map(Severity::word);
        (profile.id().to_owned(), json!(word))
    });
    json!({
        "id": rule.id(),
        "title": rule.title(),
        "why": explanation.why,
        "remedy": explanation.remedy,
        "severities": Value::Object(severities.into_iter().collect()),
        "example": example_lines(&explanation.example).join("\n"),
    })
}
