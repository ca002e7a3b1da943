use std::collections::BTreeSet;
use std::path::PathBuf;

use super::*;
use crate::skill::Position;
use crate::store::Disk;
use crate::store::settings::{Placed, ThemeChoice};

/// The terminal's own text, where a theme leaves it: a gray that is neither the brightest nor the darkest usual.
const TEXT: [Rgb; 2] = [Rgb(0xd4, 0xd7, 0xdd), Rgb(0x2b, 0x2f, 0x38)];

const GROUNDS: [Slot; 9] = [
    Slot::Background,
    Slot::Selected,
    Slot::SelectedAway,
    Slot::Match,
    Slot::MatchHere,
    Slot::Added,
    Slot::Removed,
    Slot::AddedWord,
    Slot::RemovedWord,
];

const HUES: [Slot; 7] = [
    Slot::Red,
    Slot::Orange,
    Slot::Green,
    Slot::Cyan,
    Slot::Blue,
    Slot::Violet,
    Slot::Gray,
];

/// What a colour looks like; a colour of the sixteen looks as the terminal likes.
fn seen(color: Color) -> Rgb {
    match color {
        Color::Rgb(red, green, blue) => Rgb(red, green, blue),
        Color::Indexed(index @ 232..) => {
            let gray = 8 + 10 * (index - 232);
            Rgb(gray, gray, gray)
        }
        Color::Indexed(index @ 16..) => {
            let step = |at: u8| [0, 95, 135, 175, 215, 255][usize::from(at % 6)];
            let index = index - 16;
            Rgb(step(index / 36), step(index / 6), step(index))
        }
        Color::Indexed(index) => panic!("one of the sixteen: {index}"),
    }
}

/// A colour of a theme as it is seen; what is left to the terminal as the theme assumes it to be.
fn look(theme: &Theme, slot: Slot) -> Rgb {
    match (theme.color(slot), slot) {
        (Some(color), _) => seen(color),
        (None, Slot::Background) => theme.palette().ground,
        (None, Slot::Foreground) => TEXT[usize::from(!theme.dark())],
        (None, _) => panic!("{} has no {}", theme.name(), slot.key()),
    }
}

fn builtin() -> impl Iterator<Item = Theme> {
    let levels = [ColorLevel::TrueColor, ColorLevel::Ansi256];
    let themes = Themes::builtin().entries().iter();
    themes.flat_map(move |it| levels.map(|level| it.theme.clone().with_level(level)))
}

#[test]
fn each_builtin_theme_is_there() {
    let themes = Themes::builtin();
    assert_eq!(themes.complaints(), []);
    let grounds: Vec<(&str, bool)> = themes
        .entries()
        .iter()
        .map(|it| (it.theme.name(), it.theme.dark()))
        .collect();
    let expected = [
        ("dark", true),
        ("light", false),
        ("contrast-dark", true),
        ("contrast-light", false),
        ("gruvbox-dark", true),
        ("gruvbox-light", false),
        ("nord", true),
        ("solarized-light", false),
    ];
    assert_eq!(grounds, expected);
    for theme in builtin() {
        let needed = Slot::ALL.into_iter().filter(|slot| !slot.is_optional());
        for slot in needed {
            assert!(theme.color(slot).is_some(), "{} {slot:?}", theme.name());
        }
    }
}

/// Contrasts below what is asked for, as `name slot on slot: contrast`.
fn too_low(theme: &Theme, text: Slot, ground: Slot, least: f64) -> Option<String> {
    let contrast = look(theme, text).contrast(look(theme, ground));
    let (name, level) = (theme.name(), theme.level());
    (contrast < least)
        .then(|| format!("{name} {level:?}: {text:?} on {ground:?} {contrast:.2} < {least}"))
}

