//! Every screen as cells: goldens in `tests/goldens/`, and what must hold for all of them.
//!
//! `SKILLDECK_BLESS=1 cargo test --test screens` writes the goldens; read the difference before it is committed.
//! Each screen is kept once at 120x40 in 24-bit colours; the main ones in more sizes, and for the other colour levels
//! their styles, since a level changes no character. What keys do is tested in `commands`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/driver.rs"]
mod driver;
#[path = "support/golden.rs"]
mod golden;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use driver::{Deck, SIZE, World, cells, dark};
use ratatui::buffer::Buffer;
use rayon::prelude::*;
use skilldeck::color::ColorLevel;
use skilldeck::store::locate::Request;
use skilldeck::theme::Theme;

const COMMAND: &str = "cargo test --test screens";
const FOLDER: &str = "tests/goldens";

/// The sizes of the main screens beside the usual one.
const SIZES: [(u16, u16); 5] = [(80, 24), (60, 20), (200, 50), (40, 12), (18, 4)];

/// The themes of the main screens beside the usual one.
const THEMES: [(&str, ColorLevel, bool); 5] = [
    ("light", ColorLevel::TrueColor, false),
    ("256", ColorLevel::Ansi256, true),
    ("256-light", ColorLevel::Ansi256, false),
    ("16", ColorLevel::Ansi16, true),
    ("none", ColorLevel::None, true),
];

/// A screen: how to get there.
struct Screen {
    name: &'static str,
    world: fn() -> World,
    act: fn(&mut Deck),
}

const fn demo(name: &'static str, act: fn(&mut Deck)) -> Screen {
    let world = World::demo;
    Screen { name, world, act }
}

const fn elsewhere(name: &'static str, world: fn() -> World, act: fn(&mut Deck)) -> Screen {
    Screen { name, world, act }
}

/// Shown in every size and theme.
const MAIN: &[Screen] = &[
    demo("library", |_| {}),
    demo("viewer", |deck| {
        deck.open("database-inspection").keys("ctrl-d");
    }),
    demo("source", |deck| {
        deck.open("docker-deploy").keys("m");
    }),
    demo("jump", |deck| {
        deck.keys("ctrl-k deploy down");
    }),
    demo("help", |deck| {
        deck.keys("?");
    }),
    demo("broken", |deck| {
        deck.open("changelog");
    }),
    demo("library-problems", |deck| {
        deck.keys("I j j");
    }),
    demo("effects", |deck| {
        deck.open("changelog").keys("E");
    }),
    demo("compare", |deck| {
        deck.open("docker-deploy").keys("C enter");
    }),
    demo("repairs", |deck| {
        deck.open("changelog").keys("x");
    }),
    demo("palette", |deck| {
        deck.keys(":").paste("sort");
    }),
    demo("keys-that-follow", |deck| {
        deck.open("git-rescue").keys("y");
    }),
    demo("find", |deck| {
        deck.keys("F commit enter down down down down");
    }),
    demo("search", |deck| {
        deck.open("git-rescue").keys("/ commit enter n n");
    }),
];

