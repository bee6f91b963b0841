//! A person, gnubg or a match runner and the engine at a backgammon board.

mod cube;
mod game;
pub mod gnubg;
mod play_state;
mod saved;
mod talk;
mod thinker;
mod ubgi;

pub use game::{BackgammonGame, Worth};
pub use play_state::{PlayState, Record};
pub use thinker::Thinker;
pub use ubgi::Ubgi;

use sparring_engine::games::backgammon::{MatchState, Position, Roll};

/// A game of backgammon between a person and an opponent.
pub type Session<O> = super::Session<BackgammonGame, O>;

/// Decides for one side.
pub trait Opponent {
    /// The result of the play it chooses, one of [`Position::results`]. Asked only where a play is
    /// legal.
    fn choose(&mut self, position: &Position, roll: Roll) -> Position;

    /// The same at these stakes. One that knows nothing of them chooses as without.
    fn choose_at(&mut self, position: &Position, roll: Roll, _stakes: &MatchState) -> Position {
        self.choose(position, roll)
    }

    /// Whether it doubles before the roll of the side that sees the position. Asked only where
    /// the rules let it.
    fn doubles(&mut self, _position: &Position, _stakes: &MatchState) -> bool {
        false
    }

    /// Whether it takes a double of the side that sees the position.
    fn takes(&mut self, _position: &Position, _stakes: &MatchState) -> bool {
        true
    }
}
