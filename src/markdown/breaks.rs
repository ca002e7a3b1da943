//! Where a text may be cut: graphemes with their cells, places to break a row, and what to do with
//! what is wider than the room there is. Not here: filling rows (`wrap`, `code`).

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

use crate::text::width;

/// Stands for a character that is wider than all the room there is.
pub(crate) const TOO_WIDE: char = '▯';

/// `text` with every character that is wider than `room` cells replaced by a box.
pub(crate) fn narrow(text: &str, room: usize) -> Cow<'_, str> {
    // No character takes more than three cells.
    if room >= 4 || !text.chars().any(|c| too_wide(c, room)) {
        return Cow::Borrowed(text);
    }
    let fitting = |c| if too_wide(c, room) { TOO_WIDE } else { c };
    Cow::Owned(text.chars().map(fitting).collect())
}

fn too_wide(c: char, room: usize) -> bool {
    width::of_grapheme(c.encode_utf8(&mut [0; 4])) > room
}

/// The graphemes of `text` with offset and cells; one that is wider than `room` in its characters.
pub(crate) fn atoms(text: &str, room: usize) -> impl Iterator<Item = (usize, &str, usize)> {
    width::graphemes(text).flat_map(move |(at, g)| {
        let cells = width::of_grapheme(g);
        let whole = (cells <= room).then_some((at, g, cells));
        let parts = (cells > room).then(|| {
            g.char_indices().map(move |(offset, c)| {
                let end = offset + c.len_utf8();
                let part = g.get(offset..end).unwrap_or_default();
                let cells_of = |range: std::ops::RangeTo<usize>| {
                    width::of_grapheme(g.get(range).unwrap_or_default())
                };
                // Alone it may take less than it adds to what stands before it.
                let added = cells_of(..end).saturating_sub(cells_of(..offset));
                (at + offset, part, added.max(width::of_grapheme(part)))
            })
        });
        whole.into_iter().chain(parts.into_iter().flatten())
    })
}

/// Whether a long word is better cut after this than in the middle of letters.
pub(crate) fn is_joint(g: &str) -> bool {
    let opens = matches!(
        g,
        "(" | "[" | "{" | "<" | "\"" | "'" | "`" | "$" | "@" | "#"
    );
    !opens && g.chars().all(|c| c.is_ascii_punctuation())
}

/// Whether a row may end between the two.
pub(crate) fn may_break(before: &str, after: &str) -> bool {
    // Korean has wide letters, but spaces between its words.
    let wide =
        |c: char| c.width() == Some(2) && !matches!(c, '\u{1100}'..='\u{11FF}' | '가'..='힣');
    let quote = |c| matches!(c, '"' | '\'');
    let (Some(before), Some(after)) = (before.chars().next(), after.chars().next()) else {
        return false;
    };
    (wide(before) || wide(after))
        && !(is_opening(before) || is_closing(after) || quote(before) || quote(after))
}

fn is_opening(c: char) -> bool {
    matches!(
        c,
        '（' | '［'
            | '｛'
            | '「'
            | '『'
            | '【'
            | '《'
            | '〈'
            | '〔'
            | '“'
            | '‘'
            | '('
            | '['
            | '{'
    )
}

fn is_closing(c: char) -> bool {
    matches!(
        c,
        '）' | '］'
            | '｝'
            | '」'
            | '』'
            | '】'
            | '》'
            | '〉'
            | '〕'
            | '”'
            | '’'
            | ')'
            | ']'
            | '}'
            | '、'
            | '。'
            | '，'
            | '．'
            | '！'
            | '？'
            | '：'
            | '；'
            | ','
            | '.'
            | '!'
            | '?'
            | ':'
            | ';'
            | '…'
            | 'ー'
            | '%'
            | '％'
    )
}
