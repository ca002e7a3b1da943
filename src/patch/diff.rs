//! The difference of two texts: hunks of lines, what differs inside a line, and notes on what an eye
//! does not see.
//!
//! A line ends in LF, as for `patch` and git; bytes stay as they are, so the lines of a diff put both
//! texts together again. Cost is bounded by sizes and not by a clock, so that equal texts give equal
//! diffs. Not here: the text form (see `unified`), colours, deciding on hunks.

use std::borrow::Cow;
use std::ops::Range;

use similar::{Algorithm, ChangeTag, DiffOp, TextDiff};

/// More changed lines than this on either side are one replacement, not compared line by line.
const MAX_LINES: usize = 10_000;

/// More bytes than this in a replacement are not compared word by word.
const MAX_INLINE: usize = 16 * 1024;

/// The difference of two texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDiff {
    /// The places that differ, with the lines around them; none when the texts are equal.
    pub hunks: Vec<Hunk>,
    /// The texts differ, and say the same: only LF, CR LF and CR were exchanged.
    pub only_line_ends: bool,
}

/// Lines that differ, with their surroundings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Number of the first line in the old text, from 1; the line before it when there is none.
    pub old_start: u32,
    /// The same in the new text.
    pub new_start: u32,
    /// The lines, those that go before those that come.
    pub lines: Vec<Line>,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineKind {
    /// It stays.
    Context,
    /// It goes.
    Removed,
    /// It comes.
    Added,
}

/// A line of a hunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What becomes of it.
    pub kind: LineKind,
    /// Its number in the old text, from 1.
    pub old: Option<u32>,
    /// Its number in the new text, from 1.
    pub new: Option<u32>,
    /// Its bytes with the line end.
    pub bytes: Vec<u8>,
    /// Byte ranges of [`Line::text`] that its counterpart does not have; empty when it has none or
    /// little in common.
    pub emphasis: Vec<Range<usize>>,
    /// What differs and is not seen.
    pub notes: Vec<Note>,
}

impl Line {
    /// The text without its LF or CR LF; bytes that are not UTF-8 become U+FFFD. Not safe to print.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(chomp(&self.bytes))
    }
}

/// Something on a changed line that an eye does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Note {
    /// A byte order mark stands first.
    ByteOrderMark,
    /// It ends in CR LF.
    CrLf,
    /// A CR stands inside it.
    CarriageReturn,
    /// It has tabs.
    Tabs,
    /// It has blanks at its end.
    TrailingBlanks,
    /// It has no line end.
    NoFinalNewline,
}

impl Note {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Note::ByteOrderMark => "byte order mark",
            Note::CrLf => "ends in CR LF",
            Note::CarriageReturn => "has a CR",
            Note::Tabs => "has tabs",
            Note::TrailingBlanks => "blanks at the end",
            Note::NoFinalNewline => "no line end",
        }
    }

    fn all(line: &[u8], first: bool) -> Vec<Note> {
        let text = chomp(line);
        let notes = [
            (
                Note::ByteOrderMark,
                first && line.starts_with(b"\xEF\xBB\xBF"),
            ),
            (Note::CrLf, line.ends_with(b"\r\n")),
            (Note::CarriageReturn, text.contains(&b'\r')),
            (Note::Tabs, text.contains(&b'\t')),
            (
                Note::TrailingBlanks,
                text.ends_with(b" ") || text.ends_with(b"\t"),
            ),
            (Note::NoFinalNewline, !line.ends_with(b"\n")),
        ];
        let there = notes.into_iter().filter(|(_, there)| *there);
        there.map(|(note, _)| note).collect()
    }
}

impl FileDiff {
    /// The difference of two texts with so many unchanged lines around each place.
    pub fn of(old: &[u8], new: &[u8], context: usize) -> Self {
        if old == new {
            return FileDiff::default();
        }
        let sides = Sides {
            old: lines(old),
            new: lines(new),
        };
        let groups = similar::group_diff_ops(sides.ops(), context);
        FileDiff {
            hunks: groups.iter().map(|ops| sides.hunk(ops)).collect(),
            only_line_ends: unended(old).eq(unended(new)),
        }
    }

    /// Lines that go, and lines that come.
    pub fn counts(&self) -> (usize, usize) {
        let count = |kind| {
            let lines = self.hunks.iter().flat_map(|hunk| &hunk.lines);
            lines.filter(|line| line.kind == kind).count()
        };
        (count(LineKind::Removed), count(LineKind::Added))
    }
}

