//! What keys do: every command of the table by each of its keys, counts, own keys, the mouse.
//!
//! Effects are read off the screen or from what the program asked for. How screens look is kept in `screens`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/driver.rs"]
mod driver;

use std::panic::catch_unwind;

use crossterm::event::MouseButton;
use driver::{Deck, World, dark, key_of};
use rayon::prelude::*;
use skilldeck::theme::Chrome;
use skilldeck::tui::command::{Command, Scope, TABLE};
use skilldeck::tui::keymap::{Found, Keymap, split};
use skilldeck::tui::term::MouseKind;

// ---- the table ------------------------------------------------------------------------------------------------

#[test]
fn every_key_of_the_table_is_its_command() {
    let keymap = Keymap::default();
    for row in TABLE {
        for keys in row.keys {
            for name in split(keys) {
                assert!(key_of(&name).is_some(), "the tests know no key {name}");
            }
            let scopes = match row.scope {
                Scope::Global => vec![Scope::Tree, Scope::List, Scope::Viewer],
                scope => vec![scope],
            };
            for scope in scopes {
                let found = keymap.find(scope, &split(keys));
                assert_eq!(found, Found::Command(row.command), "{keys} in {scope:?}");
            }
        }
    }
}

#[test]
fn every_key_of_the_table_has_its_effect() {
    let cases: Vec<(Command, &str)> = TABLE
        .iter()
        // The page keys of the viewer are checked there as those that work everywhere.
        .filter(|row| row.command != Command::PageDown || row.scope == Scope::Global)
        .flat_map(|row| row.keys.iter().map(|key| (row.command, *key)))
        .collect();
    let failed: Vec<String> = cases
        .into_par_iter()
        .filter(|(command, key)| catch_unwind(|| check(*command, key)).is_err())
        .map(|(command, key)| format!("{command:?} by {key}"))
        .collect();
    assert_eq!(failed, [""; 0], "told above");
}

/// The demo with the keys in the viewer, at a skill.
fn viewer(skill: &str) -> Deck {
    let mut deck = Deck::demo();
    deck.open(skill);
    assert!(deck.in_viewer(), "{}", deck.contents());
    deck
}

