//! `sparring backgammon bestmove`.

use clap::{Arg, Args};

use super::place::{Place, PlaceArgs, RollArgs};
use super::search::{ClampArgs, DiceArgs, TopArgs};
use super::stakes::StakesArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{interrupted, say};
use crate::cli::run::{RepsArgs, RunArgs};
use sparring_engine::cubeful::{Cubeful, Lookahead};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{Efficiency, MatchEquity, Stakes};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{MatchState, Roll};
use sparring_engine::search::DiceRequest;
use sparring_run::{BackgammonSearch, CubefulPlay, Interrupt, cubeful_play};

const EXAMPLES: &str = "\
Examples:
  sparring backgammon bestmove --roll 31 --threads 2
  sparring backgammon bestmove --roll 42 --top 5 --length 5 --score 1,3
  sparring backgammon bestmove --depth 2 \\
    --position XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10";

/// Hides all stakes but the length in the short help.
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
    roll: RollArgs,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    lines: TopArgs,
    #[command(flatten)]
    clamp: ClampArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Search on one worker first and show where the speed-up comes from. par-star2 is compared
    /// with star2, and so on
    #[arg(long, conflicts_with_all = ["movetime", "nodes"], help_heading = "Output")]
    compare: bool,
    #[command(flatten)]
    reps: RepsArgs,
}

pub(in crate::cli) fn run(args: &BestmoveArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let place = args.place.read()?;
    if let Some(ahead) = ahead_with_cube(args, &place.state)?.filter(|_| !place.position.is_over()) {
        return with_cube(args, &place, ahead, interrupt);
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

/// The lookahead if flags ask for the cube, or if the position has a score or turned cube
/// and no flag asks for another search.
///
/// # Errors
/// Bad usage if flags ask for both.
fn ahead_with_cube(args: &BestmoveArgs, said: &MatchState) -> Result<Option<Lookahead>, Failure> {
    let is_given = args.stakes.is_given();
    if !is_given && !said.matters() {
        return Ok(None);
    }
    if !is_given && let Err(why) = Stakes::new(said, Side::First, MatchEquity::built_in()) {
        say(&format!("the score and the cube of the position are not looked at: {why}"));
        return Ok(None);
    }
    let only_cubeless = [("--compare", args.compare), ("--clamp", args.clamp.is_given())];
    let ahead = match only_cubeless.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => Err(flag.to_owned()),
        None => args.search.ahead_with_cube(),
    };
    match ahead {
        Ok(ahead) => Ok(Some(ahead)),
        Err(flag) if is_given => Err(Failure::usage(format!(
            "got {flag} at a score or with a cube, expected a search with the network, at most three plies deep; \
             try without {}",
            flag.split(' ').next().unwrap_or_default()
        ))),
        Err(flag) => {
            say(&format!("because of {flag} the score and the cube of the position are not looked at"));
            Ok(None)
        }
    }
}

/// Finds the best play. Without dice, the error contains the cube action.
fn with_cube(
    args: &BestmoveArgs,
    place: &Place,
    ahead: Lookahead,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let state = args.stakes.read(&place.state)?;
    let table = args.stakes.table()?;
    let cubeful = Cubeful::new(Network::built_in(), &state, &table, Efficiency::default());
    let cubeful = cubeful.map_err(Failure::usage)?;
    let bearoff = args.search.databases(&args.run.pool)?;
    let cubeful = cubeful.informed(bearoff.as_deref());
    let position = place.position;
    let Some(roll) = args.roll.given().or(place.roll) else {
        let pool = args.run.pool.quiet_pool()?;
        let found =
            pool.install_in(&pool.cancel_scope(), |task| cubeful.decide(task, &position, ahead.depth));
        let found = found.expect("nobody cancels this scope");
        return Err(Failure::usage(format!(
            "got no dice, expected --roll or an identifier with dice; before them the cube: {found}; try --roll 31, \
             or sparring backgammon cube"
        )));
    };
    let asked = CubefulPlay { position, roll, ahead, lines: args.lines.top };
    let sinks = args.run.delivery.open(&args.stakes.files())?;
    match cubeful_play(&cubeful, &asked, &args.run.run(&sinks, interrupt)?) {
        Some(finished) => args.run.delivery.deliver(finished, sinks, interrupt),
        None => interrupted("interrupted before the plays were looked at; try less --depth"),
    }
}
