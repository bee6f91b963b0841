//! What things cost on this machine that cost virtual time on a simulated one: the defaults of
//! `sched::Costs` beside measured times.
//!
//! Two threads, pinned to two processors. *The other one's* means: on a line that the other
//! processor wrote last. Lines are visited one after the other, so the time is that of a line's
//! way from one processor to the other. The median of eleven rounds; of wake-ups, of 301.
//!
//! `miss_ns` is a line of 256 MiB, in large pages like the searches' table, `line_ns` one that
//! the other processor has written. `promote_ns` is what a promotion consists of, and taking
//! back what was pushed: a reading of the clock, a push, a fence, a pop. `claim_ns` is a claim
//! after another worker's. Not measured by themselves: `poll_ns`, which is the work of the user,
//! `help_ns`, and `sleep_ns`, which is over before a waker comes.

use std::hint::{black_box, spin_loop};
use std::sync::atomic::{
    AtomicBool, AtomicIsize,
    Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst},
    fence,
};
use std::sync::{Barrier, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use core_affinity::{CoreId, get_core_ids};
use crossbeam_deque::{Stealer, Worker as Deque};
use crossbeam_utils::CachePadded;
use parking_lot::{Condvar, Mutex};
use sparring_sched::{Costs, Pool, Worker};

#[path = "../src/engine/huge_pages.rs"]
#[allow(dead_code, unused_imports, reason = "the searches and their tests use all of it")]
mod huge_pages;

const ROUNDS: usize = 11;
const LINES: usize = 1024;
/// Words of a table that no cache holds: 256 MiB.
const TABLE: usize = 1 << 25;
/// Of `fib(22)`.
const FORKS: f64 = 28_656.0;

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Nanoseconds of each of `times` calls, at the median of the rounds.
fn each(times: usize, mut call: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        (0..times).for_each(|_| call());
        start.elapsed().as_nanos() as f64 / times as f64
    };
    median((0..ROUNDS).map(round).collect())
}

/// Of the process, asked for before any thread is pinned: a pinned one sees its own alone.
static PROCESSORS: LazyLock<Vec<CoreId>> = LazyLock::new(|| get_core_ids().unwrap_or_default());

fn pin(processor: usize) {
    let core = PROCESSORS.get(processor).expect("two processors");
    assert!(core_affinity::set_for_current(*core), "got no pinning, expected it to be allowed");
}

/// Nanoseconds of `visit` on each of many lines on which the other processor has done `touch`.
fn moving<T: Send + Sync>(lines: &[T], touch: impl Fn(&T) + Sync, visit: impl Fn(&T) -> usize) -> f64 {
    let (turn, nothing) = (Barrier::new(2), black_box(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            pin(1);
            for _ in 0..ROUNDS {
                lines.iter().for_each(&touch);
                turn.wait(); // touched
                turn.wait(); // visited
            }
        });
        pin(0);
        let round = |_| {
            turn.wait();
            let start = Instant::now();
            // Which line is next depends on what was found in this one, as far as the
            // processor knows; otherwise it fetches several at a time (4 ns a line). Where
            // nothing is found (`look_ns`), fences part the visits.
            (0..lines.len()).fold(0, |at, _| (at + 389 + (visit(&lines[at]) & nothing)) % lines.len());
            let time = start.elapsed().as_nanos() as f64 / lines.len() as f64;
            turn.wait();
            time
        };
        median((0..ROUNDS).map(round).collect())
    })
}

/// A word like the signal word of a worker, on a line of its own.
type Word = CachePadded<AtomicIsize>;

fn words() -> Vec<Word> {
    (0..LINES).map(|_| Word::default()).collect()
}

/// Nanoseconds until a word of a large table is there. Where the next one is depends on it.
fn miss() -> f64 {
    let table = huge_pages::Words::zeroed(TABLE);
    table.iter().for_each(|word| word.store(1, Relaxed)); // untouched pages are all the same one
    let mut at = 1;
    let next = |at: u64, found: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(found);
    each(100_000, || at = next(at, table[(at >> 32) as usize % TABLE].load(Relaxed)))
}

/// A deque and what its owner and a thief have of it.
struct Shared(CachePadded<Mutex<Deque<usize>>>, Stealer<usize>);

fn deques() -> Vec<CachePadded<Shared>> {
    let deque = |_| {
        let deque = Deque::new_lifo();
        let stealer = deque.stealer();
        CachePadded::new(Shared(CachePadded::new(Mutex::new(deque)), stealer))
    };
    (0..LINES).map(deque).collect()
}

