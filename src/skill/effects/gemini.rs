//! Gemini CLI: an exact fence, YAML, and after it a reader of `name:` and `description:` lines.

use super::{Reading, Weight, js, no_fence};
use crate::skill::document::{Document, Encoding};
use crate::skill::profile::Profile;
use crate::skill::yaml::Node;

pub(super) fn read(document: &Document) -> Reading {
    let mut reading = Reading::new(Profile::Gemini);
    let whole = document.text(0..document.bytes().len());
    let Some(source) = cut(&whole) else {
        reading.because(Weight::Stops, no_fence(document));
        return reading;
    };
    if document.encoding() != Encoding::Utf8 {
        let text = "the file is not UTF-8: the bytes in question are read as U+FFFD";
        reading.because(Weight::Catch, text);
    }
    let known = ["name", "description"];
    let why = "Gemini CLI reads name and description";
    let loaded = js::load(source);
    match (loaded.root().and_then(both_texts), by_lines(source)) {
        (Some([name, description]), _) => {
            reading.sort_fields(loaded.root(), &known, why);
            reading.name = Some(safe_name(name));
            reading.description = Some(description.to_owned());
        }
        (None, Some([name, description])) => {
            let cause = match &loaded.fault {
                Some(fault) => format!("the YAML does not parse ({fault})"),
                None => "name and description are not both texts".to_owned(),
            };
            let text = format!("{cause}: both are read by lines, with quotes and block marks");
            reading.because(Weight::Catch, text);
            reading.sort_lines(source, &known, why);
            reading.name = Some(safe_name(&name));
            reading.description = Some(description);
        }
        (None, None) => {
            reading.sort_lines(source, &known, why);
            let missing = |key: &str| !reading.used.iter().any(|it| it == key);
            let text = match (missing("name"), missing("description")) {
                (true, false) => "no `name`: both are needed",
                (false, true) => "no `description`: both are needed",
                _ => "no `name` and no `description`",
            };
            reading.because(Weight::Stops, text);
            return reading.done();
        }
    }
    if reading.name.as_deref() == Some("") {
        reading.because(Weight::Catch, "its name is empty");
    }
    if reading.description.as_deref() == Some("") {
        reading.because(Weight::Catch, "its description is empty");
    }
    reading.done()
}

/// Characters that are not left in a name.
fn safe_name(name: &str) -> String {
    name.replace([':', '\\', '/', '<', '>', '*', '?', '"', '|'], "-")
}

fn both_texts(root: &Node) -> Option<[&str; 2]> {
    let text = |key: &str| {
        let node = root.get(key)?;
        node.scalar().filter(|_| js::not_a_text(node).is_none())
    };
    Some([text("name")?, text("description")?])
}

/// From `---` and a line end to the next line that begins with `---`.
fn cut(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("---")?;
    let rest = rest
        .strip_prefix("\r\n")
        .or_else(|| rest.strip_prefix('\n'))?;
    let end = rest.find("\n---")?;
    let inside = rest.get(..end)?;
    Some(inside.strip_suffix('\r').unwrap_or(inside))
}

/// The two fields by lines; indented lines go on with the description. Of two the last counts.
fn by_lines(source: &str) -> Option<[String; 2]> {
    let (mut name, mut description) = (None, None);
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if let Some(value) = line.strip_prefix("name:") {
            name = Some(value.trim().to_owned());
        } else if let Some(value) = line.strip_prefix("description:") {
            let mut parts = vec![value.trim()];
            while let Some(more) =
                lines.next_if(|it| it.starts_with([' ', '\t']) && !it.trim().is_empty())
            {
                parts.push(more.trim());
            }
            parts.retain(|part| !part.is_empty());
            description = Some(parts.join(" "));
        }
    }
    Some([name?, description?])
}
