//! One skill against a query: whether it is a hit, on which lines, and how good a hit.
//!
//! **Rank.** Each word of the query counts by the best place it stands in: the whole name (or the
//! folder's), a part of it, the description, a heading, anything else. The places of all words are
//! added up; more is better. Among equals more occurrences come first, then the key decides.
//!
//! A word has to stand in one line, a phrase too. A heading is a line that begins with `#`, outside
//! of code blocks. Not here: reading files (`scan`), the order of several hits (`results`).

use std::ops::Range;

use super::query::{Query, Scope, Term, merged};
use crate::skill::Document;
use crate::store::catalog::{Skill, SkillId};
use crate::text::fold::Folded;

/// Lines kept of one skill; more are counted.
pub const MAX_LINES: usize = 8;

/// Bytes kept of one line.
const MAX_LINE: usize = 320;

/// Bytes kept before the first match of a line that is cut.
const BEFORE: usize = 60;

const ELLIPSIS: &str = "…";

/// A skill that a query finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Which.
    pub id: SkillId,
    /// How good a hit it is.
    pub score: Score,
    /// It lies in the archive.
    pub archived: bool,
    /// A word stands in the name or the folder's name.
    pub in_name: bool,
    /// A word stands in the description.
    pub in_description: bool,
    /// The first matching lines of the file. None when only names were asked for, or as long as the
    /// file was not read.
    pub lines: Vec<LineMatch>,
    /// Matching lines that are not kept.
    pub more_lines: usize,
}

/// How good a hit is; the larger, the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    /// The sum of the places of all words.
    pub places: usize,
    /// How often they occur.
    pub count: usize,
}

/// A line with a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineMatch {
    /// Number in the file, from 1.
    pub line: usize,
    /// The line as it is in the file, not made safe; a long one is cut around its first match, with
    /// `…` where something is missing.
    pub text: String,
    /// What matches: bytes of `text`, in order, apart. A match that was cut off is not among them.
    pub ranges: Vec<Range<usize>>,
}

/// Where a word stands, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Line,
    Heading,
    Description,
    Name,
    WholeName,
}

/// Looks at a skill without its file. `None` when it is no hit, and when only the file can tell.
pub fn in_summary(query: &Query, skill: &Skill) -> Option<Hit> {
    let undecided = |term: &Term| term.scope == Scope::Anywhere;
    if query.excluded.iter().any(undecided) {
        return None;
    }
    Search::new(query, skill).hit(None)
}

/// Looks at a skill and its file; `None` when it is no hit.
pub fn in_file(query: &Query, skill: &Skill, file: Vec<u8>) -> Option<Hit> {
    Search::new(query, skill).hit(Some(&Document::parse(file)))
}

/// A query and the skill it is put to.
struct Search<'a> {
    query: &'a Query,
    skill: &'a Skill,
    description: String,
}

impl<'a> Search<'a> {
    fn new(query: &'a Query, skill: &'a Skill) -> Self {
        Search {
            query,
            skill,
            description: skill.line_description(),
        }
    }

    fn hit(&self, document: Option<&Document>) -> Option<Hit> {
        let Search { query, skill, .. } = self;
        if !query.admits(&skill.id.library) {
            return None;
        }
        let names = [skill.shown_name(), &skill.folder].map(|name| query.prepare(name));
        let description = query.prepare(&self.description);
        let text = document.map(Document::whole).unwrap_or_default();
        let file = query.prepare(&text);
        let banned = |term: &Term| {
            let is_in = |hay: &Folded<'_>| hay.text.contains(&term.needle);
            let anywhere = || is_in(&description) || is_in(&file);
            names.iter().any(is_in) || (term.scope == Scope::Anywhere && anywhere())
        };
        if query.excluded.iter().any(banned) {
            return None;
        }
        let mut found = Vec::with_capacity(query.wanted.len());
        for term in &query.wanted {
            found.push(Found::look(term, &names, &description, &file)?);
        }
        let lines = document.map(|document| lines(document, &text, &mut found));
        let (lines, more_lines) = lines.unwrap_or_default();
        let score = Score {
            places: found.iter().map(|it| it.best as usize).sum(),
            count: found.iter().map(|it| it.count).sum(),
        };
        Some(Hit {
            id: skill.id.clone(),
            score,
            archived: skill.archived,
            in_name: found.iter().any(|it| it.in_name),
            in_description: found.iter().any(|it| it.in_description),
            lines,
            more_lines,
        })
    }
}

/// What was found of one term.
struct Found {
    best: Place,
    in_name: bool,
    in_description: bool,
    count: usize,
    /// In the file's text.
    places: Vec<Range<usize>>,
}

