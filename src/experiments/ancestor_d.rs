//! The experiment of 2021: chess, one move by Black on four boards, four plies deep.

use super::exercise::{Exercise, Rebuilt, Way};
use super::row::document;
use sparring_engine::game::Side;
use sparring_engine::games::chess::{Chess, NamedBoard, Simplified};
use sparring_engine::search::Strategy;
use sparring_engine::{Compiled, Engine};
use sparring_report::{Published, ReproduceDocument};

/// What is done, and what the ancestor reported.
const ABOUT: [&str; 5] = [
    "Experiment D (2021): chess, one move by Black on four boards, 4 plies deep. minimax, par, alphabeta and par-ab are its Seq, Par,",
    "SeqAB and ParAB; pvs and ybw, which it has not, stand beside its alpha-beta. The median of 3 searches or more, each with an empty",
    "table; speed-up over minimax (par), pvs (ybw), the same on one worker (par-ab). All rows of a board find the same move and score.",
    "Ancestor: rebuilt with GHC 9.0.2 -O2 on a machine of two processors, one parallel level. Its rules let kings be captured and know",
    "neither castling nor mate (on stamma it plays f6xe5, where Qh1 mates): its trees have 197,742, 498,615, 2,796,676 and 903,457 leaves.",
];

const DEPTH: u32 = 4;

/// The ancestor rebuilt (GHC 9.0.2 -O2, a machine of two processors): seconds for a board. The
/// parallel programs have one parallel level and were run on one thread and on two.
struct Board {
    board: NamedBoard,
    seq: f64,
    par: [f64; 2],
    seq_ab: f64,
    par_ab: [f64; 2],
    /// Of a parallel program: one for each of its moves at the root.
    sparks: u32,
    published: Report,
}

/// What was published of a board: seconds on a laptop with 8 cores, the parallel programs with one
/// parallel level and with two.
struct Report {
    seq: f64,
    par: [f64; 2],
    seq_ab: f64,
    par_ab: [f64; 2],
    /// With one level and with two.
    sparks: [Option<u32>; 2],
}

#[rustfmt::skip]
const BOARDS: [Board; 4] = [
    Board { board: NamedBoard::Start, seq: 5.88, par: [5.93, 3.35], seq_ab: 0.72, par_ab: [0.72, 0.42], sparks: 20,
        published: Report { seq: 12.5, par: [2.21, 2.13], seq_ab: 1.96, par_ab: [0.69, 0.81], sparks: [None, None] } },
    Board { board: NamedBoard::Sicilian, seq: 14.94, par: [14.96, 8.40], seq_ab: 1.82, par_ab: [1.85, 1.02], sparks: 22,
        published: Report { seq: 28.7, par: [4.98, 4.10], seq_ab: 3.90, par_ab: [1.26, 1.49], sparks: [None, None] } },
    Board { board: NamedBoard::Stamma, seq: 57.06, par: [58.63, 33.18], seq_ab: 8.91, par_ab: [8.91, 4.97], sparks: 39,
        published: Report { seq: 111.0, par: [15.6, 14.5], seq_ab: 17.9, par_ab: [3.48, 3.94], sparks: [Some(39), Some(1_740)] } },
    Board { board: NamedBoard::RuyLopez, seq: 28.06, par: [36.14, 19.39], seq_ab: 6.44, par_ab: [6.52, 3.54], sparks: 30,
        published: Report { seq: 54.1, par: [8.32, 7.28], seq_ab: 12.83, par_ab: [2.42, 2.86], sparks: [None, None] } },
];

/// The rows of the experiment with this number of different thread counts.
pub const fn rows(thread_counts: usize) -> usize {
    BOARDS.len() * (ALONE.len() + thread_counts * SHARED.len())
}

