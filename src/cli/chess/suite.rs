//! `sparring chess suite`. A new option is a flag of [`SuiteArgs`] and a field of `SuitePlan` or
//! `SuiteWay`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::bestmove::BestmoveDefaults;
use crate::cli::args::{PoolArgs, number, whole};
use crate::cli::failure::{Exit, Failure};
use crate::cli::output::{interrupted, say, show, width};
use crate::cli::read::lines_of;
use crate::cli::run::LiveArgs;
use crate::cli::search::SearchArgs;
use sparring_engine::search::{AnyStrategy, SearchStrategy};
use sparring_report::SuiteDocument;
use sparring_run::{Interrupt, Run, SuiteLines, SuitePlan, SuiteWay, suite};
use sparring_sched::MAX_THREADS;

const EXAMPLES: &str = "\
A line is a position and operations in EPD: bm and am (moves to find and to avoid), dm (the side
to move mates in this number of moves, or is mated if it is negative; asked for where no bm is),
D1, D2, ... (leaves of a perft, checked up to --depth), id, c0. Others are passed over. A position
is solved if the move found at the last depth is right; from which depth and time on it was right
is shown.
Depths of play and lazy are not those of the other strategies. If one of two compared runs is by
play or lazy and the other is not, --compare shows what both solve, but no time to a depth.

The project's own suites are in tests/data:
  chess suite tests/data/wac.epd --threads 1
  chess suite tests/data/perft-suite.epd --depth 4

Examples:
  sparring chess suite --movetime 100 \\
    <<< '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";'
  sparring chess suite --depth 4 --compare pvs,ybw \\
    <<< '2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - bm f5;'
  sparring chess suite \\
    <<< '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 191 ;D3 2812'";

/// A compared run's difference from the flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    strategy: Option<AnyStrategy>,
    threads: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sides([Side; 2]);

impl FromStr for Sides {
    type Err = String;

    fn from_str(text: &str) -> Result<Sides, String> {
        let refused = |why: String| format!("got '{}', {why}; try --compare pvs,ybw", text.escape_debug());
        let sides: Vec<&str> = text.split(',').collect();
        let [first, second] = sides[..] else {
            return Err(refused("expected two strategies or numbers of threads".to_owned()));
        };
        let side = |text: &str| {
            let mut side = Side { strategy: None, threads: None };
            for part in text.split(':').map(str::trim) {
                if part.starts_with(|c: char| c.is_ascii_digit()) {
                    side.threads = Some(number(part, 1..=MAX_THREADS as u64, "--compare 1,2")? as usize);
                } else {
                    let expected = |why| refused(format!("expected strategies or numbers of threads: {why}"));
                    side.strategy = Some(AnyStrategy::named(part).map_err(expected)?);
                }
            }
            Ok::<Side, String>(side)
        };
        Ok(Sides([side(first)?, side(second)?]))
    }
}

#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::cli) struct SuiteArgs {
    /// File with a position on each line; - is standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
    #[command(flatten)]
    search: SearchArgs<BestmoveDefaults>,
    /// Positions to search side by side, each on --threads workers. Their times are then those of
    /// shared workers
    #[arg(
        long, value_name = "J", value_parser = whole::<usize>(1..=MAX_THREADS as u64, "--jobs 2"),
        default_value = "1", allow_negative_numbers = true, help_heading = "Workers"
    )]
    jobs: usize,
    #[command(flatten)]
    pool: PoolArgs,
    /// Run the suite twice and compare: two strategies (pvs,ybw), two numbers of threads (1,2), or
    /// both (pvs:1,ybw:2). They replace --strategy and --threads
    #[arg(long, value_name = "A,B", help_heading = "Output")]
    compare: Option<Sides>,
    /// Print one JSON document (see `sparring help documents`)
    #[arg(long, help_heading = "Output")]
    json: bool,
    #[command(flatten)]
    live: LiveArgs,
}

