use std::num::NonZero;
use std::ops::RangeInclusive;
use std::thread::available_parallelism;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::failure::Failure;
use super::output::say;
use sparring_engine::game::Side;
use sparring_sched::{MAX_THREADS, Pin, Pinning, Pool, PoolBuilder, PoolError};

pub(super) fn number(text: &str, range: RangeInclusive<u64>, example: &str) -> Result<u64, String> {
    text.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        format!(
            "got '{text}', expected a whole number from {} to {}; try {example}",
            range.start(),
            range.end()
        )
    })
}

pub(super) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
    example: &'static str,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let read = number(text, range.clone(), example)?;
        T::try_from(read).map_err(|_| format!("got {read}, which is too large; try {example}"))
    }
}

/// Reads milliseconds, up to [`MAX_MS`]: `1000`, `1000ms`, `1.5s`, `2min`. A refusal suggests
/// `example`.
pub(super) fn milliseconds(example: &'static str) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let units = [("ms", 1.0), ("min", 60_000.0), ("s", 1000.0)];
        let with_unit = units.iter().find_map(|(unit, ms)| Some((text.strip_suffix(unit)?.trim(), ms)));
        let Some((amount, ms)) = with_unit else { return number(text, 1..=MAX_MS, example) };
        let plain = amount.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let time = amount.parse::<f64>().ok().filter(|_| plain).map(|amount| amount * ms);
        let time = time.filter(|time| (1.0..=MAX_MS as f64).contains(time));
        time.map(|time| time.round() as u64).ok_or_else(|| {
            format!("got '{text}', expected a time from 1ms to {}s; try {example}", MAX_MS / 1000)
        })
    }
}

pub(super) fn one_of<T: Clone + Send + Sync + 'static, const N: usize>(
    values: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.each_ref().map(|(name, _)| *name)).map(move |name| {
        let (_, value) = values.iter().find(|(known, _)| *known == name).expect("no other name gets here");
        value.clone()
    })
}

pub(super) fn colour() -> impl TypedValueParser<Value = Side> {
    one_of([("white", Side::First), ("black", Side::Second)])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Person {
    /// Plays this side.
    Plays(Side),
    /// Watches the engine play itself.
    Watches,
}

pub(super) fn person([first, second]: [&'static str; 2]) -> impl TypedValueParser<Value = Person> {
    one_of([
        (first, Person::Plays(Side::First)),
        (second, Person::Plays(Side::Second)),
        ("none", Person::Watches),
    ])
}

fn pin(text: &str) -> Result<Pin, String> {
    text.parse::<Pin>().map_err(|error| format!("{error}; try --pin 0,1"))
}

/// Counts that could overflow 64 bits would take centuries.
pub(super) const MAX_PERFT_DEPTH: u64 = 20;

pub(super) const MAX_HASH_MIB: u64 = 1 << 16;
/// A week in milliseconds.
pub(super) const MAX_MS: u64 = 7 * 24 * 3600 * 1000;

const STACK_MIB: usize = 64;
/// glibc reserves half of this per thread, but requests all of it.
const ARENA_MIB: usize = 128;
/// Upper bound per recorded event.
const RECORD_BYTES: usize = 512;

/// Flags of the workers.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Workers")]
pub(super) struct PoolArgs {
    /// Number of workers, 1 to 256 [default: one for each processor that this process may use]
    #[arg(
        long, value_name = "N",
        value_parser = whole::<usize>(1..=MAX_THREADS as u64, "--threads 2"),
        allow_negative_numbers = true
    )]
    threads: Option<usize>,
    /// Processors to pin the workers to: none, a list (0,2,3), or an order. cores: one worker on
    /// each core, neighbours first, second hardware threads last; compact: all hardware threads of
    /// a core, then the next core; spread: one on each core, alternating between packages. auto
    /// means cores for two or more workers if there is exactly one per processor, and none
    /// otherwise
    #[arg(
        long, value_name = "HOW", value_parser = pin, default_value = "auto", hide_short_help = true,
    )]
    pin: Pin,
    /// Seed of the order in which idle workers look for work [default: 0]
    #[arg(
        long, value_name = "S", value_parser = whole::<u64>(0..=u64::MAX, "--seed 1"),
        allow_negative_numbers = true, hide_short_help = true
    )]
    seed: Option<u64>,
    /// Stack of each worker in MiB; only the part in use costs memory [default: 64]
    #[arg(
        long, value_name = "MiB", value_parser = whole::<usize>(1..=4096, "--stack 64"),
        allow_negative_numbers = true, hide_short_help = true
    )]
    stack: Option<usize>,
}

impl PoolArgs {
    pub fn of(threads: usize) -> PoolArgs {
        PoolArgs { threads: Some(threads), pin: Pin::Auto, seed: None, stack: None }
    }

    /// Starts the workers; reports failed pinning.
    pub fn pool(&self) -> Result<Pool, Failure> {
        self.recording_pool(0)
    }

    /// Starts the workers with room for `events` events.
    pub fn recording_pool(&self, events: usize) -> Result<Pool, Failure> {
        let pool = self.workers(self.threads, events)?;
        for (worker, pinning) in pool.pinning().iter().enumerate() {
            if let Pinning::Refused(cpu) = pinning {
                say(&format!(
                    "worker {worker} could not be pinned to processor {cpu} and runs on any; try --pin none"
                ));
            }
        }
        // Automatic pinning is best effort, so its absence is not reported.
        if self.pin != Pin::Auto && pool.pinning().contains(&Pinning::Unknown) {
            say(
                "no worker is pinned, because the system does not say which processors there are; try --pin none",
            );
        }
        Ok(pool)
    }

