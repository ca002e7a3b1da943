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
        list.set_advice(vec!["no skill has a problem".to_owned()]);
        list.set_groups(problems(&self.catalog));
        list.go_to_first();
        self.list = Some(list);
        self.set_focus(Focus::Side, cx);
        self.show_selected(cx);
    }

    /// Brings a list up to date after a look.
    pub(super) fn refresh_list(&mut self, cx: &mut Context<Message>) {
        match &mut self.list {
            Some(list) if list.kind() == Kind::Problems => {
                list.set_groups(problems(&self.catalog));
            }
            Some(_) => self.search_again(cx),
            None => {}
        }
    }

    /// Leaves the list; the tree's cursor goes to where the list's was.
    pub(super) fn leave_list(&mut self, cx: &mut Context<Message>) -> bool {
        let Some(list) = self.list.take() else {
            return false;
        };
        self.finder.cancel();
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
        let Some(list) = &self.list else {
            return;
        };
        let Some(spot) = list.selected().cloned() else {
            return;
        };
        let target = Target::skill(spot.skill);
        let wanted = match list.kind() {
            Kind::Problems => self.reader.open_at(target, spot.line),
            Kind::Search => {
                let words = self.finder.words();
                self.reader.open_found(target, spot.line, words)
            }
        };
        self.want(wanted, cx);
    }

    /// Opens or closes a group, or goes to the page of an entry or of a skill that is open.
    pub(super) fn open_finding(&mut self, cx: &mut Context<Message>) {
        let Some(list) = &mut self.list else {
            return;
        };
        let row = list.rows().get(list.cursor.at).copied();
        let is_entry = row.is_some_and(|row| row.entry.is_some());
        let group = row.and_then(|row| list.group(row));
        let is_page = group.is_some_and(|it| it.spot.is_some() && list.is_open(it));
        if is_entry || is_page {
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
