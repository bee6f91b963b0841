use super::threads::THREADS;
use sparring_sched::{Pool, PoolBuilder, Tally};
use std::sync::OnceLock;

/// A pool with small stacks, so a hundred workers are cheap.
pub fn pool(threads: usize) -> Pool {
    PoolBuilder::new().threads(threads).stack(4 << 20).build().unwrap()
}

/// True if work can be taken by force here. A worker that neither forks nor polls shares nothing
/// where it cannot.
pub fn can_force() -> bool {
    static FORCES: OnceLock<bool> = OnceLock::new();
    *FORCES.get_or_init(|| pool(1).forces_after().is_some())
}

/// Runs a test on pools of all sizes, and checks their ledgers.
pub fn on_pools_of_all_sizes(test: impl Fn(&Pool)) {
    for threads in THREADS {
        let pool = pool(threads);
        test(&pool);
        checked(&pool);
    }
}

pub fn checked(pool: &Pool) -> Tally {
    let total = pool.snapshot().total();
    total.check().unwrap();
    assert_eq!(total.stolen, total.lost, "{total:?}");
    total
}
