//! The person's own keys over those of the table: `[keys.SCOPE]` of the settings.
//!
//! Keys of a command replace all that it had; an empty list takes them away. What cannot be meant is
//! complained about with its place, and the rest still counts.

use super::{Binding, Keymap, split};
use crate::skill::Position;
use crate::store::settings::{self, Complaint, Settings};
use crate::text::near;
use crate::tui::command::{Command, Row, Scope, TABLE};

/// Keys with a name; all others are the character that they type.
const NAMED: [&str; 15] = [
    "backspace",
    "backtab",
    "delete",
    "down",
    "end",
    "enter",
    "esc",
    "home",
    "insert",
    "left",
    "pagedown",
    "pageup",
    "right",
    "space",
    "tab",
];

impl Keymap {
    /// The table's keys with the person's instead, and what of those cannot be used.
    pub fn with(settings: &Settings) -> (Keymap, Vec<Complaint>) {
        let mut keymap = Keymap::default();
        let mut complaints = Vec::new();
        let mut own: Vec<(Binding, Position)> = Vec::new();
        for entry in &settings.keys {
            let (scope, command) = match command_of(entry) {
                Ok(found) => found,
                Err((at, message, remedy)) => {
                    complaints.push(settings.complaint(at, message, remedy));
                    continue;
                }
            };
            let is_theirs = |it: &Binding| it.scope == scope && it.command == command;
            keymap.bindings.retain(|it| !is_theirs(it));
            for keys in &entry.keys {
                match sequence(&keys.value) {
                    Ok(keys_of) => {
                        let binding = Binding {
                            scope,
                            keys: keys_of,
                            command,
                        };
                        own.push((binding, keys.at));
                    }
                    Err(remedy) => complaints.push(settings.complaint(
                        keys.at,
                        format!("`{}` names no key", keys.value),
                        remedy,
                    )),
                }
            }
        }
        keymap.add(settings, own, &mut complaints);
        complaints.sort_by_key(|it| (it.line, it.column));
        (keymap, complaints)
    }

    /// Adds own bindings before all others; one that hides another is complained about.
    fn add(
        &mut self,
        settings: &Settings,
        own: Vec<(Binding, Position)>,
        complaints: &mut Vec<Complaint>,
    ) {
        let mut added: Vec<(Binding, Position)> = Vec::new();
        for (binding, at) in own {
            let before = added.iter().find(|(other, _)| hides(&binding, other));
            if let Some((other, place)) = before {
                let message = format!(
                    "`{}` is `{}` of line {} already",
                    binding.words(),
                    name_of(other),
                    place.line
                );
                complaints.push(settings.complaint(at, message, "choose other keys"));
                continue;
            }
            let hidden = self.bindings.iter().find(|other| hides(&binding, other));
            if let Some(other) = hidden {
                let message = format!(
                    "`{}` takes `{}` away from `{}`",
                    binding.words(),
                    other.words(),
                    name_of(other)
                );
                let remedy = format!(
                    "give `{}` other keys in [keys.{}], or none: []",
                    name_of(other),
                    other.scope.name()
                );
                complaints.push(settings.complaint(at, message, remedy));
            }
            self.bindings
                .retain(|other| other.scope != binding.scope || !hides(&binding, other));
            added.push((binding, at));
        }
        let own = added.into_iter().map(|(binding, _)| binding);
        self.bindings.splice(0..0, own);
    }
}

/// A binding leaves another unreachable: the same keys at the same scope, or the beginning of its keys
/// at a scope where both count.
fn hides(binding: &Binding, other: &Binding) -> bool {
    if binding.command == other.command {
        return false;
    }
    let [short, long] = match binding.keys.len() <= other.keys.len() {
        true => [&binding.keys, &other.keys],
        false => [&other.keys, &binding.keys],
    };
    let same_scope = binding.scope == other.scope;
    let both_count = same_scope || binding.scope == Scope::Global || other.scope == Scope::Global;
    match short.len() == long.len() {
        true => same_scope && short == long,
        false => both_count && long.starts_with(short),
    }
}

fn name_of(binding: &Binding) -> &'static str {
    row_of(binding.scope, binding.command).map_or("", |row| row.name)
}

fn row_of(scope: Scope, command: Command) -> Option<&'static Row> {
    let of = |row: &&Row| row.command == command;
    let here = TABLE.iter().filter(of).find(|row| row.scope == scope);
    here.or_else(|| TABLE.iter().find(of))
}

type Fault = (Position, String, String);

/// The scope and command that a line of the settings names. A command that works everywhere may be
/// given keys for one pane.
fn command_of(entry: &settings::Binding) -> Result<(Scope, Command), Fault> {
    let wanted = &entry.scope;
    let scope = Scope::ALL.into_iter().find(|it| it.name() == wanted.value);
    let Some(scope) = scope else {
        let names = Scope::ALL.map(Scope::name);
        let message = format!("there is no [keys.{}]", wanted.value);
        let remedy = match near::nearest(&wanted.value, names) {
            Some(name) => format!("did you mean [keys.{name}]?"),
            None => format!("there are: {}", names.join(", ")),
        };
        return Err((wanted.at, message, remedy));
    };
    let name = entry.command.value.as_str();
    let rows = || {
        let here = TABLE.iter().filter(move |row| row.scope == scope);
        here.chain(TABLE.iter().filter(|row| row.scope == Scope::Global))
    };
    if let Some(row) = rows().find(|row| row.name == name) {
        return Ok((scope, row.command));
    }
    let message = format!("[keys.{}] has no command `{name}`", scope.name());
    let elsewhere = TABLE.iter().find(|row| row.name == name);
    let remedy = match (elsewhere, near::nearest(name, rows().map(|row| row.name))) {
        (Some(row), _) => format!("it is in [keys.{}]", row.scope.name()),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => "? in the program and `skilldeck man` list the commands".to_owned(),
    };
    Err((entry.command.at, message, remedy))
}

