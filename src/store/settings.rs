//! Our own settings, `config.toml` in the settings folder, read into a value that knows the place of
//! what was written.
//!
//! What cannot be used is a [`Complaint`] with its place and a remedy, and the rest of the file still
//! counts. The file is never written. What a key of `[keys]` or the name of a theme means is judged
//! by those who know keys and themes.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fs::Fs;
use crate::skill::Position;
use crate::text::near;

/// The file's name in the settings folder.
pub const FILE_NAME: &str = "config.toml";

/// Larger files are not settings.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// What may stand at the top of the file.
const TOP: [&str; 6] = ["library", "theme", "keys", "mouse", "watch", "editor"];
/// What may stand in a `[[library]]`.
const LIBRARY: [&str; 3] = ["path", "name", "writable"];
/// What may stand in a `theme` that is a table.
const THEME: [&str; 2] = ["dark", "light"];

/// Our settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The file, whether it is there or not.
    pub file: PathBuf,
    /// More libraries, in the order of the file.
    pub libraries: Vec<ConfiguredLibrary>,
    /// `theme`.
    pub theme: Option<ThemeChoice>,
    /// `[keys]`, in the order of the file.
    pub keys: Vec<Binding>,
    /// `mouse`: the mouse may be used.
    pub mouse: bool,
    /// `watch`: changes on disk are noticed by themselves.
    pub watch: bool,
    /// `editor`: the command that edits, in place of the variables.
    pub editor: Option<Placed<String>>,
    /// What could not be used, in the order of the file.
    pub complaints: Vec<Complaint>,
}

/// Something with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub at: Position,
}

/// A `[[library]]` of our settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredLibrary {
    /// Its folder; `~` and `$VAR` are to be expanded.
    pub path: String,
    /// Its short name; the folder's name when absent.
    pub name: Option<String>,
    /// skilldeck may change its skills.
    pub writable: bool,
}

/// Which theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThemeChoice {
    /// This one, whatever the terminal's ground.
    One(Placed<String>),
    /// By the terminal's ground; where none is named, the usual one.
    ByGround {
        /// On a dark ground.
        dark: Option<Placed<String>>,
        /// On a light ground.
        light: Option<Placed<String>>,
    },
}

/// A line of `[keys]`: keys for a command in a scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The scope, as written: `[keys.SCOPE]`.
    pub scope: Placed<String>,
    /// The command's name, as written.
    pub command: Placed<String>,
    /// The keys, as written. None: the command loses its keys.
    pub keys: Vec<Placed<String>>,
}

/// Something in the settings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// The file.
    pub file: PathBuf,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is the matter.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Complaint {
            line,
            column,
            message,
            remedy,
            ..
        } = self;
        let file = self.file.display();
        write!(f, "{file}:{line}:{column}: {message}; {remedy}")
    }
}

impl Settings {
    /// The settings of somebody who has written none.
    pub fn none(file: &Path) -> Self {
        Settings {
            file: file.to_owned(),
            libraries: Vec::new(),
            theme: None,
            keys: Vec::new(),
            mouse: true,
            watch: true,
            editor: None,
            complaints: Vec::new(),
        }
    }

