//! Ways out for an entry that YAML refuses: each is tried, none is trusted.
//!
//! The steps put right what is wrong whatever the value is; the ways are tried one after the other.

use std::ops::Range;

use super::Grade;
use super::entry::Entry;
use super::lines::{TEXTS, comment};
use super::scalar::{escape, needs_escape};
use crate::patch::Edit;
use crate::skill::frontmatter::Frontmatter;

/// A longer value that needs escapes becomes a block scalar, in which nothing is escaped.
const LONG: usize = 200;

/// What the step over surrogate pairs is called.
pub const SURROGATES: &str = "write surrogate pairs as the characters they are";

/// Edits that may make an entry parse.
pub struct Way {
    /// What it does, in a few words.
    pub title: &'static str,
    /// How sure it is.
    pub grade: Grade,
    /// Edits of the entry's text.
    pub edits: Vec<Edit>,
    /// The text that has to be read then, whatever its blanks.
    pub value: Option<String>,
}

impl Way {
    fn new(title: &'static str, grade: Grade, edits: Vec<Edit>) -> Self {
        Way {
            title,
            grade,
            edits,
            value: None,
        }
    }

    fn step(title: &'static str, edits: Vec<Edit>) -> Option<Self> {
        (!edits.is_empty()).then(|| Self::new(title, Grade::Sure, edits))
    }
}

/// Tabs of the indent as two blanks each.
pub fn tabs(entry: &Entry<'_>) -> Option<Way> {
    let mut edits = Vec::new();
    for line in super::lines::lines(entry.text) {
        let indent = line.text.get(..line.indent()).unwrap_or_default();
        let tabs = indent.match_indices('\t').map(|(at, _)| line.start + at);
        edits.extend(tabs.map(|at| Edit::replace(at..at + 1, "  ")));
    }
    Way::step("indent with blanks, not with tabs", edits)
}

/// One blank between colon and value.
pub fn colon(entry: &Entry<'_>) -> Option<Way> {
    let gap = entry.text.get(entry.behind..entry.value.start)?;
    let wrong = !entry.first().is_empty() && (gap.is_empty() || gap.contains(|c| c != ' '));
    let edits = match wrong {
        true => vec![Edit::replace(entry.behind..entry.value.start, " ")],
        false => Vec::new(),
    };
    Way::step("put one blank before the value", edits)
}

/// `\ud83e\udde0` in double quotes as the character it stands for.
pub fn surrogates(entry: &Entry<'_>) -> Option<Way> {
    let unit = |at: usize| {
        let digits = entry.text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex
            .then(|| u16::from_str_radix(digits, 16).ok())
            .flatten()
    };
    let mut edits = Vec::new();
    let mut at = 0;
    while let Some(next) = entry.text.get(at..).and_then(|rest| rest.find('\\')) {
        at += next;
        let pair = [unit(at), unit(at + 6)];
        let decoded = match pair {
            [Some(high), Some(low)] => char::decode_utf16([high, low]).next().and_then(Result::ok),
            _ => None,
        };
        match decoded {
            Some(c) if u32::from(c) > 0xFFFF => {
                edits.push(Edit::replace(at..at + 12, c.to_string()));
                at += 12;
            }
            // The backslash and what it escapes.
            _ => {
                at += 1 + entry
                    .text
                    .get(at + 1..)
                    .and_then(|it| it.chars().next())
                    .map_or(0, char::len_utf8)
            }
        }
    }
    Way::step(SURROGATES, edits)
}

/// Text that was wrapped to the column of the keys, indented below its key.
pub fn wrapped(entry: &Entry<'_>) -> Option<Way> {
    let wanted = entry.inner_indent().unwrap_or(entry.indent + 2);
    let edits = stray(entry)
        .map(|(start, indent)| Edit::insert(start, " ".repeat(wanted.saturating_sub(indent))));
    Way::step("indent the text below it", edits.collect())
}

