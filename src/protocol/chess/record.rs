use sparring_engine::games::chess::{Move, Outcome, Position};

pub type Record = crate::protocol::Record<Position, Move>;

impl Record {
    pub fn position(&self) -> &Position {
        self.state()
    }

    /// The keys of all earlier positions, the oldest first.
    pub fn earlier(&self) -> Vec<u64> {
        self.states()[..self.plies()].iter().map(Position::key).collect()
    }

    pub fn of(start: Position, moves: &[Move]) -> Record {
        let mut record = Record::new(start);
        moves.iter().for_each(|&m| record.play(m));
        record
    }

    pub fn play(&mut self, m: Move) {
        self.push(m, self.position().play(m));
    }

    pub fn occurrences(&self) -> usize {
        let key = self.position().key();
        self.states().iter().filter(|position| position.key() == key).count()
    }

    /// The outcome of a finished game, including fivefold repetition and 75 moves.
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

    /// A claimable draw: threefold repetition or fifty moves.
    pub fn claim(&self) -> Option<Outcome> {
        if self.occurrences() >= 3 {
            Some(Outcome::Repetition)
        } else {
            (self.position().halfmove_clock() >= 100).then_some(Outcome::FiftyMoves)
        }
    }
}
