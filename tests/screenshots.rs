//! The pictures in `screenshots/`: real screens as SVG, compared with what is committed.
//!
//! `SKILLDECK_BLESS=1 cargo test --test screenshots` draws them anew. `screenshots/render-png` makes PNGs of them.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/driver.rs"]
mod driver;
#[path = "support/golden.rs"]
mod golden;
#[path = "support/svg.rs"]
mod svg;

use std::collections::BTreeSet;
use std::path::Path;

use driver::{Deck, World, dark};
use skilldeck::color::ColorLevel;
use skilldeck::theme::Theme;
use svg::Palette;

const COMMAND: &str = "cargo test --test screenshots";
const FOLDER: &str = "screenshots";
const SIZE: (u16, u16) = (120, 36);

/// A picture: its name, the keys that lead there, and how it is shown.
struct Shot {
    name: &'static str,
    act: fn(&mut Deck),
    size: (u16, u16),
    dark: bool,
}

const fn shot(name: &'static str, act: fn(&mut Deck)) -> Shot {
    Shot {
        name,
        act,
        size: SIZE,
        dark: true,
    }
}

const SHOTS: &[Shot] = &[
    shot("library", |deck| {
        deck.open("docker-deploy").keys("tab");
    }),
    shot("viewer", |deck| {
        deck.open("database-inspection").keys("] ]");
    }),
    shot("broken", |deck| {
        deck.open("changelog");
    }),
    shot("problems", |deck| {
        deck.keys("I j j");
    }),
    shot("search", |deck| {
        deck.keys("F").paste("docker image");
    }),
    shot("effects", |deck| {
        deck.open("changelog").keys("E");
    }),
    shot("compare", |deck| {
        deck.open("docker-deploy").keys("C enter");
    }),
    shot("repairs", |deck| {
        deck.open("changelog").keys("x");
    }),
    shot("jump", |deck| {
        deck.keys("ctrl-k deploy");
    }),
    shot("help", |deck| {
        deck.keys("?");
    }),
    Shot {
        size: (60, 24),
        ..shot("narrow", |deck| {
            deck.open("incident-response").keys("]");
        })
    },
    Shot {
        dark: false,
        ..shot("light", |deck| {
            deck.open("technical-docs").keys("]");
        })
    },
];

#[test]
fn the_pictures_are_current() {
    let mut faults = Vec::new();
    for shot in SHOTS {
        let (theme, palette) = if shot.dark {
            (dark(), Palette::DARK)
        } else {
            (Theme::new(ColorLevel::TrueColor, false), Palette::LIGHT)
        };
        let mut deck = World::demo().start(shot.size, theme);
        (shot.act)(&mut deck);
        let picture = svg::render_with(&deck.screen(), &palette);
        let path = Path::new(FOLDER).join(format!("{}.svg", shot.name));
        faults.extend(golden::check(&path, &picture, COMMAND).err());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_picture_belongs_to_a_screen() {
    let expected: BTreeSet<String> = SHOTS.iter().map(|it| format!("{}.svg", it.name)).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let found: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".svg"))
        .collect();
    let strays: Vec<_> = found.difference(&expected).collect();
    assert!(strays.is_empty(), "no screen draws {strays:?}");
}
