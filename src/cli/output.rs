//! Printing: to a terminal with colours and its width, or plainly into a pipe. Everything that comes
//! from a skill passes the sanitiser on its way.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use crate::color::{self, ColorLevel};
use crate::markdown::Row;
use crate::store::locate::Environment;
use crate::text::sanitize;
use crate::theme::{Chrome, Paint, Theme};

use super::args::{Args, Ground, When};

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
    pub fn new(args: &Args, env: &Environment) -> Self {
        let terminal = io::stdout().is_terminal();
        let columns = terminal
            .then(|| ratatui::crossterm::terminal::size().ok())
            .flatten()
            .map(|(columns, _)| usize::from(columns).max(20));
        Output {
            writer: BufWriter::new(io::stdout()),
            theme: theme(args, env, terminal),
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

    /// In a pipe without colours there are no attributes either.
    fn painted(&self, paint: Paint, text: &str) -> String {
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
        serde_json::to_writer_pretty(&mut self.writer, value)?;
        self.writer.write_all(b"\n")
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

/// The theme for stdout.
pub fn theme(args: &Args, env: &Environment, terminal: bool) -> Theme {
    let variable = |name: &str| env.variable(name).map(str::to_owned);
    let choice = match args.color {
        When::Auto => color::ColorChoice::Auto,
        When::Always => color::ColorChoice::Always,
        When::Never => color::ColorChoice::Never,
    };
    let level = color::detect(&variable, terminal, choice);
    let dark = match args.theme {
        Ground::Dark => true,
        Ground::Light => false,
        // The last field of `15;0` is the ground's colour.
        Ground::Auto => !variable("COLORFGBG")
            .and_then(|value| value.rsplit(';').next()?.parse::<u8>().ok())
            .is_some_and(|ground| ground == 7 || ground == 15),
    };
    Theme::new(level, dark)
}

/// A text of several lines, each made safe to print.
pub fn safe_lines(text: &str) -> String {
    let lines = text.lines().map(sanitize::line);
    lines.collect::<Vec<_>>().join("\n")
}
