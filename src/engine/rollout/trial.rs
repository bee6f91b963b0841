use std::cmp::Reverse;

use super::best_plays::{BestPlays, Candidate, TurnAction, key};
use super::sample::Sample;
use super::throws::Throws;
use super::with_cube::WithCube;
use super::{Level, Rollout, Start};
use crate::games::backgammon::cube::Hold;
use crate::games::backgammon::network::ONE;
use crate::games::backgammon::{Outcome, Position, Roll};
use crate::solve::bearoff::Source;
use sparring_sched::{Cancelled, Scoped};

/// For [`Level::Ahead`]: the most plays considered, and how far they may be behind the best, in
/// units of `1 / ONE` points. gnubg's normal filter has these values.
const FILTER: (usize, i32) = (8, ONE * 4 / 25);

#[derive(Clone, Copy)]
struct Moment<'r> {
    position: Position,
    cube: Option<(WithCube<'r>, Hold)>,
    /// True if the side may double now: false where the start prescribes its cube action.
    acts: bool,
}

pub(super) struct Trial<'r> {
    pub rollout: &'r Rollout<'r>,
}

impl<'r> Trial<'r> {
    pub fn play(&self, task: &mut Scoped<'_>, start: usize, number: u64) -> Result<Sample, Cancelled> {
        let mut throws = Throws::of(self.rollout.plan.seed, number);
        let (mut moment, mut own) = self.begin(start);
        let mut luck = Sample::default();
        for turns in 0.. {
            if let Some(end) = self.end(&moment) {
                return Ok(without(end, own, luck));
            }
            let turn = match self.act(task, &mut moment)? {
                Ok(turn) => turn,
                Err(cashed) => return Ok(without(cashed, own, luck)),
            };
            let Moment { position, .. } = &moment;
            let has_no_end = turn.all_pass(position) && position.is_deadlock();
            if has_no_end || self.rollout.plan.truncate == Some(turns) {
                return Ok(without(turn.mean(), own, luck));
            }
            let roll = throws.throw();
            luck += if own { turn.luck(roll) } else { turn.luck(roll).difference_of_other() };
            let result = self.choose(task, &moment, &turn, roll)?;
            moment = moment.after(&result);
            own = !own;
        }
        unreachable!("a game ends before its turns cannot be counted")
    }

    /// A start's first moment, and true if the side asked about is on turn.
    fn begin(&self, start: usize) -> (Moment<'r>, bool) {
        let cube = self.rollout.cube.map(|cube| (cube, cube.begins[start]));
        match &self.rollout.starts[start] {
            Start::ToRoll(position) => (Moment { position: *position, cube, acts: false }, true),
            Start::Played(result) => (Moment { position: result.handed_over(), cube, acts: true }, false),
        }
    }

    /// The sample of the side on turn if the game is over or its value is known exactly.
    fn end(&self, Moment { position, cube, acts }: &Moment<'_>) -> Option<Sample> {
        if let Some(outcome) = Outcome::of(&position.handed_over()) {
            return Some(match cube {
                Some((cube, hold)) => cube.lost(outcome, position, *hold),
                None => Sample::lost(outcome),
            });
        }
        let bearoff = self.rollout.bearoff?;
        if let Some((cube, hold)) = cube {
            return cube.known(bearoff, position, (*hold, *acts));
        }
        let equity = bearoff.equity(position)?;
        let win = (equity.probabilities.win * Sample::UNIT as f64).round() as i64;
        let sample = Sample { chances: [win, 0, 0, 0, 0], value: 2 * win - Sample::UNIT };
        (equity.source == Source::Exact).then_some(sample)
    }

    /// The turn after the cube action, or the sample if the other side passes.
    fn act(
        &self,
        task: &mut Scoped<'_>,
        moment: &mut Moment<'_>,
    ) -> Result<Result<Box<BestPlays>, Sample>, Cancelled> {
        let (network, position) = (self.rollout.network, &moment.position);
        let turn = match &mut moment.cube {
            None => Box::new(BestPlays::of(network, position)),
            Some((cube, hold)) => {
                match BestPlays::with_cube(network, position, (cube.holds, *hold, moment.acts)) {
                    TurnAction::Cash { value, evaluations } => {
                        spend(task, evaluations)?;
                        return Ok(Err(cube.won((Outcome::Single, value))));
                    }
                    TurnAction::Rolls(turn, held) => {
                        *hold = held;
                        turn
                    }
                }
            }
        };
        spend(task, turn.evaluations)?;
        Ok(Ok(turn))
    }

    fn choose(
        &self,
        task: &mut Scoped<'_>,
        moment: &Moment<'_>,
        turn: &BestPlays,
        roll: Roll,
    ) -> Result<Position, Cancelled> {
        if self.rollout.plan.level == Level::Static {
            return Ok(*turn.result(roll));
        }
        let mut plays = BestPlays::plays(self.rollout.network, &moment.position, roll);
        spend(task, plays.len() as u64)?;
        moment.filter(&mut plays);
        if let [(_, only)] = plays[..] {
            return Ok(only);
        }
        let (mut best, mut chosen) = (i64::MIN, plays[0].1);
        for (_, result) in &plays {
            let value = self.ahead(task, moment.after(result))?;
            // Among equals the play that was better before wins.
            if value > best {
                (best, chosen) = (value, *result);
            }
        }
        Ok(chosen)
    }

    fn ahead(&self, task: &mut Scoped<'_>, mut next: Moment<'_>) -> Result<i64, Cancelled> {
        if let Some(end) = self.end(&next) {
            return Ok(-end.value);
        }
        let reply = self.act(task, &mut next)?;
        Ok(-reply.map_or_else(|cashed| cashed, |turn| turn.mean()).value)
    }
}

impl Moment<'_> {
    fn after(&self, result: &Position) -> Self {
        Moment { position: result.handed_over(), acts: true, ..*self }
    }

    fn filter(&self, plays: &mut Vec<Candidate>) {
        let (most, within) = FILTER;
        match &self.cube {
            None => {
                plays.sort_unstable_by_key(|play| Reverse(key(play)));
                let least = plays[0].0.equity() - within;
                plays.retain(|(chances, _)| chances.equity() >= least);
            }
            Some((cube, hold)) => {
                let (best, _) = cube.holds.best(plays, *hold);
                let behind = |play: &Candidate| cube.behind(play, best, *hold);
                plays.sort_by(|a, b| behind(a).total_cmp(&behind(b)).then_with(|| a.1.cmp(&b.1)));
                plays.retain(|play| behind(play) <= f64::from(within) / f64::from(ONE));
            }
        }
        plays.truncate(most);
    }
}

/// Converts `end`, of the side on turn, to the side asked about, and subtracts that side's luck.
fn without(end: Sample, own: bool, luck: Sample) -> Sample {
    let mut end = if own { end } else { end.of_other() };
    end -= luck;
    end
}

/// Counts evaluations as nodes, advances a simulated pool's clock, and polls for cancellation.
fn spend(task: &Scoped<'_>, evaluations: u64) -> Result<(), Cancelled> {
    task.count(evaluations);
    task.pass(evaluations);
    task.poll()
}
