use clap::Args;

use super::args::whole;
use super::failure::{Exit, Failure};
use super::output::print;
use sparring_engine::game::MAX_PLY;
use sparring_run::{BENCH_DEPTH, bench};

const EXAMPLES: &str = "\
Examples:
  sparring bench
  sparring bench 8";

/// Flags of the benchmark.
#[derive(Args, Clone, Copy, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BenchArgs {
    /// Plies to search each position
    #[arg(
        value_name = "DEPTH", value_parser = whole::<u32>(1..=MAX_PLY.into(), "sparring bench 11"),
        default_value_t = BENCH_DEPTH, allow_negative_numbers = true
    )]
    depth: u32,
}

pub(super) fn run(args: BenchArgs) -> Result<Exit, Failure> {
    let bench = bench(args.depth, |_, _, _| {})
        .map_err(|why| Failure::Run(format!("{why}; try again with more memory")))?
        .expect("nobody ends it");
    print(&format!("{}\n", bench.line()))?;
    Ok(Exit::Done)
}
