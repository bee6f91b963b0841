//! The request of `go` to the engine, for either kind of strategy.

use std::sync::OnceLock;
use std::time::Instant;

use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{Chess, Move, Position, Simplified};
use sparring_engine::search::{
    AnswerOf, AnyStrategy, Budget, Listener, PlayRequest, PlayStrategy, Request, Settings, Strategy, Watch,
};
use sparring_engine::{Compiled, Engine, Stop};

pub(super) struct GoRequest<'q> {
    pub position: &'q Position,
    pub earlier: &'q [u64],
    /// Moves to choose from; empty for all. Exact strategies ignore it.
    pub moves: &'q [Move],
    pub settings: Settings<AnyStrategy>,
    pub budget: Option<Budget>,
    /// Start of the clock, set when it starts.
    pub begins: &'q OnceLock<Instant>,
    pub watch: Watch<'q, Move>,
}

impl GoRequest<'_> {
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

    /// A request whose only clock is a time per move, and none while pondering.
    fn exact(&self, strategy: Strategy) -> Request<'_, Position> {
        let mut limits = self.settings.limits;
        let soft = self.budget.map(|budget| budget.soft);
        limits.movetime = limits.movetime.into_iter().chain(soft).min();
        limits.movetime = limits.movetime.filter(|_| self.begins.get().is_some());
        let settings = self.settings.of_kind(strategy).within(limits);
        Request { earlier: self.earlier, ..Request::new(self.position.clone(), settings) }
    }
}
