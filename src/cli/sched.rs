pub(super) mod simulate;

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::args::{OutputArgs, PoolArgs, whole};
use super::failure::{Exit, Failure};
use super::output::{show, width};
use sparring_microbench::{self as microbench, Program};
use sparring_report::{
    BenchDocument, Figures, Ledger, Stats, bench_table, latency_table, task_table, work_table,
};
use sparring_run::Progress;
use sparring_sched::{Latencies, Pool};

/// A microbenchmark.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Bench {
    /// Fibonacci numbers by their definition (--n: which, 34)
    Fib,
    /// Sum of a binary tree of allocated nodes (--n: depth, 21)
    Tree,
    /// Ways to place n queens (--n: queens, 12)
    #[value(name = "nqueens")]
    NQueens,
    /// Unbalanced tree search (--n: depth, 9)
    Uts,
    /// From a fork in a sleeping pool to its start on another worker
    Latency,
    /// Cost of a cut (--n: tasks of the split, 10000)
    Cancel,
    /// Processor time of an idle pool (--n: milliseconds to watch, 1000)
    Idle,
}

impl Bench {
    fn program(self) -> Option<Program> {
        match self {
            Bench::Fib => Some(Program::Fib),
            Bench::Tree => Some(Program::Tree),
            Bench::NQueens => Some(Program::NQueens),
            Bench::Uts => Some(Program::Uts),
            Bench::Latency | Bench::Cancel | Bench::Idle => None,
        }
    }

    fn name(self) -> &'static str {
        match (self.program(), self) {
            (Some(program), _) => program.name(),
            (None, Bench::Latency) => "latency",
            (None, Bench::Cancel) => "cancel",
            (None, _) => "idle",
        }
    }

    fn sizes(self) -> (u64, RangeInclusive<u64>) {
        match (self.program(), self) {
            (Some(program), _) => (program.default_n(), 1..=program.max_n()),
            (None, Bench::Cancel) => (10_000, 2..=100_000_000),
            (None, Bench::Idle) => (1_000, 10..=60_000),
            (None, _) => (1, 1..=1),
        }
    }

    fn default_reps(self) -> u64 {
        match self {
            Bench::Latency => 100,
            Bench::Cancel => 1_000,
            Bench::Idle => 1,
            _ => 10,
        }
    }
}

const EXAMPLES: &str = "\
\"over a plain call, per fork\" is the time by the clock that the run took more
than the same program with plain calls, a fork: the cost of a fork with
--threads 1, and below 0 where more threads save more than the forks cost.
latency is from a fork in a sleeping pool until another worker starts its second
half, while the first half only computes and, under \"polling\", while it forks.

Examples:
  sparring sched fib --n 30 --threads 2
  sparring sched cancel --threads 2 --reps 100 --json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct SchedArgs {
    /// Benchmark to run
    #[arg(value_name = "BENCH")]
    bench: Bench,
    /// The size, by benchmark
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    n: Option<String>,
    /// Repetitions; the best or the median counts [default: 10; latency 100, cancel 1000, idle 1]
    #[arg(
        long, value_name = "R", value_parser = whole::<u64>(1..=1_000_000, "--reps 10"),
        allow_negative_numbers = true
    )]
    reps: Option<u64>,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl SchedArgs {
    fn n(&self) -> Result<u64, Failure> {
        let (default, range) = self.bench.sizes();
        size(self.n.as_deref(), default, range)
    }
}

fn size(text: Option<&str>, default: u64, range: RangeInclusive<u64>) -> Result<u64, Failure> {
    let Some(text) = text else { return Ok(default) };
    text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        let (from, to) = (range.start(), range.end());
        Failure::usage(format!(
            "--n: got '{}', expected a whole number from {from} to {to} here; try --n {default}",
            text.escape_debug()
        ))
    })
}

struct Measured {
    figures: Figures,
    ledger: Ledger,
    latencies: Latencies,
}

pub(super) fn run(args: &SchedArgs) -> Result<Exit, Failure> {
    let n = args.n()?;
    let reps = args.reps.unwrap_or(args.bench.default_reps());
    let pool = args.pool.pool()?;
    let measured = measure(args.bench, n, reps, &pool)?;
    let document = BenchDocument {
        bench: args.bench.name(),
        n,
        threads: pool.threads(),
        figures: measured.figures,
        workers: args.output.stats.then(|| measured.ledger.workers.clone()),
        stats: args.output.stats.then(|| Stats::of(&measured.latencies, None)),
    };
    show(args.output.json, &document, || text(&document, &measured.ledger))
}

fn measure(bench: Bench, n: u64, reps: u64, pool: &Pool) -> Result<Measured, Failure> {
    let progress = Progress::turns(reps);
    let tick = || progress.turn();
    if let Some(program) = bench.program() {
        let turns = microbench::take_turns(program, n, reps, pool, &tick).map_err(Failure::Run)?;
        let figures = Figures::Forks {
            tasks: turns.ledger.tasks,
            ns_per_fork: turns.ns_per_fork(),
            twin_ns: turns.baseline_ns,
            speedup: turns.speedup(),
        };
        return Ok(Measured { figures, ledger: turns.ledger, latencies: turns.latencies });
    }
    match bench {
        Bench::Latency if pool.threads() < 2 => Err(Failure::usage(
            "latency: got 1 thread, expected 2 or more, one to fork and one to be woken; try --threads 2",
        )),
        Bench::Latency => {
            let starts = microbench::latency(pool, reps, &tick);
            let figures = Figures::Starts { silent: starts.silent, polling: starts.polling };
            Ok(Measured::by_the_whole_pool(figures, pool))
        }
        Bench::Cancel => {
            let cuts = microbench::cancel(pool, n, reps, &tick);
            let figures = Figures::Cut {
                tasks: cuts.ledger.tasks,
                ns_per_discarded: cuts.ns_per_discarded,
                last_helper_out_ns: cuts.last_helper_out_ns,
            };
            Ok(Measured { figures, ledger: cuts.ledger, latencies: pool.snapshot().latencies() })
        }
        _ => {
            let times = (0..reps).map(|_| microbench::idle(pool, Duration::from_millis(n)));
            let cpu_ms_per_s = times.fold(f64::INFINITY, f64::min);
            Ok(Measured::by_the_whole_pool(Figures::Idle { cpu_ms_per_s }, pool))
        }
    }
}

impl Measured {
    fn by_the_whole_pool(figures: Figures, pool: &Pool) -> Measured {
        let snapshot = pool.snapshot();
        Measured { figures, ledger: Ledger::of(&snapshot), latencies: snapshot.latencies() }
    }
}

fn text(document: &BenchDocument, ledger: &Ledger) -> String {
    let width = width();
    let mut text = bench_table(document, width);
    if let Some(stats) = &document.stats {
        let tables = [task_table(ledger, width), work_table(ledger, width), latency_table(stats, width)];
        text += &format!("\n{}\n", tables.join("\n"));
    }
    text + &ledger.lines()
}
