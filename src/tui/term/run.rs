//! The loop: waits for one thing at a time, tells the program, does what it asked for, draws when due.
//!
//! Nothing in it wakes up by itself: with no input, no result and no frame owed, the process sleeps and the
//! terminal gets no bytes. Not here: how modes are set, how signals come in, when a frame is due.

use std::any::Any;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::pending;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use tokio::runtime::Builder;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{sleep, sleep_until, timeout};

use super::context::{Context, Effect};
use super::frames::Frames;
use super::input::Input;
use super::screen::Screen;
use super::session::{self, Session};
use super::signals::{self, Notice, Notices};
use super::{Error, Event, Program};

/// Threads for jobs at most; further ones wait.
const JOB_THREADS: usize = 16;
/// How long the end waits for work that must finish.
const FINISH: Duration = Duration::from_secs(10);
/// How long to look for the job whose panic has already taken the terminal.
const BLAME: Duration = Duration::from_secs(1);

/// How to run a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Title of the terminal window while the program runs; its own comes back afterwards.
    pub title: Option<String>,
}

/// Runs `program` in the terminal of this process until it quits, and hands it back.
///
/// The terminal is restored before this returns, however it returns. Work that had to finish has finished and its
/// messages have been delivered, unless it took over 10 s.
///
/// # Errors
/// See [`Error`]; a process that ends because of one should exit with [`Error::exit_code`]. The program is dropped:
/// what it must save at a signal belongs into its `Drop`.
///
/// # Panics
/// With the panic of a job, or of the program.
pub fn run<P: Program>(program: P, options: Options) -> Result<P, Error> {
    if !session::is_terminal() {
        return Err(Error::NotATerminal);
    }
    let notices = Notices::listen()?;
    session::install_panic_hook();
    let runtime = Builder::new_current_thread()
        .enable_time()
        .max_blocking_threads(JOB_THREADS)
        .build()?;
    let result = catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            let mut driver = Driver::new(program, options, notices)?;
            let end = driver.drive().await;
            driver.finish(end).await
        })
    }));
    // Dropping it would wait for every job that still runs, also on the way out of a panic.
    runtime.shutdown_background();
    result.unwrap_or_else(|payload| resume_unwind(payload))
}

/// Why the loop ends.
enum End {
    Quit,
    Failed(Error),
    /// A job panicked.
    Panic(Box<dyn Any + Send>),
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        End::Failed(error)
    }
}

impl From<io::Error> for End {
    fn from(error: io::Error) -> Self {
        End::Failed(error.into())
    }
}

/// The terminal while it is ours. Reading stops before the modes go.
struct Hold {
    input: Input,
    session: Session,
}

struct Driver<P: Program> {
    program: P,
    options: Options,
    cx: Context<P::Message>,
    frames: Frames,
    screen: Terminal<Screen>,
    /// Events that were read and not handled yet.
    events: VecDeque<io::Result<Event>>,
    jobs: JoinSet<P::Message>,
    must_finish: JoinSet<P::Message>,
    hold: Option<Hold>,
    notices: Notices,
    /// The program wants to hear of the mouse.
    mouse: bool,
}

/// What ended a wait.
enum Woken<M> {
    Notice(Notice),
    Events(Vec<io::Result<Event>>),
    Done(Result<M, JoinError>),
    Posted(M),
    FrameDue,
}

impl<P: Program> Driver<P> {
    fn new(program: P, options: Options, notices: Notices) -> Result<Self, Error> {
        Ok(Driver {
            program,
            options,
            cx: Context::default(),
            frames: Frames::default(),
            screen: Terminal::new(Screen::new(session::size()?))?,
            events: VecDeque::new(),
            jobs: JoinSet::new(),
            must_finish: JoinSet::new(),
            hold: None,
            notices,
            mouse: false,
        })
    }

    async fn drive(&mut self) -> End {
        match self.turns().await {
            Ok(never) => match never {},
            Err(end) => end,
        }
    }

