use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::clock::{ago, iso};
use super::{ASSETS, Demo, SKILLS, clock, collect, disguise, entries, write};

fn now() -> Timestamp {
    "2026-05-04T12:00:00.25Z".parse().unwrap()
}

fn written() -> (TempDir, Demo) {
    let dir = tempfile::tempdir().unwrap();
    let demo = write(dir.path(), now()).unwrap();
    (dir, demo)
}

#[derive(Debug, PartialEq)]
enum Node {
    Folder,
    Link(PathBuf),
    File(u32, SystemTime, Vec<u8>),
}

fn tree(root: &Path) -> BTreeMap<PathBuf, Node> {
    let mut nodes = BTreeMap::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let meta = fs::symlink_metadata(&path).unwrap();
            let node = if meta.is_symlink() {
                Node::Link(fs::read_link(&path).unwrap())
            } else if meta.is_dir() {
                open.push(path.clone());
                Node::Folder
            } else {
                Node::File(
                    meta.permissions().mode() & 0o777,
                    meta.modified().unwrap(),
                    fs::read(&path).unwrap(),
                )
            };
            nodes.insert(path.strip_prefix(root).unwrap().to_path_buf(), node);
        }
    }
    nodes
}

fn read_json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The line-read name and the folder of every skill below `root`, archive included.
fn names(root: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (path, node) in tree(root) {
        let Node::File(_, _, bytes) = node else {
            continue;
        };
        let file = path.file_name().unwrap().to_str().unwrap();
        if !file.eq_ignore_ascii_case("skill.md") {
            continue;
        }
        names.insert(
            path.parent()
                .unwrap()
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned(),
        );
        let text = String::from_utf8_lossy(&bytes);
        names.extend(
            text.lines()
                .find_map(|line| line.strip_prefix("name: "))
                .map(str::to_owned),
        );
    }
    names
}

#[test]
fn same_now_makes_equal_trees() {
    let (one, first) = written();
    let (two, second) = written();
    assert_eq!(first.home, one.path().join("home"));
    assert_eq!(second.team, two.path().join("team"));
    let tree_one = tree(one.path());
    assert_eq!(tree_one, tree(two.path()));
    // The plan and nothing else is on disk.
    let planned: BTreeSet<_> = entries(now()).unwrap().into_keys().collect();
    let found: BTreeSet<_> = tree_one
        .into_iter()
        .filter(|(_, node)| *node != Node::Folder)
        .map(|(path, _)| path)
        .collect();
    assert_eq!(found, planned);
}

#[test]
fn an_existing_home_is_refused_and_left_alone() {
    let (dir, _) = written();
    let before = tree(dir.path());
    let error = write(dir.path(), now()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!(tree(dir.path()), before);
}

#[test]
fn usage_is_in_the_form_of_hermes() {
    let (_dir, demo) = written();
    let text = fs::read_to_string(demo.home.join("skills/.usage.json")).unwrap();
    let record = r#"  "docker-deploy": {
    "archived_at": null,
    "created_at": "2025-10-13T00:57:36.250000+00:00",
    "created_by": "agent",
    "last_patched_at": "2026-05-01T02:52:48.250000+00:00",
    "last_used_at": "2026-05-04T07:55:12.250000+00:00",
    "last_viewed_at": "2026-05-03T23:31:12.250000+00:00",
    "patch_count": 23,
    "pinned": false,
    "state": "active",
    "use_count": 412,
    "view_count": 298
  },
"#;
    assert!(text.contains(record), "{text}");
    assert!(text.starts_with("{\n  \"backup-and-restore\": {\n") && text.ends_with("  }\n}"));

    let all: BTreeMap<String, Value> = serde_json::from_str(&text).unwrap();
    let state = |name: &str| {
        let record = &all[name];
        (
            record["state"].clone(),
            record["last_used_at"].clone(),
            record["archived_at"].clone(),
        )
    };
    assert_eq!(
        state("memory-leaks"),
        (
            json!("stale"),
            json!("2026-03-20T05:16:48.250000+00:00"),
            Value::Null
        )
    );
    assert_eq!(
        state("heroku-deploy"),
        (
            json!("archived"),
            json!("2026-01-28T07:12:00.250000+00:00"),
            json!("2026-04-29T11:45:36.250000+00:00")
        )
    );
    assert_eq!(
        state("regex-recipes"),
        (json!("active"), Value::Null, Value::Null)
    );
    let pinned: Vec<_> = all
        .iter()
        .filter(|(_, record)| record["pinned"] == true)
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(pinned, ["backup-and-restore", "code-review", "lit-review"]);
}

#[test]
fn one_usage_record_has_no_skill() {
    let (_dir, demo) = written();
    let skills = demo.home.join("skills");
    let used = read_json(&skills.join(".usage.json"));
    let orphans: Vec<_> = used
        .as_object()
        .unwrap()
        .keys()
        .filter(|name| !names(&skills).contains(name.as_str()))
        .collect();
    assert_eq!(orphans, ["ftp-upload"]);
}

