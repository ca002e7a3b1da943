//! Hits in the order of their rank, merged as they come. A plain value: a list on a screen can show
//! it after each batch.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::search::Hit;
use crate::store::catalog::SkillId;

/// Hits, the best first; one for each skill.
///
/// The order depends on the hits alone and not on when they came: a hit keeps its place among the
/// others, and only better ones push it down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    hits: Vec<Hit>,
}

impl Results {
    /// Takes hits in any order. One of a skill that is there already takes its place: a skill is
    /// found by its name first, and again with its lines.
    pub fn insert(&mut self, batch: Vec<Hit>) {
        let renewed: HashSet<&SkillId> = batch.iter().map(|hit| &hit.id).collect();
        self.hits.retain(|hit| !renewed.contains(&hit.id));
        self.hits.extend(batch);
        // Two runs, of which the first is in order: little more than a merge.
        self.hits.sort_by(|a, b| order(a).cmp(&order(b)));
    }

    /// All hits, the best first.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// Where a skill stands, from 0.
    pub fn position(&self, id: &SkillId) -> Option<usize> {
        self.hits.iter().position(|hit| hit.id == *id)
    }

    /// Matching lines of all hits, kept or not.
    pub fn lines(&self) -> usize {
        let of = |hit: &Hit| hit.lines.len() + hit.more_lines;
        self.hits.iter().map(of).sum()
    }
}

fn order(hit: &Hit) -> impl Ord {
    (Reverse(hit.score), &hit.id.key, &hit.id.library)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::search::Score;
    use proptest::prelude::*;

    fn hit(key: &str, places: usize, count: usize) -> Hit {
        Hit {
            id: SkillId {
                library: "hermes".into(),
                key: key.into(),
            },
            score: Score { places, count },
            archived: false,
            in_name: false,
            in_description: false,
            lines: Vec::new(),
            more_lines: 0,
        }
    }

    fn keys(results: &Results) -> Vec<&str> {
        results.hits().iter().map(|hit| &*hit.id.key).collect()
    }

    #[test]
    fn places_come_first_then_the_count_then_the_key() {
        let mut results = Results::default();
        results.insert(vec![hit("b", 1, 9), hit("c", 1, 9)]);
        results.insert(vec![hit("a", 1, 9), hit("d", 1, 10), hit("e", 2, 1)]);
        assert_eq!(keys(&results), ["e", "d", "a", "b", "c"]);
        assert_eq!(results.position(&hit("b", 0, 0).id), Some(3));
        assert_eq!(results.position(&hit("x", 0, 0).id), None);
    }

    #[test]
    fn the_same_skill_stands_there_once_as_last_seen() {
        let mut results = Results::default();
        results.insert(vec![hit("a", 3, 1), hit("b", 2, 1)]);
        results.insert(vec![hit("a", 1, 7)]);
        assert_eq!(results.hits(), [hit("b", 2, 1), hit("a", 1, 7)]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_order_does_not_depend_on_the_batches(
            scores in proptest::collection::vec((0usize..3, 0usize..3), 0..30),
            cut in 0usize..30,
        ) {
            let all: Vec<Hit> = scores
                .iter()
                .enumerate()
                .map(|(key, (places, count))| hit(&format!("{key:02}"), *places, *count))
                .collect();
            let mut at_once = Results::default();
            at_once.insert(all.clone());
            let mut in_two = Results::default();
            let (first, second) = all.split_at(cut.min(all.len()));
            in_two.insert(second.to_vec());
            in_two.insert(first.to_vec());
            prop_assert_eq!(at_once, in_two);
        }
    }
}
