//! The Universal Chess Interface (Meyer-Kahlen and Huber 2006): how graphical interfaces and
//! tournament programs drive a chess engine.
//!
//! Three threads share the work. The *reader* ([`Session`]) reads one command after the other and
//! never waits for a search. The *searcher* (`searcher`) owns the engine and does one job after
//! the other, in the order in which they were asked for. So a new table is made before the next
//! search and never during one. The *timekeeper* ends a search when its time is up. What all of
//! them look at is `Searches`, behind `SessionState`.
//!
//! A search that is ended is answered at once, by the thread that ends it, with the best line that
//! it has found, told or not (`reporter`). Only before its first depth is finished it has no
//! answer. Its workers leave it meanwhile, and the searcher says no more of it. To wait for them
//! would be late: each must be given a processor to notice the end, and processors may be fewer
//! than workers, or busy. Measured with two workers on two processors for which five other programs
//! competed, and without an overhead to subtract: `go movetime 40` was answered 0.4 ms after its
//! time in the median instead of 8 ms.
//!
//! Invariants:
//! 1. Every `go` but `go perft` has exactly one `bestmove`, also if `stop`, `quit`, the end of
//!    the input or another `go` ends it. Nothing is said of a search after it.
//! 2. `isready` is answered at once while a search runs. Otherwise it is answered when everything
//!    that was asked for before, a large table for instance, has been done.
//! 3. A command that cannot be obeyed changes nothing, and an `info string` says why. Only a
//!    `Hash` or `Threads` that cannot be had empties the table, since the old one goes first; if
//!    it cannot be had again either, a small one stays.
//!
//! The way of `go` to its `bestmove`, typed from the first line to the last: `session.rs` reads the
//! line, `go.rs` its words. `searcher.rs` takes the [`Job`](searcher::Job) and begins a search of
//! `searches.rs`; `request.rs` asks the engine for it. `reporter.rs` hears of each depth,
//! `info.rs` writes the lines and `session_state.rs` says them, unless the search was answered.
//!
//! The protocol says that `go infinite` and `go ponder` have no `bestmove` before `stop` or
//! `ponderhit`, even if the search has nothing left to do. It does not say what `go` means while a
//! search runs; here it waits for its turn, as in Stockfish, but a search without a limit ends for
//! it. Nor does it say what an illegal move in `position` means. Stockfish 15 plays the moves
//! before it and says nothing, later versions end the process; here, as in lc0, the position
//! before the command stays.

mod go;
mod info;
mod options;
mod place;
mod reporter;
mod request;
mod searcher;
mod searches;
mod session;
mod session_state;
mod wdl;

pub use session::Session;

use sparring_engine::Engine;
use sparring_engine::games::chess::Chess;

/// What an engine is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Workers.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
}

impl Default for Means {
    /// One worker and 16 MiB, as with most engines.
    fn default() -> Means {
        Means { threads: 1, hash: 16 }
    }
}

/// Makes engines. A refusal is one line: what was got, what was expected, what to try.
pub type MakeEngine<'m> = dyn Fn(Means) -> Result<Engine<Chess>, String> + Sync + 'm;
