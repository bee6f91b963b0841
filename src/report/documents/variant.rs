//! Keys of a search that belong to one game.

use schemars::JsonSchema;
use serde::Serialize;

use super::lines::Chances;
use super::plies::EXACT_BEAROFFS;
use crate::text::{Numbering, grouped};

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

/// Keys of chess.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ChessKeys {
    /// Best line, `pv`, in standard algebraic notation.
    pub san: Vec<String>,
    /// Numbering of that line, for the page.
    #[serde(skip)]
    pub numbering: Numbering,
}

/// Keys of dots and boxes.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DotsKeys {
    /// Bit of the best move in sets of edges; null if the game is over.
    pub edge: Option<usize>,
    /// Size of the grid in boxes, or the file of the board.
    pub board: String,
    /// `standard` or `alternate`.
    pub rules: &'static str,
    /// Board and rules in words, for the text form.
    #[serde(skip)]
    pub title: String,
    /// Board, for the text form.
    #[serde(skip)]
    pub drawing: String,
}

/// Keys of games with dice.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DiceKeys {
    /// Roll; null if the game is over and none was given.
    pub roll: Option<String>,
    /// Unit of the score.
    pub unit: &'static str,
    /// Plays kept of every roll (`--keep`); null for all.
    pub keep: Option<usize>,
    /// Limits on the root's plays searched (`--filter`); null for all, or those of `keep`.
    pub filter: Option<FilterKeys>,
    /// True if the bear-off databases were used (`--bearoff`).
    pub bearoff: bool,
    /// Position after the best play, seen by the mover; null if the game is over.
    pub result: Option<String>,
    /// Chances after the best play at the depth of the search; null if the game is over or the
    /// evaluator knows none.
    pub chances: Option<Chances>,
    /// Static evaluations, including those for ordering.
    pub evaluations: u64,
}

/// Limits on the root's plays searched.
#[derive(Clone, Copy, Debug, JsonSchema, Serialize)]
pub struct FilterKeys {
    /// Largest number of plays.
    pub most: usize,
    /// Largest loss of static value against the best, in units.
    pub within: f64,
}

impl DotsKeys {
    /// Returns the lines on the board.
    pub fn lines(&self) -> String {
        format!("board    {}\n{}", self.title, self.drawing)
    }
}

impl DiceKeys {
    /// Returns the lines on the roll and the plays searched.
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
