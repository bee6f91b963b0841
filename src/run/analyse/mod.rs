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

/// Most lines ahead of the oldest missing answer. They keep workers busy while the reader sleeps
/// some milliseconds, and take at most 64 MiB.
const AHEAD: u64 = 1 << 10;

/// An analysis of one game's positions. Lines can override its settings.
pub trait Analysis: Sync {
    type Search: Bestmove;

    /// Returns the search for a line.
    ///
    /// # Errors
    /// One line: got, expected, try.
    fn search(&self, request: &Request) -> Result<Self::Search, String>;

    /// Returns the flags that determine the answers, as typed.
    fn flags(&self) -> String;

    /// True if answers depend neither on the number of workers nor on earlier searches.
    fn is_exact(&self) -> bool {
        true
    }

    /// Returns the game of all searches.
    fn game(&self) -> <Self::Search as Bestmove>::Game;

    /// Reads a line that is not a JSON object.
    ///
    /// # Errors
    /// Same as [`Analysis::search`].
    fn plain(&self, line: &str) -> Result<Request, String>;
}

/// The parameters of a batch.
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
    /// Answers to skip.
    pub earlier: Earlier,
    /// Number of lines, if known.
    pub length: Option<u64>,
}

/// Returns the flags of an analysis.
pub fn flags_of<A: Analysis>(what: &A, repeatable: bool) -> String {
    what.flags() + if repeatable { " --repeatable" } else { "" }
}

pub struct BatchOutcome {
    pub summary: AnalysisSummary,
    /// Error that ended the input early.
    pub unread: Option<io::Error>,
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

type Answered<A> = AnswerOf<<A as Analysis>::Search>;

type EngineOf<A> = Engine<<<A as Analysis>::Search as Bestmove>::Game>;

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
) -> io::Result<BatchOutcome>
where
    <A::Search as Bestmove>::Game: Send,
{
    run.shown(Progress::lines(batch.length), |screen| {
        let shared = BatchState::new(what, &batch, &run.pool, output, screen);
        shared.run(batch, run, input)
    })
}

/// Skipped lines and a read error.
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

    /// Returns after the last answer.
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

    /// Answers queued lines with one engine.
    fn work(&self, engine: &mut EngineOf<A>, pool: &Pool, from: &Receiver<BatchLine>, slot: &StopSlot)
    where
        <A::Search as Bestmove>::Game: Send,
    {
        let _ends = self.stops.end_on_panic();
        while let Ok(first) = from.recv() {
            pool.install(|mut worker| {
                let mut next = Some(first);
                while let Some(job) = next {
                    // Answers must not depend on earlier lines.
                    if !self.what.is_exact() {
                        engine.new_game();
                    }
                    self.line(engine, worker.lend(), job, slot);
                    next = from.try_recv().ok();
                }
            });
        }
    }

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

    /// Searches a position. Returns `None` if Ctrl-C ended the search.
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
        let mut keys = search.keys(&answer);
        search.complete(&mut keys, &answer, engine);
        Some(self.document(search, &answer, keys, id))
    }

    fn document(
        &self,
        search: &A::Search,
        answer: &Answered<A>,
        keys: AnswerKeys,
        id: serde_json::Value,
    ) -> AnalysisDocument {
        let AnswerKeys { position, best, value, pv, outcome, variant, lines } = keys;
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
