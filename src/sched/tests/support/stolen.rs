//! Tasks that should be stolen, and must end before the frame that they borrow.

use super::pools::{checked, pool};
use super::spin::spin;
use sparring_sched::Pool;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

#[derive(Default)]
pub struct Errand {
    begun: AtomicBool,
    over: AtomicBool,
}

impl Errand {
    pub fn run(&self, us: u64) {
        self.begun.store(true, SeqCst);
        spin(us);
        self.over.store(true, SeqCst);
    }

    /// Calls `meanwhile` until the task has begun, for at most 200 ms (a lone worker has no thief).
    pub fn await_thief(&self, mut meanwhile: impl FnMut()) {
        let start = Instant::now();
        while !self.begun.load(SeqCst) && start.elapsed() < Duration::from_millis(200) {
            meanwhile();
        }
    }
}

/// Calls `round` repeatedly on a pool of two workers with a new errand. After each call, a begun
/// errand must be over. In at least half of the calls it must have begun and `round` have returned
/// true.
pub fn is_over_in_time(rounds: usize, round: impl Fn(&Pool, &Errand) -> bool) {
    let pool = pool(2);
    let mut tested = 0;
    for _ in 0..rounds {
        let errand = Errand::default();
        let counts = round(&pool, &errand);
        let begun = errand.begun.load(SeqCst);
        assert_eq!(begun, errand.over.load(SeqCst), "a stolen task ran on in a frame that was gone");
        tested += usize::from(begun && counts);
        checked(&pool);
    }
    assert!(2 * tested > rounds, "only {tested} of {rounds} tasks were stolen: the test tests nothing");
}
