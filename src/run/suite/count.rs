//! Numbers of leaves, checked.

use std::sync::Arc;
use std::time::Instant;

use super::SuitePlan;
use super::read::SuiteEntry;
use crate::chess::chess_perft;
use crate::interrupt::Interrupt;
use crate::live::Screen;
use crate::progress::Progress;
use sparring_report::{SuiteCount, SuiteLeaves};
use sparring_sched::{CancelScope, Pool};

/// Counts the leaves of all positions, one after the other, each on all workers. Those that Ctrl-C
/// has interrupted are left out.
pub fn all(
    entries: &[&SuiteEntry],
    pool: &Pool,
    plan: &SuitePlan<'_>,
    interrupt: &Interrupt,
) -> Vec<SuiteCount> {
    let scope = Arc::new(pool.cancel_scope());
    let switch = scope.clone();
    interrupt.guard(move || switch.cancel());
    let length = Some(entries.len() as u64);
    Screen::during(plan.view, Progress::lines(length), (pool, &|| None), |screen| {
        let mut counts = Vec::new();
        for entry in entries {
            let Some(count) = one(entry, pool, &scope, plan.deepest_count) else { break };
            counts.push(count);
            screen.count(counts.len() as u64, length);
        }
        counts
    })
}

fn one(entry: &SuiteEntry, pool: &Pool, scope: &CancelScope, deepest: u32) -> Option<SuiteCount> {
    let position = &entry.epd.position;
    let (wanted, deeper): (Vec<_>, Vec<_>) =
        entry.epd.leaves.iter().partition(|(depth, _)| *depth <= deepest);
    let start = Instant::now();
    let mut depths = Vec::new();
    for (depth, expected) in wanted {
        let nodes = leaves(entry, pool, scope, depth)?;
        depths.push(SuiteLeaves { depth, expected, nodes });
    }
    Some(SuiteCount {
        id: entry.id(),
        line: entry.line,
        position: position.to_string(),
        depths,
        deeper: deeper.len(),
        time_ns: start.elapsed().as_nanos() as u64,
    })
}

fn leaves(entry: &SuiteEntry, pool: &Pool, scope: &CancelScope, depth: u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let counts = (chess_perft(&entry.epd.position, depth, false).count)(pool, scope)?;
    (!scope.is_cancelled()).then(|| counts.iter().map(|(_, count)| count).sum())
}
