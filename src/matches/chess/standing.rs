//! The score of a match.

use std::time::Duration;

use super::elo::{EloEstimate, Pentanomial, Sprt, elo_of, llr};
use super::referee::{EndCause, RefereedGame};
use sparring_engine::game::Side;
use sparring_report::{ChessMatchDocument, RivalLine, SprtLine};

/// Totals of one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub crashes: u64,
    pub time_losses: u64,
    pub illegal_moves: u64,
    pub moves: u64,
    pub time: Duration,
    pub slowest: Duration,
    pub nodes: u64,
    pub depths: u64,
}

/// The state of a match. Results are the first engine's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    pub pairs: Pentanomial,
    pub adjudicated: u64,
    pub tallies: [Tally; 2],
}

impl Standing {
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Adds a pair. The first engine was White, then Black.
    pub fn add_pair(&mut self, games: &[RefereedGame; 2]) {
        let points = games.iter().zip([Side::First, Side::Second]).map(|(game, first)| self.add(game, first));
        let points: usize = points.sum();
        self.pairs[points] += 1;
    }

    /// Adds a game in which the first engine played `first`. Returns its half points.
    fn add(&mut self, game: &RefereedGame, first: Side) -> usize {
        for (engine, side) in [first, first.other()].into_iter().enumerate() {
            let (tally, seat) = (&mut self.tallies[engine], side as usize);
            let moves_first = game.start.side_to_move() == side;
            let moves = game.moves.len() as u64;
            tally.moves += if moves_first { moves.div_ceil(2) } else { moves / 2 };
            tally.time += game.time[seat];
            tally.slowest = tally.slowest.max(game.slowest[seat]);
            tally.nodes += game.nodes[seat];
            tally.depths += game.depths[seat];
            if game.winner == Some(side.other()) {
                match game.ended {
                    EndCause::Crashed(_) => tally.crashes += 1,
                    EndCause::Time => tally.time_losses += 1,
                    EndCause::Illegal(_) => tally.illegal_moves += 1,
                    EndCause::Rules(_) | EndCause::Adjudicated => {}
                }
            }
        }
        self.adjudicated += u64::from(game.ended == EndCause::Adjudicated);
        let (count, points) = match game.winner {
            None => (&mut self.drawn, 1),
            Some(winner) if winner == first => (&mut self.won, 2),
            Some(_) => (&mut self.lost, 0),
        };
        *count += 1;
        points
    }

    pub fn llr(&self, test: Sprt) -> f64 {
        llr(&self.pairs, test)
    }

    pub fn summary(&self) -> String {
        let error = |error: f64| format!(" +- {error:.0}");
        let elo = elo_of(&self.pairs).map_or(String::new(), |EloEstimate { elo, error: known }| {
            format!("  Elo {elo:+.0}{}", known.map_or(String::new(), error))
        });
        format!("+{} ={} -{}{elo}", self.won, self.drawn, self.lost)
    }

    pub fn document(
        &self,
        names: [&str; 2],
        pace: String,
        openings: usize,
        first_pair: u64,
        test: Option<Sprt>,
    ) -> ChessMatchDocument {
        let difference = elo_of(&self.pairs);
        let games = self.games();
        ChessMatchDocument {
            game: "chess",
            engines: [0, 1].map(|engine| self.line(engine, names[engine])),
            pace,
            openings: openings as u64,
            first_pair,
            games,
            won: self.won,
            drawn: self.drawn,
            lost: self.lost,
            share: (self.won as f64 + self.drawn as f64 / 2.0) / games as f64,
            elo: difference.map(|estimate| estimate.elo),
            elo_error: difference.and_then(|estimate| estimate.error),
            pairs: self.pairs,
            adjudicated: self.adjudicated,
            sprt: test.map(|test| {
                let llr = self.llr(test);
                let verdict = Sprt::verdict(llr).map(|better| if better { "elo1" } else { "elo0" });
                SprtLine { elo0: test.elo0, elo1: test.elo1, llr, bound: Sprt::bound(), verdict }
            }),
        }
    }

    fn line(&self, engine: usize, name: &str) -> RivalLine {
        let tally = &self.tallies[engine];
        RivalLine {
            name: name.to_owned(),
            crashes: tally.crashes,
            time_losses: tally.time_losses,
            illegal_moves: tally.illegal_moves,
            moves: tally.moves,
            time_ns: tally.time.as_nanos() as u64,
            slowest_ns: tally.slowest.as_nanos() as u64,
            nodes: tally.nodes,
            mean_depth: tally.depths as f64 / tally.moves.max(1) as f64,
        }
    }
}
