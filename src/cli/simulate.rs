use clap::Subcommand;

use super::failure::{Exit, Failure};
use super::{backgammon, chess, dots, sched};
use sparring_run::Interrupt;

/// The simulations.
#[derive(Subcommand, Debug)]
pub(super) enum Simulate {
    /// Simulate the search for the best move of chess
    Chess(chess::simulate::SimulateArgs),
    /// Simulate the search for the best edge of dots and boxes
    Dots(dots::simulate::SimulateArgs),
    /// Simulate the proof of a dots and boxes position's value
    Solve(dots::simulate_solve::SimulateSolveArgs),
    /// Simulate the search for the best play of backgammon
    Backgammon(backgammon::simulate::SimulateArgs),
    /// Simulate a program that forks at every opportunity
    Sched(sched::simulate::SimulateArgs),
}

pub(super) fn run(game: &Simulate, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match game {
        Simulate::Chess(args) => chess::simulate::run(args, interrupt),
        Simulate::Dots(args) => dots::simulate::run(args, interrupt),
        Simulate::Solve(args) => dots::simulate_solve::run(args, interrupt),
        Simulate::Backgammon(args) => backgammon::simulate::run(args, interrupt),
        Simulate::Sched(args) => sched::simulate::run(args, interrupt),
    }
}
