//! The document of `bestmove`.

use serde::Serialize;

use super::document::time_line;
use super::{Cost, Ending, Extras, Header, grouped};

/// The keys that one game has and the others have not.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Variant {
    /// Chess has none.
    Chess {},
    /// Dots and boxes.
    Dots(DotsKeys),
    /// Backgammon.
    Dice(DiceKeys),
}

/// The keys of dots and boxes.
#[derive(Clone, Debug, Serialize)]
pub struct DotsKeys {
    /// The bit of the best move in sets of edges; null if the game is over.
    pub edge: Option<usize>,
    /// The size of the grid in boxes, or the file of the board.
    pub board: String,
    /// `standard` or `alternate`.
    pub rules: &'static str,
}

/// The keys of games with dice.
#[derive(Clone, Debug, Serialize)]
pub struct DiceKeys {
    /// The roll; null if the game is over and none was given.
    pub roll: Option<String>,
    /// What the score counts: the evaluator's unit.
    pub unit: &'static str,
    /// Plays kept of every roll; null for all.
    pub keep: Option<usize>,
    /// The position after the best play, seen by the mover; null if the game is over.
    pub result: Option<String>,
    /// Static evaluations, those for ordering included.
    pub evaluations: u64,
}

/// The answer of one search.
#[derive(Clone, Debug, Serialize)]
pub struct SearchDocument {
    /// What was asked; `depth` is the last finished one.
    #[serde(flatten)]
    pub header: Header,
    /// The value of the best move.
    #[serde(flatten)]
    pub value: Ending,
    /// A best line.
    pub pv: Vec<String>,
    /// What it took.
    #[serde(flatten)]
    pub cost: Cost,
    /// How the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The game's own keys.
    #[serde(flatten)]
    pub variant: Variant,
    /// What was asked for besides.
    #[serde(flatten)]
    pub extras: Extras,
}

impl SearchDocument {
    /// The lines of the text form that are the same for all games: depth, nodes, time, and what was asked for besides.
    pub fn tail(&self) -> String {
        let (header, cost) = (&self.header, &self.cost);
        format!("depth    {} ({})\n", header.depth, header.strategy)
            + &format!("nodes    {}\n", grouped(cost.nodes))
            + &time_line(cost.nodes, cost.time_ns, header.threads)
            + &self.extras.lines(&cost.ledger)
    }
}
