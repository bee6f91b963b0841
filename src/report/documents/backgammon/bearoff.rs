use schemars::JsonSchema;
use serde::Serialize;

use crate::documents::document::Accounts;

/// A database.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct DatabaseLine {
    /// Name.
    pub name: &'static str,
    /// Number of homes, or of pairs of homes.
    pub positions: usize,
    /// `loaded` from its file, or `generated`.
    pub origin: String,
    /// File; null if it is in memory only.
    pub path: Option<String>,
    /// Size of the file in bytes.
    pub bytes: usize,
    /// CRC-32 of the file, in hexadecimal.
    pub checksum: String,
}

/// Rolls until a side has borne off its checkers, playing for the fewest.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct RollsLine {
    /// Mean.
    pub mean: f64,
    /// Chance of each number, from 0.
    pub chances: Vec<f64>,
}

/// Entry of a position for the side to roll, without the cube.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
pub struct BearoffLine {
    /// Equity in points.
    pub equity: f64,
    /// Chance to win.
    pub win: f64,
    /// Chance to win a gammon.
    pub win_gammon: f64,
    /// Chance to lose a gammon.
    pub lose_gammon: f64,
    /// `exact` or `one-sided`.
    pub source: &'static str,
    /// Rolls of the side to roll until all its checkers are off.
    pub rolls: RollsLine,
    /// Rolls of its opponent.
    pub opponent_rolls: RollsLine,
}

/// The position asked for, and its entry.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize)]
#[serde(untagged)]
pub enum BearoffEntry {
    Of {
        /// Position.
        position: String,
        /// Its entry.
        #[serde(flatten)]
        line: BearoffLine,
    },
    None {
        /// Always null.
        position: (),
    },
}

/// Both databases, and the entry of a position.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct BearoffDocument {
    /// Game.
    pub game: &'static str,
    /// Workers.
    pub threads: usize,
    /// Nanoseconds of loading or generating.
    pub time_ns: u64,
    /// Databases.
    pub databases: Vec<DatabaseLine>,
    /// Position asked for.
    #[serde(flatten)]
    pub entry: BearoffEntry,
    #[serde(flatten)]
    pub accounts: Accounts,
}