/// Runs it with each engine; the first has one worker. `progress` is called after every row and
/// ends the experiment by returning false. Whole, it has [`rows`] rows.
pub fn reproduce(engines: &mut [Engine<Chess>], progress: &mut dyn FnMut() -> bool) -> ReproduceDocument {
    document(("chess", "D"), &ABOUT, progress, |add| {
        let _all = BOARDS.iter().all(|board| {
            let position = board.board.position().with_side(Side::Second).expect("White is not in check");
            let question = Exercise::ask(&engines[0], &Compiled(Simplified), position, DEPTH);
            let ways = board.ways(engines.iter().map(|engine| engine.pool().threads()));
            let beside = (|way: &Way| board.rebuilt(way), |way: &Way| board.published(way));
            question.rows(engines, &Compiled(Simplified), ways, beside, add)
        });
    })
}

/// On one worker.
const ALONE: [Strategy; 3] = [Strategy::Minimax, Strategy::AlphaBeta, Strategy::Pvs];

/// On all, with their parallel depths.
const SHARED: [(Strategy, u32); 5] =
    [(Strategy::Par, 1), (Strategy::Par, 2), (Strategy::ParAb, 1), (Strategy::ParAb, 2), (Strategy::Ybw, 1)];

impl Board {
    fn ways(&self, thread_counts: impl Iterator<Item = usize>) -> Vec<Way> {
        let way = |threads, strategy, par_depth| {
            let board = self.board.name();
            let setting = match strategy {
                Strategy::Par | Strategy::ParAb => format!("{board}, parallel depth {par_depth}"),
                _ => board.to_owned(),
            };
            Way { setting, strategy, par_depth, threads }
        };
        let mut ways = ALONE.map(|strategy| way(1, strategy, 1)).to_vec();
        for threads in thread_counts {
            ways.extend(SHARED.map(|(strategy, par_depth)| way(threads, strategy, par_depth)));
        }
        ways
    }

    /// What was published of the same search. The parallel programs were timed on all cores.
    fn published(&self, way: &Way) -> Option<Published> {
        let Report { seq, par, seq_ab, par_ab, sparks } = self.published;
        let level = way.par_depth as usize - 1;
        let alone = |program: &str, seconds| (program.to_owned(), seconds, 1, None);
        let shared = |program, seconds: [f64; 2]| {
            let sparks = sparks[level].map(|sparks| format!("SPARKS: {sparks}"));
            (format!("{program},{},{DEPTH}", way.par_depth), seconds[level], 8, sparks)
        };
        let (program, seconds, cores, sparks) = match (way.strategy, way.threads) {
            (Strategy::Minimax, _) => alone("Seq,4", seq),
            (Strategy::AlphaBeta, _) => alone("SeqAB,4", seq_ab),
            (Strategy::Par, 2..) => shared("Par", par),
            (Strategy::ParAb, 2..) => shared("ParAB", par_ab),
            _ => return None,
        };
        Some(Published { program, seconds: Some(seconds), of: "move", cores, sparks })
    }

    /// The same search of the ancestor; its alpha-beta for those it does not have. Two parallel
    /// levels were not timed.
    fn rebuilt(&self, way: &Way) -> Option<Rebuilt> {
        let (n, sparks) = match (way.threads, self.sparks) {
            (1, all) => {
                (1, format!("SPARKS: {all} (0 converted, 0 overflowed, 0 dud, 0 GC'd, {all} fizzled)"))
            }
            (_, all) => {
                (2, format!("SPARKS: {all} ({} converted, 0 overflowed, 0 dud, 0 GC'd, 1 fizzled)", all - 1))
            }
        };
        let alone = |program: &str, seconds| Rebuilt { program: program.to_owned(), seconds, sparks: None };
        let shared = |program, seconds: [f64; 2]| Rebuilt {
            program: format!("{program},1,{DEPTH} -N{n}"),
            seconds: seconds[n - 1],
            sparks: Some(sparks),
        };
        match (way.strategy, way.par_depth) {
            (Strategy::Minimax, _) => Some(alone("Seq,4", self.seq)),
            (Strategy::AlphaBeta | Strategy::Pvs, _) => Some(alone("SeqAB,4", self.seq_ab)),
            (Strategy::Par, 1) => Some(shared("Par", self.par)),
            (Strategy::ParAb | Strategy::Ybw, 1) => Some(shared("ParAB", self.par_ab)),
            _ => None,
        }
    }
}
