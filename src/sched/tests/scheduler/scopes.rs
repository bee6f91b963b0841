//! Claim: a nested scope can be cancelled alone and ends with its outer scope.

use crate::support::hash::hash;
use crate::support::pools::{checked, pool};
use crate::support::spin::spin;
use crate::support::threads::THREADS;
use sparring_sched::{Cancelled, Scoped};

fn program(mut s: Scoped<'_>, seed: u64, depth: u32) -> Result<u64, Cancelled> {
    s.poll()?;
    if depth == 0 {
        spin(hash(seed) % 3);
        return Ok(1);
    }
    let (left, right) = (hash(seed ^ 1), hash(seed ^ 2));
    let value = s.lend().scope(|s| {
        let (a, b) = s.join(
            move |s| program(s, left, depth - 1),
            move |s| {
                if right.is_multiple_of(3) {
                    s.cancel();
                }
                program(s, right, depth - 1)
            },
        )?;
        Ok(a + b)
    });
    s.poll()?; // the outer scope is not cancelled, whatever became of the inner one
    Ok(value.unwrap_or(1000))
}

fn oracle(seed: u64, depth: u32) -> u64 {
    let (left, right) = (hash(seed ^ 1), hash(seed ^ 2));
    match depth {
        0 => 1,
        _ if right.is_multiple_of(3) => 1000,
        _ => oracle(left, depth - 1) + oracle(right, depth - 1),
    }
}

#[test]
fn an_inner_cut_is_a_result_of_the_outer_scope() {
    for threads in THREADS {
        let pool = pool(threads);
        let mut cut = 0;
        for seed in 0..200 {
            let scope = pool.cancel_scope();
            let value = pool.install_in(&scope, |s| program(s, hash(seed), 7));
            assert_eq!(value, Ok(oracle(hash(seed), 7)), "{threads} threads, seed {seed}");
            cut += u64::from(value.unwrap() > 128);
            checked(&pool);
        }
        assert!(cut > 100, "only {cut} programs had a cut: the test tests nothing");
    }
}

#[test]
fn an_outer_cut_ends_what_runs_in_inner_scopes() {
    fn endless(s: Scoped<'_>, depth: u32) -> Result<(), Cancelled> {
        if depth == 0 {
            loop {
                s.poll()?;
            }
        }
        let half = |s: Scoped<'_>| s.scope(|s| endless(s, depth - 1));
        s.join(half, half).map(|((), ())| ())
    }
    for threads in THREADS {
        let pool = pool(threads);
        for round in 0..20 {
            let scope = pool.cancel_scope();
            let result = std::thread::scope(|outside| {
                let running = outside.spawn(|| pool.install_in(&scope, |s| endless(s, 4)));
                spin(hash(round) % 300);
                scope.cancel();
                running.join().unwrap()
            });
            assert_eq!(result.is_err(), scope.is_cancelled());
            checked(&pool);
        }
    }
}
