//! Each rule by a table: what breaks it and where, and what looks like it and does not.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Example, explain};
use crate::skill::{Document, Problem, Profile, Readers, Rule, Severity, Summary};

fn problems(text: &[u8]) -> Vec<Problem> {
    Summary::of(text.to_vec()).problems
}

fn of(text: &[u8], rule: Rule) -> Option<Problem> {
    problems(text).into_iter().find(|it| it.rule == rule)
}

/// `line:column` of a rule's problem; empty when it is not broken.
fn place(text: &[u8], rule: Rule) -> String {
    let Some(problem) = of(text, rule) else {
        return String::new();
    };
    let at = problem.position.expect("a place in the file");
    format!("{}:{}", at.line, at.column)
}

/// A good skill with more lines in its frontmatter, from line 4 on.
fn with(lines: &str) -> Vec<u8> {
    format!("---\nname: a\ndescription: Use when asked.\n{lines}\n---\nRead.\n").into_bytes()
}

fn named(name: &str) -> Vec<u8> {
    format!("---\nname: {name}\ndescription: Use when asked.\n---\nRead.\n").into_bytes()
}

fn described(value: &str) -> Vec<u8> {
    format!("---\nname: a\ndescription: {value}\n---\nRead.\n").into_bytes()
}

/// The body begins at line 5.
fn bodied(body: &str) -> Vec<u8> {
    format!("---\nname: a\ndescription: Use when asked.\n---\n{body}").into_bytes()
}

fn holds(rule: Rule, cases: &[(Vec<u8>, &str)]) {
    for (text, at) in cases {
        let shown = String::from_utf8_lossy(text);
        assert_eq!(place(text, rule), *at, "{} in\n{shown}", rule.id());
    }
}

/// Rules that an example cannot help breaking too.
fn also(rule: Rule) -> &'static [Rule] {
    match rule {
        Rule::NotAMapping => &[Rule::MissingName, Rule::MissingDescription],
        Rule::UnknownPlatform => &[Rule::UnknownKey],
        Rule::NameMixedScript => &[Rule::NameNotAscii],
        _ => &[],
    }
}

#[test]
fn every_example_of_a_file_breaks_its_rule_and_no_other() {
    for rule in Rule::ALL {
        let Example::File(bytes) = explain(*rule).example else {
            continue;
        };
        let found: BTreeSet<Rule> = problems(bytes).iter().map(|it| it.rule).collect();
        let expected: BTreeSet<Rule> = [*rule].iter().chain(also(*rule)).copied().collect();
        assert_eq!(found, expected, "{}", rule.id());
    }
}

#[test]
fn a_good_skill_breaks_nothing() {
    let text = "---\nname: pdf-tools\ndescription: Use when asked for PDFs.\nlicense: MIT\n\
                compatibility: Needs qpdf 11.2\nmetadata:\n  author: me\n  version: \"1.10\"\n\
                allowed-tools: Read Bash(git add:*)\n---\n# PDF tools\n\n---\n\nname: no\n";
    assert_eq!(problems(text.as_bytes()), []);
}

