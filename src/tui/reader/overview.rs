//! Pages for what is no file: a library, a category, an empty workbench.

use crate::markdown::{Level, Role, Row, Span, wrap};
use crate::store::catalog::{Catalog, Shelf, ShelfState};
use crate::text::sanitize;
use crate::tui::tree::filter;
use crate::viewer::facts;
use crate::workbench::{Counts, Empty};

/// A page being written.
struct Sheet {
    width: usize,
    rows: Vec<Row>,
}

impl Sheet {
    fn line(&mut self, text: &str, role: Role) -> &mut Self {
        let text = vec![Span::new(sanitize::line(text), role)];
        self.rows
            .append(&mut wrap(text, self.width, &[], &[], 0..0));
        self
    }

    fn gap(&mut self) -> &mut Self {
        self.rows.push(Row::default());
        self
    }

    fn pair(&mut self, key: &str, text: &str) -> &mut Self {
        let first = [Span::new(format!("{key:<10}"), Role::Key)];
        let rest = [Span::new(" ".repeat(10), Role::Text)];
        let text = vec![Span::new(sanitize::line(text), Role::Value)];
        self.rows
            .append(&mut wrap(text, self.width, &first, &rest, 0..0));
        self
    }
}

fn sheet(width: usize) -> Sheet {
    Sheet {
        width: width.clamp(1, 100),
        rows: Vec::new(),
    }
}

/// The page of a library. `place` names a path as the person knows it.
pub fn library(
    shelf: &Shelf,
    notes: &[String],
    place: &dyn Fn(&std::path::Path) -> String,
    width: usize,
) -> Vec<Row> {
    let mut page = sheet(width);
    let counts = Counts::of(shelf);
    let library = &shelf.library;
    let access = if library.writable {
        "writable"
    } else {
        "read-only"
    };
    page.line(&library.id, Role::Heading(1)).gap();
    page.pair("kind", library.kind.words());
    page.pair("path", &place(&library.root));
    page.pair("access", access);
    match &shelf.state {
        ShelfState::Ready => {}
        ShelfState::Missing => {
            page.line("The folder does not exist.", Role::Problem(Level::Warn));
        }
        ShelfState::Unreadable(reason) => {
            let text = format!("The folder cannot be read: {reason}");
            page.line(&text, Role::Problem(Level::Error));
            page.line("Check its permissions, then R looks again.", Role::Text);
        }
    }
    let states = format!(
        "{}: {} active, {} stale, {} archived",
        counts.skills, counts.active, counts.stale, counts.archived
    );
    page.pair("skills", &states);
    page.pair("pinned", &counts.pinned.to_string());
    let problems = format!(
        "{} with errors, {} with warnings",
        counts.broken, counts.doubtful
    );
    page.pair("problems", &problems);
    if counts.unseen > 0 {
        let text = format!(
            "{} that its agent does not list, or takes another for",
            counts.unseen
        );
        page.pair("unseen", &text);
    }
    if shelf.sidecars.pending.count > 0 {
        let text = match shelf.sidecars.pending.count {
            1 => "1 change waits for a person".to_owned(),
            count => format!("{count} changes wait for a person"),
        };
        page.pair("pending", &text);
    }
    if !shelf.orphans.is_empty() {
        let count = u64::try_from(shelf.orphans.len()).unwrap_or(u64::MAX);
        let text = format!("{} without a skill: ", facts::count(count, "record"));
        page.pair("usage", &(text + &shelf.orphans.join(", ")));
    }
    let damaged = shelf.sidecar_faults();
    if !damaged.is_empty() || !shelf.faults.is_empty() || !notes.is_empty() {
        page.gap();
    }
    for note in notes {
        page.line(&format!("! {note}"), Role::Problem(Level::Warn));
    }
    for fault in damaged {
        page.line(
            &format!("! {fault}; it is left as it is"),
            Role::Problem(Level::Warn),
        );
    }
    for fault in &shelf.faults {
        let path = fault
            .path
            .strip_prefix(&library.root)
            .unwrap_or(&fault.path);
        let text = format!("! {}: {}", path.display(), fault.message);
        page.line(&text, Role::Problem(Level::Warn));
    }
    page.rows
}

/// The page of a category.
pub fn category(shelf: &Shelf, key: &str, width: usize) -> Vec<Row> {
    let mut page = sheet(width);
    page.line(key, Role::Heading(1)).gap();
    match shelf.categories.get(key) {
        Some(text) => page.line(text, Role::Text),
        None if key == ".archive" => page.line("Skills that were put away.", Role::Text),
        None => page.line("No DESCRIPTION.md.", Role::Muted),
    };
    page.gap();
    let prefix = format!("{key}/");
    for skill in &shelf.skills {
        let Some(below) = skill.id.key.strip_prefix(&prefix) else {
            continue;
        };
        page.line(below, Role::TableHead);
        let indent = [Span::new("  ", Role::Text)];
        let text = vec![Span::new(
            sanitize::line(&skill.line_description()),
            Role::Muted,
        )];
        page.rows
            .append(&mut wrap(text, page.width, &indent, &indent, 0..0));
    }
    page.rows
}

/// The page when there is nothing to show, with what helps.
pub fn empty(empty: &Empty, place: &dyn Fn(&std::path::Path) -> String, width: usize) -> Vec<Row> {
    let mut page = sheet(width);
    match empty {
        Empty::NoHome => page
            .line("No skills yet", Role::Heading(1))
            .gap()
            .line("No home and no library was found: no ~/.hermes, no HERMES_HOME, and no skills of Claude Code, Codex, Gemini or OpenCode.", Role::Text)
            .gap()
            .line("skilldeck --demo        shows a library to try", Role::Code)
            .line("skilldeck PATH          opens any folder of skills", Role::Code)
            .line("skilldeck --home DIR    opens a home", Role::Code),
        Empty::Missing(path) => page
            .line("The library is missing", Role::Heading(1))
            .gap()
            .line(&format!("{} does not exist.", place(path)), Role::Text)
            .line("Create it, or open another place: skilldeck PATH. R looks again.", Role::Text),
        Empty::Unreadable(path, reason) => page
            .line("The library cannot be read", Role::Heading(1))
            .gap()
            .line(&format!("{}: {reason}", place(path)), Role::Problem(Level::Error))
            .line("Check its permissions, then R looks again.", Role::Text),
        Empty::NoSkills(path) => page
            .line("The library is empty", Role::Heading(1))
            .gap()
            .line(&format!("{} has no folder with a SKILL.md.", place(path)), Role::Text)
            .line("A skill is a folder with a SKILL.md: frontmatter with name and description, then Markdown. R looks again.", Role::Text),
    };
    page.rows
}

/// The page while a filter hides everything.
pub fn no_match(filter_line: &str, catalog: &Catalog, width: usize) -> Vec<Row> {
    let mut page = sheet(width);
    page.line("Nothing matches", Role::Heading(1)).gap();
    let count = catalog.skills().count();
    page.line(
        &format!("None of {count} skills matches {filter_line:?}."),
        Role::Text,
    );
    for word in filter::unknown(filter_line) {
        page.line(
            &format!("{word:?} is no condition."),
            Role::Problem(Level::Warn),
        );
    }
    page.line(
        "esc clears the filter. Words are looked for in key, name and description. Conditions:",
        Role::Text,
    );
    page.line(&filter::conditions(), Role::Text);
    page.rows
}
