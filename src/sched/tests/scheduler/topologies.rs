//! Claim: thieves that look at near workers first still find all work, and steal less from far
//! away.

use crate::support::pools::checked;
use crate::support::simulated::simulate;
use sparring_sched::{Costs, Pin, Pool, PoolBuilder, Tally, Victims, Worker};
use std::time::Duration;

#[derive(PartialEq, Debug)]
struct Seen {
    times: Vec<Duration>,
    total: Tally,
}

impl Seen {
    fn time(&self) -> Duration {
        self.times.iter().sum()
    }
}

fn fib(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    a + b
}

fn run(pool: &Pool) -> Seen {
    let mut times = Vec::new();
    let mut timed = |program: &dyn Fn()| {
        let stopwatch = pool.stopwatch();
        program();
        times.push(stopwatch.elapsed());
    };
    timed(&|| assert_eq!(pool.install(|w| fib(w, 19)), 4_181));
    timed(&|| pool.install(|w| w.split(300, |s, i| (0..i % 50).try_for_each(|_| s.poll()))));
    timed(&|| {
        assert_eq!(pool.install(|w| w.find_first(0..900, |_, i| Ok((i == 700).then_some(i)))), Some(700))
    });
    Seen { times, total: checked(pool) }
}

fn pool(workers: usize, far_ns: u64, seed: u64) -> PoolBuilder {
    simulate(PoolBuilder::new().threads(workers), Costs::default().with(|costs| costs.far_ns = far_ns))
        .seed(seed)
}

fn on(topology: &str, pool: PoolBuilder) -> Seen {
    run(&pool.topology(topology.parse().unwrap()).build().unwrap())
}

#[test]
fn where_all_are_equally_near_nothing_is_different() {
    for (workers, topology) in [(1, "1x1"), (2, "1x2"), (9, "1x9"), (40, "1x64")] {
        let flat = run(&pool(workers, 100, 1).build().unwrap());
        assert_eq!(flat, on(topology, pool(workers, 100, 1)));
        assert_eq!(flat.total.far_steals, 0);
    }
}

#[test]
fn a_far_package_that_costs_nothing_changes_nothing_for_thieves_that_look_anywhere() {
    let flat = run(&pool(16, 100, 1).build().unwrap());
    let far = on("2x8", pool(16, 0, 1).victims(Victims::Uniform));
    assert_eq!(flat.times, far.times);
    assert!(far.total.far_steals > 0 && far.total.far_steals < far.total.steals);
}

#[test]
fn one_ring_of_far_workers_is_looked_at_like_any_other() {
    let far = |victims| on("2x1", pool(2, 100, 1).victims(victims));
    assert_eq!(far(Victims::Near), far(Victims::Uniform));
    assert_eq!(far(Victims::Near).total.far_steals, far(Victims::Near).total.steals);
}

#[test]
fn work_is_found_however_far_it_is() {
    for far_ns in [0, 100, 2_000] {
        let alone = pool(9, far_ns, 3).pin(Pin::Spread).topology("9x1".parse().unwrap()).build().unwrap();
        let tasks = 64;
        alone.install(|w| w.split(tasks, |s, _| (0..2_000).try_for_each(|_| s.poll())));
        let ran: Vec<u64> = alone.snapshot().workers.iter().map(|worker| worker.tally.run()).collect();
        assert!(ran.iter().all(|&ran| ran >= 4), "{ran:?}");
        assert_eq!(checked(&alone).far_steals, checked(&alone).steals);
    }
}

#[test]
fn near_first_fetches_less_from_far_and_takes_no_longer() {
    let sum = |victims| {
        let runs = (0..12).map(|seed| {
            let pool = pool(16, 400, seed).victims(victims).topology("2x8".parse().unwrap()).build().unwrap();
            let stopwatch = pool.stopwatch();
            assert_eq!(pool.install(|w| fib(w, 24)), 46_368);
            (stopwatch.elapsed(), checked(&pool).far_steals)
        });
        runs.fold((Duration::ZERO, 0), |(time, far), (ran, stole)| (time + ran, far + stole))
    };
    let ((near, near_far), (uniform, uniform_far)) = (sum(Victims::Near), sum(Victims::Uniform));
    assert!(4 * near_far < 3 * uniform_far, "{near_far} and {uniform_far} far thefts");
    assert!(near < uniform, "{near:?} and {uniform:?}");
}

#[test]
fn workers_of_one_package_steal_from_each_other_alone() {
    let one = on("2x8", pool(8, 100, 1));
    assert_eq!((one.total.far_steals, one.time()), (0, on("1x8", pool(8, 100, 1)).time()));
    let sums = |pin: Pin| {
        let seen = (0..12).map(|seed| on("2x8", pool(8, 400, seed).pin(pin.clone())));
        seen.fold((0, Duration::ZERO), |(far, time), seen| (far + seen.total.far_steals, time + seen.time()))
    };
    let (one, both) = (sums(Pin::Cores), sums(Pin::Spread));
    assert!(one.0 == 0 && both.0 > 0 && both.1 > one.1, "{one:?} {both:?}");
}
