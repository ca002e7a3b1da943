//! How long a search over 10,000 skills takes: from the call to the first hits, and to the end with
//! all hits in order. Prints a table.
//!
//! A plain program and not a criterion bench: one run gives two times, and the slowest of many runs
//! is what a person notices. The look at the library is not in it, and its files are in the page
//! cache of the system, as they are after a look.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a bench that fails must say so"
)]

use std::time::{Duration, Instant};

use skilldeck::index::{Batch, Query, Results};

mod support;

const SKILLS: usize = 10_000;
const RUNS: usize = 50;

/// What is asked, and what for.
const QUERIES: [(&str, &str); 8] = [
    ("deploy", "a word of names and bodies"),
    ("name:deploy", "in names only"),
    ("example", "a word of bodies"),
    ("部署之前", "a rare word of bodies"),
    ("\"the report\" verify", "a phrase and a word"),
    ("Verify -example", "with case, and one left out"),
    ("e", "in every line"),
    ("zyzzyva", "nowhere"),
];

/// Median and the slowest but one in a hundred, in milliseconds.
fn percentiles(times: &mut [Duration]) -> (f64, f64) {
    times.sort();
    let ms = |at: usize| times[at.min(times.len() - 1)].as_secs_f64() * 1_000.0;
    (ms(times.len() / 2), ms(times.len() * 99 / 100))
}

fn main() {
    // `cargo test --benches` runs this too, without the word: there is nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let home = support::home(SKILLS);
    let workbench = support::workbench(&home, &support::empty_cache("search"));
    let catalog = workbench.look().expect("a look");
    println!(
        "{:22} {:28} {:>7} {:>7}  {:>19}  {:>19}",
        "query", "", "skills", "lines", "first ms p50 p99", "total ms p50 p99"
    );
    for (line, what) in QUERIES {
        let query = Query::parse(line).expect("a query");
        let (mut firsts, mut totals) = (Vec::new(), Vec::new());
        let mut results = Results::default();
        for _ in 0..RUNS {
            results = Results::default();
            let mut first = None;
            let begun = Instant::now();
            let mut sink = |batch: Batch| {
                if !batch.hits.is_empty() {
                    first.get_or_insert_with(|| begun.elapsed());
                }
                results.insert(batch.hits);
            };
            workbench.search(&catalog, &query, &mut sink, &|| false);
            let total = begun.elapsed();
            firsts.push(first.unwrap_or(total));
            totals.push(total);
        }
        let (first, slow_first) = percentiles(&mut firsts);
        let (total, slow_total) = percentiles(&mut totals);
        println!(
            "{line:22} {what:28} {:7} {:7}  {first:9.2} {slow_first:9.2}  {total:9.2} {slow_total:9.2}",
            results.hits().len(),
            results.lines(),
        );
    }
}
