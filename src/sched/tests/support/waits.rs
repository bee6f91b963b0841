use super::pools::can_force;
use super::watchdog::LIMIT;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

pub fn wait_for(flag: &AtomicBool) {
    while !flag.load(SeqCst) {
        std::thread::yield_now();
    }
}

/// Waits, calling `meanwhile`, until a thief of a pool of two workers or more has begun the task
/// that sets the flag. Returns false where no thief needs to come: after 200 ms on a system where
/// nothing is taken by force.
///
/// # Panics
///
/// If no thief comes although it must.
pub fn await_thief(flag: &AtomicBool, mut meanwhile: impl FnMut()) -> bool {
    let start = Instant::now();
    while !flag.load(SeqCst) {
        meanwhile();
        if start.elapsed() > Duration::from_millis(200) && !can_force() {
            return false;
        }
        assert!(start.elapsed() < LIMIT, "no thief comes");
    }
    true
}

/// Sets a flag on drop: threads that run until it is set end even if the test fails before.
pub struct SetOnDrop<'f>(pub &'f AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

/// Asserts that `scene` succeeds at least once. For claims about times: a busy machine can delay a
/// scene, and no machine makes a wrong claim come true.
pub fn once(tries: usize, mut scene: impl FnMut() -> Result<(), String>) {
    let mut said = Vec::new();
    for _ in 0..tries {
        match scene() {
            Ok(()) => return,
            Err(problem) => said.push(problem),
        }
    }
    panic!("in {tries} tries: {said:?}");
}

/// Calls `f` and tells how long that took.
pub fn timed(f: impl FnOnce()) -> Duration {
    let start = Instant::now();
    f();
    start.elapsed()
}
