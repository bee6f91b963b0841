//! `sparring backgammon convert`.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use crate::run::OutputFile;
use sparring_engine::games::backgammon::{MAX_MATCH_BYTES, MatchRecord, MatchState};
use sparring_report::counted;

const EXAMPLES: &str = "\
Examples:
  sparring backgammon convert - game.mat <<< '(;GM[6];W[31hefe];B[52aclq])'
  sparring backgammon convert game.mat game.sgf";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ConvertArgs {
    /// File to read, SGF or .mat, which its contents say; - for the standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// File to write, which ends with .sgf or .mat; an existing one is replaced
    #[arg(value_name = "OUT")]
    output: PathBuf,
}

/// Reads, checks and writes a match.
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
    let record = read(&args.input)?;
    let text = write(&record).map_err(|why| Failure::Usage(format!("OUT: {why}")))?;
    OutputFile::open("OUT", &args.output)?.write(text.as_bytes())?;
    print(&format!("{path}: {}\n", told(&record)))?;
    Ok(Exit::Done)
}

/// The match of a file. Games in SGF begin with a parenthesis, those of .mat never do.
fn read(path: &Path) -> Result<MatchRecord, Failure> {
    let mut bytes = Vec::new();
    let limit = MAX_MATCH_BYTES as u64 + 1;
    let read = match path.to_str() {
        Some("-") => io::stdin().take(limit).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    let name = path.display();
    read.map_err(|error| {
        Failure::Usage(format!(
            "IN: got '{name}' ({error}), expected a match in SGF or .mat; try another file"
        ))
    })?;
    let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
    let record = if text.trim_ascii_start().starts_with(b"(") {
        MatchRecord::from_sgf(&bytes).map_err(|why| why.to_string())
    } else {
        MatchRecord::from_mat(&bytes).map_err(|why| why.to_string())
    };
    record.map_err(|why| Failure::Usage(format!("IN: {name}: {why}")))
}

/// `3 games, 120 turns, 5 points match, White 2, Black 6`.
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
