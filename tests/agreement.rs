//! Our verdict under the profile `spec` against that of the format's reference validator, case by case.
//!
//! The validator's verdicts were taken once from its release 0.1.1; the cases are made anew from their bytes.
//! Where we differ, the row says why; a difference that is not listed fails, and so does a listed one that is
//! none. `cargo test --test agreement -- --nocapture` prints the table.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use skilldeck::skill::{Profile, Readers, Severity};
use skilldeck::store::Disk;
use skilldeck::store::locate::{Environment, Request};
use skilldeck::workbench::Workbench;

/// What the validator says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theirs {
    Valid,
    Error,
    Crash,
}

/// Why we say something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It reads a subset of YAML; agents take the rest, so we warn.
    StrictYaml,
    /// It cuts the frontmatter at the first three dashes, and loses fields without a word.
    SilentTruncation,
    /// It closes the frontmatter at an indented line, which no agent does.
    LooseFence,
    /// It does not check what the specification's text says.
    TextIsStricter,
    /// Its YAML takes what no reader of an agent does.
    LooseYaml,
    /// It goes by the path as typed.
    PathAsTyped,
}

use Reason::*;
use Theirs::*;

struct Case {
    name: &'static str,
    folder: &'static str,
    file: &'static str,
    bytes: Vec<u8>,
    theirs: Theirs,
    differs: Option<Reason>,
}

fn case(name: &'static str, bytes: impl AsRef<[u8]>, theirs: Theirs) -> Case {
    Case {
        name,
        folder: "my-skill",
        file: "SKILL.md",
        bytes: bytes.as_ref().to_vec(),
        theirs,
        differs: None,
    }
}

impl Case {
    fn differs(mut self, reason: Reason) -> Self {
        self.differs = Some(reason);
        self
    }

    fn file(mut self, file: &'static str) -> Self {
        self.file = file;
        self
    }

    fn folder(mut self, folder: &'static str) -> Self {
        self.folder = folder;
        self
    }
}

/// A frontmatter and a body.
fn block(name: &'static str, yaml: &str, theirs: Theirs) -> Case {
    case(name, format!("---\n{yaml}\n---\nBody.\n"), theirs)
}

/// More lines below a good name and description.
fn more(name: &'static str, lines: &str, theirs: Theirs) -> Case {
    block(
        name,
        &format!("name: my-skill\ndescription: d\n{lines}"),
        theirs,
    )
}

/// A description.
fn desc(name: &'static str, value: &str, theirs: Theirs) -> Case {
    block(
        name,
        &format!("name: my-skill\ndescription: {value}"),
        theirs,
    )
}

/// A name, and a folder called so.
fn named(name: &'static str, value: &'static str, theirs: Theirs) -> Case {
    block(name, &format!("name: {value}\ndescription: d"), theirs).folder(value)
}

const GOOD: &str = "---\nname: my-skill\ndescription: d\n---\nBody.\n";
const A64: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const A65: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

