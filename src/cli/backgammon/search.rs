//! Flags of a search with dice, and their defaults.

use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::bearoff::databases;
use crate::cli::args::{MAX_HASH_MIB, PoolArgs, whole};
use crate::cli::failure::Failure;
use crate::cli::search::{LimitArgs, MAX_LINES};
use sparring_engine::cubeful::{self, Lookahead};
use sparring_engine::game::{EquityEvaluator, MAX_PLY};
use sparring_engine::games::backgammon::NamedEvaluator;
use sparring_engine::search::{DiceStrategy, Filter, MAX_DEPTH, Pruning, SearchStrategy, Settings};
use sparring_engine::solve::bearoff::{Bearoff, BearoffEvaluator};

fn clamp(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|limit| (1e-3..=1e6).contains(limit)).ok_or_else(|| {
        format!(
            "got '{text}', expected a number from 0.001 to 1000000 of the evaluator's units; try --clamp 3"
        )
    })
}

/// Flags of a search with dice.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct DiceArgs {
    /// Depth, 0 to 5, in gnubg's plies: 0 takes the static value after each own play, each further
    /// one adds the 21 rolls of the other side and its replies [default: 1, or 2 with net; as deep
    /// as the limit allows with --movetime or --nodes]
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(0..=MAX_DEPTH.into(), "--depth 1"),
        allow_negative_numbers = true
    )]
    depth: Option<u32>,
    /// Search strategy. All find the same value and the same play. On one worker: expectimax
    /// (everything), star1 (cuts at chance nodes), star2 (star1 after a look at one reply to each
    /// roll). On all workers: par-expectimax, par-star1, par-star2, and for comparison root-split
    /// (expectimax; each play at the root is one task)
    #[arg(long, value_name = "NAME", default_value = "par-star2",
        value_parser = PossibleValuesParser::new(DiceStrategy::ALL.iter().map(|strategy| strategy.name()))
            .try_map(|name| DiceStrategy::named(&name)))]
    strategy: DiceStrategy,
    /// Evaluator: race (the formula of the program of 2020, for the side that decides), blots (that
    /// of the program of 2025), pubeval (Tesauro's, made to compare the plays of one roll: use it
    /// with --depth 0), balanced (pubeval of one side minus pubeval of the other), net (a neural
    /// network trained on its own games). Only net counts points; each other has its own unit
    #[arg(long, value_name = "NAME", default_value = "net",
        value_parser = PossibleValuesParser::new(NamedEvaluator::NAMES).try_map(|name| name.parse::<NamedEvaluator>()))]
    pub eval: NamedEvaluator,
    /// Forward pruning: search only the K plays of every roll with the best static values [default:
    /// all]
    #[arg(
        long, value_name = "K", value_parser = whole::<usize>(1..=10_000, "--keep 5"),
        allow_negative_numbers = true, hide_short_help = true
    )]
    keep: Option<usize>,
    /// Forward pruning: search only the K plays of the roll with the best static values, none worse
    /// than the best by more than X of the evaluator's units, and below them one reply to each
    /// roll, or as many as --keep says; all keeps every play [default: all; 8,0.16 with net if
    /// neither --depth nor --keep is given]
    #[arg(
        long, value_name = "K,X", value_parser = filter, allow_hyphen_values = true, hide_short_help = true
    )]
    filter: Option<String>,
    /// Take exact values from the bear-off databases where both sides bear off (see `sparring
    /// backgammon bearoff`). Only with pubeval, balanced and net, which count points of finished
    /// games
    #[arg(long)]
    pub bearoff: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Ignored: a search with dice has no table
    #[arg(
        long, hide = true, value_name = "MiB",
        value_parser = whole::<usize>(1..=MAX_HASH_MIB, "--hash 64"), allow_negative_numbers = true
    )]
    hash: Option<usize>,
    /// Levels from the root down that the par- strategies turn into tasks: 1 takes the plays of the
    /// root, each further one the next rolls and the replies to them [default: as many as
    /// --split-depth allows]
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=MAX_PLY.into(), "--par-depth 1"),
        allow_negative_numbers = true, hide_short_help = true
    )]
    par_depth: Option<u32>,
    /// Least depth above the horizon, 1 to 5, at which the par- strategies turn rolls and the
    /// replies to them into tasks: a smaller number makes more and smaller tasks [default: 2]
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=MAX_DEPTH.into(), "--split-depth 2"),
        allow_negative_numbers = true, hide_short_help = true
    )]
    split_depth: Option<u32>,
}

const ALL: &str = "all";

/// Default depth and filter. Two plies lose a third of the equity that one ply loses, and the
/// filter saves three quarters of the time for hardly more loss. An explicit depth has no filter,
/// so that strategies compare.
const PLAYING: (u32, &str) = (2, "8,0.16");

fn filter(text: &str) -> Result<String, String> {
    if text != ALL {
        Filter::read(text, 1).map_err(|why| format!("{why} or {ALL}"))?;
    }
    Ok(text.to_owned())
}

impl DiceArgs {
    pub fn pruning(&self) -> Pruning {
        let plays = self.depth.is_none() && self.keep.is_none() && self.counts_points();
        self.pruned_by(self.filter.as_deref().or(plays.then_some(PLAYING.1)))
    }

    pub fn pruning_at_depth(&self) -> Pruning {
        self.pruned_by(self.filter.as_deref())
    }

    fn pruned_by(&self, filter: Option<&str>) -> Pruning {
        let read = |text| Filter::read(text, self.eval.scale()).expect("clap has read it");
        let filter = filter.filter(|&text| text != ALL).map(read);
        Pruning { keep: self.keep.or(filter.map(|_| 1)), filter }
    }

