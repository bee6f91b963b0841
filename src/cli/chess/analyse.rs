//! `sparring chess analyse`.

use clap::Args;

use super::bestmove::DEPTH;
use crate::cli::analyse::BatchArgs;
use crate::cli::args::{LinesArgs, SearchArgs};
use crate::cli::failure::{Exit, Failure};
use crate::run::{ChessAnalysis, Interrupt};

const EXAMPLES: &str = "\
Lines: FEN or EPD, whose id becomes the answer's, or objects such as
  {\"id\":\"x\",\"fen\":\"...\",\"depth\":6,\"movetime\":100,\"nodes\":10000}

Examples:
  sparring chess analyse --depth 6 <<< '7k/8/5K2/6Q1/8/8/8/8 w - -'
  sparring chess analyse --resume answers.jsonl \\
    <<< '{\"id\":7,\"fen\":\"7k/8/5K2/6Q1/8/8/8/8 w - -\",\"depth\":4}'";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct AnalyseArgs {
    #[command(flatten)]
    search: SearchArgs<DEPTH>,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

pub(in crate::cli) fn run(args: &AnalyseArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let what = ChessAnalysis { settings: args.search.settings().with_lines(args.lines.multipv) };
    args.batch.run(&what, args.search.hash(&args.batch.pool)?, interrupt)
}
