//! How readers written in JavaScript take YAML: version 1.2, keys once, surrogate pairs in escapes.
//!
//! Not a third parser: the two that `frontmatter` asks are asked, and what JavaScript does otherwise
//! is put on top.

use std::collections::HashSet;

use crate::skill::frontmatter::Frontmatter;
use crate::skill::yaml::{Node, Style, Value};
use crate::skill::yaml11::{self, Kind};

/// A YAML text as JavaScript readers have it.
pub(super) struct Loaded {
    frontmatter: Frontmatter,
    /// Why it does not parse.
    pub(super) fault: Option<String>,
}

impl Loaded {
    /// The tree, when all of it was read.
    pub(super) fn root(&self) -> Option<&Node> {
        match self.fault {
            Some(_) => None,
            None => self.frontmatter.root(),
        }
    }
}

/// Reads a YAML text that starts at the second line of its file.
pub(super) fn load(source: &str) -> Loaded {
    let mut frontmatter = Frontmatter::of(source.to_owned(), 2);
    if frontmatter.complaint().is_some()
        && let Some(joined) = join_surrogates(source)
    {
        frontmatter = Frontmatter::of(joined, 2);
    }
    let complaint = frontmatter.complaint().cloned();
    let fault = complaint
        .or_else(|| frontmatter.stricter_complaint())
        .map(|it| format!("{} (line {})", it.message, it.position.line))
        .or_else(|| {
            Some(format!(
                "`{}` is there twice",
                repeated(frontmatter.root()?)?
            ))
        });
    Loaded { frontmatter, fault }
}

/// A key that occurs twice in one mapping.
fn repeated(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Scalar(..) | Value::Alias => None,
        Value::Sequence(items) => items.iter().find_map(repeated),
        Value::Mapping(entries) => {
            let mut seen = HashSet::new();
            entries.iter().find_map(|(key, value)| {
                let twice = key.scalar().filter(|key| !seen.insert(*key));
                twice.or_else(|| repeated(value))
            })
        }
    }
}

/// The text with `\ud83e\udde0` as `\U0001F9E0`; `None` when there is no such pair.
fn join_surrogates(source: &str) -> Option<String> {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    let mut joined = false;
    while let Some((before, after)) = rest.split_once("\\u") {
        out.push_str(before);
        let unit = |text: &str| u16::from_str_radix(text.get(..4)?, 16).ok();
        let low = after.get(4..).and_then(|it| it.strip_prefix("\\u"));
        let pair = [unit(after), low.and_then(unit)];
        let c = match pair {
            [Some(high), Some(low)] => char::decode_utf16([high, low]).next(),
            _ => None,
        };
        match c {
            Some(Ok(c)) if u32::from(c) > 0xFFFF => {
                out.push_str(&format!("\\U{:08X}", u32::from(c)));
                rest = after.get(10..).unwrap_or_default();
                joined = true;
            }
            _ => {
                out.push_str("\\u");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    joined.then_some(out)
}

/// What js-yaml makes of a node that is no text: `null`, a number, a date, … `None` for a text.
pub(super) fn not_a_text(node: &Node) -> Option<&'static str> {
    let Value::Scalar(text, Style::Plain) = &node.value else {
        let kind = yaml11::kind(node);
        return (kind != Kind::Text).then(|| kind.words());
    };
    if node.tag.is_some() {
        let kind = yaml11::kind(node);
        return (kind != Kind::Text).then(|| kind.words());
    }
    match yaml11::plain(text) {
        Kind::Bool(_) if !matches!(text.to_ascii_lowercase().as_str(), "true" | "false") => None,
        Kind::Int(_) | Kind::Float(_) if text.contains(':') => None,
        Kind::Text => is_number(text).then_some("a number"),
        kind => Some(kind.words()),
    }
}

/// Numbers that YAML 1.1 takes for texts: `1e3`, `0o17`.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if let Some(octal) = digits.strip_prefix("0o") {
        return !octal.is_empty() && octal.bytes().all(|it| matches!(it, b'0'..=b'7'));
    }
    let numeric = |it: u8| it.is_ascii_digit() || matches!(it, b'.' | b'e' | b'E' | b'+' | b'-');
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(numeric)
        && digits.parse::<f64>().is_ok()
}
