//! Themes of the built program: the command, the person's own ones, and what the terminal says of its ground.
//!
//! How a theme is read and chosen, and whether it can be read, is tested where it is written.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/pty.rs"]
mod pty;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use pty::Pty;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_skilldeck");
const CTRL_K: &str = "\u{b}";
/// What the program asks.
const QUESTION: &[u8] = b"\x1b]11;?\x07\x1b[c";
/// A light ground, and what every terminal answers to the second question.
const LIGHT: &str = "\x1b]11;rgb:ffff/fbfb/f0f0\x1b\\\x1b[?62;22c";
/// Blue of the two default themes, as it is asked of the terminal.
const DARK_BLUE: &[u8] = b"2;140;182;245";
const LIGHT_BLUE: &[u8] = b"2;31;85;176";

/// A folder with one skill, and one of settings.
struct World {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl World {
    fn new(themes: &[(&str, &str)]) -> World {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("config/themes")).unwrap();
        std::fs::create_dir_all(root.join("lib/tea")).unwrap();
        let skill = "---\nname: tea\ndescription: Make tea.\n---\n\n# Tea\n\nBoil water.\n";
        std::fs::write(root.join("lib/tea/SKILL.md"), skill).unwrap();
        for (name, text) in themes {
            std::fs::write(root.join("config/themes").join(name), text).unwrap();
        }
        World {
            _folder: folder,
            root,
        }
    }

    fn path(&self, name: &str) -> String {
        self.root.join(name).to_str().unwrap().to_owned()
    }

    /// Exit code, stdout and stderr of a command; the world's folder is written `~`.
    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let output = Command::new(PROGRAM)
            .args(args)
            .env_clear()
            .env("HOME", self.path("me"))
            .env("SKILLDECK_CONFIG_DIR", self.path("config"))
            .env("SKILLDECK_STATE_DIR", self.path("state"))
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            text.replace(self.root.to_str().unwrap(), "~")
        };
        let code = output.status.code().unwrap();
        (code, text(output.stdout), text(output.stderr))
    }

    /// The workbench in a terminal.
    fn start(&self, args: &[&str], extra: &[(&str, &str)]) -> Pty {
        let (me, config, state, cache) = (
            self.path("me"),
            self.path("config"),
            self.path("state"),
            self.path("cache"),
        );
        let mut env = vec![
            ("TERM", "xterm-256color"),
            ("COLORTERM", "truecolor"),
            ("HOME", &me),
            ("SKILLDECK_CONFIG_DIR", &config),
            ("SKILLDECK_STATE_DIR", &state),
            ("SKILLDECK_CACHE_DIR", &cache),
        ];
        env.extend(extra);
        let lib = self.path("lib");
        let mut all = vec![lib.as_str()];
        all.extend(args);
        Pty::spawn(PROGRAM, &all, &env, (80, 24))
    }
}

fn holds(output: &[u8], bytes: &[u8]) -> bool {
    output.windows(bytes.len()).any(|window| window == bytes)
}

/// What the program has drawn so far asks for the colours of the light default theme, or of the dark one.
fn is_light(pty: &Pty) -> bool {
    let output = pty.output();
    let found = (holds(&output, LIGHT_BLUE), holds(&output, DARK_BLUE));
    assert!(found.0 != found.1, "{found:?}: {}", pty.screen().contents());
    found.0
}

fn loaded(pty: &Pty) {
    pty.wait_for("Boil water.");
}

fn quit(mut pty: Pty) -> pty::Ended {
    pty.send("q");
    let ended = pty.finish();
    assert_eq!(ended.code, 0, "{}", ended.screen.contents());
    assert_eq!(ended.modes, ended.modes_before);
    ended
}

#[test]
fn a_terminal_with_a_light_ground_gets_the_light_theme() {
    let world = World::new(&[]);
    let mut pty = world.start(&[], &[("COLORFGBG", "15;0")]);
    pty.wait_for_bytes(QUESTION);
    pty.send(LIGHT);
    loaded(&pty);
    assert!(is_light(&pty));
    let plain = world.start(&["--theme", "light"], &[]);
    loaded(&plain);
    // Row by row: where the hidden cursor stands depends on how many frames there were.
    let rows = |pty: &Pty| pty.screen().rows_formatted(0, 80).collect::<Vec<_>>();
    assert_eq!(rows(&pty), rows(&plain));
    quit(pty);
    quit(plain);
}

