//! Every class of skill that fails before its YAML or behind it, with the whole file before and after.

use skilldeck::skill::repair::{Change, Grade, Place, Reason, repair_all, repairs};

use super::{applied, check, check_yaml, place, repaired};

#[test]
fn fences() {
    check(&[
        // unclosed
        (
            "---\nname: a\ndescription: d\n\n# Title\n\nText.\n",
            "---\nname: a\ndescription: d\n---\n\n# Title\n\nText.\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: d",
            "---\nname: a\ndescription: d\n---\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: d\n# Title\n",
            "---\nname: a\ndescription: d\n---\n# Title\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: |\n  one\n\n    two\n   ---\n\n   # Title\n",
            "---\nname: a\ndescription: |\n  one\n\n    two\n---\n\n   # Title\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: d\n...\nBody\n",
            "---\nname: a\ndescription: d\n---\nBody\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: d\n-----\nBody\n",
            "---\nname: a\ndescription: d\n---\nBody\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: d\n--- # Title\nBody\n",
            "---\nname: a\ndescription: d\n---\n# Title\nBody\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: x: y\n\nBody\n",
            "---\nname: a\ndescription: \"x: y\"\n---\n\nBody\n",
            &["unclosed-frontmatter", "yaml"],
        ),
        // closed by a line that is not meant
        (
            "---\nname: a\ndescription: d\n...\nText: one: two\n\n---\n\nMore\n",
            "---\nname: a\ndescription: d\n---\nText: one: two\n\n---\n\nMore\n",
            &["unclosed-frontmatter"],
        ),
        (
            "---\nname: a\ndescription: d\n\n# Title\n\nSome text.\n\n---\n\nMore\n",
            "---\nname: a\ndescription: d\n---\n\n# Title\n\nSome text.\n\n---\n\nMore\n",
            &["unclosed-frontmatter"],
        ),
        // not at the top
        (
            "\n \n---\nname: a\ndescription: d\n---\n",
            "---\nname: a\ndescription: d\n---\n",
            &["nested-frontmatter"],
        ),
        (
            " ---\nname: a\ndescription: d\n ---\n",
            "---\nname: a\ndescription: d\n---\n",
            &["nested-frontmatter", "unclosed-frontmatter"],
        ),
        (
            "<!-- home -->\n---\nname: a\ndescription: d\n---\n\n# Title\n",
            "---\nname: a\ndescription: d\n---\n<!-- home -->\n\n# Title\n",
            &["nested-frontmatter"],
        ),
        (
            "# My skill\n\nSome text.\n\n---\nname: a\ndescription: d\n---\nBody\n",
            "---\nname: a\ndescription: d\n---\n# My skill\n\nSome text.\n\nBody\n",
            &["nested-frontmatter"],
        ),
        // in a code block
        (
            "```yaml\n---\nname: a\ndescription: d\n---\n```\n\n# Title\n",
            "---\nname: a\ndescription: d\n---\n\n# Title\n",
            &["nested-frontmatter"],
        ),
        (
            "```markdown\n---\nname: a\ndescription: d\n---\n# Title\n```sh\nls\n```\n```\n",
            "---\nname: a\ndescription: d\n---\n# Title\n```sh\nls\n```\n",
            &["nested-frontmatter"],
        ),
        (
            "```yaml\nname: a\ndescription: d\n```\n# Title\n",
            "---\nname: a\ndescription: d\n---\n# Title\n",
            &["nested-frontmatter"],
        ),
        // other dashes, text on the line
        (
            "----\nname: a\ndescription: d\n----\nBody\n",
            "---\nname: a\ndescription: d\n---\nBody\n",
            &["no-frontmatter", "unclosed-frontmatter"],
        ),
        (
            "—\n—\nx",
            "---\nname: a\ndescription: — — x\n---\n\n—\n—\nx\n",
            &["no-frontmatter?", "no-final-newline"],
        ),
        (
            "---name: a\ndescription: d\n---\n",
            "---\nname: a\ndescription: d\n---\n",
            &["no-frontmatter"],
        ),
        (
            "--- yaml\nname: a\ndescription: d\n---\n",
            "---\nname: a\ndescription: d\n---\n",
            &["no-frontmatter"],
        ),
        (
            "--- My skill\nname: a\ndescription: d\n---\n",
            "---\n# My skill\nname: a\ndescription: d\n---\n",
            &["no-frontmatter"],
        ),
        (
            "---  \nname: a\ndescription: d\n---\t\nBody\n",
            "---\nname: a\ndescription: d\n---\nBody\n",
            &["fence-whitespace"],
        ),
        // bare keys
        (
            "name: a\ndescription: d\n",
            "---\nname: a\ndescription: d\n---\n",
            &["no-frontmatter"],
        ),
        (
            "name: a\ndescription: d\n\n# Title\n",
            "---\nname: a\ndescription: d\n---\n\n# Title\n",
            &["no-frontmatter"],
        ),
        (
            "name: a\ndescription: d\n---\n\n# Title\n",
            "---\nname: a\ndescription: d\n---\n\n# Title\n",
            &["no-frontmatter"],
        ),
        (
            "{\"name\": \"a\", \"description\": \"d {\"}\n\n# Title\n",
            "---\n{\"name\": \"a\", \"description\": \"d {\"}\n---\n\n# Title\n",
            &["no-frontmatter"],
        ),
        // two
        (
            "---\nname: a\ndescription: d\n---\n\n---\nname: a\n---\nBody\n",
            "---\nname: a\ndescription: d\n---\nBody\n",
            &["double-frontmatter?"],
        ),
        (
            "---\nlicense: MIT\n---\n\n---\nname: a\ndescription: d\n---\nBody\n",
            "---\nlicense: MIT\nname: a\ndescription: d\n---\nBody\n",
            &["double-frontmatter?"],
        ),
    ]);
}

