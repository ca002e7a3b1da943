//! Repairs of YAML that does not parse: each entry that fails by itself is mended by itself.
//!
//! An entry is cut out by its lines, tried, and given the first way out after which it parses; the
//! entries around it are not touched. What fails inside a list or a map below a key is mended there.

use super::entry::{Block, Entry};
use super::lines::{Line, is_known};
use super::quote::{self, Way};
use super::scalar::needs_escape;
use super::{Draft, Grade, Skill, What};
use crate::patch::{Edit, Edits};
use crate::skill::frontmatter::{Frontmatter, MAX_BYTES};
use crate::skill::rule::Rule;

/// Levels of lists and maps below the top.
const MAX_DEPTH: usize = 8;

/// Entries mended in one go; the next round mends more.
const MAX_MENDS: usize = 1000;

/// What is put right whatever else is wrong.
const STEPS: [fn(&Entry<'_>) -> Option<Way>; 5] = [
    quote::tabs,
    quote::colon,
    quote::surrogates,
    quote::wrapped,
    quote::level_list,
];

/// What makes the frontmatter parse, as far as it can be told.
pub fn drafts(skill: &Skill<'_>, frontmatter: &Frontmatter) -> Vec<Draft> {
    let source = frontmatter.source();
    // Nobody writes keys as `? key` by mistake.
    let is_explicit = |line: Line<'_>| line.text.starts_with("? ");
    if source.len() > MAX_BYTES || super::lines::lines(source).any(is_explicit) {
        return Vec::new();
    }
    let block = Block::of(source);
    let mut drafts: Vec<Draft> = conflict(source).into_iter().collect();
    if drafts.is_empty() {
        drafts.extend(before(&block));
        let broken = block.entries.iter().filter_map(|range| {
            let entry = Entry::of(source.get(range.clone())?)?;
            (!entry.is_sound() && !is_alias(&entry, source)).then_some((range.start, entry))
        });
        for (start, entry) in broken.take(MAX_MENDS) {
            if let Some(mut draft) = unindent(&entry).or_else(|| mend(&entry, skill.eol, 0)) {
                draft.shift(start);
                drafts.push(draft);
            }
        }
    }
    if drafts.is_empty() {
        drafts.extend(controls(source));
    }
    let start = skill.document.frontmatter_range().start;
    drafts.iter_mut().for_each(|draft| draft.shift(start));
    drafts
}

/// Usual keys whose values touch their colons, all of them: YAML takes the whole for one text.
pub fn glued(skill: &Skill<'_>, frontmatter: &Frontmatter) -> Option<Draft> {
    let source = frontmatter.source();
    let block = Block::of(source);
    let says_nothing = |line: &Line<'_>| line.is_blank() || line.is_comment();
    if source.len() > MAX_BYTES || !block.before.iter().all(says_nothing) {
        return None;
    }
    let mut edits = Vec::new();
    for range in block.entries.iter().take(MAX_MENDS) {
        let entry = Entry::of(source.get(range.clone())?)?;
        if !entry.rest.iter().all(says_nothing) {
            return None;
        }
        let way = quote::colon(&entry).into_iter();
        let way = way.flat_map(|way| way.edits);
        edits.extend(way.map(|edit| edit.shifted(range.start)));
    }
    let title = "Put one blank between keys and values";
    let is_same = edits.is_empty();
    let mut draft = Draft::sure(Rule::NotAMapping, title, edits);
    draft.shift(skill.document.frontmatter_range().start);
    (!is_same).then_some(draft)
}

/// `*x` where another entry has `&x`.
fn is_alias(entry: &Entry<'_>, source: &str) -> bool {
    let alias = entry.first().strip_prefix('*');
    alias.is_some_and(|name| !name.is_empty() && source.contains(&format!("&{name}")))
}

/// The marks of a merge that was never finished: both sides stay.
fn conflict(source: &str) -> Option<Draft> {
    let marks = |line: &Line<'_>| {
        let text = line.text.trim_end();
        ["<<<<<<< ", ">>>>>>> ", "||||||| "]
            .iter()
            .any(|mark| text.starts_with(mark))
            || ["<<<<<<<", "=======", ">>>>>>>"].contains(&text)
    };
    let found = super::lines::lines(source).filter(marks);
    let edits: Vec<Edit> = found
        .map(|line| Edit::delete(line.start..line.next))
        .collect();
    let title = "Remove the marks of a merge conflict and keep both sides";
    (!edits.is_empty()).then(|| Draft::guess(Rule::Yaml, title, edits))
}

