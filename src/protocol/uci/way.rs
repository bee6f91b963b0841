//! How the engine searches.

use crate::engine::{AnswerOf, Engine, Listener, Request, SearchStrategy, Settings, Stop, Strategy};
use crate::games::chess::{Chess, Move, Position, Simplified};

/// The value of the option `Strategy`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// An exact search: the minimax value of the depth.
    Exact(Strategy),
}

impl Default for Way {
    fn default() -> Way {
        Way::Exact(Strategy::DEFAULT)
    }
}

/// What is searched.
pub(super) struct Question<'q> {
    /// The position.
    pub position: &'q Position,
    /// Keys of the positions before.
    pub earlier: &'q [u64],
    /// How deep, how long, how many lines; the strategy does not count.
    pub settings: Settings,
}

impl Way {
    /// All there are. Of the exact strategies only the fastest is of use here.
    pub fn all() -> impl Iterator<Item = Way> {
        [Way::Exact(Strategy::DEFAULT)].into_iter()
    }

    pub fn name(self) -> &'static str {
        match self {
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
        let &Question { position, earlier, settings } = question;
        match self {
            Way::Exact(strategy) => {
                let request = Request { earlier, ..Request::new(position.clone(), settings.by(strategy)) };
                engine.go(&Simplified, &request, stop, listener)
            }
        }
    }
}
