//! Chess, dots and boxes and backgammon, and game-tree search on the workers of [`sparring_sched`].
//!
//! To search a game, make an [`Engine`], as below. To search a game of your own, implement
//! [`game::Game`] and [`game::Evaluator`]; [`search`] has an example. If the value of a position
//! does not depend on how it was reached, [`game::Game::TABLE_CUTS`] makes exact searches much
//! faster.
//!
//! ```
//! use sparring_engine::Engine;
//! use sparring_engine::games::chess::{Chess, Position, Simplified};
//! use sparring_engine::search::{Request, Settings};
//! use sparring_sched::Pool;
//!
//! let engine = Engine::new(Chess, Pool::new(2).unwrap(), 1);
//! let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
//! let position: Position = fen.parse().unwrap();
//! let answer = engine.answer(&Simplified, &Request::new(position.clone(), Settings::depth(2)));
//! assert_eq!(position.san(answer.best().unwrap()), "Qh4#");
//! engine.pool().snapshot().total().check().unwrap(); // the ledger adds up
//! ```
//!
//! # Modules
//! - [`game`]: the traits of a game and its evaluator. Uses nothing of this crate.
//! - [`games`]: rules, notation, evaluation. Uses `game`.
//! - [`search`]: the strategies for any game. Uses `game`.
//! - [`Engine`]: a pool, a table and one search at a time. Uses `game`, `search`.
//! - [`solve`]: exact solvers and their files. Uses `game`, `games`, `search`.
//! - [`rollout`]: values of backgammon positions by playing them out. Uses `game`, `games`,
//!   `solve`.
//! - [`cubeful`]: cube actions and plays with the cube. Uses `game`, `games`, `rollout`, `search`.
//! - [`chances`]: chances of a play of backgammon as deep as a search has looked. Uses [`Engine`],
//!   `games`, `search`, `solve`.
//! - [`Compiled`]: evaluators whose searches are compiled here. Uses all but [`Engine`].
#![deny(missing_docs)]

#[cfg(test)]
extern crate self as sparring_engine;

#[cfg(feature = "backgammon")]
pub mod chances;
// Unit tests do not use it, and it takes half of the compile time.
#[cfg(all(not(test), any(feature = "backgammon", feature = "chess", feature = "dots")))]
mod compiled;
#[cfg(feature = "backgammon")]
pub mod cubeful;
mod engine;
pub mod game;
#[cfg(any(feature = "backgammon", feature = "chess", feature = "dots"))]
pub mod games;
mod huge_pages;
#[cfg(feature = "backgammon")]
pub mod rollout;
pub mod search;
#[cfg(any(feature = "backgammon", feature = "dots"))]
pub mod solve;

#[cfg(all(not(test), any(feature = "backgammon", feature = "chess", feature = "dots")))]
pub use compiled::Compiled;
pub use engine::{AnswerTo, Engine, NodeCount, Stop};
