//! What discovery keeps of a `SKILL.md`: everything that follows from its bytes alone.
//!
//! A summary is what the stat cache holds, so that a skill whose file did not change is not opened
//! again. Place, usage and shadowing are not in it (`store` adds them), nor is the body's outline
//! (read when a person opens the skill).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::document::{Document, Encoding, Fence, Position};
use super::frontmatter::Frontmatter;
use super::hermes;
use super::lenient;
use super::problem::{self, Problem};
use super::profile::Profile;
use super::rule::Rule;
use super::tokens::{self, Meter, Tokens};
use super::yaml::{Node, Value};
use super::yaml11::{self, Kind};
use crate::text::scan;

/// The summary of a `SKILL.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The name as written, or as the lenient reading has it.
    pub name: Option<String>,
    /// The description as written, or as the lenient reading has it.
    pub description: Option<String>,
    /// `version`, as written.
    pub version: Option<String>,
    /// Name and description come from the lenient reading.
    pub lenient: bool,
    /// What Hermes makes of the bytes.
    pub hermes: hermes::Reading,
    /// Problems of the bytes.
    pub problems: Vec<Problem>,
    /// Estimated cost.
    pub tokens: Tokens,
    /// Lines of the file.
    pub lines: u32,
}

impl Summary {
    /// Sums up the bytes of a `SKILL.md`.
    pub fn of(bytes: Vec<u8>) -> Self {
        let document = Document::parse(bytes);
        let frontmatter = Frontmatter::read(&document);
        Self::of_document(&document, frontmatter.as_ref())
    }

