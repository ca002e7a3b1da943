//! Real skills: every broken one is repaired, and a sound one keeps all of its text.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use skilldeck::skill::repair::{Grade, Place, repair_all};
use skilldeck::skill::{Document, Frontmatter};

use super::{applied, is_clean, place, repaired};

fn folders() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")];
    if let Some(more) = std::env::var_os("SKILLDECK_CORPUS") {
        folders.extend(std::env::split_paths(&more));
    }
    folders
}

fn entry_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            entry_files(&path, found);
        } else if path.file_name().unwrap().eq_ignore_ascii_case("skill.md") {
            found.push(path);
        }
    }
}

/// Folder, file name and bytes of every skill.
fn skills() -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for folder in folders() {
        entry_files(&folder, &mut files);
    }
    files.sort();
    assert!(!files.is_empty());
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        (path, bytes)
    };
    files.into_iter().map(read).collect()
}

fn folder_name(path: &Path) -> &str {
    path.parent()
        .unwrap()
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
}

#[test]
fn every_broken_skill_is_repaired() {
    let mut broken = 0;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (path, bytes) in skills() {
        let found = repaired(&bytes, folder_name(&path));
        assert!(
            is_clean(&found.bytes),
            "{}: {:?}",
            path.display(),
            found.left
        );
        for rule in applied(&found) {
            *counts.entry(rule).or_default() += 1;
        }
        if !is_clean(&bytes) {
            broken += 1;
            println!("{}: {:?}", path.display(), found.applied);
        }
    }
    println!("broken and repaired: {broken}; repairs: {counts:?}");
    assert!(broken > 0);
}

/// The texts of the top-level fields.
fn fields(bytes: &[u8]) -> BTreeMap<String, String> {
    let document = Document::parse(bytes.to_vec());
    let frontmatter = Frontmatter::read(&document).unwrap();
    let text = |it: skilldeck::skill::Entry<'_>| {
        let text = it
            .value
            .scalar()
            .unwrap_or_else(|| frontmatter.source_of(it.value));
        (it.key.to_owned(), text.to_owned())
    };
    frontmatter.entries().map(text).collect()
}

#[test]
fn sure_repairs_of_sound_skills_change_no_text() {
    let mut touched = 0;
    for (path, bytes) in skills() {
        if !is_clean(&bytes) {
            continue;
        }
        let file = path.file_name().unwrap().to_str().unwrap();
        let place = Place {
            file,
            ..place(folder_name(&path))
        };
        let found = repair_all(&bytes, place, false);
        assert!(found.applied.iter().all(|it| it.grade == Grade::Sure));
        touched += usize::from(found.bytes != bytes);
        let (mut before, mut after) = (fields(&bytes), fields(&found.bytes));
        for key in ["allowed-tools", "metadata"] {
            // Written in another way, on purpose.
            before.remove(key);
            after.remove(key);
        }
        for (key, text) in before {
            let same = after.get(&key) == Some(&text) || !after.contains_key(&key);
            assert!(same, "{}: {key}", path.display());
        }
        let body = |bytes: &[u8]| {
            let document = Document::parse(bytes.to_vec());
            let body = document.body().into_owned();
            body.lines().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(body(&bytes), body(&found.bytes), "{}", path.display());
    }
    println!("sound, and touched by sure repairs: {touched}");
}
