//! Which keys run which command: the table's own keys, with the person's instead where settings say so.
//!
//! Keys pressed one after the other (`g g`) are a sequence. What was pressed so far is kept elsewhere
//! (`sequence`); reading the settings file is too (`store::settings`).

mod own;

use super::command::{Command, Scope, TABLE};

/// Keys of a command at a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// Where they work.
    pub scope: Scope,
    /// Keys in the order in which they are pressed.
    pub keys: Vec<String>,
    /// What they run.
    pub command: Command,
}

impl Binding {
    /// As people read it: `g g`.
    pub fn words(&self) -> String {
        self.keys.join(" ")
    }

    fn begins_with(&self, keys: &[String]) -> bool {
        self.keys.starts_with(keys)
    }
}

/// What keys pressed so far mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// They run a command.
    Command(Command),
    /// They begin a longer sequence.
    Prefix,
    /// They mean nothing.
    Nothing,
}

/// All bindings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keymap {
    bindings: Vec<Binding>,
}

impl Default for Keymap {
    fn default() -> Self {
        let bindings = TABLE.iter().flat_map(|row| {
            row.keys.iter().map(|keys| Binding {
                scope: row.scope,
                keys: split(keys),
                command: row.command,
            })
        });
        Keymap {
            bindings: bindings.collect(),
        }
    }
}

/// The keys of a sequence as written in table and settings.
pub fn split(keys: &str) -> Vec<String> {
    keys.split_whitespace().map(str::to_owned).collect()
}

impl Keymap {
    /// What keys mean at a scope: its own bindings count before those that work everywhere, and a
    /// whole sequence before the beginning of one.
    pub fn find(&self, scope: Scope, keys: &[String]) -> Found {
        let chain = || [scope, Scope::Global].into_iter();
        let whole = chain().find_map(|scope| {
            let mut bindings = self.bindings.iter();
            bindings.find(|it| it.scope == scope && it.keys == keys)
        });
        match whole {
            Some(binding) => Found::Command(binding.command),
            None if self.after(scope, keys).next().is_some() => Found::Prefix,
            None => Found::Nothing,
        }
    }

    /// The bindings that keys pressed so far can still become.
    pub fn after(&self, scope: Scope, keys: &[String]) -> impl Iterator<Item = &Binding> {
        self.bindings.iter().filter(move |it| {
            let here = it.scope == scope || it.scope == Scope::Global;
            here && it.keys.len() > keys.len() && it.begins_with(keys)
        })
    }

    /// The first keys of a command, those of a scope before those that work everywhere.
    pub fn keys_of(&self, scope: Scope, command: Command) -> Option<&Binding> {
        let of = |scope: Scope| {
            let mut bindings = self.bindings.iter();
            bindings.find(move |it| it.scope == scope && it.command == command)
        };
        of(scope).or_else(|| of(Scope::Global))
    }

    /// All keys of a row of the table, as people read them.
    pub fn words_of(&self, scope: Scope, command: Command) -> Vec<String> {
        let bindings = self.bindings.iter();
        bindings
            .filter(|it| it.scope == scope && it.command == command)
            .map(Binding::words)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Command as C;
    use Scope::{List, Tree, Viewer};

    fn find(scope: Scope, keys: &str) -> Found {
        Keymap::default().find(scope, &split(keys))
    }

    #[test]
    fn the_inner_scope_counts_first_and_sequences_have_a_beginning() {
        let cases = [
            (Tree, "j", Found::Command(C::Down)),
            (Tree, "h", Found::Command(C::TreeCollapse)),
            (Viewer, "h", Found::Command(C::ViewLeave)),
            (List, "h", Found::Command(C::ListFold)),
            (Tree, "space", Found::Command(C::Mark)),
            (Viewer, "space", Found::Command(C::PageDown)),
            (List, "space", Found::Nothing),
            (Viewer, "g", Found::Prefix),
            (Viewer, "g g", Found::Command(C::Top)),
            (Viewer, "g ü", Found::Nothing),
            (Tree, "n", Found::Nothing),
        ];
        for (scope, keys, found) in cases {
            assert_eq!(find(scope, keys), found, "{keys} in {scope:?}");
        }
    }

    #[test]
    fn no_key_of_the_table_hides_another() {
        let map = Keymap::default();
        let panes = [Tree, List, Viewer];
        for binding in &map.bindings {
            let scopes = match binding.scope {
                Scope::Global => panes.to_vec(),
                scope => vec![scope],
            };
            // A binding that works everywhere must be reachable somewhere.
            let reached = scopes
                .iter()
                .any(|scope| map.find(*scope, &binding.keys) == Found::Command(binding.command));
            assert!(reached, "{binding:?}");
            for scope in scopes {
                for length in 1..binding.keys.len() {
                    let found = map.find(scope, &binding.keys[..length]);
                    assert_eq!(found, Found::Prefix, "the beginning of {binding:?}");
                }
            }
        }
    }
}
