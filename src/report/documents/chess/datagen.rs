//! The document of `sparring chess datagen`.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::statistics::Ledger;
use crate::text::{counted, grouped, span};

/// Games that were played to train an evaluation on.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct GeneratedDocument {
    /// The game.
    pub game: &'static str,
    /// The file.
    pub file: String,
    /// The seed of the file's first game.
    pub seed: u64,
    /// Games that the file held before.
    pub earlier: u64,
    /// Games played now.
    pub games: u64,
    /// Their plies, random ones included.
    pub plies: u64,
    /// How many of them White won, were drawn, and Black won.
    pub results: [u64; 3],
    /// Workers.
    pub threads: usize,
    /// Wall time.
    pub time_ns: u64,
    /// Tasks and workers.
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
