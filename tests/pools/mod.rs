//! What several test files share.
#![allow(dead_code, reason = "every test binary uses its own part of this")]

use sparring::sched::{Pool, PoolBuilder, Tally};

/// More threads than most machines have, and one of every small number.
pub const THREADS: [usize; 6] = [1, 2, 3, 8, 33, 100];

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

/// SplitMix64: a hash good enough to grow random programs from.
pub fn hash(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Keeps a processor busy for about this many microseconds, without polling.
pub fn spin(micros: u64) {
    let start = std::time::Instant::now();
    while start.elapsed().as_micros() < u128::from(micros) {
        std::hint::spin_loop();
    }
}

/// Runs `f`, which is expected to panic, and returns the text of its panic.
pub fn panic_text<R>(f: impl FnOnce() -> R) -> Option<String> {
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f));
    let payload = result.err()?;
    payload
        .downcast_ref::<&str>()
        .map(|text| text.to_string())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .or(Some(String::from("(no text)")))
}
