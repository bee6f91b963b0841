//! `sparring chess board`.

use clap::Args;

use crate::cli::args::one_of;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use sparring_engine::games::chess::NamedBoard;

const EXAMPLES: &str = "\
Examples:
  sparring chess board
  sparring chess board stamma > stamma.txt
  sparring chess bestmove --board-file stamma.txt --side black --depth 4

A board file has no side to move: Black is to move where --board-file reads it, unless --side says
otherwise.";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct BoardArgs {
    /// Board by name; without one, all names are listed with their positions in FEN
    #[arg(
        value_name = "NAME",
        value_parser = one_of(NamedBoard::ALL.map(|board| (board.name(), board))),
    )]
    board: Option<NamedBoard>,
}

pub(in crate::cli) fn run(args: &BoardArgs) -> Result<Exit, Failure> {
    let line = |board: NamedBoard| format!("{:<10} {}\n", board.name(), board.fen());
    let text = match args.board {
        Some(board) => board.position().to_board_file(),
        None => NamedBoard::ALL.map(line).concat(),
    };
    print(&text).map(|()| Exit::Done)
}
