//! What each piece of code is: keyword, string, comment. By syntect's grammars, without its
//! themes. Not here: colours, and when to do it (it takes a few milliseconds: not while drawing).

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::ink::Syntax;

/// Per line its pieces, as bytes of the line. Text between them is plain.
pub type Highlighted = Vec<Vec<(Range<usize>, Syntax)>>;

/// What is read of a block.
const MAX_BYTES: usize = 64 * 1024;
const MAX_LINES: usize = 2000;
/// Longer lines stay plain: they are data, and dear.
const MAX_LINE: usize = 2000;

/// The pieces of `text`, code in `language` (a name, an extension or what people write after a
/// fence). None when the language is unknown or plain, or when `stop`, asked before every line,
/// says so. Only the first 64 KiB and 2,000 lines are read; the result ends there.
pub fn highlight(language: &str, text: &str, stop: &dyn Fn() -> bool) -> Option<Highlighted> {
    let syntax = syntax_of(language)?;
    let mut state = ParseState::new(syntax);
    let mut scopes = ScopeStack::new();
    let mut classes = Classes::default();
    let mut lines = Vec::new();
    let mut read = 0;
    for line in text.split_inclusive('\n').take(MAX_LINES) {
        if stop() {
            return None;
        }
        read += line.len();
        if read > MAX_BYTES {
            break;
        }
        let mut pieces = Vec::new();
        if line.len() <= MAX_LINE {
            read_line(line, &mut state, &mut scopes, &mut classes, &mut pieces)?;
        }
        lines.push(pieces);
    }
    Some(lines)
}

/// The name of the language of a file, for [`highlight`]; none when it is unknown.
pub fn language_of(path: &str) -> Option<&'static str> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    let by = |token: &str| set().find_syntax_by_extension(token);
    // Grammars list whole names, such as Makefile, among the extensions.
    let syntax = by(name).or_else(|| by(&extension?.to_ascii_lowercase()))?;
    is_code(syntax).then_some(syntax.name.as_str())
}

fn read_line(
    line: &str,
    state: &mut ParseState,
    scopes: &mut ScopeStack,
    classes: &mut Classes,
    pieces: &mut Vec<(Range<usize>, Syntax)>,
) -> Option<()> {
    let content = line.trim_end_matches(['\n', '\r']).len();
    // Grammars were loaded to expect the line feed.
    let whole = format!("{}\n", line.get(..content)?);
    let ops = state.parse_line(&whole, set()).ok()?;
    let mut from = 0;
    for (at, op) in ops {
        put(from..at.min(content), classes.of(scopes), pieces);
        from = at.min(content).max(from);
        scopes.apply(&op).ok()?;
    }
    put(from..content, classes.of(scopes), pieces);
    Some(())
}

fn put(range: Range<usize>, syntax: Syntax, pieces: &mut Vec<(Range<usize>, Syntax)>) {
    if range.is_empty() || syntax == Syntax::Plain {
        return;
    }
    match pieces.last_mut() {
        Some((last, class)) if *class == syntax && last.end == range.start => last.end = range.end,
        _ => pieces.push((range, syntax)),
    }
}

fn set() -> &'static SyntaxSet {
    static SET: OnceLock<SyntaxSet> = OnceLock::new();
    SET.get_or_init(two_face::syntax::extra_newlines)
}

fn is_code(syntax: &SyntaxReference) -> bool {
    syntax.name != "Plain Text"
}

