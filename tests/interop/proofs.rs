//! Our result for each class of deviation, on a home of its own. Needs no Hermes.

use std::os::unix::fs::symlink;
use std::path::PathBuf;

use skilldeck::skill::Rule;

use crate::deviations::{Class, DEVIATIONS};
use crate::ours::{Look, Reading, Row};

/// A home in a temporary folder.
struct Home {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl Home {
    /// Writes files; paths are below the home.
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("home");
        std::fs::create_dir_all(root.join("skills")).unwrap();
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Home {
            _folder: folder,
            root,
        }
    }

    /// Good skills at these keys, each with its last part as name.
    fn of_skills(keys: &[&str]) -> Self {
        let home = Home::with(&[]);
        for key in keys {
            home.add(key, key.rsplit('/').next().unwrap());
        }
        home
    }

    fn add(&self, key: &str, name: &str) {
        let folder = self.root.join("skills").join(key);
        std::fs::create_dir_all(&folder).unwrap();
        let text = format!("---\nname: {name}\ndescription: At {key}.\n---\nbody\n");
        std::fs::write(folder.join("SKILL.md"), text).unwrap();
    }

    fn look(&self) -> Look {
        Look::at(&self.root, "linux")
    }

    /// What names lead to.
    fn finds(&self, cases: &[(&str, &str)]) {
        let look = self.look();
        for (name, outcome) in cases {
            assert_eq!(look.outcome(name), *outcome, "{name:?}");
        }
    }

    fn lists(&self, rows: &[(&str, &str, Option<&str>)]) {
        let expected: Vec<Row> = rows
            .iter()
            .map(|(name, text, category)| {
                let category = category.map(str::to_owned);
                ((*name).to_owned(), (*text).to_owned(), category)
            })
            .collect();
        assert_eq!(self.look().list(), expected);
    }
}

fn has(home: &Home, key: &str, rule: Rule) -> bool {
    let look = home.look();
    let skill = look.find(key).unwrap();
    skill.problems.iter().any(|it| it.rule == rule)
}

fn first_level_decides() {
    let home = Home::of_skills(&["twin", "a/twin", "a/low"]);
    home.add("b/other", "low");
    home.finds(&[
        ("twin", "hermes//twin"),
        ("a/twin", "hermes//a/twin"),
        ("low", "hermes//a/low"),
    ]);
    home.add("c/low", "low");
    home.finds(&[("low", "ambiguous: hermes//a/low, hermes//c/low")]);
}

fn flat_file() {
    let home = Home::with(&[
        ("skills/flat.md", "text\n"),
        ("skills/a/README.md", "text\n"),
    ]);
    home.add("flat-folder", "x");
    home.finds(&[
        ("flat", "unknown"),
        ("flat.v2", "unknown"),
        ("README", "unknown"),
        ("*", "unknown"),
    ]);
    home.add("flat", "flat");
    home.finds(&[("flat", "hermes//flat")]);
}

fn excluded_by_path() {
    let home = Home::of_skills(&[".git/a", "node_modules/b", "cat/venv/c"]);
    home.finds(&[
        (".git/a", "unknown"),
        ("node_modules:b", "unknown"),
        ("cat/venv/c", "unknown"),
    ]);
}

fn archived_answers() {
    let home = Home::of_skills(&[".archive/old", ".archive/both", "both"]);
    home.finds(&[
        ("old", "hermes//.archive/old"),
        ("both", "hermes//both"),
        (".archive/both", "hermes//.archive/both"),
    ]);
}

fn broken_is_shown() {
    let home = Home::with(&[(
        "skills/lower/skill.md",
        "---\nname: lower\ndescription: d\n---\n",
    )]);
    std::fs::create_dir_all(home.root.join("skills/gone")).unwrap();
    symlink("nowhere", home.root.join("skills/gone/SKILL.md")).unwrap();
    home.finds(&[("lower", "hermes//lower"), ("gone", "hermes//gone")]);
    assert!(has(&home, "lower", Rule::FileCase));
    assert!(has(&home, "gone", Rule::Unreadable));
    home.lists(&[]);
}

fn blanks_cut() {
    let home = Home::of_skills(&["a"]);
    home.add("b", "\"named \"");
    home.finds(&[(" a ", "hermes//a"), ("named", "hermes//b")]);
}

fn empty_name() {
    let home = Home::of_skills(&[]);
    home.add("", "root");
    home.add("a", "\"\"");
    home.finds(&[("", "unknown"), (" ", "unknown"), (".", "hermes//.")]);
}

fn source_text() {
    let home = Home::of_skills(&[]);
    home.add("a", "010");
    home.finds(&[("010", "hermes//a"), ("8", "unknown")]);
    assert!(has(&home, "a", Rule::NotAText));
}

fn listed_name_answers() {
    let home = Home::of_skills(&[]);
    let name = "n".repeat(65);
    home.add("a", &name);
    home.finds(&[(&name, "hermes//a"), (&name[1..], "hermes//a")]);
    assert!(has(&home, "a", Rule::HermesName));
}

