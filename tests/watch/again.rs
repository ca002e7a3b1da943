//! A look in part is a whole look, for less.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use proptest::prelude::*;
use skilldeck::store::Disk;
use skilldeck::store::locate::{Environment, Request};
use skilldeck::store::watch::{Part, Reload};
use skilldeck::workbench::Workbench;

/// An edit, and what it is heard as.
#[derive(Clone, Debug)]
enum Edit {
    Write(Root, &'static str, &'static str),
    Remove(Root, &'static str),
    Rename(Root, &'static str, &'static str),
    Sidecar(&'static str, &'static str),
    Root(bool),
}

#[derive(Clone, Copy, Debug)]
enum Root {
    Home,
    Team,
}

const FOLDERS: [&str; 6] = ["a", "b", "cat/a", "cat/c", ".archive/b", "cat"];
const TEXTS: [&str; 5] = [
    "---\nname: a\ndescription: d\n---\n",
    "---\nname: b\ndescription: d\n---\n# B\n",
    "---\nname: B\nplatforms: [darwin]\ndescription: |\n  x\n---\n",
    "---\ndescription: [\n---\n",
    "",
];
const SIDECARS: [&str; 4] = [
    "skills/.usage.json",
    "skills/.bundled_manifest",
    "skills/.hub/lock.json",
    "pending/skills/1.json",
];
const SIDECAR_TEXTS: [&str; 5] = [
    r#"{"a": {"use_count": 3, "pinned": true}, "b": {"state": "stale"}, "gone": {}}"#,
    r#"{"b": {"created_by": "agent"}, "c": {"view_count": 1}, "cat/a": {}}"#,
    r#"{"installed": {"a": {"install_path": "cat/a"}}, "created_at": 5}"#,
    "a:123\nb\n",
    "{",
];

impl Edit {
    /// Does it below the folder of the world.
    fn apply(&self, world: &Path) -> Reload {
        let lib = |root: &Root| {
            world.join(match root {
                Root::Home => "h/skills",
                Root::Team => "team",
            })
        };
        let write = |path: PathBuf, text: &str| {
            // Where a file lies in place of a folder, the edit changes nothing.
            let _ = std::fs::create_dir_all(path.parent().unwrap());
            let _ = std::fs::write(path, text);
        };
        let mut reload = Reload::default();
        let mut whole = |root: &Root| {
            let id = match root {
                Root::Home => "hermes",
                Root::Team => "team",
            };
            reload.add(id, Part::Whole);
        };
        match self {
            Edit::Write(root, folder, text) => {
                write(lib(root).join(folder).join("SKILL.md"), text);
                write(lib(root).join("cat/DESCRIPTION.md"), text);
                whole(root);
            }
            Edit::Remove(root, folder) => {
                let _ = std::fs::remove_dir_all(lib(root).join(folder));
                whole(root);
            }
            Edit::Rename(root, from, to) => {
                let _ = std::fs::rename(lib(root).join(from), lib(root).join(to));
                whole(root);
            }
            Edit::Sidecar(path, text) => {
                write(world.join("h").join(path), text);
                let part = match *path {
                    "skills/.usage.json" => Part::Usage,
                    _ => Part::Sidecars,
                };
                reload.add("hermes", part);
            }
            Edit::Root(is_there) => {
                let (here, away) = (world.join("h/skills"), world.join("away"));
                let _ = match is_there {
                    true => std::fs::rename(away, here),
                    false => std::fs::rename(here, away),
                };
                whole(&Root::Home);
            }
        }
        reload
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let root = || prop_oneof![Just(Root::Home), Just(Root::Team)];
    let of = |list: &'static [&'static str]| proptest::sample::select(list);
    prop_oneof![
        5 => (root(), of(&FOLDERS), of(&TEXTS)).prop_map(|(a, b, c)| Edit::Write(a, b, c)),
        1 => (root(), of(&FOLDERS)).prop_map(|(a, b)| Edit::Remove(a, b)),
        2 => (root(), of(&FOLDERS), of(&FOLDERS)).prop_map(|(a, b, c)| Edit::Rename(a, b, c)),
        5 => (of(&SIDECARS), of(&SIDECAR_TEXTS)).prop_map(|(a, b)| Edit::Sidecar(a, b)),
        1 => any::<bool>().prop_map(Edit::Root),
    ]
}

fn workbench(world: &Path) -> Workbench {
    let env = Environment {
        platform: "linux".to_owned(),
        ..Environment::default()
    };
    let request = Request::Alone(world.join("h"));
    Workbench::open(Arc::new(Disk), env, Arc::new(Timestamp::now), request).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_look_in_part_is_a_whole_look(
        rounds in proptest::collection::vec(proptest::collection::vec(edit(), 1..4), 1..8)
    ) {
        let folder = tempfile::tempdir().unwrap();
        let world = folder.path();
        std::fs::create_dir_all(world.join("h/skills")).unwrap();
        std::fs::create_dir_all(world.join("team")).unwrap();
        let config = "skills:\n  external_dirs: [../team]\n  disabled: [c]\n";
        std::fs::write(world.join("h/config.yaml"), config).unwrap();
        let bench = workbench(world);
        let mut catalog = bench.look().unwrap();
        for round in rounds {
            let mut reload = Reload::default();
            for edit in &round {
                reload.merge(edit.apply(world));
            }
            catalog = bench.look_again(&catalog, &reload).unwrap();
            // One that knows nothing from before.
            let whole = workbench(world).look().unwrap();
            prop_assert_eq!(&catalog, &whole);
        }
    }
}
