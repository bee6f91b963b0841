use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::args::{MAX_HASH_MIB, PoolArgs, affordable, milliseconds, whole};
use super::failure::Failure;
use sparring_engine::Engine;
use sparring_engine::game::MAX_PLY;
use sparring_engine::search::{Limits, SearchStrategy, Settings, Strategy};
use sparring_sched::Pool;

/// The limits of a search.
#[derive(Args, Clone, Debug)]
pub(super) struct LimitArgs {
    /// Stop after MS milliseconds (or 2s, 1min) and answer with the best move found by then
    #[arg(
        long, value_name = "MS", value_parser = milliseconds("--movetime 1000"),
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
    pub fn read(&self) -> Limits {
        Limits { movetime: self.movetime.map(Duration::from_millis), nodes: self.nodes }
    }
}

pub(super) const MAX_LINES: u64 = 256;

/// Flag of lines.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct LinesArgs {
    /// Rank the N best moves, 1 to 256, with values and lines
    #[arg(
        long, alias = "top", value_name = "N",
        value_parser = whole::<usize>(1..=MAX_LINES, "--multipv 5"), default_value = "1",
        allow_negative_numbers = true
    )]
    pub multipv: usize,
}

fn strategy_help<D: Defaults>() -> String {
    let exact = "How to search. Twelve strategies prove the same value and find the same move. On one \
         worker: minimax, alphabeta, pvs (principal variation search). On all workers: par \
         (minimax), par-ab (minimax above alpha-beta), ybw (pvs; the other moves of a position \
         are shared out once its first is searched, or, where a cut is expected, once its \
         promising ones are). For comparison with ybw: ybw-weak (everywhere once the first is \
         searched), jamboree (as ybw-weak, but no move is valued before all are tested), \
         root-split (the moves of the root alone), pv-split (the moves along the best line \
         alone), chunks (pvs in a capped number of tasks, each a part of one level of the tree), \
         abdada (no moves are shared out: each worker searches from the root, and puts off what \
         another is searching)";
    let play = ". Two others look for a move to play and prove nothing but mates: play (most \
         moves are left out, captures are followed to their end, a network values \
         positions), lazy (the same, but each worker searches by itself, and all share \
         one table). Stopped within a depth, these two answer with the best move so far";
    if any_plays::<D>() { format!("{exact}{play}") } else { exact.to_owned() }
}

fn any_plays<D: Defaults>() -> bool {
    D::Strategy::ALL.iter().any(|strategy| !strategy.is_exact())
}

fn strategy<S: SearchStrategy>() -> impl TypedValueParser<Value = S> {
    PossibleValuesParser::new(S::ALL.iter().map(|strategy| strategy.name())).try_map(|name| S::named(&name))
}

/// A command's search defaults.
pub(super) trait Defaults: Clone + Debug + Send + Sync + 'static {
    type Strategy: SearchStrategy;
    const STRATEGY: Self::Strategy = Self::Strategy::DEFAULT;
    /// Default plies of exact strategies.
    const DEPTH: u32;
    /// Default plies of playing ones.
    const PLAY_DEPTH: u32 = Self::DEPTH;
    /// Default milliseconds of playing ones, instead of plies.
    const PLAY_MS: Option<u64> = None;
}

/// Flags of a search without dice.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(super) struct SearchArgs<D: Defaults> {
    #[arg(
        long, value_name = "N", help = depth_help::<D>(),
        value_parser = whole::<u32>(1..=MAX_PLY.into(), "--depth 5"), allow_negative_numbers = true
    )]
    depth: Option<u32>,
    /// Levels from the root down whose moves par and par-ab turn into tasks [default: 1]
    #[arg(
        long, value_name = "N", value_parser = whole::<u32>(1..=MAX_PLY.into(), "--par-depth 1"),
        allow_negative_numbers = true, hide_short_help = true
    )]
    par_depth: Option<u32>,
    #[arg(
        long, value_name = "N", help = split_depth_help::<D>(),
        value_parser = whole::<u32>(1..=MAX_PLY.into(), "--split-depth 3"), allow_negative_numbers = true,
        hide_short_help = true
    )]
    split_depth: Option<u32>,
    /// Most tasks that chunks makes of a depth [default: 32]
    #[arg(
        long, value_name = "N", value_parser = whole::<usize>(1..=MAX_CHUNKS, "--chunks 32"),
        allow_negative_numbers = true, hide_short_help = true
    )]
    chunks: Option<usize>,
    #[arg(
        long, value_name = "NAME", default_value = D::STRATEGY.name(), help = strategy_help::<D>(),
        value_parser = strategy::<D::Strategy>()
    )]
    strategy: D::Strategy,
    /// Size of the transposition table in MiB [default: 64; none for minimax and par, which do not
    /// use it]
    #[arg(
        long, value_name = "MiB", value_parser = whole::<usize>(1..=MAX_HASH_MIB, "--hash 64"),
        allow_negative_numbers = true
    )]
    hash: Option<usize>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// A level can have fifty times as many nodes of about a hundred bytes.
const MAX_CHUNKS: u64 = 4096;

fn split_depth_help<D: Defaults>() -> String {
    let any_plays = any_plays::<D>();
    let (play, defaults) =
        if any_plays { (", 2 in play", "3; 2 in abdada; 5 in play") } else { ("", "3; 2 in abdada") };
    format!(
        "Nodes of at least this depth make tasks of their moves, 1 to {MAX_PLY}{play}: the smaller the \
         number, the more and the smaller the tasks. In abdada, where workers keep out of each \
         other's way. Not for root-split and chunks [default: {defaults}; in par and par-ab as \
         --par-depth says]"
    )
}

