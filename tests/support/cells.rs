//! Cells of a screen: as text, as runs of styles, and what may never be in them.
//!
//! Not the drawing, and no opinion on looks: those are kept by the goldens.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use skilldeck::color::ColorLevel;
use skilldeck::text::width;
use skilldeck::theme::{self, Paint};

/// The rows as text, without blanks at their ends. A wide symbol counts once.
pub fn rows(buffer: &Buffer) -> Vec<String> {
    lines(buffer)
        .map(|cells| {
            let symbols: String = leading(cells).map(|(_, cell)| cell.symbol()).collect();
            symbols.trim_end().to_owned()
        })
        .collect()
}

fn lines(buffer: &Buffer) -> impl Iterator<Item = &[Cell]> {
    buffer.content.chunks(usize::from(buffer.area.width).max(1))
}

/// The cells of a row that start a symbol, with their columns.
fn leading(cells: &[Cell]) -> impl Iterator<Item = (usize, &Cell)> {
    let mut next = 0;
    cells.iter().enumerate().filter(move |(column, cell)| {
        let starts = *column == next;
        if starts {
            next += width::of_grapheme(cell.symbol()).max(1);
        }
        starts
    })
}

/// The styles of a screen, a line for each row: `column+cells style`; cells without a style are left out.
pub fn styles(buffer: &Buffer) -> String {
    let mut out = String::new();
    for (row, cells) in lines(buffer).enumerate() {
        let mut line = String::new();
        let mut at = 0;
        while let Some(first) = cells.get(at) {
            let look = look(first);
            let same = |cell: &&Cell| self::look(cell) == look;
            let run = cells.iter().skip(at).take_while(same).count();
            if !look.is_empty() {
                let _ = write!(line, " {at}+{run} {look}");
            }
            at += run;
        }
        if !line.is_empty() {
            let _ = writeln!(out, "{row:3}|{line}");
        }
    }
    out
}

/// The style of a cell in a short form; empty for the terminal's own.
fn look(cell: &Cell) -> String {
    let mut text = String::new();
    for (sign, color) in [("", cell.fg), ("/", cell.bg)] {
        match color {
            Color::Reset => {}
            Color::Rgb(r, g, b) => {
                let _ = write!(text, "{sign}#{r:02x}{g:02x}{b:02x}");
            }
            Color::Indexed(index) => {
                let _ = write!(text, "{sign}{index}");
            }
            other => {
                let _ = write!(text, "{sign}{other}");
            }
        }
    }
    let marks = [
        (Modifier::BOLD, "bold"),
        (Modifier::DIM, "dim"),
        (Modifier::ITALIC, "italic"),
        (Modifier::UNDERLINED, "underline"),
        (Modifier::CROSSED_OUT, "strike"),
        (Modifier::REVERSED, "reverse"),
    ];
    for (modifier, name) in marks {
        if cell.modifier.contains(modifier) {
            let gap = if text.is_empty() { "" } else { "," };
            let _ = write!(text, "{gap}{name}");
        }
    }
    text
}

/// The texts painted on a ground (or with the marks, where a paint has no ground), from top to bottom.
pub fn painted(buffer: &Buffer, paint: Paint) -> Vec<String> {
    let is = |cell: &Cell| match paint.bg {
        Some(theme::Color::Rgb(r, g, b)) => cell.bg == Color::Rgb(r, g, b),
        Some(theme::Color::Indexed(index)) => cell.bg == Color::Indexed(index),
        None => {
            cell.modifier.contains(Modifier::REVERSED) == paint.reverse
                && cell.modifier.contains(Modifier::UNDERLINED) == paint.underline
        }
    };
    let mut texts = Vec::new();
    for cells in lines(buffer) {
        let mut text = String::new();
        for (_, cell) in leading(cells) {
            if is(cell) {
                text.push_str(cell.symbol());
            } else if !text.is_empty() {
                texts.push(std::mem::take(&mut text).trim_end().to_owned());
            }
        }
        if !text.is_empty() {
            texts.push(text.trim_end().to_owned());
        }
    }
    texts
}

/// The rows inside the frame whose upper corners end a row first, a cell of air left out: the rightmost pane.
pub fn inside_last_frame(buffer: &Buffer) -> Option<Vec<String>> {
    let is = |cell: &Cell, signs: [&str; 2]| signs.contains(&cell.symbol());
    let mut lines = lines(buffer);
    let top = lines.find(|cells| cells.last().is_some_and(|cell| is(cell, ["╮", "┓"])))?;
    let left = top.iter().rposition(|cell| is(cell, ["╭", "┏"]))?;
    let rows = lines.take_while(|cells| !cells.get(left).is_some_and(|it| is(it, ["╰", "┗"])));
    let inside = rows.map(|cells| {
        let inside = cells.get(left + 2..cells.len() - 2).unwrap_or_default();
        let symbols: String = leading(inside).map(|(_, cell)| cell.symbol()).collect();
        symbols.trim_end().to_owned()
    });
    Some(inside.collect())
}

/// What is wrong with the cells of a screen, whatever they show: empty for a sound one.
pub fn faults(buffer: &Buffer, level: ColorLevel) -> Vec<String> {
    let mut faults = Vec::new();
    for (row, cells) in lines(buffer).enumerate() {
        let mut covered = 0;
        for (column, cell) in cells.iter().enumerate() {
            let symbol = cell.symbol();
            let mut fault = |what: &str| faults.push(format!("{column},{row} {symbol:?}: {what}"));
            if symbol.chars().any(is_unsafe) {
                fault("a character that must not reach a terminal");
            }
            if column < covered {
                if symbol != " " && !symbol.is_empty() {
                    fault("stands in the second half of a wide symbol");
                }
            } else {
                let cells_taken = width::of_grapheme(symbol);
                if cells_taken == 0 {
                    fault("takes no cell");
                }
                covered = column + cells_taken;
                if covered > cells.len() {
                    fault("sticks out of the row");
                }
            }
            for color in [cell.fg, cell.bg] {
                if !fits(color, level) {
                    fault(&format!("{color:?} at {level:?}"));
                }
            }
        }
    }
    faults
}

fn fits(color: Color, level: ColorLevel) -> bool {
    match (color, level) {
        (Color::Reset, _) | (_, ColorLevel::TrueColor) => true,
        (_, ColorLevel::None) => false,
        (Color::Indexed(index), ColorLevel::Ansi16) => index < 16,
        (Color::Indexed(_), ColorLevel::Ansi256) => true,
        _ => false,
    }
}

/// Controls, direction marks, and characters that take no room or hide.
fn is_unsafe(c: char) -> bool {
    let joins = c == '\u{200d}'; // between the parts of an emoji, which a terminal may draw as one
    c.is_control()
        || !joins
            && matches!(c,
                '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}
