//! Backgammon players by name: `random`, `pubeval`, `race:depth=1:keep=5`, `gnubg:4321`.

mod cube;

pub use cube::Place;

use std::str::FromStr;
use std::sync::Arc;

use super::gnubg::Gnubg;
use super::stoppable::StoppableEngine;
use sparring_engine::game::{EquityEvaluator, Score};
use sparring_engine::games::backgammon::{Dice, NamedEvaluator, Position, Roll};
use sparring_engine::search::{
    DiceRequest, DiceStrategy, Filter, MAX_DEPTH, Pruning, SearchStrategy, Settings,
};
use sparring_engine::solve::bearoff::{Bearoff, BearoffEvaluator};

#[derive(Clone, Debug)]
pub struct Player {
    name: String,
    method: Method,
}

#[derive(Clone, Debug)]
enum Method {
    /// Any legal play with equal probability.
    Random,
    /// GNU Backgammon.
    Gnubg(Arc<Gnubg>),
    /// The best play that a search finds.
    Search { evaluator: BearoffEvaluator, settings: Settings<DiceStrategy>, pruning: Pruning },
}

impl Player {
    pub fn random() -> Player {
        Player { name: "random".to_owned(), method: Method::Random }
    }

    pub fn search(evaluator: NamedEvaluator, settings: Settings<DiceStrategy>, pruning: Pruning) -> Player {
        let depth = settings.depth;
        let name = format!("{}:depth={depth}{}", evaluator.name(), pruned(pruning, evaluator.scale()));
        Player { name, method: Method::Search { evaluator: evaluator.into(), settings, pruning } }
    }

    /// True if bear-off databases can be used.
    pub fn can_be_informed(&self) -> bool {
        matches!(&self.method, Method::Search { evaluator, .. } if BearoffEvaluator::suits(evaluator.evaluator()))
    }

    /// Adds bear-off databases if they can be used.
    pub fn informed(mut self, bearoff: &Arc<Bearoff>) -> Player {
        if self.can_be_informed()
            && let Method::Search { evaluator, .. } = &mut self.method
        {
            *evaluator = evaluator.clone().with(bearoff.clone());
            self.name += ":bearoff";
        }
        self
    }

    /// Returns why another program no longer plays.
    pub fn lost(&self) -> Option<String> {
        match &self.method {
            Method::Gnubg(gnubg) => gnubg.lost(),
            _ => None,
        }
    }

    /// True if this program's search decides.
    pub fn searches(&self) -> bool {
        matches!(self.method, Method::Search { .. })
    }

    /// The name with everything that affects play.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The chosen play's result. Random players draw from `chance`. Returns `None` if the
    /// engine was stopped or the player is [lost](Player::lost).
    pub fn choose(
        &self,
        engine: StoppableEngine<'_>,
        chance: &mut Dice,
        position: &Position,
        roll: Roll,
    ) -> Option<Position> {
        match &self.method {
            Method::Random => {
                let results = position.results(roll);
                Some(results[chance.below(results.len() as u32) as usize])
            }
            Method::Gnubg(gnubg) => gnubg.choose(position, roll),
            Method::Search { evaluator, settings: Settings { depth: 0, .. }, .. } => {
                Some(evaluator.deciding(position.side()).best(position, roll))
            }
            Method::Search { evaluator, settings, pruning } => {
                let request =
                    DiceRequest { pruning: *pruning, ..DiceRequest::new(*position, roll, *settings) };
                let answer = engine.answer(evaluator.deciding(position.side()), &request)?;
                Some(answer.last.expect("nobody moves in a finished game").best)
            }
        }
    }
}

fn pruned(Pruning { keep, filter }: Pruning, scale: Score) -> String {
    match (filter, keep) {
        (Some(filter), keep) => {
            let keep = keep.filter(|&keep| keep != 1).map_or(String::new(), |keep| format!(":keep={keep}"));
            format!(":filter={},{}{keep}", filter.most, filter.units(scale))
        }
        (None, Some(keep)) => format!(":keep={keep}"),
        (None, None) => String::new(),
    }
}

