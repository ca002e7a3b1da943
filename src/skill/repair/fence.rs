//! Repairs of the fence: the two `---` lines, at column 0, the first one on line 1.

use super::lines::{Key, Line, is_known, lines};
use super::{Draft, Skill};
use crate::patch::Edit;
use crate::skill::document::Fence;
use crate::skill::frontmatter::Frontmatter;
use crate::skill::lenient;
use crate::skill::rule::Rule;

/// Lines among which a frontmatter ends; real ones are far shorter.
const MAX_LINES: usize = 400;

/// Ends that are tried, as each asks a parser.
const MAX_TRIES: usize = 40;

/// Lines of other text that may stand before the frontmatter.
const MAX_BEFORE: usize = 20;

/// What puts the fence right.
pub fn drafts(skill: &Skill<'_>) -> Vec<Draft> {
    let document = skill.document;
    let text = document.whole();
    let before = document.bytes().len() - text.len();
    let all: Vec<Line<'_>> = lines(&text).collect();
    let head = Head {
        text: &text,
        lines: &all,
        eol: skill.eol,
    };
    let draft = match document.fence() {
        Fence::Missing => head.missing(),
        Fence::Unclosed { .. } => head.close(1).map(|close| {
            let title = close.title;
            Draft::sure(Rule::UnclosedFrontmatter, title, close.edits)
        }),
        Fence::Closed { close, .. } => head.closed_late(close.start.saturating_sub(before)),
    };
    let mut drafts: Vec<Draft> = draft.into_iter().collect();
    drafts.iter_mut().for_each(|draft| draft.shift(before));
    drafts
}

/// Blanks behind the dashes, on which readers disagree.
pub fn blanks(skill: &Skill<'_>) -> Option<Draft> {
    let Fence::Closed { open, close } = skill.document.fence() else {
        return None;
    };
    let bytes = skill.document.bytes();
    let mut edits = Vec::new();
    for range in [open, close] {
        let line = bytes.get(range.clone())?;
        let end = line.trim_ascii_end().len();
        let blanks = line
            .iter()
            .skip(end)
            .take_while(|it| !matches!(it, b'\n' | b'\r'));
        edits.push(Edit::delete(
            range.start + end..range.start + end + blanks.count(),
        ));
    }
    edits.retain(|edit| !edit.range.is_empty());
    let title = "Remove the blanks behind `---`";
    (!edits.is_empty()).then(|| Draft::sure(Rule::FenceWhitespace, title, edits))
}

/// A text from its first line on.
struct Head<'a> {
    text: &'a str,
    lines: &'a [Line<'a>],
    eol: &'a str,
}

/// An end of the frontmatter.
struct Close {
    edits: Vec<Edit>,
    /// Where the body begins in the text as it is.
    body: usize,
    title: &'static str,
}

/// What a line could do to a frontmatter that runs up to it.
enum End {
    /// It is the closing line.
    Fence,
    /// It is meant as the closing line.
    Dashes,
    /// It begins with the closing dashes.
    DashesAndText,
    /// The body begins at it.
    Body,
}

