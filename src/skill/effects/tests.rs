use super::*;

/// The reading of an agent of a file in the folder `a`.
fn of(profile: Profile, text: &str) -> Reading {
    in_folder(profile, "a", text.as_bytes())
}

fn in_folder(profile: Profile, folder: &str, bytes: &[u8]) -> Reading {
    let mut all = read_all(bytes.to_vec(), folder);
    let at = all.iter().position(|it| it.profile == profile).unwrap();
    all.swap_remove(at)
}

/// Outcome, name, description and the reasons' texts.
type Told = (Outcome, Option<String>, Option<String>, Vec<String>);

fn told(reading: Reading) -> Told {
    let texts = reading.reasons.iter().map(|it| it.text.clone());
    (
        outcome(&reading.reasons),
        reading.name.clone(),
        reading.description.clone(),
        texts.collect(),
    )
}

fn expect(outcome: Outcome, name: &str, description: &str, reasons: &[&str]) -> Told {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let reasons = reasons.iter().map(|it| (*it).to_owned()).collect();
    (outcome, some(name), some(description), reasons)
}

use Outcome::{Loaded, LoadedWithCatch, NotLoaded};

const GOOD: &str = "---\nname: a\ndescription: d\n---\nbody\n";

#[test]
fn a_good_skill_is_loaded_by_all_as_written() {
    for reading in read_all(GOOD.into(), "a") {
        let profile = reading.profile;
        assert_eq!(
            (reading.used.clone(), reading.ignored.clone()),
            (vec!["name".to_owned(), "description".to_owned()], vec![]),
            "{profile:?}"
        );
        assert_eq!(told(reading), expect(Loaded, "a", "d", &[]), "{profile:?}");
    }
}

// Claude Code, the fence, the missing fields.

#[test]
fn claude_code_drops_all_fields_on_a_yaml_error() {
    let text = "---\nname: b\ndescription: Use when: asked\nallowed-tools: Read\n---\n# Head\n";
    let reading = of(Profile::ClaudeCode, text);
    let dropped = |field: &str| Ignored {
        field: field.to_owned(),
        why: "dropped: the YAML does not parse".to_owned(),
    };
    assert_eq!(
        reading.ignored,
        ["name", "description", "allowed-tools"].map(dropped)
    );
    let reasons = [
        "the YAML does not parse, so all fields are dropped: mapping values are not allowed in this context (line 3)",
        "no description: the first heading or paragraph of the text stands in for it",
    ];
    assert_eq!(
        told(reading),
        expect(LoadedWithCatch, "a", "Head", &reasons)
    );
}

#[test]
fn claude_code_names_a_skill_by_its_folder_when_the_name_is_missing() {
    let reasons = ["no `name`: the folder's name is used"];
    let reading = of(Profile::ClaudeCode, "---\ndescription: d\n---\nb\n");
    assert_eq!(told(reading), expect(Loaded, "a", "d", &reasons));
}

#[test]
fn claude_code_takes_the_first_paragraph_when_the_description_is_missing() {
    let reasons = ["no description: the first heading or paragraph of the text stands in for it"];
    let reading = of(Profile::ClaudeCode, "---\nname: a\n---\n\nFirst words.\n");
    assert_eq!(
        told(reading),
        expect(LoadedWithCatch, "a", "First words.", &reasons)
    );
}

#[test]
fn claude_code_loads_without_a_fence() {
    let reasons = [
        "no frontmatter: the first line is not `---`: it has no fields",
        "no description: the first heading or paragraph of the text stands in for it",
    ];
    let reading = of(Profile::ClaudeCode, "# Title\n");
    assert_eq!(
        told(reading),
        expect(LoadedWithCatch, "a", "Title", &reasons)
    );
}

#[test]
fn claude_code_and_a_byte_order_mark_differ_by_version() {
    let reasons = ["a byte order mark stands first: behind it some versions find no fields"];
    let reading = of(Profile::ClaudeCode, &format!("\u{FEFF}{GOOD}"));
    assert_eq!(told(reading), expect(LoadedWithCatch, "a", "d", &reasons));
}

#[test]
fn claude_code_runs_the_folder_or_the_name_by_version() {
    let reasons = ["differs by version: /a runs it and `name` is only its label, or /pdf runs it"];
    let reading = of(
        Profile::ClaudeCode,
        "---\nname: pdf\ndescription: d\n---\nb\n",
    );
    assert_eq!(told(reading), expect(LoadedWithCatch, "pdf", "d", &reasons));
}

