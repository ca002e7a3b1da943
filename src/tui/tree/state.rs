//! What the tree shows and where its cursor is. Knows no screen but the height of its list.
//!
//! The plan of rows is computed when catalog, filter, sort or folding change; drawing and moving
//! read it.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::filter::{Filter, Known};
use crate::store::catalog::{Catalog, Skill, SkillId};
use crate::store::seen::Difference;
use crate::tui::cursor::Cursor;

/// Above this many skills categories start closed.
const MANY: usize = 400;

/// The order of the skills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// As they lie in their folders.
    #[default]
    Place,
    /// By name.
    Name,
    /// Last used first.
    LastUse,
    /// Most used first.
    Uses,
    /// Worst first.
    Problems,
}

impl Sort {
    /// All of them.
    pub const ALL: [Sort; 5] = [
        Sort::Place,
        Sort::Name,
        Sort::LastUse,
        Sort::Uses,
        Sort::Problems,
    ];

    /// The next one.
    pub fn next(self) -> Self {
        match self {
            Sort::Place => Sort::Name,
            Sort::Name => Sort::LastUse,
            Sort::LastUse => Sort::Uses,
            Sort::Uses => Sort::Problems,
            Sort::Problems => Sort::Place,
        }
    }

    /// What to call it.
    pub fn words(self) -> &'static str {
        match self {
            Sort::Place => "by place",
            Sort::Name => "by name",
            Sort::LastUse => "by last use",
            Sort::Uses => "by uses",
            Sort::Problems => "by problems",
        }
    }
}

/// What a row stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A library, by its place in the catalog.
    Library(usize),
    /// A category: library and key.
    Category(usize, String),
    /// A skill: library and place in it.
    Skill(usize, usize),
}

/// A row of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it stands for.
    pub node: Node,
    /// How far it is indented.
    pub depth: usize,
    /// Skills below it, for libraries and categories.
    pub count: usize,
    /// It can be opened, and is.
    pub open: Option<bool>,
}

/// A folded node, by names that survive a new look.
type Fold = (String, String);

/// Lower-cased text of every skill, for the filter. Made on a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(Vec<Vec<String>>);

impl Texts {
    /// Those of a catalog.
    pub fn of(catalog: &Catalog) -> Self {
        let shelves = catalog.shelves.iter();
        Texts(
            shelves
                .map(|shelf| shelf.skills.iter().map(text_of).collect())
                .collect(),
        )
    }
}

/// The tree's state.
#[derive(Clone, Debug, Default)]
pub struct TreeState {
    rows: Vec<Row>,
    /// Where the cursor is.
    pub cursor: Cursor,
    marked: BTreeSet<SkillId>,
    /// What the person has not seen.
    unseen: BTreeMap<SkillId, Difference>,
    /// The person has opened or closed a node.
    folded: bool,
    closed: HashSet<Fold>,
    /// Folding was set up for the first catalog.
    ready: bool,
    filter: String,
    sort: Sort,
    texts: Texts,
    /// Skills that the filter lets through.
    matching: usize,
}

impl TreeState {
    /// The rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The filter.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// The order.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// How many skills the filter lets through.
    pub fn matching(&self) -> usize {
        self.matching
    }

    /// What the cursor is at.
    pub fn selected(&self) -> Option<&Node> {
        self.rows.get(self.cursor.at).map(|row| &row.node)
    }

