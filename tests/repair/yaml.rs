//! Frontmatters that YAML refuses, before and after.

use super::{check, check_yaml};

#[test]
fn values_that_yaml_refuses() {
    check_yaml(&[
        // a colon
        (
            "name: a\ndescription: Use when: the user asks\n",
            "name: a\ndescription: \"Use when: the user asks\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: Say \"x\": y # note\nlicense: MIT\n",
            "name: a\ndescription: 'Say \"x\": y' # note\nlicense: MIT\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: It's \"x\": y\n",
            "name: a\ndescription: \"It's \\\"x\\\": y\"\n",
            &["yaml"],
        ),
        // reserved starts
        (
            "name: a\ndescription: @Observable state\n",
            "name: a\ndescription: \"@Observable state\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: `x` runs\n",
            "name: a\ndescription: \"`x` runs\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: **bold** text\n",
            "name: a\ndescription: \"**bold** text\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: *x\n",
            "name: a\ndescription: \"*x\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: &helper: x\n",
            "name: a\ndescription: \"&helper: x\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: !important thing\n",
            "name: a\ndescription: \"!important thing\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: %d items\n",
            "name: a\ndescription: \"%d items\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: , it might predict\n",
            "name: a\ndescription: \", it might predict\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: |x| is absolute\n",
            "name: a\ndescription: \"|x| is absolute\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\nargument-hint: [action] - e.g. run\n",
            "name: a\ndescription: d\nargument-hint: \"[action] - e.g. run\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: [date] [type]\n",
            "name: a\ndescription: \"[date] [type]\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: {{ value }}\n",
            "name: a\ndescription: \"{{ value }}\"\n",
            &["yaml"],
        ),
        // block marks with a text behind
        (
            "name: a\ndescription: | Use when: asked\n",
            "name: a\ndescription: |\n  Use when: asked\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: >- Use when\n    it rains\n",
            "name: a\ndescription: >-\n    Use when\n    it rains\n",
            &["yaml"],
        ),
        // quotes
        (
            "name: a\ndescription: \"Fast\" and good\n",
            "name: a\ndescription: '\"Fast\" and good'\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: \"a\" and \"b\"\n",
            "name: a\ndescription: '\"a\" and \"b\"'\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: \"say \"hi\" now\"\n",
            "name: a\ndescription: \"say \\\"hi\\\" now\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: 'it's fine'\n",
            "name: a\ndescription: 'it''s fine'\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: \"never closed: x\nlicense: MIT\n",
            "name: a\ndescription: \"never closed: x\"\nlicense: MIT\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: \"match \\d+ and \\n\"\n",
            "name: a\ndescription: \"match \\\\d+ and \\n\"\n",
            &["yaml"],
        ),
        // surrogate pairs
        (
            "name: a\ndescription: d\nmetadata: {\"x\": {\"emoji\": \"\\ud83e\\udde0 \\\\ud83e\"}}\n",
            "name: a\ndescription: d\nmetadata: {\"x\": {\"emoji\": \"🧠 \\\\ud83e\"}}\n",
            &["surrogate-escape"],
        ),
        // control characters
        (
            "name: a\ndescription: one\u{80}two\n",
            "name: a\ndescription: \"one\\x80two\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: |\n  one\u{1}two\n",
            "name: a\ndescription: |\n  onetwo\n",
            &["yaml?"],
        ),
        // the colon itself
        (
            "name:a\ndescription: d\n",
            "name: a\ndescription: d\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription:\u{A0}d e: f\n",
            "name: a\ndescription: \"d e: f\"\n",
            &["near-miss-key", "yaml"],
        ),
        (
            "name:\ta\ndescription: d\n",
            "name: a\ndescription: d\n",
            &["yaml"],
        ),
    ]);
}

