//! Analysing many positions: a line in, a line out.
//!
//! Users have files of positions, and want one answer for each of them, using all processors and
//! losing nothing. Several positions are searched side by side on one pool; a worker that finds no
//! position left helps with those still searched, by the ordinary means of the scheduler. Every
//! line of the input that asks something gives one line of output, with the same id.
//!
//! ```text
//!   reading thread       jobs, on workers            output
//!   lines.rs  ------->   read the position   ----->  output.rs: in the order of the input,
//!   request.rs  queue    search it                   or as they are finished
//! ```
//!
//! A job has a thread, but that only waits: it installs a loop in the pool, which answers lines on
//! one worker until the queue is empty. So there are no more busy threads than workers, and lines
//! that are there cost no wake-ups. Once the queue is empty the worker is free to help with the
//! searches of the other jobs.
//!
//! The reader stays at most [`AHEAD`] lines ahead of the oldest answer that is missing. So the
//! memory does not grow with the length of the file.
//!
//! What was written before a run was killed counts: [`Earlier`] reads it back, and the next run
//! leaves those lines out.

mod backgammon;
mod chess;
mod dots;
mod earlier;
mod flags;
pub(super) mod lines;
mod request;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::bestmove::{AnswerKeys, AnswerOf, Bestmove};
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
use lines::BoundedLines;
use request::LineRequest;
pub use request::Request;
use sparring_engine::Engine;
use sparring_engine::search::SearchStrategy;
use sparring_report::{AnalysisDocument, AnalysisError, AnalysisSummary, Header, Ledger};
use sparring_sched::{Pool, Worker};

/// How many lines the reader may be ahead of the oldest answer that is missing: enough for a
/// reader that sleeps for some milliseconds not to be missed. Lines of the greatest length take 64
/// MiB.
const AHEAD: u64 = 1 << 10;

/// Many positions of one game, all searched in the same way where their lines do not say
/// otherwise.
pub trait Analysis: Sync {
    /// One position's search.
    type Search: Bestmove;

    /// The search that a line asks for.
    ///
    /// # Errors
    /// One line: what was got, what was expected, what to try.
    fn search(&self, request: &Request) -> Result<Self::Search, String>;

    /// The flags that decide what the answers are, as they would be typed.
    fn flags(&self) -> String;

    /// Whether answers do not depend on the number of workers and on what was searched before.
    fn is_exact(&self) -> bool {
        true
    }

    /// The game of all searches.
    fn game(&self) -> <Self::Search as Bestmove>::Game;

    /// Reads a line that is no JSON object.
    ///
    /// # Errors
    /// As [`Analysis::search`].
    fn plain(&self, line: &str) -> Result<Request, String>;
}

/// How a batch is run.
pub struct Batch {
    /// The flags by which its answers are made ([`flags_of`]), which stand in each.
    pub flags: String,
    /// How many positions are searched side by side.
    pub jobs: usize,
    /// Size of all transposition tables together, in MiB.
    pub hash: usize,
    /// Whether answers are written in the order of their lines, or as they are found.
    pub ordered: bool,
    /// Whether to leave out what differs from run to run: times, nodes, and all but the first move
    /// of the best line.
    pub repeatable: bool,
    /// Answers of an earlier run, to be left out.
    pub earlier: Earlier,
    /// The number of lines, if it is known, for the progress line.
    pub length: Option<u64>,
}

/// The flags by which answers of `what` are made, `repeatable` or not.
pub fn flags_of<A: Analysis>(what: &A, repeatable: bool) -> String {
    what.flags() + if repeatable { " --repeatable" } else { "" }
}

/// What a batch did.
pub struct BatchOutcome {
    /// What it did, in numbers.
    pub summary: AnalysisSummary,
    /// Why the input could not be read to its end, if it could not.
    pub unread: Option<io::Error>,
}

/// A line on its way from the reader to a job.
struct BatchLine {
    /// Its place among the answers.
    place: u64,
    id: serde_json::Value,
    request: Result<Request, String>,
}

/// What the threads of a batch share.
struct BatchState<'b, A: Analysis, W> {
    what: &'b A,
    /// The flags of the batch.
    flags: String,
    repeatable: bool,
    threads: usize,
    output: Output<W>,
    stops: Stops,
    errors: AtomicU64,
    nodes: AtomicU64,
    screen: &'b Screen<'b>,
    /// Lines done, those that were left out included.
    done: AtomicU64,
    /// The number of lines, if that is known.
    length: Option<u64>,
}

/// The answer of a search of `A`.
type Answered<A> = AnswerOf<<A as Analysis>::Search>;

/// The engine of a job of `A`.
type EngineOf<A> = Engine<<<A as Analysis>::Search as Bestmove>::Game>;

/// Answers every line of `input`.
///
/// # Errors
/// Those of writing to `output`, which end the run.
pub fn analyse<A: Analysis>(
    what: &A,
    batch: Batch,
    run: &Run,
    input: impl BufRead + Send,
    output: impl Write + Send,
) -> io::Result<BatchOutcome>
where
    <A::Search as Bestmove>::Game: Send,
{
    run.shown(Progress::lines(batch.length), |screen| {
        let shared = BatchState::new(what, &batch, &run.pool, output, screen);
        shared.run(batch, run, input)
    })
}

