//! References from a `SKILL.md` to files of its package: which are there, dangle, or leave the folder.
//!
//! Links are taken from the Markdown; mentions of support files in code spans and plain text
//! (`scripts/run.sh`) count too, since agents follow them just as well. Whether a file exists is the
//! caller's list of paths: nothing here looks at a disk.

use std::collections::BTreeSet;
use std::ops::Range;

use super::SUPPORT_FOLDERS;
use super::document::Document;
use super::problem::Problem;
use super::rule::Rule;
use crate::markdown::{LinkKind, Markdown};

/// References more folders deep than this are told: one is recommended, and one below a support
/// folder is usual.
const MAX_DEPTH: usize = 2;

/// How a reference stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReferenceKind {
    /// The file is in the package.
    Present,
    /// No such file in the package.
    Dangling,
    /// The path is absolute or climbs out of the package.
    Escaping,
}

/// A reference to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The path as written, without an anchor.
    pub target: String,
    /// The path inside the package, when it stays inside.
    pub path: Option<String>,
    /// How it stands.
    pub kind: ReferenceKind,
    /// It is a link; else the text only names it.
    pub is_link: bool,
    /// Where it is written, byte range in the Markdown.
    pub source: Range<usize>,
}

/// What is wrong with references of a body that begins at a byte of its document.
pub fn problems(document: &Document, references: &[Reference]) -> Vec<Problem> {
    let start = document.body_range().start;
    let problem = |reference: &Reference| {
        let target = &reference.target;
        let (rule, message, remedy) = match reference.kind {
            ReferenceKind::Present if reference.depth() > MAX_DEPTH => (
                Rule::DeepReference,
                format!("{target} lies {} folders deep", reference.depth()),
                "move the file up, or name it from a file in `references/`",
            ),
            ReferenceKind::Present => return None,
            ReferenceKind::Dangling if reference.is_link => (
                Rule::DanglingReference,
                format!("{target}: no such file in the package"),
                "add the file, or correct the path",
            ),
            ReferenceKind::Dangling => (
                Rule::DanglingMention,
                format!("{target} is named, and not in the package"),
                "add the file, or say that it is to be made",
            ),
            ReferenceKind::Escaping => (
                Rule::EscapingReference,
                format!("{target} leaves the skill's folder"),
                "copy the file into the package: agents may not follow it",
            ),
        };
        let position = document.position(start + reference.source.start);
        Some(Problem::new(rule, message, remedy).at(position))
    };
    references.iter().filter_map(problem).collect()
}

/// The references of a Markdown text that lies in `folder` (a path inside the package, `""` for its
/// root), against the files of the package.
pub fn references(
    markdown: &Markdown,
    text: &str,
    folder: &str,
    files: &BTreeSet<String>,
) -> Vec<Reference> {
    let mut found: Vec<Reference> = Vec::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let links = markdown
        .links()
        .iter()
        .filter(|link| matches!(link.kind, LinkKind::File | LinkKind::Image));
    for link in links {
        let target = link.target.split(['#', '?']).next().unwrap_or_default();
        if !target.is_empty() && seen.insert(target.to_owned()) {
            let reference = judge(target, folder, files, link.source.clone());
            found.push(Reference {
                is_link: true,
                ..reference
            });
        }
    }
    for (source, path) in mentions(text) {
        if seen.insert(path.to_owned()) {
            found.push(judge(path, folder, files, source));
        }
    }
    found.sort_by_key(|reference| reference.source.start);
    found
}

/// How a path as written stands.
pub fn judge(
    target: &str,
    folder: &str,
    files: &BTreeSet<String>,
    source: Range<usize>,
) -> Reference {
    let target = target.to_owned();
    let Some(path) = resolve(&target, folder) else {
        return Reference {
            target,
            path: None,
            kind: ReferenceKind::Escaping,
            is_link: false,
            source,
        };
    };
    let is_folder = || {
        let prefix = format!("{path}/");
        path.is_empty()
            || files
                .range(prefix.clone()..)
                .next()
                .is_some_and(|file| file.starts_with(&prefix))
    };
    let kind = if files.contains(&path) || is_folder() {
        ReferenceKind::Present
    } else {
        ReferenceKind::Dangling
    };
    Reference {
        target,
        path: Some(path),
        kind,
        is_link: false,
        source,
    }
}

