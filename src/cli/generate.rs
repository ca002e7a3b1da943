//! `completions` and `man`: written from the definition of the commands and the key table, without a
//! home, and the same on every day.

use std::io::{self, Write};

use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use super::args::Args;
use super::{Usage, exit};
use crate::tui::command::{Scope, TABLE};

/// Exit codes and what they say.
const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Done."),
    (
        "1",
        "Something was found wrong or refused, or a search found nothing.",
    ),
    (
        "2",
        "Wrong usage, an unknown or ambiguous name, or a query that cannot be read.",
    ),
    ("128+N", "The workbench ended because of signal N."),
];

/// Environment variables and what they are for.
const VARIABLES: &[(&str, &str)] = &[
    (
        "SKILLDECK_HOME",
        "The home to open, when --home does not name one.",
    ),
    ("HERMES_HOME", "The home to open, when neither does."),
    (
        "SKILLDECK_CONFIG_DIR",
        "The folder of config.toml, instead of the platform's.",
    ),
    (
        "SKILLDECK_STATE_DIR",
        "The folder that is opened when there is no other home, instead of the platform's.",
    ),
    (
        "SKILLDECK_CACHE_DIR",
        "The folder of the cache, instead of the platform's.",
    ),
    (
        "CLAUDE_CONFIG_DIR, CODEX_HOME, XDG_CONFIG_HOME",
        "Where the agents keep their skills, as they read them.",
    ),
    ("NO_COLOR", "No colours, when it is set and not empty."),
    (
        "CLICOLOR_FORCE, FORCE_COLOR",
        "Colours also when stdout is no terminal.",
    ),
    (
        "COLORTERM, TERM, TERM_PROGRAM, CLICOLOR, COLORFGBG",
        "How many colours there are, and whether the ground is dark; --color and --theme come first.",
    ),
];

/// Files and what they are for.
const FILES: &[(&str, &str)] = &[
    ("~/.hermes/skills", "The skills of the usual home."),
    (
        "~/.config/skilldeck/config.toml",
        "Settings. On macOS ~/Library/Application Support/skilldeck/config.toml.",
    ),
    (
        "~/.local/state/skilldeck",
        "Opened when there is no other home. On macOS ~/Library/Application Support/skilldeck.",
    ),
    (
        "~/.cache/skilldeck",
        "What was read of skills that did not change since; may be deleted at any time. On macOS \
         ~/Library/Caches/skilldeck.",
    ),
];

/// Prints the completions of a shell.
pub fn completions(args: &Args, shell: Shell) -> anyhow::Result<u8> {
    no_json(args)?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "skilldeck", &mut script);
    print(&script)
}

/// Prints the manual page.
pub fn man(args: &Args) -> anyhow::Result<u8> {
    no_json(args)?;
    print(&man_page()?)
}

fn no_json(args: &Args) -> Result<(), Usage> {
    match args.json {
        true => Err(Usage(
            "what it prints is not JSON: leave out --json".to_owned(),
        )),
        false => Ok(()),
    }
}

fn print(bytes: &[u8]) -> anyhow::Result<u8> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()?;
    Ok(exit::DONE)
}

/// The manual page, all commands on it, as roff.
///
/// # Errors
/// None in practice: it is written into memory.
pub fn man_page() -> io::Result<Vec<u8>> {
    let mut definition = Args::command().subcommand_value_name("COMMAND");
    definition.build();
    let commands = Man::new(definition.clone());
    let mut page = Vec::new();
    commands.render_title(&mut page)?;
    commands.render_name_section(&mut page)?;
    commands.render_synopsis_section(&mut page)?;
    commands.render_description_section(&mut page)?;
    commands.render_options_section(&mut page)?;
    let mut roff = Roff::new();
    roff.control("SH", ["COMMANDS"]);
    let shown = |command: &&Command| command.get_name() != "help";
    for command in definition.get_subcommands().filter(shown) {
        describe(&mut roff, command);
    }
    roff.control("SH", ["KEYS"]);
    for scope in Scope::ALL {
        roff.control("SS", [scope.title()]);
        for row in TABLE.iter().filter(|row| row.scope == scope) {
            let text = format!("{} ({})", row.doc, row.name);
            item(&mut roff, vec![bold(row.keys.join(", "))], &text);
        }
    }
    for (title, rows) in [
        ("EXIT STATUS", EXIT_CODES),
        ("ENVIRONMENT", VARIABLES),
        ("FILES", FILES),
    ] {
        roff.control("SH", [title]);
        for (name, text) in rows {
            item(&mut roff, vec![bold(*name)], text);
        }
    }
    roff.to_writer(&mut page)?;
    Ok(page)
}

fn item(roff: &mut Roff, head: Vec<Inline>, text: &str) {
    roff.control("TP", []);
    roff.text(head);
    roff.text([roman(text)]);
}

/// A command with its own options; those of all commands stand above.
fn describe(roff: &mut Roff, command: &Command) {
    let own = || {
        command
            .get_arguments()
            .filter(|it| !it.is_global_set() && it.get_id() != "help")
    };
    roff.control("SS", [command.get_name()]);
    let mut usage = vec![bold(format!("skilldeck {}", command.get_name()))];
    for argument in own() {
        usage.push(roman(" "));
        let optional = !argument.is_required_set();
        usage.extend(optional.then(|| roman("[")));
        usage.extend(shape(argument));
        usage.extend(optional.then(|| roman("]")));
    }
    roff.text(usage);
    roff.control("PP", []);
    let about = command.get_long_about().or_else(|| command.get_about());
    if let Some(about) = about {
        roff.text([roman(about.to_string())]);
    }
    for argument in own() {
        let help = argument.get_help().map(ToString::to_string);
        let mut help = help.unwrap_or_default();
        let values = argument.get_possible_values();
        if argument.get_action().takes_values() && !values.is_empty() {
            let names: Vec<&str> = values.iter().map(|it| it.get_name()).collect();
            help.push_str(&format!(": {}", names.join(", ")));
        }
        item(roff, shape(argument), &help);
    }
}

/// How an argument is written: `--sort ORDER`, `PATH`.
fn shape(argument: &Arg) -> Vec<Inline> {
    let names = argument.get_value_names().unwrap_or_default();
    let several = argument
        .get_num_args()
        .is_some_and(|it| it.max_values() > 1);
    let names: Vec<&str> = names.iter().map(|it| it.as_str()).collect();
    let value = names.join(" ") + if several { "…" } else { "" };
    match argument.get_long() {
        Some(long) if argument.get_action().takes_values() => {
            vec![bold(format!("--{long}")), roman(" "), italic(value)]
        }
        Some(long) => vec![bold(format!("--{long}"))],
        None => vec![italic(value)],
    }
}
