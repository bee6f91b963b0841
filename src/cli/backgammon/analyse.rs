//! `sparring backgammon analyse`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::match_file::{read_match, say_assumed};
use super::place::RollArgs;
use super::search::{DiceArgs, TopArgs};
use crate::cli::analyse::BatchArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{print, print_json, say, show, width};
use crate::cli::run::ReportArgs;
use sparring_engine::cubeful::Judge;
use sparring_engine::games::backgammon::MatchRecord;
use sparring_engine::games::backgammon::cube::{Efficiency, MatchEquity};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::solve::bearoff::Bearoff;
use sparring_report::{MatchError, MatchLine, match_page};
use sparring_run::{
    BackgammonAnalysis, Interrupt, MatchFile, OutputFile, analyse_match, analyse_matches, provenance,
};

const EXAMPLES: &str = "\
Lines: identifiers with dice (without: --roll), or objects such as
  {\"id\":\"x\",\"position\":\"...\",\"roll\":\"31\",\"depth\":1,\"movetime\":100,\"nodes\":10000}

Matches (--match) are judged decision by decision, plays and cube actions, by
looking two plies ahead. PR is 500 times the equity lost for each decision that
counts; a play counts if another one was legal, a cube action if the cube was
turned or answered, or if a double would have been within 0.16 of none. Of several
files each has a line, or with --json a document on a line; at the end stands what
all matches say of each player, by name. --jobs times --threads workers judge.

Examples:
  sparring backgammon analyse --match - --depth 0 <<< '(;GM[6];W[31hefe])'
  sparring backgammon analyse --match monday.mat --report monday.html
  sparring backgammon analyse --match monday.mat tuesday.sgf --depth 1 --json
  sparring backgammon analyse \\
    <<< XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10
  sparring backgammon analyse --roll 31 --eval pubeval --depth 0 \\
    <<< -b----E-C---eE---c-e----B-";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, mut_arg("report", |arg| arg.help(REPORT).requires("records")))]
pub(in crate::cli) struct AnalyseArgs {
    /// Judge every decision of the matches in these files instead, SGF or .mat; - is standard input
    #[arg(
        long = "match", value_name = "MATCH", num_args = 1.., conflicts_with_all = [
            "file", "resume", "unordered", "repeatable", "roll", "top", "strategy", "eval", "keep",
            "movetime", "nodes", "par_depth", "split_depth"
        ]
    )]
    records: Vec<PathBuf>,
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    lines: TopArgs,
    #[command(flatten)]
    batch: BatchArgs,
    /// With --match: print one JSON document; with several files one for each, and one for all
    #[arg(long, requires = "records", help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    report: ReportArgs,
}

const REPORT: &str = "With --match and one file: write a page for a browser, one file that needs no network: how both \
                      sides played, the course of the match, and every decision with its board and the best plays";

pub(in crate::cli) fn run(args: &AnalyseArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    match &args.records[..] {
        [] => {}
        [path] => return judge_one(args, path, interrupt),
        paths => return judge_all(args, paths, interrupt),
    }
    let what = BackgammonAnalysis {
        evaluator: args.search.evaluator(&args.batch.pool)?,
        pruning: args.search.pruning(),
        pruning_at_depth: args.search.pruning_at_depth(),
        roll: args.roll.given(),
        settings: args.search.settings()?.with_lines(args.lines.top),
        ahead: args.search.ahead_with_cube().ok(),
    };
    args.batch.run(&what, |_| Ok(0), interrupt)
}

fn judge_one(args: &AnalyseArgs, path: &Path, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let bearoff = args.search.databases(&args.batch.pool)?;
    let judge = judge(args, bearoff.as_deref())?;
    let record = known_match(&judge, path).map_err(Failure::of("--match"))?;
    let page = args.report.page()?;
    OutputFile::all_distinct(&page, &[("--match", path)])?;
    let run = args.batch.workers(interrupt)?.run;
    say_assumed(&path.display().to_string(), &record.assumed);
    let document = analyse_match(&path.display().to_string(), &record, &judge, &run);
    let printed = show(args.json, &document, || document.text(width()));
    if let Some(page) = page {
        page.write(match_page(&document, &provenance()).as_bytes())?;
    }
    printed?;
    Ok(Exit::of(interrupt))
}

fn judge_all(args: &AnalyseArgs, paths: &[PathBuf], interrupt: &Interrupt) -> Result<Exit, Failure> {
    if let Some((flag, _)) = args.report.file() {
        return Err(Failure::Usage(format!(
            "{flag}: got {} matches, expected one; try a run and a page for each",
            paths.len()
        )));
    }
    let bearoff = args.search.databases(&args.batch.pool)?;
    let judge = judge(args, bearoff.as_deref())?;
    let run = args.batch.workers(interrupt)?.run;
    let read =
        |path: &PathBuf| MatchFile { name: path.display().to_string(), record: known_match(&judge, path) };
    let document = analyse_matches(paths.iter().map(read), &judge, &run, |found| tell(args, found))?;
    show(args.json, &document, || document.text(width()))?;
    let judged = document.matches + document.errors;
    if interrupt.requested() {
        say(&format!("interrupted after {judged} of {} files", paths.len()));
        return Ok(Exit::Interrupted);
    }
    match document.errors {
        0 => Ok(Exit::Done),
        errors => Err(Failure::Run(format!(
            "got {errors} of {} files without a match that can be read, expected none; try to correct them",
            paths.len()
        ))),
    }
}

fn tell(args: &AnalyseArgs, found: Result<MatchLine, MatchError>) -> Result<(), Failure> {
    match found {
        Ok(line) if args.json => print_json(&line),
        Err(error) if args.json => print_json(&error),
        Ok(line) => {
            say_assumed(&line.head.file, &line.head.assumed);
            print(&line.to_string())
        }
        Err(error) => {
            say(&error.error);
            Ok(())
        }
    }
}

fn judge<'j>(args: &AnalyseArgs, bearoff: Option<&'j Bearoff>) -> Result<Judge<'j>, Failure> {
    Ok(Judge {
        network: Network::built_in(),
        table: MatchEquity::built_in(),
        efficiency: Efficiency::default(),
        depth: args.search.plies_of_a_match()?,
        filter: args.search.filter_of_a_match(),
        bearoff,
    })
}

fn known_match(judge: &Judge<'_>, path: &Path) -> Result<MatchRecord, String> {
    let record = read_match(path)?;
    judge.knows(record.start_state()).map_err(|why| format!("{}: {why}", path.display()))?;
    Ok(record)
}