fn depth_help<D: Defaults>() -> String {
    let any_plays = any_plays::<D>();
    let nominal =
        if any_plays { ". In play and lazy some lines are searched deeper, most less deep" } else { "" };
    let depth = D::DEPTH;
    let default = match (any_plays, D::PLAY_MS) {
        (false, _) => depth.to_string(),
        (true, None) => format!("{} in play and lazy, {depth} in the others", D::PLAY_DEPTH),
        (true, Some(ms)) => format!("as many as {ms} ms allow in play and lazy, {depth} in the others"),
    };
    format!(
        "Plies to search, 1 to {MAX_PLY}{nominal} [default: {default}; as many as the limit allows with --movetime or \
         --nodes]"
    )
}

impl<D: Defaults> SearchArgs<D> {
    /// The settings.
    ///
    /// # Errors
    /// Bad usage if flags of tasks do not suit the strategy.
    pub fn settings(&self) -> Result<Settings<D::Strategy>, Failure> {
        self.settings_by(self.strategy, D::PLAY_MS)
    }

    /// Returns settings that end at a depth unless a time is given.
    pub fn settings_to_depth(&self) -> Result<Settings<D::Strategy>, Failure> {
        self.settings_by(self.strategy, None)
    }

    pub fn settings_of(&self, strategy: D::Strategy) -> Result<Settings<D::Strategy>, Failure> {
        self.settings_by(strategy, D::PLAY_MS)
    }

    fn settings_by(
        &self,
        strategy: D::Strategy,
        play_ms: Option<u64>,
    ) -> Result<Settings<D::Strategy>, Failure> {
        let mut limits = self.limits.read();
        let reads_chunks = strategy.name() == Strategy::Chunks.name();
        let refuse = |flag: &str, n: usize, does: &str, good: Strategy| {
            let (name, good) = (strategy.name(), good.name());
            Err(Failure::usage(format!(
                "{flag}: got {n} with --strategy {name}, expected a strategy {does}; try --strategy {good}"
            )))
        };
        match *self {
            SearchArgs { par_depth: Some(n), .. } if !strategy.is_exact() => {
                refuse("--par-depth", n as usize, "with parallel levels", Strategy::Par)?;
            }
            SearchArgs { split_depth: Some(n), .. } if !strategy.splits() => {
                refuse("--split-depth", n as usize, "that shares work inside the tree", Strategy::Ybw)?;
            }
            SearchArgs { chunks: Some(n), .. } if !reads_chunks => {
                refuse("--chunks", n, "that makes chunks", Strategy::Chunks)?;
            }
            _ => {}
        }
        if !strategy.is_exact() && self.depth.is_none() && !limits.may_stop_early() {
            limits.movetime = play_ms.map(Duration::from_millis);
        }
        let default = if strategy.is_exact() { D::DEPTH } else { D::PLAY_DEPTH };
        let depth = self.depth.unwrap_or(if limits.may_stop_early() { MAX_PLY } else { default });
        let settings = Settings::depth(depth).within(limits).by(strategy);
        // A split depth alone implies all levels that are deep enough.
        let levels = if self.split_depth.is_some() { MAX_PLY } else { settings.par_depth };
        Ok(Settings {
            par_depth: self.par_depth.unwrap_or(levels),
            split_depth: self.split_depth.unwrap_or(settings.split_depth),
            chunks: self.chunks.unwrap_or(settings.chunks),
            ..settings
        })
    }

    pub fn deepest_count(&self) -> u32 {
        let default = if self.limits.read().may_stop_early() { MAX_PLY } else { D::DEPTH };
        self.depth.unwrap_or(default)
    }

    /// The table's MiB. Fails if the machine or the process's limits do not allow it.
    pub fn hash(&self, pool: &PoolArgs) -> Result<usize, Failure> {
        self.hash_of(self.strategy, pool)
    }

    /// The MiB of a table, by default `usual`.
    pub fn hash_or(&self, usual: usize) -> usize {
        self.hash.unwrap_or(usual)
    }

    /// The MiB of all tables where a playing strategy has so many `tables` of a size, by
    /// default `usual` each, and an exact one shares one out.
    ///
    /// # Errors
    /// Same as [`SearchArgs::hash`].
    pub fn hash_of_all(&self, usual: usize, tables: usize, pool: &PoolArgs) -> Result<usize, Failure> {
        if self.strategy.is_exact() {
            return self.hash(pool);
        }
        affordable(self.hash_or(usual) * tables, pool)
    }

    /// The same for another strategy.
    ///
    /// # Errors
    /// Same as [`SearchArgs::hash`].
    pub fn hash_of(&self, strategy: D::Strategy, pool: &PoolArgs) -> Result<usize, Failure> {
        let default = if strategy.uses_table() { 64 } else { 0 };
        affordable(self.hash.unwrap_or(default), pool)
    }
}

pub(super) struct Ready<G, S> {
    pub engine: Engine<G>,
    pub settings: Settings<S>,
    pub pool: Arc<Pool>,
}

/// Flags of an opponent.
#[derive(Args, Clone, Debug)]
pub(super) struct EngineArgs<D: Defaults> {
    #[command(flatten)]
    search: SearchArgs<D>,
    #[command(flatten)]
    pool: PoolArgs,
}

impl<D: Defaults> EngineArgs<D> {
    pub fn engine<G>(&self, game: G, events: usize) -> Result<Ready<G, D::Strategy>, Failure> {
        let (settings, hash) = (self.search.settings()?, self.search.hash(&self.pool)?);
        let pool = Arc::new(self.pool.recording_pool(events)?);
        Ok(Ready { engine: Engine::new(game, pool.clone(), hash), settings, pool })
    }
}