fn syntax_of(language: &str) -> Option<&'static SyntaxReference> {
    let token = language.trim().to_ascii_lowercase();
    let known = match token.as_str() {
        "" => return None,
        "shell" | "console" | "shellscript" | "shell-session" | "terminal" | "zsh" => "sh",
        "javascript" | "node" => "js",
        "typescript" => "ts",
        "jsonc" | "json5" | "jsonl" | "ndjson" => "json",
        "golang" => "go",
        "csharp" | "c#" => "cs",
        "f#" | "fsharp" => "fs",
        "c++" => "cpp",
        "objc" | "objectivec" | "objective-c" => "m",
        "docker" => "dockerfile",
        "make" => "makefile",
        "terraform" | "hcl" => "tf",
        "pwsh" | "powershell" => "ps1",
        // No grammar of their own, but near enough.
        "gdscript" | "starlark" | "python3" | "ipython" => "py",
        "astro" | "handlebars" | "hbs" | "liquid" => "html",
        "patch" | "udiff" => "diff",
        "postgresql" | "postgres" | "plsql" | "sqlite" | "mysql" => "sql",
        "mdx" => "md",
        "latex" => "tex",
        "protobuf" => "proto",
        "gql" => "graphql",
        token => token,
    };
    let syntax = set().find_syntax_by_token(known)?;
    is_code(syntax).then_some(syntax)
}

/// Scopes and the classes they stand for; the longest that fits wins.
const CLASSES: &[(&str, Syntax)] = &[
    ("comment", Syntax::Comment),
    ("punctuation.definition.comment", Syntax::Comment),
    ("string", Syntax::String),
    ("punctuation.definition.string", Syntax::String),
    ("markup.raw", Syntax::String),
    ("markup.underline.link", Syntax::String),
    ("constant", Syntax::Constant),
    ("constant.numeric", Syntax::Number),
    ("keyword", Syntax::Keyword),
    ("keyword.operator", Syntax::Operator),
    ("keyword.operator.word", Syntax::Keyword),
    ("keyword.operator.logical.python", Syntax::Keyword),
    ("storage", Syntax::Keyword),
    ("support.type", Syntax::Type),
    ("support.class", Syntax::Type),
    ("support.constant", Syntax::Constant),
    ("support.function", Syntax::Function),
    ("support.macro", Syntax::Function),
    ("variable.function", Syntax::Function),
    ("variable", Syntax::Variable),
    ("punctuation.definition.variable", Syntax::Variable),
    ("entity.name.function", Syntax::Function),
    ("entity.name.macro", Syntax::Function),
    ("entity.name.tag", Syntax::Tag),
    ("entity.name.section", Syntax::Heading),
    ("entity.name", Syntax::Type),
    ("entity.other.inherited-class", Syntax::Type),
    ("entity.other.attribute-name", Syntax::Attribute),
    ("entity.other.attribute", Syntax::Attribute),
    ("markup.heading", Syntax::Heading),
    ("punctuation.definition.heading", Syntax::Heading),
    ("markup.inserted", Syntax::Inserted),
    ("punctuation.definition.inserted", Syntax::Inserted),
    ("markup.deleted", Syntax::Deleted),
    ("punctuation.definition.deleted", Syntax::Deleted),
    ("punctuation", Syntax::Punctuation),
    ("invalid", Syntax::Invalid),
];

/// Remembers what scopes stand for.
#[derive(Default)]
struct Classes {
    known: HashMap<Scope, Option<Syntax>>,
}

impl Classes {
    /// The class of the innermost scope that has one.
    fn of(&mut self, scopes: &ScopeStack) -> Syntax {
        let scopes = scopes.as_slice();
        let class = scopes.iter().rev().find_map(|scope| self.of_scope(*scope));
        match class {
            // A key looks like a string to grammars of data.
            Some(Syntax::String) if scopes.iter().any(|scope| is_key(*scope)) => Syntax::Tag,
            Some(class) => class,
            None => Syntax::Plain,
        }
    }

    fn of_scope(&mut self, scope: Scope) -> Option<Syntax> {
        *self.known.entry(scope).or_insert_with(|| {
            let fitting = table()
                .iter()
                .filter(|(prefix, _)| prefix.is_prefix_of(scope));
            fitting
                .max_by_key(|(prefix, _)| prefix.len())
                .map(|(_, class)| *class)
        })
    }
}

fn table() -> &'static [(Scope, Syntax)] {
    static TABLE: OnceLock<Vec<(Scope, Syntax)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let parse = |(scope, class): &(&str, Syntax)| Some((Scope::new(scope).ok()?, *class));
        CLASSES.iter().filter_map(parse).collect()
    })
}

