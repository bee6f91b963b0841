//! `sparring backgammon bestmove`.

use clap::{Arg, Args};

use super::bestmove_cube;
use super::place::{PlaceArgs, RollArgs};
use super::search::{ClampArgs, DiceArgs, TopArgs};
use super::stakes::StakesArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::run::{RepsArgs, RunArgs};
use crate::run::{BackgammonSearch, Interrupt};
use sparring_engine::games::backgammon::Roll;
use sparring_engine::search::DiceRequest;

const EXAMPLES: &str = "\
Examples:
  sparring backgammon bestmove --roll 31 --threads 2
  sparring backgammon bestmove --roll 42 --top 5 --length 5 --score 1,3
  sparring backgammon bestmove --depth 2 \\
    --position XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10";

/// Leaves a screen of help with the length of a match alone: who plays one looks for the rest.
fn stakes_in_short(arg: Arg) -> Arg {
    let hides = arg.get_help_heading() == Some("Stakes") && arg.get_id() != "length";
    if hides { arg.hide_short_help(true) } else { arg }
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_args(stakes_in_short))]
pub(in crate::cli) struct BestmoveArgs {
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    pub(super) roll: RollArgs,
    #[command(flatten)]
    pub(super) stakes: StakesArgs,
    #[command(flatten)]
    pub(super) search: DiceArgs,
    #[command(flatten)]
    pub(super) lines: TopArgs,
    #[command(flatten)]
    pub(super) clamp: ClampArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
    /// Search on one worker first and show where the speed-up comes from. par-star2 is compared
    /// with star2, and so on
    #[arg(long, conflicts_with_all = ["movetime", "nodes"], help_heading = "Output")]
    pub(super) compare: bool,
    #[command(flatten)]
    reps: RepsArgs,
}

pub(in crate::cli) fn run(args: &BestmoveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    if let Some(ahead) = bestmove_cube::asked(args, &place.state)?.filter(|_| !place.position.is_over()) {
        return bestmove_cube::run(args, &place, ahead, interrupt);
    }
    let roll = args.roll.read(&place)?;
    let clamp = args.clamp.read(args.search.eval)?;
    // A finished game is not searched, whatever the dice.
    let request = DiceRequest::new(
        place.position,
        roll.unwrap_or(Roll::ALL[0]),
        args.search.settings()?.with_lines(args.lines.top),
    );
    let request = DiceRequest { pruning: args.search.pruning(), ..request };
    let informed = args.search.evaluator(&args.run.pool)?.deciding(place.position.side());
    let what = BackgammonSearch::new(informed, roll, request);
    let what = match clamp {
        Some(limit) => what.clamped(limit),
        None => what,
    };
    args.run.bestmove(&what, args.reps.compared(args.compare), None, interrupt)
}
