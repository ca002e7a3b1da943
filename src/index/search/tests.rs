#![allow(clippy::single_range_in_vec_init)] // lists of ranges, some with one

use std::path::PathBuf;
use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::skill::Summary;
use crate::store::LibraryKind;
use crate::store::provenance::{Maker, Provenance};
use crate::store::usage::Usage;

fn skill(key: &str, text: &str) -> Skill {
    let folder = key.rsplit('/').next().unwrap_or_default().to_owned();
    Skill {
        id: SkillId {
            library: "hermes".into(),
            key: key.into(),
        },
        folder,
        dir: PathBuf::from(key),
        file: PathBuf::from(key).join("SKILL.md"),
        exact_file: true,
        file_link: None,
        summary: Arc::new(Summary::of(text.as_bytes().to_vec())),
        problems: Vec::new(),
        through_link: None,
        aliases: Vec::new(),
        nested_in: None,
        archived: key.starts_with(".archive"),
        usage: Usage::default(),
        records: Vec::new(),
        shared_record: false,
        provenance: Provenance {
            maker: Maker::Unknown,
            evidence: String::new(),
        },
        readers: LibraryKind::Hermes.readers(),
        hidden: None,
        off: Vec::new(),
        shadow: None,
        shadows: Vec::new(),
    }
}

fn found(query: &str, key: &str, text: &str) -> Option<Hit> {
    let query = Query::parse(query).unwrap();
    in_file(&query, &skill(key, text), text.as_bytes().to_vec())
}

fn at(line: usize, text: &str, ranges: &[Range<usize>]) -> LineMatch {
    LineMatch {
        line,
        text: text.to_owned(),
        ranges: ranges.to_vec(),
    }
}

const DEPLOY: &str =
    "---\nname: Ship\ndescription: Deploy the app.\n---\n# Deploy\n\nRun deploy twice: deploy.\n";

#[test]
fn a_hit_tells_where_its_words_stand() {
    let expected = Hit {
        id: SkillId {
            library: "hermes".into(),
            key: ".archive/ops/deploy-it".into(),
        },
        score: Score {
            places: Place::Name as usize + Place::Line as usize,
            count: 5,
        },
        archived: true,
        in_name: true,
        in_description: true,
        lines: vec![
            at(3, "description: Deploy the app.", &[13..19]),
            at(5, "# Deploy", &[2..8]),
            at(7, "Run deploy twice: deploy.", &[4..10, 11..16, 18..24]),
        ],
        more_lines: 0,
    };
    let hit = found("deploy twice", ".archive/ops/deploy-it", DEPLOY);
    assert_eq!(hit, Some(expected));
}

#[test]
fn all_words_must_be_there_and_no_excluded_one() {
    let is_found = |query: &str| found(query, "ops/deploy-it", DEPLOY).is_some();
    for query in [
        "ship",
        "it app run",
        "\"the app\"",
        "name:SHIP -name:Ship2".to_lowercase().as_str(),
        "run -missing",
        "in:hermes run",
        "run -name:run",
        "Run Deploy",
        "\"deploy  twice:\"",
    ] {
        assert!(is_found(query), "{query}");
    }
    for query in [
        "ship missing",
        "\"app the\"",
        "name:run",
        "run -ship",
        "run -it",
        "run -twice",
        "run -app",
        "run -name:deploy",
        "in:team run",
        "-in:hermes run",
        "RUN",
        "ops",
        "\"app. #\"",
    ] {
        assert!(!is_found(query), "{query}");
    }
}

#[test]
fn the_better_place_counts() {
    let texts = [
        ("whole", "---\nname: word\ndescription: d\n---\nb\n"),
        ("word-part", "---\nname: x\ndescription: d\n---\nb\n"),
        ("description", "---\nname: x\ndescription: a word\n---\nb\n"),
        (
            "heading",
            "---\nname: x\ndescription: d\n---\n## The word\n",
        ),
        ("twice", "---\nname: x\ndescription: d\n---\nword word\n"),
        ("line", "---\nname: x\ndescription: d\n---\nword\n"),
    ];
    let scores: Vec<Score> = texts
        .iter()
        .map(|(key, text)| found("word", key, text).unwrap().score)
        .collect();
    assert!(scores.is_sorted_by(|a, b| a > b), "{scores:?}");
}

#[test]
fn headings_are_those_of_the_body_outside_of_code() {
    let best = |body: &str| {
        let text = format!("---\nname: x\ndescription: d\n# word in a comment\n---\n{body}\n");
        found("word", "x", &text).unwrap().score.places
    };
    for body in [
        "# word",
        "   ###### the word",
        "#\tword",
        "```sh\n```\n# word",
        "````\n```\n# no\n````\n~~~\n~~~~\n# word",
    ] {
        assert_eq!(best(body), Place::Heading as usize, "{body}");
    }
    for body in [
        "#word",
        "    # word",
        "####### word",
        "```sh\n# word",
        "~~~\n```\n# word\n~~~",
        "````\n```\n# word",
        "```\n``` sh\n# word",
    ] {
        assert_eq!(best(body), Place::Line as usize, "{body}");
    }
}

