//! The command table: every command with its scope, keys and words. Keys are resolved here and
//! nowhere else; help, hints and the README's key table are computed from it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Where a command works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// In the tree.
    Tree,
    /// In the viewer.
    Viewer,
    /// Everywhere, below the others.
    Global,
}

impl Scope {
    /// Its title in help and docs.
    pub fn title(self) -> &'static str {
        match self {
            Scope::Tree => "Tree",
            Scope::Viewer => "Viewer",
            Scope::Global => "Everywhere",
        }
    }
}

/// What a person can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // each is explained in the table below, by its `doc`
pub enum Command {
    TreeDown,
    TreeUp,
    TreePageDown,
    TreePageUp,
    TreeTop,
    TreeBottom,
    TreeExpand,
    TreeCollapse,
    TreeOpen,
    TreeExpandAll,
    TreeCollapseAll,
    TreeFilter,
    TreeSort,
    ViewDown,
    ViewUp,
    ViewPageDown,
    ViewPageUp,
    ViewTop,
    ViewBottom,
    ViewNextHeading,
    ViewPreviousHeading,
    ViewSearch,
    ViewNextMatch,
    ViewPreviousMatch,
    ViewSource,
    ViewWrap,
    ViewScrollRight,
    ViewScrollLeft,
    ViewOutline,
    ViewLinks,
    ViewLeave,
    Files,
    Problems,
    HistoryBack,
    CopyPath,
    Jump,
    NextPane,
    Library,
    Profiles,
    Rescan,
    Help,
    Escape,
    Back,
    Quit,
    Redraw,
    Suspend,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The command.
    pub command: Command,
    /// Where it works.
    pub scope: Scope,
    /// Its keys, the first is shown in hints.
    pub keys: &'static [&'static str],
    /// A word or two for the hint line; empty for none.
    pub hint: &'static str,
    /// What it does.
    pub doc: &'static str,
}

const fn row(
    command: Command,
    scope: Scope,
    keys: &'static [&'static str],
    hint: &'static str,
    doc: &'static str,
) -> Row {
    Row {
        command,
        scope,
        keys,
        hint,
        doc,
    }
}

use Command as C;
use Scope::{Global, Tree, Viewer};

