//! The colours of a theme, by what they are for. Not how they are used: that is the theme; not how they are read
//! from a file: that is `load`.

use super::paint::Color;
use crate::color::ColorLevel;

/// Red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Reads `#rrggbb`.
    pub fn parse(text: &str) -> Option<Rgb> {
        let digits = text.strip_prefix('#')?;
        // A sign would pass as a part of a number.
        if digits.len() != 6 || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
            return None;
        }
        let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
        Some(Rgb(red, green, blue))
    }

    /// How bright it looks, from 0 for black to 1 for white (relative luminance of WCAG 2).
    pub fn luminance(self) -> f64 {
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast of two colours, 1 to 21 (contrast ratio of WCAG 2).
    pub fn contrast(self, other: Rgb) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Whether text on it should be light: white has more contrast than black.
    pub fn is_dark(self) -> bool {
        self.contrast(Rgb(255, 255, 255)) > self.contrast(Rgb(0, 0, 0))
    }
}

impl std::fmt::Display for Rgb {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A colour with what stands for it where there are fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint {
    /// The colour.
    pub rgb: Rgb,
    /// Which of the sixteen; `None`: attributes tell it instead.
    pub ansi: Option<u8>,
    /// Which of the 256; the nearest when `None`.
    pub ansi256: Option<u8>,
}

impl Tint {
    /// What to ask of a terminal; `None` when it has no such colour.
    pub fn at(self, level: ColorLevel) -> Option<Color> {
        let Rgb(red, green, blue) = self.rgb;
        match level {
            ColorLevel::None => None,
            ColorLevel::Ansi16 => self.ansi.map(Color::Indexed),
            ColorLevel::Ansi256 => Some(Color::Indexed(
                self.ansi256.unwrap_or_else(|| nearest(self.rgb)),
            )),
            ColorLevel::TrueColor => Some(Color::Rgb(red, green, blue)),
        }
    }
}

/// What a colour of a theme is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum Slot {
    Red,
    Orange,
    Green,
    Cyan,
    Blue,
    Violet,
    Gray,
    /// The ground of the selected row.
    Selected,
    /// The same in a pane without focus.
    SelectedAway,
    /// The ground of a found text.
    Match,
    /// The ground of the found text at the cursor.
    MatchHere,
    /// The text on that.
    MatchHereText,
    /// The ground of an added line.
    Added,
    /// The ground of a removed line.
    Removed,
    /// The ground of what an added line has anew.
    AddedWord,
    /// The ground of what a removed line has lost.
    RemovedWord,
    /// Text; the terminal's own when the theme has none.
    Foreground,
    /// The ground of everything; the terminal's own when the theme has none.
    Background,
}

impl Slot {
    /// All of them, in the order of a theme's file.
    pub const ALL: [Slot; 18] = [
        Slot::Red,
        Slot::Orange,
        Slot::Green,
        Slot::Cyan,
        Slot::Blue,
        Slot::Violet,
        Slot::Gray,
        Slot::Selected,
        Slot::SelectedAway,
        Slot::Match,
        Slot::MatchHere,
        Slot::MatchHereText,
        Slot::Added,
        Slot::Removed,
        Slot::AddedWord,
        Slot::RemovedWord,
        Slot::Foreground,
        Slot::Background,
    ];

    /// Its key in a theme's file.
    pub fn key(self) -> &'static str {
        match self {
            Slot::Red => "red",
            Slot::Orange => "orange",
            Slot::Green => "green",
            Slot::Cyan => "cyan",
            Slot::Blue => "blue",
            Slot::Violet => "violet",
            Slot::Gray => "gray",
            Slot::Selected => "selected",
            Slot::SelectedAway => "selected-away",
            Slot::Match => "match",
            Slot::MatchHere => "match-here",
            Slot::MatchHereText => "match-here-text",
            Slot::Added => "added",
            Slot::Removed => "removed",
            Slot::AddedWord => "added-word",
            Slot::RemovedWord => "removed-word",
            Slot::Foreground => "foreground",
            Slot::Background => "background",
        }
    }

    /// Whether a theme may leave it to the terminal.
    pub fn is_optional(self) -> bool {
        matches!(self, Slot::Foreground | Slot::Background)
    }

    /// The one of the sixteen that a theme need not name.
    pub(super) fn usual_ansi(self) -> Option<u8> {
        match self {
            Slot::Red => Some(1),
            Slot::Orange => Some(3),
            Slot::Green => Some(2),
            Slot::Cyan => Some(6),
            Slot::Blue => Some(4),
            Slot::Violet => Some(5),
            Slot::Gray => Some(8),
            _ => None,
        }
    }
}

