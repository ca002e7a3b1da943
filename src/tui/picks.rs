//! What the lists over the screen hold, and what an item of them means.

use super::app::App;
use super::command::{Command, Row, Scope, TABLE};
use super::keymap::Keymap;
use super::picker::{Choice, Item, Items, Kind, Picker};
use super::reader::{ReaderState, Target};
use super::tree::Sort;
use crate::markdown::LinkKind;
use crate::skill::reference;
use crate::store::catalog::{Catalog, Skill, SkillId};
use crate::store::package::PackageFile;
use crate::text::sanitize;
use crate::viewer::{LinkPlace, facts};

fn safe(text: &str) -> String {
    sanitize::line(text).into_owned()
}

/// Every skill of the catalog, in its order.
pub fn jump_items(catalog: &Catalog) -> Items {
    let several = catalog.shelves.len() > 1;
    let items: Vec<Item> = catalog
        .skills()
        .map(|skill| {
            let mut detail = String::new();
            if several {
                detail.push_str(&skill.id.library);
                detail.push_str("  ");
            }
            if !skill.category().is_empty() {
                detail.push_str(skill.category());
                detail.push_str("  ");
            }
            detail.push_str(&skill.line_description());
            Item {
                label: safe(&skill.shown_names()),
                detail: safe(&detail),
                sign: "",
                choice: Choice::Skill(skill.id.clone()),
            }
        })
        .collect();
    items.into()
}

/// The headings of the page.
pub fn outline(reader: &ReaderState) -> Option<Picker> {
    let outline = &reader.shown()?.rendered.outline;
    let items = outline
        .iter()
        .map(|anchor| Item {
            label: format!(
                "{}{}",
                "  ".repeat(usize::from(anchor.level.saturating_sub(1))),
                safe(&anchor.text)
            ),
            choice: Choice::Row(anchor.row),
            ..Item::default()
        })
        .collect();
    let mut picker = Picker::new(Kind::Outline, "Outline", items);
    picker.select(reader.section().unwrap_or(0));
    Some(picker)
}

/// The links and file references of the page.
pub fn links(reader: &ReaderState) -> Option<Picker> {
    let shown = reader.shown()?;
    let items = shown
        .rendered
        .links
        .iter()
        .map(|link| {
            let place = destination(link, &shown.page.path);
            let missing = match &place {
                Destination::File(file, _) => {
                    let files = &shown.page.package.files;
                    let below = format!("{file}/");
                    !files
                        .iter()
                        .any(|it| it.path == *file || it.path.starts_with(&below))
                }
                _ => false,
            };
            let sign = match place {
                Destination::File(..) if missing => "✗ ",
                Destination::File(..) => "▸ ",
                Destination::Here(_) => "# ",
                Destination::Web(_) => "↗ ",
                Destination::Outside => "! ",
            };
            let mut detail = if link.text == link.target {
                String::new()
            } else {
                safe(&link.target)
            };
            if missing {
                detail.push_str(" (no such file)");
            }
            Item {
                label: safe(&link.text),
                detail,
                sign,
                choice: Choice::Link(Box::new(link.clone())),
            }
        })
        .collect();
    let mut picker = Picker::new(Kind::Links, "Links and files", items);
    let near = shown
        .rendered
        .links
        .iter()
        .position(|it| it.row >= reader.scroll());
    picker.select(near.unwrap_or(0));
    Some(picker)
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A row of this page; none when what the link names is not on it.
    Here(Option<usize>),
    /// A file of the package, and a heading in it.
    File(String, String),
    /// A file outside of the package.
    Outside,
    /// A page of the web, a mail address.
    Web(String),
}

/// Where a link of the file at `path` leads.
pub fn destination(link: &LinkPlace, path: &str) -> Destination {
    let (target, slug) = link.target.split_once('#').unwrap_or((&link.target, ""));
    match link.kind {
        LinkKind::Anchor | LinkKind::Footnote => Destination::Here(link.to),
        LinkKind::File | LinkKind::Image if target.is_empty() => Destination::Here(link.to),
        LinkKind::File | LinkKind::Image => {
            let folder = path.rsplit_once('/').map_or("", |(above, _)| above);
            match reference::resolve(target, folder) {
                Some(file) => Destination::File(file, slug.to_owned()),
                None => Destination::Outside,
            }
        }
        _ => Destination::Web(link.target.clone()),
    }
}

/// The files that can be picked: those of the shown page's package, or of the selected skill's.
fn package(app: &App) -> Option<(SkillId, Vec<PackageFile>)> {
    let skill = app.current()?;
    let shown = app
        .reader
        .shown()
        .filter(|shown| shown.target.skill == skill.id);
    let files = match shown {
        Some(shown) => shown.page.package.files.clone(),
        None => app.workbench.files(skill).files,
    };
    Some((skill.id.clone(), files))
}

