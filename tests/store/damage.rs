//! Faults of the file system: nothing panics, nothing vanishes, and what went wrong is told.

use std::io::ErrorKind;
use std::os::unix::net::UnixListener;
use std::sync::Arc;

use skilldeck::skill::Rule;
use skilldeck::store::catalog::{Catalog, ShelfState};
use skilldeck::store::sidecar::SidecarState;

use crate::world::{Call, Watched, World, keys, problem, rules, skill};

fn home() -> World {
    let world = World::of_skills(&["a", "cat/b", "cat/deep/c", ".archive/old"]);
    world.write(
        "home/skills/cat/DESCRIPTION.md",
        "---\ndescription: Cats.\n---\n",
    );
    world.write(
        "home/skills/.usage.json",
        r#"{"a": {"use_count": 1, "pinned": true}}"#,
    );
    world.write("home/skills/.bundled_manifest", "b:abc\n");
    world.write(
        "home/config.yaml",
        "skills: {disabled: [c], external_dirs: [../team]}\n",
    );
    world.skill("team/outside");
    world.skill("elsewhere/linked");
    world.link("home/skills/linked", "../../elsewhere/linked");
    world
}

/// Looks with some calls denied.
fn look_without(world: &World, calls: &[(Call, &str)], kind: ErrorKind) -> Catalog {
    let calls: Vec<_> = calls
        .iter()
        .map(|(call, path)| (*call, world.root.join(path)))
        .collect();
    let fs = Arc::new(Watched::failing_at(&calls, kind));
    world.open_with(fs, world.home()).look().unwrap()
}

/// All that tells of something wrong.
fn told(catalog: &Catalog) -> Vec<String> {
    let mut told = catalog.notes.clone();
    for shelf in &catalog.shelves {
        told.extend(
            shelf
                .faults
                .iter()
                .map(|it| format!("{}: {}", it.path.display(), it.message)),
        );
        told.extend(shelf.sidecar_faults());
        if shelf.state != ShelfState::Ready {
            told.push(format!("{:?}", shelf.state));
        }
        told.extend(shelf.skills.iter().flat_map(|it| rules(&it.problems)));
    }
    told
}

#[test]
fn folders_that_cannot_be_read_are_told_and_the_rest_is_there() {
    let world = home();
    let denied = ErrorKind::PermissionDenied;
    let catalog = look_without(&world, &[(Call::ReadDir, "home/skills/cat/deep")], denied);
    let shelf = &catalog.shelves[0];
    assert_eq!(keys(shelf), ["a", "cat/b", "linked", ".archive/old"]);
    assert_eq!(
        shelf.faults[0].path,
        world.root.join("home/skills/cat/deep")
    );
    assert!(
        shelf.faults[0].message.starts_with("cannot be read: "),
        "{}",
        shelf.faults[0].message
    );

    let catalog = look_without(&world, &[(Call::ReadDir, "home/skills")], denied);
    assert!(matches!(
        catalog.shelves[0].state,
        ShelfState::Unreadable(_)
    ));
    assert_eq!(keys(&catalog.shelves[1]), ["outside"]);
}

#[test]
fn files_that_cannot_be_read_are_skills_with_a_problem() {
    let mut world = home();
    // What the cache knows is not read at all.
    world.env.cache_dir = None;
    for (call, kind) in [
        (Call::Read, ErrorKind::PermissionDenied),
        // Deleted between listing and reading.
        (Call::Read, ErrorKind::NotFound),
        (Call::Lstat, ErrorKind::PermissionDenied),
        (Call::Read, ErrorKind::Interrupted),
    ] {
        let catalog = look_without(&world, &[(call, "home/skills/cat/b/SKILL.md")], kind);
        let it = skill(&catalog, "hermes//cat/b");
        assert_eq!((it.shown_name(), it.shown_description()), ("b", ""));
        assert_eq!(rules(&it.problems), ["unreadable"]);
        assert_eq!(it.hidden.as_deref(), Some("Hermes cannot read it"));
        assert_eq!(
            problem(it, Rule::Unreadable).remedy,
            "check the file, its link and its permissions"
        );
        // What failed once is not remembered.
        assert_eq!(
            rules(&skill(&world.look(), "hermes//cat/b").problems),
            Vec::<String>::new()
        );
    }
}