fn gnubg(text: &str) -> Result<Player, String> {
    let port = text.strip_prefix("gnubg:").and_then(|port| port.parse().ok());
    let port = port.ok_or_else(|| {
        format!(
            "got '{}', expected gnubg and the port on which it listens; try gnubg:4321",
            text.escape_debug()
        )
    })?;
    let gnubg = Gnubg::connect(port).map_err(|why| {
        format!("got '{why}' on port {port}, expected a gnubg that listens; try 'external localhost:{port}' in gnubg")
    })?;
    Ok(Player { name: format!("gnubg:{port}"), method: Method::Gnubg(Arc::new(gnubg)) })
}

impl FromStr for Player {
    type Err = String;

    /// Reads `random`, `gnubg:PORT`, or an evaluator with options such as `:depth=N`.
    fn from_str(text: &str) -> Result<Player, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        if name == "random" {
            return match parts.next() {
                None => Ok(Player::random()),
                Some(more) => {
                    Err(format!("got '{}' after random, expected nothing; try random", more.escape_debug()))
                }
            };
        }
        if name == "gnubg" {
            return gnubg(text);
        }
        let evaluator: NamedEvaluator = name.parse().map_err(|_| {
            format!(
                "got '{}', expected a player: random, gnubg:PORT, or {} with :depth=N and :keep=K; try pubeval:depth=1",
                name.escape_debug(),
                NamedEvaluator::NAMES.join(", ")
            )
        })?;
        let (mut depth, mut strategy) = (0, DiceStrategy::DEFAULT);
        let (mut keep, mut filter) = (None, None);
        for part in parts {
            let refused = |expected: String| {
                format!(
                    "got '{}' in player {name}, expected {expected}; try {name}:depth=1:keep=5",
                    part.escape_debug()
                )
            };
            match part.split_once('=') {
                Some(("depth", n)) => {
                    depth = n
                        .parse()
                        .ok()
                        .filter(|n| *n <= MAX_DEPTH)
                        .ok_or_else(|| refused(format!("a depth from 0 to {MAX_DEPTH}")))?;
                }
                Some(("keep", n)) => {
                    let n = n.parse().ok().filter(|n| *n >= 1);
                    keep = Some(n.ok_or_else(|| refused("a number of plays to keep, 1 or more".to_owned()))?);
                }
                Some(("filter", text)) => {
                    filter = Some(Filter::read(text, evaluator.scale()).map_err(|_| {
                        refused(
                            "filter=K,X: a number of plays and a number of units, as filter=8,0.16"
                                .to_owned(),
                        )
                    })?);
                }
                Some(("strategy", n)) => {
                    strategy = DiceStrategy::named(n).map_err(|unknown| refused(unknown.to_string()))?
                }
                _ => return Err(refused("depth=N, keep=K, filter=K,X or strategy=NAME".to_owned())),
            }
        }
        let keep = keep.or(filter.map(|_| 1));
        Ok(Player::search(evaluator, Settings::depth(depth).by(strategy), Pruning { keep, filter }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_by_name() {
        for (text, name) in [
            ("random", "random"),
            ("race", "race:depth=0"),
            ("pubeval:keep=5:depth=2", "pubeval:depth=2:keep=5"),
            ("blots:depth=1:strategy=star1", "blots:depth=1"),
            ("balanced:depth=2:filter=8,0.16", "balanced:depth=2:filter=8,0.16"),
            ("balanced:filter=8,0.5:keep=2:depth=1", "balanced:depth=1:filter=8,0.5:keep=2"),
        ] {
            assert_eq!(text.parse::<Player>().unwrap().name(), name);
        }
        for bad in [
            "",
            "gnubg",
            "gnubg:x",
            "gnubg:1",
            "random:depth=1",
            "race:depth=9",
            "race:keep=0",
            "race:k=1",
            "balanced:filter=8",
            "balanced:filter=0,1",
            "balanced:filter=1,-1",
            "race:strategy=x",
            "race:",
        ] {
            let why = bad.parse::<Player>().unwrap_err();
            assert!(why.contains("expected") && why.contains("; try "), "{bad}: {why}");
        }
    }
}
