//! The decisions of a game in order, for analysis.

use super::moment::Moment;
use super::{GameRecord, Turn};
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::position::Position;
use crate::games::backgammon::roll::Roll;

/// A decision of a side, and what the side knew then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Score and cube. The offer is set for a take or a drop.
    pub state: MatchState,
    /// The position, seen by the side that decided. Identifiers of a take or a drop name the side
    /// that has doubled: they hold [`Position::handed_over`] of it.
    pub position: Position,
    /// The choice of the side.
    pub choice: Choice,
}

/// A choice of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// To roll, though it was allowed to double.
    Roll,
    /// To double.
    Double,
    /// To take a double.
    Take,
    /// To drop a double.
    Drop,
    /// To play a roll so, also where there was no other way: the dice and the result, seen by the
    /// mover.
    Play(Roll, Position),
}

impl GameRecord {
    /// All decisions in order. Before each roll that follows without a double there is one not to
    /// double, if that side was allowed to. Dice that were thrown and not played are such a roll.
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

/// One turn as decisions: two if it is a play before which the side was allowed to double.
fn decided(now: &Moment, turn: &Turn, is_opening: bool) -> [Option<Decision>; 2] {
    match *turn {
        Turn::Play { roll, result } => {
            let could_double = !is_opening && now.may_double().is_ok();
            let not_doubled = could_double.then(|| decision(now, Choice::Roll));
            [not_doubled, Some(decision(now, Choice::Play(roll, result)))]
        }
        Turn::Double => [Some(decision(now, Choice::Double)), None],
        Turn::Take => [Some(decision(now, Choice::Take)), None],
        Turn::Drop => [Some(decision(now, Choice::Drop)), None],
    }
}

fn decision(now: &Moment, choice: Choice) -> Decision {
    Decision { state: now.state, position: now.position.seen_by(now.decides()), choice }
}
