//! Checks of the fields: which keys there are, what type their values have, what a reader of YAML 1.1
//! makes of them.

use std::collections::HashMap;

use super::keys::{self, Key, Shape};
use super::{Subject, is_blank, tools};
use crate::skill::document::Position;
use crate::skill::frontmatter::{Entry, Frontmatter};
use crate::skill::problem::Problem;
use crate::skill::profile::{Profile, Readers};
use crate::skill::rule::Rule;
use crate::skill::yaml::{Node, Value};
use crate::skill::yaml11::{self, Kind};

/// Longest `compatibility`, in characters.
const MAX_COMPATIBILITY: usize = 500;

/// What Hermes can be on, as Python names it.
const HOSTS: [&str; 4] = ["linux", "darwin", "win32", "android"];

pub(super) fn check(subject: &Subject<'_>, frontmatter: &Frontmatter, problems: &mut Vec<Problem>) {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    for entry in frontmatter.entries() {
        let count = seen.entry(entry.key).or_default();
        *count += 1;
        // One problem for a key, however often it is repeated.
        if *count == 2 {
            let message = format!(
                "`{}` is there more than once; most agents read the last",
                entry.key
            );
            problems.push(
                Problem::new(Rule::DuplicateKey, message, "keep one of them")
                    .at(frontmatter.position(entry.start)),
            );
        }
        let Some(key) = keys::known(entry.key) else {
            unknown(frontmatter, entry, problems);
            continue;
        };
        if !keys::is_specified(entry.key) {
            unspecified(frontmatter, entry, problems);
        }
        // Behind a fault a value may be cut; `name` and `description` have checks of their own.
        if subject.sound && !matches!(entry.key, "name" | "description") {
            let field = Field {
                frontmatter,
                key,
                node: entry.value,
                start: entry.start,
            };
            field.check(problems);
        }
    }
}

fn unknown(frontmatter: &Frontmatter, entry: Entry<'_>, problems: &mut Vec<Problem>) {
    let Some(meant) = keys::meant(entry.key) else {
        return unspecified(frontmatter, entry, problems);
    };
    problems.push(
        Problem::new(
            Rule::NearMissKey,
            format!("no agent knows `{}`: is `{}` meant?", entry.key, meant.name),
            format!("write `{}:`", meant.name),
        )
        .only(meant.readers.or(Readers::of(&[Profile::Spec])))
        .at(frontmatter.position(entry.start)),
    );
}

fn unspecified(frontmatter: &Frontmatter, entry: Entry<'_>, problems: &mut Vec<Problem>) {
    // A merge is no key.
    if entry.key == "<<" {
        return;
    }
    problems.push(
        Problem::new(
            Rule::UnknownKey,
            format!("`{}` is not in the specification", entry.key),
            "move it below `metadata:`",
        )
        .at(frontmatter.position(entry.start)),
    );
}

/// A known field with its value.
struct Field<'a> {
    frontmatter: &'a Frontmatter,
    key: &'static Key,
    node: &'a Node,
    /// Where the key begins.
    start: usize,
}

