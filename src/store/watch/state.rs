//! How changes are noticed just now, for people.

use std::path::PathBuf;

/// How changes are noticed just now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Folders of which the system reports events.
    pub folders: usize,
    /// Why it reports none, so that all files are looked at every other second.
    pub fault: Option<String>,
    /// Roots of libraries that are not there; they are looked for every other second.
    pub missing: Vec<PathBuf>,
}

impl State {
    /// In words.
    pub fn words(&self) -> String {
        let mut words = match (&self.fault, self.folders) {
            (Some(fault), _) => format!("sweeping every 2 s: {fault}"),
            (None, 1) => "watching 1 folder".to_owned(),
            (None, folders) => format!("watching {folders} folders"),
        };
        for root in &self.missing {
            words.push_str(&format!("; {} is missing", root.display()));
        }
        words
    }

    /// The same but for the number of folders, which comes and goes.
    pub(super) fn is_like(&self, other: &State) -> bool {
        (&self.fault, &self.missing) == (&other.fault, &other.missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_has_words() {
        let state = |folders, fault: Option<&str>, missing: &[&str]| State {
            folders,
            fault: fault.map(str::to_owned),
            missing: missing.iter().map(PathBuf::from).collect(),
        };
        let cases = [
            (state(1, None, &[]), "watching 1 folder"),
            (
                state(20, None, &["/a"]),
                "watching 20 folders; /a is missing",
            ),
            (state(0, Some("why"), &[]), "sweeping every 2 s: why"),
        ];
        for (state, words) in cases {
            assert_eq!(state.words(), words);
        }
    }
}
