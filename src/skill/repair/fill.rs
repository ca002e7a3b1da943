//! What is missing, taken from the folder's name and the body: guesses, all of them.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::{Draft, Found, Reason, Skill, fields, name, scalar};
use crate::patch::Edit;
use crate::skill::frontmatter::Frontmatter;
use crate::skill::rule::Rule;
use crate::skill::yaml::{Node, Style, Value};
use crate::skill::yaml11::{self, Kind};

/// Most characters of a description.
const MAX: usize = 1024;

/// Bytes of a body in which its first heading and paragraph are looked for.
const HEAD: usize = 64 * 1024;

/// A frontmatter for a text that has none.
pub fn frontmatter(skill: &Skill<'_>) -> Option<Draft> {
    let document = skill.document;
    let name = name_of(skill)?;
    let description = description_of(&document.body())?;
    let eol = skill.eol;
    let text = format!(
        "---{eol}name: {}{eol}description: {}{eol}---{eol}{eol}",
        scalar::write(&name),
        scalar::write(&description)
    );
    let edits = vec![Edit::insert(document.body_range().start, text)];
    let title = "Add a frontmatter: the folder's name, the first heading and paragraph";
    Some(Draft::guess(Rule::NoFrontmatter, title, edits))
}

/// Fields for a frontmatter that has none: it is empty, also `{}`, or a text, which then is the
/// description.
pub fn mapping(skill: &Skill<'_>, frontmatter: &Frontmatter) -> Option<Draft> {
    let name = name_of(skill)?;
    let base = skill.document.frontmatter_range();
    let at = |root: &Node| base.start + root.span.start..base.start + root.span.end;
    let (range, description) = match frontmatter.root() {
        None => (base.end..base.end, description_of(&skill.document.body())?),
        Some(root) if is_empty(root) && root.span.is_empty() => {
            (base.end..base.end, description_of(&skill.document.body())?)
        }
        Some(root) if is_empty(root) => (at(root), description_of(&skill.document.body())?),
        Some(root) => (at(root), joined(root.scalar()?)),
    };
    let eol = skill.eol;
    let end = if range.is_empty() { eol } else { "" };
    let text = format!(
        "name: {}{eol}description: {}{end}",
        scalar::write(&name),
        scalar::write(&cut(&description))
    );
    // An anchor or a tag before it would go on to hold.
    let (before, behind) = (range.start - base.start, range.end - base.start);
    let source = frontmatter.source();
    let whole = [source.get(..before)?, &text, source.get(behind..)?].concat();
    if !Frontmatter::of(whole, 1).is_mapping() {
        return None;
    }
    let title = "Add name and description: the folder's name, the first text";
    let rule = match frontmatter.is_mapping() {
        true => Rule::MissingName,
        false => Rule::NotAMapping,
    };
    Some(Draft::guess(rule, title, vec![Edit::replace(range, text)]))
}

/// The two fields without which a skill is not found, unless a misspelt key only has to be renamed.
pub fn look(skill: &Skill<'_>, frontmatter: &Frontmatter, found: &mut Found) {
    let main = Main::new(skill, frontmatter);
    let is_list = |node: &Node| node.scalar().is_none();
    let node = frontmatter.get("name");
    if node.is_none_or(|node| is_empty(node) || is_list(node))
        && !fields::is_meant(frontmatter, "name")
    {
        let rule = match node {
            Some(node) if is_list(node) => Rule::NotAText,
            _ => Rule::MissingName,
        };
        match name_of(skill) {
            Some(name) => {
                let title = format!("Set the name to `{name}`, after the folder");
                let edits = main.put("name", node, &name);
                found.drafts.push(Draft::guess(rule, title, edits));
            }
            None => found.leave(rule, Reason::NothingToGoBy),
        }
    }
    let node = frontmatter.get("description");
    if node.is_none_or(is_empty) && !fields::is_meant(frontmatter, "description") {
        match description_of(&skill.document.body()) {
            Some(description) => {
                let title = "Describe it by its first heading and paragraph";
                let edits = main.put("description", node, &description);
                found
                    .drafts
                    .push(Draft::guess(Rule::MissingDescription, title, edits));
            }
            None => found.leave(Rule::MissingDescription, Reason::NothingToGoBy),
        }
    }
}

/// Nothing is written there.
fn is_empty(node: &Node) -> bool {
    match node.scalar() {
        Some(text) => text.trim().is_empty() || yaml11::kind(node) == Kind::Null,
        None => matches!(yaml11::kind(node), Kind::List(true) | Kind::Map(true)),
    }
}

/// Where the main fields are written.
pub struct Main<'a> {
    frontmatter: &'a Frontmatter,
    base: usize,
    eol: &'a str,
    in_braces: bool,
}

impl<'a> Main<'a> {
    /// Of a skill.
    pub fn new(skill: &Skill<'a>, frontmatter: &'a Frontmatter) -> Self {
        let root = frontmatter.root();
        Main {
            frontmatter,
            base: skill.document.frontmatter_range().start,
            eol: skill.eol,
            in_braces: root.is_some_and(|it| frontmatter.source_of(it).starts_with('{')),
        }
    }

    fn written(&self, text: &str) -> String {
        match self.in_braces {
            true => scalar::double(text),
            false => scalar::write(text),
        }
    }

