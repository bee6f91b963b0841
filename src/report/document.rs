//! The documents of a search, of a count and of a list of plays. Fields are the keys of the JSON, in their order.

use serde::{Serialize, Serializer};

use super::{Ledger, Speedup, Stats};

/// What a search says of the value: exactly one of the two is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// From the mover's side, in the evaluator's unit.
    Score(i32),
    /// A forced mate in so many full moves; negative if the mover is mated, 0 if it is mated already.
    Mate(i32),
}

/// The answer of one search.
#[derive(Clone, Debug, Serialize)]
pub struct SearchDocument {
    /// The game.
    pub game: &'static str,
    /// The position searched.
    pub position: String,
    /// The strategy.
    pub strategy: &'static str,
    /// The last finished depth; 0 if the game is over.
    pub depth: u32,
    /// Workers.
    pub threads: usize,
    /// The best move; null only if the game is over.
    pub best: Option<String>,
    /// Its value.
    #[serde(flatten)]
    pub value: Ending,
    /// A best line.
    pub pv: Vec<String>,
    /// Nodes, the wasted ones and those of an unfinished depth included.
    pub nodes: u64,
    /// Wall time.
    pub time_ns: u64,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// How the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// What `--stats` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// What `--compare` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compare: Option<Speedup>,
}

/// Leaves by first move, in the generator's order.
#[derive(Clone, Debug, Default)]
pub struct Divide(pub Vec<(String, u64)>);

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(m, count)| (m, count)))
    }
}

/// A perft. It shares its keys with a search, which leaves nothing in some of them.
#[derive(Clone, Debug, Serialize)]
pub struct CountDocument {
    /// The game.
    pub game: &'static str,
    /// The position counted from.
    pub position: String,
    /// Always `perft`.
    pub strategy: &'static str,
    /// Plies.
    pub depth: u32,
    /// Workers.
    pub threads: usize,
    /// Nothing is searched for.
    pub best: Option<String>,
    /// Nothing is valued.
    pub score: Option<i32>,
    /// Nothing is preferred.
    pub pv: Vec<String>,
    /// Leaves; null if the count was interrupted.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time_ns: u64,
    /// Leaves by first move.
    pub divide: Divide,
    /// Tasks and workers.
    #[serde(flatten)]
    pub ledger: Ledger,
    /// What `--stats` asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
}

/// The legal plays of one roll.
#[derive(Clone, Debug, Serialize)]
pub struct PlaysDocument {
    /// The position, seen by the mover.
    pub position: String,
    /// The dice.
    pub roll: String,
    /// One for each distinct result.
    pub plays: Vec<PlayLine>,
}

/// One play.
#[derive(Clone, Debug, Serialize)]
pub struct PlayLine {
    /// Its name; empty if nothing can be played.
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it, still seen by the mover.
    pub result: String,
}
