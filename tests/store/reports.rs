//! What users of agents report, as far as reading shows it: for each report a tiny input and the right result.

use std::path::PathBuf;

use skilldeck::skill::Rule;
use skilldeck::store::locate::Request;
use skilldeck::store::provenance::Maker;
use skilldeck::store::resolve::{ResolveError, resolve};
use skilldeck::workbench::Content;

use crate::world::{World, keys, problem, rules, skill};

/// Name, description, `rule@line:column` of the problems, and whether Hermes leaves it out, of a file in a folder.
fn read(folder: &str, bytes: &[u8]) -> (String, String, Vec<String>, bool) {
    let world = World::new();
    world.write(&format!("home/skills/{folder}/SKILL.md"), bytes);
    let catalog = world.look();
    let it = skill(&catalog, &format!("hermes//{folder}"));
    (
        it.shown_name().to_owned(),
        it.shown_description().to_owned(),
        rules(&it.problems),
        it.hidden.is_some(),
    )
}

/// A file with this frontmatter, in a folder `a`.
fn block(yaml: &str) -> (String, String, Vec<String>, bool) {
    read("a", format!("---\n{yaml}\n---\nbody\n").as_bytes())
}

/// The problem of a rule in a file with this frontmatter: message and remedy.
fn told(yaml: &str, rule: Rule) -> (String, String) {
    let world = World::new();
    world.write(
        "home/skills/a/SKILL.md",
        format!("---\n{yaml}\n---\nbody\n"),
    );
    let catalog = world.look();
    let it = problem(skill(&catalog, "hermes//a"), rule);
    (it.message.clone(), it.remedy.clone())
}

fn result(
    name: &str,
    description: &str,
    rules: &[&str],
    hidden: bool,
) -> (String, String, Vec<String>, bool) {
    let rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
    (name.to_owned(), description.to_owned(), rules, hidden)
}

#[test]
fn a_pin_without_a_skill_is_told() {
    let world = World::of_skills(&["a"]);
    world.write(
        "home/skills/.usage.json",
        r#"{"a": {"pinned": true}, "does-not-exist": {"pinned": true}}"#,
    );
    let catalog = world.look();
    assert!(skill(&catalog, "hermes//a").usage.pinned);
    assert_eq!(catalog.shelves[0].orphans, ["does-not-exist"]);
    assert!(matches!(
        resolve(&catalog, "does-not-exist", None),
        Err(ResolveError::Unknown { .. })
    ));
}

#[test]
fn who_made_a_skill_is_told_with_the_evidence() {
    let world = World::of_skills(&["nobody", "by-hand", "by-agent", "by-old-agent"]);
    world.write(
        "home/skills/.usage.json",
        r#"{"by-hand": {"created_by": null}, "by-agent": {"created_by": "agent"}, "by-old-agent": {"agent_created": true}}"#,
    );
    let catalog = world.look();
    let rows = [
        (
            "by-agent",
            Maker::Agent,
            "usage record by-agent says created_by agent",
        ),
        (
            "by-hand",
            Maker::User,
            "usage record by-hand names no agent: Hermes leaves it to you",
        ),
        (
            "by-old-agent",
            Maker::Agent,
            "usage record by-old-agent says created_by agent",
        ),
        (
            "nobody",
            Maker::Unknown,
            "no manifest, hub lock or usage record names it",
        ),
    ];
    for (key, maker, evidence) in rows {
        let provenance = &skill(&catalog, &format!("hermes//{key}")).provenance;
        assert_eq!(
            (provenance.maker, provenance.evidence.as_str()),
            (maker, evidence)
        );
    }
}

