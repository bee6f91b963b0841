use clap::{Args, ValueEnum};

use super::size;
use crate::cli::args::whole;
use crate::cli::failure::{Exit, Failure};
use crate::cli::machine::{MachineArgs, refused};
use crate::cli::output::{print, print_json, width};
use sparring_lab::{ProgramRun, SimulatedMachine, simulate_program};
use sparring_microbench::Program;
use sparring_report::Document;
use sparring_run::{Finished, Interrupt, Observation, Progress};
use sparring_sched::Costs;

/// A program that forks at every opportunity. The tree benchmark is absent, because its time goes
/// into memory accesses that it does not report.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Simulated {
    /// Fibonacci numbers by their definition (--n: which, 30)
    Fib,
    /// Ways to place n queens (--n: queens, 11)
    #[value(name = "nqueens")]
    NQueens,
    /// Unbalanced tree search (--n: depth, 8)
    Uts,
}

impl Simulated {
    /// The program and a size that takes seconds.
    fn program(self) -> (Program, u64) {
        match self {
            Simulated::Fib => (Program::Fib, 30),
            Simulated::NQueens => (Program::NQueens, 11),
            Simulated::Uts => (Program::Uts, 8),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  sparring simulate sched fib
  sparring simulate sched uts --workers 2,64 --trace run.json";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SimulateArgs {
    /// Program to simulate
    #[arg(value_name = "PROGRAM")]
    program: Simulated,
    /// The size, by program
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    n: Option<String>,
    /// Nanoseconds of a fork and its join, with the work around them, on one worker
    #[arg(
        long, value_name = "NS", value_parser = whole::<u64>(1..=1_000_000, "--fork-ns 4"),
        allow_negative_numbers = true, default_value_t = Costs::default().fork_ns
    )]
    fork_ns: u64,
    #[command(flatten)]
    machine: MachineArgs,
}

pub(in crate::cli) fn run(args: &SimulateArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let SimulateArgs { fork_ns, ref machine, .. } = *args;
    let (program, default) = args.program.program();
    let n = size(args.n.as_deref(), default, 1..=program.max_n())?;
    let (plan, sinks) = machine.open(Costs::default().with(|costs| costs.fork_ns = fork_ns), None)?;
    let progress = Progress::turns(plan.workers.len() as u64);
    let run = ProgramRun { program, n, seed: plan.seed, fork_ns };
    let build = |workers, last| plan.pool(workers, last);
    let go_on = || {
        progress.turn();
        !interrupt.requested()
    };
    let (mut document, pool) =
        simulate_program(run, &plan.workers, build, go_on).map_err(|error| refused(error, "less --stack"))?;
    document.machine = plan.machine.as_ref().map(SimulatedMachine::described);
    drop(progress);
    let printed = if machine.json { print_json(&document) } else { print(&document.text(width())) };
    sinks.write(Finished { document, observed: Observation::of(&pool, Vec::new()) })?;
    printed?;
    Ok(Exit::of(interrupt))
}
