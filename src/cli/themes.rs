//! `themes`: the themes there are with a sample of each, and the file of one.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::json;
use super::output::Output;
use crate::markdown::{Role, Syntax};
use crate::text::{sanitize, width};
use crate::theme::{Choice, Chrome, Entry, Slot, Theme, Themes};

/// Prints all themes, a line each, which one is used, and where own ones belong.
pub fn list(
    out: &mut Output,
    themes: &Themes,
    choice: &Choice,
    folder: Option<&Path>,
) -> io::Result<()> {
    let folder = folder.map(Path::to_string_lossy);
    let used = |entry: &Entry| entry.theme.name() == choice.theme.name();
    if out.json {
        let themes_json: Vec<Value> = themes
            .entries()
            .iter()
            .map(|entry| theme(entry, json!({"used": used(entry)})))
            .collect();
        let complaints = themes.complaints().iter().map(|it| {
            json!({
                "path": it.path.to_string_lossy(),
                "line": it.line,
                "column": it.column,
                "message": it.message,
            })
        });
        return out.document(&json::document(json!({
            "themes": themes_json,
            "used": choice.theme.name(),
            "chosen_by": choice.by.words(),
            "folder": folder,
            "complaints": complaints.collect::<Vec<_>>(),
        })));
    }
    let name = |entry: &Entry| sanitize::line(entry.theme.name()).into_owned();
    let names = themes.entries().iter().map(|it| width::of(&name(it)));
    let names = names.max().unwrap_or(0);
    for entry in themes.entries() {
        let mark = if used(entry) { "*" } else { " " };
        let origin = if entry.path.is_some() {
            "own     "
        } else {
            "built-in"
        };
        let mut line = format!(
            "{mark} {}  {}  {origin}",
            out.paint(Chrome::Key, &width::pad(&name(entry), names)),
            ground(&entry.theme),
        );
        if out.columns.is_some() {
            line.push_str("  ");
            line.push_str(&sample(out, &entry.theme));
        }
        if let Some(path) = &entry.path {
            let path = sanitize::line(&path.to_string_lossy()).into_owned();
            line.push_str(&format!("  {}", out.paint(Chrome::Dim, &path)));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    let used = format!("used: {} ({})", choice.theme.name(), choice.by.words());
    writeln!(out, "\n{}", sanitize::line(&used))?;
    if let Some(folder) = folder {
        writeln!(out, "own themes: {}/*.toml", sanitize::line(&folder))?;
    }
    Ok(())
}

/// Prints the file of a theme: on a terminal made safe, in a pipe as it is.
pub fn show(out: &mut Output, entry: &Entry) -> io::Result<()> {
    if out.json {
        let colors = Slot::ALL.into_iter().map(|slot| {
            let tint = entry.theme.palette().get(slot).map(
                |it| json!({"rgb": it.rgb.to_string(), "ansi": it.ansi, "ansi256": it.ansi256}),
            );
            (slot.key().to_owned(), tint.unwrap_or_default())
        });
        let colors = Value::Object(colors.collect());
        let more = json!({"colors": colors, "toml": entry.source.as_ref()});
        return out.document(&json::document(json!({"theme": theme(entry, more)})));
    }
    if out.columns.is_none() {
        return out.write_all(entry.source.as_bytes());
    }
    writeln!(out, "{}", super::output::safe_lines(&entry.source))
}

/// A theme with some more fields.
fn theme(entry: &Entry, more: Value) -> Value {
    let mut theme = json!({
        "name": entry.theme.name(),
        "dark": entry.theme.dark(),
        "ground": entry.theme.palette().ground.to_string(),
        "built_in": entry.path.is_none(),
        "path": entry.path.as_ref().map(|it| it.to_string_lossy()),
    });
    if let (Some(theme), Value::Object(more)) = (theme.as_object_mut(), more) {
        theme.extend(more);
    }
    theme
}

fn ground(theme: &Theme) -> &'static str {
    if theme.dark() { "dark " } else { "light" }
}

/// Some words in the colours of a theme.
fn sample(out: &Output, theme: &Theme) -> String {
    let theme = theme.clone().with_level(out.theme.level());
    let parts = [
        (" ", theme.base()),
        ("Heading", theme.ink(Role::Heading(1).into())),
        (" text ", theme.base()),
        ("link", theme.ink(Role::Link.into())),
        (" ", theme.base()),
        ("code", theme.ink(Role::Code.into())),
        (" ", theme.base()),
        ("let", theme.ink(Role::Syntax(Syntax::Keyword).into())),
        (" ", theme.base()),
        ("error", theme.chrome(Chrome::Error)),
        (" ", theme.base()),
        ("chosen", theme.chrome(Chrome::Selected)),
        ("found", theme.chrome(Chrome::Match)),
        ("+new", theme.chrome(Chrome::Added)),
        ("-old", theme.chrome(Chrome::Removed)),
    ];
    let parts = parts.map(|(text, paint)| out.painted(paint.over(theme.base()), text));
    parts.concat()
}