#[test]
fn sidecars_and_settings_that_cannot_be_read_are_not_taken_for_empty() {
    let world = home();
    let calls = [
        (Call::Read, "home/skills/.usage.json"),
        (Call::Read, "home/skills/.bundled_manifest"),
        (Call::Read, "home/config.yaml"),
    ];
    let catalog = look_without(&world, &calls, ErrorKind::PermissionDenied);
    let shelf = &catalog.shelves[0];
    assert!(matches!(shelf.usage.state, SidecarState::Damaged(_)));
    assert_eq!(shelf.sidecar_faults().len(), 2);
    assert!(
        catalog.notes[0].contains("config.yaml"),
        "{:?}",
        catalog.notes
    );
    assert_eq!(catalog.shelves.len(), 1);
}

#[test]
fn whatever_call_fails_nothing_vanishes_untold() {
    let mut world = home();
    // The cache would spare calls.
    world.env.cache_dir = None;
    let fs = Arc::new(Watched::default());
    let whole = world.open_with(fs.clone(), world.home()).look().unwrap();
    let all: Vec<String> = whole.skills().map(|it| it.id.to_string()).collect();
    assert_eq!(told(&whole), ["hermes-hides", "linked-folder"]);
    let calls = fs.count();
    assert!(calls > 40, "{calls}");
    let mut untold = Vec::new();
    for number in 0..calls {
        let fs = Arc::new(Watched::failing_call(number));
        let clock = Arc::new(|| "2100-01-01T00:00:00Z".parse().unwrap());
        let opened = skilldeck::workbench::Workbench::open(
            fs.clone(),
            world.env.clone(),
            clock,
            world.home(),
        );
        // A home that cannot be opened at all is told by the error.
        let Ok(catalog) = opened.and_then(|bench| bench.look()) else {
            continue;
        };
        let found: Vec<String> = catalog.skills().map(|it| it.id.to_string()).collect();
        let [shelf, sound] = [&catalog, &whole].map(|it| &it.shelves[0]);
        let same = found == all
            && (&shelf.usage, &shelf.sidecars, &shelf.categories)
                == (&sound.usage, &sound.sidecars, &sound.categories);
        if !same && told(&catalog) == told(&whole) {
            untold.push((number, fs.call(number), found));
        }
    }
    assert!(untold.is_empty(), "{untold:#?}");
}

#[test]
fn entry_files_that_are_no_files_are_told() {
    let world = World::of_skills(&["good"]);
    let skills = world.root.join("home/skills");
    for folder in ["pipe", "socket", "folder/SKILL.md", "null", "empty"] {
        std::fs::create_dir_all(skills.join(folder)).unwrap();
    }
    std::process::Command::new("mkfifo")
        .arg(skills.join("pipe/SKILL.md"))
        .status()
        .unwrap();
    // A socket's path may have a hundred bytes and no more.
    let socket = tempfile::tempdir_in("/tmp").unwrap();
    let _listener = UnixListener::bind(socket.path().join("s")).unwrap();
    std::fs::rename(socket.path().join("s"), skills.join("socket/SKILL.md")).unwrap();
    world.link("home/skills/null/SKILL.md", "/dev/null");
    world.link("home/skills/gone/SKILL.md", "../nowhere.md");
    world.link("home/skills/self/SKILL.md", "SKILL.md");
    world.link("home/skills/to-folder/SKILL.md", "../good");
    std::fs::write(skills.join("empty/SKILL.md"), "").unwrap();
    let catalog = world.look();
    let rows: Vec<_> = catalog
        .skills()
        .map(|it| {
            (
                &*it.id.key,
                it.problems[..].first().map(|it| it.message.as_str()),
                it.hidden.is_some(),
            )
        })
        .collect();
    let error = std::fs::metadata(skills.join("self/SKILL.md")).unwrap_err();
    let too_many_links = format!("cannot be read: a link to SKILL.md: {error}");
    let expected = [
        ("empty", Some("the file is empty"), false),
        (
            "folder",
            Some("cannot be read: SKILL.md is not a file"),
            true,
        ),
        (
            "gone",
            Some("cannot be read: a link to ../nowhere.md: No such file or directory (os error 2)"),
            true,
        ),
        ("good", None, false),
        ("null", Some("cannot be read: SKILL.md is not a file"), true),
        ("pipe", Some("cannot be read: SKILL.md is not a file"), true),
        ("self", Some(&*too_many_links), true),
        (
            "socket",
            Some("cannot be read: SKILL.md is not a file"),
            true,
        ),
        (
            "to-folder",
            Some("cannot be read: SKILL.md is not a file"),
            true,
        ),
    ];
    assert_eq!(rows, expected);
    // Opening them fails at once, and a good one beside them opens.
    for it in catalog.skills() {
        let page = world.open(world.home()).read(it, None);
        assert_eq!(
            page.is_ok(),
            matches!(&*it.id.key, "empty" | "good"),
            "{}",
            it.id
        );
    }
}
