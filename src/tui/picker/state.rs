//! What the list holds, what was typed, where its cursor is. Knows no screen but its place on it.

use std::sync::Arc;

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use super::choice::Choice;
use crate::tui::field::Field;

/// What is picked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A skill of the catalog.
    Jump,
    /// A heading.
    Outline,
    /// A link or file reference.
    Links,
    /// A file of the package.
    Files,
    /// A problem.
    Problems,
    /// A profile.
    Profiles,
    /// A command, by its keys.
    Help,
    /// A command or another action, by its name.
    Palette,
    /// A theme.
    Themes,
    /// A skill to compare another with.
    Compare,
}

/// Where the list is on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// With its frame.
    pub frame: Rect,
    /// Its rows.
    pub rows: Rect,
}

/// An item of the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// What is shown first; safe to draw.
    pub label: String,
    /// What is shown after it, dimmed; safe to draw.
    pub detail: String,
    /// A sign before the label.
    pub sign: &'static str,
    /// What it stands for.
    pub choice: Choice,
}

/// The items of a list, ready to be narrowed. Made on a worker where there are many.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Items {
    items: Vec<Item>,
    /// Label and detail of each item, lower-cased once, for words typed in full.
    folded: Vec<[String; 2]>,
}

impl From<Vec<Item>> for Items {
    fn from(items: Vec<Item>) -> Self {
        let folded = items.iter();
        let folded = folded.map(|item| [&item.label, &item.detail].map(|text| text.to_lowercase()));
        Items {
            folded: folded.collect(),
            items,
        }
    }
}

/// What became of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The list has changed, or nothing has.
    Stay,
    /// It was left without a choice.
    Closed,
    /// An item was chosen.
    Picked(Choice),
}

/// The list.
#[derive(Clone, Debug)]
pub struct Picker {
    kind: Kind,
    title: String,
    items: Arc<Items>,
    field: Field,
    /// Indices of the items that match, best first.
    hits: Vec<u32>,
    cursor: usize,
    offset: usize,
    /// More hits than the list takes.
    height: usize,
    /// Where it was drawn.
    pub place: Place,
}

/// At most this many hits are kept: nobody scrolls further.
pub const MAX_HITS: usize = 1_000;

impl Picker {
    /// A list with nothing typed yet.
    pub fn new(kind: Kind, title: impl Into<String>, items: Vec<Item>) -> Self {
        Picker::of(kind, title, Arc::new(items.into()))
    }

    /// The same of items that are ready.
    pub fn of(kind: Kind, title: impl Into<String>, items: Arc<Items>) -> Self {
        Picker {
            kind,
            title: title.into(),
            hits: (0u32..).take(items.items.len().min(MAX_HITS)).collect(),
            items,
            field: Field::default(),
            cursor: 0,
            offset: 0,
            height: 1,
            place: Place::default(),
        }
    }

    /// What is picked.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// What is typed.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// Number of items and of those that match.
    pub fn counts(&self) -> (usize, usize) {
        (self.hits.len(), self.items.items.len())
    }

    /// Puts the cursor on an item.
    pub fn select(&mut self, index: usize) {
        let at = self.hits.iter().position(|hit| *hit as usize == index);
        self.cursor = at.unwrap_or(0);
    }

    /// The index of the item at the cursor.
    pub fn selected(&self) -> Option<usize> {
        self.hits.get(self.cursor).map(|hit| *hit as usize)
    }

    /// The item at the cursor.
    pub fn item(&self) -> Option<&Item> {
        self.items.items.get(self.selected()?)
    }

    /// The items in the window, with whether the cursor is at them.
    pub fn window(&mut self, height: usize) -> Vec<(bool, Item)> {
        self.height = height.max(1);
        self.offset = self
            .offset
            .clamp((self.cursor + 1).saturating_sub(self.height), self.cursor);
        let window = self.hits.iter().enumerate().skip(self.offset).take(height);
        window
            .filter_map(|(at, hit)| {
                let item = self.items.items.get(*hit as usize)?;
                Some((at == self.cursor, item.clone()))
            })
            .collect()
    }

    /// Takes a pasted text.
    pub fn paste(&mut self, text: &str) {
        self.field.insert(text);
        self.narrow();
    }

