use std::time::Instant;

use super::read::SuiteEntry;
use crate::chess::chess_perft;
use crate::lifecycle::{Run, RunScope};
use crate::progress::Progress;
use sparring_report::{SuiteCount, SuiteLeaves};

/// Counts leaves of one position after the other, except interrupted ones.
pub fn all(entries: &[&SuiteEntry], run: &Run, deepest: u32) -> Vec<SuiteCount> {
    let length = Some(entries.len() as u64);
    let outcome = run.scoped(Progress::lines(length), |running| {
        let mut counts = Vec::new();
        for entry in entries {
            let Some(count) = one(entry, running, deepest) else { break };
            counts.push(count);
            running.screen.count(counts.len() as u64, length);
        }
        counts
    });
    outcome.value
}

fn one(entry: &SuiteEntry, running: &RunScope<'_>, deepest: u32) -> Option<SuiteCount> {
    let position = &entry.epd.position;
    let (wanted, deeper): (Vec<_>, Vec<_>) =
        entry.epd.leaves.iter().partition(|(depth, _)| *depth <= deepest);
    let start = Instant::now();
    let mut depths = Vec::new();
    for (depth, expected) in wanted {
        let nodes = leaves(entry, running, depth)?;
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

fn leaves(entry: &SuiteEntry, running: &RunScope<'_>, depth: u32) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let RunScope { pool, scope, .. } = running;
    let counts = (chess_perft(&entry.epd.position, depth, false).count)(pool, scope)?;
    (!scope.is_cancelled()).then(|| counts.iter().map(|(_, count)| count).sum())
}
