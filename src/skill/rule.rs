//! The rules that a skill can break: one table with a stable id and, for each reader, how bad it is.
//!
//! Who finds a broken rule is elsewhere: `summary` and `check` from the bytes, `store` from the place.

use serde::{Deserialize, Serialize};

use super::profile::{Profile, Readers};

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The reader drops the skill or reads something else than what is written.
    Error,
    /// It works, with a catch.
    Warning,
    /// Worth knowing.
    Hint,
}

impl Severity {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Hint => "hint",
        }
    }
}

/// The severities of the table: error, warning, hint, and no problem for this reader.
macro_rules! grade {
    (E) => {
        Some(Severity::Error)
    };
    (W) => {
        Some(Severity::Warning)
    };
    (H) => {
        Some(Severity::Hint)
    };
    (o) => {
        None
    };
}

macro_rules! rules {
    ($(#[doc = $doc:literal] $variant:ident = $id:literal,
        $spec:ident $hermes:ident $claude:ident $codex:ident $gemini:ident $opencode:ident;)+) => {
        /// A rule that a problem breaks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Rule { $(#[doc = $doc] #[serde(rename = $id)] $variant,)+ }

        impl Rule {
            /// Every rule, in the order in which problems are shown.
            pub const ALL: &[Rule] = &[$(Rule::$variant),+];

            /// The stable id.
            pub fn id(self) -> &'static str {
                match self { $(Rule::$variant => $id),+ }
            }

            /// What is wrong when it is broken, in a sentence.
            pub fn title(self) -> &'static str {
                match self { $(Rule::$variant => $doc),+ }.trim()
            }

            /// How bad it is for a reader; `None` where it is no problem.
            pub fn severity(self, profile: Profile) -> Option<Severity> {
                let [spec, hermes, claude, codex, gemini, opencode] = match self {
                    $(Rule::$variant => [
                        grade!($spec), grade!($hermes), grade!($claude),
                        grade!($codex), grade!($gemini), grade!($opencode),
                    ]),+
                };
                match profile {
                    Profile::Spec => spec,
                    Profile::Hermes => hermes,
                    Profile::ClaudeCode => claude,
                    Profile::Codex => codex,
                    Profile::Gemini => gemini,
                    Profile::OpenCode => opencode,
                }
            }
        }
    };
}

