//! The arguments of the program.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use crate::skill::{Profile, Severity};

/// A terminal workbench for the skills that AI agents write.
///
/// A PATH may stand before any command: `skilldeck ~/skills view NAME`. Without a command the
/// workbench opens on PATH, or on the home that is found: --home,
/// SKILLDECK_HOME, HERMES_HOME, ~/.hermes, else skilldeck's own folder.
#[derive(Debug, Parser)]
#[command(name = "skilldeck", version, max_term_width = 100)]
pub struct Args {
    /// A folder of skills, a home, or one SKILL.md, shown alone.
    pub path: Option<PathBuf>,

    /// The home to open.
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,

    /// The profile of the home.
    #[arg(long, global = true, value_name = "NAME")]
    pub home_profile: Option<String>,

    /// Only this library.
    #[arg(long, global = true, value_name = "ID")]
    pub library: Option<String>,

    /// Open a throw-away demo home.
    #[arg(long, global = true)]
    pub demo: bool,

    /// Print one JSON document.
    #[arg(long, global = true)]
    pub json: bool,

    /// When to use colours.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: When,

    /// The theme: auto, dark, light, or another of `skilldeck themes`.
    #[arg(long, global = true, value_name = "NAME")]
    pub theme: Option<String>,

    /// What to do instead of opening the workbench.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the skills.
    List {
        /// What to list.
        #[command(flatten)]
        filter: Filter,
        /// A folder of skills, a home, or one SKILL.md.
        path: Option<PathBuf>,
    },
    /// Show the libraries, categories and skills as a tree.
    Tree {
        /// A folder of skills, a home, or one SKILL.md.
        path: Option<PathBuf>,
    },
    /// Show a skill, or a file of its package.
    View {
        /// Key, folder name or name; LIBRARY//KEY for exactly one; or a path.
        name: String,
        /// A file of the package.
        file: Option<String>,
        /// The bytes as they are; on a terminal the source, made safe.
        #[arg(long)]
        raw: bool,
        /// Columns; those of the terminal, else 80.
        #[arg(long, value_parser = clap::value_parser!(u16).range(10..))]
        width: Option<u16>,
    },
    /// List the files of a skill's package.
    Files {
        /// Key, folder name or name; LIBRARY//KEY for exactly one; or a path.
        name: String,
    },
    /// List the libraries.
    Libraries {
        /// A folder of skills, a home, or one SKILL.md.
        path: Option<PathBuf>,
    },
    /// Tell what becomes of a skill with each agent; without NAME of all skills, as a table.
    Effects {
        /// Key, folder name or name; LIBRARY//KEY for exactly one; or a path.
        name: Option<String>,
        /// Only this agent: hermes, claude-code, codex, gemini or opencode.
        #[arg(long, value_name = "AGENT", value_parser = agent)]
        agent: Option<Profile>,
    },
    /// Examine homes, libraries, links, sidecars, locks, folders, limits and the terminal.
    Doctor {
        /// A folder of skills, a home, or one SKILL.md.
        path: Option<PathBuf>,
    },
    /// Show the home, counts, problems and what waits.
    Status {
        /// A folder of skills, a home, or one SKILL.md.
        path: Option<PathBuf>,
    },
    /// Search names, descriptions and whole SKILL.md files.
    ///
    /// Words must all be in a skill. A "quoted phrase" stands like this on one line, -WORD must not
    /// be there, name:WORD looks in names, in:LIBRARY in one library. No other character has a
    /// meaning of its own; a capital letter makes case count. Quote the query for the shell: skilldeck
    /// search 'deploy "blue green" -old'. Exit code 1 when nothing is found.
    Search {
        /// Words, "phrases", -WORD, name:WORD, in:LIBRARY.
        #[arg(required = true, num_args = 1..)]
        query: Vec<String>,
        /// Print the best so many skills.
        #[arg(long, value_name = "N")]
        limit: Option<usize>,
    },
    /// Show how often skills are used, and which are not.
    Usage {
        /// What to show.
        #[command(flatten)]
        filter: UsageFilter,
        /// A folder of skills, a home, or one SKILL.md.
        path: Option<PathBuf>,
    },
    /// Compare two skills; exit code 1 when they differ.
    Compare {
        /// Key, folder name or name; LIBRARY//KEY for exactly one; or a path.
        #[arg(value_name = "NAME")]
        first: String,
        /// The other, named in the same way.
        #[arg(value_name = "NAME")]
        second: String,
    },
    /// Print the completions of a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
    /// List the themes, or print the file of one.
    Themes {
        /// The theme to print.
        name: Option<String>,
    },
    /// Check skills; exit code 1 when something denied is found.
    Check(CheckOptions),
    /// List the rules of `check`, or explain one.
    Rules {
        /// The rule.
        id: Option<String>,
    },
}

