//! The command table: every command with its scope, name, keys and words. Help, hints, palette, the
//! README's key table and the person's own bindings are computed from it. Not here: how keys that
//! were pressed find their command (`keymap`).

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Where a command works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// In the tree.
    Tree,
    /// In a list of findings: problems, search results.
    List,
    /// In the viewer.
    Viewer,
    /// Everywhere, below the others.
    Global,
}

impl Scope {
    /// All of them, in the order of the docs.
    pub const ALL: [Scope; 4] = [Scope::Global, Scope::Tree, Scope::List, Scope::Viewer];

    /// Its title in help and docs.
    pub fn title(self) -> &'static str {
        match self {
            Scope::Tree => "Tree",
            Scope::List => "List",
            Scope::Viewer => "Viewer",
            Scope::Global => "Everywhere",
        }
    }

    /// Its name in settings.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Tree => "tree",
            Scope::List => "list",
            Scope::Viewer => "viewer",
            Scope::Global => "global",
        }
    }
}

/// What a person can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // each is explained in the table below, by its `doc`
pub enum Command {
    Down,
    Up,
    PageDown,
    PageUp,
    Top,
    Bottom,
    Center,
    RowToTop,
    RowToBottom,
    TreeExpand,
    TreeCollapse,
    TreeOpen,
    TreeExpandAll,
    TreeCollapseAll,
    TreeFilter,
    TreeSort,
    Mark,
    SeeAll,
    ListOpen,
    ListFold,
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
    LibraryProblems,
    Search,
    Effects,
    Repairs,
    Compare,
    HistoryBack,
    CopyPath,
    CopyKey,
    CopyName,
    CopyCode,
    Edit,
    Shell,
    Jump,
    Palette,
    SetMark,
    GoToMark,
    NextPane,
    WidenTree,
    NarrowTree,
    Library,
    Profiles,
    Themes,
    Mouse,
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
    /// Its name in settings and in the palette.
    pub name: &'static str,
    /// Its keys, the first is shown in hints; keys pressed one after the other are separated by a blank.
    pub keys: &'static [&'static str],
    /// A word or two for the hint line; empty for none.
    pub hint: &'static str,
    /// What it does.
    pub doc: &'static str,
}

const fn row(
    command: Command,
    scope: Scope,
    name: &'static str,
    keys: &'static [&'static str],
    hint: &'static str,
    doc: &'static str,
) -> Row {
    Row {
        command,
        scope,
        name,
        keys,
        hint,
        doc,
    }
}

use Command as C;
use Scope::{Global, List, Tree, Viewer};

