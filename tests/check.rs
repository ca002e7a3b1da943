//! `check` and `rules`: the rules of place by their examples, what the commands print, and their exit codes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::Value;
use skilldeck::skill::check::{Example, Part, explain};
use skilldeck::skill::{Profile, Readers, Rule};
use skilldeck::store::Disk;
use skilldeck::store::locate::{Environment, Request};
use skilldeck::workbench::Workbench;

const GOOD: &str = "---\nname: good\ndescription: Use when asked.\n---\nRead.\n";

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

    /// A file below the current folder.
    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.root.join("here").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    fn link(&self, path: &str, target: &str) {
        let path = self.root.join("here").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
    }

    /// A program that knows nothing but this folder.
    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_skilldeck"))
            .args(args)
            .env_clear()
            .env("HOME", self.root.join("me"))
            .env("SKILLDECK_CACHE_DIR", self.root.join("cache"))
            .current_dir(self.root.join("here"))
            .output()
            .unwrap()
    }

    /// Exit code, stdout, stderr.
    fn told(&self, args: &[&str]) -> (i32, String, String) {
        let output = self.run(args);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.code().unwrap(),
            text(output.stdout),
            text(output.stderr),
        )
    }

    fn code(&self, args: &[&str]) -> i32 {
        self.told(args).0
    }

    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.told(args).1).unwrap()
    }

    /// Three skills: good, with a warning for some, broken.
    fn three() -> Self {
        let world = World::new();
        world
            .write("lib/good/SKILL.md", GOOD)
            .write(
                "lib/doubtful/SKILL.md",
                "---\nname: doubtful\ndescription: Use for #1 when asked.\nlicense: MIT #x\n---\nb\n",
            )
            .write(
                "lib/broken/SKILL.md",
                "---\nname: broken\ndescription: Use when: asked\n---\nb\n",
            );
        world
    }
}

// ---- the rules of place -----------------------------------------------------------------------------------------

/// The rules that the skills at a path break, for all readers or some.
fn broken(root: &Path, path: &str, readers: Readers) -> BTreeSet<Rule> {
    let env = Environment {
        current_dir: Some(root.to_owned()),
        platform: "linux".to_owned(),
        ..Environment::default()
    };
    let clock = Arc::new(|| "2100-01-01T00:00:00Z".parse().unwrap());
    let request = Request::Paths(vec![root.join(path)]);
    let bench = Workbench::open(Arc::new(Disk), env, clock, request).unwrap();
    let bench = bench.judging_for(readers);
    let checked = bench.check(&bench.look().unwrap(), None);
    let problems = checked.skills.iter().flat_map(|it| &it.problems);
    problems.map(|it| it.rule).collect()
}

/// Rules that an example of place cannot help breaking too.
fn also(rule: Rule) -> &'static [Rule] {
    match rule {
        Rule::Unreadable => &[Rule::LinkedFile],
        Rule::HermesFails => &[Rule::MetadataValues],
        Rule::HermesHides => &[Rule::NotAText],
        Rule::HermesName => &[Rule::NameLength, Rule::NameFolder],
        Rule::HermesDescription => &[Rule::EmptyBody, Rule::NoFinalNewline],
        Rule::SharedRecord => &[Rule::DuplicateName],
        Rule::BackupListed => &[Rule::NameFolder],
        Rule::NestedSkill => &[Rule::NameFolder, Rule::DuplicateName],
        _ => &[],
    }
}

#[test]
fn every_example_of_a_place_breaks_its_rule_and_no_other() {
    for rule in Rule::ALL {
        let Example::Tree { open, parts } = explain(*rule).example else {
            continue;
        };
        let world = World::new();
        let root = world.root.join("here");
        for part in parts {
            match part {
                Part::File(path, text) => {
                    world.write(path, text);
                }
                Part::Link(path, target) => world.link(path, target),
            }
        }
        // Some file systems take both spellings for one.
        let same_file = *rule == Rule::TwoEntryFiles
            && root.join("skills/pdf-tools").read_dir().unwrap().count() == 1;
        if same_file {
            continue;
        }
        let expected: BTreeSet<Rule> = [*rule].iter().chain(also(*rule)).copied().collect();
        assert_eq!(broken(&root, open, Readers::ALL), expected, "{}", rule.id());
    }
}

