//! The experiment of 2021: dots and boxes on 2x2 boxes, the players alternating, nine edges deep, all sequences of them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::engine::{Engine, Evaluator, Request, Score, Strategy};
use crate::games::dots::{Board, BoxesWon, Dots, Edge, Finished, Position, Rules, Size};
use crate::report::{Ancestor, Ledger, ReproduceDocument, ReproduceRow};
use crate::solve::dots::{self, Solver};

const DEPTH: u32 = 9;

/// 12 * 11 * ... * 4: the sequences of nine of twelve edges.
const LEAVES: u64 = 79_833_600;

/// Nodes of the whole tree, its root apart: the sequences of one to nine edges.
const NODES: u64 = {
    let (mut sequences, mut nodes, mut edges) = (1, 0, 0);
    while edges < DEPTH as u64 {
        sequences *= 12 - edges;
        nodes += sequences;
        edges += 1;
    }
    assert!(sequences == LEAVES);
    nodes
};

/// Leaves that are evaluated once more at most, to write down the end of the best line: those of two plies, then of one.
const LINE: u64 = 5 * 4 + 4 + 1;

/// The value of the game for the first player.
const VALUE: Score = -2;

/// Time in nanoseconds, nodes, and what became of the tasks.
type Run = (u64, u64, Ledger);

/// Searches of every row; the fastest counts.
const RUNS: usize = 3;

/// The ancestor rebuilt (GHC 9.0.2 -O2, a machine of two processors): seconds of the sequential program.
const SEQUENTIAL: f64 = 25.52;

/// The same for parallel depth 1 on one thread.
const ALONE: f64 = 25.29;

/// The same for parallel depths 1 to 5 on two threads, and its sparks.
const PARALLEL: [(f64, &str); 5] = [
    (13.19, "SPARKS: 12 (11 converted, 0 overflowed, 0 dud, 0 GC'd, 1 fizzled)"),
    (13.97, "SPARKS: 144 (13 converted, 0 overflowed, 0 dud, 0 GC'd, 131 fizzled)"),
    (14.67, "SPARKS: 1485 (16 converted, 0 overflowed, 0 dud, 21 GC'd, 1448 fizzled)"),
    (13.34, "SPARKS: 13344 (23 converted, 0 overflowed, 0 dud, 0 GC'd, 13321 fizzled)"),
    (13.24, "SPARKS: 108384 (30 converted, 0 overflowed, 0 dud, 152 GC'd, 108202 fizzled)"),
];

/// The rows of an experiment with so many different numbers of threads.
pub const fn rows(thread_counts: usize) -> usize {
    3 + thread_counts * (PARALLEL.len() + 1)
}

/// The game of the experiment.
pub fn game() -> Dots {
    Dots::new(Board::grid(Size::new(2, 2).expect("a small grid")), Rules::Alternate)
}

/// Runs it, on one worker and with each of `thread_counts`; `engine` makes an engine for [`game`]. `progress` hears of every row, the
/// number of all of them being [`rows`]. False from it ends the experiment.
///
/// # Errors
/// Those of `engine`.
pub fn reproduce<E>(
    thread_counts: &[usize],
    engine: impl Fn(usize) -> Result<Engine<Dots>, E>,
    mut progress: impl FnMut() -> bool,
) -> Result<ReproduceDocument, E> {
    let mut one = engine(1)?;
    let question = Question::ask(&one);
    let mut rows = vec![question.row(&mut one, Strategy::Minimax, 1, None)];
    let minimax = rows[0].ns_per_decision;
    rows[0].ancestor = Some(beside(&rows[0], "algo-seq", SEQUENTIAL, None));
    let mut go_on = progress();
    'all: for &threads in thread_counts {
        let mut engine = engine(threads)?;
        for (i, (seconds, sparks)) in PARALLEL.into_iter().enumerate() {
            if !go_on {
                break 'all;
            }
            let mut row = question.row(&mut engine, Strategy::Par, 1 + i as u32, Some(minimax));
            row.ancestor = match (threads, i) {
                (1, 0) => Some(beside(&row, "algo-par 1 -N1", ALONE, None)),
                (1, _) => None,
                _ => Some(beside(&row, &format!("algo-par {} -N2", i + 1), seconds, Some(sparks))),
            };
            rows.push(row);
            go_on = progress();
        }
    }
    let mut pvs = None;
    for (strategy, threads) in std::iter::once((Strategy::Pvs, 1))
        .chain(thread_counts.iter().map(|&threads| (Strategy::Ybw, threads)))
    {
        if !go_on {
            break;
        }
        let row = question.row(&mut engine(threads)?, strategy, 1, pvs);
        pvs = pvs.or(Some(row.ns_per_decision));
        rows.push(row);
        go_on = progress();
    }
    if go_on {
        rows.push(solved(&one));
        progress();
    }
    Ok(ReproduceDocument { experiment: "C", about: about(), rows })
}

/// The whole game, twelve edges, by the solver; it knows nothing each time.
fn solved(engine: &Engine<Dots>) -> ReproduceRow {
    let mut run = || {
        let (solver, pool) = (Solver::new(engine.game(), 1), engine.pool());
        let before = pool.snapshot();
        let request = dots::Request { drawn: 0, value_only: true };
        let solved = solver.solve(request, pool, &pool.cancel_scope(), &mut |_| {});
        let answer = solved.expect("nobody cancels this scope");
        assert_eq!(answer.value, VALUE, "the first player loses by two boxes");
        (answer.time.as_nanos() as u64, answer.nodes, Ledger::between(&before, &pool.snapshot()))
    };
    let edges = engine.game().board().edges() as u32;
    row(fastest(&mut run), "to the end", edges, "solve", engine.pool().threads(), 1.0)
}

