//! What goes on by itself and from run to run: changes on disk that are noticed, what the person has
//! seen of each skill, what is kept of the screen.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::moves::Place;
use super::{App, Focus};
use crate::store::seen::{Difference, Seen, Unsaved};
use crate::store::watch::{News, Reload, State, Watch};
use crate::tui::kept::{Document, Keeper, Kept, Mark, Node};
use crate::tui::message::{First, Message};
use crate::tui::reader::Target;
use crate::tui::term::Context;
use crate::tui::tree::Sort;

/// The parts of the program that live longer than a key.
#[derive(Default)]
pub(super) struct Life {
    watch: Option<Watch>,
    /// How changes are noticed.
    state: State,
    /// What has to be looked at again once the look under way has ended.
    pending: Reload,
    seen: Arc<Mutex<Seen>>,
    keeper: Keeper,
    kept: Kept,
    /// The first look has ended.
    pub(super) begun: bool,
    /// A look is under way, asked for or not.
    pub(super) looking: bool,
}

impl Life {
    /// What the person has seen, for a worker.
    pub(super) fn seen(&self) -> Arc<Mutex<Seen>> {
        Arc::clone(&self.seen)
    }
}

fn lock(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl App {
    /// After the first look: the screen is put as it was left, and changes on disk are noticed from now on. What
    /// is to be told of that.
    pub(super) fn begin(&mut self, first: First, cx: &mut Context<Message>) -> Vec<String> {
        let First {
            keeper,
            kept,
            notes,
        } = first;
        self.life.begun = true;
        self.life.keeper = keeper;
        let mut notes = notes;
        let nodes = kept.open.iter().flatten();
        let open = kept.open.is_some().then(|| {
            let open = nodes.map(|node| (node.library.clone(), node.key.clone()));
            open.collect::<BTreeSet<_>>()
        });
        let cursor = kept.cursor.clone().map(|it| (it.library, it.key));
        let sort = Sort::ALL
            .into_iter()
            .find(|it| Some(it.words()) == kept.sort.as_deref());
        self.tree.restore(
            &self.catalog,
            open,
            cursor,
            &kept.filter,
            sort.unwrap_or_default(),
        );
        self.split = kept.split;
        self.places = kept
            .marks
            .iter()
            .map(|(letter, mark)| {
                let place = Place {
                    target: target_of(&mark.document),
                    line: mark.line,
                };
                (*letter, place)
            })
            .collect();
        self.reader.set_spots(
            kept.readings()
                .map(|(document, spot)| (target_of(document), spot.clone()))
                .collect(),
        );
        if let Some(theme) = kept.theme.as_deref().filter(|_| !self.setup.theme_is_given)
            && let Some(theme) = self.setup.themes.get(theme)
        {
            self.theme = theme.with_level(self.theme.level());
        }
        if let Some(mouse) = kept.mouse.filter(|mouse| *mouse != self.mouse) {
            self.mouse = mouse;
            cx.mouse(mouse);
        }
        self.life.kept = kept;
        if self.setup.watch {
            let outbox = cx.outbox();
            let tell = move |news: News| {
                outbox.post(|before| match before {
                    Some(Message::Changed(mut earlier)) => {
                        earlier.merge(news);
                        Message::Changed(earlier)
                    }
                    _ => Message::Changed(Box::new(news)),
                })
            };
            match self.workbench.watch(&self.catalog, tell) {
                Ok(watch) => self.life.watch = Some(watch),
                Err(error) => notes.push(format!("changes are not noticed: {error}; R looks")),
            }
        }
        notes
    }

    /// Something has changed on disk.
    pub(super) fn changed(&mut self, news: News, cx: &mut Context<Message>) {
        if let Some(fault) = news
            .state
            .fault
            .as_ref()
            .filter(|_| self.life.state != news.state)
        {
            self.say(format!("changes are noticed by looking every 2 s: {fault}"));
        }
        self.life.state = news.state;
        self.life.pending.merge(news.reload);
        if !self.life.looking {
            self.look_at_pending(cx);
        }
    }

    /// Looks again at what has changed since the look before.
    pub(super) fn look_at_pending(&mut self, cx: &mut Context<Message>) {
        let pending = std::mem::take(&mut self.life.pending);
        if !pending.is_empty() {
            self.start_look(Some(pending), cx);
        }
    }

    /// After a further look: what is there now is watched, and the page is what is on disk.
    pub(super) fn go_on(&mut self, cx: &mut Context<Message>) {
        if let Some(watch) = &self.life.watch {
            watch.follow(self.workbench.watched(&self.catalog));
        }
        let wanted = self.reader.reload();
        self.want(wanted, cx);
    }

    /// The skill on the page counts as seen once the keys go there.
    pub(super) fn see(&mut self, cx: &mut Context<Message>) {
        let Some(shown) = self.reader.shown().filter(|_| self.focus == Focus::Viewer) else {
            return;
        };
        let Some(skill) = self.catalog.get(&shown.target.skill) else {
            return;
        };
        let id = skill.id.clone();
        if lock(&self.life.seen).mark_seen(skill) {
            self.tree.take_as_seen(&self.catalog, Some(&id));
            self.save_seen(cx);
        }
    }

    /// Everything counts as seen.
    pub(super) fn see_all(&mut self, cx: &mut Context<Message>) {
        lock(&self.life.seen).mark_all_seen(&self.catalog);
        self.tree.take_as_seen(&self.catalog, None);
        self.save_seen(cx);
        self.say("all skills count as seen");
    }

    pub(super) fn save_seen(&mut self, cx: &mut Context<Message>) {
        let Some(unsaved) = lock(&self.life.seen).take_unsaved() else {
            return;
        };
        let workbench = Arc::clone(&self.workbench);
        cx.must_finish(move || {
            let fault = workbench.save_seen(&unsaved).err();
            Message::SavedSeen(fault.map(|fault| (fault, Box::new(unsaved))))
        });
    }

    /// What was seen could not be saved.
    pub(super) fn not_saved(&mut self, fault: &str, unsaved: Unsaved) {
        lock(&self.life.seen).put_back(unsaved);
        self.complain(format!("what was seen is not kept: {fault}"));
    }

    /// Keeps the screen for the next run.
    ///
    /// # Errors
    /// What went wrong, for the person.
    pub(super) fn keep(&mut self) -> Result<(), String> {
        if !self.life.begun {
            return Ok(());
        }
        let node = |(library, key): (String, String)| Node { library, key };
        let open = self.tree.open_nodes(&self.catalog);
        let mut kept = std::mem::take(&mut self.life.kept);
        kept.open = open.map(|open| open.into_iter().map(node).collect());
        kept.cursor = self.tree.selected_place(&self.catalog).map(node);
        kept.filter = self.tree.filter().to_owned();
        kept.sort = Some(self.tree.sort().words().to_owned());
        kept.split = self.split;
        if !self.setup.theme_is_given {
            let chosen = self.theme != self.setup.theme;
            kept.theme = chosen.then(|| self.theme.name().to_owned());
        }
        kept.mouse = (self.mouse != self.setup.mouse).then_some(self.mouse);
        kept.marks = self
            .places
            .iter()
            .map(|(letter, place)| {
                let mark = Mark {
                    document: document_of(&place.target),
                    line: place.line,
                };
                (*letter, mark)
            })
            .collect();
        self.reader.remember_spot();
        for (target, spot) in self.reader.spots() {
            kept.read(document_of(target), spot.clone());
        }
        let saved = self.life.keeper.save(&self.workbench, &kept);
        self.life.kept = kept;
        saved
    }
}

/// However the program ends, the screen is kept. Nobody can be told any more when that fails.
impl Drop for App {
    fn drop(&mut self) {
        let _ = self.keep();
    }
}

/// How many skills are new or changed, in words; nothing for none.
pub(super) fn words_of(differences: impl Iterator<Item = Difference>) -> Option<String> {
    let (mut new, mut changed) = (0, 0);
    for difference in differences {
        match difference {
            Difference::New => new += 1,
            Difference::Changed => changed += 1,
        }
    }
    match (new, changed) {
        (0, 0) => None,
        (new, 0) => Some(format!("{new} new")),
        (0, changed) => Some(format!("{changed} changed")),
        (new, changed) => Some(format!("{new} new, {changed} changed")),
    }
}

fn target_of(document: &Document) -> Target {
    Target::file(document.skill(), document.file.clone())
}

fn document_of(target: &Target) -> Document {
    Document::new(&target.skill, target.file.as_deref())
}
