//! The part of YAML that most frontmatters keep to, read without a YAML parser.
//!
//! Two parsers look at every frontmatter (see `frontmatter`), and take longer than anything else in
//! a first look at a library. What is read here, both take without complaint, and give this very
//! tree; whatever could be in doubt is left to them. So this is a short cut and no third opinion: a
//! test compares it with them. Not here: block collections within sequences, values over several
//! lines but the simplest block scalars, anchors, tags, escapes.

use std::ops::Range;

use super::yaml::{Node, Style, Value};

/// Deeper nesting is left to the parsers.
const MAX_DEPTH: usize = 12;

/// Longer keys are left to the parsers, which have limits of their own.
const MAX_KEY: usize = 128;

/// The tree of a plain source; `None` when the parsers have to look at it.
pub fn read(source: &str) -> Option<Node> {
    if !source
        .bytes()
        .all(|byte| matches!(byte, b'\n' | b' '..=b'~'))
        && source.contains(is_odd)
    {
        return None;
    }
    let mut reader = Reader { source, at: 0 };
    let root = reader.mapping(0, 0)?;
    reader.peek().is_none().then_some(root)
}

/// Controls, tabs, and what some reader takes for a line end or refuses.
fn is_odd(c: char) -> bool {
    matches!(c, '\0'..='\x09' | '\x0B'..='\x1F' | '\x7F'..='\u{A0}' | '\u{2028}' | '\u{2029}'
        | '\u{E000}'..='\u{FFFF}')
}

