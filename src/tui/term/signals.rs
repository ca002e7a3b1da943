//! Signals, stopping, and the loss of the terminal.
//!
//! One thread for the life of the process waits for signals and tells the loop that owns the terminal, so that a
//! signal also arrives while that loop is busy or stuck in a write. Handlers cannot be taken back, so the thread
//! goes on when no loop runs and then does what the system would have done. Not here: the terminal's modes.

use std::io;
use std::process::exit;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{
    Signal, getpgrp, getpid, getppid, getsid, kill_current_process_group, kill_process,
};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Error;
use super::session::{self, lock};

/// How long the loop may take to notice that it has to end, before it is ended.
const GRACE: Duration = Duration::from_secs(2);
/// How long after a child process had the terminal its ctrl-c may still arrive here.
const ECHO: Duration = Duration::from_millis(200);

/// What the loop has to react to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notice {
    /// End because of the signal with this number.
    Terminate(i32),
    /// Somebody asked us to stop (SIGTSTP).
    Suspend,
    /// We were stopped and go on.
    Continue,
    /// The terminal has another size. Not left to crossterm, which starts to listen after the first frame.
    Resize,
    /// A thread panicked and the terminal is already restored.
    Panicked,
}

/// The loop that deals with notices now.
struct Owner {
    sender: UnboundedSender<Notice>,
    /// A child process has the terminal. It gets ctrl-c and ctrl-z as well, and answers the first for both of us.
    child: bool,
    /// Until when a ctrl-c may still be one that the child got.
    childs_until: Option<Instant>,
}

static OWNER: Mutex<Option<Owner>> = Mutex::new(None);
static STARTED: Mutex<bool> = Mutex::new(false);

/// The loop's end. While it lives, notices come here.
pub(super) struct Notices(UnboundedReceiver<Notice>);

impl Notices {
    /// Starts listening.
    ///
    /// # Errors
    /// [`Error::Busy`] when another loop does.
    pub fn listen() -> Result<Notices, Error> {
        start()?;
        let mut owner = lock(&OWNER);
        if owner.is_some() {
            return Err(Error::Busy);
        }
        let (sender, receiver) = unbounded_channel();
        *owner = Some(Owner {
            sender,
            child: false,
            childs_until: None,
        });
        Ok(Notices(receiver))
    }

    /// The next notice. May be dropped and called again without losing one.
    pub async fn next(&mut self) -> Notice {
        match self.0.recv().await {
            Some(notice) => notice,
            // The sender lives as long as we do; should it not, there is nothing to wait for.
            None => std::future::pending().await,
        }
    }

    /// Runs `work` while a child process has the terminal.
    pub fn with_child<T>(&mut self, work: impl FnOnce() -> T) -> T {
        if let Some(owner) = &mut *lock(&OWNER) {
            owner.child = true;
        }
        let result = work();
        if let Some(owner) = &mut *lock(&OWNER) {
            owner.child = false;
            owner.childs_until = Instant::now().checked_add(ECHO);
        }
        result
    }
}

impl Drop for Notices {
    fn drop(&mut self) {
        *lock(&OWNER) = None;
    }
}

/// Tells the loop, if there is one, that a panic took its terminal.
pub(super) fn tell_panicked() {
    if let Some(owner) = &*lock(&OWNER) {
        let _ = owner.sender.send(Notice::Panicked);
    }
}

/// Stops our process group, as ctrl-z does: `git commit` waiting for us has to stop with us. With SIGSTOP, since
/// the signal of ctrl-z is one we catch. Returns at once, with `false` if nobody could continue us.
pub(super) fn stop_group() -> bool {
    can_be_continued() && kill_current_process_group(Signal::STOP).is_ok()
}

/// Stops this process only.
pub(super) fn stop_process() -> bool {
    can_be_continued() && kill_process(getpid(), Signal::STOP).is_ok()
}

/// The kernel ignores ctrl-z for a group that no shell watches, since it would stay stopped for ever; SIGSTOP it
/// does not ignore, so we look. A shell with job control gives its jobs a group that is not its own: where ours is
/// that of the session's first process (a terminal started us, or a script did without job control), or our parent
/// is from another session, nobody watches.
pub(super) fn can_be_continued() -> bool {
    let Ok(session) = getsid(None) else {
        return false;
    };
    getpgrp() != session && getppid().is_some_and(|parent| getsid(Some(parent)) == Ok(session))
}