/// The files of the package.
pub fn files(app: &App) -> Option<Picker> {
    let (skill, files) = package(app)?;
    let entry = app.catalog.get(&skill).and_then(|it| it.file.file_name());
    let entry = entry.map(|name| name.to_string_lossy().into_owned());
    let items = files
        .iter()
        .map(|file| {
            let mut detail = facts::bytes(file.size);
            if let Some(link) = &file.link {
                detail = format!("→ {}  {detail}", safe(&link.to_string_lossy()));
            }
            if let Some(note) = &file.note {
                detail = safe(note);
            }
            let is_entry = entry.as_deref() == Some(file.path.as_str());
            let file_in_package = (!is_entry).then(|| file.path.clone());
            let target = Target::file(skill.clone(), file_in_package);
            Item {
                label: safe(&file.path),
                detail,
                sign: if file.executable { "* " } else { "  " },
                choice: Choice::File(target),
            }
        })
        .collect();
    let title = format!("Files of {}", safe(&skill.key));
    Some(Picker::new(Kind::Files, title, items))
}

/// Skills to compare the one here with: other copies of it first.
pub fn compare(app: &App) -> Option<Picker> {
    let here = app.current()?;
    let is_copy =
        |skill: &Skill| skill.shown_name() == here.shown_name() || skill.folder == here.folder;
    let others = || app.catalog.skills().filter(|it| it.id != here.id);
    let copies = others().filter(|skill| is_copy(skill));
    let rest = others().filter(|skill| !is_copy(skill));
    let items = copies.map(|it| (it, "= ")).chain(rest.map(|it| (it, "  ")));
    let items = items.map(|(skill, sign)| Item {
        label: safe(&skill.id.to_string()),
        detail: safe(&skill.line_description()),
        sign,
        choice: Choice::Compare(here.id.clone(), skill.id.clone()),
    });
    let title = format!("Compare {} with", safe(&here.id.key));
    Some(Picker::new(Kind::Compare, title, items.collect()))
}

/// The problems of the skill on the page.
pub fn problems(reader: &ReaderState) -> Option<Picker> {
    let problems = &reader.shown()?.problems;
    let items = problems
        .iter()
        .map(|problem| {
            let place = problem
                .position
                .map(|at| format!("{}:{} ", at.line, at.column));
            Item {
                label: safe(&format!("{}{}", place.unwrap_or_default(), problem.message)),
                detail: safe(&format!("→ {}", problem.remedy)),
                sign: match problem.severity {
                    crate::skill::Severity::Error => "✗ ",
                    crate::skill::Severity::Warning => "! ",
                    crate::skill::Severity::Hint => "· ",
                },
                choice: Choice::Line(problem.position.map(|it| it.line)),
            }
        })
        .collect();
    Some(Picker::new(Kind::Problems, "Problems", items))
}

/// The profiles of the home.
pub fn profiles(app: &App) -> Picker {
    Picker::new(Kind::Profiles, "Profile", profile_items(app))
}

fn profile_items(app: &App) -> Vec<Item> {
    let catalog = &app.catalog;
    let here = catalog.home.as_ref().map(|home| home.profile());
    catalog
        .profiles
        .iter()
        .map(|profile| Item {
            label: safe(&profile.name),
            detail: safe(&app.place(&profile.root)),
            sign: if here.as_ref() == Some(&profile.name) {
                "• "
            } else {
                "  "
            },
            choice: Choice::Profile(profile.clone()),
        })
        .collect()
}

fn theme_items(app: &App) -> Vec<Item> {
    let entries = app.setup.themes.entries().iter();
    entries
        .map(|entry| Item {
            label: safe(entry.theme.name()),
            detail: match &entry.path {
                Some(path) => safe(&app.place(path)),
                None if entry.theme.dark() => "for a dark ground".to_owned(),
                None => "for a light ground".to_owned(),
            },
            sign: if entry.theme.name() == app.theme.name() {
                "• "
            } else {
                "  "
            },
            choice: Choice::Theme(entry.theme.name().to_owned()),
        })
        .collect()
}

/// The themes, the cursor at the one that is used.
pub fn themes(app: &App) -> Picker {
    let entries = app.setup.themes.entries();
    let here = entries
        .iter()
        .position(|it| it.theme.name() == app.theme.name());
    let mut picker = Picker::new(Kind::Themes, "Theme", theme_items(app));
    picker.select(here.unwrap_or(0));
    picker
}

/// The commands, those of a pane first.
fn help_rows(scope: Scope) -> Vec<&'static Row> {
    let rank = |row: &Row| match row.scope {
        other if other == scope => 0,
        Scope::Global => 1,
        _ => 2,
    };
    let mut rows: Vec<&Row> = TABLE.iter().collect();
    rows.sort_by_key(|row| rank(row));
    rows
}

