//! What becomes of a skill with each agent, by its place: depth, links, skills of the same name,
//! switches. One test for each cell; what follows from the bytes is tested beside the readers.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test fails by panicking
#![allow(dead_code)] // the shared world has more than is used here

#[path = "support/tree.rs"]
mod tree;
#[path = "store/world.rs"]
mod world;

use std::path::Path;
use std::sync::Arc;

use skilldeck::skill::Profile;
use skilldeck::skill::effects::Outcome::{self, Loaded, LoadedWithCatch, NotLoaded, NotRead};
use skilldeck::store::Skill;
use skilldeck::store::effects::Effect;
use skilldeck::store::locate::Request;
use skilldeck::store::watch::{Part, Reload};
use tree::Times;
use world::{Call, Watched, World, skill};

/// The libraries that are found from the person's folder.
fn usual(world: &World) -> Request {
    Request::Usual {
        home: Some(world.root.join("home")),
    }
}

fn effects(world: &World, request: Request, id: &str) -> Vec<Effect> {
    let bench = world.open(request);
    let catalog = bench.look().unwrap();
    let one = bench.effects(&catalog, skill(&catalog, id)).unwrap();
    // Told alone or together with all others: the same.
    let all = bench.all_effects(&catalog).unwrap();
    let same = all
        .into_iter()
        .find(|(skill, _)| skill.id.to_string() == id);
    assert_eq!(one, same.unwrap().1);
    one
}

fn effect(world: &World, agent: Profile, id: &str) -> Effect {
    let all = effects(world, usual(world), id);
    all.into_iter().find(|it| it.profile == agent).unwrap()
}

/// Outcome and reasons.
fn told(world: &World, agent: Profile, id: &str) -> (Outcome, Vec<String>) {
    let effect = effect(world, agent, id);
    let texts = effect.reasons.into_iter().map(|it| it.text);
    (effect.outcome, texts.collect())
}

fn because(outcome: Outcome, reasons: &[&str]) -> (Outcome, Vec<String>) {
    (outcome, reasons.iter().map(|it| (*it).to_owned()).collect())
}

fn deep(levels: usize) -> String {
    let parts: Vec<String> = (1..=levels).map(|it| format!("l{it}")).collect();
    parts.join("/")
}

// Depth.

#[test]
fn claude_code_looks_one_folder_deep() {
    let world = World::new();
    world.skill("me/.claude/skills/a");
    world.skill("me/.claude/skills/suite/b");
    let agent = Profile::ClaudeCode;
    assert_eq!(told(&world, agent, "claude//a"), because(Loaded, &[]));
    let reason = "Claude Code looks exactly one folder deep; deeper only in .claude/skills of a project's own folders";
    assert_eq!(
        told(&world, agent, "claude//suite/b"),
        because(NotLoaded, &[reason])
    );
}

#[test]
fn claude_code_finds_a_deep_skill_through_a_link_beside_it() {
    let world = World::new();
    world.skill("me/.claude/skills/suite/b");
    world.link("me/.claude/skills/b", "suite/b");
    let reason = "differs by version: the documents allow a linked folder, and there are reports of it not being loaded";
    let expected = because(LoadedWithCatch, &[reason]);
    assert_eq!(
        told(&world, Profile::ClaudeCode, "claude//suite/b"),
        expected
    );
}

#[test]
fn codex_looks_six_folders_deep() {
    let world = World::new();
    world.skill(&format!("me/.codex/skills/{}", deep(6)));
    world.skill(&format!("me/.codex/skills/{}", deep(7)));
    let agent = Profile::Codex;
    assert_eq!(
        told(&world, agent, &format!("codex//{}", deep(6))),
        because(Loaded, &[])
    );
    let expected = because(NotLoaded, &["Codex looks six folders deep"]);
    assert_eq!(
        told(&world, agent, &format!("codex//{}", deep(7))),
        expected
    );
}

#[test]
fn codex_looks_into_2000_folders() {
    let world = World::new();
    for number in 0..2001 {
        world.skill(&format!("me/.codex/skills/s{number}"));
    }
    let reason = "the library has more than 2000 folders, and Codex looks into the first 2000, nearest first";
    let expected = because(LoadedWithCatch, &[reason]);
    let bench = world.open(usual(&world));
    let catalog = bench.look().unwrap();
    let effects = bench
        .effects(&catalog, skill(&catalog, "codex//s7"))
        .unwrap();
    let codex = effects
        .into_iter()
        .find(|it| it.profile == Profile::Codex)
        .unwrap();
    let texts = codex.reasons.into_iter().map(|it| it.text).collect();
    assert_eq!((codex.outcome, texts), expected);
}

