//! What each agent makes of the bytes of a `SKILL.md`: the name and the description it lists, the
//! fields it uses and ignores, and why it leaves the skill out.
//!
//! Place-independent: depth, links, file case, switches and skills of the same name are added by
//! `store::effects`. Where documents, versions or reports differ, the reason says so: nothing here is
//! told with more certainty than there is.

mod claude;
mod codex;
mod gemini;
mod hermes;
mod js;
mod opencode;

use std::collections::BTreeSet;

use super::document::{Document, Encoding, Fence};
use super::frontmatter::Frontmatter;
use super::profile::Profile;
use super::yaml::Node;

/// What becomes of a skill in the hands of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// As written.
    Loaded,
    /// With a loss, a doubt, or differently by version.
    LoadedWithCatch,
    /// Not at all.
    NotLoaded,
    /// The agent does not look into this place.
    NotRead,
}

impl Outcome {
    /// The word for it, in JSON too.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Loaded => "loaded",
            Outcome::LoadedWithCatch => "loaded_with_catch",
            Outcome::NotLoaded => "not_loaded",
            Outcome::NotRead => "not_read",
        }
    }

    /// The same for people.
    pub fn words(self) -> &'static str {
        match self {
            Outcome::Loaded => "loaded",
            Outcome::LoadedWithCatch => "loaded, with a catch",
            Outcome::NotLoaded => "not loaded",
            Outcome::NotRead => "not read from here",
        }
    }

    /// A letter for tables; told apart without colour.
    pub fn letter(self) -> char {
        match self {
            Outcome::Loaded => 'L',
            Outcome::LoadedWithCatch => 'c',
            Outcome::NotLoaded => 'x',
            Outcome::NotRead => '-',
        }
    }
}

/// How much a reason weighs, the heaviest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// The skill is not loaded.
    Stops,
    /// It is, and something is lost, doubtful or different by version.
    Catch,
    /// Worth knowing.
    Note,
}

impl Weight {
    /// The word for it, in JSON too.
    pub fn word(self) -> &'static str {
        match self {
            Weight::Stops => "stops",
            Weight::Catch => "catch",
            Weight::Note => "note",
        }
    }
}

/// A reason for an outcome.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    /// How much it weighs.
    pub weight: Weight,
    /// A sentence without its full stop.
    pub text: String,
}

/// A description that is longer than what an agent lists, in the units the agent counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// What is kept.
    pub kept: usize,
    /// What there is.
    pub total: usize,
}

/// A field that has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// Its key.
    pub field: String,
    /// Why.
    pub why: String,
}

/// What an agent takes from the bytes of a skill in a folder of some name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which agent.
    pub profile: Profile,
    /// Why the outcome is not plain, heaviest first.
    pub reasons: Vec<Reason>,
    /// The name it uses; `None` where it has none.
    pub name: Option<String>,
    /// The description as it lists it.
    pub description: Option<String>,
    /// How the description is cut.
    pub cut: Option<Cut>,
    /// The fields it understands.
    pub used: Vec<String>,
    /// The fields without effect.
    pub ignored: Vec<Ignored>,
    /// The model sees the skill by itself.
    pub for_model: bool,
    /// A person can call it by its name.
    pub for_person: bool,
}

impl Reading {
    fn new(profile: Profile) -> Self {
        Reading {
            profile,
            reasons: Vec::new(),
            name: None,
            description: None,
            cut: None,
            used: Vec::new(),
            ignored: Vec::new(),
            for_model: true,
            for_person: true,
        }
    }

    fn because(&mut self, weight: Weight, text: impl Into<String>) {
        let text = text.into();
        self.reasons.push(Reason { weight, text });
    }

    /// Takes the fields of a frontmatter apart by those that the agent knows.
    fn sort_fields(&mut self, root: Option<&Node>, known: &[&str], why: &str) {
        let entries = root.map_or(&[][..], Node::entries);
        self.sort(
            entries.iter().filter_map(|(key, _)| key.scalar()),
            known,
            why,
        );
    }

    /// The same line by line, where the YAML does not parse.
    fn sort_lines(&mut self, source: &str, known: &[&str], why: &str) {
        self.sort(source.lines().filter_map(key_of), known, why);
    }

    fn sort<'a>(&mut self, keys: impl Iterator<Item = &'a str>, known: &[&str], why: &str) {
        let mut seen = BTreeSet::new();
        for key in keys.filter(|key| seen.insert(*key)) {
            if known.contains(&key) {
                self.used.push(key.to_owned());
            } else {
                self.ignored.push(Ignored {
                    field: key.to_owned(),
                    why: why.to_owned(),
                });
            }
        }
    }

    fn done(mut self) -> Self {
        self.reasons.sort_by_key(|it| it.weight);
        self
    }
}

/// The outcome that reasons lead to.
pub fn outcome(reasons: &[Reason]) -> Outcome {
    match reasons.iter().map(|it| it.weight).min() {
        Some(Weight::Stops) => Outcome::NotLoaded,
        Some(Weight::Catch) => Outcome::LoadedWithCatch,
        Some(Weight::Note) | None => Outcome::Loaded,
    }
}

/// Reads a document in a folder as an agent does. The specification runs no skill: for it the
/// reading is empty.
pub fn read(
    profile: Profile,
    document: &Document,
    frontmatter: Option<&Frontmatter>,
    folder: &str,
) -> Reading {
    match profile {
        Profile::Hermes => hermes::read(document, frontmatter, folder),
        Profile::ClaudeCode => claude::read(document, folder),
        Profile::Codex => codex::read(document, folder),
        Profile::Gemini => gemini::read(document),
        Profile::OpenCode => opencode::read(document, folder),
        Profile::Spec => Reading::new(profile),
    }
}

/// The readings of all agents, in the order of [`Profile::AGENTS`].
pub fn read_all(bytes: Vec<u8>, folder: &str) -> Vec<Reading> {
    let document = Document::parse(bytes);
    let frontmatter = Frontmatter::read(&document);
    let one = |profile: &Profile| read(*profile, &document, frontmatter.as_ref(), folder);
    Profile::AGENTS.iter().map(one).collect()
}

/// The key of a line `key: value` at column 0.
fn key_of(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(':')?;
    let key = key.trim_end();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    (!key.is_empty() && key.chars().all(plain)).then_some(key)
}

/// All words on one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Why a reader that wants a fence at the very start finds none.
fn no_fence(document: &Document) -> String {
    match (document.fence(), document.encoding()) {
        (_, Encoding::Utf16) => "the file is UTF-16: no frontmatter is found".to_owned(),
        (Fence::Missing, _) => "no frontmatter: the first line is not `---`".to_owned(),
        (Fence::Unclosed { .. }, _) => "the frontmatter is not closed".to_owned(),
        (Fence::Closed { .. }, _) if document.bom() => {
            "a byte order mark stands before the `---`".to_owned()
        }
        (Fence::Closed { .. }, _) if document.frontmatter_range().is_empty() => {
            "the frontmatter is empty".to_owned()
        }
        (Fence::Closed { .. }, _) => "its fence is not `---` alone on a line".to_owned(),
    }
}

/// The first line of a text with something in it, heading marks taken off.
fn first_text(body: &str) -> Option<String> {
    let line = body.lines().map(str::trim).find(|line| !line.is_empty())?;
    let text = line.trim_start_matches('#').trim_start();
    Some(if text.is_empty() { line } else { text }.to_owned())
}

#[cfg(test)]
mod tests;
