//! `doctor`: the workbench's findings and those about the terminal, with what to do.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::json;

use super::args::{Args, When};
use super::output::{self, Output, wrapped};
use super::{exit, json};
use crate::color::ColorLevel;
use crate::store::Disk;
use crate::store::doctor::{Check, Finding, Level};
use crate::store::locate::{Environment, Request};
use crate::text::sanitize;
use crate::theme::{Chrome, Themes};
use crate::tui::keymap::Keymap;
use crate::viewer::facts;
use crate::workbench::{Clock, Workbench};

/// Smaller terminals cut screens.
const SMALLEST: (u16, u16) = (60, 20);

/// Examines and prints; refused when a problem was found.
pub fn doctor(
    args: &Args,
    env: &Environment,
    clock: Clock,
    request: Request,
) -> anyhow::Result<u8> {
    let now = clock();
    let themes = output::themes(env);
    let choice = output::choose(args, env, &themes, output::is_terminal(), false)?;
    let mut out = Output::new(args, choice.theme);
    let mut checks = Workbench::examine(Arc::new(Disk), env.clone(), clock, request);
    checks.push(settings(env, &themes, &choice.complaints));
    let is_terminal = io::stdout().is_terminal();
    checks.push(terminal(&Terminal {
        env,
        size: ratatui::crossterm::terminal::size()
            .ok()
            .filter(|_| is_terminal),
        level: out.theme.level(),
        color: args.color,
    }));
    let worst = checks.iter().map(Check::worst).max().unwrap_or(Level::Ok);
    if out.json {
        out.document(&document(&checks, worst))?;
    } else {
        print(&mut out, &checks, now)?;
    }
    out.flush()?;
    Ok(match worst {
        Level::Problem => exit::REFUSED,
        Level::Ok | Level::Note | Level::Warning => exit::DONE,
    })
}

/// The person's settings, keys and themes: what of them cannot be used.
fn settings(env: &Environment, themes: &Themes, about_choice: &[String]) -> Check {
    let mut check = Check::new("settings");
    let settings = output::settings(env);
    let (_, keys) = Keymap::with(&settings);
    let file = settings.file.display();
    for complaint in settings.complaints.iter().chain(&keys) {
        let place = format!("{file}:{}:{}", complaint.line, complaint.column);
        let text = format!("{place}: {}", complaint.message);
        check.advise(Level::Warning, text, complaint.remedy.clone());
    }
    let faults = themes.complaints().iter().map(ToString::to_string);
    let faults: Vec<String> = faults.collect();
    for fault in &faults {
        let remedy = "correct it: until then the theme cannot be chosen";
        check.advise(Level::Warning, fault.as_str(), remedy);
    }
    for text in about_choice.iter().filter(|it| !faults.contains(it)) {
        let remedy = "`skilldeck themes` lists those that can be chosen";
        check.advise(Level::Warning, text.as_str(), remedy);
    }
    if check.findings.is_empty() {
        check.add(
            Level::Ok,
            format!("{file} and the themes beside it can be used"),
        );
    }
    check
}

fn document(checks: &[Check], worst: Level) -> serde_json::Value {
    let finding = |it: &Finding| {
        json!({
            "level": it.level.word(),
            "text": it.text,
            "remedy": it.remedy,
            "changed_at": it.changed.map(|it| it.to_string()),
        })
    };
    let checks = checks.iter().map(|check| {
        json!({
            "id": check.id,
            "worst": check.worst().word(),
            "findings": check.findings.iter().map(finding).collect::<Vec<_>>(),
        })
    });
    let checks: Vec<_> = checks.collect();
    json::document(json!({"worst": worst.word(), "checks": checks}))
}