/// The end of the input: lines passed over, and an error of reading.
struct InputEnd {
    skipped: u64,
    unread: Option<io::Error>,
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
            threads: pool.threads(),
            output: Output::new(output, batch.ordered),
            stops: Stops::new(batch.jobs),
            errors: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            screen,
            done: AtomicU64::new(0),
            length: batch.length,
        }
    }

    /// Starts the jobs, reads the input, and waits for the last answer.
    fn run(self, batch: Batch, run: &Run, input: impl BufRead + Send) -> io::Result<BatchOutcome>
    where
        <A::Search as Bestmove>::Game: Send,
    {
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

    /// Another line is done.
    fn count(&self) {
        self.screen.count(self.done.fetch_add(1, Relaxed) + 1, self.length);
    }

    /// Whether no further line is wanted.
    fn ended(&self) -> bool {
        self.stops.ended() || self.output.failed()
    }

    /// Reads lines and hands them on.
    fn read(&self, input: impl BufRead, mut earlier: Earlier, to: &Sender<BatchLine>) -> InputEnd {
        let (mut place, mut skipped) = (0, 0);
        for (number, line) in BoundedLines::new(input).enumerate() {
            let line = match line {
                Ok(line) => line,
                Err(error) => return InputEnd { skipped, unread: Some(error) },
            };
            let asked = match line {
                Ok(line) => LineRequest::read(&line, |plain| self.what.plain(plain)),
                Err(why) => Some(LineRequest::refused(None, why)),
            };
            let Some(LineRequest { id, request }) = asked else { continue };
            let id = id.unwrap_or_else(|| (number + 1).into());
            if earlier.has_answered(&id) {
                skipped += 1;
                self.count();
                continue;
            }
            self.output.wait_for_room(place, AHEAD, || self.ended());
            if self.ended() || to.send(BatchLine { place, id, request }).is_err() {
                break;
            }
            place += 1;
        }
        InputEnd { skipped, unread: None }
    }

    /// Answers lines with an engine on `pool` until there will be no more.
    fn work(&self, engine: &mut EngineOf<A>, pool: &Pool, from: &Receiver<BatchLine>, slot: &StopSlot)
    where
        <A::Search as Bestmove>::Game: Send,
    {
        let _ends = self.stops.end_on_panic();
        while let Ok(first) = from.recv() {
            pool.install(|mut worker| {
                let mut next = Some(first);
                while let Some(job) = next {
                    // An answer is that of a search alone, whichever lines came before.
                    if !self.what.is_exact() {
                        engine.new_game();
                    }
                    self.line(engine, worker.lend(), job, slot);
                    next = from.try_recv().ok();
                }
            });
        }
    }

    /// Answers one line, unless Ctrl-C ends its search.
    fn line(&self, engine: &EngineOf<A>, worker: Worker<'_>, job: BatchLine, slot: &StopSlot) {
        let BatchLine { place, id, request } = job;
        let text = match request.and_then(|request| self.what.search(&request)) {
            Ok(search) => match self.answer(engine, worker, &search, id, slot) {
                Some(document) => sparring_report::json(&document, PROGRAM),
                None => return,
            },
            Err(error) => {
                self.errors.fetch_add(1, Relaxed);
                serde_json::to_string(&AnalysisError { id, error }).expect("documents are plain data")
            }
        };
        self.output.put(place, text + "\n");
        self.count();
    }

    /// Searches a position. `None` if Ctrl-C has ended the search.
    fn answer(
        &self,
        engine: &EngineOf<A>,
        worker: Worker<'_>,
        search: &A::Search,
        id: serde_json::Value,
        slot: &StopSlot,
    ) -> Option<AnalysisDocument> {
        let switch = engine.stop_switch();
        if self.ended() {
            return None;
        }
        let mut answer = self.stops.search(slot, &switch, || {
            let answer = engine.go_on(worker, search.evaluator(), search.question(), &switch, &mut |_| {});
            self.nodes.fetch_add(answer.counts.nodes, Relaxed);
            answer
        })?;
        if let Some(last) = answer.last.as_mut().filter(|_| self.repeatable) {
            last.pv.truncate(1);
            last.lines.iter_mut().for_each(|line| line.pv.truncate(1));
        }
        Some(self.document(search, &answer, id))
    }

    fn document(&self, search: &A::Search, answer: &Answered<A>, id: serde_json::Value) -> AnalysisDocument {
        let AnswerKeys { position, best, value, pv, outcome, variant, lines } = search.keys(answer);
        AnalysisDocument {
            id,
            header: Header {
                game: A::Search::NAME,
                position,
                strategy: search.settings().strategy.name(),
                depth: answer.last.as_ref().map_or(0, |last| last.depth),
                threads: self.threads,
                best,
            },
            value,
            pv,
            nodes: (!self.repeatable).then_some(answer.counts.nodes),
            time_ns: (!self.repeatable).then_some(answer.time.as_nanos() as u64),
            tasks: (),
            workers: (),
            outcome,
            variant,
            lines: (search.settings().lines > 1).then_some(lines),
            flags: self.flags.clone(),
        }
    }
}