/// Without LF or CR LF.
fn chomp(line: &[u8]) -> &[u8] {
    let text = line.strip_suffix(b"\n");
    text.map_or(line, |text| text.strip_suffix(b"\r").unwrap_or(text))
}

/// Lines with their LF.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// The bytes with each line end as LF.
fn unended(text: &[u8]) -> impl Iterator<Item = u8> {
    let next = text.iter().skip(1).map(Some).chain([None]);
    text.iter().zip(next).filter_map(|pair| match pair {
        (b'\r', Some(b'\n')) => None,
        (b'\r', _) => Some(b'\n'),
        (byte, _) => Some(*byte),
    })
}

struct Sides<'a> {
    old: Vec<&'a [u8]>,
    new: Vec<&'a [u8]>,
}

impl<'a> Sides<'a> {
    fn ops(&self) -> Vec<DiffOp> {
        let pairs = self.old.iter().zip(&self.new);
        let before = pairs.take_while(|(old, new)| old == new).count();
        let (old, new) = (self.old.len() - before, self.new.len() - before);
        let pairs = self.old.iter().rev().zip(self.new.iter().rev());
        let behind = pairs.take(old.min(new)).take_while(|(a, b)| a == b).count();
        let (old_len, new_len) = (old - behind, new - behind);
        if old_len.max(new_len) <= MAX_LINES {
            return similar::capture_diff_slices(Algorithm::Myers, &self.old, &self.new);
        }
        let (old_index, new_index) = (before, before);
        let equal = |old_index, new_index, len| DiffOp::Equal {
            old_index,
            new_index,
            len,
        };
        let ops = [
            equal(0, 0, before),
            DiffOp::Replace {
                old_index,
                old_len,
                new_index,
                new_len,
            },
            equal(before + old_len, before + new_len, behind),
        ];
        ops.into_iter()
            .filter(|op| !op.old_range().is_empty() || !op.new_range().is_empty())
            .collect()
    }

    fn hunk(&self, ops: &[DiffOp]) -> Hunk {
        let range = |of: fn(&DiffOp) -> Range<usize>| {
            let start = ops.first().map_or(0, |op| of(op).start);
            start..ops.last().map_or(0, |op| of(op).end)
        };
        let start = |range: Range<usize>| match range.is_empty() {
            true => number(range.start).saturating_sub(1),
            false => number(range.start),
        };
        Hunk {
            old_start: start(range(DiffOp::old_range)),
            new_start: start(range(DiffOp::new_range)),
            lines: ops.iter().flat_map(|op| self.lines(op)).collect(),
        }
    }

    fn lines(&self, op: &DiffOp) -> Vec<Line> {
        let old = self.old.get(op.old_range()).unwrap_or_default();
        let new = self.new.get(op.new_range()).unwrap_or_default();
        if let DiffOp::Equal { .. } = op {
            let numbers = op.old_range().zip(op.new_range());
            let numbered = old.iter().zip(numbers);
            return numbered
                .map(|(line, (old, new))| Line {
                    kind: LineKind::Context,
                    old: Some(number(old)),
                    new: Some(number(new)),
                    bytes: line.to_vec(),
                    emphasis: Vec::new(),
                    notes: Vec::new(),
                })
                .collect();
        }
        let mut emphasis = inline(old, new);
        let mut lines = Vec::with_capacity(old.len() + new.len());
        for (at, bytes) in old.iter().enumerate() {
            let index = op.old_range().start + at;
            lines.push(Line {
                kind: LineKind::Removed,
                old: Some(number(index)),
                new: None,
                bytes: bytes.to_vec(),
                emphasis: emphasis
                    .old
                    .get_mut(at)
                    .map(std::mem::take)
                    .unwrap_or_default(),
                notes: self.notes(bytes, index, new.get(at).copied(), &self.new),
            });
        }
        for (at, bytes) in new.iter().enumerate() {
            let index = op.new_range().start + at;
            lines.push(Line {
                kind: LineKind::Added,
                old: None,
                new: Some(number(index)),
                bytes: bytes.to_vec(),
                emphasis: emphasis
                    .new
                    .get_mut(at)
                    .map(std::mem::take)
                    .unwrap_or_default(),
                notes: self.notes(bytes, index, old.get(at).copied(), &self.old),
            });
        }
        lines
    }

    /// The notes on a line that its counterpart does not have. Without a counterpart the line ends
    /// that the other text has as well are not worth a word.
    fn notes(
        &self,
        line: &[u8],
        index: usize,
        counterpart: Option<&[u8]>,
        other: &[&[u8]],
    ) -> Vec<Note> {
        let mut notes = Note::all(line, index == 0);
        match counterpart {
            Some(other) => {
                let same = Note::all(other, index == 0);
                notes.retain(|note| !same.contains(note));
            }
            None => {
                let usual = other.first().is_some_and(|line| line.ends_with(b"\r\n"));
                notes.retain(|note| *note != Note::CrLf || !usual);
            }
        }
        notes
    }
}

