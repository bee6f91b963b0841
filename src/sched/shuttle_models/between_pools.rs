//! Small programs, each about one rule of the table in the documentation of `Pool`, and their
//! mutants.

use super::{Event, model, mutant, pool};
use crate::sync::Rule;
use crate::{Pool, PoolBuilder};
use shuttle::{sync::Mutex, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

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
fn a_worker_that_builds_or_drops_a_pool_has_a_stand_in() {
    model(hooks_install_in_the_pool_of_the_builder);
}

#[test]
fn broken_twin_a_worker_that_waits_without_a_stand_in() {
    let text = mutant(Rule::StandIn, 100, hooks_install_in_the_pool_of_the_builder);
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
    let text = mutant(Rule::Refuse, 100, snapshots_across_each_other);
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
    let text = mutant(Rule::StepAside, 1_000, a_task_waits_for_a_thread_that_installs);
    assert!(text.contains("deadlock"), "{text}");
}

/// One of two workers waits for another pool; installs one after the other are for the second.
fn installs_beside_an_idle_worker() {
    let (a, b) = (Arc::new(pool(2)), Arc::new(pool(1)));
    let [busy, over] = [(); 2].map(|()| Arc::new(Event::new()));
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
    for _ in 0..2 {
        let by_stand_in = a.install(|w| w.handle().own().is_stand_in());
        assert!(!by_stand_in, "a stand-in ran beside an idle worker");
    }
    over.happen();
    join([waits]);
}

#[test]
fn roots_are_left_to_idle_workers() {
    model(installs_beside_an_idle_worker);
}

#[test]
fn broken_twin_a_stand_in_that_takes_any_root() {
    let text = mutant(Rule::IdleFirst, 1_000, installs_beside_an_idle_worker);
    assert!(text.contains("beside an idle worker"), "{text}");
}

#[test]
fn broken_twin_a_worker_that_is_idle_only_after_its_installer_knows() {
    let text = mutant(Rule::IdleBeforeReply, 10_000, installs_beside_an_idle_worker);
    assert!(text.contains("beside an idle worker"), "{text}");
}

/// One worker of `a` waits for `b`, the other is idle and takes an injected job that ends by a
/// second one.
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
    let text = mutant(Rule::HandOnFound, 10_000, two_roots_of_which_one_waits_for_the_other);
    assert!(text.contains("deadlock"), "{text}");
}

/// Both workers of `a` wait for `b`. Just as the wait of one ends, something is installed in `a`
/// that the other's ends by, and the first goes on to wait for the other without its pool's
/// knowledge. Or the second begins to wait just as that is installed.
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
fn an_install_that_comes_as_a_wait_ends_is_not_forgotten() {
    model(an_install_comes_as_a_wait_ends);
}

/// The only worker of `a` begins to wait for `b`, just as something is installed in `a` that the
/// wait ends by.
fn an_install_comes_as_a_wait_begins() {
    let (a, b) = (Arc::new(pool(1)), Arc::new(pool(1)));
    let [begun, done] = [(); 2].map(|()| Arc::new(Event::new()));
    let waits = {
        let (a, begun, done) = (a.clone(), begun.clone(), done.clone());
        start(move || {
            a.install(|_| {
                begun.happen();
                b.install(|_| done.wait());
            });
        })
    };
    begun.wait();
    a.install(|_| done.happen());
    join([waits]);
}

#[test]
fn who_begins_to_wait_hands_the_open_roots_on() {
    model(an_install_comes_as_a_wait_begins);
}

#[test]
fn broken_twin_a_worker_that_begins_to_wait_and_does_not_look() {
    let text = mutant(Rule::HandOnWaiting, 10_000, an_install_comes_as_a_wait_begins);
    assert!(text.contains("deadlock"), "{text}");
}

/// A lock is held over an install in another pool, and three clients want it.
fn a_lock_is_held_over_an_install() {
    let (a, b) = (Arc::new(pool(1)), Arc::new(pool(1)));
    let lock = Arc::new(Mutex::new(0));
    let client = || {
        let (a, b, lock) = (a.clone(), b.clone(), lock.clone());
        start(move || {
            a.install(|_| {
                let mut held = lock.lock().unwrap();
                *held += b.install(|_| 1);
            });
        })
    };
    join([(); 3].map(|()| client()));
    assert_eq!(*lock.lock().unwrap(), 3);
}

#[test]
fn a_lock_that_is_held_over_an_install_in_another_pool_does_no_harm() {
    model(a_lock_is_held_over_an_install);
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
        assert!(before.created % 2 == 0, "a job was seen half way");
    }
    join([building]);
}

#[test]
fn a_snapshot_is_alone_in_its_turn() {
    model(a_hook_installs_beside_a_snapshot);
}

#[test]
fn broken_twin_a_root_that_is_opened_during_a_turn() {
    let text = mutant(Rule::AloneInTurn, 10_000, a_hook_installs_beside_a_snapshot);
    let torn = ["half way", "Created", "Stolen", "Inlined"]; // the last three do not add up
    assert!(torn.iter().any(|torn| text.contains(torn)), "{text}");
}