#[test]
fn look_alikes_of_places_break_nothing() {
    let world = World::new();
    let root = world.root.join("here");
    let named = |name: &str| GOOD.replace("good", name);
    let body = |text: &str| format!("{GOOD}{text}\n");
    world
        // The same name in another normalisation form.
        .write("nfc/ｐｄｆ/SKILL.md", named("pdf"))
        // Under a link's name.
        .write("store/good-1.2/SKILL.md", GOOD)
        // Six folders down for Codex, any depth in a folder that is nobody's.
        .write(".codex/skills/a/b/c/d/e/good/SKILL.md", GOOD)
        .write("repo/plugins/x/skills/good/SKILL.md", GOOD)
        // References that lead somewhere, patterns and addresses.
        .write(
            "good/SKILL.md",
            body(
                "[a](references/a.md#x) [b](./scripts/) [c](inner/SKILL.md) [d](https://example.com/x) \
                 `scripts/*.sh` `references/<topic>.md` my/scripts/no.sh [e](#top) [f](mailto:me@example.com)",
            ),
        )
        .write("good/references/a.md", "x\n")
        .write("good/scripts/run.sh", "x\n")
        .write("good/inner/SKILL.md", named("inner"));
    world.link("links/good", "../store/good-1.2");
    let some = Readers::of(&[Profile::Spec, Profile::Codex, Profile::OpenCode]);
    let cases: [(&str, &[Rule]); 6] = [
        ("nfc", &[]),
        ("links", &[Rule::LinkedFolder]),
        (".codex/skills", &[]),
        ("repo", &[]),
        ("good/SKILL.md", &[]),
        ("good", &[Rule::NestedSkill]),
    ];
    for (path, rules) in cases {
        let expected: BTreeSet<Rule> = rules.iter().copied().collect();
        assert_eq!(broken(&root, path, some), expected, "{path}");
    }
    let claude = Readers::of(&[Profile::ClaudeCode]);
    assert_eq!(broken(&root, "repo", claude), BTreeSet::new());
}

// ---- the command ------------------------------------------------------------------------------------------------

#[test]
fn problems_are_lines_that_editors_and_people_read() {
    let world = World::three();
    let (code, out, err) = world.told(&["check", "lib"]);
    let expected = "\
lib/broken/SKILL.md:3:22: error[yaml] YAML: mapping values are not allowed in this context
  = help: put the value in quotes: it holds a colon
lib/doubtful/SKILL.md:3:22: warning[comment-cuts-value] `description` ends here: YAML takes the rest for a comment
  = help: put the value in quotes
lib/doubtful/SKILL.md:4:14: warning[comment-cuts-value] `license` ends here: YAML takes the rest for a comment
  = help: put the value in quotes
";
    assert_eq!(out, expected);
    assert_eq!(
        err,
        "skilldeck: checked 3 skills: 1 error, 2 warnings, 0 hints\n"
    );
    assert_eq!(code, 1);
}

