//! The value of a position, then all moves that keep it. Null-window questions find the value, each
//! chosen by the last answer (MTD(f): Plaat, Schaeffer, Pijls and de Bruin 1996).

use std::sync::Mutex;
use std::time::Duration;

use super::children::{SORTED_EDGES, SORTERS};
use super::graph::Graph;
use super::key::Namer;
use super::names::Caches;
use super::node_counter::NodeCounter;
use super::run::{Goal, Listener, Proved, Run, State, lock};
use super::search::{Below, Report, Search, Task};
use super::table::Table;
use crate::games::dots::{Dots, Edge, Rules, edges_of};
use crate::search::Limits;
use sparring_sched::{CancelScope, Cancelled, Pool};

/// A question to a [`Solver`].
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// The edges drawn already.
    pub drawn: u64,
    /// True if only the value is wanted.
    pub value_only: bool,
    /// Limits that end the solve early. It may exceed them slightly, because workers report in
    /// batches.
    pub limits: Limits,
}

impl Request {
    /// Asks for the value of a position and all optimal moves.
    pub fn optimal(drawn: u64) -> Request {
        Request { drawn, value_only: false, limits: Limits::default() }
    }

    /// Asks for the value alone.
    pub fn value(drawn: u64) -> Request {
        Request { value_only: true, ..Request::optimal(drawn) }
    }

    /// Replaces the limits.
    pub fn within(self, limits: Limits) -> Request {
        Request { limits, ..self }
    }
}

/// A finished solve.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The net value of boxes that the side to move still gains.
    pub value: i32,
    /// The edges that keep it, as a mask; `None` if only the value was asked for.
    pub optimal: Option<u64>,
    /// Nodes searched by all workers.
    pub nodes: u64,
    /// Nodes searched in cancelled tasks, or in tasks below them.
    pub wasted_nodes: u64,
    /// Time until the value was proved.
    pub value_time: Duration,
    /// Time until everything was proved.
    pub time: Duration,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
}

/// The partial results of a solve that was cancelled or met a limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unfinished {
    /// A lower bound of the value.
    pub low: i32,
    /// An upper bound of the value.
    pub high: i32,
    /// Edges known to keep the value, tried in ascending order.
    pub keep: u64,
    /// Edges known not to keep it.
    pub lose: u64,
    /// Nodes searched by all workers.
    pub nodes: u64,
    /// Nodes searched in cancelled tasks, or in tasks below them.
    pub wasted_nodes: u64,
    /// Time until the value was proved, if it was.
    pub value_time: Option<Duration>,
    /// Time until the end.
    pub time: Duration,
    /// The share of the table in use, 0 to 1.
    pub fill: f64,
}

const SPLIT_EDGES: u32 = 22;

/// Solves positions of one board under one set of rules, and remembers its results.
pub struct Solver {
    pub(super) game: Dots,
    pub(super) graph: Graph,
    pub(super) table: Table,
    names: Caches,
    pub(super) proved: Mutex<Proved>,
}

impl Solver {
    /// Creates a solver with a table of at most `hash_mib` MiB, or less if the board has fewer
    /// positions.
    ///
    /// # Panics
    /// If a box is worth less than 0, or all of them 2^23 or more.
    pub fn new(game: &Dots, hash_mib: usize) -> Solver {
        let values = || game.board().cells().iter().map(|cell| i64::from(cell.value));
        assert!(values().all(|value| value >= 0), "got a box worth less than 0, expected 0 or more");
        assert!(values().sum::<i64>() < 1 << 23, "got boxes worth 2^23 or more, expected less in all");
        let edges = game.board().edges() as u32;
        // With boxes worth 1, a search meets fewer positions than fit into 2^(2/3 of the edges)
        // buckets, and a larger table takes long to clear.
        let graph = Graph::of(game.board());
        let all = if graph.unit { 64_usize << (edges * 2 / 3).min(48) } else { 16_usize << edges.min(48) };
        let table = Table::new(all.min(hash_mib << 20), graph.unit);
        let left = graph.left(0);
        let proved = Mutex::new(Proved { low: -left, high: left, ..Proved::default() });
        Solver { game: game.clone(), graph, table, names: Caches::new(), proved }
    }

    /// The rules and the board.
    pub fn game(&self) -> &Dots {
        &self.game
    }

    /// The share of the table in use, 0 to 1, from a sample. May be called during a solve.
    pub fn table_fill(&self) -> f64 {
        self.table.fill()
    }