#[test]
fn nothing_to_read() {
    check(&[
        // no frontmatter
        (
            "# My Title\n\nDoes *this*\nand that.\n\nMore.\n",
            "---\nname: a\ndescription: My Title. Does this and that.\n---\n\n# My Title\n\nDoes *this*\nand that.\n\nMore.\n",
            &["no-frontmatter?"],
        ),
        (
            "Plain text: first.\n",
            "---\nname: a\ndescription: \"Plain text: first.\"\n---\n\nPlain text: first.\n",
            &["no-frontmatter?"],
        ),
        (
            "<div>\n\n# Title\n\n</div>\n",
            "---\nname: a\ndescription: Title\n---\n\n<div>\n\n# Title\n\n</div>\n",
            &["no-frontmatter?"],
        ),
        // no mapping
        (
            "---\n# note\n---\n# Title\n",
            "---\n# note\nname: a\ndescription: Title\n---\n# Title\n",
            &["not-a-mapping?"],
        ),
        (
            "---\nOnly a text.\n---\n# Title\n",
            "---\nname: a\ndescription: Only a text.\n---\n# Title\n",
            &["not-a-mapping?"],
        ),
        (
            "---\nname:a\ndescription:Makes tea.\n---\n",
            "---\nname: a\ndescription: Makes tea.\n---\n",
            &["not-a-mapping"],
        ),
        (
            "---\nname:a\nso:it is\n---\n# Title\n",
            "---\nname: a\ndescription: name:a so:it is\n---\n# Title\n",
            &["not-a-mapping?"],
        ),
        (
            "---\n{ } # none\n---\n# Title\n",
            "---\nname: a\ndescription: Title # none\n---\n# Title\n",
            &["missing-name?"],
        ),
        // no name, no description
        (
            "---\ndescription: d\n---\n",
            "---\nname: a\ndescription: d\n---\n",
            &["missing-name?"],
        ),
        (
            "---\nversion: x\n---\n# Title\n",
            "---\nname: a\ndescription: Title\nversion: x\n---\n# Title\n",
            &["missing-name?", "missing-description?"],
        ),
        (
            "---\nname: a # why\nlicense: MIT\n---\n# Title\n",
            "---\nname: a # why\ndescription: Title\nlicense: MIT\n---\n# Title\n",
            &["missing-description?"],
        ),
        (
            "---\nname: \"\"\ndescription: # later\n---\n# Title\n",
            "---\nname: \"a\"\ndescription: Title # later\n---\n# Title\n",
            &["missing-name?", "missing-description?"],
        ),
        (
            "---\nname: a\ndescription: ~\n---\n# Title\n",
            "---\nname: a\ndescription: Title\n---\n# Title\n",
            &["missing-description?"],
        ),
        (
            "---\nname: a\ndescription: >-\n\n---\n# Title\n",
            "---\nname: a\ndescription: Title\n\n---\n# Title\n",
            &["missing-description?"],
        ),
        (
            "---\n{\"name\": \"a\"}\n---\n# Title\n",
            "---\n{\"description\": \"Title\", \"name\": \"a\"}\n---\n# Title\n",
            &["missing-description?"],
        ),
    ]);
}

