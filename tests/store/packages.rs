//! The files of a package: which are shown, which are refused, and what is said of odd ones.

use skilldeck::skill::Rule;
use skilldeck::workbench::{Content, MAX_SHOWN_BYTES, Page, ReadError};

use crate::world::{World, rules, skill};

fn world() -> World {
    let world = World::of_skills(&["a", "a/inner", "b"]);
    world.write(
        "home/skills/a/references/guide.md",
        "# Guide\n\n[up](../scripts/run.sh) [gone](gone.md)\n",
    );
    world.write("home/skills/a/scripts/run.sh", "#!/bin/sh\n");
    world.write("home/skills/a/empty", "");
    world.write("home/skills/a/image.png", b"\x89PNG\0\0");
    world.write("home/skills/a/latin.txt", b"caf\xE9\n");
    world.write("home/skills/a/100%25.md", "percent\n");
    world.write("home/skills/a/back\\slash.md", "backslash\n");
    world.link("home/skills/a/inside", "scripts/run.sh");
    world.write("outside.txt", "secret\n");
    world.link("home/skills/a/outside", world.root.join("outside.txt"));
    world.link("home/skills/a/neighbour.md", "../b/SKILL.md");
    world.link("home/skills/a/up", "..");
    world.link("home/skills/a/loop", "loop");
    world.link("home/skills/a/gone", "nowhere");
    world
}

fn shown(page: &Page) -> String {
    match &page.content {
        Content::Skill(_) => "skill".to_owned(),
        Content::Markdown(text) => format!("markdown {text:?}"),
        Content::Text(text) => format!("text {text:?}"),
        Content::Binary(what) => what.clone(),
    }
}

#[test]
fn files_inside_are_read_and_others_are_refused() {
    let world = world();
    std::process::Command::new("mkfifo")
        .arg(world.root.join("home/skills/a/pipe"))
        .status()
        .unwrap();
    let outcome = |file: &str| match world.read("hermes//a", file) {
        Ok(page) => shown(&page),
        Err(ReadError::NoSuchFile { .. }) => "no such file".to_owned(),
        Err(ReadError::Escapes { .. }) => "leads out".to_owned(),
        Err(ReadError::Folder(_)) => "a folder".to_owned(),
        Err(ReadError::Unreadable { reason, .. }) => reason,
    };
    let cases = [
        ("SKILL.md", "skill"),
        ("./SKILL.md", "skill"),
        ("references/../SKILL.md", "skill"),
        ("scripts/run.sh", "text \"#!/bin/sh\\n\""),
        ("scripts//run.sh", "text \"#!/bin/sh\\n\""),
        ("inside", "text \"#!/bin/sh\\n\""),
        ("empty", "text \"\""),
        ("image.png", "a binary file of 6 bytes"),
        ("latin.txt", "text \"caf\u{FFFD}\\n\""),
        ("100%25.md", "markdown \"percent\\n\""),
        ("back\\slash.md", "markdown \"backslash\\n\""),
        ("", "a folder"),
        (".", "a folder"),
        ("scripts", "a folder"),
        ("scripts/", "a folder"),
        ("missing", "no such file"),
        ("scripts/run.sh/x", "no such file"),
        ("gone", "no such file"),
        ("loop", "no such file"),
        ("outside", "leads out"),
        ("neighbour.md", "leads out"),
        ("up", "leads out"),
        ("up/b/SKILL.md", "leads out"),
        ("../b/SKILL.md", "leads out"),
        ("scripts/../../b/SKILL.md", "leads out"),
        ("%2e%2e/b/SKILL.md", "leads out"),
        ("..\\b\\SKILL.md", "leads out"),
        ("/etc/hostname", "leads out"),
        ("~/x", "leads out"),
        ("C:\\x", "leads out"),
        ("file:///etc/hostname", "leads out"),
        ("pipe", "not a regular file"),
    ];
    for (file, expected) in cases {
        assert_eq!(outcome(file), expected, "{file:?}");
    }
    let latin = world.read("hermes//a", "latin.txt").unwrap();
    assert_eq!(
        latin.notice.as_deref(),
        Some("not UTF-8 at byte 3: shown with U+FFFD")
    );
    // Raw, all bytes are as they are.
    let bench = world.open(world.home());
    let catalog = bench.look().unwrap();
    let a = skill(&catalog, "hermes//a");
    assert_eq!(bench.read_raw(a, Some("latin.txt")).unwrap(), b"caf\xE9\n");
    assert!(matches!(
        bench.read_raw(a, Some("outside")),
        Err(ReadError::Escapes { .. })
    ));
    assert!(matches!(
        bench.read_raw(a, Some("pipe")),
        Err(ReadError::Unreadable { .. })
    ));
}

