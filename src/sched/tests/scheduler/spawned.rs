//! Claim: a closure that is spawned from outside runs once, unless it is cancelled before. Its
//! handle waits, cancels when it is dropped, and is a future of any runtime.

use crate::support::pools::{checked, pool};
use crate::support::waits::wait_for;
use crate::support::watchdog::must_end;
use sparring_sched::{Cancelled, Pool, PoolBuilder, Scoped};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

/// Runs a future on this thread.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let (mut future, waker) = (pin!(future), Waker::from(Arc::new(Unpark(thread::current()))));
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

fn endless(s: Scoped<'_>) -> Result<(), Cancelled> {
    loop {
        s.poll()?;
    }
}

#[test]
fn a_value_comes_by_waiting_or_as_a_future() {
    must_end(|| {
        for threads in [1, 2, 4] {
            let pool = pool(threads);
            for n in 0..200 {
                let spawned = pool.spawn(move |s| Ok(s.join(|_| Ok(n), |_| Ok(1))?.0 + 1));
                let value = if n % 2 == 0 { spawned.wait() } else { block_on(spawned) };
                assert_eq!(value, Ok(n + 1));
            }
            let total = checked(&pool);
            assert_eq!((total.created, total.discarded), (400, 0));
        }
    });
}

#[test]
fn dropping_the_handle_cancels_what_runs_and_what_has_not_begun() {
    must_end(|| {
        let pool = pool(1);
        let begun = Arc::new(AtomicBool::new(false));
        let begins = begun.clone();
        let running = pool.spawn(move |s| {
            begins.store(true, SeqCst);
            endless(s)
        });
        wait_for(&begun);
        let waiting = pool.spawn(|_| -> Result<(), _> { panic!("it was cancelled before it began") });
        drop(waiting);
        drop(running);
        let total = checked(&pool);
        assert_eq!((total.created, total.discarded, total.aborted), (2, 1, 1));
    });
}

#[test]
fn a_detached_handle_cancels_nothing() {
    let pool = pool(2);
    let (sender, receiver) = channel();
    pool.spawn(move |_| sender.send(3).map_err(|_| unreachable!("it is received"))).detach();
    assert_eq!(receiver.recv(), Ok(3));
    drop(pool);
}

#[test]
fn a_panic_goes_to_whoever_waits() {
    let pool = pool(2);
    let panics = || pool.spawn(|_| -> Result<(), _> { resume_unwind(Box::new("expected")) });
    for wait in [true, false] {
        let spawned = panics();
        let result = catch_unwind(AssertUnwindSafe(|| if wait { spawned.wait() } else { block_on(spawned) }));
        assert_eq!(*result.unwrap_err().downcast::<&str>().unwrap(), "expected");
    }
    checked(&pool);
}

#[test]
fn a_worker_may_wait_for_what_it_spawned_in_its_own_pool() {
    must_end(|| {
        let pool = Arc::new(pool(1));
        let inside = pool.clone();
        assert_eq!(pool.install(|_| inside.spawn(|_| Ok(5)).wait()), Ok(5));
        checked(&pool);
    });
}

/// Spawns a closure that adds a number to a list.
type Spawn = fn(&Pool, u32, Arc<Mutex<Vec<u32>>>);

#[test]
fn detached_closures_of_a_worker_run_newest_first_others_in_order() {
    let order = |spawn: Spawn, inside: bool| {
        let (pool, ran) = (pool(1), Arc::new(Mutex::new(Vec::new())));
        let all = || (0..4).for_each(|n| spawn(&pool, n, ran.clone()));
        match inside {
            true => pool.install(|_| all()),
            false => {
                let hold = AtomicBool::new(false);
                thread::scope(|threads| {
                    threads.spawn(|| pool.install(|_| wait_for(&hold)));
                    all();
                    hold.store(true, SeqCst);
                });
            }
        }
        drop(pool); // waits for all
        Arc::try_unwrap(ran).unwrap().into_inner().unwrap()
    };
    let newest: Spawn = |pool, n, ran| {
        pool.spawn_detached(move |_| ran.lock().unwrap().push(n));
    };
    let oldest: Spawn = |pool, n, ran| {
        pool.spawn_detached_fifo(move |_| ran.lock().unwrap().push(n));
    };
    assert_eq!(order(newest, true), [3, 2, 1, 0]);
    assert_eq!(order(oldest, true), [0, 1, 2, 3]);
    assert_eq!(order(newest, false), [0, 1, 2, 3]);
    assert_eq!(order(oldest, false), [0, 1, 2, 3]);
}

