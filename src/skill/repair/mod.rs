//! Repairs: what can be put right in a skill, as changes that are shown before anything is written.
//!
//! | file | what |
//! |---|---|
//! | `bytes` | encoding, byte order mark, NUL, line ends |
//! | `fence` | the `---` lines around the frontmatter |
//! | `mend` | entries that YAML refuses, one by one (`entry` is one of them, `quote` its ways out) |
//! | `fields` | keys and values of a frontmatter that parses |
//! | `name` | name and folder |
//! | `fill` | what is missing, taken from the folder and the body: guesses |
//! | `lines`, `scalar` | lines and keys as a person sees them; texts as YAML scalars |
//!
//! A repair touches its span alone. Each stage needs the one before it: while the bytes are no text
//! nothing is said about the fence, while the YAML fails nothing about the fields. What is wrong is
//! said elsewhere (`rule`, `summary`); nothing is written here.

mod bytes;
mod entry;
mod fence;
mod fields;
mod fill;
mod lines;
mod mend;
mod name;
mod quote;
mod scalar;

use std::collections::BTreeMap;

use super::check;
use super::document::{Document, Encoding, Fence};
use super::frontmatter::Frontmatter;
use super::rule::Rule;
use crate::patch::{Edit, Edits};

/// Rounds of [`repair_all`]: each stage is one, and a repair may lay the next fault bare.
const MAX_ROUNDS: usize = 24;

/// The names under which a skill lies on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The folder's name; empty when there is none to go by.
    pub folder: &'a str,
    /// The entry file's name.
    pub file: &'a str,
}

/// How sure a repair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// What was meant is plain from what is there.
    Sure,
    /// It is likely, and a person should look at it.
    Guess,
    /// One of several right ways, or a matter of taste: only for a person to pick.
    Choice,
}

/// What a repair changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Bytes of the entry file.
    Text(Edits),
    /// The entry file gets this name. Whoever does it has to see that no other file has it.
    RenameFile(String),
    /// The folder gets this name, under the same condition.
    RenameFolder(String),
}

/// A repair of one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The rule that is broken until then.
    pub rule: Rule,
    /// What it does, in a few words.
    pub title: String,
    /// How sure it is.
    pub grade: Grade,
    /// What it changes.
    pub change: Change,
}

/// A repair that was made, in the order in which they were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The rule that was broken.
    pub rule: Rule,
    /// What was done, in a few words.
    pub title: String,
    /// How sure it is.
    pub grade: Grade,
}

/// Why something stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// There is a repair, and it is a guess that was not asked for.
    Guess,
    /// There is a repair that a person has to pick.
    Choice,
    /// The file only holds a path: the skill itself is elsewhere.
    LinkAsText,
    /// The bytes are no text.
    NotText,
    /// There is nothing from which a name or a description could be taken.
    NothingToGoBy,
    /// What was meant cannot be told from what is there.
    Unclear,
}

impl Reason {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Reason::Guess => "a guess, made only when asked for",
            Reason::Choice => "for you to pick",
            Reason::LinkAsText => "the file only holds a path: the skill itself is elsewhere",
            Reason::NotText => "the bytes are no text",
            Reason::NothingToGoBy => "there is no text to take it from",
            Reason::Unclear => "what was meant cannot be told",
        }
    }
}

/// A problem that stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The rule that is broken.
    pub rule: Rule,
    /// What could be done; empty when nothing can.
    pub title: String,
    /// Why it is not.
    pub reason: Reason,
}

/// A skill after its repairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The entry file's bytes.
    pub bytes: Vec<u8>,
    /// The edits that make these bytes of those before, all repairs together.
    pub edits: Edits,
    /// The entry file's new name, when it gets one.
    pub file: Option<String>,
    /// What was done.
    pub applied: Vec<Applied>,
    /// What was not.
    pub left: Vec<Left>,
}

