//! The catalog: which skills there are, what is known of each, which one a name means.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use skilldeck::skill::Rule;
use skilldeck::store::catalog::Catalog;
use skilldeck::store::locate::Request;
use skilldeck::store::provenance::Maker;
use skilldeck::store::resolve::{ResolveError, resolve};
use skilldeck::store::sidecar::SidecarState;
use skilldeck::store::usage::State;
use skilldeck::workbench::{Counts, Empty, emptiness};

use crate::tree;
use crate::world::{Call, Watched, World, keys, problem, rules, skill};

/// A home with one of everything.
fn full_home() -> World {
    let world = World::of_skills(&[
        "agent-made",
        "devops/bundled",
        "devops/k8s/helm",
        "devops/k8s/helm/inner",
        "from-hub",
        "plain",
        "old.bak",
        ".archive/put-away",
    ]);
    world.named("home/skills/folder", "shown");
    world.skill("elsewhere/linked");
    world.link("home/skills/linked", "../../elsewhere/linked");
    world.write(
        "home/skills/devops/DESCRIPTION.md",
        "---\ndescription: Servers.\n---\n",
    );
    world.write(
        "home/skills/devops/k8s/DESCRIPTION.md",
        "# K8s\n\nClusters.\n",
    );
    world.write("home/skills/.bundled_manifest", "bundled:abc\n");
    world.write(
        "home/skills/.hub/lock.json",
        r#"{"installed": {"x": {"source": "o/r", "trust_level": "community", "install_path": "from-hub"}}}"#,
    );
    world.write(
        "home/skills/.usage.json",
        r#"{"agent-made": {"created_by": "agent", "use_count": 3, "state": "stale"},
            "shown": {"use_count": 1, "pinned": true}, "folder": {"use_count": 2, "view_count": 5},
            "put-away": {"state": "active"}, "gone": {"pinned": true}}"#,
    );
    world
}

#[test]
fn a_home_with_one_of_everything() {
    let catalog = full_home().look();
    let shelf = &catalog.shelves[0];
    let rows: Vec<_> = shelf
        .skills
        .iter()
        .map(|it| {
            let usage = &it.usage;
            (
                &*it.id.key,
                it.shown_name(),
                it.category(),
                it.state(),
                it.provenance.maker,
                usage.uses,
                usage.pinned,
            )
        })
        .collect();
    use Maker::{Agent, Bundled, Hub, Unknown, User};
    use State::{Active, Archived, Stale};
    let expected = [
        ("agent-made", "agent-made", "", Stale, Agent, 3, false),
        (
            "devops/bundled",
            "bundled",
            "devops",
            Active,
            Bundled,
            0,
            false,
        ),
        (
            "devops/k8s/helm",
            "helm",
            "devops/k8s",
            Active,
            Unknown,
            0,
            false,
        ),
        (
            "devops/k8s/helm/inner",
            "inner",
            "devops/k8s/helm",
            Active,
            Unknown,
            0,
            false,
        ),
        ("folder", "shown", "", Active, User, 3, true),
        ("from-hub", "from-hub", "", Active, Hub, 0, false),
        ("linked", "linked", "", Active, Unknown, 0, false),
        ("old.bak", "old.bak", "", Active, Unknown, 0, false),
        ("plain", "plain", "", Active, Unknown, 0, false),
        (
            ".archive/put-away",
            "put-away",
            ".archive",
            Archived,
            User,
            0,
            false,
        ),
    ];
    assert_eq!(rows, expected);
    let problems: BTreeMap<&str, Vec<String>> = shelf
        .skills
        .iter()
        .filter(|it| !it.problems.is_empty())
        .map(|it| (&*it.id.key, rules(&it.problems)))
        .collect();
    let expected = [
        ("devops/k8s/helm/inner", vec!["nested-skill".to_owned()]),
        ("folder", vec!["name-folder@2:7".to_owned()]),
        ("linked", vec!["linked-folder".to_owned()]),
        (
            "old.bak",
            vec!["backup-listed".to_owned(), "name-characters@2:7".to_owned()],
        ),
    ];
    assert_eq!(problems, expected.into());
    let categories = [("devops", "Servers."), ("devops/k8s", "Clusters.")];
    assert_eq!(
        shelf.categories,
        categories
            .map(|(key, text)| (key.to_owned(), text.to_owned()))
            .into()
    );
    assert_eq!(
        (&shelf.faults, &shelf.orphans),
        (&vec![], &vec!["gone".to_owned()])
    );
    let counts = Counts {
        skills: 10,
        active: 8,
        stale: 1,
        archived: 1,
        pinned: 1,
        broken: 0,
        doubtful: 2,
        unseen: 0,
    };
    assert_eq!(Counts::of(shelf), counts);
    let inner = skill(&catalog, "hermes//devops/k8s/helm/inner");
    assert_eq!(inner.nested_in.as_deref(), Some("devops/k8s/helm"));
    let linked = skill(&catalog, "hermes//linked");
    assert_eq!(linked.through_link.as_deref(), Some("linked"));
}

