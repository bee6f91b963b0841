//! The document of many games between two players.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{counted, grouped, ns_per, span};

/// How two players did against each other. All counts are the first player's.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SeriesDocument {
    /// The game.
    pub game: &'static str,
    /// Their names.
    pub players: [String; 2],
    /// Games played, in pairs with the same dice and seats exchanged.
    pub games: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The number of the first pair played, from 0: its dice are those that it has in the whole
    /// series of this seed.
    pub first_pair: u64,
    /// Workers.
    pub threads: usize,
    /// Points won minus points lost, per game.
    pub points_per_game: f64,
    /// Its standard error, from the spread of the pairs; null for a single pair.
    pub standard_error: Option<f64>,
    /// The share of games won, 0 to 1.
    pub win_share: f64,
    /// Games won by 1, 2 and 3 points.
    pub won: [u64; 3],
    /// Games lost by 1, 2 and 3 points.
    pub lost: [u64; 3],
    /// The sum over all pairs of the square of the points won in the pair. The standard error of
    /// several parts of a series follows from the sums of their points and squares.
    pub pair_squares: u64,
    /// Decisions of both players.
    pub decisions: u64,
    /// The time each player took, in nanoseconds.
    pub time_ns: [u64; 2],
    /// The same points without the luck of the dice (`--luck`); null if it was not judged.
    pub without_luck: Option<LuckKeys>,
}

/// Points without the luck of the dice: what each roll's best play was worth to the evaluator,
/// less the mean of that over all rolls, is taken off.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LuckKeys {
    /// Who judged it.
    pub evaluator: &'static str,
    /// Points won minus points lost, less luck, per game.
    pub points_per_game: f64,
    /// Its standard error, from the spread of the pairs; null for a single pair.
    pub standard_error: Option<f64>,
}

impl fmt::Display for SeriesDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        writeln!(f, "{first} against {second}, seed {}", self.seed)?;
        let error = self.standard_error.map_or(String::new(), |error| format!(" +- {error:.4}"));
        writeln!(f, "points   {:+.4}{error} per game", self.points_per_game)?;
        if let Some(LuckKeys { evaluator, points_per_game, standard_error }) = &self.without_luck {
            let error = standard_error.map_or(String::new(), |error| format!(" +- {error:.4}"));
            writeln!(f, "luck off {points_per_game:+.4}{error} per game, judged by {evaluator}")?;
        }
        let [single, gammon, backgammon] = self.won;
        writeln!(
            f,
            "won      {:.2} % of {} games: {single} single, {gammon} gammons, {backgammon} backgammons",
            100.0 * self.win_share,
            grouped(self.games)
        )?;
        let [single, gammon, backgammon] = self.lost;
        writeln!(f, "lost     {single} single, {gammon} gammons, {backgammon} backgammons")?;
        let each = self.time_ns.map(|ns| span(ns_per(ns as f64, self.decisions / 2) as u64));
        writeln!(f, "time     {} and {} a decision on {}", each[0], each[1], counted(self.threads, "thread"))
    }
}
