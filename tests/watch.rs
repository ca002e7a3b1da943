//! Changes on disk: noticed by the platform's events or by a sweep, and looked at again in part.
//!
//! Events are waited for with a deadline. Where nothing may come, a short silence is listened to.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // a test fails by panicking

#[path = "watch/again.rs"]
mod again;
#[path = "watch/events.rs"]
mod events;
#[path = "watch/injected.rs"]
mod injected;
#[path = "watch/listener.rs"]
mod listener;
