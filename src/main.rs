//! Speculative fork-join with exact accounting, and games searched on it.
//!
//! A game-tree search tries moves in parallel before it knows that they matter, and drops them as
//! soon as they do not. In this scheduler a fork that no other worker takes costs about as much as
//! a call, a cut-off drops untried moves in constant time and stops the workers busy with the
//! others, and every task is counted exactly at any number of threads.
//!
//! [`sparring_sched`] is the scheduler and knows nothing of games. [`sparring_engine`] contains
//! games and searches, [`sparring_report`] describes runs as pure functions of plain data,
//! [`sparring_microbench`] measures the scheduler, [`sparring_run`] runs one command, and
//! [`sparring_lab`] contains experiments and simulations.
//!
//! # The map
//!
//! - `protocol`: conversations with people, UCI interfaces and gnubg.
//! - `matches`: games between players or engines.
//! - `cli`: flags, dispatch, exit codes. It uses both and alone knows the laboratory.
//!
//! Rooms use each other only in this way (`tests/house/layering.rs`). Only `cli` writes to the
//! standard streams, except for the progress line and live view of `run`, the line editor of
//! `protocol`, and the scheduler's message when its invariants are broken.
//!
//! # From a command to a stolen task and back
//!
//! The steps of `sparring chess bestmove --fen … --threads 2`:
//!
//! 1. `cli/mod.rs` parses the flags, `cli/chess/place.rs` the FEN. `cli/chess/bestmove.rs` adds the
//!    settings, and `cli/run.rs` starts two workers.
//! 2. `run/bestmove.rs` makes an engine and calls `go`. Around it, `run/lifecycle.rs` connects
//!    Ctrl-C with the stop switch and resets the counters.
//! 3. `engine/engine.rs` installs the search on a worker. `engine/search/any.rs` dispatches to the
//!    exact strategies.
//! 4. `engine/search/deepen.rs` deepens on that worker. `engine/search/exact/root.rs` and `node.rs`
//!    descend. A deep enough node searches its first move alone, and more where a cut-off or a
//!    better move is likely; it offers the rest in `engine/search/split.rs`.
//! 5. `sched/split/mod.rs` pushes the split on its worker's private ring and counts one task
//!    *created* per move. Nothing is published yet; the worker takes the moves one by one.
//! 6. `sched/worker/main_loop.rs`: the other worker has no work and asks the first for some. At its
//!    next poll, fork or claim the first worker promotes the oldest entry of its private ring to
//!    its deque (`promotion.rs`): here a *ticket* for the split. The other worker steals the
//!    ticket.
//! 7. `sched/split/help.rs`: the thief enters the split. It claims the leftmost unclaimed move
//!    (`gate.rs`), counts it *stolen*, searches it and repeats.
//! 8. If a move fails high, `engine/search/split.rs` cancels the scope of the split
//!    (`sched/handle/scoped.rs`). Unclaimed moves are *discarded*. A helper returns `Cancelled` at
//!    its next poll; its task, already *stolen*, is now *aborted* too. The first worker waits until
//!    all helpers have left.
//! 9. `engine/search/split.rs` has merged the scores into one word. The node returns the best
//!    score, the root a best move, and `deepen.rs` an answer.
//! 10. `run/bestmove.rs` makes a document of the answer and a snapshot of the counters;
//!     `run/chess.rs` alone turns moves into text.
//! 11. `cli/run.rs` prints the document, as JSON or as text, and writes the output files.

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
