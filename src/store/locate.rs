//! Which home and which libraries there are: flags, variables, defaults, agents' own folders.
//!
//! The order of rules is the documented one; the surroundings (variables, folders of the platform)
//! are handed in, so that nothing here reads the process environment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::config;
use super::fs::{Fs, Kind};
use super::home::{Home, HomeSource, is_home};
use super::library::{Library, LibraryKind, Scope};
use super::settings;
use crate::skill::hermes::ENVIRONMENTS;

/// The surroundings of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The person's home folder.
    pub user_home: Option<PathBuf>,
    /// The current folder.
    pub current_dir: Option<PathBuf>,
    /// Environment variables.
    pub variables: BTreeMap<String, String>,
    /// `linux` or `darwin`, as Hermes names it.
    pub platform: String,
    /// Our state folder.
    pub state_dir: Option<PathBuf>,
    /// Our settings folder.
    pub config_dir: Option<PathBuf>,
    /// Our cache folder.
    pub cache_dir: Option<PathBuf>,
    /// Where the kernel tells of itself: `/proc`, where there is one.
    pub proc_dir: Option<PathBuf>,
}

impl Environment {
    /// A variable that is set and not blank.
    pub fn variable(&self, name: &str) -> Option<&str> {
        let value = self.variables.get(name)?.trim();
        (!value.is_empty()).then_some(value)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        match &self.current_dir {
            Some(current) => current.join(path),
            None => path.to_owned(),
        }
    }
}

/// What to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The home by the usual rules, or this one, and the libraries found by themselves.
    Usual {
        /// `--home`.
        home: Option<PathBuf>,
    },
    /// One home alone.
    Alone(PathBuf),
    /// A profile's home, in place of the home that the other request leads to.
    Profile(PathBuf, Box<Request>),
    /// A folder of skills, a home, or one `SKILL.md`, alone.
    Path(PathBuf),
    /// Several of these, alone.
    Paths(Vec<PathBuf>),
}

/// What there is to open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The home, if there is one.
    pub home: Option<Home>,
    /// The libraries, in the order in which they are shown.
    pub libraries: Vec<Library>,
    /// Names of skills that Hermes' settings switch off.
    pub disabled: BTreeSet<String>,
    /// Of the environments that Hermes can tell apart, those that are active here.
    pub environments: BTreeSet<&'static str>,
    /// Things that went wrong with settings.
    pub notes: Vec<String>,
    /// Libraries left out because their folder is one that is in already.
    pub twins: Vec<Twin>,
}

/// A library whose folder is that of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twin {
    /// Its folder as named.
    pub root: PathBuf,
    /// The library that stands for both.
    pub same_as: String,
}

/// A folder in which an agent looks for skills, whether it exists or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentFolder {
    /// The folder.
    pub root: PathBuf,
    /// Whose it is.
    pub kind: LibraryKind,
    /// The library's id.
    pub id: String,
    /// The person's or the project's.
    pub scope: Scope,
}

/// Why a request leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocateError {
    /// The path given does not exist or cannot be reached.
    #[error("{path}: {reason}; give a folder of skills, a home, or a SKILL.md")]
    NoSuchPath {
        /// The path.
        path: String,
        /// The system's words.
        reason: String,
    },
    /// A home that was named does not exist.
    #[error("{path}, named by {by}, is not a folder; create it or name another home")]
    NoSuchHome {
        /// The path.
        path: String,
        /// Which flag or variable named it.
        by: &'static str,
    },
    /// The path is a file that is no entry file.
    #[error("{0} is not a SKILL.md; give the skill's folder or its SKILL.md")]
    NotASkill(String),
}

/// Agents' folders below the person's home or a project: folder, kind, id.
const AGENT_FOLDERS: [(&str, LibraryKind, &str); 5] = [
    (".claude/skills", LibraryKind::ClaudeCode, "claude"),
    (".codex/skills", LibraryKind::Codex, "codex"),
    (".agents/skills", LibraryKind::Agents, "agents"),
    (".opencode/skills", LibraryKind::OpenCode, "opencode"),
    (".gemini/skills", LibraryKind::Gemini, "gemini"),
];

