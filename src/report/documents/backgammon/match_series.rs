//! The documents of `backgammon analyse --match` with several files: one for each match, and one
//! for all of them together.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::judged_match::{MatchCourse, MatchHead, PlayerLine};
use super::match_analysis::players_table;
use crate::documents::document::{Accounts, RunKeys};
use crate::documents::plies::plies;
use crate::text::{Width, counted};

/// A match among others, which share their workers: what became of the tasks is known of all
/// matches together only.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchLine {
    /// What was judged.
    #[serde(flatten)]
    pub head: MatchHead,
    /// The decisions.
    #[serde(flatten)]
    pub course: MatchCourse,
}

/// A file that holds no match.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchError {
    /// The game: `backgammon`.
    pub game: &'static str,
    /// The file.
    pub file: String,
    /// What was got, what was expected, what to try.
    pub error: String,
}

/// All matches together.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchesDocument {
    /// The game: `backgammon`.
    pub game: &'static str,
    /// Files that were named.
    pub files: usize,
    /// Matches that were judged to their end; fewer if a file held none or it was interrupted.
    pub matches: usize,
    /// Files that held no match.
    pub errors: usize,
    /// The plies that were looked ahead.
    pub depth: u32,
    /// Whether the bear-off databases were asked where both sides bear off (`--bearoff`).
    pub bearoff: bool,
    /// What it took.
    #[serde(flatten)]
    pub run: RunKeys,
    /// The players, in the order in which the files name them. Equal names are one player.
    pub players: Vec<PlayerTotal>,
    /// Tasks and workers, and what was asked for besides.
    #[serde(flatten)]
    pub accounts: Accounts,
}

/// How one player played in all matches.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PlayerTotal {
    /// The sums, and the rates that follow from them.
    #[serde(flatten)]
    pub line: PlayerLine,
    /// Matches and sessions played.
    pub matches: u64,
    /// Matches won.
    pub won: u64,
}

impl fmt::Display for MatchLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = &self.head;
        writeln!(f, "{}: {}, {}; {}", head.file, head.score(), head.title(), head.ratings())
    }
}

impl PlayerTotal {
    /// Adds both players of a match to the totals.
    pub fn add(totals: &mut Vec<PlayerTotal>, head: &MatchHead) {
        for line in &head.players {
            let won = u64::from(head.length > 0 && line.points >= head.length.into());
            match totals.iter_mut().find(|total| total.line.name == line.name) {
                Some(total) => {
                    total.line.add(line);
                    total.matches += 1;
                    total.won += won;
                }
                None => totals.push(PlayerTotal { line: line.clone(), matches: 1, won }),
            }
        }
    }
}

impl MatchesDocument {
    /// The text form for a terminal of this width.
    pub fn text(&self, width: Width) -> String {
        let matches = if self.matches == 1 { "match" } else { "matches" };
        let files = counted(self.files, "file");
        let how = plies(self.depth, self.bearoff);
        let mut text = format!("\n{} {matches} of {files} judged, depth {how}\n", self.matches);
        text += &self.run.line();
        let own = |total: &PlayerTotal| vec![total.matches.to_string(), total.won.to_string()];
        let players = self.players.iter().map(|total| (&total.line, own(total)));
        if !self.players.is_empty() {
            text += &format!("\n{}\n", players_table(&["matches", "won"], players, width));
        }
        text + &self.accounts.lines(width)
    }
}