/// Which usage to show, and in which order.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct UsageFilter {
    /// The order, highest numbers and newest dates first.
    #[arg(long, value_name = "ORDER", default_value = "uses")]
    pub sort: UsageSort,
    /// Only skills that were never used.
    #[arg(long, conflicts_with = "hot")]
    pub never: bool,
    /// Only skills used in the last 7 days.
    #[arg(long)]
    pub hot: bool,
}

/// An order of the usage table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum UsageSort {
    /// Most used.
    #[default]
    Uses,
    /// Last used.
    Used,
    /// Most viewed.
    Views,
    /// Most patched.
    Patches,
    /// By name.
    Name,
    /// Newest usage record.
    Created,
}

/// What to check, for whom, and what to print.
#[derive(Debug, clap::Args)]
pub struct CheckOptions {
    /// Skills, SKILL.md files, folders of skills, homes; all libraries found without one.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Judge for this reader, several times for several; else for the agents of each library.
    #[arg(long, value_name = "READER", value_parser = profile_parser())]
    pub profile: Vec<Profile>,
    /// The least severity that makes the exit code 1.
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    pub deny: Deny,
    /// Print a SARIF 2.1.0 log.
    #[arg(long)]
    pub sarif: bool,
    /// Print the repairs instead, with what they change as a diff; only as a dry run so far.
    #[arg(long, requires = "dry_run", conflicts_with = "sarif")]
    pub fix: bool,
    /// Write nothing: not a skill, not even the cache.
    #[arg(long, requires = "fix")]
    pub dry_run: bool,
    /// Repair by a guess too, where the text does not say what was meant.
    #[arg(long, requires = "fix")]
    pub guess: bool,
}

fn profile_parser() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.map(Profile::id))
        .map(|id| Profile::by_id(&id).unwrap_or(Profile::Spec))
}

/// The least severity that is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Deny {
    /// Errors.
    Error,
    /// Errors and warnings.
    #[value(alias = "warn")]
    Warning,
    /// Everything.
    Hint,
}

impl Deny {
    /// As the severity of a problem.
    pub fn severity(self) -> Severity {
        match self {
            Deny::Error => Severity::Error,
            Deny::Warning => Severity::Warning,
            Deny::Hint => Severity::Hint,
        }
    }
}

/// Which skills to list, and in which order.
#[derive(Debug, Default, clap::Args)]
pub struct Filter {
    /// Only skills in this state.
    #[arg(long, value_name = "STATE")]
    pub state: Option<StateFilter>,
    /// Only skills with a problem.
    #[arg(long)]
    pub problems: bool,
    /// The order.
    #[arg(long, value_name = "ORDER", default_value = "key")]
    pub sort: SortBy,
}

/// A state to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StateFilter {
    /// In use.
    Active,
    /// Not used for long.
    Stale,
    /// Put away.
    Archived,
    /// Pinned, whatever the state.
    Pinned,
}

/// An order of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SortBy {
    /// By place.
    #[default]
    Key,
    /// By name.
    Name,
    /// Most used first.
    Uses,
    /// Last used first.
    Used,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// When stdout is a terminal and NO_COLOR is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The agent with this id.