    /// The skill that the cursor is at.
    pub fn selected_skill<'a>(&self, catalog: &'a Catalog) -> Option<&'a Skill> {
        match self.selected()? {
            Node::Skill(shelf, at) => catalog.shelves.get(*shelf)?.skills.get(*at),
            _ => None,
        }
    }

    /// Takes a new catalog; the cursor stays at its skill, or near it when that is gone.
    pub fn set_catalog(
        &mut self,
        catalog: &Catalog,
        texts: Texts,
        unseen: BTreeMap<SkillId, Difference>,
        before: Option<&Catalog>,
    ) {
        let selected = before.and_then(|before| self.selected_place(before));
        self.texts = texts;
        self.unseen = unseen;
        if !self.ready && !catalog.shelves.is_empty() {
            self.ready = true;
            if catalog.skills().count() > MANY {
                self.close_all(catalog);
            }
        }
        self.marked.retain(|id| catalog.get(id).is_some());
        self.plan(catalog);
        match selected {
            Some(place) => {
                let found = self.row_at(catalog, &place);
                self.cursor.at = found.unwrap_or(self.cursor.at);
            }
            None => self.go_to_first_skill(),
        }
    }

    /// The row of what has a key in a library: a skill, a category, the library itself.
    fn row_at(&self, catalog: &Catalog, place: &Fold) -> Option<usize> {
        let is_there = |row: &Row| match &row.node {
            Node::Skill(shelf, at) => {
                let shelf = catalog.shelves.get(*shelf);
                let skill = shelf.and_then(|it| it.skills.get(*at));
                skill.is_some_and(|it| *it.id.library == *place.0 && *it.id.key == *place.1)
            }
            node => fold_of(catalog, node).as_ref() == Some(place),
        };
        self.rows.iter().position(is_there)
    }

    fn go_to_first_skill(&mut self) {
        let is_skill = |row: &Row| matches!(row.node, Node::Skill(..));
        self.cursor.at = self.rows.iter().position(is_skill).unwrap_or(0);
    }

    fn row_of(&self, catalog: &Catalog, id: &SkillId) -> Option<usize> {
        self.rows.iter().position(|row| match row.node {
            Node::Skill(shelf, at) => catalog
                .shelves
                .get(shelf)
                .and_then(|shelf| shelf.skills.get(at))
                .is_some_and(|skill| skill.id == *id),
            _ => false,
        })
    }

    /// Puts the cursor on a skill, opening what hides it. False when the filter hides it.
    pub fn select(&mut self, catalog: &Catalog, id: &SkillId) -> bool {
        if self.row_of(catalog, id).is_none() && self.filter.is_empty() {
            let library = id.library.to_string();
            self.closed.remove(&(library.clone(), String::new()));
            for (at, _) in id.key.match_indices('/') {
                let above = id.key.get(..at).unwrap_or_default().to_owned();
                self.closed.remove(&(library.clone(), above));
            }
            self.plan(catalog);
        }
        let found = self.row_of(catalog, id);
        self.cursor.at = found.unwrap_or(self.cursor.at);
        found.is_some()
    }

    /// Puts the cursor on the first skill whose name holds the first word of the filter: a name
    /// counts more than a description.
    fn go_to_named(&mut self, catalog: &Catalog, filter: &str) -> bool {
        let filter = filter.to_lowercase();
        let Some(word) = filter.split_whitespace().next() else {
            return false;
        };
        let named = self.rows.iter().position(|row| match row.node {
            Node::Skill(shelf, at) => catalog
                .shelves
                .get(shelf)
                .and_then(|shelf| shelf.skills.get(at))
                .is_some_and(|skill| skill.shown_name().to_lowercase().contains(word)),
            _ => false,
        });
        if let Some(at) = named {
            self.cursor.at = at;
        }
        named.is_some()
    }

    /// Sets the filter; the cursor goes to the best match.
    pub fn set_filter(&mut self, catalog: &Catalog, filter: &str) {
        let selected = self.selected_skill(catalog).map(|skill| skill.id.clone());
        self.filter = filter.to_owned();
        self.plan(catalog);
        if !self.go_to_named(catalog, filter) {
            let kept = selected.is_some_and(|id| self.select(catalog, &id));
            if !kept {
                self.go_to_first_skill();
            }
        }
    }

    /// Takes the next order.
    pub fn next_sort(&mut self, catalog: &Catalog) {
        self.set_sort(catalog, self.sort.next());
    }

    /// Puts the cursor on a library.
    pub fn go_to_library(&mut self, catalog: &Catalog, id: &str) {
        self.set_filter(catalog, "");
        let mut shelves = catalog.shelves.iter();
        let Some(at) = shelves.position(|shelf| shelf.library.id == id) else {
            return;
        };
        let row = self
            .rows
            .iter()
            .position(|row| row.node == Node::Library(at));
        self.cursor.at = row.unwrap_or(self.cursor.at);
    }

    /// Takes an order.
    pub fn set_sort(&mut self, catalog: &Catalog, sort: Sort) {
        let selected = self.selected_skill(catalog).map(|skill| skill.id.clone());
        self.sort = sort;
        self.plan(catalog);
        if let Some(id) = selected {
            self.select(catalog, &id);
        }
    }

    /// Opens or closes the node at the cursor; false when it cannot be.
    pub fn fold(&mut self, catalog: &Catalog, open: Option<bool>) -> bool {
        let Some(row) = self.rows.get(self.cursor.at) else {
            return false;
        };
        let Some(is_open) = row.open else {
            return false;
        };
        let wanted = open.unwrap_or(!is_open);
        let Some(fold) = fold_of(catalog, &row.node) else {
            return false;
        };
        if wanted == is_open {
            return false;
        }
        self.folded = true;
        if wanted {
            self.closed.remove(&fold);
        } else {
            self.closed.insert(fold);
        }
        self.plan(catalog);
        true
    }

    /// Moves the cursor to the row above in the hierarchy.
    pub fn go_to_parent(&mut self) {
        let Some(depth) = self.rows.get(self.cursor.at).map(|row| row.depth) else {
            return;
        };
        let above = self.rows.get(..self.cursor.at).unwrap_or_default();
        if let Some(at) = above.iter().rposition(|row| row.depth < depth) {
            self.cursor.at = at;
        }
    }

    /// Opens or closes every category.
    pub fn fold_all(&mut self, catalog: &Catalog, open: bool) {
        let selected = self.rows.get(self.cursor.at).map(|row| row.node.clone());
        self.folded = true;
        if open {
            self.closed.clear();
        } else {
            self.close_all(catalog);
        }
        self.plan(catalog);
        let same = |row: &Row| Some(&row.node) == selected.as_ref();
        match (self.rows.iter().position(same), &selected) {
            (Some(at), _) => self.cursor.at = at,
            (None, Some(Node::Skill(shelf, at))) => {
                // The category that now hides the skill.
                let skill = catalog
                    .shelves
                    .get(*shelf)
                    .and_then(|it| it.skills.get(*at));
                let category = skill.map(|skill| skill.category().to_owned());
                let holds = |row: &Row| match (&row.node, &category) {
                    (Node::Category(in_shelf, key), Some(category)) => {
                        in_shelf == shelf && is_below(category, key)
                    }
                    _ => false,
                };
                let near = self.rows.iter().position(holds);
                self.cursor.at = near.unwrap_or(self.cursor.at);
            }
            _ => {}
        }
        self.cursor.step(0, self.rows.len());
    }

    fn close_all(&mut self, catalog: &Catalog) {
        let categories = foldable(catalog).into_iter();
        self.closed
            .extend(categories.filter(|(_, key)| !key.is_empty()));
    }

    /// The skills with a mark, by id.
    pub fn marked(&self) -> &BTreeSet<SkillId> {
        &self.marked
    }

    /// Marks the skill at the cursor, or takes its mark off; false when there is none.
    pub fn mark(&mut self, catalog: &Catalog) -> bool {
        let Some(id) = self.selected_skill(catalog).map(|skill| skill.id.clone()) else {
            return false;
        };
        if !self.marked.remove(&id) {
            self.marked.insert(id);
        }
        true
    }

    /// What the person has not seen.
    pub fn unseen(&self) -> &BTreeMap<SkillId, Difference> {
        &self.unseen
    }

    /// Takes a skill as seen, or all; the rows stay as they are until the filter is set anew.
    pub fn take_as_seen(&mut self, catalog: &Catalog, id: Option<&SkillId>) {
        match id {
            Some(id) => {
                self.unseen.remove(id);
            }
            None => {
                self.unseen.clear();
                let filter = self.filter.clone();
                self.set_filter(catalog, &filter);
            }
        }
    }

    /// The nodes that are open, by library and key; nothing while the person has opened or closed none.
    pub fn open_nodes(&self, catalog: &Catalog) -> Option<BTreeSet<(String, String)>> {
        let nodes = self.folded.then(|| foldable(catalog))?;
        Some(
            nodes
                .into_iter()
                .filter(|it| !self.closed.contains(it))
                .collect(),
        )
    }

    /// What the cursor is at, by library and key.
    pub fn selected_place(&self, catalog: &Catalog) -> Option<(String, String)> {
        match self.selected()? {
            Node::Skill(..) => {
                let id = &self.selected_skill(catalog)?.id;
                Some((id.library.to_string(), id.key.to_string()))
            }
            node => fold_of(catalog, node),
        }
    }

    /// Puts the tree as it was left: open nodes (the usual ones when `None`), cursor, filter, order.
    pub fn restore(
        &mut self,
        catalog: &Catalog,
        open: Option<BTreeSet<(String, String)>>,
        cursor: Option<(String, String)>,
        filter: &str,
        sort: Sort,
    ) {
        if let Some(open) = open {
            self.folded = true;
            let nodes = foldable(catalog);
            self.closed = nodes.into_iter().filter(|it| !open.contains(it)).collect();
        }
        self.sort = sort;
        self.filter = filter.to_owned();
        self.plan(catalog);
        let found = cursor.and_then(|place| self.row_at(catalog, &place));
        match found {
            Some(at) => self.cursor.at = at,
            None => self.go_to_first_skill(),
        }
    }

    /// Takes every mark off; false when there was none.
    pub fn unmark_all(&mut self) -> bool {
        !std::mem::take(&mut self.marked).is_empty()
    }

    /// Computes the rows.
    fn plan(&mut self, catalog: &Catalog) {
        let filter = Filter::parse(&self.filter);
        let known = Known {
            unseen: &self.unseen,
            marked: &self.marked,
        };
        let mut rows = Vec::new();
        self.matching = 0;
        for (at, shelf) in catalog.shelves.iter().enumerate() {
            let texts = self.texts.0.get(at).map_or(&[][..], Vec::as_slice);
            let passing: Vec<usize> = shelf
                .skills
                .iter()
                .enumerate()
                .filter(|(index, skill)| {
                    filter.lets(skill, texts.get(*index).map_or("", String::as_str), known)
                })
                .map(|(index, _)| index)
                .collect();
            self.matching += passing.len();
            if passing.is_empty() && !filter.is_empty() {
                continue;
            }
            let closed = |key: &str| {
                filter.is_empty()
                    && self
                        .closed
                        .contains(&(shelf.library.id.clone(), key.to_owned()))
            };
            let open = !closed("");
            rows.push(Row {
                node: Node::Library(at),
                depth: 0,
                count: passing.len(),
                open: Some(open),
            });
            if !open {
                continue;
            }
            if self.sort == Sort::Place {
                push_places(&mut rows, at, &shelf.skills, &passing, &closed);
            } else {
                push_sorted(&mut rows, at, &shelf.skills, passing, self.sort);
            }
        }
        self.rows = rows;
        self.cursor.step(0, self.rows.len());
    }
}

