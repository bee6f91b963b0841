//! Analysis of many positions, one answer for each input line.
//!
//! Several positions are searched side by side on one pool, and a worker without a position helps
//! the others by ordinary stealing. Every line that asks something gets exactly one answer, with
//! its id.
//!
//! ```text
//!   reading thread       jobs, on workers            output
//!   lines.rs  ------->   read the position   ----->  output.rs: in the order of the input,
//!   request.rs  queue    search it                   or as they are finished
//! ```
//!
//! A job's thread only waits: it installs a loop in the pool that answers lines on one worker until
//! the queue is empty. So busy threads never exceed the workers, and queued lines cost no wake-ups.
//!
//! The reader stays at most [`AHEAD`] lines ahead of the oldest missing answer, which bounds
//! memory. [`Earlier`] reads back the answers of a killed run, whose lines the next run skips.

mod answer;
mod backgammon;
mod chess;
mod dots;
mod earlier;
mod flags;
pub(super) mod lines;
mod reached;
mod request;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::bestmove::Bestmove;
use super::cubeful_play::CubefulPlay;
use super::lifecycle::Run;
use super::live::Screen;
use super::observation::PROGRAM;
use super::output::Output;
use super::progress::Progress;
use super::stops::{StopSlot, Stops};
pub use backgammon::BackgammonAnalysis;
pub use chess::ChessAnalysis;
pub use dots::DotsAnalysis;
pub use earlier::Earlier;
use earlier::{AskedPosition, EarlierAnswer};
use lines::BoundedLines;
use request::LineRequest;
pub use request::Request;
use sparring_engine::Engine;
use sparring_engine::cubeful::Cubeful;
use sparring_report::{AnalysisError, AnalysisSummary, Ledger};
use sparring_sched::{Pool, Worker};

/// Most lines ahead of the oldest missing answer. They keep workers busy while the reader sleeps
/// some milliseconds, and take at most 64 MiB.
const AHEAD: u64 = 1 << 10;

/// An analysis of one game's positions. Lines can override its settings.
pub trait Analysis: Sync {
    type Game: Send + Sync;
    type Search<'r>: Bestmove<Game = Self::Game>;

    /// Plays the moves that a line gives behind its position. Only chess takes any.
    ///
    /// # Errors
    /// One line: got, expected, try.
    fn played(&self, request: Request) -> Result<Request, String> {
        if request.moves.is_empty() {
            return Ok(request);
        }
        Err("got moves, expected a position alone; try the position after them".to_owned())
    }

    /// The search for a line.
    ///
    /// # Errors
    /// One line: got, expected, try.
    fn search<'r>(&self, request: &'r Request) -> Result<Self::Search<'r>, String>;

    /// The position that the answer to a request will name; `None` for one that cannot be read.
    fn asked(&self, request: &Request) -> Option<AskedPosition> {
        let request = self.played(request.clone()).ok()?;
        let search = self.search(&request).ok()?;
        Some(AskedPosition { position: search.position(), roll: search.roll() })
    }

    /// The question with score and cube of a line that [`Analysis::search`] accepts;
    /// `None` if they do not matter or the settings ignore them.
    fn with_cube(&self, _: &Request) -> Option<(Cubeful<'_>, CubefulPlay)> {
        None
    }

    /// The flags that determine the answers, as typed.
    fn flags(&self) -> String;

    /// True if answers depend neither on the number of workers nor on earlier searches.
    fn is_exact(&self) -> bool {
        true
    }

    /// True if one worker searches each position, and its answer repeats.
    fn is_alone(&self) -> bool {
        false
    }

    /// The game of all searches.
    fn game(&self) -> Self::Game;

    /// Reads a line that is not a JSON object.
    ///
    /// # Errors
    /// Same as [`Analysis::search`].
    fn plain(&self, line: &str) -> Result<Request, String>;
}

pub struct Batch {
    /// Flags in each answer ([`flags_of`]).
    pub flags: String,
    /// Positions searched side by side.
    pub jobs: usize,
    /// MiB of all tables together.
    pub hash: usize,
    /// True if answers keep the order of the lines.
    pub ordered: bool,
    /// True to omit times, nodes, and all but the first move of lines, which vary between runs.
    pub repeatable: bool,
    pub earlier: Earlier,
    /// Number of lines, if known.
    pub length: Option<u64>,
}

pub fn flags_of<A: Analysis>(what: &A, repeatable: bool) -> String {
    what.flags() + if repeatable { " --repeatable" } else { "" }
}

pub struct BatchOutcome {
    pub summary: AnalysisSummary,
    pub unread: Option<InputFault>,
}

/// A reason why the input ended early.
#[derive(Debug)]
pub enum InputFault {
    Unread(io::Error),
    /// The earlier answers with this id are to other positions.
    OtherPosition(serde_json::Value),
}

struct BatchLine {
    /// Index of its answer.
    place: u64,
    id: serde_json::Value,
    request: Result<Request, String>,
}

struct BatchState<'b, A: Analysis, W> {
    what: &'b A,
    flags: String,
    repeatable: bool,
    threads: usize,
    output: Output<W>,
    stops: Stops,
    errors: AtomicU64,
    nodes: AtomicU64,
    screen: &'b Screen<'b>,
    /// Lines done, including skipped ones.
    done: AtomicU64,
    length: Option<u64>,
}

type EngineOf<A> = Engine<<A as Analysis>::Game>;

