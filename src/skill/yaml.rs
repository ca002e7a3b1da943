//! A YAML text as a tree of nodes with byte spans and quoting style.
//!
//! Values stay what the source says (`010` is the text `010`); which type a reader makes of a plain
//! scalar is asked in `yaml11`. Aliases are not expanded, so no document can blow up. The verdict
//! whether a frontmatter *parses* is not given here but by libyaml (see `frontmatter`).

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};

/// Deeper nesting than this is refused: real skills reach 8.
const MAX_DEPTH: usize = 64;

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes.
    Plain,
    /// `'…'`.
    Single,
    /// `"…"`.
    Double,
    /// `|`.
    Literal,
    /// `>`.
    Folded,
}

/// What a node holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A scalar's text, escapes and folding resolved.
    Scalar(String, Style),
    /// A list.
    Sequence(Vec<Node>),
    /// A map, duplicates and order kept.
    Mapping(Vec<(Node, Node)>),
    /// An alias of something that is not a scalar.
    Alias,
}

/// A value with its place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it holds.
    pub value: Value,
    /// Byte range of its source text, quotes and block indicators included.
    pub span: Range<usize>,
    /// An explicit tag such as `!secret` or `!!str`.
    pub tag: Option<String>,
}

impl Node {
    /// The text of a scalar.
    pub fn scalar(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar(text, _) => Some(text),
            _ => None,
        }
    }

    /// The entries of a mapping, none for anything else.
    pub fn entries(&self) -> &[(Node, Node)] {
        match &self.value {
            Value::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// The value under a key; the last one when the key occurs twice, as PyYAML has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()
            .iter()
            .rev()
            .find(|(name, _)| name.scalar() == Some(key))
            .map(|(_, value)| value)
    }

    /// The scalars of a list, or a lone scalar as a list of one.
    pub fn texts(&self) -> Vec<&str> {
        match &self.value {
            Value::Scalar(text, _) => vec![text.as_str()],
            Value::Sequence(items) => items.iter().filter_map(Node::scalar).collect(),
            _ => Vec::new(),
        }
    }
}

/// The name of one of YAML's own tags: `str` for `!!str`.
pub fn core_tag(tag: &str) -> Option<&str> {
    let name = tag
        .trim_start_matches('!')
        .strip_prefix("tag:yaml.org,2002:")?;
    Some(name.strip_prefix('!').unwrap_or(name))
}

/// Where and why the event reader stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The reader's words.
    pub message: String,
    /// Byte offset in the source.
    pub offset: usize,
}

/// The tree of a source, as far as it could be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The document's root; what was complete before an error is kept.
    pub root: Option<Node>,
    /// Set when the source was not read to its end.
    pub stop: Option<Stop>,
}

/// Reads the first document of a source.
pub fn parse(source: &str) -> Tree {
    let offsets = Offsets::new(source);
    let mut builder = Builder::default();
    let mut stop = None;
    for event in Parser::new_from_str(source) {
        match event {
            Ok((Event::DocumentEnd, _)) => break,
            Ok((event, span)) => {
                let span = offsets.span(&span);
                let offset = span.start;
                if let Err(message) = builder.event(event, span, source) {
                    let message = message.to_owned();
                    stop = Some(Stop { message, offset });
                    break;
                }
            }
            Err(error) => {
                stop = Some(Stop {
                    message: error.info().to_owned(),
                    offset: offsets.byte(error.marker().index()),
                });
                break;
            }
        }
    }
    Tree {
        root: builder.finish(),
        stop,
    }
}

/// Turns the parser's character offsets into byte offsets.
enum Offsets {
    Ascii(usize),
    Wide(Vec<usize>),
}

impl Offsets {
    fn new(source: &str) -> Self {
        if source.is_ascii() {
            return Offsets::Ascii(source.len());
        }
        let starts = source.char_indices().map(|(at, _)| at);
        Offsets::Wide(starts.chain([source.len()]).collect())
    }

    fn byte(&self, index: usize) -> usize {
        match self {
            Offsets::Ascii(length) => index.min(*length),
            Offsets::Wide(starts) => starts
                .get(index)
                .or(starts.last())
                .copied()
                .unwrap_or_default(),
        }
    }

    fn span(&self, span: &Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }
}

/// An open container.
struct Open {
    node: Node,
    anchor: usize,
    /// The key that waits for its value.
    key: Option<Node>,
}

#[derive(Default)]
struct Builder {
    stack: Vec<Open>,
    anchors: HashMap<usize, Node>,
    root: Option<Node>,
}

