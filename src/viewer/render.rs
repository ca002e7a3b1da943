//! From a page to rows: card, problems, body or source, with anchors and links in row numbers.

use std::ops::Range;

use crate::markdown::{self, Highlights, Layout, Level, LinkKind, Markdown, Role, Row, Span, wrap};
use crate::skill::{Problem, Severity, Summary};
use crate::text::{sanitize, width};
use crate::workbench::{Content, Page};

use super::card;

/// How many problems are shown in place; the rest is in the list of problems.
const PROBLEMS_IN_PLACE: usize = 4;

/// How a page is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Columns; no row is wider.
    pub width: usize,
    /// Long lines of code go on in the next row; else they are cut.
    pub wrap: bool,
    /// The source as written instead of the rendered text.
    pub source: bool,
    /// Columns that cut code is scrolled to the right.
    pub shift: usize,
}

/// A heading in the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// 1 to 6.
    pub level: u8,
    /// Its text.
    pub text: String,
    /// What `#…` links name it.
    pub slug: String,
    /// Its row.
    pub row: usize,
}

/// A link in the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkPlace {
    /// Its text.
    pub text: String,
    /// Where it points.
    pub target: String,
    /// What it points to.
    pub kind: LinkKind,
    /// Its row.
    pub row: usize,
    /// The row it leads to, when that is on the same page.
    pub to: Option<usize>,
}

/// A page as rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The rows.
    pub rows: Vec<Row>,
    /// The headings.
    pub outline: Vec<Anchor>,
    /// The links and file references, in reading order.
    pub links: Vec<LinkPlace>,
    /// Rows of the body: behind the card and the problems.
    pub body: Range<usize>,
    /// Line in the file, from 1, at which the text that rows' `source` counts from begins.
    pub first_line: u32,
}

/// Renders a page. `problems` are shown in place under the card, the worst first; `facts` are lines
/// to stand above it, each made of facts.
pub fn render(
    page: &Page,
    problems: &[Problem],
    facts: &[Vec<String>],
    view: &View,
    highlights: &Highlights,
) -> Rendered {
    let columns = view.width.max(1);
    let layout = Layout {
        wrap_code: view.wrap,
        shift: view.shift,
        ..Layout::new(columns)
    };
    let mut out = Rendered {
        first_line: 1,
        ..Rendered::default()
    };
    for line in facts.iter().flat_map(|facts| packed(facts, columns)) {
        let text = vec![Span::new(line, Role::Muted)];
        out.rows.append(&mut wrap(text, columns, &[], &[], 0..0));
    }
    if let Some(notice) = &page.notice {
        let text = vec![Span::new(
            sanitize::line(notice),
            Role::Problem(Level::Warn),
        )];
        out.rows.append(&mut wrap(text, columns, &[], &[], 0..0));
    }
    push_problems(problems, columns, &mut out.rows);
    if let (Content::Skill(skill), false) = (&page.content, view.source) {
        let summary = Summary::of_document(&skill.document, skill.frontmatter.as_ref());
        let frontmatter = skill.frontmatter.as_ref();
        let mut rows = card::card(&skill.document, frontmatter, &summary, columns);
        out.rows.append(&mut rows);
        out.first_line = skill
            .document
            .position(skill.document.body_range().start)
            .line;
    }
    if !out.rows.is_empty() {
        out.rows.push(Row::default());
    }
    let start = out.rows.len();
    match page.markdown() {
        Some(text) if !view.source => {
            let markdown = Markdown::parse(&text);
            let laid = markdown.layout(&layout, highlights);
            let outline = markdown.outline().iter().zip(&laid.headings);
            out.outline = outline
                .map(|(heading, row)| Anchor {
                    level: heading.level,
                    text: heading.text.clone(),
                    slug: heading.anchor.clone(),
                    row: start + row,
                })
                .collect();
            let links = markdown.links().iter().zip(&laid.links);
            out.links = links
                .filter_map(|(link, row)| {
                    let there = match link.kind {
                        LinkKind::Anchor => markdown
                            .heading_at(&link.target)
                            .and_then(|at| laid.headings.get(at)),
                        LinkKind::Footnote => markdown
                            .footnote_at(&link.target)
                            .and_then(|at| laid.footnotes.get(at)),
                        _ => None,
                    };
                    Some(LinkPlace {
                        to: there.map(|row| start + row),
                        text: sanitize::line(&link.text).into_owned(),
                        target: link.target.clone(),
                        kind: link.kind,
                        row: start + (*row)?,
                    })
                })
                .collect();
            add_mentions(page, &laid, start, &mut out.links);
            out.rows.extend(laid.rows);
        }
        _ => {
            let numbers = !matches!(page.content, Content::Binary(_));
            let laid = markdown::plain(&page.source(), numbers, &layout, highlights.get(0));
            out.rows.extend(laid.rows);
        }
    }
    if out.rows.len() == start && start > 0 {
        let text = vec![Span::new("(nothing below the front matter)", Role::Muted)];
        out.rows.append(&mut wrap(text, columns, &[], &[], 0..0));
    }
    out.body = start..out.rows.len();
    out
}

