use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::place::PlaceArgs;
use crate::cli::args::{MAX_HASH_MIB, affordable, milliseconds, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::say;
use crate::cli::run::{RepsArgs, RunArgs};
use sparring_engine::search::Limits;
use sparring_engine::solve::dots::{Checkpoint, Solver};
use sparring_engine::solve::store::CheckpointError;
use sparring_run::{Comparison, Interrupt, Repetitions, Run, Sinks, Solve, SolveOutcome};

const EXAMPLES: &str = "\
Examples:
  sparring dots solve --size 2x3 --rules alternate
  sparring dots solve --size 3x3 --start icelandic --value-only --json";

/// Flags of every solve.
#[derive(Args, Clone, Debug)]
pub(super) struct ProofArgs {
    /// Prove only the value, not which moves keep it
    #[arg(long, help_heading = "Solving")]
    pub value_only: bool,
    /// Size of the table in MiB; small boards take less, 4x4 boxes are faster with 200 or more
    #[arg(
        long, value_name = "MiB", value_parser = whole::<usize>(1..=MAX_HASH_MIB, "--hash 64"),
        default_value = "64", allow_negative_numbers = true, help_heading = "Solving"
    )]
    pub hash: usize,
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    proof: ProofArgs,
    /// Stop after MS milliseconds with what is proved by then
    #[arg(
        long, value_name = "MS", value_parser = milliseconds("--movetime 1000"),
        allow_negative_numbers = true, help_heading = "Solving"
    )]
    movetime: Option<u64>,
    /// Stop after about N nodes with what is proved by then
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX, "--nodes 1000000"),
        allow_negative_numbers = true, help_heading = "Solving"
    )]
    nodes: Option<u64>,
    /// Keep the proofs in FILE, and continue from FILE if it exists. The previous file is kept as
    /// FILE.previous; rename that if FILE is damaged
    #[arg(long, value_name = "FILE", help_heading = "Solving")]
    checkpoint: Option<PathBuf>,
    /// Seconds between checkpoints [default: 60, or more if writing would take over a hundredth of
    /// the time]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "checkpoint",
        allow_negative_numbers = true, help_heading = "Solving")]
    checkpoint_every: Option<Duration>,
    #[command(flatten)]
    run: RunArgs,
    /// Also solve on one worker, alternately and each time with an empty table, and show where the
    /// speed-up comes from
    #[arg(long, conflicts_with_all = ["movetime", "nodes", "checkpoint"], help_heading = "Output")]
    compare: bool,
    #[command(flatten)]
    reps: RepsArgs,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=604_800.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| {
        format!("got '{text}', expected seconds from 0.01 to 604800; try --checkpoint-every 60")
    })
}

pub(in crate::cli) fn run(args: &SolveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    let hash = affordable(args.proof.hash, &args.run.pool)?;
    let what = Solve {
        position: *place.position(),
        board: place.name,
        game: place.game,
        value_only: args.proof.value_only,
        limits: Limits { movetime: args.movetime.map(Duration::from_millis), nodes: args.nodes },
    };
    let solver = Solver::new(&what.game, hash);
    let drawn = what.position.drawn();
    let checkpoint = args.checkpoint.as_deref().map(|path| open(path, args, &solver, drawn)).transpose()?;
    let sinks = open_sinks(args)?;
    let run = args.run.run(&sinks, interrupt)?;
    let compared = match args.reps.compared(args.compare) {
        None => Comparison { run: what.solve(&solver, checkpoint, &run, &say), baseline: None },
        Some(reps) => {
            // Memory suffices for one table only.
            drop(solver);
            repeat(&what, hash, reps, &args.run.delivery.run(args.run.pool.pool_of(1)?, interrupt), &run)
        }
    };
    let Comparison { run: solved, baseline } = compared;
    let lost = solved.checkpoint_failure().map(|error| {
        let left = match solved.is_whole() {
            true => "the answer is whole, try --checkpoint on another disk",
            false => "what was proved since the one before is lost, try again with more room for it",
        };
        format!("got '{error}' for the last checkpoint, expected it to be kept; {left}")
    });
    let finished = what.finish(solved, baseline, run.pool.threads(), run.detail);
    let exit = args.run.delivery.deliver(finished, sinks, interrupt)?;
    lost.map_or(Ok(exit), |why| Err(Failure::Run(why)))
}

fn repeat(what: &Solve, hash: usize, reps: usize, one: &Run, all: &Run) -> Comparison<SolveOutcome> {
    let solve = |run| what.solve(&Solver::new(&what.game, hash), None, run, &say);
    let mut turns = Repetitions::default();
    for _ in 0..reps {
        turns.add_baseline(&solve(one));
        turns.add_run(solve(all));
        if all.interrupt.requested() {
            break;
        }
    }
    turns.compared(all.interrupt.requested())
}

fn open(path: &Path, args: &SolveArgs, solver: &Solver, drawn: u64) -> Result<Checkpoint, Failure> {
    let checkpoint = Checkpoint::open(path, args.checkpoint_every, solver, drawn)
        .map_err(|why| Failure::usage(format!("--checkpoint: {why}; try {}", advice(&why))))?;
    let path = checkpoint.path();
    if let Some(from) = checkpoint.from().filter(|from| *from != path) {
        say(&format!("got no {}, going on from {}", path.display(), from.display()));
    }
    Ok(checkpoint)
}

fn advice(why: &CheckpointError) -> String {
    match why {
        CheckpointError::Damaged { previous: Some([path, previous]), .. } => {
            format!("mv {} {}, the one before it, which is whole", previous.display(), path.display())
        }
        CheckpointError::OtherTable(_, got, _) => format!("--hash {got}"),
        _ => "another file".to_owned(),
    }
}

/// Opens the recording's files, which must differ from the solve's.
fn open_sinks(args: &SolveArgs) -> Result<Sinks, Failure> {
    let checkpoint = args.checkpoint.as_deref();
    let previous = checkpoint.map(|path| path.with_added_extension("previous"));
    let checkpoint = checkpoint.map(|path| ("--checkpoint", path));
    let previous = previous.as_deref().map(|path| ("--checkpoint (FILE.previous)", path));
    let others: Vec<_> = [args.place.file(), checkpoint, previous].into_iter().flatten().collect();
    args.run.delivery.open(&others)
}
