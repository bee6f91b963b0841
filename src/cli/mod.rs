//! The command line: flags, dispatch, exit codes.
//!
//! `sparring <game> <verb> [options]`. Results go to standard output, everything else to standard
//! error.
//!
//! | exit code | meaning |
//! |---|---|
//! | 0 | done, also if the reader of standard output has gone away |
//! | 1 | the run failed |
//! | 2 | bad usage |
//! | 130, 143, 129 | interrupted: by Ctrl-C, SIGTERM, SIGHUP |

mod analyse;
mod args;
mod backgammon;
mod bench;
mod chess;
mod documents;
mod dots;
mod failure;
mod first_words;
mod help;
mod machine;
mod output;
mod read;
mod reproduce;
mod run;
mod scaling;
mod sched;
mod search;
mod self_play;
mod simulate;
mod terminal;
mod topology;
mod uci;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use backgammon::Backgammon;
use chess::Chess;
use dots::Dots;
use failure::{Exit, Failure, usage_line};
use output::{print, say};

use sparring_run::Interrupt;

const EXAMPLES: &str = "\
Examples:
  sparring chess bestmove --board ruy-lopez --strategy ybw --depth 7 --threads 2
  sparring dots solve --size 3x3

Topics: sparring help documents, sparring help json, sparring help formats, sparring help cube,
        sparring help timeline";

/// Speculative fork-join with exact accounting, and games searched on it
#[derive(Parser, Debug)]
#[command(
    name = "sparring",
    version,
    max_term_width = 110,
    subcommand_required = true,
    arg_required_else_help = false,
    disable_help_subcommand = true,
    after_help = EXAMPLES
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Chess: find the best move, count move sequences, play at the terminal
    #[command(subcommand, arg_required_else_help = false)]
    Chess(Box<Chess>),
    /// Backgammon: find the best play, list plays, play games and matches, compute bear-off
    /// databases
    #[command(subcommand, arg_required_else_help = false)]
    Backgammon(Box<Backgammon>),
    /// Dots and boxes: solve a position, find the best move, play at the terminal
    #[command(subcommand, arg_required_else_help = false)]
    Dots(Box<Dots>),
    /// Play chess under a graphical interface or in tournaments: the protocol UCI
    Uci(uci::UciArgs),
    /// Search fixed chess positions on one worker; print the nodes, always the same, and their rate
    Bench(bench::BenchArgs),
    /// Measure the scheduler alone: the cost of forks, thefts, cuts and idling
    Sched(sched::SchedArgs),
    /// Search on many workers in virtual time: predict scheduler and search on a machine with as
    /// many processors
    #[command(subcommand, arg_required_else_help = false)]
    Simulate(Box<simulate::Simulate>),
    /// Repeat an earlier program's experiment and show both programs' figures, or measure how the
    /// searches scale
    Reproduce(reproduce::ReproduceArgs),
    /// Explain a topic (json, documents, formats, cube, timeline) or a command
    Help(help::HelpArgs),
    /// Print the completions of a shell
    Completions(help::CompletionsArgs),
    /// Print the manual page of a command
    Man(help::ManArgs),
}

/// Runs the program with these arguments, the first of which is its name.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let interrupt = Interrupt::default();
    match run(help::help_first(args.into_iter().collect()), &interrupt) {
        Ok(Exit::Done) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(Exit::Interrupted) => ExitCode::from(interrupt.exit_code()),
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

fn run(mut args: Vec<OsString>, interrupt: &Interrupt) -> Result<Exit, Failure> {
    output::check()?;
    if args.len() == 1 && uci::is_spoken() {
        args.push("uci".into());
    }
    let program = Cli::command();
    let args = first_words::spelt_out(args, &program);
    match parsed(args.clone()) {
        Ok(cli) => {
            interrupt.install().map_err(|error| {
                Failure::Run(format!("got '{error}' while taking over Ctrl-C; try again"))
            })?;
            dispatch(&cli.command, interrupt)
        }
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            print(&error.to_string()).map(|()| Exit::Done)
        }
        Err(error) => {
            let ours = |flag: &str| first_words::instead_of(flag, &args, &program);
            Err(Failure::Usage(no_game(&error).unwrap_or_else(|| usage_line(&error, ours))))
        }
    }
}

