//! A digest of everything below a folder, to prove that something wrote nothing.
//!
//! Two digests are equal when names, kinds, permission bits, link targets and bytes are; [`Times::Included`] adds
//! modification times, so that a rewrite with the same bytes shows too. Links are recorded, never followed.
//! Not a fast fingerprint: every file is read. [`listing`] is the same as lines, for a readable difference.

use std::fmt::Write as _;
use std::path::Path;
use std::time::UNIX_EPOCH;
use std::{fs, io};

use sha2::{Digest, Sha256};

/// Whether modification times count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// Any write shows, a rewrite with the same bytes too, and so does a file created and removed again.
    Included,
    /// Only what is there counts.
    Left,
}

/// SHA-256 of [`listing`], in hexadecimal.
///
/// # Errors
/// When something below `root`, or `root` itself, cannot be read: a digest of less would prove nothing.
pub fn hash(root: &Path, times: Times) -> io::Result<String> {
    Ok(digest(listing(root, times)?.as_bytes()))
}

/// One line for `root` and for each thing below it, sorted.
///
/// # Errors
/// As [`hash`].
pub fn listing(root: &Path, times: Times) -> io::Result<String> {
    let mut lines = Vec::new();
    walk(root, Path::new(""), times, &mut lines)?;
    lines.sort_unstable();
    Ok(lines.concat())
}

fn walk(root: &Path, below: &Path, times: Times, lines: &mut Vec<String>) -> io::Result<()> {
    let path = root.join(below);
    let told =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let meta = fs::symlink_metadata(&path).map_err(told)?;
    let kind = meta.file_type();
    let what = if kind.is_symlink() {
        format!("link {:?}", fs::read_link(&path).map_err(told)?)
    } else if kind.is_dir() {
        "folder".to_owned()
    } else if kind.is_file() {
        format!(
            "file {} {}",
            meta.len(),
            digest(&fs::read(&path).map_err(told)?)
        )
    } else {
        // Opening a pipe would wait for a writer.
        "special".to_owned()
    };
    // Debug form: no name can break out of its line.
    let mut line = format!("{:?} {} {what}", below, mode(&meta));
    if times == Times::Included {
        let modified = meta.modified().map_err(told)?;
        let _ = match modified.duration_since(UNIX_EPOCH) {
            Ok(after) => write!(line, " {}", after.as_nanos()),
            Err(before) => write!(line, " -{}", before.duration().as_nanos()),
        };
    }
    line.push('\n');
    lines.push(line);
    if kind.is_dir() {
        for entry in fs::read_dir(&path).map_err(told)? {
            walk(root, &below.join(entry?.file_name()), times, lines)?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn mode(meta: &fs::Metadata) -> String {
    use std::os::unix::fs::PermissionsExt;
    format!("{:04o}", meta.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
fn mode(meta: &fs::Metadata) -> String {
    if meta.permissions().readonly() {
        "read-only".to_owned()
    } else {
        "writable".to_owned()
    }
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;
    use std::time::{Duration, SystemTime};

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("skilldeck-tree-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(path.join("folder/empty")).unwrap();
            fs::write(path.join("folder/file"), "text").unwrap();
            fs::write(path.join("other"), "").unwrap();
            symlink("folder", path.join("link")).unwrap();
            let file = fs::File::options()
                .write(true)
                .open(path.join("folder/file"))
                .unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000))
                .unwrap();
            Scratch(path)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_listing_names_everything_once() {
        let scratch = Scratch::new("listing");
        for name in ["", "folder", "folder/empty"] {
            fs::set_permissions(scratch.0.join(name), fs::Permissions::from_mode(0o750)).unwrap();
        }
        for name in ["folder/file", "other"] {
            fs::set_permissions(scratch.0.join(name), fs::Permissions::from_mode(0o640)).unwrap();
        }
        let listing = listing(&scratch.0, Times::Left).unwrap();
        let link = listing
            .lines()
            .find(|line| line.starts_with("\"link\""))
            .unwrap();
        assert!(link.ends_with(" link \"folder\""), "{link}");
        let rest: Vec<&str> = listing.lines().filter(|line| *line != link).collect();
        assert_eq!(
            rest,
            [
                "\"\" 0750 folder",
                "\"folder\" 0750 folder",
                "\"folder/empty\" 0750 folder",
                "\"folder/file\" 0640 file 4 982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1",
                "\"other\" 0640 file 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            ]
        );
    }

    #[test]
    fn every_kind_of_change_shows() {
        type Change = fn(&Path);
        let changes: [(&str, Change); 8] = [
            ("bytes", |root| {
                fs::write(root.join("folder/file"), "tex7").unwrap()
            }),
            ("a new file", |root| {
                fs::write(root.join("folder/new"), "").unwrap()
            }),
            ("a file gone", |root| {
                fs::remove_file(root.join("other")).unwrap()
            }),
            ("an empty folder gone", |root| {
                fs::remove_dir(root.join("folder/empty")).unwrap()
            }),
            ("another name", |root| {
                fs::rename(root.join("other"), root.join("other2")).unwrap()
            }),
            ("permission bits", |root| {
                fs::set_permissions(root.join("other"), fs::Permissions::from_mode(0o600)).unwrap()
            }),
            ("a link's target", |root| {
                fs::remove_file(root.join("link")).unwrap();
                symlink("other", root.join("link")).unwrap();
            }),
            ("a file where a folder was", |root| {
                fs::remove_dir(root.join("folder/empty")).unwrap();
                fs::write(root.join("folder/empty"), "").unwrap();
            }),
        ];
        for (what, change) in changes {
            let scratch = Scratch::new("changes");
            fs::set_permissions(scratch.0.join("other"), fs::Permissions::from_mode(0o644))
                .unwrap();
            let before = hash(&scratch.0, Times::Left).unwrap();
            assert_eq!(before, hash(&scratch.0, Times::Left).unwrap());
            change(&scratch.0);
            assert_ne!(before, hash(&scratch.0, Times::Left).unwrap(), "{what}");
        }
    }

    #[test]
    fn times_count_only_when_asked() {
        let scratch = Scratch::new("times");
        let before = [Times::Included, Times::Left].map(|times| hash(&scratch.0, times).unwrap());
        fs::write(scratch.0.join("folder/file"), "text").unwrap();
        let after = [Times::Included, Times::Left].map(|times| hash(&scratch.0, times).unwrap());
        assert_ne!(before[0], after[0]);
        assert_eq!(before[1], after[1]);
    }

    #[test]
    fn names_cannot_forge_lines() {
        let (one, two) = (Scratch::new("forge-one"), Scratch::new("forge-two"));
        fs::write(one.0.join("x\" 0644 folder\n\"y"), "").unwrap();
        fs::write(two.0.join("x"), "").unwrap();
        let lines = |root: &Path| listing(root, Times::Left).unwrap().lines().count();
        assert_eq!(lines(&one.0), lines(&two.0));
    }

    #[test]
    fn a_missing_root_is_no_digest() {
        let missing = std::env::temp_dir().join("skilldeck-tree-no-such-folder");
        assert_eq!(
            hash(&missing, Times::Left).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }
}
