use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;
use crate::store::Disk;
use crate::store::locate::{Environment, Request};

fn document(key: &str) -> Document {
    Document {
        library: "lib".to_owned(),
        key: key.to_owned(),
        file: None,
    }
}

fn node(key: &str) -> Node {
    Node {
        library: "lib".to_owned(),
        key: key.to_owned(),
    }
}

fn spot(headings: &[&str], rows: usize) -> Spot {
    Spot {
        headings: headings.iter().map(|it| (*it).to_owned()).collect(),
        rows,
    }
}

fn full() -> Kept {
    let mut kept = Kept {
        open: Some([node(""), node("devops")].into()),
        cursor: Some(node("devops/deploy")),
        filter: "dep".to_owned(),
        sort: Some("uses".to_owned()),
        split: Some(40),
        theme: Some("night".to_owned()),
        mouse: Some(false),
        ..Kept::default()
    };
    kept.read(document("a"), spot(&["A", "B"], 3));
    let file = Document {
        file: Some("references/x.md".to_owned()),
        ..document("a")
    };
    kept.read(file.clone(), spot(&[], 7));
    let mark = Mark {
        document: file,
        line: 12,
    };
    kept.marks.insert('q', mark);
    kept
}

#[test]
fn what_is_kept_comes_back() {
    for kept in [full(), Kept::default()] {
        assert_eq!(Kept::parse(&kept.bytes()), Ok(kept));
    }
    let skill = SkillId {
        library: "lib".into(),
        key: "a".into(),
    };
    let of_entry = full();
    let read = of_entry.reading(&Document::new(&skill, None));
    assert_eq!(read, Some(&spot(&["A", "B"], 3)));
    assert_eq!(Document::new(&skill, None).skill(), skill);
    assert_eq!(of_entry.reading(&document("b")), None);
}

#[test]
fn a_damaged_field_costs_itself_and_no_more() {
    let whole: Value = serde_json::from_slice(&full().bytes()).unwrap();
    for field in whole
        .as_object()
        .unwrap()
        .keys()
        .filter(|it| *it != "format")
    {
        for damage in [
            Value::Null,
            true.into(),
            5.into(),
            "x".into(),
            Value::Array(vec![5.into()]),
        ] {
            let mut damaged = whole.clone();
            damaged["future"] = 1.into();
            damaged[field] = damage.clone();
            let kept = Kept::parse(damaged.to_string().as_bytes()).unwrap();
            let mut read: Value = serde_json::from_slice(&kept.bytes()).unwrap();
            read[field] = whole[field].clone();
            assert_eq!(read, whole, "{field} as {damage}");
        }
    }
    let text = r#"{"format": 1, "readings": [5, {"library": "l", "key": "k"}, {"key": "k"}],
        "marks": {"ab": {"library": "l", "key": "k"}, "c": {"library": "l", "key": "k"}, "d": 1, "\u0007": {"library": "l", "key": "k"}}}"#;
    let kept = Kept::parse(text.as_bytes()).unwrap();
    assert_eq!(kept.readings.len(), 1);
    assert_eq!(kept.marks.keys().collect::<String>(), "c");
    for text in ["", "[]", "{}", "{\"format\": \"x\"}", "{\"format\": 1"] {
        let damaged = matches!(Kept::parse(text.as_bytes()), Err(Unreadable::Damaged(_)));
        assert!(damaged, "{text}");
    }
    assert_eq!(Kept::parse(b"{\"format\": 2}"), Err(Unreadable::Newer));
}

#[test]
fn it_stays_small() {
    let mut kept = Kept::default();
    for number in 0..MAX_READINGS + 100 {
        kept.read(document(&number.to_string()), spot(&[], number));
    }
    kept.read(document("100"), spot(&[], 1));
    assert_eq!(kept.readings.len(), MAX_READINGS);
    assert_eq!(kept.reading(&document("99")), None);
    assert_eq!(kept.reading(&document("100")), Some(&spot(&[], 1)));
    // The one that was read again is the newest now.
    for number in 0..MAX_READINGS - 1 {
        kept.read(document(&format!("new {number}")), spot(&[], 0));
    }
    assert_eq!(kept.reading(&document("100")), Some(&spot(&[], 1)));
    let long = "x".repeat(MAX_TEXT + 1);
    let too_much = Kept {
        open: Some((0..MAX_OPEN + 5).map(|it| node(&it.to_string())).collect()),
        cursor: Some(node(&long)),
        filter: long.clone(),
        sort: Some(long.clone()),
        theme: Some(long.clone()),
        ..Kept::default()
    };
    let mut read = Kept::parse(&too_much.bytes()).unwrap();
    assert_eq!(read.open.take().map(|it| it.len()), Some(MAX_OPEN));
    assert_eq!(read, Kept::default());
}

