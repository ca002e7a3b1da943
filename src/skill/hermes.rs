//! How Hermes Agent 0.19 reads a `SKILL.md`: what its list shows and which usage record it keeps.
//!
//! Three readers of Hermes disagree on the name: the list takes the YAML value from the first 4000
//! characters, telemetry reads lines, `skill_manage` goes by the folder. Here the first two are told
//! from the bytes alone; the folder and the host's platform are added by `store`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::document::{Document, Encoding, Fence};
use super::frontmatter::Frontmatter;
use super::lenient;
use super::yaml::{Node, Value};
use super::yaml11::{self, Kind};

/// Characters of a file that Hermes' list and its line reader look at.
const WINDOW: usize = 4000;

/// Longest name in a list, in characters.
const NAME_LIMIT: usize = 64;

/// Longest description in a list, in characters.
const DESCRIPTION_LIMIT: usize = 1024;

/// What Hermes takes from the bytes of a `SKILL.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// The name in its list; `None` when it falls back to the folder's name.
    pub name: Option<String>,
    /// The description in its list.
    pub description: String,
    /// Why it leaves the skill out of its list, whatever the host.
    pub hidden: Option<String>,
    /// The name under which its telemetry and pins go; `None` for the folder's name.
    pub usage_name: Option<String>,
    /// `platforms`, trimmed and lower-cased; empty for all.
    pub platforms: Vec<String>,
    /// `environments`, trimmed and lower-cased; empty for all.
    pub environments: Vec<String>,
    /// The field with a date on which Hermes fails: it cannot write dates as JSON.
    pub date_in: Option<String>,
}

/// The environments that Hermes can tell apart.
pub const ENVIRONMENTS: [&str; 3] = ["kanban", "docker", "s6"];

/// The name in Hermes' list of a skill in a folder.
pub fn listed_name<'a>(reading: &'a Reading, folder: &'a str) -> &'a str {
    let name = reading.name.as_deref();
    name.unwrap_or_else(|| first_chars(folder, NAME_LIMIT))
}

/// Reads a document as Hermes does.
pub fn read(document: &Document, frontmatter: Option<&Frontmatter>) -> Reading {
    // Python's text mode reads CR LF and lone CR as LF. Of two bytes that end a line one character is left, and none takes more than four.
    let text = document.head(WINDOW * 4);
    let ends = document.line_ends();
    let text = if ends.crlf + ends.cr == 0 {
        text
    } else {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    };
    let window = first_chars(&text, WINDOW);
    let usage_name = usage_name(window);
    if document.encoding() != Encoding::Utf8 {
        return Reading {
            hidden: Some("Hermes skips files that are not UTF-8".to_owned()),
            usage_name,
            ..Reading::default()
        };
    }
    let (yaml, body) = cut(window);
    // Mostly Hermes cuts the same text as we do: then the tree is there already.
    let reread;
    let fields = match (yaml, frontmatter) {
        (None, _) => Fields::default(),
        (Some(yaml), Some(known)) if same_text(document, known, yaml) => Fields::of(known, yaml),
        (Some(yaml), _) => {
            reread = Frontmatter::of(yaml.to_owned(), 2);
            Fields::of(&reread, yaml)
        }
    };
    let mut reading = Reading {
        usage_name,
        platforms: fields.tags("platforms"),
        environments: fields.tags("environments"),
        date_in: fields.date_in(),
        ..Reading::default()
    };
    match fields.get("name") {
        None => {}
        Some((Kind::Text, text)) => reading.name = Some(first_chars(text, NAME_LIMIT).to_owned()),
        Some((kind, _)) => {
            reading.hidden = Some(format!("Hermes reads `name` as {}", kind.words()));
        }
    }
    match fields.get("description") {
        Some((Kind::Text, text)) if !text.is_empty() => reading.description = cut_description(text),
        None | Some((Kind::Text, _)) => reading.description = cut_description(first_line(body)),
        Some((kind, _)) if kind.is_false() => {
            reading.description = cut_description(first_line(body));
        }
        Some((Kind::List(_) | Kind::Map(_), _)) => {}
        Some((kind, _)) => {
            let reason = format!("Hermes reads `description` as {}", kind.words());
            reading.hidden.get_or_insert(reason);
        }
    }
    reading
}