/// A line that is neither blank nor a comment.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Byte at which its text begins, behind the indent.
    start: usize,
    indent: usize,
    /// Without indent and trailing blanks; never empty.
    text: &'a str,
    /// Where the next line begins.
    next: usize,
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The line that begins at a byte; blank ones and comments too.
    fn line_at(&self, at: usize) -> Option<Line<'a>> {
        let rest = self.source.get(at..).filter(|rest| !rest.is_empty())?;
        let whole = rest.split_once('\n').map_or(rest, |(line, _)| line);
        let text = whole.trim_start_matches(' ');
        let indent = whole.len() - text.len();
        Some(Line {
            start: at + indent,
            indent,
            text: text.trim_end_matches(' '),
            next: at + whole.len() + 1,
        })
    }

    /// The next line with something in it.
    fn peek(&mut self) -> Option<Line<'a>> {
        while let Some(line) = self.line_at(self.at) {
            if !line.text.is_empty() && !line.text.starts_with('#') {
                return Some(line);
            }
            self.at = line.next;
        }
        None
    }

    /// The block mapping that begins at the next line and is indented so far.
    fn mapping(&mut self, indent: usize, depth: usize) -> Option<Node> {
        let mut entries: Vec<(Node, Node)> = Vec::new();
        let mut end = 0;
        while let Some(line) = self.peek().filter(|line| line.indent >= indent) {
            let (name, value) = line.text.split_once(':')?;
            let is_key = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
            let sound = line.indent == indent
                && (1..=MAX_KEY).contains(&name.len())
                && name.bytes().all(is_key)
                && !name.starts_with('-');
            if !sound || !value.is_empty() && !value.starts_with(' ') {
                return None;
            }
            self.at = line.next;
            let colon = line.start + name.len();
            let key = scalar(name, line.start..colon, Style::Plain);
            let text = value.trim_start_matches(' ');
            let value = match text.is_empty() {
                true => self.below(indent, colon + 1, depth)?,
                false => self.value(text, colon + 1 + value.len() - text.len(), indent)?,
            };
            end = value.span.end;
            entries.push((key, value));
        }
        let start = entries.first()?.0.span.start;
        Some(node(Value::Mapping(entries), start..end))
    }

    /// What stands in the lines below a key without a value on its own line.
    fn below(&mut self, indent: usize, at: usize, depth: usize) -> Option<Node> {
        let is_item = |line: &Line<'_>| line.text.starts_with("- ");
        match self.peek() {
            Some(line) if line.indent >= indent && is_item(&line) => {
                self.sequence(line.indent, indent)
            }
            Some(line) if line.indent > indent && depth < MAX_DEPTH => {
                self.mapping(line.indent, depth + 1)
            }
            Some(line) if line.indent > indent => None,
            _ => Some(scalar("", at..at, Style::Plain)),
        }
    }

    /// The block sequence of one-line values that begins at the next line, below a key that is
    /// indented by `outer`.
    fn sequence(&mut self, indent: usize, outer: usize) -> Option<Node> {
        let mut items: Vec<Node> = Vec::new();
        let mut start = None;
        let mut end = 0;
        while let Some(line) = self.peek().filter(|line| line.indent >= indent) {
            let Some(rest) = line.text.strip_prefix("- ") else {
                // A key at the same indent ends a sequence that is not indented.
                let is_key = line.indent == indent && !line.text.starts_with('-');
                return is_key.then(|| node(Value::Sequence(items), start.unwrap_or(0)..end));
            };
            let text = rest.trim_start_matches(' ');
            if line.indent != indent || text.is_empty() {
                return None;
            }
            self.at = line.next;
            let at = line.start + line.text.len() - text.len();
            let item = self.value(text, at, indent)?;
            // The parser counts the dash only where it stands further in than the key.
            start.get_or_insert(if indent > outer {
                line.start
            } else {
                item.span.start
            });
            end = item.span.end;
            items.push(item);
        }
        Some(node(Value::Sequence(items), start?..end))
    }

    /// The value that begins at a byte of the line above, of a key or an item indented so far.
    fn value(&mut self, text: &str, at: usize, indent: usize) -> Option<Node> {
        match text.as_bytes().first()? {
            b'>' | b'|' => return self.block(text, at, indent),
            b'"' | b'\'' | b'[' | b'{' => {
                let mut flow = Flow {
                    text,
                    at: 0,
                    start: at,
                };
                let value = flow.value(0)?;
                let rest = flow.text.get(flow.at..)?;
                let note = rest.starts_with(' ') && rest.trim_start_matches(' ').starts_with('#');
                if !rest.is_empty() && !note {
                    return None;
                }
                // What goes on below is an error or part of the value.
                return self.ends(indent).then_some(value);
            }
            _ => {}
        }
        let sound =
            may_begin(text) && !text.contains(": ") && !text.contains(" #") && !text.ends_with(':');
        (sound && self.ends(indent)).then(|| scalar(text, at..at + text.len(), Style::Plain))
    }

    /// No line that is indented further follows, comments included.
    fn ends(&self, indent: usize) -> bool {
        let mut at = self.at;
        while let Some(line) = self.line_at(at) {
            if !line.text.is_empty() {
                return line.indent <= indent;
            }
            at = line.next;
        }
        true
    }

    /// A block scalar of one paragraph, all lines indented alike.
    fn block(&mut self, header: &str, at: usize, indent: usize) -> Option<Node> {
        let (style, join, last) = match header {
            ">" => (Style::Folded, " ", "\n"),
            ">-" => (Style::Folded, " ", ""),
            "|" => (Style::Literal, "\n", "\n"),
            "|-" => (Style::Literal, "\n", ""),
            _ => return None,
        };
        let first = self.line_at(self.at)?;
        let mut text = String::new();
        let mut end = 0;
        while let Some(line) = self.line_at(self.at).filter(|line| !line.text.is_empty()) {
            if line.indent <= indent {
                break;
            }
            // Blanks at the end of a line are part of the text.
            let whole = line.start + line.text.len() + 1 == line.next;
            if line.indent != first.indent || !whole {
                return None;
            }
            if !text.is_empty() {
                text.push_str(join);
            }
            text.push_str(line.text);
            end = line.start + line.text.len();
            self.at = line.next;
        }
        // Blanks on a line of their own may be text.
        while let Some(line) = self.line_at(self.at).filter(|line| line.text.is_empty()) {
            if line.indent > 0 {
                return None;
            }
            self.at = line.next;
        }
        if text.is_empty() || !self.ends(indent) {
            return None;
        }
        text.push_str(last);
        Some(node(Value::Scalar(text, style), at..end))
    }
}

