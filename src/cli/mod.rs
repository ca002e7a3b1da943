//! The command line: every screen has a command; `--json` is one document on stdout.
//!
//! Parsing and printing only; what is printed comes from the workbench.

mod args;
mod check;
mod compare;
pub mod demo;
mod doctor;
mod effects;
mod environment;
mod fix;
mod generate;
mod json;
mod list;
mod output;
mod rules;
mod sarif;
mod search;
mod status;
mod themes;
mod usage;
mod view;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context as _;
use clap::Parser as _;
use clap::error::ErrorKind;
use jiff::Timestamp;

use crate::index::QueryError;
use crate::store::Disk;
use crate::store::catalog::Catalog;
use crate::store::locate::{Environment, LocateError, Request};
use crate::store::resolve::ResolveError;
use crate::theme::UnknownTheme;
use crate::tui;
use crate::workbench::{ReadError, Workbench};

pub use args::{Args, Command, commands_markdown};
pub use generate::man_page;
use output::Output;

/// Exit codes, the same for every command.
pub mod exit {
    /// Done.
    pub const DONE: u8 = 0;
    /// Findings, refused, or nothing found.
    pub const REFUSED: u8 = 1;
    /// Wrong usage, unknown or ambiguous name, missing decision without a terminal.
    pub const USAGE: u8 = 2;
}

/// Runs the program on the process's own arguments and surroundings; gives the exit code.
pub fn main() -> u8 {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            if matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            ) {
                // Printing fails only when nobody reads.
                let _ = error.print();
                return exit::DONE;
            }
            // The text repeats what was typed, which may come from a skill.
            let text = output::safe_lines(&error.to_string());
            let _ = writeln!(std::io::stderr(), "{text}");
            return exit::USAGE;
        }
    };
    match run(args) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => exit::DONE,
        Err(error) => {
            report(&format!("{error:#}"));
            code_of(&error)
        }
    }
}

/// Tells the person on stderr. Nothing can be done when that fails.
fn report(text: &str) {
    let _ = writeln!(std::io::stderr(), "skilldeck: {}", output::safe_lines(text));
}

fn report_all(texts: &[String]) {
    for text in texts {
        report(text);
    }
}

/// `skilldeck list | head` is no fault.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|it| it.kind() == std::io::ErrorKind::BrokenPipe)
}

fn code_of(error: &anyhow::Error) -> u8 {
    if error.is::<LocateError>()
        || error.is::<ResolveError>()
        || error.is::<QueryError>()
        || error.is::<UnknownTheme>()
        || error.is::<Usage>()
    {
        return exit::USAGE;
    }
    match error.downcast_ref::<ReadError>() {
        Some(ReadError::NoSuchFile { .. } | ReadError::Folder(_)) => exit::USAGE,
        _ => exit::REFUSED,
    }
}

/// The command was called in a way that cannot work.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

fn run(args: Args) -> anyhow::Result<u8> {
    if let Some(text) = args.contradiction() {
        return Err(Usage(text.to_owned()).into());
    }
    // These two need no home.
    match &args.command {
        Some(Command::Completions { shell }) => return generate::completions(&args, *shell),
        Some(Command::Man) => return generate::man(&args),
        _ => {}
    }
    let mut env = environment::from_process();
    match &args.command {
        Some(Command::Themes { name }) => return show_themes(&args, &env, name.as_deref()),
        // Rules are the same wherever one is.
        Some(Command::Rules { id }) => {
            rules::rules(&mut output_of(&args, &env)?, id.as_deref())?;
            return Ok(exit::DONE);
        }
        _ => {}
    }
    // The demo's folder lives as long as this value.
    let mut _demo = None;
    let request = if args.demo {
        let folder = tempfile::Builder::new()
            .prefix("skilldeck-demo-")
            .tempdir()
            .context("the demo needs a temporary folder")?;
        let home = demo::write(folder.path(), Timestamp::now())
            .with_context(|| format!("the demo cannot be written to {}", folder.path().display()))?
            .home;
        // Nothing of a home that is thrown away is kept.
        env.cache_dir = None;
        env.state_dir = None;
        _demo = Some(folder);
        Request::Alone(home)
    } else {
        request(&args)
    };
    if let Some(Command::Check(options)) = &args.command
        && options.dry_run
    {
        env.cache_dir = None;
    }
    let clock = Arc::new(Timestamp::now);
    if let Some(Command::Doctor { .. }) = &args.command {
        let request = match &args.home_profile {
            None => request,
            Some(name) => {
                // A look that writes no cache.
                let blind = Environment {
                    cache_dir: None,
                    ..env.clone()
                };
                let disk = Arc::new(Disk);
                let bench = Workbench::open(disk, blind, clock.clone(), request.clone())?;
                Request::Profile(profile(&bench, name)?, Box::new(request))
            }
        };
        return doctor::doctor(&args, &env, clock, request);
    }
    let mut workbench = Workbench::open(Arc::new(Disk), env.clone(), clock, request)?;
    if let Some(name) = &args.home_profile {
        workbench = workbench.with_profile(&profile(&workbench, name)?)?;
    }
    let Some(command) = &args.command else {
        return start(workbench, &args, &env);
    };
    if let Command::Check(options) = command
        && !options.profile.is_empty()
    {
        workbench = workbench.judging_for(options.profile.iter().copied().collect());
    }
    // Who names the path of a skill that lies in no library means the skill all the same.
    let names = args.names();
    if let Some(elsewhere) = workbench.on_paths(&names) {
        let catalog = workbench.look()?;
        let is_unknown = |name: &&str| workbench.resolve(&catalog, name, None).is_err();
        if names.iter().all(is_unknown) {
            workbench = elsewhere;
        }
    }
    let output = output_of(&args, &env)?;
    let code = execute(&workbench, command, &args, &env, output)?;
    Ok(code)
}