#[test]
fn claude_code_lists_1536_units_of_both_descriptions() {
    let text = |count: usize| {
        format!(
            "---\nname: a\ndescription: {}\nwhen_to_use: {}\n---\n",
            "x".repeat(1000),
            "y".repeat(count)
        )
    };
    assert_eq!(of(Profile::ClaudeCode, &text(533)).cut, None);
    let cut = of(Profile::ClaudeCode, &text(534));
    assert_eq!(
        cut.cut,
        Some(Cut {
            kept: 1536,
            total: 1537
        })
    );
    assert_eq!(cut.description.unwrap().len(), 1536);
    // An emoji takes two units.
    let emoji = format!("---\nname: a\ndescription: {}\n---\n", "🦀".repeat(769));
    let cut = of(Profile::ClaudeCode, &emoji);
    assert_eq!(
        cut.cut,
        Some(Cut {
            kept: 1536,
            total: 1538
        })
    );
    assert_eq!(cut.description.unwrap().chars().count(), 768);
}

#[test]
fn claude_code_has_switches_for_the_model_and_for_the_menu() {
    let reading = |fields: &str| {
        let reading = of(
            Profile::ClaudeCode,
            &format!("---\nname: a\ndescription: d\n{fields}---\n"),
        );
        let who = (reading.for_model, reading.for_person);
        (who, told(reading).3)
    };
    let model = "hidden from the model; /name works".to_owned();
    let menu = "not in the / menu: only the model calls it".to_owned();
    let nobody = "hidden from the model and from the / menu: nobody can call it".to_owned();
    assert_eq!(
        reading("disable-model-invocation: true\n"),
        ((false, true), vec![model.clone()])
    );
    assert_eq!(
        reading("user-invocable: false\n"),
        ((true, false), vec![menu.clone()])
    );
    let both = "disable-model-invocation: true\nuser-invocable: false\n";
    assert_eq!(reading(both), ((false, false), vec![nobody, model, menu]));
}

// Codex.

#[test]
fn codex_trims_lines_before_it_compares_them_with_the_fence() {
    let reading = of(Profile::Codex, " --- \nname: a\ndescription: d\n  ---\nb\n");
    assert_eq!(told(reading), expect(Loaded, "a", "d", &[]));
}

#[test]
fn codex_takes_an_empty_frontmatter_for_a_missing_one() {
    let reading = of(Profile::Codex, "---\n---\nb\n");
    let reasons = ["the frontmatter is empty"];
    assert_eq!(told(reading), expect(NotLoaded, "", "", &reasons));
}

#[test]
fn codex_finds_no_fence_behind_a_byte_order_mark() {
    let reasons = ["a byte order mark stands before the `---`"];
    let reading = of(Profile::Codex, &format!("\u{FEFF}{GOOD}"));
    assert_eq!(told(reading), expect(NotLoaded, "", "", &reasons));
}

#[test]
fn codex_names_a_skill_by_its_folder_when_the_name_is_missing() {
    let reasons = ["no `name`: the folder's name is used"];
    let reading = of(Profile::Codex, "---\ndescription: d\n---\nb\n");
    assert_eq!(told(reading), expect(Loaded, "a", "d", &reasons));
}

#[test]
fn codex_needs_a_description() {
    for text in [
        "---\nname: a\n---\nb\n",
        "---\nname: a\ndescription: ' '\n---\nb\n",
    ] {
        let told = told(of(Profile::Codex, text));
        assert_eq!(
            told,
            expect(NotLoaded, "a", "", &["no description"]),
            "{text}"
        );
    }
}

#[test]
fn codex_counts_characters_after_white_space_is_collapsed() {
    let reading = |name: &str, description: &str| {
        let text = format!("---\nname: {name}\ndescription: \"{description}\"\n---\nb\n");
        told(of(Profile::Codex, &text))
    };
    let padded = format!("{}    {}", "é".repeat(511), "🦀".repeat(512));
    let (outcome, _, description, _) = reading("a", &padded);
    assert_eq!(
        (outcome, description.unwrap().chars().count()),
        (Loaded, 1024)
    );
    let long = reading("a", &"x".repeat(1025));
    assert_eq!(
        (long.0, long.3),
        (
            NotLoaded,
            vec!["the description has 1025 characters; 1024 are allowed".to_owned()]
        )
    );
    assert_eq!(reading(&"n".repeat(64), "d").0, Loaded);
    let long = reading(&"n".repeat(65), "d");
    assert_eq!(
        (long.0, long.3),
        (
            NotLoaded,
            vec!["the name has 65 characters; 64 are allowed".to_owned()]
        )
    );
}

