use crate::game::Stochastic;
use crate::search::answer::{Answer, Listener};
use crate::search::deepen::Assignment;
use crate::search::limits::Limits;
use crate::search::memory::Room;
use crate::search::pruning::Pruning;
use crate::search::strategy::{DiceStrategy, SearchStrategy, Strategy};
use sparring_sched::Worker;

/// Settings of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings<S = Strategy> {
    /// The depth. Without dice: plies, 1 to [`MAX_PLY`](crate::game::MAX_PLY). With dice: pairs of
    /// roll and reply after the play, 0 to [`MAX_DEPTH`](super::MAX_DEPTH). Other values are
    /// clamped.
    pub depth: u32,
    /// Limits that may end the search early.
    pub limits: Limits,
    /// True if every strategy finishes one depth after the other; otherwise some skip depths
    /// without limits.
    pub every_depth: bool,
    /// The search strategy.
    pub strategy: S,
    /// The number of best moves that are wanted ([`Iteration::lines`](super::Iteration::lines)), at
    /// least 1.
    pub lines: usize,
    /// The number of levels, from the root down, that [`Strategy::Par`], [`Strategy::ParAb`] and
    /// the strategies with dice offer as tasks. With dice the first is the plays of the root, each
    /// further one the rolls and replies of chance nodes.
    pub par_depth: u32,
    /// The least depth (1; in a playing search 2) at which nodes offer their children to all
    /// workers. From [`MAX_PLY`](crate::game::MAX_PLY) on, one worker searches alone.
    pub split_depth: u32,
    /// The most tasks of [`Strategy::Chunks`]; 0 counts as 1.
    pub chunks: usize,
}

const CHUNKS: usize = 32;

impl<S: SearchStrategy> Settings<S> {
    /// The default settings for a depth, without limits.
    pub fn depth(depth: u32) -> Settings<S> {
        Settings {
            depth,
            limits: Limits::default(),
            every_depth: false,
            strategy: S::DEFAULT,
            lines: 1,
            par_depth: S::DEFAULT.par_depth(),
            split_depth: S::DEFAULT.split_depth(),
            chunks: CHUNKS,
        }
    }

    /// Replaces the strategy and its split depth.
    pub fn by(self, strategy: S) -> Settings<S> {
        Settings { strategy, split_depth: strategy.split_depth(), ..self }
    }

    /// Replaces the strategy by one of another kind.
    pub fn of_kind<T>(self, strategy: T) -> Settings<T> {
        let Settings { depth, limits, every_depth, lines, par_depth, split_depth, chunks, .. } = self;
        Settings { depth, limits, every_depth, strategy, lines, par_depth, split_depth, chunks }
    }

    /// Replaces the limits.
    pub fn within(self, limits: Limits) -> Settings<S> {
        Settings { limits, ..self }
    }

    /// Replaces the number of lines.
    pub fn with_lines(self, lines: usize) -> Settings<S> {
        Settings { lines, ..self }
    }

    /// Makes every strategy finish one depth after the other.
    pub fn deepening(self) -> Settings<S> {
        Settings { every_depth: true, ..self }
    }

    /// Replaces the strategy by its baseline.
    pub fn baseline(self) -> Settings<S> {
        self.by(self.strategy.baseline())
    }
}

/// A position to search in a game of perfect information; with [`AnyStrategy`](super::AnyStrategy)
/// by either kind of strategy.
#[derive(Clone, Debug)]
pub struct Request<'a, P, S = Strategy> {
    /// The root of the search.
    pub position: P,
    /// Keys of the game's earlier positions, the oldest first: a third occurrence is a draw.
    pub earlier: &'a [u64],
    /// The settings of the search.
    pub settings: Settings<S>,
}

impl<'a, P> Request<'a, P> {
    /// Requests the search of a position without history.
    pub fn new(position: P, settings: Settings<Strategy>) -> Request<'a, P> {
        Request { position, earlier: &[], settings }
    }
}

/// A position and a roll to search.
#[derive(Clone, Copy, Debug)]
pub struct DiceRequest<P, R> {
    /// The position before the roll.
    pub position: P,
    /// The roll to be played.
    pub roll: R,
    /// The plays that are left out.
    pub pruning: Pruning,
    /// The settings of the search.
    pub settings: Settings<DiceStrategy>,
}

impl<P, R> DiceRequest<P, R> {
    /// Requests the search of a position and a roll, without pruning.
    pub fn new(position: P, roll: R, settings: Settings<DiceStrategy>) -> DiceRequest<P, R> {
        DiceRequest { position, roll, pruning: Pruning::default(), settings }
    }
}

/// The request of a search of `G`.
pub type DiceRequestOf<G> = DiceRequest<<G as Stochastic>::Position, <G as Stochastic>::Roll>;

/// A question that an [`Engine`](crate::Engine) for `G` can answer. Implemented only here.
pub trait Question<G, E>: Sync {
    /// The strategies for this kind of game.
    type Strategy: SearchStrategy;
    /// The choice at the root.
    type Move: Send;
    /// The value of a move.
    type Value: Send;
    /// The outcome of a finished game.
    type Outcome: Send;

    /// The sizes of the memories that its search uses.
    #[doc(hidden)]
    fn memory(&self, game: &G) -> Room;

    /// Searches, beginning on `worker`.
    #[doc(hidden)]
    fn search(
        &self,
        assignment: Assignment<'_, G, E>,
        worker: Worker<'_>,
        listener: &mut Listener<'_, Self::Move, Self::Value>,
    ) -> Answer<Self::Move, Self::Value, Self::Outcome>;
}
