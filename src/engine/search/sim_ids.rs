//! The memory that the workers of a search share, by the numbers under which a simulated machine
//! knows it
//! ([`CacheLine::of`]).
//!
//! Not told of, and so free in virtual time:
//! - what the tasks of one split share: the bound that they raise and the nodes that they add up.
//!   The costs of claims and of coming in stand for those lines;
//! - histories and corrections of a playing search, each shared by four workers;
//! - everything in `chunks`, and the marks that a worker takes back in `abdada`.
//!
//! [`CacheLine::of`]: sparring_sched::CacheLine::of

/// The transposition table.
pub(crate) const TABLE: u16 = 0;
/// The tables of `abdada`: finished nodes, and which worker is inside which node.
pub(crate) const RESULTS: u16 = 1;
pub(crate) const MARKS: u16 = 2;
/// Which quiet moves have cut.
pub(crate) const KILLERS: u16 = 3;
pub(crate) const HISTORY: u16 = 4;
