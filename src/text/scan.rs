//! Looking for single bytes in long texts, a block at a time.
//!
//! Most of a skill is plain ASCII. A block without an odd byte is passed over in a few vector
//! instructions, so that checks of every byte cost a look at a library next to nothing. Not here:
//! what is odd.

/// Bytes looked at at once. Counters of a block fit into a byte.
const BLOCK: usize = 64;

/// The place of the first byte at or after `from` that is `odd`.
pub fn find(bytes: &[u8], from: usize, odd: impl Fn(u8) -> bool) -> Option<usize> {
    let rest = bytes.get(from..)?;
    // Odd bytes come in runs.
    if odd(*rest.first()?) {
        return Some(from);
    }
    let (blocks, _) = rest.as_chunks::<BLOCK>();
    // No early exit inside a block: that is what lets it be done at once.
    let plain = |block: &&[u8; BLOCK]| !block.iter().fold(false, |any, byte| any | odd(*byte));
    let skipped = blocks.iter().take_while(plain).count() * BLOCK;
    let tail = rest.get(skipped..)?;
    let at = tail.iter().position(|byte| odd(*byte))?;
    Some(from + skipped + at)
}

/// How many of the bytes are `odd`.
pub fn count(bytes: &[u8], odd: impl Fn(u8) -> bool) -> usize {
    let (blocks, tail) = bytes.as_chunks::<BLOCK>();
    let of = |bytes: &[u8]| bytes.iter().map(|byte| u8::from(odd(*byte))).sum::<u8>();
    blocks
        .iter()
        .map(|block| usize::from(of(block)))
        .sum::<usize>()
        + usize::from(of(tail))
}

/// The characters of `text` that begin with an `odd` byte, with their offsets. Bytes inside of a
/// character are passed over whatever they are.
pub fn chars(text: &str, odd: impl Fn(u8) -> bool) -> impl Iterator<Item = (usize, char)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = find(text.as_bytes(), from, &odd)?;
        let c = text.get(at..)?.chars().next()?;
        from = at + c.len_utf8();
        Some((at, c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn odd(byte: u8) -> bool {
        !(0x20..0x80).contains(&byte)
    }

    proptest! {
        #[test]
        fn as_one_byte_after_the_other(
            bytes in proptest::collection::vec(prop_oneof![50 => Just(b'a'), 1 => any::<u8>()], 0..300),
            from in 0usize..320,
        ) {
            let slow = (from..bytes.len()).find(|at| odd(bytes[*at]));
            prop_assert_eq!(find(&bytes, from, odd), slow);
            let slow = bytes.iter().filter(|byte| odd(**byte)).count();
            prop_assert_eq!(count(&bytes, odd), slow);
        }

        #[test]
        fn as_one_character_after_the_other(text in "([a-z ]{0,90}[\\PCé技\n]{0,2}){0,4}") {
            let found: Vec<_> = chars(&text, odd).collect();
            let slow = text.char_indices().filter(|(at, _)| odd(text.as_bytes()[*at]));
            prop_assert_eq!(found, slow.collect::<Vec<_>>());
        }
    }
}
