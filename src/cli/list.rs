//! `list` and `tree`.

use std::borrow::Cow;
use std::io::{self, Write};

use serde_json::json;

use super::args::{Filter, SortBy, StateFilter};
use super::json;
use super::output::Output;
use crate::skill::Severity;
use crate::store::catalog::{Catalog, Shelf, Skill};
use crate::store::usage::State;
use crate::text::{sanitize, width};
use crate::theme::Chrome;
use crate::viewer::facts;

/// Widest column of keys.
const MAX_KEY: usize = 44;

/// Prints the skills, a line each.
pub fn list(
    out: &mut Output,
    catalog: &Catalog,
    library: Option<&str>,
    filter: &Filter,
) -> io::Result<()> {
    let mut skills: Vec<&Skill> = catalog
        .skills()
        .filter(|skill| library.is_none_or(|library| *skill.id.library == *library))
        .filter(|skill| fits(skill, filter))
        .collect();
    sort(&mut skills, filter.sort);
    if out.json {
        let skills: Vec<_> = skills.iter().map(|skill| json::skill(skill)).collect();
        return out.document(&json::document(json!({"skills": skills})));
    }
    let several = catalog
        .shelves
        .iter()
        .filter(|it| !it.skills.is_empty())
        .count()
        > 1;
    let label = |skill: &Skill| {
        let id = if several && library.is_none() {
            skill.id.to_string()
        } else {
            skill.id.key.to_string()
        };
        sanitize::line(&id).into_owned()
    };
    let keys: Vec<String> = skills.iter().map(|skill| label(skill)).collect();
    let column = keys
        .iter()
        .map(|key| width::of(key))
        .max()
        .unwrap_or(0)
        .min(MAX_KEY);
    for (skill, key) in skills.iter().zip(&keys) {
        let (sign, part) = sign(skill);
        let badges = badges(skill).join(" ");
        let description = match skill.problems.split_first() {
            // Who asks for problems wants to read them.
            Some((first, rest)) if filter.problems => {
                let place = first
                    .position
                    .map(|at| format!("{}:{} ", at.line, at.column));
                let more = match rest.len() {
                    0 => String::new(),
                    more => format!(" (and {more} more)"),
                };
                let text = format!("{}{}{more}", place.unwrap_or_default(), first.message);
                sanitize::line(&text).into_owned()
            }
            _ => sanitize::line(&skill.line_description()).into_owned(),
        };
        let text = match badges.as_str() {
            "" => description,
            badges => format!("[{badges}] {description}"),
        };
        let key = match out.columns {
            Some(_) => width::pad(&width::clip_start(key, MAX_KEY), column),
            None => format!("{key:<column$}"),
        };
        let text = match out.columns {
            Some(columns) => width::clip(&text, columns.saturating_sub(column + 4)).into_owned(),
            None => text,
        };
        let line = format!("{} {key}  {text}", out.paint(part, sign));
        writeln!(out, "{}", line.trim_end())?;
    }
    if skills.is_empty() {
        super::report("no skill to list");
    }
    Ok(())
}

fn fits(skill: &Skill, filter: &Filter) -> bool {
    let state = match filter.state {
        None => true,
        Some(StateFilter::Active) => skill.state() == State::Active,
        Some(StateFilter::Stale) => skill.state() == State::Stale,
        Some(StateFilter::Archived) => skill.state() == State::Archived,
        Some(StateFilter::Pinned) => skill.usage.pinned,
    };
    state && (!filter.problems || !skill.problems.is_empty())
}

fn sort(skills: &mut [&Skill], by: SortBy) {
    match by {
        SortBy::Key => {}
        SortBy::Name => skills.sort_by(|a, b| a.shown_name().cmp(b.shown_name())),
        SortBy::Uses => skills.sort_by_key(|it| std::cmp::Reverse(it.usage.uses)),
        SortBy::Used => skills.sort_by_key(|it| std::cmp::Reverse(it.usage.last_used)),
    }
}

