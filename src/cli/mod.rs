//! The command line: flags, dispatch, exit codes.
//!
//! `sparring <game> <verb> [options]`. Results go to standard output, everything else to standard error. Exit codes: 0 done
//! (also if nobody reads the results to their end), 1 the run failed, 2 bad usage, 130 interrupted.

mod args;
mod backgammon;
mod chess;
mod dots;
mod failure;
mod output;
mod read;
mod reproduce;
mod run;
mod sched;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use failure::{Exit, Failure, usage_line};
use output::{print, say};

use crate::run::{INTERRUPTED, Interrupt};

/// Speculative fork-join with exact accounting, and games searched on it
#[derive(Parser, Debug)]
#[command(
    name = "sparring",
    version,
    max_term_width = 110,
    subcommand_required = true,
    arg_required_else_help = false
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Chess: the best move, the number of move sequences, a game at the terminal
    #[command(subcommand, arg_required_else_help = false)]
    Chess(chess::Chess),
    /// Backgammon: plays, the best one, games and matches, bear-off databases
    #[command(subcommand, arg_required_else_help = false)]
    Backgammon(Box<backgammon::Backgammon>),
    /// Dots and boxes: exact solutions, the best move, a game at the terminal
    #[command(subcommand, arg_required_else_help = false)]
    Dots(Box<dots::Dots>),
    /// The scheduler by itself: what forks, thefts, cuts and idling cost
    Sched(sched::SchedArgs),
    /// An ancestor's experiment, on the same parameters, beside its figures
    Reproduce(reproduce::ReproduceArgs),
}

/// Does what the arguments say, the first being the program's name, and tells how it ended.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let result = match Cli::try_parse_from(args) {
        Ok(cli) => Interrupt::install()
            .map_err(Failure::from)
            .and_then(|interrupt| dispatch(&cli.command, &interrupt)),
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            print(&error.to_string()).map(|()| Exit::Done)
        }
        Err(error) => Err(Failure::Usage(usage_line(&error))),
    };
    match result {
        Ok(Exit::Done) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(Exit::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(Failure::Run(why)) => {
            say(&why);
            ExitCode::from(1)
        }
        Err(Failure::Usage(why)) => {
            say(&why);
            ExitCode::from(2)
        }
    }
}

fn dispatch(command: &Command, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match command {
        Command::Chess(verb) => chess::run(verb, interrupt),
        Command::Backgammon(verb) => backgammon::run(verb, interrupt),
        Command::Dots(verb) => dots::run(verb, interrupt),
        Command::Sched(args) => sched::run(args),
        Command::Reproduce(args) => reproduce::run(args, interrupt),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn clap_finds_no_fault_in_the_flags() {
        super::Cli::command().debug_assert();
    }
}