#[test]
fn an_archived_skill_is_found_by_its_whole_name_only() {
    let world = World::of_skills(&[".archive/git-helpers"]);
    world.named("home/skills/.archive/git-20260101000000", "git");
    let find = |world: &World, name: &str| match resolve(&world.look(), name, None) {
        Ok(skill) => skill.id.to_string(),
        Err(ResolveError::Ambiguous { candidates, .. }) => candidates.join(" "),
        Err(_) => "none".to_owned(),
    };
    assert_eq!(find(&world, "git"), "hermes//.archive/git-20260101000000");
    assert_eq!(find(&world, "git-"), "none");
    assert_eq!(
        find(&world, "git-20260101000000"),
        "hermes//.archive/git-20260101000000"
    );
    // Several of one name are asked about, and the folder's own name decides.
    world.named("home/skills/.archive/git-20260202000000", "git");
    let both = "hermes//.archive/git-20260101000000 hermes//.archive/git-20260202000000";
    assert_eq!(find(&world, "git"), both);
    assert_eq!(
        find(&world, ".archive/git-20260202000000"),
        "hermes//.archive/git-20260202000000"
    );
    // A time stamp in the folder's name is no fault.
    assert!(world.look().skills().all(|it| it.problems.is_empty()));
}

#[test]
fn usage_is_told_from_never_to_often() {
    let world = World::of_skills(&["hot", "never", "warm"]);
    world.write(
        "home/skills/.usage.json",
        r#"{"hot": {"use_count": 900}, "warm": {"use_count": 3}, "never": {"use_count": 0}}"#,
    );
    let catalog = world.look();
    let uses: Vec<_> = catalog
        .skills()
        .map(|it| (it.folder.as_str(), it.usage.uses, it.usage.last_activity()))
        .collect();
    assert_eq!(
        uses,
        [("hot", 900, None), ("never", 0, None), ("warm", 3, None)]
    );
}

#[test]
fn a_colon_in_a_plain_description_costs_nothing_but_a_mark() {
    let colon = "name: a\ndescription: Use when: the user asks";
    assert_eq!(
        block(colon),
        result("a", "Use when: the user asks", &["yaml@3:22"], false)
    );
    let (message, remedy) = told(colon, Rule::Yaml);
    assert_eq!(
        message,
        "YAML: mapping values are not allowed in this context"
    );
    assert_eq!(remedy, "put the value in quotes: it holds a colon");
    // The fields behind the fault are still known.
    let behind = "description: Use when: asked\nname: behind";
    assert_eq!(block(behind).0, "behind");
}

#[test]
fn characters_that_yaml_reserves_are_named_in_the_remedy() {
    let reserved = "put the value in quotes: it starts with a character that YAML reserves";
    let cases = [
        ("argument-hint: [a] - b", "4:20", reserved),
        ("argument-hint: {a} b", "4:20", reserved),
        ("argument-hint: *a b*", "4:16", reserved),
        (
            "argument-hint: &a: b",
            "4:18",
            "put the value in quotes: it holds a colon",
        ),
        ("argument-hint: !x y", "4:16", reserved),
        ("argument-hint: %a", "4:16", reserved),
        ("argument-hint: @a", "4:16", reserved),
        ("argument-hint: `a`", "4:16", reserved),
        ("argument-hint: | a", "4:18", reserved),
        ("argument-hint: > a", "4:18", reserved),
        (
            "argument-hint: \"a\" b",
            "4:20",
            "close the quote at the end of the value, or double it inside",
        ),
        (
            "argument-hint: 'it's'",
            "4:20",
            "close the quote at the end of the value, or double it inside",
        ),
    ];
    for (line, place, remedy) in cases {
        let yaml = format!("name: a\ndescription: d\n{line}");
        assert_eq!(
            block(&yaml),
            result("a", "d", &[&format!("yaml@{place}")], false),
            "{line}"
        );
        assert_eq!(told(&yaml, Rule::Yaml).1, remedy, "{line}");
    }
    // These only look reserved.
    for line in [
        "argument-hint: [a, b]",
        "argument-hint: '[a] - b'",
        "argument-hint: a * b",
        "argument-hint: \"#a\"",
    ] {
        assert_eq!(
            block(&format!("name: a\ndescription: d\n{line}")),
            result("a", "d", &[], false),
            "{line}"
        );
    }
}