#[test]
fn exit_codes_say_what_was_found() {
    let world = World::three();
    let cases: [(&[&str], i32); 14] = [
        (&["check", "lib/good"], 0),
        (&["check", "lib/good", "--deny", "hint"], 0),
        (&["check", "lib/good/SKILL.md"], 0),
        (&["check", "lib/doubtful"], 0),
        (&["check", "lib/doubtful", "--deny", "warning"], 1),
        (&["check", "lib/doubtful", "--deny", "warn"], 1),
        (&["check", "lib/good", "lib/broken/SKILL.md"], 1),
        (&["check", "lib", "--json"], 1),
        (&["check", "lib", "--sarif"], 1),
        (&["lib/good", "check"], 0),
        (&["check", "gone"], 2),
        (&["check", "lib", "--profile", "nobody"], 2),
        (&["check", "lib", "--deny", "nothing"], 2),
        (&["check", "lib", "--json", "--sarif"], 2),
    ];
    for (args, code) in cases {
        assert_eq!(world.code(args), code, "{args:?}");
    }
    std::fs::create_dir(world.root.join("here/empty")).unwrap();
    let (code, out, err) = world.told(&["check", "empty"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("nothing to check: no skill in"), "{err}");
    // Without a PATH: what is found by itself, here nothing.
    assert_eq!(world.code(&["check"]), 2);
    world.write(".claude/skills/good/SKILL.md", GOOD);
    assert_eq!(world.code(&["check"]), 0);
}

#[test]
fn a_named_file_is_checked_alone_and_nothing_twice() {
    let world = World::new();
    world
        .write("lib/good/SKILL.md", GOOD)
        .write("lib/good/inner/SKILL.md", "---\nname: [\n---\n");
    let count = |args: &[&str]| world.json(args)["skills"].as_u64().unwrap();
    assert_eq!(count(&["check", "--json", "lib/good/SKILL.md"]), 1);
    assert_eq!(count(&["check", "--json", "lib/good"]), 2);
    assert_eq!(
        count(&["check", "--json", "lib/good/SKILL.md", "lib/good"]),
        2
    );
    assert_eq!(
        count(&["check", "--json", "lib", "lib/good", "lib/good/inner"]),
        2
    );
}

#[test]
fn readers_decide_how_bad_it_is() {
    let world = World::new();
    world.write(
        "lib/Good/SKILL.md",
        "---\nname: Good\ndescription: Use when asked.\nversion: 1.0.0\n---\nRead.\n",
    );
    let rules = |args: &[&str]| -> Vec<String> {
        let problems = world.json(args)["problems"].clone();
        let shown = |it: &Value| format!("{} {}", it["severity"], it["rule"]).replace('"', "");
        problems.as_array().unwrap().iter().map(shown).collect()
    };
    let with = |profile| rules(&["check", "lib", "--json", "--profile", profile]);
    assert_eq!(with("spec"), ["error name-case", "error unknown-key"]);
    assert_eq!(with("hermes"), ["hint name-case"]);
    assert_eq!(with("claude-code"), ["warning name-case"]);
    assert_eq!(with("opencode"), ["error name-case"]);
    let both = rules(&[
        "check",
        "lib",
        "--json",
        "--profile",
        "hermes",
        "--profile",
        "claude-code",
    ]);
    assert_eq!(both, ["warning name-case"]);
    // A library's own agent, by its folder; all agents for any other.
    world.write(".claude/skills/Good/SKILL.md", GOOD.replace("good", "Good"));
    assert_eq!(
        rules(&["check", ".claude/skills", "--json"]),
        ["warning name-case"]
    );
    assert_eq!(rules(&["check", "lib", "--json"]), ["error name-case"]);
}

#[test]
fn json_is_one_document() {
    let world = World::three();
    let document = world.json(&["check", "lib/broken", "--json", "--deny", "warn"]);
    let expected = serde_json::json!({
        "schema": 1,
        "skills": 1,
        "archived": 0,
        "counts": {"errors": 1, "warnings": 0, "hints": 0},
        "deny": "warning",
        "problems": [{
            "rule": "yaml",
            "severity": "error",
            "line": 3,
            "column": 22,
            "message": "YAML: mapping values are not allowed in this context",
            "remedy": "put the value in quotes: it holds a colon",
            "path": "lib/broken/SKILL.md",
            "skill": "broken//.",
            "severities": {
                "claude-code": "error",
                "codex": "error",
                "gemini": "error",
                "hermes": "error",
                "opencode": "error",
            },
        }],
    });
    assert_eq!(document, expected);
}

#[test]
fn what_cannot_be_read_is_no_success() {
    let world = World::new();
    world.write("lib/good/SKILL.md", GOOD);
    world.link("lib/gone", "nowhere");
    let (code, out, _) = world.told(&["check", "lib"]);
    assert_eq!(code, 1);
    assert!(
        out.starts_with("lib/gone: error[unreadable] a link to nowhere"),
        "{out}"
    );
}

#[test]
fn archived_skills_are_counted_and_not_checked() {
    let world = World::new();
    world
        .write("home/config.yaml", "{}\n")
        .write("home/skills/good/SKILL.md", GOOD)
        .write("home/skills/.archive/old/SKILL.md", "---\nname: [\n---\n");
    let (code, out, err) = world.told(&["check", "home"]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert_eq!(
        err,
        "skilldeck: checked 1 skill: 0 errors, 0 warnings, 0 hints; 1 archived not checked\n"
    );
}

#[test]
fn hostile_text_reaches_no_terminal() {
    let world = World::new();
    world.write(
        "lib/\u{1b}[31mred/SKILL.md",
        "---\nname: \"\\e[31mx\"\ndescription: Use when asked.\n\u{1b}]0;t\u{7}: x\n---\nb\n",
    );
    for args in [
        &["check", "lib"][..],
        &["check", "lib", "--json"],
        &["check", "lib", "--sarif"],
    ] {
        let (_, out, err) = world.told(args);
        assert!(!out.is_empty());
        let odd = |c: char| c.is_control() && c != '\n';
        assert!(
            !out.contains(odd) && !err.contains(odd),
            "{args:?}\n{out:?}"
        );
    }
}

// ---- SARIF ------------------------------------------------------------------------------------------------------

/// The value at a key, which must be there.
fn field<'a>(value: &'a Value, key: &str) -> &'a Value {
    value
        .get(key)
        .unwrap_or_else(|| panic!("no {key} in {value}"))
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    let text = field(value, key).as_str();
    text.filter(|it| !it.is_empty())
        .unwrap_or_else(|| panic!("{key} of {value} is no text"))
}

