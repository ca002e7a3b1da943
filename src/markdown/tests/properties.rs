//! What holds for every document at every width.

use std::collections::HashSet;
use std::ops::Range;

use proptest::prelude::*;

use crate::markdown::{
    Highlights, Layout, Markdown, Page, Row, Syntax, find, highlight, lines, plain,
};
use crate::text::{chomp, sanitize, width, words};

/// Something like Markdown, with everything that has teeth.
fn markdownish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "[a-zA-Z0-9]{1,12}",
        3 => "[a-z]{1,4}( [a-z]{1,9}){1,12}",
        2 => any::<char>().prop_map(String::from),
        12 => prop::sample::select(vec![
            "\n", "\n", "\n\n", "\n\n", " ", " ", "  \n", "\\\n", "\r\n", "\t", "    ",
            "# ", "## ", "#### ", "- ", "* ", "+ ", "1. ", "7) ", "  - ", "    1. ", "- [ ] ", "- [x] ",
            "> ", "> > ", ">", "> [!NOTE]\n> ", "> [!odd]\n",
            "```\n", "```sh\n", "~~~py x=1\n", "---\n", "===\n", "***\n",
            "| a | b |\n|---|:-:|\n", "| x | y | z |\n", "|", "\\|", "|-|-|\n",
            "*", "**", "_", "~~", "`", "``", "\\", "&nbsp;", "&#x2028;", "&bogus;",
            "[", "]", "](", ")", "[a](b.md)", "![i](j \"t\")", "<https://x.y/z>", "<m@n.o>", "https://p.q/r_s,",
            "[ref]", "[t][ref]", "\n[ref]: /u 'T'\n", "[^1]", "\n[^1]: note\n", "<b>", "</b>", "<div>\n", "<!-- c\nd -->",
            "技能", "库，", "「引」", "한국어", "नमस्ते क्षि", "می\u{200c}خواهم", "👨\u{200d}👩\u{200d}👧", "🇩🇪", "⚠\u{fe0f}",
            "e\u{301}", "\u{301}", "\u{200b}", "\u{202e}", "\u{1b}[2J", "\u{0}", "\u{85}", "ｶﾞ", "⸻", "ﷺ", "\u{e0041}",
        ]).prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn highlights(md: &Markdown) -> Highlights {
    let mut highlights = Highlights::default();
    for (index, block) in (0..).zip(md.code_blocks()) {
        if let Some(found) = highlight(&block.language, &block.text, &|| false) {
            highlights.insert(index, found);
        }
    }
    highlights
}

/// Classes at every second character: no grammar is as nasty.
fn patchwork(md: &Markdown) -> Highlights {
    let mut highlights = Highlights::default();
    for (index, block) in (0..).zip(md.code_blocks()) {
        let line = |line: &str| {
            let places = line.char_indices().step_by(2);
            let pieces = places.map(|(at, c)| (at..at + c.len_utf8(), Syntax::Keyword));
            pieces.collect::<Vec<_>>()
        };
        highlights.insert(index, block.text.split_inclusive('\n').map(line).collect());
    }
    highlights
}

/// Words that are in the source and not on the page.
fn missing(source: &str, rows: &[Row]) -> Vec<String> {
    let shown: String = lines(rows).map(|line| line.text + "\n").collect();
    let set: HashSet<&str> = words(&shown).collect();
    let mut missing = Vec::new();
    for line in source.lines() {
        let safe = sanitize::line(line);
        let absent = words(&safe).filter(|word| !set.contains(word) && !shown.contains(word));
        missing.extend(absent.map(str::to_owned));
    }
    missing
}

fn check_row(row: &Row, layout: &Layout, source: &str) {
    let text = row.text();
    assert!(
        row.width() <= layout.width,
        "{} > {}: {text:?}",
        row.width(),
        layout.width
    );
    for c in text
        .chars()
        .filter(|c| !matches!(c, '\u{200c}' | '\u{200d}'))
    {
        let alone = format!("a{c}");
        assert_eq!(sanitize::line(&alone), alone, "{text:?}");
    }
    for part in &row.parts {
        assert!(
            text.get(part.range.clone()).is_some(),
            "{part:?} of {text:?}"
        );
    }
    assert!(source.get(row.source.clone()).is_some(), "{:?}", row.source);
}

fn texts(page: &Page) -> Vec<String> {
    page.rows.iter().map(Row::text).collect()
}

