//! A query, read from the line that a person types.
//!
//! | written | finds skills |
//! |---|---|
//! | `word` | that hold it, in the name, the description or the file; several words must all be there |
//! | `"two words"` | that hold them like this, on one line |
//! | `-word`, `-"two words"` | that do not hold it |
//! | `name:word` | that hold it in the name or the folder's name |
//! | `in:library` | of this library; of several, any |
//!
//! Everything is looked for as it is written: no character has another meaning. A capital letter
//! anywhere makes case count. `--word` is a word, for the options of programs; so is a lone `-`, and
//! any other `x:y`. Not here: looking anywhere (`search`).

use std::ops::Range;

use crate::text::fold::Folded;

/// A query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What has to be there; folded unless `exact`.
    pub(super) wanted: Vec<Term>,
    /// What must not be there.
    pub(super) excluded: Vec<Term>,
    /// Case counts.
    exact: bool,
    libraries: Vec<String>,
    excluded_libraries: Vec<String>,
    only: Option<String>,
}

/// A text to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    pub(super) needle: String,
    pub(super) scope: Scope,
}

/// Where a term is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Anywhere,
    Name,
}

/// Why a line is no query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// There is nothing in it.
    #[error("nothing to search for: give words, \"a phrase\" or name:WORD")]
    Empty,
    /// It only says what must not be there, or where.
    #[error("nothing to search for besides in: and -WORD: add a word that skills must hold")]
    NothingWanted,
    /// A phrase without its end.
    #[error("the quote at character {0} is not closed: write \" behind the phrase too")]
    Unclosed(
        /// From 1.
        usize,
    ),
    /// A phrase or field without text.
    #[error("{0} at character {1} has no text: write some behind it, or leave it out")]
    NoText(
        /// What stands there.
        String,
        /// From 1.
        usize,
    ),
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// When there is nothing to look for, or a part of it is not complete.
    pub fn parse(line: &str) -> Result<Self, QueryError> {
        let mut query = Query {
            wanted: Vec::new(),
            excluded: Vec::new(),
            exact: false,
            libraries: Vec::new(),
            excluded_libraries: Vec::new(),
            only: None,
        };
        let mut rest = line.trim_start();
        while !rest.is_empty() {
            let at = line.len() - rest.len();
            rest = query.read_one(line, at)?.trim_start();
        }
        let terms = || query.wanted.iter().chain(&query.excluded);
        query.exact = terms().any(|term| term.needle.chars().any(char::is_uppercase));
        if query.wanted.is_empty() {
            return Err(match line.trim() {
                "" => QueryError::Empty,
                _ => QueryError::NothingWanted,
            });
        }
        if !query.exact {
            for term in query.wanted.iter_mut().chain(&mut query.excluded) {
                term.needle = Folded::new(&term.needle, false).text.into_owned();
            }
        }
        Ok(query)
    }

    /// Reads what begins at byte `at` of the line, gives what follows it.
    fn read_one<'a>(&mut self, line: &'a str, at: usize) -> Result<&'a str, QueryError> {
        let whole = line.get(at..).unwrap_or_default();
        let sign = whole.strip_prefix('-').filter(|rest| {
            let next = rest.chars().next();
            next.is_some_and(|c| c != '-' && !c.is_whitespace())
        });
        let unsigned = sign.unwrap_or(whole);
        let field = ["name:", "in:"]
            .into_iter()
            .find(|field| unsigned.starts_with(field));
        let value = field
            .and_then(|field| unsigned.strip_prefix(field))
            .unwrap_or(unsigned);
        let start = line.len() - value.len();
        let number = |at: usize| line.get(..at).unwrap_or_default().chars().count() + 1;
        let (text, rest) = match value.strip_prefix('"') {
            Some(quoted) => quoted
                .split_once('"')
                .ok_or_else(|| QueryError::Unclosed(number(start)))?,
            None => {
                let end = value.find(char::is_whitespace).unwrap_or(value.len());
                value.split_at_checked(end).unwrap_or_default()
            }
        };
        // A phrase is looked for on one line.
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = words.join(" ");
        if text.is_empty() {
            let what = field.unwrap_or("\"\"").to_owned();
            return Err(QueryError::NoText(what, number(at)));
        }
        let scope = match field {
            Some("name:") => Scope::Name,
            _ => Scope::Anywhere,
        };
        let is_library = field == Some("in:");
        match (is_library, sign.is_some()) {
            (true, false) => self.libraries.push(text),
            (true, true) => self.excluded_libraries.push(text),
            (false, false) => self.wanted.push(Term {
                needle: text,
                scope,
            }),
            (false, true) => self.excluded.push(Term {
                needle: text,
                scope,
            }),
        }
        Ok(rest)
    }

    /// The words and phrases that skills must hold, folded where case does not count: to light them
    /// on a page.
    pub fn phrases(&self) -> impl Iterator<Item = &str> {
        self.wanted.iter().map(|term| term.needle.as_str())
    }

    /// Case counts.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// The same query in one library only, whatever `in:` says besides.
    pub fn only_in(self, library: &str) -> Self {
        Query {
            only: Some(library.to_owned()),
            ..self
        }
    }

    /// The libraries that `in:` and `-in:` name, to check that they exist.
    pub fn libraries(&self) -> impl Iterator<Item = &str> {
        let named = self.libraries.iter().chain(&self.excluded_libraries);
        named.map(String::as_str)
    }

    /// Skills of this library are asked for.
    pub fn admits(&self, library: &str) -> bool {
        let among = |names: &[String]| names.iter().any(|name| name == library);
        self.only.as_deref().is_none_or(|only| only == library)
            && (self.libraries.is_empty() || among(&self.libraries))
            && !among(&self.excluded_libraries)
    }

    /// Names and descriptions do not decide: files have to be read.
    pub fn needs_files(&self) -> bool {
        let terms = || self.wanted.iter().chain(&self.excluded);
        terms().any(|term| term.scope == Scope::Anywhere)
    }

    /// Where the query's words stand in a name (byte ranges, in order, apart), to show them.
    pub fn in_name(&self, name: &str) -> Vec<Range<usize>> {
        self.places(name, &self.wanted.iter().collect::<Vec<_>>())
    }

    /// Where the query's words stand in a description or a line (byte ranges, in order, apart), to
    /// show them.
    pub fn in_text(&self, text: &str) -> Vec<Range<usize>> {
        let anywhere = |term: &&Term| term.scope == Scope::Anywhere;
        self.places(
            text,
            &self.wanted.iter().filter(anywhere).collect::<Vec<_>>(),
        )
    }

    fn places(&self, text: &str, terms: &[&Term]) -> Vec<Range<usize>> {
        let hay = self.prepare(text);
        let found = terms.iter().flat_map(|term| term.places(&hay));
        merged(found.collect())
    }

    /// A text as the terms are to be looked for in it.
    pub(super) fn prepare<'a>(&self, text: &'a str) -> Folded<'a> {
        Folded::new(text, self.exact)
    }
}

