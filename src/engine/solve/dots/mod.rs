//! Exact solutions of dots and boxes: the value of any position, and all moves that keep it. The
//! *value* is the net value of boxes that the side to move still gains, so a position is the set of
//! drawn edges.
//!
//! `solver.rs` finds the value and the moves by questions that `search.rs` answers with the bounds
//! in `table.rs`, under the names of `key.rs`. These reductions are sound:
//!
//! | | standard, boxes worth 1 | standard, other values | alternate |
//! |---|---|---|---|
//! | isomorphic positions (`key.rs`), twins (`graph.rs`), bounds, parity | yes | yes | yes |
//! | a box that touches no other open one is taken at once (`moves.rs`) | yes | yes | no |
//! | all is taken but the end of the last chain; one move opens a chain (`chains.rs`) | yes | no | no |
//! | short parts cancel (`shorts.rs`) | yes | no | no |
//!
//! Their gains are in `benches/results/engine-solve.md`.
//!
//! References: Berlekamp, *The Dots and Boxes Game* (2000) for chains and control; Wilson's results
//! for boards up to 3 x 5 and 4 x 4; Barker and Korf, *Solving Dots-and-Boxes* (2012) for
//! alpha-beta with both bounds in an entry and the centre-outward order.
//!
//! ```
//! use sparring_engine::games::dots::{Board, Dots, Rules, Size};
//! use sparring_sched::Pool;
//! use sparring_engine::solve::dots::{Request, Solver};
//!
//! let pool = Pool::new(2).unwrap();
//! let game = Dots::new(Board::grid(Size::new(3, 3).unwrap()), Rules::Standard);
//! let solver = Solver::new(&game, 16);
//! let scope = pool.cancel_scope();
//! let answer = solver.solve(Request::optimal(0), &pool, &scope, &mut |_| {}).unwrap();
//! assert_eq!(answer.value, -3);
//! assert_eq!(answer.optimal, Some(0xff_ffff));
//! ```

mod brothers;
mod chains;
mod checkpoint;
mod children;
mod graph;
mod keeper;
mod key;
mod moves;
mod names;
mod node_counter;
mod parts;
mod run;
mod search;
mod shape;
mod shorts;
mod slot;
mod solver;
mod table;

pub use checkpoint::Checkpoint;
pub use keeper::Saved;
pub use run::{Goal, Listener, Progress};
pub use solver::{Answer, Request, Solver, Unfinished};