rules! {
    /// The file could not be read.
    Unreadable = "unreadable", E E E E E E;
    /// The bytes are not UTF-8.
    NotUtf8 = "not-utf8", E E E E E E;
    /// The file holds a path: a symbolic link checked out as text.
    LinkAsText = "link-as-text", E E E E E E;
    /// There is no frontmatter.
    NoFrontmatter = "no-frontmatter", E W W E E E;
    /// The frontmatter is not at the top of the file, or stands in a code fence.
    NestedFrontmatter = "nested-frontmatter", E E W E E E;
    /// The frontmatter is never closed.
    UnclosedFrontmatter = "unclosed-frontmatter", E E W E E E;
    /// The YAML of the frontmatter does not parse.
    Yaml = "yaml", E E E E E E;
    /// A surrogate pair escape, which only some YAML readers take.
    SurrogateEscape = "surrogate-escape", E E H E H H;
    /// YAML that the reference validator refuses: brackets, braces, tags, aliases.
    StrictYaml = "strict-yaml", W o o o o o;
    /// The frontmatter parses, and is not a mapping.
    NotAMapping = "not-a-mapping", E E W E E E;
    /// The entry file is not spelt `SKILL.md`.
    FileCase = "file-case", E E E E E E;
    /// `SKILL.md` stands beside another spelling of itself.
    TwoEntryFiles = "two-entry-files", W W W W W W;
    /// There is no usable `name`.
    MissingName = "missing-name", E W H H E E;
    /// There is no usable `description`.
    MissingDescription = "missing-description", E W W E E E;
    /// A reader of YAML 1.1 takes `name` or `description` for something else than a text.
    NotAText = "not-a-text", W E W W W W;
    /// Hermes fails on the skill.
    HermesFails = "hermes-fails", o E o o o o;
    /// Hermes leaves the skill out of its list.
    HermesHides = "hermes-hides", o W o o o o;
    /// Hermes reads another name than the one shown.
    HermesName = "hermes-name", o W o o o o;
    /// Hermes lists another description than the one shown.
    HermesDescription = "hermes-description", o W o o o o;
    /// Pins and counters of Hermes go to another name than the one shown.
    UsageName = "usage-name", o W o o o o;
    /// A platform that Hermes does not know: the skill is hidden everywhere.
    UnknownPlatform = "unknown-platform", o W o o o o;
    /// `name` and folder differ.
    NameFolder = "name-folder", E W W H H W;
    /// The name is longer than 64 characters.
    NameLength = "name-length", E W W E H W;
    /// The name has a character that is no letter, digit or hyphen.
    NameCharacters = "name-characters", E H W H H E;
    /// The name has upper-case letters.
    NameCase = "name-case", E H W H H E;
    /// The name begins or ends with a hyphen, or has two in a row.
    NameHyphens = "name-hyphens", E H W H H E;
    /// The name is not plain a-z, 0-9 and hyphens.
    NameNotAscii = "name-not-ascii", W H W H H E;
    /// The name mixes scripts whose letters look alike.
    NameMixedScript = "name-mixed-script", W W W W W W;
    /// The name has a word that Anthropic's own services reserve.
    NameReserved = "name-reserved", o o H o o o;
    /// Another skill has the same name.
    DuplicateName = "duplicate-name", o W W W W W;
    /// Two skills write into one usage record.
    SharedRecord = "shared-record", o W o o o o;
    /// A copy that some agent lists as a live skill.
    BackupListed = "backup-listed", o W o o o o;
    /// The description is longer than 1024 characters.
    DescriptionLength = "description-length", E W W E H W;
    /// The description does not say when to use the skill.
    DescriptionTrigger = "description-trigger", H H H H H H;
    /// The description has `<` or `>`, which some validators refuse.
    DescriptionMarkup = "description-markup", H o W W o o;
    /// A `#` cuts a value short: YAML takes the rest for a comment.
    CommentCutsValue = "comment-cuts-value", W W W W W W;
    /// A key occurs twice.
    DuplicateKey = "duplicate-key", E W E E E E;
    /// A key that looks like a misspelt one.
    NearMissKey = "near-miss-key", E W W W W W;
    /// A key that is not in the specification.
    UnknownKey = "unknown-key", E o o o o o;
    /// A known field has the wrong type.
    FieldType = "field-type", E W W W H W;
    /// A known field is empty.
    EmptyField = "empty-field", W H H H H H;
    /// `compatibility` is longer than 500 characters.
    CompatibilityLength = "compatibility-length", E H H H H H;
    /// `metadata` holds something else than texts.
    MetadataValues = "metadata-values", W o o H o H;
    /// `allowed-tools` is a list or has commas.
    AllowedToolsShape = "allowed-tools-shape", W o o H H H;
    /// A reader of YAML 1.1 takes a value for something else than what is written.
    Yaml11Value = "yaml11-value", H H H H H H;
    /// A byte order mark stands first.
    Bom = "bom", E W W E E W;
    /// A dash triple inside the frontmatter cuts it short for naive readers.
    EarlyDashes = "early-dashes", E H H H H H;
    /// A line of the fence has blanks at its end.
    FenceWhitespace = "fence-whitespace", o H H o W H;
    /// A second frontmatter follows the first.
    DoubleFrontmatter = "double-frontmatter", W W W W W W;
    /// Line ends of several kinds.
    MixedLineEnds = "mixed-line-ends", W W W W W W;
    /// NUL bytes.
    Nul = "nul", E W W W W W;
    /// A reference to a file that is not there.
    DanglingReference = "dangling-reference", H W W W W W;
    /// A support file that the text names is not there.
    DanglingMention = "dangling-mention", H H H H H H;
    /// A reference that leaves the skill's folder.
    EscapingReference = "escaping-reference", H W W W W W;
    /// A reference more than one folder deep.
    DeepReference = "deep-reference", H H H H H H;
    /// The skill's own text has terminal escapes, bidirectional controls or invisible characters.
    HiddenCharacters = "hidden-characters", W W W W W W;
    /// The entry file is a link, which some agents do not follow.
    LinkedFile = "linked-file", o H H W H H;
    /// The folder is a link, which some agents do not follow.
    LinkedFolder = "linked-folder", o H W H H H;
    /// The folder is reached at several places.
    LinkedTwice = "linked-twice", o H H H H W;
    /// A skill inside another skill's folder.
    NestedSkill = "nested-skill", o H W H W H;
    /// It lies deeper than some agents look.
    TooDeep = "too-deep", H o W W W o;
    /// It lies below a folder whose name begins with a dot.
    HiddenFolder = "hidden-folder", o o o W o o;
    /// The body is longer than recommended.
    BodyLength = "body-length", H H H H H H;
    /// There is no body.
    EmptyBody = "empty-body", H H H H H H;
    /// Lines end in CR LF or CR.
    LineEnds = "line-ends", H H H H H H;
    /// The last line has no line end.
    NoFinalNewline = "no-final-newline", H H H H H H;
}

impl Rule {
    /// The worst that any of some readers makes of it; `None` where it is no problem for any.
    pub fn worst_for(self, readers: Readers) -> Option<Severity> {
        readers.iter().filter_map(|it| self.severity(it)).min()
    }

    /// The rule with this id.
    pub fn by_id(id: &str) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|rule| rule.id() == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_and_every_rule_matters_to_somebody() {
        let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(ids.len(), Rule::ALL.len());
        for rule in Rule::ALL {
            assert_eq!(Rule::by_id(rule.id()), Some(*rule));
            assert!(rule.worst_for(Readers::ALL).is_some(), "{}", rule.id());
            assert!(rule.title().ends_with('.'), "{}", rule.id());
        }
    }
}
