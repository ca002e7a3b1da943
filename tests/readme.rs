//! The generated parts of the README are current: its command and key tables.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may fail loudly

use std::path::Path;

/// Replaces what stands between the markers of a generated part.
fn with_part(text: &str, name: &str, part: &str) -> String {
    let open = format!("<!-- {name}: generated -->\n");
    let close = format!("<!-- end of {name} -->");
    let (before, rest) = text.split_once(&open).expect("the opening marker");
    let (_, after) = rest.split_once(&close).expect("the closing marker");
    format!("{before}{open}{}\n{close}{after}", part.trim_end())
}

#[test]
fn the_generated_parts_are_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let fresh = with_part(&text, "commands", &skilldeck::cli::commands_markdown());
    let fresh = with_part(&fresh, "keys", &skilldeck::tui::command::markdown());
    if std::env::var_os("SKILLDECK_BLESS").is_some() {
        std::fs::write(&path, fresh).unwrap();
        return;
    }
    assert!(
        fresh == text,
        "README.md is not current; SKILLDECK_BLESS=1 cargo test --test readme writes it"
    );
}
