//! Checks of the description: length for each reader, markup, and whether it says when.

use super::Subject;
use super::name::collapsed;
use crate::skill::document::Position;
use crate::skill::problem::Problem;
use crate::skill::profile::{Profile, Readers};
use crate::skill::rule::Rule;
use crate::skill::yaml::{Style, Value};

/// Longest description, in characters.
const MAX_LENGTH: usize = 1024;

/// Fewer words are not judged: nothing can be said of them.
const MIN_WORDS: usize = 3;

/// Words that tell a reader when to use a skill.
const TRIGGERS: [&str; 42] = [
    "use",
    "uses",
    "used",
    "using",
    "usage",
    "useful",
    "when",
    "whenever",
    "if",
    "before",
    "after",
    "during",
    "while",
    "trigger",
    "triggers",
    "triggered",
    "triggering",
    "invoke",
    "invoked",
    "call",
    "activate",
    "activates",
    "run",
    "apply",
    "asks",
    "asked",
    "ask",
    "asking",
    "needs",
    "need",
    "wants",
    "want",
    "requests",
    "requested",
    "mentions",
    "says",
    "works",
    "for",
    "should",
    "must",
    "helps",
    "enables",
];

pub(super) fn check(subject: &Subject<'_>, problems: &mut Vec<Problem>) {
    let Some(shown) = subject.description else {
        return;
    };
    let at = subject
        .description_at
        .unwrap_or(Position { line: 1, column: 1 });
    length(subject, shown, at, problems);
    markup(subject, at, problems);
    // Who cannot be chosen by an agent need not tell it.
    let value = |key: &str| subject.frontmatter.and_then(|it| it.get(key)?.scalar());
    let said_elsewhere =
        value("when_to_use").is_some() || value("disable-model-invocation") == Some("true");
    if !said_elsewhere && !says_when(shown) {
        problems.push(
            Problem::new(
                Rule::DescriptionTrigger,
                "the description does not say when to use the skill",
                "add a sentence that begins with `Use when`: agents choose by it",
            )
            .at(at),
        );
    }
}

fn length(subject: &Subject<'_>, shown: &str, at: Position, problems: &mut Vec<Problem>) {
    let node = subject
        .frontmatter
        .filter(|_| subject.sound)
        .and_then(|it| it.get("description"));
    // Blanks inside of quotes count for some, the line end of a block scalar for nobody.
    let written = match node.map(|it| &it.value) {
        Some(Value::Scalar(text, Style::Literal | Style::Folded)) => text.trim_end_matches('\n'),
        Some(Value::Scalar(text, _)) => text,
        _ => shown,
    };
    if written.len() <= MAX_LENGTH {
        return;
    }
    let (whole, trimmed) = (written.chars().count(), shown.chars().count());
    let collapsed = collapsed(written);
    let long: Readers = Profile::ALL
        .into_iter()
        .filter(|profile| {
            let length = match profile {
                Profile::Spec | Profile::Hermes => whole,
                Profile::Codex => collapsed,
                _ => trimmed,
            };
            length > MAX_LENGTH
        })
        .collect();
    if long.is_empty() {
        return;
    }
    let mut message = format!("the description has {whole} characters; {MAX_LENGTH} are allowed");
    if collapsed != whole {
        message.push_str(&format!(" (Codex counts {collapsed})"));
    }
    if long.contains(Profile::Hermes) {
        message.push_str("; Hermes lists the first 1021");
    }
    let remedy = format!(
        "make it {} characters shorter: move details to the body",
        whole.max(trimmed) - MAX_LENGTH
    );
    problems.push(
        Problem::new(Rule::DescriptionLength, message, remedy)
            .only(long)
            .at(at),
    );
}

fn markup(subject: &Subject<'_>, at: Position, problems: &mut Vec<Problem>) {
    let Some(shown) = subject.description.filter(|it| it.contains(['<', '>'])) else {
        return;
    };
    let place = subject.frontmatter.and_then(|frontmatter| {
        let node = frontmatter.get("description")?;
        let source = frontmatter.source_of(node);
        // The sign of a block scalar is none of its text.
        let skip = usize::from(source.starts_with('>'));
        let found = source.get(skip..)?.find(['<', '>'])? + skip;
        Some(frontmatter.position(node.span.start + found))
    });
    let sign = shown
        .chars()
        .find(|c| matches!(c, '<' | '>'))
        .unwrap_or('<');
    problems.push(
        Problem::new(
            Rule::DescriptionMarkup,
            format!("the description has `{sign}`, which some validators refuse"),
            "write it in words, or in other brackets",
        )
        .at(place.unwrap_or(at)),
    );
}

/// It says so in English, or cannot be judged.
fn says_when(text: &str) -> bool {
    let mut words = 0;
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if !word.is_ascii() {
            return true;
        }
        if word.is_empty() {
            continue;
        }
        words += 1;
        if TRIGGERS.iter().any(|it| it.eq_ignore_ascii_case(word)) {
            return true;
        }
    }
    words < MIN_WORDS
}
