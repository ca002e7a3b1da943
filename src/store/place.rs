//! Problems that follow from where a skill lies: its file's spelling, its folder's name, links and
//! depth, what Hermes makes of it there, and the skills around it. What follows from the bytes alone is in
//! `skill::summary`.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::catalog::Shelf;
use super::discover::Found;
use super::library::LibraryKind;
use crate::skill::check::normalized;
use crate::skill::hermes::listed_name;
use crate::skill::{Position, Problem, Profile, Readers, Rule, Summary};

/// How many folders below their root agents look.
const DEPTHS: [(Profile, usize); 3] = [
    (Profile::ClaudeCode, 1),
    (Profile::Gemini, 1),
    (Profile::Codex, 6),
];

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
    // Agents that follow a link see the skill under the link's name.
    let called = match found.through_link {
        Some(_) => found.key.rsplit('/').next().unwrap_or(folder),
        None => folder,
    };
    if let Some(name) = &summary.name
        && normalized(name) != normalized(called)
        && !archived
    {
        let problem = Problem::new(
            Rule::NameFolder,
            format!("the name is {name}, the folder is {called}"),
            "give both the same name",
        );
        problems.push(placed(problem, summary.name_at));
    }
    if !archived {
        about_links(found, problems);
    }
}

/// Links that agents treat differently.
fn about_links(found: &Found, problems: &mut Vec<Problem>) {
    if let Some(target) = &found.entry.link {
        problems.push(Problem::new(
            Rule::LinkedFile,
            format!("the file is a link to {}", target.display()),
            "link the folder, or copy the file: Codex does not follow a linked file",
        ));
    }
    if let Some(link) = &found.through_link {
        problems.push(Problem::new(
            Rule::LinkedFolder,
            format!("it is reached through the link {link}"),
            "copy the folder, if an agent does not see the skill",
        ));
    }
    if let Some(alias) = found.aliases.first() {
        let more = match found.aliases.len() {
            1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        problems.push(Problem::new(
            Rule::LinkedTwice,
            format!("it is also reached at {alias}{more}"),
            "remove the links that are not needed",
        ));
    }
    if let Some(outer) = &found.nested_in {
        problems.push(Problem::new(
            Rule::NestedSkill,
            format!("it lies inside of the skill {outer}"),
            "move it beside that one",
        ));
    }
}

/// Skills that lie where the agent of a library does not look. Of a folder that is nobody's own
/// nothing is known.
pub(super) fn about_depth(found: &Found, kind: LibraryKind, problems: &mut Vec<Problem>) {
    let is_own = matches!(
        kind,
        LibraryKind::ClaudeCode | LibraryKind::Codex | LibraryKind::Gemini | LibraryKind::Agents
    );
    if !is_own || found.key == "." {
        return;
    }
    let parts = found.key.split('/');
    let depth = parts.clone().count();
    let blind = DEPTHS.iter().filter(|(_, most)| depth > *most);
    let blind: Readers = blind.map(|(profile, _)| *profile).collect();
    if !blind.and(kind.readers()).is_empty() {
        let message = format!(
            "it lies {depth} folders deep: {} does not look there",
            blind.and(kind.readers()).words()
        );
        let problem = Problem::new(Rule::TooDeep, message, "move it up");
        problems.push(problem.only(blind));
    }
    if let Some(part) = parts.clone().find(|part| part.starts_with('.')) {
        problems.push(Problem::new(
            Rule::HiddenFolder,
            format!("Codex passes over {part}: its name begins with a dot"),
            "rename the folder",
        ));
    }
}

fn placed(problem: Problem, at: Option<Position>) -> Problem {
    match at {
        Some(at) => problem.at(at),
        None => problem,
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
        let problem = Problem::new(
            Rule::HermesName,
            format!("Hermes lists it as {listed}"),
            "write `name:` within the first 4000 characters, 64 characters at most",
        );
        problems.push(placed(problem, summary.name_at));
    }
    if hidden.is_none() {
        problems.extend(about_description(summary));
    }
    if let Some(field) = &hermes.date_in {
        let whole = match &**field {
            "description" if hidden.is_none() => "; its whole list fails with it",
            _ => "",
        };
        let problem = Problem::new(
            Rule::HermesFails,
            format!("Hermes fails to open it: a date stands in `{field}`{whole}"),
            "put the date in quotes",
        );
        problems.push(placed(problem, summary.date_at));
    }
    if let Some(name) = &hermes.usage_name
        && name != shown
    {
        let problem = Problem::new(
            Rule::UsageName,
            format!("Hermes keeps pins and counters under {name}"),
            "let the first line that starts with `name:` be the skill's name, without comment",
        );
        problems.push(placed(problem, summary.name_at));
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

/// What Hermes lists in place of a description that is written as it should be. That it cuts a long
/// one is told with its length.
fn about_description(summary: &Summary) -> Option<Problem> {
    let written = summary.description.as_deref()?;
    let listed = &summary.hermes.description;
    let told = [
        Rule::NotAText,
        Rule::DescriptionLength,
        Rule::MissingDescription,
    ];
    let known = summary.lenient || summary.problems.iter().any(|it| told.contains(&it.rule));
    if known || written == listed.trim() {
        return None;
    }
    let problem = Problem::new(
        Rule::HermesDescription,
        format!("Hermes lists the description as {listed:?}"),
        "close the frontmatter within the first 4000 characters, with a line end behind the last \
         `---`",
    );
    Some(placed(problem, summary.description_at))
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
