//! The score and the cube of a rollout: its starts, and what its sums say of them.

use super::cube;
use sparring_engine::cubeful::{Cubeful, Lookahead};
use sparring_engine::games::backgammon::cube::{
    Decision, Efficiency, Hold, Holds, MatchEquity, Odds, Response, StakesError, Value,
};
use sparring_engine::games::backgammon::network::Network;
use sparring_engine::games::backgammon::{MatchState, Position, Roll};
use sparring_engine::rollout::{Estimate, Sums};
use sparring_engine::search::Filter;
use sparring_report::{CubeValue, RolledCube};
use sparring_sched::Pool;

/// The most turns of a cube in one game: a search of more is cut short by the largest cube.
const TURNS: u8 = 15;

/// Score and cube where a rollout begins.
pub struct RolloutCube {
    state: MatchState,
    table: MatchEquity,
    holds: Holds,
}

impl RolloutCube {
    /// At a score and with a cube.
    ///
    /// # Errors
    /// If they contradict each other or the match is longer than the table.
    pub fn new(state: MatchState, table: MatchEquity) -> Result<RolloutCube, StakesError> {
        let holds = Holds::new(&state, &table, Efficiency::default(), TURNS)?;
        Ok(RolloutCube { state, table, holds })
    }

    /// What games are worth.
    pub fn holds(&self) -> &Holds {
        &self.holds
    }

    /// How the cube is held where each start begins: plays begin with the cube as it is, a
    /// position before a roll with each cube action.
    pub fn begins(&self, position: &Position, plays: Option<usize>) -> Vec<Hold> {
        let begin = self.holds.begin();
        match plays {
            Some(plays) => vec![begin; plays],
            None => self.holds.of_decision(begin, position.side()).collect(),
        }
    }

    /// The name of a cube action, by its start; `None` if there is one only.
    pub fn action(&self, position: &Position, start: usize) -> Option<&'static str> {
        let may_double = self.holds.stakes(self.holds.begin(), position.side()).may_double();
        may_double.then(|| ["no double", "double, take", "double, beaver"][start])
    }

    /// The results of the best plays with this cube, as a search of depth 1 ranks them.
    pub fn best_plays(&self, position: &Position, roll: Roll, most: usize, pool: &Pool) -> Vec<Position> {
        let network = Network::built_in();
        let looked = Cubeful::new(network, &self.state, &self.table, Efficiency::default());
        let looked = looked.expect("the holds are of this state");
        let filter = Filter { most, within: i32::MAX };
        let plays = pool.install_in(&pool.cancel_scope(), |task| {
            looked.plays(task, (position, roll), Lookahead { depth: 1, filter }, &[])
        });
        let plays = plays.expect("nobody cancels this scope");
        plays.into_iter().take(most).map(|play| play.result).collect()
    }

    /// Points or the chance to win the match, from what sums say.
    fn value(&self, sum: f64) -> f64 {
        if self.holds.is_match() { (1.0 + sum) / 2.0 } else { sum }
    }

    fn equity(&self, position: &Position, value: f64) -> f64 {
        self.holds.stakes(self.holds.begin(), position.side()).equity(value)
    }

    /// The units of the cube that sums of one more are worth.
    pub fn unit(&self, position: &Position) -> f64 {
        self.equity(position, self.value(1.0)) - self.equity(position, self.value(0.0))
    }

    /// An estimate in units of the cube, and its mean as points or the chance to win the match.
    pub fn worth(&self, position: &Position, found: Estimate) -> (Estimate, f64) {
        let value = self.value(found.mean);
        let unit = self.unit(position);
        let error = found.error.map(|error| error * unit);
        (Estimate { mean: self.equity(position, value), error }, value)
    }

    /// What the network and the model of a live cube say of a start, in units of the cube.
    pub fn said(&self, position: &Position, (result, hold): (&Position, Hold), played: bool) -> f64 {
        let network = Network::built_in();
        let value = if played {
            self.holds.right_after(&(network.chances(result), *result), hold)
        } else {
            let odds = Odds::from(network.chances(&position.handed_over())).of_other();
            self.holds.stakes(hold, position.side()).held(&odds, self.holds.efficiency(position))
        };
        self.equity(position, value)
    }

    /// The part of the document, with the cube action before a roll.
    pub fn document(&self, position: &Position, sums: &Sums, played: bool) -> RolledCube {
        let decision = if played { None } else { self.decision(position, sums) };
        let double = decision.and_then(|decision| decision.double);
        let pass = double.map(|double| given(double.pass));
        RolledCube {
            stakes: cube::stakes(&self.state),
            unit: if self.holds.is_match() { "match" } else { "points" },
            action: decision.map(|decision| decision.to_string()),
            worth: decision.map(|decision| given(decision.best())),
            double_pass: pass,
        }
    }

    /// What a cube action loses to the best one, doubles best answered, and the standard error of
    /// that; `None` without a choice.
    pub fn loss(&self, position: &Position, sums: &Sums, start: usize) -> Option<Estimate> {
        let decision = self.decision(position, sums)?;
        let response = decision.double?.response;
        let error = match response {
            Response::Pass => sums.equity(0).error,
            Response::Take => sums.difference(0, 1).error,
            Response::Beaver => sums.difference(0, 2).error,
        };
        let error = error.map(|error| error * self.unit(position));
        Some(Estimate { mean: decision.doubling_loss(start > 0), error })
    }

    /// The best action of both sides, if there is a choice and a trial.
    pub fn decision(&self, position: &Position, sums: &Sums) -> Option<Decision> {
        let stakes = self.holds.stakes(self.holds.begin(), position.side());
        let known = stakes.may_double() && sums.trials() > 0;
        let values: Vec<f64> = (0..sums.starts()).map(|start| self.value(sums.equity(start).mean)).collect();
        known.then(|| stakes.decide_by(&values))
    }
}

fn given(Value { value, equity }: Value) -> CubeValue {
    CubeValue { equity, value }
}
