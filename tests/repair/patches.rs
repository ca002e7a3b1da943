//! The text form of a diff is what `git apply` takes, forward and backward.

use std::path::Path;
use std::process::{Command, Stdio};

use skilldeck::patch::FileDiff;

fn git_apply(folder: &Path, patch: &[u8], options: &[&str]) {
    use std::io::Write as _;
    let mut child = Command::new("git")
        .args(["apply", "-p1", "--whitespace=nowarn"])
        .args(options)
        .arg("-")
        .current_dir(folder)
        // Outside of any repository, and whatever the person has configured.
        .env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("git is there");
    child.stdin.take().unwrap().write_all(patch).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(patch)
    );
}

#[test]
fn git_takes_the_diff_both_ways() {
    let long: String = (0..40).map(|it| format!("line {it}\n")).collect();
    let longer = long
        .replace("line 3\n", "line 3\nmore\n")
        .replace("line 30", "line thirty");
    let cases: &[(&[u8], &[u8])] = &[
        (b"a\nb\nc\n", b"a\nx\nc\n"),
        (b"a\r\nb\r\n", b"a\r\nx\r\n"),
        (b"a\r\nb\r\n", b"a\nb\n"),
        (b"a\nb", b"a\nb\n"),
        (b"a\nb\n", b"a\nc"),
        (b"a\rb\r", b"a\nb\n"),
        (b"\xEF\xBB\xBFa\n", b"a\n"),
        (b"caf\xE9\n", b"caf\xC3\xA9\n"),
        (b"a\t \n", b"a\n"),
        (long.as_bytes(), longer.as_bytes()),
    ];
    for (old, new) in cases {
        for (from, to) in [
            ("s/SKILL.md", "s/SKILL.md"),
            ("my skill/é.md", "my skill/é.md"),
            ("s/skill.md", "s/SKILL.md"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = |name: &str| folder.path().join(name);
            std::fs::create_dir_all(path(from).parent().unwrap()).unwrap();
            std::fs::write(path(from), old).unwrap();
            let patch = FileDiff::of(old, new, 3).unified(from, to);
            git_apply(folder.path(), &patch, &[]);
            assert_eq!(std::fs::read(path(to)).unwrap(), *new, "{from} {to}");
            assert_eq!(path(from).exists(), from == to);
            git_apply(folder.path(), &patch, &["--reverse"]);
            assert_eq!(std::fs::read(path(from)).unwrap(), *old);
        }
    }
}
