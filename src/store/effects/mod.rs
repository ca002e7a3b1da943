//! What becomes of a skill in the hands of each agent: the reading of its bytes (`skill::effects`),
//! its place, the switches, and the skills of the same name in all that the agent reads.
//!
//! A skill that lies where an agent does not look is told as if it lay in that agent's own library.

mod place;
mod rivals;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use rayon::prelude::*;
use serde::Deserialize;

use super::catalog::{Catalog, Shelf, Skill, SkillId};
use super::fs::Fs;
use super::library::{LibraryKind, Scope};
use super::locate::{self, AgentFolder, Environment, Places};
use super::look::MAX_SKILL_BYTES;
use super::shadow::{self, Shadow, walked_path};
use super::switches::{Switched, Switches, library_of};
use crate::skill::Profile;
use crate::skill::effects::{self, Cut, Ignored, Outcome, Reading, Reason, Weight, outcome};
use crate::skill::hermes::listed_name;
use place::Seat;
use rivals::{Entry, clash, group_name};

/// What becomes of a skill in the hands of an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Which agent.
    pub profile: Profile,
    /// What becomes of the skill where it lies.
    pub outcome: Outcome,
    /// What would become of it where the agent looks; the rest of the effect then tells of that.
    pub what_if: Option<WhatIf>,
    /// Why, the heaviest first.
    pub reasons: Vec<Reason>,
    /// The name that the agent uses.
    pub name: Option<String>,
    /// The description as it lists it.
    pub description: Option<String>,
    /// How the description is cut.
    pub cut: Option<Cut>,
    /// The fields that the agent understands.
    pub used: Vec<String>,
    /// The fields without effect.
    pub ignored: Vec<Ignored>,
    /// The model sees the skill by itself.
    pub for_model: bool,
    /// A person can call it by its name.
    pub for_person: bool,
    /// The skill of the same name that is taken instead.
    pub shadowed_by: Option<Shadow>,
    /// Skills of the same name beside which the name alone does not tell this one, at most eight.
    pub ambiguous_with: Vec<SkillId>,
    /// How many more of them there are.
    pub more_rivals: usize,
}

/// The effect in a place where the skill does not lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatIf {
    /// What would become of it.
    pub outcome: Outcome,
    /// The folder in which it would lie; `None` when the agent's library is not known here.
    pub place: Option<PathBuf>,
}

impl Effect {
    /// What counts for the question whether the skill works with this agent.
    pub fn told(&self) -> Outcome {
        self.what_if.as_ref().map_or(self.outcome, |it| it.outcome)
    }
}

/// What effects are told from, besides the catalog.
pub struct Surroundings<'a> {
    /// The file system.
    pub fs: &'a dyn Fs,
    /// The surroundings of the program.
    pub env: &'a Environment,
    /// What there is to open.
    pub places: &'a Places,
}

/// The effects of one skill, in the order of [`Profile::AGENTS`]. Opens the skill and those that
/// share its name.
pub fn of(surroundings: &Surroundings<'_>, catalog: &Catalog, skill: &Skill) -> Vec<Effect> {
    let names = names_of(skill);
    let rivals = catalog
        .shelves
        .iter()
        .enumerate()
        .flat_map(|(at, shelf)| shelf.skills.iter().map(move |it| (at, it)))
        .filter(|(_, it)| it.id == skill.id || names_of(it).iter().any(|it| names.contains(it)));
    let desk = Desk::new(surroundings, catalog, rivals.collect());
    let found = desk.read.iter().find(|it| it.skill.id == skill.id);
    found.map_or_else(Vec::new, |it| desk.effects(it))
}

/// The effects of every skill. Opens all of them.
pub fn of_all<'a>(
    surroundings: &Surroundings<'_>,
    catalog: &'a Catalog,
) -> Vec<(&'a Skill, Vec<Effect>)> {
    let skills = catalog
        .shelves
        .iter()
        .enumerate()
        .flat_map(|(at, shelf)| shelf.skills.iter().map(move |it| (at, it)));
    let desk = Desk::new(surroundings, catalog, skills.collect());
    let told = desk.read.par_iter();
    told.map(|it| (it.skill, desk.effects(it))).collect()
}