fn print(out: &mut Output, checks: &[Check], now: Timestamp) -> io::Result<()> {
    let room = out.columns.map(|it| it.saturating_sub(5));
    let mut counts = [0_u64; 3];
    for check in checks {
        writeln!(out, "{}", out.paint(Chrome::Title, check.id))?;
        for finding in &check.findings {
            let (sign, part) = match finding.level {
                Level::Ok => ("✓", Chrome::Good),
                Level::Note => ("·", Chrome::Dim),
                Level::Warning => ("!", Chrome::Warning),
                Level::Problem => ("✗", Chrome::Error),
            };
            let [notes, warnings, problems] = &mut counts;
            match finding.level {
                Level::Ok => {}
                Level::Note => *notes += 1,
                Level::Warning => *warnings += 1,
                Level::Problem => *problems += 1,
            }
            let text = match finding.changed {
                Some(then) => format!("{}, changed {}", finding.text, facts::age(then, now)),
                None => finding.text.clone(),
            };
            let mut mark = out.paint(part, sign);
            for line in wrapped(&sanitize::line(&text), room) {
                writeln!(out, "  {mark} {line}")?;
                mark = " ".to_owned();
            }
            let mut mark = "→";
            for line in wrapped(
                &sanitize::line(finding.remedy.as_deref().unwrap_or_default()),
                room,
            ) {
                if !line.is_empty() {
                    writeln!(out, "    {mark} {}", out.paint(Chrome::Key, &line))?;
                    mark = " ";
                }
            }
        }
    }
    let [notes, warnings, problems] = counts;
    let summary = format!(
        "{}, {}, {}",
        facts::count(problems, "problem"),
        facts::count(warnings, "warning"),
        facts::count(notes, "note"),
    );
    writeln!(out, "{}", out.paint(Chrome::Title, &summary))
}

/// What is known of the terminal.
struct Terminal<'a> {
    env: &'a Environment,
    /// Columns and rows; `None` when stdout is no terminal.
    size: Option<(u16, u16)>,
    /// The colours that are used.
    level: ColorLevel,
    /// What was asked for.
    color: When,
}

/// Size, kind, colours and why, what stands between, and the characters it shows.
fn terminal(terminal: &Terminal<'_>) -> Check {
    let mut check = Check::new("terminal");
    let env = terminal.env;
    match terminal.size {
        None => check.add(Level::Ok, "stdout is no terminal"),
        Some((columns, rows)) if columns < SMALLEST.0 || rows < SMALLEST.1 => check.advise(
            Level::Note,
            format!("{columns}x{rows}: small, screens are cut"),
            "make it at least 60x20",
        ),
        Some((columns, rows)) => check.add(Level::Ok, format!("{columns}x{rows}")),
    }
    match env.variable("TERM") {
        None if terminal.size.is_some() => check.advise(
            Level::Warning,
            "TERM is not set",
            "set it to what the terminal is, such as xterm-256color",
        ),
        Some("dumb") => check.advise(
            Level::Warning,
            "TERM is dumb: no screens can be drawn",
            "set it to what the terminal is, such as xterm-256color",
        ),
        None => check.add(Level::Ok, "TERM is not set"),
        Some(term) => check.add(Level::Ok, format!("TERM is {term}")),
    }
    let colors = match terminal.level {
        ColorLevel::None => "no colours",
        ColorLevel::Ansi16 => "16 colours",
        ColorLevel::Ansi256 => "256 colours",
        ColorLevel::TrueColor => "24 bit colours",
    };
    check.add(Level::Ok, format!("{colors}, {}", why(terminal)));
    for (name, what) in [
        ("TMUX", "inside tmux"),
        ("STY", "inside GNU screen"),
        ("SSH_CONNECTION", "over ssh"),
    ] {
        if env.variable(name).is_some() {
            let text = format!("{what}: copying goes by OSC 52, which has to be allowed there");
            check.add(Level::Note, text);
        }
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| Some((name, env.variable(name)?)));
    let is_utf8 = |value: &str| {
        let value = value.to_ascii_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    };
    match locale {
        Some((name, value)) if is_utf8(value) => {
            check.add(Level::Ok, format!("{name} is {value}"));
        }
        Some((name, value)) => check.advise(
            Level::Warning,
            format!("{name} is {value}: the terminal may not show UTF-8"),
            "set LANG to a locale with UTF-8",
        ),
        None => check.advise(
            Level::Note,
            "no locale is set: UTF-8 is written all the same",
            "set LANG to a locale with UTF-8",
        ),
    }
    check
}