/// What differs inside the lines of a replacement, for each line of both sides.
#[derive(Default)]
struct Inline {
    old: Vec<Vec<Range<usize>>>,
    new: Vec<Vec<Range<usize>>>,
}

fn inline(old: &[&[u8]], new: &[&[u8]]) -> Inline {
    let size: usize = old.iter().chain(new).map(|line| line.len()).sum();
    let text = |lines: &[&'_ [u8]]| -> Option<Vec<String>> {
        let texts = lines
            .iter()
            .map(|line| Some(std::str::from_utf8(line).ok()?.to_owned()));
        texts.collect()
    };
    if old.is_empty() || new.is_empty() || size > MAX_INLINE {
        return Inline::default();
    }
    let (Some(old), Some(new)) = (text(old), text(new)) else {
        return Inline::default();
    };
    let old: Vec<&str> = old.iter().map(String::as_str).collect();
    let new: Vec<&str> = new.iter().map(String::as_str).collect();
    let diff = TextDiff::from_slices(&old, &new);
    let op = DiffOp::Replace {
        old_index: 0,
        old_len: old.len(),
        new_index: 0,
        new_len: new.len(),
    };
    let mut inline = Inline::default();
    for change in diff.iter_inline_changes(&op) {
        let side = match change.tag() {
            ChangeTag::Delete => &mut inline.old,
            ChangeTag::Insert => &mut inline.new,
            ChangeTag::Equal => continue,
        };
        side.push(ranges(change.values()));
    }
    inline
}

/// The emphasised ranges of a line, its line end left out.
fn ranges(values: &[(bool, &str)]) -> Vec<Range<usize>> {
    let whole: String = values.iter().map(|(_, text)| *text).collect();
    let length = chomp(whole.as_bytes()).len();
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for (emphasised, text) in values {
        let range = at..(at + text.len()).min(length);
        at += text.len();
        if !emphasised || range.is_empty() {
            continue;
        }
        match ranges.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => ranges.push(range),
        }
    }
    ranges
}

