//! The commands of the built program: output, exit codes, and what hostile input does to them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test fails by panicking

#[path = "support/tree.rs"]
mod tree;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A temporary folder; the person's own folder is `me/`, the current one `here/`.
struct World {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for path in ["me", "here"] {
            std::fs::create_dir(root.join(path)).unwrap();
        }
        World {
            _folder: folder,
            root,
        }
    }

    /// With a home in `me/.hermes`.
    fn with_home() -> Self {
        let world = World::new();
        world.write(
            ".hermes/skills/devops/deploy/SKILL.md",
            "---\nname: deploy\ndescription: Ship it.\n---\n\n# Deploy\n\nRun `scripts/run.sh`.\n",
        );
        world.write(".hermes/skills/devops/deploy/scripts/run.sh", "#!/bin/sh\n");
        world.write(
            ".hermes/skills/devops/DESCRIPTION.md",
            "---\ndescription: Servers.\n---\n",
        );
        world.write(
            ".hermes/skills/a/twin/SKILL.md",
            "---\nname: twin\ndescription: One.\n---\nb\n",
        );
        world.write(
            ".hermes/skills/b/twin/SKILL.md",
            "---\nname: twin\ndescription: Two.\n---\nb\n",
        );
        world.write(
            ".hermes/skills/broken/SKILL.md",
            "---\nname: broken\ndescription: Use when: asked\n---\nb\n",
        );
        world.write(
            ".hermes/skills/.archive/old/SKILL.md",
            "---\nname: old\ndescription: Past.\n---\nb\n",
        );
        world.write(
            ".hermes/skills/.usage.json",
            r#"{"deploy": {"use_count": 900, "last_used_at": "2026-01-01T00:00:00+00:00"}, "broken": {"use_count": 3, "pinned": true, "state": "stale"}}"#,
        );
        world
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join("me").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// The program with these arguments and nothing of the surroundings.
    fn command(&self, args: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skilldeck"));
        command
            .args(args)
            .env_clear()
            .env("HOME", self.root.join("me"))
            .current_dir(self.root.join("here"))
            .stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().unwrap())
    }

    fn json(&self, args: &[&str]) -> Value {
        let ran = self.run(&[args, &["--json"]].concat());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
        serde_json::from_str(&ran.out).unwrap()
    }
}

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran {
        code,
        out: out.to_owned(),
        err: err.to_owned(),
    }
}