/// Facts in as few lines as hold them, broken between facts where that is possible.
fn packed(facts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in facts {
        let fact = sanitize::line(fact);
        match lines.last_mut() {
            Some(line) if width::of(line) + 3 + width::of(&fact) <= width => {
                line.push_str(" · ");
                line.push_str(&fact);
            }
            _ => lines.push(fact.into_owned()),
        }
    }
    lines
}

/// References in plain text or code are no links of the Markdown, and can be followed all the same.
fn add_mentions(page: &Page, laid: &markdown::Page, start: usize, links: &mut Vec<LinkPlace>) {
    for reference in &page.references {
        if links
            .iter()
            .any(|link| link.target.split('#').next() == Some(&reference.target))
        {
            continue;
        }
        links.push(LinkPlace {
            text: sanitize::line(&reference.target).into_owned(),
            target: reference.target.clone(),
            kind: LinkKind::File,
            to: None,
            row: start + laid.row_of(reference.source.start),
        });
    }
    links.sort_by_key(|link| link.row);
}

fn push_problems(problems: &[Problem], width: usize, rows: &mut Vec<Row>) {
    for problem in problems.iter().take(PROBLEMS_IN_PLACE) {
        let (sign, level) = match problem.severity {
            Severity::Error => ("✗ ", Level::Error),
            Severity::Warning => ("! ", Level::Warn),
            Severity::Hint => ("· ", Level::Hint),
        };
        let place = problem
            .position
            .map(|at| format!("{}:{} ", at.line, at.column))
            .unwrap_or_default();
        let text = format!("{place}{}", problem.message);
        let first = [Span::new(sign, Role::Problem(level))];
        let rest = [Span::new("  ", Role::Text)];
        let text = vec![Span::new(sanitize::line(&text), Role::Problem(level))];
        rows.append(&mut wrap(text, width, &first, &rest, 0..0));
        let remedy = format!("→ {}", problem.remedy);
        let text = vec![Span::new(sanitize::line(&remedy), Role::Muted)];
        rows.append(&mut wrap(
            text,
            width,
            &rest,
            &[Span::new("    ", Role::Text)],
            0..0,
        ));
    }
    let more = problems.len().saturating_sub(PROBLEMS_IN_PLACE);
    if more > 0 {
        let text = vec![Span::new(format!("  and {more} more"), Role::Muted)];
        rows.append(&mut wrap(text, width, &[], &[], 0..0));
    }
}

/// Highlights the code of a page as it is shown: its blocks, or the whole file. Takes milliseconds
/// per kilobyte: not for the thread that draws. `stop` is asked before every line.
pub fn highlight(page: &Page, source: bool, stop: &dyn Fn() -> bool) -> Highlights {
    let mut highlights = Highlights::default();
    match page.markdown() {
        Some(text) if !source => {
            let markdown = Markdown::parse(&text);
            for (at, block) in (0u32..).zip(markdown.code_blocks()) {
                if stop() {
                    break;
                }
                if let Some(code) = markdown::highlight(&block.language, &block.text, stop) {
                    highlights.insert(at, code);
                }
            }
        }
        Some(_) => {
            if let Some(code) = markdown::highlight("markdown", &page.source(), stop) {
                highlights.insert(0, code);
            }
        }
        None => {
            let language = markdown::language_of(&page.path);
            let code = language.and_then(|name| markdown::highlight(name, &page.source(), stop));
            if let Some(code) = code {
                highlights.insert(0, code);
            }
        }
    }
    highlights
}
