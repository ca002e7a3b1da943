//! Where the parts of the screen are: one pure function of its size, read by drawing and by state.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Block, BorderType, Widget};

use super::paint::{self, Pen};
use crate::text::width;
use crate::theme::{Chrome, Theme};

/// Below this size only a note is drawn.
pub const MIN_COLUMNS: u16 = 20;
/// Below this size only a note is drawn.
pub const MIN_ROWS: u16 = 6;

/// From this width on tree and viewer stand side by side.
const TWO_PANES: u16 = 72;

/// From this width on the outline stands beside the viewer.
const WITH_OUTLINE: u16 = 150;

/// The parts of the screen, frames included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The first line.
    pub header: Rect,
    /// The tree; empty when the viewer has the screen.
    pub tree: Rect,
    /// The viewer; empty when the tree has the screen.
    pub viewer: Rect,
    /// The outline beside the viewer; empty on narrower screens.
    pub outline: Rect,
    /// The last line.
    pub footer: Rect,
}

/// The narrowest pane that a person can make of tree or viewer.
const MIN_PANE: u16 = 16;

/// The parts of a screen. `viewer_first` says which pane is shown where there is room for one only;
/// `split` is the width of the tree that the person chose.
pub fn parts(area: Rect, viewer_first: bool, split: Option<u16>) -> Parts {
    let header = Rect {
        height: 1.min(area.height),
        ..area
    };
    let footer = Rect {
        y: area.bottom().saturating_sub(1).max(area.y),
        height: 1.min(area.height),
        ..area
    };
    let body = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2),
        ..area
    };
    let none = Rect::default();
    if area.width < TWO_PANES {
        let (tree, viewer) = if viewer_first {
            (none, body)
        } else {
            (body, none)
        };
        return Parts {
            header,
            tree,
            viewer,
            outline: none,
            footer,
        };
    }
    let outline_width = if area.width >= WITH_OUTLINE { 30 } else { 0 };
    let usual = (area.width * 3 / 10).clamp(26, 48);
    let most = area.width.saturating_sub(outline_width + MIN_PANE);
    let tree_width = split.unwrap_or(usual).clamp(MIN_PANE, most);
    let tree = Rect {
        width: tree_width,
        ..body
    };
    let viewer = Rect {
        x: body.x + tree_width,
        width: body.width.saturating_sub(tree_width + outline_width),
        ..body
    };
    let outline = Rect {
        x: viewer.right(),
        width: outline_width,
        ..body
    };
    Parts {
        header,
        tree,
        viewer,
        outline: if outline_width > 0 { outline } else { none },
        footer,
    }
}

/// The inside of a framed part: one cell less on every side, and a cell of air left and right.
pub fn inside(part: Rect) -> Rect {
    Rect {
        x: part.x + 2.min(part.width),
        y: part.y + 1.min(part.height),
        width: part.width.saturating_sub(4),
        height: part.height.saturating_sub(2),
    }
}

/// The frame of a list over the screen, for some rows of content.
pub fn popup(area: Rect, rows: u16) -> Rect {
    let width = area.width.saturating_sub(8).clamp(area.width.min(40), 110);
    let most = area.height.saturating_sub(2).max(3);
    let height = rows.saturating_add(1).clamp(most.min(5), most);
    Rect {
        x: area.x + (area.width.saturating_sub(width)) / 2,
        y: area.y + 1.min(area.height),
        width: width.min(area.width),
        height: height.min(area.height),
    }
}

/// Draws a frame with a title; gives its inside.
pub fn frame(buffer: &mut Buffer, part: Rect, title: &str, theme: &Theme, focused: bool) -> Rect {
    let (border, kind) = if focused {
        (Chrome::Focus, BorderType::Thick)
    } else {
        (Chrome::Border, BorderType::Rounded)
    };
    Block::bordered()
        .border_type(kind)
        .border_style(paint::style(theme.chrome(border)))
        .render(part, buffer);
    if part.width > 6 && !title.is_empty() {
        let top = Rect {
            x: part.x + 2,
            width: part.width - 4,
            ..part
        };
        let room = usize::from(top.width).saturating_sub(2);
        let text = format!(" {} ", width::clip_start(title, room));
        let part = if focused { Chrome::Title } else { Chrome::Dim };
        Pen::new(buffer, top, 0).write(&text, theme.chrome(part));
    }
    inside(part)
}

/// Writes a short text into the lower right corner of a frame.
pub fn corner(buffer: &mut Buffer, part: Rect, text: &str, theme: &Theme) {
    if text.is_empty() || part.width < 8 || part.height < 2 {
        return;
    }
    let bottom = Rect {
        x: part.x + 2,
        y: part.bottom() - 1,
        width: part.width - 4,
        height: 1,
    };
    let text = format!(" {text} ");
    let mut pen = Pen::new(buffer, bottom, 0);
    pen.skip_to_end(width::of(&text));
    pen.write(&text, theme.chrome(Chrome::Dim));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_fill_every_size_and_never_leave_it() {
        for columns in 0..260 {
            for rows in [0, 1, 2, 3, 6, 24, 60] {
                for (viewer_first, split) in [
                    (false, None),
                    (true, None),
                    (false, Some(0)),
                    (true, Some(999)),
                ] {
                    let area = Rect::new(0, 0, columns, rows);
                    let parts = parts(area, viewer_first, split);
                    for part in [
                        parts.header,
                        parts.tree,
                        parts.viewer,
                        parts.outline,
                        parts.footer,
                    ] {
                        let fits = part.is_empty() || area.union(part) == area;
                        assert!(fits, "{part:?} in {area:?}");
                    }
                    let width = parts.tree.width + parts.viewer.width + parts.outline.width;
                    assert_eq!(width, columns, "{columns}x{rows}");
                }
            }
        }
    }
}
