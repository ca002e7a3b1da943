//! How many colours to use. Pure: the environment is a function that is passed in. Not the colours: those are the
//! theme's.

/// How many colours a terminal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColorLevel {
    /// None: bold, underline and reverse only.
    None,
    /// The 16 of the terminal's palette.
    Ansi16,
    /// The 256 of xterm.
    Ansi256,
    /// 24 bits.
    TrueColor,
}

/// What the person asked for (`--color`, config).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ColorChoice {
    /// Decide by environment and terminal.
    #[default]
    Auto,
    /// Colours, whatever the environment says.
    Always,
    /// No colours.
    Never,
}

/// Terminals that show 24 bits and may not say so in `COLORTERM`, by `TERM_PROGRAM`.
const TRUECOLOR_PROGRAMS: [&str; 7] = [
    "ghostty",
    "Hyper",
    "iTerm.app",
    "rio",
    "vscode",
    "WarpTerminal",
    "WezTerm",
];
/// The same by the beginning of `TERM`.
const TRUECOLOR_TERMS: [&str; 7] = [
    "alacritty",
    "contour",
    "foot",
    "rio",
    "wezterm",
    "xterm-ghostty",
    "xterm-kitty",
];

/// Decides the colour level.
///
/// `env` looks up an environment variable, `is_tty` says whether the output is a terminal. A choice outranks the
/// environment; there `NO_COLOR` outranks `CLICOLOR_FORCE` and `FORCE_COLOR`, which outrank what the terminal is.
pub fn detect(
    env: &dyn Fn(&str) -> Option<String>,
    is_tty: bool,
    choice: ColorChoice,
) -> ColorLevel {
    let set = |name: &str| env(name).filter(|value| !value.is_empty());
    match choice {
        ColorChoice::Never => ColorLevel::None,
        ColorChoice::Always => terminal_level(&set).max(ColorLevel::Ansi16),
        ColorChoice::Auto if set("NO_COLOR").is_some() => ColorLevel::None,
        ColorChoice::Auto => match forced_level(&set) {
            Some(ColorLevel::None) => ColorLevel::None,
            Some(at_least) => terminal_level(&set).max(at_least),
            None if !is_tty || set("CLICOLOR").as_deref() == Some("0") => ColorLevel::None,
            None => terminal_level(&set),
        },
    }
}

/// The least level that `FORCE_COLOR` (0 to 3, or any word for 1) or `CLICOLOR_FORCE` (anything but 0) demands.
fn forced_level(set: &dyn Fn(&str) -> Option<String>) -> Option<ColorLevel> {
    match (
        set("FORCE_COLOR").as_deref(),
        set("CLICOLOR_FORCE").as_deref(),
    ) {
        (Some("0" | "false"), _) => Some(ColorLevel::None),
        (Some("2"), _) => Some(ColorLevel::Ansi256),
        (Some("3"), _) => Some(ColorLevel::TrueColor),
        (Some(_), _) => Some(ColorLevel::Ansi16),
        (None, None | Some("0")) => None,
        (None, Some(_)) => Some(ColorLevel::Ansi16),
    }
}

/// What the terminal itself shows, by the variables it sets.
fn terminal_level(set: &dyn Fn(&str) -> Option<String>) -> ColorLevel {
    let term = set("TERM").unwrap_or_default();
    let program = set("TERM_PROGRAM").unwrap_or_default();
    if term.is_empty() || term == "dumb" || term.starts_with("vt") {
        return ColorLevel::None;
    }
    let named =
        |list: &[&str], matches: &dyn Fn(&str) -> bool| list.iter().any(|name| matches(name));
    let claims = matches!(set("COLORTERM").as_deref(), Some("truecolor" | "24bit"))
        || term.contains("direct")
        || named(&TRUECOLOR_TERMS, &|name| term.starts_with(name))
        || named(&TRUECOLOR_PROGRAMS, &|name| program == name);
    if claims {
        // Two hosts where a claim is often inherited from elsewhere (a shell profile, an outer terminal) and a 24
        // bit colour shows as garbage, while 256 always work: Apple's Terminal, and GNU screen, which sets STY.
        let doubtful = program == "Apple_Terminal" || set("STY").is_some();
        return if doubtful {
            ColorLevel::Ansi256
        } else {
            ColorLevel::TrueColor
        };
    }
    if term.contains("256color") || program == "Apple_Terminal" {
        ColorLevel::Ansi256
    } else {
        ColorLevel::Ansi16
    }
}

#[cfg(test)]
mod tests {
    use super::ColorChoice::{Always, Auto, Never};
    use super::*;

