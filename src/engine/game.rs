//! A game as a search sees it: rules ([`Game`], or [`Stochastic`] with dice) and values
//! ([`Evaluator`], [`EquityEvaluator`]). A playing search requires more ([`Tactical`],
//! [`IncrementalEvaluator`]). Every implementation keeps two conventions:
//!
//! 1. **Views.** A score is seen from the side to move of its position. A search changes the sign
//!    exactly where the side to move changes from a position to its child.
//! 2. **Order.** [`Game::legal_moves`] lists moves in the *generator's order*, a function of the
//!    position alone. Ties between equally good root moves go to the earlier one.

mod tactical;

use std::fmt::{Debug, Display};
use std::ops::{ControlFlow, DerefMut};

pub use tactical::{IncrementalEvaluator, STRUCTURES, Tactical};

/// A value in the evaluator's smallest unit, seen by the side to move.
pub type Score = i32;

/// Larger than any score; as a window bound it means "no bound".
pub const INFINITE: Score = 1_000_000_000;

/// The score of a win on the board; a forced win `n` plies away is worth `WIN - n`. Static values
/// stay well inside `±(WIN - MAX_PLY)`.
pub const WIN: Score = 100_000_000;

/// The deepest search, in plies.
pub const MAX_PLY: u32 = 128;

/// The plies to a forced win (positive) or loss (negative), if `score` is one.
pub fn forced_end(score: Score) -> Option<i32> {
    let plies = WIN - score.abs();
    (0..=MAX_PLY as Score).contains(&plies).then_some(if score > 0 { plies } else { -plies })
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who begins (chess: White).
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

/// The rules of a game of perfect information for two players. `self` holds what is constant over a
/// game.
pub trait Game: Sync {
    /// Everything the future depends on, except earlier positions (see [`Game::repetition`]).
    type Position: Clone + Send + Sync;
    /// A move; meaningful only with its position.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// Moves in the generator's order.
    type Moves: DerefMut<Target = [Self::Move]> + Send + Sync;
    /// The outcome of a finished game.
    type Outcome: Copy + Eq + Debug + Send + Sync;

    /// The side to move.
    fn side_to_move(&self, position: &Self::Position) -> Side;

    /// All legal moves in the generator's order; at least one. Called only if the game is not over.
    fn legal_moves(&self, position: &Self::Position) -> Self::Moves;

    /// Calls `visit` with every legal move, in the generator's order, until it fails.
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

    /// The outcome of the game, if it has ended. A draw that must be claimed is no end.
    fn outcome(&self, position: &Self::Position) -> Option<Self::Outcome>;

    /// A draw that the side to move could claim by this position alone (chess: fifty moves); below
    /// its root a search takes it as a draw. Called only where [`Game::outcome`] is `None`.
    fn claimable_draw(&self, _position: &Self::Position) -> Option<Self::Outcome> {
        None
    }

    /// The outcome of repeating a position; `None` if no position can recur.
    fn repetition(&self) -> Option<Self::Outcome> {
        None
    }

    /// The length of the run of reversible moves that led here, within which an equal position may
    /// lie.
    fn reversible_plies(&self, _position: &Self::Position) -> u32 {
        0
    }

    /// A 64-bit key: equal for equal positions, almost surely different for others, evenly
    /// distributed (chess: Zobrist 1970).
    fn key(&self, position: &Self::Position) -> u64;

    /// A score for ordering only. Moves above 0 (captures) come before killers, the largest first;
    /// moves of 0 are ordered by history; moves below 0 come last.
    fn ordering_score(&self, _position: &Self::Position, _m: Self::Move) -> i32 {
        0
    }

    /// Exceeds every [`Game::history_index`].
    const HISTORY: usize = 0;

    /// True if a table entry of the same depth may end a node: the value at a depth must depend on
    /// [`Game::key`] alone, not on repetitions, clocks or plies.
    const TABLE_CUTS: bool = false;

    /// The index of a quiet move in killers and history; `None` for moves well ordered by
    /// [`Game::ordering_score`] (captures).
    fn history_index(&self, _position: &Self::Position, _m: Self::Move) -> Option<usize> {
        None
    }
}

/// Values of positions.
pub trait Evaluator<G: Game>: Sync {
    /// The unit's name in reports ("centipawn", "boxes").
    fn unit(&self) -> &'static str {
        "points"
    }

    /// The number of smallest units in one [`Evaluator::unit`].
    fn scale(&self) -> Score {
        1
    }

    /// Bounds `[L, U]` of all static and outcome values.
    fn bounds(&self) -> (Score, Score) {
        (-WIN, WIN)
    }

    /// The static value of a position where the game goes on.
    fn evaluate(&self, game: &G, position: &G::Position) -> Score;

    /// The value of a finished game, `ply` plies below the root.
    fn outcome_value(&self, game: &G, position: &G::Position, outcome: G::Outcome, ply: u32) -> Score;
}

