//! Where we and Hermes Agent 0.19.0 differ on purpose: the one list.
//!
//! A deviation names its class of fault and what we say instead. `proofs.rs` shows our result for each class on a
//! home of its own, without Hermes.

use Check::{Frontmatter, List, View};
use Class::*;

/// What was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// A row of `skills_list`, by name.
    List,
    /// `skill_view` of an argument.
    View,
    /// The key of a usage record, by file.
    UsageKey,
    /// The fields of a file's frontmatter and its body.
    Frontmatter,
}

/// A class of faults, and why we do otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A key or folder name that is also another skill's name cannot be looked up at all. Ours: the first level that
    /// hits decides.
    FirstLevelDecides,
    /// Any Markdown file counts as a skill for look-up and for nothing else; the name is taken as a pattern, its
    /// ending replaced. Ours: a skill is a folder with an entry file.
    FlatFile,
    /// Folders that every list leaves out (`.git`, `node_modules`) still open by their path. Ours: they hold no
    /// skills, in either direction.
    ExcludedByPath,
    /// Archived skills are only found by path. Ours: by any name that no live skill has.
    ArchivedAnswers,
    /// A misspelt or dangling entry file makes the skill vanish. Ours: found, with the problem.
    BrokenIsShown,
    /// A blank around the name hides the skill. Ours: blanks are cut on both sides.
    BlanksCut,
    /// An empty name finds what happens to have one. Ours: refused, it is a script's unset variable.
    EmptyName,
    /// `name: 8004` is a number and answers to nothing. Ours: a name is its source text.
    SourceText,
    /// The list cuts names at 64 characters, and look-up does not know the cut name. Ours: it does.
    ListedNameAnswers,
    /// Through links a skill is listed by whichever path sorts first, and a loop is walked to the kernel's limit.
    /// Ours: at its real place, other ways are aliases, loops are not followed.
    RealPlaceFirst,
    /// YAML merge keys are resolved. Ours: fields are what the file says.
    MergeKey,
    /// A list or map as description is handed on as it is. Ours: no description, and a problem.
    StructuredDescription,
    /// What stands behind the first 4000 characters counts for look-up and not for the list. Ours: as listed.
    BeyondWindow,
    /// `disabled: my-skill-long`, a text, also blocks every skill whose name is a part of it. Ours: one name.
    ScalarDisabled,
    /// One date in a description fails the whole list. Ours: all others are listed.
    OneBreaksAll,
    /// A home below a folder with an excluded name lists nothing. Ours: only names below the root count.
    HomeBelowExcluded,
    /// The frontmatter is cut by a pattern that takes `---` with anything behind it, and needs a line end after the
    /// closing fence. Ours: lines that are `---`, and where there are none the fields still count.
    FenceByLines,
    /// After a YAML error quotes stay on, and nested keys overwrite. Ours: top-level keys, quotes off.
    LenientReading,
}

/// Differences of one class with one result of ours.
pub struct Deviation {
    pub class: Class,
    pub home: &'static str,
    pub check: Check,
    /// Names, arguments or files; `…` stands for any text.
    pub subjects: &'static [&'static str],
    /// What we say; `{}` stands for the subject's folder.
    pub ours: &'static str,
}

impl Deviation {
    pub fn covers(&self, home: &str, check: Check, subject: &str) -> bool {
        self.home == home && self.check == check && self.subjects.iter().any(|it| fits(it, subject))
    }

    /// What we say of one of the subjects.
    pub fn expected(&self, subject: &str) -> String {
        let path = subject.trim_end_matches("/SKILL.md").trim();
        let folder = path.rsplit('/').next().unwrap_or_default();
        self.ours.replace("{}", folder)
    }
}

/// A subject fits a pattern: it is the same text, or has what stands around `…` at its ends.
pub fn fits(pattern: &str, subject: &str) -> bool {
    match pattern.split_once('…') {
        None => pattern == subject,
        Some((start, end)) => {
            subject.len() >= start.len() + end.len()
                && subject.starts_with(start)
                && subject.ends_with(end)
        }
    }
}

