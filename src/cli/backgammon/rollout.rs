//! `sparring backgammon rollout`.

use std::path::PathBuf;

use clap::{Arg, Args};

use super::bearoff::databases;
use super::place::{Place, PlaceArgs, RollArgs};
use super::stakes::StakesArgs;
use crate::cli::args::{PoolArgs, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::RunArgs;
use crate::cli::search::MAX_LINES;
use sparring_engine::Engine;
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Backgammon, Position, Roll, parse_play};
use sparring_engine::rollout::{Level, Plan};
use sparring_engine::search::{DiceRequest, Settings};
use sparring_run::{
    Interrupt, NamedFile, RolledPlays, RolloutCube, RolloutOutcome, RolloutRun, Sinks, open_rollout,
};

const EXAMPLES: &str = "\
Behind +- stands one standard error: of 100 such rollouts the values of some 95 lie
within two of it around the true one.

Examples:
  sparring backgammon rollout --roll 42 --top 3 --trials 36
  sparring backgammon rollout --roll 64 --play 24/14 --play '8/2 6/2' --trials 9
  sparring backgammon rollout --position -a-BaBC-A---eE---c-e----B- \\
    --length 7 --score 2,4 --trials 36 --truncate 7";

/// Hides the rules of the cube in the short help.
fn in_short_help(arg: Arg) -> Arg {
    let whole = matches!(arg.get_id().as_str(), "owner" | "crawford" | "jacoby" | "beavers");
    if whole { arg.hide_short_help(true) } else { arg }
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_args(in_short_help))]
pub(in crate::cli) struct RolloutArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// Two dice in any order: 31. Their plays are rolled out [default: those of the position;
    /// without dice the position before a roll is rolled out]
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    rollout: TrialArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Flags of the trials.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rollout")]
struct TrialArgs {
    /// Roll out the N best plays, as a search of depth 1 ranks them
    #[arg(
        long, value_name = "N", value_parser = whole::<usize>(1..=MAX_LINES, "--top 5"), default_value = "5",
        allow_negative_numbers = true
    )]
    top: usize,
    /// Roll out this play, and others for which the flag is repeated, instead of the best ones
    #[arg(long, value_name = "PLAY", conflicts_with = "top", allow_hyphen_values = true)]
    play: Vec<String>,
    /// With the cube, at the stakes of the position's identifier; implied by each flag under
    /// Stakes. Without dice the cube action before the roll is rolled out: no double, a double that
    /// is taken and, with beavers, one that is beavered
    #[arg(long)]
    cubeful: bool,
    /// Trials of each play. With 36 each first throw comes once, with 1296 each pair of throws
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(1..=Plan::MOST, "--trials 1296"),
        default_value = "1296", allow_negative_numbers = true
    )]
    trials: u64,
    /// Stop when enough is known: when the standard error of each difference to the best play (of
    /// each equity, before a roll) is X points or less, with the cube X units of the cube. This is
    /// checked every 324 trials
    #[arg(long, value_name = "X", value_parser = error, allow_negative_numbers = true)]
    until: Option<f64>,
    /// End a trial after N turns with the network's mean over the next roll [default: play it out]
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(0..=1000, "--truncate 10"),
        allow_negative_numbers = true
    )]
    truncate: Option<u32>,
    /// Choice of plays in the trials: 0, the best static value; 1, among the eight best of those
    /// the best by the replies to it, which takes about six times as long
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(0..=1, "--depth 0"), default_value = "0",
        allow_negative_numbers = true
    )]
    depth: u32,
    /// End trials with exact values where the bear-off database of both sides has them (see
    /// `sparring backgammon bearoff`): not those of matches
    #[arg(long, hide_short_help = true)]
    bearoff: bool,
    /// Keep the results in FILE every ten seconds and at the end, and continue from FILE if it
    /// exists: interruptions do not change the result. With more --trials it goes further. The
    /// previous file is kept as FILE.previous
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    checkpoint: Option<PathBuf>,
}

fn error(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|error| (1e-6..=1.0).contains(error)).ok_or_else(|| {
        format!("got '{text}', expected a standard error from 0.000001 to 1 point; try --until 0.005")
    })
}

