//! Real skills open and read well: each appears, no row overflows, no word is lost, nothing unsafe
//! reaches a cell. Over `tests/corpus`, and the folders that `SKILLDECK_CORPUS` names (`:` between).

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may fail loudly

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skilldeck::markdown::{self, Highlights, Row};
use skilldeck::store::catalog::Skill;
use skilldeck::store::locate::{Environment, Request};
use skilldeck::store::{Catalog, Disk};
use skilldeck::text::{sanitize, width, words};
use skilldeck::viewer::{View, render};
use skilldeck::workbench::{Page, Workbench};

/// Columns at which every page is laid out.
const WIDTHS: [usize; 6] = [20, 40, 60, 80, 120, 200];

fn folders() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")];
    if let Some(more) = std::env::var_os("SKILLDECK_CORPUS") {
        folders.extend(std::env::split_paths(&more));
    }
    folders
}

fn open(folder: &Path) -> (Workbench, Catalog) {
    let clock = Arc::new(|| "2026-01-01T00:00:00Z".parse().unwrap());
    let request = Request::Path(folder.to_owned());
    let workbench =
        Workbench::open(Arc::new(Disk), Environment::default(), clock, request).unwrap();
    let catalog = workbench.look().unwrap();
    (workbench, catalog)
}

/// Every file that is spelt SKILL.md in some way, found without the product's help.
fn entry_files(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
        if path.is_dir() && !["node_modules", ".git", "__pycache__"].contains(&name.as_str()) {
            entry_files(&path, found);
        } else if name == "skill.md" {
            found.insert(path.canonicalize().unwrap());
        }
    }
}

#[test]
fn every_skill_appears() {
    for folder in folders() {
        let mut on_disk = BTreeSet::new();
        entry_files(&folder, &mut on_disk);
        let (_, catalog) = open(&folder);
        let shown: BTreeSet<PathBuf> = catalog
            .skills()
            .map(|skill| skill.file.canonicalize().unwrap())
            .collect();
        assert!(!on_disk.is_empty(), "{} holds no skill", folder.display());
        assert_eq!(shown, on_disk, "{}", folder.display());
    }
}

/// A page's rows as a face shows them.
fn rows(
    skill: &Skill,
    page: &Page,
    width: usize,
    source: bool,
    highlights: &Highlights,
) -> Vec<Row> {
    let view = View {
        width,
        wrap: true,
        source,
        shift: 0,
    };
    let mut problems = skill.problems.clone();
    problems.extend(page.reference_problems());
    render(page, &problems, &[], &view, highlights).rows
}

/// A character that must not reach a cell, by the Unicode blocks and not by the product's list.
fn is_unsafe(c: char) -> bool {
    matches!(c,
        '\0'..='\x1F' | '\x7F'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'
        | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// The words of the source that are not on the page; a wrapped word counts as one. Marks between
/// words are not drawn (`**重点**文字`), so a word may also be part of a longer run.
fn lost(source: &str, rows: &[Row]) -> Vec<String> {
    let lines: Vec<String> = markdown::lines(rows).map(|line| line.text).collect();
    let shown: HashSet<&str> = lines.iter().flat_map(|line| words(line)).collect();
    let mut lost = BTreeMap::new();
    for line in source.split(['\n', '\r']) {
        let line = sanitize::line(line).into_owned();
        for word in words(&line) {
            if !shown.contains(word) && !lines.iter().any(|line| line.contains(word)) {
                lost.insert(word.to_owned(), ());
            }
        }
    }
    lost.into_keys().collect()
}

#[test]
fn pages_fit_every_width_and_lose_no_word() {
    for folder in folders() {
        let (workbench, catalog) = open(&folder);
        for skill in catalog.skills() {
            let page = workbench.read(skill, None).unwrap();
            let source = page.source();
            for width in WIDTHS {
                for as_source in [false, true] {
                    let rows = rows(skill, &page, width, as_source, &Highlights::default());
                    let place = format!("{} at {width}, source {as_source}", skill.id);
                    for row in &rows {
                        let text = row.text();
                        assert!(row.width() <= width, "{place}: {text:?} overflows");
                        assert_eq!(width::of(&text), row.width(), "{place}: {text:?}");
                        assert!(!text.contains(is_unsafe), "{place}: {text:?} is unsafe");
                    }
                    assert_eq!(lost(&source, &rows), Vec::<String>::new(), "{place}");
                }
            }
        }
    }
}

#[test]
fn highlighting_changes_no_text() {
    // One folder is enough: highlighting takes milliseconds a kilobyte.
    let folder = folders().remove(0);
    let (workbench, catalog) = open(&folder);
    for skill in catalog.skills().step_by(4) {
        let page = workbench.read(skill, None).unwrap();
        let text = |highlights: &Highlights| -> Vec<String> {
            let rows = rows(skill, &page, 80, false, highlights);
            rows.iter().map(Row::text).collect()
        };
        let highlights = skilldeck::viewer::highlight(&page, false, &|| false);
        assert_eq!(
            text(&highlights),
            text(&Highlights::default()),
            "{}",
            skill.id
        );
    }
}

#[test]
fn every_markdown_file_of_every_package_reads_well() {
    for folder in folders() {
        let (workbench, catalog) = open(&folder);
        for skill in catalog.skills() {
            let package = workbench.files(skill);
            for file in package.files.iter().filter(|it| it.path.ends_with(".md")) {
                let page = workbench.read(skill, Some(&file.path)).unwrap();
                let rows = rows(skill, &page, 80, false, &Highlights::default());
                let place = format!("{} {}", skill.id, file.path);
                assert!(rows.iter().all(|row| row.width() <= 80), "{place}");
                assert_eq!(lost(&page.source(), &rows), Vec::<String>::new(), "{place}");
            }
        }
    }
}