#[test]
fn codex_refuses_broken_yaml_and_wrong_types() {
    let reading = |fields: &str| {
        told(of(
            Profile::Codex,
            &format!("---\nname: a\n{fields}\n---\nb\n"),
        ))
        .3
    };
    let colon =
        "its frontmatter is refused: mapping values are not allowed in this context (line 3)";
    assert_eq!(reading("description: Use when: asked"), [colon]);
    let twice = reading("name: b\ndescription: d").join("");
    assert!(twice.contains("duplicate field `name`"), "{twice}");
    let list = reading("description: [d]").join("");
    assert!(list.contains("expected a string"), "{list}");
    // Any scalar is a text for its reader.
    assert_eq!(reading("description: 42"), Vec::<String>::new());
}

#[test]
fn codex_reads_three_fields() {
    let text = "---\nname: a\ndescription: d\nversion: 1\nmetadata:\n  short-description: s\n---\n";
    let reading = of(Profile::Codex, text);
    assert_eq!(
        reading.used,
        ["name", "description", "metadata.short-description"]
    );
    let ignored: Vec<&str> = reading.ignored.iter().map(|it| it.field.as_str()).collect();
    assert_eq!(ignored, ["version"]);
}

// Gemini CLI.

#[test]
fn gemini_needs_the_fence_and_a_line_end_at_once() {
    let refused = |text: &str| {
        let told = told(of(Profile::Gemini, text));
        (told.0, told.3.join(""))
    };
    let blank = "its fence is not `---` alone on a line".to_owned();
    assert_eq!(
        refused("--- \nname: a\ndescription: d\n---\n"),
        (NotLoaded, blank)
    );
    let empty = "the frontmatter is empty".to_owned();
    assert_eq!(refused("---\n---\n"), (NotLoaded, empty));
    let mark = "a byte order mark stands before the `---`".to_owned();
    assert_eq!(refused(&format!("\u{FEFF}{GOOD}")), (NotLoaded, mark));
    assert_eq!(
        refused("---\r\nname: a\r\ndescription: d\r\n---\r\n").0,
        Loaded
    );
}

#[test]
fn gemini_falls_back_to_lines() {
    let text = "---\nname: \"a\"\ndescription: Use when: asked\n  twice\n---\nb\n";
    let reasons = [
        "the YAML does not parse (mapping values are not allowed in this context (line 3)): both are read by lines, with quotes and block marks",
    ];
    let expected = expect(LoadedWithCatch, "-a-", "Use when: asked twice", &reasons);
    assert_eq!(told(of(Profile::Gemini, text)), expected);
    let number = "---\nname: 42\ndescription: d\n---\nb\n";
    let reasons = [
        "name and description are not both texts: both are read by lines, with quotes and block marks",
    ];
    assert_eq!(
        told(of(Profile::Gemini, number)),
        expect(LoadedWithCatch, "42", "d", &reasons)
    );
    // What only YAML 1.1 takes for a truth value.
    let yes = "---\nname: yes\ndescription: d\n---\nb\n";
    assert_eq!(
        told(of(Profile::Gemini, yes)),
        expect(Loaded, "yes", "d", &[])
    );
}

#[test]
fn gemini_needs_both_fields() {
    let reasons = |text: &str| told(of(Profile::Gemini, text)).3.join("");
    assert_eq!(
        reasons("---\ndescription: d\n---\n"),
        "no `name`: both are needed"
    );
    assert_eq!(
        reasons("---\nname: a\n---\n"),
        "no `description`: both are needed"
    );
    assert_eq!(
        reasons("---\nversion: 1\n---\n"),
        "no `name` and no `description`"
    );
}

#[test]
fn gemini_puts_hyphens_for_characters_that_paths_forbid() {
    let reading = of(
        Profile::Gemini,
        "---\nname: 'a:b/c<d>e*f?g\"h|i\\j'\ndescription: d\n---\n",
    );
    assert_eq!(reading.name.as_deref(), Some("a-b-c-d-e-f-g-h-i-j"));
}

// OpenCode.

