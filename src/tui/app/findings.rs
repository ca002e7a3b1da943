//! Lists of findings in the place of the tree: what is in them, and what their rows lead to.

use super::{App, Focus};
use crate::skill::{Rule, Severity};
use crate::store::catalog::Catalog;
use crate::text::sanitize;
use crate::theme::Chrome;
use crate::tui::list::{Entry, Group, Kind, ListState, Spot};
use crate::tui::message::Message;
use crate::tui::reader::Target;
use crate::tui::term::Context;

impl App {
    /// Shows the problems of all skills, by rule.
    pub(super) fn list_problems(&mut self, cx: &mut Context<Message>) {
        let mut list = ListState::new(Kind::Problems, "problems");
        list.empty = "No skill has a problem.".to_owned();
        list.set_groups(problems(&self.catalog));
        list.go_to_first();
        self.list = Some(list);
        self.set_focus(Focus::Side, cx);
        self.show_selected(cx);
    }

    /// Brings a list up to date after a look.
    pub(super) fn refresh_list(&mut self) {
        if let Some(list) = &mut self.list
            && list.kind() == Kind::Problems
        {
            list.set_groups(problems(&self.catalog));
        }
    }

    /// Leaves the list; the tree's cursor goes to where the list's was.
    pub(super) fn leave_list(&mut self, cx: &mut Context<Message>) -> bool {
        let Some(list) = self.list.take() else {
            return false;
        };
        self.stop_search();
        if let Some(spot) = list.selected() {
            let id = spot.skill.clone();
            self.select(&id);
        }
        self.set_focus(Focus::Side, cx);
        self.show_selected(cx);
        true
    }

    /// Shows what the list's cursor is at; a group leaves the page as it is.
    pub(super) fn show_finding(&mut self, cx: &mut Context<Message>) {
        let spot = self.list.as_ref().and_then(ListState::selected).cloned();
        let Some(spot) = spot else {
            return;
        };
        let target = Target::skill(spot.skill);
        let wanted = match spot.needle {
            Some(needle) => self.reader.open_found(target, spot.line, needle),
            None => self.reader.open_at(target, spot.line),
        };
        self.want(wanted, cx);
    }

    /// Opens or closes a group, or goes to the page of an entry.
    pub(super) fn open_finding(&mut self, cx: &mut Context<Message>) {
        let Some(list) = &mut self.list else {
            return;
        };
        let is_entry = list
            .rows()
            .get(list.cursor.at)
            .is_some_and(|row| row.entry.is_some());
        if is_entry {
            self.set_focus(Focus::Viewer, cx);
        } else {
            list.fold(None);
        }
    }
}

/// The problems of all skills, by rule, the worst rules first.
fn problems(catalog: &Catalog) -> Vec<Group> {
    let mut groups: Vec<(Severity, Rule, Vec<Entry>)> = Vec::new();
    for skill in catalog.skills() {
        for problem in &skill.problems {
            let line = problem.position.map(|position| position.line);
            let place = line.map(|line| format!(":{line}")).unwrap_or_default();
            // The whole key is the title of the page.
            let label = format!("{}{place}  {}", skill.folder, problem.message);
            let note = format!("{} → {}", problem.message, problem.remedy);
            let entry = Entry {
                spot: Spot {
                    skill: skill.id.clone(),
                    line,
                    needle: None,
                },
                sign: sign(problem.severity),
                label: sanitize::line(&label).into_owned(),
                found: Vec::new(),
                note: sanitize::line(&note).into_owned(),
            };
            let known = groups.iter_mut().find(|(_, rule, _)| *rule == problem.rule);
            match known {
                Some((severity, _, entries)) => {
                    *severity = (*severity).min(problem.severity);
                    entries.push(entry);
                }
                None => groups.push((problem.severity, problem.rule, vec![entry])),
            }
        }
    }
    groups.sort_by_key(|(severity, rule, _)| (*severity, *rule));
    let group = |(severity, rule, entries): (Severity, Rule, Vec<Entry>)| Group {
        id: rule.id().to_owned(),
        sign: sign(severity),
        title: rule.id().to_owned(),
        detail: entries.len().to_string(),
        spot: None,
        entries,
    };
    groups.into_iter().map(group).collect()
}

/// The sign of a severity, and its paint.
pub(super) fn sign(severity: Severity) -> (&'static str, Chrome) {
    match severity {
        Severity::Error => ("✗ ", Chrome::Error),
        Severity::Warning => ("! ", Chrome::Warning),
        Severity::Hint => ("· ", Chrome::Dim),
    }
}
