//! Moving: the same commands in tree, list and viewer, with counts; places under letters.

use super::{App, Focus};
use crate::tui::command::Command;
use crate::tui::cursor::{Cursor, Stand};
use crate::tui::message::Message;
use crate::tui::reader::Target;
use crate::tui::term::Context;

/// A place under a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) target: Target,
    /// Line of the file.
    pub(super) line: u32,
}

impl App {
    /// Moves in the pane that has the keys.
    pub(super) fn motion(
        &mut self,
        command: Command,
        count: Option<u32>,
        cx: &mut Context<Message>,
    ) {
        match self.focus {
            Focus::Viewer => self.move_page(command, count),
            Focus::Side => {
                let height = self.side_height();
                let rows = self.side_rows();
                move_cursor(self.side_cursor(), command, count, rows, height);
                if !matches!(
                    command,
                    Command::Center | Command::RowToTop | Command::RowToBottom
                ) {
                    self.show_selected(cx);
                }
            }
        }
    }

    pub(super) fn side_rows(&self) -> usize {
        match &self.list {
            Some(list) => list.rows().len(),
            None => self.tree.rows().len(),
        }
    }

    /// The cursor of the tree, or of the list in its place.
    pub(super) fn side_cursor(&mut self) -> &mut Cursor {
        match &mut self.list {
            Some(list) => &mut list.cursor,
            None => &mut self.tree.cursor,
        }
    }

    /// Moves the window of tree or list so that its cursor is in it.
    pub(super) fn scroll_into(&mut self) {
        let (rows, height) = (self.side_rows(), self.side_height());
        self.side_cursor().scroll_into(rows, height);
    }

    fn move_page(&mut self, command: Command, count: Option<u32>) {
        use Command as C;
        let times = isize::try_from(count.unwrap_or(1)).unwrap_or(1);
        let page = self.reader.page();
        match (command, count) {
            (C::Down, _) => self.reader.step(times),
            (C::Up, _) => self.reader.step(-times),
            (C::PageDown, _) => self.reader.step(page.saturating_mul(times)),
            (C::PageUp, _) => self.reader.step(page.saturating_mul(-times)),
            (C::Top | C::Bottom, Some(line)) => self.reader.go_to_line(line),
            (C::Top, None) => self.reader.go_to_end(false),
            (C::Bottom, None) => self.reader.go_to_end(true),
            (C::Center, _) => self.reader.stand(Stand::Middle),
            (C::RowToTop, _) => self.reader.stand(Stand::Top),
            (C::RowToBottom, _) => self.reader.stand(Stand::Bottom),
            _ => {}
        }
    }

    /// Remembers the place on the page under a letter.
    pub(super) fn set_place(&mut self, letter: char) {
        let Some(target) = self.reader.target().cloned() else {
            self.say("there is no page to remember");
            return;
        };
        let line = self.reader.line_here();
        self.places.insert(letter, Place { target, line });
        self.say(format!("{letter} is this place, ' {letter} goes to it"));
    }

    /// Goes to the place of a letter.
    pub(super) fn go_to_place(&mut self, letter: char, cx: &mut Context<Message>) {
        let Some(place) = self.places.get(&letter).cloned() else {
            let known: String = self.places.keys().collect();
            self.complain(match known.as_str() {
                "" => format!("no place is under {letter}: M and a letter remember one"),
                known => format!("no place is under {letter}; there are: {known}"),
            });
            return;
        };
        if self.catalog.get(&place.target.skill).is_none() {
            self.complain(format!("{} is gone", place.target.skill));
            return;
        }
        if self.list.is_none() {
            self.select(&place.target.skill);
        }
        let wanted = self.reader.follow_to_line(place.target, place.line);
        self.want(wanted, cx);
        self.set_focus(Focus::Viewer, cx);
    }
}

fn move_cursor(
    cursor: &mut Cursor,
    command: Command,
    count: Option<u32>,
    rows: usize,
    height: usize,
) {
    use Command as C;
    let times = isize::try_from(count.unwrap_or(1)).unwrap_or(1);
    let page = isize::try_from(height.saturating_sub(2).max(1)).unwrap_or(1);
    let row = count.and_then(|row| usize::try_from(row).ok());
    match (command, row) {
        (C::Down, _) => cursor.step(times, rows),
        (C::Up, _) => cursor.step(-times, rows),
        (C::PageDown, _) => cursor.step(page.saturating_mul(times), rows),
        (C::PageUp, _) => cursor.step(page.saturating_mul(-times), rows),
        (C::Top | C::Bottom, Some(row)) => cursor.go_to(row.saturating_sub(1), rows),
        (C::Top, None) => cursor.go_to(0, rows),
        (C::Bottom, None) => cursor.go_to(usize::MAX, rows),
        (C::Center, _) => cursor.stand(Stand::Middle, rows, height),
        (C::RowToTop, _) => cursor.stand(Stand::Top, rows, height),
        (C::RowToBottom, _) => cursor.stand(Stand::Bottom, rows, height),
        _ => {}
    }
}