impl Reading {
    /// Why the list of a host on a platform (`linux`, `darwin`), with these of its environments
    /// active, leaves the skill out.
    pub fn hidden_on(&self, platform: &str, active: &BTreeSet<&str>) -> Option<String> {
        if self.hidden.is_some() {
            return self.hidden.clone();
        }
        let fits = |name: &String| {
            let name = match name.as_str() {
                "macos" => "darwin",
                "windows" => "win32",
                other => other,
            };
            platform.starts_with(name)
        };
        let foreign = !self.platforms.is_empty() && !self.platforms.iter().any(fits);
        if foreign {
            return Some(format!("its platforms are {}", self.platforms.join(", ")));
        }
        // A tag that Hermes does not know hides nothing; a blank one opens nothing.
        let elsewhere = |tag: &String| {
            tag.is_empty() || ENVIRONMENTS.contains(&&**tag) && !active.contains(&**tag)
        };
        let hides = !self.environments.is_empty() && self.environments.iter().all(elsewhere);
        hides.then(|| {
            let shown = |tag: &String| match tag.as_str() {
                "" => "(blank)".to_owned(),
                tag => tag.to_owned(),
            };
            let tags: Vec<String> = self.environments.iter().map(shown).collect();
            format!(
                "its environments are {}; none is active here",
                tags.join(", ")
            )
        })
    }
}

/// The fields of a frontmatter.
#[derive(Default)]
struct Fields<'a> {
    /// Typed by YAML.
    root: Option<&'a Node>,
    /// Read line by line, after an error.
    lines: Option<Vec<(&'a str, &'a str)>>,
    /// What stands behind the place where our event reader stops and libyaml does not.
    rest: lenient::Lenient,
}

impl<'a> Fields<'a> {
    fn of(frontmatter: &'a Frontmatter, yaml: &'a str) -> Self {
        if frontmatter.complaint().is_some() {
            let lines = yaml.lines().filter_map(|line| line.split_once(':'));
            let lines = lines.map(|(key, value)| (python_strip(key), python_strip(value)));
            return Fields {
                lines: Some(lines.collect()),
                ..Fields::default()
            };
        }
        Fields {
            root: frontmatter.root(),
            rest: match frontmatter.stricter_complaint() {
                Some(_) => lenient::read(yaml),
                None => lenient::Lenient::default(),
            },
            lines: None,
        }
    }

    fn get(&self, key: &str) -> Option<(Kind, &str)> {
        if let Some(lines) = &self.lines {
            let (_, value) = lines.iter().rev().find(|(name, _)| *name == key)?;
            return Some((Kind::Text, value));
        }
        if let Some(node) = self.root.and_then(|root| root.get(key)) {
            return Some((yaml11::kind(node), node.scalar().unwrap_or_default()));
        }
        let behind = match key {
            "name" => &self.rest.name,
            "description" => &self.rest.description,
            _ => &None,
        };
        Some((Kind::Text, behind.as_deref()?))
    }

    /// A list of tags, or a lone tag: trimmed and lower-cased. Empty when Python takes it for false.
    fn tags(&self, key: &str) -> Vec<String> {
        let Some((kind, text)) = self.get(key) else {
            return Vec::new();
        };
        let tag = |text: &str| python_strip(text).to_lowercase();
        let items = self.root.and_then(|root| root.get(key)).map(|it| &it.value);
        match (kind, items) {
            (Kind::List(_), Some(Value::Sequence(items))) => items
                .iter()
                .map(|item| match (yaml11::kind(item), item.scalar()) {
                    (Kind::Null, _) => "none".to_owned(),
                    (_, Some(text)) => tag(text),
                    (kind, None) => kind.words().to_owned(),
                })
                .collect(),
            (Kind::Text, _) if text.is_empty() => Vec::new(),
            (Kind::Text, _) => vec![tag(text)],
            (kind, _) if kind.is_false() => Vec::new(),
            (kind @ (Kind::List(_) | Kind::Map(_)), _) => vec![kind.words().to_owned()],
            _ => vec![tag(text)],
        }
    }

    /// The first of the fields that Hermes gives out as they are in which a date stands.
    fn date_in(&self) -> Option<String> {
        let root = self.root?;
        let given_out = ["name", "description", "metadata", "compatibility"];
        let key = given_out
            .iter()
            .find(|key| root.get(key).and_then(date).is_some())?;
        Some((*key).to_owned())
    }
}

