//! Tasks that should be stolen, and must end before the frame that they borrow.

use super::pools::{can_force, checked, pool};
use super::spin::spin;
use super::waits::await_thief;
use sparring_sched::Pool;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

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

    /// Calls `meanwhile` until a thief has begun the task.
    pub fn await_thief(&self, meanwhile: impl FnMut()) {
        await_thief(&self.begun, meanwhile);
    }
}

/// Calls `round` this many times on a pool of two workers, each time with a new errand. After each
/// call the errand must be over if it has begun, and where thieves must come it must have begun
/// and `round` have returned true in half of the calls at least: else nothing was tested.
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
    assert!(
        2 * tested > rounds || !can_force(),
        "only {tested} of {rounds} tasks were stolen: the test tests nothing"
    );
}