#[test]
fn names_resolve_by_level() {
    let world = World::of_skills(&[
        "a/twin",
        "b/twin",
        "twin",
        "a/low",
        ".archive/old",
        ".archive/twin",
    ]);
    world.named("home/skills/b/other", "low");
    world.named("home/skills/c/third", "written");
    world.named("home/skills/d/fourth", "written");
    world.skill("home/skills/plug/skill");
    world.write("home/config.yaml", "skills: {external_dirs: [../team]}\n");
    world.skill("team/a/twin");
    world.skill("team/only");
    let catalog = world.look();
    let find = |name: &str, library: Option<&str>| match resolve(&catalog, name, library) {
        Ok(skill) => skill.id.to_string(),
        Err(ResolveError::Ambiguous { candidates, .. }) => {
            format!("several: {}", candidates.join(" "))
        }
        Err(ResolveError::Unknown { near, .. }) => format!("none: {}", near.join(" ")),
        Err(ResolveError::UnknownLibrary { libraries, .. }) => {
            format!("library: {}", libraries.join(" "))
        }
    };
    let cases = [
        ("twin", None, "hermes//twin"),
        ("a/twin", None, "several: hermes//a/twin team//a/twin"),
        ("hermes//a/twin", None, "hermes//a/twin"),
        ("a/twin", Some("team"), "team//a/twin"),
        ("hermes//a/twin", Some("team"), "hermes//a/twin"),
        ("low", None, "hermes//a/low"),
        ("other", None, "hermes//b/other"),
        ("written", None, "several: hermes//c/third hermes//d/fourth"),
        ("plug:skill", None, "hermes//plug/skill"),
        ("a:twin", None, "several: hermes//a/twin team//a/twin"),
        ("old", None, "hermes//.archive/old"),
        (".archive/twin", None, "hermes//.archive/twin"),
        ("only", None, "team//only"),
        ("only", Some("hermes"), "none: "),
        (
            "twinn",
            None,
            "none: hermes//.archive/twin hermes//a/twin hermes//b/twin hermes//twin team//a/twin",
        ),
        ("./b/twin/SKILL.md", None, "hermes//b/twin"),
        ("../zzzzzzzz", None, "none: "),
        ("", None, "none: "),
        ("nowhere//twin", None, "library: hermes team"),
        ("twin", Some("nowhere"), "library: hermes team"),
    ];
    for (name, library, expected) in cases {
        assert_eq!(find(name, library), expected, "{name} {library:?}");
    }
}

#[test]
fn every_name_that_is_printed_is_accepted() {
    let world = full_home();
    world.skill("home/skills/.archive/git-20260101000000");
    world.skill("home/skills/odd name/with:colon");
    world.named("home/skills/x", "\"y/z\"");
    let catalog = world.look();
    for it in catalog.skills() {
        let found = resolve(&catalog, &it.id.to_string(), None).unwrap();
        assert_eq!(found.id, it.id);
        let found = resolve(&catalog, &it.id.key, Some("hermes")).unwrap();
        assert_eq!(found.id, it.id);
        for alias in &it.aliases {
            assert_eq!(resolve(&catalog, alias, None).unwrap().id, it.id);
        }
        assert_eq!(catalog.get(&it.id).map(|found| &found.dir), Some(&it.dir));
    }
}

