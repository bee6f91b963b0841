//! `sparring chess openings`.

use clap::Args;

use crate::cli::args::{PoolArgs, number, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::print;
use crate::matches::chess::{Wanted, generate};
use sparring_engine::game::MAX_PLY;
use sparring_engine::games::chess::{Chess, Simplified};
use sparring_engine::search::{PlayRequest, Settings};
use sparring_engine::{Compiled, Engine};
use sparring_run::{Interrupt, Progress};

const EXAMPLES: &str = "\
Examples:
  sparring chess openings --count 5 --depth 4
  sparring chess openings --count 50 --threads 1 --seed 1 > book.epd";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct OpeningsArgs {
    /// Number of positions
    #[arg(
        long, value_name = "N",
        value_parser = |text: &str| number(text, 1..=100_000, "--count 500"), default_value = "500",
        allow_negative_numbers = true
    )]
    count: u64,
    /// Random moves that lead to each
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=40, "--plies 8"),
        default_value = "8", allow_negative_numbers = true
    )]
    plies: u32,
    /// Leave out positions in which a side is better by more than N centipawns
    #[arg(
        long, value_name = "N", value_parser = whole::<i32>(0..=10_000, "--level 60"),
        default_value = "60", allow_negative_numbers = true
    )]
    level: i32,
    /// Plies of the search that decides this
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=MAX_PLY.into(), "--depth 9"),
        default_value = "9", allow_negative_numbers = true
    )]
    depth: u32,
    #[command(flatten)]
    pool: PoolArgs,
}

/// Prints positions as EPD. With one worker the book is a function of the flags.
pub(in crate::cli) fn run(args: &OpeningsArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let mut engine = Engine::new(Chess, args.pool.pool()?, 16);
    let settings = Settings::depth(args.depth);
    let stop = engine.stop_switch();
    let switch = stop.clone();
    interrupt.guard(move || switch.stop());
    let progress = Progress::turns(args.count);
    let (mut left, mut unprinted) = (args.count, None);
    let complete = generate(
        &mut engine,
        |engine, position| {
            let answer =
                engine.go(&Compiled(Simplified), &PlayRequest::new(position, settings), &stop, &mut |_| {});
            (!interrupt.requested()).then_some(answer.score)
        },
        Wanted { plies: args.plies, level: args.level, seed: args.pool.seed() },
        |position, score| {
            let fen = position.to_string();
            let four: Vec<&str> = fen.split(' ').take(4).collect();
            let line = format!("{} ce {score};\n", four.join(" "));
            unprinted = progress.aside(|| print(&line)).err();
            progress.turn();
            left -= 1;
            left == 0 || unprinted.is_some()
        },
    );
    drop(progress);
    match unprinted {
        Some(failure) => Err(failure),
        None if !complete && !interrupt.requested() => Err(Failure::Run(format!(
            "got {} positions, expected {}; try more --plies or a higher --level",
            args.count - left,
            args.count
        ))),
        None => Ok(Exit::of(interrupt)),
    }
}
