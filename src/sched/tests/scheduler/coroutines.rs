//! Claim: pools stay sound when coroutines outlive their install, resume inside others, are dropped
//! or forgotten.

use crate::support::hash::hash;
use crate::support::pools::{checked, pool};
use crate::support::watchdog::must_end;
use corosensei::{Coroutine, CoroutineResult};
use send_wrapper::SendWrapper;
use sparring_sched::{Pool, Scoped, Worker};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::thread;

const KEPT: usize = 6;

thread_local! {
    static ASLEEP: RefCell<Vec<Coroutine<(), (), ()>>> = const { RefCell::new(Vec::new()) };
}

/// Pools that live as long as the process, because suspended coroutines refer to them.
#[derive(Clone, Copy)]
struct Pools([&'static Pool; 3]);

static WRONG: AtomicBool = AtomicBool::new(false);
static OUTLIVED: AtomicU64 = AtomicU64::new(0);

struct Expected;

struct Parent(AtomicUsize);

impl Drop for Parent {
    fn drop(&mut self) {
        if self.0.load(SeqCst) != 0 {
            WRONG.store(true, SeqCst);
        }
    }
}

struct Child<'p>(&'p Parent);

impl<'p> Child<'p> {
    fn of(parent: &'p Parent) -> Child<'p> {
        parent.0.fetch_add(1, SeqCst);
        Child(parent)
    }
}

impl Drop for Child<'_> {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, SeqCst);
    }
}

fn run(pools: Pools, here: usize, mut w: Worker<'_>, seed: u64, depth: u32) {
    let child = |nth: u64| hash(seed ^ nth << 40);
    let (kind, there) = (seed % 16, (seed >> 8) as usize % 3);
    if depth == 0 {
        return;
    }
    match kind {
        0..=3 => {
            let parent = Parent(AtomicUsize::new(0));
            let half = |nth| {
                let parent = &parent;
                move |w: Worker<'_>| {
                    let _child = Child::of(parent);
                    run(pools, here, w, child(nth), depth - 1);
                }
            };
            w.join(half(1), half(2));
        }
        4..=6 => {
            let parent = Parent(AtomicUsize::new(0));
            pools.0[there].install(|w| {
                let _child = Child::of(&parent);
                run(pools, there, w, child(1), depth - 1);
            });
        }
        7..=9 => begin(pools, here, child(1), depth - 1),
        10..=12 => {
            go_on(seed >> 16);
            run(pools, here, w, child(1), depth - 1);
        }
        13 => {
            cut(w.lend());
            run(pools, here, w, child(1), depth - 1);
        }
        14 => {
            let parent = Parent(AtomicUsize::new(0));
            let both = || {
                let panics = |_: Worker<'_>| {
                    let _child = Child::of(&parent);
                    resume_unwind(Box::new(Expected));
                };
                w.join(panics, |w| {
                    let _child = Child::of(&parent);
                    run(pools, here, w, child(1), depth - 1);
                })
            };
            if let Err(panic) = catch_unwind(AssertUnwindSafe(both))
                && !panic.is::<Expected>()
            {
                resume_unwind(panic); // of a coroutine that is dropped
            }
        }
        _ => w.count(1),
    }
}

fn cut(w: Worker<'_>) {
    let parent = Parent(AtomicUsize::new(0));
    w.split(4, |s: Scoped<'_>, index| {
        let _child = Child::of(&parent);
        if index == 2 {
            s.cancel();
        }
        s.poll()
    });
}

fn begin(pools: Pools, here: usize, seed: u64, depth: u32) {
    let mut coroutine = Coroutine::<(), (), ()>::new(move |yielder, ()| {
        let parent = Parent(AtomicUsize::new(0));
        let yielder = SendWrapper::new(yielder);
        pools.0[here].install(|mut top| {
            let _child = Child::of(&parent);
            for nth in 0..1 + seed % 3 {
                run(pools, here, top.lend(), hash(seed ^ nth), depth);
                yielder.suspend(());
            }
        });
    });
    if matches!(coroutine.resume(()), CoroutineResult::Yield(())) {
        keep(coroutine);
    }
}

fn keep(coroutine: Coroutine<(), (), ()>) {
    let (kept, too_many) = ASLEEP.with_borrow_mut(|asleep| {
        asleep.push(coroutine);
        (asleep.len(), (asleep.len() > KEPT).then(|| asleep.remove(0)))
    });
    assert!(kept <= KEPT + 1);
    drop(too_many); // what it does when it unwinds may begin others
}

