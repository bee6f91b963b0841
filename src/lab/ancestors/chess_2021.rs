use super::collect::{Like, document};
use super::strategies::{STRATEGIES, compare};
use super::ways::{Way, all_ways};
use crate::documents::{About, ReproduceDocument, TimeSource};
use crate::measure::{Machine, Subject, Workers};
use sparring_engine::Compiled;
use sparring_engine::game::Side;
use sparring_engine::games::chess::{Chess, NamedBoard, Position, Simplified};
use sparring_engine::search::{SearchStrategy, Strategy};
use sparring_sched::PoolError;

const ABOUT: [&str; 6] = [
    "Experiment D (2021): chess, one move by Black on four boards, 4 plies deep. minimax, par, alphabeta and par-ab are its Seq, Par,",
    "SeqAB and ParAB; pvs and ybw, which it has not, stand beside its alpha-beta. The median of 3 searches or more, each with an empty",
    "table; speed-up over minimax (par), pvs (ybw), the same on one worker (par-ab). All rows of a board find the same move and score.",
    "Simulated workers are calibrated by the one-thread row that theirs are compared with. The published times are of two moves in",
    "a row, ours and those of the rebuilt programs of the first: compare ratios, not seconds. All published speed-ups are over Seq,",
    "those of ParAB too, which cuts.",
];

const ANCESTOR: [&str; 2] = [
    "rebuilt with GHC 9.0.2 -O2 on a machine of two processors, one parallel level. Its rules let kings be captured and know",
    "neither castling nor mate (on stamma it plays f6xe5, where Qh1 mates): its trees have 197,742, 498,615, 2,796,676 and 903,457 leaves.",
];

const DEPTH: u32 = 4;

pub const BOARDS: [NamedBoard; 4] =
    [NamedBoard::Start, NamedBoard::Sicilian, NamedBoard::Stamma, NamedBoard::RuyLopez];

const ALONE: [Strategy; 3] = [Strategy::Minimax, Strategy::AlphaBeta, Strategy::Pvs];

/// Strategies on all workers, and their parallel depths.
const SHARED: [(Strategy, u32); 5] =
    [(Strategy::Par, 1), (Strategy::Par, 2), (Strategy::ParAb, 1), (Strategy::ParAb, 2), (Strategy::Ybw, 1)];

pub fn rows(machine: &Machine<'_>) -> usize {
    BOARDS.len() * (ALONE.len() + machine.all().len() * SHARED.len()) + STRATEGIES
}

pub fn reproduce(
    machine: &Machine<'_>,
    progress: &mut dyn FnMut() -> bool,
) -> Result<ReproduceDocument, PoolError> {
    let about = About { done: ABOUT.map(str::to_owned).to_vec(), ancestor: &ANCESTOR };
    document(("chess", "D"), about, progress, |rows| {
        BOARDS.into_iter().try_for_each(|board| {
            let position = black_to_move(board);
            let found = chess(machine).find(&position, DEPTH, Strategy::Minimax);
            let search = |settings, pool: &_| chess(machine).once(&found, settings, pool);
            let (ways, best) = (ways(board, &machine.all()), position.san(found.best));
            all_ways(machine, ways, search, &best, |way| like(board, way), rows)
        })?;
        compare(machine, rows)
    })
}

pub fn chess<'s>(machine: &'s Machine<'s>) -> Subject<'s, Chess, Compiled<Simplified>> {
    Subject { game: &Chess, evaluator: &Compiled(Simplified), machine }
}

pub fn black_to_move(board: NamedBoard) -> Position {
    board.position().with_side(Side::Second).expect("White is not in check")
}

fn ways(board: NamedBoard, all: &[Workers]) -> Vec<Way> {
    let way = |workers, strategy, par_depth| {
        let setting = match level(strategy, par_depth) {
            Some(level) => format!("{}, {level}", board.name()),
            None => board.name().to_owned(),
        };
        Way { setting, depth: DEPTH, strategy, par_depth, workers }
    };
    let one = Workers { count: 1, clock: TimeSource::Real };
    let mut ways = ALONE.map(|strategy| way(one, strategy, 1)).to_vec();
    for &workers in all {
        ways.extend(SHARED.map(|(strategy, par_depth)| way(workers, strategy, par_depth)));
    }
    ways
}

fn level(strategy: Strategy, par_depth: u32) -> Option<String> {
    let levels = matches!(strategy, Strategy::Par | Strategy::ParAb);
    levels.then(|| format!("parallel depth {par_depth}"))
}

/// The ancestor's names for a way. The ancestor lacks `pvs` and `ybw`, which stand beside
/// its alpha-beta.
fn like(board: NamedBoard, way: &Way) -> Like {
    let level = way.par_depth;
    let (published, rebuilt) = match way.strategy {
        Strategy::Minimax => (Some("Seq,4".to_owned()), "Seq,4".to_owned()),
        Strategy::AlphaBeta => (Some("SeqAB,4".to_owned()), "SeqAB,4".to_owned()),
        Strategy::Par => (Some(format!("Par,{level},4")), format!("Par,{level},4")),
        Strategy::ParAb => (Some(format!("ParAB,{level},4")), format!("ParAB,{level},4")),
        Strategy::Pvs => (None, "SeqAB,4".to_owned()),
        _ => (None, "ParAB,1,4".to_owned()),
    };
    let averaged = [Some(way.strategy.name().to_owned()), self::level(way.strategy, level)];
    let averaged = averaged.into_iter().flatten().collect::<Vec<_>>().join(", ");
    Like { published, rebuilt: Some(rebuilt), setting: board.name().to_owned(), averaged: Some(averaged) }
}
