//! Claim: each hook of a pool is called once on each of its threads, whatever else happens.

use crate::support::panics::panic_text;
use crate::support::pools::checked;
use crate::support::simulated::simulate;
use crate::support::watchdog::must_end;
use parking_lot::Mutex; // ThreadSanitizer does not see through the standard library's
use sparring_sched::{Costs, Pool, PoolBuilder, PoolError};
use std::sync::Arc;
use std::thread;

type Calls = Arc<Mutex<Vec<(&'static str, usize, String)>>>;

fn hooked(threads: usize, guilty: usize) -> (PoolBuilder, Calls) {
    let calls = Calls::default();
    let (start, exit) = (calls.clone(), calls.clone());
    let note = |calls: &Calls, what, worker| {
        calls.lock().push((what, worker, thread::current().name().unwrap().to_string()));
    };
    let builder =
        PoolBuilder::new().threads(threads).stack(1 << 20).thread_name(|worker| format!("hand {worker}"));
    let builder = builder.start_handler(move |worker| {
        note(&start, "start", worker);
        assert!(worker != guilty, "the start handler of {worker}");
    });
    (builder.exit_handler(move |worker| note(&exit, "exit", worker)), calls)
}

fn use_it(pool: &Pool) {
    pool.install(|w| w.split(100, |_, _| Ok(())));
    checked(pool);
}

#[test]
fn each_is_called_once_on_the_thread_of_its_worker() {
    for threads in [1, 2, 8, 33] {
        let (builder, calls) = hooked(threads, usize::MAX);
        let pool = builder.build().unwrap();
        let all = |what| (0..threads).map(|i| (what, i, format!("hand {i}"))).collect::<Vec<_>>();
        let mut started = calls.lock().clone();
        started.sort();
        assert_eq!(started, all("start"), "not all were up when the pool was built");
        use_it(&pool);
        calls.lock().clear();
        drop(pool);
        let mut ended = calls.lock().clone();
        ended.sort();
        assert_eq!(ended, all("exit"), "not all had ended when the pool was dropped");
    }
}

#[test]
fn a_panic_of_a_start_handler_arrives_at_the_builder_after_all_threads_have_ended() {
    for threads in [1, 2, 8] {
        let (builder, calls) = hooked(threads, threads - 1);
        let text = panic_text(|| drop(builder.build()));
        assert_eq!(text, Some(format!("the start handler of {}", threads - 1)));
        let exits = calls.lock().iter().filter(|(what, ..)| *what == "exit").count();
        assert_eq!(exits, threads - 1, "the worker whose start failed has no exit");
    }
}

#[test]
fn so_does_one_of_a_simulated_worker() {
    must_end(|| {
        for threads in [1, 2, 8] {
            let builder = PoolBuilder::new().threads(threads).start_handler(|_| panic!("at the start"));
            let text = panic_text(|| drop(simulate(builder, Costs::default()).build()));
            assert_eq!(text.as_deref(), Some("at the start"));
        }
    });
}

#[test]
fn a_recording_without_room_ends_all_threads_and_panics() {
    must_end(|| {
        // The first are more bytes than can be counted, the second more than can be addressed.
        for events in [usize::MAX, 1 << 45] {
            for simulated in [false, true] {
                let builder = PoolBuilder::new().threads(2).record(events);
                let builder = if simulated { simulate(builder, Costs::default()) } else { builder };
                assert!(panic_text(|| drop(builder.build())).is_some());
            }
        }
    });
}

#[test]
fn a_stack_has_the_room_that_a_worker_needs() {
    use_it(&PoolBuilder::new().threads(2).stack(0).build().unwrap());
}

#[test]
fn a_panic_of_an_exit_handler_keeps_no_pool_from_ending() {
    let pool = PoolBuilder::new().threads(3).exit_handler(|_| panic!("at the exit")).build().unwrap();
    use_it(&pool);
    drop(pool);
}

#[test]
fn what_hooks_own_is_dropped_by_the_user_not_by_a_worker() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped on {}", thread::current().name().unwrap());
        }
    }
    let bomb = Bomb;
    let pool = PoolBuilder::new().threads(3).exit_handler(move |_| _ = &bomb).build().unwrap();
    use_it(&pool);
    let here = thread::current().name().unwrap().to_string();
    assert_eq!(panic_text(|| drop(pool)), Some(format!("dropped on {here}")));
}

#[test]
fn a_name_with_a_zero_byte_is_refused() {
    let error = PoolBuilder::new().threads(2).thread_name(|_| "a\0b".into()).build().err().unwrap();
    assert!(matches!(error, PoolError::ThreadName(_)));
    assert!(error.to_string().contains("zero byte"));
}