/// Every library and category of a catalog.
fn foldable(catalog: &Catalog) -> BTreeSet<Fold> {
    let mut nodes = BTreeSet::new();
    for shelf in &catalog.shelves {
        nodes.insert((shelf.library.id.clone(), String::new()));
        for skill in &shelf.skills {
            for (at, _) in skill.id.key.match_indices('/') {
                let above = skill.id.key.get(..at).unwrap_or_default();
                nodes.insert((shelf.library.id.clone(), above.to_owned()));
            }
        }
    }
    nodes
}

fn text_of(skill: &Skill) -> String {
    let description = skill.shown_description();
    format!("{}\n{}\n{description}", skill.id.key, skill.shown_name()).to_lowercase()
}

fn is_below(category: &str, key: &str) -> bool {
    category == key
        || category
            .strip_prefix(key)
            .is_some_and(|rest| rest.starts_with('/'))
}

fn fold_of(catalog: &Catalog, node: &Node) -> Option<Fold> {
    let (shelf, key) = match node {
        Node::Library(shelf) => (shelf, String::new()),
        Node::Category(shelf, key) => (shelf, key.clone()),
        Node::Skill(..) => return None,
    };
    Some((catalog.shelves.get(*shelf)?.library.id.clone(), key))
}

/// Rows by place: a category row before the first skill below it.
fn push_places(
    rows: &mut Vec<Row>,
    shelf: usize,
    skills: &[Skill],
    passing: &[usize],
    closed: &dyn Fn(&str) -> bool,
) {
    let mut above: Vec<&str> = Vec::new();
    // Rows of the open categories above, so that their counts can grow.
    let mut headers: Vec<usize> = Vec::new();
    // Set while a closed category hides what is below it.
    let mut hidden_from = usize::MAX;
    for index in passing {
        let Some(skill) = skills.get(*index) else {
            continue;
        };
        let mut parts: Vec<&str> = skill.id.key.split('/').collect();
        parts.pop();
        let same = above.iter().zip(&parts).take_while(|(a, b)| a == b).count();
        above.truncate(same);
        headers.truncate(same);
        if hidden_from > same {
            hidden_from = usize::MAX;
        }
        for part in parts.iter().skip(same) {
            above.push(part);
            if hidden_from == usize::MAX {
                let key = above.join("/");
                let open = !closed(&key);
                headers.push(rows.len());
                rows.push(Row {
                    node: Node::Category(shelf, key),
                    depth: above.len(),
                    count: 0,
                    open: Some(open),
                });
                if !open {
                    hidden_from = above.len();
                }
            }
        }
        for header in &headers {
            if let Some(row) = rows.get_mut(*header) {
                row.count += 1;
            }
        }
        if hidden_from == usize::MAX {
            rows.push(Row {
                node: Node::Skill(shelf, *index),
                depth: above.len() + 1,
                count: 0,
                open: None,
            });
        }
    }
}

fn push_sorted(
    rows: &mut Vec<Row>,
    shelf: usize,
    skills: &[Skill],
    mut passing: Vec<usize>,
    sort: Sort,
) {
    let of = |index: &usize| skills.get(*index);
    match sort {
        Sort::Place => {}
        Sort::Name => {
            passing.sort_by_key(|at| of(at).map(|skill| skill.shown_name().to_lowercase()))
        }
        Sort::LastUse => passing
            .sort_by_key(|at| std::cmp::Reverse(of(at).and_then(|it| it.usage.last_activity()))),
        Sort::Uses => passing.sort_by_key(|at| std::cmp::Reverse(of(at).map(|it| it.usage.uses))),
        Sort::Problems => passing.sort_by_key(|at| {
            let skill = of(at);
            let worst = skill.and_then(Skill::worst);
            let count = skill.map_or(0, |skill| skill.problems.len());
            (worst.is_none(), worst, std::cmp::Reverse(count))
        }),
    }
    rows.extend(passing.into_iter().map(|index| Row {
        node: Node::Skill(shelf, index),
        depth: 1,
        count: 0,
        open: None,
    }));
}

#[cfg(test)]
mod tests;
