//! Decisions with cube and score.
//!
//! A player that searches with the network knows gammon probabilities and looks ahead with the
//! cube; gnubg decides itself. All others never double, take every double, and ignore the score.

use super::{Method, Player};
use crate::matches::stoppable::StoppableEngine;
use sparring_engine::cubeful::{Cubeful, Lookahead, MAX_DEPTH};
use sparring_engine::game::Score;
use sparring_engine::games::backgammon::cube::{Decision, Doubling, Efficiency, MatchEquity, Response};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{Dice, MatchState, Position, Roll};
use sparring_engine::search::Filter;
use sparring_engine::solve::bearoff::Bearoff;
use sparring_sched::{Cancelled, Scoped};

#[derive(Clone, Copy, Debug)]
pub struct Place<'t> {
    /// Seen by the side on roll.
    pub position: Position,
    /// Score and cube before any unanswered double.
    pub state: MatchState,
    pub table: &'t MatchEquity,
}

struct Ahead<'p> {
    network: &'static Network,
    bearoff: Option<&'p Bearoff>,
    lookahead: Lookahead,
}

impl Player {
    /// True if the player can value a double.
    pub fn knows_cube(&self) -> bool {
        self.ahead().is_some() || matches!(self.method, Method::Gnubg(_))
    }

    /// Checks that the player can play with the cube to `length` points, 0 for money.
    ///
    /// # Errors
    /// The reason, and a suggestion.
    pub fn suits_cube(&self, length: u16) -> Result<(), String> {
        let name = self.name();
        match &self.method {
            Method::Gnubg(gnubg) if length > 0 => Err(format!(
                "got {name} in a match to {length}, expected a player that can be told whether the Crawford game is \
                 over, which gnubg's socket cannot; try --cube, or sparring backgammon external"
            )),
            Method::Search { settings, .. } if self.knows_cube() && settings.depth > MAX_DEPTH => {
                Err(format!(
                    "got {name} with the cube, expected a depth from 0 to {MAX_DEPTH}; try net:depth=2:filter=8,0.16"
                ))
            }
            Method::Search { pruning, .. } if self.knows_cube() && pruning.keep.is_some_and(|k| k != 1) => {
                Err(format!(
                    "got {name} with the cube, expected no keep, because one reply to each roll is looked at; \
                     try net:depth=2:filter=8,0.16"
                ))
            }
            _ => Ok(()),
        }
    }

    /// True if the player doubles; asked only where it can gain. `None` as for [`Player::choose`].
    pub fn doubles(&self, engine: StoppableEngine<'_>, place: &Place<'_>) -> Option<bool> {
        if let Method::Gnubg(gnubg) = &self.method {
            return gnubg.doubles(&place.position, &place.state);
        }
        let Some(ahead) = self.ahead() else { return Some(false) };
        let double = ahead.decide(engine, place)?.double;
        Some(double.is_some_and(|double| double.doubling == Doubling::Double))
    }

    /// True if the player takes a double. `None` as for [`Player::choose`].
    pub fn takes(&self, engine: StoppableEngine<'_>, place: &Place<'_>) -> Option<bool> {
        if let Method::Gnubg(gnubg) = &self.method {
            return gnubg.takes(&place.position, &place.state);
        }
        let Some(ahead) = self.ahead() else { return Some(true) };
        let double = ahead.decide(engine, place)?.double;
        Some(double.is_none_or(|double| double.response != Response::Pass))
    }

    /// The chosen play's result at the score. `None` as for [`Player::choose`].
    pub fn choose_at(
        &self,
        engine: StoppableEngine<'_>,
        chance: &mut Dice,
        place: &Place<'_>,
        roll: Roll,
    ) -> Option<Position> {
        if let Method::Gnubg(gnubg) = &self.method {
            return gnubg.choose_at(&place.position, roll, &place.state);
        }
        let Some(ahead) = self.ahead() else { return self.choose(engine, chance, &place.position, roll) };
        let asked = (&place.position, roll);
        let plays = ahead.at(engine, place, |cubeful, task| cubeful.plays(task, asked, ahead.lookahead, &[]));
        Some(plays?[0].result)
    }

    fn ahead(&self) -> Option<Ahead<'_>> {
        let Method::Search { evaluator, settings, pruning } = &self.method else { return None };
        let filter = pruning.filter.unwrap_or(Filter { most: usize::MAX, within: Score::MAX });
        Some(Ahead {
            network: evaluator.evaluator().network()?,
            bearoff: evaluator.databases(),
            lookahead: Lookahead { depth: settings.depth, filter },
        })
    }
}

impl Ahead<'_> {
    fn decide(&self, engine: StoppableEngine<'_>, place: &Place<'_>) -> Option<Decision> {
        self.at(engine, place, |cubeful, task| cubeful.decide(task, &place.position, self.lookahead.depth))
    }

    /// Runs a search with the cube. Returns `None` if the engine was stopped.
    fn at<R: Send>(
        &self,
        StoppableEngine { engine, watch }: StoppableEngine<'_>,
        place: &Place<'_>,
        ask: impl FnOnce(&Cubeful<'_>, Scoped<'_>) -> Result<R, Cancelled> + Send,
    ) -> Option<R> {
        let cubeful = Cubeful::new(self.network, &place.state, place.table, Efficiency::default());
        let cubeful = cubeful.expect("the table knows the score").informed(self.bearoff);
        let stop = engine.stop_switch();
        watch(stop.clone());
        engine.pool().install_in(stop.scope(), |task| ask(&cubeful, task)).ok()
    }
}