/// Start and indent of the lines that are indented no further than the key and are nothing else.
fn stray(entry: &Entry<'_>) -> impl Iterator<Item = (usize, usize)> {
    let is_stray = |line: &&super::lines::Line<'_>| {
        let text = line.text.trim();
        let is_list = line.is_item() && entry.first().is_empty();
        line.indent() <= entry.indent
            && !text.is_empty()
            && !line.is_comment()
            && !text.starts_with([']', '}'])
            && !is_list
    };
    let found = entry.rest.iter().filter(is_stray);
    found
        .map(|line| (line.start, line.indent()))
        .collect::<Vec<_>>()
        .into_iter()
}

/// What can be tried, the likeliest first.
pub fn ways(entry: &Entry<'_>, eol: &str) -> Vec<Way> {
    let first = entry.first();
    let mut ways = Vec::new();
    let is_text = entry
        .key
        .is_none_or(|key| TEXTS.contains(&key.to_ascii_lowercase().as_str()));
    match first.chars().next() {
        Some('|' | '>') => ways.extend(block_header(entry, eol)),
        Some(quote @ ('"' | '\'')) => quoted(entry, quote, &mut ways),
        Some('[' | '{') if !is_text || entry.key.is_none() => flow(entry, &mut ways),
        Some('-') => ways.extend(first_item(entry, eol)),
        _ => {}
    }
    let is_flow = first.starts_with(['[', '{']) && entry.key.is_some();
    let grade = if is_flow && !is_text {
        Grade::Guess
    } else {
        Grade::Sure
    };
    // What begins with a quote has its ways already; a block mark alone is no text, and brackets over
    // several lines are none either.
    let is_block = first.starts_with(['|', '>']) && !first.contains(char::is_alphanumeric);
    let is_other = is_block
        || first.starts_with(['"', '\''])
        || grade == Grade::Guess && !entry.content().is_empty();
    if !first.is_empty() && !is_other {
        plain(entry, eol, grade, &mut ways);
    }
    let edits: Vec<Edit> = stray(entry)
        .map(|(start, _)| Edit::insert(start, "# "))
        .collect();
    if !edits.is_empty() {
        let title = "turn the stray text below it into a comment";
        ways.push(Way::new(title, Grade::Guess, edits));
    }
    ways
}

/// `| text`: the text goes to a line of its own.
fn block_header(entry: &Entry<'_>, eol: &str) -> Option<Way> {
    let first = entry.first();
    let tail = first.get(1..)?.trim_start_matches(['-', '+']);
    let text = tail.trim_start();
    if text.len() == tail.len() || text.is_empty() || text.starts_with('#') {
        return None;
    }
    let start = entry.value.end - text.len();
    let blanks = start - (tail.len() - text.len())..start;
    let indent = " ".repeat(entry.inner_indent().unwrap_or(entry.indent + 2));
    let edits = vec![Edit::replace(blanks, format!("{eol}{indent}"))];
    let title = "move the text behind the block mark to its own line";
    Some(Way::new(title, Grade::Sure, edits))
}

/// A value that begins with a quote: escapes, a quote that never closes, quotes inside, text behind.
fn quoted(entry: &Entry<'_>, quote: char, ways: &mut Vec<Way>) {
    let span = entry.span();
    let raw = entry.text.get(span.clone()).unwrap_or_default();
    let quotes = inner_quotes(raw, quote);
    let fixes = match quote {
        '"' => escapes(raw, span.start),
        _ => Vec::new(),
    };
    if !fixes.is_empty() {
        let title = "write the backslash so that it stands for itself";
        ways.push(Way::new(title, Grade::Sure, fixes.clone()));
    }
    let Some(next) = quotes.first() else {
        let mut edits = fixes;
        edits.push(Edit::insert(span.end, quote.to_string()));
        ways.push(Way::new("close the quote", Grade::Sure, edits));
        return;
    };
    let closes = quotes.last() == Some(&(raw.len() - 1));
    if closes && quotes.len() == 1 {
        return;
    }
    let inner = quotes.iter().take(quotes.len() - 1);
    let mut edits = fixes;
    let mark = if quote == '"' { "\\" } else { "'" };
    edits.extend(inner.map(|at| Edit::insert(span.start + at, mark)));
    let escaped = Way::new("escape the quotes inside", Grade::Sure, edits);
    let whole = around(entry, span, Grade::Sure, "put all of the value in quotes");
    // `"a" and "b"` has a text behind its first quote, `"say "a" now"` and `'it's'` a quote inside.
    let behind = raw.get(next + 1..).unwrap_or_default();
    let before = raw.get(..*next).unwrap_or_default();
    let is_inside =
        before.ends_with([' ', '(', '[', quote]) || behind.starts_with(char::is_alphanumeric);
    match (closes, is_inside) {
        (true, true) => ways.extend([escaped, whole]),
        (true, false) => ways.extend([whole, escaped]),
        (false, _) => ways.push(whole),
    }
}

