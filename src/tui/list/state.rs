//! Findings in groups, and where the cursor is. Knows neither what is found nor the screen but the
//! height of its list.

use std::collections::HashSet;
use std::ops::Range;

use crate::store::catalog::SkillId;
use crate::theme::Chrome;
use crate::tui::cursor::Cursor;

/// What is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Problems of all skills, by rule.
    Problems,
    /// What a search over all skills found, by skill.
    Search,
}

/// A place in a library.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The skill.
    pub skill: SkillId,
    /// The line of its entry file, from 1.
    pub line: Option<u32>,
}

/// Something found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where.
    pub spot: Spot,
    /// A sign before it, and its paint.
    pub sign: (&'static str, Chrome),
    /// What is shown, safe to draw.
    pub label: String,
    /// The parts of the label that were looked for, in bytes.
    pub found: Vec<Range<usize>>,
    /// More about it, shown below the panes; safe to draw.
    pub note: String,
}

/// Findings that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What names it, the same after a new look.
    pub id: String,
    /// A sign before the title, and its paint.
    pub sign: (&'static str, Chrome),
    /// Its title, safe to draw.
    pub title: String,
    /// Behind the title, dimmed.
    pub detail: String,
    /// Where the group itself is, when it is a skill.
    pub spot: Option<Spot>,
    /// What is in it.
    pub entries: Vec<Entry>,
}

/// A row: a group, or an entry of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Index of the group.
    pub group: usize,
    /// Index of the entry in it; `None` for the group's own row.
    pub entry: Option<usize>,
}

/// The list's state.
#[derive(Clone, Debug)]
pub struct ListState {
    kind: Kind,
    title: String,
    /// What to say when it is empty, line by line.
    advice: Vec<String>,
    groups: Vec<Group>,
    rows: Vec<Row>,
    closed: HashSet<String>,
    /// Where the cursor is.
    pub cursor: Cursor,
}

impl ListState {
    /// An empty list.
    pub fn new(kind: Kind, title: impl Into<String>) -> Self {
        ListState {
            kind,
            title: title.into(),
            advice: vec!["nothing".to_owned()],
            groups: Vec::new(),
            rows: Vec::new(),
            closed: HashSet::new(),
            cursor: Cursor::default(),
        }
    }

    /// What is listed.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Gives it another title.
    pub fn set_title(&mut self, title: impl Into<String>) {
        self.title = title.into();
    }

    /// What to say when it is empty, line by line; safe to draw.
    pub fn advice(&self) -> &[String] {
        &self.advice
    }

    /// Gives it something else to say when it is empty.
    pub fn set_advice(&mut self, lines: Vec<String>) {
        self.advice = lines;
    }

    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The group of a row.
    pub fn group(&self, row: Row) -> Option<&Group> {
        self.groups.get(row.group)
    }

    /// The entry of a row.
    pub fn entry(&self, row: Row) -> Option<&Entry> {
        self.group(row)?.entries.get(row.entry?)
    }

    /// The group is open.
    pub fn is_open(&self, group: &Group) -> bool {
        !self.closed.contains(&group.id)
    }

    /// The place that the cursor is at.
    pub fn selected(&self) -> Option<&Spot> {
        let row = *self.rows.get(self.cursor.at)?;
        match self.entry(row) {
            Some(entry) => Some(&entry.spot),
            None => self.group(row)?.spot.as_ref(),
        }
    }

    /// What is to be said of the entry at the cursor.
    pub fn note(&self) -> Option<&str> {
        let entry = self.entry(*self.rows.get(self.cursor.at)?)?;
        Some(entry.note.as_str()).filter(|note| !note.is_empty())
    }

    /// Takes other findings and gives those before; the cursor stays at what it is at, or near it.
    pub fn set_groups(&mut self, groups: Vec<Group>) -> Vec<Group> {
        let here = self.rows.get(self.cursor.at).copied();
        let group = here.and_then(|row| self.group(row).map(|group| group.id.clone()));
        let spot = here
            .and_then(|row| self.entry(row))
            .map(|it| it.spot.clone());
        let before = std::mem::replace(&mut self.groups, groups);
        self.plan();
        let is_here = |row: &Row| {
            self.group(*row).map(|it| &it.id) == group.as_ref()
                && self.entry(*row).map(|it| &it.spot) == spot.as_ref()
        };
        if let Some(at) = self.rows.iter().position(is_here) {
            self.cursor.at = at;
        }
        before
    }

