//! Claims about the pools of a process that forks. A child inherits every lock, so this is a binary
//! of its own.

mod support {
    pub mod panics;
    pub mod simulated;
}

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use sparring_sched::{CancelScope, Cancelled, Costs, Pool, PoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};
use support::{panics::panic_text, simulated::simulate};

/// A child that takes this long hangs, on any machine.
const LIMIT: Duration = Duration::from_secs(600);
/// Children of each kind: some are forked while a worker falls asleep.
const CHILDREN: usize = 20;

#[allow(unsafe_code)]
fn holds_in_a_child(f: impl FnOnce() -> bool) {
    // SAFETY: the child only runs the next block: calls that this crate allows in a child,
    // allocations and panics. Allocators of Linux and macOS work in a child, and no other thread of
    // this binary panics.
    let child = unsafe { libc::fork() };
    if child == 0 {
        set_hook(Box::new(|_| ()));
        let held = catch_unwind(AssertUnwindSafe(f)).unwrap_or(false);
        // SAFETY: ends the process without running anything of it.
        unsafe { libc::_exit(i32::from(!held)) }
    }
    let child = Pid::from_raw(child).filter(|child| child.as_raw_nonzero().get() > 0);
    let child = child.expect("the system lets this process fork");
    let start = Instant::now();
    loop {
        if let Some((_, status)) = waitpid(Some(child), WaitOptions::NOHANG).unwrap() {
            return assert_eq!(status.exit_status(), Some(0), "the claim does not hold in the child");
        }
        if start.elapsed() > LIMIT {
            kill_process(child, Signal::KILL).unwrap();
            waitpid(Some(child), WaitOptions::empty()).unwrap();
            panic!("the child was still running after {LIMIT:?}: it hangs");
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn builder(threads: usize) -> PoolBuilder {
    PoolBuilder::new().threads(threads).stack(1 << 20)
}

fn work(pool: &Pool) -> u64 {
    pool.install(|w| w.reduce(0..1_000_u64, 0, |_, i| i, |a, b| a + b))
}

#[test]
fn dropping_a_pool_in_a_child_waits_for_nothing() {
    for builder in [builder(1), builder(4), simulate(builder(4), Costs::default())] {
        let mut pool = Some(builder.build().unwrap());
        for _ in 0..CHILDREN {
            work(pool.as_ref().unwrap());
            holds_in_a_child(|| pool.take().map(drop).is_some());
        }
        let pool = pool.unwrap();
        assert_eq!(work(&pool), 499_500, "the parent's pool was disturbed");
        pool.snapshot().total().check().unwrap();
    }
}

#[test]
fn what_needs_a_worker_panics_in_a_child() {
    type Call = fn(&Pool, &CancelScope);
    let calls: [(&str, Call); 6] = [
        ("install", |pool, _| pool.install(|_| ())),
        ("install", |pool, scope| _ = pool.install_in(scope, |_| Ok(()))),
        ("snapshot", |pool, _| drop(pool.snapshot())),
        ("recording", |pool, _| drop(pool.recording())),
        ("reset", |pool, _| pool.reset()),
        ("metrics", |pool, _| drop(pool.metrics())),
    ];
    for builder in [builder(3).record(100), simulate(builder(3), Costs::default())] {
        let pool = builder.build().unwrap();
        let scope = pool.cancel_scope();
        work(&pool);
        for (name, call) in calls {
            holds_in_a_child(|| {
                let text = panic_text(|| call(&pool, &scope)).unwrap_or_default();
                text.starts_with(&format!("{name} was called in process {}: ", std::process::id()))
                    && text.contains("this pool's threads are in the parent process")
                    && !text.contains('\n')
            });
        }
        assert_eq!(work(&pool), 499_500);
    }
}

struct CancelOnDrop<'s>(&'s CancelScope);

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[test]
fn a_child_that_cancels_wakes_nobody() {
    let pool = builder(3).build().unwrap();
    let scope = pool.cancel_scope();
    let running = AtomicBool::new(false);
    std::thread::scope(|threads| {
        let endless = threads.spawn(|| -> Result<(), Cancelled> {
            pool.install_in(&scope, |mut s| {
                loop {
                    running.store(true, SeqCst);
                    s.lend().split(8, |s, _| s.poll())?;
                    s.poll()?;
                }
            })
        });
        while !running.load(SeqCst) {
            std::thread::yield_now();
        }
        let _end = CancelOnDrop(&scope); // also if a claim does not hold
        for _ in 0..CHILDREN {
            let mut other = Some(pool.cancel_scope());
            holds_in_a_child(|| {
                scope.cancel();
                let other = other.take().unwrap();
                other.cancel();
                let cancelled = scope.is_cancelled() && other.is_cancelled();
                drop(other);
                cancelled
            });
            assert!(!scope.is_cancelled() && !endless.is_finished(), "the child cancelled the parent's work");
        }
    });
}
