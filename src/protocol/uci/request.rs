//! The request of `go` to the engine, by a strategy of either kind.

use std::sync::OnceLock;
use std::time::Instant;

use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{Chess, Move, Position, Simplified};
use sparring_engine::search::{
    AnswerOf, AnyStrategy, Budget, Listener, PlayRequest, PlayStrategy, Request, Settings, Strategy, Watch,
};
use sparring_engine::{Compiled, Engine, Stop};

/// A search, as the engine is asked for it.
pub(super) struct GoRequest<'q> {
    /// The position.
    pub position: &'q Position,
    /// Keys of the positions before.
    pub earlier: &'q [u64],
    /// The moves among which to choose; empty for all. An exact strategy looks at all.
    pub moves: &'q [Move],
    /// How deep, how long, how many lines, by which strategy.
    pub settings: Settings<AnyStrategy>,
    /// The time that the clock allows, if there is one.
    pub budget: Option<Budget>,
    /// When the clock begins to run, or began.
    pub begins: &'q OnceLock<Instant>,
    /// Is told what happens within a depth, if the strategy tells.
    pub watch: Watch<'q, Move>,
}

impl GoRequest<'_> {
    /// Searches until a limit is met or `stop` is used.
    pub fn search(
        &self,
        engine: &Engine<Chess>,
        stop: &Stop,
        listener: &mut Listener<'_, Move>,
    ) -> AnswerOf<Chess> {
        match self.settings.strategy {
            AnyStrategy::Play(strategy) => {
                engine.go(&Compiled(Network::built_in()), &self.playing(strategy), stop, listener)
            }
            AnyStrategy::Exact(strategy) => {
                engine.go(&Compiled(Simplified), &self.exact(strategy), stop, listener)
            }
        }
    }

    fn playing(&self, strategy: PlayStrategy) -> PlayRequest<'_, Position, Move> {
        let &GoRequest { position, earlier, moves, settings, budget, begins, watch } = self;
        let request = PlayRequest::new(position.clone(), settings.of_kind(strategy));
        PlayRequest { earlier, moves, budget, begins: Some(begins), watch, ..request }
    }

    /// It knows no clock but the time of a move, and that not while the interface ponders.
    fn exact(&self, strategy: Strategy) -> Request<'_, Position> {
        let mut limits = self.settings.limits;
        let soft = self.budget.map(|budget| budget.soft);
        limits.movetime = limits.movetime.into_iter().chain(soft).min();
        limits.movetime = limits.movetime.filter(|_| self.begins.get().is_some());
        let settings = self.settings.of_kind(strategy).within(limits);
        Request { earlier: self.earlier, ..Request::new(self.position.clone(), settings) }
    }
}
