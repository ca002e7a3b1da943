//! The stat cache: summaries of files that did not change since they were read.
//!
//! A file is taken as unchanged when kind, size, both time stamps and inode are what they were, and
//! when it was not read within the grain of its own time stamp (a later write in the same grain
//! would leave no trace). The cache lives in our cache folder; it may be thrown away at any time.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fs::{Fs, Stat};
use super::own;
use crate::skill::Summary;

/// Changes with the shape or the meaning of what is cached.
const VERSION: u32 = 5;

/// Larger cache files than this are not ours.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Time stamps of common file systems tick at most this slowly, nanoseconds.
const FINE_GRAIN: i64 = 50_000_000;

/// A stamp without a fraction may come from a file system that ticks in (two) seconds.
const COARSE_GRAIN: i64 = 2_000_000_000;

/// What was learnt from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Learnt {
    /// A `SKILL.md`.
    Skill(Arc<Summary>),
    /// The blurb of a `DESCRIPTION.md`.
    Blurb(Option<String>),
}

/// What was learnt from a file, with the stat that it had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cached {
    stat: Stat,
    /// It was read so soon after its last change that another change may hide in the same stamp.
    unsure: bool,
    learnt: Learnt,
}

impl Cached {
    /// What was learnt from a file that was statted before and read after `now` (nanoseconds since
    /// the epoch).
    pub fn new(stat: Stat, learnt: Learnt, now: i64) -> Self {
        Cached {
            stat,
            unsure: is_unsure(&stat, now),
            learnt,
        }
    }

    /// What was learnt.
    pub fn learnt(&self) -> &Learnt {
        &self.learnt
    }
}

/// What was learnt from the files of a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    /// By the bytes of the path, which need not be UTF-8 and are hashed faster than its components.
    files: HashMap<Vec<u8>, Cached>,
}

impl FromIterator<(PathBuf, Cached)> for Cache {
    fn from_iter<T: IntoIterator<Item = (PathBuf, Cached)>>(files: T) -> Self {
        let bytes = |path: PathBuf| path.into_os_string().into_encoded_bytes();
        let files = files
            .into_iter()
            .map(|(path, cached)| (bytes(path), cached));
        Cache {
            files: files.collect(),
        }
    }
}

impl Cache {
    /// What is known of a file with this stat.
    pub fn get(&self, path: &Path, stat: &Stat) -> Option<&Cached> {
        let cached = self.files.get(path.as_os_str().as_encoded_bytes())?;
        (cached.stat == *stat && !cached.unsure).then_some(cached)
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Nothing is cached.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Loads the cache of a library. A missing, damaged or older file is an empty cache: it costs a
    /// second look at the files and nothing else.
    pub fn load(fs: &dyn Fs, path: &Path) -> Self {
        let Ok(bytes) = fs.read(path, MAX_BYTES) else {
            return Cache::default();
        };
        let stored: Result<(u32, HashMap<Vec<u8>, Cached>), _> = postcard::from_bytes(&bytes);
        match stored {
            Ok((VERSION, files)) => Cache { files },
            _ => Cache::default(),
        }
    }

    /// Writes the cache: a temporary file beside it, then a rename.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let bytes = postcard::to_stdvec(&(VERSION, &self.files)).map_err(io::Error::other)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&bytes)?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

fn is_unsure(stat: &Stat, now: i64) -> bool {
    let newest = stat.modified.max(stat.changed);
    let grain = if stat.modified % 1_000_000_000 == 0 && stat.changed % 1_000_000_000 == 0 {
        COARSE_GRAIN
    } else {
        FINE_GRAIN
    };
    newest >= now.saturating_sub(grain)
}

/// The cache file of a library: a readable slug and a hash of its canonical path.
pub fn file_name(root: &Path) -> String {
    format!("{}.stat", own::label(root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    use crate::store::fs::{Disk, Kind};

    fn stat(modified: i64, changed: i64) -> Stat {
        Stat {
            kind: Kind::File,
            size: 3,
            modified,
            changed,
            inode: 7,
            mode: 0o644,
        }
    }

    const SECOND: i64 = 1_000_000_000;

    #[test]
    fn a_changed_stat_or_a_fresh_read_is_a_miss() {
        let path = Path::new("a/SKILL.md");
        let known = stat(5 * SECOND + 1, 5 * SECOND + 1);
        let learnt = Learnt::Blurb(None);
        let put_at = |now: i64| {
            let cached = Cached::new(known, learnt.clone(), now);
            Cache::from_iter([(path.to_owned(), cached)])
        };
        let later = put_at(6 * SECOND);
        assert_eq!(later.get(path, &known).map(Cached::learnt), Some(&learnt));
        assert_eq!(later.get(Path::new("b"), &known), None);
        for changed in [
            Stat { size: 4, ..known },
            Stat { inode: 8, ..known },
            Stat {
                changed: 9,
                ..known
            },
            Stat {
                modified: 9,
                ..known
            },
        ] {
            assert_eq!(later.get(path, &changed), None);
        }
        // Read 10 ms after its own stamp, or stamped in the future: read it again.
        assert_eq!(put_at(5 * SECOND + 10_000_000).get(path, &known), None);
        assert_eq!(put_at(SECOND).get(path, &known), None);
    }

    #[test]
    fn whole_second_stamps_have_a_coarse_grain() {
        let coarse = stat(5 * SECOND, 5 * SECOND);
        assert!(is_unsure(&coarse, 6 * SECOND));
        assert!(!is_unsure(&coarse, 8 * SECOND));
    }

    #[test]
    fn survives_the_disk_and_any_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/cache.stat");
        let summary = Summary::of(b"---\nname: a\ndescription: d\n---\n".to_vec());
        let learnt = Learnt::Skill(Arc::new(summary));
        let cached = Cached::new(stat(1, 1), learnt, 5 * SECOND);
        let odd = std::ffi::OsStr::from_bytes(b"caf\xE9/SKILL.md");
        let cache = Cache::from_iter([
            ("x/SKILL.md".into(), cached.clone()),
            (PathBuf::from(odd), cached),
        ]);
        cache.save(&path).unwrap();
        assert_eq!(Cache::load(&Disk, &path), cache);
        let bytes = std::fs::read(&path).unwrap();
        for cut in 0..bytes.len() {
            std::fs::write(&path, &bytes[..cut]).unwrap();
            assert_eq!(Cache::load(&Disk, &path), Cache::default(), "cut at {cut}");
        }
        assert_eq!(
            Cache::load(&Disk, Path::new("/does/not/exist")),
            Cache::default()
        );
    }
}
