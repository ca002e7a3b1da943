//! Finding and counting: the streamed search over a catalog, and the commands `search`, `usage`,
//! `completions` and `man` of the built program, with good, bad and hostile input.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test fails by panicking

#[path = "support/golden.rs"]
mod golden;

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use skilldeck::index::{Batch, Outcome, Query, Results};
use skilldeck::store::discover::Fault;
use skilldeck::store::fs::{DirEntry, Stat};
use skilldeck::store::locate::{Environment, Request};
use skilldeck::store::{Catalog, Disk, Fs};
use skilldeck::workbench::Workbench;

/// A temporary folder with a home in `home/`.
struct World {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

impl World {
    /// A home with these skills: key and text.
    fn new(skills: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let world = World {
            _folder: folder,
            root,
        };
        std::fs::create_dir_all(world.root.join("home/skills")).unwrap();
        for (key, text) in skills {
            world.skill(key, text);
        }
        world
    }

    fn skill(&self, key: &str, text: &str) {
        self.write(&format!("skills/{key}/SKILL.md"), text);
    }

    fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join("home").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    fn path(&self, key: &str) -> PathBuf {
        self.root.join("home/skills").join(key).join("SKILL.md")
    }

    /// The program on the home, with nothing of the surroundings.
    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skilldeck"));
        command
            .args(args)
            .env_clear()
            .env("HOME", self.root.join("nobody"))
            .env("HERMES_HOME", self.root.join("home"))
            .current_dir(&self.root)
            .stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().unwrap())
    }

    /// The document and the exit code.
    fn json(&self, args: &[&str]) -> (Value, i32) {
        let ran = self.run(&[args, &["--json"]].concat());
        (serde_json::from_str(&ran.out).unwrap(), ran.code)
    }

    /// The keys that a query finds, in order.
    fn found(&self, query: &str) -> Vec<String> {
        let (document, _) = self.json(&["search", query]);
        let hits = document["hits"].as_array().unwrap();
        hits.iter()
            .map(|hit| hit["key"].as_str().unwrap().to_owned())
            .collect()
    }

    fn workbench(&self, fs: Arc<dyn Fs>) -> Workbench {
        let env = Environment {
            platform: "linux".to_owned(),
            ..Environment::default()
        };
        let clock = Arc::new(|| "2026-03-01T12:00:00Z".parse().unwrap());
        let request = Request::Alone(self.root.join("home"));
        Workbench::open(fs, env, clock, request).unwrap()
    }
}

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        Ran {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

fn ran(code: i32, out: &str, err: &str) -> Ran {
    Ran {
        code,
        out: out.to_owned(),
        err: err.to_owned(),
    }
}

fn text(name: &str, description: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n---\n{body}\n")
}

// The streamed search.

/// The disk, counting the skills that are read and refusing one file.
#[derive(Default)]
struct Watched {
    read: AtomicUsize,
    refused: Option<PathBuf>,
}

impl Fs for Watched {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        Disk.read_dir(path)
    }
    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        Disk.lstat(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        Disk.stat(path)
    }
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let counted = path.ends_with("SKILL.md");
        self.read.fetch_add(usize::from(counted), Ordering::Relaxed);
        if self.refused.as_deref() == Some(path) {
            return Err(io::Error::from(io::ErrorKind::PermissionDenied));
        }
        Disk.read(path, limit)
    }
    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.read_link(path)
    }
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Disk.canonicalize(path)
    }
}

/// A look at a world, and a workbench that counts from there on.
fn looked(world: &World, refused: Option<PathBuf>) -> (Workbench, Arc<Watched>, Catalog) {
    let catalog = world.workbench(Arc::new(Disk)).look().unwrap();
    let fs = Arc::new(Watched {
        refused,
        ..Watched::default()
    });
    (world.workbench(fs.clone()), fs, catalog)
}

fn keys(batch: &Batch) -> Vec<&str> {
    batch.hits.iter().map(|hit| &*hit.id.key).collect()
}

