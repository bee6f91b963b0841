//! The requirements of a *playing search* on games and evaluators.

use super::{Game, Score};

/// A game that a playing search can search. A side that cannot move has lost if it is in check and
/// drawn if not. All other ends are draws ([`Tactical::is_drawn`]).
pub trait Tactical: Game {
    /// Exceeds every [`Tactical::piece_to`].
    const PIECE_TO: usize;
    /// Exceeds every [`Tactical::squares`].
    const SQUARES: usize;

    /// True if the side to move would lose its king by passing.
    fn in_check(&self, position: &Self::Position) -> bool;

    /// True if this position alone is drawn, although moves may be left (chess: too few pieces, or
    /// fifty moves without a mate).
    fn is_drawn(&self, position: &Self::Position) -> bool;

    /// The position after the side to move passes (*null move*). Called only out of check. A
    /// repetition is never looked for across a null move.
    fn null_move(&self, position: &Self::Position) -> Self::Position;

    /// True if *zugzwang* is unlikely: in chess, if the side has more than pawns.
    fn allows_null_move(&self, position: &Self::Position) -> bool;

    /// Calls `visit` with the legal moves that take or promote, in the generator's order.
    fn noisy_moves(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with all other legal moves, in the generator's order.
    fn quiet_moves(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with the quiet moves that give check, in the generator's order.
    fn quiet_checks(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// True if a move takes or promotes.
    fn is_noisy(&self, m: Self::Move) -> bool;

    /// True if the opponent is in check after a legal move.
    fn gives_check(&self, position: &Self::Position, m: Self::Move) -> bool;

    /// The material in centipawns that a move gains at once, promotion included.
    fn gain(&self, m: Self::Move) -> Score;

    /// True if a move wins at least `threshold` centipawns when both sides go on taking on its
    /// target square with the least valuable piece and stop when it pays (*static exchange
    /// evaluation*).
    fn exchange_at_least(&self, position: &Self::Position, m: Self::Move, threshold: Score) -> bool;

    /// The key after a move, right for most moves, for prefetching.
    fn likely_key(&self, position: &Self::Position, m: Self::Move) -> u64;

    /// A move in 16 bits, never 0, unique in its position.
    fn code(&self, m: Self::Move) -> u16;

    /// The legal move with this code, if any.
    fn decode(&self, position: &Self::Position, code: u16) -> Option<Self::Move>;

    /// The index of a move's piece and target square, the side included.
    fn piece_to(&self, position: &Self::Position, m: Self::Move) -> usize;

    /// The squares that the opponent attacks; in chess also those that it would if the king stepped
    /// back.
    fn attacked(&self, position: &Self::Position) -> u64;

    /// The index of a move's two squares, the side, and of whether each square is in `attacked` (0:
    /// none is).
    fn squares(&self, position: &Self::Position, m: Self::Move, attacked: u64) -> usize;

    /// Keys of parts of a position (chess: the pawns, and each side's pieces). Errors of static
    /// values are learnt by all, good quiet moves by the first.
    fn structures(&self, position: &Self::Position) -> [u64; STRUCTURES];
}

/// The number of [`Tactical::structures`].
pub const STRUCTURES: usize = 3;

/// An evaluator with a state updated from position to position.
pub trait IncrementalEvaluator<G: Game>: Sync {
    /// The state of one position, with the views of both sides, so passing keeps it.
    type State: Clone + Send + Sync;

    /// The state of a position from scratch.
    fn start(&self, game: &G, position: &G::Position) -> Self::State;

    /// Turns the state before a move into that after it.
    fn advance(
        &self,
        game: &G,
        state: &mut Self::State,
        before: &G::Position,
        m: G::Move,
        after: &G::Position,
    );

    /// The static value in centipawns, seen by the side to move.
    fn evaluate(&self, game: &G, state: &Self::State, position: &G::Position) -> Score;
}
