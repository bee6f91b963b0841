//! Claim: a worker that waits runs only parts of what it waits for. So a lock, a borrow or a
//! half-made value may be held over a join or a scope, and no task lies on top of a stranger.
//!
//! With rayon's own core the same tests hang or fail (`tools/rayon-suite CHECKOUT promises`): a
//! worker that waits takes any task there (rayon's issues 592, 765, 854, 957, 1174).

use rayon_core::{ThreadPool, ThreadPoolBuilder, join, scope};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, OnceLock};

const ROUNDS: usize = 100;
const TASKS: usize = 40;

fn pool() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(3).build().unwrap()
}

fn compute() {
    (0..100_000).for_each(|n| _ = std::hint::black_box(n));
}

/// Runs many tasks that each compute two halves while `hold` holds something.
fn tasks(hold: impl Fn(&dyn Fn()) + Sync) {
    let (pool, hold) = (pool(), &hold);
    for _ in 0..ROUNDS {
        let halves = || _ = join(compute, compute);
        pool.install(|| scope(|s| (0..TASKS).for_each(|_| s.spawn(move |_| hold(&halves)))));
    }
}

#[test]
fn a_lock_is_held_over_a_join() {
    let lock = Mutex::new(0);
    tasks(|halves| {
        let mut held = lock.lock().unwrap();
        halves();
        *held += 1;
    });
    assert_eq!(lock.into_inner().unwrap(), ROUNDS * TASKS);
}

#[test]
fn a_value_is_made_by_a_join() {
    let ran = AtomicUsize::new(0);
    let pool = pool();
    for _ in 0..ROUNDS {
        let value = &OnceLock::new();
        let task = || {
            value.get_or_init(|| join(compute, compute));
            ran.fetch_add(1, SeqCst);
        };
        pool.install(|| scope(|s| (0..TASKS).for_each(|_| s.spawn(move |_| task()))));
    }
    assert_eq!(ran.into_inner(), ROUNDS * TASKS);
}

#[test]
fn a_thread_local_value_is_borrowed_over_a_join() {
    thread_local!(static LOCAL: RefCell<usize> = const { RefCell::new(0) });
    tasks(|halves| {
        LOCAL.with_borrow_mut(|local| {
            halves();
            *local += 1;
        });
    });
}

#[test]
fn no_task_lies_on_top_of_another() {
    thread_local!(static DEPTH: Cell<usize> = const { Cell::new(0) });
    let deepest = AtomicUsize::new(0);
    tasks(|halves| {
        DEPTH.set(DEPTH.get() + 1);
        deepest.fetch_max(DEPTH.get(), SeqCst);
        halves();
        DEPTH.set(DEPTH.get() - 1);
    });
    assert_eq!(deepest.into_inner(), 1);
}
