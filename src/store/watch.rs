//! Changes on disk, noticed: a thread that hears the platform's events and now and then says what has
//! to be looked at again.
//!
//! | file | what |
//! |---|---|
//! | `batch` | hints in, reloads out; pure |
//! | `ground` | what a path means; pure |
//! | `posts` | which folders are watched, and the sweep where none can be |
//! | `source` | the platform's events, behind a trait |
//! | `state` | how changes are noticed just now, for people |
//!
//! Not the look itself: nothing here opens a file. While nothing happens nobody wakes up, but where a
//! library is missing or cannot be watched: then files are looked at every other second.

mod batch;
mod ground;
mod posts;
mod source;
mod state;

pub use batch::{Batcher, Change, Hint, Part, Reload};
pub use ground::{Ground, Watched};
pub use source::{Listener, Opener, Refusal, Source, platform};
pub use state::State;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use posts::Posts;

use super::fs::Fs;

/// Hints that wait for the thread; more are an overflow.
const QUEUE: usize = 1024;

/// When things are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// How long after an event it is acted upon; never more often than that.
    pub delay: Duration,
    /// How often is swept what cannot be watched.
    pub sweep: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Timing {
            delay: Duration::from_millis(250),
            sweep: Duration::from_secs(2),
        }
    }
}

/// What the thread has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// What has to be looked at again; nothing when only the state is new.
    pub reload: Reload,
    /// How changes are noticed now.
    pub state: State,
}

impl News {
    /// Adds news that came later.
    pub fn merge(&mut self, later: News) {
        self.reload.merge(later.reload);
        self.state = later.state;
    }
}

/// A thread that watches. Dropping this ends it.
#[derive(Debug)]
pub struct Watch {
    shared: Arc<Shared>,
    wake: SyncSender<Option<Hint>>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    /// Hints did not fit into the queue.
    lost: AtomicBool,
    follow: Mutex<Option<Watched>>,
    state: Mutex<State>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    /// Starts to watch. `tell` is called from the thread, at the beginning and then for each news; it ends when that
    /// returns false. What is watched anew is to be looked at once more: it may have changed since it was looked at.
    ///
    /// # Errors
    /// When there is no thread to be had.
    pub fn start(
        fs: Arc<dyn Fs>,
        watched: Watched,
        timing: Timing,
        open: Opener,
        tell: impl FnMut(News) -> bool + Send + 'static,
    ) -> io::Result<Watch> {
        let shared: Arc<Shared> = Arc::default();
        let (wake, queue) = sync_channel(QUEUE);
        let watch = Watch {
            shared: Arc::clone(&shared),
            wake: wake.clone(),
        };
        watch.follow(watched);
        let lost = Arc::clone(&shared);
        let listener: Listener = Arc::new(move |hint| {
            if wake.try_send(Some(hint)).is_err() {
                lost.lost.store(true, Ordering::SeqCst);
            }
        });
        let worker = Worker {
            posts: Posts::new(fs, open, listener),
            batcher: Batcher::new(timing.delay),
            timing,
            shared,
            queue,
            tell,
            told: None,
            ways: false,
            sweep: None,
        };
        thread::Builder::new()
            .name("watch".into())
            .spawn(move || worker.run())?;
        Ok(watch)
    }

    /// Watches something else from now on; what is watched already stays so.
    pub fn follow(&self, watched: Watched) {
        *lock(&self.shared.follow) = Some(watched);
        self.wake_up();
    }

    /// How changes are noticed just now.
    pub fn state(&self) -> State {
        lock(&self.shared.state).clone()
    }

    /// Where the queue is full, the thread is awake.
    fn wake_up(&self) {
        let _ = self.wake.try_send(None);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.wake_up();
    }
}

/// How this could be watched, tried out and given up again.
pub fn try_out(fs: Arc<dyn Fs>, watched: Watched, open: Opener) -> State {
    let mut posts = Posts::new(fs, open, Arc::new(|_| {}));
    posts.follow(watched);
    posts.post_all();
    posts.state()
}

/// The thread.
struct Worker<T> {
    posts: Posts,
    batcher: Batcher,
    timing: Timing,
    shared: Arc<Shared>,
    queue: Receiver<Option<Hint>>,
    tell: T,
    /// The state that was told last.
    told: Option<State>,
    /// A way to a library may lead elsewhere now.
    ways: bool,
    /// When to sweep.
    sweep: Option<Instant>,
}

impl<T: FnMut(News) -> bool> Worker<T> {
    fn run(mut self) {
        loop {
            if self.shared.stop.load(Ordering::SeqCst) || !self.work() {
                return;
            }
            let deadlines = [self.batcher.deadline(), self.sweep];
            let wait = match deadlines.into_iter().flatten().min() {
                Some(at) => self
                    .queue
                    .recv_timeout(at.saturating_duration_since(Instant::now())),
                None => self
                    .queue
                    .recv()
                    .map_err(|_| RecvTimeoutError::Disconnected),
            };
            match wait {
                Ok(Some(hint)) => self.hint(&hint),
                Ok(None) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Does what is due. False when nobody listens.
    fn work(&mut self) -> bool {
        let follow = lock(&self.shared.follow).take();
        if follow.is_some_and(|watched| self.posts.follow(watched)) {
            self.post_all();
            // Who asked has looked before: what came in between was seen by nobody.
            self.batcher.add(Reload::everything(), Instant::now());
        }
        if self.shared.lost.swap(false, Ordering::SeqCst) {
            self.hint(&Hint::Overflow);
        }
        let now = Instant::now();
        if self.sweep.take_if(|at| *at <= now).is_some() {
            let reload = self.posts.sweep();
            // The root of a library is there again.
            self.ways |= self.posts.is_stale(&reload);
            self.batcher.add(reload, now);
            self.plan_sweep();
        }
        let mut reload = self.batcher.take(now);
        if let Some(reload) = &mut reload
            && (self.ways || self.posts.is_stale(reload))
        {
            self.ways = false;
            // What went on meanwhile is not seen by a later sweep.
            reload.merge(self.post_all());
        }
        let state = self.posts.state();
        let is_told = self.told.as_ref().is_some_and(|told| told.is_like(&state));
        lock(&self.shared.state).clone_from(&state);
        if reload.is_none() && is_told {
            return true;
        }
        self.told = Some(state.clone());
        (self.tell)(News {
            reload: reload.unwrap_or_default(),
            state,
        })
    }

    fn hint(&mut self, hint: &Hint) {
        let now = Instant::now();
        let (posts, batcher) = (&mut self.posts, &mut self.batcher);
        self.ways |= batcher.hint(&posts.ground, hint, now);
        match hint {
            Hint::Path(path, Change::Change) if posts.ground.means(path) => {
                self.ways |= posts.heed(path);
            }
            Hint::Path(..) | Hint::Overflow => {}
            Hint::Failed(why) => {
                self.ways = false;
                posts.give_up(why.clone());
                batcher.add(posts.sweep(), now);
                self.plan_sweep();
            }
        }
    }

    fn post_all(&mut self) -> Reload {
        let missed = self.posts.post_all();
        self.plan_sweep();
        missed
    }

    fn plan_sweep(&mut self) {
        let next = Instant::now().checked_add(self.timing.sweep);
        self.sweep = next.filter(|_| self.posts.sweeps());
    }
}