    /// The level for variables written `NAME=value NAME=value`.
    fn level(vars: &str, is_tty: bool, choice: ColorChoice) -> ColorLevel {
        let env = |name: &str| {
            vars.split(' ')
                .filter_map(|pair| pair.split_once('='))
                .find(|(key, _)| *key == name)
                .map(|(_, v)| v.to_owned())
        };
        detect(&env, is_tty, choice)
    }

    #[test]
    fn what_the_terminal_is() {
        for (vars, expected) in [
            ("", ColorLevel::None),
            ("TERM=dumb COLORTERM=truecolor", ColorLevel::None),
            ("TERM=vt100", ColorLevel::None),
            ("TERM=xterm", ColorLevel::Ansi16),
            ("TERM=linux", ColorLevel::Ansi16),
            ("TERM=screen", ColorLevel::Ansi16),
            ("TERM=xterm-256color", ColorLevel::Ansi256),
            ("TERM=tmux-256color COLORTERM=yes", ColorLevel::Ansi256),
            (
                "TERM=xterm-256color COLORTERM=truecolor",
                ColorLevel::TrueColor,
            ),
            ("TERM=xterm COLORTERM=24bit", ColorLevel::TrueColor),
            ("TERM=xterm-direct", ColorLevel::TrueColor),
            ("TERM=xterm-kitty", ColorLevel::TrueColor),
            ("TERM=foot-extra", ColorLevel::TrueColor),
            (
                "TERM=xterm-256color TERM_PROGRAM=iTerm.app",
                ColorLevel::TrueColor,
            ),
            ("TERM=xterm-256color TERM_PROGRAM=tmux", ColorLevel::Ansi256),
            (
                "TERM=xterm-256color TERM_PROGRAM=Apple_Terminal",
                ColorLevel::Ansi256,
            ),
            (
                "TERM=xterm TERM_PROGRAM=Apple_Terminal COLORTERM=truecolor",
                ColorLevel::Ansi256,
            ),
            (
                "TERM=screen-256color STY=1.pts COLORTERM=truecolor",
                ColorLevel::Ansi256,
            ),
        ] {
            assert_eq!(level(vars, true, Auto), expected, "{vars}");
        }
    }

    #[test]
    fn what_the_environment_asks_for() {
        for (vars, is_tty, expected) in [
            ("TERM=xterm-256color", false, ColorLevel::None),
            ("TERM=xterm-256color NO_COLOR=1", true, ColorLevel::None),
            ("TERM=xterm-256color NO_COLOR=0", true, ColorLevel::None),
            ("TERM=xterm-256color NO_COLOR=", true, ColorLevel::Ansi256),
            (
                "TERM=xterm-256color NO_COLOR=1 FORCE_COLOR=3 CLICOLOR_FORCE=1",
                true,
                ColorLevel::None,
            ),
            ("TERM=xterm-256color CLICOLOR=0", true, ColorLevel::None),
            (
                "TERM=xterm-256color CLICOLOR=0 CLICOLOR_FORCE=1",
                true,
                ColorLevel::Ansi256,
            ),
            (
                "TERM=xterm-256color CLICOLOR_FORCE=1",
                false,
                ColorLevel::Ansi256,
            ),
            (
                "TERM=xterm-256color CLICOLOR_FORCE=0",
                false,
                ColorLevel::None,
            ),
            ("TERM=dumb CLICOLOR_FORCE=1", false, ColorLevel::Ansi16),
            ("TERM=xterm FORCE_COLOR=", false, ColorLevel::None),
            ("TERM=xterm FORCE_COLOR=true", false, ColorLevel::Ansi16),
            ("TERM=xterm FORCE_COLOR=2", false, ColorLevel::Ansi256),
            ("FORCE_COLOR=3", false, ColorLevel::TrueColor),
            ("TERM=xterm-256color FORCE_COLOR=0", true, ColorLevel::None),
        ] {
            assert_eq!(level(vars, is_tty, Auto), expected, "{vars} tty={is_tty}");
        }
    }

    #[test]
    fn a_choice_outranks_the_environment() {
        assert_eq!(
            level("TERM=xterm-256color FORCE_COLOR=3", true, Never),
            ColorLevel::None
        );
        assert_eq!(
            level("TERM=xterm-256color NO_COLOR=1", false, Always),
            ColorLevel::Ansi256
        );
        assert_eq!(level("TERM=dumb", false, Always), ColorLevel::Ansi16);
        assert_eq!(
            level("TERM=xterm-kitty", true, Always),
            ColorLevel::TrueColor
        );
    }
}
