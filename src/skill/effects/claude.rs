//! Claude Code: every field is optional, a YAML error drops them all, the folder is the command.

use super::{Cut, Reading, Weight, first_text, js, no_fence};
use crate::skill::document::{Document, Encoding, Fence};
use crate::skill::profile::Profile;
use crate::skill::yaml::Node;
use crate::skill::yaml11::{self, Kind};

/// The fields it documents.
const KNOWN: [&str; 17] = [
    "name",
    "description",
    "when_to_use",
    "argument-hint",
    "arguments",
    "disable-model-invocation",
    "user-invocable",
    "allowed-tools",
    "disallowed-tools",
    "model",
    "effort",
    "context",
    "agent",
    "background",
    "hooks",
    "paths",
    "shell",
];

/// UTF-16 units of `description` and `when_to_use` that its listing shows.
const LISTED: usize = 1536;

pub(super) fn read(document: &Document, folder: &str) -> Reading {
    let mut reading = Reading::new(Profile::ClaudeCode);
    reading.name = Some(folder.to_owned());
    if document.encoding() != Encoding::Utf8 {
        let text = "the file is not UTF-8: what is read of it is not established";
        reading.because(Weight::Catch, text);
    }
    let Fence::Closed { .. } = document.fence() else {
        reading.because(
            Weight::Catch,
            format!("{}: it has no fields", no_fence(document)),
        );
        from_body(&mut reading, document);
        return reading.done();
    };
    if document.bom() {
        let text = "a byte order mark stands first: behind it some versions find no fields";
        reading.because(Weight::Catch, text);
    }
    let source = document.frontmatter();
    let loaded = js::load(&source);
    if let Some(fault) = &loaded.fault {
        let text = format!("the YAML does not parse, so all fields are dropped: {fault}");
        reading.because(Weight::Catch, text);
        reading.sort_lines(&source, &[], "dropped: the YAML does not parse");
        from_body(&mut reading, document);
        return reading.done();
    }
    let root = loaded.root();
    reading.sort_fields(root, &KNOWN, "not a field of Claude Code");
    name(&mut reading, root, folder);
    description(&mut reading, root, document);
    switches(&mut reading, root);
    reading.done()
}

/// The text of a field that is there and not empty.
fn text<'a>(root: Option<&'a Node>, key: &str) -> Option<&'a str> {
    let text = root?.get(key)?.scalar()?.trim();
    let null = yaml11::kind(root?.get(key)?) == Kind::Null;
    (!text.is_empty() && !null).then_some(text)
}

fn name(reading: &mut Reading, root: Option<&Node>, folder: &str) {
    match text(root, "name") {
        Some(name) if name == folder => {}
        Some(name) => {
            reading.name = Some(name.to_owned());
            reading.because(
                Weight::Catch,
                format!(
                    "differs by version: /{folder} runs it and `name` is only its label, or /{name} runs it"
                ),
            );
        }
        None => reading.because(Weight::Note, "no `name`: the folder's name is used"),
    }
}

fn description(reading: &mut Reading, root: Option<&Node>, document: &Document) {
    let parts = [text(root, "description"), text(root, "when_to_use")];
    match parts {
        [Some(description), None] => reading.description = Some(description.to_owned()),
        [Some(description), Some(when)] => {
            reading.description = Some(format!("{description} - {when}"));
        }
        [None, _] => {
            let is_list = root.and_then(|root| root.get("description"));
            if is_list.is_some_and(|node| node.scalar().is_none()) {
                let text = "`description` is a list or a map: what is listed is not established";
                reading.because(Weight::Catch, text);
                return;
            }
            from_body(reading, document);
        }
    }
    let Some(text) = &reading.description else {
        return;
    };
    let total = text.encode_utf16().count();
    if total <= LISTED {
        return;
    }
    let mut units = 0;
    let kept = text.chars().take_while(|c| {
        units += c.len_utf16();
        units <= LISTED
    });
    reading.description = Some(kept.collect());
    reading.cut = Some(Cut {
        kept: LISTED,
        total,
    });
    let text = format!("its list shows {LISTED} of {total} characters of the description");
    reading.because(Weight::Catch, text);
}

fn from_body(reading: &mut Reading, document: &Document) {
    reading.description = first_text(&document.body());
    let text = match &reading.description {
        Some(_) => "no description: the first heading or paragraph of the text stands in for it",
        None => "no description and no text to take one from",
    };
    reading.because(Weight::Catch, text);
}

fn switches(reading: &mut Reading, root: Option<&Node>) {
    let is = |key: &str, value: bool| {
        let node = root.and_then(|root| root.get(key));
        node.is_some_and(|node| yaml11::kind(node) == Kind::Bool(value))
    };
    if is("disable-model-invocation", true) {
        reading.for_model = false;
        reading.because(Weight::Note, "hidden from the model; /name works");
    }
    if is("user-invocable", false) {
        reading.for_person = false;
        reading.because(Weight::Note, "not in the / menu: only the model calls it");
    }
    if !reading.for_model && !reading.for_person {
        let text = "hidden from the model and from the / menu: nobody can call it";
        reading.because(Weight::Catch, text);
    }
    if root.is_some_and(|root| root.get("paths").is_some()) {
        let text = "by itself only for files that match its `paths`";
        reading.because(Weight::Note, text);
    }
}