/// Answers every line of `input`.
///
/// # Errors
/// A write error, which ends the run.
pub fn analyse<A: Analysis>(
    what: &A,
    batch: Batch,
    run: &Run,
    input: impl BufRead + Send,
    output: impl Write + Send,
) -> io::Result<BatchOutcome> {
    run.shown(Progress::lines(batch.length), |screen| {
        let shared = BatchState::new(what, &batch, &run.pool, output, screen);
        shared.run(batch, run, input)
    })
}

struct InputEnd {
    skipped: u64,
    unread: Option<InputFault>,
}

impl<'b, A: Analysis, W: Write + Send> BatchState<'b, A, W> {
    fn new(
        what: &'b A,
        batch: &Batch,
        pool: &Pool,
        output: W,
        screen: &'b Screen<'b>,
    ) -> BatchState<'b, A, W> {
        BatchState {
            what,
            flags: batch.flags.clone(),
            repeatable: batch.repeatable,
            threads: if what.is_alone() { 1 } else { pool.threads() },
            output: Output::new(output, batch.ordered),
            stops: Stops::new(batch.jobs),
            errors: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            screen,
            done: AtomicU64::new(0),
            length: batch.length,
        }
    }

    /// Returns after the last answer.
    fn run(self, batch: Batch, run: &Run, input: impl BufRead + Send) -> io::Result<BatchOutcome> {
        let hash = if batch.hash == 0 { 0 } else { (batch.hash / batch.jobs).max(1) };
        let stops = self.stops.clone();
        let outcome = run.stopped_by(
            move || stops.end(),
            || {
                thread::scope(|threads| {
                    let (to, from) = unbounded();
                    for slot in self.stops.slots() {
                        let (shared, from) = (&self, from.clone());
                        let mut engine = Engine::new(self.what.game(), run.pool.clone(), hash);
                        threads.spawn(move || shared.work(&mut engine, &run.pool, &from, slot));
                    }
                    drop(from);
                    self.read(input, batch.earlier, &to)
                })
            },
        );
        let (keys, read) = (outcome.keys(), outcome.value);
        let summary = AnalysisSummary {
            positions: self.output.finish()?,
            errors: self.errors.into_inner(),
            skipped: read.skipped,
            nodes: self.nodes.into_inner(),
            time_ns: keys.time_ns,
            threads: keys.threads,
            ledger: Ledger::of(&outcome.observed.snapshot),
        };
        Ok(BatchOutcome { summary, unread: read.unread })
    }

    fn count(&self) {
        self.screen.count(self.done.fetch_add(1, Relaxed) + 1, self.length);
    }

    fn ended(&self) -> bool {
        self.stops.ended() || self.output.failed()
    }

    fn read(&self, input: impl BufRead, mut earlier: Earlier, to: &Sender<BatchLine>) -> InputEnd {
        let (mut place, mut skipped) = (0, 0);
        for (number, line) in BoundedLines::new(input).enumerate() {
            let line = match line {
                Ok(line) => line,
                Err(error) => return InputEnd { skipped, unread: Some(InputFault::Unread(error)) },
            };
            let asked = match line {
                Ok(line) => LineRequest::read(&line, |plain| self.what.plain(plain)),
                Err(why) => Some(LineRequest::refused(None, why)),
            };
            let Some(LineRequest { id, request }) = asked else { continue };
            let id = id.unwrap_or_else(|| (number + 1).into());
            let asked = || self.what.asked(request.as_ref().ok()?);
            match earlier.take(&id, asked) {
                EarlierAnswer::None => {}
                EarlierAnswer::Same => {
                    skipped += 1;
                    self.count();
                    continue;
                }
                EarlierAnswer::Other => {
                    return InputEnd { skipped, unread: Some(InputFault::OtherPosition(id)) };
                }
            }
            self.output.wait_for_room(place, AHEAD, || self.ended());
            if self.ended() || to.send(BatchLine { place, id, request }).is_err() {
                break;
            }
            place += 1;
        }
        InputEnd { skipped, unread: None }
    }

    /// Answers queued lines with one engine.
    fn work(&self, engine: &mut EngineOf<A>, pool: &Pool, from: &Receiver<BatchLine>, slot: &StopSlot) {
        let _ends = self.stops.end_on_panic();
        let mut is_used = false;
        while let Ok(first) = from.recv() {
            pool.install(|mut worker| {
                let mut next = Some(first);
                while let Some(job) = next {
                    // Answers must not depend on earlier lines.
                    if is_used && !self.what.is_exact() {
                        engine.new_game();
                    }
                    is_used = self.line(engine, worker.lend(), job, slot);
                    next = from.try_recv().ok();
                }
            });
        }
    }

    /// Answers a line. Returns true if the engine has searched.
    fn line(&self, engine: &EngineOf<A>, worker: Worker<'_>, job: BatchLine, slot: &StopSlot) -> bool {
        let BatchLine { place, id, request } = job;
        let request = request.and_then(|request| self.what.played(request));
        let found = request.and_then(|request| {
            let search = self.what.search(&request)?;
            Ok(match self.what.with_cube(&request) {
                Some(asked) => self.answer_with_cube(engine, worker, &asked, slot),
                None => self.answer(engine, worker, &search, slot),
            })
        });
        let mut has_searched = false;
        let text = match found {
            Ok(Some(answer)) => {
                has_searched = answer.keys.best.is_some();
                sparring_report::json(&self.document(id, answer), PROGRAM)
            }
            Ok(None) => return true,
            Err(error) => {
                self.errors.fetch_add(1, Relaxed);
                serde_json::to_string(&AnalysisError { id, error }).expect("documents are plain data")
            }
        };
        self.output.put(place, text + "\n");
        self.count();
        has_searched
    }
}
