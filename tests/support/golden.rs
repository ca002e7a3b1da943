//! Golden files: compared line by line in normal runs, written when `SKILLDECK_BLESS` is set.

use std::path::{Path, PathBuf};

/// Whether goldens are to be written.
pub fn blessing() -> bool {
    std::env::var_os("SKILLDECK_BLESS").is_some()
}

/// Compares with a file of the repository, or writes it.
///
/// # Errors
/// The lines that differ, and how to accept them. What was made is then in the build folder.
pub fn check(path: &Path, made: &str, command: &str) -> Result<(), String> {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if blessing() {
        let written = std::fs::create_dir_all(full.parent().unwrap_or(&full))
            .and_then(|()| std::fs::write(&full, made));
        return written.map_err(|error| format!("{}: {error}", full.display()));
    }
    let golden = std::fs::read_to_string(&full).unwrap_or_default();
    if golden == made {
        return Ok(());
    }
    let kept = keep(path, made);
    Err(format!(
        "{} differs (- golden, + made; all of it: {})\n{}\
         if this is as it should be: SKILLDECK_BLESS=1 {command}\n",
        path.display(),
        kept.display(),
        difference(&golden, made)
    ))
}

/// Puts what was made beside the build, for a look.
fn keep(path: &Path, made: &str) -> PathBuf {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(path);
    let parent = kept.parent().unwrap_or(&kept);
    // Only a convenience: the difference is told anyway.
    let _ = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&kept, made));
    kept
}

/// The lines that differ, by line number: rows of a screen do not move.
fn difference(golden: &str, made: &str) -> String {
    const MOST: usize = 30;
    let (mut olds, mut news) = (golden.lines(), made.lines());
    let mut out = String::new();
    let mut found = 0;
    for number in 1.. {
        let (old, new) = match (olds.next(), news.next()) {
            (None, None) => break,
            (old, new) if old == new => continue,
            pair => pair,
        };
        found += 1;
        if found <= MOST {
            for (sign, line) in [("-", old), ("+", new)] {
                if let Some(line) = line {
                    out.push_str(&format!("{number:4} {sign} {line}\n"));
                }
            }
        }
    }
    if found > MOST {
        out.push_str(&format!("     and {} more lines\n", found - MOST));
    }
    out
}