    /// Puts the cursor on the first entry of the first group, or on the group when it shows none.
    pub fn go_to_first(&mut self) {
        let second = self.rows.get(1);
        self.cursor.at = usize::from(second.is_some_and(|row| row.entry.is_some()));
    }

    /// Opens or closes the group of the cursor; false when nothing changes.
    pub fn fold(&mut self, open: Option<bool>) -> bool {
        let Some(row) = self.rows.get(self.cursor.at).copied() else {
            return false;
        };
        let Some(group) = self.groups.get(row.group) else {
            return false;
        };
        let is_open = self.is_open(group);
        let wanted = open.unwrap_or(!is_open);
        if wanted == is_open {
            return false;
        }
        let id = group.id.clone();
        if wanted {
            self.closed.remove(&id);
        } else {
            self.closed.insert(id);
        }
        self.plan();
        let of_group = |it: &Row| it.group == row.group && it.entry.is_none();
        self.cursor.at = self
            .rows
            .iter()
            .position(of_group)
            .unwrap_or(self.cursor.at);
        true
    }

    fn plan(&mut self) {
        self.rows.clear();
        for (at, group) in self.groups.iter().enumerate() {
            self.rows.push(Row {
                group: at,
                entry: None,
            });
            if !self.closed.contains(&group.id) {
                let entries = (0..group.entries.len()).map(|entry| Row {
                    group: at,
                    entry: Some(entry),
                });
                self.rows.extend(entries);
            }
        }
        self.cursor.step(0, self.rows.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(key: &str, line: u32) -> Spot {
        Spot {
            skill: SkillId {
                library: "lib".into(),
                key: key.into(),
            },
            line: Some(line),
        }
    }

    fn group(id: &str, spots: &[(&str, u32)]) -> Group {
        Group {
            id: id.to_owned(),
            sign: ("", Chrome::Dim),
            title: id.to_owned(),
            detail: String::new(),
            spot: None,
            entries: spots
                .iter()
                .map(|(key, line)| Entry {
                    spot: spot(key, *line),
                    sign: ("", Chrome::Dim),
                    label: format!("{key}:{line}"),
                    found: Vec::new(),
                    note: String::new(),
                })
                .collect(),
        }
    }

    #[test]
    fn the_cursor_stays_at_what_it_is_at() {
        let mut list = ListState::new(Kind::Problems, "t");
        list.set_groups(vec![
            group("a", &[("x", 1), ("y", 2)]),
            group("b", &[("x", 3)]),
        ]);
        list.go_to_first();
        assert_eq!(list.selected(), Some(&spot("x", 1)));
        list.cursor.step(3, 5);
        assert_eq!((list.cursor.at, list.selected()), (4, Some(&spot("x", 3))));
        list.set_groups(vec![
            group("0", &[("w", 9)]),
            group("b", &[("w", 1), ("x", 3)]),
        ]);
        assert_eq!((list.cursor.at, list.selected()), (4, Some(&spot("x", 3))));
        // What is gone leaves the cursor near it.
        list.set_groups(vec![group("a", &[])]);
        assert_eq!((list.cursor.at, list.selected()), (0, None));
    }

    #[test]
    fn a_closed_group_hides_its_entries_and_takes_the_cursor() {
        let mut list = ListState::new(Kind::Problems, "t");
        list.set_groups(vec![
            group("a", &[("x", 1)]),
            group("b", &[("x", 2), ("y", 2)]),
        ]);
        list.cursor.go_to(4, 5);
        assert!(list.fold(Some(false)));
        assert!(!list.fold(Some(false)), "it is closed already");
        assert_eq!((list.cursor.at, list.rows().len()), (2, 3));
        assert!(list.fold(None));
        assert_eq!(list.rows().len(), 5);
    }
}
