//! The theme: from meanings to colours and attributes, at four colour levels, dark and light.
//!
//! Used by both faces that draw. Nothing else in the program names a colour. Without colours every
//! meaning that matters keeps an attribute or a glyph, so nothing is told by colour alone.

use crate::color::ColorLevel;
use crate::markdown::{Alert, Ink, Level, Role, Syntax};

/// A colour that can be asked of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// One of the sixteen or 256.
    Indexed(u8),
    /// Red, green, blue.
    Rgb(u8, u8, u8),
}

/// How something is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// Foreground; the terminal's own when `None`.
    pub fg: Option<Color>,
    /// Background; the terminal's own when `None`.
    pub bg: Option<Color>,
    /// Bold.
    pub bold: bool,
    /// Faint.
    pub dim: bool,
    /// Slanted.
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck out.
    pub strike: bool,
    /// Foreground and background exchanged.
    pub reverse: bool,
}

/// What a part of the program's own frame means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chrome {
    /// Frames of panes without focus.
    Border,
    /// The frame of the pane with focus.
    Focus,
    /// Titles.
    Title,
    /// The header and footer lines.
    Bar,
    /// A key in a hint.
    Key,
    /// Secondary text.
    Dim,
    /// The selected row of the pane with focus.
    Selected,
    /// The selected row of a pane without focus.
    SelectedAway,
    /// A found text.
    Match,
    /// The found text that the cursor is at.
    MatchHere,
    /// A library.
    Library,
    /// A category.
    Category,
    /// Something is wrong.
    Error,
    /// Something is doubtful.
    Warning,
    /// Something went well.
    Good,
    /// Pinned.
    Pinned,
    /// Not used for long.
    Stale,
    /// Put away, hidden or shadowed.
    Away,
    /// Waits for a person.
    Waiting,
    /// What is behind a list over the screen.
    Behind,
}

/// A hue of the palette: a colour of each level on a dark and on a light ground.
#[derive(Clone, Copy)]
enum Hue {
    Red,
    Orange,
    Green,
    Cyan,
    Blue,
    Violet,
    Gray,
}

impl Hue {
    /// Dark-ground RGB, light-ground RGB, index among the sixteen.
    fn colors(self) -> ([u8; 3], [u8; 3], u8) {
        match self {
            Hue::Red => ([0xF2, 0x8B, 0x96], [0xB4, 0x23, 0x38], 1),
            Hue::Orange => ([0xF0, 0xB2, 0x7A], [0x9A, 0x52, 0x00], 3),
            Hue::Green => ([0x9B, 0xD4, 0x8C], [0x2A, 0x72, 0x2A], 2),
            Hue::Cyan => ([0x7F, 0xD3, 0xD6], [0x0B, 0x6E, 0x78], 6),
            Hue::Blue => ([0x8C, 0xB6, 0xF5], [0x1F, 0x55, 0xB0], 4),
            Hue::Violet => ([0xC9, 0xA9, 0xF2], [0x74, 0x3A, 0xA8], 5),
            Hue::Gray => ([0x8B, 0x93, 0xA7], [0x66, 0x6C, 0x7A], 8),
        }
    }
}

/// Meanings to paints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    level: ColorLevel,
    dark: bool,
}

impl Theme {
    /// A theme for a terminal.
    pub fn new(level: ColorLevel, dark: bool) -> Self {
        Theme { level, dark }
    }

    /// The colour level it is for.
    pub fn level(&self) -> ColorLevel {
        self.level
    }

    fn fg(&self, hue: Hue) -> Paint {
        let (dark, light, ansi) = hue.colors();
        Paint {
            fg: self.color(if self.dark { dark } else { light }, ansi),
            ..Paint::default()
        }
    }

    fn color(&self, [red, green, blue]: [u8; 3], ansi: u8) -> Option<Color> {
        match self.level {
            ColorLevel::None => None,
            ColorLevel::Ansi16 => Some(Color::Indexed(ansi)),
            ColorLevel::Ansi256 => Some(Color::Indexed(nearest(red, green, blue))),
            ColorLevel::TrueColor => Some(Color::Rgb(red, green, blue)),
        }
    }

    fn ground(&self, dark: [u8; 3], light: [u8; 3]) -> Option<Color> {
        match self.level {
            ColorLevel::None | ColorLevel::Ansi16 => None,
            _ => self.color(if self.dark { dark } else { light }, 0),
        }
    }

    /// The paint of a piece of a document.
    pub fn ink(&self, ink: Ink) -> Paint {
        let mut paint = self.role(ink.role);
        paint.bold |= ink.strong;
        paint.italic |= ink.emphasis;
        paint.strike |= ink.strike;
        paint
    }

