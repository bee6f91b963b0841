//! Searches that were asked for and not yet answered.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::info::{self, Effort, PvInfo};
use sparring_engine::games::chess::{Chess, Move, Position};
use sparring_engine::search::PartialIteration;
use sparring_engine::{Engine, NodeCount, Stop};

/// Searches, numbered from 1 in order. Perft and benchmarks are included, because `stop` ends them.
#[derive(Default)]
pub(super) struct Searches {
    asked: u64,
    /// All searches up to this number are answered.
    over: u64,
    /// All searches up to this number must end.
    to_end: u64,
    /// True after `quit` or the end of the input.
    closed: bool,
    /// `ponderhit` came for all up to this number.
    hit: u64,
    running: Option<Running>,
    pub answered: Option<Instant>,
}

pub(super) struct Running {
    pub ticket: Ticket,
    pub position: Position,
    pub shows_wdl: bool,
    pub stop: Stop,
    /// Start of its clock; when pondering, at `ponderhit`.
    pub begins: Arc<OnceLock<Instant>>,
    /// Deadline, counted from `begins`.
    pub most: Option<Duration>,
    /// True if it ends when its clock starts, as nothing else ends it.
    pub ends_at_hit: bool,
    pub since: Instant,
    pub nodes: NodeCount,
    /// Answer so far; `None` before its first finished depth.
    pub found: Option<Answer>,
    pub finished_nodes: u64,
}

pub(super) enum Answer {
    /// A reported line.
    Told(Vec<Move>),
    /// An unreported line.
    Untold(PartialIteration<Move>),
}

/// The identity of a requested search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    number: u64,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Limited,
    /// A search without a limit, which another request ends.
    Endless,
    /// Perft or a benchmark, which only `stop` ends.
    Count,
}

impl Running {
    pub fn new(ticket: Ticket, position: Position, engine: &Engine<Chess>, stop: Stop) -> Running {
        Running {
            ticket,
            position,
            shows_wdl: false,
            stop,
            begins: Arc::default(),
            most: None,
            ends_at_hit: false,
            since: Instant::now(),
            nodes: engine.node_count(),
            found: None,
            finished_nodes: 0,
        }
    }

    fn text(&self, answer: &Answer) -> String {
        let Running { position, since, shows_wdl, .. } = self;
        let nodes = self.nodes.nodes().max(self.finished_nodes);
        let effort = Effort { nodes, time: since.elapsed() };
        let (info, pv) = match answer {
            Answer::Told(pv) => (info::effort(&effort), pv),
            Answer::Untold(found) => {
                (info::pv(position, *shows_wdl, &PvInfo::unfinished(found), &effort), &found.line.pv)
            }
        };
        info + &info::bestmove(position, pv)
    }

    /// Replaces the answer from within a depth. The first depth's is ignored: it is the best of
    /// only some moves.
    pub fn lead(&mut self, answer: Answer) {
        if self.found.is_some() {
            self.found = Some(answer);
        }
    }

    fn deadline(&self) -> Option<Instant> {
        Some(*self.begins.get()? + self.most?)
    }
}

impl Searches {
    pub fn ask(&mut self, kind: Kind) -> Ticket {
        self.asked += 1;
        Ticket { number: self.asked, kind }
    }

    pub fn end(&mut self) {
        self.to_end = self.to_end.max(self.asked);
    }

    /// Starts the clocks of all requested searches.
    pub fn hit(&mut self) {
        self.hit = self.asked;
        if let Some(running) = &self.running {
            running.begins.get_or_init(Instant::now);
        }
    }

    /// Ends all searches but counts, including future ones.
    pub fn close(&mut self) {
        self.closed = true;
    }

    pub fn is_closed(&self) -> bool {
        self.closed
    }

    pub fn any(&self) -> bool {
        self.over < self.asked
    }

    pub fn begin(&mut self, running: Running) {
        if self.is_hit(running.ticket) {
            running.begins.get_or_init(Instant::now);
        }
        self.running = Some(running);
    }

    /// The running search if it has this ticket and is unanswered.
    pub fn running(&mut self, ticket: Ticket) -> Option<&mut Running> {
        self.running.as_mut().filter(|running| running.ticket == ticket)
    }

    pub fn is_to_end(&self, ticket: Ticket) -> bool {
        let ends = match ticket.kind {
            Kind::Count => false,
            Kind::Limited => self.closed,
            Kind::Endless => self.closed || ticket.number < self.asked,
        };
        ends || ticket.number <= self.to_end
    }

    pub fn is_hit(&self, ticket: Ticket) -> bool {
        self.hit >= ticket.number
    }

    pub fn deadline(&self) -> Option<Instant> {
        self.running.as_ref()?.deadline()
    }

    /// Stops the running search if it must end. If it has an answer, marks it as answered and
    /// returns the text.
    pub fn due(&mut self) -> Option<String> {
        let running = self.running.as_ref()?;
        let ends_at_hit = running.ends_at_hit && self.is_hit(running.ticket);
        let is_late = running.deadline().is_some_and(|deadline| deadline <= Instant::now());
        if !(self.is_to_end(running.ticket) || ends_at_hit || is_late) {
            return None;
        }
        let running = self.running.as_mut()?;
        running.stop.stop();
        running.most = None;
        let (found, ticket) = (running.found.take()?, running.ticket);
        let text = running.text(&found);
        self.finish(ticket);
        Some(text)
    }

    /// Marks a search as finished. Returns true if it was unanswered.
    pub fn finish(&mut self, ticket: Ticket) -> bool {
        let runs = self.running(ticket).is_some();
        if runs {
            self.running = None;
        }
        let first = self.over < ticket.number;
        if first {
            self.answered = Some(Instant::now());
        }
        self.over = self.over.max(ticket.number);
        first
    }
}