    /// Puts a text in the place of a value, in the quotes that it has.
    pub fn set(&self, key: &str, node: &Node, text: &str) -> Vec<Edit> {
        let written = match &node.value {
            Value::Scalar(_, Style::Double) => scalar::double(text),
            Value::Scalar(_, Style::Single) if !text.contains('\'') => format!("'{text}'"),
            _ => self.written(text),
        };
        let keys = self.frontmatter.root().map_or(&[][..], Node::entries);
        let mut keys = keys.iter().rev();
        let name = keys.find(|(name, _)| name.scalar() == Some(key));
        let behind = name.map_or(node.span.start, |(key, _)| key.span.end);
        let gap = self.frontmatter.slice(behind..node.span.start);
        // A block behind its key, or nothing at all, which has no blank before it either.
        let (start, lead) = match gap.find(':') {
            Some(colon) if gap.contains(['\n', '\r']) => (behind + colon + 1, " "),
            _ if node.span.is_empty() => (node.span.start, " "),
            _ => (node.span.start, ""),
        };
        // The span of an empty block runs on into the next line.
        let end = node.span.start + self.frontmatter.source_of(node).trim_end().len();
        let edit = Edit::replace(start..end, format!("{lead}{written}"));
        vec![edit.shifted(self.base)]
    }

    /// The same, or a new entry: the name first, the description behind it.
    fn put(&self, key: &str, node: Option<&Node>, text: &str) -> Vec<Edit> {
        if let Some(node) = node {
            return self.set(key, node, text);
        }
        let Some((first, _)) = self
            .frontmatter
            .root()
            .and_then(|root| root.entries().first())
        else {
            return Vec::new();
        };
        let written = self.written(text);
        if self.in_braces {
            let edit = Edit::insert(first.span.start, format!("\"{key}\": {written}, "));
            return vec![edit.shifted(self.base)];
        }
        let source = self.frontmatter.source();
        let line = |at: usize| {
            let before = source.get(..at).unwrap_or_default();
            before.rfind(['\n', '\r']).map_or(0, |at| at + 1)
        };
        let start = line(first.span.start);
        let indent = source.get(start..first.span.start).unwrap_or_default();
        let name = self
            .frontmatter
            .get("name")
            .filter(|_| key == "description");
        let at = name.map_or(start, |name| {
            let rest = source.get(name.span.end..).unwrap_or_default();
            let tail = super::lines::lines(rest).next();
            name.span.end + tail.map_or(0, |line| line.next)
        });
        let edit = Edit::insert(at, format!("{indent}{key}: {written}{}", self.eol));
        vec![edit.shifted(self.base)]
    }
}

fn name_of(skill: &Skill<'_>) -> Option<String> {
    let name = name::slug(skill.place.folder);
    (!name.is_empty()).then_some(name)
}

/// The first heading and the first paragraph of a text.
fn description_of(body: &str) -> Option<String> {
    let head = body.get(..body.floor_char_boundary(HEAD)).unwrap_or(body);
    let (mut heading, mut paragraph) = (None, None);
    let mut text: Option<String> = None;
    for event in Parser::new_ext(head, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => text = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                heading = heading.or_else(|| some_text(text.take()));
            }
            Event::End(TagEnd::Paragraph) => {
                paragraph = some_text(text.take());
                if paragraph.is_some() {
                    break;
                }
            }
            Event::Text(part) | Event::Code(part) => {
                if let Some(text) = &mut text {
                    text.push_str(&part);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(text) = &mut text {
                    text.push(' ');
                }
            }
            _ => {}
        }
    }
    let text = match (heading, paragraph) {
        (Some(heading), Some(paragraph)) if paragraph.starts_with(&heading) => paragraph,
        (Some(heading), Some(paragraph)) => {
            let ended = heading.ends_with(['.', '!', '?', ':', '。', '！', '？', '：']);
            format!("{heading}{} {paragraph}", if ended { "" } else { "." })
        }
        (heading, paragraph) => heading.or(paragraph)?,
    };
    Some(cut(&text))
}

fn some_text(text: Option<String>) -> Option<String> {
    let text = joined(&text?);
    (!text.is_empty()).then_some(text)
}

/// On one line, without what no reader sees.
fn joined(text: &str) -> String {
    let seen = text
        .chars()
        .filter(|c| c.is_whitespace() || !scalar::needs_escape(*c));
    let seen: String = seen.collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most so long as a description may be, cut between words.
fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX) else {
        return text.to_owned();
    };
    let head = text.get(..end).unwrap_or_default();
    let between = text.get(end..).is_some_and(|rest| rest.starts_with(' '));
    let words = head.rsplit_once(' ').map_or(head, |(words, _)| words);
    // A text without blanks is cut anywhere.
    let head = if between || words.len() * 2 < head.len() {
        head
    } else {
        words
    };
    head.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_from_bodies() {
        let cases = [
            (
                "# Title\n\nFirst *para*\non two lines.\n\nSecond.\n",
                Some("Title. First para on two lines."),
            ),
            ("# Title\n", Some("Title")),
            ("Only text.\n\n# Later\n", Some("Only text.")),
            (
                "<!-- c -->\n\n# `code` title!\n\n- item\n",
                Some("code title!"),
            ),
            ("# A\n\nA does b.\n", Some("A does b.")),
            ("```\ncode\n```\n", None),
            ("", None),
        ];
        for (body, description) in cases {
            assert_eq!(description_of(body).as_deref(), description, "{body}");
        }
        let long = format!("# T\n\n{}\n", "word ".repeat(400));
        let description = description_of(&long).unwrap();
        assert_eq!(description.chars().count(), 1022);
        assert!(description.ends_with("word word"));
        let dense = format!("{}\n", "字".repeat(3000));
        assert_eq!(description_of(&dense).unwrap().chars().count(), 1024);
    }
}
