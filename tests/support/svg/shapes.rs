//! Box drawing, block elements and braille as rectangles and strokes.
//!
//! Not for letters, and no merging: the caller joins what touches.

use super::{CELL_H, CELL_W, Look, PIXEL, Palette, Picture, Rect, Rgb, mix, px, write_stroke};

/// Where the one pixel of a light line starts, across a cell and down a cell.
pub(super) const MID_X: i32 = 4 * PIXEL;
pub(super) const MID_Y: i32 = 8 * PIXEL;

/// Draws box lines, blocks, shades and braille. False for everything else.
pub(super) fn draw_shape(
    picture: &mut Picture,
    symbol: &str,
    x: i32,
    y: i32,
    look: &Look,
    palette: &Palette,
) -> bool {
    let mut chars = symbol.chars();
    let (Some(c), None) = (chars.next(), chars.next()) else {
        return false;
    };
    let mut color = look.fg;
    let mut rect = |x0: i32, y0: i32, x1: i32, y1: i32, color: Rgb| {
        picture.shapes.push(Rect {
            color,
            x: x + x0,
            y: y + y0,
            w: x1 - x0,
            h: y1 - y0,
        });
    };
    let eighth = |from: char| i32::try_from(u32::from(c) - u32::from(from)).unwrap_or(0) + 1;
    let (w, h) = (CELL_W, CELL_H);
    match c {
        '▀' => rect(0, 0, w, h / 2, color),
        '▁'..='█' => rect(0, h - h / 8 * eighth('▁'), w, h, color),
        '▉'..='▏' => rect(0, 0, w / 8 * (8 - eighth('▉')), h, color),
        '▐' => rect(w / 2, 0, w, h, color),
        '░' | '▒' | '▓' => {
            color = mix(
                color,
                look.bg.unwrap_or(palette.bg),
                25 * (u32::from(c) - u32::from('▐')),
            );
            rect(0, 0, w, h, color);
        }
        '▔' => rect(0, 0, w, h / 8, color),
        '▕' => rect(w / 8 * 7, 0, w, h, color),
        '▖'..='▟' => {
            // Upper left, upper right, lower left, lower right.
            let quarters = match c {
                '▖' => 0b0010,
                '▗' => 0b0001,
                '▘' => 0b1000,
                '▙' => 0b1011,
                '▚' => 0b1001,
                '▛' => 0b1110,
                '▜' => 0b1101,
                '▝' => 0b0100,
                '▞' => 0b0110,
                _ => 0b0111,
            };
            for (bit, x0, y0) in [(3, 0, 0), (2, w / 2, 0), (1, 0, h / 2), (0, w / 2, h / 2)] {
                if quarters >> bit & 1 == 1 {
                    rect(x0, y0, x0 + w / 2, y0 + h / 2, color);
                }
            }
        }
        '\u{2800}'..='\u{28ff}' => {
            let dots = u32::from(c) - 0x2800;
            for (bit, column, row) in [
                (0, 0, 0),
                (1, 0, 1),
                (2, 0, 2),
                (3, 1, 0),
                (4, 1, 1),
                (5, 1, 2),
                (6, 0, 3),
                (7, 1, 3),
            ] {
                if dots >> bit & 1 == 1 {
                    let (x0, y0) = (
                        (3 + 9 * column) * PIXEL / 2,
                        (3 + 9 * row) * PIXEL / 2 - PIXEL / 4,
                    );
                    rect(x0, y0, x0 + 2 * PIXEL, y0 + 2 * PIXEL, color);
                }
            }
        }
        '╭' | '╮' | '╯' | '╰' => {
            let side = if matches!(c, '╭' | '╰') {
                CELL_W
            } else {
                0
            };
            let (end, bend) = if matches!(c, '╭' | '╮') {
                (CELL_H, 1)
            } else {
                (0, -1)
            };
            let (mid_x, mid_y) = (x + MID_X + PIXEL / 2, y + MID_Y + PIXEL / 2);
            let path = format!(
                "M{m} {}V{}Q{m} {n} {} {n}",
                px(y + end),
                px(mid_y + bend * 9 * PIXEL / 2),
                px(x + side),
                m = px(mid_x),
                n = px(mid_y)
            );
            write_stroke(&mut picture.strokes, &path, color);
        }
        '╱'..='╳' => {
            let (left, right, top, bottom) = (px(x), px(x + w), px(y), px(y + h));
            let rising = format!("M{left} {bottom}L{right} {top}");
            let falling = format!("M{left} {top}L{right} {bottom}");
            let path = match c {
                '╱' => rising,
                '╲' => falling,
                _ => rising + &falling,
            };
            write_stroke(&mut picture.strokes, &path, color);
        }
        '┄'..='┋' | '╌'..='╏' => {
            let parts = match c {
                '┄'..='┇' => 3,
                '┈'..='┋' => 4,
                _ => 2,
            };
            let heavy = u32::from(c) % 2 == 1;
            let grow = if heavy { PIXEL } else { 0 };
            for part in 0..parts {
                let along = |length: i32| {
                    (
                        length * part / parts + PIXEL / 2,
                        length * (part + 1) / parts - PIXEL / 2,
                    )
                };
                if u32::from(c) & 2 == 0 {
                    let (from, to) = along(w);
                    rect(from, MID_Y - grow, to, MID_Y + PIXEL + grow, color);
                } else {
                    let (from, to) = along(h);
                    rect(MID_X - grow, from, MID_X + PIXEL + grow, to, color);
                }
            }
        }
        '─'..='╿' => {
            let index = usize::try_from(u32::from(c) - u32::from('─')).unwrap_or(usize::MAX);
            let arms = BOX_ARMS.get(index).copied().unwrap_or(0);
            let [left, up, right, down] = [arms >> 12, arms >> 8 & 15, arms >> 4 & 15, arms & 15];
            let across = [(left, right, false), (right, left, true)];
            for (own, opposite, forward) in across {
                arm(
                    own,
                    opposite,
                    (up, down),
                    forward,
                    (MID_X, w, MID_Y),
                    |from, to, start, end| {
                        rect(from, start, to, end, color);
                    },
                );
            }
            let upright = [(up, down, false), (down, up, true)];
            for (own, opposite, forward) in upright {
                arm(
                    own,
                    opposite,
                    (left, right),
                    forward,
                    (MID_Y, h, MID_X),
                    |from, to, start, end| {
                        rect(start, from, end, to, color);
                    },
                );
            }
        }
        _ => return false,
    }
    true
}