#[test]
fn list_prints_a_line_for_each_skill() {
    let world = World::with_home();
    let list = "! a/twin         One.\n\
                ! b/twin         [shadowed] Two.\n\
                ✗ broken         [pinned stale] Use when: asked\n\
                · devops/deploy  Ship it.\n\
                · .archive/old   [archived] Past.\n";
    assert_eq!(world.run(&["list"]), ran(0, list, ""));
    let keys = |args: &[&str]| -> Vec<String> {
        let document = world.json(args);
        let skills = document["skills"].as_array().unwrap();
        skills
            .iter()
            .map(|it| it["key"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(keys(&["list", "--state", "pinned"]), ["broken"]);
    assert_eq!(keys(&["list", "--state", "archived"]), [".archive/old"]);
    assert_eq!(
        keys(&["list", "--problems"]),
        ["a/twin", "b/twin", "broken"]
    );
    assert_eq!(
        keys(&["list", "--sort", "uses"])[..2],
        ["devops/deploy", "broken"]
    );
    assert_eq!(keys(&["list", "--sort", "name"])[0], "broken");
    let broken = world.json(&["list"])["skills"][2]["problems"][0].clone();
    let expected = serde_json::json!({
        "rule": "yaml", "severity": "error", "line": 3, "column": 22,
        "message": "YAML: mapping values are not allowed in this context",
        "remedy": "put the value in quotes: it holds a colon",
    });
    assert_eq!(broken, expected);
}

#[test]
fn tree_libraries_status_and_files() {
    let world = World::with_home();
    let skills = world.root.join("me/.hermes/skills");
    let tree = format!(
        "hermes  5 skills  {}\n  a/\n    ! twin\n  b/\n    ! twin  [shadowed]\n  ✗ broken  [pinned stale]\n  devops/  Servers.\n    · deploy\n  .archive/\n    · old  [archived]\n",
        skills.display()
    );
    assert_eq!(world.run(&["tree"]), ran(0, &tree, ""));
    let libraries = format!(
        "hermes  Hermes  writable       5 skills  {}\n",
        skills.display()
    );
    assert_eq!(world.run(&["libraries"]), ran(0, &libraries, ""));
    let status = world.json(&["status"]);
    let expected = serde_json::json!({
        "skills": 5, "active": 3, "stale": 1, "archived": 1, "pinned": 1,
        "with_errors": 1, "with_warnings": 2, "unseen": 1,
    });
    assert_eq!(status["counts"], expected);
    assert_eq!(status["home"]["found_by"], "~/.hermes");
    let status = world.run(&["status"]);
    assert_eq!((status.code, status.err.as_str()), (0, ""));
    assert!(
        status
            .out
            .contains("5: 3 active, 1 stale, 1 archived; 1 pinned"),
        "{}",
        status.out
    );
    let files = "SKILL.md             76 B\nscripts/run.sh       10 B\n";
    assert_eq!(world.run(&["files", "deploy"]), ran(0, files, ""));
}

#[test]
fn view_prints_a_page_or_the_bytes() {
    let world = World::with_home();
    let page = world.run(&["view", "deploy", "--width", "60"]);
    assert_eq!((page.code, page.err.as_str()), (0, ""));
    for text in ["deploy", "Ship it.", "Deploy", "scripts/run.sh"] {
        assert!(page.out.contains(text), "{text} in {}", page.out);
    }
    assert!(!page.out.contains('\x1b'));
    let bytes =
        std::fs::read_to_string(world.root.join("me/.hermes/skills/devops/deploy/SKILL.md"))
            .unwrap();
    assert_eq!(world.run(&["view", "deploy", "--raw"]), ran(0, &bytes, ""));
    assert_eq!(
        world.run(&["view", "hermes//devops/deploy", "scripts/run.sh", "--raw"]),
        ran(0, "#!/bin/sh\n", "")
    );
    let document = world.json(&["view", "deploy"]);
    assert_eq!(
        (&document["schema"], &document["content"]),
        (&1.into(), &bytes.into())
    );
}

#[test]
fn a_path_names_a_skill_in_a_library_or_out_of_all() {
    let world = World::with_home();
    world.write(
        "../here/new/SKILL.md",
        "---\nname: new\ndescription: d\n---\nb\n",
    );
    world.write(
        "../here/old/SKILL.md",
        "---\nname: old\ndescription: d\n---\nb\n",
    );
    let files = "SKILL.md             76 B\nscripts/run.sh       10 B\n";
    for path in [
        "../me/.hermes/skills/devops/deploy",
        "../me/.hermes/skills/devops/deploy/SKILL.md",
    ] {
        assert_eq!(world.run(&["files", path]), ran(0, files, ""), "{path}");
    }
    for path in ["./new", "new/", "new/SKILL.md"] {
        assert_eq!(
            world.json(&["view", path])["skill"]["name"],
            "new",
            "{path}"
        );
        let ran = world.run(&["effects", path, "--agent", "codex"]);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
        assert!(ran.out.contains("loaded if it lay at"), "{}", ran.out);
    }
    assert_eq!(world.run(&["compare", "./new", "./old"]).code, 1);
    let unknown = "skilldeck: no skill \"./gone\"; `skilldeck list` shows all\n";
    assert_eq!(world.run(&["view", "./gone"]), ran(2, "", unknown));
}

#[test]
fn names_that_mean_no_single_skill_are_refused_with_help() {
    let world = World::with_home();
    let ambiguous = "skilldeck: \"twin\" is ambiguous:\n  hermes//a/twin\n  hermes//b/twin\nname one of them exactly\n";
    assert_eq!(world.run(&["view", "twin"]), ran(2, "", ambiguous));
    assert_eq!(
        world.run(&["files", "twin", "--json"]),
        ran(2, "", ambiguous)
    );
    let unknown = "skilldeck: no skill \"deplyo\"; did you mean:\n  hermes//devops/deploy\n";
    assert_eq!(world.run(&["view", "deplyo"]), ran(2, "", unknown));
    let nowhere = "skilldeck: no library \"x\"; there are: hermes\n";
    for args in [
        &["view", "x//deploy"][..],
        &["list", "--library", "x"],
        &["view", "deploy", "--library", "x"],
    ] {
        assert_eq!(world.run(args), ran(2, "", nowhere), "{args:?}");
    }
    let profile = "skilldeck: no profile \"x\"; there are: default\n";
    assert_eq!(
        world.run(&["list", "--home-profile", "x"]),
        ran(2, "", profile)
    );
    // A file that is not there is wrong usage; one that leads out is refused.
    let cases = [
        ("nothing", 2),
        ("scripts", 2),
        ("../../a/twin/SKILL.md", 1),
        ("/etc/passwd", 1),
    ];
    for (file, code) in cases {
        let run = world.run(&["view", "deploy", file]);
        assert_eq!(
            (run.code, run.out.as_str()),
            (code, ""),
            "{file}: {}",
            run.err
        );
        assert!(
            run.err.starts_with(&format!("skilldeck: {file} ")),
            "{}",
            run.err
        );
    }
}

#[test]
fn arguments_that_cannot_work_are_exit_2_and_say_why() {
    let world = World::with_home();
    let here = world.root.join("here");
    std::fs::write(here.join("file.txt"), "x").unwrap();
    let gone = here.join("gone");
    let cases: &[(&[&str], String)] = &[
        (
            &["list", "gone"],
            format!(
                "skilldeck: {}: No such file or directory (os error 2); give a folder of skills, a home, or a SKILL.md\n",
                gone.display()
            ),
        ),
        (
            &["list", "file.txt"],
            format!(
                "skilldeck: {} is not a SKILL.md; give the skill's folder or its SKILL.md\n",
                here.join("file.txt").display()
            ),
        ),
        (
            &["list", "--home", "gone"],
            format!(
                "skilldeck: {}, named by --home, is not a folder; create it or name another home\n",
                gone.display()
            ),
        ),
        (
            &["list", ".", "--home", "."],
            "skilldeck: give a PATH or --home, not both\n".to_owned(),
        ),
        (
            &["--demo", "list", "."],
            "skilldeck: --demo opens its own home: leave out the PATH\n".to_owned(),
        ),
        (
            &["--json"],
            "skilldeck: --json needs a command: list, tree, status, …\n".to_owned(),
        ),
    ];
    for (args, err) in cases {
        assert_eq!(world.run(args), ran(2, "", err), "{args:?}");
    }
    for args in [
        &["view"][..],
        &["list", "--sort", "x"],
        &["view", "deploy", "--width", "3"],
        &["list", "--nope"],
    ] {
        let run = world.run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with("error: "), "{}", run.err);
    }
    // Without a terminal there is no workbench.
    let run = world.run(&[]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("needs a terminal"), "{}", run.err);
    for args in [&["--help"][..], &["--version"], &["view", "--help"]] {
        assert_eq!(world.run(args).code, 0, "{args:?}");
    }
}

#[test]
fn a_home_is_named_by_rank_and_none_is_no_fault() {
    let world = World::with_home();
    for (home, name) in [
        ("one", "by-hermes"),
        ("two", "by-skilldeck"),
        ("three", "by-flag"),
    ] {
        let text = format!("---\nname: {name}\ndescription: d\n---\nb\n");
        world.write(&format!("{home}/skills/{name}/SKILL.md"), text);
    }
    let run = |variables: &[(&str, &str)], args: &[&str]| {
        let mut command = world.command(args);
        command.envs(
            variables
                .iter()
                .map(|(name, value)| (name, world.root.join("me").join(value))),
        );
        Ran::of(command.output().unwrap())
    };
    let hermes = ("HERMES_HOME", "one");
    let ours = ("SKILLDECK_HOME", "two");
    assert_eq!(run(&[hermes], &["list"]), ran(0, "· by-hermes  d\n", ""));
    assert_eq!(
        run(&[hermes, ours], &["list"]),
        ran(0, "· by-skilldeck  d\n", "")
    );
    let flag = world.root.join("me/three").display().to_string();
    assert_eq!(
        run(&[hermes, ours], &["list", "--home", &flag]),
        ran(0, "· by-flag  d\n", "")
    );
    let gone = run(&[("HERMES_HOME", "gone")], &["status"]);
    assert_eq!(
        (gone.code, gone.err.contains("named by HERMES_HOME")),
        (2, true),
        "{}",
        gone.err
    );

    let nobody = |args: &[&str]| {
        Ran::of(
            world
                .command(args)
                .env("HOME", "/nonexistent")
                .output()
                .unwrap(),
        )
    };
    assert_eq!(
        nobody(&["list"]),
        ran(0, "", "skilldeck: no skill to list\n")
    );
    for command in ["tree", "status", "libraries"] {
        let run = nobody(&[command]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{command}");
    }
    let unknown = "skilldeck: no skill \"x\"; `skilldeck list` shows all\n";
    assert_eq!(nobody(&["view", "x"]), ran(2, "", unknown));
}

#[test]
fn folders_without_skills_and_single_files_open() {
    let world = World::new();
    assert_eq!(
        world.run(&["list", "."]),
        ran(0, "", "skilldeck: no skill to list\n")
    );
    assert_eq!(world.json(&["list", "."])["skills"], serde_json::json!([]));
    let here = world.root.join("here");
    assert_eq!(
        world.run(&["tree", "."]),
        ran(0, &format!("here  0 skills  {}\n", here.display()), "")
    );
    std::fs::create_dir(here.join("one")).unwrap();
    std::fs::write(
        here.join("one/SKILL.md"),
        "---\nname: one\ndescription: d\n---\nb\n",
    )
    .unwrap();
    for path in [".", "one", "one/SKILL.md", "one/", "./one/../one"] {
        assert_eq!(
            world.json(&["list", path])["skills"][0]["name"],
            "one",
            "{path}"
        );
    }
    assert_eq!(world.run(&["one", "view", "one", "--raw"]).code, 0);
    assert_eq!(
        world.run(&["one/SKILL.md", "files", "."]),
        ran(0, "SKILL.md       35 B\n", "")
    );
}

#[test]
fn every_command_gives_one_json_document() {
    let world = World::with_home();
    let commands: [&[&str]; 6] = [
        &["list"],
        &["tree"],
        &["status"],
        &["libraries"],
        &["view", "broken"],
        &["files", "broken"],
    ];
    for args in commands {
        assert_eq!(world.json(args)["schema"], 1, "{args:?}");
        let skill = args.get(1).map(|_| "hermes//code-review");
        let demo: Vec<&str> = ["--demo", args[0], "--json"]
            .into_iter()
            .chain(skill)
            .collect();
        let demo = world.run(&demo);
        assert_eq!(demo.code, 0, "{args:?} {}", demo.err);
        assert_eq!(
            serde_json::from_str::<Value>(&demo.out).unwrap()["schema"],
            1
        );
    }
    // Faults of settings do not get in between.
    world.write(".hermes/config.yaml", "skills: [\n");
    let run = world.run(&["list", "--json"]);
    assert!(run.err.contains("config.yaml"), "{}", run.err);
    assert!(serde_json::from_str::<Value>(&run.out).is_ok());
}

#[test]
fn text_of_skills_reaches_no_terminal_unescaped() {
    let world = World::new();
    let here = world.root.join("here");
    let evil = "x\\e[2Jy\\u202e\\u200b\\a";
    let body = "\x1b[2J\x1b]8;;http://x\x1b\\ \x07\u{9b}31m \u{202e}\r\nend\n";
    let text =
        format!("---\nname: \"{evil}\"\ndescription: \"{evil}\"\n---\n{body}```\n{body}```\n");
    for folder in ["plain", "ev\x1b[31mil", "nl\nname"] {
        std::fs::create_dir(here.join(folder)).unwrap();
        std::fs::write(here.join(folder).join("SKILL.md"), &text).unwrap();
        std::fs::write(here.join(folder).join("\x1b[2J.sh"), body).unwrap();
    }
    std::os::unix::fs::symlink("\x1b[2Jnowhere", here.join("\x1b[2Jlink")).unwrap();
    std::fs::write(here.join("DESCRIPTION.md"), body).unwrap();
    let hostile = |text: &str| {
        text.chars()
            .any(|c| c.is_control() && c != '\n' || ('\u{202A}'..='\u{202E}').contains(&c))
    };
    let runs: [&[&str]; 10] = [
        &["list", "."],
        &["tree", "."],
        &["status", "."],
        &["libraries", "."],
        &[".", "view", "plain"],
        &[".", "view", "plain", "\x1b[2J.sh"],
        &[".", "view", "plain", "\x1b[2Jnothing"],
        &[".", "files", "plain"],
        &[".", "view", "\x1b[2Jnobody"],
        &["\x1b[2Jpath", "list"],
    ];
    for args in runs {
        let run = world.run(args);
        assert!(!hostile(&run.out), "{args:?}: {:?}", run.out);
        assert!(!hostile(&run.err), "{args:?}: {:?}", run.err);
        assert!(!format!("{}{}", run.out, run.err).is_empty(), "{args:?}");
    }
    // Asked for the bytes, it gives the bytes.
    let raw = world
        .command(&[".", "view", "plain", "--raw"])
        .output()
        .unwrap();
    assert_eq!(raw.stdout, text.as_bytes());
}

#[test]
fn colours_are_only_for_those_who_want_them() {
    let world = World::with_home();
    let coloured = |no_color: bool, args: &[&str]| {
        let mut command = world.command(args);
        command.env("TERM", "xterm-256color");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        command.output().unwrap().stdout.contains(&0x1b)
    };
    // A pipe gets none; what is asked for on the command line weighs more than the surroundings.
    assert!(!coloured(false, &["list"]));
    assert!(coloured(false, &["list", "--color", "always"]));
    assert!(coloured(true, &["list", "--color", "always"]));
    assert!(!coloured(false, &["list", "--color", "never"]));
}

#[test]
fn nobody_reading_is_no_fault() {
    let world = World::with_home();
    // Far more than a pipe holds, so that writing goes on after the reader left.
    world.write(
        ".hermes/skills/long/SKILL.md",
        format!(
            "---\nname: long\ndescription: d\n---\n{}",
            "line\n\n".repeat(40_000)
        ),
    );
    for args in [
        &["list"][..],
        &["list", "--json"],
        &["view", "long", "--raw"],
        &["view", "long", "--json"],
        &["view", "long"],
    ] {
        let mut child = world
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (
                output.status.code(),
                String::from_utf8_lossy(&output.stderr).as_ref()
            ),
            (Some(0), ""),
            "{args:?}"
        );
    }
    // Messages nobody reads change no exit code.
    for (args, code) in [
        (&["view", "nobody"][..], 2),
        (&["list", "--state", "stale", "--library", "x"], 2),
        (&["--nope"], 2),
    ] {
        let mut child = world
            .command(args)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(code), "{args:?}");
    }
    let empty = World::new();
    let mut child = empty
        .command(&["list", "."])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_full_disk_is_an_error() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let world = World::with_home();
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = world.command(&["list"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("skilldeck: "));
}

#[test]
fn commands_leave_no_trace_in_a_home() {
    let world = World::with_home();
    let home = world.root.join("me/.hermes");
    let before = tree::listing(&home, tree::Times::Included).unwrap();
    let runs: [&[&str]; 9] = [
        &["list"],
        &["search", "deploy"],
        &["usage"],
        &["tree"],
        &["status"],
        &["libraries"],
        &["view", "deploy"],
        &["view", "deploy", "scripts/run.sh"],
        &["files", "deploy"],
    ];
    for args in runs {
        assert_eq!(world.run(args).code, 0, "{args:?}");
    }
    assert_eq!(tree::listing(&home, tree::Times::Included).unwrap(), before);
    // A cache that cannot be written costs time and a note, no result.
    let mut command = world.command(&["list", "--state", "archived"]);
    let run = Ran::of(
        command
            .env("SKILLDECK_CACHE_DIR", "/dev/null/x")
            .output()
            .unwrap(),
    );
    assert_eq!(
        (run.code, run.out.as_str()),
        (0, "· .archive/old  [archived] Past.\n")
    );
    assert!(
        run.err.starts_with("skilldeck: the cache /dev/null/x/"),
        "{}",
        run.err
    );
}
