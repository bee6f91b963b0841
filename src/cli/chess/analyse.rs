//! `sparring chess analyse`.

use std::fs;
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::bestmove::{DEPTH, PLAY_DEPTH};
use crate::cli::analyse::{BatchArgs, BatchWorkers};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{print_json, say, tell};
use crate::cli::read::lines_of;
use crate::cli::run::ReportArgs;
use crate::cli::search::{Defaults, LinesArgs, SearchArgs};
use sparring_engine::search::{AnyStrategy, PlayStrategy, SearchStrategy, Settings};
use sparring_report::{AnnotationSummary, game_page};
use sparring_run::{
    Annotate, AnnotateError, Annotated, ChessAnalysis, Interrupt, OutputFile, annotate, count_games,
    on_one_worker, provenance,
};

const EXAMPLES: &str = "\
Lines: FEN, perhaps with moves as in UCI's position, or EPD, whose id becomes
the answer's, or objects such as
  {\"id\":\"x\",\"fen\":\"...\",\"moves\":[\"e2e4\"],\"depth\":6,\"movetime\":100,\"nodes\":10000}
By default play searches each position to depth 12 on one worker: every run has
the same answers, whatever --jobs is. A limit of time or --threads 2 gives that up.

Games (--pgn) come back as PGN. Behind each move stands its value for White, as
[%eval 0.34] in pawns or #3; if another move is better, the values of both and
that move. A move that loses 50 centipawns is marked ?!, 100 ?, 300 ??, and has
the best line as a variation, or the --multipv best ones. Values count as at most
500 centipawns, so that nothing is a blunder in a game that is decided.

Examples:
  sparring chess analyse --depth 6 <<< '7k/8/5K2/6Q1/8/8/8/8 w - - moves g5g4'
  sparring chess analyse --resume found.jsonl \\
    <<< '{\"id\":7,\"fen\":\"7k/8/5K2/6Q1/8/8/8/8 w - -\",\"depth\":4}'
  sparring chess analyse --pgn - --depth 8 --report game.html \\
    <<< '1. f3 e5 2. g4 Qh4# 0-1'";

/// `play` to a depth, so that answers repeat.
#[derive(Clone, Debug)]
struct AnalyseDefaults;

impl Defaults for AnalyseDefaults {
    type Strategy = AnyStrategy;
    const STRATEGY: AnyStrategy = AnyStrategy::Play(PlayStrategy::Play);
    const DEPTH: u32 = DEPTH;
    const PLAY_DEPTH: u32 = PLAY_DEPTH;
}

/// MiB of the table of a position that is searched by play or lazy.
const PLAY_HASH: usize = 16;

/// More would make a page of tens of MiB.
const MOST_GAMES: u64 = 64;

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_arg("report", |arg| arg.help(REPORT).requires("pgn")))]
pub(in crate::cli) struct AnalyseArgs {
    /// Annotate every move of the games in this PGN file instead; - is standard input
    #[arg(
        long, value_name = "GAMES.pgn", conflicts_with_all = ["file", "resume", "unordered", "repeatable"]
    )]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    search: SearchArgs<AnalyseDefaults>,
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    batch: BatchArgs,
    /// With --pgn: print one JSON document instead of PGN (see `sparring help documents`)
    #[arg(long, requires = "pgn", help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
}

const REPORT: &str = "With --pgn: write a page for a browser, one file that needs no network: accuracy and mean loss of \
                      both players, the course of the game, a board that follows the moves, and the bad moves with \
                      better lines; at most 64 games";

pub(in crate::cli) fn run(args: &AnalyseArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let settings = args.search.settings()?.with_lines(args.lines.multipv);
    if let Some(path) = &args.pgn {
        return games(args, path, settings, interrupt);
    }
    let hash = (!settings.strategy.is_exact()).then(|| args.search.hash_or(PLAY_HASH));
    let what = ChessAnalysis { settings, alone: args.batch.is_alone(), hash, remark: say };
    args.batch.run(&what, |jobs| args.hash(jobs), interrupt)
}

