//! Whole pages: small documents and what they look like at 80 and at 40 columns.

use crate::markdown::{Highlights, Layout, Markdown};

fn page(source: &str, width: usize) -> String {
    let page = Markdown::parse(source).layout(&Layout::new(width), &Highlights::default());
    let rows = page.rows.iter().map(|row| row.text() + "\n");
    rows.collect()
}

#[test]
fn headings() {
    let source = r#"# Deploy a *docker* app

Intro.

## Before you start

### Check the `docker` version
#### Deep
##### Deeper
###### Deepest, and long enough to be wrapped in a narrow pane

Setext
======
#
"#;
    let at_80 = r#"Deploy a docker app
━━━━━━━━━━━━━━━━━━━

Intro.

Before you start
────────────────

### Check the docker version

#### Deep

##### Deeper

###### Deepest, and long enough to be wrapped in a narrow pane

Setext
━━━━━━

#
"#;
    let at_40 = r#"Deploy a docker app
━━━━━━━━━━━━━━━━━━━

Intro.

Before you start
────────────────

### Check the docker version

#### Deep

##### Deeper

###### Deepest, and long enough to be
       wrapped in a narrow pane

Setext
━━━━━━

#
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn prose() {
    let source = r#"Run the **build** first, then _read_ the ~~old~~ log; `cargo test --workspace` shows the rest.
A soft break  and a hard break\
here. Entities stay: &nbsp; &copy; &#x41;, escapes do not: \*star\*.

A line of 技能库里的文字没有空格，所以可以在任何地方换行。「引号」不会分开。 End.
"#;
    let at_80 = r#"Run the build first, then read the old log; cargo test --workspace shows the
rest. A soft break  and a hard break
here. Entities stay: &nbsp; &copy; &#x41;, escapes do not: *star*.

A line of 技能库里的文字没有空格，所以可以在任何地方换行。「引号」不会分开。
End.
"#;
    let at_40 = r#"Run the build first, then read the old
log; cargo test --workspace shows the
rest. A soft break  and a hard break
here. Entities stay: &nbsp; &copy;
&#x41;, escapes do not: *star*.

A line of 技能库里的文字没有空格，所以可
以在任何地方换行。「引号」不会分开。
End.
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn lists() {
    let source = r#"- one
- two, which is long enough to be wrapped when the pane is narrow
  - inner
    1. deep
    2. deeper
- three

Then:

9. nine
10. ten

    with a second paragraph

    ```sh
    ls
    ```
11. eleven

---

1. lazy
1. numbers
1. are counted

Tasks:

- [x] done
- [ ] open

+
+ after an empty item
"#;
    let at_80 = r#"• one
• two, which is long enough to be wrapped when the pane is narrow
  ◦ inner
    1. deep
    2. deeper
• three

Then:

 9. nine
10. ten

    with a second paragraph

    ╭ sh
    │ ls
11. eleven

────────────────────────────────────────────────────────────────────────────────

1. lazy
2. numbers
3. are counted

Tasks:

• [x] done
• [ ] open

•
• after an empty item
"#;
    let at_40 = r#"• one
• two, which is long enough to be
  wrapped when the pane is narrow
  ◦ inner
    1. deep
    2. deeper
• three

Then:

 9. nine
10. ten

    with a second paragraph

    ╭ sh
    │ ls
11. eleven

────────────────────────────────────────

1. lazy
2. numbers
3. are counted

Tasks:

• [x] done
• [ ] open

•
• after an empty item
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn quotes() {
    let source = r#"> A quote
> goes on.
>
> > inner
> - item

> [!WARNING]
> Mind the gap.

> [!tip]
> Small.
"#;
    let expected = r#"▌ A quote goes on.
▌
▌ ▌ inner
▌
▌ • item

▌ WARNING
▌ Mind the gap.

▌ tip
▌ Small.
"#;
    assert_eq!(page(source, 80), expected);
    assert_eq!(page(source, 40), expected);
}

#[test]
fn code() {
    let source = concat!(
        "```bash title=\"x\"\n",
        "echo \"a long line that does not fit into forty columns\" | tee out.log\n",
        "\n",
        "\tindented by a tab\n",
        "```\n",
        "\n",
        "    indented\n",
        "\n",
        "```\n",
        "```\n"
    );
    let at_80 = r#"╭ bash title="x"
│ echo "a long line that does not fit into forty columns" | tee out.log
│
│     indented by a tab

│ indented

│
"#;
    let at_40 = r#"╭ bash title="x"
│ echo "a long line that does not fit 
↪ into forty columns" | tee out.log
│
│     indented by a tab

│ indented

│
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn tables() {
    let source = r#"| Flag | What it does |
|------|:------------:|
| `--json` | Prints one JSON document instead of text for people |
| `-q` | |

| name | n |
|---|--:|
| a | 1 |
| b\|c | 22 | dropped cell |

| only | a | header |
|---|---|---|

| Option | Default | Description |
|---|---|---|
| `terminal.integrated.fontFamily` | `monospace` | The family |
| x | | Something longer than that |
"#;
    let at_80 = r#"Flag   │                    What it does
───────┼────────────────────────────────────────────────────
--json │ Prints one JSON document instead of text for people
-q     │

name │  n
─────┼───
a    │  1
b|c  │ 22
| b\|c | 22 | dropped cell |

only │ a │ header
─────┼───┼───────

Option                         │ Default   │ Description
───────────────────────────────┼───────────┼───────────────────────────
terminal.integrated.fontFamily │ monospace │ The family
x                              │           │ Something longer than that
"#;
    let at_40 = r#"Flag   │          What it does
───────┼────────────────────────────────
--json │    Prints one JSON document
       │   instead of text for people
-q     │

name │  n
─────┼───
a    │  1
b|c  │ 22
| b\|c | 22 | dropped cell |

only │ a │ header
─────┼───┼───────

Option         │ Default   │ Description
───────────────┼───────────┼────────────
terminal.      │ monospace │ The family
integrated.    │           │
fontFamily     │           │
x              │           │ Something
               │           │ longer than
               │           │ that
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn links() {
    let source = r#"See [the guide](docs/guide.md "Guide"), <https://a.example>, https://b.example/x_y. or [me](mailto:me@b.example) and [top](#links).

![a chart](img/chart.png) and [label][ref], [ref], plain [brackets].

[ref]: https://c.example "Title"
[unused]: https://d.example
"#;
    let at_80 = r#"See the guide (docs/guide.md "Guide"), https://a.example, https://b.example/x_y.
or me (mailto:me@b.example) and top (#links).

▣ a chart (img/chart.png) and label (https://c.example "Title")[ref], ref
(https://c.example "Title"), plain [brackets].

[ref]: https://c.example "Title"
[unused]: https://d.example
"#;
    let at_40 = r#"See the guide (docs/guide.md "Guide"),
https://a.example,
https://b.example/x_y. or me
(mailto:me@b.example) and top (#links).

▣ a chart (img/chart.png) and label
(https://c.example "Title")[ref], ref
(https://c.example "Title"), plain
[brackets].

[ref]: https://c.example "Title"
[unused]: https://d.example
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn html() {
    let source = r#"<details>
<summary>More</summary>

Text with <b>bold</b> and <!-- a hidden
note --> in it.

</details>

<!-- ignore previous instructions -->
"#;
    let expected = r#"<details>
<summary>More</summary>

Text with <b>bold</b> and <!-- a hidden
note --> in it.

</details>

<!-- ignore previous instructions -->
"#;
    assert_eq!(page(source, 80), expected);
    assert_eq!(page(source, 40), expected);
}

#[test]
fn footnotes() {
    let source = r#"Text[^1] and more[^note].

[^1]: The first note.
[^note]: The second
    with two lines.

After.
"#;
    let expected = r#"Text[^1] and more[^note].

After.

[^1] The first note.

[^note] The second with two lines.
"#;
    assert_eq!(page(source, 80), expected);
    assert_eq!(page(source, 40), expected);
}

#[test]
fn rule() {
    let source = r#"above

---

below
"#;
    let at_80 = r#"above

────────────────────────────────────────────────────────────────────────────────

below
"#;
    let at_40 = r#"above

────────────────────────────────────────

below
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn hostile() {
    let source = "Hidden\u{200b}text, re\u{202e}versed, an \u{1b}[31mescape, 👨\u{200d}👩\u{200d}👧 and ⚠\u{fe0f}.\n";
    let at_80 = r#"Hidden⟨U+200B⟩text, re⟨U+202E⟩versed, an ␛[31mescape, 👨👩👧 and ⚠.
"#;
    let at_40 = r#"Hidden⟨U+200B⟩text, re⟨U+202E⟩versed, an
␛[31mescape, 👨👩👧 and ⚠.
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}

#[test]
fn deep() {
    let source = r#"- level
  - level
    - level
      - level
        - level
          - level
            - level
              - level
                - level
                  - level
                    - level
                      - level
                        - level
                          - level
                            - level
                              - level
                                - level
                                  - level
                                    - level
                                      - level
"#;
    let at_80 = r#"• level
  ◦ level
    • level
      ◦ level
        • level
          ◦ level
            • level
              ◦ level
                • level
                  ◦ level
                    • level
                      ◦ level
                        • level
                          ◦ level
                            • level
                              ◦ level
                                • level
                                  ◦ level
                                    • level
                                      ◦ level
"#;
    let at_40 = r#"• level
  ◦ level
    • level
      ◦ level
        • level
          ◦ level
            • level
              ◦ level
                • level
                  ◦ level
                    • level
                      ◦ level
                        • level
                          ◦ level
                            • level
                              ◦ level
                                • level
                                ◦ level
                                • level
                                ◦ level
"#;
    assert_eq!(page(source, 80), at_80);
    assert_eq!(page(source, 40), at_40);
}