/// The number of a line, from 1.
fn number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `-`, `+` or a blank, the text with `[…]` around what is emphasised, and the notes.
    fn shown(old: &str, new: &str) -> Vec<String> {
        let diff = FileDiff::of(old.as_bytes(), new.as_bytes(), 1);
        let lines = diff.hunks.iter().flat_map(|hunk| &hunk.lines);
        lines
            .map(|line| {
                let mut text = line.text().into_owned();
                for range in line.emphasis.iter().rev() {
                    text.insert(range.end, ']');
                    text.insert(range.start, '[');
                }
                let sign = match line.kind {
                    LineKind::Context => ' ',
                    LineKind::Removed => '-',
                    LineKind::Added => '+',
                };
                let notes: String = line
                    .notes
                    .iter()
                    .map(|it| format!(" ({})", it.words()))
                    .collect();
                format!("{sign}{text}{notes}")
            })
            .collect()
    }

    #[test]
    fn what_differs_inside_a_line_and_unseen() {
        let cases: &[(&str, &str, &[&str])] = &[
            ("a\nb\n", "a\nb\n", &[]),
            (
                "x\nUse when the user asks\ny\nz\n",
                "x\nUse if the user asks\ny\nz\n",
                &[
                    " x",
                    "-Use [when] the user asks",
                    "+Use [if] the user asks",
                    " y",
                ],
            ),
            ("一 二\n", "一 三\n", &["-一 [二]", "+一 [三]"]),
            ("a\n", "a\r\n", &["-a", "+a (ends in CR LF)"]),
            ("a", "a\n", &["-a (no line end)", "+a"]),
            ("a  \n", "a\n", &["-a[  ] (blanks at the end)", "+a"]),
            (
                "\u{FEFF}a\n",
                "a\n",
                &["-[\u{FEFF}]a (byte order mark)", "+a"],
            ),
            (
                "\ta b c\n",
                "  a b c\n",
                &["-[\t]a b c (has tabs)", "+[  ]a b c"],
            ),
            ("a\rb\n", "a\nb\n", &["-a\rb (has a CR)", "+a", "+b"]),
            ("a\r\n", "a\r\nb\r\n", &[" a", "+b"]),
            ("", "a\n", &["+a"]),
        ];
        for (old, new, lines) in cases {
            assert_eq!(shown(old, new), *lines, "{old:?} {new:?}");
        }
    }

    #[test]
    fn only_line_ends() {
        let differ = |old: &str, new: &str| {
            let diff = FileDiff::of(old.as_bytes(), new.as_bytes(), 3);
            diff.only_line_ends
        };
        assert!(differ("a\r\nb\r\n", "a\nb\n"));
        assert!(differ("a\rb\r", "a\r\nb\n"));
        assert!(!differ("a\n", "a"));
        assert!(!differ("a\r\nb", "a\nc"));
        assert!(!differ("a\n", "a\n"));
    }

    #[test]
    fn numbers() {
        let old: String = (1..=20).map(|it| format!("{it}\n")).collect();
        let new = old.replace("3\n4\n", "3\n3b\n4\n").replace("17\n", "");
        let diff = FileDiff::of(old.as_bytes(), new.as_bytes(), 1);
        let starts: Vec<_> = diff
            .hunks
            .iter()
            .map(|it| (it.old_start, it.new_start))
            .collect();
        assert_eq!(starts, [(3, 3), (16, 17)]);
        let numbers: Vec<_> = diff
            .hunks
            .iter()
            .flat_map(|it| &it.lines)
            .map(|it| (it.old, it.new))
            .collect();
        let expected = [
            (Some(3), Some(3)),
            (None, Some(4)),
            (Some(4), Some(5)),
            (Some(16), Some(17)),
            (Some(17), None),
            (Some(18), Some(18)),
        ];
        assert_eq!(numbers, expected);
        let empty = FileDiff::of(b"", b"a\n", 3);
        assert_eq!((empty.hunks[0].old_start, empty.hunks[0].new_start), (0, 1));
        assert_eq!(empty.counts(), (0, 1));
    }

    #[test]
    fn a_huge_change_is_one_replacement() {
        let old: String = (0..MAX_LINES + 2).map(|it| format!("{it}\n")).collect();
        let new: String = (0..MAX_LINES + 2)
            .map(|it| format!("{}\n", it * 2))
            .collect();
        let diff = FileDiff::of(old.as_bytes(), new.as_bytes(), 3);
        assert_eq!(diff.hunks.len(), 1);
        assert_eq!(diff.counts(), (MAX_LINES + 1, MAX_LINES + 1));
        assert_eq!(rebuilt(old.as_bytes(), &diff, false), new.as_bytes());
    }

    /// One side made from the other and the diff.
    fn rebuilt(from: &[u8], diff: &FileDiff, backward: bool) -> Vec<u8> {
        let (gone, come) = match backward {
            false => (LineKind::Removed, LineKind::Added),
            true => (LineKind::Added, LineKind::Removed),
        };
        let from = lines(from);
        let mut out = Vec::new();
        let mut at = 0;
        for hunk in &diff.hunks {
            let start = if backward {
                hunk.new_start
            } else {
                hunk.old_start
            } as usize;
            let is_empty = hunk.lines.iter().all(|line| line.kind == come);
            let start = if is_empty { start } else { start - 1 };
            out.extend(from[at..start].concat());
            at = start;
            for line in &hunk.lines {
                if line.kind != come {
                    assert_eq!(from[at], line.bytes);
                    at += 1;
                }
                if line.kind != gone {
                    out.extend(&line.bytes);
                }
            }
        }
        out.extend(from[at..].concat());
        out
    }

    proptest! {
        #[test]
        fn the_lines_rebuild_both_sides(
            old in "(?s)([ab\u{e9}]|\n|\r\n|\r|\t| ){0,40}",
            new in "(?s)([ab\u{e9}]|\n|\r\n|\r|\t| ){0,40}",
            context in 0usize..4,
        ) {
            let diff = FileDiff::of(old.as_bytes(), new.as_bytes(), context);
            prop_assert_eq!(diff.hunks.is_empty(), old == new);
            prop_assert_eq!(rebuilt(old.as_bytes(), &diff, false), new.as_bytes());
            prop_assert_eq!(rebuilt(new.as_bytes(), &diff, true), old.as_bytes());
            for line in diff.hunks.iter().flat_map(|hunk| &hunk.lines) {
                for range in &line.emphasis {
                    prop_assert!(line.text().get(range.clone()).is_some());
                }
            }
        }

        #[test]
        fn any_bytes(old in proptest::collection::vec(any::<u8>(), 0..40),
                     new in proptest::collection::vec(any::<u8>(), 0..40)) {
            let diff = FileDiff::of(&old, &new, 3);
            prop_assert_eq!(rebuilt(&old, &diff, false), new);
        }
    }
}
