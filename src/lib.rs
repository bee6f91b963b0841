//! Speculative fork-join with exact accounting, and games searched on it.
//!
//! A game-tree search wants to try moves in parallel before it knows whether they matter, and to
//! drop them as soon as they do not. This crate is a work-stealing scheduler made for that. A fork
//! that no other worker takes costs about as much as a plain call; a cut drops untried moves in
//! constant time and stops the workers that are busy with the others; and every task ever asked for
//! is accounted for exactly, at every thread count.
//!
//! **Start with [`sched`]**, the scheduler. It knows nothing of games:
//!
//! ```
//! use sparring::sched::{Pool, Worker};
//!
//! fn fib(w: Worker<'_>, n: u64) -> u64 {
//!     if n < 2 {
//!         return n;
//!     }
//!     let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
//!     a + b
//! }
//!
//! let pool = Pool::new(2).unwrap();
//! assert_eq!(pool.install(|w| fib(w, 20)), 6_765);
//! let tasks = pool.snapshot().total();
//! assert_eq!(tasks.created, tasks.inlined() + tasks.stolen + tasks.discarded);
//! ```
//!
//! To search a game, make an [`engine::Engine`]; to search a game of your own, implement
//! [`game::Game`] and [`game::Evaluator`]:
//!
//! ```
//! use sparring::engine::{Engine, Request, Settings};
//! use sparring::games::chess::{Chess, Position, Simplified};
//! use sparring::sched::Pool;
//!
//! let engine = Engine::new(Chess, Pool::new(2).unwrap(), 1);
//! let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
//! let position: Position = fen.parse().unwrap();
//! let answer = engine.answer(&Simplified, &Request::new(position.clone(), Settings::depth(2)));
//! assert_eq!(position.san(answer.best().unwrap()), "Qh4#");
//! engine.pool().snapshot().total().check().unwrap(); // the ledger adds up
//! ```
//!
//! # The map
//!
//! - [`game`]: the traits of a game and its evaluator. Uses nothing of this crate.
//! - [`games`]: rules, notation, evaluation: [`games::chess`], [`games::dots`],
//!   [`games::backgammon`]. Uses `game`.
//! - [`search`]: the strategies for any game, with dice or without, exact or for play. Uses
//!   `game`, `sched`.
//! - [`solve`]: exact solvers and their files: [`solve::bearoff`], [`solve::dots`]. Uses `game`,
//!   `games`, `search`, `sched`.
//! - [`engine`]: a pool, a table and one search at a time: go, stop. Uses `game`, `search`,
//!   `sched`.
//! - `report`: documents, tables, recordings, pages: pure functions of plain data. Uses plain
//!   data of `sched` (snapshots, recordings) and of `search` (counts).
//! - `run`: one run of a command, and what it leaves: searches, batches, suites, counts, solves,
//!   simulations; files, progress, Ctrl-C. Uses `engine`, `solve`, `games`, `report`, `sched`.
//! - `protocol`: conversations: people, interfaces that speak UCI, gnubg. Uses `engine`, `run`,
//!   `solve`, `games`, `report`.
//! - `matches`: games between players or engines, series of pairs. Uses `engine`, `solve`,
//!   `games`, `report`.
//! - `experiments`: the experiments of four earlier programs, and how the searches scale. Uses
//!   `run`, `matches`, `engine`, `solve`, `games`, `report`, `sched`.
//! - `microbench`: the scheduler's costs beside sequential baselines. Uses `sched`, `report`.
//! - `cli`: flags, dispatch, exit codes. Uses all of these.
//!
//! The rooms from `report` on belong to the feature `cli`, which is on by default. Without it the
//! crate depends on no command-line parser, table, progress bar or serialiser.
//!
//! Rooms use each other only as the list says; `tests/house/layering.rs` reads the paths in the
//! source and fails on any other. So the scheduler knows nothing of games, and the rules nothing of
//! threads. Only `cli` writes to standard output and standard error, apart from the progress line
//! and the live view of `run`, the line editor of `protocol`, and the scheduler's last words when
//! its own invariants are broken.
//!
//! # From a command to a stolen task and back
//!
//! The way of `sparring chess bestmove --fen … --threads 2`, and in which file each step stands:
//!
//! 1. `cli/mod.rs` parses the flags; `cli/chess/bestmove.rs` makes a position and settings of them,
//!    and `cli/run.rs` opens the output files and starts the two workers.
//! 2. `run/bestmove.rs` makes an engine, tells Ctrl-C how to stop it, and lets it `go`.
//! 3. `engine.rs` installs the search of one request on a worker of the pool, and lends it the
//!    table and the workers' memories. `search/any.rs` sees that the strategy is an exact one.
//! 4. `search/exact/tree.rs` orders the root's moves. `search/deepen.rs` searches one depth
//!    after the other (without a limit every second depth), all from that worker.
//!    `search/exact/root.rs` and `node.rs` go down the tree. A node deep enough searches its
//!    first move, and some more where a cut or a better move is likely, one by one; it offers
//!    the others in `search/split.rs`.
//! 5. `sched/split.rs` puts the split on the private ring of its worker and counts one task
//!    *created* for every move. Nothing is published yet: the worker takes one move after the
//!    other.
//! 6. `sched/main_loop.rs`: the other worker has run out of work and asks the first one for
//!    some. At its next poll, fork or claim of a move the first worker promotes the oldest
//!    private entry of its ring to its deque (`promotion.rs`). Here that entry is the split, and
//!    what lies in the deque is a *ticket* for it. The other worker steals the ticket.
//! 7. `sched/help.rs`: with the ticket the other worker enters the split. It claims the leftmost
//!    move that nobody has taken (`gate.rs`), counts it *stolen*, and searches it; then the
//!    next.
//!
//! And back:
//!
//! 8. If a move fails high, `search/split.rs` cancels the scope of the split (`sched/scope.rs`).
//!    The untried moves are *discarded*. A helper is signalled and returns `Cancelled` at its
//!    next poll; its task, counted *stolen* before, is now counted *aborted* too. The first
//!    worker waits in `sched/split.rs` until no helper is left.
//! 9. `search/split.rs` has merged the scores into one word; the node returns the best of
//!    them, the root a best move, `deepen.rs` a finished depth and in the end an answer.
//! 10. `run/bestmove.rs` takes a snapshot of the counters and makes a document of it and the
//!     answer; `run/chess.rs` writes the moves in chess notation.
//! 11. `cli/run.rs` prints the document, as JSON or as the text that `report/search.rs` makes of
//!     it (only the text has the lines `TASKS` and `SPARKS`), and then writes the output files.
#![deny(missing_docs)]

#[cfg(test)]
extern crate self as sparring;

#[cfg(all(feature = "cli", not(loom)))]
pub mod cli;
#[cfg(not(loom))]
pub mod engine;
#[cfg(all(feature = "cli", not(loom)))]
pub mod experiments;
pub mod game;
#[cfg(not(loom))]
pub mod games;
#[cfg(all(feature = "cli", not(loom)))]
pub mod matches;
#[cfg(all(feature = "cli", not(loom)))]
pub mod microbench;
#[cfg(all(feature = "cli", not(loom)))]
pub mod protocol;
#[cfg(all(feature = "cli", not(loom)))]
pub mod report;
#[cfg(all(feature = "cli", not(loom)))]
pub mod run;
#[allow(unsafe_code)]
pub mod sched;
#[cfg(not(loom))]
pub mod search;
#[cfg(not(loom))]
pub mod solve;
