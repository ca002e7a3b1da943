//! The mouse: the wheel scrolls what is under it, a press selects and follows, a drag moves the border
//! between the panes.

use ratatui::crossterm::event::MouseButton;
use ratatui::layout::{Position, Rect};

use super::{App, Focus};
use crate::markdown::Role;
use crate::tui::layout;
use crate::tui::message::Message;
use crate::tui::picker::Outcome;
use crate::tui::term::{Context, Mouse, MouseKind};
use crate::tui::tree::Node;
use crate::viewer::LinkPlace;

/// Rows that one turn of the wheel scrolls.
const WHEEL: isize = 3;

impl App {
    /// Takes what the mouse did; false when nothing is to be drawn.
    pub(super) fn mouse(&mut self, mouse: Mouse, cx: &mut Context<Message>) -> bool {
        let at = Position::new(mouse.column, mouse.row);
        let parts = self.parts();
        match mouse.kind {
            MouseKind::WheelUp => self.wheel(-WHEEL, at),
            MouseKind::WheelDown => self.wheel(WHEEL, at),
            MouseKind::Press(MouseButton::Left) => self.press(at, cx),
            MouseKind::Drag(MouseButton::Left) if self.dragging => {
                self.set_split((at.x + 1).saturating_sub(parts.tree.x), cx);
                true
            }
            MouseKind::Release(MouseButton::Left) => {
                self.dragging = false;
                false
            }
            _ => false,
        }
    }

    /// Scrolls what is under the mouse; cursors stay where they are.
    fn wheel(&mut self, by: isize, at: Position) -> bool {
        if let Some(picker) = &mut self.picker {
            picker.step(by);
            return true;
        }
        let parts = self.parts();
        if parts.tree.contains(at) {
            let (rows, height) = (self.side_rows(), self.side_height());
            self.side_cursor().scroll(by, rows, height);
        } else if parts.viewer.contains(at) {
            self.reader.step(by);
        } else {
            return false;
        }
        true
    }

    fn press(&mut self, at: Position, cx: &mut Context<Message>) -> bool {
        if self.picker.is_some() {
            self.press_picker(at, cx);
            return true;
        }
        if self.prompt.is_some() {
            return false;
        }
        self.toast = None;
        let parts = self.parts();
        let is_border = !parts.tree.is_empty() && at.x + 1 == parts.tree.right();
        let is_border = is_border || at.x == parts.viewer.x && parts.viewer.x > 0;
        let panes = parts.tree.union(parts.viewer);
        if is_border && panes.contains(at) && !parts.tree.is_empty() && !parts.viewer.is_empty() {
            self.dragging = true;
            return false;
        }
        if parts.tree.contains(at) {
            self.press_side(row_at(parts.tree, at), cx);
        } else if parts.viewer.contains(at) {
            self.set_focus(Focus::Viewer, cx);
            self.press_page(layout::inside(parts.viewer), at, cx);
        } else {
            return false;
        }
        true
    }

    /// A row of tree or list: the first press selects it, the next opens it.
    fn press_side(&mut self, line: Option<usize>, cx: &mut Context<Message>) {
        let was_here = self.focus == Focus::Side;
        self.set_focus(Focus::Side, cx);
        let rows = self.side_rows();
        let cursor = self.side_cursor();
        let row = line
            .map(|line| cursor.offset + line)
            .filter(|row| *row < rows);
        let Some(row) = row else {
            return;
        };
        let again = was_here && cursor.at == row;
        cursor.at = row;
        let folds = match &self.list {
            Some(list) => list.rows().get(row).is_some_and(|row| row.entry.is_none()),
            None => !matches!(self.tree.selected(), Some(Node::Skill(..))),
        };
        match (&self.list, folds) {
            (Some(_), true) => self.open_finding(cx),
            (None, true) => {
                self.tree.fold(&self.catalog, None);
            }
            (_, false) if again => self.set_focus(Focus::Viewer, cx),
            (_, false) => {}
        }
        self.show_selected(cx);
    }

    /// A link of the page is followed.
    fn press_page(&mut self, inner: Rect, at: Position, cx: &mut Context<Message>) {
        let line = usize::from(at.y.saturating_sub(inner.y));
        let row = self.reader.scroll() + line;
        let column = usize::from(at.x.saturating_sub(inner.x));
        if inner.contains(at)
            && let Some(link) = self.link_at(row, column)
        {
            self.follow(&link, cx);
        }
    }

    /// The link of the page at a row and column.
    fn link_at(&self, row: usize, column: usize) -> Option<LinkPlace> {
        if self.reader.sheet().is_some() {
            return None;
        }
        let spans = &self.reader.rows().get(row)?.spans;
        let mut end = 0;
        let mut nth = None;
        let mut inside = false;
        for span in spans {
            let is_link = matches!(span.ink.role, Role::Link | Role::Footnote);
            if is_link && !inside {
                nth = Some(nth.map_or(0, |nth: usize| nth + 1));
            }
            inside = is_link;
            end += crate::text::width::of(&span.text);
            if column < end {
                break;
            }
        }
        let nth = nth.filter(|_| inside && column < end)?;
        let links = &self.reader.shown()?.rendered.links;
        links
            .iter()
            .filter(|link| link.row == row)
            .nth(nth)
            .cloned()
    }

    /// A row of the list over the screen is chosen; a press beside the list closes it.
    fn press_picker(&mut self, at: Position, cx: &mut Context<Message>) {
        let Some(picker) = &mut self.picker else {
            return;
        };
        let kind = picker.kind();
        let place = picker.place;
        let outcome = match place.rows.contains(at) {
            true => picker.press(usize::from(at.y - place.rows.y)),
            false if place.frame.contains(at) => Outcome::Stay,
            false => Outcome::Closed,
        };
        self.chosen(kind, outcome, cx);
    }
}

/// The line of a framed part's inside that a position is in.
fn row_at(part: Rect, at: Position) -> Option<usize> {
    let inner = layout::inside(part);
    let inside = (inner.top()..inner.bottom()).contains(&at.y);
    inside.then(|| usize::from(at.y - inner.y))
}
