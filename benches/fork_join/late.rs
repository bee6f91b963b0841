//! The delay until a worker that becomes idle late gets work. Meanwhile the owner of a half that
//! nobody has taken yet computes the other half, and does not look at the scheduler.
//!
//! ```text
//! owner    forks A and B   A: computes .......................................
//! other    busy ...........................| idle, looks for work | B: taken
//!                                          |<------ measured ---->|
//! ```

use std::time::{Duration, Instant};

use serde_json::json;

use crate::args::Args;
use crate::contenders::{Contender, contenders};
use crate::items::Verb;
use crate::report::{Report, median, quantile, worst};
use crate::scene::{Busy, NEVER, Scene};

const THREADS: usize = 2;
const VERBS: [Verb; 5] = [Verb::Join, Verb::ForEach, Verb::TasksInOrder, Verb::TasksNotJoined, Verb::Split];
/// Scenes of each row unless told otherwise, and how long they take in all at most.
const SAMPLES: usize = 1_000;
const LIMIT: Duration = Duration::from_secs(1);
/// Longest delay that is counted as soon, in microseconds.
const SOON_US: f64 = 100.0;

/// Prints the delays of every scheduler.
pub fn tables(args: &Args, report: &mut Report) {
    for busy in [Busy::Computing, Busy::Sleeping] {
        println!("\nThe other worker becomes idle late, after {busy:?}: us from idle to taken");
        println!("                              median   99 %  99.9 %  worst  within 100 us  never");
        for row in contenders(args, &VERBS) {
            let (delays, apart) = measure(args, row, busy);
            print(row, &delays, apart);
            if delays.is_empty() {
                continue;
            }
            report.add(json!({
                "block": "late", "busy": format!("{busy:?}"), "peer": row.peer.name(),
                "verb": row.verb.name(), "samples": delays.len(), "outer_not_shared": apart,
                "median_us": median(&delays), "p99_us": quantile(&delays, 0.99),
                "p999_us": quantile(&delays, 0.999), "worst_us": worst(&delays),
                "soon": soon(&delays), "never": never(&delays),
            }));
        }
    }
}

fn print(row: Contender, delays: &[f64], apart: usize) {
    if delays.is_empty() {
        println!("{:29} the outer halves were never shared", row.name());
        return;
    }
    let of = |count: usize| format!("{count} of {}", delays.len());
    print!(
        "{:29} {:6.1} {:6.0} {:7.0} {:6.0} {:>14} {:>12}",
        row.name(),
        median(delays),
        quantile(delays, 0.99),
        quantile(delays, 0.999),
        worst(delays),
        of(soon(delays)),
        of(never(delays)),
    );
    println!("{}", if apart > 0 { format!("; {apart} more not begun") } else { String::new() });
}

fn soon(delays: &[f64]) -> usize {
    delays.iter().filter(|&&us| us <= SOON_US).count()
}

fn never(delays: &[f64]) -> usize {
    delays.iter().filter(|&&us| us >= NEVER.as_secs_f64() * 1e6).count()
}

/// Delays in microseconds, and the number of scenes in which the outer halves were not shared.
fn measure(args: &Args, row: Contender, busy: Busy) -> (Vec<f64>, usize) {
    let mut pool = row.rested_pool(THREADS);
    let (mut delays, mut apart) = (Vec::new(), 0);
    let start = Instant::now();
    while delays.len() + apart < args.samples_or(SAMPLES) {
        if args.samples.is_none() && start.elapsed() > LIMIT {
            break;
        }
        let scene = Scene::new(row.verb, busy);
        pool.late(&scene);
        match scene.delay() {
            Some(delay) => delays.push(delay.as_nanos() as f64 / 1e3),
            None => apart += 1,
        }
    }
    (delays, apart)
}
