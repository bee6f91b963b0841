//! `sparring reproduce`.

use clap::{Args, ValueEnum};

use super::args::PoolArgs;
use super::failure::{Exit, Failure};
use super::output::{print, print_json, say, width};
use super::run::ReportArgs;
use super::scaling::ScalingArgs;
use crate::experiments::{Engines, ROWS_A, ROWS_B, reproduce_a, reproduce_b};
use crate::experiments::{game_c, reproduce_c, reproduce_d, rows_c, rows_d};
use crate::matches::Watched;
use crate::run::{Interrupt, NamedFile, OutputFile, Progress, is_picture, provenance};
use sparring_engine::game::Game;
use sparring_engine::games::backgammon::Backgammon;
use sparring_engine::games::chess::Chess;
use sparring_engine::{Engine, Stop};
use sparring_report::{ReproduceDocument, experiment_page};

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
  sparring reproduce D --threads 2 --report boards.html
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
    let ancestor = |experiment: &dyn Fn() -> Result<Reproduced, Failure>| {
        args.scaling.refuse()?;
        compare(args, interrupt, experiment)
    };
    match args.experiment {
        Experiment::A => ancestor(&|| backgammon(args, interrupt, ROWS_A, reproduce_a)),
        Experiment::B => ancestor(&|| backgammon(args, interrupt, ROWS_B, reproduce_b)),
        Experiment::C => ancestor(&|| on_more_and_more(args, interrupt, game_c, rows_c, reproduce_c)),
        Experiment::D => ancestor(&|| on_more_and_more(args, interrupt, || Chess, rows_d, reproduce_d)),
        Experiment::Scaling => args.scaling.run(&args.pool, args.json, &args.report, interrupt),
    }
}

/// The document of an ancestor's experiment, and the number of rows it has when it is not
/// interrupted.
type Reproduced = (ReproduceDocument, usize);

/// Repeats an ancestor's experiment and reports.
fn compare(
    args: &ReproduceArgs,
    interrupt: &Interrupt,
    experiment: impl Fn() -> Result<Reproduced, Failure>,
) -> Result<Exit, Failure> {
    let file = args.report.file().map(open_page).transpose()?;
    let (document, rows) = experiment()?;
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

/// Repeats an experiment of backgammon.
fn backgammon(
    args: &ReproduceArgs,
    interrupt: &Interrupt,
    rows: usize,
    experiment: fn(Engines<'_>, &mut dyn FnMut()) -> ReproduceDocument,
) -> Result<Reproduced, Failure> {
    let one = Engine::new(Backgammon, args.pool.pool_of(1)?, 0);
    let all = Engine::new(Backgammon, args.pool.pool()?, 0);
    let watch = &|stop: Stop| interrupt.guard(move || stop.stop());
    let [one, all] = [&one, &all].map(|engine| Watched { engine, watch });
    let progress = Progress::turns(rows as u64);
    Ok((experiment(Engines { one, all }, &mut || progress.turn()), rows))
}

/// Size of the table in MiB: more than the nodes that `ybw` stores.
const HASH: usize = 16;

/// Repeats an experiment with 1, 2, 4, ... workers and as many as were asked for.
fn on_more_and_more<G: Game>(
    args: &ReproduceArgs,
    interrupt: &Interrupt,
    game: impl Fn() -> G,
    rows: fn(usize) -> usize,
    experiment: fn(&mut [Engine<G>], &mut dyn FnMut() -> bool) -> ReproduceDocument,
) -> Result<Reproduced, Failure> {
    interrupt.guard(|| {});
    let pools = args.pool.pools()?.into_iter();
    let mut engines: Vec<_> = pools.map(|pool| Engine::new(game(), pool, HASH)).collect();
    let rows = rows(engines.len());
    let progress = Progress::turns(rows as u64);
    let document = experiment(&mut engines, &mut || {
        progress.turn();
        !interrupt.requested()
    });
    Ok((document, rows))
}
