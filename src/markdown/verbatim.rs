//! Text that Markdown takes as it is: code and HTML, line by line, and the info string of a fence.
//! Not here: laying it out (`code`).

use std::ops::Range;

/// Text taken as it is, line by line, with the place of each line in the source.
#[derive(Default)]
pub(crate) struct Verbatim {
    pub text: String,
    pub places: Vec<Range<usize>>,
}

impl Verbatim {
    /// Adds `text`, read from the bytes `place` of `source`.
    pub(crate) fn push(&mut self, text: &str, place: &Range<usize>, source: &str) {
        // Where the parser made blanks of a tab there is no exact place within the range.
        let exact = source.get(place.clone()) == Some(text);
        let mut at = place.start;
        for line in text.split_inclusive('\n') {
            let next = if exact { at + line.len() } else { place.end };
            match self.places.last_mut() {
                Some(last) if !self.text.ends_with('\n') => last.end = next,
                _ => self.places.push(at..next),
            }
            self.text.push_str(line);
            at = next;
        }
    }
}

/// What stands after a fence, as written: the parser would resolve references in it. `line` is the
/// line with the fence, from the fence on.
pub(crate) fn info_string(line: &str) -> String {
    let fence = line.chars().next().unwrap_or('`');
    line.trim_start_matches(fence).trim().to_owned()
}

/// The word of an info string that names the language: `py` of `{.py title="x"}`, of `py,ignore`
/// and of `py:path/to/file`.
pub(crate) fn language_of(info: &str) -> &str {
    let end_of_word = |c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | ':' | ';');
    info.trim_start_matches(['{', '.', ' '])
        .split(end_of_word)
        .next()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_strings_name_a_language() {
        let cases = [
            ("```rust", "rust", "rust"),
            ("~~~~ py title=\"a b\"", "py title=\"a b\"", "py"),
            ("```{.sh}", "{.sh}", "sh"),
            ("```rust,ignore", "rust,ignore", "rust"),
            ("```ts:src/a.ts", "ts:src/a.ts", "ts"),
            ("```", "", ""),
        ];
        for (line, info, language) in cases {
            assert_eq!(info_string(line), info);
            assert_eq!(language_of(info), language, "{info}");
        }
    }

    #[test]
    fn lines_know_their_place() {
        // Two columns of a tab became blanks; carriage returns are left out.
        let source = "\tone\r\ntwo";
        let mut verbatim = Verbatim::default();
        verbatim.push("  ", &(0..1), source);
        verbatim.push("one", &(1..4), source);
        verbatim.push("\n", &(5..6), source);
        verbatim.push("two", &(6..9), source);
        assert_eq!(verbatim.text, "  one\ntwo");
        assert_eq!(verbatim.places, [0..6, 6..9]);
    }
}
