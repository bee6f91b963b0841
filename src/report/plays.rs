//! The document of `backgammon moves`.

use schemars::JsonSchema;
use serde::Serialize;

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
    pub plays: Vec<PlayLine>,
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

impl PlaysDocument {
    /// The text form: a line for each play, the results below each other.
    pub fn text(&self) -> String {
        let name =
            |play: &PlayLine| if play.name.is_empty() { "no play".to_owned() } else { play.name.clone() };
        let width = self.plays.iter().map(|play| name(play).len()).max().unwrap_or(0);
        self.plays.iter().map(|play| format!("{:width$}  {}\n", name(play), play.result)).collect()
    }
}
