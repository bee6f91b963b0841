//! `sparring backgammon external`.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::time::Duration;

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
  sparring backgammon external --port 4321 --connections 100 --timeout 60000
and then in gnubg:
  set player 0 external localhost:4321
  new match 5";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct ExternalArgs {
    /// Port of this machine to wait for gnubg on; 0 takes any free one. In gnubg: set player 0
    /// external localhost:PORT
    #[arg(
        long, value_name = "PORT", value_parser = whole::<u16>(0..=u16::MAX.into(), "--port 4321"),
        allow_negative_numbers = true
    )]
    port: u16,
    /// File for the game log, a line for each position and answer; an existing file is continued
    /// [default: standard output]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Number of connections to serve, one after the other. With more than one, a failed connection
    /// is reported on standard error and the next one is awaited
    #[arg(
        long, value_name = "N", default_value_t = 1,
        value_parser = whole::<u64>(1..=1_000_000_000, "--connections 100"),
        allow_negative_numbers = true
    )]
    connections: u64,
    /// Milliseconds that gnubg may take to send a line; then the connection is closed. gnubg is
    /// also silent while a person thinks [default: no limit]
    #[arg(
        long, value_name = "MS", value_parser = whole::<u64>(1..=1_000_000_000, "--timeout 60000"),
        allow_negative_numbers = true
    )]
    timeout: Option<u64>,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    pool: PoolArgs,
}

pub(in crate::cli) fn run(args: &ExternalArgs) -> Result<Exit, Failure> {
    let mut thinker = thinker(&args.search, &args.pool, args.pool.pool()?)?;
    let another = args.port.checked_add(1).unwrap_or(4321);
    let listener =
        gnubg::listen(args.port).map_err(|why| Failure::usage(format!("{why}; try --port {another}")))?;
    let mut log: Box<dyn Write> = match &args.log {
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
    let mut failed = 0;
    for _ in 0..args.connections {
        match gnubg::host(&listener, &mut thinker, &mut log, args.timeout.map(Duration::from_millis)) {
            Ok(served) => say(&format!("gnubg has left after {} decisions", served.decisions)),
            Err(ExternalError::Log(error)) if error.kind() == ErrorKind::BrokenPipe => {
                return Err(Failure::Closed);
            }
            Err(error) if args.connections == 1 || matches!(error, ExternalError::Log(_)) => {
                return Err(Failure::Run(error.to_string()));
            }
            Err(error) => {
                failed += 1;
                say(&error.to_string());
            }
        }
    }
    if failed > 0 {
        return Err(Failure::Run(format!(
            "got {failed} of {} connections that failed, expected none; try to look at the lines above",
            args.connections
        )));
    }
    Ok(Exit::Done)
}