/// Presses the key of a command and checks its effect. A command without a case does not compile.
fn check(command: Command, key: &str) {
    use Command as C;
    match command {
        C::Down | C::Up | C::PageDown | C::PageUp | C::Top | C::Bottom => {
            check_moves_in_tree(command, key);
            check_moves_in_viewer(command, key);
            check_moves_in_list(command, key);
        }
        C::Center | C::RowToTop | C::RowToBottom => check_standing(command, key),
        C::TreeExpand | C::TreeCollapse | C::TreeOpen | C::TreeExpandAll | C::TreeCollapseAll => {
            check_folding(command, key);
        }
        C::TreeFilter => {
            let mut deck = Deck::demo();
            deck.keys(key)
                .see("filter:")
                .keys("csv")
                .see("1 of filter csv");
            assert_eq!(deck.selected(), "csv-cleanup          agent");
            deck.keys("enter").see_no("filter:").see("1 of filter csv");
        }
        C::TreeSort => {
            let mut deck = Deck::demo();
            for order in ["by name", "by last use", "by uses", "by problems"] {
                deck.keys(key)
                    .see(&format!("skills {order}"))
                    .see(&format!("sorted {order}"));
            }
            assert_eq!(
                deck.keys("g g down").selected(),
                "✗ resume-review         hidden"
            );
            deck.keys("tab tab")
                .keys(key)
                .see("sorted by place")
                .see("▾ data 3");
        }
        C::Mark => {
            let mut deck = Deck::demo();
            deck.keys("g g").keys(key).see("nothing to do here");
            deck.keys("4 G").keys(key).see("1 skill is marked");
            deck.keys(key).see("2 skills are marked");
            deck.see("•csv-cleanup").see("✗•jq-recipes");
            deck.keys("k").keys(key).see("1 skill is marked");
            deck.see("•csv-cleanup").see("✗ jq-recipes");
            deck.keys("esc").see_no("•csv-cleanup");
        }
        C::SeeAll => {
            let mut deck = Deck::demo();
            deck.keys(key).see("nothing to do here");
            let added = "---\nname: aaa\ndescription: d\n---\n";
            deck.world.write("home/skills/aaa/SKILL.md", added);
            deck.keys("R").see("1 new since you last looked").see("aaa");
            deck.see(" new ┃").keys(key).see("all skills count as seen");
            deck.see_no(" new ┃");
        }
        C::ListOpen => {
            let mut deck = Deck::demo();
            deck.keys("I g g").see("▾ ✗ ").keys(key).see("▸ ✗ ");
            deck.keys(key).see("▾ ✗ ").keys("down").keys(key);
            assert!(deck.in_viewer());
        }
        C::ListFold => {
            let mut deck = Deck::demo();
            let group = deck.keys("I g g").selected();
            let closed = group.replace('▾', "▸");
            assert_eq!(deck.keys("down").keys(key).selected(), closed);
        }
        C::ViewNextHeading => {
            let mut deck = viewer("git-rescue");
            assert_eq!(deck.keys(key).page()[0], "Git rescue");
            assert_eq!(deck.keys(key).page()[0], "First: stop and copy");
            deck.keys("G").keys(key).see("no further heading");
        }
        C::ViewPreviousHeading => {
            let mut deck = viewer("git-rescue");
            deck.keys("] ] ]");
            assert_eq!(deck.keys(key).page()[0], "First: stop and copy");
            deck.keys("g g").keys(key).see("no further heading");
        }
        C::ViewSearch => {
            let mut deck = viewer("git-rescue");
            deck.keys(key).see("search:").keys("reflog");
            let found = deck.painted(Chrome::MatchHere);
            assert_eq!(found, ["reflog"]);
            deck.keys("enter").see_no("search:");
            assert_eq!(deck.painted(Chrome::MatchHere), found);
        }
        C::ViewNextMatch | C::ViewPreviousMatch => check_matches(command, key),
        C::ViewSource => {
            let mut deck = viewer("git-rescue");
            deck.see("╭─ front matter").keys(key);
            deck.see("git-rescue (source)")
                .see_no("╭─ front matter")
                .see("1  ---");
            deck.keys(key).see_no("(source)").see("╭─ front matter");
        }
        C::ViewWrap => {
            let mut deck = cut_code();
            deck.see(LONG_START).see_no(LONG_END).keys(key);
            deck.see("long lines of code are wrapped").see(LONG_END);
            deck.keys(key)
                .see("long lines of code are cut")
                .see_no(LONG_END);
        }
        C::ViewScrollRight => {
            let mut deck = cut_code();
            for _ in 0..9 {
                deck.keys(key);
            }
            deck.see_no(LONG_START).see(LONG_END);
        }
        C::ViewScrollLeft => {
            let mut deck = cut_code();
            let before = deck.keys("> >").page();
            assert_ne!(deck.keys(key).page(), before);
            assert_eq!(deck.keys(">").page(), before);
            deck.keys(key).keys(key).keys(key).see(LONG_START);
        }
        C::ViewOutline => {
            let mut deck = viewer("git-rescue");
            deck.keys(key)
                .see("┏━ Outline")
                .see("› ")
                .keys("stash enter");
            assert_eq!(deck.page()[0], "A stash is gone");
        }
        C::ViewLinks => {
            let mut deck = viewer("database-inspection");
            deck.keys(key)
                .see("┏━ Links and files")
                .keys("sqlite.md enter");
            deck.see("database-inspection › references/sqlite.md");
        }
        C::ViewLeave => {
            let mut deck = viewer("git-rescue");
            assert!(!deck.keys(key).in_viewer());
        }
        C::Files => {
            let mut deck = viewer("database-inspection");
            deck.keys(key)
                .see("┏━ Files of database/database-inspection");
            deck.see("references/sqlite.md")
                .see("* scripts/inspect-sqlite.sh");
        }
        C::Problems => {
            let mut deck = viewer("changelog");
            deck.keys(key).see("┏━ Problems").see("✗ 3:30 YAML");
        }
        C::HistoryBack => {
            let mut deck = viewer("database-inspection");
            deck.keys("f postgres enter")
                .see("› references/postgres-catalog.md");
            deck.keys(key)
                .see_no("› references")
                .see("database/database-inspection");
            deck.keys(key).see("nothing to do here");
        }
        C::LibraryProblems => {
            let mut deck = Deck::demo();
            deck.keys(key).see("┏━ problems").see("yaml");
            // The page is the source, at the line of the problem.
            deck.keys("j j").see("(source)");
            deck.keys("q").see("┏━ skills");
        }
        C::Search => {
            let mut deck = Deck::demo();
            deck.keys(key).see("search all:").keys("reflog");
            deck.see("of \"reflog\"").see("▾ git-rescue");
            assert_eq!(deck.painted(Chrome::Match)[0], "reflog");
            // The page is at the line, with what was found lit.
            assert_eq!(deck.painted(Chrome::MatchHere), ["reflog"]);
            deck.keys("enter").see_no("search all:");
            assert!(!deck.in_viewer());
            deck.keys("q").see("┏━ skills");
            assert!(deck.selected().starts_with("git-rescue"));
        }
        C::Effects => {
            let mut deck = Deck::demo();
            deck.open("changelog").keys("tab").keys(key);
            deck.see("╭─ hermes//writing/changelog › effects")
                .see("Claude Code")
                .see("✗ ");
            // It stays on while moving in the tree, and goes by its key, or back.
            deck.keys("k k")
                .see("› effects")
                .keys(key)
                .see_no("› effects");
            let mut deck = viewer("git-rescue");
            deck.keys("] ]");
            let page = deck.page();
            deck.keys(key)
                .see("git-rescue › effects")
                .keys("/ codex enter")
                .see("1/");
            deck.keys("backspace").see_no("› effects");
            assert_eq!(deck.page(), page);
        }
        C::Repairs => {
            let mut deck = viewer("changelog");
            deck.keys(key)
                .see("changelog › repairs")
                .see("✓ repair")
                .see("- description: ");
            deck.see("+ description: ").keys(key).see_no("› repairs");
            deck.open("code-review")
                .keys(key)
                .see("Nothing is to be repaired.");
        }
        C::Compare => {
            let mut deck = viewer("log-triage");
            deck.keys(key).see("┏━ Compare ").keys("down enter");
            deck.see(" ↔ hermes//").see("- name: log-triage");
            let mut deck = Deck::demo();
            deck.keys("4 G space space").keys(key);
            deck.see("┏━ hermes//data/csv-cleanup ↔ hermes//data/jq-recipes");
            deck.see("- name: csv-cleanup").see("+ name: jq-recipes");
            deck.keys("q tab space")
                .keys(key)
                .see("3 skills are marked: mark two, or none");
        }
        C::CopyKey => {
            let mut deck = viewer("git-rescue");
            deck.keys(key).see("copied hermes//debugging/git-rescue");
            deck.keys("tab space space").keys(key).see("copied 2 keys");
            assert_eq!(
                deck.copied,
                [
                    "hermes//debugging/git-rescue",
                    "hermes//debugging/git-rescue\nhermes//debugging/log-triage"
                ]
            );
        }
        C::CopyName => {
            let mut deck = viewer("literature-review");
            deck.keys(key).see("copied /lit-review");
            assert_eq!(deck.copied, ["/lit-review"]);
        }
        C::CopyCode => {
            let mut deck = viewer("git-rescue");
            deck.keys("] ] ] ]").keys(key).see("lines of code: git ");
            assert_eq!(deck.copied.len(), 1);
            assert!(deck.copied[0].starts_with("git "), "{:?}", deck.copied);
        }
        C::Edit => {
            let mut deck = viewer("git-rescue");
            deck.keys("] ] ]").keys(key);
            let file = deck
                .world
                .root()
                .join("home/skills/debugging/git-rescue/SKILL.md");
            assert_eq!(edited(&deck), format!("+44 {}\n", file.display()));
            // What was written in the editor is seen.
            std::fs::write(&file, "---\nname: git-rescue\ndescription: d\n---\nNew.\n").unwrap();
            deck.keys(key).see("New.");
        }
        C::Shell => {
            let mut deck = viewer("git-rescue");
            deck.keys(key);
            let folder = deck.world.root().join("home/skills/debugging/git-rescue");
            let said = std::fs::read_to_string(deck.world.root().join("shell")).unwrap();
            assert_eq!(said, format!("{}\n", folder.display()));
        }
        C::Palette => {
            let mut deck = viewer("git-rescue");
            deck.keys(key)
                .see("┏━ Commands")
                .keys("viewer'")
                .keys("ctrl-u sort");
            deck.keys("ctrl-u").paste("sort by uses").keys("enter");
            deck.see("skills by uses");
            deck.keys(key)
                .paste("tree filter")
                .keys("enter csv")
                .see("1 of filter csv");
            deck.keys("enter")
                .keys(key)
                .paste("library team")
                .keys("enter");
            assert_eq!(deck.selected(), "▾ team 4 ro");
        }
        C::SetMark | C::GoToMark => {
            let (set, go) = match command {
                C::SetMark => (key, "'"),
                _ => ("M", key),
            };
            let mut deck = viewer("git-rescue");
            deck.keys("] ] ]")
                .keys(set)
                .see("a-z")
                .keys("x")
                .see("x is this place");
            let page = deck.page();
            deck.open("csv-cleanup")
                .keys(go)
                .keys("y")
                .see("no place is under y; there are: x");
            deck.keys(go)
                .keys("x")
                .see("┏━ hermes//debugging/git-rescue");
            assert_eq!(deck.page(), page);
            deck.keys("backspace").see("┏━ hermes//data/csv-cleanup");
        }
        C::WidenTree | C::NarrowTree => {
            let width = |deck: &mut Deck| deck.text()[1].split('╭').next().unwrap().chars().count();
            let mut deck = Deck::demo();
            let before = width(&mut deck);
            deck.keys(key);
            let after = width(&mut deck);
            assert_eq!(after > before, command == C::WidenTree);
            assert_eq!(before.abs_diff(after), 4);
            deck.resize(60, 20).keys(key).see("room for one pane only");
        }
        C::CopyPath => {
            let mut deck = viewer("git-rescue");
            let path = deck
                .world
                .root()
                .join("home/skills/debugging/git-rescue/SKILL.md");
            deck.keys(key)
                .see("copied ~/home/skills/debugging/git-rescue/SKILL.md");
            assert_eq!(deck.copied, [path.to_str().unwrap()]);
        }
        C::Jump => {
            let mut deck = Deck::demo();
            deck.keys(key).see("┏━ Jump to a skill").keys("helm enter");
            deck.see("┏━ hermes//devops/kubernetes/helm-rollback");
            // By the folder's name, and by the one written in the skill.
            for name in ["literature-review", "lit-review"] {
                deck.open(name).see("┏━ hermes//research/literature-review");
            }
        }
        C::NextPane => {
            let mut deck = Deck::demo();
            assert!(deck.keys(key).in_viewer());
            assert!(!deck.keys(key).in_viewer());
        }
        C::Library => {
            let mut deck = viewer("git-rescue");
            // The digit of a screen may be the beginning of a count.
            assert!(!deck.keys(key).elapse().in_viewer());
            deck.keys("I").keys(key).elapse().see("┏━ skills");
        }
        C::Profiles => {
            let mut deck = Deck::demo();
            deck.keys(key)
                .see("┏━ Profile")
                .see("~/home/profiles/work")
                .keys("work enter");
            deck.see("profile work")
                .see("expense-report")
                .see_no("csv-cleanup");
        }
        C::Themes => {
            let mut deck = Deck::demo();
            let frame = |deck: &mut Deck| deck.screen()[(0, 1)].fg;
            let before = frame(&mut deck);
            // Seen while choosing, gone when left, kept when chosen.
            deck.keys(key).see("┏━ Theme").paste("gruvbox-light");
            assert_ne!(frame(&mut deck), before);
            deck.keys("esc");
            assert_eq!(frame(&mut deck), before);
            deck.keys(key)
                .paste("gruvbox-light")
                .keys("enter")
                .see("theme gruvbox-light");
            assert_ne!(frame(&mut deck), before);
            deck.keys(key).see("• gruvbox-light");
        }
        C::Mouse => {
            let mut deck = Deck::demo();
            assert!(deck.mouse_is_ours);
            deck.keys(key).see("the mouse is left to the terminal");
            assert!(!deck.mouse_is_ours && deck.keys(key).mouse_is_ours);
        }
        C::Rescan => {
            let mut deck = Deck::demo();
            deck.see("38 skills").world.write(
                "home/skills/zoo/SKILL.md",
                "---\nname: zoo\ndescription: d\n---\n",
            );
            deck.keys(key).see("39 skills");
        }
        C::Help => {
            let mut deck = viewer("git-rescue");
            deck.keys(key).see("┏━ Keys").keys("'source");
            deck.see("rendered or source")
                .keys("enter")
                .see("git-rescue (source)");
        }
        C::Escape => {
            let mut deck = Deck::demo();
            deck.keys("/ csv enter")
                .see("1 of filter")
                .keys(key)
                .see_no("1 of filter");
            deck.open("git-rescue").keys("/ reflog enter").keys(key);
            assert_eq!(deck.painted(Chrome::MatchHere), [""; 0]);
        }
        C::Back => {
            let mut deck = viewer("database-inspection");
            deck.keys("f sqlite.md enter")
                .keys(key)
                .see_no("› references");
            assert!(!deck.keys(key).in_viewer());
            deck.keys("/ csv enter").keys(key).see_no("of filter");
            assert!(!deck.quit && deck.keys(key).quit);
        }
        C::Quit => {
            for mut deck in [Deck::demo(), viewer("git-rescue")] {
                assert!(deck.keys(key).quit);
            }
        }
        C::Redraw => assert_eq!(Deck::demo().keys(key).repainted, 1),
        C::Suspend => assert_eq!(Deck::demo().keys(key).suspended, 1),
    }
}

