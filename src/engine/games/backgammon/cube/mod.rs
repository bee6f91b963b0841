//! The doubling cube: values of positions, and whether to double, take or pass.
//!
//! A network or a rollout gives the chances of each end of the game ([`Odds`]). Their worth
//! depends on the score, the cube's value and its owner ([`Stakes`]). This module combines both
//! into a value ([`Stakes::held`], [`Stakes::value`]) and a [`Decision`].
//!
//! # The model
//! Rick Janowski, "Take-Points in Money Games" (1993), places a real game between two computable
//! ones. With a *dead* cube nobody doubles again, so the value is a straight line from a game lost
//! to a game won. With a *live* cube the winning chance moves in small steps, and each side
//! doubles exactly when the other is indifferent between taking and passing. Then the line has
//! corners at those two chances:
//!
//! ```text
//! value                          ____ average win          cash point: the opponent is
//! of a  won by a pass  ..... _--'                          indifferent; 1 - its take point
//! live                     /
//! centred                /                                 take point: the side on roll is
//! cube  lost by a pass _/                                  indifferent
//!       average loss -'
//!                    0   take point    cash point    1     winning chance
//! ```
//!
//! A side that cannot double, or gains nothing by it, has no corner. The take point at one cube
//! value follows from the cash point at the next, and so on until the cube is dead for its owner
//! (`levels.rs`). In money games this recursion converges to Janowski's closed form. In matches,
//! values are winning chances from a table ([`MatchEquity`]).
//!
//! A real game has the value `(1 - x) dead + x live`; the *efficiency* x depends on the class of
//! position ([`Efficiency`]). Gammons and backgammons have constant shares of the games won and
//! lost, whatever the winning chance.

mod decision;
mod efficiency;
mod equity;
mod holds;
mod levels;
mod match_model;
mod odds;
mod stakes;
mod tokens;
mod xml;

pub use decision::{Decision, Double, Doubling, Response, Value};
pub use efficiency::Efficiency;
pub use equity::{LONGEST, MatchEquity};
pub use holds::{Hold, Holds};
pub use match_model::Model;
pub use odds::Odds;
pub use stakes::{Stakes, StakesError};
pub use tokens::TableError;