#[test]
fn every_text_can_be_read_on_every_ground() {
    let mut faults = Vec::new();
    for theme in builtin() {
        let least = if theme.name().starts_with("contrast") {
            7.0
        } else {
            4.5
        };
        for text in HUES.into_iter().chain([Slot::Foreground]) {
            faults.extend(too_low(&theme, text, Slot::Background, least));
        }
        for ground in GROUNDS.into_iter().filter(|it| *it != Slot::MatchHere) {
            faults.extend(too_low(&theme, Slot::Foreground, ground, least));
        }
        faults.extend(too_low(&theme, Slot::MatchHereText, Slot::MatchHere, least));
        // A row keeps its colours when it is selected; gray is beside the point there.
        for text in HUES.into_iter().filter(|it| *it != Slot::Gray) {
            for ground in [Slot::Selected, Slot::SelectedAway] {
                faults.extend(too_low(&theme, text, ground, 3.0));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn no_two_grounds_and_no_two_hues_look_alike() {
    for theme in builtin() {
        for slots in [&GROUNDS[..], &HUES[..]] {
            let looks = slots.iter().map(|slot| look(&theme, *slot).to_string());
            let looks: BTreeSet<String> = looks.collect();
            let name = format!("{} {:?} {looks:?}", theme.name(), theme.level());
            assert_eq!(looks.len(), slots.len(), "{name}");
        }
    }
}

#[test]
fn without_grounds_meanings_keep_an_attribute() {
    for level in [ColorLevel::None, ColorLevel::Ansi16] {
        for entry in Themes::builtin().entries() {
            let theme = entry.theme.clone().with_level(level);
            let chrome = [
                Chrome::Context,
                Chrome::Selected,
                Chrome::SelectedAway,
                Chrome::Match,
                Chrome::MatchHere,
                Chrome::Added,
                Chrome::Removed,
                Chrome::AddedWord,
                Chrome::RemovedWord,
                Chrome::Hunk,
            ];
            let paints = chrome.map(|part| theme.chrome(part));
            for (at, paint) in paints.iter().enumerate() {
                assert_eq!(paint.bg, None, "{:?}", chrome[at]);
                let same = paints.iter().position(|it| it == paint);
                assert_eq!(
                    same,
                    Some(at),
                    "{} {level:?} {:?}",
                    theme.name(),
                    chrome[at]
                );
            }
        }
    }
}

#[test]
fn without_colours_meanings_keep_an_attribute() {
    let theme = Theme::new(ColorLevel::None, true);
    for part in [Chrome::Error, Chrome::Focus, Chrome::Selected] {
        let paint = theme.chrome(part);
        assert_eq!((paint.fg, paint.bg), (None, None), "{part:?}");
        assert_ne!(paint, Paint::default(), "{part:?}");
    }
    for role in [
        Role::Code,
        Role::Heading(1),
        Role::Heading(3),
        Role::Link,
        Role::TableHead,
    ] {
        let paint = theme.ink(role.into());
        assert_ne!(paint, Paint::default(), "{role:?}");
    }
    assert_eq!(theme.base(), Paint::default());
}

#[test]
fn the_default_leaves_text_and_ground_to_the_terminal_and_others_do_not() {
    let base = |name: &str| Themes::builtin().get(name).unwrap().base();
    assert_eq!(base("dark"), Paint::default());
    let nord = Paint {
        fg: Some(Color::Rgb(0xd8, 0xde, 0xe9)),
        bg: Some(Color::Rgb(0x2e, 0x34, 0x40)),
        ..Paint::default()
    };
    assert_eq!(base("nord"), nord);
}

// ---- own themes -----------------------------------------------------------------------------------------------

struct Own(tempfile::TempDir);

impl Own {
    fn new(files: &[(&str, &str)]) -> Own {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Own(folder)
    }

    fn load(&self) -> Themes {
        Themes::load(&Disk, self.0.path())
    }

    /// The complaints, without the folder.
    fn complaints(&self) -> Vec<String> {
        let folder = format!("{}/", self.0.path().display());
        let complaints = self.load();
        let complaints = complaints.complaints().iter();
        complaints
            .map(|it| it.to_string().replace(&folder, ""))
            .collect()
    }
}

#[test]
fn own_themes_extend_others_in_any_order() {
    let own = Own::new(&[
        ("a.toml", "extends = \"z\"\nblue = \"#0000ff\""),
        (
            "z.toml",
            "extends = \"nord\"\nred = \"#ff0000\"\nblue = \"#000001\"",
        ),
        ("note.txt", "no theme"),
        (".hidden.toml", "no theme"),
    ]);
    let themes = own.load();
    assert_eq!(themes.complaints(), []);
    let names: Vec<&str> = themes.names().skip(8).collect();
    assert_eq!(names, ["z", "a"]);
    let a = themes.get("a").unwrap();
    let expected = [
        Some(Color::Rgb(0xff, 0, 0)),
        Some(Color::Rgb(0, 0, 0xff)),
        themes.get("nord").unwrap().color(Slot::Green),
    ];
    assert_eq!(
        [Slot::Red, Slot::Blue, Slot::Green].map(|it| a.color(it)),
        expected
    );
    let entry = themes.entry("a").unwrap();
    assert_eq!(entry.path, Some(own.0.path().join("a.toml")));
    assert!(
        Themes::load(&Disk, &PathBuf::from("/nonexistent"))
            .complaints()
            .is_empty()
    );
}

#[test]
fn broken_themes_are_told_by_file_and_line_and_stop_no_other() {
    let own = Own::new(&[
        ("auto.toml", ""),
        ("bare.toml", "ground = \"#000000\""),
        ("child.toml", "\nextends = \"typo\""),
        ("dark.toml", "extends = \"light\""),
        ("good.toml", "extends = \"dark\""),
        ("lost.toml", "extends = \"nrod\""),
        ("loop1.toml", "extends = \"loop2\""),
        ("loop2.toml", "extends = \"loop1\""),
        ("on-loop.toml", "extends = \"loop1\""),
        ("self.toml", "extends = \"self\""),
        ("typo.toml", "extends = \"dark\"\n rde = \"#ff0000\""),
    ]);
    std::fs::write(own.0.path().join("bytes.toml"), b"# x\n\xff").unwrap();
    let keys: Vec<&str> = Slot::ALL.iter().map(|it| it.key()).collect();
    let needed = keys[..16].join(", ");
    let keys = keys.join(", ");
    let names = "dark, light, contrast-dark, contrast-light, gruvbox-dark, gruvbox-light, nord, \
                 solarized-light, good";
    let expected = [
        "auto.toml:1:1: the name \"auto\" is reserved: rename the file".to_owned(),
        format!(
            "bare.toml:1:1: missing: {needed}; or extend a theme that has them: extends = \"dark\""
        ),
        "bytes.toml:2:1: not UTF-8".to_owned(),
        "child.toml:2:11: the theme \"typo\" that it extends cannot be used".to_owned(),
        "dark.toml:1:1: the name \"dark\" is that of a built-in theme: rename the file".to_owned(),
        "loop1.toml:1:11: the theme extends itself: loop1 → loop2 → loop1".to_owned(),
        "loop2.toml:1:11: the theme extends itself: loop2 → loop1 → loop2".to_owned(),
        format!(
            "lost.toml:1:11: there is no theme \"nrod\"; did you mean \"nord\"?; there are {names}"
        ),
        "on-loop.toml:1:11: the theme \"loop1\" that it extends cannot be used".to_owned(),
        "self.toml:1:11: the theme extends itself: self → self".to_owned(),
        format!(
            "typo.toml:2:2: there is no key \"rde\"; did you mean \"red\"?; expected one of extends, \
             ground, {keys}"
        ),
    ];
    assert_eq!(own.complaints(), expected);
    let themes = own.load();
    assert_eq!(themes.names().skip(8).collect::<Vec<_>>(), ["good"]);
    assert_eq!(themes.get("dark"), Themes::builtin().get("dark"));
}

#[test]
fn a_hundred_own_themes_are_enough() {
    let chain: Vec<(String, String)> = (0..101)
        .map(|at| {
            (
                format!("{at:03}.toml"),
                format!("extends = \"{:03}\"", at + 1),
            )
        })
        .collect();
    let chain: Vec<(&str, &str)> = chain.iter().map(|(a, b)| (&**a, &**b)).collect();
    let own = Own::new(&chain);
    std::fs::write(own.0.path().join("099.toml"), "extends = \"dark\"").unwrap();
    let themes = own.load();
    assert_eq!(themes.names().count(), 108);
    let complaints: Vec<&str> = (themes.complaints().iter())
        .map(|it| it.message.as_str())
        .collect();
    assert_eq!(
        complaints,
        ["more than 100 themes; 100 and those behind it are left out"]
    );
}

// ---- choosing -------------------------------------------------------------------------------------------------

fn placed(name: &str) -> Placed<String> {
    Placed {
        value: name.to_owned(),
        at: Position { line: 1, column: 1 },
    }
}

#[test]
fn the_flag_comes_before_the_settings_before_the_ground() {
    let themes = Themes::builtin();
    let one = ThemeChoice::One(placed("nord"));
    let auto = ThemeChoice::One(placed("auto"));
    let both = ThemeChoice::ByGround {
        dark: Some(placed("gruvbox-dark")),
        light: Some(placed("solarized-light")),
    };
    let half = ThemeChoice::ByGround {
        dark: Some(placed("gruvbox-dark")),
        light: None,
    };
    let (yes, no) = (true, false);
    let cases = [
        // flag, settings, ground; name, by whom, was the ground asked for
        (
            Some("light"),
            Some(&one),
            Some(true),
            "light",
            ChosenBy::Flag,
            no,
        ),
        (
            Some("auto"),
            Some(&one),
            Some(false),
            "light",
            ChosenBy::Ground,
            yes,
        ),
        (
            None,
            Some(&one),
            Some(false),
            "nord",
            ChosenBy::Settings,
            no,
        ),
        (
            None,
            Some(&auto),
            Some(false),
            "light",
            ChosenBy::Ground,
            yes,
        ),
        (
            None,
            Some(&both),
            Some(true),
            "gruvbox-dark",
            ChosenBy::Settings,
            yes,
        ),
        (
            None,
            Some(&both),
            Some(false),
            "solarized-light",
            ChosenBy::Settings,
            yes,
        ),
        (
            None,
            Some(&both),
            None,
            "gruvbox-dark",
            ChosenBy::Settings,
            yes,
        ),
        (
            None,
            Some(&half),
            Some(false),
            "light",
            ChosenBy::Ground,
            yes,
        ),
        (None, None, Some(true), "dark", ChosenBy::Ground, yes),
        (None, None, None, "dark", ChosenBy::Default, yes),
    ];
    for (flag, configured, ground, name, by, asked) in cases {
        let mut count = 0;
        let choice = choose(themes, flag, configured, || {
            count += 1;
            ground
        });
        let expected = Choice {
            theme: themes.get(name).unwrap(),
            by,
            complaints: vec![],
        };
        let what = format!("{flag:?} {configured:?} {ground:?}");
        assert_eq!(choice, Ok(expected), "{what}");
        assert_eq!(count, u8::from(asked), "{what}");
    }
}

#[test]
fn what_cannot_be_used_is_said() {
    let own = Own::new(&[("mine.toml", "extends = \"dark\"\nred = 1")]);
    let themes = own.load();
    let names = "auto, dark, light, contrast-dark, contrast-light, gruvbox-dark, gruvbox-light, nord, \
                 solarized-light";
    let unknown = choose(&themes, Some("drak"), None, || None).unwrap_err();
    assert_eq!(
        unknown.to_string(),
        format!("no theme \"drak\"; did you mean \"dark\"?; there are: {names}")
    );
    let far = ThemeChoice::One(placed("zebra"));
    let chosen = |flag, configured| choose(&themes, flag, configured, || Some(false)).unwrap();
    let light = |complaints: Vec<String>| Choice {
        theme: themes.get("light").unwrap(),
        by: ChosenBy::Ground,
        complaints,
    };
    let text = format!(
        "the settings: no theme \"zebra\"; there are: {names}; the default one takes its place"
    );
    assert_eq!(chosen(None, Some(&far)), light(vec![text]));
    let path = own.0.path().join("mine.toml");
    let texts = vec![
        format!(
            "{}:2:7: expected a colour \"#rrggbb\", found integer",
            path.display()
        ),
        "the theme \"mine\" cannot be used; the default one takes its place".to_owned(),
    ];
    let mine = ThemeChoice::One(placed("mine"));
    assert_eq!(chosen(Some("mine"), None), light(texts.clone()));
    assert_eq!(chosen(None, Some(&mine)), light(texts));
}

#[test]
fn the_variable_for_the_ground() {
    let cases = [
        ("15;0", Some(true)),
        ("0;15", Some(false)),
        ("0;default;7", Some(false)),
        ("8", Some(true)),
        ("0;default", None),
        ("0;231", None),
        ("", None),
    ];
    for (value, dark) in cases {
        assert_eq!(ground_of_colorfgbg(value), dark, "{value}");
    }
}
