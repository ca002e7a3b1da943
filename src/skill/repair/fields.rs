//! Repairs of the fields of a frontmatter that parses: keys, types, repeated keys, a second frontmatter.

use std::collections::HashMap;
use std::ops::Range;

use super::lines::{comment, lines};
use super::{Draft, Found, Grade, Reason, Skill, What, scalar};
use crate::patch::Edit;
use crate::skill::check::{self, keys};
use crate::skill::document::Document;
use crate::skill::frontmatter::Frontmatter;
use crate::skill::rule::Rule;
use crate::skill::yaml::{Node, Style, Value};
use crate::skill::yaml11::{self, Kind};

/// The keys of the specification: what is nearly one of them is meant to be it.
const SPECIFIED: [&str; 6] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

/// Fields that hold a text.
const TEXTS: [&str; 4] = ["name", "description", "license", "compatibility"];

/// A frontmatter with what is needed to write into it.
struct Fields<'a> {
    frontmatter: &'a Frontmatter,
    entries: &'a [(Node, Node)],
    /// Where the source begins in the file.
    base: usize,
    /// The fields stand in braces: one value behind the other, each in double quotes.
    in_braces: bool,
}

/// All of it.
pub fn look(skill: &Skill<'_>, frontmatter: &Frontmatter, found: &mut Found) {
    let Some(root) = frontmatter.root() else {
        return;
    };
    let fields = Fields {
        frontmatter,
        entries: root.entries(),
        base: skill.document.frontmatter_range().start,
        in_braces: frontmatter.source_of(root).starts_with('{'),
    };
    fields.misspelt(found);
    fields.repeated(found);
    for (key, value) in fields.entries {
        match key.scalar() {
            Some("allowed-tools") => fields.tools(key, value, found),
            Some(name) if TEXTS.contains(&name) => fields.text(name, key, value, found),
            Some("metadata") => {
                for (key, value) in value.entries() {
                    let name = key.scalar().unwrap_or_default();
                    found.drafts.extend(fields.misread(name, value));
                }
            }
            Some(name) => found.drafts.extend(fields.misread(name, value)),
            None => {}
        }
        fields.cut(key, value, found);
    }
    second_frontmatter(skill.document, frontmatter, found);
}

