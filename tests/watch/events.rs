//! The platform's own events.

use skilldeck::store::watch::{Part, platform};

use super::listener::{EVENTS, Heard, SWEEPS, World};

fn watch_home(world: &World) -> Heard {
    Heard::start(world.home("h"), EVENTS, platform())
}

fn watch_plain(world: &World, root: &str) -> Heard {
    Heard::start(world.plain(root), EVENTS, platform())
}

/// An edit of a skill is noticed, and then there is silence.
fn edit_is_heard(world: &World, heard: &Heard, path: &str, id: &str) {
    heard.silence();
    world.write(path, "edited");
    heard.hears(id, Part::Whole);
    heard.silence();
}

#[test]
fn an_edit_is_noticed_and_reading_is_not() {
    let world = World::with_home();
    world.write("h/skills/a/scripts/run.sh", "x");
    let heard = watch_home(&world);
    assert!(heard.watch.state().words().starts_with("watching "));
    edit_is_heard(&world, &heard, "h/skills/a/SKILL.md", "home");
    edit_is_heard(&world, &heard, "h/skills/a/scripts/run.sh", "home");
    std::fs::read(world.path("h/skills/a/SKILL.md")).unwrap();
    std::fs::read_dir(world.path("h/skills/a")).unwrap().count();
    heard.hears_nothing();
}

#[test]
fn telemetry_is_news_of_telemetry_alone() {
    let world = World::with_home();
    world.write("h/skills/.usage.json.lock", "");
    let heard = watch_home(&world);
    world.write("h/skills/.usage_x1.tmp", "{}");
    world.rename("h/skills/.usage_x1.tmp", "h/skills/.usage.json");
    heard.hears("home", Part::Usage);
    heard.silence();
    world.write("h/skills/.curator_state", "{}");
    heard.hears("home", Part::Sidecars);
    heard.silence();
    // Folders that were not there before.
    world.write("h/pending/skills/1.json", "{}");
    heard.hears("home", Part::Sidecars);
    heard.silence();
    world.write("h/pending/skills/2.json", "{}");
    heard.hears("home", Part::Sidecars);
    heard.silence();
    world.write("h/skills/.hub/lock.json", "{}");
    heard.hears("home", Part::Sidecars);
    heard.silence();
    world.write("h/config.yaml", "skills: {}");
    heard.wait("all", |reload| reload.all);
}

#[test]
fn what_is_not_shown_is_not_noticed() {
    let world = World::with_home();
    world.write("h/skills/.git/index", "");
    world.write("h/skills/.hub/quarantine/x/SKILL.md", "");
    world.write("ours/x", "");
    let heard = watch_home(&world);
    for path in [
        "h/skills/.git/index",
        "h/skills/.hub/quarantine/x/SKILL.md",
        "h/state.db",
        "ours/x",
    ] {
        world.write(path, "changed");
    }
    heard.hears_nothing();
}

#[test]
fn folders_that_come_are_watched_with_all_in_them() {
    let world = World::with_home();
    let heard = watch_home(&world);
    world.write("h/skills/x/y/z/SKILL.md", "new");
    heard.hears("home", Part::Whole);
    edit_is_heard(&world, &heard, "h/skills/x/y/z/SKILL.md", "home");
    world.rename("h/skills/x", "h/skills/w");
    heard.hears("home", Part::Whole);
    edit_is_heard(&world, &heard, "h/skills/w/y/z/SKILL.md", "home");
    world.remove("h/skills/w");
    heard.hears("home", Part::Whole);
    let folders = || heard.watch.state().folders;
    heard.silence();
    let before = folders();
    world.write("h/skills/x/y/z/SKILL.md", "again");
    heard.hears("home", Part::Whole);
    edit_is_heard(&world, &heard, "h/skills/x/y/z/SKILL.md", "home");
    assert_eq!(folders(), before + 3);
}

