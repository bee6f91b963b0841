//! Small programs, each about one rule of the table in the documentation of `Pool`, and their
//! broken twins.

use super::{Event, broken_twin, model, pool};
use crate::sync::Mend;
use crate::{Pool, PoolBuilder};
use shuttle::thread;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Runs this on a thread of its own.
fn start(f: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    thread::spawn(f)
}

fn join(threads: impl IntoIterator<Item = thread::JoinHandle<()>>) {
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

/// The only worker of `a` builds and drops pools whose hooks install in `a`.
fn hooks_install_in_the_pool_of_the_builder() {
    let a = Arc::new(pool(1));
    let hook = || {
        let a = a.clone();
        move |_| a.install(|_| ())
    };
    let builder = PoolBuilder::new().threads(2).start_handler(hook()).exit_handler(hook());
    a.install(|_| drop(builder.build().unwrap()));
}

#[test]
fn a_worker_that_builds_or_drops_a_pool_serves_its_own() {
    model(hooks_install_in_the_pool_of_the_builder);
}

#[test]
fn broken_twin_a_worker_that_waits_and_serves_nobody() {
    let text = broken_twin(Mend::Serve, 100, hooks_install_in_the_pool_of_the_builder);
    assert!(text.contains("deadlock"), "{text}");
}

/// A task of each pool asks for a snapshot of the other one.
fn snapshots_across_each_other() {
    let (a, b) = (Arc::new(pool(1)), Arc::new(pool(1)));
    let both = Arc::new([Event::new(), Event::new()]);
    let across = |here: &Arc<Pool>, there: &Arc<Pool>, me: usize| {
        let (here, there, both) = (here.clone(), there.clone(), both.clone());
        start(move || {
            here.install(|_| {
                both[me].happen();
                both[1 - me].wait();
                let refused = catch_unwind(AssertUnwindSafe(|| there.snapshot()));
                assert!(refused.is_err());
            });
        })
    };
    join([across(&a, &b, 0), across(&b, &a, 1)]);
}

#[test]
fn no_snapshot_waits_for_itself() {
    std::panic::set_hook(Box::new(|_| ())); // a refusal is no failure
    model(snapshots_across_each_other);
}

#[test]
fn broken_twin_a_worker_that_waits_for_a_snapshot() {
    let text = broken_twin(Mend::Refuse, 100, snapshots_across_each_other);
    assert!(text.contains("deadlock"), "{text}");
}

/// A snapshot waits for a task, and that for a thread whose install comes behind the snapshot.
fn a_task_waits_for_a_thread_that_installs() {
    let pool = Arc::new(pool(2));
    let begun = Arc::new(Event::new());
    let (inside, begins) = (pool.clone(), begun.clone());
    let task = start(move || {
        inside.install(|_| {
            begins.happen();
            let installs = inside.clone();
            join([start(move || installs.install(|_| ()))]);
        });
    });
    begun.wait();
    pool.snapshot().total().check().unwrap();
    join([task]);
}

#[test]
fn a_snapshot_steps_aside_for_what_it_may_wait_for() {
    model(a_task_waits_for_a_thread_that_installs);
}

#[test]
fn broken_twin_a_snapshot_that_never_steps_aside() {
    let text = broken_twin(Mend::StepAside, 1_000, a_task_waits_for_a_thread_that_installs);
    assert!(text.contains("deadlock"), "{text}");
}

/// One of two workers waits for another pool; installs one after the other are for the second.
fn installs_beside_an_idle_worker() {
    let (a, b) = (Arc::new(pool(2)), Arc::new(pool(1)));
    let [busy, over] = [(); 2].map(|()| Arc::new(Event::new()));
    let index = Arc::new(AtomicUsize::new(0));
    let waits = {
        let (a, b, busy, over, index) = (a.clone(), b, busy.clone(), over.clone(), index.clone());
        start(move || {
            a.install(|w| {
                index.store(w.index(), Relaxed);
                b.install(|_| {
                    busy.happen();
                    over.wait();
                });
            });
        })
    };
    busy.wait();
    for _ in 0..2 {
        let ran = a.install(|w| w.index());
        assert_ne!(ran, index.load(Relaxed), "on top of a task, beside an idle worker");
    }
    over.happen();
    join([waits]);
}

#[test]
fn roots_are_left_to_idle_workers() {
    model(installs_beside_an_idle_worker);
}

#[test]
fn broken_twin_a_worker_that_waits_and_takes_any_root() {
    let text = broken_twin(Mend::IdleFirst, 1_000, installs_beside_an_idle_worker);
    assert!(text.contains("on top of a task"), "{text}");
}

#[test]
fn broken_twin_a_worker_that_is_idle_only_after_its_installer_knows() {
    let text = broken_twin(Mend::IdleBeforeReply, 10_000, installs_beside_an_idle_worker);
    assert!(text.contains("on top of a task"), "{text}");
}

/// One worker of `a` waits for `b`, the other is idle and takes a root that ends by a second one.
fn two_roots_of_which_one_waits_for_the_other() {
    let (a, b) = (Arc::new(pool(2)), Arc::new(pool(1)));
    let [busy, first, second, over] = [(); 4].map(|()| Arc::new(Event::new()));
    let waits = {
        let (a, b, busy, over) = (a.clone(), b, busy.clone(), over.clone());
        start(move || {
            a.install(|_| {
                b.install(|_| {
                    busy.happen();
                    over.wait();
                });
            });
        })
    };
    busy.wait();
    let one = {
        let (a, first, second) = (a.clone(), first.clone(), second.clone());
        start(move || {
            a.install(|_| {
                first.happen();
                second.wait();
            });
        })
    };
    let other = {
        let (a, second) = (a.clone(), second.clone());
        start(move || {
            a.install(|_| {
                first.wait();
                second.happen();
            });
        })
    };
    join([one, other]);
    over.happen();
    join([waits]);
}

#[test]
fn who_takes_a_root_hands_the_others_on() {
    model(two_roots_of_which_one_waits_for_the_other);
}

#[test]
fn broken_twin_a_worker_that_takes_a_root_and_wakes_nobody_for_the_next() {
    let text = broken_twin(Mend::HandOnFound, 10_000, two_roots_of_which_one_waits_for_the_other);
    assert!(text.contains("deadlock"), "{text}");
}

/// Both workers of `a` wait for `b`. Just as the wait of one ends, something is installed in `a`
/// that the other's ends by, and the first goes on to wait for the other.
fn an_install_comes_as_a_wait_ends() {
    let (a, b) = (Arc::new(pool(2)), Arc::new(pool(2)));
    let [first, second, going] = [(); 3].map(|()| Arc::new(Event::new()));
    let done = Arc::new(Event::new());
    let one = {
        let (a, b, going, first, done) = (a.clone(), b.clone(), going.clone(), first.clone(), done.clone());
        start(move || {
            a.install(|_| {
                b.install(|_| {
                    first.happen();
                    going.wait();
                });
                done.wait(); // for the other, as a join would
            });
        })
    };
    let other = start(move || {
        a.install(|_| {
            second.happen();
            b.install(|_| {
                first.wait();
                going.happen();
                a.install(|_| ());
            });
        });
        done.happen();
    });
    join([one, other]);
}

#[test]
fn who_has_waited_hands_on_what_it_was_woken_for() {
    model(an_install_comes_as_a_wait_ends);
}

#[test]
fn broken_twin_a_worker_that_ends_its_wait_and_takes_a_wake_up_along() {
    let text = broken_twin(Mend::HandOnWaited, 10_000, an_install_comes_as_a_wait_ends);
    assert!(text.contains("deadlock"), "{text}");
}

/// A hook may install at any time, also while a snapshot reads.
fn a_hook_installs_beside_a_snapshot() {
    let a = Arc::new(pool(2));
    let installs = a.clone();
    let hook = move |_| {
        installs.install(|mut w| {
            (0..2).for_each(|_| _ = w.lend().join(|_| (), |_| ()));
        });
    };
    let builder = PoolBuilder::new().threads(1).start_handler(hook);
    let building = start(move || drop(builder.build().unwrap()));
    for _ in 0..2 {
        let before = a.snapshot().total();
        before.check().unwrap();
        assert!(before.created % 2 == 0, "a root was seen half way");
    }
    join([building]);
}

#[test]
fn a_snapshot_is_alone_in_its_turn() {
    model(a_hook_installs_beside_a_snapshot);
}

#[test]
fn broken_twin_a_root_that_is_opened_during_a_turn() {
    let text = broken_twin(Mend::AloneInTurn, 10_000, a_hook_installs_beside_a_snapshot);
    let torn = ["half way", "Created", "Stolen", "Inlined"]; // the last three do not add up
    assert!(torn.iter().any(|torn| text.contains(torn)), "{text}");
}
