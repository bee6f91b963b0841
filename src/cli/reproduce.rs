//! `sparring reproduce`.

use clap::{Args, ValueEnum};

use super::args::PoolArgs;
use super::failure::{Exit, Failure};
use super::interrupt::Interrupt;
use super::output::{print, print_json, say};
use super::progress::Progress;
use crate::engine::{DiceEngine, Stop};
use crate::experiments::{Engines, ROWS_A, ROWS_B, Watched, reproduce_a, reproduce_b};
use crate::games::backgammon::Backgammon;

/// An ancestor's experiment.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Experiment {
    #[value(name = "A", alias = "a")]
    A,
    #[value(name = "B", alias = "b")]
    B,
}

/// What `sparring reproduce` understands.
#[derive(Args, Clone, Debug)]
pub(super) struct ReproduceArgs {
    /// A: backgammon (2020), whole games with forward pruning; B: backgammon (2025), five boards
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
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let [one, all] = [&one, &all].map(|engine| Watched { engine, watch });
    let engines = Engines { one, all };
    let rows = match args.experiment {
        Experiment::A => ROWS_A,
        Experiment::B => ROWS_B,
    };
    let progress = Progress::turns(rows as u64);
    let document = match args.experiment {
        Experiment::A => reproduce_a(engines, || progress.turn()),
        Experiment::B => reproduce_b(engines, || progress.turn()),
    };
    drop(progress);
    if document.rows.len() < rows {
        say(&format!("interrupted after {} of {rows} rows", document.rows.len()));
    }
    if args.json {
        print_json(&document)?;
    } else {
        print(&document.to_string())?;
    }
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}