/// Where the same quote stands behind the first, unescaped.
fn inner_quotes(raw: &str, quote: char) -> Vec<usize> {
    let mut found = Vec::new();
    let mut chars = raw.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        let doubled = chars.peek().is_some_and(|(_, next)| *next == quote);
        if c == '\\' && quote == '"' || c == '\'' && quote == c && doubled {
            chars.next();
        } else if c == quote {
            found.push(at);
        }
    }
    found
}

/// Edits that make the backslashes in double quotes escapes that YAML knows, and control characters
/// escapes.
fn escapes(raw: &str, start: usize) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut chars = raw.char_indices();
    while let Some((at, c)) = chars.next() {
        if c != '\\' {
            if needs_escape(c) && !matches!(c, '\n' | '\r' | '\t') {
                let range = start + at..start + at + c.len_utf8();
                edits.push(Edit::replace(range, escape(c).unwrap_or_default()));
            }
            continue;
        }
        let rest = raw.get(at + 1..).unwrap_or_default();
        let digits = |count: usize| {
            let digits = rest.get(1..1 + count);
            digits.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_hexdigit()))
        };
        let known = match rest.chars().next() {
            Some('x') => digits(2),
            Some('u') => digits(4),
            Some('U') => digits(8),
            Some(c) => "0abt\tnvfre \"/\\N_LP\n\r".contains(c),
            None => false,
        };
        if known {
            chars.next();
        } else {
            edits.push(Edit::insert(start + at, "\\"));
        }
    }
    edits
}

/// A list or map in brackets: its items one by one, or the bracket that is missing.
fn flow(entry: &Entry<'_>, ways: &mut Vec<Way>) {
    let span = entry.span();
    let raw = entry.text.get(span.clone()).unwrap_or_default();
    if raw.starts_with('[') && raw.ends_with(']') && entry.content().is_empty() {
        let inner = raw.get(1..raw.len() - 1).unwrap_or_default();
        let mut edits = Vec::new();
        for item in items(inner) {
            let text = inner.get(item.clone()).unwrap_or_default();
            if text.is_empty() || parses(&format!("k: [{text}]\n")) {
                continue;
            }
            let start = span.start + 1 + item.start;
            edits.extend(quotes(text, start..start + text.len()));
        }
        if !edits.is_empty() {
            ways.push(Way::new(
                "put items of the list in quotes",
                Grade::Sure,
                edits,
            ));
        }
    }
    let open = open_brackets(raw);
    if !open.is_empty() {
        let edits = vec![Edit::insert(span.end, open)];
        ways.push(Way::new("close the brackets", Grade::Guess, edits));
    }
}

fn parses(source: &str) -> bool {
    let frontmatter = Frontmatter::of(source.to_owned(), 1);
    frontmatter.complaint().is_none() && frontmatter.stricter_complaint().is_none()
}

/// The items between commas, those in quotes and brackets left whole, blanks around them left out.
fn items(inner: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut depth, mut quote) = (0, 0usize, None);
    let mut push = |range: Range<usize>| {
        let text = inner.get(range.clone()).unwrap_or_default();
        let start = range.start + (text.len() - text.trim_start().len());
        found.push(start..start + text.trim().len());
    };
    for (at, c) in inner.char_indices() {
        let is_first = inner.get(start..at).is_some_and(|it| it.trim().is_empty());
        match c {
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' if is_first || depth > 0 => quote = Some(c),
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    push(start..inner.len());
    found
}

/// The brackets that are still open at the end, closed.
fn open_brackets(raw: &str) -> String {
    let (mut open, mut quote) = (Vec::new(), None);
    for c in raw.chars() {
        match c {
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' => quote = Some(c),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ']' | '}' if open.last() == Some(&c) => {
                open.pop();
            }
            _ => {}
        }
    }
    open.iter().rev().collect()
}