impl Builder {
    fn event(
        &mut self,
        event: Event<'_>,
        span: Range<usize>,
        source: &str,
    ) -> Result<(), &'static str> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let node = Node {
                    span: self.scalar_span(&text, style, span, source),
                    value: Value::Scalar(text.into_owned(), style_of(style)),
                    tag: tag.map(|tag| tag.to_string()),
                };
                if anchor > 0 {
                    self.anchors.insert(anchor, node.clone());
                }
                self.push(node);
            }
            Event::Alias(anchor) => {
                let value = match self.anchors.get(&anchor).map(|node| &node.value) {
                    Some(Value::Scalar(text, style)) => Value::Scalar(text.clone(), *style),
                    _ => Value::Alias,
                };
                let tag = None;
                self.push(Node { value, span, tag });
            }
            Event::SequenceStart(anchor, tag) => {
                let tag = tag.map(|tag| tag.to_string());
                self.open(Value::Sequence(Vec::new()), span, anchor, tag)?;
            }
            Event::MappingStart(anchor, tag) => {
                let tag = tag.map(|tag| tag.to_string());
                self.open(Value::Mapping(Vec::new()), span, anchor, tag)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                // A flow collection ends with its bracket, behind which the parser's span runs on; a
                // block collection ends with its last child.
                let rest = source.get(span.start..).unwrap_or_default();
                let bracket = !span.is_empty() && rest.starts_with([']', '}']);
                self.close(bracket.then_some(span.start + 1));
            }
            _ => {}
        }
        Ok(())
    }

    fn open(
        &mut self,
        value: Value,
        span: Range<usize>,
        anchor: usize,
        tag: Option<String>,
    ) -> Result<(), &'static str> {
        if self.stack.len() >= MAX_DEPTH {
            return Err("nested deeper than 64 levels");
        }
        let node = Node { value, span, tag };
        let key = None;
        self.stack.push(Open { node, anchor, key });
        Ok(())
    }

    fn close(&mut self, end: Option<usize>) {
        let Some(mut open) = self.stack.pop() else {
            return;
        };
        if let Some(key) = open.key.take() {
            let span = key.span.end..key.span.end;
            let value = Value::Scalar(String::new(), Style::Plain);
            let value = Node {
                value,
                span,
                tag: None,
            };
            add(&mut open.node, key, value);
        }
        if let Some(end) = end {
            open.node.span.end = open.node.span.end.max(end);
        }
        if open.anchor > 0 {
            self.anchors.insert(open.anchor, open.node.clone());
        }
        self.push(open.node);
    }

    fn push(&mut self, node: Node) {
        let Some(open) = self.stack.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        match &mut open.node.value {
            Value::Sequence(items) => {
                open.node.span.end = open.node.span.end.max(node.span.end);
                items.push(node);
            }
            _ => match open.key.take() {
                None => open.key = Some(node),
                Some(key) => add(&mut open.node, key, node),
            },
        }
    }

    /// The span of a scalar as a person would mark it: the parser's spans of block scalars leave out
    /// the indicator and run on into the blank rest, those of absent values lie at the next token.
    fn scalar_span(
        &self,
        text: &str,
        style: ScalarStyle,
        span: Range<usize>,
        source: &str,
    ) -> Range<usize> {
        let key = self.stack.last().and_then(|open| open.key.as_ref());
        let slice = source.get(span.clone()).unwrap_or_default();
        if style == ScalarStyle::Plain && text.is_empty() {
            let at = key.map_or(span.start, |key| {
                // Behind the colon, when there is one.
                let rest = source.get(key.span.end..).unwrap_or_default();
                key.span.end + usize::from(rest.starts_with(':'))
            });
            return at..at;
        }
        let indicator = match style {
            ScalarStyle::Literal => '|',
            ScalarStyle::Folded => '>',
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                return span.start..span.start + quoted(slice);
            }
            ScalarStyle::Plain => return span.start..span.start + slice.trim_end().len(),
        };
        let from = key.map_or(0, |key| key.span.end).min(span.start);
        let before = source.get(from..span.start).unwrap_or_default();
        let start = before.find(indicator).map_or(span.start, |at| from + at);
        let end = span.start + slice.trim_end().len();
        start..end.max(start)
    }

    /// The root. After an error containers are still open; the entry at which the reader stopped is
    /// dropped, since what it read of it is not what the person wrote.
    fn finish(mut self) -> Option<Node> {
        while let Some(open) = self.stack.last_mut() {
            let dropped = open.key.take().is_some();
            if self.stack.len() == 1 && !dropped {
                self.drop_last_entry();
            }
            self.close(None);
        }
        self.root
    }

    fn drop_last_entry(&mut self) {
        let open = self.stack.last_mut().map(|open| &mut open.node.value);
        if let Some(Value::Mapping(entries)) = open {
            entries.pop();
        }
    }
}