/// Finds the home and the libraries of a request.
pub fn locate(fs: &dyn Fs, env: &Environment, request: &Request) -> Result<Places, LocateError> {
    let mut finder = Finder {
        fs,
        env,
        places: Places::default(),
        seen: BTreeMap::new(),
    };
    match request {
        Request::Usual { .. } | Request::Alone(_) | Request::Profile(..) => {
            let home = finder.home(request)?;
            finder.add_home(home);
            if is_usual(request) {
                finder.add_configured();
                finder.add_found();
                finder.drop_empty_state();
            }
        }
        Request::Path(path) => finder.add_path(&env.absolute(path))?,
        Request::Paths(paths) => {
            for path in paths {
                finder.add_path(&env.absolute(path))?;
            }
        }
    }
    Ok(finder.places)
}

/// The folders in which agents look for skills, the person's and those of the current project.
pub fn agent_folders(fs: &dyn Fs, env: &Environment) -> Vec<AgentFolder> {
    let variable = |name: &str| env.variable(name).map(PathBuf::from);
    let mut folders = Vec::new();
    if let Some(user) = &env.user_home {
        for (folder, kind, id) in AGENT_FOLDERS {
            let root = match kind {
                LibraryKind::ClaudeCode => variable("CLAUDE_CONFIG_DIR"),
                LibraryKind::Codex => variable("CODEX_HOME"),
                LibraryKind::OpenCode => Some(
                    variable("XDG_CONFIG_HOME")
                        .unwrap_or_else(|| user.join(".config"))
                        .join("opencode"),
                ),
                _ => None,
            };
            folders.push(AgentFolder {
                root: root.map_or_else(|| user.join(folder), |root| root.join("skills")),
                kind,
                id: id.to_owned(),
                scope: Scope::User,
            });
        }
    }
    if let Some(project) = project(fs, env) {
        for (folder, kind, id) in AGENT_FOLDERS {
            folders.push(AgentFolder {
                root: project.join(folder),
                kind,
                id: format!("project-{id}"),
                scope: Scope::Project,
            });
        }
    }
    folders
}

/// The current project: the nearest folder with `.git` from the current one upwards, else the
/// current one. The person's home folder is no project.
pub fn project(fs: &dyn Fs, env: &Environment) -> Option<PathBuf> {
    let current = env.current_dir.as_deref()?;
    let root = current
        .ancestors()
        .find(|folder| fs.lstat(&folder.join(".git")).is_ok())
        .unwrap_or(current);
    (Some(root) != env.user_home.as_deref()).then(|| root.to_owned())
}

fn is_usual(request: &Request) -> bool {
    match request {
        Request::Usual { .. } => true,
        Request::Profile(_, inner) => is_usual(inner),
        Request::Alone(_) | Request::Path(_) | Request::Paths(_) => false,
    }
}

struct Finder<'a> {
    fs: &'a dyn Fs,
    env: &'a Environment,
    places: Places,
    /// Canonical roots that are in already, with the library's id.
    seen: BTreeMap<PathBuf, String>,
}

