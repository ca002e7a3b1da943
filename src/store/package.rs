//! The files of a skill's package, listed; a file of it, read.

use std::path::{Path, PathBuf};

use super::fs::{Fs, Kind, text_of};

/// More entries than this are not listed.
const MAX_ENTRIES: usize = 5_000;

/// Folders that are shown and not opened.
const CLOSED: [&str; 3] = [".git", "node_modules", "__pycache__"];

/// An entry of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackageFile {
    /// Path inside the package.
    pub path: String,
    /// What it is, links not followed.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// Anyone may execute it.
    pub executable: bool,
    /// Where it points, when it is a link.
    pub link: Option<PathBuf>,
    /// What should be said of it.
    pub note: Option<String>,
}

/// The entries of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Files, links, and folders that are empty, closed or unreadable; by path.
    pub files: Vec<PackageFile>,
    /// There are more.
    pub cut: bool,
}

/// Lists a package. A skill nested in it is named and not entered: it is its own package.
pub fn list(fs: &dyn Fs, dir: &Path) -> Package {
    let mut package = Package::default();
    let mut folders = vec![(dir.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let named = |kind: Kind, note: String| PackageFile {
            path: format!("{prefix}/"),
            kind,
            size: 0,
            executable: false,
            link: None,
            note: Some(note),
        };
        let entries = match fs.read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let note = format!("cannot be read: {error}");
                package.files.push(named(Kind::Dir, note));
                continue;
            }
        };
        if entries.is_empty() && !prefix.is_empty() {
            package.files.push(named(Kind::Dir, "empty".to_owned()));
        }
        let nested = !prefix.is_empty() && entries.iter().any(|it| it.name == "SKILL.md");
        if nested {
            let note = "a skill of its own".to_owned();
            package.files.push(named(Kind::Dir, note));
            continue;
        }
        for entry in entries {
            if package.files.len() >= MAX_ENTRIES {
                package.cut = true;
                break;
            }
            let name = text_of(&entry.name);
            let path = if prefix.is_empty() {
                name.clone().into_owned()
            } else {
                format!("{prefix}/{name}")
            };
            let full = folder.join(&entry.name);
            if entry.kind == Kind::Dir {
                if CLOSED.contains(&name.as_ref()) {
                    package.files.push(PackageFile {
                        path: format!("{path}/"),
                        kind: Kind::Dir,
                        size: 0,
                        executable: false,
                        link: None,
                        note: Some("not opened".to_owned()),
                    });
                } else {
                    folders.push((full, path));
                }
                continue;
            }
            package.files.push(file(fs, &full, path, entry.kind));
        }
    }
    package
        .files
        .sort_by(|a, b| order(&a.path).cmp(&order(&b.path)));
    package
}

/// `SKILL.md` first, then files of the root, then folders.
fn order(path: &str) -> (bool, bool, &str) {
    (path != "SKILL.md", path.contains('/'), path)
}

fn file(fs: &dyn Fs, full: &Path, path: String, kind: Kind) -> PackageFile {
    let mut file = PackageFile {
        path,
        kind,
        size: 0,
        executable: false,
        link: None,
        note: None,
    };
    if kind == Kind::Link {
        file.link = fs.read_link(full).ok();
    }
    match fs.stat(full) {
        Ok(stat) => {
            file.size = stat.size;
            file.executable = stat.kind == Kind::File && stat.mode & 0o111 != 0;
        }
        Err(error) => file.note = Some(error.to_string()),
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fs::Disk;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn lists_files_modes_links_and_leaves_nested_skills_closed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for path in [
            "scripts",
            "empty",
            "inner/deep",
            ".git/objects",
            "references",
        ] {
            std::fs::create_dir_all(root.join(path)).unwrap();
        }
        for (path, text) in [
            ("SKILL.md", "12345"),
            ("scripts/run.sh", "x"),
            ("inner/SKILL.md", "x"),
            ("inner/deep/a.md", "x"),
            ("LICENSE", ""),
        ] {
            std::fs::write(root.join(path), text).unwrap();
        }
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(root.join("scripts/run.sh"), mode).unwrap();
        symlink("nowhere", root.join("references/gone.md")).unwrap();
        let rows: Vec<_> = list(&Disk, root)
            .files
            .into_iter()
            .map(|file| (file.path, file.size, file.executable, file.note.is_some()))
            .collect();
        let row = |path: &str, size, executable, note| (path.to_owned(), size, executable, note);
        let expected = [
            row("SKILL.md", 5, false, false),
            row("LICENSE", 0, false, false),
            row(".git/", 0, false, true),
            row("empty/", 0, false, true),
            row("inner/", 0, false, true),
            row("references/gone.md", 0, false, true),
            row("scripts/run.sh", 1, true, false),
        ];
        assert_eq!(rows, expected);
    }
}
