//! Problems: what is wrong with a skill, where, and what to do about it.
//!
//! A problem is a plain value with a stable rule id; who finds which is elsewhere (`summary` from
//! the bytes, `store` from the place on disk).

use serde::{Deserialize, Serialize};

use super::document::Position;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Some agent drops the skill or reads something else than what is written.
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

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $id:literal, $severity:ident;)+) => {
        /// A rule that a problem breaks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Rule { $($(#[doc = $doc])+ #[serde(rename = $id)] $variant,)+ }

        impl Rule {
            /// Every rule, in the order in which problems are shown.
            pub const ALL: &[Rule] = &[$(Rule::$variant),+];

            /// The stable id.
            pub fn id(self) -> &'static str {
                match self { $(Rule::$variant => $id),+ }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self { $(Rule::$variant => Severity::$severity),+ }
            }
        }
    };
}

rules! {
    /// The file could not be read.
    Unreadable = "unreadable", Error;
    /// The bytes are not UTF-8.
    NotUtf8 = "not-utf8", Error;
    /// The file holds a path: a symbolic link checked out as text.
    LinkAsText = "link-as-text", Error;
    /// There is no frontmatter.
    NoFrontmatter = "no-frontmatter", Error;
    /// The frontmatter is never closed.
    UnclosedFrontmatter = "unclosed-frontmatter", Error;
    /// The YAML of the frontmatter does not parse.
    Yaml = "yaml", Error;
    /// The frontmatter parses, and is not a mapping.
    NotAMapping = "not-a-mapping", Error;
    /// The entry file is not spelt `SKILL.md`.
    FileCase = "file-case", Error;
    /// `SKILL.md` stands beside another spelling of itself.
    TwoEntryFiles = "two-entry-files", Warning;
    /// There is no usable `name`.
    MissingName = "missing-name", Warning;
    /// There is no usable `description`.
    MissingDescription = "missing-description", Error;
    /// A reader of YAML 1.1 takes the value for something else than a text.
    NotAText = "not-a-text", Error;
    /// Hermes fails on the skill.
    HermesFails = "hermes-fails", Error;
    /// Hermes leaves the skill out of its list.
    HermesHides = "hermes-hides", Warning;
    /// Hermes reads another name than the one shown.
    HermesName = "hermes-name", Warning;
    /// Hermes lists another description than the one shown.
    HermesDescription = "hermes-description", Warning;
    /// Pins and counters of Hermes go to another name than the one shown.
    UsageName = "usage-name", Warning;
    /// `name` and folder differ.
    NameFolder = "name-folder", Warning;
    /// Another skill has the same name.
    DuplicateName = "duplicate-name", Warning;
    /// Two skills write into one usage record.
    SharedRecord = "shared-record", Warning;
    /// A copy that some agent lists as a live skill.
    BackupListed = "backup-listed", Warning;
    /// A key occurs twice.
    DuplicateKey = "duplicate-key", Warning;
    /// A byte order mark stands first.
    Bom = "bom", Warning;
    /// A dash triple inside the frontmatter cuts it short for naive readers.
    EarlyDashes = "early-dashes", Warning;
    /// Line ends of several kinds.
    MixedLineEnds = "mixed-line-ends", Warning;
    /// NUL bytes.
    Nul = "nul", Warning;
    /// A reference to a file that is not there.
    DanglingReference = "dangling-reference", Warning;
    /// A reference that leaves the skill's folder.
    EscapingReference = "escaping-reference", Warning;
    /// The skill's own text has terminal escapes, bidirectional controls or invisible characters.
    HiddenCharacters = "hidden-characters", Warning;
    /// Lines end in CR LF or CR.
    LineEnds = "line-ends", Hint;
}

/// Something wrong with a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// The rule it breaks.
    pub rule: Rule,
    /// Where in the file, when it is in the file.
    pub position: Option<Position>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl Problem {
    /// A problem without a place in the file.
    pub fn new(rule: Rule, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Problem {
            rule,
            position: None,
            message: message.into(),
            remedy: remedy.into(),
        }
    }

    /// The same at a place.
    pub fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }
}

/// The worst severity of some problems.
pub fn worst<'a>(problems: impl IntoIterator<Item = &'a Problem>) -> Option<Severity> {
    problems.into_iter().map(Problem::severity).min()
}