/// The first date in a value.
pub fn date(node: &Node) -> Option<&Node> {
    match &node.value {
        Value::Scalar(..) | Value::Alias => (yaml11::kind(node) == Kind::Date).then_some(node),
        Value::Sequence(items) => items.iter().find_map(date),
        Value::Mapping(entries) => entries.iter().find_map(|(_, value)| date(value)),
    }
}

/// Our cut and Hermes' cut hold the same YAML.
fn same_text(document: &Document, known: &Frontmatter, yaml: &str) -> bool {
    let Fence::Closed { .. } = document.fence() else {
        return false;
    };
    let ours = known.source();
    ours.strip_suffix('\n').unwrap_or(ours)
        == yaml
            .trim_start_matches([' ', '\t'])
            .strip_prefix('\n')
            .unwrap_or(yaml)
}

/// Hermes' frontmatter and body: one mark stripped, `---` first, then the first line that is `---`
/// and has a line end.
fn cut(text: &str) -> (Option<&str>, &str) {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let Some(rest) = text.strip_prefix("---") else {
        return (None, text);
    };
    let mut from = 0;
    while let Some(found) = rest.get(from..).and_then(|rest| rest.find("\n---")) {
        let start = from + found;
        let after = rest.get(start + 4..).unwrap_or_default();
        let blank = after.len() - after.trim_start_matches(is_python_space).len();
        // The blank run behind the dashes has to hold a line end; it is eaten up to its last one.
        let eaten = after.get(..blank).and_then(|run| run.rfind('\n'));
        if let Some(eaten) = eaten {
            let body = after.get(eaten + 1..).unwrap_or_default();
            return (rest.get(..start), body);
        }
        from = start + 4;
    }
    (None, text)
}

/// The first line with text that is not a heading.
fn first_line(body: &str) -> &str {
    body.split('\n')
        .map(python_strip)
        .find(|line| !line.is_empty() && !line.starts_with('#'))
        .unwrap_or_default()
}

fn cut_description(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION_LIMIT {
        return text.to_owned();
    }
    format!("{}...", first_chars(text, DESCRIPTION_LIMIT - 3))
}

/// The line-read name: inside the first pair of `---` lines, the first line that starts with `name:`.
fn usage_name(window: &str) -> Option<String> {
    let mut inside = false;
    for line in window.split('\n').map(python_strip) {
        if line == "---" {
            if inside {
                return None;
            }
            inside = true;
        } else if inside && let Some(value) = line.strip_prefix("name:") {
            let value = python_strip(value).trim_matches(['"', '\'']);
            return (!value.is_empty()).then(|| value.to_owned());
        }
    }
    None
}

fn is_python_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}')
}

fn python_strip(text: &str) -> &str {
    text.trim_matches(is_python_space)
}

