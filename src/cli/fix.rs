//! `check --fix --dry-run`: the repairs of skills, listed and as one diff each. Nothing is written.

use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::{exit, json, output::Output};
use crate::patch::{FileDiff, Line, LineKind};
use crate::skill::repair::{Grade, Place, Reason, Repaired, repair_all};
use crate::text::sanitize;
use crate::theme::Chrome;

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

/// A skill with its repairs.
pub struct Fix {
    /// The entry file, as the diff names it: relative to the folder in which a patch is applied.
    path: String,
    /// The same behind the repairs.
    new_path: String,
    repaired: Repaired,
    diff: FileDiff,
}

impl Fix {
    /// The repairs of an entry file. `shown` is its path relative to the folder of the patch; name and
    /// folder are taken from `file`, which may be absolute.
    pub fn of(file: &Path, shown: &Path, bytes: &[u8], guesses: bool) -> Self {
        let name = |part: Option<&std::ffi::OsStr>| {
            part.map(|it| it.to_string_lossy().into_owned())
                .unwrap_or_default()
        };
        let folder = name(file.parent().and_then(Path::file_name));
        let file = name(file.file_name());
        let place = Place {
            folder: &folder,
            file: &file,
        };
        let repaired = repair_all(bytes, place, guesses);
        let path = shown.to_string_lossy().into_owned();
        let new_path = match &repaired.file {
            Some(new) => {
                let parent = path.strip_suffix(file.as_str()).unwrap_or_default();
                format!("{parent}{new}")
            }
            None => path.clone(),
        };
        Fix {
            diff: FileDiff::of(bytes, &repaired.bytes, CONTEXT),
            path,
            new_path,
            repaired,
        }
    }

    /// There is something to say: what a person may pick is no reason alone.
    fn is_news(&self) -> bool {
        let left = self.repaired.left.iter();
        self.repaired.is_changed() || left.clone().any(|it| it.reason != Reason::Choice)
    }

    fn unified(&self) -> Vec<u8> {
        self.diff.unified(&self.path, &self.new_path)
    }

    fn json(&self) -> Value {
        let grade = |grade| match grade {
            Grade::Sure => "sure",
            Grade::Guess => "guess",
            Grade::Choice => "choice",
        };
        json!({
            "path": self.path,
            "new_path": self.new_path,
            "changed": self.repaired.is_changed(),
            "only_line_ends": self.diff.only_line_ends,
            "repairs": self.repaired.applied.iter().map(|it| json!({
                "rule": it.rule.id(),
                "title": it.title,
                "grade": grade(it.grade),
            })).collect::<Vec<_>>(),
            "left": self.repaired.left.iter().map(|it| json!({
                "rule": it.rule.id(),
                "title": it.title,
                "reason": it.reason.words(),
            })).collect::<Vec<_>>(),
            "diff": String::from_utf8_lossy(&self.unified()),
        })
    }
}

/// Prints the repairs; gives the exit code: 1 when something would change.
pub fn print(out: &mut Output, fixes: &[Fix]) -> io::Result<u8> {
    if out.json {
        let skills: Vec<Value> = fixes
            .iter()
            .filter(|it| it.is_news())
            .map(Fix::json)
            .collect();
        out.document(&json::document(json!({"skills": skills})))?;
        return Ok(code(fixes));
    }
    let text = match out.columns {
        Some(_) => for_terminal(fixes, &|part, text| out.paint(part, text)).into_bytes(),
        None => for_pipe(fixes),
    };
    out.write_all(&text)?;
    Ok(code(fixes))
}

fn code(fixes: &[Fix]) -> u8 {
    match fixes.iter().any(|it| it.repaired.is_changed()) {
        true => exit::REFUSED,
        false => exit::DONE,
    }
}

/// What is done and what is left, a line each with its rule and its kind.
fn lines(fix: &Fix) -> Vec<(Chrome, String)> {
    let applied = fix.repaired.applied.iter().map(|it| match it.grade {
        Grade::Sure => (Chrome::Good, format!("fix {}: {}", it.rule.id(), it.title)),
        _ => (
            Chrome::Warning,
            format!("guess {}: {}", it.rule.id(), it.title),
        ),
    });
    let left = fix.repaired.left.iter().map(|it| {
        let title = match it.title.as_str() {
            "" => it.rule.title(),
            title => title,
        };
        let text = format!("left {}: {title} ({})", it.rule.id(), it.reason.words());
        (Chrome::Dim, text)
    });
    applied
        .chain(left)
        .map(|(part, text)| (part, sanitize::line(&text).into_owned()))
        .collect()
}

/// Comments, which a patch may have before each file, and the diffs byte for byte.
fn for_pipe(fixes: &[Fix]) -> Vec<u8> {
    let mut out = Vec::new();
    for fix in fixes.iter().filter(|it| it.is_news()) {
        out.extend(format!("# {}\n", sanitize::line(&fix.path)).bytes());
        for (_, line) in lines(fix) {
            out.extend(format!("#   {line}\n").bytes());
        }
        out.extend(fix.unified());
    }
    out
}