impl Finder<'_> {
    fn home(&self, request: &Request) -> Result<Home, LocateError> {
        let named = |path: &Path, source: HomeSource| {
            let root = self.env.absolute(path);
            if self.is_dir(&root) {
                return Ok(Home { root, source });
            }
            Err(LocateError::NoSuchHome {
                path: root.display().to_string(),
                by: source.words(),
            })
        };
        match request {
            Request::Profile(path, _) => return named(path, HomeSource::Profile),
            Request::Alone(path) => return named(path, HomeSource::Path),
            Request::Usual { home: Some(path) } => return named(path, HomeSource::Flag),
            Request::Usual { home: None } | Request::Path(_) | Request::Paths(_) => {}
        }
        for (name, source) in [
            ("SKILLDECK_HOME", HomeSource::SkilldeckHome),
            ("HERMES_HOME", HomeSource::HermesHome),
        ] {
            if let Some(path) = self.env.variable(name) {
                return named(Path::new(path), source);
            }
        }
        let hermes = self.env.user_home.as_ref().map(|home| home.join(".hermes"));
        if let Some(root) = hermes.filter(|path| self.is_dir(path)) {
            let source = HomeSource::Default;
            return Ok(Home { root, source });
        }
        Ok(Home {
            root: self.env.state_dir.clone().unwrap_or_default(),
            source: HomeSource::State,
        })
    }

    fn is_dir(&self, path: &Path) -> bool {
        self.fs.stat(path).is_ok_and(|stat| stat.kind == Kind::Dir)
    }

    fn add(&mut self, mut library: Library) {
        let canonical = self.fs.canonicalize(&library.root);
        let canonical = canonical.unwrap_or_else(|_| library.root.clone());
        if let Some(known) = self.seen.get(&canonical) {
            self.places.twins.push(Twin {
                root: library.root,
                same_as: known.clone(),
            });
            return;
        }
        let wanted = library.id.clone();
        let mut number = 2;
        while self.places.libraries.iter().any(|it| it.id == library.id) {
            library.id = format!("{wanted}-{number}");
            number += 1;
        }
        self.seen.insert(canonical, library.id.clone());
        self.places.libraries.push(library);
    }

    fn add_home(&mut self, home: Home) {
        let id = match home.source {
            HomeSource::State => "skilldeck",
            _ => "hermes",
        };
        self.add(Library {
            id: id.to_owned(),
            kind: LibraryKind::Hermes,
            scope: Scope::User,
            root: home.skills(),
            home: Some(home.root.clone()),
            writable: true,
        });
        let config = config::hermes(self.fs, &home.config());
        self.places.notes.extend(config.fault);
        self.places.disabled.extend(config.disabled);
        self.places.environments = self.environments(&config.toolsets);
        for text in &config.external_dirs {
            let user_home = self.env.user_home.as_deref();
            let variable = |name: &str| self.env.variable(name).map(str::to_owned);
            let root = config::expand(text, &home.root, user_home, &variable);
            if !self.is_dir(&root) {
                let root = root.display();
                let note = format!("skills.external_dirs: {text}: {root} is not a folder");
                self.places.notes.push(note);
                continue;
            }
            let root = self.fs.canonicalize(&root).unwrap_or(root);
            self.add(Library {
                id: id_of(&root),
                kind: LibraryKind::External,
                scope: Scope::User,
                root,
                home: None,
                writable: false,
            });
        }
        self.places.home = Some(home);
    }

    /// Where Hermes would find itself, started here: by the marks that it looks for.
    fn environments(&self, toolsets: &[String]) -> BTreeSet<&'static str> {
        let is_set = |name: &&str| self.env.variable(name).is_some();
        let is_there = |path: &&str| self.fs.stat(Path::new(path)).is_ok();
        let kanban = ["HERMES_KANBAN_TASK", "HERMES_KANBAN_BOARD"];
        let container = ["/.dockerenv", "/run/.containerenv"];
        let supervised = ["/run/s6", "/package/admin/s6-overlay"];
        let active = |tag: &&str| match *tag {
            "kanban" => kanban.iter().any(is_set) || toolsets.iter().any(|it| it == "kanban"),
            "docker" => container.iter().any(is_there) || is_set(&"KUBERNETES_SERVICE_HOST"),
            _ => supervised.iter().any(is_there),
        };
        ENVIRONMENTS.into_iter().filter(active).collect()
    }

    fn add_configured(&mut self) {
        let Some(folder) = &self.env.config_dir else {
            return;
        };
        let settings = settings::read(self.fs, &folder.join(settings::FILE_NAME));
        let complaints = settings.complaints.iter().map(ToString::to_string);
        self.places.notes.extend(complaints);
        for entry in settings.libraries {
            let user_home = self.env.user_home.as_deref();
            let variable = |name: &str| self.env.variable(name).map(str::to_owned);
            let root = config::expand(&entry.path, folder, user_home, &variable);
            self.add(Library {
                id: entry.name.unwrap_or_else(|| id_of(&root)),
                kind: LibraryKind::Configured,
                scope: Scope::User,
                root,
                home: None,
                writable: entry.writable,
            });
        }
    }

    /// Who has only other libraries need not see that our own folder is still empty.
    fn drop_empty_state(&mut self) {
        let home = self.places.home.as_ref();
        let unused = home
            .is_some_and(|home| home.source == HomeSource::State && !self.is_dir(&home.skills()));
        if unused && self.places.libraries.len() > 1 {
            self.places.libraries.remove(0);
            self.places.home = None;
        }
    }

    /// The folders in which agents keep skills, where they exist.
    fn add_found(&mut self) {
        for folder in agent_folders(self.fs, self.env) {
            if self.is_dir(&folder.root) {
                self.add(Library {
                    id: folder.id,
                    kind: folder.kind,
                    scope: folder.scope,
                    root: folder.root,
                    home: None,
                    writable: false,
                });
            }
        }
    }

    fn add_path(&mut self, path: &Path) -> Result<(), LocateError> {
        let no_such = |error: std::io::Error| LocateError::NoSuchPath {
            path: path.display().to_string(),
            reason: error.to_string(),
        };
        let stat = self.fs.stat(path).map_err(no_such)?;
        // The folder is shown by its real name, also for `.` and `..`.
        let real = self.fs.canonicalize(path).map_err(no_such)?;
        let root = if stat.kind == Kind::Dir {
            real
        } else {
            let is_entry = path
                .file_name()
                .is_some_and(|name| name.eq_ignore_ascii_case("SKILL.md"));
            // Of a linked SKILL.md the folder of the link is the skill, not that of its target.
            let folder = path.parent().filter(|_| is_entry);
            let folder =
                folder.ok_or_else(|| LocateError::NotASkill(path.display().to_string()))?;
            self.fs.canonicalize(folder).map_err(no_such)?
        };
        let source = HomeSource::Path;
        if is_home(self.fs, &root) {
            self.add_home(Home { root, source });
            return Ok(());
        }
        let around = root.parent().filter(|_| root.ends_with("skills"));
        if let Some(home) = around.filter(|parent| is_home(self.fs, parent)) {
            let root = home.to_owned();
            self.add_home(Home { root, source });
            return Ok(());
        }
        self.add(Library {
            id: id_of(&root),
            kind: kind_of(&root),
            scope: Scope::User,
            root,
            home: None,
            writable: true,
        });
        Ok(())
    }
}

