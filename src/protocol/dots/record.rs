use sparring_engine::game::Side;
use sparring_engine::games::dots::{Board, Edge, Position};

pub type Record = crate::protocol::Record<Position, Edge>;

impl Record {
    pub fn position(&self) -> &Position {
        self.state()
    }

    /// Makes a game of positions, at least one, each an edge after the previous one.
    pub fn of(positions: &[Position]) -> Record {
        let mut record = Record::new(positions[0]);
        for pair in positions.windows(2) {
            let new = pair[1].drawn() & !pair[0].drawn();
            record.push(Edge::new(new.trailing_zeros() as usize), pair[1]);
        }
        record
    }

    #[cfg(test)]
    pub fn play(&mut self, game: &sparring_engine::games::dots::Dots, edge: Edge) {
        use sparring_engine::game::Game;
        self.push(edge, game.play(self.position(), edge));
    }

    pub fn owners(&self, board: &Board) -> Vec<Option<Side>> {
        let closer = |pair: &[Position], edges: u64| {
            let closed = |position: &Position| position.drawn() & edges == edges;
            (!closed(&pair[0]) && closed(&pair[1])).then(|| pair[0].side_to_move())
        };
        let owner = |edges: u64| self.states().windows(2).find_map(|pair| closer(pair, edges));
        board.cells().iter().map(|cell| owner(cell.edges)).collect()
    }

    /// The boxes won by `side` and its opponent.
    pub fn won(&self, board: &Board, side: Side) -> (i32, i32) {
        let sum = |side: Side| {
            let owners = self.owners(board);
            let own = board.cells().iter().zip(owners).filter(|(_, owner)| *owner == Some(side));
            own.map(|(cell, _)| cell.value).sum()
        };
        (sum(side), sum(side.other()))
    }
}