fn number(value: &Value, key: &str) -> u64 {
    field(value, key).as_u64().unwrap()
}

/// No key but these: a misspelt property would be dropped by who reads the log.
fn only(value: &Value, keys: &[&str]) {
    for key in value.as_object().unwrap().keys() {
        assert!(keys.contains(&key.as_str()), "{key} in {value}");
    }
}

const LEVELS: [&str; 4] = ["none", "note", "warning", "error"];

/// The required properties of SARIF 2.1.0 and what code hosts ask for besides; gives `rule path line:column`.
fn sarif(log: &Value) -> Vec<String> {
    only(log, &["$schema", "version", "runs"]);
    assert_eq!(text(log, "version"), "2.1.0");
    assert!(text(log, "$schema").ends_with("sarif-2.1.0.json"));
    let [run] = field(log, "runs").as_array().unwrap().as_slice() else {
        panic!("one run");
    };
    only(
        run,
        &["tool", "columnKind", "results", "originalUriBaseIds"],
    );
    assert_eq!(text(run, "columnKind"), "unicodeCodePoints");
    for (_, base) in field(run, "originalUriBaseIds").as_object().unwrap() {
        assert!(text(base, "uri").starts_with("file:///") && text(base, "uri").ends_with('/'));
    }
    let driver = field(field(run, "tool"), "driver");
    only(driver, &["name", "semanticVersion", "rules"]);
    assert_eq!(text(driver, "name"), "skilldeck");
    let rules = field(driver, "rules").as_array().unwrap();
    let ids: BTreeSet<&str> = rules.iter().map(|it| text(it, "id")).collect();
    assert_eq!((ids.len(), rules.len()), (Rule::ALL.len(), Rule::ALL.len()));
    for rule in rules {
        only(
            rule,
            &[
                "id",
                "name",
                "shortDescription",
                "fullDescription",
                "help",
                "defaultConfiguration",
            ],
        );
        text(rule, "name");
        for key in ["shortDescription", "fullDescription", "help"] {
            text(field(rule, key), "text");
        }
        text(field(rule, "help"), "markdown");
        let level = text(field(rule, "defaultConfiguration"), "level");
        assert!(LEVELS.contains(&level));
    }
    let results = field(run, "results").as_array().unwrap();
    results
        .iter()
        .map(|result| sarif_result(result, rules, run))
        .collect()
}