#[test]
fn a_word_that_no_name_holds_is_found_before_all_names_are_looked_at() {
    let skills: Vec<(String, String)> = (0..50)
        .map(|at| format!("s{at:02}"))
        .map(|name| (name.clone(), text(&name, "x", "ship")))
        .collect();
    let skills: Vec<(&str, &str)> = skills.iter().map(|(a, b)| (&**a, &**b)).collect();
    let world = World::new(&skills);
    let (workbench, fs, catalog) = looked(&world, None);
    let query = Query::parse("ship").unwrap();
    let mut seen = Vec::new();
    let mut sink = |batch: Batch| {
        seen.push((
            fs.read.load(Ordering::Relaxed),
            batch.hits.len(),
            batch.done,
        ));
    };
    workbench.search(&catalog, &query, &mut sink, &|| false);
    assert_eq!(seen, [(32, 32, 32), (50, 18, 50)]);
}

#[test]
fn names_come_before_any_file_is_read_and_lines_follow() {
    let world = World::new(&[
        ("deploy", &text("deploy", "Ship it.", "deploy\n\ndeploy")),
        ("other", &text("other", "x", "then deploy")),
    ]);
    let (workbench, fs, catalog) = looked(&world, None);
    let query = Query::parse("deploy").unwrap();
    let mut seen = Vec::new();
    let mut results = Results::default();
    let mut sink = |batch: Batch| {
        seen.push((
            fs.read.load(Ordering::Relaxed),
            keys(&batch).join(" "),
            batch.done,
            batch.of,
        ));
        results.insert(batch.hits);
    };
    let outcome = workbench.search(&catalog, &query, &mut sink, &|| false);
    assert_eq!(outcome, Outcome::Complete);
    let expected = [
        (0, "deploy".to_owned(), 0, 2),
        (2, "deploy other".to_owned(), 2, 2),
    ];
    assert_eq!(seen, expected);
    // The hit with lines has taken the place of the one without.
    let lines: Vec<(&str, usize)> = results
        .hits()
        .iter()
        .map(|hit| (&*hit.id.key, hit.lines.len()))
        .collect();
    assert_eq!(lines, [("deploy", 3), ("other", 1)]);
    assert_eq!(results.lines(), 4);
}

#[test]
fn names_alone_are_searched_without_a_file() {
    let world = World::new(&[
        ("deploy", &text("deploy", "x", "x")),
        ("other", &text("other", "x", "deploy")),
    ]);
    let (workbench, fs, catalog) = looked(&world, None);
    let query = Query::parse("name:deploy").unwrap();
    let mut batches = Vec::new();
    workbench.search(&catalog, &query, &mut |batch| batches.push(batch), &|| {
        false
    });
    let seen: Vec<_> = batches.iter().map(|it| (keys(it), it.done)).collect();
    assert_eq!(seen, [(vec!["deploy"], 2)]);
    assert_eq!(fs.read.load(Ordering::Relaxed), 0);
}

#[test]
fn a_file_that_cannot_be_read_is_told_and_the_others_are_searched() {
    let world = World::new(&[
        ("a", &text("a", "x", "word")),
        ("b", &text("b", "word", "word")),
        ("c", &text("c", "x", &"word ".repeat(300_000))),
    ]);
    let (workbench, _, catalog) = looked(&world, Some(world.path("b")));
    let mut results = Results::default();
    let mut faults = Vec::new();
    let query = Query::parse("word").unwrap();
    let mut sink = |batch: Batch| {
        results.insert(batch.hits);
        faults.extend(batch.faults);
    };
    workbench.search(&catalog, &query, &mut sink, &|| false);
    let found: Vec<(&str, bool)> = results
        .hits()
        .iter()
        .map(|hit| (&*hit.id.key, hit.in_description))
        .collect();
    assert_eq!(found, [("b", true), ("c", false), ("a", false)]);
    let fault = |key: &str, message: &str| Fault {
        path: world.path(key),
        message: message.to_owned(),
    };
    let expected = [
        fault("b", "cannot be read: permission denied"),
        fault("c", "only the first 1 MiB are searched"),
    ];
    assert_eq!(faults, expected);
}

