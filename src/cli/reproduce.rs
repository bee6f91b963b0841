//! `sparring reproduce`.

use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::args::{PoolArgs, affordable_workers};
use super::failure::{Exit, Failure};
use super::machine::{WORKER_KIB, refused};
use super::output::{print, print_json, say, width};
use super::run::ReportArgs;
use super::scaling::ScalingArgs;
use crate::experiments::Machine;
use crate::experiments::{reproduce_a, reproduce_b, reproduce_c, reproduce_d};
use crate::experiments::{rows_a, rows_b, rows_c, rows_d};
use crate::run::{Interrupt, NamedFile, OutputFile, Progress, is_picture, provenance};
use sparring_report::{ReproduceDocument, experiment_page};
use sparring_sched::PoolError;

/// An experiment.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Experiment {
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
    /// How the searches of all games scale, beside two programs as published (twenty minutes)
    Scaling,
}

const EXAMPLES: &str = "\
Examples:
  sparring reproduce C --threads 2
  sparring reproduce D --workers 1,2,8 --report boards.html
  sparring reproduce scaling --nodes 500 --workers 1,4,16 --report scaling.svg";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_arg("report", |arg| arg.help(REPORT)))]
pub(super) struct ReproduceArgs {
    /// Which experiment to repeat
    #[arg(value_name = "EXPERIMENT")]
    experiment: Experiment,
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

/// The help of --report.
const REPORT: &str = "Write a page for a browser, one file that needs no network: both programs' figures as a table and \
                      a chart. For scaling, a name that ends in .svg asks for the curves alone, a picture";

/// Repeats the experiment and reports.
pub(super) fn run(args: &ReproduceArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let ancestor = |rows, experiment| {
        args.scaling.refuse_nodes()?;
        compare(args, interrupt, rows, experiment)
    };
    match args.experiment {
        Experiment::A => ancestor(rows_a, reproduce_a),
        Experiment::B => ancestor(rows_b, reproduce_b),
        Experiment::C => ancestor(rows_c, reproduce_c),
        Experiment::D => ancestor(rows_d, reproduce_d),
        Experiment::Scaling => args.scaling.run(&args.pool, args.json, &args.report, interrupt),
    }
}

/// How many rows an experiment has on a machine.
type Rows = fn(&Machine<'_>) -> usize;

/// An experiment, and what is called after each row.
type Reproduce = fn(&Machine<'_>, &mut dyn FnMut() -> bool) -> Result<ReproduceDocument, PoolError>;

/// Repeats an ancestor's experiment and reports.
fn compare(
    args: &ReproduceArgs,
    interrupt: &Interrupt,
    rows: Rows,
    experiment: Reproduce,
) -> Result<Exit, Failure> {
    let file = args.report.file().map(open_page).transpose()?;
    let machine = machine(args, interrupt)?;
    let rows = rows(&machine);
    interrupt.guard(|| {});
    let progress = Progress::turns(rows as u64);
    let document = experiment(&machine, &mut || {
        progress.turn();
        !interrupt.requested()
    });
    drop(progress);
    let document = document.map_err(refused)?;
    if document.rows.len() < rows {
        say(&format!("interrupted after {} of {rows} rows", document.rows.len()));
    }
    let printed = if args.json { print_json(&document) } else { print(&document.text(width())) };
    if let Some(file) = file {
        file.write(experiment_page(&document, &provenance()).as_bytes())?;
    }
    printed?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}

/// Opens the file of a page. Bad usage if it is to be a picture: the ancestors have none.
fn open_page((flag, path): NamedFile) -> Result<OutputFile, Failure> {
    if is_picture(path) {
        return Err(Failure::usage(format!(
            "{flag}: got '{}', expected the name of a page, since only runs and scaling have pictures; try {flag} report.html",
            path.display()
        )));
    }
    Ok(OutputFile::open(flag, path)?)
}

/// Threads and simulated workers: without --workers 1, 2, 4, … threads and as many as were asked
/// for; otherwise one thread, and of the numbers listed as many threads as there are processors or
/// --threads allows, beyond that simulated workers.
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
    affordable_workers(simulated.last().copied().unwrap_or(1), WORKER_KIB)?;
    let threads = std::iter::once(1).chain(threads.into_iter().filter(|&n| n > 1));
    let pools = threads.map(|n| Ok(Arc::new(args.pool.pool_of(n)?))).collect::<Result<_, Failure>>()?;
    Ok(Machine { pools, simulated, seed: args.pool.seed(), interrupt })
}
