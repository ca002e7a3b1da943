//! Paints: colours and attributes as a terminal can be asked for them. Not what they mean: that is the theme.

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
}