/// Shown once.
const ONCE: &[Screen] = &[
    demo("library-page", |deck| {
        deck.keys("g g");
    }),
    demo("library-folded", |deck| {
        deck.keys("- G");
    }),
    demo("category-page", |deck| {
        deck.keys("g g down down");
    }),
    demo("archived", |deck| {
        deck.open("heroku-deploy");
    }),
    demo("shadowed", |deck| {
        deck.open("docker-deploy").keys("tab G k");
    }),
    demo("sorted", |deck| {
        deck.keys("s s s");
    }),
    demo("library-problems-folded", |deck| {
        deck.keys("I h j");
    }),
    demo("marked", |deck| {
        deck.keys("4 G space space");
    }),
    demo("count-typed", |deck| {
        deck.keys("1 2");
    }),
    demo("letter-awaited", |deck| {
        deck.keys("M");
    }),
    demo("themes", |deck| {
        deck.keys("T down down down");
    }),
    demo("tree-wide", |deck| {
        deck.keys(") ) )");
    }),
    demo("filter-typing", |deck| {
        deck.keys("/ deploy");
    }),
    demo("filter", |deck| {
        deck.keys("/ is:stale enter");
    }),
    demo("filter-no-match", |deck| {
        deck.keys("/ zebra");
    }),
    demo("skill-top", |deck| {
        deck.open("incident-response");
    }),
    demo("skill-end", |deck| {
        deck.open("incident-response").keys("G");
    }),
    demo("code-wrapped", |deck| {
        deck.open("python-debugging").keys("] ] ]");
    }),
    demo("code-cut", |deck| {
        deck.open("python-debugging").keys("] ] ] w > >");
    }),
    demo("table", |deck| {
        deck.open("technical-docs");
    }),
    demo("chinese", |deck| {
        deck.open("chinese-tech-writing").keys("ctrl-d");
    }),
    demo("chinese-source", |deck| {
        deck.open("chinese-tech-writing").keys("m ctrl-d");
    }),
    demo("chinese-outline", |deck| {
        deck.open("chinese-tech-writing").keys("ctrl-d o");
    }),
    demo("search-typing", |deck| {
        deck.open("git-rescue").keys("/ reflog");
    }),
    demo("search-no-match", |deck| {
        deck.open("git-rescue").keys("/ zebra enter");
    }),
    demo("find-typing", |deck| {
        deck.keys("F name:deploy");
    }),
    demo("find-front-matter", |deck| {
        deck.keys("F commit enter");
    }),
    demo("find-hostile", |deck| {
        deck.keys("F hostile enter");
    }),
    demo("find-fault", |deck| {
        deck.keys("F").paste("commit \"open");
    }),
    demo("find-nothing", |deck| {
        deck.keys("F").paste("Zebra \"in a phrase\"");
    }),
    demo("help-search", |deck| {
        deck.keys("? filter");
    }),
    demo("help-viewer", |deck| {
        deck.keys("enter ?");
    }),
    demo("jump-no-match", |deck| {
        deck.keys("ctrl-k zebra");
    }),
    demo("outline", |deck| {
        deck.open("database-inspection").keys("] ] o");
    }),
    demo("links", |deck| {
        deck.open("database-inspection").keys("L");
    }),
    demo("links-of-all-kinds", |deck| {
        deck.open("hostile-specimen").keys("L");
    }),
    demo("files", |deck| {
        deck.open("database-inspection").keys("f");
    }),
    demo("file-script", |deck| {
        deck.open("database-inspection")
            .keys("f inspect-sqlite enter");
    }),
    demo("file-markdown", |deck| {
        deck.open("database-inspection").keys("f sqlite.md enter");
    }),
    demo("problems", |deck| {
        deck.open("hostile-specimen").keys("i");
    }),
    demo("problem-place", |deck| {
        deck.open("changelog").keys("i enter");
    }),
    demo("wrong-file-name", |deck| {
        deck.open("jq-recipes");
    }),
    demo("not-utf-8", |deck| {
        deck.open("resume-review");
    }),
    demo("two-names", |deck| {
        deck.open("literature-review");
    }),
    demo("through-a-link", |deck| {
        deck.open("backup-and-restore");
    }),
    demo("hostile", |deck| {
        deck.open("hostile-specimen");
    }),
    demo("hostile-controls", |deck| {
        deck.open("hostile-specimen").keys("ctrl-d");
    }),
    demo("hostile-measures", |deck| {
        deck.open("hostile-specimen").keys("G");
    }),
    demo("hostile-source", |deck| {
        deck.open("hostile-specimen").keys("m ctrl-d");
    }),
    demo("hostile-files", |deck| {
        deck.open("hostile-specimen").keys("f");
    }),
    demo("hostile-name", |deck| {
        deck.open("hostile-specimen").keys("f red enter");
    }),
    demo("hostile-file", |deck| {
        deck.open("hostile-specimen").keys("f all-controls enter");
    }),
    demo("profiles", |deck| {
        deck.keys("P");
    }),
    demo("profile-switched", |deck| {
        deck.keys("P work enter");
    }),
    demo("copied", |deck| {
        deck.open("git-bisect").keys("y y");
    }),
    demo("rescanned", |deck| {
        deck.world.write(
            "home/skills/zoo/SKILL.md",
            "---\nname: zoo\ndescription: New here.\n---\n\nHello.\n",
        );
        deck.keys("R");
    }),
    demo("file-gone", |deck| {
        deck.open("database-inspection").keys("f sqlite.md");
        let file = "home/skills/database/database-inspection/references/sqlite.md";
        std::fs::remove_file(deck.world.root().join(file)).unwrap();
        deck.keys("enter");
    }),
    demo("skill-gone", |deck| {
        deck.open("git-bisect");
        let folder = deck.world.root().join("home/skills/debugging/git-bisect");
        std::fs::remove_dir_all(folder).unwrap();
        deck.keys("R");
    }),
    elsewhere("no-home", World::empty, |_| {}),
    elsewhere(
        "library-missing",
        || {
            let world = World::empty();
            std::fs::create_dir(world.root().join("home")).unwrap();
            world.opens(|root| Request::Alone(root.join("home")))
        },
        |_| {},
    ),
    elsewhere("library-empty", || World::library(&[]), |_| {}),
    elsewhere(
        "library-unreadable",
        || {
            let world = World::library(&[]);
            world.refuse("lib");
            world
        },
        |_| {},
    ),
    elsewhere(
        "folder-unreadable",
        || {
            let world = World::library(&[
                ("a/one", "---\nname: one\ndescription: d\n---\n"),
                ("b/two", ""),
            ]);
            world.refuse("lib/b");
            world
        },
        |deck| {
            deck.keys("g g");
        },
    ),
    elsewhere("looking", World::demo, |deck| {
        deck.hold().keys("R");
    }),
    elsewhere(
        "settings-broken",
        || {
            let world = World::demo();
            world.write("home/config.yaml", "skills: [\n");
            world
        },
        |_| {},
    ),
];

