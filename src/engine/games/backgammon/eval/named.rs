use std::str::FromStr;

use super::super::network::Network;
use super::super::{Backgammon, Outcome, Position};
use super::{Blots, Pubeval, Race};
use crate::game::{EquityEvaluator, Score, Side};

/// An evaluator chosen by name.
#[derive(Clone, Copy, Debug)]
pub enum NamedEvaluator {
    /// The 2020 ancestor's.
    Race(Race),
    /// The 2025 ancestor's.
    Blots(Blots),
    /// Tesauro's, plain or balanced.
    Pubeval(Pubeval),
    /// The program's own network.
    Net(&'static Network),
}

impl NamedEvaluator {
    /// All names.
    pub const NAMES: [&str; 5] = ["race", "blots", "pubeval", "balanced", "net"];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            NamedEvaluator::Race(_) => "race",
            NamedEvaluator::Blots(_) => "blots",
            NamedEvaluator::Pubeval(pubeval) => pubeval.name(),
            NamedEvaluator::Net(_) => "net",
        }
    }

    /// The network, if it is one.
    pub fn network(self) -> Option<&'static Network> {
        match self {
            NamedEvaluator::Net(network) => Some(network),
            _ => None,
        }
    }

    /// True if finished games are worth points, so other exact values are comparable. With `race`
    /// and `blots` they are worth the formula.
    pub const fn counts_points(self) -> bool {
        matches!(self, NamedEvaluator::Pubeval(_) | NamedEvaluator::Net(_))
    }

    /// The evaluator for decisions of `side`: `race` values the deciding side's progress.
    pub const fn deciding(self, side: Side) -> NamedEvaluator {
        match self {
            NamedEvaluator::Race(_) => NamedEvaluator::Race(Race { side }),
            other => other,
        }
    }
}

impl FromStr for NamedEvaluator {
    type Err = String;

    fn from_str(name: &str) -> Result<NamedEvaluator, String> {
        match name {
            "race" => Ok(NamedEvaluator::Race(Race { side: Side::First })),
            "blots" => Ok(NamedEvaluator::Blots(Blots)),
            "pubeval" => Ok(NamedEvaluator::Pubeval(Pubeval::new())),
            "balanced" => Ok(NamedEvaluator::Pubeval(Pubeval::balanced())),
            "net" => Ok(NamedEvaluator::Net(Network::built_in())),
            _ => Err(format!(
                "got '{}', expected an evaluator: {}; try pubeval",
                name.escape_debug(),
                NamedEvaluator::NAMES.join(", ")
            )),
        }
    }
}

/// Forwards to the evaluator; only `pubeval` uses `before`, which is true for a race.
macro_rules! ask {
    ($named:expr, $evaluator:ident, $before:ident = $race:expr => $question:expr) => {
        match ($named, $race, ()) {
            (NamedEvaluator::Race($evaluator), _, $before) => $question,
            (NamedEvaluator::Blots($evaluator), _, $before) => $question,
            (NamedEvaluator::Pubeval($evaluator), $before, _) => $question,
            (NamedEvaluator::Net($evaluator), _, $before) => $question,
        }
    };
    ($named:expr, $evaluator:ident => $question:expr) => {
        ask!($named, $evaluator, _before = () => $question)
    };
}

impl EquityEvaluator<Backgammon> for NamedEvaluator {
    type Before = bool;

    fn unit(&self) -> &'static str {
        ask!(self, evaluator => evaluator.unit())
    }

    fn scale(&self) -> Score {
        ask!(self, evaluator => evaluator.scale())
    }

    fn bounds(&self, game: &Backgammon, position: &Position) -> (Score, Score) {
        ask!(self, evaluator => evaluator.bounds(game, position))
    }

    #[inline]
    fn before(&self, game: &Backgammon, position: &Position) -> bool {
        match self {
            NamedEvaluator::Pubeval(pubeval) => pubeval.before(game, position),
            NamedEvaluator::Race(_) | NamedEvaluator::Blots(_) | NamedEvaluator::Net(_) => false,
        }
    }

    #[inline]
    fn evaluate(&self, game: &Backgammon, before: bool, result: &Position) -> Score {
        ask!(self, evaluator, before = before => evaluator.evaluate(game, before, result))
    }

    fn batches(&self) -> bool {
        matches!(self, NamedEvaluator::Net(_))
    }

    fn evaluate_all(&self, game: &Backgammon, before: bool, results: &[Position], values: &mut Vec<Score>) {
        match self {
            NamedEvaluator::Net(network) => network.evaluate_all(game, (), results, values),
            _ => values.extend(results.iter().map(|result| self.evaluate(game, before, result))),
        }
    }

    #[inline]
    fn outcome_value(&self, game: &Backgammon, result: &Position, outcome: Outcome) -> Score {
        ask!(self, evaluator => evaluator.outcome_value(game, result, outcome))
    }

    #[inline]
    fn preference(&self, game: &Backgammon, before: bool, result: &Position) -> Score {
        ask!(self, evaluator, before = before => evaluator.preference(game, before, result))
    }

    fn prefers_by_value(&self, side: Side) -> bool {
        ask!(self, evaluator => evaluator.prefers_by_value(side))
    }
}
