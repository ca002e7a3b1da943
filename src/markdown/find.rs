//! Finding text on a page: smart case, through wrapped rows, with offsets that stay right when
//! folding changes lengths. Not here: drawing matches, moving between them.

use std::ops::Range;

use super::row::{Line, Row, lines};
use crate::text::fold::Folded;

/// A match, in as many parts as rows it stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Row, and bytes of its text.
    pub parts: Vec<(usize, Range<usize>)>,
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// Any of these; an empty one matches nothing.
    pub phrases: Vec<String>,
    /// Case counts.
    pub exact: bool,
}

impl Words {
    /// One phrase; case counts only when it has a capital letter.
    pub fn phrase(text: &str) -> Self {
        Words {
            phrases: vec![text.to_owned()],
            exact: text.chars().any(char::is_uppercase),
        }
    }
}

/// All matches, from top to bottom; those of one phrase do not overlap.
pub fn find(rows: &[Row], words: &Words) -> Vec<Match> {
    let folded = words.phrases.iter();
    let folded = folded.map(|phrase| Folded::new(phrase, words.exact).text);
    let needles: Vec<_> = folded.filter(|needle| !needle.is_empty()).collect();
    if needles.is_empty() {
        return Vec::new();
    }
    let mut matches = Vec::new();
    for line in lines(rows) {
        let hay = Folded::new(&line.text, words.exact);
        for needle in &needles {
            for (from, found) in hay.text.match_indices(&**needle) {
                let place = hay.original(from..from + found.len());
                let parts = parts(&line, &place);
                if !parts.is_empty() {
                    matches.push(Match { parts });
                }
            }
        }
    }
    // Cells of one table row are searched one after the other.
    matches.sort_by_key(|found| found.parts.first().map(|(row, range)| (*row, range.start)));
    // An `s` stands twice in a `ß`.
    matches.dedup();
    matches
}

/// The bytes `place` of a line, row by row.
fn parts(line: &Line, place: &Range<usize>) -> Vec<(usize, Range<usize>)> {
    let part = |piece: &super::row::Piece| {
        let end = piece.at + piece.range.len();
        let from = place.start.clamp(piece.at, end) - piece.at;
        let to = place.end.clamp(piece.at, end) - piece.at;
        (from < to).then(|| (piece.row, piece.range.start + from..piece.range.start + to))
    };
    line.pieces.iter().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::{Highlights, Layout, Markdown};

    fn found(source: &str, width: usize, query: &str) -> Vec<Vec<(usize, String)>> {
        let page = Markdown::parse(source).layout(&Layout::new(width), &Highlights::default());
        let text = |(row, range): &(usize, Range<usize>)| {
            (*row, page.rows[*row].text()[range.clone()].to_owned())
        };
        let matches = find(&page.rows, &Words::phrase(query));
        let texts = matches.iter().map(|m| m.parts.iter().map(text).collect());
        texts.collect()
    }

    fn at(row: usize, text: &str) -> (usize, String) {
        (row, text.to_owned())
    }

    #[test]
    fn case_counts_only_with_a_capital() {
        let source = "Run run RUN";
        assert_eq!(found(source, 40, "run").len(), 3);
        assert_eq!(found(source, 40, "Run"), [[at(0, "Run")]]);
        assert!(found(source, 40, "").is_empty());
        assert!(found(source, 40, "xyz").is_empty());
    }

    #[test]
    fn several_phrases_are_found_in_the_order_of_the_page() {
        let page =
            Markdown::parse("beta Alpha\n\nalpha").layout(&Layout::new(40), &Highlights::default());
        let starts = |phrases: &[&str], exact| {
            let phrases = phrases.iter().map(|it| (*it).to_owned()).collect();
            let matches = find(&page.rows, &Words { phrases, exact });
            let starts = matches.into_iter().map(|it| {
                let (row, range) = it.parts[0].clone();
                (row, range.start)
            });
            starts.collect::<Vec<_>>()
        };
        assert_eq!(
            starts(&["alpha", "", "beta"], false),
            [(0, 0), (0, 5), (2, 0)]
        );
        assert_eq!(starts(&["alpha", "beta"], true), [(0, 0), (2, 0)]);
    }

    #[test]
    fn matches_go_through_wrapped_rows() {
        assert_eq!(
            found("> one two three", 9, "two three"),
            [[at(0, "two"), at(1, "three")]]
        );
        assert_eq!(
            found("abcdefghijkl", 8, "ghij"),
            [[at(0, "gh"), at(1, "ij")]]
        );
        // Two paragraphs are two lines.
        assert!(found("one\n\ntwo", 40, "one two").is_empty());
    }

    #[test]
    fn cells_are_searched_as_cells() {
        let table = "| a | b |\n|--|--|\n| see the long text | see |";
        assert_eq!(
            found(table, 20, "see"),
            [[at(2, "see")], [at(2, "see")]],
            "in the order of the screen"
        );
        assert_eq!(found(table, 14, "the long").len(), 1);
    }

    #[test]
    fn folding_that_changes_lengths_keeps_offsets() {
        assert_eq!(found("İİ straẞe x", 40, "straße"), [[at(0, "straẞe")]]);
        assert_eq!(found("İstanbul İs", 40, "i"), [[at(0, "İ")], [at(0, "İ")]]);
        assert_eq!(found("aß", 40, "s"), [[at(0, "ß")]]);
        assert_eq!(
            found("ÄÖÜ äöü", 40, "äöü"),
            [[at(0, "ÄÖÜ")], [at(0, "äöü")]]
        );
    }
}