    /// A complaint about a place in this file.
    pub fn complaint(
        &self,
        at: Position,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Complaint {
        Complaint {
            file: self.file.clone(),
            line: at.line,
            column: at.column,
            message: message.into(),
            remedy: remedy.into(),
        }
    }
}

/// Reads the settings; a missing file gives the defaults, and so does a part that cannot be used.
pub fn read(fs: &dyn Fs, file: &Path) -> Settings {
    match fs.read(file, MAX_BYTES) {
        Ok(bytes) => parse(file, &bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Settings::none(file),
        Err(error) => {
            let mut settings = Settings::none(file);
            let start = Position { line: 1, column: 1 };
            let remedy = "until it can be, the usual settings are used";
            let complaint = settings.complaint(start, format!("cannot be read: {error}"), remedy);
            settings.complaints.push(complaint);
            settings
        }
    }
}

/// Reads the bytes of a settings file.
pub fn parse(file: &Path, bytes: &[u8]) -> Settings {
    let text = String::from_utf8_lossy(bytes);
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader {
        text,
        lines: line_starts(text),
        broken: Vec::new(),
        out: Settings::none(file),
    };
    if let Err(error) = std::str::from_utf8(bytes) {
        let at = text.char_indices().find(|(_, c)| *c == '\u{FFFD}');
        let at = at.map_or(error.valid_up_to(), |(at, _)| at);
        reader.complain(at, "not UTF-8", "save the file as UTF-8");
    }
    reader.take_errors(errors);
    reader.top(table.get_ref());
    let mut settings = reader.out;
    settings.keys.sort_by_key(|it| it.command.at);
    settings.complaints.sort_by_key(|it| (it.line, it.column));
    settings
}

/// The byte offset of the start of each line.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

struct Reader<'a> {
    text: &'a str,
    lines: Vec<usize>,
    /// Places at which the file is no TOML: apart, in order.
    broken: Vec<Range<usize>>,
    out: Settings,
}

type Key<'i> = Spanned<std::borrow::Cow<'i, str>>;
type Value<'i> = Spanned<DeValue<'i>>;

impl Reader<'_> {
    fn position(&self, offset: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or_default();
        let number = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        Position {
            line: number(line),
            column: number(before.chars().count() + 1),
        }
    }

    fn complain(&mut self, at: usize, message: impl Into<String>, remedy: impl Into<String>) {
        let at = self.position(at);
        let complaint = self.out.complaint(at, message, remedy);
        self.out.complaints.push(complaint);
    }

    /// Tells of the first fault of each line: the others follow from it.
    fn take_errors(&mut self, errors: Vec<toml::de::Error>) {
        let mut errors: Vec<(Range<usize>, String)> = errors
            .into_iter()
            .map(|it| (it.span().unwrap_or(0..0), it.message().to_owned()))
            .collect();
        errors.sort_by_key(|(span, _)| (span.start, span.end));
        let mut told = 0;
        for (span, message) in &errors {
            let line = self.position(span.start).line;
            if line != told {
                let remedy = "correct it; the rest of the file is used";
                self.complain(span.start, message.clone(), remedy);
                told = line;
            }
        }
        for (span, _) in errors {
            match self.broken.last_mut() {
                Some(last) if last.end >= span.start => last.end = last.end.max(span.end),
                _ => self.broken.push(span),
            }
        }
    }

    /// The parser guessed here: what it made of it is not used, and the fault is told already.
    fn is_guess(&self, key: &Key<'_>, value: &Value<'_>) -> bool {
        let (start, end) = (key.span().start, value.span().end.max(key.span().end));
        let from = self.broken.partition_point(|span| span.end < start);
        let near = self.broken.get(from);
        near.is_some_and(|span| span.start <= end)
    }

