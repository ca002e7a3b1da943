//! Names that were probably meant: for messages about a name that is not known.

/// A longer name is no slip of the fingers.
const LONGEST: usize = 64;

/// The known name that is nearest to a wanted one, if one is near enough to be meant.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.chars().count() > LONGEST {
        return None;
    }
    let wanted = wanted.to_lowercase();
    let scored = known
        .into_iter()
        .map(|name| (distance(&wanted, &name.to_lowercase()), name));
    let (score, name) = scored.min_by_key(|(score, _)| *score)?;
    (score <= limit(&wanted)).then_some(name)
}

/// How many edits still count as near: a third of the name.
pub fn limit(name: &str) -> usize {
    (name.chars().count() / 3).clamp(1, 4)
}

/// Edits between two names; letters changed about are one edit, and so is a part of the other.
pub fn distance(a: &str, b: &str) -> usize {
    if a != b && a.len() >= 3 && (b.contains(a) || b.len() >= 3 && a.contains(b)) {
        return 1;
    }
    let b: Vec<char> = b.chars().collect();
    // The rows for what stands before the last two letters, and before the last.
    let mut older: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut letter_before = None;
    for (i, x) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        let mut before = None;
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&row, j) + usize::from(x != *y))
                .min(at(&next, j) + 1)
                .min(at(&row, j + 1) + 1);
            if letter_before == Some(*y) && before == Some(x) {
                best = best.min(at(&older, j.saturating_sub(1)) + 1);
            }
            before = Some(*y);
            next.push(best);
        }
        letter_before = Some(x);
        older = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let cases = [
            ("abc", "abc", 0),
            ("abc", "abd", 1),
            ("docker", "docker-deploy", 1),
            ("kitten", "sitting", 3),
            ("", "ab", 2),
            ("ab", "", 2),
            ("mosue", "mouse", 1),
            ("ab", "ba", 1),
            ("abcd", "badc", 2),
        ];
        for (a, b, edits) in cases {
            assert_eq!(distance(a, b), edits, "{a} {b}");
        }
    }

    #[test]
    fn only_near_names_are_meant() {
        let known = ["theme", "mouse", "watch", "keys"];
        let cases = [
            ("Mosue", Some("mouse")),
            ("themes", Some("theme")),
            ("kyes", Some("keys")),
            ("colour", None),
            ("", None),
        ];
        for (wanted, meant) in cases {
            assert_eq!(nearest(wanted, known), meant, "{wanted}");
        }
    }
}
