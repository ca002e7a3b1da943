//! What goes on around single commands: looks that come while one reads, keys that come early, what is kept from run
//! to run, to whom keys go, how the page keeps its place.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/driver.rs"]
mod driver;

use driver::{Deck, World, dark};
use skilldeck::theme::Chrome;

/// The demo with the keys in the viewer, at a skill.
fn viewer(skill: &str) -> Deck {
    let mut deck = Deck::demo();
    deck.open(skill);
    assert!(deck.in_viewer(), "{}", deck.contents());
    deck
}

// ---- looking again -------------------------------------------------------------------------------------------

#[test]
fn a_look_leaves_the_page_where_the_person_went() {
    let mut deck = viewer("database-inspection");
    deck.keys("L").paste("sqlite.md").keys("enter");
    deck.see("database-inspection › references/sqlite.md")
        .keys("G");
    let (place, title) = (deck.page(), "references/sqlite.md");
    deck.world.write("home/skills/aaa/SKILL.md", ADDED);
    deck.keys("R").see("39 skills").see(title);
    assert_eq!(deck.page(), place);
    deck.keys("tab R").see(title);
    assert_eq!(deck.page(), place);
    deck.keys("tab backspace").see_no(title);
    // Until the skill is gone.
    deck.keys("L").paste("sqlite.md").keys("enter");
    let folder = deck
        .world
        .root()
        .join("home/skills/database/database-inspection");
    std::fs::remove_dir_all(folder).unwrap();
    deck.keys("R").see("38 skills").see_no(title);
}

// ---- keys that come early --------------------------------------------------------------------------------------

#[test]
fn keys_wait_for_the_page_they_are_meant_for() {
    let mut deck = Deck::demo();
    deck.hold().keys("ctrl-k").paste("git-rescue").keys("enter");
    deck.keys("m G").see_no("(source)").see_no(" end ");
    deck.release().see("git-rescue (source)").see(" end ");
    // Going back waits for nothing, and takes what waits with it.
    deck.hold().keys("ctrl-k").paste("csv-cleanup");
    deck.keys("enter G q").see("┏━ skills").release();
    deck.see("─ hermes//data/csv-cleanup").see(" top ");
}

// ---- what was seen, what is kept ------------------------------------------------------------------------------

const ADDED: &str = "---\nname: aaa\ndescription: d\n---\n";

#[test]
fn what_has_changed_is_marked_until_it_is_read() {
    let mut deck = Deck::demo();
    let changed = "---\nname: git-rescue\ndescription: d\n---\n\nNew.\n";
    deck.world
        .write("home/skills/debugging/git-rescue/SKILL.md", changed);
    deck.world.write("home/skills/aaa/SKILL.md", ADDED);
    deck.keys("R").see("1 new, 1 changed since you last looked");
    deck.keys("/ is:unseen enter").see("2 of filter is:unseen");
    // Also for who comes back later.
    let mut deck = deck.restart();
    deck.see("2 of filter is:unseen").see("changed").see("new");
    // To pass by is not to read.
    deck.keys("G k k").see("changed").see("new");
    deck.keys("/ ctrl-u is:changed enter")
        .see("1 of filter")
        .keys("enter");
    assert!(deck.in_viewer());
    deck.keys("tab esc").see_no("changed").see(" new ┃");
    let mut deck = deck.restart();
    deck.see_no("changed").see("new");
}

#[test]
fn the_screen_is_as_it_was_left() {
    let mut deck = Deck::demo();
    deck.keys("3 G h")
        .see("▸ data 3")
        .keys(") s")
        .see("skills by name")
        .keys("s s s s");
    deck.open("git-rescue")
        .keys("] ] ] M x tab T")
        .paste("nord")
        .keys("enter ctrl-t");
    let place = deck.keys("tab").page()[0].clone();
    assert_eq!(place, "Which case is it?");
    let mut deck = deck.restart();
    deck.see("▸ data 3")
        .see("┏━ skills ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓");
    assert!(!deck.mouse_is_ours);
    assert_eq!(deck.page()[0], place, "the page is where it was left");
    assert!(deck.shows("hermes//debugging/git-rescue"));
    deck.open("csv-cleanup")
        .keys("' x")
        .see("┏━ hermes//debugging/git-rescue");
    assert_eq!(deck.page()[0], place);
    deck.keys("T").see("• nord");
    // And back to what it was at first.
    deck.paste("dark").keys("enter ctrl-t");
    let mut deck = deck.restart();
    assert!(deck.mouse_is_ours);
    deck.keys("T").see("• dark");
}