impl Field<'_> {
    fn check(&self, problems: &mut Vec<Problem>) {
        let kind = yaml11::kind(self.node);
        if is_blank(self.node) && matches!(kind, Kind::Null | Kind::Text) {
            problems.push(
                Problem::new(
                    Rule::EmptyField,
                    format!("`{}` is empty", self.key.name),
                    "give it a value, or remove it",
                )
                .only(self.readers())
                .at(self.frontmatter.position(self.start)),
            );
            return;
        }
        self.check_type(kind, problems);
        match self.key.name {
            "compatibility" => self.check_compatibility(problems),
            "metadata" => self.check_metadata(problems),
            "allowed-tools" => self.check_tools(problems),
            "platforms" => self.check_platforms(problems),
            _ => {}
        }
    }

    /// Those who read it, the specification too where it has the key.
    fn readers(&self) -> Readers {
        self.key.readers
    }

    fn at(&self) -> Position {
        self.frontmatter.position(self.node.span.start)
    }

    fn check_type(&self, kind: Kind, problems: &mut Vec<Problem>) {
        let name = self.key.name;
        let fits = match (self.key.shape, kind) {
            // What `metadata` holds is judged further down.
            (Shape::Map, _) if name == "metadata" => true,
            (Shape::Any, _) => true,
            (Shape::Texts, Kind::List(_)) | (Shape::List, Kind::List(_)) => true,
            (Shape::Map, Kind::Map(_)) => true,
            (Shape::Text | Shape::Texts, Kind::List(_) | Kind::Map(_)) => false,
            (Shape::Text | Shape::Texts, _) => {
                self.check_plain(kind, problems);
                true
            }
            (Shape::Bool, Kind::Bool(truth)) => {
                self.check_bool(truth, problems);
                true
            }
            (Shape::Bool | Shape::List | Shape::Map, _) => false,
        };
        if fits {
            return;
        }
        let wanted = self.key.shape.words();
        problems.push(
            Problem::new(
                Rule::FieldType,
                format!("`{name}` is {}; it should be {wanted}", kind.words()),
                match self.key.shape {
                    Shape::Bool => format!("write `{name}: true` or `{name}: false`"),
                    _ => format!("make it {wanted}"),
                },
            )
            .only(self.readers())
            .at(self.at()),
        );
    }

    /// A field that should be a text and is something else for a reader of YAML 1.1.
    fn check_plain(&self, kind: Kind, problems: &mut Vec<Problem>) {
        let text = self.node.scalar().unwrap_or_default();
        if kind == Kind::Text || is_kept(kind, text) {
            return;
        }
        let name = self.key.name;
        let source = self.frontmatter.source_of(self.node);
        problems.push(
            Problem::new(
                Rule::Yaml11Value,
                format!("YAML 1.1 readers take `{name}` for {}", kind.words()),
                format!("write {name}: \"{source}\""),
            )
            .at(self.at()),
        );
    }

    /// `yes` and `on` are true for readers of YAML 1.1 alone.
    fn check_bool(&self, truth: bool, problems: &mut Vec<Problem>) {
        let text = self.node.scalar().unwrap_or_default();
        if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") {
            return;
        }
        let name = self.key.name;
        problems.push(
            Problem::new(
                Rule::Yaml11Value,
                format!("only YAML 1.1 readers take `{name}: {text}` for {truth}"),
                format!("write {name}: {truth}"),
            )
            .at(self.at()),
        );
    }

    fn check_compatibility(&self, problems: &mut Vec<Problem>) {
        let Some(text) = self.node.scalar().filter(|it| it.len() > MAX_COMPATIBILITY) else {
            return;
        };
        let count = text.trim_end_matches('\n').chars().count();
        if count > MAX_COMPATIBILITY {
            problems.push(
                Problem::new(
                    Rule::CompatibilityLength,
                    format!(
                        "`compatibility` has {count} characters; {MAX_COMPATIBILITY} are allowed"
                    ),
                    "make it shorter: move details to the body",
                )
                .at(self.at()),
            );
        }
    }

    fn check_metadata(&self, problems: &mut Vec<Problem>) {
        let Value::Mapping(entries) = &self.node.value else {
            let words = yaml11::kind(self.node).words();
            problems.push(
                Problem::new(
                    Rule::MetadataValues,
                    format!("`metadata` is {words}; it should be a map of texts"),
                    "write `key: text` lines below `metadata:`",
                )
                .at(self.at()),
            );
            return;
        };
        let mut odd = entries
            .iter()
            .map(|(key, value)| (key, value, yaml11::kind(value)))
            .filter(|(_, value, kind)| *kind != Kind::Text && !is_blank(value));
        let Some((key, value, kind)) = odd.next() else {
            return;
        };
        let name = key.scalar().unwrap_or_default();
        let more = match odd.count() {
            0 => String::new(),
            more => format!(", and {more} more are no texts"),
        };
        let remedy = match value.value {
            Value::Scalar(..) => {
                let source = self.frontmatter.source_of(value);
                format!("write {name}: \"{source}\"")
            }
            _ => "agents may drop what is no text: write it as one".to_owned(),
        };
        problems.push(
            Problem::new(
                Rule::MetadataValues,
                format!("`metadata.{name}` is {}{more}", kind.words()),
                remedy,
            )
            .at(self.frontmatter.position(value.span.start)),
        );
    }

    fn check_tools(&self, problems: &mut Vec<Problem>) {
        let source = self.frontmatter.source_of(self.node);
        let Some((shape, names)) = tools::parse(self.node, source) else {
            return;
        };
        if shape == tools::Shape::Spaces {
            return;
        }
        let list = names.join(", ");
        problems.push(
            Problem::new(
                Rule::AllowedToolsShape,
                format!("`allowed-tools` is {shape} of {}: {list}", names.len()),
                format!("write allowed-tools: {}", quoted(&names.join(" "))),
            )
            .at(self.at()),
        );
    }

    fn check_platforms(&self, problems: &mut Vec<Problem>) {
        let lone = std::slice::from_ref(self.node);
        let items = match &self.node.value {
            Value::Sequence(items) => items,
            Value::Scalar(..) => lone,
            Value::Mapping(_) | Value::Alias => return,
        };
        let is_known = |item: &Node| {
            let Some(text) = item.scalar() else {
                return false;
            };
            let name = text.trim().to_lowercase();
            let name = match name.as_str() {
                "macos" => "darwin",
                "windows" => "win32",
                other => other,
            };
            HOSTS.iter().any(|host| host.starts_with(name)) || name == "termux"
        };
        let others = items.iter().any(is_known);
        for item in items.iter().filter(|item| !is_known(item)) {
            let effect = match others {
                true => "Hermes does not know it",
                false => "Hermes does not know it, and hides the skill everywhere",
            };
            problems.push(
                Problem::new(
                    Rule::UnknownPlatform,
                    format!("the platform `{}`: {effect}", item.scalar().unwrap_or("?")),
                    "write linux, macos or windows; leave `platforms` out for all",
                )
                .only(Readers::of(&[Profile::Hermes]))
                .at(self.frontmatter.position(item.span.start)),
            );
        }
    }
}

/// A number that every reader prints as it is written, which `010`, `1_000` and `1.10` are not.
fn is_kept(kind: Kind, text: &str) -> bool {
    let whole = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
    };
    match (kind, text.split_once('.')) {
        (Kind::Int(_), _) => whole(text),
        (Kind::Float(_), Some((before, after))) => {
            let digits = after.bytes().all(|byte| byte.is_ascii_digit());
            !before.is_empty() && whole(before) && digits && !after.ends_with('0')
        }
        _ => false,
    }
}

/// A text as a value that YAML reads back.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_() -.:*/".contains(c);
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic());
    if starts && text.chars().all(is_plain) && !text.contains(": ") && !text.ends_with(':') {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "''"))
}