#[test]
fn a_listing_names_everything_and_what_it_names_can_be_read() {
    let world = world();
    std::fs::create_dir_all(world.root.join("home/skills/a/assets")).unwrap();
    let bench = world.open(world.home());
    let catalog = bench.look().unwrap();
    let it = skill(&catalog, "hermes//a");
    let package = bench.files(it);
    let rows: Vec<_> = package
        .files
        .iter()
        .map(|file| (file.path.as_str(), file.note.as_deref()))
        .collect();
    let too_many_links = std::fs::metadata(it.dir.join("loop"))
        .unwrap_err()
        .to_string();
    let expected = [
        ("SKILL.md", None),
        ("100%25.md", None),
        ("back\\slash.md", None),
        ("empty", None),
        ("gone", Some("No such file or directory (os error 2)")),
        ("image.png", None),
        ("inside", None),
        ("latin.txt", None),
        ("loop", Some(&*too_many_links)),
        ("neighbour.md", None),
        ("outside", None),
        ("up", None),
        ("assets/", Some("empty")),
        ("inner/", Some("a skill of its own")),
        ("references/guide.md", None),
        ("scripts/run.sh", None),
    ];
    assert_eq!(rows, expected);
    for file in package
        .files
        .iter()
        .filter(|it| it.note.is_none() && it.link.is_none())
    {
        bench.read(it, Some(&file.path)).unwrap();
    }
    // A link inside a support file is judged from where the file lies.
    let guide = bench.read(it, Some("references/guide.md")).unwrap();
    let targets: Vec<_> = guide
        .references
        .iter()
        .map(|it| (it.path.as_deref(), format!("{:?}", it.kind)))
        .collect();
    let expected = [
        (Some("scripts/run.sh"), "Present".to_owned()),
        (Some("references/gone.md"), "Dangling".to_owned()),
    ];
    assert_eq!(targets, expected);
}

#[test]
fn huge_files_are_cut_and_say_so() {
    let world = World::new();
    let line = "word ".repeat(20) + "\n";
    let body = line.repeat(9 * 1024 * 1024 / line.len());
    world.write(
        "home/skills/a/SKILL.md",
        format!("---\nname: a\ndescription: d\n---\n{body}"),
    );
    world.write("home/skills/a/big.txt", &body);
    let catalog = world.look();
    let it = skill(&catalog, "hermes//a");
    assert_eq!(
        (it.shown_name(), it.shown_description(), &it.hidden),
        ("a", "d", &None)
    );
    assert_eq!(rules(&it.problems), ["unreadable", "body-length@5:1"]);
    assert!(
        it.problems[0].message.ends_with("the first 8 MiB are read"),
        "{}",
        it.problems[0].message
    );
    let page = world.read("a", "SKILL.md").unwrap();
    assert_eq!(
        page.notice.as_deref(),
        Some("only the first 1 MiB are shown")
    );
    let page = world.read("a", "big.txt").unwrap();
    assert_eq!(
        page.notice.as_deref(),
        Some("only the first 1 MiB are shown")
    );
    assert_eq!(page.source().len() as u64, MAX_SHOWN_BYTES);
}

#[test]
fn references_have_their_place_in_the_file() {
    let world = World::new();
    let text = "---\nname: a\ndescription: d\n---\n\nSee [x](references/gone.md) and\n[y](../b/SKILL.md).\n";
    world.write("home/skills/a/SKILL.md", text);
    let page = world.read("a", "SKILL.md").unwrap();
    let problems = page.reference_problems();
    assert_eq!(
        rules(&problems),
        ["dangling-reference@6:5", "escaping-reference@7:1"]
    );
    assert_eq!(problems[1].rule, Rule::EscapingReference);
    assert_eq!(
        problems[1].message,
        "../b/SKILL.md leaves the skill's folder"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_are_apart_and_readable() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let world = World::new();
    for (folder, file) in [(&b"caf\xE9"[..], &b"n\xFFte.md"[..]), (b"caf\xEA", b"x")] {
        let folder = world
            .root
            .join("home/skills")
            .join(OsStr::from_bytes(folder));
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(
            folder.join("SKILL.md"),
            "---\nname: a\ndescription: d\n---\nbody\n",
        )
        .unwrap();
        std::fs::write(folder.join(OsStr::from_bytes(file)), "text\n").unwrap();
    }
    let bench = world.open(world.home());
    let catalog = bench.look().unwrap();
    assert_eq!(
        crate::world::keys(&catalog.shelves[0]),
        ["caf\\xE9", "caf\\xEA"]
    );
    assert_eq!(catalog.notes, [] as [String; 0]);
    let it = bench.resolve(&catalog, "caf\\xE9", None).unwrap();
    let files: Vec<String> = bench
        .files(it)
        .files
        .into_iter()
        .map(|it| it.path)
        .collect();
    assert_eq!(files, ["SKILL.md", "n\\xFFte.md"]);
    assert_eq!(
        shown(&bench.read(it, Some("n\\xFFte.md")).unwrap()),
        "markdown \"text\\n\""
    );
}
