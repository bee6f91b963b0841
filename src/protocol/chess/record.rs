//! The rules that depend on the whole game.

use sparring_engine::games::chess::{Move, Outcome, Position};

/// A game of chess from its first position on.
pub type Record = crate::protocol::Record<Position, Move>;

impl Record {
    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.state()
    }

    /// Keys of the positions before the one on the board, the oldest first.
    pub fn earlier(&self) -> Vec<u64> {
        self.states()[..self.plies()].iter().map(Position::key).collect()
    }

    /// A game from `start` on in which `moves` were played, each of them legal.
    pub fn of(start: Position, moves: &[Move]) -> Record {
        let mut record = Record::new(start);
        moves.iter().for_each(|&m| record.play(m));
        record
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.push(m, self.position().play(m));
    }

    /// How often the position on the board has occurred, including now.
    pub fn occurrences(&self) -> usize {
        let key = self.position().key();
        self.states().iter().filter(|position| position.key() == key).count()
    }

    /// How the game is over, if it is: mate, stalemate, a dead position, a fivefold repetition, 75
    /// moves.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        position.outcome().or_else(|| {
            if self.occurrences() >= 5 {
                Some(Outcome::Repetition)
            } else {
                (position.halfmove_clock() >= 150).then_some(Outcome::FiftyMoves)
            }
        })
    }

    /// The draw that the side to move could claim: a threefold repetition, fifty moves.
    pub fn claim(&self) -> Option<Outcome> {
        if self.occurrences() >= 3 {
            Some(Outcome::Repetition)
        } else {
            (self.position().halfmove_clock() >= 100).then_some(Outcome::FiftyMoves)
        }
    }
}