/// Starts the two threads, once, and returns when the handlers stand.
fn start() -> io::Result<()> {
    let mut started = lock(&STARTED);
    if *started {
        return Ok(());
    }
    let (ready, wait) = mpsc::channel();
    thread::Builder::new()
        .name("signals".into())
        .spawn(move || serve(&ready))?;
    wait.recv().map_err(io::Error::other)??;
    thread::Builder::new()
        .name("hangup".into())
        .spawn(watch_for_hangup)?;
    *started = true;
    Ok(())
}

/// The signal thread.
fn serve(ready: &mpsc::Sender<io::Result<()>>) {
    let runtime = match tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return drop(ready.send(Err(error))),
    };
    runtime.block_on(async {
        let listen = || -> io::Result<_> {
            Ok((
                signal(SignalKind::terminate())?,
                signal(SignalKind::hangup())?,
                signal(SignalKind::interrupt())?,
                signal(SignalKind::quit())?,
                signal(SignalKind::from_raw(Signal::TSTP.as_raw()))?,
                signal(SignalKind::from_raw(Signal::CONT.as_raw()))?,
                signal(SignalKind::window_change())?,
            ))
        };
        let (mut term, mut hup, mut int, mut quit, mut tstp, mut cont, mut winch) = match listen() {
            Ok(streams) => streams,
            Err(error) => return drop(ready.send(Err(error))),
        };
        let _ = ready.send(Ok(()));
        loop {
            let signal = tokio::select! {
                _ = term.recv() => Signal::TERM,
                _ = hup.recv() => Signal::HUP,
                _ = int.recv() => Signal::INT,
                _ = quit.recv() => Signal::QUIT,
                _ = tstp.recv() => Signal::TSTP,
                _ = cont.recv() => Signal::CONT,
                _ = winch.recv() => Signal::WINCH,
            };
            deal_with(signal).await;
        }
    });
}

async fn deal_with(signal: Signal) {
    let now = Instant::now();
    let (sender, childs) = match &*lock(&OWNER) {
        Some(owner) => (
            (!owner.child).then(|| owner.sender.clone()),
            owner.child || owner.childs_until.is_some_and(|until| now < until),
        ),
        None => (None, false),
    };
    match (signal, sender) {
        (Signal::INT | Signal::QUIT, _) if childs => {}
        (Signal::TSTP, Some(sender)) => drop(sender.send(Notice::Suspend)),
        (Signal::TSTP, None) => drop(stop_process()),
        (Signal::CONT, Some(sender)) => drop(sender.send(Notice::Continue)),
        (Signal::WINCH, Some(sender)) => drop(sender.send(Notice::Resize)),
        (Signal::CONT | Signal::WINCH, None) => {}
        (fatal, sender) => {
            let number = fatal.as_raw();
            // The loop closes its end when it leaves. A second signal then no longer finds it and ends us at once.
            let heard = match sender {
                Some(sender) if sender.send(Notice::Terminate(number)).is_ok() => {
                    tokio::time::timeout(GRACE, sender.closed()).await.is_ok()
                }
                _ => false,
            };
            if !heard {
                end(number);
            }
        }
    }
}

/// Ends the process from here, with the terminal restored if that can still be done.
fn end(number: i32) -> ! {
    // On a thread of its own, since a terminal that takes no more bytes would keep us here.
    let (done, wait) = mpsc::channel();
    thread::spawn(move || {
        session::restore();
        let _ = done.send(());
    });
    let _ = wait.recv_timeout(GRACE);
    exit(number.saturating_add(128))
}

/// Sends ourselves the SIGHUP that a lost terminal does not send to every process that uses it (children of a
/// process that ignores it, say). Without it the reader of crossterm 0.29 spins for ever on a dead terminal.
/// Sleeps until the hangup; input does not wake it.
fn watch_for_hangup() {
    let stdin = io::stdin();
    loop {
        let mut fds = [PollFd::new(&stdin, PollFlags::empty())];
        match poll(&mut fds, None) {
            Err(rustix::io::Errno::INTR) => {}
            Ok(_) if fds.iter().any(|fd| fd.revents().contains(PollFlags::HUP)) => {
                let _ = kill_process(getpid(), Signal::HUP);
                return;
            }
            // A system that cannot poll a terminal: then SIGHUP alone has to do.
            _ => return,
        }
    }
}