#[test]
fn team_skills_share_two_names_with_the_home() {
    let (_dir, demo) = written();
    let team = names(&demo.team);
    let home = names(&demo.home.join("skills"));
    assert_eq!(
        team,
        [
            "api-design",
            "code-review",
            "docker-deploy",
            "on-call-handover"
        ]
        .map(str::to_owned)
        .into()
    );
    let shared: Vec<_> = team.intersection(&home).collect();
    assert_eq!(shared, ["code-review", "docker-deploy"]);
    // What config.yaml says resolves to the team library.
    let config = fs::read_to_string(demo.home.join("config.yaml")).unwrap();
    assert!(config.contains("  external_dirs:\n    - ../team\n"));
    assert_eq!(
        demo.home.join("../team").canonicalize().unwrap(),
        demo.team.canonicalize().unwrap()
    );
}

#[test]
fn special_skills_have_the_bytes_they_stand_for() {
    let (_dir, demo) = written();
    let skills = demo.home.join("skills");
    let read = |path: &str| fs::read(skills.join(path)).unwrap();
    let asset = |path: &str| {
        let path = Path::new(SKILLS).join(path);
        ASSETS.get_file(path).unwrap().contents_utf8().unwrap()
    };

    let crlf = "productivity/meeting-notes/SKILL.md";
    assert!(read(crlf).starts_with(b"---\r\nname: meeting-notes\r\n"));
    assert_eq!(read(crlf), asset(crlf).replace('\n', "\r\n").as_bytes());

    let bom = "writing/release-notes/SKILL.md";
    assert_eq!(read(bom), [b"\xef\xbb\xbf", asset(bom).as_bytes()].concat());

    let latin1 = "productivity/resume-review/SKILL.md";
    let line = b"\ndescription: Review a r\xe9sum\xe9 or CV";
    assert!(read(latin1).windows(line.len()).any(|at| at == line));
    assert_eq!(
        std::str::from_utf8(&read(latin1))
            .unwrap_err()
            .valid_up_to(),
        47
    );

    let files: Vec<_> = fs::read_dir(skills.join("data/jq-recipes"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(files, ["skill.md"]);

    let link = skills.join("devops/disaster-recovery");
    assert_eq!(
        fs::read_link(&link).unwrap(),
        Path::new("../database/backup-and-restore")
    );
    assert_eq!(
        fs::read(link.join("SKILL.md")).unwrap(),
        read("database/backup-and-restore/SKILL.md")
    );
}

#[test]
fn the_specimen_is_hostile_in_name_description_body_and_file_names() {
    let (_dir, demo) = written();
    let folder = demo.home.join("skills/imported/hostile-specimen");
    let text = fs::read_to_string(folder.join("SKILL.md")).unwrap();
    let field = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap();
    for part in [field("name: "), field("description: ")] {
        for wanted in [r"\e", "\u{202e}", "\u{200b}"] {
            assert!(part.contains(wanted), "{wanted:?} in {part:?}");
        }
    }
    assert!(field("description: ").contains("\u{e0061}\u{e0020}\u{e0068}"));
    let body = text.splitn(3, "---\n").nth(2).unwrap();
    for wanted in [
        "\u{1b}]0;owned by a skill\u{7}",
        "\u{1b}[31;5m",
        "\u{1b}[1A\u{1b}[2K",
        "\u{1b}]52;c;",
        "\u{9b}32m",
        "\u{202e}",
        "\u{2066}",
        "\u{200b}",
        "\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}",
    ] {
        assert!(body.contains(wanted), "{wanted:?}");
    }
    let mut files: Vec<_> = fs::read_dir(folder.join("references"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(
        files,
        [
            "\u{1b}[31mred\u{1b}[0m\u{202e}txt.exe.md",
            "all-controls.txt",
            "zero\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}width.md",
        ]
    );
}

#[test]
fn stored_assets_are_plain_text() {
    let mut open = vec![&ASSETS];
    while let Some(dir) = open.pop() {
        open.extend(dir.dirs());
        for file in dir.files() {
            let text = file.contents_utf8().unwrap();
            let odd = text.chars().find(|&c| {
                (c.is_control() && c != '\n' && c != '\t')
                    || matches!(c, '\u{200b}' | '\u{200c}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
            });
            assert_eq!(odd, None, "{}", file.path().display());
        }
    }
}

#[test]
fn modes_are_those_of_a_library_in_use() {
    let (dir, _) = written();
    let modes: BTreeMap<_, _> = tree(dir.path())
        .into_iter()
        .filter_map(|(path, node)| match node {
            Node::File(mode, ..) if mode != 0o644 => {
                Some((path.to_str().unwrap().to_owned(), mode))
            }
            _ => None,
        })
        .collect();
    let expected = [
        (
            ".archive/svn-to-git-20260214093011/scripts/authors.sh",
            0o755,
        ),
        (".bundled_manifest", 0o600),
        (".curator_state", 0o600),
        (".usage.json", 0o600),
        ("data/csv-cleanup/scripts/csv_report.py", 0o755),
        (
            "database/backup-and-restore/scripts/restore-drill.sh",
            0o755,
        ),
        (
            "database/database-inspection/scripts/inspect-sqlite.sh",
            0o755,
        ),
        ("debugging/git-bisect/scripts/bisect-run.sh", 0o755),
        ("devops/docker-deploy/scripts/wait-healthy.sh", 0o755),
    ];
    assert_eq!(
        modes,
        expected
            .map(|(path, mode)| (format!("home/skills/{path}"), mode))
            .into()
    );
}

#[test]
fn sidecars_count_from_now_and_keep_their_form() {
    let (_dir, demo) = written();
    let state = fs::read_to_string(demo.home.join("skills/.curator_state")).unwrap();
    assert_eq!(
        state,
        r#"{
  "last_report_path": null,
  "last_run_at": "2026-04-29T11:41:17.050000+00:00",
  "last_run_duration_seconds": 2.418,
  "last_run_summary": "auto: 2 marked stale, 1 archived, 0 reactivated; llm: skipped (consolidation off)",
  "last_run_summary_shown_at": "2026-04-29T11:41:17.050000+00:00",
  "paused": false,
  "run_count": 14
}"#
    );

    let lock_path = demo.home.join("skills/.hub/lock.json");
    assert!(fs::read(&lock_path).unwrap().ends_with(b"}\n"));
    let entry = read_json(&lock_path)["installed"]["slow-queries"].clone();
    assert_eq!(entry["installed_at"], "2026-03-03T23:16:48.250000+00:00");
    let package = demo
        .home
        .join("skills")
        .join(entry["install_path"].as_str().unwrap());
    let listed: BTreeSet<_> = entry["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| PathBuf::from(file.as_str().unwrap()))
        .collect();
    let found: BTreeSet<_> = tree(&package)
        .into_iter()
        .filter(|(_, node)| *node != Node::Folder)
        .map(|(path, _)| path)
        .collect();
    assert_eq!(listed, found);

    let pending = fs::read_to_string(demo.home.join("pending/skills/3fa9c1d7.json")).unwrap();
    assert!(pending.contains("\n  \"created_at\": 1777881830.65,\n") && pending.ends_with("\n}"));
}

#[test]
fn the_pending_patch_applies_once() {
    let (_dir, demo) = written();
    let record = read_json(&demo.home.join("pending/skills/3fa9c1d7.json"));
    let payload = &record["payload"];
    assert_eq!(
        (&record["action"], &record["origin"], &payload["name"]),
        (
            &json!("patch"),
            &json!("background_review"),
            &json!("docker-deploy")
        )
    );
    let skill = fs::read_to_string(demo.home.join("skills/devops/docker-deploy/SKILL.md")).unwrap();
    assert_eq!(
        skill
            .matches(payload["old_string"].as_str().unwrap())
            .count(),
        1
    );
}

#[test]
fn files_are_as_old_as_their_last_patch() {
    let (_dir, demo) = written();
    let modified = |path: &str| {
        let time = fs::metadata(demo.home.join(path))
            .unwrap()
            .modified()
            .unwrap();
        iso(Timestamp::try_from(time).unwrap())
    };
    assert_eq!(
        [
            modified("skills/devops/docker-deploy/scripts/wait-healthy.sh"),
            modified("skills/productivity/daily-standup/SKILL.md"),
            modified("config.yaml"),
        ],
        [
            "2026-05-01T02:52:48.250000+00:00",
            "2026-05-02T06:57:36.250000+00:00",
            "2026-04-04T07:12:00.250000+00:00",
        ]
    );
}

#[test]
fn dates_follow_python() {
    let at = |text: &str| iso(text.parse().unwrap());
    assert_eq!(at("2026-05-04T12:00:00Z"), "2026-05-04T12:00:00+00:00");
    assert_eq!(
        at("2026-05-04T12:00:00.000001Z"),
        "2026-05-04T12:00:00.000001+00:00"
    );
    assert_eq!(
        iso(ago("2026-05-04T12:00:00.000001999Z".parse().unwrap(), 0.0).unwrap()),
        "2026-05-04T12:00:00.000001+00:00"
    );
    assert!(ago(now(), 1e9).is_err());
}

#[test]
fn a_missing_or_unfit_asset_is_an_error() {
    let mut none = BTreeMap::new();
    assert_eq!(disguise(&mut none).unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(
        clock::refresh(&mut none, now()).unwrap_err().kind(),
        ErrorKind::NotFound
    );

    let mut files = BTreeMap::new();
    collect(&ASSETS, &mut files);
    files.insert(
        Path::new(SKILLS).join("productivity/resume-review/SKILL.md"),
        "no Latin-1: \u{4e2d}".into(),
    );
    assert_eq!(
        disguise(&mut files).unwrap_err().kind(),
        ErrorKind::InvalidData
    );
}
