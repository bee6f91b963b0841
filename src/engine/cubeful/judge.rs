use super::{Cubeful, Lookahead, ValuedPlay};
use crate::games::backgammon::cube::{self, Efficiency, MatchEquity, Response, StakesError};
use crate::games::backgammon::network::Network;
use crate::games::backgammon::{Choice, Decision, MatchState, Position, Roll};
use crate::search::Filter;
use crate::solve::bearoff::Bearoff;
use sparring_sched::{Cancelled, Scoped};

/// Settings for judging decisions.
#[derive(Clone, Copy)]
pub struct Judge<'j> {
    /// Evaluates positions.
    pub network: &'j Network,
    /// The match equity table.
    pub table: &'j MatchEquity,
    /// The efficiency of the cube.
    pub efficiency: Efficiency,
    /// The depth in plies.
    pub depth: u32,
    /// Selects the plays searched to this depth.
    pub filter: Filter,
    /// Databases used where both sides bear off.
    pub bearoff: Option<&'j Bearoff>,
}

/// The values of a decision, in units of the cube at that moment: 1 is a single game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The best decision's value to the side that decided.
    pub best: f64,
    /// The same in points of a money game or as the chance to win the match.
    pub value: f64,
    /// The loss by the decision made.
    pub loss: f64,
    /// True if the decision counts: a play if it had an alternative; a cube action if the cube was
    /// turned or answered, or if a double was within [`CLOSE`] of no double.
    pub counts: bool,
    /// The luck of the roll, as by [`Cubeful::luck`]; 0 if nothing was rolled.
    pub luck: f64,
    /// The alternatives.
    pub alternatives: Alternatives,
}

/// The alternatives of a decision, with their values.
#[derive(Clone, Debug, PartialEq)]
pub enum Alternatives {
    /// The plays, best first.
    Plays(Vec<JudgedPlay>),
    /// The cube action of the side about to roll.
    Cube(cube::Decision),
}

/// An alternative play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedPlay {
    /// The position after it, seen by the mover.
    pub result: Position,
    /// The value to the mover, in units of the cube.
    pub equity: f64,
    /// The plies searched for this value.
    pub depth: u32,
}

/// A decision not to double counts if a double was within this distance, in units of the cube.
/// gnubg's analysis counts nearly the same actions.
pub const CLOSE: f64 = 0.16;

impl Judge<'_> {
    /// Judges a decision. Returns `None` if no double was made, and none was allowed or could
    /// gain.
    ///
    /// # Errors
    /// If the scope is cancelled.
    ///
    /// # Panics
    /// If the match is longer than the table: call [`Judge::knows`] first.
    pub fn judge(&self, task: Scoped<'_>, decision: &Decision) -> Result<Option<Judgement>, Cancelled> {
        let state = MatchState { offer: None, ..decision.state };
        let cubeful = self.at(&state).expect("the table knows the score");
        let position = &decision.position;
        match decision.choice {
            Choice::Play(roll, result) => {
                self.judge_play(task, &cubeful, (position, roll), &result).map(Some)
            }
            Choice::Roll => self.judge_cube(task, &cubeful, position, false),
            Choice::Double => self.judge_cube(task, &cubeful, position, true),
            Choice::Take => self.judge_answer(task, &cubeful, position, Response::Take).map(Some),
            Choice::Drop => self.judge_answer(task, &cubeful, position, Response::Pass).map(Some),
        }
    }

    /// Checks that the table covers a score.
    ///
    /// # Errors
    /// If it does not.
    pub fn knows(&self, state: &MatchState) -> Result<(), StakesError> {
        self.at(state).map(|_| ())
    }

    fn at(&self, state: &MatchState) -> Result<Cubeful<'_>, StakesError> {
        let cubeful = Cubeful::new(self.network, state, self.table, self.efficiency)?;
        Ok(cubeful.informed(self.bearoff))
    }

    fn judge_play(
        &self,
        mut task: Scoped<'_>,
        cubeful: &Cubeful<'_>,
        (position, roll): (&Position, Roll),
        result: &Position,
    ) -> Result<Judgement, Cancelled> {
        let plays = cubeful.plays(
            task.lend(),
            (position, roll),
            Lookahead { depth: self.depth, filter: self.filter },
            &[*result],
        )?;
        let value = plays[0].value;
        let judged = |play: &ValuedPlay| JudgedPlay {
            result: play.result,
            equity: cubeful.equity(position.side(), play.value),
            depth: play.depth,
        };
        let plays: Vec<JudgedPlay> = plays.iter().map(judged).collect();
        let played = plays.iter().find(|play| play.result == *result).expect("records hold legal plays");
        let (best, loss) = (plays[0].equity, (plays[0].equity - played.equity).max(0.0));
        let luck = cubeful.luck(&task, position, roll);
        let counts = plays.len() > 1;
        Ok(Judgement { best, value, loss, counts, luck, alternatives: Alternatives::Plays(plays) })
    }

    fn judge_cube(
        &self,
        task: Scoped<'_>,
        cubeful: &Cubeful<'_>,
        position: &Position,
        doubled: bool,
    ) -> Result<Option<Judgement>, Cancelled> {
        let stakes = cubeful.holds().stakes(cubeful.holds().begin(), position.side());
        if !doubled && !stakes.gains() {
            return Ok(None);
        }
        let found = cubeful.decide(task, position, self.depth)?;
        let Some(double) = &found.double else { return Ok(None) };
        let gap = found.no_double.equity - double.answered().equity;
        let counts = doubled || gap.abs() < CLOSE;
        let (best, loss) = (found.best(), found.doubling_loss(doubled));
        let (best, value, alternatives) = (best.equity, best.value, Alternatives::Cube(found));
        Ok(Some(Judgement { best, value, loss, counts, luck: 0.0, alternatives }))
    }

    fn judge_answer(
        &self,
        task: Scoped<'_>,
        cubeful: &Cubeful<'_>,
        position: &Position,
        answer: Response,
    ) -> Result<Judgement, Cancelled> {
        let found = cubeful.decide(task, &position.handed_over(), self.depth)?;
        // Records hold only doubles that the rules allow.
        let double = found.double.expect("the cube was offered");
        let (answered, loss) = (double.answered(), double.response_loss(answer));
        let (best, value) = (-answered.equity, cubeful.holds().of_other(answered.value));
        Ok(Judgement { best, value, loss, counts: true, luck: 0.0, alternatives: Alternatives::Cube(found) })
    }
}
