//! The checks over the bytes of a `SKILL.md`: each finds one or a few rules, with place and remedy.
//!
//! Run for every skill of a library, so each goes over the frontmatter at most and leaves early; the
//! one pass over all characters is shared (`bytes::Census`). Not here: what follows from the place
//! of a skill (`store::place`), references of the body to files (`reference`), and how bad a
//! problem is for whom (`rule`).

mod body;
mod bytes;
mod description;
mod explain;
mod fence;
mod fields;
pub mod keys;
mod name;
#[cfg(test)]
mod tests;
pub mod tools;
mod yaml;

use super::document::{Document, Fence, Position};
use super::frontmatter::Frontmatter;
use super::problem::Problem;
use super::rule::Rule;
use super::yaml::{Node, Value};
use super::yaml11::{self, Kind};

pub use bytes::Census;
pub use explain::{Example, Explanation, Part, explain};
pub use fence::is_link_as_text;
pub use name::normalized;
pub use yaml::is_prose;

/// A skill as the checks see it.
pub struct Subject<'a> {
    /// The document.
    pub document: &'a Document,
    /// Its frontmatter, when there is one.
    pub frontmatter: Option<&'a Frontmatter>,
    /// The frontmatter is a mapping that all YAML readers take.
    pub sound: bool,
    /// The whole text, without a byte order mark.
    pub text: &'a str,
    /// What one pass over it found.
    pub census: &'a Census,
    /// The name as shown.
    pub name: Option<&'a str>,
    /// Where it stands.
    pub name_at: Option<Position>,
    /// The description as shown.
    pub description: Option<&'a str>,
    /// Where it stands.
    pub description_at: Option<Position>,
}

/// Everything that is wrong with the bytes, in no order.
pub fn problems(subject: &Subject<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    bytes::check(subject, &mut problems);
    fence::check(subject, &mut problems);
    // A path in place of a skill misses nothing else.
    if problems.iter().any(|it| it.rule == Rule::LinkAsText) {
        return problems;
    }
    if let Some(frontmatter) = subject.frontmatter {
        yaml::check(subject, frontmatter, &mut problems);
        fields::check(subject, frontmatter, &mut problems);
    }
    required(subject, &mut problems);
    name::check(subject, &mut problems);
    description::check(subject, &mut problems);
    body::check(subject, &mut problems);
    problems
}

/// `name` and `description`: there, and a text for every reader.
fn required(subject: &Subject<'_>, problems: &mut Vec<Problem>) {
    let fields = [
        (
            "name",
            subject.name.is_some(),
            Rule::MissingName,
            "agents fall back to the folder's name or skip the skill",
            "add `name:` with the folder's name to the frontmatter",
        ),
        (
            "description",
            subject.description.is_some(),
            Rule::MissingDescription,
            "most agents skip the skill",
            "add `description:` saying what it does and when to use it",
        ),
    ];
    for (key, known, rule, effect, remedy) in fields {
        let node = subject.frontmatter.and_then(|it| it.get(key));
        let at = place(subject, key);
        let Some(node) = node.filter(|_| subject.sound) else {
            if !known {
                let message = format!("no `{key}`: {effect}");
                problems.push(Problem::new(rule, message, remedy).at(at));
            }
            continue;
        };
        let kind = yaml11::kind(node);
        match &node.value {
            _ if kind == Kind::Text && known => {}
            Value::Scalar(text, _) if text.trim().is_empty() => {
                let message = format!("`{key}` is empty: {effect}");
                let remedy = format!("write a text behind `{key}:`");
                problems.push(Problem::new(rule, message, remedy).at(at));
            }
            Value::Scalar(..) => {
                let message = format!("YAML 1.1 readers take `{key}` for {}", kind.words());
                let source = subject.frontmatter.map(|it| it.source_of(node));
                let remedy = match kind {
                    Kind::Null => format!("write a text behind `{key}:`"),
                    _ => format!("write {key}: \"{}\"", source.unwrap_or_default()),
                };
                problems.push(Problem::new(Rule::NotAText, message, remedy).at(at));
            }
            _ => {
                let message = format!("`{key}` is {}, not a text: {effect}", kind.words());
                let remedy = format!("give `{key}` a single text");
                problems.push(Problem::new(rule, message, remedy).at(at));
            }
        }
    }
}

/// Where a field stands, or should stand.
fn place(subject: &Subject<'_>, key: &str) -> Position {
    let known = match key {
        "name" => subject.name_at,
        _ => subject.description_at,
    };
    if let Some(at) = known {
        return at;
    }
    let line = match subject.document.fence() {
        Fence::Closed { close, .. } => subject.document.position(close.start).line,
        _ => 1,
    };
    Position { line, column: 1 }
}

/// A scalar without a text.
fn is_blank(node: &Node) -> bool {
    node.scalar().is_some_and(|text| text.trim().is_empty())
}