/// Whose folder a path lies in: an agent's own by its name, else nobody's.
fn kind_of(root: &Path) -> LibraryKind {
    let own = |folder: &Path| {
        let found = AGENT_FOLDERS
            .iter()
            .find(|(name, ..)| folder.ends_with(name));
        found.map(|(_, kind, _)| *kind)
    };
    root.ancestors()
        .find_map(own)
        .unwrap_or(LibraryKind::Folder)
}

/// A short id from a folder's name; `skills` says nothing, so its parent names it then.
fn id_of(root: &Path) -> String {
    let named = root.ancestors().find(|folder| {
        let name = folder.file_name();
        name.is_some_and(|name| name != "skills" && name != "." && name != "..")
    });
    let name = named.and_then(Path::file_name).unwrap_or_default();
    let name: String = name
        .to_string_lossy()
        .trim_start_matches('.')
        .chars()
        .map(|c| {
            if c.is_whitespace() || c == '/' {
                '-'
            } else {
                c
            }
        })
        .collect();
    if name.is_empty() {
        "library".to_owned()
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::fs::Disk;

    struct World {
        _folder: tempfile::TempDir,
        env: Environment,
        root: PathBuf,
    }

    fn world(folders: &[&str]) -> World {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for path in folders {
            std::fs::create_dir_all(root.join(path)).unwrap();
        }
        let env = Environment {
            user_home: Some(root.join("me")),
            current_dir: Some(root.join("me/project/deep")),
            state_dir: Some(root.join("state")),
            config_dir: Some(root.join("config")),
            ..Environment::default()
        };
        World {
            _folder: folder,
            env,
            root,
        }
    }

    fn usual(world: &World) -> (HomeSource, Vec<String>) {
        let request = Request::Usual { home: None };
        let places = locate(&Disk, &world.env, &request).unwrap();
        let ids = places.libraries.into_iter().map(|it| it.id).collect();
        let source = places.home.map_or(HomeSource::State, |home| home.source);
        (source, ids)
    }

    #[test]
    fn the_home_is_found_by_rank() {
        let mut world = world(&["me/.hermes/skills", "a/skills", "b/skills", "c"]);
        let path = |world: &World, name: &str| world.root.join(name).display().to_string();
        assert_eq!(usual(&world), (HomeSource::Default, vec!["hermes".into()]));
        let a = path(&world, "a");
        world.env.variables.insert("HERMES_HOME".into(), a);
        assert_eq!(usual(&world).0, HomeSource::HermesHome);
        let b = path(&world, "b");
        world.env.variables.insert("SKILLDECK_HOME".into(), b);
        assert_eq!(usual(&world).0, HomeSource::SkilldeckHome);
        let home = Some(world.root.join("c"));
        let flag = locate(&Disk, &world.env, &Request::Usual { home }).unwrap();
        assert_eq!(flag.home.unwrap().source, HomeSource::Flag);
        let home = Some(world.root.join("nowhere"));
        let error = locate(&Disk, &world.env, &Request::Usual { home }).unwrap_err();
        assert!(matches!(
            error,
            LocateError::NoSuchHome { by: "--home", .. }
        ));
    }

    #[test]
    fn agents_folders_are_found_once() {
        let world = world(&[
            "me/.claude/skills",
            "me/.agents/skills",
            "me/.config/opencode/skills",
            "me/project/.git",
            "me/project/.claude/skills",
            "me/project/deep",
            "mine",
            "config",
        ]);
        std::os::unix::fs::symlink(
            world.root.join("me/.agents/skills"),
            world.root.join("me/.codex-skills"),
        )
        .unwrap();
        std::fs::create_dir_all(world.root.join("me/.codex")).unwrap();
        std::os::unix::fs::symlink("../.agents/skills", world.root.join("me/.codex/skills"))
            .unwrap();
        let settings = "[[library]]\npath = \"../mine\"\n";
        std::fs::write(world.root.join("config/config.toml"), settings).unwrap();
        let (source, ids) = usual(&world);
        assert_eq!(source, HomeSource::State);
        let expected = ["mine", "claude", "codex", "opencode", "project-claude"];
        assert_eq!(ids, expected);
    }

    #[test]
    fn a_path_is_a_home_a_folder_or_one_skill() {
        let world = world(&["h/skills/a", "plain/skills/a", "one"]);
        std::fs::write(world.root.join("h/config.yaml"), "").unwrap();
        std::fs::write(world.root.join("one/SKILL.md"), "x").unwrap();
        std::fs::write(world.root.join("one/other.md"), "x").unwrap();
        let open = |path: &str| {
            let request = Request::Path(world.root.join(path));
            locate(&Disk, &world.env, &request).map(|places| {
                let library = &places.libraries[0];
                let root = library.root.strip_prefix(&world.root).unwrap().to_owned();
                (library.kind, root, places.home.is_some())
            })
        };
        let home = Ok((LibraryKind::Hermes, PathBuf::from("h/skills"), true));
        assert_eq!(open("h"), home);
        assert_eq!(open("h/skills"), home);
        let folder = |path: &str| Ok((LibraryKind::Folder, PathBuf::from(path), false));
        assert_eq!(open("plain"), folder("plain"));
        assert_eq!(open("one"), folder("one"));
        assert_eq!(open("one/SKILL.md"), folder("one"));
        assert!(matches!(
            open("one/other.md"),
            Err(LocateError::NotASkill(_))
        ));
        assert!(matches!(open("gone"), Err(LocateError::NoSuchPath { .. })));
    }

    #[test]
    fn external_dirs_come_from_the_homes_settings() {
        let world = world(&["h/skills", "team/skills"]);
        let config =
            "skills:\n  external_dirs: [../team/skills, ./skills, ../gone]\n  disabled: [x]\n";
        std::fs::write(world.root.join("h/config.yaml"), config).unwrap();
        let request = Request::Alone(world.root.join("h"));
        let places = locate(&Disk, &world.env, &request).unwrap();
        let ids: Vec<_> = places.libraries.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids, ["hermes", "team"]);
        assert_eq!(places.notes.len(), 1);
        assert!(places.disabled.contains("x"));
    }

    #[test]
    fn environments_are_told_by_their_marks() {
        let mut world = world(&["h/skills"]);
        let request = Request::Alone(world.root.join("h"));
        let kanban = |world: &World| {
            let places = locate(&Disk, &world.env, &request).unwrap();
            places.environments.contains("kanban")
        };
        assert!(!kanban(&world));
        let variable = ("HERMES_KANBAN_TASK".to_owned(), "7".to_owned());
        world.env.variables.extend([variable]);
        assert!(kanban(&world));
        world.env.variables.clear();
        std::fs::write(
            world.root.join("h/config.yaml"),
            "toolsets: [web, kanban]\n",
        )
        .unwrap();
        assert!(kanban(&world));
    }
}
