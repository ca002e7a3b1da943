//! Reports on a skill in the place of its page: effects, repairs, a comparison.

use super::{App, Focus};
use crate::store::catalog::SkillId;
use crate::tui::message::Message;
use crate::tui::picks;
use crate::tui::reader::{Report, Target};
use crate::tui::term::Context;

impl App {
    /// Shows a report on the skill here, or its page again where the report is on.
    pub(super) fn toggle_report(&mut self, report: Report, cx: &mut Context<Message>) {
        let Some(skill) = self.current().map(|skill| skill.id.clone()) else {
            return;
        };
        let shown = self.reader.target().and_then(|it| it.report.as_ref());
        let is_on = shown == Some(&report);
        self.report = (!is_on).then(|| report.clone());
        let wanted = match (is_on, self.reader.has_history()) {
            (true, true) => self.reader.back(),
            (true, false) => self.reader.open(Target::skill(skill)),
            (false, _) => self.reader.follow(Target::report(skill, report), None),
        };
        self.want(wanted, cx);
    }

    /// What is shown of the skill that the tree's cursor comes to: its page, or the report that is on.
    pub(super) fn target_for(&self, skill: SkillId) -> Target {
        match self.report.clone().filter(|_| self.focus == Focus::Side) {
            Some(report) => Target::report(skill, report),
            None => Target::skill(skill),
        }
    }

    /// Compares the two marked skills, or asks with which one to compare.
    pub(super) fn compare(&mut self, cx: &mut Context<Message>) {
        let marked: Vec<SkillId> = self.tree.marked().iter().cloned().collect();
        match marked.as_slice() {
            [left, right] => self.compare_with(left.clone(), right.clone(), cx),
            [] | [_] => self.picker = picks::compare(self),
            more => self.say(format!(
                "{} skills are marked: mark two, or none",
                more.len()
            )),
        }
    }

    pub(super) fn compare_with(
        &mut self,
        left: SkillId,
        right: SkillId,
        cx: &mut Context<Message>,
    ) {
        let target = Target::report(left, Report::Compare(right));
        let wanted = self.reader.follow(target, None);
        self.want(wanted, cx);
        self.set_focus(Focus::Viewer, cx);
    }
}