pub(in crate::cli) fn run(args: &SuiteArgs, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let lines = args.read(interrupt)?;
    for wrong in &lines.errors {
        say(&format!("{}, line {}: {}", args.file.display(), wrong.line, wrong.error));
    }
    for entry in lines.entries.iter().filter(|entry| !entry.epd.remark.is_empty()) {
        say(&format!("{}, line {}: {}", args.file.display(), entry.line, entry.epd.remark));
    }
    let searched = lines.entries.iter().filter(|entry| entry.is_search()).count();
    let plan = SuitePlan {
        file: &args.file,
        // Surplus workers would share others' positions but count as one thread each.
        jobs: args.jobs.clamp(1, searched.max(1)),
        deepest_count: args.search.deepest_count(),
    };
    let document = suite(lines, args.ways(plan.jobs, interrupt)?, &plan);
    let differences = document.differences();
    show(args.json, &document, || document.text(width()))?;
    for difference in &differences {
        say(&format!("{}, {difference}", args.file.display()));
    }
    ended(&document, differences.len(), interrupt)
}

fn ended(document: &SuiteDocument, differences: usize, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let counts: usize = document.counts.iter().map(|count| count.depths.len()).sum();
    if interrupt.requested() {
        interrupted("interrupted: what is shown is what was finished")
    } else if differences > 0 {
        Err(Failure::Run(format!(
            "got {differences} of {counts} counts that differ, expected none; try sparring chess perft --divide"
        )))
    } else if !document.errors.is_empty() {
        let lines = if document.errors.len() == 1 { "line" } else { "lines" };
        Err(Failure::Run(format!(
            "got {} {lines} that could not be read, expected none; try to correct them",
            document.errors.len()
        )))
    } else {
        Ok(Exit::Done)
    }
}

impl SuiteArgs {
    fn read(&self, interrupt: &Interrupt) -> Result<SuiteLines, Failure> {
        let lines = lines_of(&self.file, interrupt).and_then(SuiteLines::read).map_err(|error| {
            let path = self.file.display();
            Failure::usage(format!(
                "got '{path}' ({error}), expected a file with a position a line; try - for standard input"
            ))
        })?;
        if lines.entries.is_empty() && lines.errors.is_empty() {
            let path = self.file.display();
            return Err(Failure::usage(format!(
                "got no position in '{path}', expected lines of EPD with bm, am, dm or D1; try sparring chess suite --help"
            )));
        }
        Ok(lines)
    }

    fn ways(&self, jobs: usize, interrupt: &Interrupt) -> Result<Vec<SuiteWay>, Failure> {
        let asked = Side { strategy: None, threads: None };
        let sides = self.compare.map_or(vec![asked], |Sides(sides)| sides.to_vec());
        sides.into_iter().map(|side| self.way(side, jobs, interrupt)).collect()
    }

    fn way(&self, side: Side, jobs: usize, interrupt: &Interrupt) -> Result<SuiteWay, Failure> {
        let search = &self.search;
        let settings = side.strategy.map_or_else(|| search.settings(), |named| search.settings_of(named))?;
        let pool = match side.threads.or(self.pool.threads()) {
            None if self.jobs == 1 => self.pool.pool()?,
            threads => {
                let (asked, threads) = (self.jobs, threads.unwrap_or(1));
                if asked * threads > MAX_THREADS {
                    return Err(Failure::usage(format!(
                        "got --jobs {asked} with {threads} threads, expected at most {MAX_THREADS} workers in all; \
                         try --jobs 1"
                    )));
                }
                self.pool.pool_of(jobs * threads)?
            }
        };
        let hash = search.hash_of(settings.strategy, &self.pool)?;
        let threads = pool.threads() / jobs;
        let run = Run { view: self.live.view(), ..Run::new(pool, interrupt) };
        Ok(SuiteWay { settings, run, threads, hash })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::search::{PlayStrategy, Strategy};

    #[test]
    fn sides_are_strategies_threads_or_both() {
        let side = |strategy, threads| Side { strategy, threads };
        let sides = |text: &str| text.parse::<Sides>().map(|Sides(sides)| sides);
        let (pvs, play) = (AnyStrategy::Exact(Strategy::Pvs), AnyStrategy::Play(PlayStrategy::Play));
        let (pvs, play) = (Some(pvs), Some(play));
        assert_eq!(sides("pvs,play"), Ok([side(pvs, None), side(play, None)]));
        assert_eq!(sides("1,2"), Ok([side(None, Some(1)), side(None, Some(2))]));
        assert_eq!(sides("pvs:1, play:2"), Ok([side(pvs, Some(1)), side(play, Some(2))]));
        for text in ["", "pvs", "pvs,ybw,par", "pvs,yb", "1,0", "1,1000", "pvs,"] {
            let why = sides(text).unwrap_err();
            assert!(why.contains("got '") && why.contains("try --compare"), "{text}: {why}");
        }
    }
}
