//! The requirements of a *playing search* on a game and an evaluator, beyond those of a full-width
//! search.
//!
//! A full-width search needs rules and a value. A playing search leaves most moves out, looks
//! deeper at others, and must know at once which are which: is the side in check, what does a
//! capture win, what would happen if the side passed.

use super::{Game, Score};

/// A game that a playing search can search.
///
/// It is a game in which the sides move in turn and a side that cannot move has lost if it is in
/// check and drawn if it is not. All other ends are draws ([`Tactical::is_drawn`]). Tables of
/// moves are indexed by small numbers, so that the search remembers what it has seen of a move.
pub trait Tactical: Game {
    /// [`Tactical::piece_to`] is always below this.
    const PIECE_TO: usize;
    /// [`Tactical::squares`] is always below this.
    const SQUARES: usize;

    /// True if the side to move is in check: whether it would lose its king by passing.
    fn in_check(&self, position: &Self::Position) -> bool;

    /// True if the game is drawn by this position alone although the side may still have moves
    /// (chess: too few pieces, or fifty moves without a mate).
    fn is_drawn(&self, position: &Self::Position) -> bool;

    /// The position after the side to move passes (*null move*). Asked only if it is not in check.
    /// A repetition is never looked for across a null move.
    fn null_move(&self, position: &Self::Position) -> Self::Position;

    /// True if passing is so unlikely to be the best that a search may conclude from it: in chess,
    /// whether the side has more than pawns. Without pieces it may be in *zugzwang*.
    fn allows_null_move(&self, position: &Self::Position) -> bool;

    /// Calls `visit` with the legal moves that take or promote, in the generator's order: those
    /// that change the material, which a search must see to the end before it trusts a static
    /// value.
    fn noisy_moves(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with all other legal moves, in the generator's order.
    fn quiet_moves(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with those of them that give check, in the generator's order.
    fn quiet_checks(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// True if a move takes or promotes.
    fn is_noisy(&self, m: Self::Move) -> bool;

    /// True if the opponent is in check after a legal move.
    fn gives_check(&self, position: &Self::Position, m: Self::Move) -> bool;

    /// The material in centipawns that a move takes at once, promotion included.
    fn gain(&self, m: Self::Move) -> Score;

    /// True if a move wins at least `threshold` centipawns if both sides go on taking on its
    /// target square, each with its least valuable piece, and stop when it pays (*static exchange
    /// evaluation*).
    fn exchange_at_least(&self, position: &Self::Position, m: Self::Move, threshold: Score) -> bool;

    /// The key of the position after a move, as far as it is quickly told: for most moves the
    /// right one. The search asks for that entry of its table before it makes the move.
    fn likely_key(&self, position: &Self::Position, m: Self::Move) -> u64;

    /// A move in 16 bits, never 0. Different moves of one position have different codes.
    fn code(&self, m: Self::Move) -> u16;

    /// The legal move with this code; `None` if there is none in this position.
    fn decode(&self, position: &Self::Position, code: u16) -> Option<Self::Move>;

    /// The index of what moves and where it goes, the side included.
    fn piece_to(&self, position: &Self::Position, m: Self::Move) -> usize;

    /// The squares on which the opponent attacks, a bit for each; in chess also those behind the
    /// king, which it would attack if the king stepped back.
    fn attacked(&self, position: &Self::Position) -> u64;

    /// The index of the squares a move leaves and enters, the side included, and of whether each
    /// is one of the `attacked` ones (0: no square is).
    fn squares(&self, position: &Self::Position, m: Self::Move, attacked: u64) -> usize;

    /// Keys of parts of a position for which static values are likely to be wrong in the same way
    /// (chess: the pawns, and each side's pieces). With the first alike, the same quiet moves are
    /// likely to be good.
    fn structures(&self, position: &Self::Position) -> [u64; STRUCTURES];
}

/// The number of parts of a position that [`Tactical::structures`] tells apart.
pub const STRUCTURES: usize = 3;

/// An evaluator that keeps a state from position to position, so that a move costs it what the
/// move changes.
pub trait IncrementalEvaluator<G: Game>: Sync {
    /// The state that is kept for one position; it holds the views of both sides, so passing keeps
    /// it.
    type State: Clone + Send + Sync;

    /// The state of a position from scratch.
    fn start(&self, game: &G, position: &G::Position) -> Self::State;

    /// Makes the state of the position before a move that of the position after it.
    fn advance(
        &self,
        game: &G,
        state: &mut Self::State,
        before: &G::Position,
        m: G::Move,
        after: &G::Position,
    );

    /// The static value in centipawns, from the side to move's view.
    fn evaluate(&self, game: &G, state: &Self::State, position: &G::Position) -> Score;
}
