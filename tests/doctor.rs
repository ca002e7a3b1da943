//! The doctor: one trouble at a time, told with what to do, and nothing written.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test fails by panicking
#![allow(dead_code)] // the shared world has more than is used here

#[path = "support/tree.rs"]
mod tree;
#[path = "store/world.rs"]
mod world;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skilldeck::store::doctor::{Check, Level};
use skilldeck::store::fs::{DirEntry, Disk, Fs, Stat};
use skilldeck::store::locate::Request;
use skilldeck::workbench::Workbench;
use tree::Times;
use world::{Call, Watched, World};

use Level::{Note, Ok as Fine, Problem, Warning};

/// The findings of a check, with `ROOT` for the world's folder.
fn findings(world: &World, fs: Arc<dyn Fs>, request: Request, id: &str) -> Vec<(Level, String)> {
    let clock = Arc::new(|| "2100-01-01T00:00:00Z".parse().unwrap());
    let before = tree::listing(&world.root, Times::Included).unwrap();
    let checks = Workbench::examine(fs, world.env.clone(), clock, request);
    let after = tree::listing(&world.root, Times::Included).unwrap();
    assert_eq!(before, after, "the doctor wrote something");
    let root = world.root.display().to_string();
    let check = checks.into_iter().find(|it| it.id == id);
    let findings = check.map_or_else(Vec::new, |it: Check| it.findings);
    findings
        .into_iter()
        .map(|it| (it.level, it.text.replace(&root, "ROOT")))
        .collect()
}

fn usual(world: &World) -> Request {
    Request::Usual {
        home: Some(world.root.join("home")),
    }
}

fn by_rule() -> Request {
    Request::Usual { home: None }
}

fn on_disk(world: &World, request: Request, id: &str) -> Vec<(Level, String)> {
    findings(world, Arc::new(Disk), request, id)
}

/// The findings that are not as they should be.
fn troubles(world: &World, request: Request, id: &str) -> Vec<(Level, String)> {
    let mut all = on_disk(world, request, id);
    all.retain(|it| it.0 != Fine);
    all
}

fn told(findings: &[(Level, &str)]) -> Vec<(Level, String)> {
    findings
        .iter()
        .map(|(level, text)| (*level, (*text).to_owned()))
        .collect()
}

/// The disk as the system shows it to somebody who may only read, with locks held.
struct Foreign {
    locked: bool,
}

impl Fs for Foreign {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        Disk.read_dir(path)
    }
    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        Disk.lstat(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        Disk.stat(path)
    }
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        Disk.read(path, limit)
    }
    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.read_link(path)
    }
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.canonicalize(path)
    }
    fn writable(&self, _path: &Path) -> bool {
        false
    }
    fn is_locked(&self, _path: &Path) -> io::Result<bool> {
        Ok(self.locked)
    }
}

// The home.

#[test]
fn the_rules_to_the_home_are_told_in_their_order() {
    let mut world = World::new();
    let flag = on_disk(&world, usual(&world), "home");
    let expected = [
        (Fine, "--home: ROOT/home, a folder"),
        (Fine, "SKILLDECK_HOME: not asked"),
        (Fine, "HERMES_HOME: not asked"),
        (Fine, "~/.hermes: not asked"),
        (Fine, "skilldeck's own folder: not asked"),
        (Fine, "ROOT/home is the home, by --home; profile default"),
    ];
    assert_eq!(flag, told(&expected));
    let nothing = on_disk(&world, by_rule(), "home");
    let expected = [
        (Fine, "--home: not given"),
        (Fine, "SKILLDECK_HOME: not set"),
        (Fine, "HERMES_HOME: not set"),
        (Fine, "~/.hermes: ROOT/me/.hermes, no folder"),
        (Fine, "skilldeck's own folder: ROOT/state, no folder"),
        (Note, "no Hermes home: ROOT/state would be used"),
    ];
    assert_eq!(nothing, told(&expected));
    let home = world.root.join("home").display().to_string();
    world.env.variables.insert("HERMES_HOME".into(), home);
    let variable = on_disk(&world, by_rule(), "home");
    assert_eq!(
        variable[2],
        (Fine, "HERMES_HOME: ROOT/home, a folder".to_owned())
    );
    assert_eq!(variable[3].1, "~/.hermes: not asked");
}

