//! The cost of a fork beside other libraries in one run, printed as tables. See benches/README.md.
//!
//! All schedulers take turns (A B C A B C ...). Each turn starts a pool, runs once untimed, is
//! timed, and ends the pool: idle workers of one library never disturb another one.

mod args;
mod coarse;
mod contenders;
mod fan_out;
mod first;
mod forks;
mod items;
mod joins;
mod late;
mod loops;
mod natural;
mod peers;
mod report;
mod scene;
mod sorts;
mod spawn;
mod tick;
mod uneven;
mod verbs;
mod wake;

use args::{Args, Block};
use clap::Parser;
use report::Report;

/// A function that measures a block, prints its tables and adds them to the report.
type Tables = fn(&Args, &mut Report);

fn main() {
    let args = Args::parse();
    let mut report = Report::default();
    forks::tables(&args, &mut report);
    let others: [(Block, Tables); 10] = [
        (Block::Joins, joins::table),
        (Block::Wake, wake::table),
        (Block::FanOut, fan_out::table),
        (Block::Coarse, coarse::tables),
        (Block::Late, late::tables),
        (Block::Uneven, uneven::tables),
        (Block::Spawn, spawn::tables),
        (Block::Tick, tick::tables),
        (Block::Natural, natural::tables),
        (Block::Sorts, sorts::table),
    ];
    for (block, tables) in others {
        if args.wants(block) {
            tables(&args, &mut report);
        }
    }
    if let Some(path) = &args.json {
        report.write(path);
    }
}
