//! The quality of the decisions of a recorded game.

use super::{Cubeful, Lookahead, ValuedPlay};
use crate::games::backgammon::cube::{self, Efficiency, MatchEquity, Response, StakesError};
use crate::games::backgammon::network::Network;
use crate::games::backgammon::{Choice, Decision, MatchState, Position, Roll};
use crate::search::Filter;
use crate::solve::bearoff::Bearoff;
use sparring_sched::{Cancelled, Scoped};

/// The way in which decisions are judged.
#[derive(Clone, Copy)]
pub struct Judge<'j> {
    /// Values positions.
    pub network: &'j Network,
    /// The worth of scores.
    pub table: &'j MatchEquity,
    /// The efficiency of the cube.
    pub efficiency: Efficiency,
    /// The plies that are looked ahead.
    pub depth: u32,
    /// Which plays are looked at so.
    pub filter: Filter,
    /// Databases that are asked where both sides bear off.
    pub bearoff: Option<&'j Bearoff>,
}

/// The value of a decision, in units of the cube at that moment: 1 is a single game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The worth of the best decision to the side that decided.
    pub best: f64,
    /// The same as the chance to win the match, or in points of a money game.
    pub value: f64,
    /// The loss by its own.
    pub loss: f64,
    /// True if it counts: a play if there was another one; a cube action if the cube was turned
    /// or answered, or if a double would have been within [`CLOSE`] of no double.
    pub counts: bool,
    /// The luck of the roll: what its best play is worth right after it, less the mean over all
    /// rolls. 0 of the first roll of a game, and where nothing was rolled.
    pub luck: f64,
    /// The decisions that could have been made.
    pub alternatives: Alternatives,
}

/// The alternatives of a decision, with their values.
#[derive(Clone, Debug, PartialEq)]
pub enum Alternatives {
    /// The plays, the best first.
    Plays(Vec<JudgedPlay>),
    /// The cube action, of the side that was about to roll.
    Cube(cube::Decision),
}

/// A play that could have been made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedPlay {
    /// The position after it, seen by the mover.
    pub result: Position,
    /// The worth to the mover, in units of the cube.
    pub equity: f64,
    /// The plies that were looked ahead for that.
    pub depth: u32,
}

/// A decision not to double counts if a double would have been so near, in units of the cube.
/// Then nearly the same cube actions count as in gnubg's analysis.
pub const CLOSE: f64 = 0.16;

impl Judge<'_> {
    /// Judges a decision. `None` where a double could gain nothing or was not allowed, and was
    /// not made: there was nothing to decide.
    ///
    /// # Errors
    /// If the scope is cancelled.
    ///
    /// # Panics
    /// If the match is longer than the table: ask [`Judge::knows`] first.
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

    /// Whether the table knows a score.
    ///
    /// # Errors
    /// Why it does not.
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
        // Records hold doubles that the rules allow only.
        let double = found.double.expect("the cube was offered");
        let (answered, loss) = (double.answered(), double.response_loss(answer));
        let (best, value) = (-answered.equity, cubeful.holds().of_other(answered.value));
        Ok(Judgement { best, value, loss, counts: true, luck: 0.0, alternatives: Alternatives::Cube(found) })
    }
}
