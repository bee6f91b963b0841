//! Claim: a waiting join runs only its own parts, even if its thief has just moved on to other
//! work.

use crate::support::spin::spin;
use crate::support::waits::SetOnDrop;
use sparring_sched::{Cancelled, Pin, PoolBuilder, Scoped, Worker};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

thread_local! {
    static WAITS: Cell<bool> = const { Cell::new(false) };
}

fn wait_for_a_thief(s: Scoped<'_>) -> Result<(), Cancelled> {
    let begun = AtomicBool::new(false);
    let first = |s: Scoped<'_>| {
        let start = Instant::now();
        while !begun.load(Relaxed) && start.elapsed() < Duration::from_micros(200) {
            s.poll()?;
        }
        Ok(())
    };
    let second = |_: Scoped<'_>| {
        let waits = WAITS.replace(false); // on any worker
        begun.store(true, Relaxed);
        spin(2);
        WAITS.set(waits);
        Ok(())
    };
    WAITS.set(true);
    let joined = s.join(first, second);
    WAITS.set(false);
    joined.map(|_| ())
}

fn stranger(mut w: Worker<'_>, depth: u32, on_top: &AtomicBool) {
    if WAITS.get() {
        on_top.store(true, Relaxed);
    }
    if depth > 0 {
        let half = |w: Worker<'_>| stranger(w, depth - 1, on_top);
        w.lend().join(half, half);
    }
}

/// The instant comes some times a minute: `tools/stress 1000 deferred` waits for it.
#[test]
fn no_stranger_runs_on_top_of_a_join() {
    let pool = PoolBuilder::new().threads(8).pin(Pin::None).build().unwrap();
    let (on_top, over) = (AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|threads| {
        let _end = SetOnDrop(&over);
        for _ in 0..2 {
            threads.spawn(|| {
                while !over.load(Relaxed) {
                    pool.install(|w| stranger(w, 12, &on_top));
                }
            });
        }
        let wait = || {
            let waits = |mut s: Scoped<'_>| (0..500).try_for_each(|_| wait_for_a_thief(s.lend()));
            (0..10).for_each(|_| pool.install(|w| w.scope(waits)).unwrap());
        };
        [(); 2].map(|()| threads.spawn(wait)).into_iter().for_each(|thread| thread.join().unwrap());
        over.store(true, Relaxed);
    });
    assert!(!on_top.load(Relaxed));
    pool.snapshot().total().check().unwrap();
}
