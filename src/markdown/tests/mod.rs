//! Tests of the room as a whole; those of single files stand in them.

mod navigation;
mod pages;
mod properties;
