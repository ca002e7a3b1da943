//! The theme: from meanings to colours and attributes, at four colour levels.
//!
//! Used by both faces that draw. Nothing else in the program names a colour. Without colours every
//! meaning that matters keeps an attribute or a glyph, so nothing is told by colour alone.
//!
//! | file | holds |
//! |---|---|
//! | `paint` | colours and attributes as a terminal is asked for them |
//! | `palette` | the colours of a theme, by what they are for |
//! | `load` | a palette from its TOML, with complaints |
//! | `builtin` | the themes in the program |
//! | `themes` | the themes there are, and which one to use |

mod builtin;
mod load;
mod paint;
mod palette;
mod themes;

use std::sync::Arc;

use crate::color::ColorLevel;
use crate::markdown::{Alert, Changed, Ink, Level, Role, Syntax};

pub use load::Complaint;
pub use paint::{Color, Paint};
pub use palette::{Palette, Rgb, Slot, Tint};
pub use themes::{Choice, ChosenBy, Entry, Themes, UnknownTheme, choose, ground_of_colorfgbg};

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
    /// An added line of a diff.
    Added,
    /// A removed line of a diff.
    Removed,
    /// What an added line has anew.
    AddedWord,
    /// What a removed line has lost.
    RemovedWord,
    /// An unchanged line of a diff.
    Context,
    /// The line above a hunk of a diff.
    Hunk,
}

/// Meanings to paints. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    level: ColorLevel,
    palette: Arc<Palette>,
}

impl Default for Theme {
    /// Without colours.
    fn default() -> Self {
        Theme::new(ColorLevel::None, true)
    }
}

impl Theme {
    /// The default theme for a terminal.
    pub fn new(level: ColorLevel, dark: bool) -> Self {
        Themes::builtin().default_for(dark).with_level(level)
    }

    fn of(palette: Arc<Palette>) -> Self {
        Theme {
            level: ColorLevel::TrueColor,
            palette,
        }
    }

    /// The same with other means.
    pub fn with_level(self, level: ColorLevel) -> Self {
        Theme { level, ..self }
    }

    /// The colour level it is for.
    pub fn level(&self) -> ColorLevel {
        self.level
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.palette.name
    }

    /// Whether it is for a dark ground.
    pub fn dark(&self) -> bool {
        self.palette.ground.is_dark()
    }

    /// Its colours.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The paint of everything, below all others: nothing where the theme leaves that to the terminal.
    pub fn base(&self) -> Paint {
        Paint {
            fg: self.color(Slot::Foreground),
            bg: self.color(Slot::Background),
            ..Paint::default()
        }
    }

    fn color(&self, slot: Slot) -> Option<Color> {
        self.palette.get(slot)?.at(self.level)
    }

    fn fg(&self, slot: Slot) -> Paint {
        Paint {
            fg: self.color(slot),
            ..Paint::default()
        }
    }