impl AnalyseArgs {
    /// The MiB of all tables of so many positions searched side by side.
    fn hash(&self, jobs: usize) -> Result<usize, Failure> {
        self.search.hash_of_all(PLAY_HASH, jobs, &self.batch.pool)
    }
}

/// The games of a file or of standard input.
struct Games {
    input: Box<dyn BufRead + Send>,
    /// Games, and positions in them; unknown for a stream.
    counted: Option<(u64, u64)>,
}

/// Opens the input. It is read to its end first if it is a file, or `whole` is asked for.
fn opened(path: &Path, whole: bool, interrupt: &Interrupt) -> io::Result<Games> {
    let mut input = lines_of(path, interrupt)?;
    if path != Path::new("-") && fs::metadata(path)?.is_file() {
        let counted = count_games(&mut input, interrupt)?;
        return Ok(Games { input: lines_of(path, interrupt)?, counted: Some(counted) });
    }
    if !whole {
        return Ok(Games { input, counted: None });
    }
    let mut text = Vec::new();
    input.read_to_end(&mut text)?;
    let counted = count_games(&text[..], interrupt)?;
    Ok(Games { input: Box::new(Cursor::new(text)), counted: Some(counted) })
}

fn games(
    args: &AnalyseArgs,
    path: &Path,
    settings: Settings<AnyStrategy>,
    interrupt: &Interrupt,
) -> Result<Exit, Failure> {
    let name = path.display().to_string();
    let expected = "expected a file of games in PGN; try --pgn -";
    let unread = |error: &io::Error| format!("--pgn: got '{name}' ({error}), {expected}");
    let page = args.report.page()?;
    OutputFile::all_distinct(&page, &[("--pgn", path)])?;
    let Games { input, counted } =
        opened(path, page.is_some(), interrupt).map_err(|error| Failure::usage(unread(&error)))?;
    if let Some((games, _)) = counted.filter(|(games, _)| page.is_some() && *games > MOST_GAMES) {
        return Err(Failure::Usage(format!(
            "--report: got {games} games in '{name}', expected at most {MOST_GAMES} on a page; try a file with fewer"
        )));
    }
    let BatchWorkers { jobs, run } = args.batch.workers(interrupt)?;
    let refused = |line: usize, why: &str| say(&format!("{name}, line {line}: {why}"));
    let how = Annotate {
        file: &name,
        settings: on_one_worker(settings).filter(|_| args.batch.is_alone()).unwrap_or(settings),
        jobs,
        hash: args.hash(jobs)?,
        length: counted.map(|(_, positions)| positions),
        keeps: args.json || page.is_some(),
        refused: &refused,
    };
    let annotated = if args.json {
        annotate(&how, &run, input, io::sink())
    } else {
        annotate(&how, &run, input, io::stdout())
    };
    let Annotated { summary, document } = annotated.map_err(|error| match error {
        AnnotateError::Unread(error) => Failure::Run(unread(&error)),
        AnnotateError::Unwritten(error) => error.into(),
    })?;
    let printed = if args.json { print_json(&document) } else { Ok(()) };
    if let Some(page) = page.filter(|_| summary.games > 0) {
        page.write(game_page(&document, &provenance()).as_bytes())?;
    }
    printed?;
    tell(&summary.to_string());
    ended(&summary, interrupt)
        .unwrap_or_else(|| Err(Failure::usage(format!("--pgn: got '{name}' (no game), {expected}"))))
}

/// Returns how the command ends; `None` without a game.
fn ended(summary: &AnnotationSummary, interrupt: &Interrupt) -> Option<Result<Exit, Failure>> {
    let &AnnotationSummary { games, errors, .. } = summary;
    if interrupt.requested() {
        Some(Ok(Exit::Interrupted))
    } else if errors > 0 {
        let all = games + errors;
        Some(Err(Failure::Run(format!(
            "got {errors} of {all} games that could not be read, expected none; try to correct them"
        ))))
    } else {
        (games > 0).then_some(Ok(Exit::Done))
    }
}
