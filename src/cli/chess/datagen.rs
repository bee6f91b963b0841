//! `sparring chess datagen`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{PoolArgs, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::show;
use sparring_engine::games::chess::training::GamesHeader;
use sparring_report::{GeneratedDocument, Ledger};
use sparring_run::{Datagen, GamesFile, Interrupt, Run, datagen};

const EXAMPLES: &str = "\
`tools/train` makes a network of such files; their format is described in
`sparring help formats`. The second example goes on with the file of the first.

Examples:
  sparring chess datagen games.bin --games 4 --nodes 200
  sparring chess datagen games.bin --games 8 --nodes 200 --json";

/// Most games of a file, which would take hundreds of terabytes.
const MAX_GAMES: u64 = 1 << 40;

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct DatagenArgs {
    /// File of games; an existing one is continued
    file: PathBuf,
    /// Games in the finished file
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(1..=MAX_GAMES, "--games 10000"),
        default_value = "10000", allow_negative_numbers = true
    )]
    games: u64,
    /// Nodes for each move: no further depth is begun after them
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=10_000_000, "--nodes 600"),
        default_value = "600", allow_negative_numbers = true
    )]
    nodes: u32,
    /// Random moves at the beginning of each game; by chance half of the games have one more
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(0..=40, "--random 8"),
        default_value = "8", allow_negative_numbers = true
    )]
    random: u32,
    #[command(flatten)]
    pool: PoolArgs,
    /// Print one JSON document
    #[arg(long, help_heading = "Output")]
    json: bool,
}

pub(in crate::cli) fn run(args: &DatagenArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let header = GamesHeader { seed: args.pool.seed(), nodes: args.nodes, random: args.random };
    let path = args.file.display();
    let file = GamesFile::open(&args.file, &header).map_err(|error| {
        Failure::usage(format!(
            "got '{path}' ({error}), expected a file of games of --seed {} --nodes {} --random {}; try a new file",
            header.seed, header.nodes, header.random
        ))
    })?;
    let what = Datagen { header, games: args.games };
    let outcome = datagen(&what, file.games, file.file, &Run::new(args.pool.pool()?, interrupt));
    let keys = outcome.keys();
    let generated = outcome.value.map_err(|error| {
        Failure::Run(format!("{path}: got '{error}' while writing; try the same command again to go on"))
    })?;
    let document = GeneratedDocument {
        game: "chess",
        file: path.to_string(),
        seed: header.seed,
        earlier: file.games,
        games: generated.games,
        plies: generated.plies,
        results: generated.results,
        threads: keys.threads,
        time_ns: keys.time_ns,
        ledger: Ledger::of(&outcome.observed.snapshot),
    };
    show(args.json, &document, || document.to_string())?;
    Ok(Exit::of(interrupt))
}