#[test]
fn bytes() {
    let good = String::from_utf8(bodied("Read.\n")).unwrap();
    holds(
        Rule::NotUtf8,
        &[
            (
                b"---\nname: a\ndescription: caf\xE9\n---\nb\n".to_vec(),
                "3:17",
            ),
            (b"\xFF\xFE-\0".to_vec(), "1:1"),
            (good.clone().into_bytes(), ""),
            (bodied("café 数据\n"), ""),
        ],
    );
    holds(
        Rule::Bom,
        &[
            (format!("\u{FEFF}{good}").into_bytes(), "1:1"),
            (bodied("\u{FEFF}Read.\n"), ""),
        ],
    );
    holds(
        Rule::MixedLineEnds,
        &[
            (bodied("one\r\ntwo\n"), "5:4"),
            (bodied("one\rtwo\n"), "5:4"),
            (good.replace('\n', "\r\n").into_bytes(), ""),
            (good.clone().into_bytes(), ""),
        ],
    );
    holds(
        Rule::LineEnds,
        &[
            (good.replace('\n', "\r\n").into_bytes(), "1:4"),
            (good.replace('\n', "\r").into_bytes(), "1:4"),
            (bodied("one\r\ntwo\n"), ""),
        ],
    );
    holds(
        Rule::NoFinalNewline,
        &[
            (bodied("é数"), "5:3"),
            (bodied("one\n\n  two"), "7:6"),
            (bodied("one\r"), ""),
            (Vec::new(), ""),
        ],
    );
    holds(
        Rule::Nul,
        &[(bodied("a\n\0b\n"), "6:1"), (bodied("a\\0b\n"), "")],
    );
    holds(
        Rule::HiddenCharacters,
        &[
            (bodied("hi \x1b[31mred\n"), "5:4"),
            (bodied("a\u{200B}b\n"), "5:2"),
            (described("x\u{202E}y"), "3:15"),
            (bodied("family \u{1F468}\u{200D}\u{1F469} 🚀\tå\n"), ""),
            (bodied("می\u{200C}خواهم\n"), ""),
        ],
    );
    holds(
        Rule::LinkAsText,
        &[
            (b"../shared/SKILL.md".to_vec(), "1:1"),
            (b"../shared/SKILL.md\n".to_vec(), "1:1"),
            (b"https://example.com/x\n".to_vec(), ""),
            (b"read a/b\n".to_vec(), ""),
        ],
    );
}

#[test]
fn fences() {
    holds(
        Rule::NoFrontmatter,
        &[
            (Vec::new(), "1:1"),
            (b"# Title\n\nText.\n".to_vec(), "1:1"),
            (b"name: a\ndescription: d\n".to_vec(), "1:1"),
            (b"----\nname: a\n---\n".to_vec(), "1:1"),
            (b"---yaml\nname: a\n---\n".to_vec(), "1:1"),
            (b"# Title\n\n---\n\nA rule above.\n\n---\n".to_vec(), "1:1"),
            (
                b"# How\n\n```\n---\nname: example\n---\n```\n".to_vec(),
                "1:1",
            ),
            (bodied("x\n"), ""),
        ],
    );
    let front = "---\nname: a\ndescription: d\n---\nb\n";
    holds(
        Rule::NestedFrontmatter,
        &[
            (format!("\n\n{front}").into_bytes(), "3:1"),
            (format!("<!-- x -->\n{front}").into_bytes(), "2:1"),
            (format!("# Title\n\n{front}").into_bytes(), "3:1"),
            (format!("```yaml\n{front}```\n").into_bytes(), "2:1"),
            (format!("Some text\r\n{front}").into_bytes(), "2:1"),
            (b"# How\n\n```\n---\nname: example\n---\n```\n".to_vec(), ""),
            (b"# Title\n\n---\n\nname\n\n---\n".to_vec(), ""),
            (bodied("x\n"), ""),
        ],
    );
    holds(
        Rule::UnclosedFrontmatter,
        &[
            (b"---\nname: a\ndescription: d\n\nText.\n".to_vec(), "1:1"),
            (b"---\nname: a\ndescription: d\n ---\nb\n".to_vec(), "1:1"),
            (b"---\nname: a\ndescription: d\n...\nb\n".to_vec(), "1:1"),
            (bodied("x\n"), ""),
        ],
    );
    holds(
        Rule::DoubleFrontmatter,
        &[
            (bodied("---\nname: b\n---\nText.\n"), "5:1"),
            (bodied("\n\n---\ndescription: b\nx: 1\n---\n"), "7:1"),
            (bodied("---\n\nA rule above.\n\n---\n"), ""),
            (bodied("---\n# Title\nname: b\n---\n"), ""),
            (bodied("Text.\n\n---\nname: b\n---\n"), ""),
        ],
    );
    let blanks = |text: &str| text.replacen("---\n", "--- \n", 1).into_bytes();
    holds(
        Rule::FenceWhitespace,
        &[
            (blanks(front), "1:4"),
            (front.replace("d\n---\n", "d\n---\t\n").into_bytes(), "4:4"),
            (front.replace('\n', "\r\n").into_bytes(), ""),
            (front.as_bytes().to_vec(), ""),
        ],
    );
    holds(
        Rule::EarlyDashes,
        &[
            (described("a --- b"), "3:16"),
            (with("x: 1 # ---"), "4:8"),
            (described("a -- b"), ""),
            (bodied("a --- b\n"), ""),
        ],
    );
    holds(
        Rule::NotAMapping,
        &[
            (b"---\n---\nb\n".to_vec(), "1:1"),
            (b"---\n- a\n---\nb\n".to_vec(), "1:1"),
            (b"---\ntext\n---\nb\n".to_vec(), "1:1"),
            (b"---\n{name: a, description: d}\n---\nb\n".to_vec(), ""),
        ],
    );
}