/// The rules of a game for two players in which the side to move rolls dice, plays, and hands over.
///
/// A position stands before a roll or after a play (a *result*, by which the play is known). The
/// view is that of one side; only [`Stochastic::hand_over`] changes it.
pub trait Stochastic: Sync {
    /// Everything the future depends on. The generator's order of results is ascending.
    type Position: Clone + Ord + Send + Sync;
    /// A position before the roll, prepared for finding plays quickly.
    type Prepared: Send + Sync;
    /// An outcome of chance.
    type Roll: Copy + Eq + Debug + Send + Sync + 'static;
    /// The outcome of a finished game.
    type Outcome: Copy + Eq + Debug + Display + Send + Sync;

    /// The side from whose view a position is seen.
    fn side(&self, position: &Self::Position) -> Side;

    /// All rolls with their weights.
    fn rolls(&self) -> &'static [(Self::Roll, i64)];

    /// The sum of all weights.
    const WEIGHTS: i64;

    /// Prepares a position for rolls.
    fn prepare(&self, position: &Self::Position) -> Self::Prepared;

    /// Calls `visit` once with every result of playing `roll`, in any fixed order, until it breaks;
    /// with the position itself if no play is legal.
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

    /// A key of the play from `position` to `result`, for ordering only; never 0. The same movement
    /// of checkers has the same key in any position.
    fn play_key(&self, position: &Self::Position, result: &Self::Position) -> u64;

    /// The outcome for the side that has just played, if this result ends the game.
    fn outcome(&self, result: &Self::Position) -> Option<Self::Outcome>;

    /// The same board before the other side's roll.
    fn hand_over(&self, result: &Self::Position) -> Self::Position;
}

/// Integer values of results, always seen by the side that has just played.
pub trait EquityEvaluator<G: Stochastic>: Sync {
    /// Knowledge of the position before the roll, shared by all plays.
    type Before: Copy + Send + Sync;

    /// Evaluates what all plays from a position share.
    fn before(&self, game: &G, position: &G::Position) -> Self::Before;

    /// The unit's name in reports.
    fn unit(&self) -> &'static str;

    /// The number of smallest units in one [`EquityEvaluator::unit`].
    fn scale(&self) -> Score {
        1
    }

    /// Bounds `[L, U]` of all values ([`EquityEvaluator::evaluate`],
    /// [`EquityEvaluator::outcome_value`]) of reachable results of either side, seen by the side on
    /// roll in `position`.
    fn bounds(&self, game: &G, position: &G::Position) -> (Score, Score);

    /// The static value of a result that does not end the game.
    fn evaluate(&self, game: &G, before: Self::Before, result: &G::Position) -> Score;

    /// True if [`EquityEvaluator::evaluate_all`] costs less than single evaluations. Such an
    /// evaluator prefers by value, for both sides.
    fn batches(&self) -> bool {
        false
    }

    /// Appends the static values of results that do not end the game, in their order.
    fn evaluate_all(&self, game: &G, before: Self::Before, results: &[G::Position], values: &mut Vec<Score>) {
        values.extend(results.iter().map(|result| self.evaluate(game, before, result)));
    }

    /// The value of a result that ends the game.
    fn outcome_value(&self, game: &G, result: &G::Position, outcome: G::Outcome) -> Score;

    /// The preference by which plays, game-ending ones included, are ordered and pruned: larger is
    /// better for the side that has played.
    fn preference(&self, game: &G, before: Self::Before, result: &G::Position) -> Score;

    /// True if the most preferred of `side`'s plays, game-ending ones included, always has the
    /// largest value.
    fn prefers_by_value(&self, side: Side) -> bool;
}