    /// Bytes of the table.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Finds the value of a position and all optimal moves, the same at every thread count.
    ///
    /// # Errors
    /// The partial results when a limit was met or `scope` was cancelled.
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
        let stopwatch = pool.stopwatch();
        let run = Run::new(self.recall(drawn), listener, (scope, request.limits), stopwatch.clone());
        let report = |nodes| run.report(nodes, &self.table);
        let search = self.search(pool.threads(), &run, &report);
        let all = Below::default();
        let outcome = pool.install_in(scope, |at| {
            search.run(at, &all, |task| {
                let value = self.value(&search, task, &run)?;
                let value_time = stopwatch.elapsed();
                lock(&run.state).value_time = Some(value_time);
                let optimal =
                    (!request.value_only).then(|| self.optimal(&search, task, value, &run)).transpose()?;
                Ok((value, value_time, optimal))
            })
        });
        let (nodes, wasted_nodes) = (search.nodes.all(), all.wasted());
        let (time, fill) = (stopwatch.elapsed(), self.table.fill());
        let State { proved: Proved { low, high, keep, lose, .. }, value_time, .. } = *lock(&run.state);
        match outcome {
            Ok((value, value_time, optimal)) => {
                Ok(Answer { value, optimal, nodes, wasted_nodes, value_time, time, fill })
            }
            Err(_) => Err(Unfinished { low, high, keep, lose, nodes, wasted_nodes, value_time, time, fill }),
        }
    }

    /// Finds a line of optimal moves from a position of this value, each the lowest edge that keeps
    /// the value; shorter if the value is wrong, a limit was met, or `scope` was cancelled.
    pub fn line(
        &self,
        drawn: u64,
        value: i32,
        limits: Limits,
        pool: &Pool,
        scope: &CancelScope,
    ) -> Vec<Edge> {
        let proved = Proved { drawn, low: value, high: value, ..Proved::default() };
        let silent = &mut |_| {};
        let run = Run::new(proved, silent, (scope, limits), pool.stopwatch());
        let report = |nodes| run.report(nodes, &self.table);
        let search = self.search(pool.threads(), &run, &report);
        let mut line = Vec::new();
        let _cut_short: Result<(), Cancelled> = pool.install_in(scope, |at| {
            search.run(at, &Below::default(), |task| {
                let (mut drawn, mut value) = (drawn, value);
                while drawn != self.graph.all {
                    let mut next = None;
                    for edge in edges_of(self.graph.all & !drawn) {
                        if self.keeps(&search, task, drawn, value, edge)? {
                            next = Some(edge);
                            break;
                        }
                    }
                    // No edge keeps the value if an entry of the table is wrong (`slot`).
                    let Some(edge) = next else { return Ok(()) };
                    value = self.value_after(drawn, value, edge);
                    drawn |= edge.bit();
                    line.push(edge);
                }
                Ok(())
            })
        });
        line
    }

    pub(super) fn namer(&self) -> Namer<'_> {
        Namer { graph: &self.graph, names: self.names.of(0) }
    }

    pub(super) fn recall(&self, drawn: u64) -> Proved {
        assert!(drawn & !self.graph.all == 0, "an edge beyond the board is drawn");
        let mut proved = lock(&self.proved);
        if proved.drawn != drawn {
            let left = self.graph.left(drawn);
            *proved = Proved { drawn, low: -left, high: left, ..Proved::default() };
        }
        *proved
    }

    fn search<'s>(&'s self, workers: usize, run: &'s Run<'_, '_>, report: &'s Report<'s>) -> Search<'s> {
        let chains = self.game.rules() == Rules::Standard && self.graph.unit;
        let sorts = chains && workers <= SORTERS && self.graph.undrawn(0) >= SORTED_EDGES;
        Search {
            graph: &self.graph,
            names: &self.names,
            rules: self.game.rules(),
            chains,
            sorts,
            table: &self.table,
            split_edges: SPLIT_EDGES,
            nodes: NodeCounter::new(workers),
            done: &run.done,
            report,
        }
    }

    fn value(&self, search: &Search<'_>, task: &mut Task<'_>, run: &Run<'_, '_>) -> Result<i32, Cancelled> {
        loop {
            let proved = lock(&run.state).proved;
            let Some((goal, expected)) = proved.question() else { return Ok(proved.low) };
            run.ask(Goal::AtLeast(goal));
            let bound = search.at_least(task, proved.drawn, goal, expected)?;
            let yes = bound >= goal;
            self.note(run, |proved| *if yes { &mut proved.low } else { &mut proved.high } = bound);
        }
    }

    fn optimal(
        &self,
        search: &Search<'_>,
        task: &mut Task<'_>,
        value: i32,
        run: &Run<'_, '_>,
    ) -> Result<u64, Cancelled> {
        let Proved { drawn, keep, lose, .. } = lock(&run.state).proved;
        let mut known = Vec::new();
        for edge in edges_of(self.graph.all & !drawn) {
            let (gain, closes) = self.graph.gain(drawn, edge.index());
            let key = (search.namer(task).key(drawn | edge.bit()), gain, closes);
            let twin = known.iter().find(|(known, _)| *known == key).map(|(_, keeps)| *keeps);
            let keeps = match twin {
                Some(keeps) => keeps,
                None if (keep | lose) & edge.bit() != 0 => keep & edge.bit() != 0,
                None => {
                    run.ask(Goal::Keeps(edge));
                    self.keeps(search, task, drawn, value, edge)?
                }
            };
            known.push((key, keeps));
            self.note(run, |proved| *if keeps { &mut proved.keep } else { &mut proved.lose } |= edge.bit());
        }
        Ok(lock(&run.state).proved.keep)
    }

    fn keeps(
        &self,
        search: &Search<'_>,
        task: &mut Task<'_>,
        drawn: u64,
        value: i32,
        edge: Edge,
    ) -> Result<bool, Cancelled> {
        let (gain, closes) = self.graph.gain(drawn, edge.index());
        let after = drawn | edge.bit();
        Ok(if closes && self.game.rules() == Rules::Standard {
            search.at_least(task, after, value - gain, true)? >= value - gain
        } else {
            search.at_least(task, after, gain - value + 1, false)? <= gain - value
        })
    }

    fn value_after(&self, drawn: u64, value: i32, edge: Edge) -> i32 {
        let (gain, closes) = self.graph.gain(drawn, edge.index());
        if closes && self.game.rules() == Rules::Standard { value - gain } else { gain - value }
    }

    fn note(&self, run: &Run<'_, '_>, change: impl FnOnce(&mut Proved)) {
        let mut state = lock(&run.state);
        change(&mut state.proved);
        *lock(&self.proved) = state.proved;
    }
}
