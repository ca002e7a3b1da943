//! Hermes: its list's reading (`skill::hermes`) put into the words of an effect.

use super::{Cut, Reading, Weight, no_fence};
use crate::skill::document::Document;
use crate::skill::frontmatter::Frontmatter;
use crate::skill::hermes;
use crate::skill::profile::Profile;
use crate::skill::yaml::Node;
use crate::skill::yaml11::{self, Kind};

/// The fields to which it gives a meaning.
const KNOWN: [&str; 12] = [
    "name",
    "description",
    "platforms",
    "environments",
    "tags",
    "related_skills",
    "compatibility",
    "metadata",
    "required_environment_variables",
    "prerequisites",
    "setup",
    "required_credential_files",
];

/// Characters of a description in its list.
const LISTED: usize = 1024;

/// Characters of a description in the prompt.
const PROMPTED: usize = 60;

pub(super) fn read(
    document: &Document,
    frontmatter: Option<&Frontmatter>,
    folder: &str,
) -> Reading {
    let taken = hermes::read(document, frontmatter);
    let mut reading = Reading::new(Profile::Hermes);
    reading.name = Some(hermes::listed_name(&taken, folder).to_owned());
    if let Some(reason) = &taken.hidden {
        reading.because(Weight::Stops, reason.clone());
    }
    if let Some(field) = &taken.date_in {
        let whole = match &**field {
            "description" if taken.hidden.is_none() => "; its whole list fails with it",
            _ => "",
        };
        reading.because(
            Weight::Catch,
            format!("a date stands in `{field}`: opening the skill fails{whole}"),
        );
    }
    let root = fields(&mut reading, document, frontmatter);
    let node = |key: &str| root.and_then(|root| root.get(key));
    let list = node("description").map(yaml11::kind);
    if matches!(list, Some(Kind::List(_) | Kind::Map(_))) {
        let text = "`description` is a list or a map, and is given out as one";
        reading.because(Weight::Catch, text);
    } else {
        describe(&mut reading, &taken, frontmatter);
    }
    conditions(&mut reading, node("metadata"));
    reading.done()
}

/// Sorts the fields, and says what became of name and frontmatter.
fn fields<'a>(
    reading: &mut Reading,
    document: &Document,
    frontmatter: Option<&'a Frontmatter>,
) -> Option<&'a Node> {
    let Some(frontmatter) = frontmatter else {
        let text = format!(
            "{}: folder and first line are all there is",
            no_fence(document)
        );
        reading.because(Weight::Catch, text);
        return None;
    };
    let why = "Hermes gives no meaning to it";
    if let Some(complaint) = frontmatter.complaint() {
        let (message, line) = (&complaint.message, complaint.position.line);
        let text = format!(
            "the YAML does not parse ({message}, line {line}): read by lines, and edits by Hermes are refused until it does"
        );
        reading.because(Weight::Catch, text);
        reading.sort_lines(frontmatter.source(), &KNOWN, why);
        return None;
    }
    reading.sort_fields(frontmatter.root(), &KNOWN, why);
    let name = frontmatter.get("name");
    let written = name.is_some_and(|node| yaml11::kind(node) == Kind::Text);
    if name.is_none() {
        reading.because(Weight::Catch, "no `name`: the folder's name is used");
    }
    let taken = hermes::read(document, Some(frontmatter));
    if written && taken.name.is_none() && taken.hidden.is_none() {
        let text = "no closed frontmatter within the first 4000 characters: folder and first line are all there is";
        reading.because(Weight::Catch, text);
    }
    frontmatter.root()
}

fn describe(reading: &mut Reading, taken: &hermes::Reading, frontmatter: Option<&Frontmatter>) {
    if taken.hidden.is_some() {
        return;
    }
    let written = frontmatter.and_then(|it| it.get("description")?.scalar());
    let total = written.map_or(0, |text| text.chars().count());
    let listed = taken.description.chars().count();
    if taken.description.is_empty() {
        reading.because(Weight::Catch, "no description");
        return;
    }
    reading.description = Some(taken.description.clone());
    let kept = LISTED - 3;
    let same = written.is_some_and(|it| it.starts_with(taken.description.trim_end_matches('.')));
    if total > LISTED && listed == LISTED && same {
        reading.cut = Some(Cut { kept, total });
        let text = format!("its list shows {kept} of {total} characters of the description");
        reading.because(Weight::Catch, text);
    }
    if written.is_none_or(|text| text.trim().is_empty()) {
        let text = "no description: the first line of text stands in for it";
        reading.because(Weight::Catch, text);
    }
    if listed > PROMPTED {
        let text = "the prompt shows the first 57 characters of the description";
        reading.because(Weight::Note, text);
    }
}

/// Filters by tools, which only a running agent can tell.
fn conditions(reading: &mut Reading, metadata: Option<&Node>) {
    let Some(own) = metadata.and_then(|it| it.get("hermes")) else {
        return;
    };
    for key in [
        "requires_tools",
        "requires_toolsets",
        "fallback_for_tools",
        "fallback_for_toolsets",
    ] {
        let Some(node) = own.get(key) else {
            continue;
        };
        let names = node.texts().join(", ");
        let text = match key.strip_prefix("requires_") {
            Some(_) => format!("in the prompt only where {names} is there"),
            None => format!("in the prompt only where {names} is not there"),
        };
        reading.because(Weight::Note, text);
    }
}
