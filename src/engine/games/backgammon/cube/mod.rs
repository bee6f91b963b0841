//! The doubling cube: what a position is worth with it, and whether to double, take or pass.
//!
//! A network or a rollout says how likely each end of the game is ([`Odds`]). What that is worth
//! depends on the score, the value of the cube and who may turn it ([`Stakes`]). This module
//! joins the two into an equity ([`Stakes::held`], [`Stakes::value`]) and a [`Decision`].
//!
//! # The model
//! Rick Janowski, "Take-Points in Money Games" (1993): a game with the cube lies between two
//! games that can be computed. With a *dead* cube nobody ever doubles again, and the value is a
//! straight line from a game lost to a game won. With a *live* cube the winning chance moves in
//! small steps and each side doubles at the very moment at which the other is indifferent between
//! taking and passing. Then the value is a line with corners at those two chances:
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
//! A side that cannot double, or gains nothing by it, has no corner of its own. The take point at
//! one value of the cube follows from the cash point at the next, and so on until the cube is
//! dead for its owner (`levels.rs`). In money games this recursion has Janowski's closed form as
//! its limit. In matches the values are chances to win the match, from a table ([`MatchEquity`]).
//!
//! The value of a real game is `(1 - x) dead + x live`, where the *efficiency* x depends on the
//! class of the position ([`Efficiency`]).
//!
//! Gammons and backgammons enter as the shares that they have of the games won and lost, taken as
//! the same whatever the winning chance.

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