/// Every command.
pub const TABLE: &[Row] = &[
    row(C::TreeDown, Tree, &["j", "down"], "", "next row"),
    row(C::TreeUp, Tree, &["k", "up"], "", "previous row"),
    row(
        C::TreePageDown,
        Tree,
        &["ctrl-d", "pagedown", "ctrl-f"],
        "",
        "a page down",
    ),
    row(
        C::TreePageUp,
        Tree,
        &["ctrl-u", "pageup", "ctrl-b"],
        "",
        "a page up",
    ),
    row(C::TreeTop, Tree, &["g", "home"], "", "first row"),
    row(C::TreeBottom, Tree, &["G", "end"], "", "last row"),
    row(
        C::TreeExpand,
        Tree,
        &["l", "right"],
        "",
        "open a library or category, or go to the viewer",
    ),
    row(
        C::TreeCollapse,
        Tree,
        &["h", "left"],
        "",
        "close it, or go to the row above it",
    ),
    row(
        C::TreeOpen,
        Tree,
        &["enter"],
        "read",
        "read the skill, open or close a category",
    ),
    row(
        C::TreeExpandAll,
        Tree,
        &["+", "="],
        "",
        "open every category",
    ),
    row(C::TreeCollapseAll, Tree, &["-"], "", "close every category"),
    row(
        C::TreeFilter,
        Tree,
        &["/"],
        "filter",
        "filter by words, is:stale, is:pinned, is:broken, by:agent, …",
    ),
    row(
        C::TreeSort,
        Tree,
        &["s"],
        "sort",
        "sort by place, name, last use, uses, problems",
    ),
    row(C::ViewDown, Viewer, &["j", "down"], "", "a line down"),
    row(C::ViewUp, Viewer, &["k", "up"], "", "a line up"),
    row(
        C::ViewPageDown,
        Viewer,
        &["ctrl-d", "pagedown", "ctrl-f", "space"],
        "",
        "a page down",
    ),
    row(
        C::ViewPageUp,
        Viewer,
        &["ctrl-u", "pageup", "ctrl-b"],
        "",
        "a page up",
    ),
    row(C::ViewTop, Viewer, &["g", "home"], "", "top of the page"),
    row(C::ViewBottom, Viewer, &["G", "end"], "", "end of the page"),
    row(C::ViewNextHeading, Viewer, &["]"], "", "next heading"),
    row(
        C::ViewPreviousHeading,
        Viewer,
        &["["],
        "",
        "previous heading",
    ),
    row(
        C::ViewSearch,
        Viewer,
        &["/"],
        "search",
        "search on the page",
    ),
    row(C::ViewNextMatch, Viewer, &["n"], "", "next match"),
    row(C::ViewPreviousMatch, Viewer, &["N"], "", "previous match"),
    row(
        C::ViewSource,
        Viewer,
        &["m"],
        "source",
        "rendered or source",
    ),
    row(
        C::ViewWrap,
        Viewer,
        &["w"],
        "",
        "wrap long lines of code, or cut them",
    ),
    row(
        C::ViewScrollRight,
        Viewer,
        &[">", "right"],
        "",
        "scroll cut code to the right",
    ),
    row(
        C::ViewScrollLeft,
        Viewer,
        &["<"],
        "",
        "scroll cut code to the left",
    ),
    row(
        C::ViewOutline,
        Viewer,
        &["o"],
        "outline",
        "jump to a heading",
    ),
    row(
        C::ViewLinks,
        Viewer,
        &["L"],
        "links",
        "follow a link or a file reference",
    ),
    row(
        C::ViewLeave,
        Viewer,
        &["h", "left"],
        "",
        "scroll cut code back, else back to the tree",
    ),
    row(
        C::Files,
        Global,
        &["f"],
        "files",
        "open a file of the package",
    ),
    row(
        C::Problems,
        Global,
        &["i"],
        "problems",
        "problems of the skill, with their places",
    ),
    row(
        C::HistoryBack,
        Global,
        &["backspace", "ctrl-o"],
        "",
        "back to the page before",
    ),
    row(
        C::CopyPath,
        Global,
        &["y"],
        "",
        "copy the path of the skill or file",
    ),
    row(
        C::Jump,
        Global,
        &["ctrl-k", "z"],
        "jump",
        "jump to any skill by name, category or description",
    ),
    row(
        C::NextPane,
        Global,
        &["tab", "backtab"],
        "",
        "the other pane",
    ),
    row(C::Library, Global, &["1"], "", "the Library screen"),
    row(C::Profiles, Global, &["P"], "", "switch the profile"),
    row(
        C::Rescan,
        Global,
        &["R"],
        "rescan",
        "look at the libraries again",
    ),
    row(
        C::Help,
        Global,
        &["?", "f1"],
        "help",
        "all keys; type to search, enter runs one",
    ),
    row(
        C::Escape,
        Global,
        &["esc"],
        "",
        "clear the search or the filter",
    ),
    row(
        C::Back,
        Global,
        &["q"],
        "back",
        "back, and at the tree quit",
    ),
    row(C::Quit, Global, &["Q", "ctrl-c"], "", "quit"),
    row(C::Redraw, Global, &["ctrl-l"], "", "draw the screen anew"),
    row(C::Suspend, Global, &["ctrl-z"], "", "suspend to the shell"),
];

/// The command of a key, looked for in a scope and then everywhere.
pub fn resolve(scope: Scope, key: &KeyEvent) -> Option<Command> {
    let name = key_name(key)?;
    [scope, Global].into_iter().find_map(|scope| {
        let mut rows = TABLE.iter().filter(|row| row.scope == scope);
        rows.find(|row| row.keys.contains(&name.as_str()))
            .map(|row| row.command)
    })
}