#[test]
fn lines_that_yaml_refuses() {
    check_yaml(&[
        // text wrapped to the first column
        (
            "name: a\ndescription: one\ntwo three\nlicense: MIT\n",
            "name: a\ndescription: one\n  two three\nlicense: MIT\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: Use when: one\ntwo\n",
            "name: a\ndescription: >-\n  Use when: one\n  two\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: Use: one\n  \"two\"\n    three\n",
            "name: a\ndescription: 'Use: one\n  \"two\"\n    three'\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: |\none: x\n",
            "name: a\ndescription: \"Body: [x\"\none: x\n",
            &["missing-description?"],
        ),
        // indentation
        (
            "name: a\ndescription: d\nmetadata:\n\ttags: x\n",
            "name: a\ndescription: d\nmetadata:\n  tags: x\n",
            &["yaml"],
        ),
        (
            "name: a\n  description: d\n",
            "name: a\ndescription: d\n",
            &["yaml"],
        ),
        (
            " name: a\ndescription: d\n",
            "name: a\ndescription: d\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\nmetadata:\n    x: 1\n  license: MIT\n",
            "name: a\ndescription: d\nmetadata:\n    x: 1\nlicense: MIT\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\ntags:\n    - x\n  - y\n   - z\n",
            "name: a\ndescription: d\ntags:\n    - x\n    - y\n    - z\n",
            &["yaml"],
        ),
        // lists
        (
            "name: a\ndescription: - one\n",
            "name: a\ndescription: \"- one\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\ntags: - x\n  - y\n",
            "name: a\ndescription: d\ntags:\n  - x\n  - y\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\ntags:\n- x: y: z\n- @b\n# note\n- 'c'\n",
            "name: a\ndescription: d\ntags:\n- x: \"y: z\"\n- \"@b\"\n# note\n- 'c'\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\ntriggers:\n  - name: x\n    when: a: b\n",
            "name: a\ndescription: d\ntriggers:\n  - name: x\n    when: \"a: b\"\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\nmetadata:\n  one:\n    two: x: y # z\n    three: 3\n",
            "name: a\ndescription: d\nmetadata:\n  one:\n    two: \"x: y\" # z\n    three: 3\n",
            &["yaml"],
        ),
        // brackets
        (
            "name: a\ndescription: d\ntags: [x, @y, \"z\" w, ok]\n",
            "name: a\ndescription: d\ntags: [x, \"@y\", '\"z\" w', ok]\n",
            &["yaml"],
        ),
        (
            "name: a\ndescription: d\ntags: [x, y\nlicense: MIT\n",
            "name: a\ndescription: d\ntags: [x, y]\nlicense: MIT\n",
            &["yaml?"],
        ),
        (
            "name: a\ndescription: d\nmetadata: {x: [1,\n  2, {y: 3\n",
            "name: a\ndescription: d\nmetadata: {x: [1,\n  2, {y: 3}]}\n",
            &["yaml?"],
        ),
        (
            "name: a\ndescription: 'x\u{1}y'\n",
            "name: a\ndescription: 'xy'\n",
            &["yaml?"],
        ),
        // other text
        (
            "name: a\ndescription: d\n<<<<<<< ours\nversion: \"1\"\n=======\n>>>>>>> theirs\n",
            "name: a\ndescription: d\nversion: \"1\"\n",
            &["yaml?"],
        ),
        (
            "My skill\nname: a\ndescription: d\n",
            "# My skill\nname: a\ndescription: d\n",
            &["yaml?"],
        ),
        (
            "name: a\ndescription: d\ntags: [x]\nstray text\n",
            "name: a\ndescription: d\ntags: [x]\n# stray text\n",
            &["yaml?"],
        ),
        // two at once, each by itself
        (
            "name: a\n# keep\ndescription: x: y\nlicense: 'MIT'\nmodel: @z\n",
            "name: a\n# keep\ndescription: \"x: y\"\nlicense: 'MIT'\nmodel: \"@z\"\n",
            &["yaml", "yaml"],
        ),
    ]);
}

#[test]
fn a_long_text_becomes_a_block() {
    let text = format!("It's \"x\": {}", "word ".repeat(50))
        .trim_end()
        .to_owned();
    let before = format!("---\nname: a\ndescription: {text}\n---\n");
    let after = format!("---\nname: a\ndescription: >-\n  {text}\n---\n");
    check(&[(&before, &after, &["yaml"])]);
}
