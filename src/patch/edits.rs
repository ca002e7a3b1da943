//! Edits: replacements of byte ranges, bound to the bytes they were made for.
//!
//! A set of edits knows the hash of its base and of its result, so it can be shown, kept, inverted and
//! put behind another one, and never lands on other bytes. It does not say why (that is the caller's).

use std::collections::VecDeque;
use std::ops::Range;

use sha2::{Digest, Sha256};

/// One replacement. An empty range inserts, empty bytes delete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes of the base that go.
    pub range: Range<usize>,
    /// The bytes that come.
    pub with: Vec<u8>,
}

impl Edit {
    /// Puts bytes in the place of a range.
    pub fn replace(range: Range<usize>, with: impl Into<Vec<u8>>) -> Self {
        let with = with.into();
        Edit { range, with }
    }

    /// Puts bytes before an offset.
    pub fn insert(at: usize, with: impl Into<Vec<u8>>) -> Self {
        Self::replace(at..at, with)
    }

    /// Takes a range away.
    pub fn delete(range: Range<usize>) -> Self {
        Self::replace(range, Vec::new())
    }

    /// The same, so many bytes further on.
    pub fn shifted(mut self, by: usize) -> Self {
        self.range = self.range.start + by..self.range.end + by;
        self
    }

    fn is_nothing(&self) -> bool {
        self.range.is_empty() && self.with.is_empty()
    }
}

/// Why edits cannot be made or applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// A range ends behind the base, or before it starts.
    #[error("an edit of bytes {} to {} does not fit a text of {length} bytes", .range.start, .range.end)]
    OutOfRange {
        /// The range.
        range: Range<usize>,
        /// Bytes of the base.
        length: usize,
    },
    /// Two edits claim the same byte.
    #[error("two edits overlap at byte {at}")]
    Overlap {
        /// The first byte that both claim.
        at: usize,
    },
    /// The bytes are not those that the edits were made for.
    #[error("the text has changed since the edits were made")]
    OtherBase,
}

type Hash = [u8; 32];

fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// Replacements against known bytes: sorted, apart from each other, none that does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edits {
    base: Hash,
    base_length: usize,
    result: Hash,
    list: Vec<Edit>,
}

impl Edits {
    /// Edits for a base. Order does not matter but for insertions at one offset, which keep theirs.
    ///
    /// # Errors
    /// [`EditError::OutOfRange`] and [`EditError::Overlap`].
    pub fn new(base: &[u8], mut edits: Vec<Edit>) -> Result<Self, EditError> {
        edits.retain(|edit| !edit.is_nothing());
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let mut list: Vec<Edit> = Vec::with_capacity(edits.len());
        for edit in edits {
            let Range { start, end } = edit.range;
            if start > end || end > base.len() {
                return Err(EditError::OutOfRange {
                    range: edit.range,
                    length: base.len(),
                });
            }
            match list.last_mut() {
                Some(last) if start < last.range.end => {
                    return Err(EditError::Overlap { at: start });
                }
                // What touches is one edit, so that equal changes are equal values.
                Some(last) if start == last.range.end => {
                    last.range.end = end;
                    last.with.extend(edit.with);
                }
                _ => list.push(edit),
            }
        }
        let mut edits = Edits {
            base: hash(base),
            base_length: base.len(),
            result: Hash::default(),
            list,
        };
        edits.result = hash(&edits.written(base));
        Ok(edits)
    }

    /// No change of a base.
    pub fn none(base: &[u8]) -> Self {
        let hash = hash(base);
        Edits {
            base: hash,
            base_length: base.len(),
            result: hash,
            list: Vec::new(),
        }
    }

    /// The replacements in the order of their places.
    pub fn list(&self) -> &[Edit] {
        &self.list
    }

    /// There is nothing to change.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The changed bytes.
    ///
    /// # Errors
    /// [`EditError::OtherBase`] when the bytes are not those the edits were made for.
    pub fn apply(&self, base: &[u8]) -> Result<Vec<u8>, EditError> {
        if hash(base) != self.base {
            return Err(EditError::OtherBase);
        }
        Ok(self.written(base))
    }