#[test]
fn marks_and_line_ends_of_other_systems_are_read_past() {
    let lf = "---\nname: a\ndescription: d\n---\nbody\n";
    let crlf = lf.replace('\n', "\r\n");
    let cases = [
        (lf.to_owned(), vec![]),
        (format!("\u{FEFF}{lf}"), vec!["bom@1:1"]),
        (crlf.clone(), vec!["line-ends@1:4"]),
        (format!("\u{FEFF}{crlf}"), vec!["bom@1:1", "line-ends@1:4"]),
        (lf.replace('\n', "\r"), vec!["line-ends@1:4"]),
        (lf.replacen('\n', "\r\n", 1), vec!["mixed-line-ends@2:8"]),
    ];
    for (text, rules) in cases {
        assert_eq!(
            read("a", text.as_bytes()),
            result("a", "d", &rules, false),
            "{text:?}"
        );
    }
}

#[test]
fn every_form_of_a_block_scalar_is_a_description() {
    let cases = [
        ("|\n  one\n  two", "one\ntwo"),
        ("|-\n  one\n  two", "one\ntwo"),
        ("|+\n  one\n  two\n", "one\ntwo"),
        ("|2\n  one\n  two", "one\ntwo"),
        ("|2-\n  one\n  two", "one\ntwo"),
        ("|-2\n  one\n  two", "one\ntwo"),
        (">\n  one\n  two", "one two"),
        (">-\n  one\n  two", "one two"),
        (">+\n  one\n\n  two", "one\ntwo"),
        (">- # note\n  one\n  two", "one two"),
        ("\n  one\n  two", "one two"),
        ("one\n  two", "one two"),
        ("\"one\n  two\"", "one two"),
        ("'one\n\n  two'", "one\ntwo"),
    ];
    for (value, description) in cases {
        let yaml = format!("name: a\ndescription: {value}");
        assert_eq!(
            block(&yaml),
            result("a", description, &[], false),
            "{value}"
        );
        assert_eq!(
            block(&format!("description: {value}\nname: a")),
            result("a", description, &[], false),
            "{value}"
        );
    }
}

#[test]
fn a_wrapped_line_without_indent_is_told_with_its_place() {
    let yaml = "name: a\ndescription: one\ntwo";
    let (name, description, rules, hidden) = block(yaml);
    assert_eq!(
        (name.as_str(), description.as_str(), hidden),
        ("a", "one", false)
    );
    assert_eq!(rules, ["yaml@4:1"]);
    assert_eq!(
        told(yaml, Rule::Yaml).1,
        "indent the line below its key, or put the value in quotes"
    );
}

#[test]
fn bytes_that_are_not_utf8_are_placed_and_shown() {
    let (name, description, rules, hidden) =
        read("a", b"---\nname: a\ndescription: caf\xE9 x\n---\nbody\n");
    assert_eq!(
        (name.as_str(), description.as_str(), hidden),
        ("a", "caf\u{FFFD} x", true)
    );
    assert_eq!(rules, ["not-utf8@3:17", "hermes-hides"]);
}

#[test]
fn what_only_some_agents_refuse_is_no_error() {
    let lines = [
        "description: Use <foo> & <bar>",
        "description: d\nversion: 1\ndisable-model-invocation: true",
        "description: d\nallowed-tools: [Read, \"Bash(git:*)\"]",
        "description: d\nallowed-tools: Read, Write",
        "description: d\nallowed-tools:\n  - Read",
        "description: d\nmetadata:\n  tags: [a, b]\n  nested: {x: {y: 1}}",
        "description: d\nallowed_tools: Read",
    ];
    for line in lines {
        let yaml = format!("name: a\n{line}");
        let (_, _, rules, hidden) = block(&yaml);
        assert_eq!((rules, hidden), (vec![], false), "{line}");
    }
    // What no rule knows is kept byte for byte and shown.
    let world = World::new();
    let text = "---\nname: a\ndescription: d\nversion: 1\nmetadata:\n  tags: [a, b]\n---\nbody\n";
    world.write("home/skills/a/SKILL.md", text);
    let page = world.read("a", "SKILL.md").unwrap();
    assert_eq!(page.source(), text);
    let Content::Skill(skill) = &page.content else {
        panic!("not a skill");
    };
    let keys: Vec<_> = skill
        .frontmatter
        .as_ref()
        .unwrap()
        .entries()
        .map(|it| it.key.to_owned())
        .collect();
    assert_eq!(keys, ["name", "description", "version", "metadata"]);
}