#[test]
fn a_home_that_is_named_and_not_there_is_a_problem() {
    let mut world = World::new();
    let gone = world.root.join("gone").display().to_string();
    world.env.variables.insert("HERMES_HOME".into(), gone);
    let expected = [(
        Problem,
        "ROOT/gone, named by HERMES_HOME, is not a folder; create it or name another home",
    )];
    assert_eq!(troubles(&world, by_rule(), "home"), told(&expected));
    let expected = [(
        Problem,
        "ROOT/nothing: No such file or directory (os error 2); give a folder of skills, a home, or a SKILL.md",
    )];
    assert_eq!(
        troubles(&world, world.path("nothing"), "home"),
        told(&expected)
    );
}

#[test]
fn another_profile_that_is_active_in_hermes_is_told() {
    let world = World::new();
    world.write("home/active_profile", "work\n");
    let expected = [(Note, "Hermes' active profile is work, shown is default")];
    assert_eq!(troubles(&world, usual(&world), "home"), told(&expected));
}

// Libraries.

#[test]
fn each_library_says_why_it_is_shown() {
    let world = World::of_skills(&["a"]);
    world.skill("me/.claude/skills/b");
    world.skill("me/project/.agents/skills/c");
    world.skill("team/d");
    world.write("home/config.yaml", "skills: {external_dirs: [../team]}\n");
    world.write("config/config.toml", "[[library]]\npath = \"../mine\"\n");
    world.skill("mine/e");
    let expected = [
        (
            Fine,
            "hermes: ROOT/home/skills, Hermes, the home's own: 1 skills, writable",
        ),
        (
            Fine,
            "team: ROOT/team, Hermes, external, from skills.external_dirs of config.yaml: 1 skills, read-only",
        ),
        (
            Fine,
            "mine: ROOT/config/../mine, configured, from config.toml: 1 skills, read-only",
        ),
        (
            Fine,
            "claude: ROOT/me/.claude/skills, Claude Code, found in your home: 1 skills, read-only",
        ),
        (
            Fine,
            "project-agents: ROOT/me/project/.agents/skills, shared by agents, found in the project: 1 skills, read-only",
        ),
    ];
    assert_eq!(on_disk(&world, usual(&world), "libraries"), told(&expected));
}

#[test]
fn a_configured_library_that_is_missing_is_a_warning() {
    let world = World::new();
    world.write(
        "config/config.toml",
        "[[library]]\npath = \"/nowhere/at/all\"\n",
    );
    let expected = [(
        Warning,
        "all: /nowhere/at/all, configured, from config.toml: not there",
    )];
    assert_eq!(
        troubles(&world, usual(&world), "libraries"),
        told(&expected)
    );
}

#[test]
fn a_root_that_is_a_file_is_told() {
    let world = World::new();
    world.write("me/.claude/skills", "not a folder");
    world.write("file", "not a folder");
    world.write("config/config.toml", "[[library]]\npath = \"../file\"\n");
    let expected = [
        (
            Problem,
            "file: ROOT/config/../file, configured, from config.toml: a file, and no folder",
        ),
        (Warning, "ROOT/me/.claude/skills is a file: no library"),
    ];
    assert_eq!(
        troubles(&world, usual(&world), "libraries"),
        told(&expected)
    );
}

#[test]
fn a_library_that_cannot_be_read_is_a_problem() {
    let world = World::of_skills(&["a"]);
    let path = world.root.join("home/skills");
    let denied = io::ErrorKind::PermissionDenied;
    let fs = Watched::failing_at(&[(Call::ReadDir, path)], denied);
    let found = findings(&world, Arc::new(fs), usual(&world), "libraries");
    let expected = [(
        Problem,
        "hermes: ROOT/home/skills, Hermes, the home's own: cannot be read: permission denied",
    )];
    assert_eq!(found, told(&expected));
}

#[test]
fn a_writable_library_that_the_system_protects_is_a_warning() {
    let world = World::of_skills(&["a"]);
    let found = findings(
        &world,
        Arc::new(Foreign { locked: false }),
        usual(&world),
        "libraries",
    );
    let expected = [(
        Warning,
        "hermes: ROOT/home/skills, Hermes, the home's own: 1 skills, writable, and the system does not let us write there",
    )];
    assert_eq!(found, told(&expected));
}

