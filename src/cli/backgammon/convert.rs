//! `sparring backgammon convert`.

use std::path::PathBuf;

use clap::Args;

use super::match_file::{read_match, say_assumed};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use sparring_engine::games::backgammon::{MatchRecord, MatchState};
use sparring_report::counted;
use sparring_run::OutputFile;

const EXAMPLES: &str = "\
Examples:
  sparring backgammon convert - game.mat <<< '(;GM[6];W[31hefe];B[52aclq])'
  sparring backgammon convert game.mat game.sgf";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ConvertArgs {
    /// File to read, SGF or .mat (its contents decide); - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write, which ends with .sgf or .mat; an existing one is replaced
    #[arg(value_name = "OUT")]
    output: PathBuf,
}

pub(in crate::cli) fn run(args: &ConvertArgs) -> Result<Exit, Failure> {
    let path = args.output.display();
    let format = args.output.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let write: fn(&MatchRecord) -> Result<String, String> = match format.as_deref() {
        Some("sgf") => |record| Ok(record.to_sgf()),
        Some("mat") => |record| record.to_mat().map_err(|why| why.to_string()),
        _ => {
            let why = format!("OUT: got '{path}', expected a name that ends with .sgf or .mat; try game.sgf");
            return Err(Failure::Usage(why));
        }
    };
    let record = read_match(&args.input).map_err(|why| Failure::Usage(format!("IN: {why}")))?;
    say_assumed(&args.input.display().to_string(), &record.assumed);
    let text = write(&record).map_err(|why| Failure::Usage(format!("OUT: {why}")))?;
    OutputFile::open("OUT", &args.output)?.write(text.as_bytes())?;
    print(&format!("{path}: {}\n", told(&record)))?;
    Ok(Exit::Done)
}

/// Returns text like `3 games, 120 turns, 5 points match, White 2, Black 6`.
fn told(record: &MatchRecord) -> String {
    let turns: usize = record.games().iter().map(|game| game.turns().len()).sum();
    let games = counted(record.games().len(), "game");
    let turns = counted(turns, "turn");
    let match_or_money = MatchState { score: [0, 0], crawford: false, ..*record.start_state() };
    let kind = match_or_money.to_string();
    let kind = kind.split(',').next().unwrap_or_default();
    let [white, black] = record.score();
    format!("{games}, {turns}, {kind}, White {white}, Black {black}")
}