/// Every repair that the bytes and their place ask for now, each for itself. One that can only be
/// told when another is made (a field behind a broken fence) is not among them.
pub fn repairs(bytes: &[u8], place: Place<'_>) -> Vec<Repair> {
    let found = Found::of(bytes, place);
    let mut repairs = Vec::with_capacity(found.drafts.len());
    for draft in found.drafts {
        let change = match draft.what {
            What::Text(edits) => match Edits::new(bytes, edits) {
                Ok(edits) => Change::Text(edits),
                // Drafts fit their own document.
                Err(_) => continue,
            },
            What::File(name) => Change::RenameFile(name),
            What::Folder(name) => Change::RenameFolder(name),
        };
        repairs.push(Repair {
            rule: draft.rule,
            title: draft.title,
            grade: draft.grade,
            change,
        });
    }
    repairs
}

/// All sure repairs one after the other, and the guesses when asked, until nothing is left of them.
/// The folder keeps its name.
pub fn repair_all(bytes: &[u8], place: Place<'_>, guesses: bool) -> Repaired {
    let wanted = |grade| grade == Grade::Sure || guesses && grade == Grade::Guess;
    let mut done = Repaired {
        bytes: bytes.to_vec(),
        edits: Edits::none(bytes),
        file: None,
        applied: Vec::new(),
        left: Vec::new(),
    };
    for _ in 0..MAX_ROUNDS {
        let mut drafts = done.look(place).drafts;
        drafts.retain(|draft| wanted(draft.grade));
        if !done.round(drafts) {
            break;
        }
    }
    let found = done.look(place);
    let drafts = found.drafts.into_iter().map(|draft| Left {
        rule: draft.rule,
        title: draft.title,
        reason: match draft.grade {
            Grade::Sure => Reason::Unclear,
            Grade::Guess => Reason::Guess,
            Grade::Choice => Reason::Choice,
        },
    });
    done.left = found.left.into_iter().chain(drafts).collect();
    done
}

impl Repaired {
    /// Something was put right.
    pub fn is_changed(&self) -> bool {
        !self.applied.is_empty()
    }

    fn look(&self, place: Place<'_>) -> Found {
        let file = self.file.as_deref().unwrap_or(place.file);
        Found::of(&self.bytes, Place { file, ..place })
    }

    /// Makes the drafts that do not get in each other's way; false when there is none.
    fn round(&mut self, drafts: Vec<Draft>) -> bool {
        let (mut list, mut taken, mut made) = (Vec::new(), BTreeMap::new(), Vec::new());
        for draft in drafts {
            match draft.what {
                What::Text(edits) if fits(&edits, &mut taken) => list.extend(edits),
                What::File(name) => self.file = Some(name),
                _ => continue,
            }
            made.push(Applied {
                rule: draft.rule,
                title: draft.title,
                grade: draft.grade,
            });
        }
        let step = Edits::new(&self.bytes, list);
        let next = step.and_then(|step| Ok((step.apply(&self.bytes)?, self.edits.then(&step)?)));
        let Ok((bytes, edits)) = next else {
            return false;
        };
        (self.bytes, self.edits) = (bytes, edits);
        let any = !made.is_empty();
        self.applied.append(&mut made);
        any
    }
}

/// No edit of these meets one that is taken; then they are taken too.
fn fits(edits: &[Edit], taken: &mut BTreeMap<usize, usize>) -> bool {
    let free = edits.iter().all(|edit| {
        let before = taken.range(..edit.range.start).next_back();
        let behind = taken.range(edit.range.start..).next();
        before.is_none_or(|(_, end)| *end <= edit.range.start)
            && behind.is_none_or(|(start, _)| edit.range.end <= *start)
    });
    if free {
        for edit in edits {
            let end = taken.entry(edit.range.start).or_default();
            *end = (*end).max(edit.range.end);
        }
    }
    free
}

/// A repair before its edits are bound to the bytes.
#[derive(Clone, Debug)]
struct Draft {
    rule: Rule,
    title: String,
    grade: Grade,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Text(Vec<Edit>),
    File(String),
    Folder(String),
}

impl Draft {
    fn new(rule: Rule, title: impl Into<String>, grade: Grade, what: What) -> Self {
        let title = title.into();
        Draft {
            rule,
            title,
            grade,
            what,
        }
    }

