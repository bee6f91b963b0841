//! Claim: code without a handle forks on the worker of its thread, as deep as with one.

use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use corosensei::Coroutine;
use sparring_sched::{Pool, current};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::Command;

fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = current::join(|| fib(n - 1), || fib(n - 2));
    a + b
}

#[test]
fn joins_without_handles_are_tasks_like_those_with() {
    on_pools_of_all_sizes(|pool| {
        assert_eq!(pool.install(|w| w.as_current(|| fib(18))), 2_584);
    });
    let pool = pool(2);
    pool.install(|w| w.as_current(|| fib(18)));
    let total = checked(&pool);
    assert_eq!((total.created, total.overflowed), (4_180, 0));
}

#[test]
fn without_a_current_task_all_is_ordinary_code() {
    assert_eq!(fib(10), 55);
    assert!(!current::is_task() && current::index().is_none() && current::threads().is_none());
    assert!(!current::run_any());
    assert!(current::spawn_detached(|| ()).is_err() && current::task_group(|_| ()).is_err());
    let pool = pool(2);
    pool.install(|_| {
        assert!(!current::is_task(), "a task that keeps its handle is not current");
        assert_eq!(fib(10), 55);
    });
    assert_eq!(checked(&pool).created, 0);
}

#[test]
fn a_handle_comes_back_after_a_panic_and_after_an_install_on_top() {
    let pool = &pool(2);
    pool.install(|mut w| {
        let depth = |w: &sparring_sched::Worker<'_>| format!("{w:?}");
        let before = depth(&w);
        let panic = catch_unwind(AssertUnwindSafe(|| {
            w.lend().as_current(|| current::join(|| resume_unwind(Box::new(5)), || ()))
        }));
        assert_eq!(*panic.unwrap_err().downcast::<i32>().unwrap(), 5);
        assert_eq!(depth(&w), before);
        w.lend().as_current(|| {
            assert_eq!(pool.install(|w| w.as_current(|| fib(10))), 55);
            assert_eq!(pool.install(|_| fib(10)), 55);
            assert_eq!(fib(10), 55);
        });
        assert_eq!(depth(&w), before);
    });
    checked(pool);
}

#[test]
fn forks_beyond_the_ring_are_ordinary_code() {
    fn chain(n: u32) -> u32 {
        if n == 0 { 0 } else { current::join(|| chain(n - 1), || 1).0 + 1 }
    }
    let pool = Pool::new(1).unwrap(); // with a large stack
    assert_eq!(pool.install(|w| w.as_current(|| chain(5_000))), 5_000);
    let total = checked(&pool);
    assert_eq!((total.created, total.overflowed), (4_096, 904));
}

const CHILD: &str = "SPARRING_COROUTINE_TEST";

#[test]
fn a_coroutine_that_is_left_asleep_in_a_join_ends_the_process() {
    if std::env::var_os(CHILD).is_some() {
        let pool = pool(1);
        pool.install(|w| {
            w.as_current(|| {
                let sleeps = Coroutine::<(), (), ()>::new(|yielder, ()| {
                    let yielder = send_wrapper::SendWrapper::new(yielder);
                    current::join(move || yielder.suspend(()), || ());
                });
                let mut sleeps = sleeps;
                sleeps.resume(());
                std::mem::forget(sleeps);
                assert_eq!(fib(5), 5, "what runs until then finds the handle of what was begun last");
            });
        });
        return;
    }
    let this = "scheduler::current::a_coroutine_that_is_left_asleep_in_a_join_ends_the_process";
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", this, "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let errors = String::from_utf8(child.stderr).unwrap();
    assert!(errors.contains("sparring: a coroutine slept in a task"), "{errors}");
    assert_eq!(child.status.code(), None, "ended by a signal");
}
