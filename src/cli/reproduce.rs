use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::args::{PoolArgs, affordable_workers};
use super::failure::{Exit, Failure};
use super::machine::{WORKER_KIB, refused};
use super::output::{say, show, width};
use super::run::ReportArgs;
use super::scaling::ScalingArgs;
use sparring_lab::{A, B, C, D, Experiment, GRANULARITY, Machine};
use sparring_run::{Interrupt, Progress, provenance};

/// An experiment.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Name {
    /// Backgammon (2020): whole games with forward pruning
    #[value(name = "A", alias = "a")]
    A,
    /// Backgammon (2025): five boards, 21 rolls each
    #[value(name = "B", alias = "b")]
    B,
    /// Dots and boxes (2021): 2x2 boxes, nine edges deep
    #[value(name = "C", alias = "c")]
    C,
    /// Chess (2021): one move by Black on four boards, four plies deep
    #[value(name = "D", alias = "d")]
    D,
    /// Scaling of the searches of all games, beside two programs as published (15 minutes)
    Scaling,
    /// Size of tasks against what becomes of them: "fine-tune the sparks"
    Granularity,
}

const EXAMPLES: &str = "\
Examples:
  sparring reproduce C --threads 2
  sparring reproduce D --workers 1,2 --report boards.html
  sparring reproduce granularity --workers 1,2 --report sizes.html
  sparring reproduce scaling --nodes 500 --workers 1,4,16 --report scaling.svg";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_arg("report", |arg| arg.help(REPORT)))]
pub(super) struct ReproduceArgs {
    /// Experiment to repeat
    #[arg(value_name = "EXPERIMENT")]
    experiment: Name,
    #[command(flatten)]
    scaling: ScalingArgs,
    #[command(flatten)]
    pool: PoolArgs,
    /// Print one JSON document
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
}

const REPORT: &str = "Write a page for a browser, one file that needs no network: both programs' figures as a table and \
                      a chart. For scaling, a name that ends in .svg asks for the curves alone, a picture";

pub(super) fn run(args: &ReproduceArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match args.experiment {
        Name::A => compare(args, interrupt, machine, &A),
        Name::B => compare(args, interrupt, machine, &B),
        Name::C => compare(args, interrupt, machine, &C),
        Name::D => compare(args, interrupt, machine, &D),
        Name::Granularity => compare(args, interrupt, machine_with_more, &GRANULARITY),
        Name::Scaling => args.scaling.run(&args.pool, args.json, &args.report, interrupt),
    }
}

type Workers = for<'m> fn(&ReproduceArgs, &'m Interrupt) -> Result<Machine<'m>, Failure>;

fn compare<D: Serialize>(
    args: &ReproduceArgs,
    interrupt: &Interrupt,
    workers: Workers,
    experiment: &Experiment<D>,
) -> Result<Exit, Failure> {
    args.scaling.refuse_nodes()?;
    let file = args.report.page()?;
    let machine = workers(args, interrupt)?;
    let steps = (experiment.steps)(&machine);
    interrupt.guard(|| {});
    let progress = Progress::turns(steps as u64);
    let mut done = 0;
    let document = (experiment.measure)(&machine, &mut || {
        done += 1;
        progress.turn();
        !interrupt.requested()
    });
    drop(progress);
    let document = document.map_err(|error| refused(error, "--threads"))?;
    if done < steps {
        say(&format!("interrupted after {done} of {steps} {}", experiment.step));
    }
    let printed = show(args.json, &document, || (experiment.text)(&document, width()));
    if let Some(file) = file {
        file.write((experiment.page)(&document, &provenance()).as_bytes())?;
    }
    printed?;
    Ok(Exit::of(interrupt))
}

/// Starts the workers. Without --workers: 1, 2, 4, … threads up to the full number. Otherwise one
/// thread, and the listed numbers as threads up to --threads or the processors, as simulated
/// workers beyond.
fn machine<'m>(args: &ReproduceArgs, interrupt: &'m Interrupt) -> Result<Machine<'m>, Failure> {
    let Some(workers) = args.scaling.workers() else {
        let pools = args.pool.pools()?.into_iter().map(Arc::new).collect();
        return Ok(Machine { pools, simulated: Vec::new(), seed: args.pool.seed(), interrupt });
    };
    let most = args.pool.pool()?.threads();
    let mut workers = workers.to_vec();
    workers.sort_unstable();
    workers.dedup();
    let (threads, simulated): (Vec<usize>, Vec<usize>) = workers.into_iter().partition(|&n| n <= most);
    affordable_workers(simulated.last().copied().unwrap_or(1), 1, WORKER_KIB)?;
    let threads = std::iter::once(1).chain(threads.into_iter().filter(|&n| n > 1));
    let pools = threads.map(|n| Ok(Arc::new(args.pool.pool_of(n)?))).collect::<Result<_, Failure>>()?;
    Ok(Machine { pools, simulated, seed: args.pool.seed(), interrupt })
}

const MORE: [usize; 2] = [8, 64];

/// Adds [`MORE`] simulated workers by default: few workers tolerate any task size.
fn machine_with_more<'m>(args: &ReproduceArgs, interrupt: &'m Interrupt) -> Result<Machine<'m>, Failure> {
    let machine = machine(args, interrupt)?;
    if args.scaling.workers().is_some() {
        return Ok(machine);
    }
    let most = machine.pools.last().map_or(1, |pool| pool.threads());
    let simulated: Vec<usize> = MORE.into_iter().filter(|&workers| workers > most).collect();
    affordable_workers(simulated.last().copied().unwrap_or(1), 1, WORKER_KIB)?;
    Ok(Machine { simulated, ..machine })
}