#[test]
fn a_cancelled_search_stops_reading() {
    let world = World::new(&[]);
    for number in 0..200 {
        world.skill(&format!("s{number}"), &text("x", "x", "word"));
    }
    let (workbench, fs, catalog) = looked(&world, None);
    let query = Query::parse("word").unwrap();
    let read = || fs.read.load(Ordering::Relaxed);
    let mut batches = 0;
    let cancelled = || read() >= 32;
    let outcome = workbench.search(&catalog, &query, &mut |_| batches += 1, &cancelled);
    // The first portion of files came, and nothing of the second.
    assert_eq!((outcome, batches), (Outcome::Cancelled, 1));
    assert_eq!(read(), 32);
    let outcome = workbench.search(&catalog, &query, &mut |_| (), &|| true);
    assert_eq!((outcome, read()), (Outcome::Cancelled, 32));
}

// The command `search`.

#[test]
fn search_prints_skills_with_their_lines() {
    let world = World::new(&[
        (
            "ops/deploy",
            &text("deploy", "Ship it.", "# Deploy\n\nRun it."),
        ),
        ("ops/run", &text("Ship Run", "Run: to deploy", "x")),
        (".archive/old", &text("old", "Past.", "deploy, once")),
        ("other", &text("other", "Else.", "x")),
    ]);
    let out = "hermes//ops/deploy\n\
               2: name: deploy\n\
               5: # Deploy\n\
               \n\
               hermes//ops/run (Ship Run)\n\
               3: description: Run: to deploy\n\
               \n\
               hermes//.archive/old [archived]\n\
               5: deploy, once\n";
    let sum = "skilldeck: found 3 of 4 skills, 4 lines\n";
    assert_eq!(world.run(&["search", "deploy"]), ran(0, out, sum));
    let out = "hermes//ops/deploy\n2: name: deploy\n5: # Deploy\n";
    let sum = "skilldeck: found 3 of 4 skills, 4 lines; the best 1 shown\n";
    let limited = world.run(&["search", "deploy", "--limit", "1"]);
    assert_eq!(limited, ran(0, out, sum));
    let nothing = "skilldeck: nothing found in 4 skills\n";
    assert_eq!(world.run(&["search", "missing"]), ran(1, "", nothing));
    assert_eq!(world.found("run deploy"), ["ops/run", "ops/deploy"]);
    assert_eq!(world.found("deploy -past"), ["ops/deploy", "ops/run"]);
    let all = ["ops/deploy", "ops/run", ".archive/old"];
    assert_eq!(world.found("deploy -PAST"), all);
    assert_eq!(world.found("\"to deploy\""), ["ops/run"]);
    assert_eq!(world.found("name:old"), [".archive/old"]);
}

#[test]
fn search_prints_one_document() {
    let world = World::new(&[(
        "ops/ship",
        &text("ship", "d", "the İ ship\n".repeat(10).trim()),
    )]);
    let lines: Vec<Value> = [json!({"line": 2, "text": "name: ship", "ranges": [[6, 10]]})]
        .into_iter()
        .chain((5..12).map(|line| json!({"line": line, "text": "the İ ship", "ranges": [[7, 11]]})))
        .collect();
    let expected = json!({
        "schema": 1,
        "query": "ship",
        "skills": 1,
        "found": 1,
        "hits": [{
            "library": "hermes", "key": "ops/ship", "name": "ship", "description": "d",
            "path": world.path("ops/ship"), "archived": false,
            "in_name": true, "in_description": false, "matches": 11,
            "lines": lines, "more_lines": 3,
        }],
        "faults": [],
    });
    assert_eq!(world.json(&["search", "ship"]), (expected, 0));
    let (nothing, code) = world.json(&["search", "missing"]);
    assert_eq!((&nothing["hits"], code), (&json!([]), 1));
}

