//! Marks of list items: bullets by depth, numbers as the author wrote them. Not here: indents.

use std::collections::HashSet;

use crate::text::{sanitize, width};

/// The items of one list, while it is read.
pub(crate) struct Items {
    ordered: bool,
    /// For each item the step that entered it, and its mark as written.
    items: Vec<(usize, String)>,
}

impl Items {
    pub(crate) fn new(ordered: bool) -> Self {
        Self {
            ordered,
            items: Vec::new(),
        }
    }

    pub(crate) fn bulleted(&self) -> bool {
        !self.ordered
    }

    /// An item that begins with `source` and was entered by step `op`.
    pub(crate) fn push(&mut self, op: usize, source: &str) {
        let digits = source.len()
            - source
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .len();
        let written = source.get(..digits + 1).unwrap_or(source);
        self.items.push((op, sanitize::line(written).into_owned()));
    }

    /// The mark of each item, as wide as the widest of the list, with a space after it. `depth`
    /// counts the bulleted lists around this one.
    pub(crate) fn markers(self, depth: usize) -> Vec<(usize, String)> {
        if !self.ordered {
            let bullet = if depth.is_multiple_of(2) {
                "• "
            } else {
                "◦ "
            };
            let items = self.items.into_iter();
            return items.map(|(op, _)| (op, bullet.to_owned())).collect();
        }
        // `1. 1. 1.` is the lazy way to write numbers: then they are counted.
        let distinct: HashSet<&str> = self.items.iter().map(|(_, mark)| mark.as_str()).collect();
        let counted = (distinct.len() == 1 && self.items.len() > 1)
            .then(|| self.items.first())
            .flatten()
            .and_then(|(_, mark)| split_number(mark));
        let marks: Vec<(usize, String)> = match counted {
            Some((first, sign)) => (first..)
                .zip(&self.items)
                .map(|(n, (op, _))| (*op, format!("{n}{sign}")))
                .collect(),
            None => self.items,
        };
        let widest = marks.iter().map(|(_, m)| width::of(m)).max().unwrap_or(0);
        marks
            .into_iter()
            .map(|(op, mark)| {
                let fill = " ".repeat(widest - width::of(&mark));
                (op, format!("{fill}{mark} "))
            })
            .collect()
    }
}

/// `12.` as 12 and `.`.
fn split_number(mark: &str) -> Option<(u64, String)> {
    let sign = mark.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = mark.strip_suffix(sign)?;
    Some((digits.parse().ok()?, sign.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::Items;

    fn marks(ordered: bool, depth: usize, sources: &[&str]) -> Vec<String> {
        let mut items = Items::new(ordered);
        for (op, source) in sources.iter().enumerate() {
            items.push(op, source);
        }
        let marks = items.markers(depth);
        marks.into_iter().map(|(_, mark)| mark).collect()
    }

    #[test]
    fn numbers_are_the_authors_unless_lazy() {
        assert_eq!(
            marks(true, 0, &["3. a", "4. b", "7. c"]),
            ["3. ", "4. ", "7. "]
        );
        assert_eq!(marks(true, 0, &["1) a", "1) b"]), ["1) ", "2) "]);
        assert_eq!(marks(true, 0, &["1. a"]), ["1. "]);
        assert_eq!(marks(true, 0, &["9. a", "10. b"]), [" 9. ", "10. "]);
        assert_eq!(marks(false, 0, &["- a", "* b"]), ["• ", "• "]);
        assert_eq!(marks(false, 1, &["- a"]), ["◦ "]);
    }
}
