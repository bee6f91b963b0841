//! The cost of a cut: dropping a split's untried tasks, and stopping its helpers.

use std::hint::spin_loop;
use std::sync::atomic::{
    AtomicBool, AtomicU64, AtomicUsize,
    Ordering::{Relaxed, SeqCst},
};
use std::time::{Duration, Instant};

use sparring_report::{Ledger, ns_per};
use sparring_sched::{Pool, Scoped, Worker};

/// The longest wait for other workers before a cut.
const GATHER: Duration = Duration::from_millis(20);

#[derive(Clone, Debug)]
pub struct Cuts {
    /// The tasks of exactly one split, the first.
    pub ledger: Ledger,
    /// Time from the cut to the end of a split without helpers, for each task dropped.
    pub ns_per_discarded: f64,
    /// Time from the cut to the end of a split with helpers; `None` if there were none.
    pub last_helper_out_ns: Option<u64>,
}

/// Cuts `reps` splits of `brothers` tasks without helpers, and as many with them.
pub fn cancel(pool: &Pool, brothers: u64, reps: u64, tick: &dyn Fn()) -> Cuts {
    let before = pool.snapshot();
    pool.install(|w| cut_at_once(w, brothers));
    let ledger = Ledger::between(&before, &pool.snapshot());
    let mut alone = Vec::new();
    let mut helped = Vec::new();
    for _ in 0..reps {
        let (ns, ran) = pool.install(|w| cut_at_once(w, brothers));
        alone.push(ns_per(ns as f64, brothers - ran));
        helped.extend(pool.install(|w| cut_with_helpers(w, brothers, pool.threads() - 1)));
        tick();
    }
    alone.sort_by(f64::total_cmp);
    helped.sort_unstable();
    let median = helped.get(helped.len() / 2).copied();
    Cuts { ledger, ns_per_discarded: alone[alone.len() / 2], last_helper_out_ns: median }
}

/// Cuts in the first task. Returns the nanoseconds from there to the end of the split, and the
/// tasks run.
fn cut_at_once(w: Worker<'_>, brothers: u64) -> (u64, u64) {
    let start = Instant::now();
    let (cut_ns, ran) = (AtomicU64::new(0), AtomicU64::new(0));
    w.split(brothers as usize, |s, index| {
        ran.fetch_add(1, Relaxed);
        if index == 0 {
            cut_ns.store(start.elapsed().as_nanos() as u64, Relaxed);
            s.cancel();
        }
        Ok(())
    });
    (start.elapsed().as_nanos() as u64 - cut_ns.into_inner(), ran.into_inner())
}

/// Cuts in the first task once `helpers` workers are in the split, or after [`GATHER`]. Returns the
/// nanoseconds from there to the end of the split; `None` if no helper came.
fn cut_with_helpers(w: Worker<'_>, brothers: u64, helpers: usize) -> Option<u64> {
    let start = Instant::now();
    let (cut_ns, inside) = (AtomicU64::new(0), AtomicUsize::new(0));
    let cut = AtomicBool::new(false);
    let gather = |s: Scoped<'_>| {
        while inside.load(SeqCst) < helpers && start.elapsed() < GATHER {
            if s.poll().is_err() {
                return;
            }
            spin_loop();
        }
        cut_ns.store(start.elapsed().as_nanos() as u64, SeqCst);
        cut.store(true, SeqCst);
        s.cancel();
    };
    w.split(brothers as usize, |s, index| {
        if index == 0 {
            gather(s);
            return Ok(());
        }
        inside.fetch_add(1, SeqCst);
        loop {
            s.poll()?;
            spin_loop();
        }
    });
    let end_ns = start.elapsed().as_nanos() as u64;
    (cut.into_inner() && inside.into_inner() > 0).then(|| end_ns - cut_ns.into_inner())
}
