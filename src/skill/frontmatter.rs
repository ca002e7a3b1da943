//! The frontmatter of a document: its entries with spans, and the parser's complaint.
//!
//! Two readers look at it. libyaml, which Hermes uses, gives the verdict and the error text; an
//! event reader gives each value's place, quoting style and source text. A frontmatter that does
//! not parse keeps the entries before the fault; see `lenient` for the fields behind it.

use std::ops::Range;

use serde::de::IgnoredAny;

use super::document::{Document, Fence, Position};
use super::plain_yaml;
use super::yaml::{self, Node, Value};

/// A larger frontmatter is not given to a YAML parser: real ones reach 25 KB.
pub const MAX_BYTES: usize = 64 * 1024;

/// Why a YAML parser refuses the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The parser's words.
    pub message: String,
    /// Where in the file.
    pub position: Position,
}

/// A top-level `key: value`.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The key's text.
    pub key: &'a str,
    /// The value.
    pub value: &'a Node,
    /// Key and value in the source, byte range.
    pub start: usize,
}

/// The frontmatter of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontmatter {
    source: String,
    first_line: u32,
    root: Option<Node>,
    complaint: Option<Complaint>,
    stop: Option<yaml::Stop>,
}

impl Frontmatter {
    /// Reads the frontmatter; `None` when there is no closed one.
    pub fn read(document: &Document) -> Option<Self> {
        let Fence::Closed { .. } = document.fence() else {
            return None;
        };
        Some(Self::of(
            document.frontmatter().into_owned(),
            document.frontmatter_line(),
        ))
    }

    /// Reads a YAML text that starts at a line of its file.
    pub fn of(source: String, first_line: u32) -> Self {
        if source.len() > MAX_BYTES {
            let complaint = Complaint {
                message: format!("frontmatter of {} bytes; 65536 are read", source.len()),
                position: Position {
                    line: first_line,
                    column: 1,
                },
            };
            return Frontmatter {
                source,
                first_line,
                root: None,
                complaint: Some(complaint),
                stop: None,
            };
        }
        match plain_yaml::read(&source) {
            Some(root) => Frontmatter {
                source,
                first_line,
                root: Some(root),
                complaint: None,
                stop: None,
            },
            None => Self::by_parsers(source, first_line),
        }
    }

    /// The same, asked of the two parsers whatever the text is.
    pub(super) fn by_parsers(source: String, first_line: u32) -> Self {
        let tree = yaml::parse(&source);
        let mut frontmatter = Frontmatter {
            source,
            first_line,
            root: tree.root,
            complaint: None,
            stop: tree.stop,
        };
        frontmatter.complaint = frontmatter.verdict().or_else(|| frontmatter.unbuildable());
        frontmatter
    }

    /// What libyaml says, given the text as Hermes cuts it: without the last line end.
    fn verdict(&self) -> Option<Complaint> {
        let text = self
            .source
            .strip_suffix("\r\n")
            .or_else(|| self.source.strip_suffix(['\n', '\r']))
            .unwrap_or(&self.source);
        if text.trim().is_empty() {
            return None;
        }
        // IgnoredAny walks the whole event stream and builds nothing: duplicate keys pass, as in PyYAML.
        let error = serde_yaml::from_str::<IgnoredAny>(text).err()?;
        let words = error.to_string();
        let (message, place) = fault(&words);
        Some(Complaint {
            message: message.to_owned(),
            position: match place {
                Place::Offset(offset) => self.position(offset),
                Place::Mark(line, column) => Position {
                    line: self.first_line.saturating_add(line.saturating_sub(1)),
                    column,
                },
            },
        })
    }

    /// What parses, and is then refused by every safe loader.
    fn unbuildable(&self) -> Option<Complaint> {
        let (message, node) = unbuildable(self.root.as_ref()?)?;
        Some(Complaint {
            message,
            position: self.position(node.span.start),
        })
    }

    /// The YAML text, without fences.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// What libyaml, or a safe loader behind it, says against it.
    pub fn complaint(&self) -> Option<&Complaint> {
        self.complaint.as_ref()
    }

