//! The document of a match between two chess engines.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{counted, grouped, ns_per, span};

/// How two chess engines did against each other. Results are the first engine's.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ChessMatchDocument {
    /// The game.
    pub game: &'static str,
    /// The engines.
    pub engines: [RivalLine; 2],
    /// What a move could cost, in words.
    pub pace: String,
    /// Openings in the book.
    pub openings: u64,
    /// The number of the first pair played, from 0: its opening is that of its number.
    pub first_pair: u64,
    /// Games played, in pairs with the same opening and colours exchanged.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The share of the points, 0 to 1.
    pub share: f64,
    /// The Elo difference; null if one engine has won everything.
    pub elo: Option<f64>,
    /// Half the width of its 95 % confidence interval, from the spread of the pairs; null where
    /// elo is, and while all pairs have brought the same points.
    pub elo_error: Option<f64>,
    /// Pairs in which the first engine has won 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// Games that were adjudicated.
    pub adjudicated: u64,
    /// The sequential probability ratio test; null unless one was asked for.
    pub sprt: Option<SprtLine>,
}

/// What an engine has done in a match.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RivalLine {
    /// Its name.
    pub name: String,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost on time, or without any answer.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Moves made.
    pub moves: u64,
    /// The time taken for them, in nanoseconds.
    pub time_ns: u64,
    /// The slowest of them, in nanoseconds.
    pub slowest_ns: u64,
    /// Nodes that it has told.
    pub nodes: u64,
    /// The mean of the depths that it has told.
    pub mean_depth: f64,
}

/// A sequential probability ratio test.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SprtLine {
    /// The Elo difference of the null hypothesis.
    pub elo0: f64,
    /// The Elo difference of the alternative.
    pub elo1: f64,
    /// The logarithm of the ratio of their likelihoods.
    pub llr: f64,
    /// Where the test ends: elo1 is accepted at this ratio, elo0 at its negative.
    pub bound: f64,
    /// What was accepted; null while nothing is decided.
    pub verdict: Option<&'static str>,
}

impl fmt::Display for ChessMatchDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.engines;
        writeln!(f, "{} against {}, {}", first.name, second.name, self.pace)?;
        let (games, share) = (grouped(self.games), 100.0 * self.share);
        writeln!(f, "score    +{} ={} -{} of {games} games, {share:.1} %", self.won, self.drawn, self.lost)?;
        match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => writeln!(f, "Elo      {elo:+.1} +- {error:.1} (95 %)")?,
            (Some(elo), None) => writeln!(f, "Elo      {elo:+.1}, error unknown: all pairs are alike")?,
            _ => writeln!(f, "Elo      no bound: one engine has won everything")?,
        }
        let pairs = self.pairs.map(|count| count.to_string()).join(" ");
        let openings = grouped(self.openings);
        writeln!(f, "pairs    {pairs} with 0, 1/2, 1, 3/2, 2 points; {openings} openings")?;
        if let Some(SprtLine { elo0, elo1, llr, bound, verdict }) = &self.sprt {
            let verdict = verdict.map_or("undecided".to_owned(), |name| format!("{name} accepted"));
            writeln!(f, "SPRT     {llr:+.2} of {bound:.2} for {elo1} against {elo0} Elo: {verdict}")?;
        }
        for engine in &self.engines {
            let each = span(ns_per(engine.time_ns as f64, engine.moves) as u64);
            writeln!(
                f,
                "{}: {each} a move, at most {}; depth {:.1}; {}, {} on time, {}",
                engine.name,
                span(engine.slowest_ns),
                engine.mean_depth,
                crashes(engine.crashes),
                engine.time_losses,
                counted(engine.illegal_moves as usize, "illegal move")
            )?;
        }
        writeln!(f, "adjudicated: {} of {games} games", self.adjudicated)
    }
}

fn crashes(n: u64) -> String {
    if n == 1 { "1 crash".to_owned() } else { format!("{n} crashes") }
}