fn check_moves_in_tree(command: Command, key: &str) {
    use Command as C;
    let mut deck = Deck::demo();
    let rows = 51;
    deck.see("2/51");
    let (before, after) = match command {
        C::Down => ("", 3),
        C::Up => ("", 1),
        C::PageDown => ("", 2 + 34),
        C::PageUp => ("G", rows - 34),
        C::Top => ("G", 1),
        _ => ("", rows),
    };
    deck.keys(before)
        .keys(key)
        .see(&format!(" {after}/{rows} "));
    // Cursor and page go together.
    let skill = deck.selected();
    let expected = match after {
        1 => "▾ hermes 34",
        3 => "▾ data 3",
        17 => "git-rescue           agent",
        36 => "! literature-review (li… pin",
        _ => "on-call-handover",
    };
    assert_eq!(skill, expected);
}

fn check_folding(command: Command, key: &str) {
    use Command as C;
    let mut deck = Deck::demo();
    match command {
        C::TreeExpand => {
            deck.keys("- g g down down")
                .see("▸ data 3")
                .keys(key)
                .see("▾ data 3")
                .see("csv-cleanup");
            // An open one is entered.
            assert_eq!(deck.keys(key).selected(), "csv-cleanup          agent");
            assert!(deck.keys(key).in_viewer());
        }
        C::TreeCollapse => {
            deck.keys("down down");
            assert_eq!(deck.keys(key).selected(), "▾ data 3");
            deck.keys(key)
                .see("▸ data 3")
                .see_no("csv-cleanup          agent");
            assert_eq!(deck.keys(key).selected(), "▾ hermes 34");
        }
        C::TreeOpen => {
            deck.keys("down")
                .keys(key)
                .see("▸ data 3")
                .keys(key)
                .see("▾ data 3");
            assert!(!deck.in_viewer());
            assert!(deck.keys("down").keys(key).in_viewer());
        }
        C::TreeExpandAll => {
            deck.keys("-")
                .see_no("csv-cleanup")
                .keys(key)
                .see("csv-cleanup");
        }
        _ => {
            deck.see("csv-cleanup")
                .keys(key)
                .see_no("csv-cleanup")
                .see("▸ data 3");
        }
    }
}

