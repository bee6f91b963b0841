//! Perft, whatever the game: counting the sequences of legal moves of a length.

use std::sync::Arc;
use std::time::Instant;

use super::interrupt::Interrupt;
use super::observed::{Detail, Finished, Observed};
use crate::report::{CountDocument, Divide, Extras, Header, Ledger};
use crate::sched::{CancelScope, Pool};

/// What is counted.
pub trait Perft {
    /// The game's name in documents.
    const GAME: &'static str;

    /// The position counted from in the game's notation, and the length of the sequences.
    fn from(&self) -> (String, u32);

    /// The sequences by first move (with dice, by first roll), counted on the workers of `pool`;
    /// `None` if `scope` was cancelled. Not called at depth 0, where the only sequence is the empty
    /// one.
    fn count(&self, pool: &Pool, scope: &CancelScope) -> Option<Vec<(String, u64)>>;
}

/// Counts. `divide`: whether the text form lists the count of every first move.
pub fn perft<P: Perft>(
    what: &P,
    divide: bool,
    pool: &Pool,
    detail: Detail,
    interrupt: &Interrupt,
) -> Finished<CountDocument> {
    let (position, depth) = what.from();
    let scope = Arc::new(pool.cancel_scope());
    let switch = scope.clone();
    interrupt.guard(move || switch.cancel());
    pool.reset();
    let start = Instant::now();
    let counts = match depth {
        0 => Some(Vec::new()),
        _ => what.count(pool, &scope).filter(|_| !scope.is_cancelled()),
    };
    let time_ns = start.elapsed().as_nanos() as u64;
    let observed = Observed::of(pool, Vec::new());
    let nodes = counts.as_ref().map(|counts| match depth {
        0 => 1,
        _ => counts.iter().map(|(_, count)| count).sum(),
    });
    let document = CountDocument {
        header: Header {
            game: P::GAME,
            position,
            strategy: "perft",
            depth,
            threads: pool.threads(),
            best: None,
        },
        score: None,
        pv: Vec::new(),
        nodes,
        time_ns,
        divide: Divide { counts: counts.unwrap_or_default(), listed: divide },
        ledger: Ledger::of(&observed.snapshot),
        extras: Extras { stats: observed.stats(detail), compare: None },
    };
    Finished { document, observed }
}
