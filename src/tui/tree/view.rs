//! Draws the tree: only the rows in the window.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::state::{Node, Row, TreeState};
use crate::skill::Severity;
use crate::store::catalog::{Catalog, ShelfState, Skill};
use crate::store::provenance::Maker;
use crate::store::seen::Difference;
use crate::store::usage::State;
use crate::text::{sanitize, width};
use crate::theme::{Chrome, Paint, Theme};
use crate::tui::paint::{self, Pen};

/// Draws the rows into an area.
pub fn draw(
    buffer: &mut Buffer,
    area: Rect,
    tree: &TreeState,
    catalog: &Catalog,
    theme: &Theme,
    focused: bool,
) {
    let window = tree.rows().iter().enumerate().skip(tree.cursor.offset);
    for (line, (at, row)) in (0..area.height).zip(window) {
        draw_row(buffer, area, line, row, tree, catalog, theme);
        if at == tree.cursor.at {
            let part = if focused {
                Chrome::Selected
            } else {
                Chrome::SelectedAway
            };
            let all = 0..usize::from(area.width);
            paint::over(buffer, area, line, all, theme.chrome(part));
        }
    }
}

fn draw_row(
    buffer: &mut Buffer,
    area: Rect,
    line: u16,
    row: &Row,
    tree: &TreeState,
    catalog: &Catalog,
    theme: &Theme,
) {
    let mut pen = Pen::new(buffer, area, line);
    let plain = Paint::default();
    // Deep trees must leave room for names.
    let most = usize::from(area.width) / 3;
    pen.write(&" ".repeat((row.depth * 2).min(most)), plain);
    let fold = match row.open {
        Some(true) => "▾ ",
        Some(false) => "▸ ",
        None => "",
    };
    match &row.node {
        Node::Library(at) => {
            let Some(shelf) = catalog.shelves.get(*at) else {
                return;
            };
            let mut note = match (&shelf.state, shelf.library.writable) {
                (ShelfState::Missing, _) => " missing".to_owned(),
                (ShelfState::Unreadable(_), _) => " unreadable".to_owned(),
                (ShelfState::Ready, true) => format!(" {}", row.count),
                (ShelfState::Ready, false) => format!(" {} ro", row.count),
            };
            if !shelf.faults.is_empty() {
                // The library's page tells which.
                note.push_str(&format!(" !{} unread", shelf.faults.len()));
            }
            pen.write(fold, theme.chrome(Chrome::Dim));
            let room = pen.room().saturating_sub(width::of(&note));
            let name = sanitize::line(&shelf.library.id);
            pen.clip(&name, room, theme.chrome(Chrome::Library));
            pen.write(&note, theme.chrome(Chrome::Dim));
        }
        Node::Category(_, key) => {
            let name = key.rsplit('/').next().unwrap_or_default();
            let name = if name == ".archive" { "archive" } else { name };
            let count = format!(" {}", row.count);
            pen.write(fold, theme.chrome(Chrome::Dim));
            let room = pen.room().saturating_sub(width::of(&count));
            pen.clip(&sanitize::line(name), room, theme.chrome(Chrome::Category));
            pen.write(&count, theme.chrome(Chrome::Dim));
        }
        Node::Skill(shelf, at) => {
            let shelf = catalog.shelves.get(*shelf);
            if let Some(skill) = shelf.and_then(|shelf| shelf.skills.get(*at)) {
                draw_skill(&mut pen, skill, tree, theme);
            }
        }
    }
}

/// This many badges are shown even where the name has to be cut for them.
const MUST_SHOW: usize = 1;

fn draw_skill(pen: &mut Pen<'_>, skill: &Skill, tree: &TreeState, theme: &Theme) {
    let (sign, part) = match skill.worst() {
        Some(Severity::Error) => ("✗", Chrome::Error),
        Some(Severity::Warning) => ("!", Chrome::Warning),
        _ => (" ", Chrome::Dim),
    };
    pen.write(sign, theme.chrome(part));
    let (mark, part) = match tree.marked().contains(&skill.id) {
        true => ("•", Chrome::Waiting),
        false => (" ", part),
    };
    pen.write(mark, theme.chrome(part));
    let mut badges = badges(skill, tree.unseen().get(&skill.id).copied());
    let away = skill.archived || skill.shadow.is_some() || skill.hidden.is_some() || skill.is_off();
    let paint = match (skill.state(), away) {
        (_, true) => theme.chrome(Chrome::Away),
        (State::Stale, _) => theme.chrome(Chrome::Stale),
        _ => Paint::default(),
    };
    let name = skill.shown_names();
    let name = sanitize::line(&name);
    let total = |badges: &[(Cow<'_, str>, Chrome)]| -> usize {
        badges.iter().map(|(text, _)| 1 + width::of(text)).sum()
    };
    // The name counts more than the badges, of which the last ones count least.
    while width::of(&name) + total(&badges) > pen.room() {
        let last = badges.last().map(|(text, _)| text.as_ref());
        let maker = matches!(last, Some("agent" | "bundled" | "hub"));
        if badges.len() <= MUST_SHOW && !maker {
            break;
        }
        badges.pop();
    }
    let badge_width = total(&badges);
    let room = pen.room().saturating_sub(badge_width);
    pen.clip(&name, room, paint);
    pen.skip_to_end(badge_width);
    for (text, part) in badges {
        pen.write(" ", Paint::default());
        pen.write(&text, theme.chrome(part));
    }
}

/// Short marks at the end of a skill's row, the most telling first; the help explains them.
fn badges(skill: &Skill, difference: Option<Difference>) -> Vec<(Cow<'static, str>, Chrome)> {
    let mark =
        |yes: bool, text: &'static str, part: Chrome| yes.then_some((Cow::Borrowed(text), part));
    let differs = |wanted, text| mark(difference == Some(wanted), text, Chrome::Waiting);
    let is_hidden = skill.hidden.is_some() && !skill.is_off();
    let is_linked = skill.through_link.is_some() || skill.file_link.is_some();
    let maker = match skill.provenance.maker {
        Maker::Agent => Some("agent"),
        Maker::Bundled => Some("bundled"),
        Maker::Hub => Some("hub"),
        Maker::User | Maker::Unknown => None,
    };
    let badges = [
        differs(Difference::New, "new"),
        differs(Difference::Changed, "changed"),
        mark(skill.usage.pinned, "pin", Chrome::Pinned),
        mark(skill.state() == State::Stale, "stale", Chrome::Stale),
        mark(skill.shadow.is_some(), "shadowed", Chrome::Warning),
        mark(is_hidden, "hidden", Chrome::Warning),
        skill.off_badge().map(|text| (text, Chrome::Warning)),
        mark(is_linked, "→", Chrome::Dim),
        mark(skill.nested_in.is_some(), "nested", Chrome::Dim),
        maker.map(|word| (Cow::Borrowed(word), Chrome::Dim)),
    ];
    badges.into_iter().flatten().collect()
}
