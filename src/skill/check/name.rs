//! Checks of the name: length, characters, case, look-alikes.

use std::borrow::Cow;

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};
use unicode_script::{Script, UnicodeScript};

use super::Subject;
use crate::skill::document::Position;
use crate::skill::problem::Problem;
use crate::skill::profile::{Profile, Readers};
use crate::skill::rule::Rule;

/// Longest name, in characters.
const MAX_LENGTH: usize = 64;

/// Scripts with letters that look like those of another one of them.
const LOOK_ALIKE: [Script; 6] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Greek,
    Script::Armenian,
    Script::Cherokee,
    Script::Coptic,
];

/// A name as validators compare it: Unicode normalisation form KC.
pub fn normalized(name: &str) -> Cow<'_, str> {
    if name.is_ascii() || is_nfkc_quick(name.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.nfkc().collect())
}

pub(super) fn check(subject: &Subject<'_>, problems: &mut Vec<Problem>) {
    let Some(written) = subject.name else {
        return;
    };
    let at = subject.name_at.unwrap_or(Position { line: 1, column: 1 });
    let name = normalized(written);
    let mut add = |rule, message: String, remedy: String, readers| {
        let problem = Problem::new(rule, message, remedy);
        problems.push(problem.only(readers).at(at));
    };
    let proposal = || match slug(&name) {
        slug if slug.is_empty() => "write a name of a-z, 0-9 and hyphens".to_owned(),
        slug => format!("write `name: {slug}`, and name the folder so"),
    };
    length(written, &name, &mut add);
    let allowed = |c: char| c == '-' || c.is_alphanumeric() && !is_combining_mark(c);
    let mut refused: Vec<char> = name.chars().filter(|c| !allowed(*c)).collect();
    let is_sound = refused.is_empty();
    if !is_sound {
        let mut seen = Vec::new();
        refused.retain(|c| {
            let is_new = !seen.contains(c) && seen.len() < 8;
            if is_new {
                seen.push(*c);
            }
            is_new
        });
        let shown: Vec<String> = refused.iter().map(|c| shown(*c)).collect();
        let message = format!(
            "the name has {}; only letters, digits and hyphens are allowed",
            shown.join(", ")
        );
        add(Rule::NameCharacters, message, proposal(), Readers::ALL);
    }
    if name.chars().any(char::is_uppercase) || name.to_lowercase() != *name {
        let message = "the name has upper-case letters".to_owned();
        add(Rule::NameCase, message, proposal(), Readers::ALL);
    }
    if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        let message = match name.contains("--") {
            true => "the name has two hyphens in a row",
            false => "the name begins or ends with a hyphen",
        };
        add(
            Rule::NameHyphens,
            message.to_owned(),
            proposal(),
            Readers::ALL,
        );
    }
    // Characters that nobody allows are told above.
    if is_sound && !written.is_ascii() {
        let message = "the name is not plain a-z, 0-9 and hyphens".to_owned();
        add(Rule::NameNotAscii, message, proposal(), Readers::ALL);
    }
    if let Some((one, other)) = mixed(&name) {
        let message = format!("a word of the name mixes {one} and {other} letters");
        let remedy = "write each word in one script: look-alike letters pass for another name";
        add(
            Rule::NameMixedScript,
            message,
            remedy.to_owned(),
            Readers::ALL,
        );
    }
    let reserved = ["claude", "anthropic"]
        .iter()
        .find(|it| name.contains(**it));
    if let Some(word) = reserved {
        let message = format!("the name has the word `{word}`, which is reserved for uploads");
        let remedy = "choose a name without it".to_owned();
        add(Rule::NameReserved, message, remedy, Readers::ALL);
    }
}

fn length(written: &str, name: &str, add: &mut impl FnMut(Rule, String, String, Readers)) {
    // Bytes are never fewer than characters, but NFKC may make characters more.
    if written.len() <= MAX_LENGTH && name.len() <= MAX_LENGTH {
        return;
    }
    let count = |text: &str| text.chars().count();
    let long: Readers = Profile::ALL
        .into_iter()
        .filter(|profile| {
            let length = match profile {
                Profile::Spec => count(name),
                Profile::Codex => collapsed(written),
                _ => count(written),
            };
            length > MAX_LENGTH
        })
        .collect();
    if !long.is_empty() {
        let message = format!(
            "the name has {} characters; {MAX_LENGTH} are allowed",
            count(written).max(count(name))
        );
        let remedy = "make it shorter, and name the folder so".to_owned();
        add(Rule::NameLength, message, remedy, long);
    }
}

/// Characters of a text with its runs of white space as one space, none at the ends.
pub(super) fn collapsed(text: &str) -> usize {
    let words = text.split_whitespace();
    let length: usize = words.map(|word| word.chars().count() + 1).sum();
    length.saturating_sub(1)
}

fn shown(c: char) -> String {
    match c {
        ' ' => "a space".to_owned(),
        c if c.is_ascii_graphic() => format!("`{c}`"),
        c => format!("U+{:04X}", u32::from(c)),
    }
}

/// A name that every reader takes; empty when nothing of it would be left.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.to_lowercase().chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if c.is_alphanumeric() {
            return String::new();
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// Two scripts in one word whose letters pass for each other.
fn mixed(name: &str) -> Option<(&'static str, &'static str)> {
    if name.is_ascii() {
        return None;
    }
    name.split(|c: char| !c.is_alphabetic()).find_map(|word| {
        let mut scripts = word
            .chars()
            .map(|c| c.script())
            .filter(|script| LOOK_ALIKE.contains(script));
        let first = scripts.next()?;
        let other = scripts.find(|script| *script != first)?;
        Some((first.full_name(), other.full_name()))
    })
}