#[test]
fn codex_skips_dot_folders_but_for_its_own() {
    let world = World::new();
    world.skill("me/.codex/skills/.hidden/a");
    world.skill("me/.codex/skills/.system/b");
    let agent = Profile::Codex;
    let expected = because(NotLoaded, &["Codex skips folders that begin with a dot"]);
    assert_eq!(told(&world, agent, "codex//.hidden/a"), expected);
    let expected = because(Loaded, &["one of the skills that Codex brings itself"]);
    assert_eq!(told(&world, agent, "codex//.system/b"), expected);
}

#[test]
fn gemini_looks_at_the_root_and_one_folder_deep() {
    let world = World::new();
    world.named("me/.gemini/skills", "skills");
    world.skill("me/.gemini/skills/a");
    world.skill("me/.gemini/skills/suite/b");
    world.skill("me/.gemini/skills/.c");
    let agent = Profile::Gemini;
    assert_eq!(told(&world, agent, "gemini//."), because(Loaded, &[]));
    assert_eq!(told(&world, agent, "gemini//a"), because(Loaded, &[]));
    let expected = because(NotLoaded, &["Gemini CLI looks one folder deep"]);
    assert_eq!(told(&world, agent, "gemini//suite/b"), expected);
    let expected = because(
        NotLoaded,
        &["Gemini CLI skips folders that begin with a dot"],
    );
    assert_eq!(told(&world, agent, "gemini//.c"), expected);
}

#[test]
fn opencode_looks_at_any_depth() {
    let world = World::new();
    let id = format!("opencode//{}", deep(9));
    world.skill(&format!("me/.config/opencode/skills/{}", deep(9)));
    assert_eq!(told(&world, Profile::OpenCode, &id), because(Loaded, &[]));
}

#[test]
fn hermes_looks_at_any_depth() {
    let world = World::new();
    world.skill(&format!("home/skills/{}", deep(9)));
    let id = format!("hermes//{}", deep(9));
    assert_eq!(told(&world, Profile::Hermes, &id), because(Loaded, &[]));
}

#[test]
fn hermes_takes_support_folders_for_support() {
    let world = World::new();
    world.skill("home/skills/a");
    world.skill("home/skills/a/references/b");
    world.skill("home/skills/references/c");
    let bench = world.open(world.home());
    let catalog = bench.look().unwrap();
    let all = bench.all_effects(&catalog).unwrap();
    let keys: Vec<&str> = all.iter().map(|(skill, _)| &*skill.id.key).collect();
    assert_eq!(keys, ["a", "references/c"]);
}

// The same name twice.

#[test]
fn claude_code_lets_the_person_win_over_the_project() {
    let world = World::new();
    world.skill("me/.claude/skills/same");
    world.skill("me/project/.claude/skills/same");
    let agent = Profile::ClaudeCode;
    let why = "in Claude Code a personal skill hides the project's; early releases listed both";
    let winner = format!("taken instead of project-claude//same: {why}");
    assert_eq!(
        told(&world, agent, "claude//same"),
        because(Loaded, &[&winner])
    );
    let loser = effect(&world, agent, "project-claude//same");
    assert_eq!(loser.outcome, NotLoaded);
    let shadow = loser.shadowed_by.unwrap();
    assert_eq!(
        (shadow.winner.to_string().as_str(), shadow.reason.as_str()),
        ("claude//same", why)
    );
}

#[test]
fn codex_keeps_both_and_refuses_the_mention() {
    let world = World::new();
    world.skill("me/.codex/skills/same");
    world.skill("me/project/.agents/skills/other");
    world.named("me/project/.agents/skills/other", "same");
    let one = effect(&world, Profile::Codex, "codex//same");
    let ambiguous: Vec<String> = one.ambiguous_with.iter().map(ToString::to_string).collect();
    assert_eq!((one.outcome, one.shadowed_by), (LoadedWithCatch, None));
    assert_eq!(ambiguous, ["project-agents//other"]);
    let expected = because(
        LoadedWithCatch,
        &["others of its name are kept beside it: a mention by name is refused as ambiguous"],
    );
    assert_eq!(
        told(&world, Profile::Codex, "project-agents//other"),
        expected
    );
}

