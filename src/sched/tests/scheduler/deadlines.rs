//! Claim: a deadline cancels its scope, never early; an unneeded deadline keeps nothing alive, and
//! no thread.

use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use crate::support::simulated::simulate;
use crate::support::watchdog::must_end;
use sparring_sched::{CancelScope, Cancelled, Costs, PoolBuilder, Scoped};
use std::process::Command;
use std::time::{Duration, Instant};

fn in_ms(ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(ms)
}

fn far() -> Instant {
    in_ms(1_000_000_000)
}

fn endless(s: &Scoped<'_>) -> Result<(), Cancelled> {
    loop {
        s.poll()?;
        std::thread::yield_now();
    }
}

fn await_cancelled(scope: &CancelScope) {
    while !scope.is_cancelled() {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn endless_work_ends_on_all_workers_and_not_before() {
    must_end(|| {
        on_pools_of_all_sizes(|pool| {
            for ms in [0, 1, 7, 30] {
                let (scope, deadline) = (pool.cancel_scope(), in_ms(ms));
                scope.cancel_at(deadline);
                let done = pool.install_in(&scope, |s| s.split(200, |s, _| endless(&s)));
                assert!(done.is_err() && Instant::now() >= deadline);
            }
        });
    });
}

#[test]
fn a_deadline_may_be_set_while_the_work_runs_also_by_the_work() {
    must_end(|| {
        let pool = pool(2);
        let (first, second) = (pool.cancel_scope(), pool.cancel_scope());
        let deadline = in_ms(10);
        let done = pool.install(|mut w| {
            let first = w.lend().enter(&first, |s| {
                first.cancel_at(deadline);
                s.split(20, |s, _| endless(&s))
            });
            (first, w.enter(&second, |s| s.poll()))
        });
        assert!(Instant::now() >= deadline);
        assert!(done.0.is_err() && done.1.is_ok() && !second.is_cancelled());
        checked(&pool);
    });
}

#[test]
fn of_several_the_earliest_counts() {
    must_end(|| {
        let pool = pool(1);
        let early = in_ms(20);
        for moments in [[early, far()], [far(), early], [early, early]] {
            let scope = pool.cancel_scope();
            moments.into_iter().for_each(|moment| scope.cancel_at(moment));
            await_cancelled(&scope);
            assert!(Instant::now() >= early);
        }
    });
}

#[test]
fn what_is_not_later_than_now_is_now() {
    let pool = pool(1);
    let scope = pool.cancel_scope();
    scope.cancel_at(Instant::now());
    assert!(scope.is_cancelled());
    scope.cancel_at(far());
    assert!(scope.is_cancelled());
}

#[test]
fn many_deadlines_are_kept_each_for_itself() {
    must_end(|| {
        let pool = pool(1);
        let scopes: Vec<_> = (0..2_000)
            .map(|number| {
                let (scope, deadline) = (pool.cancel_scope(), in_ms(hash(number) % 200));
                scope.cancel_at(deadline);
                let rival = pool.cancel_scope();
                rival.cancel_at(if number % 2 == 0 { far() } else { deadline });
                (scope, deadline) // the rival is dropped, most of them before their deadline
            })
            .collect();
        while !scopes.iter().all(|(scope, _)| scope.is_cancelled()) {
            for (scope, deadline) in &scopes {
                assert!(!scope.is_cancelled() || Instant::now() >= *deadline);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    });
}

#[test]
fn a_scope_may_outlive_its_pool_and_its_deadline_both() {
    must_end(|| {
        let scope = pool(2).cancel_scope();
        scope.cancel_at(in_ms(5));
        await_cancelled(&scope);
    });
}

#[test]
fn scopes_are_dropped_around_their_deadline() {
    must_end(|| {
        for round in 0..300 {
            let pool = pool(1);
            let scope = pool.cancel_scope();
            scope.cancel_at(Instant::now() + Duration::from_micros(100));
            drop(pool);
            std::thread::sleep(Duration::from_micros(hash(round) % 200));
        }
    });
}

#[test]
fn a_simulated_pool_has_none() {
    let pool = simulate(PoolBuilder::new().threads(1), Costs::default()).build().unwrap();
    let scope = pool.cancel_scope();
    let text = panic_text(|| scope.cancel_at(far())).unwrap();
    assert!(text.contains("a simulated pool in virtual time"), "{text}");
    assert!(!scope.is_cancelled());
}

#[cfg(target_os = "linux")]
fn alone(test: &str, child: impl FnOnce()) {
    const ALONE: &str = "SPARRING_DEADLINES_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return child();
    }
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("scheduler::deadlines::{test}"), "--nocapture"])
        .env(ALONE, "1")
        .status();
    assert!(status.unwrap().success());
}

#[cfg(target_os = "linux")]
fn timers() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let name = |task: std::io::Result<std::fs::DirEntry>| {
        std::fs::read_to_string(task.ok()?.path().join("comm")).ok()
    };
    tasks.filter_map(name).filter(|name| name.trim() == "deadlines").count()
}

#[cfg(target_os = "linux")]
fn await_timers(expected: usize) {
    while timers() != expected {
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_timer_is_there_only_while_a_deadline_is_to_come() {
    alone("the_timer_is_there_only_while_a_deadline_is_to_come", || {
        must_end(|| {
            let pool = pool(1);
            assert_eq!(timers(), 0);
            for _ in 0..3 {
                let scopes = [far(), in_ms(5), far()].map(|moment| {
                    let scope = pool.cancel_scope();
                    scope.cancel_at(moment);
                    scope
                });
                await_timers(1);
                await_cancelled(&scopes[1]);
                drop(scopes); // two were to come
                await_timers(0);
                let scope = pool.cancel_scope();
                scope.cancel_at(in_ms(5));
                await_cancelled(&scope);
                await_timers(0);
            }
        });
    });
}

#[cfg(target_os = "linux")]
#[test]
#[allow(unsafe_code)]
fn a_child_made_by_fork_has_deadlines_of_its_own() {
    unsafe extern "C" {
        fn fork() -> i32;
        fn alarm(seconds: u32) -> u32;
        fn _exit(status: i32) -> !;
    }
    alone("a_child_made_by_fork_has_deadlines_of_its_own", || {
        must_end(|| {
            for round in 0..20 {
                // The pool is dropped: a process with workers cannot have a pool in a child.
                let scopes: [_; 20] = std::array::from_fn(|_| pool(1).cancel_scope());
                scopes.iter().for_each(|scope| scope.cancel_at(far()));
                scopes[0].cancel_at(in_ms(round % 3));
                // SAFETY: the C library keeps its memory consistent for a child of a threaded
                // process, and the child uses nothing that other threads of the parent change.
                let id = unsafe { fork() };
                if id == 0 {
                    // SAFETY: touches no memory. The signal ends a child that hangs.
                    unsafe { alarm(30) };
                    drop(scopes);
                    let pool = pool(1);
                    let (scope, deadline) = (pool.cancel_scope(), in_ms(3));
                    scope.cancel_at(deadline);
                    let done = pool.install_in(&scope, |s| endless(&s));
                    let right = done.is_err() && Instant::now() >= deadline;
                    // SAFETY: ends the child without running anything of its parent.
                    unsafe { _exit(i32::from(!right)) };
                }
                let child = rustix::process::Pid::from_raw(id);
                let ended = rustix::process::waitpid(child, rustix::process::WaitOptions::empty()).unwrap();
                assert_eq!(ended.unwrap().1.exit_status(), Some(0));
                await_cancelled(&scopes[0]);
            }
        });
    });
}
