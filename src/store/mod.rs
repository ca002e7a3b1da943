//! Homes and libraries on disk, read: discovery, sidecars, shadowing, the one resolver.
//!
//! All reading goes through `fs::Fs`, so that tests can count and fault it. Nothing is written here
//! but the stat cache, in our own cache folder, and what the person has seen, in our state folder.

pub mod cache;
pub mod catalog;
pub mod config;
pub mod discover;
pub mod doctor;
pub mod effects;
pub mod fs;
pub mod home;
pub mod library;
pub mod locate;
pub mod look;
pub mod own;
pub mod package;
pub(crate) mod place;
pub mod provenance;
pub mod resolve;
pub mod seen;
pub mod settings;
pub mod shadow;
pub mod sidecar;
pub mod switches;
pub mod usage;
pub mod watch;

pub use catalog::{Catalog, Shelf, Skill, SkillId};
pub use fs::{Disk, Fs};
pub use home::Home;
pub use library::{Library, LibraryKind};