#[test]
fn names_in_other_scripts_are_names() {
    let cases: [(&str, &[&str]); 4] = [
        (
            "p\u{430}ypal",
            &["name-mixed-script@2:7", "name-not-ascii@2:7"],
        ),
        ("技能", &["name-not-ascii@2:7"]),
        ("हिन्दी", &["name-characters@2:7"]),
        ("straße", &["name-not-ascii@2:7"]),
    ];
    for (name, rules) in cases {
        let yaml = format!("name: {name}\ndescription: d");
        let bytes = format!("---\n{yaml}\n---\nbody\n");
        let expected = result(name, "d", rules, false);
        assert_eq!(read(name, bytes.as_bytes()), expected);
    }
}

#[test]
fn lengths_are_counted_in_characters() {
    for (letter, count, rules) in [
        ("é", 1024, &[][..]),
        ("🚀", 1024, &[]),
        ("é", 1025, &["description-length@3:14"]),
    ] {
        let description = letter.repeat(count);
        let yaml = format!("name: a\ndescription: {description}");
        assert_eq!(
            block(&yaml),
            result("a", &description, rules, false),
            "{letter} {count}"
        );
    }
    let name = "n".repeat(65);
    let bytes = format!("---\nname: {name}\ndescription: d\n---\nbody\n");
    assert_eq!(
        read(&name, bytes.as_bytes()),
        result(&name, "d", &["hermes-name@2:7", "name-length@2:7"], false)
    );
}

#[test]
fn misspelt_keys_leave_the_field_missing() {
    assert_eq!(
        block("name: a\ndescripton: d"),
        result(
            "a",
            "",
            &["near-miss-key@3:1", "missing-description@4:1"],
            false
        )
    );
    assert_eq!(
        block("Name: a\nDescription: d"),
        result(
            "a",
            "",
            &[
                "near-miss-key@2:1",
                "near-miss-key@3:1",
                "missing-name@4:1",
                "missing-description@4:1"
            ],
            false
        )
    );
}

#[test]
fn links_are_shown_once_and_say_where_they_lead() {
    let world = World::new();
    world.skill("elsewhere/x");
    world.link("home/skills/x", "../../elsewhere/x");
    world.link("home/skills/cat/second", "../../../elsewhere/x");
    world.link("home/skills/cat/loop", "..");
    world.write(
        "elsewhere/real.md",
        "---\nname: by-file\ndescription: d\n---\nbody\n",
    );
    world.link("home/skills/by-file/SKILL.md", "../../../elsewhere/real.md");
    world.link("me/.claude/skills/x", world.root.join("elsewhere/x"));
    let request = Request::Usual {
        home: Some(world.root.join("home")),
    };
    let catalog = world.look_at(request);
    let rows: Vec<_> = catalog
        .skills()
        .map(|it| {
            let below = |path: &PathBuf| {
                path.strip_prefix(&world.root)
                    .unwrap_or(path)
                    .display()
                    .to_string()
            };
            let links = (
                it.through_link.as_deref(),
                it.aliases.join(" "),
                it.file_link.as_ref().map(below),
            );
            (it.id.to_string(), below(&it.dir), links)
        })
        .collect();
    let row = |id: &str, dir: &str, through, aliases: &str, file: Option<&str>| {
        (
            id.to_owned(),
            dir.to_owned(),
            (through, aliases.to_owned(), file.map(str::to_owned)),
        )
    };
    let expected = [
        row(
            "hermes//by-file",
            "home/skills/by-file",
            None,
            "",
            Some("../../../elsewhere/real.md"),
        ),
        row(
            "hermes//cat/second",
            "elsewhere/x",
            Some("cat/second"),
            "x",
            None,
        ),
        row("claude//x", "elsewhere/x", Some("x"), "", None),
    ];
    assert_eq!(rows, expected);
    let faults: Vec<_> = catalog.shelves[0]
        .faults
        .iter()
        .map(|it| it.message.clone())
        .collect();
    let around = format!(
        "a link to {}, around this library: not followed",
        world.root.join("home/skills").display()
    );
    assert_eq!(faults, [around]);
}