/// The sign before a skill: how well it is.
pub fn sign(skill: &Skill) -> (&'static str, Chrome) {
    match skill.worst() {
        Some(Severity::Error) => ("✗", Chrome::Error),
        Some(Severity::Warning) => ("!", Chrome::Warning),
        _ => ("·", Chrome::Dim),
    }
}

/// Words for what is special about a skill.
fn badges(skill: &Skill) -> Vec<Cow<'static, str>> {
    let mut badges = Vec::new();
    let mut add = |yes: bool, word: &'static str| {
        if yes {
            badges.push(Cow::Borrowed(word));
        }
    };
    add(skill.usage.pinned, "pinned");
    add(skill.state() == State::Stale, "stale");
    add(skill.archived, "archived");
    add(skill.shadow.is_some(), "shadowed");
    add(skill.hidden.is_some() && !skill.is_off(), "hidden");
    add(skill.nested_in.is_some(), "nested");
    add(
        skill.through_link.is_some() || skill.file_link.is_some(),
        "link",
    );
    badges.extend(skill.off_badge());
    badges
}

/// Prints the libraries with their categories and skills.
pub fn tree(out: &mut Output, catalog: &Catalog, library: Option<&str>) -> io::Result<()> {
    let shelves = catalog
        .shelves
        .iter()
        .filter(|shelf| library.is_none_or(|id| shelf.library.id == id));
    if out.json {
        let trees: Vec<_> = shelves
            .map(|shelf| {
                let skills: Vec<_> = shelf.skills.iter().map(json::skill).collect();
                let mut tree = json::library(shelf);
                if let Some(tree) = tree.as_object_mut() {
                    tree.insert("categories".to_owned(), json!(shelf.categories));
                    tree.insert("skills".to_owned(), json!(skills));
                }
                tree
            })
            .collect();
        return out.document(&json::document(json!({"libraries": trees})));
    }
    for shelf in shelves {
        print_shelf(out, shelf)?;
    }
    Ok(())
}

fn print_shelf(out: &mut Output, shelf: &Shelf) -> io::Result<()> {
    let path = sanitize::line(&shelf.library.root.to_string_lossy()).into_owned();
    let title = out.paint(Chrome::Library, &sanitize::line(&shelf.library.id));
    let count = facts::count(shelf.skills.len() as u64, "skill");
    writeln!(out, "{title}  {count}  {}", out.paint(Chrome::Dim, &path))?;
    let mut shown: Vec<&str> = Vec::new();
    for skill in &shelf.skills {
        let parts: Vec<&str> = skill.id.key.split('/').collect();
        let Some((name, above)) = parts.split_last() else {
            continue;
        };
        let same = shown.iter().zip(above).take_while(|(a, b)| a == b).count();
        for (depth, part) in above.iter().enumerate().skip(same) {
            let indent = "  ".repeat(depth + 1);
            let key = above.get(..=depth).unwrap_or_default().join("/");
            let part = out.paint(Chrome::Category, &sanitize::line(part));
            let blurb = match shelf.categories.get(&key) {
                Some(text) => format!("  {}", out.paint(Chrome::Dim, &sanitize::line(text))),
                None => String::new(),
            };
            writeln!(out, "{indent}{part}/{blurb}")?;
        }
        shown = above.to_vec();
        let (mark, part) = sign(skill);
        let shown_name = skill.shown_name();
        let alias = if shown_name == *name {
            String::new()
        } else {
            format!(" ({})", sanitize::line(shown_name))
        };
        let badges = match badges(skill).join(" ") {
            text if text.is_empty() => text,
            text => format!("  [{text}]"),
        };
        let indent = "  ".repeat(above.len() + 1);
        let name = sanitize::line(name);
        let mark = out.paint(part, mark);
        writeln!(out, "{indent}{mark} {name}{alias}{badges}")?;
    }
    for fault in &shelf.faults {
        let path = fault
            .path
            .strip_prefix(&shelf.library.root)
            .unwrap_or(&fault.path);
        let text = format!("{}: {}", path.display(), fault.message);
        writeln!(
            out,
            "  {}",
            out.paint(Chrome::Warning, &sanitize::line(&text))
        )?;
    }
    Ok(())
}
