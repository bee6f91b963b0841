//! The flags of searches without dice: how deep, for how long, by which strategy.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::args::{MAX_HASH_MIB, MAX_MS, PoolArgs, affordable, whole};
use super::failure::Failure;
use sparring_engine::Engine;
use sparring_engine::game::MAX_PLY;
use sparring_engine::search::{AnyStrategy, Limits, SearchStrategy, Settings, Strategy};

/// The limits of a search.
#[derive(Args, Clone, Debug)]
pub(super) struct LimitArgs {
    /// Stop after MS milliseconds and answer with the best move found by then
    #[arg(
        long, value_name = "MS", value_parser = whole::<u64>(1..=MAX_MS, "--movetime 1000"),
        allow_negative_numbers = true
    )]
    movetime: Option<u64>,
    /// Stop after about N nodes and answer with the best move found by then
    #[arg(
        long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX, "--nodes 1000000"),
        allow_negative_numbers = true
    )]
    nodes: Option<u64>,
}

impl LimitArgs {
    /// The limits.
    pub fn read(&self) -> Limits {
        Limits { movetime: self.movetime.map(Duration::from_millis), nodes: self.nodes }
    }
}

/// Most lines of a search.
pub(super) const MAX_LINES: u64 = 256;

/// The flag of lines.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct LinesArgs {
    /// Rank the N best moves, 1 to 256, each with its value and a line
    #[arg(
        long, alias = "top", value_name = "N",
        value_parser = whole::<usize>(1..=MAX_LINES, "--multipv 5"), default_value = "1",
        allow_negative_numbers = true
    )]
    pub multipv: usize,
}

/// Strategies that --strategy lets people choose from.
pub(super) trait Selectable: SearchStrategy {
    /// What --strategy says of them.
    fn help() -> String;
}

impl Selectable for Strategy {
    fn help() -> String {
        "How to search. Nine strategies prove the same value and find the same move. On one \
         worker: minimax, alphabeta, pvs (principal variation search). On all workers: par \
         (minimax), par-ab (minimax above alpha-beta), ybw (pvs; the other moves of a position \
         are shared out once its first is searched, or, where a cut is expected, once its \
         promising ones are). For comparison with ybw: ybw-weak (everywhere once the first is \
         searched), jamboree (as ybw-weak, but no move is valued before all are tested), \
         root-split (the moves of the root alone)"
            .to_owned()
    }
}

impl Selectable for AnyStrategy {
    fn help() -> String {
        Strategy::help()
            + ". Two others look for a move to play and prove nothing but mates: play (most \
               moves are left out, captures are followed to their end, a network values \
               positions), lazy (the same, but each worker searches by itself, and all share \
               one table). Stopped within a depth, these two answer with the best move so far"
    }
}

/// Reads the name of a strategy.
fn strategy<S: Selectable>() -> impl TypedValueParser<Value = S> {
    PossibleValuesParser::new(S::ALL.iter().map(|strategy| strategy.name())).try_map(|name| S::named(&name))
}

/// The flags of a search without dice, to `DEPTH` plies if neither a depth nor a limit is given,
/// or to `PLAY_DEPTH` by a strategy that plays.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs<const DEPTH: u32, S: Selectable = Strategy, const PLAY_DEPTH: u32 = DEPTH> {
    #[arg(
        long, value_name = "N", help = depth_help::<S>(DEPTH, PLAY_DEPTH),
        value_parser = whole::<u32>(1..=MAX_PLY.into(), "--depth 5"), allow_negative_numbers = true
    )]
    depth: Option<u32>,
    /// Levels from the root down whose moves par and par-ab turn into tasks [default: 1]
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=MAX_PLY.into(), "--par-depth 1"),
        allow_negative_numbers = true
    )]
    par_depth: Option<u32>,
    #[arg(
        long, value_name = "NAME", default_value = S::DEFAULT.name(), help = S::help(),
        value_parser = strategy::<S>()
    )]
    strategy: S,
    /// Size of the transposition table in MiB
    #[arg(
        long, value_name = "MiB", value_parser = whole::<usize>(1..=MAX_HASH_MIB, "--hash 64"),
        default_value = "64", allow_negative_numbers = true
    )]
    hash: usize,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What --depth says.
fn depth_help<S: Selectable>(depth: u32, play_depth: u32) -> String {
    let any_plays = S::ALL.iter().any(|strategy| !strategy.is_exact());
    let nominal =
        if any_plays { ". In play and lazy some lines are searched deeper, most less deep" } else { "" };
    let default = if play_depth == depth {
        depth.to_string()
    } else {
        format!("{play_depth} in play and lazy, {depth} in the others")
    };
    format!(
        "Plies to search, 1 to {MAX_PLY}{nominal} [default: {default}; as many as the limit allows with --movetime or \
         --nodes]"
    )
}

impl<const DEPTH: u32, S: Selectable, const PLAY_DEPTH: u32> SearchArgs<DEPTH, S, PLAY_DEPTH> {
    /// How to search.
    ///
    /// # Errors
    /// Bad usage if there are parallel levels for a strategy that plays.
    pub fn settings(&self) -> Result<Settings<S>, Failure> {
        let (strategy, limits) = (self.strategy, self.limits.read());
        if let Some(levels) = self.par_depth.filter(|_| !strategy.is_exact()) {
            return Err(Failure::usage(format!(
                "--par-depth: got {levels} with --strategy {}, expected a strategy with parallel levels; try --strategy \
                 par",
                strategy.name()
            )));
        }
        let default = if strategy.is_exact() { DEPTH } else { PLAY_DEPTH };
        let depth = self.depth.unwrap_or(if limits.may_stop_early() { MAX_PLY } else { default });
        let settings = Settings::depth(depth).within(limits).by(strategy);
        Ok(Settings { par_depth: self.par_depth.unwrap_or(1), ..settings })
    }

    /// Size of the table in MiB. Bad usage if the machine has less memory; a failure of the run if
    /// the process may not have as much beside its workers.
    pub fn hash(&self, pool: &PoolArgs) -> Result<usize, Failure> {
        affordable(self.hash, pool)
    }
}

/// The flags of an engine to play against.
#[derive(Args, Clone, Debug)]
pub(super) struct EngineArgs<const DEPTH: u32, S: Selectable = Strategy, const PLAY_DEPTH: u32 = DEPTH> {
    #[command(flatten)]
    search: SearchArgs<DEPTH, S, PLAY_DEPTH>,
    #[command(flatten)]
    pool: PoolArgs,
}

impl<const DEPTH: u32, S: Selectable, const PLAY_DEPTH: u32> EngineArgs<DEPTH, S, PLAY_DEPTH> {
    /// The engine, and how it is to search.
    pub fn engine<G>(&self, game: G) -> Result<(Engine<G>, Settings<S>), Failure> {
        let (settings, hash) = (self.search.settings()?, self.search.hash(&self.pool)?);
        Ok((Engine::new(game, self.pool.pool()?, hash), settings))
    }
}
