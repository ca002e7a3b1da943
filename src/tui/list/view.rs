//! Draws a list of findings: only the rows in the window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{ListState, Row};
use crate::text::width;
use crate::theme::{Chrome, Paint, Theme};
use crate::tui::paint::{self, Pen};

/// Draws the rows into an area.
pub fn draw(buffer: &mut Buffer, area: Rect, list: &ListState, theme: &Theme, focused: bool) {
    let window = list.rows().iter().enumerate().skip(list.cursor.offset);
    for (line, (at, row)) in (0..area.height).zip(window) {
        draw_row(buffer, area, line, *row, list, theme);
        if at == list.cursor.at {
            let part = if focused {
                Chrome::Selected
            } else {
                Chrome::SelectedAway
            };
            let all = 0..usize::from(area.width);
            paint::over(buffer, area, line, all, theme.chrome(part));
        }
    }
}

fn draw_row(buffer: &mut Buffer, area: Rect, line: u16, row: Row, list: &ListState, theme: &Theme) {
    let mut pen = Pen::new(buffer, area, line);
    let dim = theme.chrome(Chrome::Dim);
    if let Some(entry) = list.entry(row) {
        let (sign, part) = entry.sign;
        pen.write("  ", Paint::default());
        pen.write(sign, theme.chrome(part));
        let before = usize::from(area.width).saturating_sub(pen.room());
        pen.clip(&entry.label, usize::MAX, Paint::default());
        for found in &entry.found {
            let start = entry.label.get(..found.start).map_or(0, width::of);
            let length = entry.label.get(found.clone()).map_or(0, width::of);
            let cells = before + start..before + start + length;
            paint::over(buffer, area, line, cells, theme.chrome(Chrome::Match));
        }
        return;
    }
    let Some(group) = list.group(row) else {
        return;
    };
    let fold = if list.is_open(group) { "▾ " } else { "▸ " };
    let (sign, part) = group.sign;
    pen.write(fold, dim);
    pen.write(sign, theme.chrome(part));
    let room = pen.room().saturating_sub(width::of(&group.detail) + 1);
    pen.clip(&group.title, room, theme.chrome(Chrome::Category));
    pen.write(" ", dim);
    pen.write(&group.detail, dim);
}
