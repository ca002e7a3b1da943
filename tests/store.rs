//! Reading libraries from disk, from the outside: what the workbench shows of homes and folders, whole, damaged and
//! hostile, and that it leaves no trace in them.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test fails by panicking

#[path = "store/damage.rs"]
mod damage;
#[path = "store/packages.rs"]
mod packages;
#[path = "store/reading.rs"]
mod reading;
#[path = "store/reports.rs"]
mod reports;
#[path = "support/tree.rs"]
mod tree;
#[path = "store/world.rs"]
mod world;