fn first_chars(text: &str, count: usize) -> &str {
    if text.len() <= count {
        return text;
    }
    // Skipping is counted a block at a time, as long as offsets are not asked for.
    let mut chars = text.chars();
    match chars.nth(count) {
        Some(next) => {
            let rest = chars.as_str().len() + next.len_utf8();
            text.get(..text.len() - rest).unwrap_or(text)
        }
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Reading {
        let document = Document::parse(text.as_bytes().to_vec());
        let frontmatter = Frontmatter::read(&document);
        read(&document, frontmatter.as_ref())
    }

    /// Name, description, hidden?
    fn listed(text: &str) -> (Option<String>, String, bool) {
        let reading = of(text);
        (reading.name, reading.description, reading.hidden.is_some())
    }

    #[test]
    fn what_the_list_shows() {
        let long = "x".repeat(1030);
        let cut_long = format!("{}...", "x".repeat(1021));
        let wide = format!("---\npad: {}\nname: a\n---\nbody\n", "y".repeat(4000));
        let cases: Vec<(String, Option<&str>, &str, bool)> = vec![
            (
                "---\nname: a\ndescription: d\n---\nb".into(),
                Some("a"),
                "d",
                false,
            ),
            (
                "\u{FEFF}---\nname: a\ndescription: d\n---\nb".into(),
                Some("a"),
                "d",
                false,
            ),
            (
                "---\r\nname: a\r\ndescription: d\r\n---\r\nb".into(),
                Some("a"),
                "d",
                false,
            ),
            (
                "---\nname: a\n---\n# T\n\nfirst\n".into(),
                Some("a"),
                "first",
                false,
            ),
            ("---\ndescription: d\n---\n".into(), None, "d", false),
            (
                "---\nname: a\ndescription: x: y\n---\n".into(),
                Some("a"),
                "x: y",
                false,
            ),
            (
                "---\nname: 12\ndescription: d\n---\n".into(),
                None,
                "d",
                true,
            ),
            ("---\nname:\ndescription: d\n---\n".into(), None, "d", true),
            (
                "---\nname: a\ndescription: 5\n---\n".into(),
                Some("a"),
                "",
                true,
            ),
            (
                "---\nname: a\ndescription: 0\n---\ntext\n".into(),
                Some("a"),
                "text",
                false,
            ),
            (
                "---\nname: a\ndescription: d\n---".into(),
                None,
                "---",
                false,
            ),
            ("# no fence\ntext\n".into(), None, "text", false),
            (
                format!("---\nname: a\ndescription: {long}\n---\n"),
                Some("a"),
                &cut_long,
                false,
            ),
            (wide, None, "---", false),
            ("---\nname: !x a\n---\nt\n".into(), Some("!x a"), "t", false),
            (
                "---\nname: a\ndescription: {{ v }}\n---\n".into(),
                Some("a"),
                "{{ v }}",
                false,
            ),
            (
                "---\nname: a\ndescription: x\u{FEFF}y\n---\n".into(),
                Some("a"),
                "x\u{FEFF}y",
                false,
            ),
        ];
        for (text, name, description, hidden) in cases {
            let expected = (name.map(str::to_owned), description.to_owned(), hidden);
            assert_eq!(listed(&text), expected, "{text}");
        }
    }

    #[test]
    fn the_usage_name_is_read_by_lines() {
        let cases = [
            ("---\nname: a\n---\n", Some("a")),
            ("---\nname: \"a\" # note\n---\n", Some("a\" # note")),
            (
                "---\nmetadata:\n  name: inner\nname: outer\n---\n",
                Some("inner"),
            ),
            ("\u{FEFF}---\nname: a\n---\nname: body\n---\n", Some("body")),
            ("---\nname: |\n  a\n---\n", Some("|")),
            ("---\n\"name\": a\n---\n", None),
            ("---\nname:\n---\n", None),
            ("name: a\n", None),
        ];
        for (text, name) in cases {
            assert_eq!(of(text).usage_name.as_deref(), name, "{text}");
        }
    }

    #[test]
    fn platforms_and_environments_hide() {
        // (field, hidden on Linux with `docker` active)
        let cases = [
            ("platforms: [macOS, ' Windows']", true),
            ("platforms: [macos, linux]", false),
            ("platforms:", false),
            ("platforms: any", true),
            ("platforms: []", false),
            ("platforms: \"\"", false),
            ("platforms: 0", false),
            ("platforms: 3", true),
            ("platforms: {linux: true}", true),
            ("platforms: ['', macos]", false),
            ("platforms: [null]", true),
            ("environments: [Kanban]", true),
            ("environments: ' DOCKER '", false),
            ("environments: [kanban, docker]", false),
            ("environments: [kanban, moonbase]", false),
            ("environments: ['']", true),
            ("environments: []", false),
            ("environments: [null]", false),
        ];
        for (field, hidden) in cases {
            let reading = of(&format!("---\nname: a\n{field}\n---\n"));
            let active = BTreeSet::from(["docker"]);
            assert_eq!(
                reading.hidden_on("linux", &active).is_some(),
                hidden,
                "{field}"
            );
        }
        let reading = of("---\nname: a\nplatforms: [macOS, ' Windows']\n---\n");
        assert_eq!(reading.hidden_on("darwin", &BTreeSet::new()), None);
        assert_eq!(
            reading.hidden_on("linux", &BTreeSet::new()).as_deref(),
            Some("its platforms are macos, windows")
        );
    }

    #[test]
    fn dates_that_hermes_gives_out_are_found() {
        let cases = [
            ("metadata:\n  since: 2026-01-02", Some("metadata")),
            (
                "metadata: {a: [{b: 2026-01-02T03:04:05Z}]}",
                Some("metadata"),
            ),
            ("description: [2026-01-02]", Some("description")),
            ("metadata: {since: '2026-01-02'}", None),
            ("updated: 2026-01-02", None),
        ];
        for (field, key) in cases {
            let reading = of(&format!("---\nname: a\n{field}\n---\n"));
            assert_eq!(reading.date_in.as_deref(), key, "{field}");
        }
    }
}
