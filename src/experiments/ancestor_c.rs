//! The experiment of 2021: dots and boxes on 2x2 boxes, the players alternating, nine edges deep,
//! all sequences of them.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::exercise::{Exercise, Rebuilt, Way, typical};
use super::row::document;
use sparring_engine::game::{Evaluator, Score};
use sparring_engine::games::dots::{Board, BoxesWon, Dots, Finished, Position, Rules, Size};
use sparring_engine::search::Strategy;
use sparring_engine::solve::dots::{self, Solver};
use sparring_engine::{Compiled, Engine};
use sparring_report::{Ledger, Published, ReproduceDocument, ReproduceRow};

/// What is done, and what the ancestor reported.
const ABOUT: [&str; 7] = [
    "Experiment C (2021): the first move on 2x2 boxes, players alternating, 9 of 12 edges deep. minimax and par look at all",
    "79,833,600 leaves (12*11*...*4, counted where they are evaluated) and at 104,557,344 nodes; no table, no cuts. ybw",
    "answers the same question with both; its baseline is pvs. The median of 3 searches or more; par's speed-up is over minimax.",
    "solve plays on to the end: the value of the game is -2, and every first move keeps it. The edge that is best at depth 9 is",
    "only the first of those that look best from there.",
    "Ancestor: rebuilt with GHC 9.0.2 -O2 on a machine of two processors; from parallel depth 2 on it hands the turn on wrongly",
    "and searches another game.",
];

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

/// Leaves that are evaluated once more at most, to write down the end of the best line: those of
/// three plies, then of two and of one.
const LINE: u64 = 6 * 5 * 4 + 5 * 4 + 4 + 1;

/// The value of the game for the first player.
const VALUE: Score = -2;

/// The ancestor rebuilt (GHC 9.0.2 -O2, a machine of two processors): seconds of the sequential
/// program.
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

/// The rows of the experiment with this number of different thread counts.
pub const fn rows(thread_counts: usize) -> usize {
    3 + thread_counts * (PARALLEL.len() + 1)
}

/// The game of the experiment.
pub fn game() -> Dots {
    Dots::new(Board::grid(Size::new(2, 2).expect("a small grid")), Rules::Alternate)
}

/// Runs it with each engine; the first has one worker. `progress` is called after every row and
/// ends the experiment by returning false. Whole, it has [`rows`] rows.
pub fn reproduce(engines: &mut [Engine<Dots>], progress: &mut dyn FnMut() -> bool) -> ReproduceDocument {
    let evaluator = Compiled(BoxesWon::of(engines[0].game()));
    let question = ask(&engines[0]);
    let ways = ways(engines.iter().map(|engine| engine.pool().threads()).collect());
    document(("dots", "C"), &ABOUT, progress, |add| {
        if question.rows(engines, &evaluator, ways, (rebuilt, published), add) {
            add(solved(&engines[0]));
        }
    })
}

fn ways(thread_counts: Vec<usize>) -> Vec<Way> {
    let whole =
        |strategy, threads| Way { setting: format!("depth {DEPTH}"), strategy, par_depth: 1, threads };
    let mut ways = vec![whole(Strategy::Minimax, 1)];
    for &threads in &thread_counts {
        ways.extend((1..=PARALLEL.len() as u32).map(|par_depth| Way {
            setting: format!("parallel depth {par_depth}"),
            strategy: Strategy::Par,
            par_depth,
            threads,
        }));
    }
    ways.push(whole(Strategy::Pvs, 1));
    ways.extend(thread_counts.iter().map(|&threads| whole(Strategy::Ybw, threads)));
    ways
}

/// The whole game, twelve edges, by the solver; it knows nothing each time.
fn solved(engine: &Engine<Dots>) -> ReproduceRow {
    let (board, pool) = (engine.game().board(), engine.pool());
    typical(("to the end".to_owned(), board.edges() as u32, "solve", pool.threads()), || {
        let solver = Solver::new(engine.game(), 1);
        let before = pool.snapshot();
        let solved = solver.solve(dots::Request::value(0), pool, &pool.cancel_scope(), &mut |_| {});
        let answer = solved.expect("nobody cancels this scope");
        assert_eq!(answer.value, VALUE, "the first player loses by two boxes");
        (answer.time.as_nanos() as u64, answer.nodes, Ledger::between(&before, &pool.snapshot()))
    })
}

/// What was published: on a laptop the time on two cores at parallel depth 1, the best time on
/// eight cores, at parallel depth 4, and the sparks at each depth.
fn published(way: &Way) -> Option<Published> {
    let (program, seconds, cores, sparks) = match (way.strategy, way.par_depth, way.threads) {
        (Strategy::Minimax, ..) => ("algo-seq".to_owned(), Some(33.97), 1, None),
        (Strategy::Par, depth, 2..) => {
            let (seconds, cores, sparks) = match depth {
                1 => (Some(21.1), 2, "SPARKS: 12 (11 converted, 1 fizzled)"),
                2 => (None, 8, "SPARKS: 144"),
                3 => (None, 8, "SPARKS: 1464"),
                4 => (Some(7.55), 8, "SPARKS: 13344 (444 converted, 12900 fizzled)"),
                _ => (None, 8, "SPARKS: 108384"),
            };
            (format!("algo-par {depth}"), seconds, cores, Some(sparks.to_owned()))
        }
        _ => return None,
    };
    Some(Published { program, seconds, of: "move", cores, sparks })
}

fn rebuilt(way: &Way) -> Option<Rebuilt> {
    let (seconds, sparks) = PARALLEL[way.par_depth as usize - 1];
    let (program, seconds, sparks) = match (way.strategy, way.par_depth, way.threads) {
        (Strategy::Minimax, ..) => ("algo-seq".to_owned(), SEQUENTIAL, None),
        (Strategy::Par, 1, 1) => ("algo-par 1 -N1".to_owned(), ALONE, None),
        (Strategy::Par, depth, 2..) => (format!("algo-par {depth} -N2"), seconds, Some(sparks.to_owned())),
        _ => return None,
    };
    Some(Rebuilt { program, seconds, sparks })
}

/// Asks minimax, with every leaf counted where it is evaluated.
fn ask(engine: &Engine<Dots>) -> Exercise<Dots> {
    let counting = Counting { inner: BoxesWon::of(engine.game()), leaves: AtomicU64::new(0) };
    let question = Exercise::ask(engine, &counting, Position::new(0), DEPTH);
    let leaves = counting.leaves.into_inner();
    assert!((LEAVES..=LEAVES + LINE).contains(&leaves), "every sequence is looked at: {leaves}");
    assert_eq!(question.nodes, NODES, "minimax looks at all of the tree");
    question
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
