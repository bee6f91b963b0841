//! Claim: with more live tasks than ring levels, each runs once in every order of joins.

use crate::support::hash::hash;
use crate::support::pools::{checked, pool};
use crate::support::waits::wait_for;
use crate::support::watchdog::must_end;
use sparring_sched::{Cancelled, PoolBuilder, Scoped, Worker};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

const ROOM: usize = 3_072;

#[test]
fn a_task_for_which_room_was_made_is_not_taken_for_another() {
    must_end(|| {
        let pool = pool(2);
        let (ran, last_ran, go) = (&AtomicUsize::new(0), &AtomicUsize::new(0), &AtomicBool::new(false));
        let task = || move |_: Scoped<'_>| Ok(_ = ran.fetch_add(1, SeqCst));
        let program = |w: Worker<'_>| {
            w.tasks(|tasks| {
                let _stolen: Vec<_> = (0..ROOM).map(|_| tasks.spawn(task())).collect();
                while ran.load(SeqCst) < ROOM {
                    tasks.lend().poll()?;
                }
                let last = tasks.spawn(|_| {
                    last_ran.fetch_add(1, SeqCst);
                    wait_for(go);
                    Ok(())
                });
                while last_ran.load(SeqCst) == 0 {
                    tasks.lend().poll()?;
                }
                let mut later: Vec<_> = (1..ROOM).map(|_| tasks.spawn(task())).collect();
                for gap in later.drain(..300) {
                    tasks.join(gap)?;
                }
                drop(tasks.spawn(task())); // makes room again
                go.store(true, SeqCst);
                tasks.join(last)
            })
        };
        assert_eq!(pool.install(program), Ok(()));
        assert_eq!((last_ran.load(SeqCst), ran.load(SeqCst)), (1, 2 * ROOM));
        checked(&pool);
    });
}

fn odd(w: Worker<'_>, seed: u64, runs: &[AtomicUsize]) -> Result<(), Cancelled> {
    w.tasks(|all| {
        let mut spawned = Vec::new();
        for (number, ran) in runs.iter().enumerate() {
            let task = all.spawn(move |_| {
                ran.fetch_add(1, SeqCst);
                Ok(number)
            });
            spawned.push((number, task));
            let chance = hash(seed ^ hash(number as u64));
            if spawned.len() > ROOM - 500 && chance.is_multiple_of(2) {
                let (number, task) = spawned.remove(picked(seed, number, chance, spawned.len()));
                assert_eq!(all.join(task)?, number);
            }
        }
        while !spawned.is_empty() && !seed.is_multiple_of(5) {
            let left = spawned.len();
            let (number, task) = spawned.remove(picked(seed, left, hash(seed ^ left as u64), left));
            assert_eq!(all.join(task)?, number);
        }
        Ok(())
    })
}

fn picked(seed: u64, turn: usize, chance: u64, left: usize) -> usize {
    match seed % 6 {
        0 => 0,
        1 => left - 1,
        2 => left / 2,
        3 => [0, left - 1][turn % 2],
        4 => left / 3,
        _ => chance as usize % left,
    }
}

#[test]
fn tasks_that_are_joined_in_odd_orders_run_once_each() {
    const TASKS: usize = 8_000;
    must_end(|| {
        for force_after in [Some(Duration::ZERO), Some(Duration::from_micros(20)), None] {
            let pool = PoolBuilder::new().threads(3).force_after(force_after).build().unwrap();
            for seed in 0..12 {
                let runs: Vec<AtomicUsize> = (0..TASKS).map(|_| AtomicUsize::new(0)).collect();
                assert_eq!(pool.install(|w| odd(w, seed, &runs)), Ok(()));
                assert!(runs.into_iter().all(|runs| runs.into_inner() == 1), "seed {seed}");
            }
            checked(&pool);
        }
    });
}
