//! The cost of a spawned task: in a tree of tasks, each of which spawns two, and in a flat loop.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use serde_json::json;

use crate::args::Args;
use crate::contenders::{Contender, contenders};
use crate::items::{Call, Verb};
use crate::report::{Report, best, median};

/// Ways to spawn tasks, each with the number of tasks.
const SHAPES: [(Verb, usize); 2] = [(Verb::TaskTree, 350_000), (Verb::TasksNotJoined, 10_000)];
/// Time that a turn should fill with runs if a task costs [`TASK_NS`]; it has one run at least.
const TURN_NS: usize = 20_000_000;
/// Assumed cost of a task.
const TASK_NS: usize = 200;

/// Prints nanoseconds a task for both shapes and every number of threads.
pub fn tables(args: &Args, report: &mut Report) {
    for (verb, tasks) in SHAPES {
        let tasks = if args.test { 100 } else { tasks };
        for &threads in &args.threads {
            let mut rows = contenders(args, &[verb]);
            rows.retain(|row| row.peer.fits(threads.into()));
            let samples = measure(args, &rows, tasks, threads.into());
            println!("\n{tasks} tasks, {}, {threads} thread(s), {} rounds", verb.name(), args.rounds());
            println!("                            ns a task, best  median");
            for (row, samples) in rows.iter().zip(&samples) {
                println!("{:29} {:14.1} {:7.1}", row.peer.name(), best(samples), median(samples));
                report.add(json!({
                    "block": "spawn", "verb": verb.name(), "tasks": tasks, "threads": threads,
                    "peer": row.peer.name(), "best_ns": best(samples), "median_ns": median(samples),
                }));
            }
        }
    }
}

/// Nanoseconds a task of every turn.
fn measure(args: &Args, rows: &[Contender], tasks: usize, threads: usize) -> Vec<Vec<f64>> {
    let runs = (TURN_NS / (tasks * TASK_NS)).max(1);
    let mut samples = vec![Vec::new(); rows.len()];
    for _ in 0..args.rounds() {
        for (row, samples) in rows.iter().zip(&mut samples) {
            let mut pool = row.peer.start(threads);
            let ran = AtomicUsize::new(0);
            let count = |_| {
                ran.fetch_add(1, Relaxed);
            };
            pool.items(&Call::of(row.verb, tasks, &count));
            assert_eq!(ran.into_inner(), tasks, "{}", row.name());
            let start = Instant::now();
            for _ in 0..runs {
                pool.items(&Call::of(row.verb, tasks, &|i| {
                    black_box(i);
                }));
            }
            samples.push(start.elapsed().as_nanos() as f64 / (runs * tasks) as f64);
        }
    }
    samples
}