fn check_moves_in_viewer(command: Command, key: &str) {
    use Command as C;
    let mut deck = viewer("git-rescue");
    let top = deck.page();
    let page = top.len() - 2;
    match command {
        C::Down => assert_eq!(deck.keys(key).page()[..top.len() - 1], top[1..]),
        C::Up => assert_eq!(
            deck.keys("down down").keys(key).page()[..top.len() - 1],
            top[1..]
        ),
        C::PageDown => assert_eq!(deck.keys(key).page()[..2], top[page..]),
        C::PageUp => assert_eq!(deck.keys("ctrl-d").keys(key).page(), top),
        C::Top => assert_eq!(deck.keys("G").see(" end ").keys(key).page(), top),
        _ => {
            deck.keys(key).see(" end ");
            let end = deck.page();
            assert_eq!(deck.keys("down").page(), end);
        }
    }
}

fn check_moves_in_list(command: Command, key: &str) {
    use Command as C;
    let mut deck = Deck::demo();
    deck.resize(120, 16).keys("I").see("┏━ problems");
    let corner = |deck: &mut Deck| {
        let rows = deck.text();
        let corner = rows.iter().rfind(|row| row.starts_with('┗')).unwrap();
        let words = corner.split_whitespace().find(|it| it.contains('/'));
        let (at, all) = words.unwrap().split_once('/').unwrap();
        (at.parse::<usize>().unwrap(), all.parse::<usize>().unwrap())
    };
    let (at, all) = corner(&mut deck);
    assert_eq!(at, 2, "the first entry");
    let (before, after) = match command {
        C::Down => ("", 3),
        C::Up => ("", 1),
        C::PageDown => ("", (2 + 10).min(all)),
        C::PageUp => ("G", all.saturating_sub(10).max(1)),
        C::Top => ("G", 1),
        _ => ("", all),
    };
    deck.keys(before).keys(key);
    assert_eq!(corner(&mut deck), (after, all));
}

