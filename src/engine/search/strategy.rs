use std::fmt::Debug;

use thiserror::Error;

/// The strategies of one kind of search.
pub trait SearchStrategy: Copy + Debug + Eq + Send + Sync + 'static {
    /// All strategies, sequential ones first.
    const ALL: &'static [Self];
    /// The default strategy.
    const DEFAULT: Self;

    /// The name on the command line and in documents.
    fn name(self) -> &'static str;

    /// Default of [`Settings::split_depth`](super::Settings::split_depth).
    fn split_depth(self) -> u32;

    /// Default of [`Settings::par_depth`](super::Settings::par_depth).
    fn par_depth(self) -> u32 {
        1
    }

    /// True if it uses [`Settings::split_depth`](super::Settings::split_depth).
    fn splits(self) -> bool;

    /// True if best move and value depend on the request alone.
    fn is_exact(self) -> bool {
        true
    }

    /// True if it uses the transposition table.
    fn uses_table(self) -> bool {
        true
    }

    /// The strategy that does the same work on one worker.
    fn baseline(self) -> Self;

    /// Finds a strategy by name.
    ///
    /// # Errors
    /// If there is none.
    fn named(name: &str) -> Result<Self, UnknownStrategy> {
        let found = Self::ALL.iter().copied().find(|strategy| strategy.name() == name);
        found.ok_or_else(|| UnknownStrategy {
            name: name.to_owned(),
            known: Self::ALL.iter().map(|strategy| strategy.name()).collect(),
        })
    }
}

/// The error for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no strategy is called '{}'; there are {}", name.escape_debug(), known.join(", "))]
pub struct UnknownStrategy {
    name: String,
    known: Vec<&'static str>,
}

/// Strategies for games of perfect information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Minimax on one worker.
    Minimax,
    /// Alpha-beta on one worker.
    AlphaBeta,
    /// Principal variation search on one worker.
    Pvs,
    /// Minimax; moves of the top levels are tasks.
    Par,
    /// Full-window alpha-beta below top levels whose moves are tasks.
    ParAb,
    /// Principal variation search; young brothers are tasks after the eldest.
    Ybw,
    /// Like `ybw`, but all young brothers are tasks once the eldest is searched.
    YbwWeak,
    /// Like `ybw-weak`, but all are scouted before one is re-searched.
    Jamboree,
    /// Like `jamboree`, but only at the root.
    RootSplit,
    /// Like `ybw-weak`, but only along the principal variation.
    PvSplit,
    /// One level's subtrees divided into a capped number of tasks.
    Chunks,
    /// All workers search from the root, each putting off what another is searching.
    Abdada,
}

impl SearchStrategy for Strategy {
    const ALL: &'static [Strategy] = &[
        Strategy::Minimax,
        Strategy::AlphaBeta,
        Strategy::Pvs,
        Strategy::Par,
        Strategy::ParAb,
        Strategy::Ybw,
        Strategy::YbwWeak,
        Strategy::Jamboree,
        Strategy::RootSplit,
        Strategy::PvSplit,
        Strategy::Chunks,
        Strategy::Abdada,
    ];
    const DEFAULT: Strategy = Strategy::Ybw;

    fn name(self) -> &'static str {
        match self {
            Strategy::Minimax => "minimax",
            Strategy::AlphaBeta => "alphabeta",
            Strategy::Pvs => "pvs",
            Strategy::Par => "par",
            Strategy::ParAb => "par-ab",
            Strategy::Ybw => "ybw",
            Strategy::YbwWeak => "ybw-weak",
            Strategy::Jamboree => "jamboree",
            Strategy::RootSplit => "root-split",
            Strategy::PvSplit => "pv-split",
            Strategy::Chunks => "chunks",
            Strategy::Abdada => "abdada",
        }
    }

    fn split_depth(self) -> u32 {
        match self {
            Strategy::Par | Strategy::ParAb => 1,
            Strategy::Abdada => 2,
            _ => 3,
        }
    }

    fn splits(self) -> bool {
        let is_sequential = self.baseline() == self && self != Strategy::ParAb;
        !is_sequential && !matches!(self, Strategy::RootSplit | Strategy::Chunks)
    }

    fn uses_table(self) -> bool {
        !matches!(self, Strategy::Minimax | Strategy::Par)
    }

    /// `par-ab` is its own baseline: `alphabeta` has windows where `par-ab` has none.
    fn baseline(self) -> Strategy {
        match self {
            Strategy::Par => Strategy::Minimax,
            itself @ (Strategy::Minimax | Strategy::AlphaBeta | Strategy::ParAb) => itself,
            _ => Strategy::Pvs,
        }
    }
}

