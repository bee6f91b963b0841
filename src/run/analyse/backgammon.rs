//! Batches of backgammon positions: identifiers with dice, or objects with a roll.

use super::request::RequestLimits;
use super::{Analysis, Request, flags};
use crate::{BackgammonSearch, CubefulPlay};
use sparring_engine::cubeful::{Cubeful, Lookahead, MAX_DEPTH as MAX_CUBEFUL_DEPTH};
use sparring_engine::game::EquityEvaluator;
use sparring_engine::games::backgammon::cube::{Efficiency, MatchEquity};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Backgammon, Id, Roll, parse_id};
use sparring_engine::search::{DiceRequest, DiceStrategy, MAX_DEPTH, Pruning, Settings};
use sparring_engine::solve::bearoff::BearoffEvaluator;

#[derive(Clone, Debug)]
pub struct BackgammonAnalysis {
    pub evaluator: BearoffEvaluator,
    pub pruning: Pruning,
    /// Pruning of lines that set their own depth.
    pub pruning_at_depth: Pruning,
    pub roll: Option<Roll>,
    pub settings: Settings<DiceStrategy>,
    /// Lookahead where the score or the cube matters; `None` if the flags ask for another search.
    pub ahead: Option<Lookahead>,
}

impl BackgammonAnalysis {
    /// Reads a line's identifier and its roll: its own, the identifier's or the default one.
    fn place(&self, request: &Request) -> Result<Id, String> {
        let id = parse_id(&request.position).map_err(|error| error.to_string())?;
        let asked = request.roll.as_deref().map(str::parse::<Roll>).transpose();
        let roll = asked.map_err(|error| format!("roll: {error}"))?.or(id.roll).or(self.roll);
        Ok(Id { roll, ..id })
    }
}

impl Analysis for BackgammonAnalysis {
    type Game = Backgammon;
    type Search<'r> = BackgammonSearch;

    fn flags(&self) -> String {
        let bearoff = if self.evaluator.databases().is_some() { " --bearoff" } else { "" };
        let pruning = flags::of_pruning(self.pruning, self.evaluator.scale());
        let roll = self.roll.map_or(String::new(), |roll| format!(" --roll {roll}"));
        let eval = self.evaluator.evaluator().name();
        format!("--eval {eval}{bearoff}{pruning}{roll} {}", flags::of(&self.settings))
    }

    fn game(&self) -> Backgammon {
        Backgammon
    }

    fn plain(&self, line: &str) -> Result<Request, String> {
        Ok(Request { position: line.to_owned(), ..Request::default() })
    }

    fn search(&self, request: &Request) -> Result<BackgammonSearch, String> {
        let Id { position, roll, .. } = self.place(request)?;
        if roll.is_none() && !position.is_over() {
            return Err(
                "got no dice, expected an identifier with dice or a roll; try \"roll\":\"31\"".to_owned()
            );
        }
        let settings = request.limits.applied(self.settings, 0..=MAX_DEPTH)?;
        // A finished game is not searched.
        let question = DiceRequest::new(position, roll.unwrap_or(Roll::ALL[0]), settings);
        let informed = self.evaluator.deciding(position.side());
        let pruning = if request.limits.depth.is_some() { self.pruning_at_depth } else { self.pruning };
        let request = DiceRequest { pruning, ..question };
        Ok(BackgammonSearch::new(informed, roll, request))
    }

    fn with_cube(&self, request: &Request) -> Option<(Cubeful<'_>, CubefulPlay)> {
        let Id { position, roll, state } = self.place(request).ok()?;
        let RequestLimits { depth, movetime, nodes } = request.limits;
        let ahead = self.ahead.filter(|_| movetime.is_none() && nodes.is_none())?;
        let ahead = Lookahead { depth: depth.unwrap_or(ahead.depth), ..ahead };
        if !state.matters() || position.is_over() || ahead.depth > MAX_CUBEFUL_DEPTH {
            return None;
        }
        let (network, table) = (Network::built_in(), MatchEquity::built_in());
        let cubeful = Cubeful::new(network, &state, table, Efficiency::default()).ok()?;
        let asked = CubefulPlay { position, roll: roll?, ahead, lines: self.settings.lines };
        Some((cubeful.informed(self.evaluator.databases()), asked))
    }
}