#[test]
fn roots_that_are_links_say_where_they_lead() {
    let world = World::new();
    world.skill("me/src/a");
    world.link("me/.claude/skills", world.root.join("me/src"));
    world.link("me/.codex/skills", world.root.join("me/src"));
    world.link("me/.gemini/skills", "nowhere");
    let expected = [
        (Note, "claude: its root is a link to ROOT/me/src"),
        (
            Note,
            "ROOT/me/.codex/skills is the folder of claude: shown once",
        ),
        (
            Warning,
            "ROOT/me/.gemini/skills is a link that leads nowhere: No such file or directory (os error 2)",
        ),
    ];
    assert_eq!(
        troubles(&world, usual(&world), "libraries"),
        told(&expected)
    );
}

#[test]
fn settings_that_cannot_be_used_are_told() {
    let world = World::new();
    world.write("home/config.yaml", "skills: {external_dirs: [../gone]}\n");
    let expected = [(
        Warning,
        "skills.external_dirs: ../gone: ROOT/home/../gone is not a folder",
    )];
    assert_eq!(
        troubles(&world, usual(&world), "libraries"),
        told(&expected)
    );
}

// Discovery and links.

#[test]
fn what_discovery_could_not_read_is_told() {
    let world = World::of_skills(&["a", "cat/b"]);
    for name in ["c", "d", "e", "f", "g", "h", "i"] {
        world.link(&format!("home/skills/{name}/SKILL.md"), "nowhere");
    }
    let deep: Vec<&str> = std::iter::repeat_n("d", 66).collect();
    world.skill(&format!("home/skills/{}", deep.join("/")));
    let path = world.root.join("home/skills/cat");
    let denied = io::ErrorKind::PermissionDenied;
    let fs = Watched::failing_at(&[(Call::ReadDir, path)], denied);
    let found = findings(&world, Arc::new(fs), usual(&world), "discovery");
    assert_eq!(found.len(), 8, "{found:?}");
    assert_eq!(
        found[0],
        (
            Warning,
            "ROOT/home/skills/cat: cannot be read: permission denied".to_owned()
        )
    );
    assert!(
        found[1].1.ends_with("more than 64 folders deep: not read"),
        "{found:?}"
    );
    assert!(
        found[2]
            .1
            .starts_with("hermes//c: cannot be read: a link to nowhere"),
        "{found:?}"
    );
    assert_eq!(
        found[7],
        (Warning, "hermes: 2 more skills like that".to_owned())
    );
    let good = World::of_skills(&["a"]);
    let expected = [(Fine, "all folders and skills were read, no limit was met")];
    assert_eq!(on_disk(&good, usual(&good), "discovery"), told(&expected));
}

#[test]
fn links_that_lead_nowhere_round_or_out_are_told() {
    let world = World::of_skills(&["a"]);
    world.skill("me/src/out");
    world.link("home/skills/broken", "nowhere");
    world.link("home/skills/self", "self");
    world.link("home/skills/up", "..");
    world.link("home/skills/out", world.root.join("me/src/out"));
    let found = on_disk(&world, usual(&world), "links");
    let texts: Vec<&str> = found.iter().map(|it| it.1.as_str()).collect();
    assert_eq!(texts.len(), 4, "{found:?}");
    assert!(texts[0].starts_with("ROOT/home/skills/broken: a link to nowhere: "));
    assert!(texts[1].starts_with("ROOT/home/skills/self: a link to self: "));
    assert_eq!(
        texts[2],
        "ROOT/home/skills/up: a link to ROOT/home, around this library: not followed"
    );
    assert_eq!(
        found[3],
        (
            Note,
            "hermes//out leads out of the library to ROOT/me/src/out".to_owned()
        )
    );
}

// Sidecars.