fn sarif_result(result: &Value, rules: &[Value], run: &Value) -> String {
    only(
        result,
        &[
            "ruleId",
            "ruleIndex",
            "level",
            "message",
            "locations",
            "properties",
        ],
    );
    let index = usize::try_from(number(result, "ruleIndex")).unwrap();
    assert_eq!(text(&rules[index], "id"), text(result, "ruleId"));
    assert!(LEVELS.contains(&text(result, "level")));
    only(field(result, "message"), &["text"]);
    text(field(result, "message"), "text");
    let [location] = field(result, "locations").as_array().unwrap().as_slice() else {
        panic!("one location");
    };
    only(location, &["physicalLocation"]);
    let place = field(location, "physicalLocation");
    only(place, &["artifactLocation", "region"]);
    let artifact = field(place, "artifactLocation");
    only(artifact, &["uri", "uriBaseId"]);
    let uri = text(artifact, "uri");
    assert!(
        uri.bytes().all(|it| it.is_ascii_graphic()) && !uri.contains('\\'),
        "{uri}"
    );
    match artifact.get("uriBaseId") {
        Some(id) => {
            assert!(
                !uri.starts_with('/') && !uri.contains("//") && !uri.contains(".."),
                "{uri}"
            );
            field(field(run, "originalUriBaseIds"), id.as_str().unwrap());
        }
        None => assert!(uri.starts_with("file:///"), "{uri}"),
    }
    let at = place.get("region").map(|region| {
        only(region, &["startLine", "startColumn"]);
        let (line, column) = (number(region, "startLine"), number(region, "startColumn"));
        assert!(line > 0 && column > 0);
        format!(" {line}:{column}")
    });
    format!("{} {uri}{}", text(result, "ruleId"), at.unwrap_or_default())
}

#[test]
fn sarif_is_sound_and_says_the_same() {
    let world = World::three();
    world.write("lib/é x/SKILL.md", GOOD.replace("good", "é x"));
    let log = world.json(&["check", "lib", "--sarif", "--profile", "hermes"]);
    assert_eq!(
        sarif(&log),
        [
            "yaml lib/broken/SKILL.md 3:22",
            "comment-cuts-value lib/doubtful/SKILL.md 3:22",
            "comment-cuts-value lib/doubtful/SKILL.md 4:14",
            "name-characters lib/%C3%A9%20x/SKILL.md 2:7",
        ]
    );
    // From elsewhere the files have no relative path.
    let here = world.root.join("here/lib/broken");
    let output = Command::new(env!("CARGO_BIN_EXE_skilldeck"))
        .args(["check", "--sarif"])
        .arg(&here)
        .env_clear()
        .env("HOME", world.root.join("me"))
        .env("SKILLDECK_CACHE_DIR", world.root.join("cache"))
        .current_dir(world.root.join("me"))
        .output()
        .unwrap();
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let uri = format!("yaml file://{}/SKILL.md 3:22", here.display());
    assert_eq!(sarif(&log), [uri]);
    // Nothing found is a log without results.
    assert_eq!(
        sarif(&world.json(&["check", "lib/good", "--sarif"])),
        [""; 0]
    );
}

// ---- rules ------------------------------------------------------------------------------------------------------

