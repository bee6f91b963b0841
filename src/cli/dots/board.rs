use clap::Args;

use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use sparring_engine::games::dots::{Board, Size};

const EXAMPLES: &str = "\
Examples:
  sparring dots board 2x2 > 2x2.txt
  sparring dots bestmove --config 2x2.txt --rules alternate --depth 9";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct WriteArgs {
    /// Rows and columns of boxes: 3x4 has 4x5 dots
    #[arg(value_name = "RxC", allow_hyphen_values = true)]
    size: Size,
}

pub(in crate::cli) fn run(args: &WriteArgs) -> Result<Exit, Failure> {
    print(&Board::grid(args.size).to_config()).map(|()| Exit::Done)
}