fn check(source: &str, layout: &Layout) {
    let md = Markdown::parse(source);
    let page = md.layout(layout, &Highlights::default());
    for row in &page.rows {
        check_row(row, layout, source);
    }
    if layout.width >= 8 && layout.wrap_code {
        assert_eq!(missing(source, &page.rows), Vec::<String>::new());
    }
    for highlights in [highlights(&md), patchwork(&md)] {
        let coloured = md.layout(layout, &highlights);
        assert_eq!(texts(&coloured), texts(&page));
        let widths = |page: &Page| page.rows.iter().map(Row::width).collect::<Vec<_>>();
        assert_eq!(widths(&coloured), widths(&page));
    }
    let is_row = |row: &usize| *row < page.rows.len();
    assert_eq!(page.headings.len(), md.outline().len());
    assert!(page.headings.iter().all(is_row));
    assert_eq!(page.links.len(), md.links().len());
    assert!(page.links.iter().flatten().all(is_row));
    assert_eq!(page.footnotes.len(), md.footnotes().len());
    assert!(page.footnotes.iter().all(is_row));
    assert_eq!(page.code.len(), md.code_blocks().len());
    for (index, rows) in (0..).zip(&page.code) {
        assert!(!rows.is_empty());
        for row in &page.rows[rows.clone()] {
            assert_eq!(row.code.map(|code| code.block), Some(index));
        }
    }
    for found in find(&page.rows, &crate::markdown::Words::phrase("a")) {
        for (row, range) in found.parts {
            assert_eq!(page.rows[row].text()[range].to_lowercase(), "a");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pages_are_complete_and_fit(source in markdownish(), width in 1usize..120) {
        check(&source, &Layout::new(width));
    }

    #[test]
    fn cut_code_fits_and_shifting_reaches_all_of_it(text in markdownish(), width in 1usize..60) {
        let source = format!("~~~~~~\n{}\n~~~~~~\n", text.replace("~~~", ""));
        let mut layout = Layout { wrap_code: false, ..Layout::new(width) };
        check(&source, &layout);
        if width < 12 {
            return Ok(());
        }
        // What every shift shows, put together, is all there is.
        let md = Markdown::parse(&source);
        let code = md.code_blocks()[0].text.clone();
        let mut shown: HashSet<(u32, char)> = HashSet::new();
        let longest = code.lines().map(|line| width::of(&sanitize::code(line, 4).text)).max();
        for shift in (0..=longest.unwrap_or(0)).step_by(width - 10) {
            layout.shift = shift;
            for row in md.layout(&layout, &Highlights::default()).rows {
                let (Some(code), Some(part)) = (row.code, row.parts.first()) else { continue };
                let Some(line) = code.line else { continue };
                let text = row.text();
                shown.extend(text[part.range.clone()].chars().map(|c| (line, c)));
            }
        }
        for (number, line) in (0..).zip(code.lines()) {
            for c in sanitize::code(line, 4).text.chars() {
                prop_assert!(shown.contains(&(number, c)), "{c:?} of line {number}");
            }
        }
    }

    #[test]
    fn plain_text_is_complete_and_fits(source in markdownish(), width in 1usize..80, numbers: bool) {
        let layout = Layout::new(width);
        let page = plain(&source, numbers, &layout, None);
        for row in &page.rows {
            check_row(row, &layout, &source);
        }
        if width >= 8 {
            let shown: Vec<String> = lines(&page.rows).map(|line| line.text).collect();
            let safe: Vec<String> = source
                .split_inclusive('\n')
                .map(|line| sanitize::code(chomp(line), 4).text.into_owned())
                .collect();
            prop_assert_eq!(shown, if safe.is_empty() { vec![String::new()] } else { safe });
        }
    }
}

#[test]
fn depth_takes_no_stack_and_no_room() {
    let deep_list: String = (0..300)
        .map(|depth| format!("{}- level {depth}\n", "  ".repeat(depth)))
        .collect();
    let cases = [
        ">".repeat(20_000) + " text of the innermost quote",
        "- ".repeat(20_000) + "text",
        "1. ".repeat(20_000) + "text",
        "[".repeat(20_000),
        "*a ".repeat(20_000),
        deep_list,
    ];
    for source in cases {
        for width in [1, 10, 80] {
            let layout = Layout::new(width);
            let page = Markdown::parse(&source).layout(&layout, &Highlights::default());
            for row in &page.rows {
                assert!(row.width() <= width);
            }
            if width >= 8 {
                assert_eq!(missing(&source, &page.rows), Vec::<String>::new());
            }
        }
    }
}

#[test]
fn source_ranges_lead_back_to_the_line() {
    let source = "# Title\n\nfirst line\nsecond line\n\n- item\n- other\n\n```\na\nb\n```\n";
    let page = Markdown::parse(source).layout(&Layout::new(12), &Highlights::default());
    let of = |text: &str| -> Range<usize> {
        let at = source.find(text).unwrap();
        at..at + text.len()
    };
    for text in ["Title", "first", "second", "item", "other", "a\nb"] {
        let row = page.row_of(of(text).start);
        let word = text.lines().next().unwrap();
        assert!(
            page.rows[row].text().contains(word),
            "{text}: {:?}",
            page.rows[row]
        );
    }
}
