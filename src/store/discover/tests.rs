//! Discovery over real temporary folders.

use std::os::unix::fs::symlink;

use super::*;
use crate::store::fs::Disk;

struct Tree {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

fn tree(files: &[&str]) -> Tree {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap().join("skills");
    std::fs::create_dir_all(&root).unwrap();
    for file in files {
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "---\nname: x\ndescription: y\n---\n").unwrap();
    }
    Tree {
        _folder: folder,
        root,
    }
}

fn keys(discovery: &Discovery) -> Vec<&str> {
    let keys = discovery.skills.iter().map(|skill| skill.key.as_str());
    keys.collect()
}

#[test]
fn hermes_and_plain_rules() {
    let tree = tree(&[
        "SKILL.md",
        "a/SKILL.md",
        "a/references/b/SKILL.md",
        "a/inner/SKILL.md",
        "scripts/tool/SKILL.md",
        ".git/x/SKILL.md",
        ".hidden/x/SKILL.md",
        ".archive/old/SKILL.md",
        "node_modules/x/SKILL.md",
        "venv/x/SKILL.md",
        "b.bak/SKILL.md",
        "cat/DESCRIPTION.md",
    ]);
    let hermes = discover(&Disk, &tree.root, Rules::Hermes);
    // `scripts` below the root's own SKILL.md is a support folder.
    let expected = [".", ".hidden/x", "a", "a/inner", "b.bak"];
    assert_eq!(keys(&hermes), expected);
    let plain = discover(&Disk, &tree.root, Rules::Plain);
    let expected = [
        ".",
        ".archive/old",
        ".hidden/x",
        "a",
        "a/inner",
        "a/references/b",
        "b.bak",
        "scripts/tool",
        "venv/x",
    ];
    assert_eq!(keys(&plain), expected);
    let nested: Vec<_> = plain
        .skills
        .iter()
        .filter_map(|skill| Some((skill.key.as_str(), skill.nested_in.as_deref()?)))
        .filter(|(_, outer)| *outer != ".")
        .collect();
    assert_eq!(nested, [("a/inner", "a"), ("a/references/b", "a")]);
    let blurbs: Vec<_> = plain.blurbs.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(blurbs, ["cat"]);
    assert_eq!(plain.faults, []);
}

#[test]
fn links_lead_to_each_real_folder_once() {
    let tree = tree(&["real/SKILL.md", "cat/one/SKILL.md"]);
    let outside = tree.root.parent().unwrap().join("outside");
    std::fs::create_dir_all(outside.join("deep/far")).unwrap();
    std::fs::write(outside.join("SKILL.md"), "x").unwrap();
    std::fs::write(outside.join("deep/far/SKILL.md"), "x").unwrap();
    let link = |target: &Path, name: &str| symlink(target, tree.root.join(name)).unwrap();
    link(Path::new("real"), "alias");
    link(&tree.root, "loop");
    link(Path::new(".."), "cat/up");
    link(&outside, "ext");
    link(&outside, "ext2");
    link(&outside.join("deep"), "half");
    link(Path::new("nowhere"), "gone");
    std::fs::write(tree.root.join("note.md"), "x").unwrap();
    link(Path::new("note.md"), "note-link");
    symlink(&outside, outside.join("self")).unwrap();

    let found = discover(&Disk, &tree.root, Rules::Plain);
    let skills: Vec<_> = found
        .skills
        .iter()
        .map(|skill| {
            (
                skill.key.as_str(),
                skill.through_link.as_deref(),
                skill.aliases.iter().map(String::as_str).collect::<Vec<_>>(),
            )
        })
        .collect();
    let expected = [
        ("cat/one", None, vec![]),
        ("ext", Some("ext"), vec!["ext2", "ext/self"]),
        (
            "ext/deep/far",
            Some("ext"),
            vec!["ext2/deep/far", "half/far", "ext/self/deep/far"],
        ),
        ("real", None, vec!["alias"]),
    ];
    assert_eq!(skills, expected);
    let faults: Vec<_> = found
        .faults
        .iter()
        .map(|fault| fault.path.strip_prefix(&tree.root).unwrap())
        .collect();
    assert_eq!(faults, ["cat/up", "gone", "loop"].map(Path::new));
}

#[test]
fn odd_entry_files_are_told() {
    let tree = tree(&[
        "lower/skill.md",
        "both/SKILL.md",
        "both/Skill.md",
        "target/notes.md",
    ]);
    std::fs::create_dir_all(tree.root.join("folder/SKILL.md")).unwrap();
    std::fs::create_dir_all(tree.root.join("linked")).unwrap();
    std::fs::create_dir_all(tree.root.join("broken")).unwrap();
    symlink("../target/notes.md", tree.root.join("linked/SKILL.md")).unwrap();
    symlink("nowhere", tree.root.join("broken/SKILL.md")).unwrap();
    let found = discover(&Disk, &tree.root, Rules::Hermes);
    let entries: Vec<_> = found
        .skills
        .iter()
        .map(|skill| {
            let entry = &skill.entry;
            (
                skill.key.as_str(),
                entry.exact,
                entry.stat.is_some(),
                entry.link.as_deref(),
                entry.others.len(),
            )
        })
        .collect();
    let nowhere = Some(Path::new("nowhere"));
    let notes = Some(Path::new("../target/notes.md"));
    let expected = [
        ("both", true, true, None, 1),
        ("broken", true, false, nowhere, 0),
        ("folder", true, false, None, 0),
        ("linked", true, true, notes, 0),
        ("lower", false, true, None, 0),
    ];
    assert_eq!(entries, expected);
}

#[test]
fn very_deep_folders_end() {
    let deep = "d/".repeat(80) + "SKILL.md";
    let tree = tree(&["a/SKILL.md", &deep]);
    let found = discover(&Disk, &tree.root, Rules::Plain);
    assert_eq!(keys(&found), ["a"]);
    assert_eq!(found.faults.len(), 1);
}
