//! A long run of the scheduler, at several numbers of threads, whose ledger must be exact.
//!
//! ```text
//! tools/soak          10^10 forks, 10^8 splits with random cancellations, 10^6 panics
//! tools/soak short    a fifth of each
//! ```
//!
//! After each batch of work the ledger's identities must hold, and it must agree with the program's
//! own counts of tasks: asked (second halves of joins and indices of splits), run (those that
//! began) and aborted (those that returned `Cancelled`). The first disagreement ends the run with
//! exit code 101.

use clap::Parser;
use crossbeam_utils::CachePadded;
use indicatif::{ProgressBar, ProgressStyle};
use sparring_sched::{CancelScope, Cancelled, Pool, Scoped, Worker};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Runs the scheduler for a long time and checks its ledger.
#[derive(Parser)]
#[command(name = "soak")]
struct Args {
    /// Forks at all numbers of threads together
    #[arg(long, default_value_t = 10_000_000_000, value_name = "N")]
    forks: u64,
    /// Splits, some cancelled
    #[arg(long, default_value_t = 100_000_000, value_name = "N")]
    splits: u64,
    /// Panics, all caught
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    panics: u64,
    /// Numbers of threads
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "1,2,3,8,33",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Vec<u16>,
    /// Decides what is cancelled and what panics
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Given by cargo
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let args = Args::parse();
    let share = |all: u64| all.div_ceil(args.threads.len() as u64);
    println!("threads  what         number  seconds  at rest  the ledger so far");
    for &threads in &args.threads {
        let mut soak = Soak::new(usize::from(threads), args.seed);
        soak.phase("forks", share(args.forks), Soak::forks);
        soak.phase("splits", share(args.splits), Soak::splits);
        soak.phase("panics", share(args.panics), Soak::panics);
    }
}

struct Soak {
    pool: Pool,
    counts: Box<[CachePadded<Counts>]>,
    seed: u64,
}

#[derive(Default)]
struct Counts {
    asked: AtomicU64,
    begun: AtomicU64,
    aborted: AtomicU64,
    splits: AtomicU64,
    panics: AtomicU64,
}

fn add(counter: &AtomicU64, n: u64) {
    counter.store(counter.load(Relaxed) + n, Relaxed);
}

impl Soak {
    fn new(threads: usize, seed: u64) -> Soak {
        let pool = Pool::new(threads).expect("threads can be started");
        let counts = (0..threads).map(|_| CachePadded::default()).collect();
        Soak { pool, counts, seed: hash(seed ^ threads as u64) }
    }

    fn phase(&mut self, what: &str, number: u64, batch: fn(&Soak) -> u64) {
        let style = ProgressStyle::with_template("{prefix:>7}  {msg:<8} {human_pos} of {human_len}  {eta}")
            .expect("a template of this program");
        let progress = ProgressBar::new(number).with_style(style).with_message(what.to_string());
        progress.set_prefix(self.pool.threads().to_string());
        let (start, mut done, mut rests) = (Instant::now(), 0, 0);
        while done < number {
            self.seed = hash(self.seed);
            done += batch(self);
            self.check();
            rests += 1;
            progress.set_position(done);
        }
        progress.finish_and_clear();
        let (threads, seconds) = (self.pool.threads(), start.elapsed().as_secs_f64());
        let tasks = self.pool.snapshot().total().tasks_line();
        println!("{threads:>7}  {what:<6} {done:>12} {seconds:>8.1} {rests:>8}  {tasks}");
    }

    fn sum(&self, count: impl Fn(&Counts) -> &AtomicU64) -> u64 {
        self.counts.iter().map(|counts| count(counts).load(Relaxed)).sum()
    }

    fn check(&self) {
        let total = self.pool.snapshot().total();
        if let Err(error) = total.check() {
            panic!("the ledger does not add up: {error}; in all {total:?}");
        }
        assert_eq!(total.overflowed, 0, "nothing here is nested that deeply");
        assert_eq!(
            (total.asked(), total.run(), total.aborted),
            (self.sum(|c| &c.asked), self.sum(|c| &c.begun), self.sum(|c| &c.aborted)),
            "asked, run and aborted, by the ledger and by the program: {total:?}"
        );
    }

