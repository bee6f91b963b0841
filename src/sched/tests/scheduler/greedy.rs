//! Claim: no worker idles while a task waits. The items of each program wait for each other, so it
//! ends only if each runs on its own worker.

use crate::support::canary::Canary;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{can_force, checked};
use crate::support::spin::spin;
use crate::support::watchdog::must_end;
use sparring_sched::{Cancelled, Pool, PoolBuilder, Scoped, Worker};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Barrier};
use std::time::Duration;

fn pool(threads: usize) -> Pool {
    PoolBuilder::new().threads(threads).stack(1 << 20).build().unwrap()
}

type Program = fn(Worker<'_>, usize, &Barrier);

fn tree(w: Worker<'_>, items: usize, all: &Barrier) {
    if items > 1 {
        w.join(|w| tree(w, items / 2, all), |w| tree(w, items - items / 2, all));
    } else {
        all.wait();
    }
}

fn wait(all: &Barrier) -> Result<(), Cancelled> {
    all.wait();
    Ok(())
}

fn tasks(w: Worker<'_>, items: usize, all: &Barrier, join: impl FnOnce(usize) -> Vec<usize>) {
    w.tasks(|tasks| {
        let spawned = (0..items).map(|_| Some(tasks.spawn(|_| wait(all))));
        let mut spawned: Vec<_> = spawned.collect();
        join(items).into_iter().try_for_each(|nth| tasks.join(spawned[nth].take().unwrap()))
    })
    .unwrap();
}

const PROGRAMS: [(&str, Program); 8] = [
    ("join tree", tree),
    ("for_each", |w, items, all| w.for_each(0..items, |_, _| _ = all.wait())),
    ("reduce", |w, items, all| w.reduce(0..items, (), |_, _| _ = all.wait(), |(), ()| ())),
    ("tasks, joined in order", |w, items, all| tasks(w, items, all, |items| (0..items).collect())),
    ("tasks, the newest first", |w, items, all| tasks(w, items, all, |items| (0..items).rev().collect())),
    ("tasks, not joined", |w, items, all| tasks(w, items, all, |_| Vec::new())),
    ("split", |w, items, all| w.split(items, |_, _| wait(all))),
    ("find_first", |w, items, all| {
        let found = w.find_first(0..items, |_, _| {
            all.wait();
            Ok(None::<()>)
        });
        assert_eq!(found, None);
    }),
];

/// The pool's first program, and later ones after this number of forks that nobody takes.
fn all_at_once(threads: usize, forks: usize) {
    for (name, program) in PROGRAMS.into_iter().filter(|_| can_force()) {
        eprintln!("{name} on {threads} workers"); // seen if it hangs
        must_end(move || {
            let pool = pool(threads);
            for _ in 0..3 {
                let all = Barrier::new(threads);
                pool.install(|mut w| {
                    (0..forks).for_each(|_| _ = w.lend().join(|_| (), |_| ()));
                    program(w, threads, &all);
                });
            }
            checked(&pool);
        });
    }
}

#[test]
fn as_many_items_as_workers_run_at_the_same_time() {
    for threads in [2, 3, 8, 20] {
        all_at_once(threads, 0);
    }
}

#[test]
fn so_they_do_after_forks_that_nobody_took() {
    all_at_once(2, 1);
    all_at_once(3, 100_000);
}

#[test]
fn the_first_program_of_a_pool_is_shared() {
    must_end(|| {
        for _ in 0..if can_force() { 300 } else { 0 } {
            let (pool, all) = (pool(2), Barrier::new(2));
            pool.install(|w| w.join(|_| all.wait(), |_| all.wait()));
        }
    });
}

struct Late {
    up: Barrier,
    taken: Barrier,
}

type Done = Result<(), Cancelled>;

impl Late {
    fn mine(&self) -> Done {
        self.up.wait();
        self.other()
    }

    fn other(&self) -> Done {
        self.taken.wait();
        Ok(())
    }

    fn item(&self, index: usize) -> Done {
        if index == 0 { self.mine() } else { self.other() }
    }

    fn join(&self, s: Scoped<'_>) -> Done {
        s.join(|_| self.mine(), |_| self.other()).map(|_| ())
    }
}

fn joined_out_of_turn(w: Worker<'_>, late: &Late, older: usize, joined: usize) {
    w.tasks(|tasks| {
        let mut older: Vec<_> = (0..older).map(|_| tasks.spawn(|_| Ok(()))).collect();
        let other = tasks.spawn(|_| late.other());
        tasks.join(older.swap_remove(joined))?;
        late.mine()?;
        tasks.join(other)
    })
    .unwrap();
}

const LATE_PROGRAMS: [fn(Worker<'_>, &Late); 8] = [
    |w, late| _ = w.join(|_| late.mine(), |_| late.other()),
    |w, late| w.for_each(0..2, |_, i| late.item(i).unwrap()),
    |w, late| w.split(2, |_, i| late.item(i)),
    |w, late| {
        w.tasks(|tasks| {
            let other = tasks.spawn(|_| late.other());
            late.mine()?;
            tasks.join(other)
        })
        .unwrap();
    },
    |w, late| joined_out_of_turn(w, late, 1, 0),
    |w, late| joined_out_of_turn(w, late, 3, 1),
    |w, late| w.split(1, |s, _| late.join(s)),
    |w, late| w.split(1, |s, _| s.split(1, |s, _| late.join(s))),
];

fn put_up_while_all_are_busy(pool: &Pool, program: fn(Worker<'_>, &Late)) {
    let (late, busy) = (Late { up: Barrier::new(2), taken: Barrier::new(2) }, Barrier::new(2));
    pool.install(|w| {
        w.join(
            |w| {
                busy.wait();
                program(w, &late);
            },
            |_| _ = (busy.wait(), late.up.wait()),
        )
    });
}

#[test]
fn what_was_put_up_while_all_were_busy_is_taken_later() {
    must_end(|| {
        let pool = pool(2);
        for program in LATE_PROGRAMS.into_iter().filter(|_| can_force()) {
            (0..30).for_each(|_| put_up_while_all_are_busy(&pool, program));
        }
        checked(&pool);
    });
}

#[test]
fn simulated_pools_beside_it_change_nothing() {
    let simulated = crate::support::simulated::simulate(PoolBuilder::new().threads(4), Default::default());
    simulated.build().unwrap().install(|w| w.for_each(0..1000, |w, _| w.poll()));
    all_at_once(2, 10);
}

#[test]
fn the_owner_of_a_split_takes_what_its_helper_puts_up() {
    type Items = fn(Scoped<'_>, &Barrier) -> Done;
    let programs: [Items; 5] = [
        |s, both| s.join(|_| wait(both), |_| wait(both)).map(|_| ()),
        |s, both| s.for_each(0..2, |_, _| wait(both)),
        |s, both| s.split(2, |_, _| wait(both)),
        |s, both| s.scope(|s| s.split(1, |s, _| s.join(|_| wait(both), |_| wait(both)).map(|_| ()))),
        |s, both| {
            s.tasks(|tasks| {
                let other = tasks.spawn(|_| wait(both));
                wait(both)?;
                tasks.join(other)
            })
        },
    ];
    must_end(move || {
        let pool = pool(2);
        for round in 0..if can_force() { 60 } else { 0 } {
            let (inside, both) = (Barrier::new(2), Barrier::new(2));
            let pause = Duration::from_millis(if round % 10 == 0 { 5 } else { 0 });
            let owner = AtomicUsize::new(usize::MAX);
            let program = programs[round % programs.len()];
            pool.install(|w| {
                owner.store(w.index(), SeqCst);
                w.split(2, |s, _| {
                    inside.wait();
                    if s.index() == owner.load(SeqCst) {
                        return Ok(());
                    }
                    std::thread::sleep(pause);
                    program(s, &both)
                });
            });
        }
        checked(&pool);
    });
}

struct Storm<'a> {
    alive: &'a Arc<AtomicUsize>,
    panics: bool,
}

impl Storm<'_> {
    fn kid(seed: u64, nth: u64) -> u64 {
        hash(seed ^ hash(nth))
    }

    fn kids(seed: u64) -> (u64, u64) {
        let kind = Self::kid(seed, 1) % 4;
        (kind, if kind == 0 { 2 } else { 1 + Self::kid(seed, 2) % 5 })
    }

    fn value(seed: u64, depth: u32) -> u64 {
        if depth == 0 {
            return 1 + seed % 7;
        }
        let (_, kids) = Self::kids(seed);
        (0..kids).map(|nth| Self::value(Self::kid(seed, 10 + nth), depth - 1)).sum()
    }

    fn run(&self, s: Scoped<'_>, seed: u64, depth: u32) -> Result<u64, Cancelled> {
        let _canary = Canary::new(self.alive);
        if depth == 0 {
            assert!(!(self.panics && hash(seed).is_multiple_of(97)), "a wild program");
            match hash(seed ^ 5) % 16 {
                0 => spin(hash(seed ^ 6) % 60),
                1 => std::thread::sleep(Duration::from_micros(hash(seed ^ 7) % 80)),
                2 => std::thread::yield_now(),
                _ => {}
            }
            return Ok(1 + seed % 7);
        }
        let (kind, kids) = Self::kids(seed);
        let kid = |s: Scoped<'_>, nth: u64| self.run(s, Self::kid(seed, 10 + nth), depth - 1);
        let sum = AtomicU64::new(0);
        let add = |s: Scoped<'_>, nth: u64| kid(s, nth).map(|value| _ = sum.fetch_add(value, SeqCst));
        match kind {
            0 => {
                let held = Canary::new(self.alive);
                s.join(|s| add(s, 0), move |s| add(s, 1).inspect(|()| drop(held)))?;
            }
            1 => s.split(kids as usize, |s, nth| add(s, nth as u64))?,
            2 => s.for_each(0..kids, add)?,
            _ => s.tasks(|tasks| {
                let mut spawned = Vec::new();
                for nth in 0..kids {
                    let held = Canary::new(self.alive);
                    let add = &add;
                    spawned.push(tasks.spawn(move |s| add(s, nth).inspect(|()| drop(held))));
                    if Self::kid(seed, 30 + nth).is_multiple_of(3) {
                        let place = Self::kid(seed, 40 + nth) as usize % spawned.len();
                        tasks.join(spawned.swap_remove(place))?;
                    }
                }
                spawned.truncate(Self::kid(seed, 3) as usize % 4); // others are not joined
                spawned.into_iter().rev().try_for_each(|task| tasks.join(task))
            })?,
        }
        Ok(sum.into_inner())
    }
}

#[test]
fn what_is_taken_by_force_runs_once() {
    let mut forced = 0;
    for round in 0..120 {
        let threads = 2 + round as usize % 4;
        let pool = PoolBuilder::new().threads(threads).stack(1 << 20).force_after(Some(Duration::ZERO));
        let pool = pool.seed(round).record(1000 * (round as usize % 2)).build().unwrap();
        for number in 0..10 {
            let (seed, depth) = (hash(round << 8 | number), 2 + (number % 4) as u32);
            let alive = Arc::new(AtomicUsize::new(0));
            let storm = Storm { alive: &alive, panics: number % 3 == 2 };
            let run = || pool.install(|w| w.scope(|s| storm.run(s, seed, depth)));
            if storm.panics {
                let text = panic_text(|| assert_eq!(run(), Ok(Storm::value(seed, depth)), "a wild program"));
                assert!(text.is_none_or(|text| text.contains("a wild program")));
            } else {
                assert_eq!(run(), Ok(Storm::value(seed, depth)), "round {round}, program {number}");
            }
            assert_eq!(alive.load(SeqCst), 0, "round {round}, program {number}");
        }
        forced += checked(&pool).forced;
    }
    assert!(forced > 0 || !can_force(), "nothing was taken by force");
}

#[test]
fn without_force_one_entry_of_each_worker_is_shared_ahead() {
    must_end(|| {
        for _ in 0..50 {
            let pool = PoolBuilder::new().threads(2).force_after(None).build().unwrap();
            assert_eq!(pool.forces_after(), None);
            put_up_while_all_are_busy(&pool, LATE_PROGRAMS[0]);
            assert_eq!(checked(&pool).forced, 0);
        }
    });
}