/// Lines before the first entry: a key that is indented by mistake, or a stray text.
fn before(block: &Block<'_>) -> Vec<Draft> {
    if block.entries.is_empty() {
        return Vec::new();
    }
    let content = block
        .before
        .iter()
        .filter(|it| !it.is_blank() && !it.is_comment());
    content
        .filter_map(|line| {
            let start = line.start;
            if let Some(key) = line.key() {
                let blanks = line.indent().checked_sub(block.indent)?;
                let edits = vec![Edit::delete(start..start + blanks)];
                let title = format!("Move `{}` to the column of the other keys", key.name);
                return Some(Draft::sure(Rule::Yaml, title, edits));
            }
            let is_other = line.is_item() || line.text.trim_start().starts_with(['{', '[', '%']);
            let edits = vec![Edit::insert(start, "# ")];
            let title = "Turn the text before the fields into a comment";
            (!is_other).then(|| Draft::guess(Rule::Yaml, title, edits))
        })
        .collect()
}

/// Usual keys that stand, indented by mistake, below an entry that has its value already.
fn unindent(entry: &Entry<'_>) -> Option<Draft> {
    let opened = entry.first().starts_with(['|', '>', '"', '\'', '[', '{']);
    let inner = entry.inner_indent()?;
    let is_stray = |line: &&Line<'_>| {
        let known = line.key().is_some_and(|key| is_known(key.name));
        let indent = line.indent();
        known && indent > entry.indent && (!entry.first().is_empty() || indent < inner)
    };
    let stray: Vec<&Line<'_>> = entry.rest.iter().filter(is_stray).collect();
    let before = entry.text.get(..stray.first()?.start)?;
    if opened || !Entry::of(before)?.is_sound() {
        return None;
    }
    let edits = stray
        .iter()
        .map(|line| Edit::delete(line.start + entry.indent..line.start + line.indent()));
    let name = stray.first()?.key()?.name;
    let title = format!("Move `{name}` to the column of the other keys");
    Some(Draft::sure(Rule::Yaml, title, edits.collect()))
}

/// The first way after which the entry parses; its offsets are the entry's.
fn mend(entry: &Entry<'_>, eol: &str, depth: usize) -> Option<Draft> {
    let mut text = entry.text.to_owned();
    let mut edits = Edits::none(text.as_bytes());
    let mut titles = Vec::new();
    for step in STEPS {
        let Some(way) = Entry::of(&text).and_then(|entry| step(&entry)) else {
            continue;
        };
        let (next, done) = apply(&text, &edits, way.edits)?;
        (text, edits) = (next, done);
        titles.push(way.title);
        if Entry::of(&text)?.is_sound() {
            let only_pairs = titles.as_slice() == [quote::SURROGATES];
            let rule = if only_pairs {
                Rule::SurrogateEscape
            } else {
                Rule::Yaml
            };
            return Some(titled(rule, entry, &titles, Grade::Sure, edits));
        }
    }
    let stepped = Entry::of(&text)?;
    if let Some((title, grade, done)) = way_out(&stepped, eol, depth) {
        titles.push(title);
        let edits = edits.then(&done).ok()?;
        return Some(titled(Rule::Yaml, entry, &titles, grade, edits));
    }
    // The steps may have led astray. What stands below was tried with them.
    let (title, grade, edits) = match titles.is_empty() {
        true => return None,
        false => way_out(entry, eol, MAX_DEPTH)?,
    };
    Some(titled(Rule::Yaml, entry, &[title], grade, edits))
}

