//! Small programs, each about one rule of the table in the documentation of `Pool`, and their
//! mutants.

use super::{Event, model, mutant, pool};
use crate::sync::Rule;
use crate::{Pool, PoolBuilder};
use shuttle::{sync::Mutex, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

fn start(f: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    thread::spawn(f)
}

fn start_in(pool: &Arc<Pool>, f: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    let pool = pool.clone();
    start(move || pool.install(|_| f()))
}

fn events<const N: usize>() -> [Arc<Event>; N] {
    [(); N].map(|()| Arc::new(Event::new()))
}

fn waits_for(a: &Arc<Pool>, b: Pool) -> (thread::JoinHandle<()>, Arc<Event>) {
    let [busy, over] = events();
    let (begins, ends) = (busy.clone(), over.clone());
    let waits = start_in(a, move || {
        b.install(|_| {
            begins.happen();
            ends.wait();
        });
    });
    busy.wait();
    (waits, over)
}

fn hangs_without(rule: Rule, executions: usize, body: fn()) {
    let text = mutant(rule, executions, body);
    assert!(text.contains("deadlock"), "{text}");
}

fn join(threads: impl IntoIterator<Item = thread::JoinHandle<()>>) {
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

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
    hangs_without(Rule::StandIn, 100, hooks_install_in_the_pool_of_the_builder);
}

fn snapshots_across_each_other() {
    let (a, b) = (Arc::new(pool(1)), Arc::new(pool(1)));
    let both: [Arc<Event>; 2] = events();
    let across = |here: &Arc<Pool>, there: &Arc<Pool>, me: usize| {
        let (there, both) = (there.clone(), both.clone());
        start_in(here, move || {
            both[me].happen();
            both[1 - me].wait();
            let refused = catch_unwind(AssertUnwindSafe(|| there.snapshot()));
            assert!(refused.is_err());
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
    hangs_without(Rule::Refuse, 100, snapshots_across_each_other);
}

/// A snapshot waits for a task, which waits for a thread whose install comes behind the snapshot.
fn a_task_waits_for_a_thread_that_installs() {
    let pool = Arc::new(pool(2));
    let [begun] = events();
    let (inside, begins) = (pool.clone(), begun.clone());
    let task = start_in(&pool, move || {
        begins.happen();
        join([start_in(&inside, || ())]);
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
    hangs_without(Rule::StepAside, 1_000, a_task_waits_for_a_thread_that_installs);
}

fn installs_beside_an_idle_worker() {
    let a = Arc::new(pool(2));
    let (waits, over) = waits_for(&a, pool(1));
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

fn two_roots_of_which_one_waits_for_the_other() {
    let a = Arc::new(pool(2));
    let (waits, over) = waits_for(&a, pool(1));
    let [first, second] = events();
    let (begins, ended) = (first.clone(), second.clone());
    let one = start_in(&a, move || {
        begins.happen();
        ended.wait();
    });
    let other = start_in(&a, move || {
        first.wait();
        second.happen();
    });
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
    hangs_without(Rule::HandOnFound, 10_000, two_roots_of_which_one_waits_for_the_other);
}

/// When the wait of one worker of `a` ends, an install arrives that ends the other's wait. The
/// first worker then waits for the other.
fn an_install_comes_as_a_wait_ends() {
    let (a, b) = (Arc::new(pool(2)), Arc::new(pool(2)));
    let [first, second, going, done] = events();
    let one = {
        let (b, going, first, done) = (b.clone(), going.clone(), first.clone(), done.clone());
        start_in(&a, move || {
            b.install(|_| {
                first.happen();
                going.wait();
            });
            done.wait(); // for the other, as a join would
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

fn an_install_comes_as_a_wait_begins() {
    let (a, b) = (Arc::new(pool(1)), pool(1));
    let [begun, done] = events();
    let (begins, ended) = (begun.clone(), done.clone());
    let waits = start_in(&a, move || {
        begins.happen();
        b.install(|_| ended.wait());
    });
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
    hangs_without(Rule::HandOnWaiting, 10_000, an_install_comes_as_a_wait_begins);
}

fn a_lock_is_held_over_an_install() {
    let (a, b) = (Arc::new(pool(1)), Arc::new(pool(1)));
    let lock = Arc::new(Mutex::new(0));
    let client = || {
        let (b, lock) = (b.clone(), lock.clone());
        start_in(&a, move || {
            let mut held = lock.lock().unwrap();
            *held += b.install(|_| 1);
        })
    };
    join([(); 3].map(|()| client()));
    assert_eq!(*lock.lock().unwrap(), 3);
}

#[test]
fn a_lock_that_is_held_over_an_install_in_another_pool_does_no_harm() {
    model(a_lock_is_held_over_an_install);
}

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
