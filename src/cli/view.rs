//! `view` and `files`.

use std::io::{self, Write};

use jiff::Timestamp;
use serde_json::json;

use super::json;
use super::output::Output;
use crate::store::catalog::Skill;
use crate::store::package::Package;
use crate::text::{sanitize, width};
use crate::theme::Chrome;
use crate::viewer::{self, View, facts};
use crate::workbench::{Content, Page};

/// Widest page: longer lines are hard to read.
const MAX_WIDTH: usize = 120;

/// Prints a file of a package: rendered, or its bytes as they are.
pub fn view(
    out: &mut Output,
    skill: &Skill,
    page: &Page,
    now: Timestamp,
    raw: bool,
    width: Option<u16>,
) -> anyhow::Result<()> {
    let is_skill = matches!(page.content, Content::Skill(_));
    if out.json {
        let mut document = json!({
            "skill": json::skill(skill),
            "file": page.path,
            "content": page.source(),
            "notice": page.notice,
            "binary": matches!(page.content, Content::Binary(_)),
        });
        if let Some(document) = document.as_object_mut() {
            let references: Vec<_> = page
                .references
                .iter()
                .map(|it| json!({"target": it.target, "kind": format!("{:?}", it.kind).to_lowercase()}))
                .collect();
            document.insert("references".to_owned(), json!(references));
        }
        out.document(&json::document(document))?;
        return Ok(());
    }
    let view = View {
        width: width.map_or_else(|| out.width().min(MAX_WIDTH), usize::from),
        wrap: true,
        // To a terminal nothing goes unescaped, however it is asked for.
        source: raw,
        shift: 0,
    };
    let mut problems = Vec::new();
    let mut lines = Vec::new();
    if is_skill && !raw {
        lines.push(facts::line(skill, now));
        lines.extend(facts::place(skill).into_iter().map(|fact| vec![fact]));
        problems = page.problems(skill);
    }
    let highlights = viewer::highlight(page, raw, &|| false);
    let rendered = viewer::render(page, &problems, &lines, &view, &highlights);
    for row in &rendered.rows {
        writeln!(out, "{}", out.row(row))?;
    }
    Ok(())
}

/// Prints the files of a package.
pub fn files(out: &mut Output, skill: &Skill, package: &Package) -> io::Result<()> {
    if out.json {
        let mut document = json::package(package);
        if let Some(document) = document.as_object_mut() {
            document.insert("skill".to_owned(), json!(skill.id.to_string()));
            document.insert("path".to_owned(), json!(skill.dir.to_string_lossy()));
        }
        return out.document(&json::document(document));
    }
    let paths: Vec<_> = package
        .files
        .iter()
        .map(|it| sanitize::line(&it.path))
        .collect();
    let column = paths.iter().map(|path| width::of(path)).max().unwrap_or(0);
    for (file, path) in package.files.iter().zip(&paths) {
        let mark = if file.executable { "*" } else { " " };
        let mut note = String::new();
        if let Some(target) = &file.link {
            note = format!(" -> {}", sanitize::line(&target.to_string_lossy()));
        }
        if let Some(text) = &file.note {
            note = format!("{note}  ({})", sanitize::line(text));
        }
        let size = facts::bytes(file.size);
        let note = out.paint(Chrome::Dim, &note);
        let line = format!("{}{mark} {size:>9}{note}", width::pad(path, column));
        writeln!(out, "{}", line.trim_end())?;
    }
    if package.cut {
        writeln!(out, "… and more")?;
    }
    Ok(())
}