/// A theme's colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// The theme's name.
    pub name: String,
    /// The ground that the colours are chosen for: that of the terminal, or its own.
    pub ground: Rgb,
    tints: [Option<Tint>; Slot::ALL.len()],
}

impl Palette {
    /// One without colours.
    pub(super) fn empty(name: &str, ground: Rgb) -> Palette {
        Palette {
            name: name.to_owned(),
            ground,
            tints: [None; Slot::ALL.len()],
        }
    }

    /// A colour; `None` when it is left to the terminal.
    pub fn get(&self, slot: Slot) -> Option<Tint> {
        self.tints.get(slot as usize).copied().flatten()
    }

    pub(super) fn set(&mut self, slot: Slot, tint: Option<Tint>) {
        if let Some(place) = self.tints.get_mut(slot as usize) {
            *place = tint;
        }
    }
}

/// The colour of the 6x6x6 cube or the gray ramp that is nearest.
fn nearest(Rgb(red, green, blue): Rgb) -> u8 {
    const STEPS: [i32; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| {
        let value = i32::from(value);
        let near = STEPS
            .iter()
            .enumerate()
            .min_by_key(|(_, step)| (**step - value).abs());
        near.map_or((0, 0), |(at, step)| (u8::try_from(at).unwrap_or(0), *step))
    };
    let square = |a: i32, b: u8| (a - i32::from(b)).pow(2);
    let ((r, r_value), (g, g_value), (b, b_value)) = (step(red), step(green), step(blue));
    let cube = square(r_value, red) + square(g_value, green) + square(b_value, blue);
    let mean = (i32::from(red) + i32::from(green) + i32::from(blue)) / 3;
    let gray = ((mean - 8 + 5) / 10).clamp(0, 23);
    let level = 8 + 10 * gray;
    let ramp = square(level, red) + square(level, green) + square(level, blue);
    if ramp < cube {
        u8::try_from(232 + gray).unwrap_or(255)
    } else {
        16 + 36 * r + 6 * g + b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_of_256() {
        let cases = [
            ("#000000", 16),
            ("#ffffff", 231),
            ("#ff0000", 196),
            ("#808080", 244),
            ("#5F87af", 67),
        ];
        for (text, index) in cases {
            assert_eq!(Rgb::parse(text).map(nearest), Some(index), "{text}");
        }
    }

    #[test]
    fn colours_are_read_and_written() {
        let color = Rgb::parse("#0aFf10").unwrap();
        assert_eq!(color, Rgb(10, 255, 16));
        assert_eq!(color.to_string(), "#0aff10");
        for text in [
            "", "#", "0aff10", "#fff", "#+12345", "#0aff1", "#0aff1é", "#0aff100",
        ] {
            assert_eq!(Rgb::parse(text), None, "{text}");
        }
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
        assert_eq!(black.contrast(white), 21.0);
        assert_eq!(white.contrast(white), 1.0);
        let gray = Rgb::parse("#767676").unwrap();
        assert_eq!((gray.contrast(white) * 100.0).round(), 454.0);
        assert!(black.is_dark() && !white.is_dark() && !Rgb::parse("#fbf1c7").unwrap().is_dark());
    }

    #[test]
    fn each_slot_has_its_place_and_key() {
        let mut keys: Vec<&str> = Slot::ALL.iter().map(|it| it.key()).collect();
        assert!(
            Slot::ALL
                .iter()
                .enumerate()
                .all(|(at, slot)| *slot as usize == at)
        );
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), Slot::ALL.len());
    }
}
