//! The document of `sparring backgammon bearoff`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::document::Accounts;

/// One database.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DatabaseLine {
    /// Its name.
    pub name: &'static str,
    /// Number of homes, or of pairs of homes.
    pub positions: usize,
    /// `loaded` from its file or `generated` just now.
    pub origin: String,
    /// Its file; null if it is in memory only.
    pub path: Option<String>,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// CRC-32 of the file, in hexadecimal.
    pub checksum: String,
}

/// How many rolls a side needs to bear off all its checkers, playing for the fewest.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct RollsLine {
    /// The mean.
    pub mean: f64,
    /// The chance of each number, from 0.
    pub chances: Vec<f64>,
}

/// The entry of a position: what it is worth to the side to roll, without the cube.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct BearoffLine {
    /// In points.
    pub equity: f64,
    /// The chance to win.
    pub win: f64,
    /// The chance to win a gammon.
    pub win_gammon: f64,
    /// The chance to lose one.
    pub lose_gammon: f64,
    /// `exact` or `one-sided`.
    pub source: &'static str,
    /// Rolls of the side to roll until all its checkers are off.
    pub rolls: RollsLine,
    /// Rolls of its opponent.
    pub opponent_rolls: RollsLine,
}

/// The position asked for, and its entry in the databases.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum BearoffEntry {
    /// A position was asked for.
    Of {
        /// The position.
        position: String,
        /// Its entry.
        #[serde(flatten)]
        line: BearoffLine,
    },
    /// None was asked for.
    None {
        /// Always null.
        position: (),
    },
}

/// Both databases, and the entry of a position.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BearoffDocument {
    /// The game.
    pub game: &'static str,
    /// Workers.
    pub threads: usize,
    /// Wall time of loading or generating.
    pub time_ns: u64,
    /// The databases.
    pub databases: Vec<DatabaseLine>,
    /// The position asked for.
    #[serde(flatten)]
    pub entry: BearoffEntry,
    /// Tasks and workers, and what was asked for besides.
    #[serde(flatten)]
    pub accounts: Accounts,
}