#[test]
fn panics_that_nobody_waits_for_go_to_the_handler() {
    let (sender, receiver) = channel();
    let handler = move |panic: Box<dyn Any + Send>| sender.send(*panic.downcast::<u32>().unwrap()).unwrap();
    let pool = PoolBuilder::new().threads(2).panic_handler(handler).build().unwrap();
    (0..5).for_each(|n: u32| pool.spawn_detached(move |_| resume_unwind(Box::new(n))));
    drop(pool);
    let mut panics: Vec<u32> = receiver.iter().collect();
    panics.sort_unstable();
    assert_eq!(panics, [0, 1, 2, 3, 4]);
}

#[test]
fn a_pool_that_is_shut_down_ends_when_its_last_closure_has_and_nobody_waits() {
    must_end(|| {
        for threads in [1, 2, 5] {
            let (go_on, went_on) = channel::<()>();
            let ended = Arc::new(AtomicUsize::new(0));
            let ends = ended.clone();
            let builder = PoolBuilder::new().threads(threads).exit_handler(move |_| {
                ends.fetch_add(1, SeqCst);
            });
            let pool = Arc::new(builder.build().unwrap());
            let (inside, (sender, receiver)) = (pool.clone(), channel());
            pool.spawn_detached(move |_| {
                went_on.recv().unwrap();
                // The pool goes on until this is over, too.
                inside.spawn_detached(move |_| sender.send(1).unwrap());
            });
            pool.shutdown();
            drop(pool); // at once, though the closure still waits
            go_on.send(()).unwrap();
            assert_eq!(receiver.recv(), Ok(1));
            while ended.load(SeqCst) < threads {
                thread::yield_now();
            }
        }
    });
}

#[test]
fn work_after_the_end_is_refused() {
    must_end(|| {
        let ended = Arc::new(AtomicBool::new(false));
        let ends = ended.clone();
        let pool =
            PoolBuilder::new().threads(1).exit_handler(move |_| ends.store(true, SeqCst)).build().unwrap();
        pool.shutdown();
        wait_for(&ended);
        assert!(catch_unwind(AssertUnwindSafe(|| pool.install(|_| ()))).is_err());
        assert!(catch_unwind(AssertUnwindSafe(|| pool.spawn_detached(|_| ()))).is_err());
    });
}

#[test]
fn threads_may_be_started_by_the_program() {
    must_end(|| {
        let names = Mutex::new(Vec::new());
        let builder = PoolBuilder::new().threads(3).thread_name(|index| format!("mine {index}"));
        thread::scope(|threads| {
            let pool = builder.build_with(|thread| {
                names.lock().unwrap().push((thread.index(), thread.name().to_string(), thread.stack()));
                threads.spawn(|| thread.run());
                Ok(())
            });
            let pool = pool.unwrap();
            assert_eq!(pool.install(|w| w.join(|_| 1, |_| 2)), (1, 2));
            checked(&pool);
        });
        let name = |index: usize| (index, format!("mine {index}"), sparring_sched::DEFAULT_STACK);
        assert_eq!(names.into_inner().unwrap(), (0..3).map(name).collect::<Vec<_>>());
        let refused = builder.build_with(|thread| match thread.index() {
            2 => Err(std::io::Error::other("no more")),
            _ => {
                thread::spawn(|| thread.run());
                Ok(())
            }
        });
        assert!(refused.is_err_and(|error| error.to_string().contains("no more")));
        let dropped = builder.build_with(|thread| {
            drop(thread);
            Ok(())
        });
        assert!(dropped.is_err());
    });
}
