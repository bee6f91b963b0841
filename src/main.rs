//! Speculative fork-join with exact accounting, and games searched on it.
//!
//! A game-tree search wants to try moves in parallel before it knows whether they matter, and to
//! drop them as soon as they do not. This crate is a work-stealing scheduler made for that. A fork
//! that no other worker takes costs about as much as a plain call; a cut drops untried moves in
//! constant time and stops the workers that are busy with the others; and every task ever asked for
//! is accounted for exactly, at every thread count.
//!
//! The scheduler is a crate of its own, [`sparring_sched`], which knows nothing of games; the games
//! and what searches them are [`sparring_engine`]. Two more are hot or large enough to be crates:
//! [`sparring_report`] describes runs, as pure functions of plain data, and [`sparring_microbench`]
//! measures what the scheduler costs. [`sparring_run`] is one run of a command, and what it leaves:
//! searches, batches, suites, counts, solves; files, progress, Ctrl-C. [`sparring_lab`] is the
//! laboratory: experiments and simulations. This crate is the program around them. It and the last
//! two are compiled for size, so nothing that takes long may stand there.
//!
//! # The map
//!
//! - `protocol`: conversations: people, interfaces that speak UCI, gnubg.
//! - `matches`: games between players or engines, series of pairs.
//! - `cli`: flags, dispatch, exit codes. Uses both; only it knows the
//!   laboratory.
//!
//! Rooms use each other only as the list says; `tests/house/layering.rs` fails on any other path.
//! Only `cli` writes to standard output and standard error, apart from the progress line
//! and the live view of `run`, the line editor of `protocol`, and the scheduler's last words when
//! its own invariants are broken.
//!
//! # From a command to a stolen task and back
//!
//! The way of `sparring chess bestmove --fen … --threads 2`, and in which file each step stands:
//!
//! 1. `cli/mod.rs` parses the flags; `cli/chess/place.rs` reads the FEN, which is a position from
//!    here on. `cli/chess/bestmove.rs` adds the settings, and `cli/run.rs` opens the output files
//!    and starts the two workers.
//! 2. `run/bestmove.rs` makes an engine and lets it `go`; around that `run/lifecycle.rs` tells
//!    Ctrl-C how to stop it, resets the counters, starts the clocks and shows the progress.
//! 3. `engine/engine.rs` installs the search of one request on a worker of the pool, and lends it
//!    the table and the workers' memories. `engine/search/any.rs` sees that the strategy is an
//!    exact one.
//! 4. `engine/search/exact/tree.rs` orders the root's moves. `engine/search/deepen.rs` searches one
//!    depth after the other (without a limit every second depth), all from that worker.
//!    `engine/search/exact/root.rs` and `node.rs` go down the tree. A node deep enough searches its
//!    first move, and some more where a cut or a better move is likely, one by one; it offers the
//!    others in `engine/search/split.rs`.
//! 5. `sched/split/mod.rs` puts the split on the private ring of its worker and counts one task
//!    *created* for every move. Nothing is published yet: the worker takes one move after the
//!    other.
//! 6. `sched/worker/main_loop.rs`: the other worker has run out of work and asks the first one for
//!    some. At its next poll, fork or claim of a move the first worker promotes the oldest
//!    private entry of its ring to its deque (`promotion.rs`). Here that entry is the split, and
//!    what lies in the deque is a *ticket* for it. The other worker steals the ticket.
//! 7. `sched/split/help.rs`: with the ticket the other worker enters the split. It claims the
//!    leftmost move that nobody has taken (`gate.rs`), counts it *stolen*, and searches it; then
//!    the next.
//!
//! And back:
//!
//! 8. If a move fails high, `engine/search/split.rs` cancels the scope of the split
//!    (`sched/handle/scoped.rs`). The untried moves are *discarded*. A helper is signalled and
//!    returns `Cancelled` at its next poll; its task, counted *stolen* before, is now counted
//!    *aborted* too. The first worker waits in `sched/split/mod.rs` until no helper is left.
//! 9. `engine/search/split.rs` has merged the scores into one word; the node returns the best of
//!    them, the root a best move, `deepen.rs` a finished depth and in the end an answer.
//! 10. `run/lifecycle.rs` takes a snapshot of the counters and `run/bestmove.rs` makes a document
//!     of it and the answer; `run/chess.rs` writes position and moves in chess notation, the only
//!     place where they become text.
//! 11. `cli/run.rs` prints the document, as JSON or as the text that `report/search.rs` makes of
//!     it (only the text has the lines `TASKS` and `SPARKS`), and then writes the output files.

mod cli;
#[cfg(test)]
#[path = "../tests/inside/mod.rs"]
mod inside;
mod matches;
mod protocol;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(std::env::args_os())
}
