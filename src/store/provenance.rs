//! Who made a skill, with the evidence for it.

use super::sidecar::Sidecars;
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

/// Weighs the evidence for one skill: the hub's lock, the manifest, then the usage record.
///
/// `names` are its frontmatter name and its folder's name; `record` says whether usage knows it.
pub fn provenance(
    key: &str,
    names: &[&str],
    usage: &Usage,
    record: Option<&str>,
    sidecars: &Sidecars,
) -> Provenance {
    let hub = sidecars
        .hub
        .iter()
        .find(|(_, entry)| entry.install_path == key);
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
    if let Some(name) = names.iter().find(|it| sidecars.bundled.contains_key(**it)) {
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
        let maker = |key, names: &[&str], usage: &Usage, record| {
            provenance(key, names, usage, record, &sidecars).maker
        };
        assert_eq!(maker("cat/h", &["h"], &agent, Some("h")), Maker::Hub);
        assert_eq!(maker("h", &["h"], &plain, None), Maker::Unknown);
        assert_eq!(maker("x/b", &["b"], &agent, Some("b")), Maker::Bundled);
        assert_eq!(maker("a", &["a"], &agent, Some("a")), Maker::Agent);
        assert_eq!(maker("a", &["a"], &plain, Some("a")), Maker::User);
        let hub = provenance("cat/h", &["h"], &plain, None, &sidecars);
        assert_eq!(hub.evidence, "hub lock: h from o/r, trust unknown");
    }
}
