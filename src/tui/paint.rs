//! From paints to cells: the only place where the theme meets ratatui. Draws rows; decides nothing.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Tint, Modifier, Style};

use crate::markdown::Row;
use crate::text::width;
use crate::theme::{Color, Paint, Theme};

/// A paint as ratatui has it.
pub fn style(paint: Paint) -> Style {
    let tint = |color: Color| match color {
        Color::Indexed(index) => Tint::Indexed(index),
        Color::Rgb(r, g, b) => Tint::Rgb(r, g, b),
    };
    let mut style = Style::new();
    style.fg = paint.fg.map(tint);
    style.bg = paint.bg.map(tint);
    let flags = [
        (paint.bold, Modifier::BOLD),
        (paint.dim, Modifier::DIM),
        (paint.italic, Modifier::ITALIC),
        (paint.underline, Modifier::UNDERLINED),
        (paint.strike, Modifier::CROSSED_OUT),
        (paint.reverse, Modifier::REVERSED),
    ];
    for (on, modifier) in flags {
        if on {
            style = style.add_modifier(modifier);
        }
    }
    style
}

/// A line being drawn from left to right; what does not fit is left out.
pub struct Pen<'a> {
    buffer: &'a mut Buffer,
    x: u16,
    end: u16,
    y: u16,
}

impl<'a> Pen<'a> {
    /// A pen at the start of a line of an area; `line` counts from its top.
    pub fn new(buffer: &'a mut Buffer, area: Rect, line: u16) -> Self {
        let inside = line < area.height;
        let area = area.intersection(buffer.area);
        Pen {
            x: area.x,
            end: if inside { area.right() } else { area.x },
            y: area
                .y
                .saturating_add(line)
                .min(area.bottom().saturating_sub(1)),
            buffer,
        }
    }

    /// Cells left on the line.
    pub fn room(&self) -> usize {
        usize::from(self.end.saturating_sub(self.x))
    }

    /// Writes a text that is safe to draw.
    pub fn write(&mut self, text: &str, paint: Paint) -> &mut Self {
        if self.room() > 0 {
            let (x, _) = self
                .buffer
                .set_stringn(self.x, self.y, text, self.room(), style(paint));
            self.x = x;
        }
        self
    }

    /// Writes a text, shortened with an ellipsis to at most some cells.
    pub fn clip(&mut self, text: &str, most: usize, paint: Paint) -> &mut Self {
        let text = width::clip(text, most.min(self.room()));
        self.write(&text, paint)
    }

    /// Moves to a column counted from the end of the line, never back.
    pub fn skip_to_end(&mut self, cells: usize) -> &mut Self {
        let cells = u16::try_from(cells).unwrap_or(u16::MAX);
        self.x = self.end.saturating_sub(cells).max(self.x);
        self
    }
}

/// Draws a row of a page.
pub fn row(buffer: &mut Buffer, area: Rect, line: u16, row: &Row, theme: &Theme) {
    let mut pen = Pen::new(buffer, area, line);
    for span in &row.spans {
        pen.write(&span.text, theme.ink(span.ink));
    }
}

/// Paints some cells of a line over what is drawn there; columns count from the area's left.
pub fn over(
    buffer: &mut Buffer,
    area: Rect,
    line: u16,
    columns: std::ops::Range<usize>,
    paint: Paint,
) {
    let cell = |column: usize| u16::try_from(column).unwrap_or(u16::MAX).min(area.width);
    let (start, end) = (cell(columns.start), cell(columns.end));
    if line < area.height && start < end {
        let part = Rect::new(area.x + start, area.y + line, end - start, 1);
        buffer.set_style(part.intersection(buffer.area), style(paint));
    }
}

/// Paints what is left to the terminal.
pub fn below(buffer: &mut Buffer, paint: Paint) {
    let Style { fg, bg, .. } = style(paint);
    if fg.is_none() && bg.is_none() {
        return;
    }
    for cell in &mut buffer.content {
        if let (Tint::Reset, Some(fg)) = (cell.fg, fg) {
            cell.fg = fg;
        }
        if let (Tint::Reset, Some(bg)) = (cell.bg, bg) {
            cell.bg = bg;
        }
    }
}