fn go_on(seed: u64) {
    let Some(mut coroutine) = ASLEEP.with_borrow_mut(|asleep| {
        let place = (seed as usize).checked_rem(asleep.len())?;
        Some(asleep.swap_remove(place))
    }) else {
        return;
    };
    OUTLIVED.fetch_add(1, Relaxed);
    match seed / 16 % 16 {
        0 => std::mem::forget(coroutine),
        1 => drop(coroutine),
        _ => {
            if matches!(coroutine.resume(()), CoroutineResult::Yield(())) {
                keep(coroutine);
            }
        }
    }
}

fn forever(threads: usize) -> &'static Pool {
    Box::leak(Box::new(pool(threads)))
}

fn fuzz(sizes: [usize; 3], programs: u64) {
    let pools = Pools(sizes.map(forever));
    let over = AtomicBool::new(false);
    thread::scope(|threads| {
        let looker = threads.spawn(|| {
            while !over.load(SeqCst) {
                pools.0.iter().for_each(|pool| pool.snapshot().total().check().unwrap());
                thread::yield_now();
            }
        });
        let client = |salt: u64| {
            move || {
                for nth in 0..programs {
                    let seed = hash(nth << 8 | salt);
                    let here = seed as usize % 3;
                    let program = move || pools.0[here].install(|w| run(pools, here, w, hash(seed), 6));
                    thread::Builder::new().stack_size(128 << 20).spawn(program).unwrap().join().unwrap();
                }
            }
        };
        let clients = [0, 1, 2].map(|salt| threads.spawn(client(salt)));
        clients.into_iter().for_each(|client| client.join().unwrap());
        over.store(true, SeqCst);
        looker.join().unwrap();
    });
    pools.0.iter().for_each(|pool| _ = checked(pool));
    assert!(!WRONG.load(SeqCst), "a child ran when its parent's frame was gone");
}

#[test]
fn coroutines_that_outlive_roots() {
    must_end(|| {
        let programs = std::env::var("SPARRING_PROGRAMS").map_or(150, |text| text.parse().unwrap());
        for sizes in [[1, 1, 1], [2, 1, 1], [2, 3, 1], [4, 4, 4]] {
            fuzz(sizes, programs);
        }
        assert!(OUTLIVED.load(Relaxed) > 100, "nothing was tested");
    });
}

#[test]
fn an_install_on_top_may_outlive_the_root_below_it() {
    must_end(|| {
        let (pool, other) = (forever(1), forever(1));
        for _ in 0..10 {
            let first = move || {
                pool.install(|_| {
                    let mut coroutine = Coroutine::<(), (), ()>::new(move |yielder, ()| {
                        let yielder = SendWrapper::new(yielder);
                        pool.install(move |_| yielder.suspend(()));
                    });
                    coroutine.resume(());
                    ASLEEP.with_borrow_mut(|asleep| asleep.push(coroutine));
                });
            };
            thread::Builder::new().stack_size(128 << 20).spawn(first).unwrap().join().unwrap();
            let again = pool.install(|_| {
                let mut coroutine = ASLEEP.with_borrow_mut(Vec::pop).expect("there is one worker");
                assert!(matches!(coroutine.resume(()), CoroutineResult::Return(())));
                other.install(|_| pool.install(|_| 5))
            });
            assert_eq!(again, 5);
        }
        checked(pool);
        checked(other);
    });
}

#[test]
fn a_coroutine_forgotten_in_an_install_on_top_leaves_the_worker_able_to_share() {
    must_end(|| {
        let pool = forever(2);
        pool.install(|mut w| {
            let mut coroutine = Coroutine::<(), (), ()>::new(move |yielder, ()| {
                let yielder = SendWrapper::new(yielder);
                pool.install(move |_| yielder.suspend(()));
            });
            coroutine.resume(());
            std::mem::forget(coroutine);
            for _ in 0..10 {
                let begun = AtomicBool::new(false);
                w.lend().join(
                    |mut w| {
                        while !begun.load(SeqCst) {
                            w.lend().join(|_| (), |_| ()); // shares the other half
                        }
                    },
                    |_| begun.store(true, SeqCst),
                );
            }
        });
        assert!(checked(pool).stolen >= 10);
    });
}
