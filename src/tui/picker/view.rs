//! Draws the list over the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use super::state::{Kind, Picker, Place};
use crate::markdown::{Role, Row, Span, wrap};
use crate::text::{sanitize, width};
use crate::theme::{Chrome, Paint, Theme};
use crate::tui::layout;
use crate::tui::paint::{self, Pen};

/// Draws the list; gives the place of the text cursor.
pub fn draw(buffer: &mut Buffer, area: Rect, picker: &mut Picker, theme: &Theme) -> Position {
    let (_, all) = picker.counts();
    let rows = u16::try_from(all).unwrap_or(u16::MAX).saturating_add(7);
    let frame = layout::popup(area, rows.max(8));
    clear(buffer, frame);
    let inner = layout::frame(buffer, frame, picker.title(), theme, true);
    let (hits, all) = picker.counts();
    let count = format!("{hits}/{all}");
    let mut pen = Pen::new(buffer, inner, 0);
    pen.write("› ", theme.chrome(Chrome::Key));
    let typed = sanitize::line(picker.field().text()).into_owned();
    let before = width::of(&sanitize::line(picker.field().before()));
    let room = pen.room().saturating_sub(width::of(&count) + 1);
    pen.write(&width::clip_start(&typed, room), Paint::default());
    pen.skip_to_end(width::of(&count));
    pen.write(&count, theme.chrome(Chrome::Dim));
    let cursor = Position::new(
        inner.x + u16::try_from(2 + before.min(room)).unwrap_or(0),
        inner.y,
    );
    let details = detail_rows(picker, inner);
    let below = u16::try_from(details.len()).unwrap_or(0);
    let list = Rect {
        y: inner.y + 1,
        height: inner.height.saturating_sub(1 + below),
        ..inner
    };
    picker.place = Place { frame, rows: list };
    for (line, row) in (list.height + 1..inner.height).zip(&details) {
        paint::row(buffer, inner, line, row, theme);
    }
    let column = label_column(picker.kind(), list.width);
    let window = picker.window(usize::from(list.height));
    for (line, (here, item)) in (0..list.height).zip(&window) {
        let mut pen = Pen::new(buffer, list, line);
        pen.write(item.sign, theme.chrome(sign_part(item.sign)));
        let label = width::clip(&item.label, pen.room());
        let label = match column {
            Some(column) if !item.detail.is_empty() => width::pad(&label, column),
            _ => label.into_owned(),
        };
        pen.write(&label, Paint::default());
        if !item.detail.is_empty() {
            pen.write("  ", Paint::default());
            pen.clip(&item.detail, usize::MAX, theme.chrome(Chrome::Dim));
        }
        if *here {
            let all = 0..usize::from(list.width);
            paint::over(buffer, list, line, all, theme.chrome(Chrome::Selected));
        }
    }
    if window.is_empty() {
        let text = if all == 0 { "nothing here" } else { "no match" };
        Pen::new(buffer, list, 0).write(text, theme.chrome(Chrome::Dim));
    }
    cursor
}

/// Empties the cells of a frame. A wide symbol that reaches into it goes as a whole: its second half
/// would hide the border.
fn clear(buffer: &mut Buffer, frame: Rect) {
    Clear.render(frame, buffer);
    let Some(before) = frame.x.checked_sub(1) else {
        return;
    };
    for y in frame.top()..frame.bottom() {
        let cell = buffer.cell_mut((before, y));
        if let Some(cell) = cell.filter(|cell| width::of(cell.symbol()) > 1) {
            cell.set_symbol(" ");
        }
    }
}

/// What the signs before items mean in colour.
fn sign_part(sign: &str) -> Chrome {
    match sign.trim_end() {
        "✗" => Chrome::Error,
        "!" => Chrome::Warning,
        _ => Chrome::Dim,
    }
}

/// The item at the cursor in full, under a rule, where rows are often cut and there is room.
fn detail_rows(picker: &Picker, inner: Rect) -> Vec<Row> {
    let whole = matches!(picker.kind(), Kind::Problems | Kind::Links);
    let Some(item) = picker.item().filter(|_| whole && inner.height >= 8) else {
        return Vec::new();
    };
    let width = usize::from(inner.width);
    let rule = Span::new("─".repeat(width), Role::Rule);
    let mut rows = vec![Row::new(vec![rule], 0..0)];
    let spans = vec![
        Span::new(item.label.clone(), Role::Text),
        Span::new(format!(" {}", item.detail), Role::Muted),
    ];
    rows.extend(wrap(spans, width, &[], &[], 0..0));
    rows.truncate(usize::from(inner.height / 2));
    rows
}

/// Labels are padded to a column where details line up well.
fn label_column(kind: Kind, width: u16) -> Option<usize> {
    let third = usize::from(width) / 3;
    match kind {
        Kind::Jump => Some(third.clamp(16, 36)),
        Kind::Help | Kind::Palette | Kind::Themes => Some(third.clamp(12, 24)),
        Kind::Files | Kind::Compare => Some(third.clamp(16, 48)),
        Kind::Links | Kind::Outline | Kind::Problems | Kind::Profiles => None,
    }
}