/// `loser < winner: reason` of every shadowed skill.
fn shadows(catalog: &Catalog) -> Vec<String> {
    let lost = catalog.skills().filter_map(|it| {
        let shadow = it.shadow.as_ref()?;
        let winner = catalog.get(&shadow.winner).unwrap();
        assert!(winner.shadows.contains(&it.id));
        Some(format!("{} < {}: {}", it.id, shadow.winner, shadow.reason))
    });
    lost.collect()
}

#[test]
fn the_winner_among_equal_names_is_that_of_the_agent() {
    let world = World::of_skills(&[
        "b/twin",
        "a-b/twin",
        "gone/foreign",
        "live",
        ".archive/live",
    ]);
    world.write(
        "home/skills/foreign/SKILL.md",
        "---\nname: foreign\ndescription: d\nplatforms: [windows]\n---\nb\n",
    );
    world.write("home/config.yaml", "skills: {external_dirs: [../team]}\n");
    world.skill("team/twin");
    world.named("team/x", "live");
    let within = "Hermes lists the first by path, and refuses to view the name as ambiguous";
    let across = "Hermes lists its own library before external ones, and refuses to view the name as ambiguous";
    let expected = [
        format!("hermes//b/twin < hermes//a-b/twin: {within}"),
        format!("team//twin < hermes//a-b/twin: {across}"),
        format!("team//x < hermes//live: {across}"),
    ];
    assert_eq!(shadows(&world.look()), expected);
    // Two skills of one name in one library are a problem of both.
    let catalog = world.look();
    for id in ["hermes//b/twin", "hermes//a-b/twin"] {
        assert_eq!(rules(&skill(&catalog, id).problems), ["duplicate-name"]);
    }

    let agents = World::new();
    for folder in [
        "me/.claude",
        "me/project/.claude",
        "me/.gemini",
        "me/project/.gemini",
        "me/.codex",
        "me/project/.codex",
    ] {
        agents.skill(&format!("{folder}/skills/same"));
    }
    let request = Request::Usual {
        home: Some(agents.root.join("home")),
    };
    let expected = [
        "gemini//same < project-gemini//same: in Gemini CLI a workspace's skill wins over the user's, and .agents/skills over .gemini/skills; it warns",
        "project-claude//same < claude//same: in Claude Code a personal skill hides the project's; early releases listed both",
    ];
    assert_eq!(shadows(&agents.look_at(request)), expected);
}

#[test]
fn usage_is_found_under_every_key_and_shared_records_are_told() {
    let world = World::new();
    world.named("home/skills/cat/folder", "Name");
    world.named("home/skills/one", "same");
    world.named("home/skills/two", "same");
    world.write(
        "home/skills/.usage.json",
        r#"{"Name": {"use_count": 1, "last_used_at": "2026-01-01T00:00:00+00:00", "state": "stale"},
            "folder": {"use_count": 2, "pinned": true, "last_used_at": "2026-03-01T00:00:00"},
            "cat/folder": {"view_count": 4, "last_viewed_at": "2026-02-01T00:00:00Z"},
            "same": {"use_count": 7}, "lost": {}, "odd": 5}"#,
    );
    let catalog = world.look();
    let it = skill(&catalog, "hermes//cat/folder");
    assert_eq!(it.records, ["Name", "folder", "cat/folder"]);
    let usage = &it.usage;
    assert_eq!(
        (usage.uses, usage.views, usage.pinned, it.state()),
        (3, 4, true, State::Stale)
    );
    assert_eq!(
        usage.last_activity(),
        Some("2026-03-01T00:00:00Z".parse().unwrap())
    );
    for id in ["hermes//one", "hermes//two"] {
        let it = skill(&catalog, id);
        assert!(it.shared_record);
        assert!(problem(it, Rule::SharedRecord).message.contains("same"));
    }
    let shelf = &catalog.shelves[0];
    assert_eq!(shelf.orphans, ["lost"]);
    assert_eq!(shelf.usage.odd, ["odd"]);
}