/// A plain scalar may begin so, in a block and in brackets.
fn may_begin(text: &str) -> bool {
    let first = text.chars().next();
    first.is_some_and(|c| !c.is_ascii() || c.is_ascii_alphanumeric() || "(/._$+~<;^=".contains(c))
}

/// A value with quotes or brackets, on one line.
struct Flow<'a> {
    text: &'a str,
    at: usize,
    /// Byte of the source at which `text` begins.
    start: usize,
}

impl<'a> Flow<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start_matches(' ').len();
    }

    fn take(&mut self, sign: &str) -> bool {
        let there = self.rest().starts_with(sign);
        self.at += if there { sign.len() } else { 0 };
        there
    }

    fn span(&self, from: usize) -> Range<usize> {
        self.start + from..self.start + self.at
    }

    fn value(&mut self, depth: usize) -> Option<Node> {
        if depth > MAX_DEPTH {
            return None;
        }
        match self.rest().as_bytes().first()? {
            b'"' => self.quoted('"', Style::Double),
            b'\'' => self.quoted('\'', Style::Single),
            b'[' => self.sequence(depth),
            b'{' => self.mapping(depth),
            _ => self.plain(),
        }
    }

    /// Quotes around a text without a quote or an escape in it.
    fn quoted(&mut self, quote: char, style: Style) -> Option<Node> {
        let from = self.at;
        let inner = self.rest().get(1..)?;
        let (text, after) = inner.split_once(quote)?;
        let doubled = quote == '\'' && after.starts_with(quote);
        if doubled || quote == '"' && text.contains('\\') {
            return None;
        }
        self.at += text.len() + 2;
        Some(scalar(text, self.span(from), style))
    }

    fn plain(&mut self) -> Option<Node> {
        let from = self.at;
        let rest = self.rest();
        let end = rest.find([',', ']', '}', '[', '{', ':', '#', '"', '\''])?;
        let (text, after) = rest.split_at_checked(end)?;
        let text = text.trim_end_matches(' ');
        // A dash behind a blank is refused by one of the parsers.
        let sound = may_begin(text) && !text.contains(" -");
        if !sound || !after.starts_with([',', ']', '}']) {
            return None;
        }
        self.at += text.len();
        Some(scalar(text, self.span(from), Style::Plain))
    }

    fn sequence(&mut self, depth: usize) -> Option<Node> {
        let from = self.at;
        let mut items = Vec::new();
        self.at += 1;
        self.blanks();
        if !self.take("]") {
            loop {
                items.push(self.value(depth + 1)?);
                self.blanks();
                if self.take("]") {
                    break;
                }
                if !self.take(", ") {
                    return None;
                }
                self.blanks();
            }
        }
        Some(node(Value::Sequence(items), self.span(from)))
    }

    fn mapping(&mut self, depth: usize) -> Option<Node> {
        let from = self.at;
        let mut entries = Vec::new();
        self.at += 1;
        self.blanks();
        if !self.take("}") {
            loop {
                let key = self.key()?;
                if !self.take(": ") {
                    return None;
                }
                self.blanks();
                entries.push((key, self.value(depth + 1)?));
                self.blanks();
                if self.take("}") {
                    break;
                }
                if !self.take(", ") {
                    return None;
                }
                self.blanks();
            }
        }
        Some(node(Value::Mapping(entries), self.span(from)))
    }

    fn key(&mut self) -> Option<Node> {
        let key = match self.rest().starts_with('"') {
            true => self.quoted('"', Style::Double)?,
            false => {
                let from = self.at;
                let (name, _) = self.rest().split_once(':')?;
                let first = name.bytes().next()?;
                let is_key = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
                if !first.is_ascii_alphabetic() || !name.bytes().all(is_key) {
                    return None;
                }
                self.at += name.len();
                scalar(name, self.span(from), Style::Plain)
            }
        };
        (key.span.len() <= MAX_KEY).then_some(key)
    }
}

fn scalar(text: &str, span: Range<usize>, style: Style) -> Node {
    node(Value::Scalar(text.to_owned(), style), span)
}

