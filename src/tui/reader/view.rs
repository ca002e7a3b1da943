//! Draws the viewer: the rows in the window, matches over them, a scroll mark.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::ReaderState;
use crate::markdown::{Level, Role, Span, wrap};
use crate::text::{sanitize, width};
use crate::theme::{Chrome, Theme};
use crate::tui::paint::{self, Pen};

/// Draws the page into an area.
pub fn draw(buffer: &mut Buffer, area: Rect, reader: &ReaderState, theme: &Theme) {
    if let Some(fault) = reader.fault() {
        let text = format!("✗ {}", sanitize::line(fault));
        let text = vec![Span::new(text, Role::Problem(Level::Error))];
        let rows = wrap(text, usize::from(area.width), &[], &[], 0..0);
        for (line, row) in (0..area.height).zip(&rows) {
            paint::row(buffer, area, line, row, theme);
        }
        return;
    }
    let window = reader.rows().iter().skip(reader.scroll());
    for (line, row) in (0..area.height).zip(window) {
        paint::row(buffer, area, line, row, theme);
    }
    let top = reader.scroll();
    for row in reader.marked().filter(|row| *row >= top) {
        let line = u16::try_from(row - top).unwrap_or(u16::MAX);
        let all = 0..usize::from(area.width);
        paint::over(buffer, area, line, all, theme.chrome(Chrome::Match));
    }
    draw_matches(buffer, area, reader, theme);
}

fn draw_matches(buffer: &mut Buffer, area: Rect, reader: &ReaderState, theme: &Theme) {
    let Some(search) = reader.search() else {
        return;
    };
    let top = reader.scroll();
    let bottom = top + usize::from(area.height);
    for (at, found) in search.matches.iter().enumerate() {
        let part = if at == search.current {
            Chrome::MatchHere
        } else {
            Chrome::Match
        };
        for (row, bytes) in &found.parts {
            if !(top..bottom).contains(row) {
                continue;
            }
            let Some(text) = reader.rows().get(*row).map(|row| row.text()) else {
                continue;
            };
            let cells = |end: usize| width::of(text.get(..end).unwrap_or(&text));
            let columns = cells(bytes.start)..cells(bytes.end);
            let line = u16::try_from(row - top).unwrap_or(u16::MAX);
            paint::over(buffer, area, line, columns, theme.chrome(part));
        }
    }
}

/// How far down the page is: `top`, `42%`, `end`, or nothing when all of it is seen.
pub fn position(reader: &ReaderState, height: usize) -> String {
    let rows = reader.rows().len();
    let most = rows.saturating_sub(height);
    match (reader.scroll(), most) {
        (_, 0) => String::new(),
        (0, _) => "top".to_owned(),
        (scroll, most) if scroll >= most => "end".to_owned(),
        (scroll, most) => format!("{}%", scroll * 100 / most),
    }
}

/// Draws the outline, the current section lit.
pub fn draw_outline(buffer: &mut Buffer, area: Rect, reader: &ReaderState, theme: &Theme) {
    let Some(shown) = reader.shown() else {
        return;
    };
    let section = reader.section();
    let height = usize::from(area.height);
    let offset = section.map_or(0, |at| at.saturating_sub(height / 2));
    let offset = offset.min(shown.rendered.outline.len().saturating_sub(height));
    let window = shown.rendered.outline.iter().enumerate().skip(offset);
    for (line, (at, anchor)) in (0..area.height).zip(window) {
        let indent = "  ".repeat(usize::from(anchor.level.saturating_sub(1)).min(4));
        let part = if Some(at) == section {
            Chrome::Title
        } else {
            Chrome::Dim
        };
        let sign = if Some(at) == section { "▌" } else { " " };
        let text = format!("{sign}{indent}{}", sanitize::line(&anchor.text));
        Pen::new(buffer, area, line).clip(&text, usize::MAX, theme.chrome(part));
    }
}
