use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::lines::{DiceLine, LineVariant, RankedLine, own_unit, plays_table};
use crate::text::Width;

/// The legal plays of one roll.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PlaysDocument {
    /// Always `backgammon`.
    pub game: &'static str,
    /// Position, seen by the mover.
    pub position: String,
    /// Dice; null if the game is over and none were given.
    pub roll: Option<String>,
    /// One play for each distinct result; empty if the game is over.
    pub plays: Plays,
    /// Ranking; null without `--rank`.
    pub ranking: Option<Ranking>,
}

/// The plays in order.
#[derive(Clone, Debug, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Plays {
    /// By result, ascending.
    Listed(Vec<PlayLine>),
    /// By value, the best first.
    Ranked(Vec<RankedPlay>),
}

/// A play.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PlayLine {
    /// Name; empty if nothing can be played.
    #[serde(rename = "move")]
    pub name: String,
    /// Position after the play, seen by the mover.
    pub result: String,
}

/// A play and its value.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct RankedPlay {
    /// Rank, from 1; equal plays by result, ascending.
    pub rank: usize,
    /// Name; empty if nothing can be played.
    #[serde(rename = "move")]
    pub name: String,
    /// Value.
    #[serde(flatten)]
    pub worth: DiceLine,
}

/// The way in which plays were ranked.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct Ranking {
    /// Unit of the evaluator.
    pub unit: &'static str,
    /// Depth of the search; 0 for static values.
    pub depth: u32,
}

impl PlaysDocument {
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

/// Converts the ranked lines of a search with dice.
pub fn ranked_plays(lines: Vec<RankedLine>) -> Vec<RankedPlay> {
    let play = |line: RankedLine| match line.variant {
        LineVariant::Dice(worth) => Some(RankedPlay { rank: line.rank, name: line.name, worth }),
        LineVariant::Chess(_) | LineVariant::Dots(_) => None,
    };
    lines.into_iter().filter_map(play).collect()
}