#[test]
fn fields_of_the_wrong_kind() {
    check_yaml(&[
        (
            "name: yes\ndescription: 42\n",
            "name: \"a\"\ndescription: \"42\"\n",
            &["not-a-text", "not-a-text", "name-folder?"],
        ),
        (
            "name: [TODO: a name]\ndescription: [TODO: say it]\n",
            "name: a\ndescription: \"[TODO: say it]\"\n",
            &["not-a-text?", "not-a-text?"],
        ),
        (
            "name: a\ndescription:\n  - One thing.\n  - Two things.\n",
            "name: a\ndescription: One thing. Two things.\n",
            &["not-a-text?"],
        ),
        (
            "name: a\ndescription: d\ncompatibility: [git, docker]\n",
            "name: a\ndescription: d\ncompatibility: git, docker\n",
            &["field-type?"],
        ),
        (
            "name: a\ndescription: d\nversion: 1.10\ndate_added: 2024-01-01\nmetadata:\n  version: 1.0\n  n: 3\n",
            "name: a\ndescription: d\nversion: \"1.10\"\ndate_added: \"2024-01-01\"\nmetadata:\n  version: \"1.0\"\n  n: 3\n",
            &["yaml11-value", "yaml11-value", "yaml11-value"],
        ),
        (
            "name: a\ndescription: d\nallowed-tools: [Read, \"Bash(git add:*)\"] # x\n",
            "name: a\ndescription: d\nallowed-tools: Read Bash(git add:*) # x\n",
            &["allowed-tools-shape"],
        ),
        (
            "name: a\ndescription: d\nallowed-tools:\n- Read\n- \"Bash(a, b: c)\"\nlicense: MIT\n",
            "name: a\ndescription: d\nallowed-tools: \"Read Bash(a, b: c)\"\nlicense: MIT\n",
            &["allowed-tools-shape"],
        ),
        (
            "name: a\ndescription: d\nallowed-tools: Read, Write,Bash(git add:*, x)\n",
            "name: a\ndescription: d\nallowed-tools: Read Write Bash(git add:*, x)\n",
            &["allowed-tools-shape"],
        ),
        (
            "Name: a\n\"descripton\" : d\nallowed_tools: Read\n",
            "name: a\n\"description\" : d\nallowed-tools: Read\n",
            &["near-miss-key", "near-miss-key", "near-miss-key"],
        ),
        (
            "name: x\ndescription: d\n# one\nname: a # last\n",
            "description: d\n# one\nname: a # last\n",
            &["duplicate-key?"],
        ),
        (
            "name: a\ndescription: one\n  two\nlicense: MIT\ndescription: d\n",
            "name: a\nlicense: MIT\ndescription: d\n",
            &["duplicate-key?"],
        ),
        (
            "name: a\ndescription: tags #important\nlicense: MIT #1\n",
            "name: a\ndescription: \"tags #important\"\nlicense: \"MIT #1\"\n",
            &["comment-cuts-value", "comment-cuts-value?"],
        ),
        (
            "name: a # note\ndescription: C# is fine # note\n",
            "name: a # note\ndescription: C# is fine # note\n",
            &[],
        ),
    ]);
}

