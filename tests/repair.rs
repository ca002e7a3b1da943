//! Repairs from the outside: every class of broken skill with the whole result, the guarantees as
//! properties, and real skills in `tests/corpus` and the folders that `SKILLDECK_CORPUS` names.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)] // a test may fail loudly

#[path = "repair/classes.rs"]
mod classes;
#[path = "repair/corpus.rs"]
mod corpus;
#[path = "repair/patches.rs"]
mod patches;
#[path = "repair/properties.rs"]
mod properties;
#[path = "repair/yaml.rs"]
mod yaml;

use skilldeck::skill::repair::{Grade, Place, Repaired, repair_all};
use skilldeck::skill::{Document, Frontmatter};

/// The usual place of a skill.
pub fn place(folder: &str) -> Place<'_> {
    Place {
        folder,
        file: "SKILL.md",
    }
}

/// `rule` of each repair made, `?` behind a guess, in order.
pub fn applied(repaired: &Repaired) -> Vec<String> {
    let one = |it: &skilldeck::skill::repair::Applied| {
        let mark = if it.grade == Grade::Guess { "?" } else { "" };
        format!("{}{mark}", it.rule.id())
    };
    repaired.applied.iter().map(one).collect()
}

/// The frontmatter parses, for libyaml and for a YAML 1.2 reader, and has both fields.
pub fn is_clean(bytes: &[u8]) -> bool {
    let document = Document::parse(bytes.to_vec());
    let Some(frontmatter) = Frontmatter::read(&document) else {
        return false;
    };
    let has = |key: &str| {
        let text = frontmatter.get(key).and_then(|node| node.scalar());
        text.is_some_and(|text| !text.trim().is_empty())
    };
    frontmatter.complaint().is_none()
        && frontmatter.stricter_complaint().is_none()
        && has("name")
        && has("description")
}

/// Repairs with guesses, and again: the second time nothing may happen.
pub fn repaired(bytes: &[u8], folder: &str) -> Repaired {
    let once = repair_all(bytes, place(folder), true);
    let twice = repair_all(&once.bytes, place(folder), true);
    assert_eq!(
        (&twice.bytes, applied(&twice)),
        (&once.bytes, Vec::new()),
        "repairing twice changes {:?}",
        String::from_utf8_lossy(bytes)
    );
    assert_eq!(once.edits.apply(bytes).unwrap(), once.bytes);
    once
}

/// What is between the `---` lines, before and after, and the rules of the repairs made. Folder `a`.
pub type Yaml<'a> = (&'a str, &'a str, &'a [&'a str]);

/// Checks frontmatters in a usual file.
pub fn check_yaml(cases: &[Yaml<'_>]) {
    for (before, after, rules) in cases {
        let whole = |text: &str| format!("---\n{text}---\nBody: [x\n");
        check(&[(&whole(before), &whole(after), rules)]);
    }
}

/// Whole files before and after, and the rules of the repairs made. Folder `a`.
pub fn check(cases: &[(&str, &str, &[&str])]) {
    for (before, after, rules) in cases {
        let found = repaired(before.as_bytes(), "a");
        assert_eq!(
            (
                String::from_utf8_lossy(&found.bytes).as_ref(),
                applied(&found)
            ),
            (*after, rules.iter().map(|it| (*it).to_owned()).collect()),
            "{before}\n{:?}\n{:?}",
            found.applied,
            found.left
        );
        assert!(is_clean(&found.bytes), "{after}");
    }
}
