//! Claim: a worker's value is made at most once and lent to one user at a time, whatever happens
//! meanwhile.

use crate::support::canary::Canary;
use crate::support::hash::hash;
use crate::support::panics::panic_text;
use crate::support::pools::{checked, on_pools_of_all_sizes, pool};
use crate::support::schedules::{on_schedules, random_pool};
use corosensei::{Coroutine, CoroutineResult};
use send_wrapper::SendWrapper;
use sparring_sched::{Cancelled, Pool, Scoped, Worker, WorkerLocal};
use std::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::{Arc, LazyLock};

const LENT: &str = "with was called inside another with that has the same worker's value";

struct State {
    lent: AtomicBool,
    uses: usize,
    _alive: Canary,
}

impl State {
    fn new(alive: &Arc<AtomicUsize>) -> State {
        State { lent: AtomicBool::new(false), uses: 0, _alive: Canary::new(alive) }
    }

    fn begin(&self) -> bool {
        !self.lent.swap(true, SeqCst)
    }

    fn end(&self) {
        assert!(self.lent.swap(false, SeqCst), "another loan has ended this one");
    }
}

struct Program<F> {
    pool: Pool,
    local: WorkerLocal<State, F>,
    nodes: AtomicUsize,
}

impl<F: Fn() -> State + Sync + Send> Program<F> {
    fn new(pool: Pool, init: F) -> Program<F> {
        Program { pool, local: WorkerLocal::new(init), nodes: AtomicUsize::new(0) }
    }

    fn use_state(&self, s: &Scoped<'_>, seed: u64) {
        s.with(&self.local, |state| {
            assert!(state.begin(), "lent twice");
            state.uses += 1;
            for _ in 0..seed % 4 {
                _ = s.poll();
                std::thread::yield_now();
            }
            state.end();
        });
        self.nodes.fetch_add(1, Relaxed);
    }

    fn run(&self, mut s: Scoped<'_>, seed: u64, depth: u32) -> Result<(), Cancelled> {
        self.use_state(&s, seed);
        if depth == 0 {
            return Ok(());
        }
        let child = |nth: usize| hash(seed ^ (nth as u64) << 40);
        match (seed >> 8) % 8 {
            0..=2 => {
                let half = |nth| move |s: Scoped<'_>| self.run(s, child(nth), depth - 1);
                s.lend().join(half(1), half(2))?;
            }
            3..=4 => s.lend().split(4, |s, index| self.run(s, child(index), depth - 1))?,
            5 => s.lend().tasks(|tasks| {
                let spawned = [1, 2, 3].map(|nth| tasks.spawn(move |s| self.run(s, child(nth), depth - 1)));
                self.use_state(&tasks.lend(), seed >> 4);
                let [first, _, last] = spawned;
                tasks.join(first).and_then(|()| tasks.join(last))
            })?,
            6 => {
                self.pool.install(|w| w.for_each(0..5, |w, nth| self.run_in_scope(w, child(nth), depth - 1)))
            }
            _ => {
                _ = s.lend().scope(|mut s| {
                    s.lend().split(9, |mut s, index| {
                        if index == 4 {
                            s.cancel();
                        }
                        self.run(s.lend(), child(index), depth - 1)
                    })
                });
            }
        }
        self.use_state(&s, seed >> 2);
        Ok(())
    }

    fn run_in_scope(&self, w: Worker<'_>, seed: u64, depth: u32) {
        _ = w.scope(|s| self.run(s, seed, depth));
    }

    fn check(self, seed: u64, items: usize, made: &AtomicUsize) {
        self.pool
            .install(|w| w.for_each(0..items, |w, nth| self.run_in_scope(w, hash(seed + nth as u64), 4)));
        checked(&self.pool);
        let made = made.load(SeqCst);
        assert!(made > 0 && made <= self.pool.threads(), "{made} states");
        let states: Vec<State> = self.local.into_iter().collect();
        assert_eq!(states.len(), made);
        assert_eq!(states.iter().map(|state| state.uses).sum::<usize>(), self.nodes.into_inner());
    }
}