    /// What a YAML 1.2 reader says against a text that libyaml takes.
    pub fn stricter_complaint(&self) -> Option<Complaint> {
        if self.complaint.is_some() {
            return None;
        }
        self.stop.as_ref().map(|stop| Complaint {
            message: stop.message.clone(),
            position: self.position(stop.offset),
        })
    }

    /// It is a mapping, as the format asks.
    pub fn is_mapping(&self) -> bool {
        let root = self.root.as_ref().map(|root| &root.value);
        matches!(root, Some(Value::Mapping(_)))
    }

    /// The root node, when one was read.
    pub fn root(&self) -> Option<&Node> {
        self.root.as_ref()
    }

    /// The top-level entries in file order, unknown keys and duplicates included.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        let entries = self.root.as_ref().map_or(&[][..], Node::entries);
        entries.iter().filter_map(|(key, value)| {
            Some(Entry {
                key: key.scalar()?,
                value,
                start: key.span.start,
            })
        })
    }

    /// The value of a top-level key; of two the last, as PyYAML has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.root.as_ref()?.get(key)
    }

    /// The source text of a value, as the person wrote it.
    pub fn source_of(&self, node: &Node) -> &str {
        self.source.get(node.span.clone()).unwrap_or_default()
    }

    /// The source text of a byte range.
    pub fn slice(&self, range: Range<usize>) -> &str {
        self.source.get(range).unwrap_or_default()
    }

    /// Line and column in the file of a byte offset in the source.
    pub fn position(&self, offset: usize) -> Position {
        let before = self.source.get(..offset).unwrap_or(&self.source);
        let mut line = self.first_line;
        let mut start = 0;
        let bytes = before.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            let crlf = *byte == b'\r' && bytes.get(at + 1) == Some(&b'\n');
            if *byte == b'\n' || *byte == b'\r' && !crlf {
                line = line.saturating_add(1);
                start = at + 1;
            }
        }
        let column = before.get(start..).unwrap_or_default().chars().count() + 1;
        Position {
            line,
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }
}

/// Tags that a safe loader knows, without `tag:yaml.org,2002:`.
const CORE_TAGS: [&str; 12] = [
    "null",
    "bool",
    "int",
    "float",
    "binary",
    "timestamp",
    "omap",
    "pairs",
    "set",
    "str",
    "seq",
    "map",
];

/// The first node that a safe loader cannot build: a private tag, or a collection as a key.
fn unbuildable(node: &Node) -> Option<(String, &Node)> {
    if let Some(tag) = node.tag.as_deref() {
        let known = match yaml::core_tag(tag) {
            Some(core) => CORE_TAGS.contains(&core),
            // A lone `!` only says: not by the looks of it.
            None => tag.trim_matches('!').is_empty(),
        };
        if !known {
            return Some((format!("unknown tag {tag}"), node));
        }
    }
    match &node.value {
        Value::Scalar(..) | Value::Alias => None,
        Value::Sequence(items) => items.iter().find_map(unbuildable),
        Value::Mapping(entries) => entries.iter().find_map(|(key, value)| {
            if key.scalar().is_none() {
                return Some(("a list or a map stands as a key".to_owned(), key));
            }
            unbuildable(key).or_else(|| unbuildable(value))
        }),
    }
}

/// Where libyaml's words put the fault: line and column from 1, or a byte offset.
enum Place {
    Mark(u32, u32),
    Offset(usize),
}

