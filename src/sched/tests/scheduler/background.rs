//! Claim: a background body helps other work, makes room for installs, and is counted like any
//! other.

use crate::support::pools::checked;
use crate::support::watchdog::must_end;
use sparring_sched::{Pool, Scoped};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Instant;

fn fill(s: Scoped<'_>) -> usize {
    s.fill(|mut s| {
        let mut helped = 0;
        while let (Ok(()), Ok(again)) = (s.poll(), s.lend().help()) {
            helped += usize::from(again);
            thread::yield_now();
        }
        helped
    })
}

#[test]
fn a_filler_makes_room_for_a_root() {
    must_end(|| {
        let pool = Pool::new(2).unwrap();
        let (fills, done) = (AtomicBool::new(false), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                while !fills.load(SeqCst) {
                    thread::yield_now();
                }
                pool.install(|_| done.store(true, SeqCst));
            });
            pool.install(|w| {
                w.split(2, |s, index| {
                    if index == 1 {
                        fills.store(true, SeqCst);
                        fill(s);
                        return Ok(());
                    }
                    while !done.load(SeqCst) {
                        s.poll()?;
                        thread::yield_now();
                    }
                    Ok(())
                });
            });
        });
        checked(&pool);
    });
}

fn rows(pool: &Pool, cuts: bool, panics: bool) -> (Vec<usize>, usize) {
    let ran: Vec<AtomicUsize> = (0..64).map(|_| AtomicUsize::new(0)).collect();
    let helped = AtomicUsize::new(0);
    let row = |mut s: Scoped<'_>, row: usize| {
        s.lend().split(8, |s, i| {
            ran[8 * row + i].fetch_add(1, SeqCst);
            thread::yield_now();
            if cuts && i == 5 {
                s.cancel();
            }
            if panics && 8 * row + i == 37 {
                resume_unwind(Box::new("as wanted"));
            }
            s.poll()
        })
    };
    let ended = catch_unwind(AssertUnwindSafe(|| {
        pool.install(|w| {
            w.split(pool.threads(), |mut s, index| {
                if index != 0 {
                    helped.fetch_add(fill(s), SeqCst);
                    return Ok(());
                }
                (0..8).try_for_each(|nth| row(s.lend(), nth))?;
                s.cancel();
                Ok(())
            });
        });
    }));
    assert_eq!(ended.is_err(), panics);
    (ran.into_iter().map(AtomicUsize::into_inner).collect(), helped.into_inner())
}

#[test]
fn what_counts_is_done_once_with_fillers_around_it() {
    must_end(|| {
        let mut helped = 0;
        for threads in [1, 2, 3, 8] {
            let pool = Pool::new(threads).unwrap();
            for round in 0..200 {
                let (ran, again) = rows(&pool, round % 3 == 1, false);
                assert!(ran.iter().all(|&n| n == 1 || n == 0 && round % 3 == 1), "{ran:?}");
                helped += again;
            }
            for _ in 0..20 {
                let (ran, _) = rows(&pool, false, true);
                assert!(ran.iter().all(|&n| n <= 1), "{ran:?}");
            }
            checked(&pool);
        }
        assert!(helped > 0, "no filler ever helped");
    });
}

fn work(ns: u64) {
    let start = Instant::now();
    while start.elapsed().as_nanos() < ns.into() {
        std::hint::spin_loop();
    }
}

#[test]
fn filling_is_counted_and_what_is_helped_with_is_not() {
    const MS: u64 = 1_000_000;
    must_end(|| {
        let pool = Pool::new(1).unwrap();
        let ended = catch_unwind(AssertUnwindSafe(|| {
            pool.install(|w| {
                work(20 * MS);
                w.split(1, |s, _| {
                    s.fill(|mut s| {
                        work(20 * MS);
                        s.lend().fill(|_| work(20 * MS));
                        resume_unwind(Box::new("as wanted"))
                    })
                });
            });
        }));
        assert!(ended.is_err());
        pool.install(|_| work(20 * MS));
        let total = pool.snapshot().total();
        total.check().unwrap();
        assert_eq!(total.fills, 2);
        assert!(total.filling_ns >= 40 * MS && total.busy_ns - total.filling_ns >= 40 * MS, "{total:?}");
    });
    must_end(|| {
        let pool = Pool::new(2).unwrap();
        let (fills, inside) = (AtomicBool::new(false), AtomicUsize::new(0));
        pool.install(|w| {
            w.split(2, |mut s, index| {
                if index == 1 {
                    fills.store(true, SeqCst);
                    fill(s);
                    return Ok(());
                }
                while !fills.load(SeqCst) {
                    s.poll()?;
                    thread::yield_now();
                }
                s.lend().split(2, |s, _| {
                    inside.fetch_add(1, SeqCst);
                    while inside.load(SeqCst) < 2 {
                        s.poll()?;
                        thread::yield_now();
                    }
                    work(50 * MS);
                    Ok(())
                })?;
                s.cancel();
                Ok(())
            });
        });
        let total = pool.snapshot().total();
        total.check().unwrap();
        assert_eq!(total.fills, 1);
        assert!(total.busy_ns - total.filling_ns >= 100 * MS, "{total:?}");
    });
}