#[test]
fn matches_are_in_colour() {
    let world = World::new(&[("ops/deploy", &text("x", "d", "a\tDeploy\u{7}deploy"))]);
    let mut command = world.command(&["search", "deploy", "--color", "always"]);
    let ran = Ran::of(command.env("TERM", "xterm-256color").output().unwrap());
    let plain: String = ran
        .out
        .split('\x1b')
        .map(|piece| piece.split_once('m').map_or(piece, |(_, rest)| rest))
        .collect();
    assert_eq!(plain, "hermes//ops/deploy (x)\n5: a   Deploy␇deploy\n");
    let lit = |word: &str| {
        ran.out
            .split("\x1b[0m")
            .filter(|piece| piece.ends_with(&format!("m{word}")))
            .count()
    };
    assert_eq!((lit("deploy"), lit("Deploy")), (2, 1), "{:?}", ran.out);
}

#[test]
fn queries_that_cannot_be_read_are_wrong_usage() {
    let world = World::new(&[("a", &text("a", "x", "x"))]);
    let cases: [(&[&str], &str); 6] = [
        (
            &["search", ""],
            "nothing to search for: give words, \"a phrase\" or name:WORD",
        ),
        (
            &["search", " ", "\t"],
            "nothing to search for: give words, \"a phrase\" or name:WORD",
        ),
        (
            &["search", "--", "-x"],
            "nothing to search for besides in: and -WORD: add a word that skills must hold",
        ),
        (
            &["search", "x \"y\x1b"],
            "the quote at character 3 is not closed: write \" behind the phrase too",
        ),
        (
            &["search", "name:"],
            "name: at character 1 has no text: write some behind it, or leave it out",
        ),
        (
            &["search", "x in:no\x1b"],
            "no library \"no\\u{1b}\"; there are: hermes",
        ),
    ];
    for (args, message) in cases {
        assert_eq!(
            world.run(args),
            ran(2, "", &format!("skilldeck: {message}\n")),
            "{args:?}"
        );
    }
    for args in [
        &["search"][..],
        &["search", "x", "--limit", "-1"],
        &["search", "-x"],
    ] {
        let refused = world.run(args);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{args:?}");
    }
}