#[test]
fn yaml() {
    holds(
        Rule::Yaml,
        &[
            (described("Use when: asked"), "3:22"),
            (with("\tx: 1"), "4:1"),
            (described("`x`"), "3:14"),
            (described("\"Use when: asked\""), ""),
            (described("see http://x.y/z"), ""),
            (with("e: \"\\ud83e\\udde0\""), ""),
        ],
    );
    holds(
        Rule::SurrogateEscape,
        &[
            (with("e: \"\\ud83e\\udde0\""), "4:5"),
            (with("m: {\"e\": \"x \\uD83E\\uDDE0\"}"), "4:13"),
            (with("e: \"\\u00e9\""), ""),
            (with("e: '\\ud83e'"), ""),
            (with("e: \"\\q\""), ""),
        ],
    );
    holds(
        Rule::StrictYaml,
        &[
            (with("metadata: {a: b}"), "4:11"),
            (with("metadata:\n  tags: [a]"), "5:9"),
            (with("license: !!str MIT"), "4:10"),
            (with("a: &x\n  - 1\nb: *x"), "6:4"),
            (with("license: \"[MIT]\""), ""),
            (with("metadata:\n  tags:\n    - a"), ""),
        ],
    );
    holds(
        Rule::DuplicateKey,
        &[
            (with("license: MIT\nname: b\nname: c"), "5:1"),
            (with("metadata:\n  name: b"), ""),
        ],
    );
    holds(
        Rule::CommentCutsValue,
        &[
            (described("tags #important"), "3:19"),
            (described("Fixes issue # 12"), "3:26"),
            (with("model: opus #fast"), "4:13"),
            (with("version: 1 # a note"), ""),
            (described("\"tags #important\""), ""),
            (described("C# and F#"), ""),
            (described(">-\n  tags #important"), ""),
            (with("# a comment\nlicense: MIT"), ""),
        ],
    );
}

#[test]
fn required_fields() {
    holds(
        Rule::MissingName,
        &[
            (b"---\ndescription: Use it.\n---\nb\n".to_vec(), "3:1"),
            (named(""), "2:6"),
            (named("\"  \""), "2:7"),
            (named("[a]"), "2:7"),
            (named("yes"), ""),
            (named("a"), ""),
        ],
    );
    holds(
        Rule::MissingDescription,
        &[
            (b"---\nname: a\n---\nb\n".to_vec(), "3:1"),
            (described(""), "3:13"),
            (described("\n  - a"), "4:3"),
            (described("42"), ""),
            (described("Use when: asked"), ""),
        ],
    );
    holds(
        Rule::NotAText,
        &[
            (named("yes"), "2:7"),
            (named("010"), "2:7"),
            (named("2024-01-01"), "2:7"),
            (named("~"), "2:7"),
            (described("1.10"), "3:14"),
            (named("\"yes\""), ""),
            (named("yes-man"), ""),
            (named("1e3"), ""),
            (named("[a]"), ""),
        ],
    );
}