/// The names under which some agent may know a skill.
fn names_of(skill: &Skill) -> [String; 3] {
    let hermes = listed_name(&skill.summary.hermes, &skill.folder);
    [skill.shown_name(), &skill.folder, hermes].map(str::to_lowercase)
}

/// A skill that was opened.
struct Read<'a> {
    skill: &'a Skill,
    /// The index of its shelf.
    shelf: usize,
    /// Whose library it counts as.
    kind: LibraryKind,
    scope: Scope,
    /// By agent; none when the file could not be read.
    readings: Result<Vec<Reading>, String>,
    /// Codex' own metadata keeps it from the model.
    explicit_only: bool,
}

/// Everything that is needed to tell effects.
struct Desk<'s, 'a> {
    surroundings: &'s Surroundings<'s>,
    shelves: &'a [Shelf],
    folders: Vec<AgentFolder>,
    switches: Switches,
    read: Vec<Read<'a>>,
    /// By agent and name: who is loaded, the best rank first.
    groups: BTreeMap<Profile, HashMap<String, Vec<Entry>>>,
}

impl<'s, 'a> Desk<'s, 'a> {
    fn new(
        surroundings: &'s Surroundings<'s>,
        catalog: &'a Catalog,
        skills: Vec<(usize, &'a Skill)>,
    ) -> Self {
        let (fs, env) = (surroundings.fs, surroundings.env);
        let folders = locate::agent_folders(fs, env);
        let config = catalog.home.as_ref().map(|home| home.config());
        let disabled = &surroundings.places.disabled;
        let switches = Switches::read(fs, env, &folders, config.as_deref(), disabled);
        let kinds: Vec<(LibraryKind, Scope)> = catalog
            .shelves
            .iter()
            .map(|shelf| library_of(fs, shelf, &folders))
            .collect();
        let read = skills.into_par_iter();
        let read = read.map(|(shelf, skill)| {
            let (kind, scope) = kinds
                .get(shelf)
                .copied()
                .unwrap_or((LibraryKind::Folder, Scope::User));
            let bytes = fs.read(&skill.file, MAX_SKILL_BYTES);
            Read {
                skill,
                shelf,
                kind,
                scope,
                readings: match bytes {
                    Ok(bytes) => Ok(effects::read_all(bytes, &skill.folder)),
                    Err(error) => Err(error.to_string()),
                },
                explicit_only: is_explicit_only(fs, skill),
            }
        });
        let mut desk = Desk {
            surroundings,
            shelves: &catalog.shelves,
            folders,
            switches,
            read: read.collect(),
            groups: BTreeMap::new(),
        };
        desk.groups = Profile::AGENTS
            .map(|agent| (agent, desk.group(agent)))
            .into();
        desk
    }

    /// The skills that an agent loads, by name.
    fn group(&self, agent: Profile) -> HashMap<String, Vec<Entry>> {
        let mut groups: HashMap<String, Vec<Entry>> = HashMap::new();
        for read in &self.read {
            let Some(rank) = shadow::rank(agent, read.kind, read.scope) else {
                continue;
            };
            let effect = self.alone(agent, read, true);
            if outcome(&effect.reasons) == Outcome::NotLoaded {
                continue;
            }
            if let Some(name) = group_name(&effect, read.skill) {
                groups.entry(name).or_default().push(Entry {
                    rank,
                    shelf: read.shelf,
                    path: walked_path(&read.skill.id.key),
                    id: read.skill.id.clone(),
                });
            }
        }
        groups.values_mut().for_each(|group| group.sort());
        groups
    }

    fn effects(&self, read: &Read<'_>) -> Vec<Effect> {
        Profile::AGENTS
            .iter()
            .map(|agent| self.effect(*agent, read))
            .collect()
    }

    fn effect(&self, agent: Profile, read: &Read<'_>) -> Effect {
        let rank = shadow::rank(agent, read.kind, read.scope);
        let mut effect = self.alone(agent, read, rank.is_some());
        let own = own_kind(agent);
        let entry = Entry {
            rank: rank
                .or_else(|| shadow::rank(agent, own, Scope::User))
                .unwrap_or_default(),
            shelf: match rank {
                Some(_) => read.shelf,
                None => self.own_shelf(own),
            },
            path: match rank {
                Some(_) => walked_path(&read.skill.id.key),
                None => walked_path(&read.skill.folder),
            },
            id: read.skill.id.clone(),
        };
        if outcome(&effect.reasons) != Outcome::NotLoaded
            && let Some(name) = group_name(&effect, read.skill)
            && let Some(group) = self.groups.get(&agent).and_then(|it| it.get(&name))
        {
            clash(&mut effect, &entry, group);
        }
        effect.reasons.sort_by_key(|it| it.weight);
        effect.outcome = outcome(&effect.reasons);
        if rank.is_none() {
            let root = self.own_root(own);
            effect.what_if = Some(WhatIf {
                outcome: effect.outcome,
                place: root.map(|root| root.join(&read.skill.folder)),
            });
            effect.outcome = Outcome::NotRead;
        }
        effect
    }

    /// The effect without regard to skills of the same name.
    fn alone(&self, agent: Profile, read: &Read<'_>, here: bool) -> Effect {
        let skill = read.skill;
        let mut effect = blank(agent);
        match &read.readings {
            Ok(readings) => {
                if let Some(reading) = readings.iter().find(|it| it.profile == agent) {
                    take_in(&mut effect, reading);
                }
            }
            Err(error) => {
                let text = format!("the file cannot be read: {error}");
                because(&mut effect, Weight::Stops, text);
            }
        }
        let reasons = match here {
            true => self.best_seat(agent, read),
            false => place::reasons(agent, &as_if(skill, own_kind(agent))),
        };
        for reason in reasons {
            because(&mut effect, reason.weight, reason.text);
        }
        if agent == Profile::Hermes {
            self.hermes(&mut effect, skill, here);
        }
        if agent == Profile::Codex && read.explicit_only {
            effect.for_model = false;
            let text = "hidden from the model by agents/openai.yaml; $name works";
            because(&mut effect, Weight::Note, text.to_owned());
        }
        let name = effect.name.clone().unwrap_or_default();
        let kind = if here { read.kind } else { own_kind(agent) };
        for switched in self
            .switches
            .of(agent, &name, &skill.folder, &skill.file, kind)
        {
            match switched {
                Switched::Off(off) => {
                    let weight = match off.elsewhere {
                        Some(_) => Weight::Note,
                        None => Weight::Stops,
                    };
                    because(&mut effect, weight, off.text);
                }
                Switched::Because(weight, text) => because(&mut effect, weight, text),
                Switched::NotForModel(text) => {
                    effect.for_model = false;
                    because(&mut effect, Weight::Note, text);
                }
            }
        }
        effect
    }

    /// The reasons of the best of all the paths that lead to a skill.
    fn best_seat(&self, agent: Profile, read: &Read<'_>) -> Vec<Reason> {
        let skill = read.skill;
        let own = (skill.id.key.as_ref(), skill.through_link.is_some());
        let others = skill.aliases.iter().map(|key| (key.as_str(), true));
        let crowd = self.shelves.get(read.shelf).map_or(0, |it| it.skills.len());
        let tried = std::iter::once(own).chain(others).map(|(key, linked)| {
            let seat = Seat {
                key,
                linked,
                file_link: skill.file_link.is_some(),
                exact: skill.exact_file,
                aliases: skill.aliases.len(),
                archived: skill.archived,
                kind: read.kind,
                scope: read.scope,
                crowd,
            };
            place::reasons(agent, &seat)
        });
        tried
            .min_by_key(|reasons| outcome(reasons))
            .unwrap_or_default()
    }

    /// Why Hermes leaves it out of its list.
    fn hermes(&self, effect: &mut Effect, skill: &Skill, here: bool) {
        let places = self.surroundings.places;
        let reason = match here {
            true => skill.hidden.clone(),
            false if !skill.exact_file => Some("Hermes only finds files spelt SKILL.md".to_owned()),
            false => {
                let platform = &self.surroundings.env.platform;
                let hermes = &skill.summary.hermes;
                hermes.hidden_on(platform, &places.environments)
            }
        };
        if let Some(reason) = reason {
            because(effect, Weight::Stops, reason);
        }
    }

    /// The agent's own user library, if it is in the catalog; else behind all that are.
    fn own_shelf(&self, kind: LibraryKind) -> usize {
        let own = |shelf: &Shelf| shelf.library.kind == kind && shelf.library.scope == Scope::User;
        self.shelves
            .iter()
            .position(own)
            .unwrap_or(self.shelves.len())
    }

    fn own_root(&self, kind: LibraryKind) -> Option<PathBuf> {
        if kind == LibraryKind::Hermes {
            let home = self
                .surroundings
                .places
                .home
                .as_ref()
                .map(|home| home.skills());
            let usual = self.surroundings.env.user_home.as_ref();
            return home.or_else(|| usual.map(|it| it.join(".hermes/skills")));
        }
        let own = |it: &&AgentFolder| it.kind == kind && it.scope == Scope::User;
        self.folders.iter().find(own).map(|it| it.root.clone())
    }
}

fn blank(profile: Profile) -> Effect {
    Effect {
        profile,
        outcome: Outcome::Loaded,
        what_if: None,
        reasons: Vec::new(),
        name: None,
        description: None,
        cut: None,
        used: Vec::new(),
        ignored: Vec::new(),
        for_model: true,
        for_person: true,
        shadowed_by: None,
        ambiguous_with: Vec::new(),
        more_rivals: 0,
    }
}

fn take_in(effect: &mut Effect, reading: &Reading) {
    effect.reasons.clone_from(&reading.reasons);
    effect.name.clone_from(&reading.name);
    effect.description.clone_from(&reading.description);
    effect.cut = reading.cut;
    effect.used.clone_from(&reading.used);
    effect.ignored.clone_from(&reading.ignored);
    effect.for_model = reading.for_model;
    effect.for_person = reading.for_person;
}

fn because(effect: &mut Effect, weight: Weight, text: String) {
    let reason = Reason { weight, text };
    if !effect.reasons.contains(&reason) {
        effect.reasons.push(reason);
    }
}

/// The library in which an agent's users keep their own skills.
fn own_kind(agent: Profile) -> LibraryKind {
    match agent {
        Profile::Hermes | Profile::Spec => LibraryKind::Hermes,
        Profile::ClaudeCode => LibraryKind::ClaudeCode,
        Profile::Codex => LibraryKind::Codex,
        Profile::Gemini => LibraryKind::Gemini,
        Profile::OpenCode => LibraryKind::OpenCode,
    }
}

/// A skill's folder as if it lay at the top of an agent's library.
fn as_if(skill: &Skill, kind: LibraryKind) -> Seat<'_> {
    Seat {
        key: &skill.folder,
        linked: false,
        file_link: skill.file_link.is_some(),
        exact: skill.exact_file,
        aliases: 0,
        archived: false,
        kind,
        scope: Scope::User,
        crowd: 0,
    }
}

/// `agents/openai.yaml` of the package forbids the model to call it by itself.
fn is_explicit_only(fs: &dyn Fs, skill: &Skill) -> bool {
    #[derive(Deserialize)]
    struct File {
        #[serde(default)]
        policy: Policy,
    }
    #[derive(Default, Deserialize)]
    struct Policy {
        allow_implicit_invocation: Option<bool>,
    }
    let path = skill.dir.join("agents/openai.yaml");
    let Ok(bytes) = fs.read(&path, 64 * 1024) else {
        return false;
    };
    let file = serde_yaml::from_slice::<File>(&bytes);
    file.is_ok_and(|it| it.policy.allow_implicit_invocation == Some(false))
}
