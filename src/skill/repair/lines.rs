//! Lines and keys of a broken frontmatter as a person sees them, without a parser.

use std::ops::Range;

/// Keys that skills have at the top level; of others it cannot be told whether they are keys or words.
const KNOWN: [&str; 27] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
    "version",
    "author",
    "tags",
    "category",
    "model",
    "tools",
    "argument-hint",
    "disable-model-invocation",
    "user-invocable",
    "context",
    "agent",
    "hooks",
    "when_to_use",
    "platforms",
    "homepage",
    "triggers",
    "dependencies",
    "keywords",
    "risk",
    "source",
    "slug",
];

/// Keys whose value is a text, whatever it looks like.
pub const TEXTS: [&str; 8] = [
    "name",
    "description",
    "license",
    "compatibility",
    "argument-hint",
    "when_to_use",
    "version",
    "author",
];

/// It is the name of a usual key.
pub fn is_known(key: &str) -> bool {
    KNOWN.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Byte at which it begins.
    pub start: usize,
    /// Without its line end.
    pub text: &'a str,
    /// Byte at which the next one begins.
    pub next: usize,
}

impl<'a> Line<'a> {
    /// Byte behind its text.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }

    /// Blanks and tabs before its text.
    pub fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches([' ', '\t']).len()
    }

    /// There is nothing on it.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// A YAML comment.
    pub fn is_comment(&self) -> bool {
        self.text.trim_start().starts_with('#')
    }

    /// A Markdown heading.
    pub fn is_heading(&self) -> bool {
        let rest = self.text.trim_start_matches('#');
        (1..=6).contains(&(self.text.len() - rest.len())) && rest.starts_with([' ', '\t'])
    }

    /// An item of a YAML list.
    pub fn is_item(&self) -> bool {
        let text = self.text.trim_start_matches([' ', '\t']);
        text == "-" || text.starts_with("- ")
    }

    /// The opening or closing line of a Markdown code block.
    pub fn is_code_fence(&self) -> bool {
        let text = self.text.trim_start();
        text.starts_with("```") || text.starts_with("~~~")
    }

    /// Two or more dashes of some kind and nothing else.
    pub fn is_dashes(&self) -> bool {
        let text = self.text.trim();
        text.chars().count() > 1 && text.chars().all(|c| matches!(c, '-' | '–' | '—'))
    }

    /// The key at its beginning.
    pub fn key(&self) -> Option<Key<'a>> {
        Key::of(self.text, self.indent())
    }

    /// It begins, unindented, with what is a key and hardly a word of a text.
    pub fn is_field(&self) -> bool {
        self.indent() == 0
            && self.key().is_some_and(|key| {
                is_known(key.name) || key.name.starts_with(|c: char| c.is_ascii_lowercase())
            })
    }
}

/// A key at the beginning of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    /// Its name, without quotes.
    pub name: &'a str,
    /// Byte of the line behind its colon.
    pub behind: usize,
    /// Where the value lies in the line, blanks around it left out.
    pub value: Range<usize>,
}

impl<'a> Key<'a> {
    /// The key that begins at a byte of a line.
    pub fn of(line: &'a str, at: usize) -> Option<Self> {
        let text = line.get(at..)?;
        let (name, length) = match text.chars().next()? {
            quote @ ('"' | '\'') => {
                let name = text.get(1..)?.split(quote).next()?;
                (name, name.len() + 2)
            }
            _ => {
                let is_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
                let name = text.split(|c| !is_key(c)).next()?;
                (name, name.len())
            }
        };
        let tail = text.get(length..)?;
        let colon = tail.trim_start_matches(' ');
        let rest = colon.strip_prefix(':')?;
        let sound = rest.is_empty()
            || rest.starts_with(|c: char| c.is_whitespace())
            || is_known(name) && !rest.starts_with(':');
        if !sound || name.is_empty() || name.len() > 64 || name.starts_with("- ") {
            return None;
        }
        let behind = at + length + (tail.len() - rest.len());
        let value = rest.trim();
        let start = behind + (rest.len() - rest.trim_start().len());
        Some(Key {
            name,
            behind,
            value: start..start + value.len(),
        })
    }
}

/// The lines of a text, split at LF, CR LF and CR.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let tail = rest.get(length..)?;
        let end = match tail.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        let start = at;
        at = start + length + end;
        Some(Line {
            start,
            text: rest.get(..length)?,
            next: at,
        })
    })
}

/// Where a comment begins that follows a value: a `#` behind a blank and before one. A `#` that
/// touches a word (`#5`, `#tag`) is taken for a part of the text, as the person meant it.
pub fn comment(value: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = value.get(from..)?.find('#').map(|at| from + at) {
        let before = value.get(..at)?;
        let behind = value.get(at + 1..)?;
        let apart = before.ends_with([' ', '\t']) || at == 0;
        if apart && (behind.is_empty() || behind.starts_with([' ', '\t', '#'])) {
            return Some(before.trim_end().len());
        }
        from = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys() {
        let cases = [
            ("name: a b ", Some(("name", "a b"))),
            ("  name:", Some(("name", ""))),
            ("\"na me\" : x", Some(("na me", "x"))),
            ("name:x", Some(("name", "x"))),
            ("https://x", None),
            ("Use when: asked", None),
            ("description:\u{A0}x", Some(("description", "x"))),
            ("- name: x", None),
            (": x", None),
            ("", None),
        ];
        for (text, expected) in cases {
            let line = Line {
                start: 0,
                text,
                next: text.len(),
            };
            let found = line.key();
            let found = found.map(|key| (key.name, &text[key.value.clone()]));
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn comments() {
        let cases = [
            ("a # note", Some(1)),
            ("a #note", None),
            ("C# code", None),
            ("a #5 # note", Some(4)),
            ("# note", Some(0)),
            ("a #", Some(1)),
        ];
        for (value, at) in cases {
            assert_eq!(comment(value), at, "{value}");
        }
    }

    #[test]
    fn all_lines_and_their_ends() {
        let found: Vec<_> = lines("a\r\n\nb\rc")
            .map(|it| (it.start, it.text, it.next))
            .collect();
        assert_eq!(found, [(0, "a", 3), (3, "", 4), (4, "b", 6), (6, "c", 7)]);
    }
}
