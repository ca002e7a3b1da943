//! `effects`: what becomes of a skill with each agent, as blocks; of all skills, as a table.

use std::io::{self, Write};

use serde_json::json;

use super::json;
use super::output::{Output, wrapped};
use crate::skill::Profile;
use crate::skill::effects::{Outcome, Weight};
use crate::store::catalog::Skill;
use crate::store::effects::Effect;
use crate::text::{sanitize, width};
use crate::theme::Chrome;

/// Columns of the labels in a block.
const LABEL: usize = 13;

/// Narrower terminals get two letters for an agent.
const WIDE: usize = 72;

/// Narrowest column of keys.
const MIN_KEY: usize = 12;

/// Prints the effects of one skill, a block for each agent.
pub fn one(
    out: &mut Output,
    skill: &Skill,
    mut effects: Vec<Effect>,
    agent: Option<Profile>,
) -> io::Result<()> {
    effects.retain(|it| agent.is_none_or(|agent| it.profile == agent));
    if out.json {
        let effects: Vec<_> = effects.iter().map(json::effect).collect();
        let id = skill.id.to_string();
        return out.document(&json::document(json!({"skill": id, "effects": effects})));
    }
    for (at, effect) in effects.iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        block(out, effect)?;
    }
    Ok(())
}

fn block(out: &mut Output, effect: &Effect) -> io::Result<()> {
    let title = width::pad(effect.profile.name(), LABEL);
    let words = out.paint(color(effect.outcome), effect.outcome.words());
    writeln!(out, "{} {words}", out.paint(Chrome::Title, &title))?;
    if let Some(what_if) = &effect.what_if {
        let place = what_if.place.as_ref();
        let place = place.map_or_else(
            || "in its own library".to_owned(),
            |path| format!("at {}", path.display()),
        );
        let text = format!("{} if it lay {place}", what_if.outcome.words());
        row(out, "what if", color(what_if.outcome), &text)?;
    }
    for (label, text) in [("name", &effect.name), ("description", &effect.description)] {
        if let Some(text) = text {
            row(out, label, Chrome::Title, text)?;
        }
    }
    for reason in &effect.reasons {
        let (label, part) = match reason.weight {
            Weight::Stops => ("✗ stops", Chrome::Error),
            Weight::Catch => ("! catch", Chrome::Warning),
            Weight::Note => ("· note", Chrome::Dim),
        };
        row(out, label, part, &reason.text)?;
    }
    if !effect.ambiguous_with.is_empty() {
        let mut ids: Vec<String> = effect
            .ambiguous_with
            .iter()
            .map(ToString::to_string)
            .collect();
        if effect.more_rivals > 0 {
            ids.push(format!("{} more", effect.more_rivals));
        }
        row(out, "same name", Chrome::Dim, &ids.join(", "))?;
    }
    if !effect.used.is_empty() {
        row(out, "used", Chrome::Dim, &effect.used.join(", "))?;
    }
    let mut ignored = effect.ignored.as_slice();
    while let Some(first) = ignored.first() {
        let same = ignored.iter().take_while(|it| it.why == first.why).count();
        let (these, rest) = ignored.split_at_checked(same).unwrap_or((ignored, &[]));
        let names: Vec<&str> = these.iter().map(|it| it.field.as_str()).collect();
        let text = format!("{}: {}", names.join(", "), first.why);
        row(out, "ignored", Chrome::Dim, &text)?;
        ignored = rest;
    }
    Ok(())
}

/// A label and a text, which goes on under itself.
fn row(out: &mut Output, label: &str, part: Chrome, text: &str) -> io::Result<()> {
    let text = sanitize::line(text);
    let room = out.columns.map(|it| it.saturating_sub(LABEL + 3));
    let mut label = format!("  {}", width::pad(label, LABEL - 1));
    for line in wrapped(&text, room) {
        let line = format!("{label}{}", out.paint(part, &line));
        writeln!(out, "{}", line.trim_end())?;
        label = " ".repeat(LABEL + 1);
    }
    Ok(())
}

fn color(outcome: Outcome) -> Chrome {
    match outcome {
        Outcome::Loaded => Chrome::Good,
        Outcome::LoadedWithCatch => Chrome::Warning,
        Outcome::NotLoaded => Chrome::Error,
        Outcome::NotRead => Chrome::Away,
    }
}

