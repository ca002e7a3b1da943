//! Draws the screen: header, panes, footer, lists. Decides nothing.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use super::app::{App, Focus, Prompt};
use super::command;
use super::layout::{self, MIN_COLUMNS, MIN_ROWS};
use super::list::{self, ListState};
use super::paint::{self, Pen};
use super::picks;
use super::reader::Report;
use super::tree::Sort;
use super::{picker, reader, tree};
use crate::text::{sanitize, width};
use crate::theme::{Chrome, Paint};

/// Draws everything.
pub fn draw(app: &mut App, frame: &mut Frame<'_>) {
    draw_parts(app, frame);
    paint::below(frame.buffer_mut(), app.theme.base());
}

fn draw_parts(app: &mut App, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < MIN_COLUMNS || area.height < MIN_ROWS {
        let text = format!(
            "needs {MIN_COLUMNS}x{MIN_ROWS}, has {}x{}",
            area.width, area.height
        );
        let line = Rect {
            y: area.y + area.height / 2,
            height: 1.min(area.height),
            ..area
        };
        Pen::new(frame.buffer_mut(), line, 0).write(&text, Paint::default());
        return;
    }
    let parts = app.parts();
    draw_header(app, frame, parts.header);
    if !parts.tree.is_empty() {
        match &app.list {
            Some(list) => draw_list(app, list, frame, parts.tree),
            None => draw_tree(app, frame, parts.tree),
        }
    }
    if !parts.viewer.is_empty() {
        draw_viewer(app, frame, parts.viewer);
    }
    if !parts.outline.is_empty() {
        draw_outline(app, frame, parts.outline);
    }
    let mut cursor = draw_footer(app, frame, parts.footer);
    draw_continuations(app, frame, area);
    if let Some(list) = &mut app.picker {
        // What is behind steps back.
        frame
            .buffer_mut()
            .set_style(area, paint::style(app.theme.chrome(Chrome::Behind)));
        cursor = Some(picker::view::draw(
            frame.buffer_mut(),
            area,
            list,
            &app.theme,
        ));
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

fn draw_header(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let dim = theme.chrome(Chrome::Dim);
    let facts = header_facts(app);
    let total: usize = facts.iter().map(|(text, _)| width::of(text) + 2).sum();
    let mut left = vec![
        (" skilldeck".to_owned(), theme.chrome(Chrome::Title)),
        ("  1 Library".to_owned(), theme.chrome(Chrome::Focus)),
    ];
    if let Some(home) = &app.catalog.home {
        let profile = format!("  profile {}", sanitize::line(&home.profile()));
        left.push((profile, dim));
        if app.catalog.profiles.len() > 1 {
            left.push((" (P switches)".to_owned(), dim));
        }
    }
    let mut pen = Pen::new(frame.buffer_mut(), area, 0);
    for (text, paint) in left {
        // The facts count more than where they are from.
        if pen.room() > width::of(&text) + total {
            pen.write(&text, paint);
        }
    }
    pen.skip_to_end(total);
    for (text, paint) in facts {
        pen.write(&text, paint).write("  ", Paint::default());
    }
}

/// What the header says of the catalog.
fn header_facts(app: &App) -> Vec<(String, Paint)> {
    let theme = &app.theme;
    let (errors, warnings) = app.problem_counts();
    let skills = app.catalog.skills().count();
    let shelves = app.catalog.shelves.iter();
    let pending: usize = shelves.map(|it| it.sidecars.pending.count).sum();
    let look = match (app.looking, skills) {
        (true, 0) => "looking…".to_owned(),
        (true, _) => format!("{skills} skills…"),
        (false, _) => format!("{skills} skills"),
    };
    let mut facts = vec![(look, Paint::default())];
    for (count, sign, part) in [
        (errors, "✗", Chrome::Error),
        (warnings, "!", Chrome::Warning),
    ] {
        if count > 0 {
            facts.push((format!("{sign} {count}"), theme.chrome(part)));
        }
    }
    if pending > 0 {
        facts.push((format!("{pending} pending"), theme.chrome(Chrome::Waiting)));
    }
    facts
}

fn draw_tree(app: &App, frame: &mut Frame<'_>, part: Rect) {
    let focused = app.focus == Focus::Side;
    let title = match (app.tree.filter(), app.tree.sort()) {
        ("", Sort::Place) => "skills".to_owned(),
        ("", sort) => format!("skills {}", sort.words()),
        (filter, _) => format!(
            "{} of filter {}",
            app.tree.matching(),
            sanitize::line(filter)
        ),
    };
    let buffer = frame.buffer_mut();
    let inner = layout::frame(buffer, part, &title, &app.theme, focused);
    if app.tree.rows().is_empty() {
        let text = if app.looking { "looking…" } else { "nothing" };
        Pen::new(buffer, inner, 0).write(text, app.theme.chrome(Chrome::Dim));
    }
    tree::view::draw(buffer, inner, &app.tree, &app.catalog, &app.theme, focused);
    let rows = app.tree.rows().len();
    if rows > usize::from(inner.height) {
        let text = format!("{}/{rows}", app.tree.cursor.at + 1);
        layout::corner(buffer, part, &text, &app.theme);
    }
}

fn draw_list(app: &App, list: &ListState, frame: &mut Frame<'_>, part: Rect) {
    let focused = app.focus == Focus::Side;
    let buffer = frame.buffer_mut();
    // The numbers in front count more than what was looked for.
    let title = width::clip(list.title(), usize::from(part.width).saturating_sub(6));
    let inner = layout::frame(buffer, part, &title, &app.theme, focused);
    if list.rows().is_empty() {
        for (line, text) in (0..inner.height).zip(list.advice()) {
            Pen::new(buffer, inner, line).clip(text, usize::MAX, app.theme.chrome(Chrome::Dim));
        }
    }
    list::view::draw(buffer, inner, list, &app.theme, focused);
    let rows = list.rows().len();
    if rows > usize::from(inner.height) {
        let text = format!("{}/{rows}", list.cursor.at + 1);
        layout::corner(buffer, part, &text, &app.theme);
    }
}

/// The keys that can follow those that were pressed, above the right end of the footer.
fn draw_continuations(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let rows = picks::continuations(app);
    let Some(widest) = rows
        .iter()
        .map(|(key, doc)| width::of(key) + width::of(doc))
        .max()
    else {
        return;
    };
    let theme = &app.theme;
    let first = app.sequence.keys().first();
    let title = first.map_or("a letter", |key| command::prefix_title(key));
    let cells = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let width = cells(widest + 6)
        .clamp(20, area.width.max(20))
        .min(area.width);
    let height = cells(rows.len() + 2).min(area.height.saturating_sub(1));
    let part = Rect {
        x: area.right() - width,
        y: area.bottom().saturating_sub(height + 1).max(area.y),
        width,
        height,
    };
    Clear.render(part, frame.buffer_mut());
    let inner = layout::frame(frame.buffer_mut(), part, title, theme, true);
    for (line, (key, doc)) in (0..inner.height).zip(&rows) {
        Pen::new(frame.buffer_mut(), inner, line)
            .write(key, theme.chrome(Chrome::Key))
            .write("  ", Paint::default())
            .clip(doc, usize::MAX, Paint::default());
    }
}

fn draw_viewer(app: &App, frame: &mut Frame<'_>, part: Rect) {
    let focused = app.focus == Focus::Viewer;
    let title = match app.reader.titled() {
        None => String::new(),
        Some((target, source)) => {
            let file = match (&target.file, &target.report) {
                (Some(file), _) => format!(" › {}", sanitize::line(file)),
                (None, Some(Report::Effects)) => " › effects".to_owned(),
                (None, Some(Report::Repairs)) => " › repairs".to_owned(),
                (None, Some(Report::Compare(other))) => {
                    format!(" ↔ {}", sanitize::line(&other.to_string()))
                }
                (None, None) => String::new(),
            };
            let source = if source { " (source)" } else { "" };
            // Two libraries may have the key.
            let id = if app.catalog.shelves.len() > 1 {
                target.skill.to_string()
            } else {
                target.skill.key.to_string()
            };
            format!("{}{file}{source}", sanitize::line(&id))
        }
    };
    let buffer = frame.buffer_mut();
    let inner = layout::frame(buffer, part, &title, &app.theme, focused);
    reader::view::draw(buffer, inner, &app.reader, &app.theme);
    let mut corner = reader::view::position(&app.reader, usize::from(inner.height));
    if let Some(search) = app.reader.search() {
        let here = if search.matches.is_empty() {
            0
        } else {
            search.current + 1
        };
        corner = format!("{here}/{} {corner}", search.matches.len());
    }
    if app.reader.waiting() {
        corner = "reading…".to_owned();
    }
    layout::corner(buffer, part, corner.trim(), &app.theme);
}

fn draw_outline(app: &App, frame: &mut Frame<'_>, part: Rect) {
    let buffer = frame.buffer_mut();
    let inner = layout::frame(buffer, part, "outline", &app.theme, false);
    reader::view::draw_outline(buffer, inner, &app.reader, &app.theme);
}

/// Draws prompt, message or hints; gives the place of the text cursor in a prompt.
fn draw_footer(app: &App, frame: &mut Frame<'_>, area: Rect) -> Option<Position> {
    let theme = &app.theme;
    let buffer = frame.buffer_mut();
    let mut pen = Pen::new(buffer, area, 0);
    if let Some(prompt) = &app.prompt {
        let (label, field) = match prompt {
            Prompt::Filter(field, _) => (" filter: ", field),
            Prompt::Search(field, _) => (" search: ", field),
            Prompt::Find(find) => (" search all: ", &find.field),
        };
        pen.write(label, theme.chrome(Chrome::Key));
        let room = pen.room().saturating_sub(1);
        let before = width::of(&sanitize::line(field.before())).min(room);
        let text = sanitize::line(field.text());
        pen.write(&width::clip_start(&text, room), Paint::default());
        if let Prompt::Find(find) = prompt
            && let Some(fault) = &find.fault
        {
            pen.write("  ", Paint::default());
            pen.clip(fault, usize::MAX, theme.chrome(Chrome::Error));
        }
        let x = area.x + u16::try_from(width::of(label) + before).unwrap_or(0);
        return Some(Position::new(x, area.y));
    }
    if let Some(toast) = &app.toast {
        let part = if toast.bad {
            Chrome::Error
        } else {
            Chrome::Good
        };
        pen.write(" ", Paint::default());
        pen.clip(&toast.text, usize::MAX, theme.chrome(part));
        return None;
    }
    if !app.sequence.is_empty() {
        let typed = format!(" {}… ", app.sequence.words());
        pen.write(&typed, theme.chrome(Chrome::Waiting));
    }
    let hints = match &app.picker {
        Some(_) => {
            let hints = [("enter", "picks"), ("esc", "closes"), ("type", "narrows")];
            hints.map(|(key, word)| (key.to_owned(), word)).to_vec()
        }
        None => picks::hints(app),
    };
    let list = app.list.as_ref().filter(|_| app.focus == Focus::Side);
    let note = list
        .and_then(ListState::note)
        .filter(|_| app.picker.is_none());
    // A note leaves room for the way to help and the way out.
    let hints = hints.into_iter().take(note.map_or(usize::MAX, |_| 2));
    for (key, word) in hints {
        if pen.room() < width::of(&key) + width::of(word) + 3 {
            break;
        }
        pen.write(" ", Paint::default());
        pen.write(&key, theme.chrome(Chrome::Key));
        pen.write(" ", Paint::default());
        pen.write(word, theme.chrome(Chrome::Dim));
        pen.write(" ", Paint::default());
    }
    if let Some(note) = note {
        pen.write(" ", Paint::default());
        pen.clip(note, usize::MAX, Paint::default());
    }
    None
}