fn check_standing(command: Command, key: &str) {
    use Command as C;
    let mut deck = Deck::demo();
    deck.keys("20 j").see(" 22/51 ");
    let row = |deck: &mut Deck, selected: &str| {
        let rows = deck.text();
        let tree = |row: &String| row.chars().take(36).collect::<String>();
        let found = rows
            .iter()
            .skip(2)
            .position(|row| tree(row).contains(selected));
        found.unwrap() + 2
    };
    let selected = deck.selected();
    deck.keys(key);
    assert_eq!(deck.selected(), selected, "the cursor stays");
    // The list has 51 rows and the window 36: it cannot go further than 15.
    let expected = match command {
        C::Center => 2 + 18,
        C::RowToTop => 2 + 21 - 15,
        _ => 2 + 21,
    };
    assert_eq!(row(&mut deck, &selected), expected);
    // On the page it is the match.
    let mut deck = viewer("git-rescue");
    deck.resize(120, 20).keys("/ bisect enter").keys(key);
    let lit = deck.painted(Chrome::MatchHere);
    assert_eq!(lit, ["bisect"]);
}

fn edited(deck: &Deck) -> String {
    std::fs::read_to_string(deck.world.root().join("edited")).unwrap()
}

fn check_matches(command: Command, key: &str) {
    let mut deck = viewer("git-rescue");
    deck.keys("/ reflog enter").see(" 1/");
    let marks = |deck: &mut Deck| {
        let corner = deck
            .text()
            .into_iter()
            .rfind(|row| row.contains('┗'))
            .unwrap();
        let counts = corner
            .split_whitespace()
            .find(|it| it.contains('/') && !it.contains("51"))
            .unwrap()
            .to_owned();
        let (at, all) = counts.split_once('/').unwrap();
        (at.parse::<usize>().unwrap(), all.parse::<usize>().unwrap())
    };
    let (_, all) = marks(&mut deck);
    assert!(all > 2);
    let around = if command == Command::ViewNextMatch {
        assert_eq!(marks(deck.keys(key)), (2, all));
        for _ in 3..=all {
            deck.keys(key);
        }
        "search goes on at the top"
    } else {
        "search goes on at the end"
    };
    deck.keys(key).see(around);
    let expected = if command == Command::ViewNextMatch {
        1
    } else {
        all
    };
    assert_eq!(marks(&mut deck), (expected, all));
    assert_eq!(deck.painted(Chrome::MatchHere), ["reflog"]);
}