/// A screen as it was drawn.
struct Drawn {
    /// Name of the screen, then the size or theme where it is not the usual one.
    name: String,
    screen: &'static str,
    theme: Theme,
    /// Only the styles are worth keeping: the text is that of the screen in the usual theme.
    styles_only: bool,
    buffer: Buffer,
}

fn draw(screen: &'static Screen, variant: &str, size: (u16, u16), theme: Theme) -> Drawn {
    let mut deck = (screen.world)().start(size, theme.clone());
    (screen.act)(&mut deck);
    let name = match variant {
        "" => screen.name.to_owned(),
        _ => format!("{}@{variant}", screen.name),
    };
    Drawn {
        name,
        screen: screen.name,
        styles_only: theme != dark(),
        theme,
        buffer: deck.screen(),
    }
}

/// Every screen in every variant, drawn once for all tests.
static ALL: LazyLock<Vec<Drawn>> = LazyLock::new(|| {
    let mut jobs: Vec<(&Screen, String, (u16, u16), Theme)> = Vec::new();
    for screen in MAIN.iter().chain(ONCE) {
        jobs.push((screen, String::new(), SIZE, dark()));
    }
    for screen in MAIN {
        for (columns, rows) in SIZES {
            jobs.push((screen, format!("{columns}x{rows}"), (columns, rows), dark()));
        }
        for (name, level, dark) in THEMES {
            jobs.push((screen, name.to_owned(), SIZE, Theme::new(level, dark)));
        }
    }
    jobs.into_par_iter()
        .map(|(screen, variant, size, theme)| draw(screen, &variant, size, theme))
        .collect()
});

impl Drawn {
    fn golden(&self) -> String {
        let mut out = String::new();
        if !self.styles_only {
            for row in cells::rows(&self.buffer) {
                out.push_str(&row);
                out.push('\n');
            }
            out.push_str("---- styles: column+cells style\n");
        }
        out + &cells::styles(&self.buffer)
    }
}

#[test]
fn every_screen_is_as_its_golden() {
    let faults: Vec<String> = ALL
        .iter()
        .filter_map(|drawn| {
            let path = Path::new(FOLDER).join(format!("{}.txt", drawn.name));
            golden::check(&path, &drawn.golden(), COMMAND).err()
        })
        .collect();
    assert!(
        faults.is_empty(),
        "{} screens differ:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn every_golden_belongs_to_a_screen() {
    let expected: BTreeSet<String> = ALL.iter().map(|it| format!("{}.txt", it.name)).collect();
    assert_eq!(expected.len(), ALL.len(), "a name occurs twice");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(golden::blessing(), "no {FOLDER}");
        return;
    };
    for entry in entries {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !expected.contains(&name) {
            assert!(golden::blessing(), "{FOLDER}/{name} belongs to no screen");
            std::fs::remove_file(folder.join(name)).unwrap();
        }
    }
}

#[test]
fn colours_change_no_character() {
    for drawn in ALL.iter().filter(|it| it.styles_only) {
        let usual = ALL.iter().find(|it| it.name == drawn.screen).unwrap();
        assert_eq!(
            cells::rows(&drawn.buffer),
            cells::rows(&usual.buffer),
            "{}",
            drawn.name
        );
    }
}

#[test]
fn no_screen_has_an_unsafe_or_broken_cell() {
    for drawn in ALL.iter() {
        let faults = cells::faults(&drawn.buffer, drawn.theme.level());
        assert!(faults.is_empty(), "{}: {faults:#?}", drawn.name);
    }
}

#[test]
fn no_cell_breaks_at_any_size() {
    // Narrow ones, where a list leaves little of what is below it, and both sides of each change of the layout.
    let widths = [18, 20, 33, 60, 71, 72, 100, 149, 150, 159].into_iter();
    let sizes: Vec<(u16, u16)> = widths
        .chain(40..=48)
        .zip((4..=30).cycle().step_by(4))
        .collect();
    MAIN.iter().chain(ONCE).par_bridge().for_each(|screen| {
        let mut deck = (screen.world)().start(SIZE, dark());
        (screen.act)(&mut deck);
        for (columns, rows) in &sizes {
            let buffer = deck.resize(*columns, *rows).screen();
            let faults = cells::faults(&buffer, ColorLevel::TrueColor);
            let name = screen.name;
            assert!(faults.is_empty(), "{name} at {columns}x{rows}: {faults:#?}");
        }
    });
}

/// A path of the machine would differ on the next one.
#[test]
fn no_screen_shows_a_path_of_the_machine() {
    let folder = std::env::temp_dir().canonicalize().unwrap();
    let folder = folder.to_str().unwrap();
    for drawn in ALL.iter() {
        let rows = cells::rows(&drawn.buffer);
        let shown = rows.iter().find(|row| row.contains(folder));
        assert_eq!(shown, None, "{}", drawn.name);
    }
}
