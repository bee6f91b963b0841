//! `sparring reproduce`.

use clap::{Args, ValueEnum};

use super::args::PoolArgs;
use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;
use super::output::{print, print_json};
use super::progress::Progress;
use crate::engine::DiceEngine;
use crate::experiments::{Engines, reproduce_a, reproduce_b};
use crate::games::backgammon::Backgammon;

/// An ancestor's experiment.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Experiment {
    /// Backgammon (2020): whole games with forward pruning
    #[value(name = "A", alias = "a")]
    A,
    /// Backgammon (2025): five boards
    #[value(name = "B", alias = "b")]
    B,
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
    let one = DiceEngine::new(Backgammon, args.pool.twin_pool()?);
    let all = DiceEngine::new(Backgammon, args.pool.pool()?);
    let engines = Engines { one: &one, all: &all };
    interrupt.guard(|| {});
    let rows = match args.experiment {
        Experiment::A => 20,
        Experiment::B => 60,
    };
    let progress = Progress::turns(rows);
    let go_on = || {
        progress.turn();
        !interrupt.requested()
    };
    let document = match args.experiment {
        Experiment::A => reproduce_a(engines, go_on),
        Experiment::B => reproduce_b(engines, go_on),
    };
    drop(progress);
    if args.json {
        print_json(&document)?;
    } else {
        print(&document.to_string())?;
    }
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}