pub(in crate::cli) fn run(args: &RolloutArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    if place.position.is_over() {
        return Err(Failure::usage(
            "got a game that is over, expected one that goes on; try another --position",
        ));
    }
    place.can_end()?;
    let what = what(args, &place)?;
    let opened = args.rollout.checkpoint.as_deref().map(|path| open_rollout(path, &what));
    let checkpoint = opened.transpose().map_err(Failure::of("--checkpoint"))?;
    let sinks = open_sinks(args)?;
    let RolloutOutcome { finished, checkpoint_failure } =
        what.run(checkpoint, &args.run.run(&sinks, interrupt)?);
    let exit = args.run.delivery.deliver(finished, sinks, interrupt)?;
    checkpoint_failure.map_or(Ok(exit), |why| {
        Err(Failure::Run(format!(
            "got '{why}' for the last checkpoint, expected it to be kept; the answer is whole, try --checkpoint on \
             another disk"
        )))
    })
}

fn what(args: &RolloutArgs, place: &Place) -> Result<RolloutRun, Failure> {
    let (trials, position) = (&args.rollout, place.position);
    let roll = args.roll.given().or(place.roll);
    let pool = &args.run.pool;
    let cube = stakes(args, place)?;
    let plays = match roll {
        None if !trials.play.is_empty() => {
            return Err(Failure::usage("got --play without dice, expected --roll; try --roll 31"));
        }
        None => None,
        Some(roll) if trials.play.is_empty() => {
            Some(RolledPlays { roll, results: best(&position, roll, cube.as_ref(), trials.top, pool)? })
        }
        Some(roll) => Some(RolledPlays { roll, results: named(&position, roll, &trials.play)? }),
    };
    let plan = Plan {
        trials: trials.trials,
        seed: pool.seed(),
        truncate: trials.truncate,
        level: if trials.depth == 0 { Level::Static } else { Level::Ahead },
        until: trials.until,
    };
    let bearoff = if trials.bearoff { Some(databases(pool)?) } else { None };
    Ok(RolloutRun { position, plays, plan, bearoff, cube })
}

fn stakes(args: &RolloutArgs, place: &Place) -> Result<Option<RolloutCube>, Failure> {
    if !(args.rollout.cubeful || args.stakes.is_given()) {
        place.ignores_stakes("--cubeful");
        return Ok(None);
    }
    let state = args.stakes.read(&place.state)?;
    if args.rollout.bearoff && state.length > 0 {
        return Err(Failure::usage(
            "--bearoff: got a match, expected money, which the database knows with the cube; try without it",
        ));
    }
    let (got, most) = (args.rollout.trials, Plan::MOST_WITH_CUBE);
    if got > most {
        return Err(Failure::usage(format!(
            "--trials: got {got} with the cube, expected at most {most}; try --trials {most}"
        )));
    }
    RolloutCube::new(state, args.stakes.table()?.into_owned()).map(Some).map_err(Failure::usage)
}

fn best(
    position: &Position,
    roll: Roll,
    cube: Option<&RolloutCube>,
    most: usize,
    pool: &PoolArgs,
) -> Result<Vec<Position>, Failure> {
    if let Some(cube) = cube {
        return Ok(cube.best_plays(position, roll, most, &pool.quiet_pool()?));
    }
    let request = DiceRequest::new(*position, roll, Settings::depth(1).with_lines(most));
    let engine = Engine::new(Backgammon, pool.quiet_pool()?, 0);
    let answer = engine.answer(Network::built_in(), &request);
    let last = answer.last.expect("the game goes on");
    Ok(last.lines.into_iter().map(|line| line.pv[0]).collect())
}

fn named(position: &Position, roll: Roll, plays: &[String]) -> Result<Vec<Position>, Failure> {
    let legal = position.results(roll);
    let legal = position.play_to(roll, &legal[0]).unwrap_or_default();
    let refused = |why: String| {
        let hint = if why.contains("; try ") { String::new() } else { format!("; try --play '{legal}'") };
        Failure::usage(format!("--play: {why}{hint}"))
    };
    let mut results = Vec::new();
    for text in plays {
        let got = text.escape_debug();
        let result = parse_play(position, roll, text)
            .map_err(|why| refused(format!("got '{got}', expected a legal play: {why}")))?;
        if results.contains(&result) {
            return Err(refused(format!("got '{got}' twice, expected different plays")));
        }
        results.push(result);
    }
    Ok(results)
}

fn open_sinks(args: &RolloutArgs) -> Result<Sinks, Failure> {
    let checkpoint = args.rollout.checkpoint.as_deref();
    let previous = checkpoint.map(|path| path.with_added_extension("previous"));
    let checkpoint = checkpoint.map(|path| ("--checkpoint", path));
    let previous = previous.as_deref().map(|path| ("--checkpoint (FILE.previous)", path));
    let others: Vec<NamedFile<'_>> =
        [checkpoint, previous].into_iter().flatten().chain(args.stakes.files()).collect();
    args.run.delivery.open(&others)
}