impl Strategy {
    /// True if shallower depths come first even without limits, to order moves.
    pub(super) const fn deepens(self) -> bool {
        !matches!(self, Strategy::Minimax | Strategy::Par | Strategy::ParAb)
    }
}

/// Strategies of a playing search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayStrategy {
    /// One tree for all workers; young brothers are tasks after the eldest.
    Play,
    /// Separate searches that share the table (*Lazy SMP*).
    Lazy,
}

impl SearchStrategy for PlayStrategy {
    const ALL: &'static [PlayStrategy] = &[PlayStrategy::Play, PlayStrategy::Lazy];
    const DEFAULT: PlayStrategy = PlayStrategy::Play;

    fn name(self) -> &'static str {
        match self {
            PlayStrategy::Play => "play",
            PlayStrategy::Lazy => "lazy",
        }
    }

    fn split_depth(self) -> u32 {
        5
    }

    fn splits(self) -> bool {
        self == PlayStrategy::Play
    }

    fn is_exact(self) -> bool {
        false
    }

    fn baseline(self) -> PlayStrategy {
        self
    }
}

/// Strategies for games with dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceStrategy {
    /// Expectimax on one worker.
    Expectimax,
    /// Chance nodes with windows, on one worker.
    Star1,
    /// Star1 that searches one reply to each roll first.
    Star2,
    /// Expectimax; plays at the root and rolls are tasks.
    ParExpectimax,
    /// Star1; plays at the root, rolls and replies are tasks.
    ParStar1,
    /// Star2; rolls and replies are tasks, plays at the root only where nothing below is shared.
    ParStar2,
    /// Expectimax; each play at the root is one task.
    RootSplit,
}

impl SearchStrategy for DiceStrategy {
    const ALL: &'static [DiceStrategy] = &[
        DiceStrategy::Expectimax,
        DiceStrategy::Star1,
        DiceStrategy::Star2,
        DiceStrategy::ParExpectimax,
        DiceStrategy::ParStar1,
        DiceStrategy::ParStar2,
        DiceStrategy::RootSplit,
    ];
    const DEFAULT: DiceStrategy = DiceStrategy::ParStar2;

    fn name(self) -> &'static str {
        match self {
            DiceStrategy::Expectimax => "expectimax",
            DiceStrategy::Star1 => "star1",
            DiceStrategy::Star2 => "star2",
            DiceStrategy::ParExpectimax => "par-expectimax",
            DiceStrategy::ParStar1 => "par-star1",
            DiceStrategy::ParStar2 => "par-star2",
            DiceStrategy::RootSplit => "root-split",
        }
    }

    /// Chance nodes above the horizon's replies take a microsecond or two: too little to share.
    fn split_depth(self) -> u32 {
        2
    }

    fn par_depth(self) -> u32 {
        u32::MAX
    }

    fn splits(self) -> bool {
        self.baseline() != self && self != DiceStrategy::RootSplit
    }

    fn baseline(self) -> DiceStrategy {
        match self {
            DiceStrategy::ParExpectimax | DiceStrategy::RootSplit => DiceStrategy::Expectimax,
            DiceStrategy::ParStar1 => DiceStrategy::Star1,
            DiceStrategy::ParStar2 => DiceStrategy::Star2,
            sequential => sequential,
        }
    }
}
