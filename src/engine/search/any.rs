use crate::game::{Evaluator, IncrementalEvaluator, Score, Tactical};
use crate::search::answer::{AnswerOf, Listener};
use crate::search::deepen::Assignment;
use crate::search::memory::Room;
use crate::search::play::PlayRequest;
use crate::search::request::{Question, Request};
use crate::search::strategy::{PlayStrategy, SearchStrategy, Strategy};
use sparring_sched::Worker;

/// A strategy of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyStrategy {
    /// A strategy of a [`Request`].
    Exact(Strategy),
    /// A strategy of a [`PlayRequest`].
    Play(PlayStrategy),
}

const COUNT: usize = Strategy::ALL.len() + PlayStrategy::ALL.len();

const ALL: [AnyStrategy; COUNT] = {
    let mut all = [AnyStrategy::DEFAULT; COUNT];
    let mut i = 0;
    while i < COUNT {
        all[i] = match i.checked_sub(Strategy::ALL.len()) {
            None => AnyStrategy::Exact(Strategy::ALL[i]),
            Some(i) => AnyStrategy::Play(PlayStrategy::ALL[i]),
        };
        i += 1;
    }
    all
};

impl SearchStrategy for AnyStrategy {
    const ALL: &'static [AnyStrategy] = &ALL;
    const DEFAULT: AnyStrategy = AnyStrategy::Exact(Strategy::DEFAULT);

    fn name(self) -> &'static str {
        match self {
            AnyStrategy::Exact(strategy) => strategy.name(),
            AnyStrategy::Play(strategy) => strategy.name(),
        }
    }

    fn split_depth(self) -> u32 {
        match self {
            AnyStrategy::Exact(strategy) => strategy.split_depth(),
            AnyStrategy::Play(strategy) => strategy.split_depth(),
        }
    }

    fn splits(self) -> bool {
        match self {
            AnyStrategy::Exact(strategy) => strategy.splits(),
            AnyStrategy::Play(strategy) => strategy.splits(),
        }
    }

    fn is_exact(self) -> bool {
        matches!(self, AnyStrategy::Exact(_))
    }

    fn uses_table(self) -> bool {
        match self {
            AnyStrategy::Exact(strategy) => strategy.uses_table(),
            AnyStrategy::Play(strategy) => strategy.uses_table(),
        }
    }

    fn baseline(self) -> AnyStrategy {
        match self {
            AnyStrategy::Exact(strategy) => AnyStrategy::Exact(strategy.baseline()),
            AnyStrategy::Play(strategy) => AnyStrategy::Play(strategy.baseline()),
        }
    }
}

/// Evaluators for strategies of either kind.
#[derive(Clone, Copy, Debug)]
pub struct Evaluators<E, N: 'static> {
    /// The evaluator for exact strategies.
    pub exact: E,
    /// The evaluator for playing strategies: a function, so that weights are read only if used.
    pub play: fn() -> &'static N,
}

enum OfKind<'a, P, M> {
    Exact(Request<'a, P>),
    Play(PlayRequest<'a, P, M>),
}

impl<P: Clone> Request<'_, P, AnyStrategy> {
    fn of_kind<M>(&self) -> OfKind<'_, P, M> {
        let (position, earlier) = (self.position.clone(), self.earlier);
        match self.settings.strategy {
            AnyStrategy::Exact(strategy) => {
                OfKind::Exact(Request { position, earlier, settings: self.settings.of_kind(strategy) })
            }
            AnyStrategy::Play(strategy) => {
                let request = PlayRequest::new(position, self.settings.of_kind(strategy));
                OfKind::Play(PlayRequest { earlier, ..request })
            }
        }
    }
}

impl<G, E, N> Question<G, Evaluators<E, N>> for Request<'_, G::Position, AnyStrategy>
where
    G: Tactical,
    E: Evaluator<G>,
    N: IncrementalEvaluator<G>,
{
    type Strategy = AnyStrategy;
    type Move = G::Move;
    type Value = Score;
    type Outcome = G::Outcome;

    fn memory(&self, game: &G) -> Room {
        match self.of_kind() {
            OfKind::Exact(request) => Question::<G, E>::memory(&request, game),
            OfKind::Play(request) => Question::<G, N>::memory(&request, game),
        }
    }

    fn search(
        &self,
        assignment: Assignment<'_, G, Evaluators<E, N>>,
        worker: Worker<'_>,
        listener: &mut Listener<'_, G::Move>,
    ) -> AnswerOf<G> {
        let evaluators = assignment.evaluator;
        match self.of_kind() {
            OfKind::Exact(request) => request.search(assignment.by(&evaluators.exact), worker, listener),
            OfKind::Play(request) => request.search(assignment.by((evaluators.play)()), worker, listener),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_strategies_of_both_kinds_are_found_by_their_names() {
        assert_eq!(AnyStrategy::named("pvs"), Ok(AnyStrategy::Exact(Strategy::Pvs)));
        assert_eq!(AnyStrategy::named("lazy"), Ok(AnyStrategy::Play(PlayStrategy::Lazy)));
        for &strategy in AnyStrategy::ALL {
            assert_eq!(AnyStrategy::named(strategy.name()), Ok(strategy));
        }
    }
}
