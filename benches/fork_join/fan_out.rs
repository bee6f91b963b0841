//! How a flat split brings in the workers of a pool, read from a recording.
//!
//! All workers sleep. Then one of them splits into as many indices as there are workers, each of
//! which sleeps for a tenth of a second, so that every index needs a worker of its own and the
//! processors have nothing else to do.

use std::thread;
use std::time::Duration;

use serde_json::json;
use sparring_sched::{InstantEvent, Pool, PoolBuilder, Recording, SpanKind};

use crate::args::Args;
use crate::report::{Report, median};

/// Sizes of pools.
const THREADS: [usize; 4] = [4, 16, 64, 256];
/// How long everything is left alone before a split.
const REST: Duration = Duration::from_millis(100);
/// How long an index takes.
const BODY: Duration = Duration::from_millis(100);

/// One split.
struct Round {
    /// When each worker but the owner began its first index, from the beginning of the first
    /// index stolen, in ascending order.
    starts_ns: Vec<u64>,
    /// Workers in the split before the first index ended, its owner included.
    inside: usize,
    wakes: u64,
    /// Wake-ups one after the other: the first worker wakes two, each of these two, and so on. With
    /// a processor for each worker all are inside after this number of wake-up times; with fewer
    /// the processors are busy waking.
    chain: usize,
    /// From the decision to wake a worker to its running.
    wake_ns: f64,
}

/// Prints when the first, the median and the last worker came in.
pub fn table(args: &Args, report: &mut Report) {
    println!("\nA flat split of as many indices as there are workers, all of them asleep");
    println!("threads  all inside  wakes  longest chain  wake-up us  half inside us  all inside us");
    for threads in THREADS {
        let pool = PoolBuilder::new()
            .threads(threads)
            .stack(1 << 20)
            .record(threads * 100)
            .build()
            .expect("a pool of this number of threads");
        let rounds: Vec<Round> = (0..args.rounds()).map(|_| round(&pool)).collect();
        let whole = rounds.iter().filter(|round| round.inside == threads).count();
        let of = |value: &dyn Fn(&Round) -> f64| median(&rounds.iter().map(value).collect::<Vec<_>>());
        let half = of(&|round| round.starts_ns[round.starts_ns.len() / 2] as f64);
        let last = of(&|round| round.starts_ns[round.starts_ns.len() - 1] as f64);
        let (wake, wakes) = (of(&|round| round.wake_ns), of(&|round| round.wakes as f64));
        let chain = of(&|round| round.chain as f64);
        println!(
            "{threads:7} {:>11} {wakes:6} {chain:14} {:11.1} {:15.1} {:14.1}",
            format!("{whole} of {}", rounds.len()),
            wake / 1e3,
            half / 1e3,
            last / 1e3
        );
        report.add(json!({
            "block": "fan-out", "threads": threads, "rounds": rounds.len(), "all_inside": whole,
            "wakes": wakes, "chain": chain, "wake_ns": wake, "half_ns": half, "last_ns": last,
        }));
    }
}

fn round(pool: &Pool) -> Round {
    pool.reset();
    thread::sleep(REST);
    pool.install(|w| {
        w.split(pool.threads(), |_, _| {
            thread::sleep(BODY);
            Ok(())
        })
    });
    let recording = pool.recording().expect("the pool was built to record");
    let index_starts = recording.tracks.iter().filter_map(|track| {
        let mut indices = track.spans.iter().filter(|span| matches!(span.kind, SpanKind::Index { .. }));
        indices.next().map(|span| span.start_ns)
    });
    let mut starts_ns: Vec<u64> = index_starts.collect();
    starts_ns.sort_unstable();
    let first = starts_ns[0];
    starts_ns.iter_mut().for_each(|start| *start -= first);
    let inside = 1 + starts_ns.iter().filter(|&&start| start < BODY.as_nanos() as u64).count();
    let wake_ns = median(&wake_ups(&recording));
    Round { starts_ns, inside, wakes: pool.snapshot().total().wakes, chain: chain(&recording), wake_ns }
}

/// The longest chain of wake-ups: who was woken by whom, the first time.
fn chain(recording: &Recording) -> usize {
    let mut wake_ups = Vec::new();
    for (waker, track) in recording.tracks.iter().enumerate() {
        wake_ups.extend(track.instants.iter().filter_map(|&(at_ns, news)| match news {
            InstantEvent::Woke(woken) => Some((at_ns, waker, woken)),
            _ => None,
        }));
    }
    wake_ups.sort_unstable();
    let mut depth = vec![0; recording.tracks.len()];
    for (_, waker, woken) in wake_ups {
        if depth[woken] == 0 {
            depth[woken] = depth[waker] + 1;
        }
    }
    depth.into_iter().max().unwrap_or(0)
}

/// How long each wake-up took, from the decision to the end of the sleep. (The latencies of a
/// snapshot also hold those by which the snapshot itself woke everybody.)
fn wake_ups(recording: &Recording) -> Vec<f64> {
    let news = recording.tracks.iter().flat_map(|track| &track.instants);
    let wake_ups = news.filter_map(|&(at_ns, news)| {
        let InstantEvent::Woke(worker) = news else { return None };
        let sleeps = recording.tracks[worker].spans.iter().filter(|span| span.kind == SpanKind::Sleep);
        let end = sleeps.map(|span| span.end_ns).find(|&end| end >= at_ns)?;
        Some((end - at_ns) as f64)
    });
    wake_ups.collect()
}