/// Signs and badges of the tree.
const LEGEND: [(&str, &str); 16] = [
    (
        "✗",
        "the skill has an error: some agent drops or misreads it",
    ),
    ("!", "the skill has a warning"),
    ("•", "marked"),
    ("new", "not there when you last looked"),
    ("changed", "not as it was when you last looked"),
    ("pin", "pinned: the curator leaves it alone"),
    ("stale", "not used for long"),
    ("shadowed", "another skill of its name is taken instead"),
    ("hidden", "the agent of its library does not list it"),
    ("off", "switched off in the settings of an agent"),
    ("nested", "lies inside another skill"),
    ("→", "a link leads to it"),
    ("agent", "made by an agent"),
    ("bundled", "came with Hermes"),
    ("hub", "installed from a hub"),
    ("ro", "a library that skilldeck does not change"),
];

/// Every command with its keys, and what the signs mean.
pub fn help(keymap: &Keymap, scope: Scope) -> Picker {
    let legend = LEGEND.iter().map(|(sign, doc)| Item {
        label: (*sign).to_owned(),
        detail: format!("{doc}  (sign)"),
        ..Item::default()
    });
    let items = help_rows(scope)
        .into_iter()
        .map(|row| Item {
            label: keymap.words_of(row.scope, row.command).join("  "),
            detail: format!("{}  ({})", row.doc, row.scope.title().to_lowercase()),
            sign: "",
            choice: match row.scope == scope || row.scope == Scope::Global {
                true => Choice::Run(row.scope, row.command),
                // One of another pane is not run from here.
                false => Choice::Nothing,
            },
        })
        .chain(legend)
        .collect();
    Picker::new(Kind::Help, "Keys: type to search, enter runs", items)
}

/// Every command by its name, and what else can be chosen by a word.
pub fn palette(app: &App) -> Picker {
    let mut rows = help_rows(app.scope());
    rows.retain(|row| app.available(row.command) && row.command != Command::Palette);
    let commands = rows.into_iter().map(|row| {
        let keys = app.setup.keymap.words_of(row.scope, row.command);
        Item {
            label: match row.scope {
                Scope::Global => row.name.to_owned(),
                scope => format!("{} {}", scope.name(), row.name),
            },
            detail: format!("{}  {}", keys.join("  "), row.doc),
            sign: "",
            choice: Choice::Run(row.scope, row.command),
        }
    });
    let orders = Sort::ALL.into_iter().map(|sort| Item {
        label: format!("sort {}", sort.words()),
        detail: "the order of the tree".to_owned(),
        sign: "",
        choice: Choice::Sort(sort),
    });
    let libraries = app.catalog.shelves.iter().map(|shelf| Item {
        label: format!("library {}", safe(&shelf.library.id)),
        detail: safe(&app.place(&shelf.library.root)),
        sign: "",
        choice: Choice::Library(shelf.library.id.clone()),
    });
    let named = |word: &'static str| {
        move |item: Item| Item {
            label: format!("{word} {}", item.label),
            sign: "",
            ..item
        }
    };
    let profiles = match app.catalog.profiles.len() {
        0 | 1 => Vec::new(),
        _ => profile_items(app),
    };
    let items = commands
        .chain(orders)
        .chain(libraries)
        .chain(profiles.into_iter().map(named("profile")))
        .chain(theme_items(app).into_iter().map(named("theme")));
    Picker::new(Kind::Palette, "Commands", items.collect())
}

/// The hints for the footer: key and word of what can be done now.
pub fn hints(app: &App) -> Vec<(String, &'static str)> {
    let scope = app.scope();
    let rows = TABLE
        .iter()
        .filter(|row| !row.hint.is_empty() && (row.scope == scope || row.scope == Scope::Global));
    let mut rows: Vec<&Row> = rows.filter(|row| app.available(row.command)).collect();
    // The way to help and the way out are never what does not fit.
    rows.sort_by_key(|row| match row.command {
        Command::Help => 0,
        Command::Back => 1,
        _ => 2,
    });
    let hint = |row: &Row| {
        let binding = app.setup.keymap.keys_of(row.scope, row.command)?;
        Some((binding.words(), row.hint))
    };
    rows.into_iter().filter_map(hint).collect()
}

/// How keys that were pressed so far can go on: key and words.
pub fn continuations(app: &App) -> Vec<(String, String)> {
    if let Some(command) = app.sequence.waits_for_letter() {
        let words = match command {
            Command::SetMark => "this place",
            _ => "the place of this letter",
        };
        return vec![("a-z".to_owned(), words.to_owned())];
    }
    let keys = app.sequence.keys();
    if keys.is_empty() {
        return Vec::new();
    }
    let scope = app.scope();
    let mut rows: Vec<(String, String)> = Vec::new();
    for binding in app.setup.keymap.after(scope, keys) {
        let mut rows_of = TABLE.iter().filter(|row| row.command == binding.command);
        let Some(row) = rows_of.next() else { continue };
        let next = binding.keys.get(keys.len()..).unwrap_or_default();
        rows.push((next.join(" "), row.doc.to_owned()));
    }
    rows
}