fn parsed(args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let program = help::told(Cli::command(), help::length(&args));
    Cli::from_arg_matches(&program.try_get_matches_from(args)?)
}

fn no_game(error: &clap::Error) -> Option<String> {
    let got = error.get(ContextKind::InvalidSubcommand)?.to_string();
    let program = Cli::command();
    let games = program.get_subcommands().filter(|game| game.find_subcommand(&got).is_some());
    let games: Vec<&str> = games.map(clap::Command::get_name).collect();
    let first = games.first()?;
    let all = games.join(", ");
    Some(format!("got '{got}', expected a game that has it before it ({all}); try sparring {first} {got}"))
}

fn dispatch(command: &Command, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match command {
        Command::Chess(verb) => match &**verb {
            Chess::Bestmove(args) => chess::bestmove::run(args, interrupt),
            Chess::Analyse(args) => chess::analyse::run(args, interrupt),
            Chess::Board(args) => chess::board::run(args),
            Chess::Suite(args) => chess::suite::run(args, interrupt),
            Chess::Datagen(args) => chess::datagen::run(args, interrupt),
            Chess::Perft(args) => chess::perft::run(args, interrupt),
            Chess::Match(args) => chess::r#match::run(args, interrupt),
            Chess::Openings(args) => chess::openings::run(args, interrupt),
            Chess::Play(args) => chess::play::run(args, interrupt),
        },
        Command::Backgammon(verb) => match &**verb {
            Backgammon::Bestmove(args) => backgammon::bestmove::run(args, interrupt),
            Backgammon::Analyse(args) => backgammon::analyse::run(args, interrupt),
            Backgammon::Moves(args) => backgammon::moves::run(args, interrupt),
            Backgammon::Perft(args) => backgammon::perft::run(args, interrupt),
            Backgammon::Play(args) => backgammon::play::run(args, interrupt),
            Backgammon::External(args) => backgammon::external::run(args),
            Backgammon::Match(args) => backgammon::r#match::run(args, interrupt),
            Backgammon::Ubgi(args) => backgammon::ubgi::run(args),
            Backgammon::Cube(args) => backgammon::cube::run(args, interrupt),
            Backgammon::Rollout(args) => backgammon::rollout::run(args, interrupt),
            Backgammon::Convert(args) => backgammon::convert::run(args),
            Backgammon::Bearoff(args) => backgammon::bearoff::run(args, interrupt),
        },
        Command::Dots(verb) => match &**verb {
            Dots::Bestmove(args) => dots::bestmove::run(args, interrupt),
            Dots::Analyse(args) => dots::analyse::run(args, interrupt),
            Dots::Board(args) => dots::board::run(args),
            Dots::Solve(args) => dots::solve::run(args, interrupt),
            Dots::Play(args) => dots::play::run(args, interrupt),
        },
        Command::Uci(args) => uci::run(args),
        Command::Bench(args) => bench::run(*args),
        Command::Sched(args) => sched::run(args),
        Command::Simulate(game) => simulate::run(game, interrupt),
        Command::Reproduce(args) => reproduce::run(args, interrupt),
        Command::Help(args) => match args.topic() {
            Some(text) => print(&text).map(|()| Exit::Done),
            None => match args.refusal(&Cli::command()) {
                Some(refusal) => Err(refusal),
                None => run(args.command_line(), interrupt),
            },
        },
        Command::Completions(args) => help::completions(args, Cli::command()),
        Command::Man(args) => help::man(args, Cli::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clap_finds_no_fault_in_the_flags() {
        Cli::command().debug_assert();
    }
}