/// What decided on the colours, in the order in which `color` asks.
fn why(terminal: &Terminal<'_>) -> String {
    let env = terminal.env;
    let set = |name: &str| env.variable(name).map(|value| format!("{name} is {value}"));
    match terminal.color {
        When::Always => return "by --color always".to_owned(),
        When::Never => return "by --color never".to_owned(),
        When::Auto => {}
    }
    let forced = set("NO_COLOR").or_else(|| set("FORCE_COLOR"));
    let forced = forced.or_else(|| {
        let on = env.variable("CLICOLOR_FORCE").is_some_and(|it| it != "0");
        set("CLICOLOR_FORCE").filter(|_| on)
    });
    if let Some(forced) = forced {
        return forced;
    }
    if terminal.size.is_none() {
        return "stdout is no terminal".to_owned();
    }
    if env.variable("CLICOLOR") == Some("0") {
        return "CLICOLOR is 0".to_owned();
    }
    let named = ["COLORTERM", "TERM_PROGRAM", "TERM"]
        .into_iter()
        .filter_map(set);
    let named: Vec<String> = named.collect();
    match named.is_empty() {
        true => "nothing names the terminal".to_owned(),
        false => named.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Level and text of each finding, with variables written `NAME=value NAME=value`.
    fn found(variables: &str, size: Option<(u16, u16)>, level: ColorLevel) -> Vec<(Level, String)> {
        let pairs = variables.split(' ').filter_map(|pair| pair.split_once('='));
        let env = Environment {
            variables: pairs
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            ..Environment::default()
        };
        let color = When::Auto;
        let check = terminal(&Terminal {
            env: &env,
            size,
            level,
            color,
        });
        check
            .findings
            .into_iter()
            .map(|it| (it.level, it.text))
            .collect()
    }

    fn expected(findings: &[(Level, &str)]) -> Vec<(Level, String)> {
        findings
            .iter()
            .map(|(level, text)| (*level, (*text).to_owned()))
            .collect()
    }

    #[test]
    fn a_good_terminal_is_good() {
        let variables = "TERM=xterm-256color COLORTERM=truecolor LANG=de_DE.UTF-8";
        let good = [
            (Level::Ok, "120x40"),
            (Level::Ok, "TERM is xterm-256color"),
            (
                Level::Ok,
                "24 bit colours, COLORTERM is truecolor, TERM is xterm-256color",
            ),
            (Level::Ok, "LANG is de_DE.UTF-8"),
        ];
        let found = found(variables, Some((120, 40)), ColorLevel::TrueColor);
        assert_eq!(found, expected(&good));
    }

    #[test]
    fn each_trouble_of_a_terminal_is_told() {
        let variables = "TERM=dumb NO_COLOR=1 TMUX=x SSH_CONNECTION=y LC_ALL=C LANG=C.UTF-8";
        let troubles = [
            (Level::Note, "50x10: small, screens are cut"),
            (Level::Warning, "TERM is dumb: no screens can be drawn"),
            (Level::Ok, "no colours, NO_COLOR is 1"),
            (
                Level::Note,
                "inside tmux: copying goes by OSC 52, which has to be allowed there",
            ),
            (
                Level::Note,
                "over ssh: copying goes by OSC 52, which has to be allowed there",
            ),
            (
                Level::Warning,
                "LC_ALL is C: the terminal may not show UTF-8",
            ),
        ];
        let bad = found(variables, Some((50, 10)), ColorLevel::None);
        assert_eq!(bad, expected(&troubles));
        let nothing = [
            (Level::Ok, "stdout is no terminal"),
            (Level::Ok, "TERM is not set"),
            (Level::Ok, "no colours, stdout is no terminal"),
            (
                Level::Note,
                "no locale is set: UTF-8 is written all the same",
            ),
        ];
        assert_eq!(found("", None, ColorLevel::None), expected(&nothing));
        let unset = found("", Some((80, 24)), ColorLevel::None);
        assert_eq!(unset[1], (Level::Warning, "TERM is not set".to_owned()));
    }
}