    fn sure(rule: Rule, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(rule, title, Grade::Sure, What::Text(edits))
    }

    /// Moves the edits so many bytes further on.
    fn shift(&mut self, by: usize) {
        if let What::Text(edits) = &mut self.what {
            let moved = std::mem::take(edits).into_iter();
            *edits = moved.map(|edit| edit.shifted(by)).collect();
        }
    }

    fn guess(rule: Rule, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(rule, title, Grade::Guess, What::Text(edits))
    }
}

/// What the stages look at.
struct Skill<'a> {
    document: &'a Document,
    place: Place<'a>,
    /// The line end that most lines have.
    eol: &'static str,
}

/// What the stages found.
#[derive(Default)]
struct Found {
    drafts: Vec<Draft>,
    left: Vec<Left>,
}

impl Found {
    fn of(bytes: &[u8], place: Place<'_>) -> Self {
        let document = Document::parse(bytes.to_vec());
        let skill = Skill {
            document: &document,
            place,
            eol: bytes::usual_line_end(document.line_ends()),
        };
        let mut found = Found::default();
        found.drafts.extend(name::file_case(place));
        found.text(&skill);
        found
    }

    fn leave(&mut self, rule: Rule, reason: Reason) {
        let title = String::new();
        self.left.push(Left {
            rule,
            title,
            reason,
        });
    }

    fn text(&mut self, skill: &Skill<'_>) {
        let document = skill.document;
        if bytes::is_binary(document) {
            return self.leave(Rule::NotUtf8, Reason::NotText);
        }
        if document.encoding() != Encoding::Utf8 || bytes::is_bare_utf16(document) {
            return match bytes::encoding(document) {
                Some(draft) => self.drafts.push(draft),
                None => self.leave(Rule::NotUtf8, Reason::NotText),
            };
        }
        if *document.fence() == Fence::Missing && check::is_link_as_text(&document.whole()) {
            return self.leave(Rule::LinkAsText, Reason::LinkAsText);
        }
        self.drafts.extend(bytes::marks(skill));
        self.structure(skill);
        self.drafts
            .extend(bytes::final_newline(skill, &self.drafts));
    }

    fn structure(&mut self, skill: &Skill<'_>) {
        let document = skill.document;
        let fence = fence::drafts(skill);
        let whole = *document.fence() != Fence::Missing;
        if !fence.is_empty() {
            self.drafts.extend(fence);
            return;
        }
        let Some(frontmatter) = Frontmatter::read(document) else {
            if whole {
                return self.leave(Rule::UnclosedFrontmatter, Reason::Unclear);
            }
            return match fill::frontmatter(skill) {
                Some(draft) => self.drafts.push(draft),
                None => self.leave(Rule::NoFrontmatter, Reason::NothingToGoBy),
            };
        };
        if frontmatter.complaint().is_some() || frontmatter.stricter_complaint().is_some() {
            let mends = mend::drafts(skill, &frontmatter);
            if mends.is_empty() && !frontmatter.source().contains('\0') {
                self.leave(Rule::Yaml, Reason::Unclear);
            }
            self.drafts.extend(mends);
            return;
        }
        self.drafts.extend(fence::blanks(skill));
        if !frontmatter.is_mapping() {
            let glued = mend::glued(skill, &frontmatter);
            return match glued.or_else(|| fill::mapping(skill, &frontmatter)) {
                Some(draft) => self.drafts.push(draft),
                None => self.leave(Rule::NotAMapping, Reason::Unclear),
            };
        }
        if frontmatter.root().is_some_and(|it| it.entries().is_empty()) {
            return match fill::mapping(skill, &frontmatter) {
                Some(draft) => self.drafts.push(draft),
                None => self.leave(Rule::MissingName, Reason::NothingToGoBy),
            };
        }
        fields::look(skill, &frontmatter, self);
        // What is missing may stand in the second one.
        if self
            .drafts
            .iter()
            .any(|it| it.rule == Rule::DoubleFrontmatter)
        {
            return;
        }
        name::look(skill, &frontmatter, self);
        fill::look(skill, &frontmatter, self);
    }
}