    /// The lookahead in a match.
    ///
    /// # Errors
    /// Bad usage if it is too deep.
    pub fn plies_of_a_match(&self) -> Result<u32, Failure> {
        let depth = self.depth.unwrap_or(PLAYING.0);
        if depth > cubeful::MAX_DEPTH {
            let most = cubeful::MAX_DEPTH;
            return Err(Failure::usage(format!(
                "--depth: got {depth} with --match, expected 0 to {most}; try --depth 2"
            )));
        }
        Ok(depth)
    }

    pub fn filter_of_a_match(&self) -> Filter {
        match self.filter.as_deref() {
            Some(ALL) => Filter { most: usize::MAX, within: i32::MAX },
            text => Filter::read(text.unwrap_or(PLAYING.1), self.eval.scale()).expect("clap has read it"),
        }
    }

    /// The lookahead with the cube.
    ///
    /// # Errors
    /// The flag that asks for another search.
    pub fn ahead_with_cube(&self) -> Result<Lookahead, String> {
        let depth = self.depth.unwrap_or(PLAYING.0);
        let others = [
            ("--keep", self.keep.is_some()),
            ("--par-depth", self.par_depth.is_some()),
            ("--split-depth", self.split_depth.is_some()),
            ("--movetime or --nodes", self.limits.read().may_stop_early()),
        ];
        if let Some((flag, _)) = others.into_iter().find(|(_, given)| *given) {
            return Err(flag.to_owned());
        }
        if self.eval.network().is_none() {
            return Err(format!("--eval {}", self.eval.name()));
        }
        if self.strategy != DiceStrategy::DEFAULT {
            return Err(format!("--strategy {}", self.strategy.name()));
        }
        if depth > cubeful::MAX_DEPTH {
            return Err(format!("--depth {depth}"));
        }
        Ok(Lookahead { depth, filter: self.filter_of_a_match() })
    }

    fn counts_points(&self) -> bool {
        self.eval.unit() == "points"
    }

    /// The settings.
    ///
    /// # Errors
    /// Bad usage if flags of tasks do not suit the strategy.
    pub fn settings(&self) -> Result<Settings<DiceStrategy>, Failure> {
        let limits = self.limits.read();
        let depth = self.depth.unwrap_or(if limits.may_stop_early() {
            MAX_DEPTH
        } else if self.counts_points() {
            PLAYING.0
        } else {
            1
        });
        let settings = Settings::depth(depth).within(limits).by(self.strategy);
        let given = [("--par-depth", self.par_depth), ("--split-depth", self.split_depth)];
        for (flag, n) in given.into_iter().filter_map(|(flag, n)| Some((flag, n?))) {
            if !self.strategy.splits() {
                return Err(Failure::usage(format!(
                    "{flag}: got {n} with --strategy {}, expected a strategy that shares work inside the tree; try \
                     --strategy par-expectimax",
                    self.strategy.name()
                )));
            }
        }
        Ok(Settings {
            par_depth: self.par_depth.unwrap_or(settings.par_depth),
            split_depth: self.split_depth.unwrap_or(settings.split_depth),
            ..settings
        })
    }

    pub fn databases(&self, pool: &PoolArgs) -> Result<Option<Arc<Bearoff>>, Failure> {
        if !self.bearoff {
            return Ok(None);
        }
        suiting(self.eval)?;
        databases(pool).map(Some)
    }

    pub fn evaluator(&self, pool: &PoolArgs) -> Result<BearoffEvaluator, Failure> {
        informed(self.eval, self.bearoff, pool)
    }
}

fn suiting(evaluator: NamedEvaluator) -> Result<(), Failure> {
    if BearoffEvaluator::suits(evaluator) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "got --bearoff with --eval {}, expected an evaluator whose finished games are worth points; try --eval pubeval",
        evaluator.name()
    )))
}

pub(super) fn informed(
    evaluator: NamedEvaluator,
    bearoff: bool,
    pool: &PoolArgs,
) -> Result<BearoffEvaluator, Failure> {
    let informed = BearoffEvaluator::from(evaluator);
    if !bearoff {
        return Ok(informed);
    }
    suiting(evaluator)?;
    Ok(informed.with(databases(pool)?))
}

/// Flag of ranked plays.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct TopArgs {
    /// Rank the N best plays, 1 to 256, each with its exact value
    #[arg(
        long, alias = "multipv", value_name = "N",
        value_parser = whole::<usize>(1..=MAX_LINES, "--top 5"), default_value = "1",
        allow_negative_numbers = true
    )]
    pub top: usize,
}

/// Flag of bounds on values.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct ClampArgs {
    /// Limit all values, including those of finished games, to -X to X of the evaluator's units:
    /// narrow bounds make star1 and star2 fast [default: no limit]
    #[arg(
        long, value_name = "X", value_parser = clamp, allow_negative_numbers = true, hide_short_help = true,
    )]
    clamp: Option<f64>,
}

impl ClampArgs {
    pub fn is_given(&self) -> bool {
        self.clamp.is_some()
    }

    pub fn read(&self, evaluator: NamedEvaluator) -> Result<Option<i32>, Failure> {
        let Some(limit) = self.clamp else { return Ok(None) };
        let limit = (limit * f64::from(evaluator.scale())).round();
        if limit < 1.0 {
            let unit = evaluator.unit();
            return Err(Failure::usage(format!(
                "--clamp: got less than half a unit of {unit}, which counts in whole ones, expected 1 or more; try --clamp 10"
            )));
        }
        Ok(Some(limit.min(f64::from(i32::MAX)) as i32))
    }
}
