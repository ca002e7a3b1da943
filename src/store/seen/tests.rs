use std::sync::Arc;

use jiff::Timestamp;

use super::*;
use crate::store::Disk;
use crate::store::locate::{Environment, Request};
use crate::workbench::Workbench;

/// Nothing new, changed or gone.
const NOTHING: [Vec<String>; 3] = [const { Vec::new() }; 3];

/// A folder of skills, and a state folder.
struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new(skills: &[(&str, &str)]) -> Self {
        let world = World {
            folder: tempfile::tempdir().unwrap(),
        };
        std::fs::create_dir(world.path("lib")).unwrap();
        for (key, body) in skills {
            world.write(key, body);
        }
        world
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    fn write(&self, key: &str, body: &str) {
        let folder = self.path("lib").join(key);
        std::fs::create_dir_all(&folder).unwrap();
        let text = format!("---\nname: x\ndescription: d\n---\n{body}\n");
        std::fs::write(folder.join("SKILL.md"), text).unwrap();
    }

    fn remove(&self, key: &str) {
        std::fs::remove_dir_all(self.path("lib").join(key)).unwrap();
    }

    fn look(&self) -> Catalog {
        let request = Request::Path(self.path("lib"));
        let (fs, env) = (Arc::new(Disk), Environment::default());
        let workbench = Workbench::open(fs, env, Arc::new(Timestamp::now), request);
        workbench.unwrap().look().unwrap()
    }

    /// Another process: what it reads, and what it tells.
    fn meet(&self, catalog: &Catalog) -> (Seen, Vec<String>) {
        let mut seen = Seen::default();
        let notes = seen.meet(&Disk, Some(&self.path("state")), catalog);
        (seen, notes)
    }

    /// The file of the library.
    fn file(&self) -> PathBuf {
        own::library_folder(&self.path("state"), &self.path("lib")).join(FILE_NAME)
    }
}

fn save(seen: &mut Seen) {
    seen.take_unsaved().unwrap().save(&Disk).unwrap();
}

/// Keys that are new, changed, gone.
fn keys(catalog: &Catalog, seen: &Seen) -> [Vec<String>; 3] {
    let unseen = unseen(catalog, seen);
    [unseen.new, unseen.changed, unseen.gone]
        .map(|ids| ids.iter().map(|id| id.key.to_string()).collect())
}

fn list(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| (*key).to_owned()).collect()
}

#[test]
fn what_changes_after_the_first_sight_is_told_until_it_is_seen() {
    let world = World::new(&[("a", "1"), ("b", "1"), ("c", "1")]);
    let first = world.look();
    let (mut seen, notes) = world.meet(&first);
    assert_eq!((keys(&first, &seen), notes), (NOTHING, vec![]));
    assert!(!world.path("state").exists(), "meeting writes nothing");
    save(&mut seen);
    assert_eq!(seen.take_unsaved(), None);

    world.write("b", "2");
    world.write("d", "1");
    world.remove("c");
    let later = world.look();
    let (mut seen, _) = world.meet(&later);
    let expected = [list(&["d"]), list(&["b"]), list(&["c"])];
    assert_eq!(keys(&later, &seen), expected);
    let changed = later.skills().find(|it| &*it.id.key == "b").unwrap();
    assert_eq!(seen.difference(changed), Some(Difference::Changed));
    assert!(seen.mark_seen(changed));
    assert!(!seen.mark_seen(changed));
    save(&mut seen);
    let (mut seen, _) = world.meet(&later);
    assert_eq!(keys(&later, &seen), [list(&["d"]), vec![], list(&["c"])]);
    seen.mark_all_seen(&later);
    save(&mut seen);
    let (seen, _) = world.meet(&later);
    assert_eq!(keys(&later, &seen), NOTHING);
    // What is changed back reads as it did when it was seen.
    world.write("b", "3");
    world.write("b", "2");
    assert_eq!(keys(&world.look(), &seen), NOTHING);
}

