//! Game-tree search for any game: the best move and its value, or the best few in order, on any
//! number of workers.
//!
//! A game implements [`Game`](crate::game::Game), or [`Stochastic`](crate::game::Stochastic) if it
//! has dice. An [`Engine`](crate::Engine) answers a [`Request`] or [`DiceRequest`] with given
//! [`Settings`] and [`Strategy`]. A [`PlayRequest`] asks for a move to play, without a proof; a
//! [`Request`] with an [`AnyStrategy`] does either. All exact strategies find the same moves and
//! values at every thread count.
//!
//! Inside, `exact` searches games of perfect information, `play` for a move to play, `chance` games
//! with dice. `deepen` runs each to one depth after the other, within [`Limits`]; `split` offers
//! the moves of a node to all workers. `memory`, `refutations` and [`Table`] hold what searches
//! learn.
//!
//! # A game of one's own
//! Tic-tac-toe, from its rules to a parallel search:
//! ```
//! use sparring_engine::Engine;
//! use sparring_engine::search::{Request, Settings};
//! use sparring_engine::game::{Evaluator, Game, Score, Side, WIN, forced_end};
//! use sparring_sched::Pool;
//!
//! /// The squares taken by the first and by the second player: bit `n` is square `n` of 0 to 8.
//! type Board = [u16; 2];
//!
//! /// The end of a game, for the side that would be to move.
//! #[derive(Clone, Copy, Debug, PartialEq, Eq)]
//! enum End {
//!     Lost,
//!     Drawn,
//! }
//!
//! const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
//!
//! struct TicTacToe;
//!
//! impl Game for TicTacToe {
//!     type Position = Board;
//!     type Move = u8;
//!     type Moves = Vec<u8>;
//!     type Outcome = End;
//!
//!     fn side_to_move(&self, board: &Board) -> Side {
//!         let moves = (board[0] | board[1]).count_ones();
//!         if moves % 2 == 0 { Side::First } else { Side::Second }
//!     }
//!
//!     fn legal_moves(&self, board: &Board) -> Vec<u8> {
//!         (0..9).filter(|square| (board[0] | board[1]) >> square & 1 == 0).collect()
//!     }
//!
//!     fn play(&self, board: &Board, square: u8) -> Board {
//!         let mut after = *board;
//!         after[self.side_to_move(board) as usize] |= 1 << square;
//!         after
//!     }
//!
//!     fn outcome(&self, board: &Board) -> Option<End> {
//!         let opponent = board[self.side_to_move(board).other() as usize];
//!         if LINES.iter().any(|line| opponent & line == *line) {
//!             Some(End::Lost)
//!         } else {
//!             (board[0] | board[1] == 0o777).then_some(End::Drawn)
//!         }
//!     }
//!
//!     fn key(&self, board: &Board) -> u64 {
//!         (u64::from(board[0]) << 9 | u64::from(board[1])).wrapping_mul(0x9e37_79b9_7f4a_7c15)
//!     }
//! }
//!
//! /// Values only the end of a game, and a near win more than a far one.
//! struct Verdict;
//!
//! impl Evaluator<TicTacToe> for Verdict {
//!     fn evaluate(&self, _: &TicTacToe, _: &Board) -> Score {
//!         0
//!     }
//!
//!     fn outcome_value(&self, _: &TicTacToe, _: &Board, end: End, ply: u32) -> Score {
//!         match end {
//!             End::Lost => ply as Score - WIN,
//!             End::Drawn => 0,
//!         }
//!     }
//! }
//!
//! let engine = Engine::new(TicTacToe, Pool::new(2).unwrap(), 1);
//! let solved = engine.answer(&Verdict, &Request::new([0, 0], Settings::depth(9)));
//! assert_eq!(solved.score, 0); // played well, the game is a draw
//!
//! let threat = [0o003, 0o060]; // the first player completes the first row and wins at once
//! let answer = engine.answer(&Verdict, &Request::new(threat, Settings::depth(5)));
//! assert_eq!((answer.best(), forced_end(answer.score)), (Some(2), Some(1)));
//! ```
//!
//! If the value of a position depends only on its key, not on the moves or the number of plies that
//! led to it, set [`Game::TABLE_CUTS`](crate::game::Game::TABLE_CUTS) to true: exact searches then
//! end nodes by table entries. A connect four took 3.3 s with it instead of 19.1 s. Here it stays
//! false, because `Verdict` values a near win more than a far one.

mod answer;
mod any;
mod atomic_bitset;
mod chance;
mod deepen;
mod exact;
mod limits;
mod memory;
mod perft;
mod play;
mod pruning;
mod ranking;
mod refutations;
mod repeated;
mod request;
mod sim_ids;
mod split;
mod strategy;
#[cfg(test)]
#[path = "../tests/support"]
mod support {
    pub mod contract;
    pub mod dice;
    pub mod ending;
    pub mod expectimax;
    pub mod hash;
    pub mod minimax;
    pub mod numbers;
    pub mod trees;
    pub mod walk;
}
mod table;
mod task;
mod top;
mod window;

pub use answer::{Answer, AnswerOf, DiceAnswerOf, Expectation, Iteration, Listener, ScoredLine};
pub use any::{AnyStrategy, Evaluators};
pub use chance::{MAX_DEPTH, Value};
pub(crate) use deepen::{Assignment, Resources};
pub use limits::{Limits, StopCause};
pub(crate) use memory::Memories;
pub use memory::{Counts, Waste};
// Used by `compiled`, which unit tests leave out.
#[cfg(all(not(test), any(feature = "backgammon", feature = "chess", feature = "dots")))]
pub(crate) use memory::Room;
pub use perft::{perft, perft_by_roll};
pub use play::{Budget, Clock, Event, PartialIteration, PlayRequest, Tuning, Watch};
pub use pruning::{Filter, Pruning};
pub use request::{DiceRequest, DiceRequestOf, Question, Request, Settings};
pub use strategy::{DiceStrategy, PlayStrategy, SearchStrategy, Strategy, UnknownStrategy};
pub use table::{Entry, Table};
pub use window::{Bound, View, Window};
