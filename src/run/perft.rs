//! Perft, whatever the game: counting the sequences of legal moves of a length.

use super::lifecycle::{Run, RunOutcome, RunScope};
use super::observation::Finished;
use super::progress::Progress;
use sparring_report::{CountDocument, Diagram, Divide, Header};
use sparring_sched::{CancelScope, Pool};

/// The sequences by first move (with dice, by first roll); `None` if the scope was cancelled.
type Counts = Option<Vec<(String, u64)>>;

/// Counts on the workers of a pool, in a scope of it.
type Count<'p> = dyn Fn(&Pool, &CancelScope) -> Counts + 'p;

/// What is counted.
pub struct Perft<'p> {
    /// The game's name in documents.
    pub(super) game: &'static str,
    /// The position counted from, in the game's notation.
    pub(super) position: String,
    /// The same as a board.
    pub(super) diagram: Diagram,
    /// Length of the sequences.
    pub(super) depth: u32,
    /// Counts on the workers of a pool. Not called at depth 0, where the only sequence is the empty
    /// one.
    pub(super) count: Box<Count<'p>>,
}

/// Counts. `divide`: whether the text form lists the count of every first move.
pub fn perft(what: Perft<'_>, divide: bool, run: &Run) -> Finished<CountDocument> {
    let Perft { game, position, diagram, depth, count } = what;
    let RunOutcome { value: counts, time_ns, observed } =
        run.scoped(Progress::steps(), |&RunScope { pool, scope, .. }| match depth {
            0 => Some(Vec::new()),
            _ => count(pool, scope).filter(|_| !scope.is_cancelled()),
        });
    let nodes = counts.as_ref().map(|counts| match depth {
        0 => 1,
        _ => counts.iter().map(|(_, count)| count).sum(),
    });
    let document = CountDocument {
        header: Header { game, position, strategy: "perft", depth, threads: run.pool.threads(), best: None },
        score: None,
        pv: Vec::new(),
        nodes,
        time_ns,
        divide: Divide { counts: counts.unwrap_or_default(), listed: divide },
        diagram: Some(diagram),
        accounts: observed.accounts(run.detail),
    };
    Finished { document, observed }
}