    async fn turns(&mut self) -> Result<Infallible, End> {
        self.take_terminal()?;
        self.do_effects().await?;
        self.draw()?;
        loop {
            self.turn().await?;
        }
    }

    async fn turn(&mut self) -> Result<(), End> {
        match self.wait().await {
            Woken::Notice(Notice::Terminate(signal)) => return Err(Error::Signal(signal).into()),
            Woken::Notice(Notice::Panicked) => return Err(Error::Panicked.into()),
            Woken::Notice(Notice::Suspend) => {
                self.suspend(signals::stop_process).await?;
                self.do_effects().await?;
            }
            Woken::Notice(Notice::Continue) => {
                // Somebody stopped us without asking; whoever had the terminal meanwhile may have changed it.
                self.release_terminal().await;
                self.take_terminal_back()?;
                self.do_effects().await?;
            }
            Woken::Notice(Notice::Resize) => {
                self.tell_size()?;
                self.do_effects().await?;
            }
            Woken::Events(events) => self.handle(events).await?,
            Woken::Done(result) => {
                let message = result.map_err(panic_of)?;
                self.program.message(message, &mut self.cx);
                self.do_effects().await?;
            }
            Woken::Posted(message) => {
                self.program.message(message, &mut self.cx);
                self.do_effects().await?;
            }
            Woken::FrameDue => {
                let mut events = Vec::new();
                if let Some(hold) = &mut self.hold {
                    hold.input.read_ready(&mut events);
                }
                self.handle(events).await?;
                self.draw()?;
            }
        }
        Ok(())
    }

    /// Waits for whatever comes first. Nothing is lost by what comes second.
    async fn wait(&mut self) -> Woken<P::Message> {
        let deadline = self.frames.deadline();
        let frame_due = async {
            match deadline {
                // Not left to the timer, which rounds up to a whole millisecond.
                Some(deadline) if deadline <= Instant::now() => {}
                Some(deadline) => sleep_until(deadline.into()).await,
                None => pending().await,
            }
        };
        let mut events = Vec::new();
        let read = async {
            match &mut self.hold {
                Some(hold) => hold.input.read(&mut events).await,
                None => pending().await,
            }
        };
        tokio::select! {
            notice = self.notices.next() => Woken::Notice(notice),
            Some(result) = self.jobs.join_next() => Woken::Done(result),
            Some(result) = self.must_finish.join_next() => Woken::Done(result),
            message = self.cx.mailbox.next() => Woken::Posted(message),
            () = frame_due => Woken::FrameDue,
            () = read => Woken::Events(events),
        }
    }

    /// Passes events on one by one, doing what each asks for before the next.
    async fn handle(&mut self, events: Vec<io::Result<Event>>) -> Result<(), End> {
        self.events.extend(events);
        // A queue, since giving the terminal away drops what was typed for us before.
        while let Some(event) = self.events.pop_front() {
            self.program.event(event?, &mut self.cx);
            self.do_effects().await?;
            self.frames.hurry(Instant::now());
        }
        Ok(())
    }

