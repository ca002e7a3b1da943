//! What each agent makes of a skill, as rows. The command line prints the same facts its own way.

use super::lines::Lines;
use crate::markdown::{Level, Role, Row, Span};
use crate::skill::effects::{Outcome, Weight};
use crate::store::effects::Effect;
use crate::text::{sanitize, width};

/// Cells of an agent's name.
const NAME: usize = 14;

/// The rows for a skill.
pub fn effects(effects: &[Effect], columns: usize) -> Vec<Row> {
    let mut lines = Lines::new(columns);
    for (at, effect) in effects.iter().enumerate() {
        if at > 0 {
            lines.gap();
        }
        block(&mut lines, effect);
    }
    lines.rows
}

fn block(lines: &mut Lines, effect: &Effect) {
    let name = width::pad(effect.profile.name(), NAME);
    let (sign, role) = sign(effect.outcome);
    lines.spans(vec![
        Span::new(name, Role::Heading(2)),
        Span::new(format!("{sign}{}", effect.outcome.words()), role),
    ]);
    if let Some(what_if) = &effect.what_if {
        let place = what_if.place.as_ref();
        let place = place.map_or_else(
            || "in its own library".to_owned(),
            |path| format!("at {}", path.display()),
        );
        let (sign, role) = self::sign(what_if.outcome);
        let text = format!("{sign}{} if it lay {place}", what_if.outcome.words());
        lines.labelled("what if", &text, role);
    }
    if let Some(name) = &effect.name {
        lines.labelled("name", name, Role::Value);
    }
    if let Some(description) = &effect.description {
        lines.labelled("description", description, Role::Value);
    }
    if let Some(cut) = &effect.cut {
        let text = format!("{} of {} characters", cut.kept, cut.total);
        lines.labelled("cut to", &text, Role::Problem(Level::Warn));
    }
    for reason in &effect.reasons {
        let (label, role) = match reason.weight {
            Weight::Stops => ("✗ stops", Role::Problem(Level::Error)),
            Weight::Catch => ("! catch", Role::Problem(Level::Warn)),
            Weight::Note => ("· note", Role::Muted),
        };
        lines.labelled(label, &reason.text, role);
    }
    if let Some(shadow) = &effect.shadowed_by {
        let text = format!("{}: {}", shadow.winner, shadow.reason);
        lines.labelled("shadowed by", &text, Role::Problem(Level::Warn));
    }
    if !effect.ambiguous_with.is_empty() {
        let ids = effect.ambiguous_with.iter().map(ToString::to_string);
        let more = (effect.more_rivals > 0).then(|| format!("{} more", effect.more_rivals));
        let ids: Vec<String> = ids.chain(more).collect();
        lines.labelled("same name", &ids.join(", "), Role::Muted);
    }
    if !effect.used.is_empty() {
        lines.labelled("used", &effect.used.join(", "), Role::Muted);
    }
    for ignored in effect.ignored.chunk_by(|a, b| a.why == b.why) {
        let names: Vec<&str> = ignored.iter().map(|it| it.field.as_str()).collect();
        let why = ignored.first().map_or("", |it| &it.why);
        let text = format!("{}: {why}", sanitize::line(&names.join(", ")));
        lines.labelled("ignored", &text, Role::Muted);
    }
}

fn sign(outcome: Outcome) -> (&'static str, Role) {
    match outcome {
        Outcome::Loaded => ("✓ ", Role::TaskDone),
        Outcome::LoadedWithCatch => ("! ", Role::Problem(Level::Warn)),
        Outcome::NotLoaded => ("✗ ", Role::Problem(Level::Error)),
        Outcome::NotRead => ("· ", Role::Muted),
    }
}