#[test]
fn random_programs_never_have_two_loans_of_one_state() {
    for threads in [1, 2, 3, 8, 33] {
        for seed in 0..10 {
            let alive = Arc::new(AtomicUsize::new(0));
            Program::new(pool(threads), || State::new(&alive)).check(hash(seed), 20, &alive);
            assert_eq!(alive.load(SeqCst), 0);
        }
    }
}

#[test]
fn nor_on_random_schedules() {
    on_schedules(200, |seed| {
        let alive = Arc::new(AtomicUsize::new(0));
        Program::new(random_pool(seed), || State::new(&alive)).check(hash(seed), 6, &alive);
        assert_eq!(alive.load(SeqCst), 0);
    });
}

/// Confirms that the check works: a value held over a fork is lent twice.
#[test]
fn a_state_held_over_a_fork_is_noticed() {
    let alive = Arc::new(AtomicUsize::new(0));
    let noticed = AtomicUsize::new(0);
    for seed in 0..50 {
        let pool = random_pool(seed);
        let states: Vec<State> = (0..pool.threads()).map(|_| State::new(&alive)).collect();
        let leaf = |w: Worker<'_>| match states[w.index()].begin() {
            true => states[w.index()].end(),
            false => _ = noticed.fetch_add(1, SeqCst),
        };
        pool.install(|w| {
            let state = &states[w.index()];
            assert!(state.begin());
            w.for_each(0..30, |w, _| leaf(w));
            state.end();
        });
    }
    assert!(noticed.into_inner() >= 50);
}

#[test]
fn every_item_of_a_loop_is_in_one_of_the_values_at_the_end() {
    on_pools_of_all_sizes(|pool| {
        let mut lists = WorkerLocal::new(Vec::new);
        pool.install(|w| w.for_each(0..2_000, |w, item| w.with(&lists, |list| list.push(item))));
        assert!(lists.iter_mut().all(|list| !list.is_empty()));
        lists.iter_mut().for_each(|list| list.sort_unstable());
        let mut all = lists.into_iter().collect::<Vec<_>>().concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..2_000));
    });
}

#[test]
fn without_a_use_there_are_no_values() {
    let mut local = WorkerLocal::new(|| -> u8 { panic!("made") });
    assert_eq!((local.iter_mut().count(), local.into_iter().count()), (0, 0));
}

#[test]
fn several_states_may_be_lent_inside_each_other_but_each_once() {
    let pool = pool(1);
    let (one, two) = (WorkerLocal::new(|| 1), WorkerLocal::new(|| 2));
    pool.install(|w| {
        let sum = w.with(&one, |one| w.with(&two, |two| *one + *two));
        assert_eq!(sum, 3);
        let text = w.with(&one, |value| {
            let text = panic_text(|| w.with(&one, |_| ()));
            *value += 4;
            text
        });
        assert!(text.unwrap().starts_with(LENT));
        assert_eq!(w.with(&one, |value| *value), 5);
    });
}

#[test]
fn an_install_on_top_of_a_loan_does_not_get_the_same_state() {
    let pool = pool(1);
    let local = WorkerLocal::new(|| 0);
    pool.install(|w| {
        let text = panic_text(|| w.with(&local, |_| pool.install(|w| w.with(&local, |_| ()))));
        assert!(text.unwrap().starts_with(LENT));
        w.with(&local, |value| *value += 1);
        pool.install(|top| top.with(&local, |value| *value += 1));
    });
    assert!(local.into_iter().eq([2]));
}

#[test]
fn nor_does_a_stand_in_while_the_loan_waits_for_another_pool() {
    let (one, two) = (pool(1), pool(1));
    let (local, other) = (WorkerLocal::new(|| 0), WorkerLocal::new(|| 0));
    one.install(|w| {
        w.with(&local, |value| {
            *value += 1;
            two.install(|_| {
                one.install(|w| w.with(&other, |value| *value += 1));
                one.install(|w| w.with(&local, |value| *value += 5));
            });
            *value += 1;
        });
    });
    assert!(local.into_iter().eq([2, 5]) && other.into_iter().eq([1]));
}

