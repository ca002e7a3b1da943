//! How long a look at a library takes, beside what listing and reading the same files takes.
//!
//! *cold*: nothing is cached by us, the files are in the page cache of the system; ends with our
//! cache on disk. *warm*: a new process with the cache of the last look. *again*: the same process
//! looks again.

#![allow(
    clippy::expect_used,
    reason = "a bench that cannot be set up must fail"
)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rayon::prelude::*;

mod support;

/// Every folder's `SKILL.md`, found and read one after the other, as `find` and `cat` would. Support
/// folders of skills are left out, as discovery leaves them out.
fn list_and_read(folder: &Path) -> u64 {
    let (children, mut bytes) = one_folder(folder);
    for child in children {
        bytes += list_and_read(&child);
    }
    bytes
}

/// The same on all cores.
fn list_and_read_in_parallel(folder: &Path) -> u64 {
    let (children, bytes) = one_folder(folder);
    let below: u64 = children
        .par_iter()
        .map(|child| list_and_read_in_parallel(child))
        .sum();
    bytes + below
}

fn one_folder(folder: &Path) -> (Vec<PathBuf>, u64) {
    let mut children = Vec::new();
    let mut bytes = 0;
    let mut is_skill = false;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            children.push(entry.path());
        } else if entry.file_name() == "SKILL.md" {
            is_skill = true;
            bytes += std::fs::read(entry.path()).expect("a file").len() as u64;
        }
    }
    if is_skill {
        children.retain(|child| {
            let name = child.file_name().unwrap_or_default();
            !["references", "templates", "assets", "scripts"]
                .iter()
                .any(|support| name == *support)
        });
    }
    (children, bytes)
}

fn discovery(c: &mut Criterion) {
    for count in [1_000, 10_000] {
        let home = support::home(count);
        let skills = home.join("skills");
        let mut group = c.benchmark_group(format!("discovery of {count}"));
        group
            .sample_size(if count > 1_000 { 20 } else { 50 })
            .measurement_time(Duration::from_secs(8));
        group.bench_function("list and read", |b| b.iter(|| list_and_read(&skills)));
        group.bench_function("list and read, parallel", |b| {
            b.iter(|| list_and_read_in_parallel(&skills));
        });
        let cold = format!("cold-{count}");
        group.bench_function("cold", |b| {
            b.iter_batched(
                || support::workbench(&home, &support::empty_cache(&cold)),
                |workbench| workbench.look().expect("a look"),
                BatchSize::PerIteration,
            );
        });
        let warm = support::empty_cache(&format!("warm-{count}"));
        let known = support::workbench(&home, &warm);
        known.look().expect("a look");
        group.bench_function("warm", |b| {
            b.iter_batched(
                || support::workbench(&home, &warm),
                |workbench| workbench.look().expect("a look"),
                BatchSize::PerIteration,
            );
        });
        group.bench_function("again", |b| b.iter(|| known.look().expect("a look")));
        group.finish();
    }
}

criterion_group!(benches, discovery);
criterion_main!(benches);