    /// A ground where there is a colour for it, else what stands for it.
    fn on(&self, slot: Slot, with: Paint, instead: Paint) -> Paint {
        match self.color(slot) {
            Some(bg) => Paint {
                bg: Some(bg),
                ..with
            },
            None => instead,
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
                self.fg(Slot::Gray)
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
                ..self.fg(Slot::Blue)
            },
            Role::Heading(2) => Paint {
                bold: true,
                ..self.fg(Slot::Blue)
            },
            Role::Heading(_) => Paint {
                bold: true,
                ..self.fg(Slot::Cyan)
            },
            Role::Link | Role::Footnote => Paint {
                underline: true,
                ..self.fg(Slot::Cyan)
            },
            Role::Code => Paint {
                italic: self.level == ColorLevel::None,
                ..self.fg(Slot::Orange)
            },
            Role::Alert(kind) => Paint {
                bold: true,
                ..self.fg(match kind {
                    Alert::Note => Slot::Blue,
                    Alert::Tip => Slot::Green,
                    Alert::Important => Slot::Violet,
                    Alert::Warning => Slot::Orange,
                    Alert::Caution => Slot::Red,
                })
            },
            Role::Marker | Role::TaskOpen => self.fg(Slot::Violet),
            Role::TaskDone => self.fg(Slot::Green),
            Role::TableHead => Paint {
                bold: true,
                ..plain
            },
            Role::Key => self.fg(Slot::Cyan),
            Role::Changed(part) => self.chrome(match part {
                Changed::Added => Chrome::Added,
                Changed::Removed => Chrome::Removed,
                Changed::AddedWord => Chrome::AddedWord,
                Changed::RemovedWord => Chrome::RemovedWord,
                Changed::Hunk => Chrome::Hunk,
            }),
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
            Syntax::String | Syntax::Inserted => self.fg(Slot::Green),
            Syntax::Number | Syntax::Constant => self.fg(Slot::Orange),
            Syntax::Keyword => self.fg(Slot::Violet),
            Syntax::Function | Syntax::Tag => self.fg(Slot::Blue),
            Syntax::Type | Syntax::Attribute => self.fg(Slot::Cyan),
            Syntax::Heading => Paint {
                bold: true,
                ..self.fg(Slot::Blue)
            },
            Syntax::Deleted | Syntax::Invalid => self.fg(Slot::Red),
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
            self.fg(Slot::Gray)
        };
        match part {
            Chrome::Border | Chrome::Dim => gray,
            Chrome::Away => gray,
            Chrome::Focus => bold(self.fg(Slot::Blue)),
            Chrome::Title => bold(plain),
            Chrome::Bar => plain,
            Chrome::Key => bold(self.fg(Slot::Cyan)),
            Chrome::Library => bold(self.fg(Slot::Violet)),
            Chrome::Category => self.fg(Slot::Blue),
            Chrome::Error => bold(self.fg(Slot::Red)),
            Chrome::Warning => self.fg(Slot::Orange),
            Chrome::Good => self.fg(Slot::Green),
            Chrome::Pinned => self.fg(Slot::Violet),
            Chrome::Stale => self.fg(Slot::Orange),
            Chrome::Waiting => bold(self.fg(Slot::Cyan)),
            Chrome::Behind => gray,
            Chrome::Context => plain,
            Chrome::Hunk => Paint {
                bold: true,
                italic: self.level == ColorLevel::None,
                ..self.fg(Slot::Cyan)
            },
            Chrome::Selected => self.on(
                Slot::Selected,
                bold(plain),
                Paint {
                    reverse: true,
                    ..plain
                },
            ),
            Chrome::SelectedAway => self.on(
                Slot::SelectedAway,
                plain,
                Paint {
                    underline: true,
                    ..plain
                },
            ),
            Chrome::Match => self.on(
                Slot::Match,
                plain,
                Paint {
                    underline: true,
                    bold: true,
                    ..plain
                },
            ),
            Chrome::MatchHere => self.on(
                Slot::MatchHere,
                bold(self.fg(Slot::MatchHereText)),
                Paint {
                    reverse: true,
                    bold: true,
                    ..plain
                },
            ),
            Chrome::Added => self.on(Slot::Added, plain, bold(self.fg(Slot::Green))),
            Chrome::Removed => self.on(
                Slot::Removed,
                plain,
                Paint {
                    dim: self.level == ColorLevel::None,
                    ..self.fg(Slot::Red)
                },
            ),
            Chrome::AddedWord => self.on(
                Slot::AddedWord,
                bold(plain),
                Paint {
                    bold: true,
                    underline: true,
                    reverse: true,
                    ..self.fg(Slot::Green)
                },
            ),
            Chrome::RemovedWord => self.on(
                Slot::RemovedWord,
                bold(plain),
                Paint {
                    strike: true,
                    reverse: true,
                    ..self.fg(Slot::Red)
                },
            ),
        }
    }
}

#[cfg(test)]
mod tests;