    fn written(&self, base: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(base.len());
        let mut at = 0;
        for edit in &self.list {
            out.extend_from_slice(base.get(at..edit.range.start).unwrap_or_default());
            out.extend_from_slice(&edit.with);
            at = edit.range.end;
        }
        out.extend_from_slice(base.get(at..).unwrap_or_default());
        out
    }

    /// The edits that take the result back to this base.
    ///
    /// # Errors
    /// [`EditError::OtherBase`] when the bytes are not the base.
    pub fn invert(&self, base: &[u8]) -> Result<Self, EditError> {
        let result = self.apply(base)?;
        let mut list = Vec::with_capacity(self.list.len());
        let (mut from, mut at) = (0, 0);
        for edit in &self.list {
            at += edit.range.start - from;
            let end = at + edit.with.len();
            let old = base.get(edit.range.clone()).unwrap_or_default();
            list.push(Edit::replace(at..end, old));
            (from, at) = (edit.range.end, end);
        }
        Ok(Edits {
            base: self.result,
            base_length: result.len(),
            result: self.base,
            list,
        })
    }

    /// These edits and then others, which were made for their result, as one set for this base.
    ///
    /// # Errors
    /// [`EditError::OtherBase`] when the others were made for something else.
    pub fn then(&self, next: &Edits) -> Result<Self, EditError> {
        if next.base != self.result {
            return Err(EditError::OtherBase);
        }
        let mut pieces = self.pieces();
        let mut out = Writer::default();
        let mut at = 0;
        for edit in &next.list {
            take(&mut pieces, edit.range.start - at, |piece| out.piece(piece));
            take(&mut pieces, edit.range.end - edit.range.start, |_| {});
            out.pending.extend_from_slice(&edit.with);
            at = edit.range.end;
        }
        take(&mut pieces, usize::MAX, |piece| out.piece(piece));
        out.flush(self.base_length);
        Ok(Edits {
            base: self.base,
            base_length: self.base_length,
            result: next.result,
            list: out.list,
        })
    }

    /// The result as pieces of the base and new bytes.
    fn pieces(&self) -> VecDeque<Piece<'_>> {
        let mut pieces = VecDeque::with_capacity(2 * self.list.len() + 1);
        let mut at = 0;
        for edit in &self.list {
            pieces.push_back(Piece::Kept(at..edit.range.start));
            pieces.push_back(Piece::New(&edit.with));
            at = edit.range.end;
        }
        pieces.push_back(Piece::Kept(at..self.base_length));
        pieces
    }
}

/// A run of a result.
enum Piece<'a> {
    /// Bytes of the base.
    Kept(Range<usize>),
    /// Bytes of an edit.
    New(&'a [u8]),
}

impl<'a> Piece<'a> {
    fn length(&self) -> usize {
        match self {
            Piece::Kept(range) => range.len(),
            Piece::New(bytes) => bytes.len(),
        }
    }

    fn split(self, at: usize) -> (Piece<'a>, Piece<'a>) {
        match self {
            Piece::Kept(Range { start, end }) => {
                let middle = (start + at).min(end);
                (Piece::Kept(start..middle), Piece::Kept(middle..end))
            }
            Piece::New(bytes) => {
                let (before, behind) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
                (Piece::New(before), Piece::New(behind))
            }
        }
    }
}

/// Takes so many bytes from the front.
fn take<'a>(pieces: &mut VecDeque<Piece<'a>>, mut length: usize, mut with: impl FnMut(Piece<'a>)) {
    while length > 0 {
        let Some(piece) = pieces.pop_front() else {
            return;
        };
        if piece.length() <= length {
            length -= piece.length();
            with(piece);
        } else {
            let (before, behind) = piece.split(length);
            pieces.push_front(behind);
            with(before);
            return;
        }
    }
}

/// Collects a result, piece by piece, as edits of the base.
#[derive(Default)]
struct Writer {
    list: Vec<Edit>,
    pending: Vec<u8>,
    /// What of the base is dealt with.
    at: usize,
}

