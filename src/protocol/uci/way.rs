//! How the engine searches: as people play, or every line to the same depth.

use std::sync::OnceLock;
use std::time::Instant;

use crate::engine::{
    AnswerOf, Budget, Engine, Listener, PlayRequest, PlayStrategy, Request, SearchStrategy, Settings, Stop,
    Strategy, Watch,
};
use crate::games::chess::network::Network;
use crate::games::chess::{Chess, Move, Position, Simplified};

/// The value of the option `Strategy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// A playing search.
    Play(PlayStrategy),
    /// An exact search: the minimax value of the depth. It looks at all moves, and `ponderhit`
    /// ends it.
    Exact(Strategy),
}

impl Default for Way {
    fn default() -> Way {
        Way::Play(PlayStrategy::DEFAULT)
    }
}

/// What is searched.
pub(super) struct Question<'q> {
    /// The position.
    pub position: &'q Position,
    /// Keys of the positions before.
    pub earlier: &'q [u64],
    /// The moves among which to choose; empty for all.
    pub moves: &'q [Move],
    /// How deep, how long, how many lines; the strategy does not count.
    pub settings: Settings,
    /// The time that the clock allows, if there is one.
    pub budget: Option<Budget>,
    /// When the clock begins to run, or began.
    pub begins: &'q OnceLock<Instant>,
    /// Is told what happens within a depth, if the way tells.
    pub watch: Watch<'q, Move>,
}

impl Way {
    /// All there are. Of the exact strategies only the fastest is of use here.
    pub fn all() -> impl Iterator<Item = Way> {
        PlayStrategy::ALL.iter().copied().map(Way::Play).chain([Way::Exact(Strategy::DEFAULT)])
    }

    pub fn name(self) -> &'static str {
        match self {
            Way::Play(strategy) => strategy.name(),
            Way::Exact(strategy) => strategy.name(),
        }
    }

    /// Searches until a limit is met or `stop` is used.
    pub fn search(
        self,
        engine: &Engine<Chess>,
        question: &Question<'_>,
        stop: &Stop,
        listener: &mut Listener<'_, Move>,
    ) -> AnswerOf<Chess> {
        let &Question { position, earlier, moves, settings, budget, begins, watch } = question;
        let Settings { depth, mut limits, lines, .. } = settings;
        match self {
            Way::Play(strategy) => {
                let settings = Settings::depth(depth).within(limits).with_lines(lines).by(strategy);
                let request = PlayRequest::new(position.clone(), settings);
                let request = PlayRequest { earlier, moves, budget, begins: Some(begins), watch, ..request };
                engine.go(Network::built_in(), &request, stop, listener)
            }
            Way::Exact(strategy) => {
                let soft = budget.map(|budget| budget.soft);
                limits.movetime = limits.movetime.into_iter().chain(soft).min();
                limits.movetime = limits.movetime.filter(|_| begins.get().is_some());
                let settings = settings.within(limits).by(strategy);
                let request = Request { earlier, ..Request::new(position.clone(), settings) };
                engine.go(&Simplified, &request, stop, listener)
            }
        }
    }
}