/// The same for a person: safe, in colours, with what an eye does not see.
fn for_terminal(fixes: &[Fix], paint: &dyn Fn(Chrome, &str) -> String) -> String {
    let mut out = String::new();
    let mut push = |line: String| {
        out.push_str(&line);
        out.push('\n');
    };
    let mut changed = 0;
    for fix in fixes.iter().filter(|it| it.is_news()) {
        changed += usize::from(fix.repaired.is_changed());
        let mut title = sanitize::line(&fix.path).into_owned();
        if fix.path != fix.new_path {
            title = format!("{title} → {}", sanitize::line(&fix.new_path));
        }
        push(paint(Chrome::Title, &title));
        for (part, line) in lines(fix) {
            push(format!("  {}", paint(part, &line)));
        }
        if fix.diff.only_line_ends {
            push(format!("  {}", paint(Chrome::Dim, "only line ends differ")));
        }
        for hunk in &fix.diff.hunks {
            let place = format!("  line {}", hunk.old_start.max(1));
            push(paint(Chrome::Dim, &place));
            hunk.lines
                .iter()
                .for_each(|line| push(diff_line(line, paint)));
        }
        push(String::new());
    }
    let words = match changed {
        0 => "nothing to repair".to_owned(),
        1 => "1 skill would change; nothing was written".to_owned(),
        many => format!("{many} skills would change; nothing was written"),
    };
    push(words);
    out
}

fn diff_line(line: &Line, paint: &dyn Fn(Chrome, &str) -> String) -> String {
    let text = line.text();
    let text = sanitize::code(&text, 4).text;
    let shown = match line.kind {
        LineKind::Context => format!("  {text}"),
        LineKind::Removed => paint(Chrome::Error, &format!("- {text}")),
        LineKind::Added => paint(Chrome::Good, &format!("+ {text}")),
    };
    let notes: Vec<&str> = line.notes.iter().map(|note| note.words()).collect();
    match notes.is_empty() {
        true => format!("  {}", shown.trim_end()),
        false => format!(
            "  {shown} {}",
            paint(Chrome::Dim, &format!("‹{}›", notes.join(", ")))
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixes(skills: &[(&str, &[u8])], guesses: bool) -> Vec<Fix> {
        let fix = |(path, bytes): &(&str, &[u8])| {
            let path = Path::new(path);
            Fix::of(path, path, bytes, guesses)
        };
        skills.iter().map(fix).collect()
    }

    const SKILLS: [(&str, &[u8]); 4] = [
        (
            "x/a/SKILL.md",
            b"---\nname: a\ndescription: x: \x1b[31my\n---\r\nBody",
        ),
        ("x/b/skill.md", b"---\nname: b\n---\n# Title\n"),
        ("x/c/SKILL.md", b"---\nname: c\ndescription: d\n---\n"),
        ("x/d/SKILL.md", b"../c/SKILL.md"),
    ];

    #[test]
    fn the_pipe_gets_a_patch() {
        let text = String::from_utf8(for_pipe(&fixes(&SKILLS, true))).unwrap();
        let expected = "\
# x/a/SKILL.md
#   fix mixed-line-ends: End every line in LF, as most do
#   fix yaml: `description`: put the value in quotes
#   fix no-final-newline: End the last line
--- a/x/a/SKILL.md
+++ b/x/a/SKILL.md
@@ -1,5 +1,5 @@
 ---
 name: a
-description: x: \u{1b}[31my
----\r
-Body
\\ No newline at end of file
+description: \"x: \\x1B[31my\"
+---
+Body
# x/b/skill.md
#   fix file-case: Rename `skill.md` to `SKILL.md`
#   guess missing-description: Describe it by its first heading and paragraph
diff --git a/x/b/skill.md b/x/b/SKILL.md
rename from x/b/skill.md
rename to x/b/SKILL.md
--- a/x/b/skill.md
+++ b/x/b/SKILL.md
@@ -1,4 +1,5 @@
 ---
 name: b
+description: Title
 ---
 # Title
# x/d/SKILL.md
#   left link-as-text: The file holds a path: a symbolic link checked out as text. (the file only holds a path: the skill itself is elsewhere)
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_terminal_gets_safe_text_in_colours() {
        let paint = |part: Chrome, text: &str| format!("<{part:?}>{text}</>");
        let text = for_terminal(&fixes(&SKILLS[..2], false), &paint);
        let expected = "\
<Title>x/a/SKILL.md</>
  <Good>fix mixed-line-ends: End every line in LF, as most do</>
  <Good>fix yaml: `description`: put the value in quotes</>
  <Good>fix no-final-newline: End the last line</>
<Dim>  line 1</>
    ---
    name: a
  <Error>- description: x: ␛[31my</>
  <Error>- ---</> <Dim>‹ends in CR LF›</>
  <Error>- Body</> <Dim>‹no line end›</>
  <Good>+ description: \"x: \\x1B[31my\"</>
  <Good>+ ---</>
  <Good>+ Body</>

<Title>x/b/skill.md → x/b/SKILL.md</>
  <Good>fix file-case: Rename `skill.md` to `SKILL.md`</>
  <Dim>left missing-description: Describe it by its first heading and paragraph (a guess, made only when asked for)</>

2 skills would change; nothing was written
";
        assert_eq!(text, expected);
    }

    #[test]
    fn exit_codes_and_json() {
        assert_eq!(code(&fixes(&SKILLS, false)), exit::REFUSED);
        assert_eq!(code(&fixes(&SKILLS[2..], true)), exit::DONE);
        assert_eq!(
            fixes(&SKILLS[1..2], true)[0].json(),
            json!({
                "path": "x/b/skill.md",
                "new_path": "x/b/SKILL.md",
                "changed": true,
                "only_line_ends": false,
                "repairs": [
                    {"rule": "file-case", "title": "Rename `skill.md` to `SKILL.md`", "grade": "sure"},
                    {
                        "rule": "missing-description",
                        "title": "Describe it by its first heading and paragraph",
                        "grade": "guess",
                    },
                ],
                "left": [],
                "diff": "diff --git a/x/b/skill.md b/x/b/SKILL.md\nrename from x/b/skill.md\n\
                    rename to x/b/SKILL.md\n--- a/x/b/skill.md\n+++ b/x/b/SKILL.md\n@@ -1,4 +1,5 @@\n \
                    ---\n name: b\n+description: Title\n ---\n # Title\n",
            })
        );
    }
}