/// Bytes up to the closing quote: the parser's spans run on into a comment.
fn quoted(slice: &str) -> usize {
    let quote = slice.bytes().next();
    let mut bytes = slice.bytes().enumerate().skip(1).peekable();
    while let Some((at, byte)) = bytes.next() {
        let next = bytes.peek().map(|(_, byte)| *byte);
        match byte {
            b'\\' if quote == Some(b'"') => {
                bytes.next();
            }
            b'\'' if quote == Some(byte) && next == quote => {
                bytes.next();
            }
            _ if quote == Some(byte) => return at + 1,
            _ => {}
        }
    }
    slice.trim_end().len()
}

fn add(mapping: &mut Node, key: Node, value: Node) {
    if let Value::Mapping(entries) = &mut mapping.value {
        mapping.span.end = mapping.span.end.max(value.span.end).max(key.span.end);
        entries.push((key, value));
    }
}

fn style_of(style: ScalarStyle) -> Style {
    match style {
        ScalarStyle::Plain => Style::Plain,
        ScalarStyle::SingleQuoted => Style::Single,
        ScalarStyle::DoubleQuoted => Style::Double,
        ScalarStyle::Literal => Style::Literal,
        ScalarStyle::Folded => Style::Folded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `key source value` of each top-level entry.
    fn entries(source: &str) -> Vec<(String, String, String)> {
        let tree = parse(source);
        assert_eq!(tree.stop, None, "{source}");
        let root = tree.root.unwrap();
        root.entries()
            .iter()
            .map(|(key, value)| {
                let shown = match &value.value {
                    Value::Scalar(text, _) => text.clone(),
                    other => kind(other).to_owned(),
                };
                let text = source[value.span.clone()].to_owned();
                (key.scalar().unwrap().to_owned(), text, shown)
            })
            .collect()
    }

    fn kind(value: &Value) -> &'static str {
        match value {
            Value::Scalar(..) => "scalar",
            Value::Sequence(_) => "sequence",
            Value::Mapping(_) => "mapping",
            Value::Alias => "alias",
        }
    }

    #[test]
    fn spans_cover_the_source_text_of_values() {
        let cases: &[(&str, &str, &str)] = &[
            ("k: plain text\n", "plain text", "plain text"),
            ("k: plain # note\nz: 1\n", "plain", "plain"),
            ("k: 'it''s'\n", "'it''s'", "it's"),
            ("k: \"a\\tb\"\n", "\"a\\tb\"", "a\tb"),
            ("k: \"a\\\"b\" # c\n", "\"a\\\"b\"", "a\"b"),
            ("k: 'it''s' # c\nz: 1\n", "'it''s'", "it's"),
            (
                "k: wrapped\n  on two\nz: 1\n",
                "wrapped\n  on two",
                "wrapped on two",
            ),
            ("k: >-\n  one\n  two\nz: 1\n", ">-\n  one\n  two", "one two"),
            (
                "k: |\n  one\n  two\n\nz: 1\n",
                "|\n  one\n  two",
                "one\ntwo\n",
            ),
            ("k: [a, b]\n", "[a, b]", "sequence"),
            ("k: [a, b] # c\n", "[a, b]", "sequence"),
            ("k: {a: [b] , c: 1} \nz: 1\n", "{a: [b] , c: 1}", "mapping"),
            ("k: {a: 1,\n  b: 2}\nz: 1\n", "{a: 1,\n  b: 2}", "mapping"),
            ("k:\n  - a\n  - b\nz: 1\n", "- a\n  - b", "sequence"),
            ("k:\n  a: 1\n  b: [x]\nz: 1\n", "a: 1\n  b: [x]", "mapping"),
            ("k:\nz: 1\n", "", ""),
            ("k:\n", "", ""),
            ("k: é数据 x\nz: ü\n", "é数据 x", "é数据 x"),
            ("a: &x hi\nk: *x\n", "*x", "hi"),
        ];
        for (source, text, value) in cases {
            let found = entries(source)
                .into_iter()
                .find(|(key, _, _)| key == "k")
                .unwrap();
            assert_eq!(
                (found.1.as_str(), found.2.as_str()),
                (*text, *value),
                "{source}"
            );
        }
    }

    #[test]
    fn keeps_what_stood_before_an_error() {
        let tree = parse("name: a\ndescription: Use when: asked\n");
        let root = tree.root.unwrap();
        assert_eq!(root.get("name").and_then(Node::scalar), Some("a"));
        assert_eq!(tree.stop.unwrap().offset, 29);
    }

    #[test]
    fn hostile_input_ends() {
        for source in [
            "[".repeat(100_000),
            "a: ".repeat(10_000),
            "- ".repeat(100_000),
            "{".repeat(70) + &"}".repeat(70),
            "a: &a [1]\nb: &b [*a,*a]\nc: [*b,*b]\n".to_owned(),
            "\0".to_owned(),
            "? [a]\n: b\n".to_owned(),
        ] {
            parse(&source);
        }
    }
}