#[test]
fn damaged_sidecars_are_told_and_cost_no_skill() {
    let world = full_home();
    for name in [".usage.json", ".hub/lock.json", ".curator_state"] {
        world.write(&format!("home/skills/{name}"), "{\"a\": ");
    }
    world.write("home/pending/skills/0badc0de.json", "[]");
    world.write("home/config.yaml", "skills: [\n");
    std::fs::remove_file(world.root.join("home/skills/.bundled_manifest")).unwrap();
    std::fs::create_dir(world.root.join("home/skills/.bundled_manifest")).unwrap();
    let catalog = world.look();
    let shelf = &catalog.shelves[0];
    assert_eq!(shelf.skills.len(), 10);
    assert!(shelf.skills.iter().all(|it| it.usage == Default::default()));
    let faults = shelf.sidecar_faults();
    let names = [
        ".usage.json",
        ".bundled_manifest",
        ".hub/lock.json",
        ".curator_state",
        "0badc0de.json",
    ];
    assert_eq!(faults.len(), names.len(), "{faults:?}");
    for (fault, name) in faults.iter().zip(names) {
        assert!(fault.contains(name), "{fault}");
    }
    assert!(
        catalog.notes[0].contains("config.yaml") && catalog.notes[0].contains("line 2"),
        "{:?}",
        catalog.notes
    );
    // An empty file is damage too: Hermes takes it for no records and overwrites it.
    world.write("home/skills/.usage.json", "");
    let catalog = world.look();
    assert_eq!(
        catalog.shelves[0].usage.state,
        SidecarState::Damaged("empty file".to_owned())
    );
}

#[test]
fn profiles_are_homes_of_their_own() {
    let world = World::of_skills(&["main-skill"]);
    world.skill("home/profiles/work/skills/work-skill");
    std::fs::create_dir_all(world.root.join("home/profiles/fresh")).unwrap();
    let bench = world.open(world.home());
    let catalog = bench.look().unwrap();
    let profiles: Vec<_> = catalog.profiles.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(profiles, ["default", "fresh", "work"]);
    let seen = |name: &str| {
        let profile = catalog.profiles.iter().find(|it| it.name == name).unwrap();
        let other = bench.with_profile(&profile.root).unwrap().look().unwrap();
        let home = other.home.as_ref().map(|home| home.profile());
        let keys: Vec<String> = other.skills().map(|it| it.id.key.to_string()).collect();
        let names: Vec<String> = other.profiles.iter().map(|it| it.name.clone()).collect();
        (home, keys, names == profiles)
    };
    let expected = |name: &str, keys: &[&str]| {
        let keys = keys.iter().map(|key| (*key).to_owned()).collect();
        (Some(name.to_owned()), keys, true)
    };
    assert_eq!(seen("work"), expected("work", &["work-skill"]));
    assert_eq!(seen("fresh"), expected("fresh", &[]));
    assert_eq!(seen("default"), expected("default", &["main-skill"]));
    assert!(
        bench
            .with_profile(&world.root.join("home/profiles/gone"))
            .is_err()
    );
}