fn execute(
    workbench: &Workbench,
    command: &Command,
    args: &Args,
    env: &Environment,
    mut out: Output,
) -> anyhow::Result<u8> {
    let catalog = workbench.look()?;
    note(&catalog, command);
    let library = args.library.as_deref();
    check_library(&catalog, library)?;
    match command {
        Command::List { filter, .. } => list::list(&mut out, &catalog, library, filter)?,
        Command::Tree { .. } => list::tree(&mut out, &catalog, library)?,
        Command::View {
            name,
            file,
            raw,
            width,
        } => {
            let skill = workbench.resolve(&catalog, name, library)?;
            if *raw && out.columns.is_none() && !out.json {
                out.write_all(&workbench.read_raw(skill, file.as_deref())?)?;
                out.flush()?;
                return Ok(exit::DONE);
            }
            let page = workbench.read(skill, file.as_deref())?;
            let now = workbench.now();
            view::view(&mut out, skill, &page, now, *raw, *width)?;
        }
        Command::Files { name } => {
            let skill = workbench.resolve(&catalog, name, library)?;
            view::files(&mut out, skill, &workbench.files(skill))?;
        }
        Command::Effects { name, agent } => match name {
            Some(name) => {
                let skill = workbench.resolve(&catalog, name, library)?;
                let told = workbench.effects(&catalog, skill)?;
                effects::one(&mut out, skill, told, *agent)?;
            }
            None => {
                let told = workbench.all_effects(&catalog)?;
                effects::all(&mut out, told, library, *agent)?;
            }
        },
        // It runs where nothing can be opened, too, and so before all others.
        Command::Doctor { .. } => {}
        Command::Libraries { .. } => status::libraries(&mut out, &catalog, library)?,
        Command::Status { .. } => status::status(&mut out, &catalog, workbench.now())?,
        Command::Search { query, limit } => {
            return search::search(&mut out, workbench, &catalog, library, query, *limit);
        }
        Command::Usage { filter, .. } => {
            usage::usage(&mut out, &catalog, library, *filter, workbench.now())?;
        }
        Command::Compare { first, second } => {
            let first = workbench.resolve(&catalog, first, library)?;
            let second = workbench.resolve(&catalog, second, library)?;
            return Ok(compare::compare(
                &mut out,
                &workbench.compare(first, second)?,
            )?);
        }
        Command::Check(options) => {
            let current = env.current_dir.as_deref();
            if options.fix {
                let guess = options.guess;
                return check::fix(&mut out, workbench, &catalog, library, guess, current);
            }
            return check::check(&mut out, workbench, &catalog, library, options, current);
        }
        // These need no workbench: `run` has done them.
        Command::Completions { .. }
        | Command::Man
        | Command::Themes { .. }
        | Command::Rules { .. } => {}
    }
    out.flush()?;
    Ok(exit::DONE)
}

/// Where a command prints, in the colours that were chosen.
fn output_of(args: &Args, env: &Environment) -> anyhow::Result<Output> {
    let themes = output::themes(env);
    let choice = output::choose(args, env, &themes, output::is_terminal(), false)?;
    report_all(&choice.complaints);
    Ok(Output::new(args, choice.theme))
}

