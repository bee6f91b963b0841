//! `sparring chess analyse`.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::ArgPredicate;

use super::bestmove::{DEPTH, PLAY_DEPTH};
use crate::cli::analyse::{BatchArgs, BatchWorkers};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{say, tell};
use crate::cli::read::lines_of;
use crate::cli::search::{Defaults, LinesArgs, SearchArgs};
use sparring_engine::search::{AnyStrategy, PlayStrategy, SearchStrategy};
use sparring_run::{Annotate, AnnotateError, ChessAnalysis, Interrupt, annotate};

const EXAMPLES: &str = "\
Lines: FEN or EPD, whose id becomes the answer's, or objects such as
  {\"id\":\"x\",\"fen\":\"...\",\"depth\":6,\"movetime\":100,\"nodes\":10000}

Games (--pgn) come back as PGN, by play unless --strategy names another one.
Behind each move stands its value for White, as [%eval 0.34] in pawns or #3; if
another move is better, the values of both and that move. A move that loses 50
centipawns is marked ?!, 100 ?, 300 ??, and has the best line as a variation.
Values count as at most 500 centipawns, so that nothing is a blunder in a game
that is decided.

Examples:
  sparring chess analyse --depth 6 <<< '7k/8/5K2/6Q1/8/8/8/8 w - -'
  sparring chess analyse --resume answers.jsonl \\
    <<< '{\"id\":7,\"fen\":\"7k/8/5K2/6Q1/8/8/8/8 w - -\",\"depth\":4}'
  sparring chess analyse --pgn - --depth 8 \\
    <<< '1. f3 e5 2. g4 Qh4# 0-1'";

/// Exact strategies for positions, whose answers repeat; `play` for games.
#[derive(Clone, Debug)]
struct AnalyseDefaults;

impl Defaults for AnalyseDefaults {
    type Strategy = AnyStrategy;
    const DEPTH: u32 = DEPTH;
    const PLAY_DEPTH: u32 = PLAY_DEPTH;
}

#[derive(Args, Clone, Debug)]
#[command(
    after_help = EXAMPLES,
    mut_arg("strategy", |arg| {
        arg.default_value_if("pgn", ArgPredicate::IsPresent, PlayStrategy::DEFAULT.name())
    })
)]
pub(in crate::cli) struct AnalyseArgs {
    /// Annotate every move of the games in this PGN file instead; - is standard input
    #[arg(
        long, value_name = "GAMES.pgn",
        conflicts_with_all = ["file", "resume", "unordered", "repeatable", "multipv"]
    )]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs<AnalyseDefaults>,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    batch: BatchArgs,
}

pub(in crate::cli) fn run(args: &AnalyseArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    if let Some(path) = &args.pgn {
        return games(args, path, interrupt);
    }
    let what = ChessAnalysis { settings: args.search.settings()?.with_lines(args.lines.multipv) };
    args.batch.run(&what, args.search.hash(&args.batch.pool)?, interrupt)
}

fn games(args: &AnalyseArgs, path: &Path, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let name = path.display();
    let expected = "expected a file of games in PGN; try --pgn -";
    let unread = |error: &io::Error| format!("--pgn: got '{name}' ({error}), {expected}");
    let input = lines_of(path, interrupt).map_err(|error| Failure::usage(unread(&error)))?;
    let hash = args.search.hash(&args.batch.pool)?;
    let BatchWorkers { jobs, run } = args.batch.workers(interrupt)?;
    let refused = |line: usize, why: &str| say(&format!("{name}, line {line}: {why}"));
    let how = Annotate { settings: args.search.settings()?, jobs, hash, refused: &refused };
    let done = annotate(&how, &run, input, io::stdout()).map_err(|error| match error {
        AnnotateError::Unread(error) => Failure::Run(unread(&error)),
        AnnotateError::Unwritten(error) => error.into(),
    })?;
    tell(&done.to_string());
    if interrupt.requested() {
        Ok(Exit::Interrupted)
    } else if done.errors > 0 {
        Err(Failure::Run(format!(
            "got {} of {} games that could not be read, expected none; try to correct them",
            done.errors,
            done.games + done.errors
        )))
    } else if done.games == 0 {
        Err(Failure::usage(format!("--pgn: got '{name}' (no game), {expected}")))
    } else {
        Ok(Exit::Done)
    }
}
