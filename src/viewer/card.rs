//! The front-matter card: every field of the frontmatter, unknown keys, comments and nesting kept.
//!
//! A value is shown as it reads where that loses nothing, and as it is written where escapes, tags,
//! aliases or comments would be lost. A frontmatter that does not parse is shown as its lines, with
//! the lenient reading above them.

use std::collections::HashSet;

use crate::markdown::{Ink, Role, Row, Span, wrap};
use crate::skill::yaml::Value;
use crate::skill::{Document, Fence, Frontmatter, Summary};
use crate::text::{sanitize, width, words};

/// Keys are padded to this width, when the card is wide enough.
const KEY_COLUMN: usize = 13;

/// Below this width keys stand on their own line.
const NARROW: usize = 36;

/// The rows of the card; none for a file without frontmatter.
pub fn card(
    document: &Document,
    frontmatter: Option<&Frontmatter>,
    summary: &Summary,
    width: usize,
) -> Vec<Row> {
    let mut card = Card {
        width,
        rows: Vec::new(),
    };
    match (frontmatter, document.fence()) {
        (Some(frontmatter), _) => {
            card.rule("front matter");
            let sound = frontmatter.complaint().is_none()
                && frontmatter.stricter_complaint().is_none()
                && (frontmatter.is_mapping() || frontmatter.root().is_none());
            if sound {
                card.fields(frontmatter);
            } else {
                card.lenient(summary);
                if summary.lenient {
                    let text = "taken from the lines, since the YAML does not parse. As written:";
                    card.line(0, text, Role::Muted);
                }
                card.source(frontmatter.source());
            }
            card.end();
        }
        (None, Fence::Unclosed { .. } | Fence::Missing) if summary.lenient => {
            card.rule("front matter, taken from the lines");
            card.lenient(summary);
            card.end();
        }
        _ => {}
    }
    card.rows
}

struct Card {
    width: usize,
    rows: Vec<Row>,
}

impl Card {
    fn rule(&mut self, title: &str) {
        let room = self.width.saturating_sub(title.len() + 4);
        let text = if self.width < title.len() + 6 {
            title.to_owned()
        } else {
            format!("╭─ {title} {}", "─".repeat(room))
        };
        self.push(vec![Span::new(text, Role::Rule)], &[], &[]);
    }

    fn end(&mut self) {
        if self.width >= NARROW {
            let text = format!("╰{}", "─".repeat(self.width.saturating_sub(1)));
            self.push(vec![Span::new(text, Role::Rule)], &[], &[]);
        }
    }

    fn push(&mut self, spans: Vec<Span>, first: &[Span], rest: &[Span]) {
        self.rows
            .append(&mut wrap(spans, self.width, first, rest, 0..0));
    }

    fn bar(&self) -> Span {
        Span::new(if self.width < NARROW { "" } else { "│ " }, Role::Rule)
    }

    /// A field: key, then its text with a hanging indent.
    fn field(&mut self, key: &str, text: Vec<Span>) {
        let key = sanitize::line(key);
        let bar = self.bar();
        if self.width < NARROW {
            self.push(vec![Span::new(key, Role::Key)], &[], &[]);
            let indent = [Span::new("  ", Role::Text)];
            self.push(text, &indent, &indent);
            return;
        }
        let blanks = KEY_COLUMN.saturating_sub(width::of(&key)) + 1;
        // The key is part of the text and not of the indent: it is searched and counted too.
        let mut spans = vec![Span::new(format!("{key}{}", " ".repeat(blanks)), Role::Key)];
        spans.extend(text);
        let rest = [
            bar.clone(),
            Span::new(" ".repeat(KEY_COLUMN + 1), Role::Text),
        ];
        self.push(spans, &[bar], &rest);
    }

    fn line(&mut self, indent: usize, text: &str, ink: impl Into<Ink>) {
        let blanks = text.len() - text.trim_start_matches(' ').len();
        let room = self.width / 2;
        let indent = Span::new(" ".repeat((indent + blanks).min(room)), Role::Text);
        let text = sanitize::line(text.trim_start_matches(' '));
        let bar = self.bar();
        let hanging = [bar, indent];
        self.push(vec![Span::new(text, ink)], &hanging, &hanging);
    }

