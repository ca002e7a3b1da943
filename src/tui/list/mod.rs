//! A list of findings beside the viewer: problems by rule, results of a search.

pub mod search;
pub mod state;
pub mod view;

pub use state::{Entry, Group, Kind, ListState, Spot};
