//! Outline, links, code and footnotes, and where they stand on the page.

use crate::markdown::{CodeRow, Highlights, Layout, LinkKind, Markdown, Page};

fn parsed(source: &str) -> (Markdown, Page) {
    let md = Markdown::parse(source);
    let page = md.layout(&Layout::new(60), &Highlights::default());
    (md, page)
}

fn row_text(page: &Page, row: usize) -> String {
    page.rows[row].text()
}

#[test]
fn outline_has_levels_anchors_and_rows() {
    let (md, page) =
        parsed("# One `two` [three](x)\n\ntext\n\n> ## In a quote\n\n# One\n\n### One\n");
    let outline: Vec<_> = md
        .outline()
        .iter()
        .zip(&page.headings)
        .map(|(heading, row)| {
            let (level, text) = (heading.level, heading.text.as_str());
            (level, text, heading.anchor.as_str(), row_text(&page, *row))
        })
        .collect();
    let entry = |level, text, anchor, row: &str| (level, text, anchor, row.to_owned());
    assert_eq!(
        outline,
        [
            entry(1, "One two three", "one-two-three", "One two three (x)"),
            entry(2, "In a quote", "in-a-quote", "▌ In a quote"),
            entry(1, "One", "one", "One"),
            entry(3, "One", "one-1", "### One"),
        ]
    );
    assert_eq!(md.heading_at("#in-a-quote"), Some(1));
    assert_eq!(md.heading_at("ONE-1"), Some(3));
    assert_eq!(md.heading_at("#none"), None);
}

#[test]
fn links_have_kinds_targets_and_rows() {
    let source = "[a](b.md 'T') https://c.d <e@f.g>\n\n\
                  ![i](j.png) [k](#l) [**m** `n`](vscode:o) x[^p]\n\n[^p]: q [r](s)\n";
    let (md, page) = parsed(source);
    let links: Vec<_> = md
        .links()
        .iter()
        .zip(&page.links)
        .map(|(link, row)| {
            let written = &source[link.source.clone()];
            (
                link.text.as_str(),
                link.target.as_str(),
                link.kind,
                written,
                *row,
            )
        })
        .collect();
    assert_eq!(
        links,
        [
            ("a", "b.md", LinkKind::File, "[a](b.md 'T')", Some(0)),
            (
                "https://c.d",
                "https://c.d",
                LinkKind::Web,
                "https://c.d",
                Some(0)
            ),
            ("e@f.g", "e@f.g", LinkKind::Mail, "<e@f.g>", Some(0)),
            ("i", "j.png", LinkKind::Image, "![i](j.png)", Some(2)),
            ("k", "#l", LinkKind::Anchor, "[k](#l)", Some(2)),
            (
                "m n",
                "vscode:o",
                LinkKind::Other,
                "[**m** `n`](vscode:o)",
                Some(2)
            ),
            ("p", "p", LinkKind::Footnote, "[^p]", Some(2)),
            ("r", "s", LinkKind::File, "[r](s)", Some(4)),
        ]
    );
    assert_eq!(md.links()[0].title, "T");
    assert_eq!(md.footnote_at("P"), Some(0));
    assert_eq!(page.footnotes, [4]);
}

#[test]
fn code_blocks_have_language_text_and_rows() {
    let source = "1. x\n\n   ```{.py title=\"a b\"}\n   one\n     two\n   ```\n\n    three\n";
    let (md, page) = parsed(source);
    let blocks: Vec<_> = md
        .code_blocks()
        .iter()
        .map(|block| {
            (
                block.language.as_str(),
                block.info.as_str(),
                block.text.as_str(),
            )
        })
        .collect();
    assert_eq!(
        blocks,
        [("py", "{.py title=\"a b\"}", "one\n  two\n")],
        "what is indented by four is a paragraph of the item here"
    );
    assert_eq!(page.code[0], 2..5);
    let rows: Vec<_> = page.rows[2..5]
        .iter()
        .map(|row| (row.text(), row.code, &source[row.source.clone()]))
        .collect();
    let code = |line| Some(CodeRow { block: 0, line });
    assert_eq!(
        rows,
        [
            ("   ╭ {.py title=\"a b\"}".to_owned(), code(None), ""),
            ("   │ one".to_owned(), code(Some(0)), "one\n"),
            ("   │   two".to_owned(), code(Some(1)), "  two\n"),
        ]
    );
}

#[test]
fn carriage_returns_are_no_part_of_lines() {
    let (md, page) = parsed("# A\r\n\r\n```sh\r\nb\r\n\r\nc\r\n```\r\n\r\nd\r\ne\r\n");
    assert_eq!(md.code_blocks()[0].text, "b\n\nc\n");
    let rows: Vec<String> = page.rows.iter().map(|row| row.text()).collect();
    assert_eq!(rows, ["A", "━", "", "╭ sh", "│ b", "│", "│ c", "", "d e"]);
}
