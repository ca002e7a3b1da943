//! OpenCode: gray-matter cuts, and a second try puts values with a colon into block scalars. Its
//! documents ask for more than its releases check.

use super::{Reading, Weight, js};
use crate::skill::document::{Document, Encoding};
use crate::skill::profile::Profile;
use crate::skill::yaml::Node;

/// The fields that it documents.
const KNOWN: [&str; 5] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
];

pub(super) fn read(document: &Document, folder: &str) -> Reading {
    let mut reading = Reading::new(Profile::OpenCode);
    // A mark before the fence is taken off.
    let whole = document.whole();
    if document.encoding() != Encoding::Utf8 {
        let text = "the file is not UTF-8: the bytes in question are read as U+FFFD";
        reading.because(Weight::Catch, text);
    }
    let Some(Cut { source, closed }) = cut(&whole) else {
        reading.because(Weight::Stops, "no frontmatter, and so no `name`");
        return reading.done();
    };
    if !closed {
        let text = "the frontmatter is not closed: the whole file is taken for it";
        reading.because(Weight::Catch, text);
    }
    let mut loaded = js::load(source);
    if let Some(fault) = &loaded.fault {
        let text = format!("the YAML does not parse: {fault}");
        let second = closed.then(|| js::load(&with_blocks(source)));
        match second.filter(|it| it.fault.is_none()) {
            Some(second) => {
                let text = format!("{text}; read with a guess, values with a colon as whole lines");
                reading.because(Weight::Catch, text);
                loaded = second;
            }
            None => {
                reading.because(Weight::Stops, text);
                reading.sort_lines(source, &[], "the YAML does not parse");
                return reading.done();
            }
        }
    }
    let root = loaded.root();
    reading.sort_fields(
        root,
        &KNOWN,
        "OpenCode ignores fields that it does not know",
    );
    fields(&mut reading, root, folder);
    reading.done()
}

fn fields(reading: &mut Reading, root: Option<&Node>, folder: &str) {
    match root.and_then(|root| root.get("name")) {
        None => reading.because(Weight::Stops, "no `name`"),
        Some(node) => match (node.scalar(), js::not_a_text(node)) {
            (Some(name), None) => {
                reading.name = Some(name.to_owned());
                about_name(reading, name, folder);
            }
            (_, kind) => {
                let kind = kind.unwrap_or("no text");
                reading.because(Weight::Stops, format!("`name` is read as {kind}"));
            }
        },
    }
    match root.and_then(|root| root.get("description")) {
        None => {
            reading.for_model = false;
            let text =
                "no `description`: differs by version, not loaded or only kept from the model";
            reading.because(Weight::Catch, text);
        }
        Some(node) => match (node.scalar(), js::not_a_text(node)) {
            (Some(text), None) => {
                let length = text.chars().count();
                if !(1..=1024).contains(&length) {
                    let text = format!(
                        "the description has {length} characters: its documents allow 1 to 1024, and no release is known to check"
                    );
                    reading.because(Weight::Catch, text);
                }
                reading.description = Some(text.to_owned());
            }
            (_, kind) => {
                let kind = kind.unwrap_or("no text");
                reading.because(Weight::Stops, format!("`description` is read as {kind}"));
            }
        },
    }
}

fn about_name(reading: &mut Reading, name: &str, folder: &str) {
    let part = |part: &str| {
        let plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit();
        !part.is_empty() && part.bytes().all(plain)
    };
    let fits = name.len() <= 64 && name.split('-').all(part);
    if !fits {
        let text = "differs by version: its documents want a name of 1 to 64 characters a-z, 0-9 and single hyphens, and not every release checks";
        reading.because(Weight::Catch, text);
    }
    if name != folder {
        let text = "differs by version: its documents want the folder's name, and not every release checks";
        reading.because(Weight::Catch, text);
    }
}

struct Cut<'a> {
    source: &'a str,
    /// A line that begins with `---` ends it.
    closed: bool,
}

/// From a first line that begins with three dashes to the next such line, else to the end.
fn cut(text: &str) -> Option<Cut<'_>> {
    let rest = text.strip_prefix("---").filter(|it| !it.starts_with('-'))?;
    let (language, rest) = rest.split_once('\n')?;
    if !matches!(language.trim(), "" | "yaml" | "yml") {
        return None;
    }
    let (source, closed) = match rest.strip_prefix("---") {
        Some(_) => ("", true),
        None => match rest.find("\n---") {
            Some(end) => (rest.get(..=end).unwrap_or(rest), true),
            None => (rest, false),
        },
    };
    Some(Cut { source, closed })
}

/// The lines `key: value` whose bare value has a colon, as block scalars.
fn with_blocks(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    for line in source.lines() {
        let entry = line
            .split_once(':')
            .map(|(key, value)| (key.trim_end(), value.trim()));
        match entry {
            Some((key, value))
                if value.contains(':') && !value.starts_with(['"', '\'']) && is_plain_key(key) =>
            {
                out.push_str(&format!("{key}: |-\n  {value}\n"));
            }
            _ => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

fn is_plain_key(key: &str) -> bool {
    let word = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
    !key.is_empty() && !key.starts_with(|c: char| c.is_ascii_digit()) && key.bytes().all(word)
}
