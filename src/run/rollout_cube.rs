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

const TURNS: u8 = 15;

pub struct RolloutCube {
    state: MatchState,
    table: MatchEquity,
    holds: Holds,
}

impl RolloutCube {
    /// Makes the state of a rollout.
    ///
    /// # Errors
    /// If it is contradictory, or the match is longer than the table.
    pub fn new(state: MatchState, table: MatchEquity) -> Result<RolloutCube, StakesError> {
        let holds = Holds::new(&state, &table, Efficiency::default(), TURNS)?;
        Ok(RolloutCube { state, table, holds })
    }

    pub fn holds(&self) -> &Holds {
        &self.holds
    }

    /// The cube at each start: unchanged for plays, one per cube action otherwise.
    pub fn begins(&self, position: &Position, plays: Option<usize>) -> Vec<Hold> {
        let begin = self.holds.begin();
        match plays {
            Some(plays) => vec![begin; plays],
            None => self.holds.of_decision(begin, position.side()).collect(),
        }
    }

    /// A start's cube action, if there are several.
    pub fn action(&self, position: &Position, start: usize) -> Option<&'static str> {
        let may_double = self.holds.stakes(self.holds.begin(), position.side()).may_double();
        may_double.then(|| ["no double", "double, take", "double, beaver"][start])
    }

    /// Returns results of the best plays, ranked at depth 1.
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

    fn value(&self, sum: f64) -> f64 {
        if self.holds.is_match() { (1.0 + sum) / 2.0 } else { sum }
    }

    fn equity(&self, position: &Position, value: f64) -> f64 {
        self.holds.stakes(self.holds.begin(), position.side()).equity(value)
    }

    /// The units of the cube per unit of the sums.
    pub fn unit(&self, position: &Position) -> f64 {
        self.equity(position, self.value(1.0)) - self.equity(position, self.value(0.0))
    }

    /// An estimate in units of the cube, and its mean in points or match chance.
    pub fn worth(&self, position: &Position, found: Estimate) -> (Estimate, f64) {
        let value = self.value(found.mean);
        let unit = self.unit(position);
        let error = found.error.map(|error| error * unit);
        (Estimate { mean: self.equity(position, value), error }, value)
    }

    /// The network's equity with a live cube, in units of the cube.
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

    /// A cube action's loss against the best; `None` without a choice.
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
