//! `sparring chess perft`.

use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::{OutputArgs, PoolArgs};
use crate::cli::failure::{Exit, Failure};
use crate::cli::interrupt::Interrupt;
use crate::cli::output::{print, print_json, say};
use crate::games::chess::{self, Chess, Move, Position};
use crate::report::{
    CountDocument, Divide, Ledger, Stats, grouped, latency_table, span, task_table, thousands_per_second,
    work_table,
};
use crate::sched::{CancelScope, Pool};
use crate::search;

/// The deepest count. The start has more than 2^64 sequences of 14 moves, but no machine will live to see the counter
/// turn over; deeper counts end only where there is little to count.
const MAX_DEPTH: u32 = 20;

fn depth(text: &str) -> Result<u32, String> {
    text.parse()
        .ok()
        .filter(|depth| *depth <= MAX_DEPTH)
        .ok_or_else(|| format!("got '{text}', expected a whole number from 0 to {MAX_DEPTH}; try --depth 5"))
}

/// What `sparring chess perft` understands.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct PerftArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Length of the sequences in plies, 0 to 20
    #[arg(long, value_name = "N", value_parser = depth, default_value = "5", allow_negative_numbers = true)]
    depth: u32,
    /// Also the count of each first move
    #[arg(long)]
    divide: bool,
    /// Make the last moves too, with all the state a search needs, instead of counting their list
    #[arg(long)]
    leaf: bool,
    #[command(flatten)]
    pool: PoolArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// Counts and reports.
pub(super) fn run(args: &PerftArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let position = args.place.read()?.position;
    let pool = args.pool.pool()?;
    let scope = Arc::new(pool.cancel_scope());
    let switch = scope.clone();
    interrupt.guard(move || switch.cancel());
    pool.reset();
    let start = Instant::now();
    let counts = count(&pool, &scope, &position, args.depth, args.leaf);
    let time_ns = start.elapsed().as_nanos() as u64;
    let snapshot = pool.snapshot();
    let (nodes, divide) = match counts {
        Some(counts) if args.depth > 0 => (Some(counts.iter().map(|(_, count)| count).sum()), counts),
        Some(none) => (Some(1), none),
        None => (None, Vec::new()),
    };
    let document = CountDocument {
        game: "chess",
        position: position.to_string(),
        strategy: "perft",
        depth: args.depth,
        threads: pool.threads(),
        best: None,
        score: None,
        pv: Vec::new(),
        nodes,
        time_ns,
        divide: Divide(divide.into_iter().map(|(m, count)| (position.uci(m), count)).collect()),
        ledger: Ledger::of(&snapshot),
        stats: args.output.stats.then(|| Stats { search: None, latencies: (&snapshot.latencies()).into() }),
    };
    if nodes.is_none() {
        say("interrupted before the count was complete; try a smaller --depth");
    }
    if args.output.json {
        print_json(&document)?;
    } else {
        print(&text(args, &document))?;
    }
    Ok(if nodes.is_none() { Exit::Interrupted } else { Exit::Done })
}

/// The leaves below each move; `None` if it was interrupted. At depth 0 there are no moves to count below.
fn count(
    pool: &Pool,
    scope: &CancelScope,
    position: &Position,
    depth: u32,
    leaf: bool,
) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    let below = |position: &Position, depth, leaf| count_below(scope, position, depth, leaf);
    let counts = pool.install_in(scope, |at| search::perft(at, &Chess, position, depth, leaf, below));
    counts.ok().filter(|_| !scope.is_cancelled())
}

/// Depth up to which a count takes milliseconds and is not interrupted.
const UNINTERRUPTED: u32 = 4;

/// As [`chess::perft`], but of no meaning and over soon once `scope` is cancelled.
fn count_below(scope: &CancelScope, position: &Position, depth: u32, leaf: bool) -> u64 {
    if depth <= UNINTERRUPTED {
        chess::perft(position, depth, leaf)
    } else if scope.is_cancelled() {
        0
    } else {
        let moves = position.legal_moves();
        moves.iter().map(|&m| count_below(scope, &position.play(m), depth - 1, leaf)).sum()
    }
}

fn text(args: &PerftArgs, document: &CountDocument) -> String {
    let mut text = String::new();
    if args.divide {
        for (m, count) in &document.divide.0 {
            text += &format!("{m}: {count}\n");
        }
    }
    if let Some(nodes) = document.nodes {
        let speed = grouped(thousands_per_second(nodes, document.time_ns));
        text += &format!("nodes    {nodes}\n");
        text += &format!("depth    {}\n", document.depth);
        text += &format!(
            "time     {} on {} threads, {speed} knodes/s\n",
            span(document.time_ns),
            document.threads
        );
    }
    if let Some(stats) = &document.stats {
        let tables =
            [task_table(&document.ledger), work_table(&document.ledger), latency_table(&stats.latencies)];
        text += &format!("\n{}\n", tables.join("\n"));
    }
    text + &document.ledger.lines()
}