#[test]
fn a_terminal_that_never_answers_gets_its_first_frame_and_a_late_answer_is_no_key() {
    let world = World::new(&[]);
    let bell = LIGHT.replace("\x1b\\", "\x07");
    let mut untouched = None;
    // The first is not asked.
    for (answer, args) in [
        ("", &["--theme", "dark"][..]),
        ("", &[]),
        (LIGHT, &[]),
        (&bell, &[]),
    ] {
        let mut pty = world.start(args, &[]);
        loaded(&pty);
        assert!(!is_light(&pty));
        pty.send(answer);
        pty.send(CTRL_K);
        pty.wait_until("the list", |screen| {
            let contents = screen.contents();
            let whole = contents.contains("Jump to a skill") && contents.contains("esc closes");
            whole && untouched.as_ref().is_none_or(|it| *it == contents)
        });
        untouched.get_or_insert(pty.screen().contents());
        pty.send("\u{1b}");
        pty.wait_gone("Jump to a skill");
        quit(pty);
    }
}

#[test]
fn a_terminal_that_cannot_say_is_taken_at_its_variable() {
    let world = World::new(&[]);
    let mut pty = world.start(&[], &[("COLORFGBG", "0;15")]);
    pty.wait_for_bytes(QUESTION);
    pty.send("\x1b[?62;22c");
    loaded(&pty);
    assert!(is_light(&pty));
    quit(pty);
}

#[test]
fn who_has_chosen_or_cannot_see_it_is_not_asked() {
    let world = World::new(&[]);
    let cases = [
        (&["--theme", "light"][..], "xterm"),
        (&["--color", "never"], "xterm"),
        (&[], "dumb"),
        (&[], "screen"),
    ];
    for (args, term) in cases {
        let pty = world.start(args, &[("TERM", term)]);
        loaded(&pty);
        let ended = quit(pty);
        assert!(!holds(&ended.output, b"\x1b]11;"), "{args:?} {term}");
    }
}

#[test]
fn a_dumb_terminal_gets_no_colours() {
    let world = World::new(&[]);
    let pty = world.start(&[], &[("TERM", "dumb")]);
    loaded(&pty);
    for color in [&b"38;"[..], b"48;"] {
        assert!(!holds(&pty.output(), color));
    }
    quit(pty);
}

#[test]
fn a_theme_with_a_ground_paints_every_cell() {
    let world = World::new(&[(
        "mine.toml",
        "extends = \"nord\"\nbackground = \"#010203\"\n",
    )]);
    let mut pty = world.start(&["--theme", "mine"], &[]);
    loaded(&pty);
    let check = |pty: &Pty| {
        let screen = pty.screen();
        let cells = (0..24).flat_map(|row| (0..80).map(move |column| (row, column)));
        for (row, column) in cells {
            let ground = screen.cell(row, column).unwrap().bgcolor();
            assert_ne!(ground, vt100::Color::Default, "{row} {column}");
        }
        let corner = screen.cell(23, 79).unwrap().bgcolor();
        assert_eq!(corner, vt100::Color::Rgb(1, 2, 3));
    };
    check(&pty);
    pty.send(CTRL_K);
    pty.wait_for("Jump to a skill");
    check(&pty);
    pty.send("\u{1b}");
    pty.wait_gone("Jump to a skill");
    quit(pty);
}

#[test]
fn a_broken_theme_is_told_and_the_default_takes_its_place() {
    let world = World::new(&[("mine.toml", "extends = \"dark\"\nrde = \"#ff0000\"\n")]);
    let pty = world.start(
        &["--theme", "mine"],
        &[("COLORFGBG", "0;15"), ("TERM", "screen")],
    );
    loaded(&pty);
    assert!(is_light(&pty));
    // The place of the file is longer than the bar; `doctor` shows the rest.
    pty.wait_for("themes/mine.toml");
    quit(pty);
    let (code, _, stderr) = world.run(&["list", &world.path("lib"), "--theme", "mine"]);
    assert_eq!(code, 0);
    let lines: Vec<&str> = stderr.lines().collect();
    assert!(lines[0].starts_with("skilldeck: ~/config/themes/mine.toml:2:1: there is no key"));
    assert_eq!(
        lines[1..],
        ["skilldeck: the theme \"mine\" cannot be used; the default one takes its place"]
    );
}

