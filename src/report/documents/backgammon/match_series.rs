//! The documents of `backgammon analyse --match` with several files: one for each match, one for
//! all.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::judged_match::{MatchCourse, MatchHead, PlayerLine};
use super::match_analysis::players_table;
use crate::documents::document::{Accounts, RunKeys};
use crate::documents::plies::plies;
use crate::text::{Width, counted};

/// One of several matches, which share their workers: tasks are counted for all together.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchLine {
    #[serde(flatten)]
    pub head: MatchHead,
    #[serde(flatten)]
    pub course: MatchCourse,
}

/// A file without a match.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchError {
    /// Always `backgammon`.
    pub game: &'static str,
    /// File.
    pub file: String,
    /// Message: the input, what was expected, and advice.
    pub error: String,
}

/// All matches together.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct MatchesDocument {
    /// Always `backgammon`.
    pub game: &'static str,
    /// Number of files.
    pub files: usize,
    /// Matches judged to the end.
    pub matches: usize,
    /// Files without a match.
    pub errors: usize,
    /// Depth in plies.
    pub depth: u32,
    /// True if the bear-off databases were used (`--bearoff`).
    pub bearoff: bool,
    #[serde(flatten)]
    pub run: RunKeys,
    /// Players in file order. Equal names are one player.
    pub players: Vec<PlayerTotal>,
    #[serde(flatten)]
    pub accounts: Accounts,
}

/// The quality of one player's play in all matches.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct PlayerTotal {
    /// Sums, and rates over all matches.
    #[serde(flatten)]
    pub line: PlayerLine,
    /// Matches and money sessions played.
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
    /// Adds both players of a match.
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
    /// The text form.
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
