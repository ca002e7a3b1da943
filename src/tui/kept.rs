//! What of the screen is kept from one run to the next: open nodes, places in documents, filter, sizes.
//!
//! A value with its written form: JSON with a format number, in which a field that is missing, unknown
//! or damaged costs itself and no more. Not where each part comes from or goes to; that is `app`.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::store::catalog::{Catalog, SkillId};
use crate::workbench::Workbench;

/// The format that is written.
const FORMAT: u32 = 1;
/// Places in documents that are kept; the oldest go first.
pub const MAX_READINGS: usize = 500;
/// Nodes that are kept open.
const MAX_OPEN: usize = 10_000;
/// The longest text that is kept, in bytes; longer ones are no names of people's.
const MAX_TEXT: usize = 4_096;

/// A library or a category of the tree, by names that survive a new look.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Node {
    /// The library's id.
    pub library: String,
    /// The key in it, of a category or a skill; empty for the library itself.
    #[serde(default)]
    pub key: String,
}

/// A document: a file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Document {
    /// The library's id.
    pub library: String,
    /// The skill's key.
    pub key: String,
    /// The file in its package; nothing for its entry file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

impl Document {
    /// A file of a skill; nothing names its entry file.
    pub fn new(skill: &SkillId, file: Option<&str>) -> Self {
        Document {
            library: skill.library.to_string(),
            key: skill.key.to_string(),
            file: file.map(str::to_owned),
        }
    }

    /// The skill.
    pub fn skill(&self) -> SkillId {
        SkillId {
            library: self.library.as_str().into(),
            key: self.key.as_str().into(),
        }
    }
}

/// A heading of a page, for places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// 1 to 6.
    pub level: u8,
    /// Its text.
    pub text: &'a str,
    /// The row that it is drawn at.
    pub row: usize,
}

/// A place on a page that survives edits elsewhere on it: a heading, by those above it, and rows below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The heading's text behind those that it stands under; empty above the first heading.
    #[serde(default)]
    pub headings: Vec<String>,
    /// Rows below it.
    #[serde(default)]
    pub rows: usize,
}

impl Spot {
    /// The spot of a row. The headings are in their order on the page.
    pub fn of(headings: &[Heading<'_>], row: usize) -> Spot {
        let mut path: Vec<&Heading<'_>> = Vec::new();
        for heading in headings.iter().take_while(|it| it.row <= row) {
            path.retain(|above| above.level < heading.level);
            path.push(heading);
        }
        Spot {
            rows: row - path.last().map_or(0, |it| it.row),
            headings: path.iter().map(|it| it.text.to_owned()).collect(),
        }
    }

    /// The row of the spot on a page that may have changed. Where the heading is gone, that of the nearest one that
    /// it stood under; nothing when none of them is left.
    pub fn row(&self, headings: &[Heading<'_>]) -> Option<usize> {
        if self.headings.is_empty() {
            // Not past what now is the first heading.
            let most = headings.first().map_or(usize::MAX, |it| it.row);
            return Some(self.rows.min(most));
        }
        let mut path: Vec<&Heading<'_>> = Vec::new();
        let mut best: Option<(usize, usize)> = None;
        for (at, heading) in headings.iter().enumerate() {
            path.retain(|above| above.level < heading.level);
            path.push(heading);
            let texts = path.iter().map(|it| it.text);
            let is_prefix = path.len() <= self.headings.len()
                && texts.eq(self.headings.iter().take(path.len()).map(String::as_str));
            if is_prefix && best.is_none_or(|(depth, _)| depth < path.len()) {
                best = Some((path.len(), at));
            }
        }
        let (depth, at) = best?;
        let row = headings.get(at)?.row;
        if depth < self.headings.len() {
            return Some(row);
        }
        // A section that became shorter ends at the next heading.
        let last = headings
            .get(at + 1)
            .map_or(usize::MAX, |next| next.row.saturating_sub(1));
        Some(row.saturating_add(self.rows).min(last.max(row)))
    }
}

/// Where a document was left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Reading {
    #[serde(flatten)]
    document: Document,
    #[serde(flatten)]
    spot: Spot,
}

/// A place under a letter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The document.
    #[serde(flatten)]
    pub document: Document,
    /// The line of its file, from 1.
    #[serde(default)]
    pub line: u32,
}

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kept {
    /// The nodes of the tree that are open; nothing while nobody has opened or closed one.
    #[serde(deserialize_with = "lenient")]
    pub open: Option<BTreeSet<Node>>,
    /// What the tree's cursor is at.
    #[serde(deserialize_with = "lenient")]
    pub cursor: Option<Node>,
    /// Places in documents, the newest last.
    #[serde(deserialize_with = "lenient_list")]
    readings: Vec<Reading>,
    /// The tree's filter.
    #[serde(deserialize_with = "lenient")]
    pub filter: String,
    /// The name of the tree's order.
    #[serde(deserialize_with = "lenient")]
    pub sort: Option<String>,
    /// The width of the tree that was chosen, in cells.
    #[serde(deserialize_with = "lenient")]
    pub split: Option<u16>,
    /// The theme that was chosen in the program.
    #[serde(deserialize_with = "lenient")]
    pub theme: Option<String>,
    /// Whether the mouse was turned on or off in the program.
    #[serde(deserialize_with = "lenient")]
    pub mouse: Option<bool>,
    /// Places under letters.
    #[serde(deserialize_with = "lenient_map")]
    pub marks: BTreeMap<char, Mark>,
}

/// A field that cannot be read is what it is when it is missing.
fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Without the entries that cannot be read.
fn lenient_list<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let list: Vec<Value> = lenient(deserializer)?;
    let items = list.into_iter().map(serde_json::from_value);
    Ok(items.filter_map(Result::ok).collect())
}

