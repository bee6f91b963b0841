//! `sparring backgammon external`.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::play::thinker;
use super::search::DiceArgs;
use crate::cli::args::{PoolArgs, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::say;
use crate::protocol::backgammon::gnubg::{self, ExternalError};

const EXAMPLES: &str = "\
Examples:
  sparring backgammon external --port 4321 --log game.log
  sparring backgammon external --port 0 --depth 2
and then in gnubg:
  set player 0 external localhost:4321
  new match 5";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ExternalArgs {
    /// Port of this machine to wait for gnubg on; 0 takes any free one. In gnubg: set player 0
    /// external localhost:PORT
    #[arg(long, value_name = "PORT", value_parser = whole::<u16>(0..=u16::MAX.into(), "--port 4321"), allow_negative_numbers = true)]
    port: u16,
    /// File for the game log, a line for each position and answer; an existing file is continued
    /// [default: standard output]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
}

/// Waits for gnubg and plays until it leaves.
pub(in crate::cli) fn run(args: &ExternalArgs) -> Result<Exit, Failure> {
    let mut thinker = thinker(&args.search, &args.pool)?;
    let another = args.port.checked_add(1).unwrap_or(4321);
    let listener =
        gnubg::listen(args.port).map_err(|why| Failure::usage(format!("{why}; try --port {another}")))?;
    let log: Box<dyn Write> = match &args.log {
        None => Box::new(io::stdout()),
        Some(path) => Box::new(File::options().append(true).create(true).open(path).map_err(|error| {
            Failure::usage(format!(
                "--log: got '{}' ({error}), expected a file that can be written; try game.log",
                path.display()
            ))
        })?),
    };
    let address = listener.local_addr().map_or_else(|_| args.port, |address| address.port());
    say(&format!("waiting for gnubg: set player 0 external localhost:{address}"));
    match gnubg::host(&listener, &mut thinker, log) {
        Ok(served) => {
            say(&format!("gnubg has left after {} decisions", served.decisions));
            Ok(Exit::Done)
        }
        Err(ExternalError::Log(error)) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::Closed),
        Err(error) => Err(Failure::Run(error.to_string())),
    }
}