#[test]
fn names() {
    let set = |name: &str, folder: &str| {
        let text = format!("---\nname: {name}\ndescription: d\n---\n");
        let found = repaired(text.as_bytes(), folder);
        let text = String::from_utf8(found.bytes.clone()).unwrap();
        let name = text.lines().nth(1).unwrap()["name: ".len()..].to_owned();
        (name, applied(&found))
    };
    let cases = [
        ("a", "b", "b", "name-folder?"),
        ("'a'", "b", "'b'", "name-folder?"),
        ("My Skill", "my-skill", "my-skill", "name-characters?"),
        ("my_skill", "My Folder", "my-skill", "name-characters?"),
        ("PDF", "PDF", "pdf", "name-case?"),
        ("pdf-", "x--y", "pdf", "name-hyphens?"),
        ("\"../../etc\"", "etc", "\"etc\"", "name-characters?"),
    ];
    for (name, folder, wanted, rule) in cases {
        assert_eq!(
            set(name, folder),
            (wanted.to_owned(), vec![rule.to_owned()]),
            "{name}"
        );
    }
    assert_eq!(set("a", "a").1, Vec::<String>::new());
    assert_eq!(set("a", "x--y"), ("a".to_owned(), Vec::new()));
    let text = b"---\nname: a\ndescription: d\n---\n";
    let offered = repairs(text, place("x--y"));
    assert_eq!(
        offered
            .iter()
            .map(|it| (it.grade, it.change.clone()))
            .collect::<Vec<_>>(),
        [(Grade::Choice, Change::RenameFolder("a".to_owned()))]
    );
}

#[test]
fn bytes() {
    let text = "---\nname: a\ndescription: café – 数\n---\nBody\n";
    let latin = b"---\nname: a\ndescription: caf\xE9 \x96 \xE6\x95\xB0\n---\nBody\n".to_vec();
    let utf16 = |order: fn(u16) -> [u8; 2], mark: &[u8]| {
        let units: Vec<u8> = text.encode_utf16().flat_map(order).collect();
        [mark, &units].concat()
    };
    let ascii = "---\nname: a\ndescription: d\n---\nBody\n";
    let bare: Vec<u8> = ascii.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    let nul = text.replace("Body", "Bo\0dy").into_bytes();
    let cases: Vec<(Vec<u8>, &str, &[&str])> = vec![
        (latin, text, &["not-utf8?"]),
        (utf16(u16::to_le_bytes, b"\xFF\xFE"), text, &["not-utf8"]),
        (utf16(u16::to_be_bytes, b"\xFE\xFF"), text, &["not-utf8"]),
        (bare, ascii, &["not-utf8?"]),
        (marked, text, &["bom"]),
        (nul, text, &["nul?"]),
        (text.trim_end().into(), text, &["no-final-newline"]),
        (text.replace('\n', "\r").into(), text, &["line-ends"]),
        (
            text.replacen('\n', "\r\n", 2).into(),
            text,
            &["mixed-line-ends"],
        ),
    ];
    for (before, after, rules) in cases {
        let found = repaired(&before, "a");
        assert_eq!(
            (
                String::from_utf8_lossy(&found.bytes).as_ref(),
                applied(&found).as_slice()
            ),
            (
                after,
                rules
                    .iter()
                    .map(|it| (*it).to_owned())
                    .collect::<Vec<_>>()
                    .as_slice()
            )
        );
    }
}

