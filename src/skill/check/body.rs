//! Checks of the body: there, and not longer than an agent's context likes.

use super::Subject;
use crate::skill::document::Fence;
use crate::skill::problem::Problem;
use crate::skill::rule::Rule;
use crate::skill::tokens;

/// Recommended number of lines at most.
const MAX_LINES: usize = 500;

/// Recommended number of tokens at most.
const MAX_TOKENS: u32 = 5000;

pub(super) fn check(subject: &Subject<'_>, problems: &mut Vec<Problem>) {
    let document = subject.document;
    let start = document.body_range().start;
    let body = document.bytes().get(start..).unwrap_or_default();
    if body.trim_ascii().is_empty() {
        // An empty file is told already.
        if let Fence::Closed { close, .. } = document.fence() {
            problems.push(
                Problem::new(
                    Rule::EmptyBody,
                    "nothing stands behind the frontmatter: the skill says nothing to do",
                    "write the instructions below the closing `---`",
                )
                .at(document.position(close.start)),
            );
        }
        return;
    }
    if document.line_count() <= MAX_LINES && subject.census.tokens <= MAX_TOKENS {
        return;
    }
    let at = document.position(start);
    let above = usize::try_from(at.line).unwrap_or(0).saturating_sub(1);
    let lines = document.line_count().saturating_sub(above);
    let tokens = tokens::estimate(&document.body());
    if lines > MAX_LINES || tokens > MAX_TOKENS {
        problems.push(
            Problem::new(
                Rule::BodyLength,
                format!(
                    "the body has {lines} {} and about {tokens} tokens; {MAX_LINES} lines and \
                     {MAX_TOKENS} tokens are recommended at most",
                    if lines == 1 { "line" } else { "lines" }
                ),
                "move details to files in `references/`, which agents read when they need them",
            )
            .at(at),
        );
    }
}