    fn forks(&self) -> u64 {
        const FIB: (u64, u64, u64) = (34, 5_702_887, 9_227_464);
        let (n, value, forks) = FIB;
        assert_eq!(self.pool.install(|w| fib(w, n)), value);
        add(&self.counts[0].asked, forks);
        add(&self.counts[0].begun, forks);
        forks
    }

    fn splits(&self) -> u64 {
        let before = self.sum(|c| &c.splits);
        let storm = Storm { soak: self, outer: &self.pool.cancel_scope(), panics: false };
        let result = self.pool.install_in(storm.outer, |mut s| {
            (0..10_000).try_for_each(|i| storm.split(s.lend(), hash(self.seed ^ i), 3))
        });
        assert_eq!(result.is_err(), storm.outer.is_cancelled());
        self.sum(|c| &c.splits) - before
    }

    fn panics(&self) -> u64 {
        let before = self.sum(|c| &c.panics);
        let storm = Storm { soak: self, outer: &self.pool.cancel_scope(), panics: true };
        let result = self.pool.install_in(storm.outer, |mut s| {
            (0..1_000).try_for_each(|i| {
                let before = self.sum(|c| &c.panics);
                let call = || storm.split(s.lend(), hash(self.seed ^ i), 2);
                let caught = catch_unwind(AssertUnwindSafe(call));
                let panics = self.sum(|c| &c.panics) - before;
                assert_eq!(caught.is_err(), panics > 0, "{panics} panics in this call");
                caught.unwrap_or(Ok(()))
            })
        });
        assert!(result.is_ok() || storm.outer.is_cancelled());
        self.sum(|c| &c.panics) - before
    }
}

fn fib(w: Worker<'_>, n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = w.join(move |w| fib(w, n - 1), move |w| fib(w, n - 2));
    a + b
}

struct Storm<'p> {
    soak: &'p Soak,
    outer: &'p CancelScope,
    panics: bool,
}

impl Storm<'_> {
    fn counts(&self, s: &Scoped<'_>) -> &Counts {
        &self.soak.counts[s.index()]
    }

    fn split(&self, s: Scoped<'_>, seed: u64, depth: u32) -> Result<(), Cancelled> {
        let n = seed % 9;
        add(&self.counts(&s).splits, 1);
        add(&self.counts(&s).asked, n);
        s.split(n as usize, |s, index| self.task(s, hash(seed ^ index as u64), depth))
    }

    fn join(&self, s: Scoped<'_>, seed: u64, depth: u32) -> Result<(), Cancelled> {
        add(&self.counts(&s).asked, 1);
        s.join(|s| self.body(s, hash(seed), depth), |s| self.task(s, hash(!seed), depth)).map(|_| ())
    }

    fn task(&self, mut s: Scoped<'_>, seed: u64, depth: u32) -> Result<(), Cancelled> {
        add(&self.counts(&s).begun, 1);
        let result = self.body(s.lend(), seed, depth);
        if result.is_err() {
            add(&self.counts(&s).aborted, 1);
        }
        result
    }

    fn body(&self, mut s: Scoped<'_>, seed: u64, depth: u32) -> Result<(), Cancelled> {
        // One in 256 is long, because thieves avoid a worker whose tasks are all too short
        // (src/sched/worker/backoff.rs).
        let work = if seed >> 40 & 0xff == 0 { 20_000 } else { seed % 128 };
        (0..work).for_each(|step| _ = std::hint::black_box(step));
        match seed >> 48 {
            0..1 => self.outer.cancel(),
            1..4_000 => s.cancel(),
            4_000..8_000 if self.panics => {
                add(&self.counts(&s).panics, 1);
                resume_unwind(Box::new(())); // as `panic!`, without a line on standard error
            }
            8_000..16_000 if depth > 0 => self.split(s.lend(), hash(seed), depth - 1)?,
            16_000..24_000 if depth > 0 => self.join(s.lend(), hash(seed), depth - 1)?,
            _ => {}
        }
        s.poll()
    }
}

/// Scrambles a word with the finalizer of SplitMix64 (Steele, Lea and Flood 2014).
fn hash(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
