use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{counted, grouped, ns_per, span};

/// Result of many games, seen by the first player.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct SeriesDocument {
    /// Game.
    pub game: &'static str,
    /// Names of the players.
    pub players: [String; 2],
    /// Games played, in pairs with the same dice and seats exchanged.
    pub games: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// Number of the first pair, from 0: with the seed it determines the dice.
    pub first_pair: u64,
    /// Workers.
    pub threads: usize,
    /// Points won minus points lost, per game.
    pub points_per_game: f64,
    /// Standard error of `points_per_game` over the pairs; null for a single pair.
    pub standard_error: Option<f64>,
    /// Share of games won, 0 to 1.
    pub win_share: f64,
    /// Games won by 1, 2 and 3 points.
    pub won: [u64; 3],
    /// Games lost by 1, 2 and 3 points.
    pub lost: [u64; 3],
    /// Sum of the squares of each pair's points, from which the standard error of joined series
    /// follows.
    pub pair_squares: u64,
    /// Decisions of both players.
    pub decisions: u64,
    /// Nanoseconds that each player took.
    pub time_ns: [u64; 2],
    /// Points without luck (`--luck`); null if not computed.
    pub without_luck: Option<LuckKeys>,
}

/// Points less luck: the value of each roll's best play minus the mean over all rolls.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct LuckKeys {
    /// Evaluator that computed the luck.
    pub evaluator: &'static str,
    /// Points won minus points lost, less luck, per game.
    pub points_per_game: f64,
    /// Standard error over the pairs; null for a single pair.
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