/// One of the four arms of a box character, from the middle to an edge of the cell.
///
/// Weights are 0 none, 1 light, 2 heavy, 3 double; `sides` are the two arms at right angles, the one at lower
/// coordinates first. `axis` is the middle and length of the cell along the arm and its middle across.
/// `draw` receives the extent along, then across.
fn arm(
    own: u16,
    opposite: u16,
    sides: (u16, u16),
    forward: bool,
    axis: (i32, i32, i32),
    mut draw: impl FnMut(i32, i32, i32, i32),
) {
    let (mid, length, across) = axis;
    // Where an arm may begin: at the line of a double pair that is nearer to its edge, in the middle, or at the
    // line beyond the middle.
    let (near, middle, beyond) = if forward {
        (mid + PIXEL, mid, mid - PIXEL)
    } else {
        (mid, mid + PIXEL, mid + 2 * PIXEL)
    };
    let mut line = |begin: i32, start: i32, end: i32| {
        let (from, to) = if forward { (begin, length) } else { (0, begin) };
        draw(from, to, across + start * PIXEL, across + end * PIXEL);
    };
    let (low, high) = sides;
    match own {
        1 | 2 => {
            let doubles = u8::from(low == 3) + u8::from(high == 3);
            let begin = match (low == 2 || high == 2, doubles, opposite) {
                (true, _, _) | (false, 1, 0) => beyond,
                (false, 2, 0) => near,
                _ => middle,
            };
            let (start, end) = if own == 2 { (-1, 2) } else { (0, 1) };
            line(begin, start, end);
        }
        3 => {
            for (here, there, start) in [(low, high, -1), (high, low, 1)] {
                let begin = match (here, there, opposite) {
                    (3, _, _) => near,
                    (0, 3, 0) => beyond,
                    _ => middle,
                };
                line(begin, start, start + 1);
            }
        }
        _ => {}
    }
}

/// U+2500 to U+257F: weights of the left, upper, right and lower arm, a digit each; 0 where `draw_shape` has an own case.
#[rustfmt::skip]
pub(super) const BOX_ARMS: [u16; 128] = [
    0x1010, 0x2020, 0x0101, 0x0202, 0x0000, 0x0000, 0x0000, 0x0000, // ─━│┃┄┅┆┇
    0x0000, 0x0000, 0x0000, 0x0000, 0x0011, 0x0021, 0x0012, 0x0022, // ┈┉┊┋┌┍┎┏
    0x1001, 0x2001, 0x1002, 0x2002, 0x0110, 0x0120, 0x0210, 0x0220, // ┐┑┒┓└┕┖┗
    0x1100, 0x2100, 0x1200, 0x2200, 0x0111, 0x0121, 0x0211, 0x0112, // ┘┙┚┛├┝┞┟
    0x0212, 0x0221, 0x0122, 0x0222, 0x1101, 0x2101, 0x1201, 0x1102, // ┠┡┢┣┤┥┦┧
    0x1202, 0x2201, 0x2102, 0x2202, 0x1011, 0x2011, 0x1021, 0x2021, // ┨┩┪┫┬┭┮┯
    0x1012, 0x2012, 0x1022, 0x2022, 0x1110, 0x2110, 0x1120, 0x2120, // ┰┱┲┳┴┵┶┷
    0x1210, 0x2210, 0x1220, 0x2220, 0x1111, 0x2111, 0x1121, 0x2121, // ┸┹┺┻┼┽┾┿
    0x1211, 0x1112, 0x1212, 0x2211, 0x1221, 0x2112, 0x1122, 0x2221, // ╀╁╂╃╄╅╆╇
    0x2122, 0x2212, 0x1222, 0x2222, 0x0000, 0x0000, 0x0000, 0x0000, // ╈╉╊╋╌╍╎╏
    0x3030, 0x0303, 0x0031, 0x0013, 0x0033, 0x3001, 0x1003, 0x3003, // ═║╒╓╔╕╖╗
    0x0130, 0x0310, 0x0330, 0x3100, 0x1300, 0x3300, 0x0131, 0x0313, // ╘╙╚╛╜╝╞╟
    0x0333, 0x3101, 0x1303, 0x3303, 0x3031, 0x1013, 0x3033, 0x3130, // ╠╡╢╣╤╥╦╧
    0x1310, 0x3330, 0x3131, 0x1313, 0x3333, 0x0000, 0x0000, 0x0000, // ╨╩╪╫╬╭╮╯
    0x0000, 0x0000, 0x0000, 0x0000, 0x1000, 0x0100, 0x0010, 0x0001, // ╰╱╲╳╴╵╶╷
    0x2000, 0x0200, 0x0020, 0x0002, 0x1020, 0x0102, 0x2010, 0x0201, // ╸╹╺╻╼╽╾╿
];