const LONG_START: &str = "start of a long line";
const LONG_END: &str = "and its end";

/// A page with a line of code that is cut.
fn cut_code() -> Deck {
    let text = format!(
        "---\nname: long\ndescription: d\n---\n\n```\n{LONG_START} {} {LONG_END}\n```\n",
        "word ".repeat(16)
    );
    let mut deck = World::library(&[("long", &text)]).start(driver::SIZE, dark());
    deck.keys("tab w esc");
    deck
}

#[test]
fn a_command_that_can_do_nothing_says_so() {
    let mut deck = viewer("code-review");
    deck.keys("L").see("nothing to do here: follow a link");
    deck.keys("n").see("nothing to do here: next match");
    deck.keys("i").see("nothing to do here: problems");
}

// ---- counts, own keys, the mouse ------------------------------------------------------------------------------

#[test]
fn counts_repeat_a_motion_or_name_a_row() {
    let mut deck = Deck::demo();
    deck.keys("5 j").see(" 7/51 ").keys("2 0 k").see(" 1/51 ");
    deck.keys("3 0 G")
        .see(" 30/51 ")
        .keys("1 2 g g")
        .see(" 12/51 ");
    // What was begun is shown, and esc takes it back.
    deck.keys("4").see(" 4… ").keys("esc j").see(" 13/51 ");
    deck.keys("g")
        .see("┏━ go to")
        .see("g  first row")
        .keys("esc")
        .see_no("┏━ go to");
    let mut deck = viewer("git-rescue");
    let top = deck.page();
    assert_eq!(deck.keys("3 j").page()[..5], top[3..8]);
    // The line of the file.
    assert_eq!(deck.keys("5 8 G").page()[0], "A branch is gone");
    assert_eq!(deck.keys("g g 3 ]").page()[0], "Which case is it?");
}