#[test]
fn a_page_is_where_it_was_left() {
    let mut deck = viewer("git-rescue");
    deck.keys("] ] ] ]");
    let place = deck.page();
    deck.open("csv-cleanup").open("git-rescue");
    assert_eq!(deck.page(), place);
}

// ---- focus, prompts, pastes -----------------------------------------------------------------------------------

#[test]
fn keys_go_to_the_pane_with_the_thick_frame() {
    let mut deck = Deck::demo();
    deck.keys("tab j").see(" 2/51 ").keys("tab j").see(" 3/51 ");
    // On a narrow screen the pane with the keys is the one that is shown.
    deck.resize(60, 20)
        .see("▾ hermes 34")
        .keys("down enter")
        .see_no("▾ hermes");
    assert!(deck.in_viewer());
    deck.see("csv-cleanup").keys("q").see("▾ hermes 34");
}

#[test]
fn letters_typed_into_a_prompt_are_no_commands() {
    let mut deck = Deck::demo();
    deck.keys("/ qQR")
        .see("filter: qQR")
        .keys("esc")
        .see_no("filter:");
    deck.keys("tab / qQ").see("search: qQ").keys("esc");
    deck.keys("ctrl-k qQz")
        .see("qQz")
        .keys("ctrl-c")
        .see_no("Jump to a skill");
    deck.keys("/ csv ctrl-c").see_no("filter");
    assert!(!deck.quit);
}

#[test]
fn leaving_the_filter_brings_back_the_one_before() {
    let mut deck = Deck::demo();
    deck.keys("/ csv enter / -cleanup")
        .see("filter: csv-cleanup")
        .keys("esc")
        .see("1 of filter csv");
    deck.keys("/ ctrl-u log enter").see("of filter log");
}

#[test]
fn a_paste_goes_into_the_text_that_is_being_typed() {
    let mut deck = Deck::demo();
    deck.paste("q\nQ").see("2/51");
    assert!(!deck.quit, "a paste is no key");
    deck.keys("/").paste("csv\nclean").see("filter: csv clean");
    assert_eq!(deck.selected(), "csv-cleanup          agent");
    deck.keys("esc")
        .open("git-rescue")
        .keys("/")
        .paste("ref\u{1b}[31mlog");
    deck.see("search: ref [31mlog")
        .keys("esc /")
        .paste("reflog");
    assert_eq!(deck.painted(Chrome::MatchHere), ["reflog"]);
    deck.keys("esc ctrl-k")
        .paste("helm\r\n")
        .see("› helm")
        .see("2/38");
}

#[test]
fn the_text_cursor_stands_where_the_next_letter_goes() {
    let mut deck = Deck::demo();
    assert_eq!(deck.cursor(), None);
    let cursor = deck.keys("/ 技x left").cursor().unwrap();
    assert_eq!((cursor.x, cursor.y), (11, 39));
    let cursor = deck.keys("esc ctrl-k ab").cursor().unwrap();
    assert_eq!((cursor.x, cursor.y), (11, 2));
}

// ---- the page keeps its place ---------------------------------------------------------------------------------

#[test]
fn another_size_keeps_the_line_at_the_top() {
    let mut deck = viewer("git-rescue");
    deck.keys("] ] ] ]");
    let heading = deck.page()[0].clone();
    for (columns, rows) in [(80, 24), (60, 20), (140, 30), (33, 12), (120, 40)] {
        assert_eq!(
            deck.resize(columns, rows).page()[0],
            heading,
            "{columns}x{rows}"
        );
    }
}

#[test]
fn the_source_starts_at_the_line_that_was_at_the_top() {
    let mut deck = viewer("git-rescue");
    deck.keys("] ] ] ]");
    let heading = deck.page()[0].clone();
    let source = deck.keys("m").page()[0].clone();
    assert!(source.ends_with(&format!("## {heading}")), "{source}");
    assert_eq!(deck.keys("m").page()[0], heading);
}

#[test]
fn the_source_starts_there_also_when_it_has_as_many_rows() {
    let body: String = (10..60).map(|at| format!("word{at}\n\n")).collect();
    let text = format!("---\nname: a\ndescription: d\n---\n\n{body}## End\n\nlast\n");
    let mut deck = World::library(&[("a", &text)]).start(driver::SIZE, dark());
    deck.keys("tab");
    while deck.page()[0] != "word15" {
        deck.keys("j");
    }
    deck.keys("m");
    assert!(deck.page()[0].ends_with("  word15"), "{:#?}", deck.page());
}

