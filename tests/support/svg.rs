//! A screen buffer as an SVG picture: the golden files of the screens, and the pictures in the documentation.
//!
//! The picture depends on the cells and the palette alone, never on installed fonts or on the machine: every piece
//! of text stands at the x of its column, and lines, blocks and braille are drawn as shapes, so that they join
//! whatever font shows the letters. Equal cells give equal bytes; one element per line keeps differences readable.
//!
//! Not a terminal: it does not parse escape sequences, reorder right-to-left text, or blink. It does not measure
//! graphemes anew either; like the buffer's own diff it takes the cell's symbol and its `unicode-width`.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use unicode_width::UnicodeWidthStr;

#[path = "svg/shapes.rs"]
mod shapes;

use shapes::draw_shape;

/// 0xRRGGBB.
pub type Rgb = u32;

/// What the terminal would decide: its default colours and its sixteen named ones.
pub struct Palette {
    /// Text without a colour.
    pub fg: Rgb,
    /// Cells without a background.
    pub bg: Rgb,
    /// Black, red, green, yellow, blue, magenta, cyan, grey, then the same bright.
    pub ansi: [Rgb; 16],
}

impl Palette {
    /// Light text on a dark ground.
    pub const DARK: Palette = Palette {
        fg: 0xd4d7dd,
        bg: 0x171a21,
        ansi: [
            0x2a2f3a, 0xe56b6f, 0x8fc07a, 0xe0b86a, 0x6ca5e8, 0xc08adf, 0x5fbec4, 0xb4bac4,
            0x6b7484, 0xf28b8e, 0xacd89b, 0xf0cf8e, 0x93bff2, 0xd4acec, 0x88d6da, 0xf1f3f6,
        ],
    };

    /// Dark text on a light ground.
    pub const LIGHT: Palette = Palette {
        fg: 0x2b2f38,
        bg: 0xfbfbf9,
        ansi: [
            0x2b2f38, 0xb42e33, 0x3c7a2c, 0x8c6308, 0x1f5fb0, 0x863ea8, 0x0e747b, 0xc4c7cc,
            0x777d88, 0xcf484c, 0x559642, 0xa87d1e, 0x3d7bcc, 0xa15ac2, 0x2c9198, 0xeeeeec,
        ],
    };

    /// `None` for the terminal's default.
    fn rgb(&self, color: Color) -> Option<Rgb> {
        let index = match color {
            Color::Reset => return None,
            Color::Rgb(r, g, b) => return Some(join_rgb([r, g, b])),
            Color::Indexed(index) => index,
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
        };
        Some(self.indexed(index))
    }

    fn indexed(&self, index: u8) -> Rgb {
        if let Some(&named) = self.ansi.get(usize::from(index)) {
            return named;
        }
        if index >= 232 {
            return join_rgb([8 + (index - 232) * 10; 3]);
        }
        let step = |level: u8| if level == 0 { 0 } else { 55 + level * 40 };
        let cube = index - 16;
        join_rgb([step(cube / 36), step(cube / 6 % 6), step(cube % 6)])
    }
}

/// The picture in the dark palette.
pub fn render(buffer: &Buffer) -> String {
    render_with(buffer, &Palette::DARK)
}

/// The picture in a given palette.
pub fn render_with(buffer: &Buffer, palette: &Palette) -> String {
    let (columns, rows) = (i32::from(buffer.area.width), i32::from(buffer.area.height));
    let mut picture = Picture::default();
    // `max(1)`: a buffer without columns has no cells, and chunks of zero would panic.
    for (y, cells) in (0..).zip(buffer.content.chunks(usize::from(buffer.area.width).max(1))) {
        draw_row(&mut picture, cells, y, palette);
    }
    let (width, height) = (px(2 * PAD + columns * CELL_W), px(2 * PAD + rows * CELL_H));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <style>text{{font:15px 'JetBrains Mono','DejaVu Sans Mono',monospace}}\
         text.w{{font-family:'Noto Sans Mono CJK SC','Noto Color Emoji',monospace}}\
         text.m,text.w{{text-anchor:middle}}text.b{{font-weight:bold}}text.i{{font-style:italic}}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"{}\"/>\n",
        hex(palette.bg)
    );
    write_rects(&mut svg, picture.grounds);
    write_rects(&mut svg, picture.shapes);
    svg += &picture.strokes;
    let _ = writeln!(svg, "<g fill=\"{}\">", hex(palette.fg));
    svg += &picture.text;
    svg += "</g>\n";
    write_rects(&mut svg, picture.rules);
    svg += "</svg>\n";
    svg
}

// Lengths are in eighths of a pixel: whole numbers down to an eighth of a cell, so no rounding can differ.
const PIXEL: i32 = 8;
const CELL_W: i32 = 9 * PIXEL;
const CELL_H: i32 = 18 * PIXEL;
const PAD: i32 = 12 * PIXEL;
const BASELINE: i32 = 14 * PIXEL;