fn page(headings: &[(u8, &'static str, usize)]) -> Vec<Heading<'static>> {
    let headings = headings.iter();
    headings
        .map(|(level, text, row)| Heading {
            level: *level,
            text,
            row: *row,
        })
        .collect()
}

#[test]
fn a_spot_survives_edits_elsewhere() {
    let before = page(&[
        (1, "A", 2),
        (2, "B", 10),
        (2, "C", 20),
        (3, "B", 25),
        (1, "D", 40),
    ]);
    let cases = [
        (0, spot(&[], 0)),
        (2, spot(&["A"], 0)),
        (15, spot(&["A", "B"], 5)),
        (27, spot(&["A", "C", "B"], 2)),
        (45, spot(&["D"], 5)),
    ];
    for (row, expected) in cases {
        let of_row = Spot::of(&before, row);
        assert_eq!(of_row, expected);
        assert_eq!(of_row.row(&before), Some(row));
    }
    // Something came above, B became short, C is gone, D too.
    let after = page(&[
        (1, "A", 30),
        (2, "new", 33),
        (2, "B", 40),
        (2, "E", 43),
        (3, "B", 50),
    ]);
    let rows = |spot: Spot| spot.row(&after);
    assert_eq!(rows(spot(&["A", "B"], 1)), Some(41));
    assert_eq!(
        rows(spot(&["A", "B"], 5)),
        Some(42),
        "not into the next section"
    );
    assert_eq!(
        rows(spot(&["A", "C", "B"], 2)),
        Some(30),
        "what it stood under"
    );
    assert_eq!(rows(spot(&["D"], 5)), None);
    assert_eq!(rows(spot(&[], 50)), Some(30));
    assert_eq!(spot(&[], 5).row(&[]), Some(5));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_row_has_a_spot_on_its_own_page(
        levels in proptest::collection::vec(1u8..7, 0..12),
        row in 0usize..60,
    ) {
        // Texts are unique, rows rise.
        let texts: Vec<String> = (0..levels.len()).map(|it| it.to_string()).collect();
        let headings: Vec<Heading<'_>> = levels
            .iter()
            .zip(&texts)
            .enumerate()
            .map(|(at, (level, text))| Heading { level: *level, text, row: at * 5 + 3 })
            .collect();
        prop_assert_eq!(Spot::of(&headings, row).row(&headings), Some(row));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = Kept::parse(&bytes);
    }
}

struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("lib/a")).unwrap();
        World { folder }
    }

    fn workbench(&self, state: bool) -> (Workbench, Catalog) {
        let env = Environment {
            state_dir: state.then(|| self.folder.path().join("state")),
            ..Environment::default()
        };
        let request = Request::Path(self.folder.path().join("lib"));
        let bench = Workbench::open(Arc::new(Disk), env, Arc::new(Timestamp::now), request);
        let bench = bench.unwrap();
        let catalog = bench.look().unwrap();
        (bench, catalog)
    }

    fn files(&self) -> Vec<PathBuf> {
        let folder = std::fs::read_dir(self.folder.path().join("state/screens"));
        let entries = folder.into_iter().flatten();
        let mut files: Vec<_> = entries.map(|it| it.unwrap().path()).collect();
        files.sort();
        files
    }
}

fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_screen_is_kept_in_a_private_file_of_its_own() {
    let world = World::new();
    let (bench, catalog) = world.workbench(true);
    let (mut keeper, kept, note) = Keeper::open(&bench, &catalog);
    assert_eq!((kept, note), (Kept::default(), None));
    assert_eq!(
        world.files(),
        Vec::<PathBuf>::new(),
        "opening writes nothing"
    );
    keeper.save(&bench, &full()).unwrap();
    let [file] = world.files().try_into().unwrap();
    assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    assert_eq!(Keeper::open(&bench, &catalog).1, full());

    std::fs::write(&file, "{").unwrap();
    let (mut keeper, kept, note) = Keeper::open(&bench, &catalog);
    assert_eq!(kept, Kept::default());
    assert!(note.unwrap().contains("damaged"));
    keeper.save(&bench, &full()).unwrap();
    keeper.save(&bench, &full()).unwrap();
    assert_eq!(Keeper::open(&bench, &catalog).1, full());
    assert_eq!(world.files().len(), 2, "the damaged one is beside it, once");

    std::fs::write(&file, "{\"format\": 2}").unwrap();
    let (mut keeper, _, note) = Keeper::open(&bench, &catalog);
    assert!(note.unwrap().contains("newer"));
    keeper.save(&bench, &full()).unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{\"format\": 2}");
}

#[test]
fn without_a_state_folder_nothing_is_kept() {
    let world = World::new();
    let (bench, catalog) = world.workbench(false);
    let (mut keeper, ..) = Keeper::open(&bench, &catalog);
    keeper.save(&bench, &full()).unwrap();
    assert_eq!(Keeper::open(&bench, &catalog).1, Kept::default());
}