#[test]
fn a_library_limits_the_search() {
    let world = World::new(&[("a", &text("a", "x", "word"))]);
    let other = world.root.join("team");
    std::fs::create_dir_all(other.join("b")).unwrap();
    std::fs::write(other.join("b/SKILL.md"), text("b", "x", "word")).unwrap();
    let config = format!("skills:\n  external_dirs:\n    - {}\n", other.display());
    world.write("config.yaml", config);
    assert_eq!(world.found("word"), ["a", "b"]);
    assert_eq!(world.found("word in:team"), ["b"]);
    assert_eq!(world.found("word -in:team"), ["a"]);
    let keys = |args: &[&str]| {
        let hits = world.json(args).0["hits"].clone();
        let hits = hits.as_array().unwrap().iter();
        hits.map(|it| it["key"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(keys(&["search", "word", "--library", "hermes"]), ["a"]);
    let both = ["search", "word in:team", "--library", "hermes"];
    assert_eq!(keys(&both), Vec::<Value>::new());
    assert_eq!(world.run(&["search", "word", "--library", "no"]).code, 2);
}

#[test]
fn everything_is_looked_for_as_it_is_written() {
    let world = World::new(&[
        ("regex", &text("r", "x", "use [a-z]+(.*)$ and \\d{3}|^x?")),
        ("plain", &text("p", "x", "abc 123 xx")),
        ("cjk", &text("c", "技能：部署", "スキルを作る。한국어 검색")),
        ("emoji", &text("e", "x", "ship it 🚀👩‍👩‍👧 now")),
        (
            "marks",
            &text("m", "x", "İstanbul, Große, e\u{301}t\u{e9}, ΟΔΟΣ"),
        ),
    ]);
    for query in ["[a-z]+(.*)$", ".*", "\\d{3}|^x?", "(", "^x?", "z]+"] {
        assert_eq!(world.found(query), ["regex"], "{query}");
    }
    for query in ["部署", "キル", "검색", "部署 作る"] {
        assert_eq!(world.found(query), ["cjk"], "{query}");
    }
    for query in ["🚀", "👩‍👩‍👧 now", "👧"] {
        assert_eq!(world.found(query), ["emoji"], "{query}");
    }
    for query in [
        "istanbul",
        "grosse",
        "große",
        "İstanbul",
        "e\u{301}t",
        "οδος",
    ] {
        assert_eq!(world.found(query), ["marks"], "{query}");
    }
    assert_eq!(world.found("ISTANBUL"), Vec::<String>::new());
    let ranges = |query: &str| world.json(&["search", query]).0["hits"][0]["lines"][0].clone();
    assert_eq!(
        ranges("grosse istanbul"),
        json!({"line": 5, "text": "İstanbul, Große, e\u{301}t\u{e9}, ΟΔΟΣ", "ranges": [[0, 9], [11, 17]]})
    );
}

#[test]
fn hostile_text_is_never_printed_raw() {
    let hostile = "word \x1b]0;title\x07\x1b[2J\u{9b}31m\u{202e}txt\u{200b}\u{e0041} \rword";
    let world = World::new(&[
        (
            "evil\x1b[31m",
            &text("\"ev\\e[5mil word\"", "\"word \\e[2J \\u202E\"", hostile),
        ),
        ("long", &format!("{hostile}{}", "\x1b[1m word ".repeat(100))),
    ]);
    for args in [
        &["search", "word"][..],
        &["search", "word", "--json"],
        &["search", "word \x1b[2J"],
        &["search", "missing\x1b[2J\u{202e}"],
        &["search", "name:word -\x1b"],
    ] {
        let ran = world.run(args);
        for text in [ran.out, ran.err] {
            let raw = text.chars().find(|c| {
                (c.is_control() && *c != '\n') || "\u{202e}\u{200b}\u{e0041}".contains(*c)
            });
            assert_eq!(raw, None, "{args:?}: {text}");
        }
    }
    let found = world.run(&["search", "word", "name:evil"]).out;
    assert!(
        found.contains("word ␛]0;title␇␛[2J⟨U+009B⟩31m⟨U+202E⟩txt⟨U+200B⟩⟨U+E0041⟩"),
        "{found}"
    );
}

#[test]
fn unreadable_files_are_told() {
    let world = World::new(&[("a", &text("a", "x", "word"))]);
    let broken = world.root.join("home/skills/b");
    std::fs::create_dir(&broken).unwrap();
    std::os::unix::fs::symlink("nowhere", broken.join("SKILL.md")).unwrap();
    let reason = format!(
        "skilldeck: {}: cannot be read: No such file or directory (os error 2)\n",
        world.path("b").display()
    );
    let found = format!("{reason}skilldeck: found 1 of 2 skills, 1 line\n");
    let out = "hermes//a\n5: word\n";
    assert_eq!(world.run(&["search", "word"]), ran(0, out, &found));
    let nothing = format!("{reason}skilldeck: nothing found in 2 skills\n");
    assert_eq!(world.run(&["search", "missing"]), ran(1, "", &nothing));
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let line = format!("word {}\n", "x".repeat(200));
    let world = World::new(&[]);
    for number in 0..100 {
        world.skill(&format!("s{number}"), &text("x", "x", &line.repeat(10)));
    }
    let mut child = world
        .command(&["search", "word"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 9];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ran = Ran::of(child.wait_with_output().unwrap());
    assert_eq!(&first, b"hermes//s");
    assert_eq!(
        ran,
        Ran {
            code: 0,
            out: String::new(),
            err: String::new()
        }
    );
}

// The command `usage`.

fn ago(days: i64) -> String {
    (Timestamp::now() - SignedDuration::from_hours(24 * days)).to_string()
}

fn used() -> World {
    let world = World::new(&[
        ("ops/often", &text("often", "x", "x")),
        ("lately", &text("lately", "x", "x")),
        ("never", &text("never", "x", "x")),
        (".archive/old", &text("old", "x", "x")),
    ]);
    let sidecar = json!({
        "often": {"use_count": 1200, "view_count": 7, "patch_count": 1, "last_used_at": ago(30),
            "created_at": "2026-01-01T00:00:00Z", "pinned": true, "created_by": "agent"},
        "lately": {"use_count": 3, "view_count": 9, "patch_count": 2, "last_used_at": ago(2),
            "created_at": "2026-02-01T00:00:00Z", "state": "stale"},
        "old": {"use_count": 5, "view_count": 0, "patch_count": 4, "last_used_at": ago(400)},
        "go\u{1b}ne": {"use_count": 11, "view_count": 1, "patch_count": 1, "last_used_at": null},
    });
    world.write("skills/.usage.json", sidecar.to_string());
    world
}

#[test]
fn usage_prints_a_table_and_what_is_left_over() {
    let out = "\
skill          uses  views  patches  last used      state     pinned  maker
ops/often     1,200      7        1  30 days ago    active    pinned  agent
.archive/old      5      0        4  13 months ago  archived          user
lately            3      9        2  2 days ago     stale             user
never             0      0        0  never          active            unknown

4 records: 1,219 uses, 17 views, 8 patches; 1 skill never used, 1 hot
records without a skill:
  go␛ne: 11 uses, 1 view, 1 patch, last used never
";
    let shown = used().run(&["usage"]);
    assert_eq!(shown, ran(0, out, ""));
}

#[test]
fn usage_sorts_and_filters() {
    let world = used();
    let keys = |args: &[&str]| -> Vec<String> {
        let (document, code) = world.json(&[&["usage"], args].concat());
        assert_eq!(code, 0);
        let skills = document["skills"].as_array().unwrap();
        skills
            .iter()
            .map(|it| it["key"].as_str().unwrap().to_owned())
            .collect()
    };
    let (often, lately, never, old) = ("ops/often", "lately", "never", ".archive/old");
    assert_eq!(keys(&[]), [often, old, lately, never]);
    assert_eq!(keys(&["--sort", "used"]), [lately, often, old, never]);
    assert_eq!(keys(&["--sort", "views"]), [lately, often, never, old]);
    assert_eq!(keys(&["--sort", "patches"]), [old, lately, often, never]);
    assert_eq!(keys(&["--sort", "name"]), [lately, never, often, old]);
    assert_eq!(keys(&["--sort", "created"]), [lately, often, never, old]);
    assert_eq!(keys(&["--never"]), [never]);
    assert_eq!(keys(&["--hot"]), [lately]);
    assert_eq!(world.run(&["usage", "--hot", "--never"]).code, 2);
}

#[test]
fn the_numbers_are_those_of_the_sidecar() {
    let world = used();
    let text = std::fs::read_to_string(world.root.join("home/skills/.usage.json")).unwrap();
    let sidecar: Value = serde_json::from_str(&text).unwrap();
    let (document, _) = world.json(&["usage"]);
    let mut records = std::collections::BTreeMap::new();
    for skill in document["skills"].as_array().unwrap() {
        for record in skill["usage"]["records"].as_array().unwrap() {
            records.insert(record.as_str().unwrap(), &skill["usage"]);
        }
    }
    for orphan in document["orphans"].as_array().unwrap() {
        records.insert(orphan["record"].as_str().unwrap(), &orphan["usage"]);
    }
    let names: Vec<&str> = records.keys().copied().collect();
    assert_eq!(names, ["go\u{1b}ne", "lately", "often", "old"]);
    let mut sums = [0, 0, 0];
    for (name, shown) in records {
        let record = &sidecar[name];
        let pairs = [
            ("uses", "use_count"),
            ("views", "view_count"),
            ("patches", "patch_count"),
        ];
        for (sum, (ours, theirs)) in sums.iter_mut().zip(pairs) {
            assert_eq!(shown[ours], record[theirs], "{name}");
            *sum += record[theirs].as_u64().unwrap();
        }
        assert_eq!(shown["last_used_at"], record["last_used_at"], "{name}");
    }
    let expected = json!({
        "records": 4, "uses": sums[0], "views": sums[1], "patches": sums[2],
        "never_used": 1, "hot": 1,
    });
    assert_eq!(document["totals"], expected);
}

#[test]
fn a_damaged_sidecar_and_libraries_without_one_are_told() {
    let world = World::new(&[("a", &text("a", "x", "x"))]);
    world.write("skills/.usage.json", "{");
    let damaged = world.run(&["usage", "--never"]);
    assert_eq!(damaged.code, 0);
    assert!(
        damaged
            .err
            .starts_with("skilldeck: .usage.json of hermes: "),
        "{}",
        damaged.err
    );
    let folder = world.root.join("folder");
    std::fs::create_dir_all(folder.join("b")).unwrap();
    std::fs::write(folder.join("b/SKILL.md"), text("b", "x", "x")).unwrap();
    let none = world.run(&["usage", folder.to_str().unwrap()]);
    let out = "0 records: 0 uses, 0 views, 0 patches; 0 skills never used, 0 hot\n";
    let err =
        "skilldeck: folder: no usage is recorded for its 1 skill\nskilldeck: no skill to show\n";
    assert_eq!(none, ran(0, out, err));
}

// `compare`.

#[test]
fn two_skills_are_compared_by_files_and_text() {
    let world = World::new(&[
        ("a", &text("a", "x", "one\ntwo")),
        ("b", &text("a", "x", "one\n2")),
    ]);
    world.write("skills/a/scripts/run.sh", "#!/bin/sh\n");
    world.write("skills/a/references/same.md", "same");
    world.write("skills/b/references/same.md", "same");
    let told = world.run(&["compare", "hermes//a", "hermes//b"]);
    assert_eq!((told.code, told.err.as_str()), (1, ""));
    assert!(
        told.out
            .starts_with("only in hermes//a: scripts/run.sh (10 B)\n"),
        "{}",
        told.out
    );
    assert!(
        told.out.contains("-two\n+2\n") && told.out.contains("--- a/SKILL.md\n"),
        "{}",
        told.out
    );
    assert_eq!(
        world.run(&["compare", "hermes//a", "hermes//a"]),
        ran(0, "", "")
    );
    let json: serde_json::Value = serde_json::from_str(
        &world
            .run(&["compare", "hermes//a", "hermes//b", "--json"])
            .out,
    )
    .unwrap();
    assert_eq!(
        (&json["equal"], &json["equal_files"]),
        (&false.into(), &1.into())
    );
    assert_eq!(world.run(&["compare", "hermes//a", "nobody"]).code, 2);
}

// `completions` and `man`.

#[test]
fn the_manual_page_is_current() {
    let page = String::from_utf8(skilldeck::cli::man_page().unwrap()).unwrap();
    let command = "cargo test --test search";
    if let Err(difference) = golden::check(Path::new("assets/man/skilldeck.1"), &page, command) {
        panic!("{difference}");
    }
    for row in skilldeck::tui::command::TABLE {
        assert!(
            page.contains(row.doc.split(['-', ',', '\'']).next().unwrap()),
            "{}",
            row.doc
        );
    }
}

#[test]
fn man_and_completions_need_no_home() {
    let nowhere = World::new(&[]);
    let run = |args: &[&str]| {
        let mut command = nowhere.command(args);
        let command = command
            .env("HERMES_HOME", "/nonexistent")
            .env("HOME", "/nonexistent");
        Ran::of(command.output().unwrap())
    };
    let page = String::from_utf8(skilldeck::cli::man_page().unwrap()).unwrap();
    assert_eq!(run(&["man"]), ran(0, &page, ""));
    for (shell, sign) in [
        ("bash", "complete -F _skilldeck"),
        ("zsh", "#compdef skilldeck"),
        ("fish", "complete -c skilldeck"),
        ("elvish", "edit:completion:arg-completer[skilldeck]"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = run(&["completions", shell]);
        assert_eq!((script.code, script.err.as_str()), (0, ""), "{shell}");
        assert!(script.out.contains(sign), "{shell}");
        for command in ["search", "usage", "--limit", "--never"] {
            assert!(
                script.out.contains(command.trim_start_matches('-')),
                "{shell}: {command}"
            );
        }
    }
    assert_eq!(run(&["completions", "cmd"]).code, 2);
    assert_eq!(run(&["man", "--json"]).code, 2);
}