fn agent(id: &str) -> Result<Profile, String> {
    let found = Profile::AGENTS.into_iter().find(|it| it.id() == id);
    found.ok_or_else(|| {
        let ids = Profile::AGENTS.map(Profile::id);
        format!("agents are {}", ids.join(", "))
    })
}

impl Args {
    /// What cannot be asked for together.
    pub fn contradiction(&self) -> Option<&'static str> {
        let path = self.path.is_some() || self.command_path().is_some();
        match (path, self.home.is_some(), self.demo) {
            (true, true, _) => Some("give a PATH or --home, not both"),
            (true, _, true) => Some("--demo opens its own home: leave out the PATH"),
            (_, true, true) => Some("--demo opens its own home: leave out --home"),
            _ => None,
        }
    }

    /// The skills that the command names.
    pub fn names(&self) -> Vec<&str> {
        match &self.command {
            Some(
                Command::View { name, .. }
                | Command::Files { name }
                | Command::Effects {
                    name: Some(name), ..
                },
            ) => vec![name],
            Some(Command::Compare { first, second }) => vec![first, second],
            _ => Vec::new(),
        }
    }

    /// The PATH behind a command's name.
    pub fn command_path(&self) -> Option<PathBuf> {
        match self.command.as_ref()? {
            Command::List { path, .. }
            | Command::Tree { path }
            | Command::Libraries { path }
            | Command::Doctor { path }
            | Command::Status { path }
            | Command::Usage { path, .. } => path.clone(),
            Command::Check(options) => options.paths.first().cloned(),
            Command::View { .. }
            | Command::Files { .. }
            | Command::Effects { .. }
            | Command::Search { .. }
            | Command::Compare { .. }
            | Command::Completions { .. }
            | Command::Man
            | Command::Themes { .. }
            | Command::Rules { .. } => None,
        }
    }
}

/// The command table as Markdown, for the README.
pub fn commands_markdown() -> String {
    let mut out = "| command | |\n|---|---|\n".to_owned();
    let definition = Args::command();
    let shape = |command: &clap::Command, name: String| {
        let mut words = vec![name];
        for argument in command.get_arguments().filter(|it| !it.is_global_set()) {
            let values: Vec<&str> = argument
                .get_value_names()
                .unwrap_or_default()
                .iter()
                .map(|name| name.as_str())
                .collect();
            let several = argument
                .get_num_args()
                .is_some_and(|it| it.max_values() > 1);
            let value = values.join(" ") + if several { "…" } else { "" };
            words.push(match argument.get_long() {
                Some(long) if argument.get_action().takes_values() => format!("[--{long} {value}]"),
                Some(long) => format!("[--{long}]"),
                None if argument.is_required_set() => value,
                None => format!("[{value}]"),
            });
        }
        words.join(" ")
    };
    let mut row = |command: &clap::Command, name: String| {
        let about = command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        out.push_str(&format!("| `{}` | {about} |\n", shape(command, name)));
    };
    row(
        &definition.clone().about("Open the workbench."),
        "skilldeck".to_owned(),
    );
    for command in definition.get_subcommands() {
        row(command, format!("skilldeck {}", command.get_name()));
    }
    out.push_str("\nOptions of all of them:\n\n| option | |\n|---|---|\n");
    for argument in definition.get_arguments().filter(|it| it.is_global_set()) {
        let long = argument.get_long().unwrap_or_default();
        let value = match argument.get_value_names() {
            Some([name]) if argument.get_action().takes_values() => format!(" {name}"),
            _ => String::new(),
        };
        let help = argument
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        out.push_str(&format!("| `--{long}{value}` | {help} |\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn a_path_may_stand_before_or_behind_a_command() {
        let parse = |line: &str| Args::try_parse_from(line.split(' ')).unwrap();
        let before = parse("skilldeck some/dir list --json");
        assert_eq!(before.path, Some(PathBuf::from("some/dir")));
        assert!(before.json && matches!(before.command, Some(Command::List { .. })));
        let behind = parse("skilldeck list some/dir");
        assert_eq!(
            (behind.path.is_none(), behind.command_path()),
            (true, Some("some/dir".into()))
        );
    }
}
