//! Claim: reading metrics waits for nothing, and at rest agrees with a snapshot.

use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::waits::SetOnDrop;
use crate::support::watchdog::LIMIT;
use sparring_sched::{Metrics, Tally, Worker, WorkerState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

fn counted(mut tally: Tally) -> Tally {
    (tally.busy_ns, tally.idle_ns, tally.failed_steals, tally.parks) = (0, 0, 0, 0);
    tally
}

fn hundred_joins(mut w: Worker<'_>) {
    for _ in 0..100 {
        w.lend().join(|_| spin(5), |_| spin(5));
    }
}

/// Glances until one is as wanted.
fn until(glance: impl Fn() -> Metrics, wanted: impl Fn(&Metrics) -> bool) -> Metrics {
    let start = Instant::now();
    loop {
        let seen = glance();
        if wanted(&seen) {
            return seen;
        }
        assert!(start.elapsed() < LIMIT, "{seen:?}");
        thread::yield_now();
    }
}

#[test]
fn at_rest_it_is_what_a_snapshot_is() {
    for threads in [1, 2, 8] {
        let pool = pool(threads);
        pool.install(hundred_joins);
        let reset = Instant::now();
        pool.reset();
        let reset_ns = reset.elapsed().as_nanos() as u64;
        pool.install(hundred_joins);
        let exact = pool.snapshot();
        let glance = pool.metrics();
        assert_eq!(glance.workers.len(), threads);
        for (seen, report) in glance.workers.iter().zip(&exact.workers) {
            assert_eq!(counted(seen.tally), counted(report.tally));
            assert_eq!(seen.tally.busy_ns, report.tally.busy_ns);
            assert!(seen.tally.idle_ns >= report.tally.idle_ns);
            assert_ne!(seen.state, WorkerState::Working);
            let time = seen.tally.busy_ns + seen.tally.idle_ns;
            assert!(time <= glance.at_ns + reset_ns, "{time} ns of {} and {reset_ns}", glance.at_ns);
        }
        checked(&pool);
    }
}

#[test]
fn work_and_waiting_are_no_longer_than_the_time() {
    let pool = pool(1);
    let reset = Instant::now();
    pool.reset();
    let reset_ns = reset.elapsed().as_nanos() as u64;
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let _end = SetOnDrop(&over);
        scope.spawn(|| {
            while !over.load(Relaxed) {
                pool.install(|_| spin(10));
            }
        });
        let longest = (0..300_000).map(|_| {
            let begun = Instant::now();
            let glance = pool.metrics();
            let until_ns = glance.at_ns + begun.elapsed().as_nanos() as u64;
            let tally = glance.workers[0].tally;
            (tally.busy_ns + tally.idle_ns).saturating_sub(until_ns)
        });
        let longest = longest.max().unwrap();
        over.store(true, Relaxed);
        assert!(longest <= reset_ns, "{longest} ns too many, {reset_ns} since the reset");
    });
}

#[test]
fn a_task_is_seen_at_work_before_it_ends() {
    let pool = pool(2);
    pool.snapshot();
    let (over, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    thread::scope(|scope| {
        let _end = SetOnDrop(&over);
        scope.spawn(|| {
            pool.install(|w| {
                w.count(7);
                nodes.store(7, Relaxed);
                while !over.load(Relaxed) {
                    thread::yield_now();
                }
            })
        });
        let at_work =
            |glance: &Metrics| glance.workers.iter().position(|it| it.state == WorkerState::Working);
        let seen = until(|| pool.metrics(), |glance| at_work(glance).is_some() && nodes.load(Relaxed) == 7);
        let worker = at_work(&seen).unwrap();
        let later = until(
            || pool.metrics(),
            |glance| {
                let [busy, before] = [glance, &seen].map(|glance| glance.workers[worker].tally.busy_ns);
                busy > before + 2_000_000 && glance.workers[1 - worker].state == WorkerState::Asleep
            },
        );
        assert_eq!(later.workers[worker].state, WorkerState::Working);
        assert_eq!(later.workers[worker].tally.nodes, 7);
        let idle = later.workers[1 - worker].tally;
        assert_eq!((idle.nodes, idle.busy_ns), (0, 0));
        over.store(true, Relaxed);
    });
    until(
        || pool.metrics(),
        |glance| glance.workers.iter().all(|worker| worker.state == WorkerState::Asleep),
    );
    checked(&pool);
}

#[test]
fn glances_leave_the_ledger_alone() {
    let pool = pool(2);
    let (over, glances) = (AtomicBool::new(false), AtomicU64::new(0));
    let mut rounds = 0;
    thread::scope(|scope| {
        let _end = SetOnDrop(&over);
        scope.spawn(|| {
            while !over.load(Relaxed) {
                glances.fetch_add(u64::from(pool.metrics().workers.len() == 2), Relaxed);
            }
        });
        while rounds < 50 || glances.load(Relaxed) <= 10 {
            pool.install(hundred_joins);
            rounds += 1;
            assert_eq!(checked(&pool).created, 100 * rounds);
        }
        over.store(true, Relaxed);
    });
    assert_eq!(checked(&pool).created, 100 * rounds);
}