/// A way out that works, what is broken below the key first.
fn way_out(entry: &Entry<'_>, eol: &str, depth: usize) -> Option<(&'static str, Grade, Edits)> {
    if let Some((grade, edits)) = below(entry, eol, depth) {
        return Some(("mend what stands below it", grade, edits));
    }
    quote::ways(entry, eol).into_iter().find_map(|way| {
        let Way {
            title,
            grade,
            edits,
            value,
        } = way;
        let none = Edits::none(entry.text.as_bytes());
        let (text, edits) = apply(entry.text, &none, edits)?;
        let read = Entry::of(&text)?.read()?;
        let same = value.is_none_or(|wanted| {
            let words = read.scalar().unwrap_or_default().split_whitespace();
            words.eq(wanted.split_whitespace())
        });
        same.then_some((title, grade, edits))
    })
}

/// The entries of a list or a map below a key, or of the map that an item is.
fn below(entry: &Entry<'_>, eol: &str, depth: usize) -> Option<(Grade, Edits)> {
    if depth == MAX_DEPTH {
        return None;
    }
    // The dash of an item counts as indent; offsets stay what they are.
    let (start, inner) = match entry.key {
        Some(_) if !entry.first().is_empty() => return None,
        Some(_) => {
            let start = entry.rest.first()?.start;
            (start, entry.text.get(start..)?.to_owned())
        }
        None => {
            super::lines::Key::of(entry.text, entry.value.start)?;
            let mut inner = " ".repeat(entry.behind);
            inner.push_str(entry.text.get(entry.behind..)?);
            (0, inner)
        }
    };
    let mut grade = Grade::Sure;
    let mut list = Vec::new();
    for range in Block::of(&inner).entries {
        let Some(below) = Entry::of(inner.get(range.clone())?).filter(|it| !it.is_sound()) else {
            continue;
        };
        let mut draft = mend(&below, eol, depth + 1)?;
        draft.shift(start + range.start);
        grade = grade.max(draft.grade);
        if let What::Text(edits) = draft.what {
            list.extend(edits);
        }
    }
    let none = Edits::none(entry.text.as_bytes());
    let (text, edits) = apply(entry.text, &none, list).filter(|(_, it)| !it.is_empty())?;
    Entry::of(&text)?.is_sound().then_some((grade, edits))
}

fn apply(text: &str, before: &Edits, edits: Vec<Edit>) -> Option<(String, Edits)> {
    let step = Edits::new(text.as_bytes(), edits).ok()?;
    let next = String::from_utf8(step.apply(text.as_bytes()).ok()?).ok()?;
    Some((next, before.then(&step).ok()?))
}

fn titled(rule: Rule, entry: &Entry<'_>, titles: &[&str], grade: Grade, edits: Edits) -> Draft {
    let subject = match entry.key {
        Some(key) => format!("`{key}`"),
        None => "list item".to_owned(),
    };
    let title = format!("{subject}: {}", titles.join(", "));
    Draft::new(rule, title, grade, What::Text(edits.list().to_vec()))
}

/// Control characters where they cannot be escaped.
fn controls(source: &str) -> Option<Draft> {
    let is_odd = |c: char| needs_escape(c) && !matches!(c, '\0' | '\t' | '\n' | '\r');
    let found = source.char_indices().filter(|(_, c)| is_odd(*c));
    let edits: Vec<Edit> = found
        .map(|(at, c)| Edit::delete(at..at + c.len_utf8()))
        .collect();
    let title = "Remove the control characters that YAML refuses";
    (!edits.is_empty()).then(|| Draft::guess(Rule::Yaml, title, edits))
}
