//! A game as a search sees it: its rules as [`Game`], the worth of positions as [`Evaluator`].
//!
//! Rules never import a search and a search never names a game; this module is all they share.
//!
//! A game of perfect information is a [`Game`] with an [`Evaluator`]; a playing search asks more of
//! both ([`Tactical`], [`IncrementalEvaluator`]). A game in which each side throws dice before it
//! moves is [`Stochastic`], with an [`EquityEvaluator`]. The documentation of
//! [`search`](crate::search) implements a whole game.
//!
//! Every implementation keeps two conventions on which every search relies:
//!
//! 1. **Views.** A score is seen from the side to move of its position. A search changes the sign
//!    exactly where the side to move changes from a position to its child. (In dots and boxes a
//!    player who closes a box moves again.)
//! 2. **Order.** [`Game::legal_moves`] lists moves in the *generator's order*, a function of the
//!    position alone. Ties between equally good root moves go to the earlier one.

mod tactical;

use std::fmt::{Debug, Display};
use std::ops::{ControlFlow, DerefMut};

pub use tactical::{IncrementalEvaluator, STRUCTURES, Tactical};

/// A value in the evaluator's smallest unit, from the side to move's view.
pub type Score = i32;

/// Larger than any score; as a window bound it means "no bound".
pub const INFINITE: Score = 1_000_000_000;

/// The value of a win on the board; a forced win `n` plies away is worth `WIN - n`.
///
/// Static values of games with a forced end stay well inside `±(WIN - MAX_PLY)`.
pub const WIN: Score = 100_000_000;

/// The deepest search, in plies.
pub const MAX_PLY: u32 = 128;

/// The plies to a forced win (positive) or loss (negative), if `score` is one of either.
pub fn forced_end(score: Score) -> Option<i32> {
    let plies = WIN - score.abs();
    (0..=MAX_PLY as Score).contains(&plies).then_some(if score > 0 { plies } else { -plies })
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who moves first from the usual starting position (chess: White).
    First,
    /// The opponent of [`Side::First`].
    Second,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// The rules of a game of perfect information for two players.
///
/// `self` carries what is constant over one game (a board's shape, a rule set), so that positions
/// stay small.
pub trait Game: Sync {
    /// Everything the future of the game depends on, except for earlier positions (see
    /// [`Game::repetition`]).
    type Position: Clone + Send + Sync;
    /// A move; meaningful only together with the position it was generated for.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// A list of moves in the generator's order.
    type Moves: DerefMut<Target = [Self::Move]> + Send + Sync;
    /// The outcome of a finished game.
    type Outcome: Copy + Eq + Debug + Send + Sync;

    /// The side to move.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// Returns all legal moves in the generator's order. Empty only if the game is over; called
    /// only if it is not.
    fn legal_moves(&self, position: &Self::Position) -> Self::Moves;

    /// Calls `visit` with every legal move, in the generator's order, until it fails. Override it
    /// where generating moves one at a time costs less than a list.
    #[inline]
    fn each_move<E>(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> Result<(), E>,
    ) -> Result<(), E> {
        self.legal_moves(position).iter().copied().try_for_each(visit)
    }

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, m: Self::Move) -> Self::Position;

    /// The outcome of the game, if it has ended. A draw that a player must claim is no end.
    fn outcome(&self, position: &Self::Position) -> Option<Self::Outcome>;

    /// A draw that the side to move could claim by this position alone (chess: fifty moves). A
    /// search takes it as a draw everywhere below its root. Called only where [`Game::outcome`] is
    /// `None`.
    fn claimable_draw(&self, _position: &Self::Position) -> Option<Self::Outcome> {
        None
    }

    /// The outcome of repeating an earlier position; `None` in games where no position can recur.
    fn repetition(&self) -> Option<Self::Outcome> {
        None
    }

    /// The largest number of plies back at which an equal position could lie: the length of the run
    /// of reversible moves that led here.
    fn reversible_plies(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// A 64-bit key: equal positions have equal keys, different ones almost surely different keys,
    /// and keys are evenly distributed (chess: Zobrist 1970).
    fn key(&self, position: &Self::Position) -> u64;

    /// A static score used only to order moves: larger is tried earlier. Moves above 0 (captures)
    /// come before killers, moves of 0 are ordered by history, moves below 0 come last.
    fn ordering_score(&self, _position: &Self::Position, _m: Self::Move) -> i32 {
        0
    }

    /// An upper bound, exclusive, of [`Game::history_index`].
    const HISTORY: usize = 0;

    /// True if a table entry of the same position and depth may end a node. Requires that the value
    /// at a depth is a function of [`Game::key`] alone: no repetitions, no clocks, and no outcome
    /// value that depends on the ply.
    const TABLE_CUTS: bool = false;

    /// The index under which the success of a quiet move is remembered for ordering (killers,
    /// history); `None` for moves that [`Game::ordering_score`] orders well enough (captures).
    fn history_index(&self, _position: &Self::Position, _m: Self::Move) -> Option<usize> {
        None
    }
}

/// Values of positions of `G`, with their unit, scale and bounds.
pub trait Evaluator<G: Game>: Sync {
    /// The name of the unit for reports ("centipawn", "boxes"): a score of [`Evaluator::scale`] is
    /// one.
    fn unit(&self) -> &'static str {
        "points"
    }

    /// The number of smallest units in one [`Evaluator::unit`].
    fn scale(&self) -> Score {
        1
    }

    /// True bounds `[L, U]`: no static or outcome value ever lies outside.
    fn bounds(&self) -> (Score, Score) {
        (-WIN, WIN)
    }

    /// The static value of a position in which the game goes on.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// The value of a finished game, reached `ply` plies below the root of the search.
    fn outcome_value(&self, game: &G, position: &G::Position, outcome: G::Outcome, ply: u32) -> Score;
}

