//! The searches that were asked for and have not been answered.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::info::{self, Effort, PvInfo};
use sparring_engine::games::chess::{Chess, Move, Position};
use sparring_engine::search::PartialIteration;
use sparring_engine::{Engine, NodeCount, Stop};

/// Searches by number, counted from 1 in the order in which they were asked for. Counts of move
/// sequences and the benchmark are among them: `stop` ends them as well.
#[derive(Default)]
pub(super) struct Searches {
    /// The number of the last search that was asked for.
    asked: u64,
    /// All searches up to this number are answered.
    over: u64,
    /// All searches up to this number are to end.
    to_end: u64,
    /// The opponent has played the move that all searches up to this number pondered on.
    hit: u64,
    /// The search that runs, until it is answered.
    running: Option<Running>,
    /// When the last answer was given.
    pub answered: Option<Instant>,
}

/// A search that runs.
pub(super) struct Running {
    pub ticket: Ticket,
    pub position: Position,
    /// Whether scores are told with the chances of a win, a draw and a loss.
    pub shows_wdl: bool,
    pub stop: Stop,
    /// When its clock began to run. If it ponders, that is when the opponent has played the
    /// expected move.
    pub begins: Arc<OnceLock<Instant>>,
    /// By when it has to be answered, counted from there.
    pub most: Option<Duration>,
    /// Whether it ends when its clock begins to run, because nothing else ends it.
    pub ends_at_hit: bool,
    /// When it was begun.
    pub since: Instant,
    pub nodes: NodeCount,
    /// What it has found so far; nothing before its first depth is finished.
    pub found: Option<Answer>,
    /// The nodes of its finished depths.
    pub finished_nodes: u64,
}

/// What a search would answer if it ended now.
pub(super) enum Answer {
    /// A line that was told.
    Told(Vec<Move>),
    /// A line that was not.
    Untold(PartialIteration<Move>),
}

/// The right to search in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticket {
    number: u64,
    /// Whether the search has no limit: then it ends when another one is asked for.
    endless: bool,
}

impl Running {
    /// A search that begins now and has found nothing, without a limit of time.
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

    /// What is said when it ends with this answer.
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

    /// Something was found within a depth. Within the first it is no answer: it is only the best
    /// of some moves.
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
    /// Asks for a search. `endless`: it has no limit.
    pub fn ask(&mut self, endless: bool) -> Ticket {
        self.asked += 1;
        Ticket { number: self.asked, endless }
    }

    /// Ends all searches that were asked for.
    pub fn end(&mut self) {
        self.to_end = self.to_end.max(self.asked);
    }

    /// The opponent has played the expected move: what was asked for now counts its time.
    pub fn hit(&mut self) {
        self.hit = self.asked;
        if let Some(running) = &self.running {
            running.begins.get_or_init(Instant::now);
        }
    }

    /// Ends all searches, those that will be asked for too.
    pub fn close(&mut self) {
        self.to_end = u64::MAX;
    }

    /// Whether the session is over.
    pub fn is_closed(&self) -> bool {
        self.to_end == u64::MAX
    }

    /// Whether a search that was asked for is not answered.
    pub fn any(&self) -> bool {
        self.over < self.asked
    }

    /// A search begins.
    pub fn begin(&mut self, running: Running) {
        if self.is_hit(running.ticket) {
            running.begins.get_or_init(Instant::now);
        }
        self.running = Some(running);
    }

    /// The running search, if it is this one and was not answered.
    pub fn running(&mut self, ticket: Ticket) -> Option<&mut Running> {
        self.running.as_mut().filter(|running| running.ticket == ticket)
    }

    /// Whether a search is to end.
    pub fn is_to_end(&self, ticket: Ticket) -> bool {
        ticket.number <= self.to_end || ticket.endless && ticket.number < self.asked
    }

    /// Whether the opponent has played the move that a search ponders on.
    pub fn is_hit(&self, ticket: Ticket) -> bool {
        self.hit >= ticket.number
    }

    /// By when the running search has to be answered.
    pub fn deadline(&self) -> Option<Instant> {
        self.running.as_ref()?.deadline()
    }

    /// Stops the running search if it is to end. If it has found anything, it is answered
    /// with that; returns what is to be said.
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

    /// A search is over. Returns whether it was not answered before.
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