/// Prints the effects of all skills, a line each, with their counts.
pub fn all(
    out: &mut Output,
    mut told: Vec<(&Skill, Vec<Effect>)>,
    library: Option<&str>,
    agent: Option<Profile>,
) -> io::Result<()> {
    told.retain(|(skill, _)| library.is_none_or(|library| *skill.id.library == *library));
    for (_, effects) in &mut told {
        effects.retain(|it| agent.is_none_or(|agent| it.profile == agent));
    }
    let agents: Vec<Profile> = Profile::AGENTS
        .into_iter()
        .filter(|it| agent.is_none_or(|agent| *it == agent))
        .collect();
    if out.json {
        let skills = told.iter().map(|(skill, effects)| {
            json!({
                "skill": skill.id.to_string(),
                "effects": effects.iter().map(json::effect).collect::<Vec<_>>(),
            })
        });
        let counts = agents.iter().map(|agent| {
            let [loaded, catch, not_loaded, not_read] = count(&told, *agent);
            json!({
                "agent": agent.id(),
                "loaded": loaded,
                "loaded_with_catch": catch,
                "not_loaded": not_loaded,
                "not_read": not_read,
            })
        });
        return out.document(&json::document(json!({
            "skills": skills.collect::<Vec<_>>(),
            "counts": counts.collect::<Vec<_>>(),
        })));
    }
    table(out, &told, &agents)
}

/// How many skills are loaded, loaded with a catch, not loaded and not read.
fn count(told: &[(&Skill, Vec<Effect>)], agent: Profile) -> [usize; 4] {
    let mut counts = [0; 4];
    let effects = told.iter().flat_map(|(_, effects)| effects);
    for effect in effects.filter(|it| it.profile == agent) {
        let [loaded, catch, not_loaded, not_read] = &mut counts;
        *match effect.outcome {
            Outcome::Loaded => loaded,
            Outcome::LoadedWithCatch => catch,
            Outcome::NotLoaded => not_loaded,
            Outcome::NotRead => not_read,
        } += 1;
    }
    counts
}

fn table(out: &mut Output, told: &[(&Skill, Vec<Effect>)], agents: &[Profile]) -> io::Result<()> {
    let narrow = out.columns.is_some_and(|columns| columns < WIDE);
    let heads: Vec<&str> = agents
        .iter()
        .map(|agent| match agent {
            Profile::Hermes if narrow => "He",
            Profile::ClaudeCode if narrow => "Cl",
            Profile::Codex if narrow => "Co",
            Profile::Gemini if narrow => "Ge",
            Profile::OpenCode if narrow => "Op",
            agent => agent.id(),
        })
        .collect();
    // Three cells for a letter in brackets.
    let columns: Vec<usize> = heads.iter().map(|head| width::of(head).max(3)).collect();
    let taken: usize = columns.iter().map(|column| column + 2).sum();
    let several = told.windows(2).any(|pair| match pair {
        [(a, _), (b, _)] => a.id.library != b.id.library,
        _ => false,
    });
    let labels: Vec<String> = told
        .iter()
        .map(|(skill, _)| match several {
            true => sanitize::line(&skill.id.to_string()).into_owned(),
            false => sanitize::line(&skill.id.key).into_owned(),
        })
        .collect();
    let outcomes = [
        Outcome::Loaded,
        Outcome::LoadedWithCatch,
        Outcome::NotLoaded,
        Outcome::NotRead,
    ];
    let texts = labels.iter().map(String::as_str);
    let texts = texts.chain(outcomes.iter().map(|it| it.words()));
    let longest = texts.map(width::of).max().unwrap_or(0);
    let key = match out.columns {
        Some(all) => longest.min(all.saturating_sub(taken)).max(MIN_KEY),
        None => longest,
    };
    let mut line = width::pad("", key);
    for (head, column) in heads.iter().zip(&columns) {
        line.push_str(&format!("  {}", width::pad(head, *column)));
    }
    writeln!(out, "{}", out.paint(Chrome::Title, line.trim_end()))?;
    for ((_, effects), label) in told.iter().zip(&labels) {
        let mut line = width::pad(&width::clip_start(label, key), key);
        for (effect, column) in effects.iter().zip(&columns) {
            let told = effect.told();
            let cell = match effect.what_if {
                Some(_) => format!("({})", told.letter()),
                None => format!(" {}", told.letter()),
            };
            let cell = out.paint(color(told), &width::pad(&cell, *column));
            line.push_str(&format!("  {cell}"));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    for (at, outcome) in outcomes.into_iter().enumerate() {
        let mut line = width::pad(&width::clip(outcome.words(), key), key);
        for (agent, column) in agents.iter().zip(&columns) {
            let counts = count(told, *agent);
            let number = counts.get(at).copied().unwrap_or_default();
            line.push_str(&format!("  {}", width::pad(&format!(" {number}"), *column)));
        }
        writeln!(out, "{}", out.paint(Chrome::Dim, line.trim_end()))?;
    }
    let legend = "L loaded, c loaded with a catch, x not loaded; in brackets: not read from where it lies, and what would become of it in the agent's own library. `skilldeck effects NAME` tells why.";
    let room = out.columns.map(|it| it.saturating_sub(1));
    for line in wrapped(legend, room) {
        writeln!(out, "{}", out.paint(Chrome::Dim, &line))?;
    }
    Ok(())
}
