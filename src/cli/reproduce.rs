//! `sparring reproduce`.

use clap::{Args, ValueEnum};

use super::args::PoolArgs;
use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;
use super::output::{print, print_json};
use super::progress::Progress;
use crate::engine::{DiceEngine, Engine};
use crate::experiments::{Engines, game_c, reproduce_a, reproduce_b, reproduce_c, rows_c};
use crate::games::backgammon::Backgammon;
use crate::report::ReproduceDocument;

/// An ancestor's experiment.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Experiment {
    /// Backgammon (2020): whole games with forward pruning
    #[value(name = "A", alias = "a")]
    A,
    /// Backgammon (2025): five boards
    #[value(name = "B", alias = "b")]
    B,
    /// Dots and boxes (2021): 2x2 boxes, nine edges deep
    #[value(name = "C", alias = "c")]
    C,
}

/// What `sparring reproduce` understands.
#[derive(Args, Clone, Debug)]
pub(super) struct ReproduceArgs {
    /// Which
    #[arg(value_name = "EXPERIMENT")]
    experiment: Experiment,
    #[command(flatten)]
    pool: PoolArgs,
    /// One JSON document on standard output
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Repeats the experiment and reports.
pub(super) fn run(args: &ReproduceArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    interrupt.guard(|| {});
    let document = match args.experiment {
        Experiment::A | Experiment::B => backgammon(args, interrupt)?,
        Experiment::C => dots(args, interrupt)?,
    };
    if args.json {
        print_json(&document)?;
    } else {
        print(&document.to_string())?;
    }
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

fn backgammon(args: &ReproduceArgs, interrupt: &Interrupt) -> Result<ReproduceDocument, Failure> {
    let one = DiceEngine::new(Backgammon, args.pool.twin_pool()?);
    let all = DiceEngine::new(Backgammon, args.pool.pool()?);
    let engines = Engines { one: &one, all: &all };
    let first = matches!(args.experiment, Experiment::A);
    let progress = Progress::turns(if first { 20 } else { 60 });
    let go_on = || {
        progress.turn();
        !interrupt.requested()
    };
    Ok(if first { reproduce_a(engines, go_on) } else { reproduce_b(engines, go_on) })
}

/// MiB of the table: more than the nodes that `ybw` stores.
const HASH: usize = 16;

/// With 1, 2, 4, ... workers and as many as were asked for.
fn dots(args: &ReproduceArgs, interrupt: &Interrupt) -> Result<ReproduceDocument, Failure> {
    let most = args.pool.pool()?.threads();
    let mut counts: Vec<usize> =
        std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|&n| n < most).collect();
    counts.push(most);
    let progress = Progress::turns(rows_c(counts.len()) as u64);
    let engine = |threads| Ok(Engine::new(game_c(), args.pool.pool_of(threads)?, HASH));
    reproduce_c(&counts, engine, || {
        progress.turn();
        !interrupt.requested()
    })
}
