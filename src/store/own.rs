//! Our own files on disk: where those of a library or a screen are, and how they are written.
//!
//! Only the person may read them. A file is there whole or not at all, and one that cannot be read is
//! put aside before another takes its place.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use sha2::{Digest, Sha256};

/// How often a lock is tried for, and how long between.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);
/// Damaged files that are kept of one name.
const ASIDE: u32 = 9;

/// Names a path in our folders: a readable slug and a hash. The path should be canonical.
pub fn label(path: &Path) -> String {
    let slug: String = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .take(32)
        .collect();
    let digest = Sha256::digest(path.as_os_str().as_encoded_bytes());
    let hash: String = digest
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{slug}-{hash}")
}

/// The folder of a library in our state folder; its root should be canonical.
pub fn library_folder(state_dir: &Path, root: &Path) -> PathBuf {
    state_dir.join("libraries").join(label(root))
}

/// Makes the folder of a library, with the file that says whose it is.
///
/// # Errors
/// What the system says.
pub fn make_library_folder(folder: &Path, root: &Path) -> io::Result<()> {
    let about = folder.join("library.json");
    if about.exists() {
        return Ok(());
    }
    let about_it = serde_json::json!({"format": 1, "path": root.to_string_lossy()});
    write(&about, format!("{about_it}\n").as_bytes())
}

/// Writes a file: a temporary one beside it, then a rename. Missing folders are made.
///
/// # Errors
/// What the system says; then the file is what it was.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(folder)?;
    // Made with 0600 by the crate.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// Gives a file that cannot be read another name, so that none takes its place for good. One that is gone is no fault.
///
/// # Errors
/// What the system says.
pub fn set_aside(path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let names = (1..=ASIDE).map(|number| match number {
        1 => path.with_file_name(format!("{name}.damaged")),
        number => path.with_file_name(format!("{name}.damaged-{number}")),
    });
    let mut aside = path.to_owned();
    for name in names {
        aside = name;
        if !aside.exists() {
            break;
        }
    }
    match std::fs::rename(path, &aside) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Holds a lock until it is dropped.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "its life is the lock")] File);

/// Takes a lock among the processes of this program. Waits up to two seconds for another that holds it.
///
/// # Errors
/// When another holds it all that time, or the system refuses.
pub fn lock(path: &Path) -> io::Result<Lock> {
    make_folder(path.parent().unwrap_or(Path::new(".")))?;
    let mut open = OpenOptions::new();
    let file = open.create(true).append(true).mode(0o600).open(path)?;
    for _ in 0..TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(Lock(file)),
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    let message = format!("{} is held by another process", path.display());
    Err(io::Error::new(io::ErrorKind::WouldBlock, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn what_is_written_is_private_and_whole() {
        let folder = tempfile::tempdir().unwrap();
        let root = Path::new("/a/My Skills");
        let place = library_folder(folder.path(), root);
        make_library_folder(&place, root).unwrap();
        let file = place.join("x.json");
        write(&file, b"one").unwrap();
        write(&file, b"two").unwrap();
        let _lock = lock(&place.join("x.lock")).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&place), 0o700);
        assert_eq!(mode(place.parent().unwrap()), 0o700);
        let mut names: Vec<_> = std::fs::read_dir(&place)
            .unwrap()
            .map(|entry| entry.unwrap())
            .inspect(|entry| assert_eq!(mode(&entry.path()), 0o600))
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["library.json", "x.json", "x.lock"]);
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        let about = std::fs::read_to_string(place.join("library.json")).unwrap();
        assert_eq!(about, "{\"format\":1,\"path\":\"/a/My Skills\"}\n");
    }

    #[test]
    fn what_is_damaged_is_kept_beside_a_few_times() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.json");
        for number in 0..12 {
            std::fs::write(&file, format!("{number}")).unwrap();
            set_aside(&file).unwrap();
        }
        let kept = std::fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(kept, 9);
        let first = std::fs::read_to_string(folder.path().join("x.json.damaged")).unwrap();
        assert_eq!(first, "0");
    }
}