#[test]
fn opencode_and_names_outside_its_pattern_differ_by_version() {
    let pattern = "differs by version: its documents want a name of 1 to 64 characters a-z, 0-9 and single hyphens, and not every release checks";
    for name in ["A", "a_b", "a--b", "-a", &"x".repeat(65)] {
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        let reading = in_folder(Profile::OpenCode, name, text.as_bytes());
        assert_eq!(
            told(reading),
            expect(LoadedWithCatch, name, "d", &[pattern]),
            "{name}"
        );
    }
    for name in ["a", "a-1", "1"] {
        let text = format!("---\nname: '{name}'\ndescription: d\n---\n");
        let reading = in_folder(Profile::OpenCode, name, text.as_bytes());
        assert_eq!(told(reading), expect(Loaded, name, "d", &[]), "{name}");
    }
}

#[test]
fn opencode_needs_a_name_that_is_a_text() {
    let told = |field: &str| {
        told(of(
            Profile::OpenCode,
            &format!("---\n{field}description: d\n---\n"),
        ))
        .3
    };
    assert_eq!(told(""), ["no `name`"]);
    assert_eq!(told("name: 42\n"), ["`name` is read as a number"]);
    assert_eq!(told("name: 1e3\n"), ["`name` is read as a number"]);
    assert_eq!(told("name:\n"), ["`name` is read as nothing (null)"]);
    assert_eq!(told("name: [a]\n"), ["`name` is read as a list"]);
    assert_eq!(told("name: 2024-01-01\n"), ["`name` is read as a date"]);
}

#[test]
fn opencode_without_a_description_differs_by_version() {
    let reading = of(Profile::OpenCode, "---\nname: a\n---\n");
    let reasons = ["no `description`: differs by version, not loaded or only kept from the model"];
    assert!(!reading.for_model);
    assert_eq!(told(reading), expect(LoadedWithCatch, "a", "", &reasons));
}

#[test]
fn opencode_tries_a_second_time_on_a_colon() {
    let text = "---\nname: a\ndescription: Use when: asked\n---\n";
    let reasons = [
        "the YAML does not parse: mapping values are not allowed in this context (line 3); read with a guess, values with a colon as whole lines",
    ];
    let expected = expect(LoadedWithCatch, "a", "Use when: asked", &reasons);
    assert_eq!(told(of(Profile::OpenCode, text)), expected);
    let text = "---\nname: a\ndescription: \"x\n---\n";
    assert_eq!(told(of(Profile::OpenCode, text)).0, NotLoaded);
}

#[test]
fn opencode_reads_past_a_byte_order_mark() {
    let reading = of(Profile::OpenCode, &format!("\u{FEFF}{GOOD}"));
    assert_eq!(told(reading), expect(Loaded, "a", "d", &[]));
    assert_eq!(
        told(of(Profile::OpenCode, "# Title\n")).3,
        ["no frontmatter, and so no `name`"]
    );
}

#[test]
fn opencode_takes_a_file_without_an_end_of_the_frontmatter_for_one() {
    let reasons = ["the frontmatter is not closed: the whole file is taken for it"];
    let reading = of(Profile::OpenCode, "---\nname: a\ndescription: d\n");
    assert_eq!(told(reading), expect(LoadedWithCatch, "a", "d", &reasons));
}

// Hermes.

#[test]
fn hermes_strips_one_byte_order_mark_and_needs_three_dashes() {
    let reading = of(Profile::Hermes, &format!("\u{FEFF}{GOOD}"));
    assert_eq!(told(reading), expect(Loaded, "a", "d", &[]));
    let told = told(of(Profile::Hermes, "# Title\n\nwords\n"));
    let reasons = [
        "no frontmatter: the first line is not `---`: folder and first line are all there is",
        "no description: the first line of text stands in for it",
    ];
    assert_eq!(told, expect(LoadedWithCatch, "a", "words", &reasons));
}

#[test]
fn hermes_falls_back_to_lines() {
    let told = told(of(
        Profile::Hermes,
        "---\nname: a\ndescription: Use when: asked\n---\nb\n",
    ));
    let reasons = [
        "the YAML does not parse (mapping values are not allowed in this context, line 3): read by lines, and edits by Hermes are refused until it does",
    ];
    assert_eq!(
        (told.0, told.2.as_deref()),
        (LoadedWithCatch, Some("Use when: asked"))
    );
    assert_eq!(told.3.first().map(String::as_str), Some(reasons[0]));
}

#[test]
fn hermes_names_a_skill_by_its_folder_when_the_name_is_missing() {
    let reasons = ["no `name`: the folder's name is used"];
    let reading = of(Profile::Hermes, "---\ndescription: d\n---\nb\n");
    assert_eq!(told(reading), expect(LoadedWithCatch, "a", "d", &reasons));
}

