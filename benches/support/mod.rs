//! What the benches share: generated homes, kept below `target/` from run to run, and workbenches on
//! them. Not a bench.

#![allow(dead_code, reason = "each bench uses its own part of this")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench that cannot be set up must fail"
)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use skilldeck::store::Disk;
use skilldeck::store::locate::{Environment, Request};
use skilldeck::workbench::Workbench;

#[path = "../../tests/support/library.rs"]
pub mod library;

/// Changes when the generator does: older homes are then made anew.
const GENERATION: u32 = 1;

/// Everything generated lies below this folder.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench")
}

/// A home with so many generated skills; made once.
pub fn home(count: usize) -> PathBuf {
    let home = folder().join(format!("home-{count}-{GENERATION}"));
    let done = home.join("complete");
    if !done.exists() {
        let _ = std::fs::remove_dir_all(&home);
        library::generate(&home.join("skills"), count, 7).expect("a generated library");
        std::fs::write(&done, "").expect("a mark");
    }
    home
}

/// A cache folder of its own, empty.
pub fn empty_cache(name: &str) -> PathBuf {
    let cache = folder().join("cache").join(name);
    let _ = std::fs::remove_dir_all(&cache);
    std::fs::create_dir_all(&cache).expect("a cache folder");
    cache
}

/// A workbench on a home alone.
pub fn workbench(home: &Path, cache: &Path) -> Workbench {
    let env = Environment {
        platform: "linux".to_owned(),
        cache_dir: Some(cache.to_owned()),
        ..Environment::default()
    };
    // Far enough from the stamps of files that were just generated.
    let clock = Arc::new(|| Timestamp::now() + jiff::SignedDuration::from_hours(1));
    let request = Request::Alone(home.to_owned());
    Workbench::open(Arc::new(Disk), env, clock, request).expect("the home is there")
}