fn cases() -> Vec<Case> {
    let utf16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(GOOD.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let latin1 = b"---\nname: my-skill\ndescription: caf\xE9\n---\nBody.\n";
    let latin1_body = b"---\nname: my-skill\ndescription: d\n---\nCaf\xE9.\n";
    let x = |count: usize| "x".repeat(count);
    vec![
        desc("colon-in-desc", "Use when: the user", Error),
        desc("colon-nospace", "see http://x.y/z", Valid),
        desc("hash-in-desc", "tags #important", Valid),
        desc("quoted-colon", "\"Use when: the user\"", Valid),
        desc("folded->", ">\n  line one\n  line two", Valid),
        desc("folded>-", ">-\n  line one\n  line two", Valid),
        desc("literal|", "|\n  line one\n  line two", Valid),
        desc(
            "prettier-wrap",
            "wrapped by prettier\n  on two lines",
            Valid,
        ),
        desc("unindented-wrap", "wrapped\non two lines", Error),
        case("crlf", GOOD.replace('\n', "\r\n"), Valid),
        case("cr-only", GOOD.replace('\n', "\r"), Valid),
        case("bom", format!("\u{FEFF}{GOOD}"), Error),
        case("leading-blank", format!("\n{GOOD}"), Error),
        case("leading-space", format!(" {GOOD}"), Error),
        case("four-dashes", format!("-{GOOD}"), Error),
        case(
            "dash-trailing-space",
            GOOD.replace("---\n", "--- \n"),
            Valid,
        ),
        desc("dashes-in-desc", "a --- b", Valid).differs(SilentTruncation),
        desc("dashes-in-quoted-desc", "\"a --- b\"", Error),
        block(
            "dashes-in-desc-after-name-last",
            "description: a --- b\nname: my-skill",
            Error,
        ),
        named("dashes-in-name", "my---skill", Error),
        case("hr-in-body", format!("{GOOD}\n---\n\nMore.\n"), Valid),
        case(
            "dot-terminator",
            GOOD.replacen("\n---\n", "\n...\n", 1),
            Error,
        ),
        more("tab-indent", "metadata:\n\tauthor: me", Error),
        block("tab-after-colon", "name: my-skill\ndescription:\td", Error),
        more("dup-key", "description: e", Error),
        more("flow-list-allowed", "allowed-tools: [Read, Bash]", Error).differs(StrictYaml),
        more(
            "block-list-allowed",
            "allowed-tools:\n  - Read\n  - Bash",
            Valid,
        ),
        more("comma-allowed", "allowed-tools: Read, Write", Valid),
        more("allowed_tools-underscore", "allowed_tools: Read", Error),
        more("flow-map-metadata", "metadata: {author: me}", Error).differs(StrictYaml),
        more(
            "json-metadata-openclaw",
            "metadata: {\"openclaw\":{\"emoji\":\"x\",\"requires\":{\"bins\":[\"jq\"]}}}",
            Error,
        )
        .differs(StrictYaml),
        more(
            "nested-metadata",
            "metadata:\n  hermes:\n    tags: [a, b]",
            Error,
        )
        .differs(StrictYaml),
        more(
            "nested-metadata-block",
            "metadata:\n  hermes:\n    tags:\n      - a\n      - b",
            Valid,
        ),
        more("metadata-string", "metadata: just text", Valid),
        more("metadata-empty", "metadata:", Valid),
        more("metadata-list", "metadata:\n  - a", Valid),
        more("metadata-version-float", "metadata:\n  version: 1.0", Valid),
        more("toplevel-version", "version: 1.0.0", Error),
        more(
            "disable-model-invocation",
            "disable-model-invocation: true",
            Error,
        ),
        more("license-empty", "license:", Valid),
        more("license-list", "license:\n  - MIT", Valid).differs(TextIsStricter),
        more("compat-empty", "compatibility: \"\"", Valid),
        more("compat-list", "compatibility:\n  - git", Error),
        more("compat-500", &format!("compatibility: {}", x(500)), Valid),
        more("compat-501", &format!("compatibility: {}", x(501)), Error),
        block("desc-empty", "name: my-skill\ndescription:", Error),
        desc("desc-blank-quoted", "\"   \"", Error),
        desc("desc-1024", &x(1024), Valid),
        desc("desc-1025", &x(1025), Error),
        desc("desc-1024-emoji", &"\u{1F600}".repeat(1024), Valid),
        desc(
            "desc-1020-padded",
            &format!("\"{}        \"", x(1020)),
            Error,
        ),
        block("desc-list", "name: my-skill\ndescription:\n  - a", Error),
        desc("desc-angle", "Use <foo> & <bar>", Valid),
        desc("desc-backtick-start", "`code` helper", Error),
        desc("desc-at-start", "@agent helper", Error),
        desc("desc-bracket-start", "[beta] helper", Error),
        desc("desc-star-start", "**bold** helper", Error),
        desc("desc-amp-start", "&amp helper", Error).differs(StrictYaml),
        desc("desc-bang-start", "!important helper", Error),
        desc("desc-percent-start", "%d helper", Error),
        desc("desc-quote-then-text", "\"quoted\" then text", Error),
        desc("desc-yes", "yes", Valid),
        desc("desc-null", "null", Valid),
        desc("desc-tilde", "~", Valid),
        desc("desc-number", "42", Valid),
        desc("desc-nul", "a\0b", Crash),
        desc("desc-esc", "a\u{1b}[31mred", Crash),
        desc("desc-esc-quoted", "\"a\\e[31mred\"", Valid),
        desc("desc-bidi", "a\u{202e}b\u{2066}c", Valid),
        desc("desc-nel", "a\u{85}b\u{2028}c", Valid).differs(LooseYaml),
        named("name-number", "123", Valid),
        named("name-yes", "yes", Valid),
        named("name-null", "null", Valid),
        named("name-octal", "010", Valid),
        named("name-exp", "1e3", Valid),
        named("name-date", "2024-01-01", Valid),
        named("name-64", A64, Valid),
        named("name-65", A65, Error),
        named("name-underscore", "my_skill", Error),
        named("name-dot", "my.skill", Error),
        named("name-colon-ns", "ns:skill", Error),
        named("name-space", "My Skill", Error),
        named("name-trailing-hyphen", "pdf-", Error),
        block("name-single-hyphen", "name: \"-\"\ndescription: d", Error).folder("-"),
        named("name-superscript", "x\u{b2}", Valid),
        named("name-superscript-dir2", "x\u{b2}", Valid).folder("x2"),
        named("name-fullwidth", "\u{ff50}\u{ff44}\u{ff46}", Valid),
        named("name-roman", "\u{2177}-x", Valid),
        named("name-arabic-digit", "a\u{663}", Valid),
        named("name-ss", "stra\u{df}e", Valid),
        named("name-dotted-i", "i\u{307}x", Error),
        named("name-emoji", "rocket\u{1F680}", Error),
        named("name-zwj", "a\u{200d}b", Error),
        named(
            "name-hindi-combining",
            "\u{939}\u{93f}\u{928}\u{94d}\u{926}\u{940}",
            Error,
        ),
        named(
            "name-thai",
            "\u{e17}\u{e31}\u{e01}\u{e29}\u{e30}\u{e17}\u{e35}\u{e48}\u{e14}\u{e35}",
            Error,
        ),
        named("name-cyr-homograph", "p\u{430}ypal", Valid),
        named("name-titlecase", "\u{1c5}", Error),
        case("name-mismatch-case", GOOD, Error).folder("My-Skill"),
        named("name-traversal", "../../etc", Error).folder("my-skill"),
        named("name-claude-reserved", "claude-helper", Valid),
        block(
            "name-multiline",
            "name: |\n  my-skill\ndescription: d",
            Valid,
        ),
        block("name-list", "name: [a]\ndescription: d", Error),
        case("empty-file", "", Error),
        case("only-dashes", "---\n---\n", Error),
        case("empty-fm", "---\n\n---\nBody.\n", Error),
        case("comment-only-fm", "---\n# nothing\n---\nBody.\n", Error),
        case("no-body", "---\nname: my-skill\ndescription: d\n---", Valid),
        case(
            "unclosed",
            "---\nname: my-skill\ndescription: d\n\nBody.\n",
            Error,
        ),
        case(
            "unclosed-with-dash-in-body",
            "---\nname: my-skill\ndescription: d\n\nBody text --- here.\n",
            Error,
        ),
        case(
            "indented-closing",
            "---\nname: my-skill\ndescription: d\n ---\nBody.\n",
            Valid,
        )
        .differs(LooseFence),
        case("non-utf8-latin1", latin1, Crash),
        case("utf16", utf16, Crash),
        case("non-utf8-body", latin1_body, Crash),
        case("lowercase-skill.md", GOOD, Valid)
            .file("skill.md")
            .differs(TextIsStricter),
        case("Skill.md", GOOD, Error).file("Skill.md"),
        case("SKILL.MD", GOOD, Error).file("SKILL.MD"),
        block(
            "anchor-alias",
            "name: my-skill\ndescription: &d text\nlicense: *d",
            Error,
        )
        .differs(StrictYaml),
        block(
            "merge-key",
            "base: &b\n  x: 1\nname: my-skill\ndescription: d\nmetadata:\n  <<: *b",
            Error,
        ),
        desc("yaml-tag", "!foo d", Error),
        case(
            "multi-doc",
            GOOD.replace("Body.", "other: doc\n---\nBody."),
            Valid,
        ),
        block("key-caps", "Name: my-skill\nDescription: d", Error),
        block(
            "key-quoted",
            "\"name\": my-skill\n\"description\": d",
            Valid,
        ),
        block(
            "space-before-colon",
            "name : my-skill\ndescription : d",
            Valid,
        ),
        block(
            "no-space-after-colon",
            "name:my-skill\ndescription: d",
            Error,
        ),
        block("indented-fm", "  name: my-skill\n  description: d", Valid),
        block(
            "nbsp-after-colon",
            "name:\u{a0}my-skill\ndescription: d",
            Error,
        ),
        block(
            "inline-comment",
            "name: my-skill # the name\ndescription: d",
            Valid,
        ),
        desc("smart-quotes", "\u{201c}Use when: asked\u{201d}", Error),
        desc("single-quote-apos", "'don't'", Error),
        desc("escape-in-dq", "\"a\\qb\"", Error),
        case("toml-fm", "+++\nname = \"my-skill\"\n+++\nBody.\n", Error),
        block(
            "json-fm",
            "{\"name\": \"my-skill\", \"description\": \"d\"}",
            Error,
        )
        .differs(StrictYaml),
        case(
            "html-comment-first",
            format!("<!-- note -->\n{GOOD}"),
            Error,
        ),
    ]
}

/// The ids of the errors under `spec`, for a path.
fn errors(path: &Path, current: &Path) -> Vec<&'static str> {
    let env = Environment {
        current_dir: Some(current.to_owned()),
        platform: "linux".to_owned(),
        ..Environment::default()
    };
    let clock = Arc::new(|| "2100-01-01T00:00:00Z".parse().unwrap());
    let request = Request::Paths(vec![path.to_owned()]);
    let bench = Workbench::open(Arc::new(Disk), env, clock, request).unwrap();
    let bench = bench.judging_for(Readers::of(&[Profile::Spec]));
    let checked = bench.check(&bench.look().unwrap(), None);
    assert_eq!(checked.skills.len(), 1, "{}", path.display());
    let problems = checked.skills[0].problems.iter();
    let errors = problems.filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.rule.id()).collect()
}

