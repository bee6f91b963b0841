//! The keys of a search that one game has and the others have not.

use schemars::JsonSchema;
use serde::Serialize;

use super::plies::EXACT_BEAROFFS;
use crate::text::{Numbering, grouped};

/// The keys that one game has and the others have not.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Variant {
    /// Chess.
    Chess(ChessKeys),
    /// Dots and boxes.
    Dots(DotsKeys),
    /// Backgammon.
    Dice(DiceKeys),
}

/// The keys of chess.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ChessKeys {
    /// The best line, `pv`, in standard algebraic notation.
    pub san: Vec<String>,
    /// The numbering of that line, for the page.
    #[serde(skip)]
    pub numbering: Numbering,
}

/// The keys of dots and boxes.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DotsKeys {
    /// The bit of the best move in sets of edges; null if the game is over.
    pub edge: Option<usize>,
    /// The size of the grid in boxes, or the file of the board.
    pub board: String,
    /// `standard` or `alternate`.
    pub rules: &'static str,
    /// Board and rules in words, for the text form.
    #[serde(skip)]
    pub title: String,
    /// The board, for the text form.
    #[serde(skip)]
    pub drawing: String,
}

/// The keys of games with dice.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DiceKeys {
    /// The roll; null if the game is over and none was given.
    pub roll: Option<String>,
    /// The evaluator's unit, which the score counts.
    pub unit: &'static str,
    /// Plays kept of every roll (`--keep`); null for all.
    pub keep: Option<usize>,
    /// Which plays of the root were searched (`--filter`); null for all, or those that `keep`
    /// says.
    pub filter: Option<FilterKeys>,
    /// True if the bear-off databases were asked where both sides bear off (`--bearoff`).
    pub bearoff: bool,
    /// The position after the best play, seen by the mover; null if the game is over.
    pub result: Option<String>,
    /// Static evaluations, those for ordering included.
    pub evaluations: u64,
}

/// Which plays of the root are worth a search.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct FilterKeys {
    /// At most this many.
    pub most: usize,
    /// None whose static value is worse than the best by more than this, in units.
    pub within: f64,
}

impl DotsKeys {
    /// The lines of the text form on the board.
    pub fn lines(&self) -> String {
        format!("board    {}\n{}", self.title, self.drawing)
    }
}

impl DiceKeys {
    /// The lines of the text form on the roll and the plays searched.
    pub(super) fn lines(&self) -> String {
        let every = if self.filter.is_some() { "of every roll below" } else { "of every roll" };
        let keep = match self.keep {
            Some(1) => format!(", 1 play kept {every}"),
            Some(keep) => format!(", {keep} plays kept {every}"),
            None => String::new(),
        };
        let filter = self.filter.map_or(String::new(), |FilterKeys { most, within }| {
            format!(", of its plays {most} at most, within {within} of the best")
        });
        let roll = self.roll.as_deref().unwrap_or("none");
        let bearoff = if self.bearoff { EXACT_BEAROFFS } else { "" };
        format!("roll     {roll}{filter}{keep}{bearoff}\nevals    {}\n", grouped(self.evaluations))
    }
}