impl Term {
    /// Where it stands: byte ranges of the original text, in order.
    pub(super) fn places(&self, hay: &Folded<'_>) -> Vec<Range<usize>> {
        let found = hay.text.match_indices(self.needle.as_str());
        let mut places: Vec<_> = found
            .map(|(from, found)| hay.original(from..from + found.len()))
            .collect();
        // An `s` stands twice in a `ß`.
        places.dedup();
        places
    }
}

/// Ranges in order, those that touch as one.
pub(super) fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut out: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match out.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => out.push(range),
        }
    }
    out
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)] // lists of ranges, some with one
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn term(needle: &str, scope: Scope) -> Term {
        Term {
            needle: needle.to_owned(),
            scope,
        }
    }

    #[test]
    fn reads_every_part() {
        let line = r#"  docker "exact  phrase" -old -"not this" name:ship -name:"a b" in:hermes in:"my own" -in:team "#;
        let expected = Query {
            wanted: vec![
                term("docker", Scope::Anywhere),
                term("exact phrase", Scope::Anywhere),
                term("ship", Scope::Name),
            ],
            excluded: vec![
                term("old", Scope::Anywhere),
                term("not this", Scope::Anywhere),
                term("a b", Scope::Name),
            ],
            exact: false,
            libraries: vec!["hermes".to_owned(), "my own".to_owned()],
            excluded_libraries: vec!["team".to_owned()],
            only: None,
        };
        assert_eq!(Query::parse(line), Ok(expected));
    }

    #[test]
    fn what_looks_special_is_a_word() {
        for word in [
            "--force", "-", "http://x", "a\"b", "a*b.c[d]", "Name:x", ".*", "\\d+", "tag:x",
        ] {
            let query = Query::parse(word).unwrap();
            let needles: Vec<&str> = query.wanted.iter().map(|it| it.needle.as_str()).collect();
            assert_eq!(needles, [word]);
        }
    }

    #[test]
    fn says_why_a_line_is_no_query() {
        let no_text = |what: &str, at| Err(QueryError::NoText(what.to_owned(), at));
        let cases = [
            ("", Err(QueryError::Empty)),
            (" \t\n\u{3000}", Err(QueryError::Empty)),
            ("-old", Err(QueryError::NothingWanted)),
            ("in:hermes", Err(QueryError::NothingWanted)),
            ("é \"open", Err(QueryError::Unclosed(3))),
            ("-\"", Err(QueryError::Unclosed(2))),
            ("a \"\"", no_text("\"\"", 3)),
            ("a \" \"", no_text("\"\"", 3)),
            ("é name: x", no_text("name:", 3)),
            ("-in:", no_text("in:", 1)),
        ];
        for (line, error) in cases {
            assert_eq!(Query::parse(line), error, "{line:?}");
        }
    }

    #[test]
    fn case_counts_with_a_capital_anywhere() {
        let places = |query: &str, text: &str| Query::parse(query).unwrap().in_text(text);
        assert_eq!(places("run", "Run run"), [0..3, 4..7]);
        assert_eq!(places("Run", "Run run"), [0..3]);
        assert_eq!(places("run -Bad", "Run run"), [4..7]);
        // The name of a library is no text to look for.
        assert_eq!(places("run in:Team", "Run run"), [0..3, 4..7]);
    }

    #[test]
    fn places_are_those_of_the_text_as_it_is() {
        let query = Query::parse("straße 技能 i name:x").unwrap();
        let text = "İ 技能 STRASSE x";
        let found: Vec<&str> = query
            .in_text(text)
            .into_iter()
            .map(|it| &text[it])
            .collect();
        assert_eq!(found, ["İ", "技能", "STRASSE"]);
        assert_eq!(query.in_name("x"), [0..1]);
        let overlapping = Query::parse("abc bcd d").unwrap();
        assert_eq!(overlapping.in_text("abcd d"), [0..4, 5..6]);
    }

    #[test]
    fn libraries_are_named_exactly() {
        let admits = |query: &Query| ["hermes", "team", "own"].map(|it| query.admits(it));
        let query = |line| Query::parse(line).unwrap();
        assert_eq!(admits(&query("x")), [true, true, true]);
        assert_eq!(admits(&query("x in:team in:own")), [false, true, true]);
        assert_eq!(admits(&query("x -in:team")), [true, false, true]);
        let only = query("x in:team in:own").only_in("own");
        assert_eq!(admits(&only), [false, false, true]);
        assert_eq!(only.libraries().collect::<Vec<_>>(), ["team", "own"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_line_is_read_or_refused(line in "[-a-cé\" :ßİ技\u{301}namei]{0,20}", text in "\\PC{0,40}") {
            if let Ok(query) = Query::parse(&line) {
                for range in query.in_text(&text) {
                    prop_assert!(!text[range].is_empty());
                }
            }
        }
    }
}
