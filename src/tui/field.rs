//! A one-line text field: what is typed, and where the cursor is. Knows no screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use unicode_segmentation::UnicodeSegmentation;

/// The text being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    text: String,
    /// Byte offset of the cursor, on a grapheme border.
    cursor: usize,
}

impl Field {
    /// A field that holds a text, the cursor behind it.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Field {
            cursor: text.len(),
            text,
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text before the cursor.
    pub fn before(&self) -> &str {
        self.text.get(..self.cursor).unwrap_or_default()
    }

    /// Takes a key; false when the field has no use for it.
    pub fn key(&mut self, key: &KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if control => {
                self.text.replace_range(..self.cursor, "");
                self.cursor = 0;
            }
            KeyCode::Char('w') if control => {
                let kept = self.before().trim_end();
                let start = kept.rfind(char::is_whitespace).map_or(0, |at| at + 1);
                self.text.replace_range(start..self.cursor, "");
                self.cursor = start;
            }
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.text.len(),
            KeyCode::Char(c) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
                self.insert(c.encode_utf8(&mut [0; 4]));
            }
            KeyCode::Backspace => {
                let start = self.left();
                self.text.replace_range(start..self.cursor, "");
                self.cursor = start;
            }
            KeyCode::Delete => {
                let end = self.right();
                self.text.replace_range(self.cursor..end, "");
            }
            KeyCode::Left => self.cursor = self.left(),
            KeyCode::Right => self.cursor = self.right(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => return false,
        }
        true
    }

    /// Inserts a text at the cursor; line ends and controls become spaces.
    pub fn insert(&mut self, text: &str) {
        let clean: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        self.text.insert_str(self.cursor, &clean);
        self.cursor += clean.len();
    }

    fn left(&self) -> usize {
        let last = self.before().grapheme_indices(true).next_back();
        last.map_or(0, |(at, _)| at)
    }

    fn right(&self) -> usize {
        let rest = self.text.get(self.cursor..).unwrap_or_default();
        let next = rest.graphemes(true).next().map_or(0, str::len);
        self.cursor + next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_by_grapheme() {
        let mut field = Field::default();
        let mut press = |code: KeyCode, modifiers: KeyModifiers| {
            field.key(&KeyEvent::new(code, modifiers));
            (field.before().to_owned(), field.text().to_owned())
        };
        let none = KeyModifiers::NONE;
        for c in "ae\u{301}技".chars() {
            press(KeyCode::Char(c), none);
        }
        let pair = |before: &str, text: &str| (before.to_owned(), text.to_owned());
        assert_eq!(press(KeyCode::Left, none), pair("ae\u{301}", "ae\u{301}技"));
        assert_eq!(press(KeyCode::Backspace, none), pair("a", "a技"));
        assert_eq!(press(KeyCode::Delete, none), pair("a", "a"));
        assert_eq!(
            press(KeyCode::Char('u'), KeyModifiers::CONTROL),
            pair("", "")
        );
        field.insert("two words\n");
        field.key(&KeyEvent::new(KeyCode::Char('w'), KeyModifiers::CONTROL));
        assert_eq!(field.text(), "two ");
    }
}