#[test]
fn names() {
    let holds = |rule, cases: &[(&str, bool)]| {
        for (name, broken) in cases {
            let at = if *broken { "2:7" } else { "" };
            assert_eq!(place(&named(name), rule), at, "{} {name}", rule.id());
        }
    };
    let long = "a".repeat(65);
    // One character, three after normalisation.
    let ligatures = "\u{FB03}".repeat(30);
    holds(
        Rule::NameLength,
        &[
            (&long, true),
            (&long[1..], false),
            (&ligatures, true),
            (&"é".repeat(64), false),
        ],
    );
    holds(
        Rule::NameCharacters,
        &[
            ("my_skill", true),
            ("my.skill", true),
            ("ns:skill", true),
            ("my skill", true),
            ("../etc", true),
            ("rocket🚀", true),
            ("a\u{200D}b", true),
            ("हिन्दी", true),
            ("ทักษะที่ดี", true),
            ("x²", false),
            ("ｐｄｆ", false),
            ("straße", false),
            ("技能", false),
            ("a-1", false),
        ],
    );
    holds(
        Rule::NameCase,
        &[
            ("My-Skill", true),
            ("\u{1C5}", true),
            ("ÉTÉ", true),
            ("été", false),
            ("技能", false),
        ],
    );
    holds(
        Rule::NameHyphens,
        &[("-a", true), ("a-", true), ("a--b", true), ("a-b-c", false)],
    );
    holds(
        Rule::NameNotAscii,
        &[
            ("straße", true),
            ("ｐｄｆ", true),
            ("rocket🚀", false),
            ("pdf", false),
        ],
    );
    holds(
        Rule::NameMixedScript,
        &[
            ("p\u{430}ypal", true),
            ("\u{3B1}lpha", true),
            ("pdf-\u{430}\u{431}", false),
            ("pdf技能", false),
            ("かな漢字", false),
            ("été", false),
        ],
    );
    holds(
        Rule::NameReserved,
        &[
            ("claude-helper", true),
            ("my-anthropic", true),
            ("cloud-helper", false),
        ],
    );
    // Where the frontmatter cannot be parsed, the line tells the place.
    let broken = b"---\ndescription: a: b\nname: my_skill\n---\nb\n";
    assert_eq!(place(broken, Rule::NameCharacters), "3:7");
}

#[test]
fn lengths_are_told_to_those_who_mind() {
    let readers = |text: &[u8], rule| of(text, rule).map(|it| it.readers);
    let long = |description: &str| readers(&described(description), Rule::DescriptionLength);
    let padded = format!("\"{}        \"", "x".repeat(1020));
    let spread = format!("{}    {}", "x".repeat(511), "x".repeat(511));
    let strict = Readers::of(&[Profile::Spec, Profile::Hermes]);
    let all_but = |profile: Profile| {
        Profile::ALL
            .into_iter()
            .filter(|it| *it != profile)
            .collect()
    };
    assert_eq!(long(&"é".repeat(1024)), None);
    assert_eq!(long(&"🚀".repeat(1024)), None);
    assert_eq!(long(&"é".repeat(1025)), Some(Readers::ALL));
    assert_eq!(long(&padded), Some(strict));
    assert_eq!(long(&spread), Some(all_but(Profile::Codex)));
    assert_eq!(long(&format!("|\n  {}", "x".repeat(1024))), None);
    let told = of(&described(&spread), Rule::DescriptionLength).unwrap();
    assert_eq!(
        (told.message.as_str(), told.remedy.as_str()),
        (
            "the description has 1026 characters; 1024 are allowed (Codex counts 1023); Hermes \
             lists the first 1021",
            "make it 2 characters shorter: move details to the body"
        )
    );
    let compatibility = |count: usize| with(&format!("compatibility: {}", "é".repeat(count)));
    holds(
        Rule::CompatibilityLength,
        &[(compatibility(501), "4:16"), (compatibility(500), "")],
    );
}