/// The run that took the least time.
fn fastest(run: &mut dyn FnMut() -> Run) -> Run {
    (0..RUNS).map(|_| run()).min_by_key(|(time, ..)| *time).expect("there is a run")
}

fn row(
    (time, nodes, ledger): Run,
    setting: &str,
    depth: u32,
    strategy: &'static str,
    threads: usize,
    speedup: f64,
) -> ReproduceRow {
    ReproduceRow {
        setting: setting.to_owned(),
        depth,
        keep: None,
        strategy,
        threads,
        decisions: 1,
        ns_per_decision: time,
        speedup,
        nodes,
        tasks: ledger.tasks,
        sparks: ledger.total.sparks_line(),
        ancestor: None,
    }
}

/// What every row has to find: the first of the best edges and its value.
struct Question {
    best: Edge,
    score: Score,
}

impl Question {
    /// Asks it once, by minimax with every leaf counted where it is evaluated.
    fn ask(engine: &Engine<Dots>) -> Question {
        let counting = Counting { inner: BoxesWon::of(engine.game()), leaves: AtomicU64::new(0) };
        let request = Request { strategy: Strategy::Minimax, ..Request::new(Position::new(0), DEPTH) };
        let answer = engine.answer(&counting, &request);
        let leaves = counting.leaves.into_inner();
        assert!((LEAVES..=LEAVES + LINE).contains(&leaves), "every sequence is looked at: {leaves}");
        let last = answer.last.expect("the game goes on");
        Question { best: last.best, score: last.score }
    }

    /// Asks it again, of an engine that knows nothing each time. `twin` is the time of the same strategy on one worker, for the speed-up.
    fn row(
        &self,
        engine: &mut Engine<Dots>,
        strategy: Strategy,
        par_depth: u32,
        twin: Option<u64>,
    ) -> ReproduceRow {
        let evaluator = BoxesWon::of(engine.game());
        let request = Request { strategy, par_depth, ..Request::new(Position::new(0), DEPTH) };
        let mut run = || {
            engine.new_game();
            let before = engine.pool().snapshot();
            let answer = engine.answer(&evaluator, &request);
            let ledger = Ledger::between(&before, &engine.pool().snapshot());
            assert_eq!(answer.best(), Some(self.best), "all strategies choose the same edge");
            assert_eq!(answer.score, self.score, "and give it the same value");
            if matches!(strategy, Strategy::Minimax | Strategy::Par) {
                assert_eq!(answer.counts.nodes, NODES, "minimax looks at all of the tree");
            }
            (answer.time.as_nanos() as u64, answer.counts.nodes, ledger)
        };
        let fastest = fastest(&mut run);
        let setting = match strategy {
            Strategy::Par => format!("parallel depth {par_depth}"),
            _ => format!("depth {DEPTH}"),
        };
        let speedup = twin.map_or(1.0, |twin| twin as f64 / fastest.0.max(1) as f64);
        row(fastest, &setting, DEPTH, strategy.name(), engine.pool().threads(), speedup)
    }
}

/// An evaluator that counts.
struct Counting {
    inner: BoxesWon,
    leaves: AtomicU64,
}

impl Evaluator<Dots> for Counting {
    fn unit(&self) -> &'static str {
        self.inner.unit()
    }

    fn bounds(&self) -> (Score, Score) {
        self.inner.bounds()
    }

    fn evaluate(&self, game: &Dots, position: &Position) -> Score {
        self.leaves.fetch_add(1, Relaxed);
        self.inner.evaluate(game, position)
    }

    fn outcome_value(&self, game: &Dots, position: &Position, end: Finished, ply: u32) -> Score {
        self.inner.outcome_value(game, position, end, ply)
    }
}

fn beside(row: &ReproduceRow, program: &str, seconds: f64, sparks: Option<&str>) -> Ancestor {
    Ancestor {
        program: program.to_owned(),
        ns_per_decision: Some((seconds * 1e9) as u64),
        times_faster: Some(seconds * 1e9 / row.ns_per_decision.max(1) as f64),
        sparks: sparks.map(str::to_owned),
    }
}

fn about() -> Vec<String> {
    [
        "Experiment C (2021): the first move on 2x2 boxes, players alternating, 9 of 12 edges deep. minimax and par look at all",
        "79,833,600 leaves (12*11*...*4, counted where they are evaluated) and at 104,557,344 nodes; no table, no cuts. ybw",
        "answers the same question with both; its twin is pvs. The fastest of 3 searches; par's speed-up is over minimax.",
        "solve plays on to the end: the value of the game is -2, and every first move keeps it. The edge that is best at depth 9 is",
        "only the first of those that look best from there.",
        "Ancestor: rebuilt with GHC 9.0.2 -O2 on a machine of two processors; from parallel depth 2 on it hands the turn on wrongly",
        "and searches another game. As published, on 8 cores: sequential 33.97 s, best parallel 7.55 s (depth 4; 13344 sparks,",
        "444 converted, 12900 fizzled); sparks at depths 1, 2, 3, 5: 12, 144, 1464, 108384.",
    ]
    .map(str::to_owned)
    .to_vec()
}
