//! The file system as far as reading needs it: a small trait, so that tests count and fault calls.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::TryLockError;
use std::io::{self, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, AtFlags, CWD, OFlags};
use serde::{Deserialize, Serialize};

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Dir,
    /// A symbolic link.
    Link,
    /// A socket, pipe or device: never opened.
    Other,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirEntry {
    /// Its name, which need not be UTF-8.
    pub name: OsString,
    /// What it is, links not followed.
    pub kind: Kind,
}

/// What the file system knows of a path without opening it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// What it is.
    pub kind: Kind,
    /// Bytes.
    pub size: u64,
    /// Nanoseconds since the epoch of the last change of the content.
    pub modified: i64,
    /// Nanoseconds since the epoch of the last change of content, name or mode.
    pub changed: i64,
    /// Inode number.
    pub inode: u64,
    /// Permission bits.
    pub mode: u32,
}

/// Reading access to a file system.
pub trait Fs: Send + Sync {
    /// The entries of a folder, in no order.
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>>;
    /// Stats a path without following a link.
    fn lstat(&self, path: &Path) -> io::Result<Stat>;
    /// Stats what a path leads to.
    fn stat(&self, path: &Path) -> io::Result<Stat>;
    /// At most `limit` bytes of a file, links followed.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>>;
    /// Where a link points, as written in it.
    fn read_link(&self, path: &Path) -> io::Result<PathBuf>;
    /// The absolute path without links.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// The system would let us write there; nothing is tried.
    fn writable(&self, path: &Path) -> bool {
        rustix::fs::accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS).is_ok()
    }

    /// Somebody holds a lock on a file that is there. Never waits.
    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        match open(path)?.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// A file's name or path as a text: bytes that are not UTF-8 as `\xE9`, so that no two names become
/// one.
pub fn text_of(name: &OsStr) -> Cow<'_, str> {
    if let Some(text) = name.to_str() {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in name.as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02X}"));
        }
    }
    Cow::Owned(text)
}

/// The name or path that [`text_of`] made this text of.
pub fn name_of(text: &str) -> OsString {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\x") {
        bytes.extend(before.as_bytes());
        let byte = after
            .get(..2)
            .and_then(|it| u8::from_str_radix(it, 16).ok());
        rest = match (byte, after.get(2..)) {
            (Some(byte), Some(behind)) if !byte.is_ascii() => {
                bytes.push(byte);
                behind
            }
            _ => {
                bytes.extend(b"\\x");
                after
            }
        };
    }
    bytes.extend(rest.as_bytes());
    OsString::from_vec(bytes)
}

/// The real file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Fs for Disk {
    fn read_dir(&self, path: &Path) -> io::Result<Vec<DirEntry>> {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(path)? {
            let entry = entry?;
            let kind = entry.file_type().map_or(Kind::Other, kind_of);
            entries.push(DirEntry {
                name: entry.file_name(),
                kind,
            });
        }
        Ok(entries)
    }

    fn lstat(&self, path: &Path) -> io::Result<Stat> {
        std::fs::symlink_metadata(path).map(|meta| stat_of(&meta))
    }

    fn stat(&self, path: &Path) -> io::Result<Stat> {
        std::fs::metadata(path).map(|meta| stat_of(&meta))
    }

    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let file = open(path)?;
        let meta = file.metadata()?;
        if !meta.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "not a regular file",
            ));
        }
        let expected = meta.len().min(limit);
        let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or(0));
        file.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn read_link(&self, path: &Path) -> io::Result<PathBuf> {
        std::fs::read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        std::fs::canonicalize(path)
    }
}

/// Opens a file for reading. A pipe without a writer would block the opening for ever.
fn open(path: &Path) -> io::Result<std::fs::File> {
    let flags = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    std::fs::OpenOptions::new()
        .read(true)
        .custom_flags(flags)
        .open(path)
}

fn kind_of(kind: std::fs::FileType) -> Kind {
    if kind.is_symlink() {
        Kind::Link
    } else if kind.is_dir() {
        Kind::Dir
    } else if kind.is_file() {
        Kind::File
    } else {
        Kind::Other
    }
}

fn stat_of(meta: &std::fs::Metadata) -> Stat {
    let nanoseconds =
        |seconds: i64, part: i64| seconds.saturating_mul(1_000_000_000).saturating_add(part);
    Stat {
        kind: kind_of(meta.file_type()),
        size: meta.size(),
        modified: nanoseconds(meta.mtime(), meta.mtime_nsec()),
        changed: nanoseconds(meta.ctime(), meta.ctime_nsec()),
        inode: meta.ino(),
        mode: meta.mode() & 0o7777,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_no_text_keep_apart() {
        let cases: [(&[u8], &str); 5] = [
            (b"plain", "plain"),
            ("caf\u{E9}".as_bytes(), "caf\u{E9}"),
            (b"caf\xE9/a", "caf\\xE9/a"),
            (b"\xE9\xEA", "\\xE9\\xEA"),
            (b"a\\x41 \\x", "a\\x41 \\x"),
        ];
        for (bytes, text) in cases {
            let name = OsStr::from_bytes(bytes);
            assert_eq!(text_of(name), text);
            assert_eq!(name_of(text), name);
        }
    }

    #[test]
    fn pipes_sockets_and_folders_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for path in [&pipe, &socket, &folder.path().to_owned()] {
            assert!(Disk.read(path, 10).is_err(), "{}", path.display());
        }
        let file = folder.path().join("file");
        std::fs::write(&file, "12345").unwrap();
        assert_eq!(Disk.read(&file, 3).unwrap(), b"123");
    }
}