/// `key: - a` above `- b`: the first item goes to a line of its own.
fn first_item(entry: &Entry<'_>, eol: &str) -> Option<Way> {
    let next = entry.content().first()?;
    if !entry.first().starts_with("- ") || !next.is_item() {
        return None;
    }
    let indent = " ".repeat(next.indent());
    let edits = vec![Edit::replace(
        entry.behind..entry.value.start,
        format!("{eol}{indent}"),
    )];
    let title = "move the first item to its own line";
    Some(Way::new(title, Grade::Sure, edits))
}

/// Items that stand before the column of the first one, in that column.
pub fn level_list(entry: &Entry<'_>) -> Option<Way> {
    let items = entry.rest.iter().filter(|line| line.is_item());
    let column = items.clone().next()?.indent();
    let before = items.filter(|line| (entry.indent + 1..column).contains(&line.indent()));
    let edits = before
        .map(|line| Edit::insert(line.start, " ".repeat(column - line.indent())))
        .collect();
    match entry.first().is_empty() {
        true => Way::step("put the items of the list in one column", edits),
        false => None,
    }
}

/// A value without quotes: quotes around it, or a block scalar.
fn plain(entry: &Entry<'_>, eol: &str, grade: Grade, ways: &mut Vec<Way>) {
    let first = entry.first();
    let content = entry.content();
    let span = match content {
        [] => entry.value.start..entry.value.start + comment(first).unwrap_or(first.len()),
        _ => entry.span(),
    };
    let raw = entry.text.get(span.clone()).unwrap_or_default();
    if raw.is_empty() {
        return;
    }
    let mut columns = content
        .iter()
        .filter(|line| !line.is_blank())
        .map(|line| line.indent());
    let column = columns.next().unwrap_or(entry.indent + 2);
    let fits_block = column > entry.indent
        && columns.all(|other| other == column)
        && span.end >= entry.value.end
        && !raw.contains(|c| needs_escape(c) && !matches!(c, '\n' | '\r'));
    let is_long = raw.contains(['"', '\\']) && raw.contains('\'') && raw.chars().count() > LONG;
    if fits_block && (!content.is_empty() || is_long) {
        let indent = " ".repeat(column);
        let edits = vec![Edit::insert(span.start, format!(">-{eol}{indent}"))];
        let mut way = Way::new("write the value as a block (`>-`)", grade, edits);
        way.value = Some(raw.to_owned());
        ways.push(way);
    }
    ways.push(around(entry, span, grade, "put the value in quotes"));
}

/// Quotes around a range.
fn around(entry: &Entry<'_>, span: Range<usize>, grade: Grade, title: &'static str) -> Way {
    let raw = entry.text.get(span.clone()).unwrap_or_default();
    Way {
        title,
        grade,
        edits: quotes(raw, span),
        value: Some(raw.to_owned()),
    }
}

/// Edits that put a text, which lies at a range, in quotes: those that need no escape inside.
fn quotes(text: &str, range: Range<usize>) -> Vec<Edit> {
    let is_odd = |c: char| needs_escape(c) && !matches!(c, '\n' | '\r');
    let single = text.contains(['"', '\\']) && !text.contains('\'') && !text.contains(is_odd);
    let mark = if single { "'" } else { "\"" };
    let mut edits = vec![Edit::insert(range.start, mark)];
    if !single {
        let odd = text
            .char_indices()
            .filter(|(_, c)| !matches!(c, '\n' | '\r'));
        edits.extend(odd.filter_map(|(at, c)| {
            let at = range.start + at;
            Some(Edit::replace(at..at + c.len_utf8(), escape(c)?))
        }));
    }
    edits.push(Edit::insert(range.end, mark));
    edits
}
