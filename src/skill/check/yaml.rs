//! Checks of the YAML: what parsers refuse, and what they read differently than it looks.

use super::Subject;
use crate::skill::document::Position;
use crate::skill::frontmatter::Frontmatter;
use crate::skill::problem::Problem;
use crate::skill::rule::Rule;
use crate::skill::yaml::{Node, Style, Value};

/// The value of the field is prose: hardly anybody means a comment there.
pub fn is_prose(field: &str) -> bool {
    PROSE.contains(&field)
}

const PROSE: [&str; 4] = ["description", "when_to_use", "compatibility", "license"];

pub(super) fn check(subject: &Subject<'_>, frontmatter: &Frontmatter, problems: &mut Vec<Problem>) {
    comments(frontmatter, problems);
    if let Some(complaint) = frontmatter.complaint() {
        let source = frontmatter.source();
        if let Some(at) = surrogate(source).filter(|_| complaint.message.contains("escape")) {
            problems.push(
                Problem::new(
                    Rule::SurrogateEscape,
                    "a surrogate pair escape: readers built on libyaml refuse it",
                    "write the character itself in place of its two `\\u` escapes",
                )
                .at(frontmatter.position(at)),
            );
            return;
        }
        let first = frontmatter.position(0).line;
        let at = usize::try_from(complaint.position.line.saturating_sub(first)).unwrap_or(0);
        let line = source.lines().nth(at).unwrap_or_default();
        let message = format!("YAML: {}", complaint.message);
        let problem = Problem::new(Rule::Yaml, message, remedy(line));
        problems.push(problem.at(complaint.position));
        return;
    }
    if let Some(complaint) = frontmatter.stricter_complaint() {
        let message = format!("YAML 1.2 readers refuse it: {}", complaint.message);
        let problem = Problem::new(Rule::Yaml, message, "quote the value");
        problems.push(problem.at(complaint.position));
        return;
    }
    if !frontmatter.is_mapping() {
        problems.push(
            Problem::new(
                Rule::NotAMapping,
                "the frontmatter has no `key: value` lines",
                "add `name:` and `description:`",
            )
            .at(Position { line: 1, column: 1 }),
        );
    }
    if let Some(at) = frontmatter
        .root()
        .and_then(|root| beyond_strict(frontmatter, root))
    {
        problems.push(
            Problem::new(
                Rule::StrictYaml,
                "the reference validator refuses brackets, braces, tags and aliases in YAML",
                "write a list or a map over several lines, and values without tags and aliases",
            )
            .at(frontmatter.position(at)),
        );
    }
    if let Some(offset) = frontmatter.source().find("---") {
        let at = subject.document.frontmatter_range().start + offset;
        problems.push(
            Problem::new(
                Rule::EarlyDashes,
                "`---` inside the frontmatter: naive readers cut it there",
                "use other dashes",
            )
            .at(subject.document.position(at)),
        );
    }
}

/// What to do about a line that YAML refuses.
fn remedy(line: &str) -> String {
    let value = line.split_once(':').map(|(_, value)| value.trim());
    match value {
        _ if line.starts_with('\t') => "indent with spaces, not with a tab".to_owned(),
        Some(value) if value.contains(": ") || value.ends_with(':') => {
            "put the value in quotes: it holds a colon".to_owned()
        }
        Some(value) if value.starts_with(['@', '`', '*', '&', '!', '%', '[', '{', '|', '>']) => {
            "put the value in quotes: it starts with a character that YAML reserves".to_owned()
        }
        Some(value) if value.starts_with(['"', '\'']) => {
            "close the quote at the end of the value, or double it inside".to_owned()
        }
        None => "indent the line below its key, or put the value in quotes".to_owned(),
        _ => "put the value in quotes".to_owned(),
    }
}

/// The first `\uD83E` or the like.
fn surrogate(source: &str) -> Option<usize> {
    source
        .match_indices("\\u")
        .find(|(at, _)| {
            let digits = source.get(at + 2..at + 6).unwrap_or_default();
            let code = u32::from_str_radix(digits, 16);
            code.is_ok_and(|code| (0xD800..0xE000).contains(&code))
        })
        .map(|(at, _)| at)
}

/// The first thing that a reader of the strict subset refuses.
fn beyond_strict(frontmatter: &Frontmatter, node: &Node) -> Option<usize> {
    if node.tag.is_some() {
        return Some(node.span.start);
    }
    let opens = |bracket: char| frontmatter.source_of(node).starts_with(bracket);
    match &node.value {
        Value::Alias => Some(node.span.start),
        Value::Scalar(_, Style::Plain) if opens('*') || opens('&') => Some(node.span.start),
        Value::Scalar(..) => None,
        Value::Sequence(_) if opens('[') => Some(node.span.start),
        Value::Mapping(_) if opens('{') => Some(node.span.start),
        Value::Sequence(items) => items
            .iter()
            .find_map(|item| beyond_strict(frontmatter, item)),
        Value::Mapping(entries) => entries.iter().find_map(|(key, value)| {
            beyond_strict(frontmatter, key).or_else(|| beyond_strict(frontmatter, value))
        }),
    }
}

/// Plain values that a `#` cuts short, against what the writer meant.
fn comments(frontmatter: &Frontmatter, problems: &mut Vec<Problem>) {
    if !frontmatter.source().contains(" #") {
        return;
    }
    for entry in frontmatter.entries() {
        let Value::Scalar(text, Style::Plain) = &entry.value.value else {
            continue;
        };
        let end = entry.value.span.end;
        let rest = frontmatter.slice(end..frontmatter.source().len());
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let comment = line.trim_start_matches([' ', '\t']);
        // `version: 1 # a note` is a comment; `tags: a #b` and prose that goes on are none.
        let meant = comment.starts_with("# ") || comment.starts_with("##");
        if text.is_empty()
            || line.len() == comment.len()
            || !comment.starts_with('#')
            || meant && !is_prose(entry.key)
        {
            continue;
        }
        problems.push(
            Problem::new(
                Rule::CommentCutsValue,
                format!(
                    "`{}` ends here: YAML takes the rest for a comment",
                    entry.key
                ),
                "put the value in quotes",
            )
            .at(frontmatter.position(end + line.len() - comment.len())),
        );
    }
}
