//! The Fibonacci numbers by their definition: nothing but forks.

use crate::sched::Worker;

/// A join at every call above the leaves fib(0) and fib(1).
#[inline(never)]
pub(super) fn fib(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    a + b
}

/// The twin.
#[inline(never)]
pub(super) fn fib_twin(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    fib_twin(n - 1) + fib_twin(n - 2)
}