#[test]
fn gemini_lets_the_workspace_win_over_the_person() {
    let world = World::new();
    world.skill("me/.gemini/skills/same");
    world.skill("me/.agents/skills/same");
    world.skill("me/project/.gemini/skills/same");
    let agent = Profile::Gemini;
    let loser = |id: &str| {
        effect(&world, agent, id)
            .shadowed_by
            .unwrap()
            .winner
            .to_string()
    };
    assert_eq!(loser("gemini//same"), "project-gemini//same");
    assert_eq!(loser("agents//same"), "project-gemini//same");
    let winner = told(&world, agent, "project-gemini//same");
    assert_eq!(winner.0, Loaded);
    assert_eq!(winner.1[0], "only once the folder is trusted");
    assert!(
        winner.1[1].starts_with("taken instead of agents//same: "),
        "{winner:?}"
    );
}

#[test]
fn opencode_keeps_the_last_and_warns() {
    let world = World::new();
    world.skill("me/.claude/skills/same");
    world.skill("me/.config/opencode/skills/same");
    let agent = Profile::OpenCode;
    let loser = effect(&world, agent, "claude//same");
    assert_eq!(loser.outcome, NotLoaded);
    let shadow = loser.shadowed_by.unwrap();
    assert_eq!(shadow.winner.to_string(), "opencode//same");
    let expected = because(
        LoadedWithCatch,
        &[
            "others have its name: the last one read is kept, with a warning, and in some releases that order is not fixed",
        ],
    );
    assert_eq!(told(&world, agent, "opencode//same"), expected);
    // To Claude Code, which reads one of them, there is no second.
    assert_eq!(
        told(&world, Profile::ClaudeCode, "claude//same"),
        because(Loaded, &[])
    );
}

#[test]
fn opencode_warns_of_one_folder_behind_two_links() {
    let world = World::new();
    world.skill("me/src/a");
    for link in ["a", "b"] {
        let path = format!("me/.config/opencode/skills/{link}");
        world.link(&path, world.root.join("me/src/a"));
    }
    let expected = because(
        LoadedWithCatch,
        &["links lead to it a second time: OpenCode warns of a duplicate, and either path may win"],
    );
    assert_eq!(told(&world, Profile::OpenCode, "opencode//a"), expected);
}

#[test]
fn hermes_lists_its_own_before_external_ones_and_refuses_the_view() {
    let world = World::new();
    world.write("home/config.yaml", "skills: {external_dirs: [../team]}\n");
    world.skill("home/skills/same");
    world.skill("team/same");
    let agent = Profile::Hermes;
    let expected = because(
        LoadedWithCatch,
        &["wins over others of its name, and viewing the name alone is refused as ambiguous"],
    );
    assert_eq!(told(&world, agent, "hermes//same"), expected);
    let loser = effect(&world, agent, "team//same");
    assert_eq!(loser.outcome, NotLoaded);
    assert_eq!(
        loser.shadowed_by.unwrap().winner.to_string(),
        "hermes//same"
    );
}

#[test]
fn many_of_one_name_are_counted() {
    let world = World::new();
    for number in 0..12 {
        world.named(&format!("me/.codex/skills/s{number}"), "same");
    }
    let one = effect(&world, Profile::Codex, "codex//s5");
    assert_eq!((one.ambiguous_with.len(), one.more_rivals), (8, 3));
}

#[test]
fn a_skill_that_is_not_loaded_is_no_rival() {
    let world = World::new();
    world.skill("me/.gemini/skills/same");
    let text = "---\nname: same\n---\nno description\n";
    world.write("me/project/.gemini/skills/same/SKILL.md", text);
    assert_eq!(
        told(&world, Profile::Gemini, "gemini//same"),
        because(Loaded, &[])
    );
}

// Links.

#[test]
fn claude_code_and_linked_folders_differ_by_version() {
    let world = World::new();
    world.skill("me/src/a");
    world.link("me/.claude/skills/a", world.root.join("me/src/a"));
    let reason = "differs by version: the documents allow a linked folder, and there are reports of it not being loaded";
    let expected = because(LoadedWithCatch, &[reason]);
    assert_eq!(told(&world, Profile::ClaudeCode, "claude//a"), expected);
}

