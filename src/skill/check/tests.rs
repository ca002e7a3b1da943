//! Each rule by a table: what breaks it and where, and what looks like it and does not.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Example, explain};
use crate::skill::{Document, Position, Problem, Profile, Readers, Rule, Summary, problem};

fn problems(text: &[u8]) -> Vec<Problem> {
    Summary::of(text.to_vec()).problems
}

/// `line:column` of a rule's problem.
fn place(problems: &[Problem], rule: Rule) -> Option<String> {
    let problem = problems.iter().find(|it| it.rule == rule)?;
    let at = problem.position?;
    Some(format!("{}:{}", at.line, at.column))
}

/// Rules that an example cannot help breaking too.
fn also(rule: Rule) -> &'static [Rule] {
    match rule {
        Rule::NotAMapping => &[Rule::MissingName, Rule::MissingDescription],
        Rule::UnknownPlatform => &[Rule::UnknownKey],
        Rule::NameMixedScript => &[Rule::NameNotAscii],
        _ => &[],
    }
}

#[test]
fn every_example_of_a_file_breaks_its_rule_and_no_other() {
    for rule in Rule::ALL {
        let Example::File(bytes) = explain(*rule).example else {
            continue;
        };
        let found: BTreeSet<Rule> = problems(bytes).iter().map(|it| it.rule).collect();
        let expected: BTreeSet<Rule> = [*rule].iter().chain(also(*rule)).copied().collect();
        assert_eq!(found, expected, "{}", rule.id());
    }
}