#[test]
fn the_line_ends_of_a_file_stay() {
    let before = "---\r\nname: a\r\ndescription: x: y\r\nand z\r\n\r\n# T\r\n\r\nx";
    let after =
        "---\r\nname: a\r\ndescription: >-\r\n  x: y\r\n  and z\r\n---\r\n\r\n# T\r\n\r\nx\r\n";
    check(&[(
        before,
        after,
        &["unclosed-frontmatter", "no-final-newline", "yaml"],
    )]);
    let crlf = after.as_bytes();
    let grades: Vec<_> = repairs(crlf, place("a"))
        .iter()
        .map(|it| (it.rule.id(), it.grade))
        .collect();
    assert_eq!(grades, [("line-ends", Grade::Choice)]);
}

#[test]
fn files_under_another_name() {
    let text = b"---\nname: a\ndescription: d\n---\n";
    for (file, right) in [
        ("skill.md", Some("SKILL.md")),
        ("Skill.MD", Some("SKILL.md")),
        ("SKILL.md", None),
        ("notes.md", None),
    ] {
        let found = repair_all(text, Place { folder: "a", file }, false);
        assert_eq!(found.file.as_deref(), right, "{file}");
        assert_eq!(found.bytes, text);
        assert_eq!(found.is_changed(), right.is_some());
    }
}

#[test]
fn what_stays_as_it_is_and_why() {
    let left = |bytes: &[u8], folder: &str| {
        let found = repaired(bytes, folder);
        assert_eq!(found.bytes, bytes);
        found
            .left
            .iter()
            .map(|it| (it.rule.id(), it.reason))
            .collect::<Vec<_>>()
    };
    type Case<'a> = (&'a [u8], &'a str, &'a [(&'a str, Reason)]);
    let cases: &[Case<'_>] = &[
        (
            b"../shared/SKILL.md",
            "a",
            &[("link-as-text", Reason::LinkAsText)],
        ),
        (
            b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3E\0",
            "a",
            &[("not-utf8", Reason::NotText)],
        ),
        (b"a\x81b", "a", &[("not-utf8", Reason::NotText)]),
        (b"", "a", &[("no-frontmatter", Reason::NothingToGoBy)]),
        (b"\n\n", "a", &[("no-frontmatter", Reason::NothingToGoBy)]),
        (
            b"# Title\n",
            "",
            &[("no-frontmatter", Reason::NothingToGoBy)],
        ),
        (
            b"---\nname: a\n---\n",
            "a",
            &[("missing-description", Reason::NothingToGoBy)],
        ),
        (
            b"---\n{}\n---\n# T\n",
            "",
            &[("missing-name", Reason::NothingToGoBy)],
        ),
        (
            b"---\n\n# Title\n",
            "a",
            &[("unclosed-frontmatter", Reason::Unclear)],
        ),
        (
            b"---\n{name: a, description: b: c}\n---\n",
            "a",
            &[("yaml", Reason::Unclear)],
        ),
        (
            b"---\nname: a\ndescription: d\nallowed-tools: [Web Search]\n---\n",
            "a",
            &[("allowed-tools-shape", Reason::Unclear)],
        ),
        (
            b"---\nname: a\ndescription: d\nallowed-tools: Web Search, Read\n---\n",
            "a",
            &[("allowed-tools-shape", Reason::Unclear)],
        ),
        (
            b"---\nname: a\ndescription: d\n---\n---\nname: b\ndescription: e\n---\n",
            "a",
            &[("double-frontmatter", Reason::Unclear)],
        ),
        (
            b"---\nname: a\ndescription: Uses C # comments\n---\n",
            "a",
            &[("comment-cuts-value", Reason::Unclear)],
        ),
        (
            b"---\r\nname: a\r\ndescription: d\r\n---\r\n",
            "a",
            &[("line-ends", Reason::Choice)],
        ),
    ];
    for (bytes, folder, reasons) in cases {
        assert_eq!(
            left(bytes, folder),
            *reasons,
            "{}",
            String::from_utf8_lossy(bytes)
        );
    }
    // A guess that nobody asked for.
    let found = repair_all(b"---\nname: a\n---\n# T\n", place("a"), false);
    assert_eq!(found.left[0].reason, Reason::Guess);
    assert!(!found.is_changed());
}