    fn role(&self, role: Role) -> Paint {
        let plain = Paint::default();
        let dim = Paint {
            dim: self.level <= ColorLevel::Ansi16,
            ..if self.level <= ColorLevel::Ansi16 {
                plain
            } else {
                self.fg(Hue::Gray)
            }
        };
        match role {
            Role::Text | Role::Value | Role::CodeText => plain,
            Role::Muted
            | Role::Target
            | Role::CodeLabel
            | Role::QuoteBar
            | Role::TableRule
            | Role::Rule
            | Role::Html => dim,
            Role::Heading(1) => Paint {
                bold: true,
                underline: self.level == ColorLevel::None,
                ..self.fg(Hue::Blue)
            },
            Role::Heading(2) => Paint {
                bold: true,
                ..self.fg(Hue::Blue)
            },
            Role::Heading(_) => Paint {
                bold: true,
                ..self.fg(Hue::Cyan)
            },
            Role::Link | Role::Footnote => Paint {
                underline: true,
                ..self.fg(Hue::Cyan)
            },
            Role::Code => Paint {
                italic: self.level == ColorLevel::None,
                ..self.fg(Hue::Orange)
            },
            Role::Alert(kind) => Paint {
                bold: true,
                ..self.fg(match kind {
                    Alert::Note => Hue::Blue,
                    Alert::Tip => Hue::Green,
                    Alert::Important => Hue::Violet,
                    Alert::Warning => Hue::Orange,
                    Alert::Caution => Hue::Red,
                })
            },
            Role::Marker | Role::TaskOpen => self.fg(Hue::Violet),
            Role::TaskDone => self.fg(Hue::Green),
            Role::TableHead => Paint {
                bold: true,
                ..plain
            },
            Role::Key => self.fg(Hue::Cyan),
            Role::Problem(level) => self.chrome(match level {
                Level::Error => Chrome::Error,
                Level::Warn => Chrome::Warning,
                Level::Hint => Chrome::Dim,
            }),
            Role::Syntax(class) => self.syntax(class, dim),
        }
    }

    fn syntax(&self, class: Syntax, dim: Paint) -> Paint {
        match class {
            Syntax::Plain | Syntax::Variable | Syntax::Operator => Paint::default(),
            Syntax::Comment => Paint {
                italic: true,
                ..dim
            },
            Syntax::Punctuation => dim,
            Syntax::String | Syntax::Inserted => self.fg(Hue::Green),
            Syntax::Number | Syntax::Constant => self.fg(Hue::Orange),
            Syntax::Keyword => self.fg(Hue::Violet),
            Syntax::Function | Syntax::Tag => self.fg(Hue::Blue),
            Syntax::Type | Syntax::Attribute => self.fg(Hue::Cyan),
            Syntax::Heading => Paint {
                bold: true,
                ..self.fg(Hue::Blue)
            },
            Syntax::Deleted | Syntax::Invalid => self.fg(Hue::Red),
        }
    }

    /// The paint of a part of the frame.
    pub fn chrome(&self, part: Chrome) -> Paint {
        let plain = Paint::default();
        let bold = |paint: Paint| Paint {
            bold: true,
            ..paint
        };
        let gray = if self.level <= ColorLevel::Ansi16 {
            Paint { dim: true, ..plain }
        } else {
            self.fg(Hue::Gray)
        };
        match part {
            Chrome::Border | Chrome::Dim => gray,
            Chrome::Away => gray,
            Chrome::Focus => bold(self.fg(Hue::Blue)),
            Chrome::Title => bold(plain),
            Chrome::Bar => plain,
            Chrome::Key => bold(self.fg(Hue::Cyan)),
            Chrome::Library => bold(self.fg(Hue::Violet)),
            Chrome::Category => self.fg(Hue::Blue),
            Chrome::Error => bold(self.fg(Hue::Red)),
            Chrome::Warning => self.fg(Hue::Orange),
            Chrome::Good => self.fg(Hue::Green),
            Chrome::Pinned => self.fg(Hue::Violet),
            Chrome::Stale => self.fg(Hue::Orange),
            Chrome::Waiting => bold(self.fg(Hue::Cyan)),
            Chrome::Behind => gray,
            Chrome::Selected => match self.ground([0x34, 0x3F, 0x5C], [0xD5, 0xE2, 0xF7]) {
                Some(bg) => Paint {
                    bg: Some(bg),
                    bold: true,
                    ..plain
                },
                None => Paint {
                    reverse: true,
                    ..plain
                },
            },
            Chrome::SelectedAway => match self.ground([0x2A, 0x2F, 0x3D], [0xE6, 0xE9, 0xEF]) {
                Some(bg) => Paint {
                    bg: Some(bg),
                    ..plain
                },
                None => Paint {
                    underline: true,
                    ..plain
                },
            },
            Chrome::Match => match self.ground([0x5A, 0x4A, 0x1F], [0xFB, 0xE8, 0xA6]) {
                Some(bg) => Paint {
                    bg: Some(bg),
                    ..plain
                },
                None => Paint {
                    underline: true,
                    bold: true,
                    ..plain
                },
            },
            Chrome::MatchHere => match self.ground([0xC9, 0x8A, 0x2B], [0xF2, 0xB0, 0x3D]) {
                Some(bg) => Paint {
                    bg: Some(bg),
                    fg: self.color([0x14, 0x16, 0x1C], 0),
                    bold: true,
                    ..plain
                },
                None => Paint {
                    reverse: true,
                    bold: true,
                    ..plain
                },
            },
        }
    }
}