/// The rules of a game for two players in which the side to move rolls dice, plays, and hands over.
///
/// A position stands before a roll or after a play (a *result*), always from the view of the same
/// side; only [`Stochastic::hand_over`] changes the view. A play has no name: it is known by its
/// result.
pub trait Stochastic: Sync {
    /// Everything the future depends on, before a roll or after a play. The generator's order of
    /// results is ascending.
    type Position: Clone + Ord + Send + Sync;
    /// A position before the roll, prepared so that the plays of many rolls are found quickly.
    type Prepared: Send + Sync;
    /// An outcome of chance.
    type Roll: Copy + Eq + Debug + Send + Sync + 'static;
    /// The outcome of a finished game.
    type Outcome: Copy + Eq + Debug + Display + Send + Sync;

    /// The side from whose view a position is seen.
    fn side(&self, position: &Self::Position) -> Side;

    /// All rolls and their weights, which add up to [`Stochastic::WEIGHTS`].
    fn rolls(&self) -> &'static [(Self::Roll, i64)];

    /// The sum of the weights of all rolls.
    const WEIGHTS: i64;

    /// Prepares a position for rolls.
    fn prepare(&self, position: &Self::Position) -> Self::Prepared;

    /// Calls `visit` with every result of playing `roll`, each once, in any fixed order, until it
    /// breaks. Where no play is legal the position itself is the only result.
    fn each_result(
        &self,
        prepared: &Self::Prepared,
        roll: Self::Roll,
        visit: impl FnMut(&Self::Position) -> ControlFlow<()>,
    );

    /// The results of playing `roll`, in the order of [`Stochastic::each_result`].
    #[inline]
    fn results(&self, prepared: &Self::Prepared, roll: Self::Roll) -> Vec<Self::Position> {
        let mut results = Vec::new();
        self.each_result(prepared, roll, |result| {
            results.push(result.clone());
            ControlFlow::Continue(())
        });
        results
    }

    /// A name for the play that led from `position` to `result`, used only to order. The same
    /// movement of the player's own checkers has the same name in any position; different movements
    /// almost surely have different names. Never 0.
    fn play_key(&self, position: &Self::Position, result: &Self::Position) -> u64;

    /// The outcome for the side that has just played, if the game is over by this result.
    fn outcome(&self, result: &Self::Position) -> Option<Self::Outcome>;

    /// The same board before the other side's roll.
    fn hand_over(&self, result: &Self::Position) -> Self::Position;
}

/// Values of results of plays, always from the view of the side that has just played.
///
/// Values are integers, so that the order of summing cannot change an expectation.
pub trait EquityEvaluator<G: Stochastic>: Sync {
    /// The evaluator's knowledge of the position before the roll, shared by all plays.
    type Before: Copy + Send + Sync;

    /// Returns what the evaluator needs to know about a position before a roll.
    fn before(&self, game: &G, position: &G::Position) -> Self::Before;

    /// The name of the unit for reports: a score of [`EquityEvaluator::scale`] is one.
    fn unit(&self) -> &'static str;

    /// The number of smallest units in one [`EquityEvaluator::unit`].
    fn scale(&self) -> Score {
        1
    }

    /// True bounds `[L, U]`, seen by the side on roll in `position`. They hold for
    /// [`EquityEvaluator::evaluate`] and [`EquityEvaluator::outcome_value`] of every result that
    /// the game can reach from there, whichever side has played.
    fn bounds(&self, game: &G, position: &G::Position) -> (Score, Score);

    /// The static value of a result that does not end the game.
    fn evaluate(&self, game: &G, before: Self::Before, result: &G::Position) -> Score;

    /// True if a search should ask for the values of all results of a roll at once
    /// ([`EquityEvaluator::evaluate_all`]), because together they cost less. Such an evaluator
    /// prefers by value, for both sides.
    fn batches(&self) -> bool {
        false
    }

    /// Appends the static values of results that do not end the game to `values`, in their order.
    fn evaluate_all(&self, game: &G, before: Self::Before, results: &[G::Position], values: &mut Vec<Score>) {
        values.extend(results.iter().map(|result| self.evaluate(game, before, result)));
    }

    /// The value of a result that ends the game.
    fn outcome_value(&self, game: &G, result: &G::Position, outcome: G::Outcome) -> Score;

    /// The preference by which plays are ordered and, with forward pruning, chosen: larger is
    /// better for the side that has played. Also called for results that end the game.
    fn preference(&self, game: &G, before: Self::Before, result: &G::Position) -> Score;

    /// True if the most preferred of `side`'s plays, game-ending ones included, always has the
    /// largest value.
    fn prefers_by_value(&self, side: Side) -> bool;
}