/// Compares one case and prints its row; what is wrong with it, if anything.
fn compare(name: &str, theirs: Theirs, differs: Option<Reason>, errors: &[&str]) -> Option<String> {
    let ours = match errors {
        [] => "valid".to_owned(),
        errors => errors.join(", "),
    };
    let why = differs.map(|it| format!("{it:?}")).unwrap_or_default();
    println!("{name:32} {:6} {ours:48} {why}", format!("{theirs:?}"));
    let agree = (theirs == Valid) == errors.is_empty();
    match (agree, differs) {
        (true, None) | (false, Some(_)) => None,
        (true, Some(reason)) => Some(format!(
            "{name}: listed as {reason:?}, and both agree: {ours}"
        )),
        (false, None) => Some(format!(
            "{name}: {theirs:?} for them, {ours} for us; not listed"
        )),
    }
}

#[test]
fn verdicts_agree_or_the_difference_is_listed() {
    let root = tempfile::tempdir().unwrap();
    let root = root.path().canonicalize().unwrap();
    let mut faults = Vec::new();
    for (number, case) in cases().into_iter().enumerate() {
        let folder = root.join(number.to_string()).join(case.folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(case.file), &case.bytes).unwrap();
        let errors = errors(&folder, &root);
        faults.extend(compare(case.name, case.theirs, case.differs, &errors));
    }
    let mut path_case = |name: &str, path: PathBuf, theirs, differs| {
        faults.extend(compare(
            name,
            theirs,
            differs,
            &errors(&path, &root.join("p/my-skill")),
        ));
    };
    let skill = root.join("p/my-skill");
    std::fs::create_dir_all(&skill).unwrap();
    std::fs::write(skill.join("SKILL.md"), GOOD).unwrap();
    path_case("trailing slash", root.join("p/my-skill/"), Valid, None);
    path_case(
        "validate(\".\")",
        PathBuf::from("."),
        Error,
        Some(PathAsTyped),
    );
    path_case("the file itself", skill.join("SKILL.md"), Valid, None);
    std::fs::create_dir_all(root.join("d/my-skill/SKILL.md")).unwrap();
    path_case("SKILL.md-is-dir", root.join("d/my-skill"), Crash, None);
    std::fs::create_dir_all(root.join("l/real-name")).unwrap();
    std::fs::write(root.join("l/real-name/SKILL.md"), GOOD).unwrap();
    std::os::unix::fs::symlink("real-name", root.join("l/my-skill")).unwrap();
    path_case(
        "symlinked dir",
        root.join("l/my-skill"),
        Valid,
        Some(PathAsTyped),
    );
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
