//! Test suites: positions with known best moves or numbers of leaves.
//!
//! A position is solved if the final move is a best one (`bm`) and not one to avoid (`am`). Depth
//! and time are those of the first depth in the last run of right answers.

mod compare;
mod count;
mod read;
mod solve;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::lifecycle::{Run, RunOutcome};
use super::progress::Progress;
use super::side_by_side::SideBySide;
pub use read::{SuiteEntry, SuiteLines};
use solve::{Attempt, attempt};
use sparring_engine::game::MAX_PLY;
use sparring_engine::games::chess::{Chess, Move, Position};
use sparring_engine::search::{AnyStrategy, SearchStrategy, Settings};
use sparring_report::{Ledger, SuiteDocument, SuitePosition, SuiteRun, solved_by_depth, solved_by_time};

pub struct SuiteWay {
    pub settings: Settings<AnyStrategy>,
    pub run: Run,
    pub threads: usize,
    /// MiB of all tables together.
    pub hash: usize,
}

pub struct SuitePlan<'p> {
    pub file: &'p Path,
    /// Positions searched side by side.
    pub jobs: usize,
    pub deepest_count: u32,
}

struct SuiteSearch {
    line: SuiteRun,
    tried: Vec<Option<Attempt>>,
}

/// Searches and counts all positions in 1 or 2 ways, until Ctrl-C.
pub fn suite(lines: SuiteLines, ways: Vec<SuiteWay>, plan: &SuitePlan<'_>) -> SuiteDocument {
    let (searched, counted): (Vec<&SuiteEntry>, Vec<&SuiteEntry>) = (
        lines.entries.iter().filter(|entry| entry.is_search()).collect(),
        lines.entries.iter().filter(|entry| entry.is_count()).collect(),
    );
    // Depths of exact and playing searches are not comparable.
    let kinds: Vec<bool> = ways.iter().map(|way| way.settings.strategy.is_exact()).collect();
    let mut runs = Vec::new();
    let mut counts = Vec::new();
    for (nth, way) in ways.into_iter().enumerate() {
        if !searched.is_empty() {
            runs.push(search(&searched, &way, plan));
        }
        if nth == 0 {
            counts = count::all(&counted, &way.run, plan.deepest_count);
        }
    }
    let positions = positions(&searched, &runs);
    let compare = match &runs[..] {
        [first, second] if kinds[0] == kinds[1] => compare::compare(&first.tried, &second.tried),
        _ => None,
    };
    SuiteDocument {
        game: "chess",
        suite: plan.file.display().to_string(),
        jobs: plan.jobs,
        runs: runs.into_iter().map(|run| run.line).collect(),
        positions,
        compare,
        counts,
        errors: lines.errors,
    }
}

fn search(entries: &[&SuiteEntry], way: &SuiteWay, plan: &SuitePlan<'_>) -> SuiteSearch {
    let SuiteWay { settings, run, threads, hash } = way;
    let mut engines = SideBySide::new(&Chess, &run.pool, plan.jobs, *hash);
    let (done, length) = (AtomicU64::new(0), entries.len() as u64);
    let outcome = run.shown(Progress::lines(Some(length)), |screen| {
        run.counted(|| {
            engines.each(entries.len(), &run.interrupt, |job, i| {
                job.forget();
                let tried = attempt(job, entries[i], *settings);
                screen.count(done.fetch_add(1, Relaxed) + 1, Some(length));
                tried
            })
        })
    });
    let RunOutcome { value: tried, time_ns, observed } = outcome;
    let finished = || tried.iter().flatten();
    let kept: Vec<_> = finished().filter_map(|one| one.result.solved_at()).collect();
    // A maximal depth is not informative.
    let asked = settings.depth < MAX_PLY || !settings.limits.may_stop_early();
    let search_ns = finished().map(|one| one.result.time_ns).sum::<u64>();
    let line = SuiteRun {
        strategy: settings.strategy.name(),
        threads: *threads,
        depth: asked.then_some(settings.depth),
        movetime_ms: settings.limits.movetime.map(|limit| limit.as_millis() as u64),
        node_limit: settings.limits.nodes,
        positions: finished().count(),
        solved: kept.len(),
        by_depth: solved_by_depth(&kept),
        by_time: solved_by_time(&kept),
        nodes: finished().map(|one| one.result.nodes).sum(),
        time_ns,
        search_ns: search_ns / plan.jobs as u64,
        ledger: Ledger::of(&observed.snapshot),
    };
    SuiteSearch { line, tried }
}

fn positions(entries: &[&SuiteEntry], runs: &[SuiteSearch]) -> Vec<SuitePosition> {
    let results = |i: usize| runs.iter().map(|run| Some(run.tried[i].as_ref()?.result.clone())).collect();
    let described = |(i, entry): (usize, &&SuiteEntry)| {
        let results: Option<Vec<_>> = results(i);
        let epd = &entry.epd;
        results.map(|results| SuitePosition {
            id: entry.id(),
            line: entry.line,
            position: epd.position.to_string(),
            expected: san(&epd.position, &epd.best),
            avoided: san(&epd.position, &epd.avoid),
            comment: epd.comment.clone(),
            results,
        })
    };
    entries.iter().enumerate().filter_map(described).collect()
}

fn san(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| position.san(m)).collect()
}
