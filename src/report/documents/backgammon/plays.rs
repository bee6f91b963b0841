//! The document of `backgammon moves`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::lines::{DiceLine, LineVariant, RankedLine, own_unit, plays_table};
use crate::text::Width;

/// The legal plays of one roll.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PlaysDocument {
    /// The game: `backgammon`.
    pub game: &'static str,
    /// The position, seen by the mover.
    pub position: String,
    /// The dice; null if the game is over and none were given.
    pub roll: Option<String>,
    /// One for each distinct result; none if the game is over.
    pub plays: Plays,
    /// How the plays were ranked; null without `--rank`.
    pub ranking: Option<Ranking>,
}

/// The plays, in their order.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Plays {
    /// By their results, ascending.
    Listed(Vec<PlayLine>),
    /// By their value, the best first.
    Ranked(Vec<RankedPlay>),
}

/// One play.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PlayLine {
    /// Its name; empty if nothing can be played.
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it, still seen by the mover.
    pub result: String,
}

/// One play, and what it is worth.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct RankedPlay {
    /// Its rank, from 1. Equals are ranked by their results, ascending.
    pub rank: usize,
    /// Its name; empty if nothing can be played.
    #[serde(rename = "move")]
    pub name: String,
    /// What it is worth.
    #[serde(flatten)]
    pub worth: DiceLine,
}

/// How plays were ranked.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Ranking {
    /// What a value counts: the evaluator's unit.
    pub unit: &'static str,
    /// The depth of the search; 0 for static values.
    pub depth: u32,
}

impl PlaysDocument {
    /// The text form for a terminal of this width: a line for each play.
    pub fn text(&self, width: Width) -> String {
        match &self.plays {
            Plays::Listed(plays) => listed(plays),
            Plays::Ranked(plays) if plays.is_empty() => String::new(),
            Plays::Ranked(plays) => {
                let how = self.ranking.as_ref().map_or(String::new(), Ranking::line);
                let rows = plays.iter().map(|play| (play.rank, &*play.name, &play.worth));
                how + &plays_table(rows, width)
            }
        }
    }
}

/// The results below each other.
fn listed(plays: &[PlayLine]) -> String {
    let name = |play: &PlayLine| if play.name.is_empty() { "no play".to_owned() } else { play.name.clone() };
    let width = plays.iter().map(|play| name(play).len()).max().unwrap_or(0);
    plays.iter().map(|play| format!("{:width$}  {}\n", name(play), play.result)).collect()
}

impl Ranking {
    fn line(&self) -> String {
        format!("values {}; depth {}\n", own_unit(self.unit), self.depth)
    }
}

/// The lines of a search with dice as plays.
pub fn ranked_plays(lines: Vec<RankedLine>) -> Vec<RankedPlay> {
    let play = |line: RankedLine| match line.variant {
        LineVariant::Dice(worth) => Some(RankedPlay { rank: line.rank, name: line.name, worth }),
        LineVariant::Chess(_) | LineVariant::Dots(_) => None,
    };
    lines.into_iter().filter_map(play).collect()
}