/// Layers from the back to the front.
#[derive(Default)]
struct Picture {
    grounds: Vec<Rect>,
    shapes: Vec<Rect>,
    strokes: String,
    text: String,
    /// Underlines and strikes.
    rules: Vec<Rect>,
}

#[derive(Clone, Copy)]
struct Rect {
    color: Rgb,
    x: i32,
    y: i32,
    w: i32,
    h: i32,
}

/// A cell's colours after reverse and dim.
struct Look {
    fg: Rgb,
    bg: Option<Rgb>,
    underline: Rgb,
    modifier: Modifier,
}

impl Look {
    fn of(cell: &Cell, palette: &Palette) -> Self {
        let mut fg = palette.rgb(cell.fg).unwrap_or(palette.fg);
        let mut bg = palette.rgb(cell.bg);
        let modifier = cell.modifier;
        if modifier.contains(Modifier::REVERSED) {
            (fg, bg) = (bg.unwrap_or(palette.bg), Some(fg));
        }
        if modifier.contains(Modifier::DIM) {
            fg = mix(fg, bg.unwrap_or(palette.bg), 60);
        }
        let underline = palette.rgb(cell.underline_color).unwrap_or(fg);
        Look {
            fg,
            bg,
            underline,
            modifier,
        }
    }
}

fn draw_row(picture: &mut Picture, cells: &[Cell], row: i32, palette: &Palette) {
    let y = PAD + row * CELL_H;
    let mut run = Run::default();
    let mut column = 0;
    while let Some(cell) = cells.get(column) {
        // A wide symbol covers the cells after it, but none beyond the row.
        let span = cell.symbol().width().clamp(1, cells.len() - column);
        let x = PAD + as_units(column) * CELL_W;
        let w = as_units(span) * CELL_W;
        let look = Look::of(cell, palette);
        if let Some(color) = look.bg {
            picture.grounds.push(Rect {
                color,
                x,
                y,
                w,
                h: CELL_H,
            });
        }
        if look.modifier.contains(Modifier::UNDERLINED) {
            picture.rules.push(Rect {
                color: look.underline,
                x,
                y: y + 16 * PIXEL,
                w,
                h: PIXEL,
            });
        }
        if look.modifier.contains(Modifier::CROSSED_OUT) {
            picture.rules.push(Rect {
                color: look.fg,
                x,
                y: y + 9 * PIXEL,
                w,
                h: PIXEL,
            });
        }
        let symbol = cell.symbol();
        if symbol.trim().is_empty() || look.modifier.contains(Modifier::HIDDEN) {
            run.blank(&mut picture.text, palette);
        } else if draw_shape(picture, symbol, x, y, &look, palette) {
            run.flush(&mut picture.text, palette);
        } else {
            run.push(&mut picture.text, symbol, (x, y, w), &look, palette);
        }
        column += span;
    }
    run.flush(&mut picture.text, palette);
}

/// Letters of one row in one style, with at most one blank between two of them.
#[derive(Default)]
struct Run {
    x: i32,
    y: i32,
    letters: String,
    count: i32,
    blanks: i32,
    style: (Rgb, Modifier),
}

impl Run {
    fn push(
        &mut self,
        out: &mut String,
        symbol: &str,
        place: (i32, i32, i32),
        look: &Look,
        palette: &Palette,
    ) {
        let (x, y, w) = place;
        let style = (look.fg, look.modifier & (Modifier::BOLD | Modifier::ITALIC));
        if self.count > 0 && (style != self.style || !is_plain(symbol)) {
            self.flush(out, palette);
        }
        if !is_plain(symbol) {
            // A fallback font may draw it wider or narrower than its cells: its middle stays in the middle.
            let place = format!("x=\"{}\" y=\"{}\"", px(x + w / 2), px(y + BASELINE));
            let class = if w > CELL_W { 'w' } else { 'm' };
            write_text(out, &place, Some(class), style, &escape(symbol), palette);
            return;
        }
        if self.count == 0 {
            (self.x, self.y, self.style) = (x, y, style);
        }
        for _ in 0..self.blanks {
            self.letters.push(' ');
        }
        self.count += self.blanks + 1;
        self.blanks = 0;
        self.letters.push_str(symbol);
    }

    fn blank(&mut self, out: &mut String, palette: &Palette) {
        if self.count > 0 {
            self.blanks += 1;
        }
        if self.blanks > 1 {
            self.flush(out, palette);
        }
    }

    fn flush(&mut self, out: &mut String, palette: &Palette) {
        if self.count > 0 {
            // An x for each letter holds the columns in any font, and keeps fonts from joining `->` to an arrow.
            let columns: Vec<String> = (0..self.count).map(|i| px(self.x + i * CELL_W)).collect();
            let place = format!(
                "x=\"{}\" y=\"{}\"",
                columns.join(" "),
                px(self.y + BASELINE)
            );
            write_text(
                out,
                &place,
                None,
                self.style,
                &escape(&self.letters),
                palette,
            );
        }
        *self = Run::default();
    }
}

