//! Task groups on random schedules: trees of tasks from workers, threads and stand-ins, joins
//! without handles, broadcasts, and closures for which nobody waits.

use super::{Event, model, mutant, pool};
use crate::sync::Rule;
use crate::{Pool, TaskGroup, current};
use shuttle::rand::{RngCore, thread_rng};
use shuttle::thread;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn hangs_without(rule: Rule, executions: usize, body: fn()) {
    let text = mutant(rule, executions, body);
    assert!(text.contains("deadlock"), "{text}");
}

fn child(seed: u64, nth: u64) -> u64 {
    (seed ^ nth).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
}

/// Tasks below a node of a random program, itself included.
fn tasks(seed: u64, depth: u32) -> u64 {
    let below = |nth| tasks(child(seed, nth), depth - 1);
    match (depth, seed % 6) {
        (0, _) | (_, 0) => 1,
        (_, 1 | 2) => 1 + below(1) + below(2),
        (_, 3) => 1 + below(1),
        (_, 4) => 1 + below(1),
        _ => 1 + below(1) + below(2),
    }
}

fn run<'env>(pool: &'env Pool, group: &TaskGroup<'env>, seed: u64, depth: u32, ran: &'env AtomicU64) {
    ran.fetch_add(1, Relaxed);
    let below = move |group: &TaskGroup<'env>, nth| run(pool, group, child(seed, nth), depth - 1, ran);
    match (depth, seed % 6) {
        (0, _) | (_, 0) => {}
        (_, 1 | 2) => [1, 2].into_iter().for_each(|nth| group.spawn(move |group| below(group, nth))),
        (_, 3) => pool.task_group(|inner| inner.spawn(move |inner| below(inner, 1))),
        (_, 4) => {
            let panics = catch_unwind(AssertUnwindSafe(|| {
                pool.task_group_fifo(|inner| {
                    inner.spawn(move |_| resume_unwind(Box::new(7_u64)));
                    inner.spawn(move |inner| below(inner, 1));
                })
            }));
            assert_eq!(*panics.unwrap_err().downcast::<u64>().unwrap(), 7);
        }
        _ => _ = current::join(|| below(group, 1), || below(group, 2)),
    }
}

fn random_groups(threads: usize) {
    let pool = Arc::new(pool(threads));
    let client = |inside: bool| {
        let (pool, seed) = (pool.clone(), thread_rng().next_u64());
        thread::spawn(move || {
            let ran = AtomicU64::new(0);
            let open = || pool.task_group(|group| run(&pool, group, seed, 3, &ran));
            if inside {
                pool.install(|w| w.as_current(open))
            } else {
                open()
            }
            assert_eq!(ran.into_inner(), tasks(seed, 3));
        })
    };
    let looks = pool.clone();
    let looker = thread::spawn(move || looks.snapshot().total().check().unwrap());
    let clients = [client(true), client(false), looker];
    clients.into_iter().for_each(|thread| thread.join().unwrap());
    pool.snapshot().total().check().unwrap();
}

#[test]
fn groups_on_one_worker() {
    model(|| random_groups(1));
}

#[test]
fn groups_on_two_workers() {
    model(|| random_groups(2));
}

/// The call that opened the group sleeps while the other worker runs the last task.
fn a_task_that_another_runs() {
    let (pool, begun) = (pool(2), Arc::new(Event::new()));
    pool.install(|_| {
        pool.task_group(|group| {
            let begins = begun.clone();
            group.spawn(move |group| {
                begins.happen();
                (0..50).for_each(|_| thread::yield_now());
                group.spawn(|_| ());
                (0..50).for_each(|_| thread::yield_now());
            });
            begun.wait();
        });
    });
    pool.snapshot().total().check().unwrap();
}

#[test]
fn a_group_is_over_when_its_last_task_is() {
    model(a_task_that_another_runs);
}

#[test]
fn broken_twin_the_last_task_tells_nobody() {
    hangs_without(Rule::EndOfGroup, 1_000, a_task_that_another_runs);
}

/// A worker sleeps in its group while a thread outside adds the task for which it waits.
fn a_thread_spawns_in_the_group_of_a_worker() {
    let pool = Arc::new(pool(1));
    let [begun, over] = [(); 2].map(|()| Arc::new(Event::new()));
    let ends = over.clone();
    pool.install(|_| {
        pool.task_group(|group| {
            // SAFETY: only the lifetime changes, for a thread that a task of the group joins. So
            // it ends before the group does, and the group before the frame around.
            let group: &TaskGroup<'static> = unsafe { &*std::ptr::from_ref(group).cast() };
            let begins = begun.clone();
            let thread = thread::spawn(move || {
                begins.wait();
                group.spawn(move |_| ends.happen());
            });
            group.spawn(move |_| {
                begun.happen();
                thread.join().unwrap();
            });
        });
    });
    over.wait();
}

#[test]
fn a_new_task_wakes_the_worker_that_waits_for_its_group() {
    model(a_thread_spawns_in_the_group_of_a_worker);
}

fn a_task_that_only_a_stand_in_can_run() {
    let (a, b) = (pool(1), pool(1));
    let done = Arc::new(Event::new());
    a.install(|_| {
        a.task_group(|group| {
            let happens = done.clone();
            group.spawn(move |_| happens.happen());
            b.install(|_| done.wait());
        });
    });
    a.snapshot().total().check().unwrap();
}

#[test]
fn a_stand_in_runs_tasks_of_a_worker_that_waits_elsewhere() {
    model(a_task_that_only_a_stand_in_can_run);
}

#[test]
fn broken_twin_nobody_stands_in_for_a_group() {
    hangs_without(Rule::StandIn, 100, a_task_that_only_a_stand_in_can_run);
}

fn broadcasts_across_each_other() {
    let (a, b) = (Arc::new(pool(2)), Arc::new(pool(1)));
    let across = |here: &Arc<Pool>, there: &Arc<Pool>| {
        let (here, there, calls) = (here.clone(), there.clone(), Arc::new(AtomicU64::new(0)));
        thread::spawn(move || {
            here.install(|_| {
                there.task_group(|group| group.spawn_broadcast(|_| _ = calls.fetch_add(1, Relaxed)));
            });
            assert_eq!(calls.load(Relaxed), there.threads() as u64);
        })
    };
    [across(&a, &b), across(&b, &a)].into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn workers_that_wait_serve_broadcasts() {
    model(broadcasts_across_each_other);
}

#[test]
fn broken_twin_a_worker_that_waits_serves_no_broadcast() {
    hangs_without(Rule::ServeMail, 1_000, broadcasts_across_each_other);
}

/// Closures for which nobody waits, of a pool that is shut down meanwhile.
fn an_end_that_nobody_waits_for() {
    let pool = Arc::new(pool(2));
    let (done, inside) = (Arc::new(Event::new()), pool.clone());
    let happens = done.clone();
    pool.spawn_detached(move |_| {
        inside.spawn_detached(move |_| happens.happen());
        inside.task_group(|group| group.spawn_broadcast(|_| ())); // all workers are still there
    });
    let value = pool.spawn(|s| s.join(|_| Ok(1), |_| Ok(2)));
    pool.shutdown();
    drop(pool);
    assert_eq!(value.wait(), Ok((1, 2)));
    done.wait();
}

#[test]
fn a_pool_ends_after_its_last_closure() {
    model(an_end_that_nobody_waits_for);
}

#[test]
fn broken_twin_a_pool_ends_before_its_last_closure() {
    hangs_without(Rule::LastClosure, 1_000, an_end_that_nobody_waits_for);
}
