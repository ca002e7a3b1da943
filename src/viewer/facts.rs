//! Facts about a skill in words: ages, counts, where it stands. One wording for all faces.

use jiff::Timestamp;

use crate::store::catalog::Skill;
use crate::store::provenance::Maker;

/// How long ago something was, in one unit: `just now`, `5 min ago`, `3 days ago`.
pub fn age(then: Timestamp, now: Timestamp) -> String {
    let seconds = now.as_second().saturating_sub(then.as_second());
    let (count, unit) = match seconds {
        ..60 => return "just now".to_owned(),
        60..3_600 => (seconds / 60, "min"),
        3_600..86_400 => (seconds / 3_600, "hour"),
        86_400..5_184_000 => (seconds / 86_400, "day"),
        5_184_000..63_072_000 => (seconds / 2_592_000, "month"),
        _ => (seconds / 31_536_000, "year"),
    };
    let plural = if count == 1 || unit == "min" { "" } else { "s" };
    format!("{count} {unit}{plural} ago")
}

/// A count with its noun: `1 use`, `2 uses`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", thousands(number))
}

/// A number in groups of three: `12,345`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Tokens in a short form: `~812 tokens`, `~1.2k tokens`.
pub fn tokens(number: u32) -> String {
    match number {
        ..1_000 => format!("~{number} tokens"),
        _ => format!("~{}.{}k tokens", number / 1_000, number % 1_000 / 100),
    }
}

/// Bytes in a short form: `812 B`, `5.6 kB`, `1.2 MB`.
pub fn bytes(number: u64) -> String {
    let tenths = |unit: u64| {
        let tenths = number.saturating_mul(10) / unit;
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    match number {
        ..1_000 => format!("{number} B"),
        1_000..1_000_000 => format!("{} kB", tenths(1_000)),
        _ => format!("{} MB", tenths(1_000_000)),
    }
}

/// The line of facts under a skill's card: state, maker, use, cost.
pub fn line(skill: &Skill, now: Timestamp) -> Vec<String> {
    let usage = &skill.usage;
    let mut facts = vec![skill.state().word().to_owned()];
    if usage.pinned {
        facts.push("pinned".to_owned());
    }
    facts.push(format!("made by {}", skill.provenance.maker.word()));
    facts.push(match usage.last_activity() {
        Some(last) => format!("{}, last {}", count(usage.uses, "use"), age(last, now)),
        None => "never used".to_owned(),
    });
    if skill.shared_record {
        facts.push("shared record".to_owned());
    }
    facts.push(format!("{} always", tokens(skill.summary.tokens.always)));
    facts.push(format!("{} on use", tokens(skill.summary.tokens.on_use)));
    facts.push(count(skill.summary.lines.into(), "line"));
    facts
}

/// What tells who made a skill, and what is special about where it lies; a sentence each.
pub fn place(skill: &Skill) -> Vec<String> {
    let mut facts = Vec::new();
    if skill.provenance.maker != Maker::Unknown {
        facts.push(skill.provenance.evidence.clone());
    }
    if let Some(reason) = &skill.hidden {
        facts.push(format!("not listed: {reason}"));
    }
    for off in &skill.off {
        // What its own agent does not list was told.
        if skill.hidden.as_ref() != Some(&off.text) {
            facts.push(format!("{}: {}", off.agent.name(), off.text));
        }
    }
    if let Some(shadow) = &skill.shadow {
        facts.push(format!("shadowed by {}: {}", shadow.winner, shadow.reason));
    }
    if let Some((first, rest)) = skill.shadows.split_first() {
        let more = match rest.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        facts.push(format!("taken instead of {first}{more}"));
    }
    if let Some(link) = &skill.through_link {
        facts.push(format!(
            "reached through the link {link}; it lies in {}",
            skill.dir.display()
        ));
    }
    if let Some(target) = &skill.file_link {
        facts.push(format!("its SKILL.md is a link to {}", target.display()));
    }
    if !skill.aliases.is_empty() {
        facts.push(format!("also reached as {}", skill.aliases.join(", ")));
    }
    if let Some(outer) = &skill.nested_in {
        facts.push(format!("lies inside the skill {outer}"));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages() {
        let then: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let cases = [
            (-5, "just now"),
            (59, "just now"),
            (60, "1 min ago"),
            (7_200, "2 hours ago"),
            (86_400, "1 day ago"),
            (45 * 86_400, "45 days ago"),
            (90 * 86_400, "3 months ago"),
            (800 * 86_400, "2 years ago"),
        ];
        for (seconds, words) in cases {
            let now = Timestamp::from_second(then.as_second() + seconds).unwrap();
            assert_eq!(age(then, now), words);
        }
    }

    #[test]
    fn numbers() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(count(1, "use"), "1 use");
        assert_eq!(count(1_000, "use"), "1,000 uses");
        assert_eq!([999, 1_250].map(tokens), ["~999 tokens", "~1.2k tokens"]);
        assert_eq!(
            [999, 5_650, 1_250_000].map(bytes),
            ["999 B", "5.6 kB", "1.2 MB"]
        );
    }
}
