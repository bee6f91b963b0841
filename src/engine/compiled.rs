//! The searches of the three games, compiled here once, because other crates that compile them
//! again lose inlining of this crate's functions.

use std::borrow::Borrow;

#[cfg(feature = "backgammon")]
use crate::games::backgammon::{Backgammon, Clamped};
#[cfg(feature = "chess")]
use crate::games::chess::network::Network;
#[cfg(feature = "chess")]
use crate::games::chess::{Chess, Move, Position, Simplified};
#[cfg(feature = "dots")]
use crate::games::dots::{self, BoxesWon, Dots};
#[cfg(feature = "backgammon")]
use crate::search::DiceRequestOf;
#[cfg(any(feature = "chess", feature = "dots"))]
use crate::search::Request;
use crate::search::{Answer, Assignment, Listener, Question, Room};
#[cfg(feature = "chess")]
use crate::search::{AnyStrategy, Evaluators, PlayRequest};
#[cfg(feature = "backgammon")]
use crate::solve::bearoff::BearoffEvaluator;
use sparring_sched::Worker;

/// An evaluator of this crate whose searches are compiled already. Answers are the same.
///
/// ```
/// use sparring_engine::games::chess::{Chess, Position, Simplified};
/// use sparring_engine::search::{Request, Settings};
/// use sparring_engine::{Compiled, Engine};
/// use sparring_sched::Pool;
///
/// let engine = Engine::new(Chess, Pool::new(1).unwrap(), 1);
/// let request = Request::new(Position::start(), Settings::depth(3));
/// let answer = engine.answer(&Compiled(Simplified), &request);
/// assert_eq!(answer.score, engine.answer(&Simplified, &request).score);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Compiled<E>(pub E);

macro_rules! compiled {
    ($($game:ty, $question:ty, $held:ty, $evaluator:ty;)*) => {$(
        impl<'q> Question<$game, Compiled<$held>> for $question {
            type Strategy = <$question as Question<$game, $evaluator>>::Strategy;
            type Move = <$question as Question<$game, $evaluator>>::Move;
            type Value = <$question as Question<$game, $evaluator>>::Value;
            type Outcome = <$question as Question<$game, $evaluator>>::Outcome;

            fn memory(&self, game: &$game) -> Room {
                Question::<$game, $evaluator>::memory(self, game)
            }

            #[inline(never)]
            fn search(
                &self,
                assignment: Assignment<'_, $game, Compiled<$held>>,
                worker: Worker<'_>,
                listener: &mut Listener<'_, Self::Move, Self::Value>,
            ) -> Answer<Self::Move, Self::Value, Self::Outcome> {
                let evaluator: &$evaluator = assignment.evaluator.0.borrow();
                Question::<$game, $evaluator>::search(self, assignment.by(evaluator), worker, listener)
            }
        }
    )*};
}

#[cfg(feature = "chess")]
compiled! {
    Chess, PlayRequest<'q, Position, Move>, &Network, Network;
    Chess, PlayRequest<'q, Position, Move>, Simplified, Simplified;
    Chess, Request<'q, Position>, Simplified, Simplified;
    Chess, Request<'q, Position, AnyStrategy>, Evaluators<Simplified, Network>, Evaluators<Simplified, Network>;
}

#[cfg(feature = "dots")]
compiled! {
    Dots, Request<'q, dots::Position>, BoxesWon, BoxesWon;
}

#[cfg(feature = "backgammon")]
compiled! {
    Backgammon, DiceRequestOf<Backgammon>, BearoffEvaluator, BearoffEvaluator;
    Backgammon, DiceRequestOf<Backgammon>, Clamped<BearoffEvaluator>, Clamped<BearoffEvaluator>;
}