#[test]
fn descriptions() {
    holds(
        Rule::DescriptionMarkup,
        &[
            (described("Use <foo> & bar"), "3:18"),
            (described("a -> b"), "3:17"),
            (described(">-\n  Use <foo>"), "4:7"),
            (described(">-\n  Use foo"), ""),
            (described("Use foo & bar"), ""),
        ],
    );
    holds(
        Rule::DescriptionTrigger,
        &[
            (described("Reads and writes documents."), "3:14"),
            (described("Reads documents. Use when asked."), ""),
            (described("USE WHEN a document is there."), ""),
            (described("Read it if a document is there."), ""),
            (described("读取 PDF 文件和表格"), ""),
            (described("d"), ""),
        ],
    );
    let silent = "---\nname: a\ndescription: Reads and writes documents.\nwhen_to_use: x\n---\nb\n";
    let unasked = silent.replace("when_to_use: x", "disable-model-invocation: true");
    assert_eq!(place(silent.as_bytes(), Rule::DescriptionTrigger), "");
    assert_eq!(place(unasked.as_bytes(), Rule::DescriptionTrigger), "");
}

#[test]
fn fields() {
    holds(
        Rule::NearMissKey,
        &[
            (with("allowed_tools: Read"), "4:1"),
            (with("x: 1\nLicense: MIT"), "5:1"),
            (with("homepage: x"), ""),
            (with("authors: x"), ""),
            (with("metadata:\n  Name: x"), ""),
        ],
    );
    holds(
        Rule::UnknownKey,
        &[
            (with("homepage: x"), "4:1"),
            (with("version: x"), "4:1"),
            (with("license: x"), ""),
            (with("allowed_tools: Read"), ""),
            (with("metadata:\n  homepage: x"), ""),
        ],
    );
    holds(
        Rule::FieldType,
        &[
            (with("compatibility:\n  - git"), "5:3"),
            (with("license: [MIT]"), "4:10"),
            (with("user-invocable: maybe"), "4:17"),
            (with("hooks: none"), "4:8"),
            (with("allowed-tools: {Read: true}"), "4:16"),
            (with("user-invocable: false"), ""),
            (with("argument-hint: [file]"), ""),
            (with("tags: [a]"), ""),
            (with("homepage: [a]"), ""),
        ],
    );
    holds(
        Rule::EmptyField,
        &[
            (with("license:"), "4:1"),
            (with("x: 1\ncompatibility: \"\""), "5:1"),
            (with("metadata:"), "4:1"),
            (with("homepage:"), ""),
            (with("license: MIT"), ""),
        ],
    );
    holds(
        Rule::MetadataValues,
        &[
            (with("metadata:\n  a: x\n  version: 1.0"), "6:12"),
            (with("metadata:\n  tags: [a, b]"), "5:9"),
            (with("metadata: text"), "4:11"),
            (with("metadata:\n  - a"), "5:3"),
            (with("metadata:\n  version: \"1.0\"\n  b: 1.2.3"), ""),
            (with("metadata:"), ""),
        ],
    );
    holds(
        Rule::AllowedToolsShape,
        &[
            (with("allowed-tools: Read, Write"), "4:16"),
            (with("allowed-tools: [Read]"), "4:16"),
            (with("allowed-tools:\n  - Read"), "5:3"),
            (with("allowed-tools: Read Bash(a, b)"), ""),
        ],
    );
    let told = of(
        &with("allowed-tools: [Read, \"Bash(git:*)\"]"),
        Rule::AllowedToolsShape,
    );
    let told = told.map(|it| (it.message, it.remedy)).unwrap();
    let expected = (
        "`allowed-tools` is a list in brackets of 2: Read, Bash(git:*)",
        "write allowed-tools: Read Bash(git:*)",
    );
    assert_eq!((told.0.as_str(), told.1.as_str()), expected);
    holds(
        Rule::Yaml11Value,
        &[
            (with("version: 1.10"), "4:10"),
            (with("version: 010"), "4:10"),
            (with("license: 2026-01-02"), "4:10"),
            (with("compatibility: 1:30"), "4:16"),
            (with("model: on"), "4:8"),
            (with("user-invocable: yes"), "4:17"),
            (with("version: 1"), ""),
            (with("version: 1.2"), ""),
            (with("version: 1.2.0"), ""),
            (with("version: \"1.10\""), ""),
            (with("user-invocable: true"), ""),
            (with("date: 2026-01-02"), ""),
        ],
    );
    holds(
        Rule::UnknownPlatform,
        &[
            (with("platforms: any"), "4:12"),
            (with("platforms: [linux, beos]"), "4:20"),
            (with("platforms:\n  - Win\n  - ios"), "6:5"),
            (with("platforms: [macOS, ' Windows', darwin, linux]"), ""),
            (with("platforms: []"), ""),
        ],
    );
}

