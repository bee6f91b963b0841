//! Exact solutions of dots and boxes: the value of any position, and all moves that keep it.
//!
//! The *value* of a position is the net value of boxes that the side to move still gains; what was won before, and by whom, does
//! not matter. Nor does it matter who drew which edge: a position is the set of drawn edges.
//!
//! # Where to read what
//! 1. `graph.rs`: boxes and edges, and which edges are interchangeable.
//! 2. `shape.rs`: which boxes lack how many edges. `moves.rs`: what a move makes of the value of the position after it, under both rules.
//! 3. `chains.rs`: under the standard rules with boxes worth 1 whole chains are taken and opened at once.
//! 4. `key.rs`: isomorphic positions have one name, put together from those of their parts (`names.rs`), of which
//!    short ones cancel (`shorts.rs`). `table.rs`: what is known by that name.
//! 5. `search.rs`: is the value at least so much? One worker or many.
//! 6. `solver.rs`: from questions to the value and to all optimal moves.
//! 7. `checkpoint.rs`: what is known goes to a file and comes back. `keeper.rs`: when it goes there.
//!
//! # What is sound where
//! | | standard, boxes worth 1 | standard, other values | alternate |
//! |---|---|---|---|
//! | isomorphic positions, twins, bounds, parity | yes | yes | yes |
//! | a box that touches no other open one is taken at once | yes | yes | no |
//! | all is taken but the end of the last chain; one move opens a chain | yes | no | no |
//! | short parts cancel | yes | no | no |
//!
//! # What it buys
//! Nodes from the empty board of 3 x 4, standard (of 3 x 3, alternate): 0.31 M (0.082 M). With names by symmetry and twins instead of isomorphism,
//! which was measured with chains first: 2.7 times (3.9 times) as many; without looking up all children first: 1.2 times.
//!
//! References: Berlekamp, *The Dots and Boxes Game* (2000) for chains and control; Wilson's results for boards up to 3 x 5 and 4 x 4;
//! Barker and Korf, *Solving Dots-and-Boxes* (2012) for alpha-beta with both bounds in an entry and the centre-outward order.
//!
//! # Example
//! ```
//! use sparring::games::dots::{Board, Dots, Rules, Size};
//! use sparring::sched::Pool;
//! use sparring::solve::dots::{Request, Solver};
//!
//! let pool = Pool::new(2).unwrap();
//! let game = Dots::new(Board::grid(Size::new(3, 3).unwrap()), Rules::Standard);
//! let solver = Solver::new(&game, 16);
//! let answer = solver.solve(Request::optimal(0), &pool, &pool.cancel_scope(), &mut |_| {}).unwrap();
//! assert_eq!(answer.value, -3);
//! assert_eq!(answer.optimal, Some(0xff_ffff));
//! ```

mod chains;
mod checkpoint;
mod graph;
mod keeper;
mod key;
mod moves;
mod names;
mod search;
mod shape;
mod shorts;
mod solver;
mod table;
mod words;

pub use checkpoint::{Checkpoint, Misfit, Reason};
pub use keeper::Saved;
pub use solver::{Answer, Listener, Progress, Question, Request, Solver, Unfinished};
