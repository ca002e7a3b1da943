//! What discovery keeps of a `SKILL.md`: everything that follows from its bytes alone.
//!
//! A summary is what the stat cache holds, so that a skill whose file did not change is not opened
//! again. Place, usage and shadowing are not in it (`store` adds them), nor is the body's outline
//! (read when a person opens the skill).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::check::{self, Census, Subject};
use super::document::{Document, Fence, Position};
use super::frontmatter::Frontmatter;
use super::hermes;
use super::lenient;
use super::problem::{self, Problem};
use super::profile::Readers;
use super::tokens::{self, Tokens};

/// The summary of a `SKILL.md`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The name as written, or as the lenient reading has it.
    pub name: Option<String>,
    /// Where the value of `name` begins.
    pub name_at: Option<Position>,
    /// The description as written, or as the lenient reading has it.
    pub description: Option<String>,
    /// Where the value of `description` begins.
    pub description_at: Option<Position>,
    /// Where the date stands on which Hermes fails.
    pub date_at: Option<Position>,
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
    /// The first half of the SHA-256 of the bytes; 0 when there were none to read.
    pub hash: u128,
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
        let census = Census::of(&text);
        let at = |key: &str| match frontmatter.and_then(|it| Some((it, it.get(key)?))) {
            Some((frontmatter, node)) => Some(frontmatter.position(node.span.start)),
            None if lenient => line_of(document, key),
            None => None,
        };
        let date_at = hermes.date_in.as_deref().and_then(|key| {
            let frontmatter = frontmatter?;
            let date = hermes::date(frontmatter.get(key)?)?;
            Some(frontmatter.position(date.span.start))
        });
        let (name_at, description_at) = (at("name"), at("description"));
        let mut problems = check::problems(&Subject {
            document,
            frontmatter,
            sound,
            text: &text,
            census: &census,
            name: name.as_deref(),
            name_at,
            description: description.as_deref(),
            description_at,
        });
        problem::grade(&mut problems, Readers::ALL);
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
            hash: hash(document.bytes()),
            name,
            name_at,
            description,
            description_at,
            date_at,
            lenient,
            hermes,
            problems,
        }
    }
}

/// The first half of a SHA-256.
fn hash(bytes: &[u8]) -> u128 {
    let digest = Sha256::digest(bytes);
    let half = digest.first_chunk().copied().unwrap_or_default();
    u128::from_be_bytes(half)
}

/// Where the value of a field stands that was read by its line.
fn line_of(document: &Document, key: &str) -> Option<Position> {
    let range = match document.fence() {
        Fence::Closed { .. } => document.frontmatter_range(),
        _ => document.body_range(),
    };
    let text = document.text(range.clone());
    let mut offset = range.start;
    for line in text.split_inclusive(['\n', '\r']).take(200) {
        if let Some(rest) = line.trim_start().strip_prefix(key)
            && let Some(value) = rest.trim_start().strip_prefix(':')
        {
            let before = line.len() - value.trim_start().len();
            return Some(document.position(offset + before));
        }
        offset += line.len();
    }
    None
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
                b"---\nname: a\ndescription: Use when: asked\n---\nb\n",
                Some("a"),
                Some("Use when: asked"),
                &["yaml@3:22"],
            ),
            (
                b"\xEF\xBB\xBF---\r\nname: a\r\ndescription: d\r\n---\r\nb\r\n",
                Some("a"),
                Some("d"),
                &["bom@1:1", "line-ends@1:4"],
            ),
            (
                b"---\nname: a\ndescription: caf\xE9\n---\nb\n",
                Some("a"),
                Some("caf\u{FFFD}"),
                &["not-utf8@3:17"],
            ),
            (
                b"---\nname: a\n---\nb\n",
                Some("a"),
                None,
                &["missing-description@3:1"],
            ),
            (
                b"---\nmetadata:\n\ttags: x\nname: a\ndescription: d\n---\nb\n",
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
                    "missing-name@1:1",
                    "missing-description@1:1",
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
                    "missing-name@1:1",
                    "missing-description@1:1",
                ],
            ),
            (
                b"---\nname: a\ndescription: !important thing\n---\nb\n",
                Some("a"),
                Some("!important thing"),
                &["yaml@3:14"],
            ),
            (
                b"---\nname: a\ndescription: {{ value }}\n---\nb\n",
                Some("a"),
                Some("{{ value }}"),
                &["yaml@3:15"],
            ),
            (
                "---\nname: a\ndescription: x\u{FEFF}y\n---\nb\n".as_bytes(),
                Some("a"),
                Some("x\u{FEFF}y"),
                &["yaml@3:15", "hidden-characters@3:15"],
            ),
            (
                b"../shared/SKILL.md",
                None,
                None,
                &["link-as-text@1:1", "no-final-newline@1:19"],
            ),
            (
                b"---\nname: yes\ndescription: d\n---\nb\n",
                Some("yes"),
                Some("d"),
                &["not-a-text@2:7"],
            ),
            (
                b"---\nname: a\nname: b\nname: b\ndescription: x --- y\n---\nb\n",
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