#[test]
fn bodies() {
    holds(
        Rule::BodyLength,
        &[
            (bodied(&"x\n".repeat(501)), "5:1"),
            (bodied(&"four ".repeat(4001)), "5:1"),
            (bodied(&"x\n".repeat(500)), ""),
            (bodied(&"four ".repeat(3999)), ""),
        ],
    );
    holds(
        Rule::EmptyBody,
        &[
            (bodied(""), "4:1"),
            (bodied("\n \n"), "4:1"),
            (bodied("x"), ""),
            (Vec::new(), ""),
        ],
    );
}

#[test]
fn a_misspelt_key_matters_to_those_who_know_the_right_one() {
    let told = of(&with("allowed_tools: Read"), Rule::NearMissKey).unwrap();
    let severities: Vec<_> = Profile::ALL
        .into_iter()
        .filter_map(|it| told.severity_for(it))
        .collect();
    assert_eq!(severities, [Severity::Error, Severity::Warning]);
    assert_eq!(told.severity_for(Profile::Hermes), None);
}

/// Pieces of skills, whole and broken.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "---\n", "---", "name: ", "description: ", "a", "é", "\u{FEFF}", "\r\n", "\r", "\n", "\n  ",
            "\t", ": ", " #", "metadata:\n", "  - ", "[", "]", "{", "}", "\"", "'", "|\n", ">-\n", "&a ",
            "*a", "!x ", "yes", "1.10", "2026-01-02", "allowed-tools: ", "Read, ", "platforms: ", "\0",
            "\u{1b}", "\u{202E}", "🚀", "数据", "\\ud83e", "```\n", "<", "compatibility: ", "x/y",
        ]).prop_map(|it| it.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn whatever_the_bytes_positions_lie_inside(bytes in pieces()) {
        let document = Document::parse(bytes.clone());
        let lines = document.line_count().max(1);
        for problem in problems(&bytes) {
            prop_assert!(!problem.message.is_empty() && !problem.remedy.is_empty());
            let at = problem.position.expect("a place in the file");
            let line = usize::try_from(at.line).unwrap();
            let text = document.whole();
            let width = text
                .split('\n')
                .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'))
                .nth(line - 1)
                .map_or(0, |line| line.chars().count());
            // The end of a line, and one behind for its line end, are places too.
            let column = usize::try_from(at.column).unwrap();
            prop_assert!(
                (1..=lines + 1).contains(&line) && (1..=width + 2).contains(&column),
                "{} at {line}:{column} of {lines} lines, {width} wide",
                problem.rule.id()
            );
        }
    }
}
