//! The shapes of `--json`: schema 1, snake_case; fields are only ever added.

use serde_json::{Value, json};

use crate::skill::Problem;
use crate::store::catalog::{Catalog, Shelf, ShelfState, Skill};
use crate::store::discover::Fault;
use crate::store::effects::Effect;
use crate::store::package::Package;
use crate::store::usage::Usage;
use crate::workbench::Counts;

/// A document around some fields.
pub fn document(fields: Value) -> Value {
    let mut document = json!({"schema": 1});
    if let (Some(into), Value::Object(fields)) = (document.as_object_mut(), fields) {
        into.extend(fields);
    }
    document
}

/// A skill.
pub fn skill(skill: &Skill) -> Value {
    json!({
        "library": skill.id.library.as_ref(),
        "key": skill.id.key.as_ref(),
        "name": skill.shown_name(),
        "description": skill.shown_description(),
        "folder": skill.folder,
        "category": skill.category(),
        "path": skill.file.to_string_lossy(),
        "state": skill.state().word(),
        "pinned": skill.usage.pinned,
        "version": skill.summary.version,
        "lines": skill.summary.lines,
        "tokens": {"always": skill.summary.tokens.always, "on_use": skill.summary.tokens.on_use},
        "usage": skill_usage(skill),
        "provenance": {
            "maker": skill.provenance.maker.word(),
            "evidence": skill.provenance.evidence,
        },
        "problems": skill.problems.iter().map(problem).collect::<Vec<_>>(),
        "read_leniently": skill.summary.lenient,
        "hidden": skill.hidden,
        "switched_off": skill.off.iter().map(|off| json!({
            "agent": off.agent.id(),
            "platform": off.elsewhere,
            "reason": off.text,
        })).collect::<Vec<_>>(),
        "shadowed_by": skill.shadow.as_ref().map(|shadow| json!({
            "skill": shadow.winner.to_string(),
            "reason": shadow.reason,
        })),
        "shadows": skill.shadows.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "nested_in": skill.nested_in,
        "through_link": skill.through_link,
        "file_link": skill.file_link.as_ref().map(|it| it.to_string_lossy()),
        "aliases": skill.aliases,
    })
}

/// Counters and dates of a skill, and where they are kept.
pub fn skill_usage(skill: &Skill) -> Value {
    let mut usage = usage(&skill.usage);
    if let Some(fields) = usage.as_object_mut() {
        fields.insert("records".to_owned(), json!(skill.records));
        fields.insert("shared_record".to_owned(), json!(skill.shared_record));
    }
    usage
}

/// Counters and dates.
pub fn usage(usage: &Usage) -> Value {
    json!({
        "uses": usage.uses,
        "views": usage.views,
        "patches": usage.patches,
        "last_used_at": usage.last_used.map(|it| it.to_string()),
        "last_viewed_at": usage.last_viewed.map(|it| it.to_string()),
        "last_patched_at": usage.last_patched.map(|it| it.to_string()),
        "created_at": usage.created.map(|it| it.to_string()),
    })
}

/// A problem.
pub fn problem(problem: &Problem) -> Value {
    json!({
        "rule": problem.rule.id(),
        "severity": problem.severity.word(),
        "line": problem.position.map(|at| at.line),
        "column": problem.position.map(|at| at.column),
        "message": problem.message,
        "remedy": problem.remedy,
    })
}

/// What becomes of a skill with an agent.
pub fn effect(effect: &Effect) -> Value {
    json!({
        "agent": effect.profile.id(),
        "outcome": effect.outcome.word(),
        "what_if": effect.what_if.as_ref().map(|it| json!({
            "outcome": it.outcome.word(),
            "path": it.place.as_ref().map(|it| it.to_string_lossy()),
        })),
        "reasons": effect.reasons.iter().map(|it| json!({
            "weight": it.weight.word(),
            "text": it.text,
        })).collect::<Vec<_>>(),
        "name": effect.name,
        "description": effect.description,
        "cut": effect.cut.map(|it| json!({"kept": it.kept, "total": it.total})),
        "used": effect.used,
        "ignored": effect.ignored.iter().map(|it| json!({
            "field": it.field,
            "why": it.why,
        })).collect::<Vec<_>>(),
        "for_model": effect.for_model,
        "for_person": effect.for_person,
        "shadowed_by": effect.shadowed_by.as_ref().map(|shadow| json!({
            "skill": shadow.winner.to_string(),
            "reason": shadow.reason,
        })),
        "ambiguous_with": effect.ambiguous_with.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "more_rivals": effect.more_rivals,
    })
}

/// A library with its counts.
pub fn library(shelf: &Shelf) -> Value {
    let library = &shelf.library;
    let (state, reason) = match &shelf.state {
        ShelfState::Ready => ("ready", None),
        ShelfState::Missing => ("missing", None),
        ShelfState::Unreadable(reason) => ("unreadable", Some(reason)),
    };
    json!({
        "id": library.id,
        "kind": library.kind.words(),
        "path": library.root.to_string_lossy(),
        "writable": library.writable,
        "state": state,
        "reason": reason,
        "counts": counts(&Counts::of(shelf)),
        "faults": shelf.faults.iter().map(fault).collect::<Vec<_>>(),
    })
}

/// Something that could not be read.
pub fn fault(fault: &Fault) -> Value {
    json!({"path": fault.path.to_string_lossy(), "message": fault.message})
}

/// Counts of skills.
pub fn counts(counts: &Counts) -> Value {
    json!({
        "skills": counts.skills,
        "active": counts.active,
        "stale": counts.stale,
        "archived": counts.archived,
        "pinned": counts.pinned,
        "with_errors": counts.broken,
        "with_warnings": counts.doubtful,
        "unseen": counts.unseen,
    })
}

/// The files of a package.
pub fn package(package: &Package) -> Value {
    let files: Vec<Value> = package
        .files
        .iter()
        .map(|file| {
            json!({
                "path": file.path,
                "size": file.size,
                "executable": file.executable,
                "link": file.link.as_ref().map(|it| it.to_string_lossy()),
                "note": file.note,
            })
        })
        .collect();
    json!({"files": files, "cut": package.cut})
}

/// The home of a catalog.
pub fn home(catalog: &Catalog) -> Value {
    match &catalog.home {
        None => Value::Null,
        Some(home) => json!({
            "path": home.root.to_string_lossy(),
            "found_by": home.source.words(),
            "profile": home.profile(),
            "profiles": catalog.profiles.iter().map(|it| &it.name).collect::<Vec<_>>(),
        }),
    }
}