/// Without the entries that cannot be read.
fn lenient_map<'de, D: Deserializer<'de>, T: DeserializeOwned>(
    deserializer: D,
) -> Result<BTreeMap<char, T>, D::Error> {
    let map: BTreeMap<String, Value> = lenient(deserializer)?;
    let items = map.into_iter().filter_map(|(letter, value)| {
        let mut letters = letter.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return None;
        };
        Some((letter, serde_json::from_value(value).ok()?))
    });
    Ok(items.filter(|(letter, _)| !letter.is_control()).collect())
}

/// Why bytes are not what was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unreadable {
    Damaged(String),
    Newer,
}

impl Kept {
    /// Where a document was left.
    pub fn reading(&self, document: &Document) -> Option<&Spot> {
        let mut readings = self.readings.iter().rev();
        let reading = readings.find(|it| it.document == *document)?;
        Some(&reading.spot)
    }

    /// Every document with where it was left, the newest last.
    pub fn readings(&self) -> impl Iterator<Item = (&Document, &Spot)> {
        self.readings.iter().map(|it| (&it.document, &it.spot))
    }

    /// Remembers where a document was left; the one that was not read for the longest time gives way.
    pub fn read(&mut self, document: Document, spot: Spot) {
        self.readings.retain(|it| it.document != document);
        self.readings.push(Reading { document, spot });
        let over = self.readings.len().saturating_sub(MAX_READINGS);
        self.readings.drain(..over);
    }

    fn parse(bytes: &[u8]) -> Result<Kept, Unreadable> {
        let damaged = |error: serde_json::Error| Unreadable::Damaged(error.to_string());
        let value: Value = serde_json::from_slice(bytes).map_err(damaged)?;
        match value.get("format").and_then(Value::as_u64) {
            Some(format) if format > u64::from(FORMAT) => return Err(Unreadable::Newer),
            Some(_) => {}
            None => return Err(Unreadable::Damaged("it has no format".to_owned())),
        }
        let kept: Kept = serde_json::from_value(value).map_err(damaged)?;
        Ok(kept.bounded())
    }

    fn bytes(&self) -> Vec<u8> {
        let mut record = serde_json::json!({ "format": FORMAT });
        if let (Value::Object(record), Ok(Value::Object(kept))) =
            (&mut record, serde_json::to_value(self.clone().bounded()))
        {
            record.extend(kept);
        }
        let mut bytes = record.to_string().into_bytes();
        bytes.push(b'\n');
        bytes
    }

    /// Without what is too much or too long to be kept.
    fn bounded(mut self) -> Self {
        let fits = |text: &str| text.len() <= MAX_TEXT;
        let node_fits = |node: &Node| fits(&node.library) && fits(&node.key);
        let document_fits = |it: &Document| {
            fits(&it.library) && fits(&it.key) && it.file.as_deref().is_none_or(fits)
        };
        let spot_fits = |it: &Spot| it.headings.len() <= 6 && it.headings.iter().all(|it| fits(it));
        self.open = self.open.map(|open| {
            let open = open.into_iter().filter(node_fits);
            open.take(MAX_OPEN).collect()
        });
        self.cursor = self.cursor.filter(node_fits);
        self.readings
            .retain(|it| document_fits(&it.document) && spot_fits(&it.spot));
        let over = self.readings.len().saturating_sub(MAX_READINGS);
        self.readings.drain(..over);
        if !fits(&self.filter) {
            self.filter.clear();
        }
        self.sort = self.sort.filter(|it| fits(it));
        self.theme = self.theme.filter(|it| fits(it));
        self.marks.retain(|_, it| document_fits(&it.document));
        while self.marks.len() > MAX_READINGS {
            self.marks.pop_last();
        }
        self
    }
}

/// Where what is kept lies, and whether it may be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keeper {
    /// The name of the file; nothing where nothing is kept.
    name: Option<String>,
    /// The file cannot be read: it is put aside when another is written.
    damaged: bool,
}

impl Keeper {
    /// What was kept of the screen for what a catalog shows, and what went wrong, for the person.
    pub fn open(workbench: &Workbench, catalog: &Catalog) -> (Keeper, Kept, Option<String>) {
        let mut keeper = Keeper {
            name: workbench.screen_name(catalog),
            damaged: false,
        };
        let Some(name) = keeper.name.clone() else {
            return (keeper, Kept::default(), None);
        };
        let bytes = match workbench.read_screen(&name) {
            Ok(None) => return (keeper, Kept::default(), None),
            Ok(Some(bytes)) => Kept::parse(&bytes),
            Err(fault) => Err(Unreadable::Damaged(fault)),
        };
        match bytes {
            Ok(kept) => (keeper, kept, None),
            Err(Unreadable::Newer) => {
                keeper.name = None;
                let note = "the screen was last kept by a newer skilldeck; that is left alone";
                (keeper, Kept::default(), Some(note.to_owned()))
            }
            Err(Unreadable::Damaged(fault)) => {
                keeper.damaged = true;
                let note = format!("what was kept of the screen is damaged and put aside: {fault}");
                (keeper, Kept::default(), Some(note))
            }
        }
    }

    /// Keeps it. Who keeps last wins.
    ///
    /// # Errors
    /// What went wrong, for the person.
    pub fn save(&mut self, workbench: &Workbench, kept: &Kept) -> Result<(), String> {
        let Some(name) = &self.name else {
            return Ok(());
        };
        workbench.write_screen(name, &kept.bytes(), self.damaged)?;
        self.damaged = false;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
