//! Pages: which one is wanted, having it made on a worker, following links to others.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{App, Focus};
use crate::store::catalog::SkillId;
use crate::tui::layout;
use crate::tui::message::{self, Known, Message};
use crate::tui::picks;
use crate::tui::reader::{Target, Wanted, overview};
use crate::tui::term::Context;
use crate::tui::tree::Node;
use crate::viewer::LinkPlace;
use crate::workbench;

/// Pages that may be made at one time: a slow one must not hold up the next.
const MOST_RUNNING: usize = 2;

/// A few pages are made at a time; the newest request waits for a place, older ones are forgotten.
#[derive(Default)]
pub(super) struct Queue {
    /// The newest request, seen by workers that highlight for an older one.
    pub(super) newest: Arc<AtomicU64>,
    running: usize,
    waiting: Option<Wanted>,
}

impl App {
    /// Has a page made, or lets the request wait for the one that is being made.
    pub(super) fn want(&mut self, wanted: Option<Wanted>, cx: &mut Context<Message>) {
        let Some(wanted) = wanted else { return };
        self.queue.newest.store(wanted.ticket, Ordering::Relaxed);
        if self.queue.running >= MOST_RUNNING {
            self.queue.waiting = Some(wanted);
            return;
        }
        let Some(skill) = self.catalog.get(&wanted.target.skill).cloned() else {
            self.reader
                .failed(wanted.ticket, "the skill is gone; R looks again".to_owned());
            return;
        };
        self.queue.running += 1;
        let known = self.reader.shown();
        let known = known.filter(|shown| shown.target == wanted.target);
        let known = known.map(|shown| Known {
            page: Arc::clone(&shown.page),
            highlights: shown.highlights.clone().map(|it| (shown.view.source, it)),
        });
        let workbench = Arc::clone(&self.workbench);
        let catalog = Arc::clone(&self.catalog);
        cx.job(move || message::make_page(&workbench, &catalog, &skill, wanted, known));
    }

    pub(super) fn next_page(&mut self, cx: &mut Context<Message>) {
        self.queue.running = self.queue.running.saturating_sub(1);
        let waiting = self.queue.waiting.take();
        self.want(waiting, cx);
    }

    /// Shows what the cursor of tree or list is at.
    pub(super) fn show_selected(&mut self, cx: &mut Context<Message>) {
        self.scroll_into();
        if self.list.is_some() {
            self.show_finding(cx);
            return;
        }
        let Some(skill) = self.tree.selected_skill(&self.catalog) else {
            self.write_overview();
            return;
        };
        let target = self.target_for(skill.id.clone());
        let wanted = self.reader.open(target);
        self.want(wanted, cx);
    }

    pub(super) fn write_overview(&mut self) {
        let width = usize::from(layout::inside(self.parts().viewer).width);
        let place = |path: &Path| self.place(path);
        let rows = match self.tree.selected() {
            None if !self.tree.filter().is_empty() => {
                overview::no_match(self.tree.filter(), &self.catalog, width)
            }
            _ if self.looking && self.catalog.shelves.is_empty() => Vec::new(),
            node => match (workbench::emptiness(&self.catalog), node) {
                (Some(empty), _) => overview::empty(&empty, &place, width),
                (None, Some(Node::Library(at))) => self
                    .catalog
                    .shelves
                    .get(*at)
                    .map(|shelf| {
                        overview::library(shelf, notes_of(*at, &self.catalog.notes), &place, width)
                    })
                    .unwrap_or_default(),
                (None, Some(Node::Category(at, key))) => self
                    .catalog
                    .shelves
                    .get(*at)
                    .map(|shelf| overview::category(shelf, key, width))
                    .unwrap_or_default(),
                (None, _) => Vec::new(),
            },
        };
        self.reader.show_sheet(rows);
    }

    /// Goes to a skill: in the tree, and on the page.
    pub(super) fn go_to(&mut self, id: &SkillId, cx: &mut Context<Message>) {
        self.list = None;
        self.report = None;
        self.select(id);
        self.show_selected(cx);
    }

    /// Puts the tree's cursor on a skill.
    pub(super) fn select(&mut self, id: &SkillId) {
        if !self.tree.select(&self.catalog, id) {
            // The filter hides it: what was asked for counts more.
            self.tree.set_filter(&self.catalog, "");
            self.tree.select(&self.catalog, id);
        }
    }

    /// Follows a link of the page.
    pub(super) fn follow(&mut self, link: &LinkPlace, cx: &mut Context<Message>) {
        let Some(shown) = self.reader.shown() else {
            return;
        };
        let target = shown.target.clone();
        match picks::destination(link, &shown.page.path) {
            picks::Destination::Here(Some(row)) => {
                self.reader.go_to_place(row);
                self.set_focus(Focus::Viewer, cx);
            }
            picks::Destination::Here(None) => {
                self.complain(format!("{} is not on this page", link.target));
            }
            picks::Destination::File(file, slug) => {
                let skill = self.catalog.get(&target.skill);
                let entry = skill.and_then(|it| it.file.file_name());
                let is_entry = entry.is_some_and(|name| name.to_string_lossy() == file);
                let target = Target::file(target.skill, (!is_entry).then_some(file));
                self.follow_to(target, Some(&slug), cx);
            }
            picks::Destination::Outside => {
                self.complain(format!("{} leaves the package: not opened", link.target));
            }
            picks::Destination::Web(url) => {
                cx.copy(url.clone());
                self.say(format!("copied {url}"));
            }
        }
    }

    pub(super) fn follow_to(
        &mut self,
        target: Target,
        slug: Option<&str>,
        cx: &mut Context<Message>,
    ) {
        let wanted = self.reader.follow(target, slug);
        self.want(wanted, cx);
        self.set_focus(Focus::Viewer, cx);
    }
}

/// Notes about settings stand on the page of the first library: they belong to none.
fn notes_of(shelf: usize, notes: &[String]) -> &[String] {
    if shelf == 0 { notes } else { &[] }
}