    /// Takes a key.
    pub fn key(&mut self, key: &KeyEvent) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let page = isize::try_from(self.height).unwrap_or(1);
        match key.code {
            KeyCode::Esc => return Outcome::Closed,
            KeyCode::Char('c') if control => return Outcome::Closed,
            KeyCode::Enter => {
                return self.pick();
            }
            KeyCode::Down | KeyCode::Tab => self.step(1),
            KeyCode::Up | KeyCode::BackTab => self.step(-1),
            KeyCode::Char('n' | 'j') if control => self.step(1),
            KeyCode::Char('p' | 'k') if control => self.step(-1),
            KeyCode::PageDown => self.step(page),
            KeyCode::PageUp => self.step(-page),
            KeyCode::Char('d') if control => self.step(page),
            _ => {
                let before = self.field.text().to_owned();
                self.field.key(key);
                if self.field.text() != before {
                    self.narrow();
                }
            }
        }
        Outcome::Stay
    }

    /// Moves the cursor by some rows.
    pub fn step(&mut self, by: isize) {
        let last = self.hits.len().saturating_sub(1);
        self.cursor = self.cursor.saturating_add_signed(by).min(last);
    }

    /// Chooses the row at a line of the window.
    pub fn press(&mut self, line: usize) -> Outcome {
        let row = self.offset + line;
        if row >= self.hits.len() {
            return Outcome::Stay;
        }
        self.cursor = row;
        self.pick()
    }

    fn pick(&self) -> Outcome {
        let item = self.item();
        item.map_or(Outcome::Stay, |item| Outcome::Picked(item.choice.clone()))
    }

    /// Finds the items that match what is typed, best first.
    fn narrow(&mut self) {
        self.hits = matching(self.field.text(), &self.items);
        self.cursor = 0;
        self.offset = 0;
    }
}

/// Indices of the items that match a query, best first: labels that hold it, items that hold every
/// word of it, labels that hold its letters in order.
fn matching(query: &str, items: &Items) -> Vec<u32> {
    let numbered = (0u32..).zip(items.items.iter().zip(&items.folded));
    if query.trim().is_empty() {
        return numbered.map(|(at, _)| at).take(MAX_HITS).collect();
    }
    let pattern = Pattern::parse(query, CaseMatching::Smart, Normalization::Smart);
    let whole = query.trim().to_lowercase();
    let words: Vec<&str> = whole.split_whitespace().collect();
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut buffer = Vec::new();
    let mut scored: Vec<((u8, u32), u32)> = numbered
        .filter_map(|(at, (item, [label, detail]))| {
            let loose = pattern.score(Utf32Str::new(&item.label, &mut buffer), &mut matcher);
            let rank = if label.contains(&whole) {
                (2, loose.unwrap_or(0))
            } else if words
                .iter()
                .all(|word| label.contains(word) || detail.contains(word))
            {
                let named = words.iter().filter(|word| label.contains(**word)).count();
                (1, u32::try_from(named).unwrap_or(0))
            } else {
                (0, loose?)
            };
            Some((rank, at))
        })
        .collect();
    scored.sort_by_key(|(rank, at)| (std::cmp::Reverse(*rank), *at));
    scored.truncate(MAX_HITS);
    scored.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(label: &str, detail: &str) -> Item {
        Item {
            label: label.to_owned(),
            detail: detail.to_owned(),
            sign: "",
            choice: Choice::Library(label.to_owned()),
        }
    }

    fn press(picker: &mut Picker, text: &str) -> Outcome {
        let mut last = Outcome::Stay;
        for c in text.chars() {
            let code = match c {
                '\n' => KeyCode::Enter,
                '\u{1b}' => KeyCode::Esc,
                '↓' => KeyCode::Down,
                c => KeyCode::Char(c),
            };
            last = picker.key(&KeyEvent::new(code, KeyModifiers::NONE));
        }
        last
    }

    #[test]
    fn labels_beat_details_and_typing_narrows() {
        let items = vec![
            item("log-triage", "read logs of deploys"),
            item("docker-deploy", "ship an image"),
            item("csv-cleanup", "clean data"),
        ];
        let mut picker = Picker::new(Kind::Jump, "Jump", items.clone());
        press(&mut picker, "deploy");
        assert_eq!(picker.counts(), (2, 3));
        let window = picker.window(5);
        assert_eq!(
            window,
            vec![(true, items[1].clone()), (false, items[0].clone())]
        );
        assert_eq!(
            press(&mut picker, "↓\n"),
            Outcome::Picked(items[0].choice.clone())
        );
        assert_eq!(press(&mut picker, "zzz\n"), Outcome::Stay);
        assert_eq!(press(&mut picker, "\u{1b}"), Outcome::Closed);
    }
}