#[test]
fn each_sidecar_is_sound_strange_or_damaged() {
    let world = World::of_skills(&["a"]);
    world.write("home/config.yaml", "skills: [\n");
    world.write(
        "home/skills/.usage.json",
        r#"{"a": {"use_count": 1, "mood": "good"}}"#,
    );
    world.write("home/skills/.curator_state", "[]");
    world.write("home/skills/.hub/lock.json", "{\"installed\": ");
    world.write("home/skills/.bundled_manifest", "a:b\n");
    world.write("home/cron/jobs.json", "[]");
    world.write("home/pending/skills/0badc0de.json", "{");
    let found = on_disk(&world, usual(&world), "sidecars");
    let levels: Vec<(Level, &str)> = found
        .iter()
        .map(|(level, text)| (*level, text.split(": ").next().unwrap()))
        .collect();
    let expected = [
        (Problem, "config.yaml is damaged"),
        (
            Note,
            "skills/.usage.json is sound; not known here, and kept",
        ),
        (Fine, "skills/.bundled_manifest is sound"),
        (Problem, "skills/.curator_state is damaged"),
        (Problem, "skills/.hub/lock.json is damaged"),
        (Fine, "cron/jobs.json is sound"),
        (Fine, "not there yet"),
        (Fine, "pending/skills"),
        (Warning, "ROOT/home/pending/skills/0badc0de.json"),
    ];
    assert_eq!(levels, expected);
    assert!(found[1].1.ends_with(": mood"), "{found:?}");
    assert!(found[3].1.ends_with("not a JSON object"), "{found:?}");
}

#[test]
fn sidecars_tell_their_age() {
    let world = World::new();
    world.write("home/config.yaml", "");
    let clock = Arc::new(|| "2100-01-01T00:00:00Z".parse().unwrap());
    let checks = Workbench::examine(Arc::new(Disk), world.env.clone(), clock, usual(&world));
    let sidecars = checks.into_iter().find(|it| it.id == "sidecars").unwrap();
    let modified = std::fs::metadata(world.root.join("home/config.yaml"))
        .unwrap()
        .modified();
    let expected = jiff::Timestamp::try_from(modified.unwrap()).unwrap();
    assert_eq!(sidecars.findings[0].changed, Some(expected));
}

// Locks.

#[test]
fn locks_are_looked_at_and_never_made() {
    let world = World::new();
    let none = [(Fine, "no lock was taken yet")];
    assert_eq!(on_disk(&world, usual(&world), "locks"), told(&none));
    world.write("home/skills/.usage.json.lock", "");
    world.write("state/libraries/x-1/content.lock", "");
    let free = [
        (Fine, "ROOT/home/skills/.usage.json.lock is free"),
        (Fine, "ROOT/state/libraries/x-1/content.lock is free"),
    ];
    assert_eq!(on_disk(&world, usual(&world), "locks"), told(&free));
}

#[test]
fn a_lock_that_is_held_is_told_without_waiting() {
    let world = World::new();
    let path = world.root.join("home/skills/.usage.json.lock");
    world.write("home/skills/.usage.json.lock", "");
    let file = std::fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .unwrap();
    file.lock().unwrap();
    let held = [(
        Note,
        "ROOT/home/skills/.usage.json.lock is held; by whom is not told here",
    )];
    assert_eq!(on_disk(&world, usual(&world), "locks"), told(&held));
    file.unlock().unwrap();
    let free = [(Fine, "ROOT/home/skills/.usage.json.lock is free")];
    assert_eq!(on_disk(&world, usual(&world), "locks"), told(&free));
}

#[test]
fn who_holds_a_lock_is_told_where_the_kernel_tells() {
    let mut world = World::new();
    world.write("home/skills/.usage.json.lock", "");
    let inode = Disk
        .stat(&world.root.join("home/skills/.usage.json.lock"))
        .unwrap()
        .inode;
    let table = format!("1: FLOCK  ADVISORY  WRITE 4711 08:01:{inode} 0 EOF\n");
    world.write("proc/locks", table);
    world.write("proc/4711/comm", "hermes\n");
    world.env.proc_dir = Some(world.root.join("proc"));
    let held = [(
        Note,
        "ROOT/home/skills/.usage.json.lock is held by process 4711 (hermes)",
    )];
    let found = findings(
        &world,
        Arc::new(Foreign { locked: true }),
        usual(&world),
        "locks",
    );
    assert_eq!(found, told(&held));
}

// Our folders, watching, tools.