#[test]
fn a_storm_of_renames_leaves_everything_watched() {
    let world = World::new();
    for number in 0..40 {
        world.write(&format!("lib/s{number}/refs/x.md"), "x");
    }
    let heard = watch_plain(&world, "lib");
    for round in 0..10 {
        for number in 0..40 {
            let (from, to) = match round % 2 {
                0 => (format!("lib/s{number}"), format!("lib/t{number}")),
                _ => (format!("lib/t{number}"), format!("lib/s{}", 39 - number)),
            };
            world.rename(&from, &to);
        }
    }
    // Two that change places: each is under the other's name now.
    world.rename("lib/s1", "lib/swap");
    world.rename("lib/s2", "lib/s1");
    world.rename("lib/swap", "lib/s2");
    heard.hears("plain", Part::Whole);
    for number in [0, 1, 2, 39] {
        edit_is_heard(&world, &heard, &format!("lib/s{number}/refs/x.md"), "plain");
    }
}

#[test]
fn a_root_that_is_removed_and_made_again_is_watched_again() {
    let world = World::new();
    world.write("lib/a/SKILL.md", "one");
    let heard = watch_plain(&world, "lib");
    world.remove("lib");
    heard.hears("plain", Part::Whole);
    heard.wait_for_state(|state| state.missing == [world.path("lib")]);
    heard.silence();
    world.write("lib/b/SKILL.md", "two");
    heard.hears("plain", Part::Whole);
    heard.wait_for_state(|state| state.missing.is_empty());
    edit_is_heard(&world, &heard, "lib/b/SKILL.md", "plain");
    // At once, so that it is never seen to be gone.
    world.remove("lib");
    world.write("lib/c/SKILL.md", "three");
    heard.hears("plain", Part::Whole);
    edit_is_heard(&world, &heard, "lib/c/SKILL.md", "plain");
}

#[test]
fn a_root_whose_folders_are_gone_too_is_found_by_the_sweep() {
    let world = World::new();
    world.write("deep/er/lib/a/SKILL.md", "one");
    let heard = Heard::start(world.plain("deep/er/lib"), SWEEPS, platform());
    world.remove("deep");
    heard.hears("plain", Part::Whole);
    heard.wait_for_state(|state| !state.missing.is_empty());
    heard.silence();
    world.write("deep/er/lib/b/SKILL.md", "two");
    heard.hears("plain", Part::Whole);
    heard.wait_for_state(|state| state.missing.is_empty() && state.folders > 0);
    edit_is_heard(&world, &heard, "deep/er/lib/b/SKILL.md", "plain");
}

#[test]
fn a_link_that_is_swapped_leads_elsewhere_from_then_on() {
    let world = World::new();
    world.write("v1/skills/a/SKILL.md", "one");
    world.write("v2/skills/a/SKILL.md", "two");
    world.link("v1", "now");
    let heard = watch_plain(&world, "now/skills");
    edit_is_heard(&world, &heard, "v1/skills/a/SKILL.md", "plain");
    world.link("v2", "next");
    world.rename("next", "now");
    heard.hears("plain", Part::Whole);
    edit_is_heard(&world, &heard, "v2/skills/a/SKILL.md", "plain");
    world.write("v1/skills/a/SKILL.md", "nobody's");
    heard.hears_nothing();
}

#[test]
fn what_links_lead_to_is_watched() {
    let world = World::new();
    world.write("lib/a/x.md", "x");
    world.write("elsewhere/b/SKILL.md", "b");
    world.write("files/c.md", "c");
    world.link("../elsewhere", "lib/linked");
    world.link("../../files/c.md", "lib/a/SKILL.md");
    world.link("..", "lib/around");
    let heard = watch_plain(&world, "lib");
    edit_is_heard(&world, &heard, "elsewhere/b/SKILL.md", "plain");
    edit_is_heard(&world, &heard, "files/c.md", "plain");
    world.write("files/other.md", "x");
    heard.hears_nothing();
    // A link that comes later.
    world.write("late/d/SKILL.md", "d");
    world.link("../late", "lib/late");
    heard.hears("plain", Part::Whole);
    edit_is_heard(&world, &heard, "late/d/SKILL.md", "plain");
}
