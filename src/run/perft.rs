use super::lifecycle::{Run, RunOutcome, RunScope};
use super::observation::Finished;
use super::progress::Progress;
use sparring_report::{CountDocument, Diagram, Divide, Header};
use sparring_sched::{CancelScope, Pool};

/// By first move or roll; `None` if cancelled.
type Counts = Option<Vec<(String, u64)>>;

type Count<'p> = dyn Fn(&Pool, &CancelScope) -> Counts + 'p;

pub struct Perft<'p> {
    pub(super) game: &'static str,
    pub(super) position: String,
    pub(super) diagram: Diagram,
    pub(super) depth: u32,
    /// Not called at depth 0, which has only the empty sequence.
    pub(super) count: Box<Count<'p>>,
}

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
