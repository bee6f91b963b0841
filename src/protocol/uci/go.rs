//! The command `go`.

use std::time::Duration;

use super::options::shown;
use super::place::read_move;
use super::searches::Kind;
use sparring_engine::game::{MAX_PLY, Side};
use sparring_engine::games::chess::{Move, Position};
use sparring_engine::search::{Budget, Clock, Limits};

const MAX_MS: u64 = 365 * 24 * 3600 * 1000;
const MAX_PERFT: u64 = 20;

/// Without other limits, a search for mate in `n` ends after depth `MATE_DEPTH +
/// MATE_DEPTH_BY_MOVES * n`. Reductions of quiet moves make it need more plies than the mate has.
const MATE_DEPTH: u32 = 6;
const MATE_DEPTH_BY_MOVES: u32 = 3;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// Root moves to search; empty for all.
    pub searchmoves: Vec<Move>,
    /// True while the opponent thinks; time limits begin with `ponderhit`.
    pub ponder: bool,
    pub infinite: bool,
    pub clock: Option<Clock>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub movetime: Option<Duration>,
    /// Ends the search at a mate in this many moves.
    pub mate: Option<u32>,
    /// Counts sequences of this length instead of searching.
    pub perft: Option<u32>,
}

impl Go {
    /// Reads the arguments. Returns a line for each fault.
    pub fn read(words: &[&str], position: &Position) -> (Go, Vec<String>) {
        let (mut go, mut faults) = (Go::default(), Vec::new());
        let [own_time, own_increment] = match position.side_to_move() {
            Side::First => ["wtime", "winc"],
            Side::Second => ["btime", "binc"],
        };
        let (mut left, mut increment, mut moves_to_go) = (None, Duration::ZERO, None);
        let mut clocked = false;
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            let mut number = |most: u64| match words.next_if(|next| is_number(next)) {
                Some(text) => Some(clamped(text, most)),
                None => {
                    faults.push(format!("got go {word} without a number, expected one; try go {word} 5"));
                    None
                }
            };
            match word {
                "searchmoves" => {
                    while let Some(text) = words.next_if(|next| !is_keyword(next)) {
                        match read_move(position, text) {
                            Ok(m) => go.searchmoves.push(m),
                            Err(why) => faults.push(format!("go searchmoves: got '{}': {why}", shown(text))),
                        }
                    }
                }
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "wtime" | "btime" => {
                    let time = number(MAX_MS).map(Duration::from_millis);
                    left = if word == own_time { time } else { left };
                    clocked = true;
                }
                "winc" | "binc" => {
                    let time = number(MAX_MS).map_or(Duration::ZERO, Duration::from_millis);
                    increment = if word == own_increment { time } else { increment };
                }
                // 0 means no time control to come, like a missing `movestogo`.
                "movestogo" => moves_to_go = number(1000).filter(|&n| n > 0).map(|n| n as u32),
                "depth" => go.depth = number(MAX_PLY.into()).map(|n| n.max(1) as u32),
                "nodes" => go.nodes = number(u64::MAX).map(|n| n.max(1)),
                "movetime" => go.movetime = number(MAX_MS).map(Duration::from_millis),
                "mate" => go.mate = number(u64::from(MAX_PLY) / 2).map(|n| n.max(1) as u32),
                "perft" => go.perft = number(MAX_PERFT).map(|n| n as u32),
                _ => faults.push(format!(
                    "got go '{}', expected depth, nodes, movetime, wtime or the like; try go depth 5",
                    shown(word)
                )),
            }
        }
        // With an unreadable clock, or only the opponent's, the engine moves at once.
        let left = left.or((clocked && !go.is_limited()).then_some(Duration::ZERO));
        go.clock =
            left.map(|remaining| Clock { remaining, increment, moves_to_go, overhead: Duration::ZERO });
        (go, faults)
    }

    pub fn kind(&self) -> Kind {
        // Only `stop` or `ponderhit` ends it.
        let is_endless = self.infinite || self.ponder || !(self.is_limited() || self.clock.is_some());
        match self.perft {
            Some(_) => Kind::Count,
            None if is_endless => Kind::Endless,
            None => Kind::Limited,
        }
    }

    pub fn is_limited(&self) -> bool {
        let deep = self.depth.or(self.mate).is_some() || self.perft.is_some();
        deep || self.nodes.is_some() || self.movetime.is_some()
    }

    pub fn depth(&self) -> u32 {
        let limited = self.nodes.is_some() || self.movetime.is_some() || self.clock.is_some();
        let mate = self.mate.filter(|_| !(limited || self.infinite || self.ponder));
        let mate = mate.map(|moves| MATE_DEPTH + MATE_DEPTH_BY_MOVES * moves);
        self.depth.or(mate).unwrap_or(MAX_PLY)
    }

    /// Returns limits and clock budget, less `overhead` per move.
    pub fn times(&self, overhead: Duration) -> (Limits, Option<Budget>) {
        if self.infinite {
            return (Limits::default(), None);
        }
        let budget = self.clock.map(|clock| Clock { overhead, ..clock }.budget());
        // A large overhead still leaves a quarter of the time.
        let movetime = self.movetime.map(|time| time.saturating_sub(overhead).max(time / 4));
        (Limits { movetime, nodes: self.nodes }, budget)
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Clamps a number to 0 to `most`. Clocks can be negative.
fn clamped(text: &str, most: u64) -> u64 {
    if text.starts_with('-') { 0 } else { text.parse().unwrap_or(most).min(most) }
}

const KEYWORDS: &str =
    "searchmoves ponder infinite wtime btime winc binc movestogo depth nodes movetime mate perft";

fn is_keyword(word: &str) -> bool {
    KEYWORDS.split(' ').any(|known| known == word)
}