/// The list.
pub const DEVIATIONS: &[Deviation] = &[
    Deviation {
        class: FirstLevelDecides,
        home: "edge/main",
        check: View,
        subjects: &[
            "folder-is-name-of-other",
            "swap-one",
            "swap-two",
            "top-twin",
        ],
        ours: "hermes//{}",
    },
    Deviation {
        class: FlatFile,
        home: "home",
        check: View,
        subjects: &["DESCRIPTION"],
        ours: "unknown",
    },
    Deviation {
        class: FlatFile,
        home: "edge/main",
        check: View,
        subjects: &[
            "*",
            ".",
            "out?r",
            "DESCRIPTION",
            "README",
            "Skill",
            "skill",
            "flat",
            "flat.md",
            "flat-in-category",
            "category/flat-in-category",
            "category:flat-in-category",
            "flat-outside",
            "notes",
            "notes.md",
            "notes.v2",
        ],
        ours: "unknown",
    },
    Deviation {
        class: FlatFile,
        home: "edge/main",
        check: View,
        subjects: &["both", "outer", "./outer"],
        ours: "hermes//{}",
    },
    Deviation {
        class: FlatFile,
        home: "edge/root-skill",
        check: View,
        subjects: &["SKILL"],
        ours: "unknown",
    },
    Deviation {
        class: ExcludedByPath,
        home: "edge/main",
        check: View,
        subjects: &[
            "category/.…",
            "category/__pycache__/…",
            "category/node_modules/…",
            "category/site-packages/…",
            "category/venv/…",
            ".git/…",
            ".github/…",
            ".hub/…",
            ".mypy_cache/…",
            ".nox/…",
            ".pytest_cache/…",
            ".ruff_cache/…",
            ".tox/…",
            ".venv/…",
            "__pycache__/…",
            "__pycache__:…",
            "node_modules/…",
            "node_modules:…",
            "site-packages/…",
            "site-packages:…",
            "venv/…",
            "venv:…",
        ],
        ours: "unknown",
    },
    Deviation {
        class: ArchivedAnswers,
        home: "edge/main",
        check: View,
        subjects: &["archived-again", "below-archive"],
        ours: "hermes//.archive/{}",
    },
    Deviation {
        class: BrokenIsShown,
        home: "edge/main",
        check: View,
        subjects: &["case-lower", "case-title", "dangling-file"],
        ours: "hermes//{}",
    },
    Deviation {
        class: BlanksCut,
        home: "edge/main",
        check: View,
        subjects: &[" outer", "outer "],
        ours: "hermes//{}",
    },
    Deviation {
        class: BlanksCut,
        home: "edge/main",
        check: View,
        subjects: &["trailing"],
        ours: "hermes//name-trailing-space",
    },
    Deviation {
        class: EmptyName,
        home: "edge/main",
        check: View,
        subjects: &[""],
        ours: "unknown",
    },
    Deviation {
        class: EmptyName,
        home: "edge/root-skill",
        check: View,
        subjects: &[""],
        ours: "unknown",
    },
    Deviation {
        class: SourceText,
        home: "edge/main",
        check: View,
        subjects: &["8004"],
        ours: "ambiguous: hermes//name-int, hermes//name-quoted-int",
    },
    Deviation {
        class: SourceText,
        home: "edge/main",
        check: View,
        subjects: &["yes"],
        ours: "ambiguous: hermes//name-quoted-yes, hermes//name-yes",
    },
    Deviation {
        class: ListedNameAnswers,
        home: "edge/main",
        check: View,
        subjects: &["nnnnnnnn…x"],
        ours: "hermes//name-65",
    },
    Deviation {
        class: ListedNameAnswers,
        home: "edge/main",
        check: View,
        subjects: &["字字字字…字"],
        ours: "hermes//name-cjk-65",
    },
    Deviation {
        class: RealPlaceFirst,
        home: "edge/main",
        check: List,
        subjects: &["outer"],
        ours: "top: Skill at outer.",
    },
    Deviation {
        class: RealPlaceFirst,
        home: "edge/main",
        check: List,
        subjects: &["inner"],
        ours: "outer: Skill at outer/inner.",
    },
    Deviation {
        class: RealPlaceFirst,
        home: "edge/main",
        check: List,
        subjects: &["not-support"],
        ours: "outer: Skill at outer/sub/references/not-support.",
    },
    Deviation {
        class: RealPlaceFirst,
        home: "edge/loop",
        check: List,
        subjects: &["one"],
        ours: "top: Skill at one.",
    },
    Deviation {
        class: RealPlaceFirst,
        home: "edge/loop",
        check: View,
        subjects: &["loop/…", "loop:…"],
        ours: "unknown",
    },
    Deviation {
        class: MergeKey,
        home: "edge/main",
        check: List,
        subjects: &["merged"],
        ours: "",
    },
    Deviation {
        class: MergeKey,
        home: "edge/main",
        check: List,
        subjects: &["name-merge-key"],
        ours: "top: First line of the body.",
    },
    Deviation {
        class: MergeKey,
        home: "edge/main",
        check: View,
        subjects: &["merged"],
        ours: "unknown",
    },
    Deviation {
        class: MergeKey,
        home: "edge/main",
        check: Frontmatter,
        subjects: &["skills/name-merge-key/SKILL.md"],
        ours: "name none, description none, fence closed",
    },
    Deviation {
        class: StructuredDescription,
        home: "edge/main",
        check: List,
        subjects: &["desc-list", "desc-map"],
        ours: "top: ",
    },
    Deviation {
        class: BeyondWindow,
        home: "edge/main",
        check: View,
        subjects: &["window-late-platforms"],
        ours: "hermes//{}",
    },
    Deviation {
        class: ScalarDisabled,
        home: "edge/scalar",
        check: View,
        subjects: &["my-skill", "skill"],
        ours: "hermes//{}",
    },
    Deviation {
        class: OneBreaksAll,
        home: "edge/poison",
        check: List,
        subjects: &["good"],
        ours: "top: Skill at good.",
    },
    Deviation {
        class: OneBreaksAll,
        home: "edge/poison",
        check: List,
        subjects: &["poisoned"],
        ours: "top: ",
    },
    Deviation {
        class: HomeBelowExcluded,
        home: "edge/venv/below",
        check: List,
        subjects: &["unlisted"],
        ours: "top: Skill at unlisted.",
    },
    Deviation {
        class: FenceByLines,
        home: "edge/main",
        check: Frontmatter,
        subjects: &[
            "skills/fence-bare-keys/SKILL.md",
            "skills/fence-blank-line-before/SKILL.md",
            "skills/fence-comment-before/SKILL.md",
            "skills/fence-comment-on-open/SKILL.md",
            "skills/fence-four-dashes-open/SKILL.md",
            "skills/fence-in-code-fence/SKILL.md",
            "skills/fence-key-on-open/SKILL.md",
            "skills/fence-space-before/SKILL.md",
            "skills/fence-text-on-open/SKILL.md",
            "skills/fence-two-boms/SKILL.md",
        ],
        ours: "name {}, description Case {}., fence missing",
    },
    Deviation {
        class: FenceByLines,
        home: "edge/main",
        check: Frontmatter,
        subjects: &[
            "skills/fence-dots-close/SKILL.md",
            "skills/fence-four-dashes-close/SKILL.md",
            "skills/fence-indented-close/SKILL.md",
            "skills/fence-no-break-space/SKILL.md",
            "skills/fence-unclosed/SKILL.md",
            "skills/fence-unit-separator/SKILL.md",
            "skills/fence-zero-width-space/SKILL.md",
        ],
        ours: "name {}, description Case {}., fence not closed",
    },
    Deviation {
        class: FenceByLines,
        home: "edge/main",
        check: Frontmatter,
        subjects: &["skills/fence-no-final-newline/SKILL.md"],
        ours: "name {}, description Case {}., fence closed",
    },
    Deviation {
        class: FenceByLines,
        home: "edge/main",
        check: Frontmatter,
        subjects: &["skills/fence-only-open/SKILL.md"],
        ours: "name none, description none, fence not closed",
    },
    Deviation {
        class: LenientReading,
        home: "edge/main",
        check: Frontmatter,
        subjects: &["skills/desc-surrogates/SKILL.md"],
        ours: "name {}, description \\ud83e\\udde0, fence closed",
    },
    Deviation {
        class: LenientReading,
        home: "edge/main",
        check: Frontmatter,
        subjects: &["skills/yaml-bad-escape/SKILL.md"],
        ours: "name {}, description C:\\Users\\x, fence closed",
    },
    Deviation {
        class: LenientReading,
        home: "edge/main",
        check: Frontmatter,
        subjects: &[
            "skills/yaml-fallback-nested/SKILL.md",
            "skills/yaml-fallback-quotes/SKILL.md",
        ],
        ours: "name {}, description has: colon, fence closed",
    },
];
