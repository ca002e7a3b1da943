//! How wide the columns of a table become. Prose gives way before tokens, tokens are cut at their
//! joints before letters are; when even that does not fit there are no columns. Pure arithmetic.

use super::breaks::{atoms, is_joint, may_break};
use super::document::Flow;

/// No word needs a wider column than this before it may be cut.
const LONG_WORD: usize = 24;
/// No column that has to shrink becomes narrower than this.
const MIN_COLUMN: usize = 4;
/// Up to this many words per cell on average a column holds tokens, not prose.
const WORDS_OF_TOKENS: usize = 2;

/// What a column would like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Metric {
    /// Cells of its widest cell.
    natural: usize,
    /// Cells of its widest word between blanks.
    token: usize,
    /// Cells of the widest piece that has no joint to be cut at.
    piece: usize,
    /// Whether its cells are sentences rather than names.
    prose: bool,
}

impl Metric {
    pub(crate) fn of<'a>(head: Option<&'a Flow>, body: impl Iterator<Item = &'a Flow>) -> Self {
        let mut metric = Self::default();
        if let Some(head) = head {
            metric.measure(head);
        }
        let (mut words, mut cells) = (0, 0);
        for flow in body {
            let count = metric.measure(flow);
            words += count;
            cells += usize::from(count > 0);
        }
        metric.prose = words > cells * WORDS_OF_TOKENS;
        metric
    }

    /// Takes a cell into account; returns its number of words.
    fn measure(&mut self, flow: &Flow) -> usize {
        let mut words = 0;
        let (mut line, mut token, mut piece) = (0, 0, 0);
        for span in &flow.spans {
            let mut before = "";
            for (_, g, cells) in atoms(&span.text, usize::MAX) {
                if g == "\n" {
                    (line, token, piece) = (0, 0, 0);
                    continue;
                }
                line += cells;
                self.natural = self.natural.max(line);
                if g == " " {
                    (token, piece) = (0, 0);
                } else {
                    words += usize::from(token == 0);
                    if may_break(before, g) {
                        (token, piece) = (0, 0);
                    }
                    token += cells;
                    piece += cells;
                    self.token = self.token.max(token);
                    self.piece = self.piece.max(piece);
                    if is_joint(g) {
                        piece = 0;
                    }
                }
                before = g;
            }
        }
        words
    }

    /// What it keeps as long as others can give way.
    fn comfortable(&self) -> usize {
        if self.prose {
            self.natural.min(self.token.clamp(12, LONG_WORD))
        } else {
            self.natural
        }
    }

    /// Words whole.
    fn tight(&self) -> usize {
        self.natural.min(self.token.max(MIN_COLUMN))
    }

    /// Words cut, at joints where they have some.
    fn least(&self) -> usize {
        self.tight().min(self.piece.clamp(MIN_COLUMN, LONG_WORD))
    }
}

/// The widths of columns that together have `room` cells; none when columns make no sense.
pub(crate) fn widths(metrics: &[Metric], room: usize) -> Option<Vec<usize>> {
    let levels: [fn(&Metric) -> usize; 4] = [
        |metric| metric.natural.max(1),
        |metric| metric.comfortable().max(1),
        |metric| metric.tight().max(1),
        |metric| metric.least().max(1),
    ];
    let at = |level: fn(&Metric) -> usize| metrics.iter().map(level).collect::<Vec<_>>();
    let mut wanted = at(|metric| metric.natural.max(1));
    for level in levels {
        let base = at(level);
        let sum: usize = base.iter().sum();
        if let Some(spare) = room.checked_sub(sum) {
            return Some(share(&base, &wanted, spare));
        }
        wanted = base;
    }
    None
}

/// `base` with `spare` cells given to those that want more, in proportion to what they want.
fn share(base: &[usize], wanted: &[usize], spare: usize) -> Vec<usize> {
    let needs: Vec<usize> = base
        .iter()
        .zip(wanted)
        .map(|(base, wanted)| wanted.saturating_sub(*base))
        .collect();
    let total: usize = needs.iter().sum();
    let spare = spare.min(total);
    let mut left = spare;
    let mut widths: Vec<usize> = base.to_vec();
    for (width, need) in widths.iter_mut().zip(&needs) {
        let part = (need * spare).checked_div(total).unwrap_or(0);
        *width += part;
        left -= part;
    }
    // What rounding left over.
    for (width, wanted) in widths.iter_mut().zip(wanted) {
        if left > 0 && *width < *wanted {
            *width += 1;
            left -= 1;
        }
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::ink::{Role, Span};

    fn column(cells: &[&str]) -> Metric {
        let flows: Vec<Flow> = cells
            .iter()
            .map(|text| Flow::from(Span::new(*text, Role::Text)))
            .collect();
        Metric::of(None, flows.iter())
    }

    #[test]
    fn metrics_tell_tokens_from_prose() {
        let tokens = Metric {
            natural: 10,
            token: 10,
            piece: 5,
            prose: false,
        };
        assert_eq!(column(&["--no-color", "-q"]), tokens);
        let prose = Metric {
            natural: 24,
            token: 7,
            piece: 7,
            prose: true,
        };
        assert_eq!(column(&["the longest of the cells", "a"]), prose);
        assert_eq!(column(&["技能库"]).token, 2);
    }

    #[test]
    fn prose_gives_way_first_then_tokens_are_cut_then_there_are_none() {
        let metrics = [
            column(&["terminal.integrated.fontFamily"]),
            column(&["what the terminal writes its text in, if it can"]),
        ];
        assert_eq!(widths(&metrics, 90), Some(vec![30, 47]));
        assert_eq!(widths(&metrics, 60), Some(vec![30, 30]));
        assert_eq!(widths(&metrics, 42), Some(vec![30, 12]));
        assert_eq!(widths(&metrics, 30), Some(vec![22, 8]));
        assert_eq!(widths(&metrics, 19), Some(vec![11, 8]));
        assert_eq!(widths(&metrics, 18), None);
    }

    #[test]
    fn no_cell_of_the_room_is_lost_to_rounding() {
        let metrics = [
            column(&["one two three four five six seven"]),
            column(&["a b c d e f g h i j k l m n o p q r s"]),
            column(&["tok"]),
        ];
        for room in 30..70 {
            let sum: usize = widths(&metrics, room).unwrap().iter().sum();
            assert_eq!(sum, room);
        }
    }
}
