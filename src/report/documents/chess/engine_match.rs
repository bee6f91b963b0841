//! The document of a match between two chess engines.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{counted, grouped, ns_per, span};

/// Result of a match between two chess engines, seen by the first.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ChessMatchDocument {
    /// Game.
    pub game: &'static str,
    /// Engines.
    pub engines: [RivalLine; 2],
    /// Limit of a move in words.
    pub pace: String,
    /// Openings in the book.
    pub openings: u64,
    /// Number of the first pair and of its opening, from 0. The pairs from there on are played
    /// without gaps, also if the match was stopped.
    pub first_pair: u64,
    #[serde(flatten)]
    pub score: ScoreLine,
    /// Games adjudicated.
    pub adjudicated: u64,
    /// Sequential probability ratio test; null unless asked for.
    pub sprt: Option<SprtLine>,
}

/// Games of an engine against another, or against all others, seen by it.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct ScoreLine {
    /// Games played, in pairs with the same opening and colours exchanged.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Share of the points, 0 to 1.
    pub share: f64,
    /// Elo difference; null if one engine won everything.
    pub elo: Option<f64>,
    /// Half the width of the 95 % confidence interval of `elo`, from the spread of the pairs; null
    /// without `elo`, or if all pairs had equal points.
    pub elo_error: Option<f64>,
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
}

/// An engine's part in a match.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct RivalLine {
    /// Name.
    pub name: String,
    /// Games lost by a crash.
    pub crashes: u64,
    /// Games lost on time, or without an answer.
    pub time_losses: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Moves made.
    pub moves: u64,
    /// Nanoseconds of all its moves.
    pub time_ns: u64,
    /// Nanoseconds of its slowest move.
    pub slowest_ns: u64,
    /// Nodes it reported.
    pub nodes: u64,
    /// Mean of the depths it reported.
    pub mean_depth: f64,
    /// Limit of its moves in words.
    pub pace: String,
}

/// A sequential probability ratio test.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SprtLine {
    /// Elo difference of the null hypothesis.
    pub elo0: f64,
    /// Elo difference of the alternative.
    pub elo1: f64,
    /// Logarithm of their likelihood ratio.
    pub llr: f64,
    /// Bound of `llr`: `elo1` is accepted at it, `elo0` at its negative.
    pub bound: f64,
    /// Accepted hypothesis; null while undecided.
    pub verdict: Option<&'static str>,
}

impl fmt::Display for ChessMatchDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([first, second], score) = (&self.engines, &self.score);
        writeln!(f, "{} against {}, {}", first.name, second.name, self.pace)?;
        let (games, share) = (grouped(score.games), 100.0 * score.share);
        let ScoreLine { won, drawn, lost, .. } = score;
        writeln!(f, "score    +{won} ={drawn} -{lost} of {games} games, {share:.1} %")?;
        match (score.elo, score.elo_error) {
            (Some(elo), Some(error)) => writeln!(f, "Elo      {elo:+.1} +- {error:.1} (95 %)")?,
            (Some(elo), None) => writeln!(f, "Elo      {elo:+.1}, error unknown: all pairs are alike")?,
            _ => writeln!(f, "Elo      no bound: one engine has won everything")?,
        }
        let pairs = score.pairs.map(|count| count.to_string()).join(" ");
        let openings = grouped(self.openings);
        writeln!(f, "pairs    {pairs} with 0, 1/2, 1, 3/2, 2 points; {openings} openings")?;
        if let Some(SprtLine { elo0, elo1, llr, bound, verdict }) = &self.sprt {
            let verdict = verdict.map_or("undecided".to_owned(), |name| format!("{name} accepted"));
            writeln!(f, "SPRT     {llr:+.2} of {bound:.2} for {elo1} against {elo0} Elo: {verdict}")?;
        }
        self.engines.iter().try_for_each(|engine| writeln!(f, "{engine}"))?;
        writeln!(f, "adjudicated: {} of {games} games", self.adjudicated)
    }
}

impl fmt::Display for RivalLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = span(ns_per(self.time_ns as f64, self.moves) as u64);
        write!(
            f,
            "{}: {each} a move, at most {}; depth {:.1}; {}, {} on time, {}",
            self.name,
            span(self.slowest_ns),
            self.mean_depth,
            crashes(self.crashes),
            self.time_losses,
            counted(self.illegal_moves as usize, "illegal move")
        )
    }
}

fn crashes(n: u64) -> String {
    if n == 1 { "1 crash".to_owned() } else { format!("{n} crashes") }
}