fn node(value: Value, span: Range<usize>) -> Node {
    let tag = None;
    Node { value, span, tag }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skill::Frontmatter;
    use proptest::prelude::*;

    /// What is read here must be what both parsers make of it. True when it was.
    fn agrees(source: &str) -> bool {
        let Some(root) = read(source) else {
            return false;
        };
        let parsed = Frontmatter::by_parsers(source.to_owned(), 1);
        assert_eq!(parsed.complaint(), None, "{source}");
        assert_eq!(parsed.stricter_complaint(), None, "{source}");
        assert_eq!(Some(&root), parsed.root(), "{source}");
        true
    }

    #[test]
    fn common_frontmatters_are_read() {
        for source in [
            "name: a\ndescription: one two\n",
            "name: a",
            "name: a \n\n# note\nb:\n",
            "name: a\ndescription: \"Use when: asked\" # note\n",
            "name: 'a: b'\nversion: 1.0\n",
            "tags: [a, 'b c', \"d\"]\nnone: []\n",
            "tags:\n  - a\n  - 'b: c'\n  - [x, y]\nname: b\n",
            "tags:\n- a\n-  b\nname: c\n",
            "metadata:\n  hermes:\n    tags: [x]\n    category: y\n\n  author: z\nname: a\n",
            "metadata: {\"openclaw\": {\"requires\": {\"bins\": [\"x\"]}, \"always\": true}}\n",
            "description: >-\n  one\n  two: # three\nname: a\n",
            "description: |\n  one\n  two\n\n\nname: a\n",
            "description: >\n   last\n",
            "a: Bash(git:*), Read\nb: é — 技能\nc: https://example.com/x#y\n",
        ] {
            assert!(agrees(source), "{source}");
        }
    }

    #[test]
    fn what_may_be_in_doubt_is_left_to_the_parsers() {
        for source in [
            "",
            "# only a note\n",
            "name\n",
            "name:a\n",
            "name: a: b\n",
            "name: a # note\n",
            "name: a\n  more\n",
            "name: a\n  # note\n",
            "name: -1\n",
            "name: &x a\n",
            "name: *x\n",
            "name: !x a\n",
            "name: @a\n",
            "name: \"a\n",
            "name: \"\\u00e9\"\n",
            "name: 'it''s'\n",
            "name: 'a' b\n",
            "name: \"a\"#b\n",
            "name: [a,\n  b]\n",
            "name: [a: b]\n",
            "name: [a\n",
            "name: {a}\n",
            "name: {a:b}\n",
            "name:\tb\n",
            "name: a\r\n",
            "name: a\u{2028}b\n",
            " name: a\n",
            "name:\n  a: 1\n b: 2\n",
            "tags:\n  - a: 1\n",
            "tags:\n  - a\n - b\n",
            "tags:\n  -\n",
            "tags:\n  - a\n  b: c\n",
            "text: >-\n  one\n   two\n",
            "text: >-\n  one\n two\n",
            "text: |+\n  one\n",
            "text: |\n  one \n",
            "text: |\nname: a\n",
            "---\nname: a\n",
            "name: a\n...\n",
        ] {
            assert_eq!(read(source), None, "{source}");
        }
        assert_eq!(
            read(&"a:\n".repeat(3).replace('a', &"k".repeat(2000))),
            None
        );
        assert_eq!(
            read(&format!("a: {}{}\n", "[".repeat(500), "]".repeat(500))),
            None
        );
    }

    #[test]
    fn agrees_on_every_sample() {
        let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/skills");
        let mut folders = vec![corpus];
        let (mut read, mut all) = (0, 0);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
                    let document = crate::skill::Document::parse(std::fs::read(path).unwrap());
                    all += usize::from(!document.frontmatter_range().is_empty());
                    read += usize::from(agrees(&document.frontmatter()));
                }
            }
        }
        assert!(read * 2 > all, "{read} of {all}");
    }

    /// Lines near the edge between plain and not.
    fn lines() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "a",
            "b c",
            "name",
            "key",
            "-",
            "- ",
            "- a",
            "# x",
            " #",
            "#",
            ":",
            ": ",
            "k: ",
            "k: v",
            "k:",
            "'",
            "\"",
            "'q'",
            "\"q\"",
            "[",
            "]",
            "{",
            "}",
            "[a, b]",
            "{a: b}",
            "{\"a\": [1]}",
            ", ",
            ",",
            ">",
            "|",
            ">-",
            "|-",
            "|+",
            "&a",
            "*a",
            "!",
            "%",
            "@",
            "`",
            "?",
            "? ",
            "<",
            "~",
            "=",
            "(",
            ".",
            "...",
            "---",
            " ",
            "  ",
            "é",
            "技能",
            "1",
            "true",
            "\\",
            "\u{85}",
            "\u{a0}",
            "\u{200b}",
            "\u{feff}",
            "\t",
            "\r",
            "/x",
            "null",
        ]);
        let line = (0usize..7, prop::collection::vec(piece, 0..4));
        let key = prop::sample::select(vec!["", "", "k: ", "k:", "- ", "name: "]);
        let line = (line, key).prop_map(|((indent, pieces), key)| {
            format!("{}{key}{}\n", " ".repeat(indent), pieces.concat())
        });
        prop::collection::vec(line, 0..6).prop_map(|lines| lines.concat())
    }

    /// A frontmatter as people write it: entries with steady indents.
    fn entries(depth: usize) -> BoxedStrategy<String> {
        let pad = "  ".repeat(depth);
        let line = |text: &str| format!("{text}\n");
        let value = prop::sample::select(vec![
            "",
            "a",
            "b c",
            "Bash(git:*), Read",
            "\"q: r\"",
            "'q # r'",
            "\"q\" # x",
            "é — 技能",
            "1.0",
            "true",
            "[a, \"b\", [c]]",
            "[]",
            "{a: 1, b: {c: d}}",
            "{\"a\": [\"b\"], \"c\": {}}",
            "http://x/y:z",
            "x#y",
        ])
        .prop_map(line);
        let below = format!("\n{pad}  - a\n{pad}  - 'b: c'\n");
        let beside = format!("\n{pad}- a\n{pad}- [b, c]\n");
        let text = format!(">-\n{pad}  one\n{pad}  two: # three\n");
        let literal = format!("|\n{pad}    one\n{pad}    two\n\n");
        let several = prop::sample::select(vec![below, beside, text, literal]);
        let value = if depth < 3 {
            let inner = entries(depth + 1).prop_map(|inner| format!("\n{inner}"));
            prop_oneof![6 => value, 2 => several, 2 => inner].boxed()
        } else {
            prop_oneof![3 => value, 1 => several].boxed()
        };
        let before = prop::sample::select(vec!["", "", "", "", "\n", "# note\n", "  # deep\n"]);
        let entry = (before, "[a-z]{1,3}", value)
            .prop_map(move |(before, key, value)| format!("{before}{pad}{key}: {value}"));
        prop::collection::vec(entry, 1..4)
            .prop_map(|entries| entries.concat())
            .boxed()
    }

    /// Such a frontmatter with a few slips in it.
    fn slipped() -> impl Strategy<Value = String> {
        let slip = prop::sample::select(vec![
            " ", "  ", "\n", ":", ": ", "#", " #", "\"", "'", "[", "]", "{", "}", ",", ", ", "- ",
            "-", ">", "|", "&", "*", "!", "%", "@", "?", "\\", "\t", "\r", "a", "é", "...", "---",
            "\u{2028}", "\u{feff}",
        ]);
        let slips = prop::collection::vec((any::<prop::sample::Index>(), slip, 0usize..2), 0..3);
        (entries(0), slips).prop_map(|(text, slips)| {
            let mut chars: Vec<String> = text.chars().map(String::from).collect();
            for (at, slip, gone) in slips {
                let at = at.index(chars.len() + 1);
                let end = (at + gone).min(chars.len());
                chars.splice(at..end, [slip.to_owned()]);
            }
            chars.concat()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn agrees_near_the_edge(source in lines()) {
            agrees(&source);
        }

        #[test]
        fn agrees_on_what_people_write(source in slipped()) {
            agrees(&source);
        }

        #[test]
        fn agrees_without_the_last_line_end(source in slipped()) {
            agrees(source.trim_end());
        }
    }
}
