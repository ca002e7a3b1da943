//! What was pressed so far: a count, the beginning of a sequence, a command that waits for a letter.
//!
//! A digit alone is a screen, before a motion it is a count; which of the two it is shows with the
//! next key, or when none comes for a while. Knows no clock: the caller says when the while is over.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::command::{self, Command, Scope};
use super::keymap::{Found, Keymap};

/// Nobody moves further by a count.
const MOST: u32 = 99_999;

/// What a key has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Run a command, perhaps a number of times.
    Run(Command, Option<u32>),
    /// Run a command that takes a letter.
    Letter(Command, char),
    /// The keys mean nothing together.
    Unknown,
}

/// What was pressed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    count: Option<u32>,
    /// The command of the one digit that was pressed.
    digit: Option<Command>,
    keys: Vec<String>,
    letter: Option<Command>,
}

impl Sequence {
    /// Nothing was pressed.
    pub fn is_empty(&self) -> bool {
        *self == Sequence::default()
    }

    /// A digit that is a screen when nothing follows.
    pub fn has_digit(&self) -> bool {
        self.digit.is_some()
    }

    /// The keys of the sequence so far.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// The command that waits for a letter.
    pub fn waits_for_letter(&self) -> Option<Command> {
        self.letter
    }

    /// The next key is the letter of a command.
    pub fn wait_for_letter(&mut self, command: Command) {
        *self = Sequence {
            letter: Some(command),
            ..Sequence::default()
        };
    }

    /// What was pressed, as people read it.
    pub fn words(&self) -> String {
        let count = self.count.map(|count| count.to_string());
        let parts = count.into_iter().chain(self.keys.iter().cloned());
        parts.collect::<Vec<_>>().join(" ")
    }

    /// Takes a key; gives what is to be done now, in order. Nothing while more keys are waited for.
    pub fn press(&mut self, keymap: &Keymap, scope: Scope, key: &KeyEvent) -> Vec<Step> {
        let held = key.modifiers - KeyModifiers::SHIFT;
        if let Some(command) = self.letter.take() {
            return match key.code {
                KeyCode::Char(c) if held.is_empty() => vec![Step::Letter(command, c)],
                KeyCode::Esc => Vec::new(),
                _ => vec![Step::Unknown],
            };
        }
        let Some(name) = command::key_name(key) else {
            return self.end(Step::Unknown);
        };
        if name == "esc" && !self.is_empty() {
            *self = Sequence::default();
            return Vec::new();
        }
        let digit = name.parse::<u32>().ok().filter(|_| self.keys.is_empty());
        match digit {
            Some(digit) if digit > 0 || self.count.is_some() => {
                let first = self.count.is_none();
                let count = self.count.unwrap_or(0) * 10 + digit;
                self.count = Some(count.min(MOST));
                self.digit = match keymap.find(scope, &[name]) {
                    Found::Command(command) if first => Some(command),
                    _ => None,
                };
                return Vec::new();
            }
            _ => {}
        }
        self.keys.push(name);
        match keymap.find(scope, &self.keys) {
            Found::Prefix => Vec::new(),
            Found::Nothing => self.end(Step::Unknown),
            Found::Command(command) if command::takes_letter(command) => {
                self.wait_for_letter(command);
                Vec::new()
            }
            Found::Command(command) if command::is_counted(command) => {
                let count = self.count;
                *self = Sequence::default();
                vec![Step::Run(command, count)]
            }
            Found::Command(command) => self.end(Step::Run(command, None)),
        }
    }

    /// No key came for a while: a digit alone is its screen.
    pub fn elapsed(&mut self) -> Option<Step> {
        let command = self.digit?;
        if !self.keys.is_empty() {
            return None;
        }
        *self = Sequence::default();
        Some(Step::Run(command, None))
    }

    /// Ends with a step; a digit before it was no count.
    fn end(&mut self, step: Step) -> Vec<Step> {
        let digit = self.digit.map(|command| Step::Run(command, None));
        *self = Sequence::default();
        digit.into_iter().chain([step]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Command as C;

    fn key(c: char) -> KeyEvent {
        let code = match c {
            '⎋' => KeyCode::Esc,
            '↵' => KeyCode::Enter,
            c => KeyCode::Char(c),
        };
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    fn typed(text: &str) -> (Vec<Step>, String) {
        let keymap = Keymap::default();
        let mut sequence = Sequence::default();
        let steps = text
            .chars()
            .flat_map(|c| sequence.press(&keymap, Scope::Tree, &key(c)))
            .collect();
        (steps, sequence.words())
    }

    #[test]
    fn counts_prefixes_and_letters() {
        let run = |command, count| Step::Run(command, count);
        let cases: [(&str, Vec<Step>, &str); 14] = [
            ("j", vec![run(C::Down, None)], ""),
            ("5j", vec![run(C::Down, Some(5))], ""),
            ("12k", vec![run(C::Up, Some(12))], ""),
            ("10gg", vec![run(C::Top, Some(10))], ""),
            ("g", vec![], "g"),
            ("7g", vec![], "7 g"),
            ("gxj", vec![Step::Unknown, run(C::Down, None)], ""),
            ("g⎋j", vec![run(C::Down, None)], ""),
            ("Ma", vec![Step::Letter(C::SetMark, 'a')], ""),
            ("'⎋j", vec![run(C::Down, None)], ""),
            // A screen, and then a command that takes no count.
            (
                "1s",
                vec![run(C::Library, None), run(C::TreeSort, None)],
                "",
            ),
            ("2s", vec![run(C::TreeSort, None)], ""),
            ("0j", vec![Step::Unknown, run(C::Down, None)], ""),
            ("999999j", vec![run(C::Down, Some(MOST))], ""),
        ];
        for (text, steps, left) in cases {
            assert_eq!(typed(text), (steps, left.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_digit_alone_is_a_screen_after_a_while() {
        let keymap = Keymap::default();
        let mut sequence = Sequence::default();
        assert_eq!(sequence.press(&keymap, Scope::Viewer, &key('1')), []);
        assert!(sequence.has_digit());
        assert_eq!(sequence.elapsed(), Some(Step::Run(C::Library, None)));
        assert_eq!(sequence.elapsed(), None);
        sequence.press(&keymap, Scope::Viewer, &key('1'));
        sequence.press(&keymap, Scope::Viewer, &key('0'));
        assert_eq!(sequence.elapsed(), None, "ten is no screen");
    }
}