#[test]
fn codex_follows_linked_folders_and_no_linked_files() {
    let world = World::new();
    world.skill("me/src/a");
    world.link("me/.codex/skills/a", world.root.join("me/src/a"));
    world.named("me/real", "b");
    world.link(
        "me/.codex/skills/b/SKILL.md",
        world.root.join("me/real/SKILL.md"),
    );
    let agent = Profile::Codex;
    let expected = because(Loaded, &["early releases did not follow linked folders"]);
    assert_eq!(told(&world, agent, "codex//a"), expected);
    let expected = because(
        NotLoaded,
        &["Codex follows linked folders, but no linked SKILL.md"],
    );
    assert_eq!(told(&world, agent, "codex//b"), expected);
}

#[test]
fn gemini_documents_nothing_about_links() {
    let world = World::new();
    world.skill("me/src/a");
    world.link("me/.gemini/skills/a", world.root.join("me/src/a"));
    let expected = because(LoadedWithCatch, &["nothing is documented about links"]);
    assert_eq!(told(&world, Profile::Gemini, "gemini//a"), expected);
}

#[test]
fn opencode_follows_links() {
    let world = World::new();
    world.skill("me/src/a");
    world.link("me/.config/opencode/skills/a", world.root.join("me/src/a"));
    world.named("me/real", "b");
    let file = "me/.config/opencode/skills/b/SKILL.md";
    world.link(file, world.root.join("me/real/SKILL.md"));
    let agent = Profile::OpenCode;
    assert_eq!(told(&world, agent, "opencode//a"), because(Loaded, &[]));
    assert_eq!(told(&world, agent, "opencode//b"), because(Loaded, &[]));
}

#[test]
fn hermes_lists_linked_skills_and_cannot_manage_them() {
    let world = World::new();
    world.skill("me/src/a");
    world.link("home/skills/a", world.root.join("me/src/a"));
    let reason = "listed and viewed through the link, but skill_manage, pins and the curator do not follow links";
    let expected = because(LoadedWithCatch, &[reason]);
    assert_eq!(told(&world, Profile::Hermes, "hermes//a"), expected);
}

// Spelling, archive, files that cannot be read.

#[test]
fn another_spelling_of_the_file_is_loaded_by_nobody() {
    let world = World::new();
    world.write(
        "me/.agents/skills/a/skill.md",
        "---\nname: a\ndescription: d\n---\n",
    );
    let reason = "only a file spelt SKILL.md is looked for; where a file system ignores case, some versions find it";
    for agent in [Profile::Codex, Profile::Gemini, Profile::OpenCode] {
        assert_eq!(
            told(&world, agent, "agents//a"),
            because(NotLoaded, &[reason])
        );
    }
}

#[test]
fn what_is_archived_is_not_loaded() {
    let world = World::of_skills(&[".archive/a"]);
    let expected = because(NotLoaded, &["it lies in the archive"]);
    assert_eq!(
        told(&world, Profile::Hermes, "hermes//.archive/a"),
        expected
    );
}

#[test]
fn a_file_that_cannot_be_read_is_loaded_by_nobody() {
    let world = World::new();
    world.link("me/.agents/skills/a/SKILL.md", "nowhere");
    for effect in effects(&world, usual(&world), "agents//a") {
        assert_eq!(effect.told(), NotLoaded, "{effect:?}");
        assert!(
            effect.reasons[0]
                .text
                .starts_with("the file cannot be read: ")
        );
    }
}

// As if it lay elsewhere.

#[test]
fn a_bare_folder_is_told_as_if_it_lay_in_each_library() {
    let world = World::new();
    world.skill("some/deep/folder/a");
    let all = effects(&world, world.path("some"), "some//deep/folder/a");
    let told: Vec<(Outcome, Outcome, String)> = all
        .iter()
        .map(|it| {
            let what_if = it.what_if.as_ref().unwrap();
            let place = what_if.place.as_ref().unwrap();
            let place = place.strip_prefix(&world.root).unwrap();
            (it.outcome, what_if.outcome, place.display().to_string())
        })
        .collect();
    let expected = [
        "me/.hermes/skills/a",
        "me/.claude/skills/a",
        "me/.codex/skills/a",
        "me/.gemini/skills/a",
        "me/.config/opencode/skills/a",
    ];
    assert_eq!(
        told,
        expected.map(|place| (NotRead, Loaded, place.to_owned()))
    );
}

