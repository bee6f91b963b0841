//! The requirements of a *playing search* on a game and an evaluator, beyond those of a full-width
//! search: it leaves most moves out and looks deeper at others, so it must know at once which is
//! which.

use super::{Game, Score};

/// A game that a playing search can search.
///
/// The sides move in turn, and a side that cannot move has lost if it is in check and drawn if it
/// is not. All other ends are draws ([`Tactical::is_drawn`]).
pub trait Tactical: Game {
    /// An upper bound, exclusive, of [`Tactical::piece_to`].
    const PIECE_TO: usize;
    /// An upper bound, exclusive, of [`Tactical::squares`].
    const SQUARES: usize;

    /// True if the side to move would lose its king by passing.
    fn in_check(&self, position: &Self::Position) -> bool;

    /// True if the game is drawn by this position alone, although the side may still have moves
    /// (chess: too few pieces, or fifty moves without a mate).
    fn is_drawn(&self, position: &Self::Position) -> bool;

    /// The position after the side to move passes (*null move*). Called only if it is not in check.
    /// A repetition is never looked for across a null move.
    fn null_move(&self, position: &Self::Position) -> Self::Position;

    /// True if a search may rely on a null move: in chess, if the side has more than pawns. Without
    /// pieces it may be in *zugzwang*.
    fn allows_null_move(&self, position: &Self::Position) -> bool;

    /// Calls `visit` with the legal moves that take or promote, in the generator's order. A search
    /// must follow them to the end before it trusts a static value.
    fn noisy_moves(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with all other legal moves, in the generator's order.
    fn quiet_moves(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with the quiet moves that give check, in the generator's order.
    fn quiet_checks(&self, position: &Self::Position, visit: impl FnMut(Self::Move));

    /// True if a move takes or promotes.
    fn is_noisy(&self, m: Self::Move) -> bool;

    /// True if the opponent is in check after a legal move.
    fn gives_check(&self, position: &Self::Position, m: Self::Move) -> bool;

    /// The material in centipawns that a move takes at once, promotion included.
    fn gain(&self, m: Self::Move) -> Score;

    /// True if a move wins at least `threshold` centipawns when both sides go on taking on its
    /// target square, each with its least valuable piece, and stop when it pays (*static exchange
    /// evaluation*).
    fn exchange_at_least(&self, position: &Self::Position, m: Self::Move, threshold: Score) -> bool;

    /// A quick guess of the key of the position after a move, right for most moves. The search uses
    /// it to prefetch the table's entry before it makes the move.
    fn likely_key(&self, position: &Self::Position, m: Self::Move) -> u64;

    /// A move in 16 bits, never 0. Different moves of one position have different codes.
    fn code(&self, m: Self::Move) -> u16;

    /// The legal move with this code; `None` if there is none in this position.
    fn decode(&self, position: &Self::Position, code: u16) -> Option<Self::Move>;

    /// The index of the piece that moves and its target square, the side included.
    fn piece_to(&self, position: &Self::Position, m: Self::Move) -> usize;

    /// The squares that the opponent attacks, one bit each; in chess also those behind the king,
    /// which would be attacked if the king stepped back.
    fn attacked(&self, position: &Self::Position) -> u64;

    /// The index of the squares a move leaves and enters, the side included, and of whether each is
    /// in `attacked` (0: no square is).
    fn squares(&self, position: &Self::Position, m: Self::Move, attacked: u64) -> usize;

    /// Keys of parts of a position (chess: the pawns, and each side's pieces). Positions that share
    /// a key tend to share the error of their static value; those that share the first key tend to
    /// have the same good quiet moves.
    fn structures(&self, position: &Self::Position) -> [u64; STRUCTURES];
}

/// The number of keys that [`Tactical::structures`] returns.
pub const STRUCTURES: usize = 3;

/// An evaluator that updates a state from position to position, so that a move costs only what it
/// changes.
pub trait IncrementalEvaluator<G: Game>: Sync {
    /// The state of one position. It holds the views of both sides, so passing does not change it.
    type State: Clone + Send + Sync;

    /// The state of a position from scratch.
    fn start(&self, game: &G, position: &G::Position) -> Self::State;

    /// Turns the state of the position before a move into that of the position after it.
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