    /// Sums up a document that is parsed already.
    pub fn of_document(document: &Document, frontmatter: Option<&Frontmatter>) -> Self {
        let hermes = hermes::read(document, frontmatter);
        let sound = frontmatter.is_some_and(|it| {
            it.complaint().is_none() && it.stricter_complaint().is_none() && it.is_mapping()
        });
        let written = |key: &str| {
            let node = frontmatter?.get(key)?;
            let text = node.scalar()?.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let fallback = if sound {
            lenient::Lenient::default()
        } else {
            match document.fence() {
                Fence::Closed { .. } => lenient::read(&document.frontmatter()),
                Fence::Unclosed { .. } => lenient::read(&document.body()),
                Fence::Missing => lenient::read_unfenced(&document.body()),
            }
        };
        let lenient = fallback.name.is_some() || fallback.description.is_some();
        let name = fallback.name.or_else(|| written("name"));
        let description = fallback.description.or_else(|| written("description"));
        let text = document.whole();
        let always = name.as_deref().unwrap_or_default().len()
            + description.as_deref().unwrap_or_default().len();
        let mut problems = Vec::new();
        let census = Census::of(&text);
        about_bytes(document, &census, &mut problems);
        about_fence(document, &text, &mut problems);
        if let Some(frontmatter) = frontmatter {
            about_yaml(document, frontmatter, &mut problems);
            about_fields(frontmatter, sound, &mut problems);
        }
        // A path in place of a skill misses nothing else.
        let is_path = problems.iter().any(|it| it.rule == Rule::LinkAsText);
        let is_told = is_path || problems.iter().any(|it| it.rule == Rule::NotAText);
        if description.is_none() && !is_told {
            problems.push(missing_description(document));
        }
        if name.is_none() && !is_path {
            problems.push(Problem::new(
                Rule::MissingName,
                "no `name`: agents fall back to the folder's name or skip the skill",
                "add `name:` with the folder's name to the frontmatter",
            ));
        }
        problem::grade(&mut problems, &Profile::ALL);
        Summary {
            tokens: Tokens {
                always: if always == 0 {
                    0
                } else {
                    tokens::estimate(name.as_deref().unwrap_or_default())
                        + tokens::estimate(description.as_deref().unwrap_or_default())
                },
                on_use: census.tokens,
            },
            version: written("version"),
            lines: u32::try_from(document.line_count()).unwrap_or(u32::MAX),
            name,
            description,
            lenient,
            hermes,
            problems,
        }
    }
}

/// What one pass over all characters finds.
struct Census {
    tokens: u32,
    /// There is a NUL.
    nul: bool,
    /// The first hidden character and its place in the text.
    hidden: Option<(usize, char)>,
}

impl Census {
    fn of(text: &str) -> Self {
        let mut meter = Meter::new(text);
        let (mut nul, mut hidden) = (false, None);
        let odd = |byte: u8| byte < b' ' && byte != b'\n' || byte >= 0x7F;
        for (at, c) in scan::chars(text, odd) {
            if !c.is_ascii() {
                meter.beyond_ascii(c);
            }
            nul |= c == '\0';
            if hidden.is_none() && is_hidden(c) {
                hidden = Some((at, c));
            }
        }
        let tokens = meter.tokens();
        Census {
            tokens,
            nul,
            hidden,
        }
    }
}

fn about_bytes(document: &Document, census: &Census, problems: &mut Vec<Problem>) {
    match document.encoding() {
        Encoding::Utf8 => {}
        Encoding::Invalid { offset } => {
            let byte = document.bytes().get(offset).copied().unwrap_or_default();
            let message = format!("not UTF-8: byte 0x{byte:02X} at offset {offset}");
            let remedy = "save the file as UTF-8; agents skip it or crash on it";
            problems
                .push(Problem::new(Rule::NotUtf8, message, remedy).at(document.position(offset)));
        }
        Encoding::Utf16 => problems.push(Problem::new(
            Rule::NotUtf8,
            "the file is UTF-16",
            "save the file as UTF-8; agents skip it or crash on it",
        )),
    }
    if document.bom() {
        problems.push(
            Problem::new(
                Rule::Bom,
                "a byte order mark stands before the frontmatter",
                "save without it: several agents then find no frontmatter",
            )
            .at(Position { line: 1, column: 1 }),
        );
    }
    let ends = document.line_ends();
    if ends.mixed() {
        let message = format!(
            "line ends differ: {} LF, {} CRLF, {} CR",
            ends.lf, ends.crlf, ends.cr
        );
        problems.push(Problem::new(
            Rule::MixedLineEnds,
            message,
            "use LF throughout",
        ));
    } else if ends.crlf + ends.cr > 0 {
        let kind = if ends.crlf > 0 { "CR LF" } else { "CR" };
        let message = format!("lines end in {kind}; Hermes rewrites them as LF when it edits");
        problems.push(Problem::new(Rule::LineEnds, message, "use LF"));
    }
    if census.nul
        && document.encoding() != Encoding::Utf16
        && let Some(offset) = scan::find(document.bytes(), 0, |byte| byte == 0)
    {
        problems.push(
            Problem::new(
                Rule::Nul,
                "the file holds NUL bytes",
                "remove them: YAML readers refuse them",
            )
            .at(document.position(offset)),
        );
    }
    if let Some((offset, c)) = census.hidden {
        let mark = if document.bom() { 3 } else { 0 };
        let message = format!(
            "control or invisible characters, the first is U+{:04X}",
            u32::from(c)
        );
        problems.push(
            Problem::new(
                Rule::HiddenCharacters,
                message,
                "look at the source (m): what an agent reads is not what a page shows",
            )
            .at(document.position(offset + mark)),
        );
    }
}

/// Escapes, C1 controls, bidirectional controls, zero-width and tag characters. Joiners are left
/// out: emoji and many scripts need them.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{1}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

fn about_fence(document: &Document, text: &str, problems: &mut Vec<Problem>) {
    match document.fence() {
        Fence::Closed { .. } => {}
        Fence::Unclosed { indented, .. } => {
            let remedy = match indented {
                Some(line) => format!("move the `---` of line {line} to the start of its line"),
                None => "add a line `---` after the last field".to_owned(),
            };
            problems.push(
                Problem::new(
                    Rule::UnclosedFrontmatter,
                    "the frontmatter is not closed: no later line is `---`",
                    remedy,
                )
                .at(Position { line: 1, column: 1 }),
            );
        }
        Fence::Missing if is_link_as_text(text) => problems.push(Problem::new(
            Rule::LinkAsText,
            format!("the file only holds the path `{}`", text.trim()),
            "it is a symbolic link checked out as text: check out with links, or copy the file",
        )),
        Fence::Missing => {
            let first = text.lines().next().unwrap_or_default();
            let message = match text
                .lines()
                .take(20)
                .position(|line| line.trim_end() == "---")
            {
                _ if text.is_empty() => "the file is empty".to_owned(),
                Some(at) if at > 0 => {
                    format!("the frontmatter starts at line {}, not at line 1", at + 1)
                }
                _ if first.trim_start().starts_with("---") => {
                    "the first line is not `---` alone at the start of the line".to_owned()
                }
                _ => "no frontmatter: the first line is not `---`".to_owned(),
            };
            problems.push(
                Problem::new(
                    Rule::NoFrontmatter,
                    message,
                    "begin the file with `---`, `name:`, `description:`, `---`",
                )
                .at(Position { line: 1, column: 1 }),
            );
        }
    }
}

/// One line, a relative path, nothing else.
fn is_link_as_text(text: &str) -> bool {
    let line = text.trim();
    !line.is_empty()
        && line.len() < 512
        && line.lines().count() == 1
        && line.contains('/')
        && !line.contains(char::is_whitespace)
        && !line.contains("://")
}

fn about_yaml(document: &Document, frontmatter: &Frontmatter, problems: &mut Vec<Problem>) {
    if let Some(complaint) = frontmatter.complaint() {
        let source = frontmatter.source();
        let first = frontmatter.position(0).line;
        let at = usize::try_from(complaint.position.line.saturating_sub(first)).unwrap_or(0);
        let line = source.lines().nth(at).unwrap_or_default();
        problems.push(
            Problem::new(
                Rule::Yaml,
                format!("YAML: {}", complaint.message),
                remedy(line),
            )
            .at(complaint.position),
        );
        return;
    }
    if let Some(complaint) = frontmatter.stricter_complaint() {
        problems.push(
            Problem::new(
                Rule::Yaml,
                format!("YAML 1.2 readers refuse it: {}", complaint.message),
                "quote the value",
            )
            .at(complaint.position),
        );
        return;
    }
    if !frontmatter.is_mapping() {
        problems.push(
            Problem::new(
                Rule::NotAMapping,
                "the frontmatter has no `key: value` lines",
                "add `name:` and `description:`",
            )
            .at(Position { line: 1, column: 1 }),
        );
    }
    let source = frontmatter.source();
    if let Some(offset) = source.find("---") {
        let at = document.frontmatter_range().start + offset;
        problems.push(
            Problem::new(
                Rule::EarlyDashes,
                "`---` inside the frontmatter: naive readers cut it there",
                "use other dashes",
            )
            .at(document.position(at)),
        );
    }
}

/// What to do about a line that YAML refuses.
fn remedy(line: &str) -> String {
    let value = line.split_once(':').map(|(_, value)| value.trim());
    match value {
        _ if line.starts_with('\t') => "indent with spaces, not with a tab".to_owned(),
        Some(value) if value.contains(": ") || value.ends_with(':') => {
            "put the value in quotes: it holds a colon".to_owned()
        }
        Some(value) if value.starts_with(['@', '`', '*', '&', '!', '%', '[', '{', '|', '>']) => {
            "put the value in quotes: it starts with a character that YAML reserves".to_owned()
        }
        Some(value) if value.starts_with(['"', '\'']) => {
            "close the quote at the end of the value, or double it inside".to_owned()
        }
        None => "indent the line below its key, or put the value in quotes".to_owned(),
        _ => "put the value in quotes".to_owned(),
    }
}

fn about_fields(frontmatter: &Frontmatter, sound: bool, problems: &mut Vec<Problem>) {
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
    }
    if !sound {
        return;
    }
    for key in ["name", "description"] {
        let Some(node) = frontmatter.get(key) else {
            continue;
        };
        let kind = yaml11::kind(node);
        let empty = is_blank(node);
        if kind == Kind::Text || empty && kind == Kind::Null {
            continue;
        }
        let message = format!("YAML 1.1 readers take `{key}` for {}", kind.words());
        let remedy = match &node.value {
            _ if kind == Kind::Null => format!("write a text behind `{key}:`"),
            Value::Scalar(..) => format!("write {key}: \"{}\"", frontmatter.source_of(node)),
            _ => format!("give `{key}` a single text"),
        };
        problems.push(
            Problem::new(Rule::NotAText, message, remedy).at(frontmatter.position(node.span.start)),
        );
    }
}

