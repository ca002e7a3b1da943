//! The generator keeps its promises: same seed, same library; shares near those announced.

use super::*;
use std::collections::BTreeMap;

/// Below the system's temporary folder; removed when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("skilldeck-library-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Relative path to bytes, or to the target of a link.
fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    fn walk(root: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let (path, kind) = entry.map(|e| (e.path(), e.file_type().unwrap())).unwrap();
            if kind.is_dir() {
                walk(root, &path, found);
                continue;
            }
            let bytes = if kind.is_symlink() {
                assert!(
                    fs::metadata(&path).unwrap().is_dir(),
                    "{path:?} leads nowhere"
                );
                fs::read_link(&path)
                    .unwrap()
                    .into_os_string()
                    .into_encoded_bytes()
            } else {
                fs::read(&path).unwrap()
            };
            found.insert(path.strip_prefix(root).unwrap().to_owned(), bytes);
        }
    }
    let mut found = BTreeMap::new();
    walk(root, root, &mut found);
    found
}

fn library(name: &str, count: usize, seed: u64) -> BTreeMap<PathBuf, Vec<u8>> {
    let scratch = Scratch::new(name);
    generate(&scratch.0, count, seed).unwrap();
    files(&scratch.0)
}

#[test]
fn the_seed_decides_everything() {
    let first = library("first", 60, 7);
    assert_eq!(first, library("again", 60, 7));
    assert_ne!(first, library("other", 60, 8));
}

#[test]
fn shares_are_near_what_the_header_says() {
    let files = library("shares", 1000, 1);
    let skills: Vec<(&PathBuf, &Vec<u8>)> = files
        .iter()
        .filter(|(path, _)| path.ends_with("SKILL.md"))
        .collect();
    assert_eq!(skills.len(), 1000);
    let mut sizes: Vec<usize> = skills.iter().map(|(_, bytes)| bytes.len()).collect();
    sizes.sort_unstable();
    let nested = skills.iter().filter(|(path, _)| {
        path.ancestors()
            .skip(2)
            .any(|up| files.contains_key(&up.join("SKILL.md")))
    });
    let supported = skills.iter().filter(|(path, _)| {
        ["references", "scripts", "templates", "assets"]
            .iter()
            .any(|folder| {
                let folder = path.with_file_name(folder);
                files
                    .range(folder.clone()..)
                    .next()
                    .is_some_and(|(next, _)| next.starts_with(&folder))
            })
    });
    let crlf = skills.iter().filter(|(_, bytes)| bytes.contains(&b'\r'));
    let bom = skills
        .iter()
        .filter(|(_, bytes)| bytes.starts_with(b"\xef\xbb\xbf"));
    let open = skills
        .iter()
        .filter(|(_, bytes)| bytes.last() != Some(&b'\n'));
    let links = files.keys().filter(|path| {
        path.file_name()
            .unwrap()
            .to_string_lossy()
            .starts_with("linked-")
    });
    let records = files[Path::new(".usage.json")]
        .split(|byte| *byte == b'\n')
        .filter(|line| line.ends_with(b"\": {"));
    for (what, found, expected) in [
        ("median size", sizes[500], 5_000..6_500),
        ("99th size", sizes[990], 30_000..45_000),
        ("nested", nested.count(), 4..20),
        ("with support files", supported.count(), 250..350),
        ("CR LF", crlf.count(), 1..12),
        ("byte order mark", bom.count(), 1..12),
        ("no final line end", open.count(), 1..12),
        (
            "links",
            links.count(),
            if cfg!(unix) { 10..11 } else { 0..1 },
        ),
        ("usage records", records.count(), 550..650),
    ] {
        assert!(
            expected.contains(&found),
            "{what}: {found}, expected {expected:?}"
        );
    }
}

#[test]
fn an_empty_library_is_a_library() {
    let files = library("empty", 0, 3);
    assert_eq!(files.get(Path::new(".usage.json")), Some(&b"{}".to_vec()));
    assert_eq!(
        files
            .keys()
            .filter(|path| path.ends_with("SKILL.md"))
            .count(),
        0
    );
}

#[test]
fn days_become_dates() {
    let days = [0, 30, 31, 58, 59, 299].map(|day| timestamp(&mut Rng::new(1, 1), day));
    let dates: Vec<&str> = days.iter().map(|time| &time[..10]).collect();
    assert_eq!(
        dates,
        [
            "2026-01-01",
            "2026-01-31",
            "2026-02-01",
            "2026-02-28",
            "2026-03-01",
            "2026-10-27"
        ]
    );
}