fn is_key(scope: Scope) -> bool {
    static KEYS: OnceLock<Vec<Scope>> = OnceLock::new();
    let keys = KEYS.get_or_init(|| {
        let names = ["meta.mapping.key", "meta.structure.dictionary.key"];
        names
            .iter()
            .filter_map(|name| Scope::new(name).ok())
            .collect()
    });
    keys.iter().any(|key| key.is_prefix_of(scope))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces<'a>(language: &str, text: &'a str) -> Vec<Vec<(&'a str, Syntax)>> {
        let highlighted = highlight(language, text, &|| false).unwrap();
        let lines = text.lines().zip(highlighted);
        lines
            .map(|(line, pieces)| {
                let slice = |(range, class): (Range<usize>, Syntax)| (&line[range], class);
                pieces.into_iter().map(slice).collect()
            })
            .collect()
    }

    #[test]
    fn scopes_become_classes() {
        assert_eq!(
            pieces("rust", "fn a() { 1 } // b"),
            [[
                ("fn", Syntax::Keyword),
                ("a", Syntax::Function),
                ("()", Syntax::Punctuation),
                ("{", Syntax::Punctuation),
                ("1", Syntax::Number),
                ("}", Syntax::Punctuation),
                ("// b", Syntax::Comment),
            ]]
        );
        assert_eq!(
            pieces("json", "{\"a\": \"b\"}")[0][1..4],
            [
                ("\"a\"", Syntax::Tag),
                (":", Syntax::Punctuation),
                ("\"b\"", Syntax::String),
            ]
        );
        assert_eq!(
            pieces("diff", "-a\r\n+b\r\n"),
            [[("-a", Syntax::Deleted)], [("+b", Syntax::Inserted)]]
        );
    }

    #[test]
    fn state_goes_on_over_lines() {
        let comment = [("/* a", Syntax::Comment)];
        assert_eq!(pieces("js", "/* a\nb */ 1")[0], comment);
        assert_eq!(
            pieces("js", "/* a\nb */ 1")[1][0],
            ("b */", Syntax::Comment)
        );
    }

    #[test]
    fn people_write_languages_in_many_ways() {
        for language in [
            "bash",
            "shell",
            "console",
            "py",
            "Python",
            "typescript",
            "tsx",
            "jsonc",
            "YAML",
            "toml",
            "dockerfile",
            "hcl",
            "powershell",
            "c#",
            "c++",
            "makefile",
            "sql",
            "vue",
        ] {
            assert!(
                highlight(language, "x\n", &|| false).is_some(),
                "{language}"
            );
        }
        for language in [
            "",
            "text",
            "txt",
            "plaintext",
            "mermaid",
            "no such language",
        ] {
            assert_eq!(highlight(language, "x\n", &|| false), None, "{language}");
        }
    }

    #[test]
    fn files_are_known_by_name_and_extension() {
        for path in [
            "a/b.py",
            "Makefile",
            "x\\Dockerfile",
            "SKILL.md",
            "a.TOML",
            ".env",
            "a.tsx",
        ] {
            let language = language_of(path).unwrap_or_else(|| panic!("{path}"));
            assert!(
                highlight(language, "x\n", &|| false).is_some(),
                "{path}: {language}"
            );
        }
        assert_eq!(language_of("LICENSE"), None);
        assert_eq!(language_of("notes.txt"), None);
    }

    #[test]
    fn reading_ends_at_its_limits_and_when_told() {
        let many = "x = 1\n".repeat(MAX_LINES + 5);
        assert_eq!(
            highlight("py", &many, &|| false).map(|l| l.len()),
            Some(MAX_LINES)
        );
        let long = format!("x = \"{}\"\ny = 1\n", "a".repeat(MAX_LINE));
        let lines = highlight("py", &long, &|| false).unwrap();
        assert_eq!(lines[0], []);
        assert!(!lines[1].is_empty());
        let large = format!("{}\n", "a".repeat(1999)).repeat(40);
        let read = highlight("py", &large, &|| false).map(|lines| lines.len());
        assert_eq!(read, Some(MAX_BYTES / 2000));
        assert_eq!(highlight("py", "x", &|| true), None);
    }
}
