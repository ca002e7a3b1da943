//! Checks of the frontmatter's fence: there, at the top, closed, once.

use super::Subject;
use crate::skill::document::{Fence, Position};
use crate::skill::problem::Problem;
use crate::skill::profile::{Profile, Readers};
use crate::skill::rule::Rule;

/// How far down a misplaced frontmatter is looked for, in lines.
const MAX_ABOVE: usize = 40;

/// More lines than this are no frontmatter.
const MAX_LINES: usize = 100;

pub(super) fn check(subject: &Subject<'_>, problems: &mut Vec<Problem>) {
    let document = subject.document;
    let top = Position { line: 1, column: 1 };
    match document.fence() {
        Fence::Closed { open, close } => {
            blanks_of_fence(subject, [open.clone(), close.clone()], problems);
            second(subject, problems);
        }
        Fence::Unclosed { indented, .. } => {
            let remedy = match indented {
                Some(line) => format!("move the `---` of line {line} to the start of its line"),
                None => "add a line `---` after the last field".to_owned(),
            };
            let message = "the frontmatter is not closed: no later line is `---`";
            problems.push(Problem::new(Rule::UnclosedFrontmatter, message, remedy).at(top));
        }
        Fence::Missing if is_link_as_text(subject.text) => problems.push(
            Problem::new(
                Rule::LinkAsText,
                format!("the file only holds the path `{}`", subject.text.trim()),
                "it is a symbolic link checked out as text: check out with links, or copy the file",
            )
            .at(top),
        ),
        Fence::Missing => match nested(subject.text) {
            Some(nested) => {
                let line = u32::try_from(nested.line).unwrap_or(u32::MAX);
                let (above, remedy) = match nested.in_code {
                    true => (
                        "in a code fence",
                        "remove the code fence around the frontmatter",
                    ),
                    false => (
                        "not at line 1",
                        "move the frontmatter to the top of the file",
                    ),
                };
                let message = format!("the frontmatter starts at line {line}, {above}");
                let at = Position { line, column: 1 };
                problems.push(Problem::new(Rule::NestedFrontmatter, message, remedy).at(at));
            }
            None => problems.push(missing(subject.text).at(top)),
        },
    }
}

fn missing(text: &str) -> Problem {
    let first = text.lines().next().unwrap_or_default();
    let bare = ["name:", "description:"]
        .iter()
        .any(|key| first.starts_with(key));
    let (message, remedy) = if text.is_empty() {
        (
            "the file is empty",
            "begin the file with `---`, `name:`, `description:`, `---`",
        )
    } else if first.trim_start().starts_with("---") {
        (
            "the first line is not `---` alone at the start of the line",
            "make the first line `---`",
        )
    } else if bare {
        (
            "the fields stand without a line `---` before and behind them",
            "put a line `---` before the first field and behind the last",
        )
    } else {
        (
            "no frontmatter: the first line is not `---`",
            "begin the file with `---`, `name:`, `description:`, `---`",
        )
    };
    Problem::new(Rule::NoFrontmatter, message, remedy)
}

/// One line, a relative path, nothing else: a symbolic link checked out as text.
pub fn is_link_as_text(text: &str) -> bool {
    let line = text.trim();
    !line.is_empty()
        && line.len() < 512
        && line.lines().count() == 1
        && line.contains('/')
        && !line.contains(char::is_whitespace)
        && !line.contains("://")
}

struct Nested {
    /// The line of its first `---`, from 1.
    line: usize,
    in_code: bool,
}

/// A frontmatter further down: `---`, lines with `name:` or `description:` among them, `---`.
fn nested(text: &str) -> Option<Nested> {
    let lines: Vec<&str> = lines(text).take(MAX_ABOVE + MAX_LINES).collect();
    let mut in_code = false;
    for (at, line) in lines.iter().enumerate().take(MAX_ABOVE) {
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
        }
        let rest = lines.get(at + 1..).unwrap_or_default();
        if at > 0 && line == "---" && is_frontmatter(rest.iter().copied()) {
            // An example inside of a page is no frontmatter of the page.
            let above = lines.get(..at).unwrap_or_default();
            let only_fence = above.iter().filter(|it| !it.trim().is_empty()).count() == 1;
            if in_code && !only_fence {
                return None;
            }
            let line = at + 1;
            return Some(Nested { line, in_code });
        }
    }
    None
}

/// The lines up to the next `---` are fields, `name` or `description` among them.
fn is_frontmatter<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    let mut known = false;
    for line in lines.take(MAX_LINES) {
        let text = line.trim_end();
        if text.trim_start() == "---" {
            return known;
        }
        if text.starts_with("# ") || text.starts_with("```") {
            return false;
        }
        known |= ["name:", "description:"]
            .iter()
            .any(|key| text.trim_start().starts_with(key));
    }
    false
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
}

/// A second frontmatter directly behind the first.
fn second(subject: &Subject<'_>, problems: &mut Vec<Problem>) {
    let document = subject.document;
    let range = document.body_range();
    let bytes = document.bytes().get(range.clone()).unwrap_or_default();
    let blanks = bytes.len() - bytes.trim_ascii_start().len();
    if !bytes.trim_ascii_start().starts_with(b"---") {
        return;
    }
    let body = document.text(range.start + blanks..range.end);
    let mut rest = lines(&body);
    if rest.next().map(str::trim_end) == Some("---") && is_frontmatter(rest) {
        problems.push(
            Problem::new(
                Rule::DoubleFrontmatter,
                "a second frontmatter follows: agents read it as part of the body",
                "move its fields into the first one and remove it",
            )
            .at(document.position(range.start + blanks)),
        );
    }
}

/// Blanks behind the dashes, which only some readers trim. They matter at the opening line to those
/// who compare it as a whole.
fn blanks_of_fence(
    subject: &Subject<'_>,
    fences: [std::ops::Range<usize>; 2],
    problems: &mut Vec<Problem>,
) {
    let document = subject.document;
    for fence in fences {
        let line = document.bytes().get(fence.clone()).unwrap_or_default();
        let end = line
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .unwrap_or(line.len());
        if end <= 3 {
            continue;
        }
        let readers = match fence.start {
            0 | 3 => Readers::ALL,
            _ => Readers::of(&[Profile::Gemini, Profile::ClaudeCode, Profile::OpenCode]),
        };
        problems.push(
            Problem::new(
                Rule::FenceWhitespace,
                "blanks behind `---`: some readers do not take the line for a fence",
                "remove the blanks at the end of the line",
            )
            .only(readers)
            .at(document.position(fence.start + 3)),
        );
        return;
    }
}
