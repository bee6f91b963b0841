//! Pools of many sizes, and their ledgers.

use sparring::sched::{Pool, PoolBuilder, Tally};

/// A pool with small stacks, so that a hundred workers are cheap.
pub fn pool(threads: usize) -> Pool {
    PoolBuilder::new().threads(threads).stack(4 << 20).build().unwrap()
}

/// The ledger at rest, checked.
pub fn checked(pool: &Pool) -> Tally {
    let total = pool.snapshot().total();
    total.check().unwrap();
    assert_eq!(total.stolen, total.lost, "{total:?}");
    total
}
