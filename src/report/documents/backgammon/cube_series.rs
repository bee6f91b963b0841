use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::text::{counted, grouped, ns_per, span};

/// Result of many matches, seen by the first player.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CubeSeriesDocument {
    /// Game.
    pub game: &'static str,
    /// Names of the players.
    pub players: [String; 2],
    /// Points to win a match; 0 for money games.
    pub length: u16,
    /// True if gammons count only after a double.
    pub jacoby: bool,
    /// Matches or money games, in pairs with the same dice and seats exchanged.
    pub matches: u64,
    /// Seed of the dice.
    pub seed: u64,
    /// Number of the first pair, from 0: with the seed it determines the dice.
    pub first_pair: u64,
    /// Workers.
    pub threads: usize,
    /// Share of matches or money games won, 0 to 1.
    pub match_share: f64,
    /// Standard error of `match_share` over the pairs; null for a single pair.
    pub standard_error: Option<f64>,
    /// Pairs with 0, 1 and 2 matches won, from which the standard error of joined series follows.
    pub pairs: [u64; 3],
    /// Games played.
    pub games: u64,
    /// Points won minus points lost, per game.
    pub points_per_game: f64,
    /// Standard error of `points_per_game` over the pairs; null in matches and for a single pair.
    pub points_error: Option<f64>,
    /// Points won minus points lost.
    pub points: i64,
    /// Sum of the squares of each pair's points.
    pub pair_squares: u64,
    /// Games won.
    pub won: GamesWon,
    /// Games lost.
    pub lost: GamesWon,
    /// Cube actions of each player.
    pub cube: [CubeActions; 2],
    /// Decisions of both players.
    pub decisions: u64,
    /// Nanoseconds that each player took.
    pub time_ns: [u64; 2],
    /// Result without luck (`--luck`); null if not computed.
    pub without_luck: Option<CubeLuckKeys>,
}

/// Result less luck: the value of each roll's best play (at the score, with the cube) minus the
/// mean over all rolls.
#[derive(Clone, Debug, JsonSchema, Serialize)]
pub struct CubeLuckKeys {
    /// Evaluator that computed the luck.
    pub evaluator: &'static str,
    /// Share of matches won, possibly below 0 or above 1; null for money.
    pub match_share: Option<f64>,
    /// Points per money game; null in matches.
    pub points_per_game: Option<f64>,
    /// Standard error over the pairs; null for a single pair.
    pub standard_error: Option<f64>,
}

/// Games by their end, without the cube.
#[derive(Clone, Copy, Debug, Default, JsonSchema, Serialize)]
pub struct GamesWon {
    /// Doubles that were passed.
    pub by_pass: u64,
    /// Single games.
    pub single: u64,
    /// Gammons.
    pub gammon: u64,
    /// Backgammons.
    pub backgammon: u64,
}

/// The cube actions of a player.
#[derive(Clone, Copy, Debug, Default, JsonSchema, Serialize)]
pub struct CubeActions {
    /// Doubles and redoubles made.
    pub doubles: u64,
    /// Doubles taken.
    pub takes: u64,
    /// Doubles passed.
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