    /// The sound entries of a table with a fixed set of keys.
    fn entries<'t, 'i>(
        &mut self,
        table: &'t DeTable<'i>,
        known: &[&'static str],
        place: &str,
    ) -> Vec<(&'static str, &'t Key<'i>, &'t Value<'i>)> {
        let mut entries = Vec::new();
        for (key, value) in table {
            if self.is_guess(key, value) {
                continue;
            }
            let written = key.get_ref().as_ref();
            if let Some(name) = known.iter().find(|it| **it == written) {
                entries.push((*name, key, value));
                continue;
            }
            let remedy = match near::nearest(written, known.iter().copied()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("there are: {}", known.join(", ")),
            };
            let message = format!("unknown key `{written}`{place}");
            self.complain(key.span().start, message, remedy);
        }
        entries
    }

    fn top(&mut self, table: &DeTable<'_>) {
        for (name, key, value) in self.entries(table, &TOP, "") {
            match name {
                "library" => self.libraries(value),
                "theme" => self.out.theme = self.theme(value),
                "keys" => self.keys(value),
                "mouse" => self.out.mouse = self.truth(key, value).unwrap_or(true),
                "watch" => self.out.watch = self.truth(key, value).unwrap_or(true),
                _ => self.out.editor = self.text(name, value),
            }
        }
    }

    fn libraries(&mut self, value: &Value<'_>) {
        let remedy = "write `[[library]]` and below it `path = \"…\"`";
        let Some(list) = value.get_ref().as_array() else {
            return self.wrong_type("library", "a list of tables", value, remedy);
        };
        for entry in list.iter() {
            let Some(table) = entry.get_ref().as_table() else {
                self.wrong_type("library", "a list of tables", entry, remedy);
                continue;
            };
            let mut path = None;
            let mut named = None;
            let mut writable = false;
            let before = self.out.complaints.len();
            for (name, key, value) in self.entries(table, &LIBRARY, " in a library") {
                match name {
                    "path" => path = self.text(name, value),
                    "name" => named = self.text(name, value),
                    _ => writable = self.truth(key, value).unwrap_or(false),
                }
            }
            match path {
                Some(path) => self.out.libraries.push(ConfiguredLibrary {
                    path: path.value,
                    name: named.map(|it| it.value),
                    writable,
                }),
                // A complaint about the path says it already.
                None if self.out.complaints.len() > before => {}
                None => {
                    let remedy = "add `path = \"…\"`, the folder of its skills";
                    self.complain(entry.span().start, "a library without a path", remedy);
                }
            }
        }
    }

    fn theme(&mut self, value: &Value<'_>) -> Option<ThemeChoice> {
        let Some(table) = value.get_ref().as_table() else {
            return self.text("theme", value).map(ThemeChoice::One);
        };
        let (mut dark, mut light) = (None, None);
        for (name, _, value) in self.entries(table, &THEME, " in the theme") {
            let named = self.text(name, value);
            match name {
                "dark" => dark = named,
                _ => light = named,
            }
        }
        (dark.is_some() || light.is_some()).then_some(ThemeChoice::ByGround { dark, light })
    }

    fn keys(&mut self, value: &Value<'_>) {
        let remedy = "write `[keys.SCOPE]` and below it `command = \"key\"`";
        let Some(scopes) = value.get_ref().as_table() else {
            return self.wrong_type("keys", "a table", value, remedy);
        };
        for (scope, commands) in scopes {
            if self.is_guess(scope, commands) {
                continue;
            }
            let Some(commands) = commands.get_ref().as_table() else {
                let name = format!("keys.{}", scope.get_ref());
                self.wrong_type(&name, "a table of commands", commands, remedy);
                continue;
            };
            for (command, value) in commands {
                if self.is_guess(command, value) {
                    continue;
                }
                let name = command.get_ref().as_ref();
                let Some(keys) = self.key_list(name, value) else {
                    continue;
                };
                let binding = Binding {
                    scope: self.placed(scope.get_ref().as_ref(), scope.span()),
                    command: self.placed(name, command.span()),
                    keys,
                };
                self.out.keys.push(binding);
            }
        }
    }

    fn key_list(&mut self, command: &str, value: &Value<'_>) -> Option<Vec<Placed<String>>> {
        let kind = "a key or a list of keys";
        let remedy = "write it as \"j\" or [\"j\", \"down\"]";
        let one = |value: &Value<'_>| {
            let key = value.get_ref().as_str()?;
            Some(self.placed(key, value.span()))
        };
        if let Some(key) = one(value) {
            return Some(vec![key]);
        }
        let list = value.get_ref().as_array().map(|list| {
            let keys = list.iter().map(|item| one(item).ok_or(item));
            keys.collect::<Result<Vec<_>, _>>()
        });
        match list {
            Some(Ok(keys)) => return Some(keys),
            Some(Err(item)) => self.wrong_type(command, kind, item, remedy),
            None => self.wrong_type(command, kind, value, remedy),
        }
        None
    }