#[test]
fn switched_off_and_foreign_skills_are_shown_with_the_reason() {
    let mut world = World::new();
    world.named("home/skills/off", "\"off\"");
    world.named("home/skills/4711", "\"4711\"");
    world.named("home/skills/by-name", "off-too");
    world.named("home/skills/folder-off", "still-on");
    for (key, field) in [
        ("mac", "platforms: [macos]"),
        ("lin", "platforms: linux"),
        ("board", "environments: [kanban]"),
    ] {
        let text = format!("---\nname: {key}\ndescription: d\n{field}\n---\nb\n");
        world.write(&format!("home/skills/{key}/SKILL.md"), text);
    }
    world.write(
        "home/config.yaml",
        "skills: {disabled: [\"off\", off-too, 4711, folder-off]}\n",
    );
    let hidden = |world: &World| -> BTreeMap<String, String> {
        let catalog = world.look();
        let hidden = catalog
            .skills()
            .filter_map(|it| Some((it.id.key.to_string(), it.hidden.clone()?)));
        for it in catalog.skills().filter(|it| it.hidden.is_some()) {
            assert_eq!(
                rules(&it.problems).last().map(String::as_str),
                Some("hermes-hides")
            );
        }
        hidden.collect()
    };
    let off = "switched off in skills.disabled of config.yaml";
    let map = |pairs: &[(&str, &str)]| -> BTreeMap<String, String> {
        pairs
            .iter()
            .map(|(key, why)| ((*key).to_owned(), (*why).to_owned()))
            .collect()
    };
    let board = ("board", "its environments are kanban; none is active here");
    let linux = [
        ("4711", off),
        board,
        ("by-name", off),
        ("mac", "its platforms are macos"),
        ("off", off),
    ];
    assert_eq!(hidden(&world), map(&linux));
    world.env.platform = "darwin".to_owned();
    world
        .env
        .variables
        .insert("HERMES_KANBAN_BOARD".to_owned(), "b".to_owned());
    let darwin = [
        ("4711", off),
        ("by-name", off),
        ("lin", "its platforms are linux"),
        ("off", off),
    ];
    assert_eq!(hidden(&world), map(&darwin));
}

#[test]
fn archived_and_backup_folders_have_their_place() {
    let world = World::of_skills(&[
        "live",
        ".archive/live",
        ".archive/cat/deep",
        "live.bak",
        ".restore-backups/official-optional-20260102-030405/cat/restored",
        ".curator_backups/.rollback-staging-1/staged",
        ".git/not-a-skill",
        "node_modules/not-a-skill",
    ]);
    let catalog = world.look();
    let shelf = &catalog.shelves[0];
    let expected = [
        ".curator_backups/.rollback-staging-1/staged",
        ".restore-backups/official-optional-20260102-030405/cat/restored",
        "live",
        "live.bak",
        ".archive/cat/deep",
        ".archive/live",
    ];
    assert_eq!(keys(shelf), expected);
    let marked: Vec<bool> = shelf
        .skills
        .iter()
        .map(|it| it.problems.iter().any(|it| it.rule == Rule::BackupListed))
        .collect();
    assert_eq!(marked, [true, true, false, true, false, false]);
    // What was put away is no rival of a live skill of its name.
    assert!(shelf.skills.iter().all(|it| it.shadow.is_none()));
    assert_eq!(
        rules(&skill(&catalog, "hermes//live").problems),
        Vec::<String>::new()
    );
    // What it says of its surroundings are keys too.
    let nested = World::of_skills(&["live", ".archive", ".archive/outer", ".archive/outer/inner"]);
    nested.link("home/skills/.archive/other", "outer");
    let catalog = nested.look();
    assert_eq!(
        keys(&catalog.shelves[0]),
        ["live", ".archive", ".archive/outer", ".archive/outer/inner"]
    );
    let inner = skill(&catalog, "hermes//.archive/outer/inner");
    assert_eq!(inner.nested_in.as_deref(), Some(".archive/outer"));
    assert_eq!(inner.aliases, [".archive/other/inner"]);
    // In other folders an archive is nothing special.
    world.skill("plain/.archive/a");
    let plain = world.look_at(world.path("plain"));
    assert!(!skill(&plain, "plain//.archive/a").archived);
    // A link is not followed into an archive.
    let linked = World::of_skills(&["a"]);
    linked.skill("outside/old");
    linked.link("home/skills/.archive", "../../outside");
    assert_eq!(keys(&linked.look().shelves[0]), ["a"]);
}