impl Fields<'_> {
    fn edit(&self, range: Range<usize>, with: impl Into<Vec<u8>>) -> Vec<Edit> {
        vec![Edit::replace(range, with).shifted(self.base)]
    }

    /// A text as it is written here.
    fn written(&self, text: &str) -> String {
        match self.in_braces {
            true => scalar::double(text),
            false => scalar::write(text),
        }
    }

    fn has(&self, name: &str) -> bool {
        self.entries
            .iter()
            .any(|(key, _)| key.scalar() == Some(name))
    }

    fn misspelt(&self, found: &mut Found) {
        let mut meant = Vec::new();
        for (key, _) in self.entries {
            let Some(name) = key.scalar() else { continue };
            let right = near(name).or(glued(name));
            let Some(right) = right.filter(|it| !self.has(it) && !meant.contains(it)) else {
                continue;
            };
            // Between its quotes, when it has some.
            let text = self.frontmatter.slice(key.span.clone());
            let Some(at) = text.find(name) else { continue };
            let start = key.span.start + at;
            let (title, edits) = match name.get(right.len() + 1..).filter(|_| near(name).is_none())
            {
                Some(rest) => {
                    let colon = start + right.len() + 1;
                    let blanks = rest.len() - rest.trim_start().len();
                    let title = format!("Put a blank behind the colon of `{right}`");
                    (title, self.edit(colon..colon + blanks, " "))
                }
                None => {
                    let title = format!("Rename `{name}` to `{right}`");
                    (title, self.edit(start..start + name.len(), right))
                }
            };
            found
                .drafts
                .push(Draft::sure(Rule::NearMissKey, title, edits));
            meant.push(right);
        }
    }

    /// Of entries with one key the last stays, which most agents read.
    fn repeated(&self, found: &mut Found) {
        let mut last: HashMap<&str, usize> = HashMap::new();
        for (at, (key, _)) in self.entries.iter().enumerate() {
            if let Some(name) = key.scalar() {
                last.insert(name, at);
            }
        }
        for (at, (key, value)) in self.entries.iter().enumerate() {
            let Some(name) = key.scalar() else { continue };
            if self.in_braces || last.get(name) == Some(&at) {
                continue;
            }
            let source = self.frontmatter.source();
            let start = source.get(..key.span.start).map_or(0, |before| {
                before.rfind(['\n', '\r']).map_or(0, |at| at + 1)
            });
            let end = key.span.end.max(value.span.end);
            let tail = source.get(end..).and_then(|rest| lines(rest).next());
            let end = end + tail.map_or(0, |line| line.next);
            let title =
                format!("Remove the first `{name}` and keep the last, which most agents read");
            let edits = self.edit(start..end, "");
            found
                .drafts
                .push(Draft::guess(Rule::DuplicateKey, title, edits));
        }
    }

    /// A field that has to be a text: not a list, not a map, and no text that YAML 1.1 takes for
    /// something else.
    fn text(&self, name: &str, key: &Node, value: &Node, found: &mut Found) {
        let main = ["name", "description"].contains(&name);
        let rule = if main {
            Rule::NotAText
        } else {
            Rule::FieldType
        };
        match &value.value {
            Value::Scalar(text, Style::Plain) => {
                let kind = yaml11::kind(value);
                if kind != Kind::Text && kind != Kind::Null && value.tag.is_none() {
                    let title = format!("Put `{name}` in quotes: {} is not a text", kind.words());
                    let edits = self.edit(value.span.clone(), scalar::double(text));
                    found.drafts.push(Draft::sure(rule, title, edits));
                }
            }
            // A name is not put together: the folder has one (see `fill`).
            Value::Sequence(_) | Value::Mapping(_) if name == "name" => {}
            Value::Sequence(_) | Value::Mapping(_) => match self.joined(value) {
                Some(text) => {
                    let title = format!("Make `{name}` one text");
                    let edits = self.replaced(key, value, &self.written(&text));
                    found.drafts.push(Draft::guess(rule, title, edits));
                }
                None => found.leave(rule, Reason::Unclear),
            },
            _ => {}
        }
    }

    /// A list as one text: in brackets with a map inside (`[TODO: x]`) what stands there, else its
    /// items one behind the other. None where a comment would be lost.
    fn joined(&self, value: &Node) -> Option<String> {
        let source = self.frontmatter.source_of(value);
        let one_line = !source.contains(['\n', '\r']);
        if let Value::Sequence(items) = &value.value {
            let texts: Vec<&str> = items
                .iter()
                .filter_map(Node::scalar)
                .map(str::trim)
                .collect();
            if !texts.is_empty() && texts.len() == items.len() {
                let sentences = texts.iter().all(|it| it.ends_with(['.', '!', '?', '。']));
                let between = if sentences { " " } else { ", " };
                let text = texts.join(between);
                return (!has_comment(source) && !text.contains(['\n', '\r'])).then_some(text);
            }
        }
        let is_flow = source.starts_with(['[', '{']);
        (is_flow && one_line && source.len() > 2).then(|| source.to_owned())
    }

    /// `allowed-tools` as the specification has it: one text, the tools apart by blanks.
    fn tools(&self, key: &Node, value: &Node, found: &mut Found) {
        let rule = Rule::AllowedToolsShape;
        match &value.value {
            Value::Sequence(items) => {
                let texts: Vec<&str> = items
                    .iter()
                    .filter_map(Node::scalar)
                    .map(str::trim)
                    .collect();
                let is_clear = texts.len() == items.len()
                    && texts
                        .iter()
                        .all(|tool| !tool.is_empty() && outside(tool, " \t\n,").next().is_none())
                    && !has_comment(self.frontmatter.source_of(value));
                if !is_clear {
                    return found.leave(rule, Reason::Unclear);
                }
                let edits = self.replaced(key, value, &self.written(&texts.join(" ")));
                let title = "Write `allowed-tools` as one text instead of a list";
                found.drafts.push(Draft::sure(rule, title, edits));
            }
            Value::Scalar(text, _) => {
                // Names with blanks in them would come apart.
                let mut start = 0;
                let ends = outside(text, ",").chain([text.len()]);
                let names = ends.map(|end| {
                    let name = text.get(start..end).unwrap_or_default();
                    start = end + 1;
                    name.trim()
                });
                let names: Vec<&str> = names.collect();
                if names.len() > 1 && names.iter().any(|it| outside(it, " \t\n").next().is_some()) {
                    return found.leave(rule, Reason::Unclear);
                }
                let source = self.frontmatter.source_of(value);
                let mut edits = Vec::new();
                for at in outside(source, ",") {
                    let blank = source
                        .get(at + 1..)
                        .is_some_and(|it| it.starts_with([' ', '\n', '\r']));
                    let with = if blank { "" } else { " " };
                    edits.extend(self.edit(value.span.start + at..value.span.start + at + 1, with));
                }
                if !edits.is_empty() {
                    let title = "Put blanks instead of commas between the tools";
                    found.drafts.push(Draft::sure(rule, title, edits));
                }
            }
            _ => {}
        }
    }

    /// A value that YAML 1.1 reads as another text than is written: a date, `1.10`, `010`, `1:30`.
    fn misread(&self, name: &str, value: &Node) -> Option<Draft> {
        let Value::Scalar(text, Style::Plain) = &value.value else {
            return None;
        };
        let digits = text.trim_start_matches(['-', '+']);
        let odd = match yaml11::kind(value) {
            Kind::Date => true,
            Kind::Int(_) => {
                text.contains([':', '_']) || digits.len() > 1 && digits.starts_with('0')
            }
            Kind::Float(_) => name == "version" || text.contains([':', '_']),
            _ => false,
        };
        let title = format!(
            "Put `{name}` in quotes: YAML 1.1 reads {}",
            yaml11::kind(value).words()
        );
        let edits = self.edit(value.span.clone(), scalar::double(text));
        (odd && value.tag.is_none()).then(|| Draft::sure(Rule::Yaml11Value, title, edits))
    }

    /// A value that a `#` cuts short: with a blank before and none behind it is hardly a comment.
    fn cut(&self, key: &Node, value: &Node, found: &mut Found) {
        let Value::Scalar(_, Style::Plain) = &value.value else {
            return;
        };
        let rest = self
            .frontmatter
            .slice(value.span.end..self.frontmatter.source().len());
        let Some(line) = lines(rest).next().filter(|_| !value.span.is_empty()) else {
            return;
        };
        let text = line.text;
        let is_text = text.starts_with([' ', '\t']) && text.trim_start().starts_with('#');
        let name = key.scalar().unwrap_or_default();
        let keep = text.get(..comment(text).unwrap_or(text.len()));
        let keep = keep.unwrap_or_default().trim_end();
        let one_line = !self.frontmatter.source_of(value).contains(['\n', '\r']);
        if is_text && keep.is_empty() && check::is_prose(name) {
            // Prose is seldom commented, but it may be.
            found.leave(Rule::CommentCutsValue, Reason::Unclear);
        }
        if !is_text || keep.is_empty() || !one_line || self.in_braces {
            return;
        }
        let range = value.span.start..value.span.end + keep.len();
        let whole = self.frontmatter.slice(range.clone()).to_owned();
        let title = format!("Put `{name}` in quotes: the `#` cuts it short");
        let grade = if name == "description" {
            Grade::Sure
        } else {
            Grade::Guess
        };
        let edits = self.edit(range, scalar::write(&whole));
        found.drafts.push(Draft::new(
            Rule::CommentCutsValue,
            title,
            grade,
            What::Text(edits),
        ));
    }

    /// The value of a key replaced, from its colon on when it stands on later lines.
    fn replaced(&self, key: &Node, value: &Node, with: &str) -> Vec<Edit> {
        let gap = self.frontmatter.slice(key.span.end..value.span.start);
        match gap.find(':') {
            Some(colon) if gap.contains(['\n', '\r']) => {
                let start = key.span.end + colon + 1;
                self.edit(start..value.span.end, format!(" {with}"))
            }
            _ => self.edit(value.span.clone(), with),
        }
    }
}