impl Writer {
    fn piece(&mut self, piece: Piece<'_>) {
        match piece {
            Piece::New(bytes) => self.pending.extend_from_slice(bytes),
            Piece::Kept(range) if range.is_empty() => {}
            Piece::Kept(range) => {
                self.flush(range.start);
                self.at = range.end;
            }
        }
    }

    fn flush(&mut self, until: usize) {
        let edit = Edit::replace(self.at..until, std::mem::take(&mut self.pending));
        if !edit.is_nothing() {
            self.list.push(edit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn refuses_what_does_not_fit() {
        let base = b"abcdef";
        let of = |edits: Vec<Edit>| Edits::new(base, edits);
        assert_eq!(
            of(vec![Edit::delete(4..7)]),
            Err(EditError::OutOfRange {
                range: 4..7,
                length: 6
            })
        );
        assert_eq!(
            of(vec![Edit::delete(2..4), Edit::replace(0..3, "x")]),
            Err(EditError::Overlap { at: 2 })
        );
        let edits = of(vec![Edit::insert(6, "!"), Edit::replace(0..1, "X")]).unwrap();
        assert_eq!(edits.apply(base).unwrap(), b"Xbcdef!");
        assert_eq!(edits.apply(b"abcdeg"), Err(EditError::OtherBase));
        assert_eq!(edits.invert(b"abcdeg"), Err(EditError::OtherBase));
        assert_eq!(edits.then(&edits), Err(EditError::OtherBase));
    }

    #[test]
    fn equal_changes_are_equal_values() {
        let base = b"abcdef";
        let one = Edits::new(
            base,
            vec![
                Edit::replace(2..3, "x"),
                Edit::insert(3, "y"),
                Edit::insert(3, "z"),
                Edit::delete(3..4),
                Edit::insert(0, ""),
            ],
        );
        let other = Edits::new(base, vec![Edit::replace(2..4, "xyz")]);
        assert_eq!(one, other);
    }

    /// A base and edits that fit it, made from gaps and lengths.
    fn base_and_edits() -> impl Strategy<Value = (Vec<u8>, Edits)> {
        let edit = (
            0usize..6,
            0usize..6,
            proptest::collection::vec(any::<u8>(), 0..5),
        );
        (
            proptest::collection::vec(any::<u8>(), 0..60),
            proptest::collection::vec(edit, 0..6),
        )
            .prop_map(|(base, wanted)| {
                let edits = fitting(&base, wanted);
                (base, edits)
            })
    }

    fn fitting(base: &[u8], wanted: Vec<(usize, usize, Vec<u8>)>) -> Edits {
        let mut at = 0;
        let mut list = Vec::new();
        for (gap, length, with) in wanted {
            let start = (at + gap).min(base.len());
            let end = (start + length).min(base.len());
            list.push(Edit {
                range: start..end,
                with,
            });
            at = end;
        }
        Edits::new(base, list).unwrap()
    }

    proptest! {
        #[test]
        fn inverted_edits_take_it_back((base, edits) in base_and_edits()) {
            let result = edits.apply(&base).unwrap();
            let back = edits.invert(&base).unwrap();
            prop_assert_eq!(&back.apply(&result).unwrap(), &base);
            prop_assert_eq!(back.invert(&result).unwrap(), edits);
        }

        #[test]
        fn one_behind_the_other_is_one(
            (base, first) in base_and_edits(),
            wanted in proptest::collection::vec(
                (0usize..6, 0usize..6, proptest::collection::vec(any::<u8>(), 0..5)), 0..6),
        ) {
            let middle = first.apply(&base).unwrap();
            let second = fitting(&middle, wanted);
            let both = first.then(&second).unwrap();
            prop_assert_eq!(both.apply(&base).unwrap(), second.apply(&middle).unwrap());
            // It is what would have been made at once.
            prop_assert_eq!(Edits::new(&base, both.list().to_vec()).unwrap(), both);
        }
    }
}
