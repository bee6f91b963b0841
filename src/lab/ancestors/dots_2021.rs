use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::collect::{Like, document};
use super::ways::{Way, all_ways};
use crate::documents::{About, ReproduceDocument, ReproduceRow, TimeSource};
use crate::measure::{Found, Halt, Machine, Run, Subject, Workers};
use sparring_engine::Compiled;
use sparring_engine::game::{Evaluator, Score};
use sparring_engine::games::dots::{Board, BoxesWon, Dots, Finished, Position, Rules, Size};
use sparring_engine::search::Strategy;
use sparring_engine::solve::dots::{self, Solver};
use sparring_report::Ledger;
use sparring_sched::PoolError;

const ABOUT: [&str; 9] = [
    "Experiment C (2021): the first move on 2x2 boxes, players alternating, 9 of 12 edges deep. minimax and par look at all",
    "79,833,600 leaves (12*11*...*4, counted where they are evaluated) and at 104,557,344 nodes; no table, no cuts. ybw",
    "answers the same question with both; its baseline is pvs. The median of 3 searches or more; par's speed-up is over minimax.",
    "solve plays on to the end: the value of the game is -2, and every first move keeps it. The edge that is best at depth 9 is",
    "only the first of those that look best from there.",
    "Memory is the most that the process kept resident. Simulated workers are calibrated by the one-thread row",
    "of minimax or pvs. The paper disagrees with itself twice: it says that 5 % or less of the sparks of both best runs were",
    "converted, and its table has 43.8 % for the second (parallel depth 2, 8 cores); at parallel depth 5 its table has the",
    "same sparks for 6 and 7 cores.",
];

const ANCESTOR: [&str; 2] = [
    "rebuilt with GHC 9.0.2 -O2 on a machine of two processors; from parallel depth 2 on it hands the turn on wrongly",
    "and searches another game.",
];

const DEPTH: u32 = 9;

/// 12 * 11 * ... * 4: the sequences of nine out of twelve edges.
const LEAVES: u64 = 79_833_600;

/// Nodes of the tree without its root.
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

/// The most leaves evaluated again to find the end of the best line: those of three plies, two, and
/// one.
const LINE: u64 = 6 * 5 * 4 + 5 * 4 + 4 + 1;

/// Value of the game for the first player.
const VALUE: Score = -2;

/// Largest published parallel depth.
const PAR_DEPTHS: u32 = 5;

pub fn rows(machine: &Machine<'_>) -> usize {
    3 + machine.all().len() * (PAR_DEPTHS as usize + 1)
}

pub fn reproduce(
    machine: &Machine<'_>,
    progress: &mut dyn FnMut() -> bool,
) -> Result<ReproduceDocument, PoolError> {
    let game = Dots::new(Board::grid(Size::new(2, 2).expect("a small grid")), Rules::Alternate);
    let evaluator = Compiled(BoxesWon::of(&game));
    let about = About { done: ABOUT.map(str::to_owned).to_vec(), ancestor: &ANCESTOR };
    document(("dots", "C"), about, progress, |rows| {
        let found = ask(&game, machine);
        let subject = Subject { game: &game, evaluator: &evaluator, machine };
        let search = |settings, pool: &_| subject.once(&found, settings, pool);
        all_ways(machine, ways(&machine.all()), search, &game.board().name(found.best), like, rows)?;
        rows.add(solved(&game, machine)?, Like::default())
    })
}

const ONE: Workers = Workers { count: 1, clock: TimeSource::Real };

fn ways(all: &[Workers]) -> Vec<Way> {
    let whole = |strategy, workers| Way {
        setting: format!("depth {DEPTH}"),
        depth: DEPTH,
        strategy,
        par_depth: 1,
        workers,
    };
    let mut ways = vec![whole(Strategy::Minimax, ONE)];
    for &workers in all {
        ways.extend((1..=PAR_DEPTHS).map(|par_depth| Way {
            setting: format!("parallel depth {par_depth}"),
            depth: DEPTH,
            strategy: Strategy::Par,
            par_depth,
            workers,
        }));
    }
    ways.push(whole(Strategy::Pvs, ONE));
    ways.extend(all.iter().map(|&workers| whole(Strategy::Ybw, workers)));
    ways
}

fn solved(game: &Dots, machine: &Machine<'_>) -> Result<ReproduceRow, Halt> {
    let row = machine.timed(machine.one(), &mut |pool| {
        let solver = Solver::new(game, 1);
        let before = pool.snapshot();
        let solved = solver.solve(dots::Request::value(0), pool, &pool.cancel_scope(), &mut |_| {});
        let answer = solved.expect("nobody cancels this scope");
        assert_eq!(answer.value, VALUE, "the first player loses by two boxes");
        let ledger = Ledger::between(&before, &pool.snapshot());
        let ns_per_decision = answer.time.as_nanos() as u64;
        Ok(Run { ns_per_decision, decisions: 1, nodes: answer.nodes, ledger })
    })?;
    let depth = game.board().edges() as u32;
    Ok(ReproduceRow { setting: "to the end".to_owned(), depth, strategy: "solve", ..row })
}

fn like(way: &Way) -> Like {
    let program = match way.strategy {
        Strategy::Minimax => "algo-seq",
        Strategy::Par => "algo-par",
        _ => return Like::default(),
    };
    let [published, rebuilt] = [(); 2].map(|()| Some(program.to_owned()));
    Like { published, rebuilt, setting: way.setting.clone(), averaged: None }
}

/// Searches by minimax and checks the number of leaves.
fn ask(game: &Dots, machine: &Machine<'_>) -> Found<Dots> {
    let counting = Counting { inner: BoxesWon::of(game), leaves: AtomicU64::new(0) };
    let subject = Subject { game, evaluator: &counting, machine };
    let found = subject.find(&Position::new(0), DEPTH, Strategy::Minimax);
    let leaves = counting.leaves.into_inner();
    assert!((LEAVES..=LEAVES + LINE).contains(&leaves), "every sequence is looked at: {leaves}");
    assert_eq!(found.nodes, NODES, "minimax looks at all of the tree");
    found
}

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