#[test]
fn roots_that_cannot_be_opened_say_why() {
    let mut world = World::new();
    world.env.variables.clear();
    let settings =
        ["gone", "file", "good"].map(|name| format!("[[library]]\npath = \"../{name}\"\n"));
    world.write("config/config.toml", settings.concat());
    world.write("file", "x");
    world.skill("good/a");
    let request = Request::Usual {
        home: Some(world.root.join("home")),
    };
    let catalog = world.look_at(request);
    let states: Vec<String> = catalog
        .shelves
        .iter()
        .map(|it| format!("{} {:?} {}", it.library.id, it.state, it.skills.len()))
        .collect();
    let expected = [
        "hermes Ready 0",
        "gone Missing 0",
        "file Unreadable(\"Not a directory (os error 20)\") 0",
        "good Ready 1",
    ];
    assert_eq!(states, expected);
    std::fs::remove_dir(world.root.join("home/skills")).unwrap();
    let catalog = world.look();
    assert_eq!(
        emptiness(&catalog),
        Some(Empty::Missing(world.root.join("home/skills")))
    );
}

#[test]
fn a_second_look_opens_no_file_that_did_not_change() {
    let world = full_home();
    for number in 0..20 {
        world.skill(&format!("home/skills/node_modules/package-{number}"));
    }
    let fs = Arc::new(Watched::default());
    let bench = world.open_with(fs.clone(), world.home());
    let first = bench.look().unwrap();
    let entered = fs.paths(Call::ReadDir);
    assert!(
        entered
            .iter()
            .all(|it| !it.to_string_lossy().contains("node_modules")),
        "{entered:?}"
    );
    fs.forget();
    assert_eq!(bench.look().unwrap(), first);
    let opened = |fs: &Watched| -> Vec<PathBuf> {
        let paths = fs.paths(Call::Read).into_iter();
        paths
            .filter(|it| it.extension().is_some_and(|it| it == "md"))
            .collect()
    };
    assert_eq!(opened(&fs), [] as [PathBuf; 0]);
    // So does another start.
    let fresh = Arc::new(Watched::default());
    assert_eq!(
        world.open_with(fresh.clone(), world.home()).look().unwrap(),
        first
    );
    assert_eq!(opened(&fresh), [] as [PathBuf; 0]);
    // What is new or changed is read, and nothing else.
    world.named("home/skills/plain", "renamed");
    world.skill("home/skills/brand-new");
    fs.forget();
    let second = bench.look().unwrap();
    let changed = [
        "home/skills/brand-new/SKILL.md",
        "home/skills/plain/SKILL.md",
    ]
    .map(|it| world.root.join(it));
    assert_eq!(opened(&fs), changed);
    assert_eq!(skill(&second, "hermes//plain").shown_name(), "renamed");
    assert_eq!(
        skill(&second, "hermes//brand-new").shown_name(),
        "brand-new"
    );
}

#[test]
fn looking_and_reading_leave_no_trace() {
    let world = full_home();
    world.write("home/skills/plain/references/a.md", "# A\n");
    world.link("home/skills/plain/out", "/dev/null");
    world.write(
        "home/config.yaml",
        "skills: {external_dirs: [../elsewhere]}\n",
    );
    world.write("home/skills/.curator_state", "{broken");
    let roots = ["home", "elsewhere", "me"].map(|it| world.root.join(it));
    let before = roots
        .clone()
        .map(|it| tree::listing(&it, tree::Times::Included).unwrap());
    let request = Request::Usual {
        home: Some(world.root.join("home")),
    };
    let bench = world.open(request);
    let catalog = bench.look().unwrap();
    for it in catalog.skills() {
        resolve(&catalog, &it.id.to_string(), None).unwrap();
        bench.read(it, None).unwrap();
        for file in bench.files(it).files {
            let _ = bench.read(it, Some(&file.path));
        }
    }
    assert_eq!(bench.look().unwrap(), catalog);
    let after = roots.map(|it| tree::listing(&it, tree::Times::Included).unwrap());
    assert_eq!(before, after);
    assert!(world.root.join("cache").is_dir());
    assert!(!world.root.join("state").exists() && !world.root.join("config").exists());
}
