//! Backgammon with a person, gnubg or a match runner.

mod cube;
mod game;
pub mod gnubg;
mod play_state;
mod resignation;
mod saved;
mod talk;
mod thinker;
mod ubgi;

pub use game::{BackgammonGame, Worth};
pub use play_state::{PlayState, Record, Step};
pub use thinker::Thinker;
pub use ubgi::Ubgi;

use sparring_engine::games::backgammon::{MatchState, Position, Roll};

pub type Session<O> = super::Session<BackgammonGame, O>;

/// A player that decides for one side.
pub trait Opponent {
    /// Chooses a result from [`Position::results`]; called only if a play is legal.
    fn choose(&mut self, position: &Position, roll: Roll) -> Position;

    /// Chooses at these stakes, which are ignored by default.
    fn choose_at(&mut self, position: &Position, roll: Roll, _stakes: &MatchState) -> Position {
        self.choose(position, roll)
    }

    /// True if it doubles before its roll; called only where that is legal.
    fn doubles(&mut self, _position: &Position, _stakes: &MatchState) -> bool {
        false
    }

    /// True if it takes a double by the side that sees the position.
    fn takes(&mut self, _position: &Position, _stakes: &MatchState) -> bool {
        true
    }
}
