//! `sparring backgammon ubgi`.

use std::io;

use clap::Args;

use super::play::thinker;
use super::search::DiceArgs;
use crate::cli::args::PoolArgs;
use crate::cli::failure::{Exit, Failure};
use crate::protocol::backgammon::{Thinker, Ubgi};
use sparring_engine::Engine;
use sparring_engine::games::backgammon::Backgammon;

const EXAMPLES: &str = "\
Keys, as keys lists them:
  game.variant    backgammon
  engine.ply      plies to look ahead, one more than --depth: 1 values each play
  engine.filter   the most plays that are looked at and how far they may be behind
                  the best, as --filter, or all
  engine.threads  workers
  engine.evalmode cubeful: plays by the score and the cube of the position;
                  cubeless: by points

The commands of version 0.1 are understood, too: setoption (Threads, Ply, Filter,
EvalMode; Seed and Deterministic change nothing), newsession, setscore, setcube,
setturn, and go role with depth (as engine.ply), movetime or nodes. Player p0 is
White. An identifier with a score has the last word until another command.

Examples:
  sparring backgammon ubgi <<< ubgi
  sparring backgammon ubgi --threads 2 <<< keys
and then, for instance:
  position gnubgid 4HPwATDgc/ABMA
  dice 3 1
  go";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct UbgiArgs {
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
}

pub(in crate::cli) fn run(args: &UbgiArgs) -> Result<Exit, Failure> {
    let begin = thinker(&args.search, &args.pool, args.pool.quiet_pool()?)?;
    let make = |threads, like: &Thinker| {
        let pool = PoolArgs::of(threads).quiet_pool().map_err(|failure| match failure {
            Failure::Usage(why) | Failure::Run(why) => why.replace("--threads", "engine.threads"),
            Failure::Closed => "got a closed output, expected an open one; try again".to_owned(),
        })?;
        Ok(Thinker {
            engine: Engine::new(Backgammon, pool, 0),
            evaluator: like.evaluator.clone(),
            settings: like.settings,
            pruning: like.pruning,
        })
    };
    Ubgi::new(begin, &make).serve(io::stdin().lock(), io::stdout().lock())?;
    Ok(Exit::Done)
}
