use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::statistics::Ledger;
use crate::text::{counted, grouped, span};

/// Games played to train an evaluation.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GeneratedDocument {
    /// Game.
    pub game: &'static str,
    /// File.
    pub file: String,
    /// Seed of the file's first game.
    pub seed: u64,
    /// Games that were in the file before.
    pub earlier: u64,
    /// Games added.
    pub games: u64,
    /// Plies of these games, including random ones.
    pub plies: u64,
    /// Games won by White, drawn, and won by Black.
    pub results: [u64; 3],
    /// Workers.
    pub threads: usize,
    /// Wall time in nanoseconds.
    pub time_ns: u64,
    #[serde(flatten)]
    pub ledger: Ledger,
}

impl fmt::Display for GeneratedDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, drawn, black] = self.results;
        let seconds = self.time_ns as f64 / 1e9;
        writeln!(
            f,
            "games    {} and {} that were there, seed {}",
            grouped(self.games),
            grouped(self.earlier),
            self.seed
        )?;
        writeln!(f, "results  White won {white}, drawn {drawn}, Black won {black}")?;
        writeln!(
            f,
            "plies    {}, {} a second on {}, {}",
            grouped(self.plies),
            grouped((self.plies as f64 / seconds.max(1e-9)) as u64),
            counted(self.threads, "thread"),
            span(self.time_ns)
        )?;
        f.write_str(&self.ledger.lines())
    }
}
