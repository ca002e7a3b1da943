//! Problems that follow from where a skill lies: its file's spelling, its folder's name, what Hermes
//! makes of it there, and the skills around it. What follows from the bytes alone is in
//! `skill::summary`.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::catalog::Shelf;
use super::discover::Found;
use crate::skill::hermes::listed_name;
use crate::skill::{Problem, Rule, Summary};

pub(super) fn about_place(
    summary: &Summary,
    folder: &str,
    found: &Found,
    archived: bool,
    problems: &mut Vec<Problem>,
) {
    let entry = &found.entry;
    let file = entry.path.file_name().unwrap_or_default().to_string_lossy();
    if !entry.exact {
        problems.push(Problem::new(
            Rule::FileCase,
            format!("the file is spelt {file}: most agents do not find it"),
            "rename it to SKILL.md",
        ));
    }
    if let Some(other) = entry.others.first() {
        problems.push(Problem::new(
            Rule::TwoEntryFiles,
            format!("{other} lies beside {file}; on some file systems they are one file"),
            "keep one of them",
        ));
    }
    if let Some(name) = &summary.name
        && name != folder
        && !archived
    {
        problems.push(Problem::new(
            Rule::NameFolder,
            format!("the name is {name}, the folder is {folder}"),
            "give both the same name",
        ));
    }
}

pub(super) fn about_hermes(
    summary: &Summary,
    folder: &str,
    found: &Found,
    hidden: Option<&str>,
    problems: &mut Vec<Problem>,
) {
    let hermes = &summary.hermes;
    if let Some(reason) = hidden
        && found.entry.exact
        && summary.lines > 0
    {
        problems.push(Problem::new(
            Rule::HermesHides,
            format!("Hermes does not list it: {reason}"),
            "change what the reason names, if it should be listed",
        ));
    }
    let shown = summary.name.as_deref().unwrap_or(folder);
    let listed = listed_name(hermes, folder);
    if hidden.is_none() && shown != listed {
        problems.push(Problem::new(
            Rule::HermesName,
            format!("Hermes lists it as {listed}"),
            "write `name:` within the first 4000 characters, 64 characters at most",
        ));
    }
    if hidden.is_none() {
        problems.extend(about_description(summary));
    }
    if let Some(field) = &hermes.date_in {
        let whole = match &**field {
            "description" if hidden.is_none() => "; its whole list fails with it",
            _ => "",
        };
        problems.push(Problem::new(
            Rule::HermesFails,
            format!("Hermes fails to open it: a date stands in `{field}`{whole}"),
            "put the date in quotes",
        ));
    }
    if let Some(name) = &hermes.usage_name
        && name != shown
    {
        problems.push(Problem::new(
            Rule::UsageName,
            format!("Hermes keeps pins and counters under {name}"),
            "let the first line that starts with `name:` be the skill's name, without comment",
        ));
    }
    let backup = found.key.split('/').any(|part| {
        part.ends_with(".bak") || part == ".restore-backups" || part == ".curator_backups"
    });
    if backup {
        problems.push(Problem::new(
            Rule::BackupListed,
            "a backup copy that Hermes lists as a live skill",
            "move it out of the library when it is no longer needed",
        ));
    }
}

/// What Hermes lists in place of a description that is written as it should be.
fn about_description(summary: &Summary) -> Option<Problem> {
    let written = summary.description.as_deref()?;
    let listed = &summary.hermes.description;
    let known = summary.lenient || summary.problems.iter().any(|it| it.rule == Rule::NotAText);
    if known || written == listed.trim() {
        return None;
    }
    let (message, remedy) = match listed.strip_suffix("...") {
        Some(kept) if written.starts_with(kept) => (
            "Hermes lists only the first 1021 characters of the description".to_owned(),
            "make it shorter: 1024 characters at most",
        ),
        _ => (
            format!("Hermes lists the description as {listed:?}"),
            "close the frontmatter within the first 4000 characters, with a line end behind the \
             last `---`",
        ),
    };
    Some(Problem::new(Rule::HermesDescription, message, remedy))
}

/// Marks skills that write into one usage record, and finds records without a skill.
pub(super) fn mark_shared(shelf: &mut Shelf) {
    let mut owners: HashMap<&str, usize> = HashMap::new();
    for skill in &shelf.skills {
        for record in &skill.records {
            *owners.entry(record).or_default() += 1;
        }
    }
    shelf.orphans = shelf
        .usage
        .records
        .keys()
        .filter(|name| !owners.contains_key(name.as_str()))
        .cloned()
        .collect();
    let shared: BTreeSet<String> = owners
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(name, _)| name.to_owned())
        .collect();
    for skill in &mut shelf.skills {
        let Some(record) = skill.records.iter().find(|it| shared.contains(*it)) else {
            continue;
        };
        skill.problems.push(Problem::new(
            Rule::SharedRecord,
            format!("another skill writes into the usage record {record} too"),
            "give the skills different names: a pin of one is a pin of both",
        ));
        skill.shared_record = true;
    }
}

/// Marks live skills of one name in a library.
pub(super) fn mark_duplicates(shelf: &mut Shelf) {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, skill) in shelf.skills.iter().enumerate() {
        if !skill.archived {
            by_name.entry(skill.shown_name()).or_default().push(at);
        }
    }
    let several = by_name.into_iter().filter(|(_, places)| places.len() > 1);
    let several: Vec<(String, Vec<usize>)> = several
        .map(|(name, places)| (name.to_owned(), places))
        .collect();
    for (name, places) in several {
        let keys: Vec<Arc<str>> = places
            .iter()
            .filter_map(|at| shelf.skills.get(*at))
            .map(|skill| Arc::clone(&skill.id.key))
            .collect();
        for at in places {
            let Some(skill) = shelf.skills.get_mut(at) else {
                continue;
            };
            let other = keys.iter().find(|key| **key != skill.id.key);
            let more = match keys.len() {
                2 => String::new(),
                count => format!(" and {} more", count - 2),
            };
            let other = other.map(|key| key.to_string()).unwrap_or_default();
            skill.problems.push(Problem::new(
                Rule::DuplicateName,
                format!("{other}{more} has the name {name} too"),
                "rename one of them",
            ));
        }
    }
}
