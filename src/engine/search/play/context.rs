//! The histories that order and judge a node's quiet moves: by squares, attacked or not
//! (*butterfly*); by piece and target after each of the last two moves (*continuation*) and with
//! the pawns.

use super::frame::Frame;
use super::histories::{Histories, Rows};
use super::tuning::Tuning;
use crate::game::Tactical;

pub(super) struct Context<'n, G: Tactical, S> {
    pub game: &'n G,
    pub frame: &'n Frame<'n, G, S>,
    pub histories: &'n Histories,
    pub tuning: &'n Tuning,
    rows: Rows,
}

impl<'n, G: Tactical, S> Context<'n, G, S> {
    #[inline]
    pub fn new(
        game: &'n G,
        frame: &'n Frame<'n, G, S>,
        histories: &'n Histories,
        tuning: &'n Tuning,
    ) -> Context<'n, G, S> {
        let before = frame.parent.and_then(|parent| parent.last);
        let rows = histories.rows([frame.last, before], frame.structures[0]);
        Context { game, frame, histories, tuning, rows }
    }

    /// The move's success here and in similar positions, weighted by depth.
    #[inline]
    pub fn quiet_history(&self, m: G::Move) -> i32 {
        let (game, histories, tuning, position) =
            (self.game, self.histories, self.tuning, self.frame.position);
        let piece_to = game.piece_to(position, m);
        let mut history = 0;
        if tuning.butterfly != 0 {
            history += histories.quiet(game.squares(position, m, self.frame.attacked));
        }
        if tuning.continuation != 0 {
            history += histories.after(&self.rows, piece_to);
        }
        if tuning.pawns != 0 {
            history += histories.with_pawns(&self.rows, piece_to);
        }
        history
    }

    pub fn learn_quiet(&self, m: G::Move, bonus: i32) {
        let position = self.frame.position;
        self.histories.learn_quiet(self.game.squares(position, m, self.frame.attacked), bonus);
        self.histories.learn_piece_to(&self.rows, self.game.piece_to(position, m), bonus);
    }
}
