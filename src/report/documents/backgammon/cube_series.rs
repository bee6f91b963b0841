//! The document of many matches, or games for money, with the cube.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{counted, grouped, ns_per, span};

/// How two players did against each other with the cube. What is one player's is the first
/// player's.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CubeSeriesDocument {
    /// The game.
    pub game: &'static str,
    /// Their names.
    pub players: [String; 2],
    /// Points to win a match; 0 for money, where each game stands for itself.
    pub length: u16,
    /// For money: whether gammons count only after a double.
    pub jacoby: bool,
    /// Matches played, or games for money, in pairs with the same dice and seats exchanged.
    pub matches: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The number of the first pair played, from 0: its dice are those that it has in the whole
    /// series of this seed.
    pub first_pair: u64,
    /// Workers.
    pub threads: usize,
    /// The share of matches won, 0 to 1; of games for money.
    pub match_share: f64,
    /// Its standard error, from the spread of the pairs; null for a single pair.
    pub standard_error: Option<f64>,
    /// Pairs in which 0, 1 and 2 matches were won. The standard error of several parts of a series
    /// follows from their sums.
    pub pairs: [u64; 3],
    /// Games played.
    pub games: u64,
    /// Points won minus points lost, per game.
    pub points_per_game: f64,
    /// Its standard error for money, from the spread of the pairs; null for a single pair and in
    /// matches, where the number of games is chance too.
    pub points_error: Option<f64>,
    /// Points won minus points lost in all games.
    pub points: i64,
    /// The sum over all pairs of the square of the points won in the pair.
    pub pair_squares: u64,
    /// Games won.
    pub won: GamesWon,
    /// Games lost.
    pub lost: GamesWon,
    /// What each player did with the cube.
    pub cube: [CubeActions; 2],
    /// Decisions of both players.
    pub decisions: u64,
    /// The time each player took, in nanoseconds.
    pub time_ns: [u64; 2],
    /// The same without the luck of the dice (`--luck`); null if it was not judged.
    pub without_luck: Option<CubeLuckKeys>,
}

/// The result without the luck of the dice: what each roll's best play was worth to the
/// evaluator, at the score and with the cube, less the mean of that over all rolls, is taken off.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CubeLuckKeys {
    /// Who judged it.
    pub evaluator: &'static str,
    /// Matches: the share won, which may be less than 0 or more than 1; null for money.
    pub match_share: Option<f64>,
    /// Games for money: points won minus points lost, per game; null in matches.
    pub points_per_game: Option<f64>,
    /// Its standard error, from the spread of the pairs; null for a single pair.
    pub standard_error: Option<f64>,
}

/// How games were won, whatever the cube said.
#[derive(Clone, Copy, Debug, Default, JsonSchema, Serialize)]
pub struct GamesWon {
    /// A double was passed.
    pub by_pass: u64,
    /// As a single game.
    pub single: u64,
    /// As a gammon.
    pub gammon: u64,
    /// As a backgammon.
    pub backgammon: u64,
}

/// What a player did with the cube.
#[derive(Clone, Copy, Debug, Default, JsonSchema, Serialize)]
pub struct CubeActions {
    /// Doubles and redoubles made.
    pub doubles: u64,
    /// Doubles of the other player taken.
    pub takes: u64,
    /// Doubles of the other player passed.
    pub passes: u64,
}

impl fmt::Display for GamesWon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GamesWon { by_pass, single, gammon, backgammon } = self;
        write!(f, "{by_pass} by a pass, {single} single, {gammon} gammons, {backgammon} backgammons")
    }
}

impl fmt::Display for CubeActions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CubeActions { doubles, takes, passes } = self;
        write!(f, "{doubles} doubles, {takes} takes, {passes} passes")
    }
}

impl fmt::Display for CubeSeriesDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        let (what, each) = match (self.length, self.jacoby) {
            (0, false) => ("games for money".to_owned(), "games"),
            (0, true) => ("games for money with the Jacoby rule".to_owned(), "games"),
            (length, _) => (format!("matches to {length}"), "matches"),
        };
        writeln!(f, "{first} against {second}, {what}, seed {}", self.seed)?;
        let error = |error: Option<f64>, scale: f64, places: usize| {
            error.map_or(String::new(), |error| format!(" +- {:.places$}", scale * error))
        };
        writeln!(
            f,
            "won      {:.2}{} % of {} {each}",
            100.0 * self.match_share,
            error(self.standard_error, 100.0, 2),
            grouped(self.matches)
        )?;
        let points_error = error(self.points_error, 1.0, 4);
        writeln!(
            f,
            "points   {:+.4}{points_error} a game in {} games",
            self.points_per_game,
            grouped(self.games)
        )?;
        if let Some(luck) = &self.without_luck {
            let by = luck.evaluator;
            if let Some(share) = luck.match_share {
                let error = error(luck.standard_error, 100.0, 2);
                writeln!(f, "luck off {:.2}{error} % of the matches, judged by {by}", 100.0 * share)?;
            }
            if let Some(points) = luck.points_per_game {
                let error = error(luck.standard_error, 1.0, 4);
                writeln!(f, "luck off {points:+.4}{error} a game, judged by {by}")?;
            }
        }
        writeln!(f, "games    won {}", self.won)?;
        writeln!(f, "         lost {}", self.lost)?;
        let width = first.len().max(second.len());
        for (head, (player, cube)) in
            ["cube", ""].into_iter().zip([(first, self.cube[0]), (second, self.cube[1])])
        {
            writeln!(f, "{head:8} {player:width$}  {cube}")?;
        }
        let each = self.time_ns.map(|ns| span(ns_per(ns as f64, self.decisions / 2) as u64));
        writeln!(f, "time     {} and {} a decision on {}", each[0], each[1], counted(self.threads, "thread"))
    }
}