    pub fn threads(&self) -> Option<usize> {
        self.threads
    }

    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    pub fn given_seed(&self) -> Option<u64> {
        self.seed
    }

    /// Starts the workers without reports on pinning.
    pub fn quiet_pool(&self) -> Result<Pool, Failure> {
        self.workers(self.threads, 0)
    }

    pub fn pool_of(&self, threads: usize) -> Result<Pool, Failure> {
        self.workers(Some(threads), 0)
    }

    /// Starts pools of 1, 2, 4, … workers up to the full number.
    pub fn pools(&self) -> Result<Vec<Pool>, Failure> {
        let all = self.pool()?;
        let fewer = std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|&n| n < all.threads());
        let mut pools = fewer.map(|n| self.pool_of(n)).collect::<Result<Vec<_>, _>>()?;
        pools.push(all);
        Ok(pools)
    }

    /// Counts the workers' stacks and allocator arenas.
    fn address_space_mib(&self) -> usize {
        let threads = self.threads.or_else(|| available_parallelism().ok().map(NonZero::get));
        threads.unwrap_or(1) * (self.stack.unwrap_or(STACK_MIB) + ARENA_MIB)
    }

    fn workers(&self, threads: Option<usize>, events: usize) -> Result<Pool, Failure> {
        if events > 0 && !obtainable(((events * RECORD_BYTES) >> 20) + self.address_space_mib()) {
            return Err(Failure::Run(
                "got a limit on the memory of this process, expected room for workers and a recording; try fewer \
                 --threads, no recording or another ulimit -v"
                    .to_owned(),
            ));
        }
        let mut builder = PoolBuilder::new().pin(self.pin.clone()).seed(self.seed()).record(events);
        if let Some(threads) = threads {
            builder = builder.threads(threads);
        }
        if let Some(mib) = self.stack {
            builder = builder.stack(mib << 20);
        }
        builder.build().map_err(|error| match error {
            PoolError::Spawn(_) => Failure::Run(format!("{error}; try fewer --threads or less --stack")),
            PoolError::Threads(_) => Failure::Usage(format!("{error}; try --threads 2")),
            _ => Failure::Usage(format!("{error}; try --pin cores")),
        })
    }
}

/// Checks that a table fits into free memory and, with the workers, into the process's limits.
pub(super) fn affordable(mib: usize, pool: &PoolArgs) -> Result<usize, Failure> {
    if let Some(free) = free_mib().filter(|&free| free < mib) {
        return Err(Failure::Usage(format!(
            "--hash: got {mib} MiB, expected no more than the {free} MiB of memory that are free; try --hash 64"
        )));
    }
    let workers = pool.address_space_mib();
    if obtainable(mib + workers) {
        return Ok(mib);
    }
    Err(Failure::Run(format!(
        "got a limit on the memory of this process, expected {mib} MiB for --hash and {workers} MiB for the workers; \
         try a smaller --hash, fewer --threads or another ulimit -v"
    )))
}

/// Checks the memory of simultaneous simulations with `each` KiB per worker.
pub(super) fn affordable_workers(workers: usize, simulations: usize, each: usize) -> Result<(), Failure> {
    let mib = (workers * simulations * each) >> 10;
    let Some(free) = free_mib().filter(|&free| free < mib) else { return Ok(()) };
    let (times, fewer) = match simulations {
        1 => (String::new(), ""),
        _ => (format!(" in each of {simulations} simulations at a time"), ", or fewer --threads"),
    };
    let most = ((free << 10) / (simulations * each)).max(1);
    Err(Failure::Usage(format!(
        "--workers: got {workers}{times}, which take {mib} MiB, expected no more than the {free} MiB of memory that \
         are free; try --workers {most}{fewer}"
    )))
}

fn obtainable(mib: usize) -> bool {
    let used = kib("/proc/self/status", "VmSize:").unwrap_or(0);
    limit_kib().is_none_or(|limit| used as u64 + ((mib as u64) << 10) <= limit)
}

fn limit_kib() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current.map(|bytes| bytes >> 10)
}

fn kib(file: &str, word: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    line.split_whitespace().next()?.parse().ok()
}

fn free_mib() -> Option<usize> {
    kib("/proc/meminfo", "MemAvailable:").map(|kib| kib >> 10)
}

/// Flags of the output.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Print one JSON document (see `sparring help documents`)
    #[arg(long)]
    pub json: bool,
    /// Also print latencies and each worker's counts; with --json they are in the document
    #[arg(long)]
    pub stats: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let read = milliseconds("--movetime 1000");
        for (text, ms) in [("1000", 1000), ("100ms", 100), ("1s", 1000), ("1.5s", 1500), ("2 min", 120_000)] {
            assert_eq!(read(text), Ok(ms), "{text}");
        }
        for text in ["", "0", "0s", "0.1ms", "-5s", "1e3s", "1h", "s", ".s", "infs", "8days", "11000min"] {
            let why = read(text).unwrap_err();
            assert!(why.contains("expected") && why.ends_with("; try --movetime 1000"), "{text}: {why}");
        }
    }
}