/// The keys of a sequence as the table has them; what to write instead for what is no key.
fn sequence(text: &str) -> Result<Vec<String>, String> {
    let keys = split(text)
        .iter()
        .map(|key| key_of(key))
        .collect::<Result<Vec<_>, _>>()?;
    if keys.is_empty() {
        return Err("write a key, such as \"j\", \"ctrl-d\" or \"g g\"".to_owned());
    }
    Ok(keys)
}

fn key_of(text: &str) -> Result<String, String> {
    let lower = text.to_lowercase();
    for modifier in ["ctrl-", "alt-"] {
        if let Some(rest) = lower.strip_prefix(modifier).filter(|rest| !rest.is_empty()) {
            return Ok(format!("{modifier}{}", key_of(rest)?));
        }
    }
    let mut chars = text.chars();
    if let (Some(c), None) = (chars.next(), chars.next()) {
        return Ok(c.to_string());
    }
    let function = lower.strip_prefix('f').and_then(|it| it.parse::<u8>().ok());
    let is_named = NAMED.contains(&lower.as_str());
    if is_named || function.is_some_and(|number| (1..=12).contains(&number)) {
        return Ok(lower);
    }
    Err(match (lower.as_str(), near::nearest(&lower, NAMED)) {
        ("shift-tab", _) => "write \"backtab\"".to_owned(),
        ("return", _) => "write \"enter\"".to_owned(),
        ("escape", _) => "write \"esc\"".to_owned(),
        (_, Some(near)) => format!("did you mean \"{near}\"?"),
        (_, None) => "keys pressed one after the other are separated by blanks: \"g g\"".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Found;
    use std::path::Path;

    fn keymap(text: &str) -> (Keymap, Vec<String>) {
        let settings = settings::parse(Path::new("c.toml"), text.as_bytes());
        assert_eq!(settings.complaints, [], "{text}");
        let (keymap, complaints) = Keymap::with(&settings);
        let told = complaints.iter().map(ToString::to_string);
        (keymap, told.collect())
    }

    fn find(keymap: &Keymap, scope: Scope, keys: &str) -> Found {
        keymap.find(scope, &split(keys))
    }

    #[test]
    fn own_keys_replace_those_of_the_table() {
        let text = "[keys.global]\ndown = [\"n\", \"ctrl-N\"]\nrescan = []\n\
                    [keys.viewer]\nnext-match = \"; ;\"\ndown = \"J\"\n";
        let (map, told) = keymap(text);
        assert_eq!(told, [""; 0]);
        let cases = [
            (Scope::Tree, "n", Found::Command(Command::Down)),
            (Scope::Tree, "ctrl-n", Found::Command(Command::Down)),
            (Scope::Tree, "j", Found::Nothing),
            (Scope::Tree, "R", Found::Nothing),
            (Scope::Viewer, ";", Found::Prefix),
            (Scope::Viewer, "; ;", Found::Command(Command::ViewNextMatch)),
            (Scope::Viewer, "J", Found::Command(Command::Down)),
            (Scope::Tree, "J", Found::Nothing),
        ];
        for (scope, keys, found) in cases {
            assert_eq!(find(&map, scope, keys), found, "{keys} in {scope:?}");
        }
        let first = map.keys_of(Scope::Tree, Command::Down).map(Binding::words);
        assert_eq!(first.as_deref(), Some("n"));
    }

    #[test]
    fn typos_and_clashes_are_told_with_their_place() {
        let cases = [
            (
                "[keys.globl]\ndown = \"n\"\n",
                "c.toml:1:7: there is no [keys.globl]; did you mean [keys.global]?",
            ),
            (
                "[keys.global]\ndwon = \"n\"\n",
                "c.toml:2:1: [keys.global] has no command `dwon`; did you mean `down`?",
            ),
            (
                "[keys.tree]\noutline = \"n\"\n",
                "c.toml:2:1: [keys.tree] has no command `outline`; it is in [keys.viewer]",
            ),
            (
                "[keys.tree]\nfilter = \"entr\"\n",
                "c.toml:2:10: `entr` names no key; did you mean \"enter\"?",
            ),
            (
                "[keys.tree]\nfilter = \"s\"\n",
                "c.toml:2:10: `s` takes `s` away from `sort`; give `sort` other keys in \
                 [keys.tree], or none: []",
            ),
            (
                "[keys.global]\nrescan = \"g\"\n",
                "c.toml:2:10: `g` takes `g g` away from `top`; give `top` other keys in \
                 [keys.global], or none: []",
            ),
            (
                "[keys.tree]\nfilter = \"X\"\nsort = \"X\"\n",
                "c.toml:3:8: `X` is `filter` of line 2 already; choose other keys",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(keymap(text).1, [expected], "{text}");
        }
        // What takes the key has it.
        let (map, _) = keymap("[keys.tree]\nfilter = \"s\"\n");
        assert_eq!(
            find(&map, Scope::Tree, "s"),
            Found::Command(Command::TreeFilter)
        );
    }
}
