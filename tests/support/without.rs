//! A game without some of the moves of one position.

use sparring_engine::game::{Evaluator, Game, Score, Side};

/// `game`, but in the position with the key `root` the moves of `excluded` are not legal.
pub struct Without<'a, G: Game> {
    pub game: &'a G,
    pub root: u64,
    pub excluded: Vec<G::Move>,
}

impl<G: Game> Game for Without<'_, G> {
    type Position = G::Position;
    type Move = G::Move;
    type Moves = Vec<G::Move>;
    type Outcome = G::Outcome;
    const HISTORY: usize = G::HISTORY;

    fn side_to_move(&self, position: &G::Position) -> Side {
        self.game.side_to_move(position)
    }

    fn legal_moves(&self, position: &G::Position) -> Vec<G::Move> {
        let moves = self.game.legal_moves(position);
        let is_root = self.game.key(position) == self.root;
        moves.iter().copied().filter(|m| !is_root || !self.excluded.contains(m)).collect()
    }

    fn play(&self, position: &G::Position, m: G::Move) -> G::Position {
        self.game.play(position, m)
    }

    fn outcome(&self, position: &G::Position) -> Option<G::Outcome> {
        self.game.outcome(position)
    }

    fn claimable_draw(&self, position: &G::Position) -> Option<G::Outcome> {
        self.game.claimable_draw(position)
    }

    fn repetition(&self) -> Option<G::Outcome> {
        self.game.repetition()
    }

    fn reversible_plies(&self, position: &G::Position) -> u32 {
        self.game.reversible_plies(position)
    }

    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position)
    }

    fn ordering_score(&self, position: &G::Position, m: G::Move) -> i32 {
        self.game.ordering_score(position, m)
    }

    fn history_index(&self, position: &G::Position, m: G::Move) -> Option<usize> {
        self.game.history_index(position, m)
    }
}

/// An evaluator of a game, for the game without some moves.
pub struct Same<'a, E>(pub &'a E);

impl<G: Game, E: Evaluator<G>> Evaluator<Without<'_, G>> for Same<'_, E> {
    fn evaluate(&self, without: &Without<'_, G>, position: &G::Position) -> Score {
        self.0.evaluate(without.game, position)
    }

    fn outcome_value(
        &self,
        without: &Without<'_, G>,
        position: &G::Position,
        outcome: G::Outcome,
        ply: u32,
    ) -> Score {
        self.0.outcome_value(without.game, position, outcome, ply)
    }
}
