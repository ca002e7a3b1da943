//! The tree's rows, folding, filter and cursor over a small library on disk.

use std::sync::Arc;

use super::*;
use crate::store::Disk;
use crate::store::locate::{Environment, Request};
use crate::workbench::Workbench;

struct Library {
    folder: tempfile::TempDir,
}

impl Library {
    /// Skills by key, with the frontmatter's lines.
    fn new(skills: &[(&str, &str)]) -> Self {
        let library = Library {
            folder: tempfile::tempdir().unwrap(),
        };
        std::fs::create_dir_all(library.folder.path().join("lib")).unwrap();
        for (key, fields) in skills {
            library.add(key, fields);
        }
        library
    }

    fn add(&self, key: &str, fields: &str) {
        let dir = self.folder.path().join("lib").join(key);
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("SKILL.md"), format!("---\n{fields}\n---\n")).unwrap();
    }

    fn look(&self) -> Catalog {
        let request = Request::Path(self.folder.path().join("lib"));
        let clock = Arc::new(|| "2026-01-01T00:00:00Z".parse().unwrap());
        Workbench::open(Arc::new(Disk), Environment::default(), clock, request)
            .unwrap()
            .look()
            .unwrap()
    }
}

fn small() -> Library {
    Library::new(&[
        ("zeta", "name: zeta\ndescription: last"),
        ("ops/deploy", "name: deploy\ndescription: ship it"),
        (
            "ops/k8s/helm",
            "name: helm\ndescription: roll back a deploy",
        ),
        ("ops-notes", "name: ops-notes\ndescription: d"),
        ("data/csv", "name: csv\ndescription: x: y"),
    ])
}

/// The rows as text: indent, sign, name, count; `*` at the cursor.
fn rows(tree: &TreeState, catalog: &Catalog) -> Vec<String> {
    let row = |(at, row): (usize, &Row)| {
        let name = match &row.node {
            Node::Library(shelf) => catalog.shelves[*shelf].library.id.clone(),
            Node::Category(_, key) => key.clone(),
            Node::Skill(shelf, at) => catalog.shelves[*shelf].skills[*at].folder.clone(),
        };
        let sign = match row.open {
            Some(true) => format!("v{} ", row.count),
            Some(false) => format!(">{} ", row.count),
            None => String::new(),
        };
        let cursor = if at == tree.cursor.at { "*" } else { "" };
        format!("{}{sign}{name}{cursor}", " ".repeat(row.depth))
    };
    tree.rows().iter().enumerate().map(row).collect()
}

#[test]
fn rows_follow_the_folders_and_fold() {
    let library = small();
    let catalog = library.look();
    let mut tree = TreeState::default();
    tree.set_catalog(&catalog, Texts::of(&catalog), BTreeMap::new(), None);
    let all = [
        "v5 lib",
        " v1 data",
        "  csv*",
        " v2 ops",
        "  deploy",
        "  v1 ops/k8s",
        "   helm",
        " ops-notes",
        " zeta",
    ];
    assert_eq!(rows(&tree, &catalog), all);
    tree.cursor.step(1, tree.rows.len());
    assert!(tree.fold(&catalog, Some(false)));
    let folded = [
        "v5 lib",
        " v1 data",
        "  csv",
        " >2 ops*",
        " ops-notes",
        " zeta",
    ];
    assert_eq!(rows(&tree, &catalog), folded);
    let helm = catalog.skills().find(|it| it.folder == "helm").unwrap();
    assert!(tree.select(&catalog, &helm.id.clone()));
    assert_eq!(rows(&tree, &catalog)[6], "   helm*");
    tree.go_to_parent();
    assert_eq!(rows(&tree, &catalog)[5], "  v1 ops/k8s*");
    tree.fold_all(&catalog, false);
    let closed = ["v5 lib", " >1 data", " >2 ops", " ops-notes", " zeta"];
    assert_eq!(
        rows(&tree, &catalog)
            .iter()
            .map(|it| it.trim_end_matches('*'))
            .collect::<Vec<_>>(),
        closed
    );
    tree.fold_all(&catalog, true);
    assert_eq!(tree.rows().len(), all.len());
}

#[test]
fn the_filter_shows_matches_with_what_is_above_them() {
    let library = small();
    let catalog = library.look();
    let mut tree = TreeState::default();
    tree.set_catalog(&catalog, Texts::of(&catalog), BTreeMap::new(), None);
    tree.fold_all(&catalog, false);
    tree.set_filter(&catalog, "Deploy");
    let expected = ["v2 lib", " v2 ops", "  deploy*", "  v1 ops/k8s", "   helm"];
    assert_eq!(rows(&tree, &catalog), expected);
    tree.set_filter(&catalog, "is:broken");
    assert_eq!(rows(&tree, &catalog), ["v1 lib", " v1 data", "  csv*"]);
    tree.set_filter(&catalog, "deploy is:pinned");
    assert_eq!((rows(&tree, &catalog).len(), tree.matching()), (0, 0));
    assert_eq!(tree.selected(), None);
    tree.set_filter(&catalog, "");
    assert_eq!(tree.rows().len(), 5, "folding is as it was");
}

#[test]
fn sorting_is_flat_and_keeps_the_cursor() {
    let library = small();
    let catalog = library.look();
    let mut tree = TreeState::default();
    tree.set_catalog(&catalog, Texts::of(&catalog), BTreeMap::new(), None);
    tree.next_sort(&catalog);
    assert_eq!(tree.sort(), Sort::Name);
    let expected = ["v5 lib", " csv*", " deploy", " helm", " ops-notes", " zeta"];
    assert_eq!(rows(&tree, &catalog), expected);
}

#[test]
fn a_new_look_keeps_the_skill_at_the_cursor() {
    let library = small();
    let before = library.look();
    let mut tree = TreeState::default();
    tree.set_catalog(&before, Texts::of(&before), BTreeMap::new(), None);
    tree.cursor.go_to(usize::MAX, tree.rows.len());
    library.add("alpha", "name: alpha\ndescription: new");
    let after = library.look();
    tree.set_catalog(&after, Texts::of(&after), BTreeMap::new(), Some(&before));
    let selected = tree.selected_skill(&after).unwrap();
    assert_eq!(selected.folder, "zeta");
}

#[test]
fn the_window_follows_the_cursor() {
    let library = small();
    let catalog = library.look();
    let mut tree = TreeState::default();
    tree.set_catalog(&catalog, Texts::of(&catalog), BTreeMap::new(), None);
    for (step, height, offset) in [(0, 4, 0), (3, 4, 2), (100, 4, 5), (-100, 4, 0), (0, 0, 0)] {
        tree.cursor.step(step, tree.rows.len());
        tree.cursor.scroll_into(tree.rows.len(), height);
        assert_eq!(tree.cursor.offset, offset, "after {step}");
    }
}
