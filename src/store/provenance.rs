//! Who made a skill, with the evidence for it.

use std::collections::HashMap;

use super::sidecar::{HubEntry, Sidecars};
use super::usage::Usage;

/// Who made a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Maker {
    /// An agent, on its own.
    Agent,
    /// A person.
    User,
    /// It came with Hermes.
    Bundled,
    /// It was installed from a hub.
    Hub,
    /// Nothing says.
    Unknown,
}

impl Maker {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Maker::Agent => "agent",
            Maker::User => "user",
            Maker::Bundled => "bundled",
            Maker::Hub => "hub",
            Maker::Unknown => "unknown",
        }
    }
}

/// The maker and what tells so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Who.
    pub maker: Maker,
    /// What tells so.
    pub evidence: String,
}

/// What the sidecars of a library say of makers.
pub struct Evidence<'a> {
    sidecars: &'a Sidecars,
    /// Names and entries of the hub's lock by the key they were installed at.
    hub: HashMap<&'a str, (&'a str, &'a HubEntry)>,
}

impl<'a> Evidence<'a> {
    /// The evidence in a library's sidecars.
    pub fn of(sidecars: &'a Sidecars) -> Self {
        let mut hub = HashMap::new();
        for (name, entry) in &sidecars.hub {
            hub.entry(entry.install_path.as_str())
                .or_insert((name.as_str(), entry));
        }
        Evidence { sidecars, hub }
    }

    /// Weighs the evidence for one skill: the hub's lock, the manifest, then the usage record.
    ///
    /// `names` are its frontmatter name and its folder's name; `record` says whether usage knows it.
    pub fn weigh<'n>(
        &self,
        key: &str,
        mut names: impl Iterator<Item = &'n str>,
        usage: &Usage,
        record: Option<&str>,
    ) -> Provenance {
        let hub = self.hub.get(key);
        if let Some((name, entry)) = hub {
            return Provenance {
                maker: Maker::Hub,
                evidence: format!(
                    "hub lock: {name} from {}, trust {}",
                    or_unknown(&entry.source),
                    or_unknown(&entry.trust)
                ),
            };
        }
        if let Some(name) = names.find(|it| self.sidecars.bundled.contains_key(*it)) {
            return Provenance {
                maker: Maker::Bundled,
                evidence: format!("{name} is in the bundled manifest"),
            };
        }
        match record {
            Some(name) if usage.by_agent => Provenance {
                maker: Maker::Agent,
                evidence: format!("usage record {name} says created_by agent"),
            },
            Some(name) => Provenance {
                maker: Maker::User,
                evidence: format!("usage record {name} names no agent: Hermes leaves it to you"),
            },
            None => Provenance {
                maker: Maker::Unknown,
                evidence: "no manifest, hub lock or usage record names it".to_owned(),
            },
        }
    }
}

fn or_unknown(text: &str) -> &str {
    if text.is_empty() { "unknown" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sidecar::HubEntry;

    #[test]
    fn the_strongest_evidence_counts() {
        let entry = HubEntry {
            source: "o/r".to_owned(),
            trust: String::new(),
            install_path: "cat/h".to_owned(),
        };
        let sidecars = Sidecars {
            bundled: [("b".to_owned(), String::new())].into(),
            hub: [("h".to_owned(), entry)].into(),
            ..Sidecars::default()
        };
        let agent = Usage {
            by_agent: true,
            ..Usage::default()
        };
        let plain = Usage::default();
        let evidence = Evidence::of(&sidecars);
        let maker = |key, names: &[&str], usage: &Usage, record| {
            evidence
                .weigh(key, names.iter().copied(), usage, record)
                .maker
        };
        assert_eq!(maker("cat/h", &["h"], &agent, Some("h")), Maker::Hub);
        assert_eq!(maker("h", &["h"], &plain, None), Maker::Unknown);
        assert_eq!(maker("x/b", &["b"], &agent, Some("b")), Maker::Bundled);
        assert_eq!(maker("a", &["a"], &agent, Some("a")), Maker::Agent);
        assert_eq!(maker("a", &["a"], &plain, Some("a")), Maker::User);
        let hub = evidence.weigh("cat/h", ["h"].into_iter(), &plain, None);
        assert_eq!(hub.evidence, "hub lock: h from o/r, trust unknown");
    }
}
