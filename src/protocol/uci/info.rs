//! The lines `info` and `bestmove`.

use std::time::Duration;

use super::wdl::wdl;
use sparring_engine::game::{Score, Side};
use sparring_engine::games::chess::{Move, Position, mate_in};
use sparring_engine::search::{Bound, PartialIteration, ScoredLine};

#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub nodes: u64,
    pub time: Duration,
}

/// A scored line for an `info` line.
#[derive(Clone, Copy, Debug)]
pub(super) struct PvInfo<'a> {
    pub depth: u32,
    pub seldepth: Option<u32>,
    /// Counted from 1.
    pub rank: usize,
    pub score: Score,
    pub bound: Bound,
    pub pv: &'a [Move],
    /// In thousandths, if counted.
    pub hashfull: Option<u32>,
}

impl<'a> PvInfo<'a> {
    pub fn unfinished(found: &'a PartialIteration<Move>) -> PvInfo<'a> {
        let PartialIteration { depth, line: ScoredLine { score, pv }, bound } = found;
        PvInfo { depth: *depth, seldepth: None, rank: 1, score: *score, bound: *bound, pv, hashfull: None }
    }
}

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

/// Writes the `info` line of the next root move.
pub(super) fn begun(position: &Position, depth: u32, m: Move, number: usize) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}\n", position.uci(m))
}

/// Writes the `info` line of a search ended within a depth.
pub(super) fn effort(effort: &Effort) -> String {
    format!("info {}\n", counted(effort))
}

/// Writes the lines of a game that is over, one for each of `moves`. Nobody can win where there
/// are any, but the interface goes on.
pub(super) fn over(
    position: &Position,
    shows_wdl: bool,
    (score, moves): (Score, &[Move]),
    effort: &Effort,
) -> String {
    if moves.is_empty() {
        return format!("info depth 0 score {}\n", value(score));
    }
    let (depth, seldepth, bound, hashfull) = (1, Some(1), Bound::Exact, Some(0));
    let lines = moves.chunks(1).enumerate().map(|(place, line)| {
        let line = PvInfo { depth, seldepth, rank: place + 1, score, bound, pv: line, hashfull };
        pv(position, shows_wdl, &line, effort)
    });
    lines.collect()
}

/// Writes `bestmove` for a line of moves, with the second to ponder on.
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
