//! `sparring backgammon bestmove` where the score or the cube matters.

use super::bestmove::BestmoveArgs;
use super::place::Place;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::say;
use crate::run::{CubefulPlay, Interrupt, cubeful_play};
use sparring_engine::cubeful::Cubeful;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::MatchState;
use sparring_engine::games::backgammon::cube::{Efficiency, MatchEquity, Stakes};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::search::Filter;

/// How to look ahead at a score, if the plays are to be chosen so: flags ask for it, or the
/// position has a score or a turned cube and no flag of another search is given.
///
/// # Errors
/// Bad usage if flags ask for both.
pub(super) fn asked(args: &BestmoveArgs, said: &MatchState) -> Result<Option<(u32, Filter)>, Failure> {
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

/// Finds the best play at the score, or says what to do with the cube if there are no dice.
pub(super) fn run(
    args: &BestmoveArgs,
    place: &Place,
    ahead: (u32, Filter),
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let state = args.stakes.read(&place.state)?;
    let table = args.stakes.table()?;
    let cubeful = Cubeful::new(Network::built_in(), &state, &table, Efficiency::default());
    let cubeful = cubeful.map_err(Failure::usage)?;
    let quiet = || args.run.pool.quiet_pool();
    let bearoff = if args.search.bearoff { args.search.databases(&quiet()?)? } else { None };
    let cubeful = cubeful.informed(bearoff.as_deref());
    let position = place.position;
    let Some(roll) = args.roll.given().or(place.roll) else {
        let pool = quiet()?;
        let found = pool.install_in(&pool.cancel_scope(), |task| cubeful.decide(task, &position, ahead.0));
        let found = found.expect("nobody cancels this scope");
        return Err(Failure::usage(format!(
            "got no dice, expected --roll or an identifier with dice; before them the cube: {found}; try --roll 31, \
             or sparring backgammon cube"
        )));
    };
    let asked = CubefulPlay { position, roll, ahead, lines: args.lines.top };
    let sinks = args.run.told.open(&args.stakes.files())?;
    let pool = args.run.recording_pool(&sinks)?;
    match cubeful_play(&cubeful, &asked, &pool, (interrupt, args.run.told.view(), args.run.told.detail())) {
        Some(finished) => args.run.told.deliver(finished, sinks, interrupt),
        None => {
            say("interrupted before the plays were looked at; try less --depth");
            Ok(Exit::Interrupted)
        }
    }
}