#[test]
fn a_skill_of_one_agent_is_told_as_if_it_were_anothers() {
    let world = World::new();
    let text = "---\ndescription: Use when: asked\nallowed-tools: Read\n---\nb\n";
    world.write("me/.claude/skills/a/SKILL.md", text);
    let all = effects(&world, usual(&world), "claude//a");
    let told: Vec<(Outcome, Outcome)> = all.iter().map(|it| (it.outcome, it.told())).collect();
    let expected = [
        (NotRead, LoadedWithCatch),
        (LoadedWithCatch, LoadedWithCatch),
        (NotRead, NotLoaded),
        (NotRead, NotLoaded),
        (NotLoaded, NotLoaded),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_copy_would_meet_the_one_that_is_there() {
    let world = World::new();
    world.skill("me/.claude/skills/a");
    world.skill("me/.gemini/skills/a");
    let gemini = effect(&world, Profile::Gemini, "claude//a");
    assert_eq!((gemini.outcome, gemini.told()), (NotRead, LoadedWithCatch));
    let names: Vec<String> = gemini
        .ambiguous_with
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(names, ["gemini//a"]);
}

#[test]
fn a_path_that_is_an_agents_own_library_counts_as_it() {
    let world = World::new();
    world.skill("me/.claude/skills/a");
    let all = effects(&world, world.path("me/.claude/skills"), "claude//a");
    let told: Vec<Outcome> = all.iter().map(|it| it.outcome).collect();
    assert_eq!(told, [NotRead, Loaded, NotRead, NotRead, Loaded]);
}

// Switches.

#[test]
fn hermes_switches_off_for_all_or_for_a_platform() {
    let world = World::of_skills(&["a", "b"]);
    let config =
        "skills:\n  disabled: [a]\n  platform_disabled:\n    telegram: [b]\n    slack: c\n";
    world.write("home/config.yaml", config);
    let agent = Profile::Hermes;
    let expected = because(
        NotLoaded,
        &["switched off in skills.disabled of config.yaml"],
    );
    assert_eq!(told(&world, agent, "hermes//a"), expected);
    let reason = "switched off on telegram (skills.platform_disabled)";
    assert_eq!(told(&world, agent, "hermes//b"), because(Loaded, &[reason]));
    let mut there = world;
    there
        .env
        .variables
        .insert("HERMES_PLATFORM".into(), "telegram".into());
    assert_eq!(
        told(&there, agent, "hermes//b"),
        because(NotLoaded, &[reason])
    );
}

#[test]
fn claude_code_overrides_in_its_settings() {
    let world = World::new();
    for name in ["a", "b", "c"] {
        world.skill(&format!("me/.claude/skills/{name}"));
    }
    let settings = r#"{"skillOverrides": {"a": "off", "b": "user-invocable-only", "c": "off"}}"#;
    world.write("me/.claude/settings.json", settings);
    let local = r#"{"skillOverrides": {"c": "on"}}"#;
    world.write("me/project/.claude/settings.local.json", local);
    let agent = Profile::ClaudeCode;
    let off = "switched off in skillOverrides of its settings";
    assert_eq!(told(&world, agent, "claude//a"), because(NotLoaded, &[off]));
    let hidden = "hidden from the model by skillOverrides; /name works";
    assert_eq!(told(&world, agent, "claude//b"), because(Loaded, &[hidden]));
    assert!(!effect(&world, agent, "claude//b").for_model);
    assert_eq!(told(&world, agent, "claude//c"), because(Loaded, &[]));
}

#[test]
fn codex_switches_off_by_name_or_path_and_hides_by_policy() {
    let world = World::new();
    for name in ["a", "b", "c"] {
        world.skill(&format!("me/.codex/skills/{name}"));
    }
    let path = world.root.join("me/.codex/skills/b/SKILL.md");
    let config = format!(
        "model = \"x\"\n[[skills.config]]\nname = \"a\"\nenabled = false\n[[skills.config]]\npath = {:?}\nenabled = false\n",
        path.display().to_string()
    );
    world.write("me/.codex/config.toml", config);
    let policy = "policy:\n  allow_implicit_invocation: false\n";
    world.write("me/.codex/skills/c/agents/openai.yaml", policy);
    let agent = Profile::Codex;
    let off = "switched off in skills.config of its config.toml";
    assert_eq!(told(&world, agent, "codex//a"), because(NotLoaded, &[off]));
    assert_eq!(told(&world, agent, "codex//b"), because(NotLoaded, &[off]));
    let hidden = "hidden from the model by agents/openai.yaml; $name works";
    assert_eq!(told(&world, agent, "codex//c"), because(Loaded, &[hidden]));
    assert!(!effect(&world, agent, "codex//c").for_model);
}

#[test]
fn gemini_switches_off_by_name_in_any_case() {
    let world = World::new();
    world.skill("me/.gemini/skills/a");
    world.write(
        "me/.gemini/settings.json",
        r#"{"skills": {"disabled": ["A"]}}"#,
    );
    let off = "switched off in skills.disabled of its settings";
    assert_eq!(
        told(&world, Profile::Gemini, "gemini//a"),
        because(NotLoaded, &[off])
    );
}

#[test]
fn what_is_switched_off_is_marked_in_the_catalog() {
    let world = World::of_skills(&["a", "b", "c"]);
    let config = "skills:\n  disabled: [a]\n  platform_disabled:\n    telegram: [b]\n";
    world.write("home/config.yaml", config);
    for skill in ["gemini/skills/g", "agents/skills/x", "agents/skills/y"] {
        world.skill(&format!("me/.{skill}"));
    }
    let settings = r#"{"skills": {"disabled": ["g", "x"]}}"#;
    world.write("me/.gemini/settings.json", settings);
    let badges = |world: &World| {
        let bench = world.open(usual(world));
        let catalog = bench.look().unwrap();
        let mut change = Reload::default();
        change.add("hermes", Part::Whole);
        let again = bench.look_again(&catalog, &change).unwrap();
        assert_eq!(again, catalog);
        let badge = |skill: &Skill| Some((skill.id.to_string(), skill.off_badge()?.into_owned()));
        catalog.skills().filter_map(badge).collect::<Vec<_>>()
    };
    let pair = |skill: &str, badge: &str| (skill.to_owned(), badge.to_owned());
    let mut expected = vec![
        pair("hermes//a", "off"),
        pair("hermes//b", "off:telegram"),
        pair("agents//x", "off:gemini"),
        pair("gemini//g", "off"),
    ];
    assert_eq!(badges(&world), expected);
    // The settings changed, the skills did not.
    world.write("home/config.yaml", "skills:\n  disabled: [c]\n");
    expected.splice(..2, [pair("hermes//c", "off")]);
    assert_eq!(badges(&world), expected);
}

#[test]
fn settings_that_cannot_be_read_switch_nothing_off_and_are_told() {
    let world = World::new();
    world.skill("me/.gemini/skills/a");
    world.write("me/.gemini/settings.json", "{ // note\n}");
    let (outcome, reasons) = told(&world, Profile::Gemini, "gemini//a");
    assert_eq!(outcome, Loaded);
    let path = world.root.join("me/.gemini/settings.json");
    assert!(
        reasons[0].starts_with(&format!("{}: ", path.display())),
        "{reasons:?}"
    );
    assert!(
        reasons[0].ends_with("; what it switches off is not known"),
        "{reasons:?}"
    );
}

#[test]
fn opencode_can_be_kept_out_of_others_libraries() {
    let mut world = World::new();
    world.skill("me/.claude/skills/a");
    let name = "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS";
    world.env.variables.insert(name.into(), "1".into());
    let expected = because(
        NotLoaded,
        &["a variable keeps OpenCode out of this library"],
    );
    assert_eq!(told(&world, Profile::OpenCode, "claude//a"), expected);
}

#[test]
fn telling_one_skill_opens_only_those_of_its_name() {
    let world = World::of_skills(&["a", "b", "c"]);
    world.skill("me/.claude/skills/b");
    let fs = Arc::new(Watched::default());
    let bench = world.open_with(fs.clone(), usual(&world));
    let catalog = bench.look().unwrap();
    fs.forget();
    bench
        .effects(&catalog, skill(&catalog, "hermes//b"))
        .unwrap();
    let mut opened = fs.paths(Call::Read);
    opened.retain(|path| path.ends_with("SKILL.md"));
    let expected = ["home/skills/b/SKILL.md", "me/.claude/skills/b/SKILL.md"];
    assert_eq!(opened, expected.map(|path| world.root.join(path)));
}

#[test]
fn telling_effects_writes_nothing() {
    let world = World::of_skills(&["a", "b"]);
    let bench = world.open(usual(&world));
    let catalog = bench.look().unwrap();
    let listing = |root: &Path| tree::listing(root, Times::Included).unwrap();
    let before = listing(&world.root);
    bench.all_effects(&catalog).unwrap();
    assert_eq!(listing(&world.root), before);
}

// The command.

/// Exit code, stdout and stderr of the program in a world.
fn run(world: &World, args: &[&str]) -> (i32, String, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_skilldeck"))
        .args(args)
        .env_clear()
        .env("HOME", world.root.join("me"))
        .env("SKILLDECK_HOME", world.root.join("home"))
        .env("SKILLDECK_CACHE_DIR", world.root.join("cache"))
        .current_dir(world.root.join("me/project"))
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

/// A home with `a`, and `b` that carries what no terminal should see.
fn two_skills() -> World {
    let world = World::of_skills(&["a"]);
    let text = "---\nname: b\ndescription: \"one\\e]0;x\\atwo\"\nversion: 1\n---\nbody\n";
    world.write("me/.claude/skills/b/SKILL.md", text);
    world
}

#[test]
fn the_command_prints_a_block_for_each_agent() {
    let world = two_skills();
    let root = world.root.display();
    let (code, out, err) = run(&world, &["effects", "b"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(!out.contains('\u{1b}') && !out.contains('\u{7}'), "{out:?}");
    let claude = "Claude Code   loaded\n  name        b\n  description one\u{241b}]0;x\u{2407}two\n  used        name, description\n  ignored     version: not a field of Claude Code\n";
    assert!(out.contains(claude), "{out}");
    let codex = format!(
        "Codex         not read from here\n  what if     loaded if it lay at {root}/me/.codex/skills/b\n"
    );
    assert!(out.contains(&codex), "{out}");
    let (_, one, _) = run(&world, &["effects", "b", "--agent", "claude-code"]);
    assert_eq!(one, claude);
}

#[test]
fn the_command_prints_a_table_of_all_skills() {
    let world = two_skills();
    let (code, out, err) = run(&world, &["effects"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let table = "                      hermes  claude-code  codex  gemini  opencode
hermes//a              L      (L)          (L)    (L)     (L)
claude//b             (L)      L           (L)    (L)      L

loaded                 1       1            0      0       1
loaded, with a catch   0       0            0      0       0
not loaded             0       0            0      0       0
not read from here     1       1            2      2       1
L loaded, c loaded with a catch, x not loaded; in brackets: not read from where it lies, and what would become of it in the agent's own library. `skilldeck effects NAME` tells why.
";
    assert_eq!(out, table);
}

#[test]
fn the_command_gives_json() {
    let world = two_skills();
    let json = |args: &[&str]| -> serde_json::Value {
        let (code, out, err) = run(&world, args);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        serde_json::from_str(&out).unwrap()
    };
    let one = json(&["effects", "b", "--agent", "codex", "--json"]);
    let place = world.root.join("me/.codex/skills/b");
    let expected = serde_json::json!({"schema": 1, "skill": "claude//b", "effects": [{
        "agent": "codex",
        "outcome": "not_read",
        "what_if": {"outcome": "loaded", "path": place},
        "reasons": [],
        "name": "b",
        "description": "one\u{1b}]0;x\u{7}two",
        "cut": null,
        "used": ["name", "description"],
        "ignored": [{
            "field": "version",
            "why": "Codex reads name, description and metadata.short-description",
        }],
        "for_model": true,
        "for_person": true,
        "shadowed_by": null,
        "ambiguous_with": [],
        "more_rivals": 0,
    }]});
    assert_eq!(one, expected);
    let all = json(&["effects", "--agent", "opencode", "--json"]);
    let counts = serde_json::json!([{
        "agent": "opencode", "loaded": 1, "loaded_with_catch": 0, "not_loaded": 0, "not_read": 1,
    }]);
    assert_eq!(
        (all["skills"].as_array().unwrap().len(), &all["counts"]),
        (2, &counts)
    );
    let library = json(&["effects", "--library", "claude", "--json"]);
    assert_eq!(library["skills"].as_array().unwrap().len(), 1);
}

#[test]
fn an_unknown_agent_or_skill_is_a_usage_error() {
    let world = two_skills();
    let (code, out, err) = run(&world, &["effects", "--agent", "cursor"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        err.contains("agents are hermes, claude-code, codex, gemini, opencode"),
        "{err}"
    );
    assert_eq!(run(&world, &["effects", "nothing"]).0, 2);
}