impl Found {
    /// Looks for a term; `None` when it is not there.
    fn look(
        term: &Term,
        names: &[Folded<'_>],
        description: &Folded<'_>,
        file: &Folded<'_>,
    ) -> Option<Self> {
        let everywhere = term.scope == Scope::Anywhere;
        let named = names.iter().map(|name| term.places(name).len()).max();
        let named = named.unwrap_or(0);
        let described = match everywhere {
            true => term.places(description).len(),
            false => 0,
        };
        let places = match everywhere {
            true => term.places(file),
            false => Vec::new(),
        };
        let best = if names.iter().any(|name| name.text == term.needle) {
            Place::WholeName
        } else if named > 0 {
            Place::Name
        } else if described > 0 {
            Place::Description
        } else if !places.is_empty() {
            Place::Line
        } else {
            return None;
        };
        Some(Found {
            best,
            in_name: named > 0,
            in_description: described > 0,
            // The file holds name and description too.
            count: places.len().max(named + described),
            places,
        })
    }
}

/// The matching lines, the first few kept and the others counted. Words in a heading are marked so.
fn lines(document: &Document, text: &str, found: &mut [Found]) -> (Vec<LineMatch>, usize) {
    let mut places: Vec<(Range<usize>, usize)> = Vec::new();
    for (index, term) in found.iter_mut().enumerate() {
        let taken = std::mem::take(&mut term.places);
        places.extend(taken.into_iter().map(|place| (place, index)));
    }
    places.sort_by_key(|(place, _)| place.start);
    let mut places = places.into_iter().peekable();
    let body = document.position(document.body_range().start).line as usize;
    let mut code = Code::default();
    let (mut kept, mut more) = (Vec::new(), 0);
    for (index, line) in text_lines(text).enumerate() {
        if places.peek().is_none() {
            break;
        }
        let number = index + 1;
        let content = text.get(line.clone()).unwrap_or_default();
        let heading = number >= body && code.is_heading(content);
        let mut ranges = Vec::new();
        while let Some((place, term)) = places.next_if(|(place, _)| place.start < line.end) {
            ranges.push(place.start - line.start..place.end.min(line.end) - line.start);
            if let Some(term) = found.get_mut(term)
                && heading
            {
                term.best = term.best.max(Place::Heading);
            }
        }
        if ranges.is_empty() {
            continue;
        }
        if kept.len() == MAX_LINES {
            more += 1;
            continue;
        }
        let (text, ranges) = excerpt(content, &merged(ranges));
        kept.push(LineMatch {
            line: number,
            text,
            ranges,
        });
    }
    (kept, more)
}

/// The lines of a text without their ends, which are LF, CR LF or CR.
fn text_lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let rest = text.get(start..)?;
        let length = rest.find(['\n', '\r']);
        next = length.map(|length| {
            let ends_in_two = rest
                .get(length..)
                .is_some_and(|end| end.starts_with("\r\n"));
            start + length + if ends_in_two { 2 } else { 1 }
        });
        Some(start..start + length.unwrap_or(rest.len()))
    })
}

/// Whether a code block is open, line by line.
#[derive(Default)]
struct Code {
    /// The fence that opened it.
    fence: Option<(char, usize)>,
}

impl Code {
    /// Takes the next line of the body and tells whether it is a heading.
    fn is_heading(&mut self, line: &str) -> bool {
        let text = line.trim_start_matches(' ');
        if line.len() - text.len() > 3 {
            return false;
        }
        let run = |c: char| text.len() - text.trim_start_matches(c).len();
        let fence = ['`', '~'].map(|c| (c, run(c)));
        let fence = fence.into_iter().find(|(_, length)| *length >= 3);
        match (self.fence, fence) {
            (None, Some(_)) => self.fence = fence,
            (Some((open, length)), Some((c, longer)))
                if c == open
                    && longer >= length
                    && text.trim_start_matches(c).trim().is_empty() =>
            {
                self.fence = None;
            }
            _ => {}
        }
        let level = run('#');
        let behind = text.get(level..).unwrap_or_default();
        self.fence.is_none() && (1..=6).contains(&level) && behind.starts_with([' ', '\t'])
    }
}

/// A line as it is kept: whole, or what stands around its first match. The ranges are in order.
pub fn excerpt(line: &str, ranges: &[Range<usize>]) -> (String, Vec<Range<usize>>) {
    if line.len() <= MAX_LINE {
        return (line.to_owned(), ranges.to_vec());
    }
    let first = ranges.first().map_or(0, |range| range.start);
    let start = match first.saturating_sub(BEFORE) {
        // A little more is as short as the sign that it is missing.
        ..=8 => 0,
        start => line.floor_char_boundary(start),
    };
    let end = line.floor_char_boundary(start + MAX_LINE);
    let before = if start > 0 { ELLIPSIS } else { "" };
    let after = if end < line.len() { ELLIPSIS } else { "" };
    let kept = line.get(start..end).unwrap_or_default();
    let shifted = |range: &Range<usize>| {
        let moved = |at: usize| at.clamp(start, end) - start + before.len();
        let range = moved(range.start)..moved(range.end);
        (!range.is_empty()).then_some(range)
    };
    let ranges = ranges.iter().filter_map(shifted).collect();
    (format!("{before}{kept}{after}"), ranges)
}

#[cfg(test)]
mod tests;