    /// Does what the program asked for, and what it asks for because of that.
    async fn do_effects(&mut self) -> Result<(), End> {
        let mut effects = VecDeque::from(self.cx.take_effects());
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Redraw => self.frames.request(Instant::now()),
                Effect::Repaint => {
                    self.screen.clear()?;
                    self.frames.request(Instant::now());
                }
                Effect::RedrawIn(delay) => {
                    if let Some(at) = Instant::now().checked_add(delay) {
                        self.frames.request_at(at);
                    }
                }
                Effect::Quit => return Err(End::Quit),
                Effect::Suspend => self.suspend(signals::stop_group).await?,
                Effect::Copy(text) => session::copy(&text)?,
                Effect::Mouse(on) => {
                    session::mouse(on)?;
                    self.mouse = on;
                }
                Effect::Job(work) => drop(self.jobs.spawn_blocking(work)),
                Effect::MustFinish(work) => drop(self.must_finish.spawn_blocking(work)),
                Effect::After(delay, work) => {
                    self.jobs.spawn(async move {
                        sleep(delay).await;
                        work()
                    });
                }
                Effect::HandOver(work) => {
                    self.release_terminal().await;
                    let message = self.notices.with_child(work);
                    self.take_terminal_back()?;
                    self.program.message(message, &mut self.cx);
                }
            }
            effects.extend(self.cx.take_effects());
        }
        Ok(())
    }

    fn draw(&mut self) -> Result<(), End> {
        let now = Instant::now();
        self.screen.draw(|frame| self.program.draw(frame))?;
        if let Some(bytes) = self.screen.backend_mut().take_frame()? {
            session::write(&bytes)?;
        }
        self.frames.drawn(now);
        Ok(())
    }

    fn take_terminal(&mut self) -> Result<(), End> {
        let session = Session::enter(self.options.title.as_deref())?;
        self.begin(session)
    }

    /// The same after it was somebody else's. What was typed meanwhile was not meant for us.
    fn take_terminal_back(&mut self) -> Result<(), End> {
        let session = Session::enter(self.options.title.as_deref())?;
        session.flush_input()?;
        self.begin(session)
    }

    /// Starts reading, tells the program the size, and owes it a whole frame.
    fn begin(&mut self, session: Session) -> Result<(), End> {
        self.hold = Some(Hold {
            input: Input::start()?,
            session,
        });
        if self.mouse {
            session::mouse(true)?;
        }
        self.screen.clear()?;
        self.tell_size()
    }

    /// Tells the program the size of its next frame.
    fn tell_size(&mut self) -> Result<(), End> {
        let size = session::size()?;
        self.screen.backend_mut().resize(size);
        self.frames.request(Instant::now());
        let resize = Event::Resize {
            columns: size.width,
            rows: size.height,
        };
        self.program.event(resize, &mut self.cx);
        Ok(())
    }

    async fn release_terminal(&mut self) {
        self.events.clear();
        if let Some(Hold { input, session }) = self.hold.take() {
            input.stop().await;
            drop(session);
        }
    }

    /// Gives the terminal to the shell and sleeps until somebody continues us.
    async fn suspend(&mut self, stop: fn() -> bool) -> Result<(), End> {
        if !signals::can_be_continued() {
            return Ok(());
        }
        self.release_terminal().await;
        // Stopping may take effect a moment after the call: only SIGCONT says that it is over.
        let mut stopped = stop();
        while stopped {
            match self.notices.next().await {
                Notice::Continue => stopped = false,
                Notice::Suspend | Notice::Resize => {}
                Notice::Terminate(signal) => return Err(Error::Signal(signal).into()),
                Notice::Panicked => return Err(Error::Panicked.into()),
            }
        }
        self.take_terminal_back()
    }

    /// Restores the terminal, then waits for what must finish.
    async fn finish(mut self, mut end: End) -> Result<P, Error> {
        self.release_terminal().await;
        // From here on a signal ends the process at once.
        drop(self.notices);
        if matches!(end, End::Failed(Error::Panicked)) {
            let jobs = [&mut self.jobs, &mut self.must_finish];
            for jobs in jobs {
                let blame = async {
                    while let Some(result) = jobs.join_next().await {
                        result.map_err(panic_of)?;
                    }
                    Ok(())
                };
                if let Ok(Err(panic)) = timeout(BLAME, blame).await {
                    end = panic;
                }
            }
        }
        let rest = async {
            while let Some(result) = self.must_finish.join_next().await {
                match result.map_err(panic_of) {
                    Ok(message) => self.program.message(message, &mut self.cx),
                    Err(panic) => end = panic,
                }
            }
        };
        let _ = timeout(FINISH, rest).await;
        match end {
            End::Quit => Ok(self.program),
            End::Failed(error) => Err(error),
            End::Panic(payload) => resume_unwind(payload),
        }
    }
}

/// The panic that ended a job.
fn panic_of(error: JoinError) -> End {
    match error.try_into_panic() {
        Ok(payload) => End::Panic(payload),
        Err(_) => End::Failed(Error::Panicked),
    }
}
