//! A game as it was played: every position and move, and the rules that depend on the whole game.

use crate::games::chess::{Move, Outcome, Position};

/// A game from its first position on.
#[derive(Clone, Debug)]
pub struct Record {
    /// One more than `moves`; the last one is on the board.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Record {
    /// A game that begins here.
    pub fn new(start: Position) -> Record {
        Record { positions: vec![start], moves: Vec::new() }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a record begins with a position and never loses it")
    }

    /// The first position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Number of moves played.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Keys of the positions before the one on the board, the oldest first.
    pub fn earlier(&self) -> Vec<u64> {
        self.positions[..self.moves.len()].iter().map(Position::key).collect()
    }

    /// A game from `start` on in which `moves` were played, each of them legal.
    pub fn of(start: Position, moves: &[Move]) -> Record {
        let mut record = Record::new(start);
        moves.iter().for_each(|&m| record.play(m));
        record
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.positions.push(self.position().play(m));
        self.moves.push(m);
    }

    /// Takes back `plies` moves, or all if there are fewer.
    pub fn take_back(&mut self, plies: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(plies));
        self.positions.truncate(self.moves.len() + 1);
    }

    /// How often the position on the board has occurred, including now.
    pub fn occurrences(&self) -> usize {
        let key = self.position().key();
        self.positions.iter().filter(|position| position.key() == key).count()
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