impl Reference {
    /// Folders between the package and the file.
    fn depth(&self) -> usize {
        let path = self.path.as_deref().unwrap_or_default();
        path.matches('/').count()
    }
}

/// The path inside the package; `None` when it is absolute or climbs out.
pub fn resolve(target: &str, folder: &str) -> Option<String> {
    let target = percent_decoded(target).replace('\\', "/");
    let absolute = target.starts_with(['/', '~'])
        || target.as_bytes().get(1) == Some(&b':')
        || target.starts_with("file:");
    if absolute {
        return None;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                out.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                bytes = ahead;
            }
            _ => out.push(byte),
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Paths into the support folders that stand in the text: `scripts/run.sh`, `references/a.md`.
fn mentions(text: &str) -> Vec<(Range<usize>, &str)> {
    let mut found = Vec::new();
    for folder in SUPPORT_FOLDERS {
        for (start, _) in text.match_indices(folder) {
            let before = text.get(..start).and_then(|text| text.chars().next_back());
            // Part of a longer path or word: not ours to judge.
            if before.is_some_and(|c| c.is_alphanumeric() || "/_-.$}{\\~".contains(c)) {
                continue;
            }
            let rest = text.get(start..).unwrap_or_default();
            let length = rest
                .find(|c: char| !(c.is_alphanumeric() || "/_-.".contains(c)))
                .unwrap_or(rest.len());
            let path = rest.get(..length).unwrap_or_default();
            let path = path.trim_end_matches(['.', '/', '-', '_']);
            // Only what is named like a file, and is no pattern such as `references/<topic>.md`.
            let after = text.get(start + path.len()..).unwrap_or_default();
            let pattern = after.starts_with(['*', '<', '{', '$', '[']) || after.starts_with("/{");
            let file = path.rsplit('/').next().unwrap_or_default();
            let file_like = path.len() > folder.len() + 1
                && path.as_bytes().get(folder.len()) == Some(&b'/')
                && file.rsplit_once('.').is_some_and(|(stem, ending)| {
                    !stem.is_empty() && (1..=5).contains(&ending.len())
                });
            if file_like && !pattern {
                found.push((start..start + path.len(), path));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_resolve_inside_the_package() {
        let cases = [
            ("references/a.md", "", Some("references/a.md")),
            ("./a.md", "", Some("a.md")),
            ("b.md", "references", Some("references/b.md")),
            ("../SKILL.md", "references", Some("SKILL.md")),
            ("../x", "", None),
            ("a/../../x", "", None),
            ("/etc/passwd", "", None),
            ("~/x", "", None),
            ("C:\\x", "", None),
            ("file:///etc/passwd", "", None),
            ("a%20b.md", "", Some("a b.md")),
            ("%2e%2e/x", "", None),
            ("", "", Some("")),
        ];
        for (target, folder, path) in cases {
            assert_eq!(resolve(target, folder).as_deref(), path, "{target}");
        }
    }

    #[test]
    fn mentions_in_text_are_found_once_and_patterns_left_alone() {
        let text = "Run `scripts/run.sh`, see references/a.md. Not my/scripts/x.sh, \
                    references/<topic>.md, templates/, assets/*.png or ${DIR}scripts/z.py.";
        let paths: Vec<_> = mentions(text).into_iter().map(|(_, path)| path).collect();
        assert_eq!(paths, ["references/a.md", "scripts/run.sh"]);
    }

    #[test]
    fn dangling_and_escaping_are_told_apart() {
        let text = "[a](references/a.md#x) ![p](img/p.png) [up](../other/SKILL.md) \
                    `scripts/gone.sh` [dir](references) [web](https://example.com)\n";
        let files: BTreeSet<String> = ["SKILL.md", "references/a.md"].map(str::to_owned).into();
        let markdown = Markdown::parse(text);
        let found: Vec<_> = references(&markdown, text, "", &files)
            .into_iter()
            .map(|reference| (reference.target, reference.kind))
            .collect();
        let expected = [
            ("references/a.md", ReferenceKind::Present),
            ("img/p.png", ReferenceKind::Dangling),
            ("../other/SKILL.md", ReferenceKind::Escaping),
            ("scripts/gone.sh", ReferenceKind::Dangling),
            ("references", ReferenceKind::Present),
        ];
        assert_eq!(found, expected.map(|(path, kind)| (path.to_owned(), kind)));
    }
}