#[test]
fn nor_does_a_task_forked_by_a_smuggled_handle() {
    let pool = pool(1);
    let local = &WorkerLocal::new(|| 0);
    let text = pool.install(|w| {
        let smuggled = SendWrapper::new(w);
        let fork = || smuggled.take().join(|w| w.with(local, |_| ()), |_| ());
        pool.install(move |top| top.with(local, move |_| panic_text(fork)))
    });
    assert!(text.unwrap().starts_with(LENT));
    assert_eq!(pool.install(|w| w.with(local, |value| *value)), 0);
    checked(&pool);
}

fn begin_loan(pool: &Arc<Pool>, local: &Arc<WorkerLocal<u64>>) -> Coroutine<(), (), ()> {
    let (pool, local) = (pool.clone(), local.clone());
    let mut coroutine = Coroutine::new(move |yielder, ()| {
        let yielder = SendWrapper::new(yielder);
        pool.install(move |w| {
            w.with(&local, |value| {
                *value += 1;
                yielder.suspend(());
                *value += 1;
            });
        });
    });
    assert!(matches!(coroutine.resume(()), CoroutineResult::Yield(())));
    coroutine
}

#[test]
fn a_coroutine_that_sleeps_inside_a_loan_keeps_it() {
    let pool = Arc::new(pool(1));
    let local: Arc<WorkerLocal<u64>> = Arc::new(WorkerLocal::new(u64::default));
    pool.install(|w| {
        let lent = || panic_text(|| w.with(&local, |_| ())).unwrap().starts_with(LENT);
        let mut coroutine = begin_loan(&pool, &local);
        assert!(lent());
        assert!(matches!(coroutine.resume(()), CoroutineResult::Return(())));
        assert_eq!(w.with(&local, |value| *value), 2);

        let coroutine = begin_loan(&pool, &local);
        assert!(lent());
        drop(coroutine); // unwinds it, which ends the loan
        assert_eq!(w.with(&local, |value| *value), 3);
    });
    pool.install(|_| std::mem::forget(begin_loan(&pool, &local)));
    let text = panic_text(|| pool.install(|w| w.with(&local, |_| ())));
    assert!(text.unwrap().starts_with(LENT));
}

#[test]
fn a_panic_ends_the_loan_and_leaves_the_state_as_it_is() {
    let pool = pool(2);
    let calls = AtomicUsize::new(0);
    let local = WorkerLocal::new(|| match calls.fetch_add(1, SeqCst) {
        0 => panic!("no state yet"),
        _ => 7,
    });
    pool.install(|w| {
        assert_eq!(panic_text(|| w.with(&local, |_| ())).as_deref(), Some("no state yet"));
        assert_eq!(w.with(&local, |value| *value), 7);
        let text = panic_text(|| {
            w.with(&local, |value| {
                *value = 8;
                panic!("in a loan")
            })
        });
        assert_eq!(text.as_deref(), Some("in a loan"));
        assert_eq!(w.with(&local, |value| *value), 8);
    });
    assert_eq!(calls.into_inner(), 2);
}

static POOL: LazyLock<Pool> = LazyLock::new(|| pool(1));
static CIRCULAR: WorkerLocal<u64> = WorkerLocal::new(|| POOL.install(|w| w.with(&CIRCULAR, |value| *value)));

#[test]
fn an_initialiser_that_uses_its_own_state_panics() {
    for _ in 0..2 {
        let text = panic_text(|| POOL.install(|w| w.with(&CIRCULAR, |value| *value)));
        assert!(text.unwrap().starts_with(LENT));
    }
}

#[test]
fn it_belongs_to_the_first_pool_also_when_that_is_gone() {
    let first = pool(2);
    let mut local = WorkerLocal::new(|| 0);
    first.install(|w| w.with(&local, |value| *value += 1));
    let refused = || {
        let other = pool(2);
        let text = panic_text(|| other.install(|w| w.with(&local, |value| *value += 1)));
        assert!(text.unwrap().starts_with("with was given another pool's WorkerLocal"));
    };
    refused();
    drop(first);
    (0..20).for_each(|_| refused()); // a pool in the same memory would be another one
    assert_eq!(local.iter_mut().map(|value| std::mem::replace(value, 5)).sum::<i32>(), 1);
    assert_eq!(local.into_iter().sum::<i32>(), 5);
}
