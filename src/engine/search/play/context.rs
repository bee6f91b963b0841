//! The context that orders and judges the moves of a node: the histories of quiet moves.
//!
//! A quiet move has a history by its squares (*butterfly*), each apart as the opponent attacks
//! it or not; by its piece and target after the last move and the one before (*continuation*);
//! and by its piece and target with the pawns of the position. They are added up, and learnt
//! together when a move has cut or leaves no good reply.

use super::frame::Frame;
use super::histories::{Histories, Rows};
use super::tuning::Tuning;
use crate::game::Tactical;

/// A node's frame and what is remembered of its moves.
pub(super) struct Context<'n, G: Tactical, S> {
    pub game: &'n G,
    pub frame: &'n Frame<'n, G, S>,
    pub histories: &'n Histories,
    pub tuning: &'n Tuning,
    /// Where histories by piece and target are.
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

    /// The success of a quiet move, weighted by depth, here and in positions like this one.
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

    /// A quiet move gains history, or loses some if `bonus` is negative.
    pub fn learn_quiet(&self, m: G::Move, bonus: i32) {
        let position = self.frame.position;
        self.histories.learn_quiet(self.game.squares(position, m, self.frame.attacked), bonus);
        self.histories.learn_piece_to(&self.rows, self.game.piece_to(position, m), bonus);
    }
}
