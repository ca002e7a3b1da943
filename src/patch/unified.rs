//! A diff as text: the unified form that `patch -p1` and `git apply` take, byte for byte.
//!
//! The bytes are the files' own. Before a terminal each line has to pass the sanitiser (the caller's).

use super::diff::{FileDiff, Hunk, LineKind};

impl FileDiff {
    /// The unified form for two paths relative to a common folder, with `/` between their parts. Paths
    /// that differ make it a rename as git writes it. Empty when neither text nor path changes.
    pub fn unified(&self, old_path: &str, new_path: &str) -> Vec<u8> {
        let mut out = Vec::new();
        let (old, new) = (name("a/", old_path), name("b/", new_path));
        if old_path != new_path {
            let head = format!(
                "diff --git {old} {new}\nrename from {}\nrename to {}\n",
                name("", old_path),
                name("", new_path)
            );
            out.extend_from_slice(head.as_bytes());
        }
        if !self.hunks.is_empty() {
            // A tab ends a name with blanks in it.
            let tab = |name: &str| if name.contains(' ') { "\t" } else { "" };
            let head = format!("--- {old}{}\n+++ {new}{}\n", tab(&old), tab(&new));
            out.extend_from_slice(head.as_bytes());
        }
        for hunk in &self.hunks {
            write_hunk(hunk, &mut out);
        }
        out
    }
}

fn write_hunk(hunk: &Hunk, out: &mut Vec<u8>) {
    let count = |other| hunk.lines.iter().filter(|line| line.kind != other).count();
    let head = format!(
        "@@ -{},{} +{},{} @@\n",
        hunk.old_start,
        count(LineKind::Added),
        hunk.new_start,
        count(LineKind::Removed)
    );
    out.extend_from_slice(head.as_bytes());
    for line in &hunk.lines {
        out.push(match line.kind {
            LineKind::Context => b' ',
            LineKind::Removed => b'-',
            LineKind::Added => b'+',
        });
        out.extend_from_slice(&line.bytes);
        if !line.bytes.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// A path behind its prefix; in quotes, as git has it, when it holds what would end a line.
fn name(prefix: &str, path: &str) -> String {
    if !path.contains(|c: char| c.is_control() || c == '"' || c == '\\') {
        return format!("{prefix}{path}");
    }
    let mut out = format!("\"{prefix}");
    for c in path.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    out.push_str(&format!("\\{byte:03o}"));
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unified(old: &str, new: &str, old_path: &str, new_path: &str) -> String {
        let diff = FileDiff::of(old.as_bytes(), new.as_bytes(), 3);
        String::from_utf8(diff.unified(old_path, new_path)).unwrap()
    }

    #[test]
    fn the_form() {
        assert_eq!(
            unified("a\nb", "a\nc\n", "s/SKILL.md", "s/SKILL.md"),
            "--- a/s/SKILL.md\n+++ b/s/SKILL.md\n@@ -1,2 +1,2 @@\n a\n-b\n\
             \\ No newline at end of file\n+c\n"
        );
        assert_eq!(
            unified(
                "",
                "a\r\n",
                "my skill/\u{1b}\"é.md",
                "my skill/\u{1b}\"é.md"
            ),
            "--- \"a/my skill/\\033\\\"é.md\"\t\n+++ \"b/my skill/\\033\\\"é.md\"\t\n\
             @@ -0,0 +1,1 @@\n+a\r\n"
        );
        assert_eq!(
            unified("a\n", "a\n", "skill.md", "SKILL.md"),
            "diff --git a/skill.md b/SKILL.md\nrename from skill.md\nrename to SKILL.md\n"
        );
        assert_eq!(unified("a\n", "a\n", "x", "x"), "");
    }
}
