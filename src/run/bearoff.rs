use super::lifecycle::{Run, RunOutcome};
use super::progress::Progress;
use sparring_engine::solve::bearoff::{self, Bearoff};
use sparring_engine::solve::store::{Record, Store};

pub struct Databases {
    pub bearoff: Bearoff,
    /// Files, the one-sided database first.
    pub files: [Record; 2],
}

/// Loads or computes the databases. Returns `None` if interrupted.
pub fn bearoff_databases(run: &Run) -> RunOutcome<Option<Databases>> {
    run.scoped(Progress::turns(0), |running| {
        let mut listener = |progress: bearoff::Progress| {
            running.screen.reach(progress.done as u64, progress.total as u64, "");
        };
        let store = Store::of_user();
        let (bearoff, files) =
            Bearoff::load_or_generate(&store, running.pool, running.scope, &mut listener).ok()?;
        Some(Databases { bearoff, files })
    })
}