/// Every command.
pub const TABLE: &[Row] = &[
    row(
        C::Down,
        Global,
        "down",
        &["j", "down"],
        "",
        "next row, a line down",
    ),
    row(
        C::Up,
        Global,
        "up",
        &["k", "up"],
        "",
        "previous row, a line up",
    ),
    row(
        C::PageDown,
        Global,
        "page-down",
        &["ctrl-d", "pagedown", "ctrl-f"],
        "",
        "a page down",
    ),
    row(
        C::PageUp,
        Global,
        "page-up",
        &["ctrl-u", "pageup", "ctrl-b"],
        "",
        "a page up",
    ),
    row(
        C::Top,
        Global,
        "top",
        &["g g", "home"],
        "",
        "first row, top of the page; with a count that row",
    ),
    row(
        C::Bottom,
        Global,
        "bottom",
        &["G", "end"],
        "",
        "last row, end of the page; with a count that row",
    ),
    row(
        C::Center,
        Global,
        "center",
        &["z z"],
        "",
        "scroll the cursor or match to the middle",
    ),
    row(
        C::RowToTop,
        Global,
        "row-to-top",
        &["z t"],
        "",
        "scroll it to the top",
    ),
    row(
        C::RowToBottom,
        Global,
        "row-to-bottom",
        &["z b"],
        "",
        "scroll it to the bottom",
    ),
    row(
        C::TreeExpand,
        Tree,
        "expand",
        &["l", "right"],
        "",
        "open a library or category, or go to the viewer",
    ),
    row(
        C::TreeCollapse,
        Tree,
        "collapse",
        &["h", "left"],
        "",
        "close it, or go to the row above it",
    ),
    row(
        C::TreeOpen,
        Tree,
        "open",
        &["enter"],
        "read",
        "read the skill, open or close a category",
    ),
    row(
        C::TreeExpandAll,
        Tree,
        "expand-all",
        &["+", "="],
        "",
        "open every category",
    ),
    row(
        C::TreeCollapseAll,
        Tree,
        "collapse-all",
        &["-"],
        "",
        "close every category",
    ),
    row(
        C::TreeFilter,
        Tree,
        "filter",
        &["/"],
        "filter",
        "filter by words, is:stale, is:pinned, is:broken, by:agent, …",
    ),
    row(
        C::TreeSort,
        Tree,
        "sort",
        &["s"],
        "sort",
        "sort by place, name, last use, uses, problems",
    ),
    row(
        C::Mark,
        Tree,
        "mark",
        &["space"],
        "",
        "mark the skill, or take the mark off",
    ),
    row(
        C::SeeAll,
        Tree,
        "see-all",
        &["U"],
        "",
        "take all new and changed skills as seen",
    ),
    row(
        C::ListOpen,
        List,
        "open",
        &["enter", "l", "right"],
        "read",
        "read it, open or close a group",
    ),
    row(
        C::ListFold,
        List,
        "fold",
        &["h", "left"],
        "",
        "close the group",
    ),
    row(
        C::PageDown,
        Viewer,
        "page-down",
        &["space"],
        "",
        "a page down",
    ),
    row(
        C::ViewNextHeading,
        Viewer,
        "next-heading",
        &["]"],
        "",
        "next heading",
    ),
    row(
        C::ViewPreviousHeading,
        Viewer,
        "previous-heading",
        &["["],
        "",
        "previous heading",
    ),
    row(
        C::ViewSearch,
        Viewer,
        "search",
        &["/"],
        "search",
        "search on the page",
    ),
    row(
        C::ViewNextMatch,
        Viewer,
        "next-match",
        &["n"],
        "",
        "next match",
    ),
    row(
        C::ViewPreviousMatch,
        Viewer,
        "previous-match",
        &["N"],
        "",
        "previous match",
    ),
    row(
        C::ViewSource,
        Viewer,
        "source",
        &["m"],
        "source",
        "rendered or source",
    ),
    row(
        C::ViewWrap,
        Viewer,
        "wrap",
        &["w"],
        "",
        "wrap long lines of code, or cut them",
    ),
    row(
        C::ViewScrollRight,
        Viewer,
        "scroll-right",
        &[">", "right"],
        "",
        "scroll cut code to the right",
    ),
    row(
        C::ViewScrollLeft,
        Viewer,
        "scroll-left",
        &["<"],
        "",
        "scroll cut code to the left",
    ),
    row(
        C::ViewOutline,
        Viewer,
        "outline",
        &["o"],
        "outline",
        "jump to a heading",
    ),
    row(
        C::ViewLinks,
        Viewer,
        "links",
        &["L"],
        "links",
        "follow a link or a file reference",
    ),
    row(
        C::ViewLeave,
        Viewer,
        "leave",
        &["h", "left"],
        "",
        "scroll cut code back, else back to the tree",
    ),
    row(
        C::Files,
        Global,
        "files",
        &["f"],
        "files",
        "open a file of the package",
    ),
    row(
        C::Problems,
        Global,
        "problems",
        &["i"],
        "problems",
        "problems of the skill, with their places",
    ),
    row(
        C::LibraryProblems,
        Global,
        "library-problems",
        &["I"],
        "",
        "problems of all skills, by rule",
    ),
    row(
        C::Search,
        Global,
        "search",
        &["F"],
        "search all",
        "search names, descriptions and texts of all skills",
    ),
    row(
        C::Effects,
        Global,
        "effects",
        &["E"],
        "effects",
        "what each agent makes of the skill",
    ),
    row(
        C::Repairs,
        Global,
        "repairs",
        &["x"],
        "",
        "how its problems would be repaired, as a diff; nothing is written",
    ),
    row(
        C::Compare,
        Global,
        "compare",
        &["C"],
        "",
        "compare the two marked skills, or the skill with another copy of it",
    ),
    row(
        C::HistoryBack,
        Global,
        "history-back",
        &["backspace", "ctrl-o"],
        "",
        "back to the page before",
    ),
    row(
        C::CopyPath,
        Global,
        "copy-path",
        &["y y", "y p"],
        "",
        "copy the path of the skill or file",
    ),
    row(
        C::CopyKey,
        Global,
        "copy-key",
        &["y k"],
        "",
        "copy the key, LIBRARY//KEY; of all marked skills when there are some",
    ),
    row(
        C::CopyName,
        Global,
        "copy-name",
        &["y n"],
        "",
        "copy the name as agents are asked for it, /name",
    ),
    row(
        C::CopyCode,
        Global,
        "copy-code",
        &["y c"],
        "",
        "copy the code block on the page",
    ),
    row(
        C::Edit,
        Global,
        "edit",
        &["e"],
        "edit",
        "open the file in $VISUAL or $EDITOR, at the line on the page",
    ),
    row(
        C::Shell,
        Global,
        "shell",
        &["!"],
        "",
        "open a shell in the skill's folder",
    ),
    row(
        C::Jump,
        Global,
        "jump",
        &["ctrl-k", "g s"],
        "jump",
        "jump to any skill by name, category or description",
    ),
    row(
        C::Palette,
        Global,
        "palette",
        &[":", "ctrl-p"],
        "commands",
        "every command, theme, order and library by its name",
    ),
    row(
        C::SetMark,
        Global,
        "set-mark",
        &["M"],
        "",
        "remember this place under a letter",
    ),
    row(
        C::GoToMark,
        Global,
        "go-to-mark",
        &["'"],
        "",
        "go to the place of a letter",
    ),
    row(
        C::NextPane,
        Global,
        "next-pane",
        &["tab", "backtab"],
        "",
        "the other pane",
    ),
    row(
        C::WidenTree,
        Global,
        "widen-tree",
        &[")"],
        "",
        "more room for the tree",
    ),
    row(
        C::NarrowTree,
        Global,
        "narrow-tree",
        &["("],
        "",
        "less room for the tree",
    ),
    row(
        C::Library,
        Global,
        "library",
        &["1"],
        "",
        "the Library screen",
    ),
    row(
        C::Profiles,
        Global,
        "profiles",
        &["P"],
        "",
        "switch the profile",
    ),
    row(
        C::Themes,
        Global,
        "themes",
        &["T"],
        "",
        "choose a theme, seen while choosing",
    ),
    row(
        C::Mouse,
        Global,
        "mouse",
        &["ctrl-t"],
        "",
        "leave the mouse to the terminal, or take it back",
    ),
    row(
        C::Rescan,
        Global,
        "rescan",
        &["R"],
        "rescan",
        "look at the libraries again",
    ),
    row(
        C::Help,
        Global,
        "help",
        &["?", "f1"],
        "help",
        "all keys; type to search, enter runs one",
    ),
    row(
        C::Escape,
        Global,
        "escape",
        &["esc"],
        "",
        "clear the search or the filter, leave the list",
    ),
    row(
        C::Back,
        Global,
        "back",
        &["q"],
        "back",
        "back, and at the tree quit",
    ),
    row(C::Quit, Global, "quit", &["Q", "ctrl-c"], "", "quit"),
    row(
        C::Redraw,
        Global,
        "redraw",
        &["ctrl-l"],
        "",
        "draw the screen anew",
    ),
    row(
        C::Suspend,
        Global,
        "suspend",
        &["ctrl-z"],
        "",
        "suspend to the shell",
    ),
];

/// How many times some commands can be done at once: `5j`.
pub fn is_counted(command: Command) -> bool {
    matches!(
        command,
        C::Down
            | C::Up
            | C::PageDown
            | C::PageUp
            | C::Top
            | C::Bottom
            | C::ViewNextHeading
            | C::ViewPreviousHeading
            | C::ViewNextMatch
            | C::ViewPreviousMatch
            | C::ViewScrollRight
            | C::ViewScrollLeft
    )
}

/// Commands that wait for a letter.
pub fn takes_letter(command: Command) -> bool {
    matches!(command, C::SetMark | C::GoToMark)
}

/// What a first key of several leads to, for the panel that shows how it goes on.
pub fn prefix_title(key: &str) -> &'static str {
    match key {
        "g" => "go to",
        "y" => "copy",
        "z" => "scroll",
        _ => "keys",
    }
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
    for scope in Scope::ALL {
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
    fn every_row_says_something_and_names_are_unique_where_they_work() {
        let mut names = HashSet::new();
        for row in TABLE {
            assert!(
                !row.keys.is_empty() && !row.doc.is_empty(),
                "{:?}",
                row.command
            );
            assert!(names.insert((row.scope, row.name)), "{}", row.name);
        }
    }
}
