//! Repairs of the names: the field, the folder, the entry file.

use super::fill::Main;
use super::{Draft, Found, Grade, Place, Skill, What};
use crate::skill::frontmatter::Frontmatter;
use crate::skill::rule::Rule;
use crate::skill::yaml11::{self, Kind};

/// Most characters of a name.
const MAX: usize = 64;

/// The entry file under its right name.
pub fn file_case(place: Place<'_>) -> Option<Draft> {
    let right = "SKILL.md";
    let wrong = place.file != right && place.file.eq_ignore_ascii_case(right);
    let title = format!("Rename `{}` to `{right}`", place.file);
    let what = What::File(right.to_owned());
    wrong.then(|| Draft::new(Rule::FileCase, title, Grade::Sure, what))
}

/// Name and folder: the field follows the folder, since other things may be named after that.
pub fn look(skill: &Skill<'_>, frontmatter: &Frontmatter, found: &mut Found) {
    let Some(node) = frontmatter.get("name") else {
        return;
    };
    let folder = skill.place.folder;
    let Some(name) = node.scalar().map(str::trim).filter(|it| !it.is_empty()) else {
        return;
    };
    if yaml11::kind(node) != Kind::Text {
        return;
    }
    let fits_folder = fault(folder).is_none();
    let main = Main::new(skill, frontmatter);
    match fault(name) {
        Some(rule) => {
            let valid = slug(name);
            let right = if fits_folder {
                folder.to_owned()
            } else {
                valid
            };
            if !right.is_empty() {
                let title = format!("Set the name to `{right}`");
                found
                    .drafts
                    .push(Draft::guess(rule, title, main.set("name", node, &right)));
            }
        }
        None if name != folder && !folder.is_empty() => {
            if fits_folder {
                let title = format!("Set the name to `{folder}`, as the folder is called");
                let edits = main.set("name", node, folder);
                found
                    .drafts
                    .push(Draft::guess(Rule::NameFolder, title, edits));
            }
            let title = format!("Rename the folder `{folder}` to `{name}`");
            let what = What::Folder(name.to_owned());
            found
                .drafts
                .push(Draft::new(Rule::NameFolder, title, Grade::Choice, what));
        }
        None => {}
    }
}

/// The rule that a name breaks.
pub fn fault(name: &str) -> Option<Rule> {
    let lower: String = name.chars().flat_map(char::to_lowercase).collect();
    if name.is_empty() {
        Some(Rule::MissingName)
    } else if !name.chars().all(|c| c.is_alphanumeric() || c == '-') {
        Some(Rule::NameCharacters)
    } else if name != lower {
        Some(Rule::NameCase)
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        Some(Rule::NameHyphens)
    } else if name.chars().count() > MAX {
        Some(Rule::NameLength)
    } else {
        None
    }
}

/// The valid name that is most like a text; empty when it has no letter and no digit.
pub fn slug(text: &str) -> String {
    let mut out = String::new();
    let mut length = 0;
    for c in text.chars().flat_map(char::to_lowercase) {
        let hyphen = !c.is_alphanumeric();
        if length == MAX || hyphen && (out.is_empty() || out.ends_with('-')) {
            continue;
        }
        out.push(if hyphen { '-' } else { c });
        length += 1;
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_made_valid() {
        let cases = [
            ("My Skill", "my-skill"),
            ("my_skill", "my-skill"),
            ("--a--b--", "a-b"),
            ("../../etc", "etc"),
            ("ns:skill", "ns-skill"),
            ("🐝", ""),
            ("Größe 2", "größe-2"),
        ];
        for (text, name) in cases {
            assert_eq!(slug(text), name);
        }
        assert_eq!(slug(&"ab-".repeat(40)), format!("{}a", "ab-".repeat(21)));
    }

    proptest! {
        #[test]
        fn a_slug_is_valid(text in any::<String>()) {
            let slug = slug(&text);
            prop_assert!(slug.is_empty() || fault(&slug).is_none(), "{}", slug);
        }
    }
}
