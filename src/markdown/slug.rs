//! Anchors of headings, as GitHub makes them, unique within a document.

use std::collections::HashMap;

/// Hands out anchors in the order of the headings.
#[derive(Default)]
pub(crate) struct Slugs {
    /// For each anchor given out the number that the next equal heading tries.
    seen: HashMap<String, usize>,
}

impl Slugs {
    /// The anchor of a heading with this text: lower case, blanks as hyphens, punctuation gone;
    /// a repeated one gets `-1`, `-2` and so on.
    pub(crate) fn anchor(&mut self, text: &str) -> String {
        let base: String = text
            .trim()
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                '-' | '_' => Some(c),
                _ => c.is_alphanumeric().then_some(c),
            })
            .flat_map(char::to_lowercase)
            .collect();
        let Some(mut count) = self.seen.get(&base).copied() else {
            self.seen.insert(base.clone(), 1);
            return base;
        };
        // Counted on from the last one, so that many equal headings stay cheap.
        let anchor = loop {
            let anchor = format!("{base}-{count}");
            count += 1;
            if !self.seen.contains_key(&anchor) {
                break anchor;
            }
        };
        self.seen.insert(base, count);
        self.seen.insert(anchor.clone(), 1);
        anchor
    }
}

#[cfg(test)]
mod tests {
    use super::Slugs;

    #[test]
    fn anchors_are_githubs() {
        let mut slugs = Slugs::default();
        let cases = [
            ("Quick Start", "quick-start"),
            ("Step 1: `run` it!", "step-1-run-it"),
            ("Quick start", "quick-start-1"),
            ("QUICK START", "quick-start-2"),
            ("a_b - c", "a_b---c"),
            ("快速 Überblick", "快速-überblick"),
            ("quick-start-1", "quick-start-1-1"),
            ("🚀", ""),
            ("🚀🚀", "-1"),
        ];
        for (text, anchor) in cases {
            assert_eq!(slugs.anchor(text), anchor, "{text}");
        }
    }
}
