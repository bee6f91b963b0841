//! Background work (`Scoped::help`): it helps other work, makes room for an injected job, is cut
//! and unwound, and is counted.

use super::{model, mutant, pool};
use crate::sync::Rule;
use crate::{Pool, Scoped};
use shuttle::rand::{RngCore, thread_rng};
use shuttle::thread;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

fn fill(s: Scoped<'_>) {
    s.fill(|mut s| {
        while let (Ok(()), Ok(_)) = (s.poll(), s.lend().help()) {
            thread::yield_now();
        }
    });
}

/// The split's owner waits for an injected job, for which the background work on the other worker
/// must make room.
fn an_install_beside_background_work() {
    let pool = Arc::new(pool(2));
    let done = Arc::new(AtomicBool::new(false));
    let client = {
        let (pool, done) = (pool.clone(), done.clone());
        thread::spawn(move || pool.install(|_| done.store(true, Relaxed)))
    };
    pool.install(|w| {
        let owner = w.index();
        w.split(2, |s, index| {
            if index == 1 {
                fill(s);
                return Ok(());
            }
            while s.index() == owner && !done.load(Relaxed) {
                s.poll()?;
                thread::yield_now();
            }
            s.cancel();
            Ok(())
        });
    });
    client.join().unwrap();
    pool.snapshot().total().check().unwrap();
}

fn rows(pool: &Pool, seed: u64, fills: impl Fn(Scoped<'_>) + Sync) -> Result<u64, ()> {
    let ran = AtomicU64::new(0);
    let task = |mut s: Scoped<'_>, row: u32, index: usize| {
        let what = (seed >> (4 * row)) % 8;
        if index == 2 && what == 0 {
            s.cancel();
        }
        if index == 1 && what == 1 {
            resume_unwind(Box::new("as wanted"));
        }
        let count = |_: Scoped<'_>| Ok(_ = ran.fetch_add(1, Relaxed));
        s.lend().join(count, count)?;
        s.poll()
    };
    let ended = catch_unwind(AssertUnwindSafe(|| {
        pool.install(|w| {
            w.split(pool.threads(), |mut s, index| {
                if index != 0 {
                    fills(s);
                    return Ok(());
                }
                (0..2).try_for_each(|row| s.lend().split(3, |s, index| task(s, row, index)))?;
                s.cancel();
                Ok(())
            });
        });
    }));
    ended.map(|()| ran.into_inner()).map_err(drop)
}

fn rows_among(threads: usize, fills: impl Fn(Scoped<'_>) + Sync) {
    let (pool, seed) = (pool(threads), thread_rng().next_u64());
    let whats = [seed % 8, (seed >> 4) % 8];
    match rows(&pool, seed, fills) {
        Err(()) => assert!(whats.contains(&1)),
        Ok(ran) => assert!(ran == 12 || whats.contains(&0) && ran < 12, "{ran} with {whats:?}"),
    }
    pool.snapshot().total().check().unwrap();
}

fn rows_beside_background_work() {
    rows_among(2, fill);
    rows_among(3, fill);
}

fn rows_beside_forking_background_work() {
    rows_among(3, |mut s| {
        while s.poll().is_ok() {
            let look = |s: Scoped<'_>| Ok(_ = s.help());
            let _ = s.lend().join(look, look);
            thread::yield_now();
        }
    });
}

#[test]
fn a_filler_makes_room_for_a_root() {
    model(an_install_beside_background_work);
}

#[test]
fn broken_twin_a_filler_that_stays() {
    let text = mutant(Rule::BackgroundLeaves, 5_000, an_install_beside_background_work);
    assert!(text.contains("max_steps"), "{text}");
}

#[test]
fn what_counts_is_done_once_among_fillers() {
    std::panic::set_hook(Box::new(|_| ())); // panics are part of it
    model(rows_beside_background_work);
}

#[test]
fn fillers_may_fork() {
    std::panic::set_hook(Box::new(|_| ()));
    model(rows_beside_forking_background_work);
}