#[test]
fn lines_are_numbered_as_in_the_file_whatever_ends_them() {
    let numbers = |text: &str| -> Vec<usize> {
        let hit = found("word", "x", text).unwrap();
        hit.lines.iter().map(|it| it.line).collect()
    };
    assert_eq!(
        numbers("\u{FEFF}---\r\nname: x\r\n---\r\nword\r\n\r\nword"),
        [4, 6]
    );
    assert_eq!(numbers("word\rword\n\nword\r\n"), [1, 2, 4]);
    assert_eq!(numbers("\r\r\nword"), [3]);
    let bytes = b"caf\xE9\nthe word\xFF\n".to_vec();
    let query = Query::parse("word").unwrap();
    let hit = in_file(&query, &skill("x", ""), bytes).unwrap();
    assert_eq!(hit.lines, [at(2, "the word\u{FFFD}", &[4..8])]);
}

#[test]
fn names_and_descriptions_need_no_file_where_they_decide() {
    let skill = skill("ops/deploy-it", DEPLOY);
    let summary = |query: &str| in_summary(&Query::parse(query).unwrap(), &skill);
    let hit = summary("deploy -name:x").unwrap();
    assert_eq!(
        (hit.in_name, hit.in_description, hit.lines.len()),
        (true, true, 0)
    );
    assert_eq!(summary("deploy twice"), None);
    // The file may hold it.
    assert_eq!(summary("deploy -twice"), None);
    // A phrase goes over the lines of a folded description.
    let folded = "---\nname: x\ndescription: >\n  one\n  two\n---\n";
    let hit = found("\"one two\"", "x", folded).unwrap();
    assert_eq!((hit.in_description, hit.lines), (true, Vec::new()));
}

#[test]
fn many_lines_are_counted_and_the_first_kept() {
    let text = "word\n".repeat(MAX_LINES + 3);
    let hit = found("word", "x", &text).unwrap();
    let numbers: Vec<usize> = hit.lines.iter().map(|it| it.line).collect();
    assert_eq!(numbers, (1..=MAX_LINES).collect::<Vec<_>>());
    assert_eq!((hit.more_lines, hit.score.count), (3, MAX_LINES + 3));
}

#[test]
fn a_long_line_is_cut_around_its_first_match() {
    let line = format!("{}word and{}word", "技".repeat(200), "é".repeat(400));
    let hit = found("word", "x", &line).unwrap();
    let text = format!("…{}word and{}…", "技".repeat(20), "é".repeat(126));
    assert_eq!(hit.lines, [at(1, &text, &[63..67])]);
    let line = format!("word {}", "a".repeat(400));
    let text = format!("word {}…", "a".repeat(MAX_LINE - 5));
    assert_eq!(
        found("word", "x", &line).unwrap().lines,
        [at(1, &text, &[0..4])]
    );
    let long = "b".repeat(MAX_LINE * 2);
    let hit = found(&long, "x", &long).unwrap();
    let text = format!("{}…", "b".repeat(MAX_LINE));
    assert_eq!(hit.lines, [at(1, &text, &[0..MAX_LINE])]);
}

#[test]
fn lengths_that_change_with_case_keep_their_places() {
    let hit = found("strasse i", "x", "İ, Große STRASSE\nGrüne Straße\n").unwrap();
    let expected = [
        at(1, "İ, Große STRASSE", &[0..2, 11..18]),
        at(2, "Grüne Straße", &[7..14]),
    ];
    assert_eq!(hit.lines, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_kept_range_is_a_match(
        text in "[-#`a-cA-Cßẞİ技🚀 \u{301}\r\n]{0,60}",
        long in "[ab技ß]{0,400}",
        query in "[abß技]{1,3}( [abß])?",
    ) {
        let query = Query::parse(&query).unwrap();
        let text = format!("{text}{long}");
        if let Some(hit) = in_file(&query, &skill("x", &text), text.clone().into_bytes()) {
            let lines: Vec<&str> = text_lines(&text).map(|it| &text[it]).collect();
            for found in hit.lines {
                let whole = lines[found.line - 1];
                prop_assert!(whole.contains(found.text.trim_matches('…')));
                prop_assert!(!found.ranges.is_empty());
                for range in found.ranges {
                    prop_assert!(whole.contains(&found.text[range]));
                }
            }
        }
    }
}
