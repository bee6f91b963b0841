//! `sparring backgammon analyse`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::match_file::read_match;
use super::place::RollArgs;
use super::search::{DiceArgs, TopArgs};
use crate::cli::analyse::BatchArgs;
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{show, width};
use crate::run::{BackgammonAnalysis, Detail, Finished, Interrupt, analyse_match};
use sparring_engine::cubeful::Judge;
use sparring_engine::games::backgammon::cube::{Efficiency, MatchEquity};
use sparring_engine::games::backgammon::network::Network;
use sparring_report::Document;

const EXAMPLES: &str = "\
Lines: identifiers with dice (without: --roll), or objects such as
  {\"id\":\"x\",\"position\":\"...\",\"roll\":\"31\",\"depth\":1,\"movetime\":100,\"nodes\":10000}

Matches (--match) are judged decision by decision, plays and cube actions, by
looking two plies ahead. PR is 500 times the equity lost for each decision that
counts; a play counts if another one was legal, a cube action if the cube was
turned or answered, or if a double would have been within 0.16 of none.

Examples:
  sparring backgammon analyse --match - --depth 0 <<< '(;GM[6];W[31hefe])'
  sparring backgammon analyse \\
    <<< XGID=-b----E-C---eE---c-e----B-:0:0:1:42:0:0:0:0:10
  sparring backgammon analyse --roll 31 --eval pubeval --depth 0 \\
    <<< -b----E-C---eE---c-e----B-";

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct AnalyseArgs {
    /// Judge every decision of the match in this file instead, SGF or .mat; - is standard input
    #[arg(
        long = "match", value_name = "MATCH", conflicts_with_all = [
            "file", "resume", "unordered", "repeatable", "jobs", "roll", "top", "strategy", "eval", "keep", "bearoff",
            "movetime", "nodes", "par_depth", "split_depth"
        ]
    )]
    record: Option<PathBuf>,
    #[command(flatten)]
    roll: RollArgs,
    #[command(flatten)]
    search: DiceArgs,
    #[command(flatten)]
    lines: TopArgs,
    #[command(flatten)]
    batch: BatchArgs,
    /// With --match: print one JSON document
    #[arg(long, requires = "record", help_heading = "Output")]
    json: bool,
}

pub(in crate::cli) fn run(args: &AnalyseArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    if let Some(path) = &args.record {
        return judge(args, path, interrupt);
    }
    let what = BackgammonAnalysis {
        evaluator: args.search.evaluator(&args.batch.pool)?,
        pruning: args.search.pruning(),
        pruning_at_depth: args.search.pruning_at_depth(),
        roll: args.roll.given(),
        settings: args.search.settings()?.with_lines(args.lines.top),
    };
    args.batch.run(&what, 0, interrupt)
}

/// Judges the decisions of a match.
fn judge(args: &AnalyseArgs, path: &Path, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let record = read_match("--match", path)?;
    let judge = Judge {
        network: Network::built_in(),
        table: MatchEquity::built_in(),
        efficiency: Efficiency::default(),
        depth: args.search.plies_of_a_match()?,
        filter: args.search.filter_of_a_match(),
    };
    judge.knows(record.start_state()).map_err(|why| Failure::usage(format!("--match: {why}")))?;
    let pool = args.batch.pool.pool()?;
    let told = (interrupt, args.batch.view(), Detail::default());
    let name = path.display().to_string();
    let Finished { document, .. } = analyse_match((&name, &record), &judge, &pool, told);
    show(args.json, &document, || document.text(width()))?;
    Ok(if interrupt.requested() { Exit::Interrupted } else { Exit::Done })
}