/// A YAML comment stands in it, or what may be one.
fn has_comment(source: &str) -> bool {
    source.contains(" #") || lines(source).any(|line| line.is_comment())
}

/// Where some characters stand outside parentheses.
fn outside<'a>(text: &'a str, any: &'a str) -> impl Iterator<Item = usize> + 'a {
    let mut depth = 0usize;
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && any.contains(c)).then_some(at)
    })
}

/// Some key is meant to be this one, which is not there.
pub fn is_meant(frontmatter: &Frontmatter, right: &str) -> bool {
    let mut entries = frontmatter.entries();
    frontmatter.get(right).is_none()
        && entries.any(|entry| near(entry.key).or(glued(entry.key)) == Some(right))
}

/// The key to which a value is glued: `name:x y`, where YAML wants a blank behind the colon.
fn glued(name: &str) -> Option<&'static str> {
    let mut keys = SPECIFIED.iter();
    let key = keys.find(|key| {
        name.strip_prefix(**key)
            .is_some_and(|rest| rest.starts_with(':'))
    });
    key.copied().filter(|key| name.len() > key.len() + 1)
}

/// The key that a key is meant to be.
fn near(name: &str) -> Option<&'static str> {
    let key = keys::meant(name).filter(|_| !name.contains(':'));
    key.map(|key| key.name)
}

