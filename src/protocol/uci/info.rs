//! The lines `info` and `bestmove`.

use std::time::Duration;

use super::wdl::wdl;
use sparring_engine::game::{Score, Side};
use sparring_engine::games::chess::{Move, Position, mate_in};
use sparring_engine::search::{Bound, PartialIteration, ScoredLine};

/// The cost of a search so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub nodes: u64,
    pub time: Duration,
}

/// A best line with its score, as one line `info` tells it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PvInfo<'a> {
    pub depth: u32,
    /// The deepest ply that was looked at, if that is known.
    pub seldepth: Option<u32>,
    /// Counted from 1.
    pub rank: usize,
    pub score: Score,
    pub bound: Bound,
    pub pv: &'a [Move],
    /// Slots of a thousand of the table that are taken, if they were counted.
    pub hashfull: Option<u32>,
}

impl<'a> PvInfo<'a> {
    /// The best line of a depth that is not finished.
    pub fn unfinished(found: &'a PartialIteration<Move>) -> PvInfo<'a> {
        let PartialIteration { depth, line: ScoredLine { score, pv }, bound } = found;
        PvInfo { depth: *depth, seldepth: None, rank: 1, score: *score, bound: *bound, pv, hashfull: None }
    }
}

/// The line `info` of a best line. `shows_wdl`: with the chances of a win, a draw and a
/// loss.
pub(super) fn pv(position: &Position, shows_wdl: bool, line: &PvInfo<'_>, effort: &Effort) -> String {
    let PvInfo { depth, seldepth, rank, score, bound, pv, hashfull } = *line;
    let seldepth = seldepth.map_or(String::new(), |plies| format!(" seldepth {plies}"));
    let hashfull = hashfull.map_or(String::new(), |permille| format!(" hashfull {permille} tbhits 0"));
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let chances = if shows_wdl { chances(position, score) } else { String::new() };
    let (score, effort, pv) = (value(score), counted(effort), position.line(pv, Position::uci).join(" "));
    format!(
        "info depth {depth}{seldepth} multipv {rank} score {score}{bound}{chances} {effort}{hashfull} pv {pv}\n"
    )
}

/// The line `info` of a move of the root that is searched next.
pub(super) fn begun(position: &Position, depth: u32, m: Move, number: usize) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}\n", position.uci(m))
}

/// The line `info` of a search that has ended in the middle of a depth.
pub(super) fn effort(effort: &Effort) -> String {
    format!("info {}\n", counted(effort))
}

/// The lines for a position in which there is nothing to search.
pub(super) fn over(score: Score) -> String {
    format!("info depth 0 score {}\n", value(score))
}

/// The line `bestmove`; `best` begins a line of legal moves. Its second move is the one to ponder
/// on.
pub(super) fn bestmove(position: &Position, best: &[Move]) -> String {
    match best {
        [] => "bestmove (none)\n".to_owned(),
        [best] => format!("bestmove {}\n", position.uci(*best)),
        [best, reply, ..] => {
            let after = position.play(*best);
            format!("bestmove {} ponder {}\n", position.uci(*best), after.uci(*reply))
        }
    }
}

fn chances(position: &Position, score: Score) -> String {
    let pieces = [Side::First, Side::Second].map(|side| position.pieces(side).count());
    let [win, draw, loss] = wdl(score, pieces[0] + pieces[1]);
    format!(" wdl {win} {draw} {loss}")
}

fn counted(effort: &Effort) -> String {
    let Effort { nodes, time } = effort;
    let nps = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    format!("nodes {nodes} nps {nps} time {}", time.as_millis())
}

fn value(score: Score) -> String {
    match mate_in(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {score}"),
    }
}
