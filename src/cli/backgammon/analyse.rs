//! `sparring backgammon analyse`.

use clap::Args;

use super::place::RollArgs;
use super::search::{DiceArgs, TopArgs};
use crate::cli::analyse::BatchArgs;
use crate::cli::failure::{Exit, Failure};
use crate::run::{BackgammonAnalysis, Interrupt};

const EXAMPLES: &str = "\
Lines: identifiers with dice (without: --roll), or objects such as
  {\"id\":\"x\",\"position\":\"...\",\"roll\":\"31\",\"depth\":1,\"movetime\":100,\"nodes\":10000}

Examples:
  sparring backgammon analyse \\
    <<< XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10
  sparring backgammon analyse --roll 31 --eval pubeval --depth 0 \\
    <<< -b----E-C---eE---c-e----B-";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct AnalyseArgs {
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    lines: TopArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

pub(in crate::cli) fn run(args: &AnalyseArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let what = BackgammonAnalysis {
        evaluator: args.search.evaluator(&args.batch.pool)?,
        pruning: args.search.pruning(),
        pruning_at_depth: args.search.pruning_at_depth(),
        roll: args.roll.given(),
        settings: args.search.settings()?.with_lines(args.lines.top),
    };
    args.batch.run(&what, 0, interrupt)
}