/// The table's name of a key: `j`, `G`, `ctrl-d`, `enter`; `None` for keys that have none.
pub fn key_name(key: &KeyEvent) -> Option<String> {
    let name = match key.code {
        KeyCode::Char(' ') => "space".to_owned(),
        KeyCode::Char(c) => c.to_string(),
        KeyCode::Enter => "enter".to_owned(),
        KeyCode::Esc => "esc".to_owned(),
        KeyCode::Tab => "tab".to_owned(),
        KeyCode::BackTab => "backtab".to_owned(),
        KeyCode::Backspace => "backspace".to_owned(),
        KeyCode::Up => "up".to_owned(),
        KeyCode::Down => "down".to_owned(),
        KeyCode::Left => "left".to_owned(),
        KeyCode::Right => "right".to_owned(),
        KeyCode::Home => "home".to_owned(),
        KeyCode::End => "end".to_owned(),
        KeyCode::PageUp => "pageup".to_owned(),
        KeyCode::PageDown => "pagedown".to_owned(),
        KeyCode::F(number) => format!("f{number}"),
        _ => return None,
    };
    if key.modifiers.contains(KeyModifiers::ALT) {
        return Some(format!("alt-{name}"));
    }
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return Some(format!("ctrl-{}", name.to_lowercase()));
    }
    Some(name)
}

/// The row of a command; every command has one, which a test sees to.
pub fn row_of(command: Command) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.command == command)
}

/// The key table as Markdown, for the README.
pub fn markdown() -> String {
    let mut out = String::new();
    for scope in [Global, Tree, Viewer] {
        out.push_str(&format!("| {} | |\n|---|---|\n", scope.title()));
        for row in TABLE.iter().filter(|row| row.scope == scope) {
            let keys: Vec<String> = row.keys.iter().map(|key| format!("`{key}`")).collect();
            out.push_str(&format!("| {} | {} |\n", keys.join(" "), row.doc));
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_means_two_things_at_one_place() {
        for scope in [Tree, Viewer] {
            let mut seen = HashSet::new();
            let rows = TABLE.iter().filter(|row| row.scope == scope);
            for key in rows.flat_map(|row| row.keys) {
                assert!(seen.insert(key), "{key} twice in {scope:?}");
            }
        }
        let mut seen = HashSet::new();
        let global = TABLE.iter().filter(|row| row.scope == Global);
        for row in global {
            for key in row.keys {
                assert!(seen.insert(*key), "{key} twice");
                // A key that both panes take for themselves can never reach the global command.
                let taken = |scope| {
                    let mut rows = TABLE.iter().filter(|row: &&Row| row.scope == scope);
                    rows.any(|row| row.keys.contains(key))
                };
                assert!(
                    !(taken(Tree) || taken(Viewer)),
                    "{key} of {:?}",
                    row.command
                );
            }
        }
    }

    #[test]
    fn every_row_says_something() {
        for row in TABLE {
            assert!(
                !row.keys.is_empty() && !row.doc.is_empty(),
                "{:?}",
                row.command
            );
            let commands = TABLE.iter().filter(|it| it.command == row.command);
            assert_eq!(commands.count(), 1, "{:?}", row.command);
        }
    }

    #[test]
    fn keys_resolve_inner_scope_first() {
        let key = |code, modifiers| KeyEvent::new(code, modifiers);
        let j = key(KeyCode::Char('j'), KeyModifiers::NONE);
        assert_eq!(resolve(Tree, &j), Some(C::TreeDown));
        assert_eq!(resolve(Viewer, &j), Some(C::ViewDown));
        let ctrl_k = key(KeyCode::Char('k'), KeyModifiers::CONTROL);
        assert_eq!(resolve(Viewer, &ctrl_k), Some(C::Jump));
        let shifted = key(KeyCode::Char('G'), KeyModifiers::SHIFT);
        assert_eq!(resolve(Tree, &shifted), Some(C::TreeBottom));
        let other = key(KeyCode::Char('ü'), KeyModifiers::NONE);
        assert_eq!(resolve(Tree, &other), None);
    }
}