#[test]
fn our_folders_are_private_and_writable() {
    use std::os::unix::fs::PermissionsExt;
    let mut world = World::new();
    let missing = [
        (Fine, "state: ROOT/state, made when it is needed"),
        (Fine, "settings: ROOT/config, made when it is needed"),
        (Fine, "cache: ROOT/cache, made when it is needed"),
    ];
    assert_eq!(on_disk(&world, usual(&world), "folders"), told(&missing));
    world.write("cache/a/b", "12345");
    world.write("config", "a file");
    world.write("state/x", "");
    let mode = |path: &str, mode: u32| {
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(world.root.join(path), mode).unwrap();
    };
    mode("state", 0o755);
    mode("cache", 0o700);
    let bad = [
        (
            Warning,
            "state: ROOT/state, mode 0755: others can look into it",
        ),
        (Problem, "settings: ROOT/config is no folder"),
        (Fine, "cache: ROOT/cache, mode 0700, 5 bytes"),
    ];
    assert_eq!(on_disk(&world, usual(&world), "folders"), told(&bad));
    std::fs::remove_file(world.root.join("config")).unwrap();
    let unwritable = [
        (Problem, "state: ROOT/state is not writable"),
        (Fine, "settings: ROOT/config, made when it is needed"),
        (Warning, "cache: ROOT/cache is not writable"),
    ];
    let fs = Arc::new(Foreign { locked: false });
    assert_eq!(
        findings(&world, fs, usual(&world), "folders"),
        told(&unwritable)
    );
    world.env.state_dir = None;
    let found = on_disk(&world, usual(&world), "folders");
    assert_eq!(found[0], (Problem, "state: no folder is known".to_owned()));
}

#[test]
fn limits_of_watching_are_compared_with_the_need() {
    let mut world = World::of_skills(&["a", "cat/b"]);
    world.write("home/skills/a/node_modules/x/y", "");
    let unknown = [(Fine, "4 folders to watch; this system tells no limits")];
    assert_eq!(on_disk(&world, usual(&world), "watching"), told(&unknown));
    world.env.proc_dir = Some(world.root.join("proc"));
    let unread = [(Note, "4 folders to watch; the limit cannot be read")];
    assert_eq!(on_disk(&world, usual(&world), "watching"), told(&unread));
    for (name, value) in [("watches", "3\n"), ("instances", "0\n")] {
        world.write(&format!("proc/sys/fs/inotify/max_user_{name}"), value);
    }
    world.write("proc/sys/fs/inotify/max_queued_events", "16\n");
    let little = [
        (
            Warning,
            "4 folders to watch, 3 are allowed: the rest is looked through from time to time",
        ),
        (
            Warning,
            "no watcher is allowed: libraries are looked through from time to time",
        ),
        (
            Fine,
            "16 events are kept; after more of them everything is looked at again",
        ),
    ];
    assert_eq!(on_disk(&world, usual(&world), "watching"), told(&little));
}

#[test]
fn the_editor_and_git_are_looked_for() {
    use std::os::unix::fs::PermissionsExt;
    let mut world = World::new();
    let none = [
        (Note, "no editor: neither VISUAL nor EDITOR is set"),
        (
            Note,
            "git is not on PATH: only needed to look at histories by hand",
        ),
    ];
    assert_eq!(on_disk(&world, usual(&world), "tools"), told(&none));
    for name in ["git", "vi", "plain"] {
        world.write(&format!("bin/{name}"), "");
        let mode = if name == "plain" { 0o644 } else { 0o755 };
        let mode = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(world.root.join("bin").join(name), mode).unwrap();
    }
    let path = world.root.join("bin").display().to_string();
    world
        .env
        .variables
        .insert("PATH".into(), format!("/nowhere:{path}"));
    world.env.variables.insert("EDITOR".into(), "vi -n".into());
    let good = [
        (Fine, "editor: vi -n, by EDITOR, at ROOT/bin/vi"),
        (Fine, "git: ROOT/bin/git"),
    ];
    assert_eq!(on_disk(&world, usual(&world), "tools"), told(&good));
    world.env.variables.insert("VISUAL".into(), "plain".into());
    let found = on_disk(&world, usual(&world), "tools");
    assert_eq!(
        found[0],
        (
            Warning,
            "editor: VISUAL is plain, and plain is not on PATH".to_owned()
        )
    );
}

// The command.

