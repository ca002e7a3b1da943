//! Codex: fence lines are trimmed before they are compared, values are put on one line and then
//! measured, and a skill that breaks a limit is refused whole.

use serde::Deserialize;

use super::{Reading, Weight, no_fence, one_line};
use crate::skill::document::{Document, Encoding};
use crate::skill::frontmatter::{Frontmatter, MAX_BYTES};
use crate::skill::profile::Profile;

/// Longest name, in characters.
const NAME_LIMIT: usize = 64;

/// Longest description, in characters.
const DESCRIPTION_LIMIT: usize = 1024;

/// The fields it reads, by the same reader as its own: a wrong type refuses the skill.
#[derive(Deserialize)]
struct Fields {
    name: Option<String>,
    description: Option<String>,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Metadata {
    short_description: Option<String>,
}

pub(super) fn read(document: &Document, folder: &str) -> Reading {
    let mut reading = Reading::new(Profile::Codex);
    if document.encoding() != Encoding::Utf8 {
        reading.because(Weight::Stops, "the file is not UTF-8");
        return reading;
    }
    let whole = document.text(0..document.bytes().len());
    let Some(source) = cut(&whole) else {
        reading.because(Weight::Stops, no_fence(document));
        return reading;
    };
    if source.len() > MAX_BYTES {
        let text = format!("a frontmatter of {} bytes: not looked into", source.len());
        reading.because(Weight::Catch, text);
        return reading;
    }
    let fields = serde_yaml::from_str::<Fields>(&source);
    let frontmatter = Frontmatter::of(source, 2);
    let fields = match fields {
        Ok(fields) => fields,
        Err(error) => {
            let words = error.to_string();
            let (message, line) = match frontmatter.complaint() {
                Some(complaint) => (complaint.message.as_str(), complaint.position.line),
                None => {
                    let line = error.location().map_or(0, |it| it.line()) + 1;
                    let message = words.split(" at line ").next().unwrap_or_default();
                    (message, u32::try_from(line).unwrap_or(u32::MAX))
                }
            };
            let text = format!("its frontmatter is refused: {message} (line {line})");
            reading.because(Weight::Stops, text);
            return reading;
        }
    };
    let known = ["name", "description"];
    let why = "Codex reads name, description and metadata.short-description";
    reading.sort_fields(frontmatter.root(), &known, why);
    if fields.metadata.short_description.is_some() {
        reading.ignored.retain(|it| it.field != "metadata");
        reading.used.push("metadata.short-description".to_owned());
    }
    let written = fields.name.as_deref().map(one_line);
    let name = match written.filter(|name| !name.is_empty()) {
        Some(name) => name,
        None => {
            reading.because(Weight::Note, "no `name`: the folder's name is used");
            one_line(folder)
        }
    };
    measure(&mut reading, "name", &name, NAME_LIMIT);
    let description = one_line(fields.description.as_deref().unwrap_or_default());
    if description.is_empty() {
        reading.because(Weight::Stops, "no description");
    } else {
        measure(&mut reading, "description", &description, DESCRIPTION_LIMIT);
        reading.description = Some(description);
    }
    reading.name = Some(name);
    reading.done()
}

fn measure(reading: &mut Reading, field: &str, text: &str, limit: usize) {
    let length = text.chars().count();
    if length > limit {
        let text = format!("the {field} has {length} characters; {limit} are allowed");
        reading.because(Weight::Stops, text);
    }
}

/// The lines between the first line and the next that are `---` when trimmed; nothing when there
/// are none. A mark before the fence is not trimmed away.
fn cut(text: &str) -> Option<String> {
    let mut lines = text.lines();
    lines.next().filter(|line| line.trim() == "---")?;
    let mut inside = Vec::new();
    for line in lines {
        if line.trim() == "---" {
            return (!inside.is_empty()).then(|| inside.join("\n"));
        }
        inside.push(line);
    }
    None
}