#[test]
fn the_list_says_which_theme_is_used_and_what_is_wrong_with_others() {
    let world = World::new(&[
        ("bad.toml", "extends = \"drak\""),
        ("mine.toml", "extends = \"light\""),
    ]);
    let (code, stdout, stderr) = world.run(&["themes", "--theme", "mine"]);
    let expected = "  dark             dark   built-in\n  light            light  built-in\n  \
        contrast-dark    dark   built-in\n  contrast-light   light  built-in\n  \
        gruvbox-dark     dark   built-in\n  gruvbox-light    light  built-in\n  \
        nord             dark   built-in\n  solarized-light  light  built-in\n\
        * mine             light  own       ~/config/themes/mine.toml\n\nused: mine (--theme)\n\
        own themes: ~/config/themes/*.toml\n";
    assert_eq!((code, stdout.as_str()), (0, expected));
    let complaint = "skilldeck: ~/config/themes/bad.toml:1:11: there is no theme \"drak\"; did you mean \
        \"dark\"?; there are dark, light, contrast-dark, contrast-light, gruvbox-dark, gruvbox-light, \
        nord, solarized-light, mine\n";
    assert_eq!(stderr, complaint);

    let (code, stdout, _) = world.run(&["themes", "--json"]);
    assert_eq!(code, 0);
    let value: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (&value["used"], &value["chosen_by"]),
        (&json!("dark"), &json!("default"))
    );
    let mine = json!({
        "name": "mine", "dark": false, "ground": "#fbfbf9", "built_in": false,
        "path": "~/config/themes/mine.toml", "used": false,
    });
    assert_eq!(value["themes"][8], mine);
    assert_eq!(
        (
            &value["themes"][0]["used"],
            value["themes"].as_array().unwrap().len()
        ),
        (&json!(true), 9)
    );
    let place = &value["complaints"][0];
    assert_eq!((&place["line"], &place["column"]), (&json!(1), &json!(11)));
}

#[test]
fn the_file_of_a_theme_makes_the_same_theme() {
    let source = include_str!("../assets/themes/nord.toml");
    let world = World::new(&[("mine.toml", source)]);
    let (code, stdout, stderr) = world.run(&["themes", "nord"]);
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (0, source, ""));
    let json_of = |name: &str| {
        let (code, stdout, _) = world.run(&["themes", name, "--json"]);
        assert_eq!(code, 0);
        serde_json::from_str::<Value>(&stdout).unwrap()["theme"].clone()
    };
    let (nord, mine) = (json_of("nord"), json_of("mine"));
    assert_eq!(nord["colors"], mine["colors"]);
    assert_eq!(nord["toml"], json!(source));
    let violet = json!({"rgb": "#b691af", "ansi": 5, "ansi256": 182});
    assert_eq!(nord["colors"]["violet"], violet);
}

#[test]
fn an_unknown_theme_is_wrong_usage() {
    let world = World::new(&[]);
    let names = "auto, dark, light, contrast-dark, contrast-light, gruvbox-dark, gruvbox-light, nord, \
        solarized-light";
    let expected =
        format!("skilldeck: no theme \"norrd\"; did you mean \"nord\"?; there are: {names}\n");
    for args in [
        &["themes", "norrd"][..],
        &["themes", "--theme", "norrd"],
        &["list", "--theme", "norrd"],
    ] {
        let (code, stdout, stderr) = world.run(args);
        assert_eq!(
            (code, stdout.as_str(), &stderr),
            (2, "", &expected),
            "{args:?}"
        );
    }
}

#[test]
fn on_a_terminal_the_list_shows_the_colours() {
    let world = World::new(&[]);
    let pty = Pty::spawn(
        PROGRAM,
        &["themes", "--theme", "dark"],
        &[
            ("TERM", "xterm-256color"),
            ("COLORTERM", "truecolor"),
            ("HOME", &world.path("me")),
        ],
        (120, 24),
    );
    let ended = pty.finish();
    assert_eq!(ended.code, 0);
    for bytes in [DARK_BLUE, LIGHT_BLUE, b"48;2;46;52;64"] {
        assert!(holds(&ended.output, bytes), "{}", ended.screen.contents());
    }
    assert!(
        ended
            .screen
            .contents()
            .contains("Heading text link code let error")
    );
}
