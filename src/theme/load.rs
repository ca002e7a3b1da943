//! A theme's file: TOML to colours, with a complaint for each mistake. Not which files there are, nor what one
//! extends: that is `themes`.
//!
//! ```toml
//! extends = "dark"                        # where the colours come from that are not here
//! ground = "#101418"                      # the ground that the colours are chosen for
//! red = "#f28b96"
//! blue = { rgb = "#8cb6f5", ansi = 12 }   # with its stand-ins among the 16 and the 256
//! background = "terminal"                 # left to the terminal
//! ```

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use super::palette::{Palette, Rgb, Slot, Tint};
use crate::text::near;

/// What stands in a theme's file for a colour that is left to the terminal.
const TERMINAL: &str = "terminal";
/// Where a colour has stand-ins.
const TINT_KEYS: [&str; 3] = ["rgb", "ansi", "ansi256"];

/// A mistake in a theme's file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {message}", .path.display())]
pub struct Complaint {
    /// The file.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Complaint {
    /// A complaint about a place in a file's text; `at` is in bytes.
    pub(super) fn new(path: &Path, text: &str, at: usize, message: String) -> Complaint {
        let before = text.get(..at).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        Complaint {
            path: path.to_owned(),
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            message,
        }
    }
}

/// A theme's file as it was read: what it says, without what it extends.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The name of the theme that it extends, and where in the file that stands.
    pub extends: Option<(String, usize)>,
    ground: Option<Rgb>,
    /// `None`: left to the terminal.
    tints: Vec<(Slot, Option<Tint>)>,
}

/// Reads a theme's file.
///
/// # Errors
/// All mistakes, in the order of the file.
pub(super) fn read(path: &Path, text: &str) -> Result<Draft, Vec<Complaint>> {
    let complain = |at: usize, message: String| Complaint::new(path, text, at, message);
    let table = match DeTable::parse(text) {
        Ok(table) => table.into_inner(),
        Err(error) => {
            let at = error.span().map_or(0, |span| span.start);
            return Err(vec![complain(at, error.message().to_owned())]);
        }
    };
    let mut draft = Draft::default();
    let mut faults: Vec<(usize, String)> = Vec::new();
    for (key, value) in &table {
        let name = key.get_ref().as_ref();
        let Range { start: at, .. } = value.span();
        let value = value.get_ref();
        let slot = Slot::ALL.into_iter().find(|slot| slot.key() == name);
        let read = match (name, slot) {
            ("extends", _) => match value {
                DeValue::String(parent) => {
                    draft.extends = Some((parent.to_string(), at));
                    Ok(())
                }
                _ => Err((at, "expected the name of a theme in quotes".to_owned())),
            },
            ("ground", _) => color(value, at).map(|it| draft.ground = Some(it)),
            (_, Some(slot)) => tint(slot, value, at).map(|it| draft.tints.push((slot, it))),
            _ => Err((key.span().start, unknown_key(name, &keys()))),
        };
        faults.extend(read.err());
    }
    if faults.is_empty() {
        return Ok(draft);
    }
    faults.sort();
    let complaints = faults.into_iter().map(|(at, text)| complain(at, text));
    Err(complaints.collect())
}

impl Draft {
    /// The theme, on top of the one it extends.
    ///
    /// # Errors
    /// The keys that are missing.
    pub fn onto(self, name: &str, parent: Option<&Palette>) -> Result<Palette, Vec<&'static str>> {
        let ground = self.ground.or(parent.map(|it| it.ground));
        let mut palette = match parent {
            Some(parent) => parent.clone(),
            None => Palette::empty("", Rgb(0, 0, 0)),
        };
        palette.name = name.to_owned();
        palette.ground = ground.unwrap_or(palette.ground);
        for (slot, tint) in self.tints {
            palette.set(slot, tint);
        }
        let needed = Slot::ALL.into_iter().filter(|slot| !slot.is_optional());
        let missing: Vec<&str> = (ground.is_none().then_some("ground").into_iter())
            .chain(
                needed
                    .filter(|it| palette.get(*it).is_none())
                    .map(Slot::key),
            )
            .collect();
        if missing.is_empty() {
            Ok(palette)
        } else {
            Err(missing)
        }
    }
}

