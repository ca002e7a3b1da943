//! The one resolver: from what a person or agent types to a skill, or a refusal that helps.
//!
//! Levels in order: key, folder name, frontmatter name, `plugin:skill`. The first level that hits
//! decides; several hits on it are refused with the list. `LIBRARY//KEY` addresses one exactly.
//! A key may be written as a path: `./a/b/`, `a/b/SKILL.md`.

use super::catalog::{Catalog, Skill};
use crate::text::near;

/// Why a name leads to no single skill.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    /// Several skills answer to it.
    #[error("{name:?} is ambiguous:{}\nname one of them exactly", listed(.candidates))]
    Ambiguous {
        /// What was typed.
        name: String,
        /// Exact names of those that answer.
        candidates: Vec<String>,
    },
    /// No skill answers to it.
    #[error("no skill {name:?}{}", suggest(.near))]
    Unknown {
        /// What was typed.
        name: String,
        /// Exact names of skills with names like it.
        near: Vec<String>,
    },
    /// The library does not exist.
    #[error("no library {name:?}; there are: {}", .libraries.join(", "))]
    UnknownLibrary {
        /// What was typed.
        name: String,
        /// The ids there are.
        libraries: Vec<String>,
    },
}

fn listed(candidates: &[String]) -> String {
    candidates.iter().map(|it| format!("\n  {it}")).collect()
}

fn suggest(names: &[String]) -> String {
    if names.is_empty() {
        return "; `skilldeck list` shows all".to_owned();
    }
    format!("; did you mean:{}", listed(names))
}

/// How many near names are suggested.
const MAX_NEAR: usize = 5;

/// Finds the skill that a name means, in one library when it is given.
pub fn resolve<'a>(
    catalog: &'a Catalog,
    name: &str,
    library: Option<&str>,
) -> Result<&'a Skill, ResolveError> {
    let (library, name) = match name.split_once("//") {
        Some((library, key)) => (Some(library), key),
        None => (library, name),
    };
    if let Some(library) = library
        && !catalog.shelves.iter().any(|it| it.library.id == library)
    {
        return Err(ResolveError::UnknownLibrary {
            name: library.to_owned(),
            libraries: catalog
                .shelves
                .iter()
                .map(|it| it.library.id.clone())
                .collect(),
        });
    }
    let within: Vec<&Skill> = catalog
        .skills()
        .filter(|skill| library.is_none_or(|library| *skill.id.library == *library))
        .collect();
    let name = name.trim();
    let key = key_of(name);
    // An empty name is a script's unset variable, whatever some skill calls itself.
    let levels = if name.is_empty() {
        &[][..]
    } else {
        &LEVELS[..]
    };
    // A skill that was put away answers only when no live one does.
    for archived in [false, true] {
        for level in levels {
            let hits: Vec<&Skill> = within
                .iter()
                .copied()
                .filter(|skill| skill.archived == archived && level(skill, name, &key))
                .collect();
            match hits.as_slice() {
                [] => {}
                [skill] => return Ok(skill),
                many => {
                    return Err(ResolveError::Ambiguous {
                        name: name.to_owned(),
                        candidates: many.iter().map(|skill| skill.id.to_string()).collect(),
                    });
                }
            }
        }
    }
    Err(ResolveError::Unknown {
        name: name.to_owned(),
        near: near_names(&within, name),
    })
}

/// Whether a skill answers to a name, which as a path is this key.
type Level = fn(&Skill, &str, &str) -> bool;

const LEVELS: [Level; 4] = [
    |skill, _, key| has_key(skill, key),
    |skill, name, _| skill.folder == name,
    |skill, name, _| {
        // Where Hermes reads another name than we do, both are the frontmatter's.
        let hermes = &skill.summary.hermes.name;
        skill.summary.name.as_deref() == Some(name) || hermes.as_deref() == Some(name)
    },
    |skill, name, _| {
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let qualified = name.split_once(':').filter(|(plugin, _)| {
            // As Hermes has it: nothing else is a namespace.
            !plugin.is_empty() && plugin.chars().all(word)
        });
        qualified.is_some_and(|(plugin, bare)| has_key(skill, &format!("{plugin}/{bare}")))
    },
];

fn has_key(skill: &Skill, key: &str) -> bool {
    *skill.id.key == *key || skill.aliases.iter().any(|alias| alias == key)
}

/// The key that a path inside a library names: without `.`, doubled slashes and the entry file. A
/// path that is absolute or climbs stays what it is, and names nothing.
fn key_of(name: &str) -> String {
    if name.starts_with('/') {
        return name.to_owned();
    }
    let mut parts: Vec<&str> = name
        .split('/')
        .filter(|part| !matches!(*part, "" | "."))
        .collect();
    let named = !parts.is_empty() || name.starts_with('.');
    parts.pop_if(|part| *part == "SKILL.md");
    match parts.is_empty() && named {
        true => ".".to_owned(),
        false => parts.join("/"),
    }
}

fn near_names(skills: &[&Skill], name: &str) -> Vec<String> {
    let wanted = name.to_lowercase();
    let mut scored: Vec<(usize, String)> = skills
        .iter()
        .filter_map(|skill| {
            let key_end = skill.id.key.rsplit('/').next().unwrap_or_default();
            let names = [skill.shown_name(), &skill.folder, key_end];
            let score = names
                .iter()
                .map(|known| near::distance(&wanted, &known.to_lowercase()))
                .min()?;
            (score <= near::limit(&wanted)).then(|| (score, skill.id.to_string()))
        })
        .collect();
    scored.sort();
    scored.truncate(MAX_NEAR);
    scored.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::key_of;

    #[test]
    fn paths_as_keys() {
        let cases = [
            ("a/b", "a/b"),
            ("./a//b/", "a/b"),
            ("a/b/.", "a/b"),
            ("a/b/SKILL.md", "a/b"),
            ("SKILL.md", "."),
            ("./SKILL.md", "."),
            (".", "."),
            ("", ""),
            ("/a", "/a"),
            ("a/../b", "a/../b"),
            ("../a", "../a"),
            (".hidden/a", ".hidden/a"),
        ];
        for (name, key) in cases {
            assert_eq!(key_of(name), key, "{name}");
        }
    }
}