impl Head<'_> {
    fn missing(&self) -> Option<Draft> {
        let first = self.lines.iter().position(|line| !line.is_blank())?;
        let line = *self.lines.get(first)?;
        let text = line.text.trim();
        let fields = self.has_fields(first + 1);
        // Blank lines and blanks before the first text.
        let start = line.start + line.indent();
        let lead = Edit::delete(0..start);
        let with_lead = |mut edits: Vec<Edit>| {
            edits.insert(0, lead.clone());
            edits
        };
        if line.is_code_fence() {
            return self.in_code_fence(first);
        }
        if text == "---" && fields {
            let title = "Move the frontmatter to the first line";
            return Some(Draft::sure(
                Rule::NestedFrontmatter,
                title,
                with_lead(vec![]),
            ));
        }
        if line.is_dashes() && fields {
            let dashes = Edit::replace(start..start + text.len(), "---");
            let title = "Open the frontmatter with three dashes";
            return Some(Draft::sure(
                Rule::NoFrontmatter,
                title,
                with_lead(vec![dashes]),
            ));
        }
        if let Some(rest) = text.strip_prefix("---") {
            return self.text_behind(start, rest, fields).map(|edit| {
                let title = "Leave `---` alone on the first line";
                Draft::sure(Rule::NoFrontmatter, title, with_lead(vec![edit]))
            });
        }
        if text.starts_with('{') {
            let end = json_end(self.text, start)?;
            reads(self.text.get(start..end)?).then_some(())?;
            let eol = self.eol;
            let edits = vec![
                Edit::insert(start, format!("---{eol}")),
                Edit::insert(end, format!("{eol}---")),
            ];
            let title = "Put the JSON between `---` lines";
            return Some(Draft::sure(Rule::NoFrontmatter, title, with_lead(edits)));
        }
        if line.key().is_some() && self.has_fields(first) {
            let close = self.close(first)?;
            let mut edits = with_lead(vec![Edit::insert(start, format!("---{}", self.eol))]);
            edits.extend(close.edits);
            let title = "Put the fields between `---` lines";
            return Some(Draft::sure(Rule::NoFrontmatter, title, edits));
        }
        self.text_before(first)
    }

    /// The opening line without what stands behind its dashes: a field goes to its own line, the name
    /// of a language goes, any other text becomes a comment.
    fn text_behind(&self, start: usize, rest: &str, fields: bool) -> Option<Edit> {
        let text = rest.trim();
        let range = start + 3..start + 3 + rest.len();
        let blanks = start + 3..range.end - rest.trim_start().len();
        if Key::of(text, 0).is_some_and(|key| is_known(key.name)) {
            return Some(Edit::replace(blanks, self.eol));
        }
        let language = ["yaml", "yml", "markdown", "md"];
        let edit = match language.contains(&text) {
            true => Edit::delete(range),
            false => Edit::replace(blanks, format!("{}# ", self.eol)),
        };
        fields.then_some(edit)
    }

    /// A frontmatter in a code block: its own, or one around the whole text.
    fn in_code_fence(&self, first: usize) -> Option<Draft> {
        let open = self.lines.get(first)?;
        let title = "Take the frontmatter out of its code block";
        let draft = |edits| Some(Draft::sure(Rule::NestedFrontmatter, title, edits));
        let behind = (first + 1..self.lines.len()).find(|at| !self.is_blank(*at))?;
        let is_open = self.lines.get(behind)?.text.trim_end() == "---";
        let fields = if is_open { behind + 1 } else { behind };
        if !self.has_fields(fields) {
            return None;
        }
        if !is_open {
            // The block is what the fence should be.
            let end = (fields..self.lines.len()).find(|at| self.is_bare_code_fence(*at))?;
            let end = self.lines.get(end)?;
            let opened = Edit::replace(0..open.end(), "---");
            return draft(vec![opened, Edit::replace(end.start..end.end(), "---")]);
        }
        let start = self.lines.get(behind)?.start;
        let mut edits = vec![Edit::delete(0..start)];
        let close = (fields..self.lines.len()).take(MAX_LINES).find(|at| {
            self.lines
                .get(*at)
                .is_some_and(|it| it.text.trim_end() == "---")
        })?;
        let mut rest = close + 1..self.lines.len();
        let next = rest.clone().find(|at| !self.is_blank(*at));
        let last = rest.clone().rev().find(|at| !self.is_blank(*at));
        let fences = rest
            .by_ref()
            .filter(|at| self.lines.get(*at).is_some_and(Line::is_code_fence));
        let end = match (next, last) {
            (Some(next), _) if self.is_bare_code_fence(next) => Some(next),
            // The blocks of the body come in pairs; one is left over.
            (_, Some(last)) if self.is_bare_code_fence(last) && fences.count() % 2 == 1 => {
                Some(last)
            }
            _ => None,
        };
        if let Some(end) = end.and_then(|end| self.lines.get(end)) {
            edits.push(Edit::delete(end.start..end.next));
        }
        draft(edits)
    }

    /// A few lines of other text, or a comment, before the frontmatter: they go behind it.
    fn text_before(&self, first: usize) -> Option<Draft> {
        let open = (first..self.lines.len().min(first + MAX_BEFORE))
            .take_while(|at| {
                self.lines
                    .get(*at)
                    .is_some_and(|line| !line.is_code_fence())
            })
            .find(|at| {
                let line = self.lines.get(*at);
                line.is_some_and(|it| it.text.trim() == "---") && self.has_fields(at + 1)
            })?;
        let line = self.lines.get(open)?;
        let close = self.close(open + 1)?;
        let mut before = self.text.get(..line.start)?.trim().to_owned();
        before.push_str(self.eol);
        let follows = lines(self.text.get(close.body..)?).next();
        if follows.is_some_and(|line| !line.is_blank()) {
            before.push_str(self.eol);
        }
        let mut edits = vec![Edit::delete(0..line.start + line.indent())];
        edits.extend(close.edits);
        edits.push(Edit::insert(close.body, before));
        let title = "Move the text before the frontmatter behind it";
        Some(Draft::sure(Rule::NestedFrontmatter, title, edits))
    }

    /// A frontmatter that fails because a line meant to close it does not, and a later `---` does.
    fn closed_late(&self, end: usize) -> Option<Draft> {
        let text = self.text.get(..end)?;
        let count = self.lines.partition_point(|line| line.start < end);
        let first = self.lines.first()?.next;
        if is_sound(text.get(first..)?) {
            return None;
        }
        let head = Head {
            text,
            lines: self.lines.get(..count)?,
            ..*self
        };
        let close = head.close(1)?;
        let rest: Vec<Line<'_>> = lines(text.get(close.body..)?).collect();
        let next = rest.iter().find(|line| !line.is_blank())?;
        let is_body = next.is_heading() || !close.edits.iter().all(|it| it.range.is_empty());
        let has_fields = rest
            .iter()
            .any(|it| it.is_field() && it.key().is_some_and(|key| is_known(key.name)));
        (is_body && !has_fields)
            .then(|| Draft::sure(Rule::UnclosedFrontmatter, close.title, close.edits))
    }

    /// Where the frontmatter whose fields begin at a line ends.
    fn close(&self, from: usize) -> Option<Close> {
        let start = self
            .lines
            .get(from)
            .map_or(self.text.len(), |line| line.start);
        let limit = self.lines.len().min(from + MAX_LINES);
        let mut ends: Vec<(usize, End)> = Vec::new();
        for at in from..limit {
            if let Some(end) = self.end(at) {
                ends.push((at, end));
            }
            if ends.len() == MAX_TRIES {
                break;
            }
        }
        if limit == self.lines.len() {
            ends.push((limit, End::Body));
        }
        let before = |at: usize| {
            let end = self
                .lines
                .get(at)
                .map_or(self.text.len(), |line| line.start);
            self.text.get(start..end).unwrap_or_default()
        };
        let clean = ends.iter().find(|(at, _)| reads(before(*at)));
        let found = clean.or_else(|| {
            ends.iter().find(|(at, _)| {
                let fields = lenient::read(before(*at));
                fields.name.is_some() || fields.description.is_some()
            })
        });
        let (at, end) = found?;
        self.close_at(*at, end)
    }

    fn close_at(&self, at: usize, end: &End) -> Option<Close> {
        let eol = self.eol;
        let close = |edits, body, title| Some(Close { edits, body, title });
        let Some(line) = self.lines.get(at) else {
            let length = self.text.len();
            let ended = self.text.is_empty() || self.text.ends_with(['\n', '\r']);
            let lead = if ended { "" } else { eol };
            let edits = vec![Edit::insert(length, format!("{lead}---{eol}"))];
            return close(edits, length, "Close the frontmatter with `---`");
        };
        match end {
            End::Fence => close(Vec::new(), line.next, ""),
            End::Dashes => {
                let edits = vec![Edit::replace(line.start..line.end(), "---")];
                close(edits, line.next, "Write the closing line as `---`")
            }
            End::DashesAndText => {
                let rest = line.text.get(3..)?.trim_start().len();
                let edits = vec![Edit::replace(line.start + 3..line.end() - rest, eol)];
                close(
                    edits,
                    line.end() - rest,
                    "Leave `---` alone on the closing line",
                )
            }
            End::Body => {
                let edits = vec![Edit::insert(line.start, format!("---{eol}"))];
                close(edits, line.start, "Close the frontmatter with `---`")
            }
        }
    }

    fn end(&self, at: usize) -> Option<End> {
        let line = self.lines.get(at)?;
        let text = line.text.trim();
        if line.text.trim_end() == "---" {
            return Some(End::Fence);
        }
        if line.is_dashes() || line.text.trim_end() == "..." || text == "```" {
            return Some(End::Dashes);
        }
        if line.text.starts_with("---") {
            return Some(End::DashesAndText);
        }
        let next = (at..self.lines.len()).find(|it| !self.is_blank(*it));
        let next = next.and_then(|next| self.lines.get(next));
        let goes_on = |line: &Line<'_>| line.indent() > 0 || line.is_field() || line.is_item();
        let is_body = match line.is_heading() {
            // A heading or a comment, as what follows it tells.
            true => !(at + 1..self.lines.len())
                .find(|it| !self.is_blank(*it))
                .and_then(|it| self.lines.get(it))
                .is_some_and(goes_on),
            false => {
                line.is_blank()
                    && next.is_some_and(|next| {
                        !goes_on(next) && !next.is_dashes() && next.text.trim_end() != "..."
                    })
            }
        };
        is_body.then_some(End::Body)
    }

    /// At a line begins what has a name or a description.
    fn has_fields(&self, from: usize) -> bool {
        let Some(line) = self.lines.get(from) else {
            return false;
        };
        let fields = lenient::read_unfenced(self.text.get(line.start..).unwrap_or_default());
        fields.name.is_some() || fields.description.is_some()
    }

    fn is_blank(&self, at: usize) -> bool {
        self.lines.get(at).is_none_or(Line::is_blank)
    }

    fn is_bare_code_fence(&self, at: usize) -> bool {
        let text = self.lines.get(at).map(|line| line.text.trim());
        text.is_some_and(|text| text == "```" || text == "~~~")
    }
}

fn is_sound(source: &str) -> bool {
    let frontmatter = Frontmatter::of(source.to_owned(), 1);
    frontmatter.complaint().is_none() && frontmatter.stricter_complaint().is_none()
}

/// It parses and has one of the two fields.
fn reads(source: &str) -> bool {
    let frontmatter = Frontmatter::of(source.to_owned(), 1);
    let is_main = |key: &str| ["name", "description"].contains(&key.to_ascii_lowercase().as_str());
    frontmatter.complaint().is_none()
        && frontmatter.stricter_complaint().is_none()
        && frontmatter.entries().any(|entry| is_main(entry.key))
}

/// The byte behind the bracket that closes the one at `start`.
fn json_end(text: &str, start: usize) -> Option<usize> {
    let (mut depth, mut in_text, mut escaped) = (0usize, false, false);
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