/// A mistake: where, in bytes, and what.
type Fault = (usize, String);

fn tint(slot: Slot, value: &DeValue<'_>, at: usize) -> Result<Option<Tint>, Fault> {
    let mut tint = Tint {
        rgb: Rgb(0, 0, 0),
        ansi: slot.usual_ansi(),
        ansi256: None,
    };
    let table = match value {
        DeValue::String(text) if text == TERMINAL => {
            let text = format!(
                "only foreground and background can be left to the terminal; {} needs a colour",
                slot.key()
            );
            return if slot.is_optional() {
                Ok(None)
            } else {
                Err((at, text))
            };
        }
        DeValue::Table(table) => table,
        _ => {
            tint.rgb = color(value, at)?;
            return Ok(Some(tint));
        }
    };
    let mut rgb = None;
    for (key, value) in table {
        let Range { start: at, .. } = value.span();
        let value = value.get_ref();
        match key.get_ref().as_ref() {
            "rgb" => rgb = Some(color(value, at)?),
            "ansi" => tint.ansi = Some(index(value, at, 0..=15)?),
            "ansi256" => tint.ansi256 = Some(index(value, at, 16..=255)?),
            other => return Err((key.span().start, unknown_key(other, &TINT_KEYS))),
        }
    }
    tint.rgb = rgb.ok_or_else(|| (at, "expected a colour: rgb = \"#rrggbb\"".to_owned()))?;
    Ok(Some(tint))
}

fn color(value: &DeValue<'_>, at: usize) -> Result<Rgb, Fault> {
    let (found, text) = match value {
        DeValue::String(text) => (format!("{text:?}"), text.as_ref()),
        other => (other.type_str().to_owned(), ""),
    };
    Rgb::parse(text).ok_or_else(|| (at, format!("expected a colour \"#rrggbb\", found {found}")))
}

fn index(value: &DeValue<'_>, at: usize, range: std::ops::RangeInclusive<u8>) -> Result<u8, Fault> {
    let number = value.as_integer().and_then(|it| {
        let number = u8::from_str_radix(it.as_str(), it.radix()).ok()?;
        range.contains(&number).then_some(number)
    });
    number.ok_or_else(|| {
        let (first, last) = (range.start(), range.end());
        (at, format!("expected a number from {first} to {last}"))
    })
}

fn keys() -> Vec<&'static str> {
    let slots = Slot::ALL.into_iter().map(Slot::key);
    ["extends", "ground"].into_iter().chain(slots).collect()
}

fn unknown_key(name: &str, keys: &[&str]) -> String {
    let hint = did_you_mean(name, keys.iter().copied());
    format!(
        "there is no key {name:?}{hint}; expected one of {}",
        keys.join(", ")
    )
}

