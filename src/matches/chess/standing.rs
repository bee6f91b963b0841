//! The state of a match: who has beaten whom, and at what cost.

use std::time::Duration;

use super::elo::Sprt;
use super::referee::{EndCause, RefereedGame};
use super::schedule::Schedule;
use super::score::Score;
use sparring_engine::game::Side;

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

impl Tally {
    fn add(&mut self, game: &RefereedGame, side: Side) {
        for thought in game.thoughts_of(side) {
            self.moves += 1;
            self.time += thought.time;
            self.nodes += thought.nodes;
            self.depths += u64::from(thought.depth);
        }
        self.slowest = self.slowest.max(game.slowest[side as usize]);
        if game.winner == Some(side.other()) {
            match game.ended {
                EndCause::Crashed(_) => self.crashes += 1,
                EndCause::Time => self.time_losses += 1,
                EndCause::Illegal(_) => self.illegal_moves += 1,
                EndCause::Rules(_) | EndCause::Adjudicated => {}
            }
        }
    }
}

/// The state of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Each pairing's score, seen by its first engine.
    pub scores: Vec<Score>,
    pub tallies: Vec<Tally>,
    pub adjudicated: u64,
    /// Pairs that are over but do not count, because an earlier one is not over.
    pub dropped: u64,
}

impl Standing {
    pub fn new(schedule: &Schedule, engines: usize) -> Standing {
        Standing {
            scores: vec![Score::default(); schedule.pairings.len()],
            tallies: vec![Tally::default(); engines],
            ..Standing::default()
        }
    }

    pub fn games(&self) -> u64 {
        self.scores.iter().map(Score::games).sum()
    }

    /// Adds a pair of a pairing. The first engine was White, then Black.
    pub fn add_pair(&mut self, schedule: &Schedule, pairing: usize, games: &[RefereedGame; 2]) {
        let mut half_points = [0; 2];
        for (game, (first, points)) in
            games.iter().zip([Side::First, Side::Second].into_iter().zip(&mut half_points))
        {
            for (engine, side) in schedule.pairings[pairing].into_iter().zip([first, first.other()]) {
                self.tallies[engine].add(game, side);
            }
            self.adjudicated += u64::from(game.ended == EndCause::Adjudicated);
            *points = game.winner.map_or(1, |winner| if winner == first { 2 } else { 0 });
        }
        self.scores[pairing].add_pair(half_points);
    }

    /// An engine's score against all others.
    pub fn total(&self, schedule: &Schedule, engine: usize) -> Score {
        let scores = schedule.pairings.iter().zip(&self.scores);
        scores.fold(Score::default(), |total, (pairing, score)| match pairing {
            [first, _] if *first == engine => total.plus(score),
            [_, second] if *second == engine => total.plus(&score.mirrored()),
            _ => total,
        })
    }

    /// The log-likelihood ratio of the only pairing.
    pub fn llr(&self, test: Sprt) -> f64 {
        self.scores[0].llr(test)
    }
}
