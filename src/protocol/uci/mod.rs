//! The Universal Chess Interface (Meyer-Kahlen and Huber 2006), with which graphical interfaces and
//! tournament programs drive a chess engine.
//!
//! Three threads share the work. The *reader* ([`Session`]) reads commands and never waits for a
//! search. The *searcher* (`searcher`) owns the engine and does its jobs in order, so a table is
//! replaced only between searches. The *timekeeper* ends a search when its time is up. They share
//! `Searches`, behind `SessionState`.
//!
//! The thread that ends a search answers it at once with the best line so far (`reporter`), if a
//! depth was finished. The workers leave meanwhile, and the searcher reports nothing more. Waiting
//! for them would be late, because each needs a processor to notice the end: on a busy machine
//! answers came 8 ms late instead of 0.4 ms.
//!
//! Invariants:
//! 1. Every `go` but `go perft` gets exactly one `bestmove`, even if `stop`, `quit`, the end of the
//!    input or another `go` ends it. Nothing about the search follows it. Perft and benchmarks are
//!    completed unless `stop` comes, because scripts end their input behind them.
//! 2. `isready` is answered at once during a search, otherwise after all earlier jobs.
//! 3. A command that cannot be obeyed changes nothing, and an `info string` says why. Only a failed
//!    `Hash` or `Threads` empties the table, because the old one is freed first. If the old size
//!    cannot be had again either, a small table stays.
//!
//! By the protocol `go infinite` and `go ponder` have no `bestmove` before `stop` or `ponderhit`.
//! It leaves open what `go` means during a search: as in Stockfish it waits, but a search without a
//! limit ends for it. It also leaves open what an illegal move in `position` means: as in lc0 the
//! previous position stays.

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    pub threads: usize,
    /// In MiB.
    pub hash: usize,
}

impl Default for Means {
    /// The default of most engines.
    fn default() -> Means {
        Means { threads: 1, hash: 16 }
    }
}

/// Makes engines. An error is one line.
pub type MakeEngine<'m> = dyn Fn(Means) -> Result<Engine<Chess>, String> + Sync + 'm;
