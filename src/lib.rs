//! Speculative fork-join with exact accounting, and games searched on it.
//!
//! A game-tree search wants to try moves in parallel before it knows whether they matter, and to drop them the moment
//! they do not. This crate is a work-stealing scheduler made for that: a fork that nobody takes costs about as much as
//! a plain call, a cut drops untried moves in constant time and calls back whoever works on the others, and every
//! task that was ever asked for is accounted for, exactly, at every thread count.
//!
//! # The map
//!
//! | room | holds | may use |
//! |---|---|---|
//! | [`sched`] | the scheduler: pool, join, split, cancel scopes, sleep, pinning, the ledger | nothing of ours |
//! | [`game`] | what a game is to a search | nothing of ours |
//! | [`games`] | rules, notation, evaluation: [`games::chess`], [`games::dots`], [`games::backgammon`] | `game` |
//! | [`search`] | the strategies, for any game, with dice (`search/chance`) or without | `game`, `sched` |
//! | [`solve`] | what can be known exactly, and its files: [`solve::bearoff`], [`solve::dots`] | `game`, `games`, `search`, `sched` |
//! | [`engine`] | pool, table and one search at a time: go, stop | `search`, `sched`, `game` |
//! | [`protocol`] | conversations: a person at the terminal, gnubg | `engine`, `solve`, `games`, `report` |
//! | [`matches`] | games between players, series with mirrored dice | `engine`, `solve`, `games`, `report` |
//! | [`experiments`] | the experiments of four earlier programs | `matches`, `engine`, `solve`, `games`, `report` |
//! | [`microbench`] | the scheduler's costs beside sequential baselines | `sched`, `report` |
//! | [`report`] | documents and tables: pure functions of plain data | snapshots, counts |
//! | [`cli`] | flags, dispatch, exit codes | all of these |
//!
//! Arrows point one way only; `tests/house/layering.rs` reads the `use` lines and fails on any other. So the scheduler
//! has never heard of games, the rules never of threads, and nothing is printed outside `protocol` and `cli`.
//!
//! # The walk to a stolen task
//!
//! 1. [`cli`] (`chess/bestmove.rs`) reads flags and a position and asks an [`engine::Engine`] to `go`.
//! 2. `engine.rs` hands pool, table and request to the search of the game's kind (`search/exact/tree.rs`).
//! 3. `search/deepen.rs` installs itself on a worker and searches depth after depth.
//! 4. `search/exact/split.rs` has searched the eldest brother and offers the young ones: a *split* in a scope of its own.
//! 5. `sched/split.rs` puts the split on the worker's private ring. Nothing is published while nobody is hungry.
//! 6. `sched/worker.rs`: another worker runs dry and says so; at its next poll the owner promotes its oldest entry;
//!    the thief finds the ticket, claims the leftmost untried brother, counts one *stolen*, and searches it. If a
//!    brother fails high the split's scope is cancelled: the untried rest is *discarded*, the thief is signalled and
//!    returns `Cancelled` at its next poll: *aborted*.
//!
//! # Use as a library
//!
//! ```
//! use sparring::engine::{Engine, Request, Settings};
//! use sparring::games::chess::{Chess, Position, Simplified};
//! use sparring::sched::Pool;
//!
//! let engine = Engine::new(Chess, Pool::new(2).unwrap(), 1);
//! let fools: Position = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2".parse().unwrap();
//! let answer = engine.answer(&Simplified, &Request::new(fools.clone(), Settings::depth(2)));
//! assert_eq!(fools.san(answer.best().unwrap()), "Qh4#");
//! engine.pool().snapshot().total().check().unwrap(); // every task is where it should be
//! ```
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