fn is_blank(node: &Node) -> bool {
    node.scalar().is_some_and(|text| text.trim().is_empty())
}

fn missing_description(document: &Document) -> Problem {
    let line = match document.fence() {
        Fence::Closed { close, .. } => document.position(close.start).line,
        _ => 1,
    };
    Problem::new(
        Rule::MissingDescription,
        "no `description`: most agents skip the skill",
        "add `description:` saying what it does and when to use it",
    )
    .at(Position { line, column: 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Name, description and `rule@line:column` of every problem.
    fn of(bytes: &[u8]) -> (Option<String>, Option<String>, Vec<String>) {
        let summary = Summary::of(bytes.to_vec());
        let problems = summary.problems.iter().map(|problem| {
            let place = problem
                .position
                .map(|it| format!("@{}:{}", it.line, it.column))
                .unwrap_or_default();
            format!("{}{place}", problem.rule.id())
        });
        (
            summary.name.clone(),
            summary.description.clone(),
            problems.collect(),
        )
    }

    #[test]
    fn broken_skills_are_still_known() {
        type Case<'a> = (&'a [u8], Option<&'a str>, Option<&'a str>, &'a [&'a str]);
        let cases: &[Case<'_>] = &[
            (
                b"---\nname: a\ndescription: d\n---\nb\n",
                Some("a"),
                Some("d"),
                &[],
            ),
            (
                b"---\nname: a\ndescription: Use when: asked\n---\n",
                Some("a"),
                Some("Use when: asked"),
                &["yaml@3:22"],
            ),
            (
                b"\xEF\xBB\xBF---\r\nname: a\r\ndescription: d\r\n---\r\n",
                Some("a"),
                Some("d"),
                &["bom@1:1", "line-ends"],
            ),
            (
                b"---\nname: a\ndescription: caf\xE9\n---\n",
                Some("a"),
                Some("caf\u{FFFD}"),
                &["not-utf8@3:17"],
            ),
            (
                b"---\nname: a\n---\n",
                Some("a"),
                None,
                &["missing-description@3:1"],
            ),
            (
                b"---\nmetadata:\n\ttags: x\nname: a\ndescription: d\n---\n",
                Some("a"),
                Some("d"),
                &["yaml@3:1"],
            ),
            (
                b"# Title\n",
                None,
                None,
                &[
                    "no-frontmatter@1:1",
                    "missing-description@1:1",
                    "missing-name",
                ],
            ),
            (
                b"name: a\ndescription: d\n",
                Some("a"),
                Some("d"),
                &["no-frontmatter@1:1"],
            ),
            (
                b"---\nname: a\ndescription: d\n",
                Some("a"),
                Some("d"),
                &["unclosed-frontmatter@1:1"],
            ),
            (
                b"# Title\n\nname: no\n",
                None,
                None,
                &[
                    "no-frontmatter@1:1",
                    "missing-description@1:1",
                    "missing-name",
                ],
            ),
            (
                b"---\nname: a\ndescription: !important thing\n---\n",
                Some("a"),
                Some("!important thing"),
                &["yaml@3:14"],
            ),
            (
                b"---\nname: a\ndescription: {{ value }}\n---\n",
                Some("a"),
                Some("{{ value }}"),
                &["yaml@3:15"],
            ),
            (
                "---\nname: a\ndescription: x\u{FEFF}y\n---\n".as_bytes(),
                Some("a"),
                Some("x\u{FEFF}y"),
                &["yaml@3:15", "hidden-characters@3:15"],
            ),
            (b"../shared/SKILL.md", None, None, &["link-as-text"]),
            (
                b"---\nname: yes\ndescription: d\n---\n",
                Some("yes"),
                Some("d"),
                &["not-a-text@2:7"],
            ),
            (
                b"---\nname: a\nname: b\nname: b\ndescription: x --- y\n---\n",
                Some("b"),
                Some("x --- y"),
                &["duplicate-key@3:1", "early-dashes@5:16"],
            ),
            (
                b"---\nname: a\ndescription: d\n---\nhi \x1b[31mred\n",
                Some("a"),
                Some("d"),
                &["hidden-characters@5:4"],
            ),
        ];
        for (bytes, name, description, problems) in cases {
            let expected = (
                name.map(str::to_owned),
                description.map(str::to_owned),
                problems
                    .iter()
                    .map(|it| (*it).to_owned())
                    .collect::<Vec<_>>(),
            );
            assert_eq!(of(bytes), expected, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