/// A second frontmatter right behind the first: it goes when it says nothing new, and the two become
/// one when they have no key in common.
fn second_frontmatter(document: &Document, frontmatter: &Frontmatter, found: &mut Found) {
    let body = document.body();
    let blank = body.len() - body.trim_start().len();
    let rest = body.get(blank..).unwrap_or_default();
    if !rest.starts_with("---") {
        return;
    }
    let second = Document::parse(rest.as_bytes().to_vec());
    let Some(other) = Frontmatter::read(&second).filter(|it| it.complaint().is_none()) else {
        return;
    };
    let is_main = |key: &str| ["name", "description"].contains(&key);
    if !other.is_mapping() || !other.entries().any(|entry| is_main(entry.key)) {
        return;
    }
    let start = document.body_range().start;
    let rule = Rule::DoubleFrontmatter;
    let known = |key: &str| frontmatter.get(key);
    let text = |node: &Node| node.scalar().map(str::to_owned);
    let is_repeated = other.entries().all(|entry| {
        known(entry.key).is_some_and(|it| text(it).is_some() && text(it) == text(entry.value))
    });
    let is_new = other.entries().all(|entry| known(entry.key).is_none());
    let end = start + blank + second.body_range().start;
    if is_repeated {
        let edits = vec![Edit::delete(start..end)];
        let title = "Remove the second frontmatter, which repeats the first";
        found.drafts.push(Draft::guess(rule, title, edits));
    } else if is_new && !frontmatter.source().starts_with('{') && !other.source().starts_with('{') {
        let first = document.frontmatter_range().end;
        let inner = start + blank + second.frontmatter_range().start;
        let edits = vec![Edit::delete(first..inner)];
        let title = "Join the two frontmatters";
        found.drafts.push(Draft::guess(rule, title, edits));
    } else {
        found.leave(rule, Reason::Unclear);
    }
}
