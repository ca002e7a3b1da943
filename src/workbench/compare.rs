//! Comparing two skills: their files, and the bytes of their entry files.

use std::collections::BTreeMap;

use super::{MAX_SHOWN_BYTES, ReadError, Workbench};
use crate::store::catalog::Skill;
use crate::store::fs::Kind;

/// How two skills differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Which two.
    pub names: [String; 2],
    /// Files of the first only, with their bytes.
    pub only_left: Vec<(String, u64)>,
    /// Files of the second only, with their bytes.
    pub only_right: Vec<(String, u64)>,
    /// Files of both that differ, with their bytes; entry files are not among them.
    pub different: Vec<(String, [u64; 2])>,
    /// How many files are equal.
    pub equal: usize,
    /// The entry files, as far as they are compared.
    pub entries: [Vec<u8>; 2],
}

impl Comparison {
    /// Nothing differs.
    pub fn is_equal(&self) -> bool {
        let [left, right] = &self.entries;
        let files = [
            self.only_left.len(),
            self.only_right.len(),
            self.different.len(),
        ];
        left == right && files.iter().all(|count| *count == 0)
    }
}

impl Workbench {
    /// Compares two skills. Of files longer than 1 MiB only the first part is compared, and their size.
    ///
    /// # Errors
    /// When an entry file cannot be read.
    pub fn compare(&self, left: &Skill, right: &Skill) -> Result<Comparison, ReadError> {
        let entry = |skill: &Skill| self.read_bytes(&skill.file, MAX_SHOWN_BYTES);
        let files = |skill: &Skill| -> BTreeMap<String, u64> {
            let entry = skill.file.file_name().unwrap_or_default().to_string_lossy();
            let files = self.files(skill).files.into_iter();
            let files = files.filter(|file| file.kind != Kind::Dir && file.path != entry);
            files.map(|file| (file.path, file.size)).collect()
        };
        let mut comparison = Comparison {
            names: [left.id.to_string(), right.id.to_string()],
            only_left: Vec::new(),
            only_right: Vec::new(),
            different: Vec::new(),
            equal: 0,
            entries: [entry(left)?, entry(right)?],
        };
        let (mine, mut theirs) = (files(left), files(right));
        for (path, size) in mine {
            match theirs.remove(&path) {
                None => comparison.only_left.push((path, size)),
                Some(other) if size == other && self.is_same(left, right, &path) => {
                    comparison.equal += 1;
                }
                Some(other) => comparison.different.push((path, [size, other])),
            }
        }
        comparison.only_right.extend(theirs);
        Ok(comparison)
    }

    /// A file of both packages reads the same. One that cannot be read is not.
    fn is_same(&self, left: &Skill, right: &Skill, path: &str) -> bool {
        let read = |skill: &Skill| {
            let full = self.inside(skill, path)?;
            self.read_bytes(&full, MAX_SHOWN_BYTES)
        };
        matches!((read(left), read(right)), (Ok(left), Ok(right)) if left == right)
    }
}