/// Nanoseconds that it takes to wake a thread: for the waker, and from then until the other
/// runs.
fn wake_up() -> (f64, f64) {
    let (awake, changed) = (Mutex::new(false), Condvar::new());
    let (origin, ran) = (Instant::now(), AtomicIsize::new(0));
    let now = || origin.elapsed().as_nanos() as isize;
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            pin(1);
            while !done.load(Acquire) {
                let mut guard = awake.lock();
                changed.wait_while(&mut guard, |awake| !*awake);
                *guard = false;
                ran.store(now(), Release);
            }
        });
        pin(0);
        let round = |_| {
            thread::sleep(Duration::from_micros(300)); // by now it sleeps
            ran.store(0, Relaxed);
            let start = now();
            *awake.lock() = true;
            changed.notify_one();
            let notified = now();
            while ran.load(Acquire) == 0 {
                spin_loop();
            }
            ((notified - start) as f64, (ran.load(Relaxed) - notified).max(0) as f64)
        };
        let (notify, wake) = (0..301).map(round).unzip();
        done.store(true, Release);
        *awake.lock() = true;
        changed.notify_one();
        (median(notify), median(wake))
    })
}

/// A fence for the whole process, while another thread of it runs; 0 where there is none.
#[cfg(target_os = "linux")]
fn fence_of_all() -> f64 {
    use rustix::thread::{MembarrierCommand, membarrier};

    if membarrier(MembarrierCommand::RegisterPrivateExpedited).is_err() {
        return 0.0;
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            pin(1);
            while !done.load(Relaxed) {
                spin_loop();
            }
        });
        let fence = || membarrier(MembarrierCommand::PrivateExpedited).expect("it was registered");
        let cost = each(1_000, fence);
        done.store(true, Relaxed);
        cost
    })
}

#[cfg(not(target_os = "linux"))]
fn fence_of_all() -> f64 {
    0.0
}

fn fib(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    a + b
}

/// A cost: its name, the default, and what was measured, in nanoseconds.
type Row = (&'static str, u64, f64);

/// What a worker does by itself.
fn alone(costs: &Costs) -> Vec<Row> {
    let pool = Pool::new(1).unwrap();
    let fork = pool.install(|mut w| each(10, || _ = black_box(fib(w.lend(), 22)))) / FORKS;
    let split = pool.install(|mut w| each(10_000, || w.lend().split(1, |_, index| Ok(_ = black_box(index)))));
    let own = Deque::new_lifo();
    let promote = each(10_000, || {
        black_box(Instant::now());
        own.push(1);
        fence(SeqCst);
        black_box(own.pop());
    });
    let word = Word::default();
    vec![
        ("fork_ns", costs.fork_ns, fork),
        ("split_ns", costs.split_ns, split),
        ("promote_ns", costs.promote_ns, promote),
        ("ask_ns", costs.ask_ns, each(10_000, || _ = black_box(black_box(&word).load(Relaxed)))),
        ("miss_ns", costs.miss_ns, miss()),
        ("pause_ns", costs.pause_ns, each(100_000, spin_loop)),
        ("yield_ns", costs.yield_ns, each(10_000, thread::yield_now)),
    ]
}

/// What it does with words and deques of another.
fn with_another(costs: &Costs) -> Vec<Row> {
    let write = |word: &Word| word.store(1, Release);
    let claim = |word: &Word| word.fetch_add(1, AcqRel) as usize;
    let read = |word: &Word| word.load(Acquire) as usize;
    let clear = |word: &Word| {
        let old = word.load(Relaxed);
        word.compare_exchange(old, 0, Acquire, Relaxed).map_or(0, |old| old as usize)
    };
    let raise = |word: &Word| match word.load(Relaxed) & 2 {
        0 => word.fetch_or(2, Release) as usize,
        _ => 0,
    };
    let push = |deque: &CachePadded<Shared>| deque.0.lock().push(1);
    let push_and_pop = |deque: &CachePadded<Shared>| {
        let deque = deque.0.lock();
        deque.push(1);
        black_box(deque.pop());
    };
    let steal = |deque: &CachePadded<Shared>| deque.1.steal().success().unwrap_or(0);
    vec![
        ("line_ns", costs.line_ns, moving(&words(), write, read)),
        ("claim_ns", costs.claim_ns, moving(&words(), write, claim)),
        ("attend_ns", costs.attend_ns, moving(&words(), write, clear)),
        ("signal_ns", costs.signal_ns, moving(&words(), write, raise)),
        ("look_ns", costs.look_ns, moving(&deques(), push_and_pop, steal)),
        ("steal_ns", costs.steal_ns, moving(&deques(), push, steal)),
    ]
}

fn main() {
    if PROCESSORS.len() < 2 {
        eprintln!("costs: got one processor, expected two; try a machine with more");
        std::process::exit(2);
    }
    pin(0);
    let costs = Costs::default();
    let mut rows = alone(&costs);
    rows.extend(with_another(&costs));
    let (notify, wake) = wake_up();
    rows.push(("fence_ns", costs.fence_ns, fence_of_all()));
    rows.extend([("notify_ns", costs.notify_ns, notify), ("wake_ns", costs.wake_ns, wake)]);
    println!("cost        default  measured, ns");
    for (name, default, measured) in rows {
        println!("{name:10} {default:8} {measured:13.1}");
    }
}
