//! From questions to answers: the value of a position, then all moves that keep it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::graph::Graph;
use super::search::{Lane, Search, WHOLE};
use super::table::Table;
use crate::games::dots::{Dots, Edge, Rules, edges_of};
use crate::sched::{CancelScope, Cancelled, Pool};

/// What is asked of a [`Solver`].
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The edges drawn already.
    pub drawn: u64,
    /// Whether only the value is wanted, not the optimal moves.
    pub value_only: bool,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The net value of boxes that the side to move still gains.
    pub value: i32,
    /// The edges that keep it, as a mask; `None` if only the value was asked for.
    pub optimal: Option<u64>,
    /// Nodes searched by all workers.
    pub nodes: u64,
    /// Until the value was proved.
    pub value_time: Duration,
    /// Until all was known.
    pub time: Duration,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
}

/// What was known when a solve was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The value is at least that.
    pub low: i32,
    /// The value is at most that.
    pub high: i32,
    /// Nodes searched by all workers.
    pub nodes: u64,
    /// Until the end.
    pub time: Duration,
}

/// How far a solve is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What is being asked.
    pub question: Question,
    /// How much of this question is answered, 0 to 1: a rough estimate, since subtrees are taken as equal.
    pub share: f64,
    /// Nodes searched by all workers.
    pub nodes: u64,
    /// Since the beginning.
    pub time: Duration,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
    /// The value is at least that.
    pub low: i32,
    /// The value is at most that.
    pub high: i32,
}

/// A question of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Is the value at least that?
    AtLeast(i32),
    /// Does this edge keep the value?
    Keeps(Edge),
}

/// Who hears of progress, on a worker's thread, some times a second.
pub type Listener<'l> = dyn FnMut(Progress) + Send + 'l;

/// The least time between two reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Nodes with fewer undrawn edges are not offered to other workers: about 50 us of work.
const SPLIT_EDGES: u32 = 22;

/// Solves positions of one board under one set of rules, and remembers what it has found.
pub struct Solver {
    game: Dots,
    graph: Graph,
    table: Table,
}

impl Solver {
    /// A solver with a table of at most `hash_mib` MiB; no larger than the number of positions asks for.
    pub fn new(game: &Dots, hash_mib: usize) -> Solver {
        let edges = game.board().edges() as u32;
        // From the empty board a search meets fewer positions than entries of 2^(2/3 of the edges) buckets: 0.07 M on 3 x 3, alternate,
        // 2.3 M on 3 x 4.
        let all = 64_usize << (edges * 2 / 3).min(48);
        let table = Table::new(all.min(hash_mib << 20));
        Solver { game: game.clone(), graph: Graph::of(game.board()), table }
    }

    /// The game.
    pub fn game(&self) -> &Dots {
        &self.game
    }

    /// The value of a position and all optimal moves, on all workers of the pool. The same whatever their number.
    ///
    /// # Errors
    /// What was known when `scope` was cancelled.
    ///
    /// # Panics
    /// If an edge is drawn that the board does not have.
    pub fn solve(
        &self,
        request: Request,
        pool: &Pool,
        scope: &CancelScope,
        listener: &mut Listener<'_>,
    ) -> Result<Answer, Unfinished> {
        let drawn = request.drawn;
        assert!(drawn & !self.graph.all == 0, "an edge beyond the board is drawn");
        let start = Instant::now();
        let left = self.graph.left(drawn);
        let state = Mutex::new(State {
            listener,
            low: -left,
            high: left,
            question: Question::AtLeast(0),
            last: start,
        });
        let done = AtomicU64::new(0);
        let report = |nodes| self.report(&state, &done, nodes, start);
        let search = Search {
            graph: &self.graph,
            rules: self.game.rules(),
            chains: self.game.rules() == Rules::Standard && self.graph.has_unit_values(),
            table: &self.table,
            split_edges: SPLIT_EDGES,
            nodes: AtomicU64::new(0),
            done: &done,
            report: &report,
        };
        let mut found = None;
        let outcome = pool.install_in(scope, |at| {
            search.task(at, |lane| {
                let value = self.value(&search, lane, drawn, &state)?;
                found = Some((value, start.elapsed()));
                (!request.value_only).then(|| self.optimal(&search, lane, drawn, value, &state)).transpose()
            })
        });
        let nodes = search.nodes.load(Relaxed);
        let state = lock(&state);
        match (outcome, found) {
            (Ok(optimal), Some((value, value_time))) => Ok(Answer {
                value,
                optimal,
                nodes,
                value_time,
                time: start.elapsed(),
                fill: self.table.fill(),
            }),
            _ => Err(Unfinished { low: state.low, high: state.high, nodes, time: start.elapsed() }),
        }
    }

    /// Asks until the bounds meet. The first question is whether the side to move does not lose.
    fn value(
        &self,
        search: &Search<'_>,
        lane: &mut Lane<'_>,
        drawn: u64,
        state: &Mutex<State<'_, '_>>,
    ) -> Result<i32, Cancelled> {
        let mut wish = 0;
        loop {
            let goal = {
                let mut state = lock(state);
                let State { low, high, .. } = *state;
                if low == high {
                    return Ok(low);
                }
                // Values have the parity of what is left: from the lower bound, a question every two points.
                let goal = wish.clamp(low + 2, high);
                state.question = Question::AtLeast(goal);
                goal
            };
            search.done.store(0, Relaxed);
            let bound = search.at_least(lane, drawn, goal)?;
            let mut state = lock(state);
            if bound >= goal {
                state.low = bound;
                wish = bound + 2;
            } else {
                state.high = bound;
                wish = bound;
            }
        }
    }

    /// The edges that keep the value.
    fn optimal(
        &self,
        search: &Search<'_>,
        lane: &mut Lane<'_>,
        drawn: u64,
        value: i32,
        state: &Mutex<State<'_, '_>>,
    ) -> Result<u64, Cancelled> {
        let mut known = Vec::new();
        let mut optimal = 0;
        for edge in edges_of(self.graph.all & !drawn) {
            let after = drawn | edge.bit();
            let (gain, closes) = self.graph.gain(drawn, edge.index());
            let key = (self.graph.key(after), gain, closes);
            let keeps = match known.iter().find(|(known, _)| *known == key) {
                Some((_, keeps)) => *keeps,
                None => {
                    lock(state).question = Question::Keeps(edge);
                    search.done.store(0, Relaxed);
                    if closes && self.game.rules() == Rules::Standard {
                        search.at_least(lane, after, value - gain)? >= value - gain
                    } else {
                        search.at_least(lane, after, gain - value + 1)? <= gain - value
                    }
                }
            };
            known.push((key, keeps));
            optimal |= u64::from(keeps) << edge.index();
        }
        Ok(optimal)
    }

    /// Passes on what a worker reports, if nobody else is doing so and the last report was some time ago.
    fn report(&self, state: &Mutex<State<'_, '_>>, done: &AtomicU64, nodes: u64, start: Instant) {
        let Ok(mut state) = state.try_lock() else { return };
        let now = Instant::now();
        if now - state.last < REPORT_EVERY {
            return;
        }
        state.last = now;
        let share = (done.load(Relaxed) as f64 / WHOLE as f64).min(1.0);
        let State { question, low, high, .. } = *state;
        let time = now - start;
        (state.listener)(Progress { question, share, nodes, time, fill: self.table.fill(), low, high });
    }
}

/// What a solve knows so far, and whom it tells.
struct State<'s, 'l> {
    listener: &'s mut Listener<'l>,
    low: i32,
    high: i32,
    question: Question,
    last: Instant,
}

/// A listener that panicked has poisoned the lock; what it protects is sound.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
