//! The keys of a frontmatter that some reader knows, and the misspelt ones.

use crate::skill::profile::{Profile, Readers};

/// What a field should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A text.
    Text,
    /// A text or a list of texts.
    Texts,
    /// True or false.
    Bool,
    /// A list.
    List,
    /// A map.
    Map,
    /// Whatever.
    Any,
}

impl Shape {
    /// What to call it in a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Shape::Text => "a text",
            Shape::Texts => "a text or a list",
            Shape::Bool => "true or false",
            Shape::List => "a list",
            Shape::Map => "a map",
            Shape::Any => "anything",
        }
    }
}

/// A key that some reader knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its spelling.
    pub name: &'static str,
    /// What it should hold.
    pub shape: Shape,
    /// Who reads it.
    pub readers: Readers,
}

const SPEC: Readers = Readers::of(&[Profile::Spec]);
const CLAUDE: Readers = Readers::of(&[Profile::ClaudeCode]);
const HERMES: Readers = Readers::of(&[Profile::Hermes]);
const SPEC_CLAUDE: Readers = Readers::of(&[Profile::Spec, Profile::ClaudeCode]);
const SPEC_OPENCODE: Readers = Readers::of(&[Profile::Spec, Profile::OpenCode]);
const NOT_GEMINI: Readers = Readers::of(&[
    Profile::Spec,
    Profile::Hermes,
    Profile::Codex,
    Profile::OpenCode,
]);

const fn key(name: &'static str, shape: Shape, readers: Readers) -> Key {
    Key {
        name,
        shape,
        readers,
    }
}

/// Every key that some reader knows; those of the specification first.
pub const KEYS: [Key; 32] = [
    key("name", Shape::Text, Readers::ALL),
    key("description", Shape::Text, Readers::ALL),
    key("license", Shape::Text, SPEC_OPENCODE),
    key("compatibility", Shape::Text, SPEC_OPENCODE),
    key("metadata", Shape::Map, NOT_GEMINI),
    key("allowed-tools", Shape::Texts, SPEC_CLAUDE),
    key("when_to_use", Shape::Text, CLAUDE),
    key("argument-hint", Shape::Texts, CLAUDE),
    key("arguments", Shape::Texts, CLAUDE),
    key("disable-model-invocation", Shape::Bool, CLAUDE),
    key("user-invocable", Shape::Bool, CLAUDE),
    key("disallowed-tools", Shape::Texts, CLAUDE),
    key("model", Shape::Text, CLAUDE),
    key("effort", Shape::Text, CLAUDE),
    key("context", Shape::Text, CLAUDE),
    key("agent", Shape::Text, CLAUDE),
    key("hooks", Shape::Map, CLAUDE),
    key("paths", Shape::Texts, CLAUDE),
    key("shell", Shape::Text, CLAUDE),
    key("version", Shape::Text, HERMES),
    key("author", Shape::Any, HERMES),
    key("platforms", Shape::Texts, HERMES),
    key("environments", Shape::Texts, HERMES),
    key("tags", Shape::Texts, HERMES),
    key("related_skills", Shape::Texts, HERMES),
    key("prerequisites", Shape::Map, HERMES),
    key("required_environment_variables", Shape::List, HERMES),
    key("required_credential_files", Shape::List, HERMES),
    key("setup", Shape::Map, HERMES),
    key("category", Shape::Any, HERMES),
    key("toolsets", Shape::Any, HERMES),
    key("short-description", Shape::Any, SPEC),
];

/// Keys that many skills have for themselves and that look like known ones.
const IN_USE: [&str; 14] = [
    "authors",
    "agents",
    "models",
    "tools",
    "tool",
    "path",
    "hook",
    "tag",
    "platform",
    "environment",
    "versions",
    "argument",
    "contexts",
    "shells",
];

/// The key with this spelling.
pub fn known(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

/// One of the six keys of the specification.
pub fn is_specified(name: &str) -> bool {
    KEYS.iter().take(6).any(|key| key.name == name)
}

/// The known key that a misspelt one means: another case, another separator, a slip of the fingers.
/// Nothing for a key that is known, or that skills have for themselves.
pub fn meant(name: &str) -> Option<&'static Key> {
    if known(name).is_some() || IN_USE.contains(&name) {
        return None;
    }
    let bare: String = letters(name).collect();
    let respelt = KEYS.iter().find(|key| letters(key.name).eq(bare.chars()));
    respelt.or_else(|| KEYS.iter().find(|key| is_slip(key.name, bare.as_bytes())))
}

/// These letters are those of a key but for a slip or two. Short words are too near to each other.
fn is_slip(key: &str, bare: &[u8]) -> bool {
    let slips = match key.len() {
        _ if key == "name" => return is_swapped(key.as_bytes(), bare),
        0..6 => return false,
        6..10 => 1,
        _ => 2,
    };
    let known: Vec<u8> = letters(key).filter_map(|c| u8::try_from(c).ok()).collect();
    within(&known, bare, slips)
}

/// The letters of a key, in lower case, without what stands between words.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .map(|c| c.to_ascii_lowercase())
}

/// Two neighbours have changed places.
fn is_swapped(known: &[u8], other: &[u8]) -> bool {
    known != other && {
        let same = known.iter().zip(other).take_while(|(a, b)| a == b).count();
        match (known.get(same..), other.get(same..)) {
            (Some([a, b, rest @ ..]), Some([c, d, tail @ ..])) => a == d && b == c && rest == tail,
            _ => false,
        }
    }
}

/// At most so many letters are left out, added, changed or swapped with a neighbour.
fn within(a: &[u8], b: &[u8], slips: usize) -> bool {
    if a.len().abs_diff(b.len()) > slips {
        return false;
    }
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (
        a.get(same..).unwrap_or_default(),
        b.get(same..).unwrap_or_default(),
    );
    let (Some((x, a_rest)), Some((y, b_rest))) = (a.split_first(), b.split_first()) else {
        return a.len().max(b.len()) <= slips;
    };
    if slips == 0 {
        return false;
    }
    let swapped = || match (a_rest.split_first(), b_rest.split_first()) {
        (Some((x2, a)), Some((y2, b))) => x == y2 && y == x2 && within(a, b, slips - 1),
        _ => false,
    };
    within(a_rest, b, slips - 1)
        || within(a, b_rest, slips - 1)
        || within(a_rest, b_rest, slips - 1)
        || swapped()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_words_of_their_own_left_alone() {
        let cases = [
            ("descripton", Some("description")),
            ("Description", Some("description")),
            ("decsription", Some("description")),
            ("desc", None),
            ("allowed_tools", Some("allowed-tools")),
            ("allowedTools", Some("allowed-tools")),
            ("alowed-tool", Some("allowed-tools")),
            ("Name", Some("name")),
            ("nmae", Some("name")),
            ("game", None),
            ("names", None),
            ("licence", Some("license")),
            ("when-to-use", Some("when_to_use")),
            ("user_invocable", Some("user-invocable")),
            ("user-invokable", Some("user-invocable")),
            ("metdata", Some("metadata")),
            ("Version", Some("version")),
            ("compatability", Some("compatibility")),
            ("disable_model_invocation", Some("disable-model-invocation")),
            ("authors", None),
            ("tools", None),
            ("platform", None),
            ("description", None),
            ("homepage", None),
            ("source", None),
            ("requires", None),
            ("naïve", None),
            ("", None),
        ];
        for (name, key) in cases {
            assert_eq!(meant(name).map(|it| it.name), key, "{name}");
        }
        for key in KEYS {
            assert_eq!(meant(key.name), None, "{}", key.name);
        }
    }
}
