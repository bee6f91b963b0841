//! Matches of the networks against pubeval and against earlier networks.

use std::fmt;

use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Board, Dice, Outcome, Position, Pubeval, Results, Roll};
use sparring_sched::Pool;

use crate::play::{Plays, opening};

/// Who plays.
#[derive(Clone, Copy)]
pub enum Player<'n> {
    /// Networks, by points.
    Network(&'n Network),
    /// Tesauro's evaluator.
    Pubeval,
}

impl Player<'_> {
    fn play(self, position: &Position, roll: Roll, plays: &mut Plays, results: &mut Results) -> Position {
        let board = Board::of(position);
        match self {
            Player::Network(network) => plays.best(network, &board, roll, true).0,
            Player::Pubeval => {
                let (pubeval, race) = (Pubeval::new(), position.is_race());
                let worth = |result: &&Position| match Outcome::of(result) {
                    Some(outcome) => outcome.points() * pubeval.win(),
                    None => pubeval.formula(race, result),
                };
                *board.results(roll, results).iter().max_by_key(worth).expect("a result at least")
            }
        }
    }
}

/// Points a game of the first player, with the standard error.
pub struct Result {
    points: f64,
    error: f64,
}

impl Result {
    /// Plays pairs of games: both games of a pair have the same dice, and the other player begins.
    pub fn of(pool: &Pool, first: Player<'_>, second: Player<'_>, pairs: u64, seed: u64) -> Result {
        let points = pool.install(|worker| {
            let mut points = vec![0; pairs as usize];
            worker.for_each((0..pairs as usize, &mut points[..]), |_, (pair, points)| {
                let seed = seed ^ (pair as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                *points = game([first, second], seed) - game([second, first], seed);
            });
            points
        });
        let count = pairs as f64;
        let mean = points.iter().map(|&points| f64::from(points)).sum::<f64>() / count;
        let squares = points.iter().map(|&points| (f64::from(points) - mean).powi(2)).sum::<f64>();
        Result { points: mean / 2.0, error: (squares / count / (count - 1.0).max(1.0)).sqrt() / 2.0 }
    }
}

impl fmt::Display for Result {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.4} +- {:.4}", self.points, self.error)
    }
}

/// The points that the player who begins wins.
fn game(players: [Player<'_>; 2], seed: u64) -> i32 {
    let mut dice = Dice::new(seed);
    let mut roll = opening(&mut dice);
    let mut position = Position::START;
    let (mut plays, mut results) = (Plays::default(), Results::new());
    for turn in 0.. {
        let result = players[turn % 2].play(&position, roll, &mut plays, &mut results);
        if let Some(outcome) = Outcome::of(&result) {
            return if turn % 2 == 0 { outcome.points() } else { -outcome.points() };
        }
        position = result.handed_over();
        roll = dice.roll();
    }
    0
}
