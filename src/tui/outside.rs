//! Programs that get the terminal for a while: the person's editor, a shell. What to call, and what to
//! say when it ends; taking the terminal away and back is `term`.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The program.
    pub program: OsString,
    /// What it gets.
    pub arguments: Vec<OsString>,
}

/// How an editor is told the line to open at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    /// `+12 file`
    Plus,
    /// `file:12`
    Colon,
    /// `--wait --goto file:12`: without waiting it would return before the person has written a word.
    Goto,
    /// `--wait file:12`
    WaitColon,
    /// Only the file: nothing is known of it.
    File,
}

fn family(program: &str) -> Family {
    let name = program.rsplit('/').next().unwrap_or_default();
    match name {
        "vi" | "vim" | "nvim" | "view" | "nano" | "pico" | "emacs" | "emacsclient" | "mg"
        | "micro" | "kak" | "joe" | "jed" | "ne" | "mcedit" | "ed" => Family::Plus,
        "hx" | "helix" => Family::Colon,
        "code" | "code-insiders" | "codium" | "vscodium" | "cursor" | "windsurf" => Family::Goto,
        "subl" | "sublime_text" | "zed" | "zeditor" => Family::WaitColon,
        _ => Family::File,
    }
}

/// The call that opens a file at a line in the editor that `command` names, which may hold arguments.
///
/// # Errors
/// When the command cannot be read: what is wrong with it.
pub fn editor(command: &str, file: &Path, line: u32) -> Result<Call, String> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    let words = words.ok_or_else(|| format!("the editor `{command}` has an open quote"))?;
    let mut words = words.into_iter();
    let program = words.next().unwrap_or_default();
    let family = family(&program);
    let mut arguments: Vec<OsString> = words.map(OsString::from).collect();
    let at_line = || {
        let mut text = file.as_os_str().to_owned();
        text.push(format!(":{line}"));
        text
    };
    let mut wait = |flag: &str| {
        if !arguments.iter().any(|it| it == "--wait" || it == "-w") {
            arguments.push(flag.into());
        }
    };
    match family {
        Family::Plus => arguments.extend([format!("+{line}").into(), file.into()]),
        Family::Colon => arguments.push(at_line()),
        Family::Goto => {
            wait("--wait");
            arguments.extend(["--goto".into(), at_line()]);
        }
        Family::WaitColon => {
            wait("--wait");
            arguments.push(at_line());
        }
        Family::File => arguments.push(file.into()),
    }
    Ok(Call {
        program: program.into(),
        arguments,
    })
}

/// Runs a call in a folder and waits for its end; gives what went wrong.
pub fn run(call: &Call, folder: &Path) -> Option<String> {
    let ended = Command::new(&call.program)
        .args(&call.arguments)
        .current_dir(folder)
        .status();
    fault(&call.program.to_string_lossy(), ended)
}

fn fault(program: &str, ended: io::Result<ExitStatus>) -> Option<String> {
    match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("{program} ended with {status}")),
        Err(error) => Some(format!(
            "{program} cannot be started: {error}; set VISUAL or EDITOR"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_editor_is_told_the_line_in_its_way() {
        let words = |command: &str| {
            let call = editor(command, Path::new("/s/a b/SKILL.md"), 12).unwrap();
            let arguments = call.arguments.iter().map(|it| it.to_str().unwrap());
            let mut words = vec![call.program.to_str().unwrap().to_owned()];
            words.extend(arguments.map(str::to_owned));
            words.join("|")
        };
        let cases = [
            ("vi", "vi|+12|/s/a b/SKILL.md"),
            ("/usr/bin/nvim -p", "/usr/bin/nvim|-p|+12|/s/a b/SKILL.md"),
            ("hx", "hx|/s/a b/SKILL.md:12"),
            ("code", "code|--wait|--goto|/s/a b/SKILL.md:12"),
            ("code -w", "code|-w|--goto|/s/a b/SKILL.md:12"),
            ("zed", "zed|--wait|/s/a b/SKILL.md:12"),
            ("'/opt/my editor' -x", "/opt/my editor|-x|/s/a b/SKILL.md"),
        ];
        for (command, expected) in cases {
            assert_eq!(words(command), expected);
        }
        let open = editor("vi 'x", Path::new("f"), 1);
        assert_eq!(open, Err("the editor `vi 'x` has an open quote".to_owned()));
    }

    #[test]
    fn a_program_that_fails_is_named() {
        let call = |program: &str| Call {
            program: program.into(),
            arguments: Vec::new(),
        };
        let folder = Path::new("/");
        assert_eq!(run(&call("true"), folder), None);
        let failed = run(&call("false"), folder).unwrap();
        assert!(
            failed.starts_with("false ended with exit status"),
            "{failed}"
        );
        let missing = run(&call("/no/such/editor"), folder).unwrap();
        assert!(
            missing.contains("/no/such/editor cannot be started"),
            "{missing}"
        );
    }
}