    fn truth(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<bool> {
        let truth = value.get_ref().as_bool();
        if truth.is_none() {
            let name = key.get_ref().as_ref();
            let remedy = format!("write `{name} = true` or `{name} = false`");
            self.wrong_type(name, "true or false", value, &remedy);
        }
        truth
    }

    fn text(&mut self, name: &str, value: &Value<'_>) -> Option<Placed<String>> {
        match value.get_ref().as_str().map(str::trim) {
            Some("") => {
                let remedy = "write something between the quotes, or leave it out";
                self.complain(value.span().start, format!("`{name}` is empty"), remedy);
                None
            }
            Some(text) => Some(self.placed(text, value.span())),
            None => {
                let remedy = format!("write `{name} = \"…\"`");
                self.wrong_type(name, "a text", value, &remedy);
                None
            }
        }
    }

    fn wrong_type(&mut self, name: &str, wanted: &str, value: &Value<'_>, remedy: &str) {
        let found = match value.get_ref().type_str() {
            "string" => "a text",
            "integer" | "float" => "a number",
            "boolean" => "true or false",
            "datetime" => "a date",
            "array" => "a list",
            _ => "a table",
        };
        let message = format!("`{name}` has to be {wanted}, not {found}");
        self.complain(value.span().start, message, remedy);
    }

    fn placed(&self, text: &str, span: Range<usize>) -> Placed<String> {
        Placed {
            value: text.to_owned(),
            at: self.position(span.start),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_text(text: &str) -> Settings {
        parse(Path::new("config.toml"), text.as_bytes())
    }

    fn complaints(text: &str) -> Vec<String> {
        let complaints = read_text(text).complaints;
        complaints.iter().map(Complaint::to_string).collect()
    }

    fn placed(value: &str, line: u32, column: u32) -> Placed<String> {
        Placed {
            value: value.to_owned(),
            at: Position { line, column },
        }
    }

    #[test]
    fn everything_that_can_be_set_is_read_with_its_place() {
        let text = "mouse = false\nwatch = false\neditor = \"hx\"\ntheme = { dark = \"night\", light = \"day\" }\n\
                    [[library]]\npath = \"~/s\"\nname = \"mine\"\nwritable = true\n[[library]]\npath = \"b\"\n\
                    [keys.tree]\nnext = [\"j\", \"down\"]\n\"wei\u{DF}\" = \"x\"\n[keys.global]\nquit = []\n";
        let library = |path: &str, name: Option<&str>, writable| ConfiguredLibrary {
            path: path.to_owned(),
            name: name.map(str::to_owned),
            writable,
        };
        let binding = |scope, command, keys: &[Placed<String>]| Binding {
            scope,
            command,
            keys: keys.to_vec(),
        };
        let expected = Settings {
            libraries: vec![
                library("~/s", Some("mine"), true),
                library("b", None, false),
            ],
            theme: Some(ThemeChoice::ByGround {
                dark: Some(placed("night", 4, 18)),
                light: Some(placed("day", 4, 35)),
            }),
            keys: vec![
                binding(
                    placed("tree", 11, 7),
                    placed("next", 12, 1),
                    &[placed("j", 12, 9), placed("down", 12, 14)],
                ),
                binding(
                    placed("tree", 11, 7),
                    placed("wei\u{DF}", 13, 1),
                    &[placed("x", 13, 10)],
                ),
                binding(placed("global", 14, 7), placed("quit", 15, 1), &[]),
            ],
            mouse: false,
            watch: false,
            editor: Some(placed("hx", 3, 10)),
            ..Settings::none(Path::new("config.toml"))
        };
        assert_eq!(read_text(text), expected);
        let one = read_text("theme = \"night\"").theme;
        assert_eq!(one, Some(ThemeChoice::One(placed("night", 1, 9))));
        assert_eq!(
            read_text("\u{FEFF}"),
            Settings::none(Path::new("config.toml"))
        );
    }

    #[test]
    fn what_cannot_be_used_is_told_with_its_place_and_a_remedy() {
        let cases = [
            (
                "mosue = true",
                "1:1: unknown key `mosue`; did you mean `mouse`?",
            ),
            (
                "\ncolour = 1",
                "2:1: unknown key `colour`; there are: library, theme, keys, mouse, watch, editor",
            ),
            (
                "mouse = 1",
                "1:9: `mouse` has to be true or false, not a number; write `mouse = true` or `mouse = false`",
            ),
            (
                "editor = [\"vi\"]",
                "1:10: `editor` has to be a text, not a list; write `editor = \"…\"`",
            ),
            (
                "theme = \" \"",
                "1:9: `theme` is empty; write something between the quotes, or leave it out",
            ),
            (
                "theme = { drak = \"x\" }",
                "1:11: unknown key `drak` in the theme; did you mean `dark`?",
            ),
            (
                "[[library]]\npaht = \"x\"",
                "2:1: unknown key `paht` in a library; did you mean `path`?",
            ),
            (
                "[[library]]\nname = \"x\"",
                "1:1: a library without a path; add `path = \"…\"`, the folder of its skills",
            ),
            (
                "library = 2026-01-01",
                "1:11: `library` has to be a list of tables, not a date; write `[[library]]` and below it \
                 `path = \"…\"`",
            ),
            (
                "[keys]\nnext = \"j\"",
                "2:8: `keys.next` has to be a table of commands, not a text; write `[keys.SCOPE]` and below \
                 it `command = \"key\"`",
            ),
            (
                "[keys.tree]\nnext = [\"j\", 1]",
                "2:14: `next` has to be a key or a list of keys, not a number; write it as \"j\" or \
                 [\"j\", \"down\"]",
            ),
            (
                "mouse = true\nmouse = false",
                "2:1: duplicate key; correct it; the rest of the file is used",
            ),
            (
                "\neditor = vi m",
                "2:10: string values must be quoted, expected literal string; correct it; the rest of the \
                 file is used",
            ),
        ];
        for (text, complaint) in cases {
            assert_eq!(
                complaints(text),
                [format!("config.toml:{complaint}")],
                "{text}"
            );
        }
    }

    #[test]
    fn a_mistake_costs_its_own_line_only() {
        let settings = read_text(
            "mouse = flase\nwatch = false\ntheme = \"night\nlibrary = [{ path = \"a\" }, 5, { path = \"b\" }]\n\
             [keys.tree]\nnext = \"j\"\nback = 3\n",
        );
        let lines: Vec<u32> = settings.complaints.iter().map(|it| it.line).collect();
        assert_eq!(lines, [1, 3, 4, 7]);
        let paths: Vec<&str> = settings.libraries.iter().map(|it| &*it.path).collect();
        let commands: Vec<&str> = settings.keys.iter().map(|it| &*it.command.value).collect();
        assert_eq!(
            (
                settings.mouse,
                settings.watch,
                settings.theme,
                paths,
                commands
            ),
            (true, false, None, vec!["a", "b"], vec!["next"])
        );
    }

    #[test]
    fn bytes_and_files_that_are_no_text_are_told_too() {
        let settings = parse(Path::new("c"), b"mouse = false\neditor = \"\xFF\"");
        assert_eq!(
            settings.complaints[0].to_string(),
            "c:2:11: not UTF-8; save the file as UTF-8"
        );
        assert!(!settings.mouse);
        let folder = tempfile::tempdir().unwrap();
        let read = |path: &Path| read(&crate::store::Disk, path).complaints.len();
        assert_eq!(read(folder.path()), 1);
        assert_eq!(read(&folder.path().join("missing")), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn no_bytes_make_it_panic_or_lose_their_place(
            parts in proptest::collection::vec(
                prop_oneof![
                    Just("mouse = "), Just("[keys."), Just("]\n"), Just("\""), Just("= [1,"),
                    Just("[[library]]\n"), Just("path"), Just("\n"), Just("\u{E9}"), Just("{"), Just("true")
                ],
                0..30,
            )
        ) {
            let text = parts.concat();
            let lines = u32::try_from(text.split('\n').count()).unwrap();
            for complaint in read_text(&text).complaints {
                prop_assert!(complaint.line >= 1 && complaint.line <= lines, "{complaint}");
            }
        }
    }
}
