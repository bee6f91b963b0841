//! Claim: no worker sleeps while it could have work. Eight halves of nested joins wait for each
//! other, so one lost wake-up or request keeps all of them waiting.

use crate::support::pools::{checked, pool};
use crate::support::watchdog::LIMIT;
use sparring_sched::{Cancelled, Scoped, Worker};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Instant;

const HALVES: usize = 8;
const ROUNDS: u64 = 50;

fn meet(s: Scoped<'_>, halves: usize, arrived: &AtomicUsize) -> Result<(), Cancelled> {
    if halves > 1 {
        let half = halves / 2;
        return s.join(|s| meet(s, half, arrived), |s| meet(s, halves - half, arrived)).map(drop);
    }
    arrived.fetch_add(1, SeqCst);
    let begun = Instant::now();
    while arrived.load(SeqCst) < HALVES {
        s.poll()?;
        std::thread::yield_now(); // to another one, if there are fewer processors than halves
        let missing = HALVES - arrived.load(SeqCst);
        assert!(begun.elapsed() < LIMIT, "{missing} of {HALVES} found no worker");
    }
    Ok(())
}

fn small_tasks(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(|w| small_tasks(w, n - 1), |w| small_tasks(w, n - 2));
    a + b
}

fn all_meet(threads: usize) {
    let pool = pool(threads);
    for round in 0..ROUNDS {
        if round % 3 == 0 {
            pool.install(|w| small_tasks(w, 16 + round % 7));
        }
        let arrived = AtomicUsize::new(0);
        pool.install(|w| w.scope(|s| meet(s, HALVES, &arrived))).unwrap();
    }
    let total = checked(&pool);
    assert!(total.stolen >= ROUNDS * (HALVES as u64 - 1), "{total:?}");
}

#[test]
fn halves_that_wait_for_each_other_have_just_enough_workers() {
    all_meet(HALVES);
}

#[test]
fn halves_that_wait_for_each_other_have_workers_to_spare() {
    all_meet(16);
    all_meet(256);
}