fn run(world: &World, args: &[&str]) -> (i32, String, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skilldeck"))
        .args(args)
        .env_clear()
        .env("HOME", world.root.join("me"))
        .env("SKILLDECK_STATE_DIR", world.root.join("state"))
        .env("SKILLDECK_CONFIG_DIR", world.root.join("config"))
        .env("SKILLDECK_CACHE_DIR", world.root.join("cache"))
        .current_dir(world.root.join("me/project"))
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_command_ends_with_0_when_all_is_well_and_1_with_a_problem() {
    let world = World::of_skills(&["a"]);
    let home = world.root.join("home").display().to_string();
    let before = tree::listing(&world.root, Times::Included).unwrap();
    let (code, out, err) = run(&world, &["--home", &home, "doctor"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for part in [
        "home\n  ✓ --home: ",
        "\nterminal\n",
        "0 problems, 0 warnings, ",
    ] {
        assert!(out.contains(part), "{part:?} in {out}");
    }
    let (code, out, _) = run(&world, &["doctor", &home]);
    assert_eq!(code, 0, "{out}");
    let (code, out, err) = run(&world, &["--home", "/nowhere", "doctor"]);
    assert_eq!((code, err.as_str()), (1, ""));
    let problem = "✗ /nowhere, named by --home, is not a folder; create it or name another home\n    → correct the path, or leave it out to let the next rule decide\n";
    assert!(out.contains(problem), "{out}");
    assert_eq!(tree::listing(&world.root, Times::Included).unwrap(), before);
}

#[test]
fn the_command_gives_json_and_shows_nothing_unsafe() {
    let world = World::of_skills(&["a"]);
    world.link("home/skills/evil\u{1b}]0;x\u{7}", "nowhere");
    let home = world.root.join("home").display().to_string();
    let (code, out, _) = run(&world, &["doctor", &home]);
    assert_eq!(code, 0);
    assert!(!out.contains('\u{1b}') && !out.contains('\u{7}'), "{out:?}");
    let (_, out, _) = run(&world, &["doctor", &home, "--json"]);
    assert!(!out.contains('\u{1b}'), "{out:?}");
    let document: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&document["schema"], &document["worst"]),
        (&1.into(), &"warning".into())
    );
    let checks = document["checks"].as_array().unwrap();
    let ids: Vec<&str> = checks.iter().map(|it| it["id"].as_str().unwrap()).collect();
    let expected = [
        "home",
        "libraries",
        "discovery",
        "links",
        "sidecars",
        "locks",
        "folders",
        "watching",
        "writing",
        "tools",
        "events",
        "settings",
        "terminal",
    ];
    assert_eq!(ids, expected);
    let events = checks[10]["findings"][0]["text"].as_str().unwrap();
    assert!(events.starts_with("watching "), "{events}");
    let link = &checks[3]["findings"][0];
    assert_eq!(
        (&link["level"], &link["changed_at"]),
        (&"warning".into(), &serde_json::Value::Null)
    );
    assert_eq!(
        link["remedy"],
        "remove the link, or correct where it points"
    );
}

#[test]
fn a_profile_can_be_examined() {
    let world = World::of_skills(&["a"]);
    world.skill("home/profiles/work/skills/b");
    let home = world.root.join("home").display().to_string();
    let args = ["--home", &home, "--home-profile", "work", "doctor"];
    let (code, out, _) = run(&world, &args);
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("home/profiles/work was chosen"), "{out}");
    assert!(out.contains("by the profile chosen; profile work"), "{out}");
}

#[test]
fn what_of_the_settings_cannot_be_used_is_told() {
    let world = World::of_skills(&["a"]);
    let home = world.root.join("home").display().to_string();
    let settings = "mouse = 1\ntheme = \"nordic\"\n[keys.tree]\nfiltre = \"x\"\n";
    world.write("config/config.toml", settings);
    world.write("config/themes/mine.toml", "red = 1\n");
    let (code, out, err) = run(&world, &["doctor", &home]);
    assert_eq!(code, 0, "{out}");
    for part in [
        "config/config.toml:1:9: ",
        "no theme \"nordic\"; did you mean \"nord\"?",
        "→ `skilldeck themes` lists",
        "config/config.toml:4:1: [keys.tree] has no command `filtre`",
        "→ did you mean `filter`?",
        "config/themes/mine.toml:1:7: ",
    ] {
        assert!(out.contains(part), "{part:?} in {out}{err}");
    }
}
