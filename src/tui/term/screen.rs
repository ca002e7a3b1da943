//! A frame as bytes: what ratatui found changed, between synchronized-output marks, or nothing at all.
//!
//! A ratatui backend that only collects. It neither writes to the terminal nor asks it anything: the loop tells it
//! the size, takes the bytes and writes them in one go.

use std::io;

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::queue;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// Collects one frame.
pub(super) struct Screen {
    size: Size,
    /// The changed cells, as escape sequences.
    content: Vec<u8>,
    /// Where the frame wants the cursor; `None` hides it.
    cursor: Option<Position>,
    /// Where the terminal shows the cursor after the last frame that was taken.
    shown: Option<Position>,
}

impl Screen {
    /// A screen of a size in cells.
    pub fn new(size: Size) -> Self {
        Screen {
            size,
            content: Vec::new(),
            cursor: None,
            shown: None,
        }
    }

    /// Frames have this size from now on. That of the terminal may be another for a moment: a program draws for
    /// the size that it was told.
    pub fn resize(&mut self, size: Size) {
        self.size = size;
    }

    /// The bytes of the frame drawn last; `None` when the terminal already shows it. Every opening mark in the
    /// bytes has its closing one.
    pub fn take_frame(&mut self) -> io::Result<Option<Vec<u8>>> {
        let content = std::mem::take(&mut self.content);
        if content.is_empty() && self.cursor == self.shown {
            return Ok(None);
        }
        let mut frame = Vec::with_capacity(content.len() + 64);
        queue!(frame, BeginSynchronizedUpdate)?;
        if self.shown.is_some() {
            // Also when it stays visible: a terminal without synchronized output would show it running about.
            queue!(frame, Hide)?;
        }
        frame.extend_from_slice(&content);
        if let Some(Position { x, y }) = self.cursor {
            queue!(frame, MoveTo(x, y), Show)?;
        }
        queue!(frame, EndSynchronizedUpdate)?;
        self.shown = self.cursor;
        Ok(Some(frame))
    }
}

impl Backend for Screen {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(()); // the crossterm backend would write its closing resets
        }
        CrosstermBackend::new(&mut self.content).draw(content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.cursor = None;
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        Ok(()) // always followed by a position
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.cursor.unwrap_or_default())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.cursor = Some(position.into());
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        CrosstermBackend::new(&mut self.content).clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize {
            columns_rows: self.size,
            pixels: Size::ZERO,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;

    const BEGIN: &str = "\u{1b}[?2026h";
    const END: &str = "\u{1b}[?2026l";

    /// Draws `text` with the cursor at `cursor` and returns what would be written.
    fn draw(
        terminal: &mut Terminal<Screen>,
        text: &str,
        cursor: Option<(u16, u16)>,
    ) -> Option<String> {
        terminal
            .draw(|frame| {
                frame.render_widget(text, frame.area());
                if let Some(cursor) = cursor {
                    frame.set_cursor_position(cursor);
                }
            })
            .unwrap();
        terminal
            .backend_mut()
            .take_frame()
            .unwrap()
            .map(|bytes| String::from_utf8(bytes).unwrap())
    }

    fn terminal() -> Terminal<Screen> {
        Terminal::new(Screen::new(Size::new(20, 2))).unwrap()
    }

    #[test]
    fn frames_have_the_size_that_was_told() {
        let mut terminal = terminal();
        let area = |terminal: &mut Terminal<Screen>| {
            let mut area = None;
            terminal.draw(|frame| area = Some(frame.area())).unwrap();
            area.unwrap().as_size()
        };
        assert_eq!(area(&mut terminal), Size::new(20, 2));
        terminal.backend_mut().resize(Size::new(7, 3));
        assert_eq!(area(&mut terminal), Size::new(7, 3));
    }

    #[test]
    fn a_frame_stands_between_its_marks() {
        let frame = draw(&mut terminal(), "one", None).unwrap();
        assert!(
            frame.starts_with(BEGIN) && frame.ends_with(END),
            "{frame:?}"
        );
        assert_eq!(
            (frame.matches(BEGIN).count(), frame.matches(END).count()),
            (1, 1)
        );
        assert!(frame.contains("one"));
    }

    #[test]
    fn the_same_frame_again_is_no_bytes() {
        let mut terminal = terminal();
        draw(&mut terminal, "one", None);
        assert_eq!(draw(&mut terminal, "one", None), None);
        draw(&mut terminal, "one", Some((2, 1)));
        assert_eq!(draw(&mut terminal, "one", Some((2, 1))), None);
    }

    #[test]
    fn the_cursor_alone_is_a_frame() {
        let mut terminal = terminal();
        draw(&mut terminal, "one", None);
        let shown = draw(&mut terminal, "one", Some((2, 1)));
        assert_eq!(
            shown.unwrap(),
            format!("{BEGIN}\u{1b}[2;3H\u{1b}[?25h{END}")
        );
        let hidden = draw(&mut terminal, "one", None);
        assert_eq!(hidden.unwrap(), format!("{BEGIN}\u{1b}[?25l{END}"));
    }

    #[test]
    fn a_visible_cursor_hides_while_cells_change_and_comes_back() {
        let mut terminal = terminal();
        draw(&mut terminal, "one", Some((0, 0)));
        let frame = draw(&mut terminal, "two", Some((0, 0))).unwrap();
        assert!(
            frame.starts_with(&format!("{BEGIN}\u{1b}[?25l")),
            "{frame:?}"
        );
        assert!(
            frame.ends_with(&format!("\u{1b}[1;1H\u{1b}[?25h{END}")),
            "{frame:?}"
        );
    }

    #[test]
    fn a_terminal_set_up_anew_gets_everything_again() {
        let mut terminal = terminal();
        draw(&mut terminal, "one", Some((1, 1)));
        terminal.clear().unwrap();
        let frame = draw(&mut terminal, "one", Some((1, 1))).unwrap();
        assert!(
            frame.contains("\u{1b}[2J") && frame.contains("one"),
            "{frame:?}"
        );
        assert!(
            frame.ends_with(&format!("\u{1b}[2;2H\u{1b}[?25h{END}")),
            "{frame:?}"
        );
    }

    #[test]
    fn a_terminal_without_cells_is_drawn_without_a_panic() {
        let mut terminal = Terminal::new(Screen::new(Size::ZERO)).unwrap();
        assert_eq!(draw(&mut terminal, "one", None), None);
    }
}