/// Lists the themes with what is wrong with the person's own, or prints the file of one.
fn show_themes(args: &Args, env: &Environment, name: Option<&str>) -> anyhow::Result<u8> {
    let themes = output::themes(env);
    // Asking is worth it only for the list, which says which one the workbench would use.
    let ask = name.is_none();
    let choice = output::choose(args, env, &themes, output::is_terminal(), ask)?;
    let mut out = Output::new(args, choice.theme.clone());
    match name {
        None => {
            let faults: Vec<String> = themes
                .complaints()
                .iter()
                .map(ToString::to_string)
                .collect();
            let more = choice.complaints.iter().filter(|it| !faults.contains(it));
            report_all(&faults);
            more.for_each(|text| report(text));
            let folder = output::theme_folder(env);
            themes::list(&mut out, &themes, &choice, folder.as_deref())?;
        }
        Some(name) => {
            let entry = themes.entry(name).ok_or_else(|| {
                report_all(&themes.faults_of(name));
                UnknownTheme::new(name, &themes)
            })?;
            themes::show(&mut out, entry)?;
        }
    }
    out.flush()?;
    Ok(exit::DONE)
}

fn check_library(catalog: &Catalog, library: Option<&str>) -> Result<(), ResolveError> {
    match library {
        Some(name) if catalog.shelf(name).is_none() => Err(ResolveError::UnknownLibrary {
            name: name.to_owned(),
            libraries: catalog
                .shelves
                .iter()
                .map(|it| it.library.id.clone())
                .collect(),
        }),
        _ => Ok(()),
    }
}

/// Faults go to stderr, so that `--json` stays one document; those of libraries only where the
/// command does not print them itself.
fn note(catalog: &Catalog, command: &Command) {
    for note in &catalog.notes {
        report(note);
    }
    if matches!(command, Command::List { .. } | Command::Search { .. }) {
        for fault in catalog.shelves.iter().flat_map(|shelf| &shelf.faults) {
            report(&format!("{}: {}", fault.path.display(), fault.message));
        }
    }
}

/// What the arguments ask to open.
fn request(args: &Args) -> Request {
    if let Some(Command::Check(options)) = &args.command {
        let mut paths = options.paths.clone();
        paths.extend(args.path.clone());
        if !paths.is_empty() {
            return Request::Paths(paths);
        }
    }
    let path = args.path.clone().or_else(|| args.command_path());
    match path {
        Some(path) => Request::Path(path),
        None => Request::Usual {
            home: args.home.clone(),
        },
    }
}

fn profile(workbench: &Workbench, name: &str) -> anyhow::Result<PathBuf> {
    let catalog = workbench.look()?;
    let profile = catalog.profiles.iter().find(|it| it.name == name);
    let names: Vec<&str> = catalog.profiles.iter().map(|it| it.name.as_str()).collect();
    Ok(profile
        .ok_or_else(|| {
            Usage(format!(
                "no profile {name:?}; there are: {}",
                names.join(", ")
            ))
        })?
        .root
        .clone())
}

/// Opens the terminal interface.
fn start(workbench: Workbench, args: &Args, env: &Environment) -> anyhow::Result<u8> {
    if args.json {
        return Err(Usage("--json needs a command: list, tree, status, …".to_owned()).into());
    }
    let themes = output::themes(env);
    let choice = output::choose(args, env, &themes, true, true)?;
    let settings = output::settings(env);
    let (keymap, complaints) = tui::keymap::Keymap::with(&settings);
    let told = settings.complaints.iter().chain(&complaints);
    let notices = told.map(ToString::to_string).chain(choice.complaints);
    let variable = |name: &str| env.variable(name).map(str::to_owned);
    let editor = settings.editor.as_ref().map(|it| it.value.clone());
    let setup = tui::Setup {
        theme: choice.theme,
        themes,
        keymap,
        mouse: settings.mouse,
        watch: settings.watch,
        theme_is_given: args.theme.is_some() || settings.theme.is_some(),
        user_home: env.user_home.clone(),
        editor: editor
            .or_else(|| variable("VISUAL"))
            .or_else(|| variable("EDITOR")),
        shell: variable("SHELL"),
        notices: notices.collect(),
    };
    match tui::start(workbench, setup) {
        Ok(()) => Ok(exit::DONE),
        Err(error) => {
            // After a signal there may be nobody to tell; after a panic its message stands already.
            if !matches!(
                error,
                tui::term::Error::Signal(_) | tui::term::Error::Panicked
            ) {
                report(&error.to_string());
            }
            Ok(error.exit_code())
        }
    }
}