fn real_place_first() {
    let home = Home::of_skills(&["z"]);
    let skills = home.root.join("skills");
    std::fs::create_dir(skills.join("a")).unwrap();
    symlink("../z", skills.join("a/link")).unwrap();
    symlink("../skills", skills.join("loop")).unwrap();
    home.lists(&[("z", "At z.", None)]);
    home.finds(&[("a/link", "hermes//z"), ("loop/z", "unknown")]);
    let look = home.look();
    let faults: Vec<_> = look.catalog.shelves[0]
        .faults
        .iter()
        .map(|it| &it.path)
        .collect();
    assert_eq!(faults, [&skills.join("loop")]);
}

fn merge_key() {
    let text = "---\nbase: &b {name: merged, description: d}\n<<: *b\n---\nbody\n";
    let home = Home::with(&[("skills/a/SKILL.md", text)]);
    home.finds(&[("a", "hermes//a"), ("merged", "unknown")]);
    assert!(has(&home, "a", Rule::MissingName));
}

fn structured_description() {
    let text = "---\nname: a\ndescription: [one, two]\n---\nbody\n";
    let home = Home::with(&[("skills/a/SKILL.md", text)]);
    home.lists(&[("a", "", None)]);
    assert!(has(&home, "a", Rule::MissingDescription));
}

fn beyond_window() {
    let fill = "x".repeat(4000);
    let text =
        format!("---\nname: a\ndescription: d\nfill: {fill}\nplatforms: [windows]\n---\nbody\n");
    let home = Home::with(&[("skills/a/SKILL.md", &text)]);
    home.lists(&[("a", "---", None)]);
    assert!(has(&home, "a", Rule::HermesDescription));
}

fn scalar_disabled() {
    let home = Home::of_skills(&["skill-long", "skill"]);
    std::fs::write(
        home.root.join("config.yaml"),
        "skills:\n  disabled: skill-long\n",
    )
    .unwrap();
    home.lists(&[("skill", "At skill.", None)]);
    let look = home.look();
    assert_eq!(look.find("skill").unwrap().hidden, None);
}

fn one_breaks_all() {
    let text = "---\nname: bad\ndescription: [2026-01-02]\n---\nbody\n";
    let home = Home::with(&[("skills/bad/SKILL.md", text)]);
    home.add("good", "good");
    home.lists(&[("bad", "", None), ("good", "At good.", None)]);
    assert!(has(&home, "bad", Rule::HermesFails));
}

fn home_below_excluded() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap().join("venv/home");
    let home = Home {
        _folder: folder,
        root,
    };
    home.add("a", "a");
    home.lists(&[("a", "At a.", None)]);
}

fn fence_by_lines() {
    let cases = [
        (
            "---\nname: a\ndescription: d\n---",
            "name a, description d, fence closed",
        ),
        (
            "---yaml\nname: a\ndescription: d\n---\nb\n",
            "name a, description d, fence missing",
        ),
        (
            "---\nname: a\ndescription: d\n---\u{A0}\nb\n",
            "name a, description d, fence not closed",
        ),
        (
            "\n---\nname: a\ndescription: d\n---\nb\n",
            "name a, description d, fence missing",
        ),
        (
            "# Title\n\nname: x\n",
            "name none, description none, fence missing",
        ),
    ];
    for (text, fields) in cases {
        assert_eq!(Reading::of(text.into()).fields(), fields, "{text:?}");
    }
}

fn lenient_reading() {
    let cases = [
        (
            "---\nname: \"a\"\ndescription: has: colon\n---\n",
            "name a, description has: colon, fence closed",
        ),
        (
            "---\nname: a\ndescription: has: colon\nmetadata:\n  name: inner\n---\n",
            "name a, description has: colon, fence closed",
        ),
    ];
    for (text, fields) in cases {
        let reading = Reading::of(text.into());
        assert_eq!(reading.fields(), fields, "{text:?}");
        assert!(reading.has(Rule::Yaml), "{text:?}");
    }
}

#[test]
fn every_class_has_its_own_result() {
    let mut classes: Vec<Class> = DEVIATIONS.iter().map(|it| it.class).collect();
    classes.dedup();
    for class in classes {
        eprintln!("{class:?}");
        match class {
            Class::FirstLevelDecides => first_level_decides(),
            Class::FlatFile => flat_file(),
            Class::ExcludedByPath => excluded_by_path(),
            Class::ArchivedAnswers => archived_answers(),
            Class::BrokenIsShown => broken_is_shown(),
            Class::BlanksCut => blanks_cut(),
            Class::EmptyName => empty_name(),
            Class::SourceText => source_text(),
            Class::ListedNameAnswers => listed_name_answers(),
            Class::RealPlaceFirst => real_place_first(),
            Class::MergeKey => merge_key(),
            Class::StructuredDescription => structured_description(),
            Class::BeyondWindow => beyond_window(),
            Class::ScalarDisabled => scalar_disabled(),
            Class::OneBreaksAll => one_breaks_all(),
            Class::HomeBelowExcluded => home_below_excluded(),
            Class::FenceByLines => fence_by_lines(),
            Class::LenientReading => lenient_reading(),
        }
    }
}