/// `; did you mean "nord"?`, or nothing when no name is near.
pub(super) fn did_you_mean<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> String {
    near::nearest(name, names).map_or_else(String::new, |it| format!("; did you mean {it:?}?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn complaints(text: &str) -> Vec<String> {
        let complaints = read(Path::new("t.toml"), text).unwrap_err();
        complaints.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_mistake_has_its_place_and_remedy() {
        let all = format!("expected one of {}", keys().join(", "));
        let cases = [
            (
                "# é\nselcted = \"#000000\"\nred = \"red\"\n",
                vec![
                    format!("t.toml:2:1: there is no key \"selcted\"; did you mean \"selected\"?; {all}"),
                    "t.toml:3:7: expected a colour \"#rrggbb\", found \"red\"".to_owned(),
                ],
            ),
            (
                "zebra = 1",
                vec![format!("t.toml:1:1: there is no key \"zebra\"; {all}")],
            ),
            (
                "red = 3",
                vec!["t.toml:1:7: expected a colour \"#rrggbb\", found integer".to_owned()],
            ),
            (
                "red = { rgb = \"#ff0000\", ansi = 16 }",
                vec!["t.toml:1:33: expected a number from 0 to 15".to_owned()],
            ),
            (
                "red = { rgb = \"#ff0000\", ansi256 = 1 }",
                vec!["t.toml:1:36: expected a number from 16 to 255".to_owned()],
            ),
            (
                "red = { rbg = \"#ff0000\" }",
                vec!["t.toml:1:9: there is no key \"rbg\"; did you mean \"rgb\"?; expected one of rgb, \
                      ansi, ansi256"
                    .to_owned()],
            ),
            (
                "red = { ansi = 1 }",
                vec!["t.toml:1:7: expected a colour: rgb = \"#rrggbb\"".to_owned()],
            ),
            (
                "red = \"terminal\"",
                vec!["t.toml:1:7: only foreground and background can be left to the terminal; red \
                      needs a colour"
                    .to_owned()],
            ),
            (
                "extends = [\"dark\"]",
                vec!["t.toml:1:11: expected the name of a theme in quotes".to_owned()],
            ),
            (
                "red = \"#000000\"\nred = \"#000000\"",
                vec!["t.toml:2:1: duplicate key".to_owned()],
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(complaints(text), expected, "{text}");
        }
    }

    #[test]
    fn a_draft_needs_what_its_parent_does_not_give() {
        let read = |text: &str| read(Path::new("t.toml"), text).unwrap();
        let missing = read("red = \"#ff0000\"").onto("mine", None).unwrap_err();
        let mut expected = vec!["ground"];
        expected.extend(
            Slot::ALL
                .iter()
                .filter(|it| !it.is_optional())
                .map(|it| it.key()),
        );
        expected.retain(|key| *key != "red");
        assert_eq!(missing, expected);

        let mut parent = Palette::empty("parent", Rgb(1, 2, 3));
        let black = Tint {
            rgb: Rgb(0, 0, 0),
            ansi: None,
            ansi256: None,
        };
        for slot in Slot::ALL {
            parent.set(slot, Some(black));
        }
        let text = "blue = { rgb = \"#0000ff\", ansi = 0xc, ansi256 = 21 }\nred = \"#ff0000\"\nbackground = \
                    \"terminal\"";
        let child = read(text).onto("child", Some(&parent)).unwrap();
        let mut expected = parent;
        expected.name = "child".to_owned();
        let tint = |rgb, ansi, ansi256| Some(Tint { rgb, ansi, ansi256 });
        expected.set(Slot::Blue, tint(Rgb(0, 0, 255), Some(12), Some(21)));
        expected.set(Slot::Red, tint(Rgb(255, 0, 0), Some(1), None));
        expected.set(Slot::Background, None);
        assert_eq!(child, expected);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_complained_about(
            text in "(((red|ground|extends|match) ?= ?|[{}\\[\\]\"'#=.,é\\n])|\"#[0-9a-g]{6}\"|rgb|ansi|[0-9]){0,20}"
        ) {
            if let Err(complaints) = read(Path::new("t.toml"), &text) {
                prop_assert!(!complaints.is_empty());
            }
            did_you_mean(&text, [text.as_str(), "nord"].into_iter());
        }
    }

    #[test]
    fn near_names_are_found() {
        let names = ["nord", "dark", "gruvbox-dark", "light"];
        let hint = |name: &str| did_you_mean(name, names.into_iter());
        for (typed, name) in [
            ("nrod", "nord"),
            ("Nord", "nord"),
            ("drak", "dark"),
            ("grubox-drak", "gruvbox-dark"),
            ("ligth", "light"),
        ] {
            assert_eq!(hint(typed), format!("; did you mean {name:?}?"));
        }
        for far in ["", "zebra", &"x".repeat(100_000)] {
            assert_eq!(hint(far), "");
        }
    }
}