#[test]
fn own_keys_work_and_are_shown_where_keys_are_shown() {
    let world =
        World::demo().settings("[keys.global]\nhelp = \"H\"\n[keys.tree]\nfilter = \"; ;\"\n");
    let mut deck = world.start(driver::SIZE, dark());
    deck.see("H help")
        .see("; ; filter")
        .keys("?")
        .see_no("┏━ Keys");
    deck.keys("H").see("┏━ Keys").see("; ; ").keys("esc");
    deck.keys(";")
        .see(";  filter by words")
        .keys("; csv")
        .see("1 of filter csv");
}

#[test]
fn the_mouse_selects_opens_scrolls_and_moves_the_border() {
    let mut deck = Deck::demo();
    deck.click("csv-cleanup");
    assert_eq!(deck.selected(), "csv-cleanup          agent");
    deck.see("┏━ skills").click("csv-cleanup");
    assert!(deck.in_viewer());
    // The wheel scrolls what is under it; the cursor stays.
    let page = deck.page();
    let wheel = |deck: &mut Deck, column| deck.mouse(MouseKind::WheelDown, column, 10).text();
    wheel(&mut deck, 90);
    assert_eq!(deck.page()[..5], page[3..8]);
    let rows = wheel(&mut deck, 10);
    assert!(rows[2].contains("csv-cleanup"), "{}", rows[2]);
    deck.see(" 4/51 ");
    deck.click("▾ database").see("▸ database");
    // The border is dragged to column 50.
    deck.mouse(MouseKind::Press(MouseButton::Left), 35, 5);
    deck.mouse(MouseKind::Drag(MouseButton::Left), 50, 9);
    let corner = |deck: &mut Deck| deck.text()[1].chars().position(|c| c == '┓');
    assert_eq!(corner(&mut deck), Some(50));
    deck.mouse(MouseKind::Release(MouseButton::Left), 50, 9);
    deck.mouse(MouseKind::Drag(MouseButton::Left), 70, 9);
    assert_eq!(corner(&mut deck), Some(50));
}

#[test]
fn the_mouse_follows_links_and_picks_from_lists() {
    let mut deck = viewer("database-inspection");
    let link = deck
        .page()
        .iter()
        .any(|row| row.contains("references/sqlite.md"));
    while !deck.shows("references/sqlite.md") {
        deck.keys("j");
    }
    assert!(!link || deck.shows("references/sqlite.md"));
    deck.keys("ctrl-p")
        .paste("sort by")
        .click("sort by name")
        .see("skills by name");
    deck.keys("T")
        .see("┏━ Theme")
        .mouse(MouseKind::Press(MouseButton::Left), 0, 39);
    deck.see_no("┏━ Theme");
}