#[test]
fn other_spellings_of_the_file_are_told() {
    let good = "---\nname: x\ndescription: d\n---\nbody\n";
    let world = World::with(&[
        ("lower/skill.md", good),
        ("title/Skill.md", good),
        ("upper/SKILL.MD", good),
    ]);
    world.write("home/skills/both/SKILL.md", good.replace('x', "both"));
    world.write("home/skills/both/skill.md", good);
    let catalog = world.look();
    for (key, file) in [
        ("lower", "skill.md"),
        ("title", "Skill.md"),
        ("upper", "SKILL.MD"),
    ] {
        let it = skill(&catalog, &format!("hermes//{key}"));
        let told = problem(it, Rule::FileCase);
        assert_eq!(
            told.message,
            format!("the file is spelt {file}: most agents do not find it")
        );
        assert_eq!(told.remedy, "rename it to SKILL.md");
        assert_eq!((it.exact_file, it.hidden.is_some()), (false, true));
    }
    // Where the file system keeps both apart.
    if world
        .root
        .join("home/skills/both")
        .read_dir()
        .unwrap()
        .count()
        == 2
    {
        let both = skill(&catalog, "hermes//both");
        assert_eq!(
            (both.shown_name(), rules(&both.problems)),
            ("both", vec!["two-entry-files".to_owned()])
        );
    }
}

#[test]
fn a_link_checked_out_as_text_is_recognised() {
    let (name, description, rules, hidden) = read("a", b"../shared/SKILL.md");
    assert_eq!(
        (name.as_str(), description.as_str(), hidden),
        ("a", "", false)
    );
    assert_eq!(rules, ["link-as-text@1:1", "no-final-newline@1:19"]);
}

#[test]
fn nested_skills_are_marked_and_say_who_sees_them() {
    let files = ["a", "a/inner", "a/references/b"];
    let hermes = World::of_skills(&files).look();
    assert_eq!(keys(&hermes.shelves[0]), ["a", "a/inner"]);
    assert_eq!(
        skill(&hermes, "hermes//a/inner").nested_in.as_deref(),
        Some("a")
    );
    let world = World::new();
    for key in files {
        world.skill(&format!("plain/{key}"));
    }
    let plain = world.look_at(world.path("plain"));
    assert_eq!(keys(&plain.shelves[0]), ["a", "a/inner", "a/references/b"]);
    assert_eq!(
        skill(&plain, "plain//a/references/b").nested_in.as_deref(),
        Some("a")
    );
}

#[test]
fn categories_are_a_tree() {
    let catalog = World::of_skills(&["devops/k8s/helm", "devops-x/y", "devops/z", "top"]).look();
    assert_eq!(
        keys(&catalog.shelves[0]),
        ["devops/k8s/helm", "devops/z", "devops-x/y", "top"]
    );
    assert_eq!(
        skill(&catalog, "hermes//devops/k8s/helm").category(),
        "devops/k8s"
    );
}

#[test]
fn a_name_that_is_not_the_folders_is_shown_beside_it() {
    let (name, _, rules, hidden) =
        read("pdf-tools", b"---\nname: pdf\ndescription: d\n---\nbody\n");
    assert_eq!((name.as_str(), hidden), ("pdf", false));
    assert_eq!(rules, ["name-folder@2:7"]);
}
