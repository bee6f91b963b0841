//! The lines `info` and `bestmove`.

use std::time::Duration;

use crate::engine::Score;
use crate::games::chess::{Move, Position};
use crate::report::Ending;
use crate::run::chess_value;

/// What a search has counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    pub nodes: u64,
    pub time: Duration,
    /// Slots of a thousand of the table that are taken.
    pub hashfull: u32,
}

/// A line that was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'a> {
    pub depth: u32,
    /// The deepest ply that was looked at.
    pub seldepth: u32,
    /// Counted from 1.
    pub rank: usize,
    pub score: Score,
    pub pv: &'a [Move],
}

/// The line `info` of a line that was found.
pub(super) fn found(position: &Position, found: &Found<'_>, spent: &Spent) -> String {
    let Found { depth, seldepth, rank, score, pv } = *found;
    format!(
        "info depth {depth} seldepth {seldepth} multipv {rank} score {} {} pv {}\n",
        value(score),
        counted(spent),
        moves(position, pv)
    )
}

/// The line `info` of a search that has ended in the middle of a depth.
pub(super) fn spent(spent: &Spent) -> String {
    format!("info {}\n", counted(spent))
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

fn counted(spent: &Spent) -> String {
    let Spent { nodes, time, hashfull } = spent;
    let nps = (*nodes as f64 / time.as_secs_f64().max(1e-6)) as u64;
    format!("nodes {nodes} nps {nps} hashfull {hashfull} tbhits 0 time {}", time.as_millis())
}

fn value(score: Score) -> String {
    match chess_value(score) {
        Ending::Mate(moves) => format!("mate {moves}"),
        _ => format!("cp {score}"),
    }
}

fn moves(position: &Position, pv: &[Move]) -> String {
    let mut position = position.clone();
    let text = |&m: &Move| {
        let text = position.uci(m);
        position = position.play(m);
        text
    };
    pv.iter().map(text).collect::<Vec<_>>().join(" ")
}
