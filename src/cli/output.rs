//! Printing: to a terminal with colours and its width, or plainly into a pipe. Everything that comes
//! from a skill passes the sanitiser on its way.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::path::PathBuf;

use crate::color::{self, ColorLevel};
use crate::markdown::Row;
use crate::store::Disk;
use crate::store::locate::Environment;
use crate::store::settings::{self, Settings};
use crate::text::{sanitize, width};
use crate::theme::{self, Choice, Chrome, Paint, Theme, Themes, UnknownTheme};
use crate::tui::term;

use super::args::{Args, When};

/// Columns when stdout is no terminal.
const PLAIN_WIDTH: usize = 80;

/// Stdout with what is known of it.
pub struct Output {
    writer: BufWriter<Stdout>,
    /// Meanings to colours.
    pub theme: Theme,
    /// Print JSON.
    pub json: bool,
    /// Columns of the terminal; `None` in a pipe, where lines are not cut.
    pub columns: Option<usize>,
}

impl Output {
    /// Stdout of the process.
    pub fn new(args: &Args, theme: Theme) -> Self {
        let terminal = is_terminal();
        let columns = terminal
            .then(|| ratatui::crossterm::terminal::size().ok())
            .flatten()
            .map(|(columns, _)| usize::from(columns).max(20));
        Output {
            writer: BufWriter::new(io::stdout()),
            theme,
            json: args.json,
            columns,
        }
    }

    /// Columns to lay out for.
    pub fn width(&self) -> usize {
        self.columns.unwrap_or(PLAIN_WIDTH)
    }

    /// A text in the colours of a part of the frame.
    pub fn paint(&self, part: Chrome, text: &str) -> String {
        self.painted(self.theme.chrome(part), text)
    }

    /// A text in a paint. In a pipe without colours there are no attributes either.
    pub fn painted(&self, paint: Paint, text: &str) -> String {
        let plain = self.columns.is_none() && self.theme.level() == ColorLevel::None;
        match paint.sgr() {
            on if plain || on.is_empty() => text.to_owned(),
            on => format!("{on}{text}\x1b[0m"),
        }
    }

    /// A row of a page in its colours.
    pub fn row(&self, row: &Row) -> String {
        let mut line = String::new();
        for span in &row.spans {
            line.push_str(&self.painted(self.theme.ink(span.ink), &span.text));
        }
        line.truncate(line.trim_end().len());
        line
    }

    /// Prints one JSON document.
    pub fn document(&mut self, value: &serde_json::Value) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value)?;
        writeln!(self.writer, "{}", escaped(&text))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Whether stdout is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// A JSON text in which characters that move the cursor, reorder or hide are written `\uXXXX`. They
/// only stand inside strings, so the document says the same.
fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        let safe = c == '\n' || sanitize::line(c.encode_utf8(&mut [0; 4])).chars().eq([c]);
        if safe {
            out.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            out.push_str(&format!("\\u{unit:04x}"));
        }
    }
    out
}

/// Where the person's own themes are.
pub fn theme_folder(env: &Environment) -> Option<PathBuf> {
    env.config_dir.as_ref().map(|folder| folder.join("themes"))
}

/// All themes, the person's own among them.
pub fn themes(env: &Environment) -> Themes {
    match theme_folder(env) {
        Some(folder) => Themes::load(&Disk, &folder),
        None => Themes::builtin().clone(),
    }
}

/// The person's settings.
pub fn settings(env: &Environment) -> Settings {
    let folder = env.config_dir.clone().unwrap_or_default();
    settings::read(&Disk, &folder.join(settings::FILE_NAME))
}

/// The theme to use, at the level of the terminal. With `ask` the terminal may be asked for its ground; else only
/// its variable is.
///
/// # Errors
/// When `--theme` names no theme.
pub fn choose(
    args: &Args,
    env: &Environment,
    themes: &Themes,
    terminal: bool,
    ask: bool,
) -> Result<Choice, UnknownTheme> {
    let variable = |name: &str| env.variable(name).map(str::to_owned);
    let choice = match args.color {
        When::Auto => color::ColorChoice::Auto,
        When::Always => color::ColorChoice::Always,
        When::Never => color::ColorChoice::Never,
    };
    let level = color::detect(&variable, terminal, choice);
    let configured = settings(env).theme;
    let ground = || {
        // Without colours there is nothing to wait for.
        let asked = (ask && level != ColorLevel::None).then(term::ground);
        let told = || {
            env.variable("COLORFGBG")
                .and_then(theme::ground_of_colorfgbg)
        };
        asked.flatten().or_else(told)
    };
    let choice = theme::choose(themes, args.theme.as_deref(), configured.as_ref(), ground)?;
    Ok(Choice {
        theme: choice.theme.with_level(level),
        ..choice
    })
}

/// A text in lines of at most so many cells, broken between words; in a pipe there is one line.
/// A longer word is broken, so that nothing is lost in a narrow terminal.
pub fn wrapped(text: &str, room: Option<usize>) -> Vec<String> {
    let Some(room) = room.map(|it| it.max(1)) else {
        return vec![text.to_owned()];
    };
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let wide = width::of(word);
        if used > 0 && used + 1 + wide > room {
            lines.push(String::new());
            used = 0;
        }
        if used > 0 {
            used += 1;
            lines.last_mut().into_iter().for_each(|line| line.push(' '));
        }
        for (_, grapheme) in width::graphemes(word) {
            let wide = width::of_grapheme(grapheme);
            if used > 0 && used + wide > room {
                lines.push(String::new());
                used = 0;
            }
            used += wide;
            let line = lines.last_mut().into_iter();
            line.for_each(|line| line.push_str(grapheme));
        }
    }
    lines
}

/// A text of several lines, each made safe to print.
pub fn safe_lines(text: &str) -> String {
    let lines = text.lines().map(sanitize::line);
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{escaped, wrapped};

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        let cases: [(&str, usize, &[&str]); 5] = [
            ("one two three", 7, &["one two", "three"]),
            ("one two", 100, &["one two"]),
            ("abcdefgh ij", 3, &["abc", "def", "gh", "ij"]),
            ("数据 数", 4, &["数据", "数"]),
            ("", 5, &[""]),
        ];
        for (text, room, lines) in cases {
            assert_eq!(wrapped(text, Some(room)), lines, "{text}");
        }
        assert_eq!(wrapped("one two", None), ["one two"]);
    }

    #[test]
    fn json_says_the_same_without_unsafe_characters() {
        let value = serde_json::json!({"a": "x\u{202E}\u{9b}\u{E0041}é数\n\u{1b}"});
        let text = escaped(&serde_json::to_string_pretty(&value).unwrap());
        assert!(text.contains("\\u202e\\u009b\\udb40\\udc41é数"), "{text}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&text).unwrap(),
            value
        );
    }
}