#[test]
fn what_cannot_be_read_is_neither_changed_nor_gone() {
    let world = World::new(&[("a", "1"), ("b", "1")]);
    let (seen, _) = world.meet(&world.look());
    // A link that leads nowhere in place of the file.
    let file = world.path("lib/a/SKILL.md");
    std::fs::remove_file(&file).unwrap();
    std::os::unix::fs::symlink("nowhere", &file).unwrap();
    assert_eq!(keys(&world.look(), &seen), NOTHING);
    std::fs::rename(world.path("lib"), world.path("away")).unwrap();
    let mut catalog = world_without(&world);
    assert_eq!(keys(&catalog, &seen), NOTHING);
    catalog.shelves[0].state = ShelfState::Ready;
    let fault = crate::store::discover::Fault {
        path: world.path("lib/b"),
        message: String::new(),
    };
    catalog.shelves[0].faults.push(fault);
    assert_eq!(keys(&catalog, &seen), [vec![], vec![], list(&["a"])]);
}

/// The catalog of a library whose folder is away.
fn world_without(world: &World) -> Catalog {
    std::fs::create_dir(world.path("lib")).unwrap();
    let mut catalog = world.look();
    catalog.shelves[0].state = ShelfState::Missing;
    catalog
}

#[test]
fn two_processes_keep_what_the_other_has_seen() {
    let world = World::new(&[("a", "1"), ("b", "1"), ("c", "1")]);
    let (mut first, _) = world.meet(&world.look());
    save(&mut first);
    world.write("a", "2");
    world.write("b", "2");
    world.remove("c");
    let catalog = world.look();
    let (mut one, _) = world.meet(&catalog);
    let (mut other, _) = world.meet(&catalog);
    let skill = |key: &str| catalog.skills().find(|it| &*it.id.key == key).unwrap();
    one.mark_seen(skill("a"));
    other.mark_seen(skill("b"));
    other.mark_gone(&unseen(&catalog, &other).gone[0]);
    std::thread::scope(|scope| {
        scope.spawn(|| save(&mut one));
        scope.spawn(|| save(&mut other));
    });
    let (seen, _) = world.meet(&catalog);
    assert_eq!(keys(&catalog, &seen), NOTHING);
}

#[test]
fn a_damaged_file_is_told_and_put_aside_and_a_newer_one_left_alone() {
    let world = World::new(&[("a", "1")]);
    let catalog = world.look();
    let (mut seen, _) = world.meet(&catalog);
    save(&mut seen);
    let sound = std::fs::read_to_string(world.file()).unwrap();
    let texts = [
        "",
        "[]",
        "{\"format\": 1}",
        "{\"format\": 1, \"skills\": {\"a\": \"xyz\"}}",
        &sound[..sound.len() / 2],
    ];
    for text in texts {
        std::fs::write(world.file(), text).unwrap();
        world.write("a", "2");
        let (mut seen, notes) = world.meet(&world.look());
        assert_eq!(notes.len(), 1, "{text}");
        assert_eq!(std::fs::read_to_string(world.file()).unwrap(), text);
        save(&mut seen);
        assert_eq!(world.meet(&world.look()).1, Vec::<String>::new(), "{text}");
    }
    let aside = world.file().with_file_name("seen.json.damaged-5");
    assert_eq!(std::fs::read_to_string(aside).unwrap(), texts[4]);

    let newer = "{\"format\": 2, \"skills\": [\"other\"]}";
    std::fs::write(world.file(), newer).unwrap();
    let (mut seen, notes) = world.meet(&world.look());
    assert!(notes[0].contains("newer skilldeck"), "{notes:?}");
    assert_eq!(seen.take_unsaved(), None);
    assert_eq!(std::fs::read_to_string(world.file()).unwrap(), newer);
}

#[test]
fn what_could_not_be_saved_is_saved_the_next_time() {
    let world = World::new(&[("a", "1")]);
    let catalog = world.look();
    let (mut seen, _) = world.meet(&catalog);
    std::fs::write(world.path("state"), "a file in the way").unwrap();
    let unsaved = seen.take_unsaved().unwrap();
    let error = unsaved.save(&Disk).unwrap_err();
    assert!(error.contains("seen.json"), "{error}");
    seen.put_back(unsaved);
    std::fs::remove_file(world.path("state")).unwrap();
    save(&mut seen);
    assert!(world.file().exists());
    // Where there is no state folder, nothing is to be saved.
    let mut seen = Seen::default();
    seen.meet(&Disk, None, &catalog);
    assert_eq!(seen.take_unsaved(), None);
}