#[test]
fn rules_are_listed_and_each_is_explained() {
    let world = World::new();
    let (code, out, _) = world.told(&["rules"]);
    assert_eq!((code, out.lines().count()), (0, Rule::ALL.len() + 1));
    assert!(
        out.lines()
            .next()
            .unwrap()
            .ends_with("spec  hermes  claude-code  codex  gemini  opencode"),
        "{out}"
    );
    for rule in Rule::ALL {
        let (code, out, _) = world.told(&["rules", rule.id()]);
        assert_eq!(code, 0);
        for part in [
            rule.id(),
            rule.title(),
            "claude-code",
            "Example:",
            "Remedy: ",
        ] {
            assert!(out.contains(part), "{part} in\n{out}");
        }
    }
    let (code, out, err) = world.told(&["rules", "folder-name"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("no rule \"folder-name\"") && err.contains("name-folder"),
        "{err}"
    );
}

#[test]
fn a_rule_tells_readers_example_and_remedy() {
    let world = World::new();
    let (_, out, _) = world.told(&["rules", "yaml"]);
    let expected = "\
yaml
The YAML of the frontmatter does not parse.

When the YAML does not parse, Codex and OpenCode drop the skill, Claude Code
drops all fields, Hermes and Gemini CLI fall back to reading single lines. A
colon with a blank behind it in a plain value is by far the most frequent cause.

  spec         error
  hermes       error
  claude-code  error
  codex        error
  gemini       error
  opencode     error

Example:

  ---
  name: pdf-tools
  description: Use when: asked for PDFs.
  ---
  Read the file.

SKILL.md:3:22: error[yaml] YAML: mapping values are not allowed in this context

Remedy: Put the value in quotes, or write it as a block (`description: >-`).
";
    assert_eq!(out, expected);
    let document = world.json(&["rules", "unknown-key", "--json"]);
    let rule = &document["rules"][0];
    assert_eq!(
        (
            &document["schema"],
            &rule["id"],
            &rule["severities"]["spec"],
            &rule["severities"]["codex"]
        ),
        (
            &1.into(),
            &"unknown-key".into(),
            &"error".into(),
            &Value::Null
        )
    );
    assert_eq!(
        world.json(&["rules", "--json"])["rules"]
            .as_array()
            .unwrap()
            .len(),
        Rule::ALL.len()
    );
}

// Repairs.

/// Every file below a folder with its bytes.
fn tree(folder: &std::path::Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push((path.clone(), std::fs::read(path).unwrap())),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn repairs_are_printed_as_a_patch_and_nothing_is_written() {
    let world = World::three();
    world.write("lib/nameless/SKILL.md", "# Make tea\n\nBoil water.\n");
    let before = tree(&world.root);
    let (code, out, err) = world.told(&["check", "--fix", "--dry-run", "lib"]);
    let expected = "\
# lib/broken/SKILL.md
#   fix yaml: `description`: put the value in quotes
--- a/lib/broken/SKILL.md
+++ b/lib/broken/SKILL.md
@@ -1,5 +1,5 @@
 ---
 name: broken
-description: Use when: asked
+description: \"Use when: asked\"
 ---
 b
";
    assert!(out.contains(expected), "{out}");
    assert_eq!((code, err.as_str()), (1, ""));
    assert_eq!(tree(&world.root), before, "a dry run writes nothing");
    // The patch can be applied; then nothing is left that is no guess.
    let patch = world.root.join("fix.patch");
    std::fs::write(&patch, out).unwrap();
    let applied = Command::new("git")
        .args(["apply", patch.to_str().unwrap()])
        .current_dir(world.root.join("here"))
        .output()
        .unwrap();
    assert!(applied.status.success(), "{applied:?}");
    assert_eq!(world.code(&["check", "--fix", "--dry-run", "lib"]), 0);
    assert_eq!(
        world.code(&["check", "--fix", "--dry-run", "--guess", "lib"]),
        1
    );
    let json = world.json(&["check", "--fix", "--dry-run", "--guess", "--json", "lib"]);
    assert_eq!(json["skills"][1]["path"], "lib/nameless/SKILL.md");
    assert_eq!(json["skills"][1]["repairs"][0]["grade"], "guess");
}

#[test]
fn repairs_are_only_printed_so_far() {
    let world = World::three();
    let (code, out, err) = world.told(&["check", "--fix", "lib"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("--dry-run"), "{err}");
}