#[test]
fn hermes_hides_names_that_yaml_takes_for_something_else() {
    let told = told(of(
        Profile::Hermes,
        "---\nname: yes\ndescription: d\n---\nb\n",
    ));
    assert_eq!(
        (told.0, told.3),
        (
            NotLoaded,
            vec!["Hermes reads `name` as a truth value".to_owned()]
        )
    );
}

#[test]
fn hermes_cuts_descriptions_in_its_list_and_in_the_prompt() {
    let text = |length: usize| {
        format!(
            "---\nname: a\ndescription: {}\n---\nb\n",
            "x".repeat(length)
        )
    };
    assert_eq!(told(of(Profile::Hermes, &text(60))).3, Vec::<String>::new());
    let prompt = "the prompt shows the first 57 characters of the description";
    assert_eq!(told(of(Profile::Hermes, &text(61))).3, [prompt]);
    let long = of(Profile::Hermes, &text(1030));
    assert_eq!(
        long.cut,
        Some(Cut {
            kept: 1021,
            total: 1030
        })
    );
    assert_eq!(
        told(long).3,
        [
            "its list shows 1021 of 1030 characters of the description",
            prompt
        ]
    );
}

#[test]
fn hermes_looks_at_4000_characters() {
    let text = format!(
        "---\nname: a\ndescription: d\npad: {}\n---\nb\n",
        "y".repeat(4000)
    );
    let told = told(of(Profile::Hermes, &text));
    let reason = "no closed frontmatter within the first 4000 characters: folder and first line are all there is";
    assert_eq!(
        (told.0, told.3.first().map(String::as_str)),
        (LoadedWithCatch, Some(reason))
    );
}

#[test]
fn hermes_offers_by_tools() {
    let text = "---\nname: a\ndescription: d\nmetadata:\n  hermes:\n    requires_tools: [x, y]\n    fallback_for_tools: z\n---\n";
    let reasons = [
        "in the prompt only where x, y is there",
        "in the prompt only where z is not there",
    ];
    assert_eq!(
        told(of(Profile::Hermes, text)),
        expect(Loaded, "a", "d", &reasons)
    );
}

// What holds for several.

#[test]
fn surrogate_pairs_are_read_by_javascript_alone() {
    let text = "---\nname: a\ndescription: \"\\ud83e\\udde0\"\n---\n";
    let outcomes = Profile::AGENTS.map(|it| told(of(it, text)).0);
    assert_eq!(
        outcomes,
        [LoadedWithCatch, Loaded, NotLoaded, Loaded, Loaded]
    );
    let gemini = of(Profile::Gemini, text);
    assert_eq!(gemini.description.as_deref(), Some("\u{1F9E0}"));
}

#[test]
fn duplicate_keys_stop_strict_readers() {
    let text = "---\nname: a\nname: b\ndescription: d\n---\nbody\n";
    let outcomes = Profile::AGENTS.map(|it| told(of(it, text)).0);
    assert_eq!(
        outcomes,
        [
            Loaded,
            LoadedWithCatch,
            NotLoaded,
            LoadedWithCatch,
            NotLoaded
        ]
    );
    assert_eq!(of(Profile::Gemini, text).name.as_deref(), Some("b"));
}

#[test]
fn bytes_that_are_no_text_are_refused_or_replaced() {
    let text = b"---\nname: a\ndescription: caf\xE9\n---\nb\n";
    let outcomes = Profile::AGENTS.map(|it| told(in_folder(it, "a", text)).0);
    assert_eq!(
        outcomes,
        [
            NotLoaded,
            LoadedWithCatch,
            NotLoaded,
            LoadedWithCatch,
            LoadedWithCatch
        ]
    );
    let utf16: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let bytes = [&b"\xFF\xFE"[..], &utf16].concat();
    let outcomes = Profile::AGENTS.map(|it| told(in_folder(it, "a", &bytes)).0);
    assert_eq!(
        outcomes,
        [NotLoaded, LoadedWithCatch, NotLoaded, NotLoaded, NotLoaded]
    );
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_a_reading_panic(
        bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..60),
        text in "(-{2,4}|[ \t\r\n:\"'>|\\\\a-f{}\\[\\]#&*!é\u{FEFF}🦀]|name: |description: |\\\\ud83e\\\\udde0){0,40}",
    ) {
        for bytes in [bytes, format!("---\n{text}\n---\n").into_bytes(), text.into_bytes()] {
            proptest::prop_assert_eq!(read_all(bytes, "a").len(), 5);
        }
    }
}