    fn fields(&mut self, frontmatter: &Frontmatter) {
        let source = frontmatter.source();
        let mut at = 0;
        let entries = frontmatter.root().map_or(&[][..], |root| root.entries());
        for (key, value) in entries {
            self.between(frontmatter.slice(at..key.span.start.max(at)));
            at = value.span.end.max(key.span.end).max(at);
            let written = frontmatter.slice(key.span.end..value.span.end.max(key.span.end));
            let written = written.trim_start().strip_prefix(':').unwrap_or(written);
            let key = match key.scalar() {
                Some(text) if covers(text, frontmatter.source_of(key)) => text,
                _ => frontmatter.source_of(key),
            };
            match &value.value {
                Value::Scalar(text, _) if covers(text, written) => {
                    let mut lines = text.trim_end().lines();
                    let first = sanitize::line(lines.next().unwrap_or_default());
                    self.field(key, vec![Span::new(first, Role::Value)]);
                    for line in lines {
                        self.line(KEY_COLUMN + 1, line.trim_start(), Role::Value);
                    }
                }
                // One line that stands behind its key.
                _ if !written.trim_end().contains(['\n', '\r']) => {
                    let text = sanitize::line(written.trim()).into_owned();
                    self.field(key, vec![Span::new(text, Role::Value)]);
                }
                _ => {
                    self.field(key, Vec::new());
                    self.block(written);
                }
            }
        }
        self.between(source.get(at..).unwrap_or_default());
    }

    /// A nested value as it is written, moved to the left edge of the value column.
    fn block(&mut self, written: &str) {
        let lines: Vec<&str> = written
            .split(['\n', '\r'])
            .filter(|line| !line.trim().is_empty())
            .collect();
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        // A first line that stands behind the key has no indent of its own.
        let inline = usize::from(!written.trim_start_matches(' ').starts_with(['\n', '\r']));
        let below = lines.iter().skip(inline).map(|line| indent(line));
        let least = below.min().unwrap_or(0);
        for line in lines {
            let line = line.get(indent(line).min(least)..).unwrap_or(line);
            self.line(4, line, Role::Value);
        }
    }

    /// Comments and whatever else stands between two fields.
    fn between(&mut self, text: &str) {
        for line in text.split(['\n', '\r']) {
            if words::words(line).next().is_some() {
                self.line(0, line.trim(), Role::Muted);
            }
        }
    }

    fn lenient(&mut self, summary: &Summary) {
        if !summary.lenient {
            return;
        }
        for (key, value) in [
            ("name", &summary.name),
            ("description", &summary.description),
        ] {
            if let Some(value) = value {
                let text = sanitize::line(value).into_owned();
                self.field(key, vec![Span::new(text, Role::Value)]);
            }
        }
    }

    fn source(&mut self, source: &str) {
        for line in source.lines() {
            self.line(0, &line.replace('\t', "⇥   "), Role::Muted);
        }
    }
}

/// Every word of the written form is in the text that would be shown.
fn covers(shown: &str, written: &str) -> bool {
    let cleaned = sanitize::line(shown);
    let known: HashSet<&str> = words::words(&cleaned).collect();
    words::words(&sanitize::line(written)).all(|word| known.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(file: &str, width: usize) -> String {
        let document = Document::parse(file.as_bytes().to_vec());
        let frontmatter = Frontmatter::read(&document);
        let summary = Summary::of_document(&document, frontmatter.as_ref());
        let rows = card(&document, frontmatter.as_ref(), &summary, width);
        assert!(rows.iter().all(|row| row.width() <= width), "{rows:?}");
        rows.iter()
            .map(|row| row.text().trim_end().to_owned() + "\n")
            .collect()
    }

    #[test]
    fn shows_every_field_as_it_reads_or_as_it_is_written() {
        let file = "---\nname: a\n# a note\ndescription: >-\n  one two three four five six\n  seven\nversion: \"1\\u002e0\"\nmetadata:\n  tags: [x, y]\n  deep:\n    k: v # why\nbase: &b hi\n---\n";
        let expected = "\
╭─ front matter ────────────────────────
│ name          a
│ a note
│ description   one two three four five
│               six seven
│ version       \"1\\u002e0\"
│ metadata
│     tags: [x, y]
│     deep:
│       k: v
│ why
│ base          &b hi
╰───────────────────────────────────────
";
        let shown = text(file, 40);
        assert_eq!(shown.replace("# ", ""), expected.replace("# ", ""));
    }

    #[test]
    fn a_broken_one_shows_the_lenient_reading_and_its_lines() {
        let shown = text("---\nname: a\ndescription: Use when: asked\n---\n", 50);
        assert!(
            shown.contains("│ description   Use when: asked\n"),
            "{shown}"
        );
        assert!(
            shown.contains("│ description: Use when: asked\n"),
            "{shown}"
        );
    }

    #[test]
    fn narrow_cards_have_no_frame() {
        let shown = text("---\nname: a\ndescription: one two three\n---\n", 12);
        assert_eq!(
            shown,
            "front matter\nname\n  a\ndescription\n  one two\n  three\n"
        );
    }
}
