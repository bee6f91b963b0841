//! The decisions of a game in order, for analysis.

use super::moment::Moment;
use super::{GameRecord, Turn};
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::roll::Roll;

/// A decision of a side, and its knowledge at that moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Score and cube. `offer` is set for a take or a drop.
    pub state: MatchState,
    /// The position, seen by the side that decided. Identifiers of a take or a drop name the
    /// doubler: they hold its [`Position::handed_over`].
    pub position: Position,
    /// The side's choice.
    pub choice: Choice,
}

/// A choice of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Rolling instead of an allowed double.
    Roll,
    /// Doubling.
    Double,
    /// Taking a double.
    Take,
    /// Dropping a double.
    Drop,
    /// Playing a roll, even a forced one: the dice and the result, seen by the mover.
    Play(Roll, Position),
}

impl GameRecord {
    /// Iterates over all decisions. If a side that may double rolls, a decision not to double
    /// comes first. Illegal plays are left out. This includes dice that were thrown but not
    /// played.
    pub fn decisions(&self) -> impl Iterator<Item = Decision> {
        let mut now = self.first;
        let is_opening = self.first.is_opening();
        let played = self.turns.iter().enumerate().flat_map(move |(i, turn)| {
            let made = decided(&now, turn, i == 0 && is_opening);
            now = now.after(turn);
            made
        });
        let rolled = self.roll.is_some() && !self.is_opening() && self.now.may_double().is_ok();
        let last = rolled.then(|| decision(&self.now, Choice::Roll));
        played.flatten().chain(last)
    }
}

/// The decisions of one turn: two for a play before which a double was allowed.
fn decided(now: &Moment, turn: &Turn, is_opening: bool) -> [Option<Decision>; 2] {
    match *turn {
        Turn::Play { roll, result } => {
            let could_double = !is_opening && now.may_double().is_ok();
            let not_doubled = could_double.then(|| decision(now, Choice::Roll));
            [not_doubled, Some(decision(now, Choice::Play(roll, result)))]
        }
        Turn::Illegal { .. } => {
            let could_double = !is_opening && now.may_double().is_ok();
            [could_double.then(|| decision(now, Choice::Roll)), None]
        }
        Turn::Double => [Some(decision(now, Choice::Double)), None],
        Turn::Take => [Some(decision(now, Choice::Take)), None],
        Turn::Drop => [Some(decision(now, Choice::Drop)), None],
    }
}

fn decision(now: &Moment, choice: Choice) -> Decision {
    Decision { state: now.state, position: now.position.seen_by(now.decides()), choice }
}