impl Paint {
    /// This paint over another: what it says counts, the rest shines through.
    pub fn over(self, below: Paint) -> Paint {
        Paint {
            fg: self.fg.or(below.fg),
            bg: self.bg.or(below.bg),
            bold: self.bold || below.bold,
            dim: self.dim || below.dim,
            italic: self.italic || below.italic,
            underline: self.underline || below.underline,
            strike: self.strike || below.strike,
            reverse: self.reverse || below.reverse,
        }
    }

    /// The escape sequence that switches it on; empty when it changes nothing.
    pub fn sgr(self) -> String {
        let mut codes: Vec<String> = Vec::new();
        let flags = [
            (self.bold, 1),
            (self.dim, 2),
            (self.italic, 3),
            (self.underline, 4),
            (self.reverse, 7),
            (self.strike, 9),
        ];
        codes.extend(flags.iter().filter(|it| it.0).map(|it| it.1.to_string()));
        for (color, basic, extended) in [(self.fg, 30u16, 38), (self.bg, 40, 48)] {
            match color {
                Some(Color::Indexed(index)) if index < 8 => {
                    codes.push((basic + u16::from(index)).to_string());
                }
                Some(Color::Indexed(index)) if index < 16 => {
                    codes.push((basic + 52 + u16::from(index)).to_string());
                }
                Some(Color::Indexed(index)) => codes.push(format!("{extended};5;{index}")),
                Some(Color::Rgb(r, g, b)) => codes.push(format!("{extended};2;{r};{g};{b}")),
                None => {}
            }
        }
        if codes.is_empty() {
            return String::new();
        }
        format!("\x1b[{}m", codes.join(";"))
    }
}

/// The colour of the 6x6x6 cube or the gray ramp that is nearest.
fn nearest(red: u8, green: u8, blue: u8) -> u8 {
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
    fn escape_sequences() {
        let paint = Paint {
            fg: Some(Color::Indexed(9)),
            bg: Some(Color::Rgb(1, 2, 3)),
            bold: true,
            ..Paint::default()
        };
        assert_eq!(paint.sgr(), "\x1b[1;91;48;2;1;2;3m");
        assert_eq!(Paint::default().sgr(), "");
    }

    #[test]
    fn the_nearest_of_256() {
        let cases = [
            ((0, 0, 0), 16),
            ((255, 255, 255), 231),
            ((255, 0, 0), 196),
            ((128, 128, 128), 244),
            ((95, 135, 175), 67),
        ];
        for ((r, g, b), index) in cases {
            assert_eq!(nearest(r, g, b), index);
        }
    }

    #[test]
    fn without_colours_meanings_keep_an_attribute() {
        let theme = Theme::new(ColorLevel::None, true);
        let chrome = [
            Chrome::Selected,
            Chrome::SelectedAway,
            Chrome::Match,
            Chrome::MatchHere,
            Chrome::Error,
            Chrome::Focus,
        ];
        for part in chrome {
            let paint = theme.chrome(part);
            assert_eq!((paint.fg, paint.bg), (None, None), "{part:?}");
            assert_ne!(paint, Paint::default(), "{part:?}");
        }
        for role in [
            Role::Code,
            Role::Heading(1),
            Role::Heading(3),
            Role::Link,
            Role::TableHead,
        ] {
            let paint = theme.ink(role.into());
            assert_ne!(paint, Paint::default(), "{role:?}");
        }
    }
}
