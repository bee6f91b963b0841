use clap::Args;

use super::bestmove::DotsDefaults;
use super::place::{BoardArgs, NamedBoard};
use crate::cli::analyse::BatchArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::search::{LinesArgs, SearchArgs};
use sparring_engine::games::dots::Dots;
use sparring_run::{DotsAnalysis, Interrupt};

const EXAMPLES: &str = "\
Lines: edges drawn as hexadecimal numbers, bit i being edge i, or objects such as
  {\"id\":\"x\",\"drawn\":\"1f\",\"depth\":9,\"movetime\":100,\"nodes\":10000}

Examples:
  sparring dots analyse --size 4x4 --depth 8 <<< 1f
  sparring dots analyse --jobs 2 --unordered \\
    <<< '{\"id\":\"a\",\"drawn\":\"ff\",\"nodes\":10000}'";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct AnalyseArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    search: SearchArgs<DotsDefaults>,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

pub(in crate::cli) fn run(args: &AnalyseArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let NamedBoard { board, name } = args.board.read()?;
    let game = Dots::new(board, args.board.rules);
    let settings = args.search.settings()?.with_lines(args.lines.multipv);
    let what = DotsAnalysis { game, board: name, settings };
    args.batch.run(&what, |_| args.search.hash(&args.batch.pool), interrupt)
}
