//! One entry of a block: `key: value` or `- item`, with the lines that belong to it.

use std::ops::Range;

use super::lines::{Key, Line, is_known, lines};
use crate::skill::frontmatter::Frontmatter;
use crate::skill::yaml::{Node, Value};

/// An entry of a mapping or of a list, cut out by its lines.
pub struct Entry<'a> {
    /// All its lines.
    pub text: &'a str,
    /// Blanks before its key or dash.
    pub indent: usize,
    /// Its key; `None` for an item.
    pub key: Option<&'a str>,
    /// Byte behind the colon or dash.
    pub behind: usize,
    /// The value on the first line, blanks around it left out.
    pub value: Range<usize>,
    /// The lines behind the first.
    pub rest: Vec<Line<'a>>,
}

impl<'a> Entry<'a> {
    /// The entry that a text is.
    pub fn of(text: &'a str) -> Option<Self> {
        let mut all = lines(text);
        let first = all.next()?;
        let rest = all.collect();
        let indent = first.indent();
        if let Some(Key {
            name,
            behind,
            value,
        }) = first.key()
        {
            return Some(Entry {
                text,
                indent,
                key: Some(name),
                behind,
                value,
                rest,
            });
        }
        if !first.is_item() {
            return None;
        }
        let behind = indent + 1;
        let tail = first.text.get(behind..)?;
        let start = behind + (tail.len() - tail.trim_start().len());
        Some(Entry {
            text,
            indent,
            key: None,
            behind,
            value: start..start + tail.trim().len(),
            rest,
        })
    }

    /// The value on the first line.
    pub fn first(&self) -> &'a str {
        self.text.get(self.value.clone()).unwrap_or_default()
    }

    /// The lines behind the first that have something on them, up to a comment that ends the entry.
    pub fn content(&self) -> &[Line<'a>] {
        let is_text = |line: &Line<'_>| !line.is_blank() && !line.is_comment();
        let end = self.rest.iter().rposition(is_text).map_or(0, |at| at + 1);
        self.rest.get(..end).unwrap_or_default()
    }

    /// The indent of the first line below that is indented further than the key.
    pub fn inner_indent(&self) -> Option<usize> {
        let mut deeper = self.rest.iter().filter(|line| !line.is_blank());
        deeper
            .find(|line| line.indent() > self.indent)
            .map(Line::indent)
    }

    /// From the value's first byte to the last byte of its last line.
    pub fn span(&self) -> Range<usize> {
        let end = self
            .content()
            .last()
            .map(|line| line.start + line.text.trim_end().len());
        self.value.start..end.unwrap_or(self.value.end)
    }

    /// The value, when the entry parses by itself as what it looks like.
    pub fn read(&self) -> Option<Node> {
        let frontmatter = Frontmatter::of(self.text.to_owned(), 1);
        if frontmatter.complaint().is_some() || frontmatter.stricter_complaint().is_some() {
            return None;
        }
        match (&frontmatter.root()?.value, self.key) {
            (Value::Mapping(entries), Some(name)) => match entries.as_slice() {
                [(key, value)] if key.scalar() == Some(name) => Some(value.clone()),
                _ => None,
            },
            (Value::Sequence(items), None) => match items.as_slice() {
                [item] => Some(item.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// What has to be a text has one.
    pub fn is_sound(&self) -> bool {
        self.read().is_some()
    }
}

/// A block cut into entries.
pub struct Block<'a> {
    /// The column at which the entries begin.
    pub indent: usize,
    /// The lines before the first entry.
    pub before: Vec<Line<'a>>,
    /// Where each entry lies.
    pub entries: Vec<Range<usize>>,
}

impl<'a> Block<'a> {
    /// Cuts a text at the keys, or at the dashes when it begins with one.
    pub fn of(text: &'a str) -> Self {
        let all: Vec<Line<'a>> = lines(text).collect();
        let mut content = all
            .iter()
            .filter(|line| !line.is_blank() && !line.is_comment());
        let is_list = content.next().is_some_and(Line::is_item);
        let begins = |line: &&Line<'_>| match is_list {
            true => line.is_item(),
            false => line.key().is_some() && !line.is_comment(),
        };
        let starts: Vec<&Line<'_>> = all.iter().filter(begins).collect();
        let known = |line: &&&Line<'_>| line.key().is_some_and(|key| is_known(key.name));
        let usual = starts.iter().filter(known).map(|line| line.indent()).min();
        let first = starts.first().map(|line| line.indent());
        let indent = match (usual, first) {
            (Some(usual), Some(first)) if !is_list => usual.min(first),
            (_, first) => first.unwrap_or_default(),
        };
        let starts: Vec<usize> = (starts.iter())
            .filter(|line| line.indent() == indent)
            .map(|line| line.start)
            .collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let begin = starts.first().copied().unwrap_or(text.len());
        Block {
            indent,
            before: all.into_iter().filter(|line| line.start < begin).collect(),
            entries: starts
                .iter()
                .copied()
                .zip(ends)
                .map(|(start, end)| start..end)
                .collect(),
        }
    }
}
