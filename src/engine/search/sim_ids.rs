//! The numbers of shared memory areas in a simulated machine ([`CacheLine::of`]). Free in virtual
//! time are:
//! - the words of one split;
//! - histories and corrections of a playing search;
//! - everything in `chunks`, and the marks that a worker takes back in `abdada`.
//!
//! [`CacheLine::of`]: sparring_sched::CacheLine::of

pub(crate) const TABLE: u16 = 0;
/// The tables of `abdada`.
pub(crate) const RESULTS: u16 = 1;
pub(crate) const MARKS: u16 = 2;
/// The tables of `refutations`.
pub(crate) const KILLERS: u16 = 3;
pub(crate) const HISTORY: u16 = 4;