/// Alphabets that a monospaced font draws one cell wide: ASCII and accented Latin letters.
fn is_plain(symbol: &str) -> bool {
    let mut chars = symbol.chars();
    matches!(
        chars.next(),
        Some('!'..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{17f}')
    ) && chars.next().is_none()
}

fn write_text(
    out: &mut String,
    place: &str,
    anchor: Option<char>,
    style: (Rgb, Modifier),
    text: &str,
    palette: &Palette,
) {
    let (fg, modifier) = style;
    let bold = modifier.contains(Modifier::BOLD).then_some('b');
    let italic = modifier.contains(Modifier::ITALIC).then_some('i');
    let mut classes = String::new();
    for class in [anchor, bold, italic].into_iter().flatten() {
        classes.push_str(if classes.is_empty() { " class=\"" } else { " " });
        classes.push(class);
    }
    if !classes.is_empty() {
        classes.push('"');
    }
    let fill = if fg == palette.fg {
        String::new()
    } else {
        format!(" fill=\"{}\"", hex(fg))
    };
    let _ = writeln!(out, "<text {place}{classes}{fill}>{text}</text>");
}

/// Joins rectangles that touch or overlap along a whole side, then writes one path per colour.
fn write_rects(svg: &mut String, mut rects: Vec<Rect>) {
    rects.sort_unstable_by_key(|r| (r.color, r.y, r.h, r.x, r.w));
    let mut rects = join(rects, |a, b| {
        let meet = (a.color, a.y, a.h) == (b.color, b.y, b.h) && b.x <= a.x + a.w;
        meet.then(|| Rect {
            w: a.w.max(b.x + b.w - a.x),
            ..a
        })
    });
    rects.sort_unstable_by_key(|r| (r.color, r.x, r.w, r.y, r.h));
    let mut rects = join(rects, |a, b| {
        let meet = (a.color, a.x, a.w) == (b.color, b.x, b.w) && b.y <= a.y + a.h;
        meet.then(|| Rect {
            h: a.h.max(b.y + b.h - a.y),
            ..a
        })
    });
    rects.sort_unstable_by_key(|r| (r.color, r.y, r.x, r.w, r.h));
    for group in rects.chunk_by(|a, b| a.color == b.color) {
        let Some(first) = group.first() else { continue };
        let _ = write!(
            svg,
            "<path shape-rendering=\"crispEdges\" fill=\"{}\" d=\"",
            hex(first.color)
        );
        for r in group {
            let _ = write!(
                svg,
                "M{} {}h{}v{}h-{}z",
                px(r.x),
                px(r.y),
                px(r.w),
                px(r.h),
                px(r.w)
            );
        }
        svg.push_str("\"/>\n");
    }
}

fn join(rects: Vec<Rect>, merge: impl Fn(Rect, Rect) -> Option<Rect>) -> Vec<Rect> {
    let mut joined: Vec<Rect> = Vec::new();
    for rect in rects {
        match joined.last_mut() {
            Some(last) => match merge(*last, rect) {
                Some(both) => *last = both,
                None => joined.push(rect),
            },
            None => joined.push(rect),
        }
    }
    joined
}

fn write_stroke(out: &mut String, path: &str, color: Rgb) {
    let _ = writeln!(
        out,
        "<path fill=\"none\" stroke=\"{}\" d=\"{path}\"/>",
        hex(color)
    );
}

/// Text for XML. What XML forbids, and what would reorder or hide its neighbours, becomes U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
            | '\u{fffe}'
            | '\u{ffff}' => {
                out.push('\u{fffd}');
            }
            _ if c.is_control() => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}

fn join_rgb(channels: [u8; 3]) -> Rgb {
    channels
        .into_iter()
        .fold(0, |rgb, channel| (rgb << 8) | Rgb::from(channel))
}

/// `percent` of `a`, the rest of `b`.
fn mix(a: Rgb, b: Rgb, percent: u32) -> Rgb {
    [16, 8, 0].into_iter().fold(0, |rgb, shift| {
        let (a, b) = ((a >> shift) & 0xff, (b >> shift) & 0xff);
        (rgb << 8) | ((a * percent + b * (100 - percent) + 50) / 100)
    })
}

fn hex(color: Rgb) -> String {
    format!("#{color:06x}")
}

/// Eighths of a pixel as a decimal number of pixels, exactly.
fn px(units: i32) -> String {
    let (whole, rest) = (units / PIXEL, units % PIXEL);
    if rest == 0 {
        return whole.to_string();
    }
    format!("{whole}.{:03}", rest * 1000 / PIXEL)
        .trim_end_matches('0')
        .to_owned()
}

fn as_units(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / CELL_W)
}

#[cfg(test)]
#[path = "svg/tests.rs"]
mod tests;