#[test]
fn followed_references_lead_back_step_by_step() {
    let mut deck = viewer("database-inspection");
    deck.keys("ctrl-d");
    let first = deck.page();
    deck.keys("L catalog enter")
        .see("› references/postgres-catalog.md");
    assert_eq!(
        deck.page()[0],
        "Who points to a table",
        "the link names a heading"
    );
    let second = deck.page();
    deck.keys("f inspect enter")
        .see("› scripts/inspect-sqlite.sh")
        .keys("G");
    deck.keys("backspace");
    assert_eq!(deck.page(), second);
    deck.keys("backspace");
    assert_eq!(deck.page(), first);
    deck.see_no("› references");
    // Another skill is a new start.
    deck.keys("f sqlite.md enter")
        .open("csv-cleanup")
        .keys("backspace")
        .see("nothing to do here");
}

#[test]
fn a_link_on_the_page_leads_back_too() {
    let mut deck = viewer("git-rescue");
    let top = deck.page();
    deck.keys("L stash enter");
    assert_eq!(deck.page()[0], "A stash is gone");
    assert_eq!(deck.keys("backspace").page(), top);
}

#[test]
fn a_problem_leads_to_its_line() {
    let mut deck = viewer("changelog");
    deck.keys("i enter").see("(source)");
    let page = deck.page();
    assert!(
        page.iter()
            .any(|row| row.starts_with("3  description:") || row.starts_with(" 3  description:")),
        "{page:#?}"
    );
}

// ---- the world changes ----------------------------------------------------------------------------------------

#[test]
fn a_rescan_keeps_the_cursor_at_its_skill() {
    let mut deck = Deck::demo();
    deck.keys("/ git-rescue enter esc");
    assert_eq!(deck.selected(), "git-rescue           agent");
    deck.see(" 17/51 ");
    deck.world.write(
        "home/skills/aaa/SKILL.md",
        "---\nname: aaa\ndescription: d\n---\n",
    );
    deck.keys("R").see(" 18/52 ");
    assert_eq!(deck.selected(), "git-rescue           agent");
    for gone in ["aaa", "data/csv-cleanup"] {
        let folder = deck.world.root().join("home/skills").join(gone);
        std::fs::remove_dir_all(folder).unwrap();
    }
    deck.keys("R").see(" 16/50 ");
    assert_eq!(deck.selected(), "git-rescue           agent");
    let folder = deck.world.root().join("home/skills/debugging/git-rescue");
    std::fs::remove_dir_all(folder).unwrap();
    deck.keys("R").see(" 16/49 ");
    assert_eq!(
        deck.selected(),
        "! log-triage           agent",
        "its neighbour"
    );
}

#[test]
fn a_rescan_shows_the_page_as_it_is_now() {
    let mut deck = viewer("git-rescue");
    deck.keys("G");
    let file = "home/skills/debugging/git-rescue/SKILL.md";
    deck.world.write(
        file,
        "---\nname: git-rescue\ndescription: d\n---\n\nNew and short.\n",
    );
    deck.keys("R").see("New and short.");
}

#[test]
fn an_answer_that_came_too_late_is_dropped() {
    let mut deck = Deck::demo();
    deck.keys("G");
    let before = deck.page();
    deck.hold().keys("k");
    assert_eq!(deck.waiting(), 1);
    // Two pages are made at a time; of those asked for meanwhile only the last will be.
    deck.keys("k k");
    for _ in 0..2 {
        assert_eq!(deck.waiting(), 2);
        deck.run_job(0);
        assert_eq!(
            deck.page(),
            before,
            "a page that nobody waits for is not shown"
        );
    }
    assert_eq!(deck.waiting(), 1);
    deck.run_job(0).see("╭─ team//api-design");
    let page = deck.page();
    assert!(
        page.contains(&"│ name          api-design".to_owned()),
        "{page:#?}"
    );
}

#[test]
fn colours_for_a_page_that_was_left_are_dropped() {
    for before_leaving in [true, false] {
        let mut deck = Deck::demo();
        deck.keys("G").hold().keys("k").run_job(0);
        let highlight = deck.take_job(0);
        let mut highlight = Some(highlight);
        let mut said = before_leaving.then(|| highlight.take().unwrap()());
        deck.keys("k").run_job(0);
        let before = deck.screen();
        let said = said.take().unwrap_or_else(|| highlight.unwrap()());
        deck.deliver(said);
        assert_eq!(deck.screen(), before);
    }
}

#[test]
fn an_older_look_does_not_replace_a_newer_one() {
    let mut deck = Deck::demo();
    deck.hold().keys("R R");
    // Looks and pages alternate; the looks are the first and the last but one.
    let older = deck.take_job(0);
    let said = older();
    deck.world.write(
        "home/skills/zoo/SKILL.md",
        "---\nname: zoo\ndescription: d\n---\n",
    );
    deck.release().see("39 skills");
    deck.deliver(said).see("39 skills");
}
