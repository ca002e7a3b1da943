//! `allowed-tools` in its four shapes: which tools it names. Not here: what an agent lets them do.

use std::fmt;

use crate::skill::yaml::{Node, Value};

/// How the tools are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One text, tools apart by blanks: the specification's.
    Spaces,
    /// One text, tools apart by commas: Claude Code's.
    Commas,
    /// A list in brackets.
    Inline,
    /// A list over several lines.
    Block,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Spaces => "a text with blanks",
            Shape::Commas => "a text with commas",
            Shape::Inline => "a list in brackets",
            Shape::Block => "a list",
        })
    }
}

/// The tools of a value and how they are written; nothing for a value that is neither text nor list.
/// `source` is the value's source text.
pub fn parse(node: &Node, source: &str) -> Option<(Shape, Vec<String>)> {
    match &node.value {
        Value::Scalar(text, _) => {
            let commas = split(text, |c| c == ',');
            if commas.len() > 1 || text.trim_end().ends_with(',') {
                return Some((Shape::Commas, commas));
            }
            Some((Shape::Spaces, split(text, char::is_whitespace)))
        }
        Value::Sequence(items) => {
            let texts = items.iter().filter_map(Node::scalar);
            let tools = texts.map(|it| it.trim().to_owned()).collect();
            let inline = source.starts_with('[');
            Some((if inline { Shape::Inline } else { Shape::Block }, tools))
        }
        Value::Mapping(_) | Value::Alias => None,
    }
}

/// The parts between separators that stand outside of parentheses: `Bash(git add:*)` is one tool.
fn split(text: &str, separates: impl Fn(char) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && separates(c) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let trimmed = parts.iter().map(|part| part.trim().to_owned());
    trimmed.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skill::Frontmatter;

    #[test]
    fn all_four_shapes_name_the_tools() {
        let cases = [
            (
                "Read Bash(git add:*) Write",
                Shape::Spaces,
                "Read|Bash(git add:*)|Write",
            ),
            (
                "Read, Bash(a, b), Write",
                Shape::Commas,
                "Read|Bash(a, b)|Write",
            ),
            ("[Read, \"Bash(git:*)\"]", Shape::Inline, "Read|Bash(git:*)"),
            (
                "\n  - Read\n  - Bash(git:*)",
                Shape::Block,
                "Read|Bash(git:*)",
            ),
            ("Read", Shape::Spaces, "Read"),
            ("Read,", Shape::Commas, "Read"),
            ("\"\"", Shape::Spaces, ""),
        ];
        for (value, shape, tools) in cases {
            let frontmatter = Frontmatter::of(format!("k: {value}\n"), 2);
            let node = frontmatter.get("k").unwrap();
            let (found, names) = parse(node, frontmatter.source_of(node)).unwrap();
            assert_eq!((found, names.join("|").as_str()), (shape, tools), "{value}");
        }
        let map = Frontmatter::of("k: {a: b}\n".to_owned(), 2);
        assert_eq!(parse(map.get("k").unwrap(), "{a: b}"), None);
    }
}
