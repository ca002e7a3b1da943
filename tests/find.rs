//! The search over all skills on the screen: typing, landing on what was found, coming back.
//!
//! What is found, and in which order, is tested in `search`; how it looks is kept in `screens`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail loudly, their helpers too"
)]

#[path = "support/driver.rs"]
mod driver;

use driver::{Deck, SIZE, World, dark};
use skilldeck::theme::Chrome;

fn world() -> World {
    let body: String = (1..=60).map(|it| format!("Line {it}.\n\n")).collect();
    World::library(&[
        (
            "alpha",
            &format!(
                "---\nname: alpha\ndescription: First of all.\nlicense: Zinc\n---\n\n# Alpha\n\n{body}Here is the `needle`, and a Needle.\n\n{body}One needle more.\n\nA peb**ble**.\n"
            ),
        ),
        (
            "beta",
            "---\nname: beta\ndescription: Holds a needle too.\n---\n\nNothing else.\n",
        ),
        (
            "gamma",
            "---\nname: gamma\ndescription: d\n---\n\nA stone.\n",
        ),
    ])
}

fn deck() -> Deck {
    world().start(SIZE, dark())
}

#[test]
fn results_are_listed_by_skill_and_line() {
    let mut deck = deck();
    deck.keys("F needle");
    deck.see("2 skills, 3 lines of \"needle\"");
    deck.see("▾ beta").see("  3: …ion: Holds a needle too.");
    deck.see("▾ alpha")
        .see("129: Here is the `needle`, and a Needle.");
    assert!(deck.selected().starts_with("3: …"), "{}", deck.selected());
}

#[test]
fn the_page_is_at_the_match_with_its_words_lit() {
    let mut deck = deck();
    deck.keys("F needle enter").see("(source)");
    deck.keys("down down").see_no("(source)");
    assert!(deck.selected().starts_with("129:"), "{}", deck.selected());
    assert!(
        deck.page()
            .iter()
            .any(|row| row == "Here is the needle, and a Needle.")
    );
    assert_eq!(deck.painted(Chrome::MatchHere), ["needle"]);
    deck.see("1/3");
    // The next line of the same skill needs no new page.
    deck.hold().keys("down").see("3/3");
    assert_eq!(deck.waiting(), 0);
    deck.release().keys("enter");
    assert!(deck.in_viewer());
    deck.keys("N").see("2/3").keys("n n").see("1/3");
    deck.keys("tab q").see("┏━ skills");
    assert!(deck.selected().starts_with("alpha"));
}

#[test]
fn what_is_not_on_the_page_is_shown_in_its_source() {
    let mut deck = deck();
    for word in ["peb**ble", "zinc"] {
        deck.keys("F ctrl-u")
            .paste(word)
            .keys("enter")
            .see("(source)");
        let here = deck.painted(Chrome::MatchHere);
        assert!(here[0].eq_ignore_ascii_case(word), "{here:?}");
    }
    deck.keys("F ctrl-u stone enter").see_no("(source)");
}

#[test]
fn one_search_runs_and_an_older_one_gives_up() {
    let mut deck = deck();
    deck.keys("F").hold().keys("needle");
    assert_eq!(deck.waiting(), 1, "one search for six letters");
    deck.run_job(0).see_no("needle\"").see("search…");
    assert_eq!(deck.waiting(), 1, "the newest");
    deck.run_job(0).see("2 skills, 3 lines of \"needle\"");
    deck.release();
    assert_eq!(deck.waiting(), 0);
}

#[test]
fn what_comes_too_late_is_dropped() {
    let mut deck = deck();
    deck.keys("F").hold().keys("stone");
    // The first letter's search has given up; the next one is that of the word.
    deck.run_job(0);
    let late = deck.take_job(0)();
    deck.keys("s")
        .deliver(late)
        .see("search…")
        .see_no("gamma\"");
    deck.release()
        .see("0 skills of \"stones\"")
        .see("nothing in 3 skills");
    deck.keys("backspace").see("1 skill, 1 line of \"stone\"");
    // A search that nobody waits for changes nothing.
    deck.hold().keys("q");
    let late = deck.take_job(0)();
    deck.keys("esc").deliver(late).release().see("┏━ skills");
}

#[test]
fn esc_brings_back_what_was_there() {
    let mut deck = deck();
    deck.open("alpha").keys("G");
    let before = deck.contents();
    deck.keys("F stone").see("1 skill, 1 line").keys("esc");
    assert_eq!(deck.contents(), before);
    assert!(deck.in_viewer());
    // An earlier search comes back too, at its place.
    deck.keys("F needle enter down down").see("129:");
    let before = deck.contents();
    deck.keys("F ctrl-u stone esc");
    assert_eq!(deck.contents(), before);
    deck.keys("F").see("search all: needle");
}

#[test]
fn what_is_no_query_is_told_and_the_results_stay() {
    let mut deck = deck();
    deck.keys("F needle").paste(" \"open");
    deck.see("the quote at character 8 is not closed")
        .see("2 skills, 3 lines");
    deck.keys("enter").see("search all: ");
    deck.paste("\"").see_no("not closed").see("0 skills");
}

#[test]
fn the_list_is_moved_in_while_typing() {
    let mut deck = deck();
    deck.keys("F needle down down");
    assert!(deck.selected().starts_with("129:"), "{}", deck.selected());
    deck.keys("enter");
    assert!(deck.selected().starts_with("129:"), "{}", deck.selected());
}

#[test]
fn a_look_searches_again_and_keeps_the_place() {
    let mut deck = deck();
    deck.keys("F needle enter down down");
    deck.world.write(
        "lib/needle/SKILL.md",
        "---\nname: needle\ndescription: d\n---\n",
    );
    deck.keys("R").see("3 skills, 4 lines").see("▾ needle");
    assert!(deck.selected().starts_with("129:"), "{}", deck.selected());
}

#[test]
fn archived_skills_are_marked() {
    let mut deck = Deck::demo();
    deck.keys("F heroku").see("archived");
}

#[test]
fn a_list_of_thousands_is_cut_and_told() {
    let world = World::empty();
    for number in 0..2_000 {
        let text = format!("---\nname: s{number}\ndescription: d\n---\n\nA needle.\n");
        world.write(&format!("lib/s{number}/SKILL.md"), &text);
    }
    let world = world.opens(|root| skilldeck::store::locate::Request::Path(root.join("lib")));
    let mut deck = world.start(SIZE, dark());
    deck.keys("F needle").see("2,000 skills, 2,000 lines");
    // A thousand skills with a line each, and the row that tells of the others.
    deck.see("/2001");
    deck.keys("enter G").see("1,000 more skills: add a word");
}
