//! What skilldeck says of a home, in the shapes in which Hermes says it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use skilldeck::skill::hermes::listed_name;
use skilldeck::skill::{Document, Fence, Rule, Summary};
use skilldeck::store::Disk;
use skilldeck::store::catalog::{Catalog, Skill};
use skilldeck::store::locate::{Environment, Request};
use skilldeck::store::resolve::ResolveError;
use skilldeck::workbench::Workbench;

/// A home, looked at.
pub struct Look {
    bench: Workbench,
    pub catalog: Catalog,
}

/// A row of the list: name, description, category.
pub type Row = (String, String, Option<String>);

impl Look {
    pub fn at(home: &Path, platform: &str) -> Self {
        let env = Environment {
            platform: platform.to_owned(),
            ..Environment::default()
        };
        let clock = Arc::new(|| "2026-07-01T00:00:00Z".parse().unwrap());
        let request = Request::Alone(home.to_owned());
        let bench = Workbench::open(Arc::new(Disk), env, clock, request).unwrap();
        let catalog = bench.look().unwrap();
        Look { bench, catalog }
    }

    /// The list as Hermes has it: by category and name; of equal ones the first library's first.
    pub fn list(&self) -> Vec<Row> {
        let listed =
            |skill: &&Skill| !skill.archived && skill.hidden.is_none() && skill.shadow.is_none();
        let row = |skill: &Skill| {
            let reading = &skill.summary.hermes;
            let name = listed_name(reading, &skill.folder).to_owned();
            let category = skill
                .id
                .key
                .split_once('/')
                .map(|(first, _)| first.to_owned());
            (name, reading.description.clone(), category)
        };
        let mut rows: Vec<Row> = self.catalog.skills().filter(listed).map(row).collect();
        rows.sort_by(|a, b| (&a.2, &a.0).cmp(&(&b.2, &b.0)));
        rows
    }

    /// The one skill that a name means, or why there is none.
    pub fn find(&self, name: &str) -> Result<&Skill, ResolveError> {
        self.bench.resolve(&self.catalog, name, None)
    }

    /// What a name leads to, in short.
    pub fn outcome(&self, name: &str) -> String {
        match self.find(name) {
            Ok(skill) => skill.id.to_string(),
            Err(ResolveError::Ambiguous { candidates, .. }) => {
                format!("ambiguous: {}", candidates.join(", "))
            }
            Err(_) => "unknown".to_owned(),
        }
    }
}

/// What a file says by itself.
pub struct Reading {
    pub summary: Summary,
    fence: Fence,
    /// The body, cut where Hermes would cut it if its fence were ours.
    pub body: String,
}

impl Reading {
    pub fn of(bytes: Vec<u8>) -> Self {
        let document = Document::parse(bytes.clone());
        let text = document.body().replace("\r\n", "\n").replace('\r', "\n");
        let blank = |c: char| c.is_whitespace() || matches!(c, '\u{1C}'..='\u{1F}');
        let run = text.len() - text.trim_start_matches(blank).len();
        let eaten = match document.fence() {
            // Hermes eats the blank lines behind the closing fence.
            Fence::Closed { .. } => text[..run].rfind('\n').map_or(0, |at| at + 1),
            _ => 0,
        };
        Reading {
            summary: Summary::of(bytes),
            fence: document.fence().clone(),
            body: text[eaten..].to_owned(),
        }
    }

    /// The key of its usage record.
    pub fn usage_key(&self, file: &Path) -> String {
        let folder = file.parent().and_then(Path::file_name).unwrap();
        let name = self.summary.hermes.usage_name.clone();
        name.unwrap_or_else(|| folder.to_string_lossy().into_owned())
    }

    pub fn has(&self, rule: Rule) -> bool {
        self.summary.problems.iter().any(|it| it.rule == rule)
    }

    /// Name, description, and what became of the fence.
    pub fn fields(&self) -> String {
        let field = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
        let name = field(&self.summary.name);
        let description = field(&self.summary.description);
        let fence = match &self.fence {
            Fence::Closed { .. } => "closed",
            Fence::Unclosed { .. } => "not closed",
            Fence::Missing => "missing",
        };
        format!("name {name}, description {description}, fence {fence}")
    }
}

/// The file that a path leads to.
pub fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