/// The fault that the words of libyaml name. Of two places the one is taken where the thing starts
/// that never ends: the line behind a stray line or an open quote is not at fault.
fn fault(words: &str) -> (&str, Place) {
    let message = [" at line ", " at position ", ", while "]
        .iter()
        .filter_map(|end| words.find(end))
        .min()
        .and_then(|at| words.get(..at))
        .unwrap_or(words);
    let behind = words.get(message.len()..).unwrap_or_default();
    let endless = [
        "while scanning a simple key",
        "while scanning a quoted scalar",
    ];
    let start = endless.iter().find_map(|it| Some(behind.split_once(it)?.1));
    let numbers: Vec<&str> = start
        .unwrap_or(behind)
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .collect();
    let number = |at: usize| numbers.get(at)?.parse().ok();
    let place = match (number(0), number(1)) {
        (Some(offset), _) if behind.starts_with(" at position ") => {
            Place::Offset(usize::try_from(offset).unwrap_or(0))
        }
        // The very start of the text is not told.
        (line, column) => Place::Mark(line.unwrap_or(1), column.unwrap_or(1)),
    };
    (message, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Frontmatter {
        Frontmatter::read(&Document::parse(text.as_bytes().to_vec())).unwrap()
    }

    #[test]
    fn names_line_and_column_of_the_file() {
        let colon = read("---\nname: a\ndescription: Use when: asked\n---\n");
        let complaint = colon.complaint().unwrap();
        assert_eq!(
            (complaint.message.as_str(), complaint.position),
            (
                "mapping values are not allowed in this context",
                Position {
                    line: 3,
                    column: 22
                }
            )
        );
        let keys: Vec<_> = colon.entries().map(|entry| entry.key).collect();
        assert_eq!(keys, ["name"]);
    }

    #[test]
    fn the_place_is_where_the_fault_starts() {
        let cases = [
            (
                "a: 1\nb: one\ntwo\nc: 1",
                "could not find expected ':'",
                4,
                1,
            ),
            (
                "a: 1\nb: \"open\nc: 1",
                "found unexpected end of stream",
                3,
                4,
            ),
            ("b: 'open", "found unexpected end of stream", 2, 4),
            ("a: 1\nb: \"\\q\"", "found unknown escape character", 3, 5),
            (
                "a: 1\nb: x\u{1}y",
                "control characters are not allowed",
                3,
                5,
            ),
            (
                "é: 1\nb: x\u{1}y",
                "control characters are not allowed",
                3,
                5,
            ),
            (
                "a: b: c",
                "mapping values are not allowed in this context",
                2,
                5,
            ),
        ];
        for (source, message, line, column) in cases {
            let frontmatter = Frontmatter::of(format!("{source}\n"), 2);
            let complaint = frontmatter.complaint().unwrap();
            let position = Position { line, column };
            assert_eq!(
                (complaint.message.as_str(), complaint.position),
                (message, position),
                "{source}"
            );
        }
    }

    #[test]
    fn keeps_unknown_keys_order_and_duplicates() {
        let text = "---\nzeta: 1\nname: a\n# note\nname: b\nmeta: {x: [1]}\n---\n";
        let frontmatter = read(text);
        assert_eq!(frontmatter.complaint(), None);
        let keys: Vec<_> = frontmatter.entries().map(|entry| entry.key).collect();
        assert_eq!(keys, ["zeta", "name", "name", "meta"]);
        assert_eq!(frontmatter.get("name").and_then(Node::scalar), Some("b"));
        let meta = frontmatter.get("meta").unwrap();
        assert_eq!(frontmatter.source_of(meta), "{x: [1]}");
        let starts: Vec<_> = frontmatter
            .entries()
            .map(|entry| frontmatter.position(entry.start).line)
            .collect();
        assert_eq!(starts, [2, 3, 5, 6]);
    }

    #[test]
    fn what_libyaml_takes_and_refuses() {
        // (frontmatter, refused)
        let cases = [
            ("name: a", false),
            ("", false),
            ("# only a comment", false),
            ("name: a\nname: b", false),
            ("\tname: a", true),
            ("name: @x", true),
            ("name: `x`", true),
            ("name: *x*", true),
            ("name: \"x", true),
            ("name: [a", true),
            ("name: 'a' b", true),
            ("e: \"\\ud83e\\udde0\"", true),
            ("{\"name\": \"a\"}", false),
            ("a: !important thing", true),
            ("a: !!python/name:os.system x", true),
            ("a: !!str 12", false),
            ("a: ! 12", false),
            ("a: [{b: !x 1}]", true),
            ("a: {{ value }}", true),
            ("? [a]\n: b", true),
            ("a: &x [*x]", false),
        ];
        for (source, refused) in cases {
            let frontmatter = Frontmatter::of(format!("{source}\n"), 2);
            assert_eq!(frontmatter.complaint().is_some(), refused, "{source}");
        }
    }

    #[test]
    fn a_huge_frontmatter_is_not_parsed() {
        let text = format!("---\na: {}\n---\n", "x".repeat(MAX_BYTES));
        assert!(read(&text).complaint().is_some());
    }
}
