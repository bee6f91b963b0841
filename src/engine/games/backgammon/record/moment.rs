//! Position and match state at one moment of a game, and the rules of turns.

use super::Turn;
use super::error::RecordError;
use crate::game::Side;
use crate::games::backgammon::id::{MatchState, Offer};
use crate::games::backgammon::outcome::Outcome;
use crate::games::backgammon::position::Position;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// Seen by the side on roll.
    pub(super) position: Position,
    pub(super) state: MatchState,
    /// True if the offered double was dropped.
    pub(super) is_dropped: bool,
}

/// The largest cube logarithm in identifiers.
const MAX_CUBE: u8 = 15;

/// Checks that a game can begin in this state.
pub(super) fn check(state: &MatchState) -> Result<(), RecordError> {
    let MatchState { length, score, crawford, offer, cube, max_cube, .. } = *state;
    if length > MatchState::MAX_POINTS || score.iter().any(|&n| n > MatchState::MAX_POINTS) {
        return Err(RecordError::TooManyPoints);
    }
    if length > 0 && score.iter().any(|&n| n >= length) {
        return Err(RecordError::MatchOver(length, score));
    }
    if crawford && !(length > 1 && score.contains(&(length - 1))) {
        return Err(RecordError::NoCrawford(length, score));
    }
    if offer.is_some() {
        return Err(RecordError::BeginsDoubled);
    }
    if cube > MAX_CUBE || max_cube > MAX_CUBE { Err(RecordError::Cube(cube.max(max_cube))) } else { Ok(()) }
}

impl MatchState {
    /// The points, with the cube, of a game played to this end.
    pub fn points(&self, outcome: Outcome) -> u32 {
        (self.counted(outcome).points() as u32) << self.cube
    }

    /// The outcome as it counts: by the Jacoby rule single until the cube has been turned.
    pub fn counted(&self, outcome: Outcome) -> Outcome {
        let is_single = self.jacoby && self.length == 0 && self.owner.is_none();
        if is_single { Outcome::Single } else { outcome }
    }

    /// The state after this side has taken a double.
    pub fn taken(self, by: Side) -> MatchState {
        MatchState { cube: self.cube + 1, owner: Some(by), offer: None, ..self }
    }

    /// The state at the next game's beginning. With the Crawford rule, the first game in
    /// which a side needs one point is the Crawford game. If both need one it was before.
    pub fn next_game(self, score: [u16; 2], has_crawford: bool) -> MatchState {
        let near = |score: [u16; 2]| score.iter().filter(|&&n| n + 1 == self.length).count();
        let crawford = has_crawford && near(score) == 1 && near(self.score) == 0;
        MatchState { score, crawford, cube: 0, owner: None, offer: None, ..self }
    }
}

impl Moment {
    /// The side that has to decide, unless the game is over.
    pub(super) fn decides(&self) -> Side {
        let on_roll = self.position.side();
        if self.state.offer.is_some() { on_roll.other() } else { on_roll }
    }

    /// The outcome by bearing off, and the winner.
    pub(super) fn borne_off(&self) -> Option<(Outcome, Side)> {
        let views = [self.position.handed_over(), self.position];
        views.iter().find_map(|view| Some((Outcome::of(view)?, view.side())))
    }

    /// Checks that the side on roll may double now.
    pub(super) fn may_double(&self) -> Result<(), RecordError> {
        let side = self.position.side();
        let MatchState { crawford, cube, max_cube, owner, .. } = self.state;
        if max_cube == 0 {
            Err(RecordError::NoCube(side))
        } else if crawford {
            Err(RecordError::Crawford(side))
        } else if owner.is_some_and(|owner| owner != side) {
            Err(RecordError::NotOwner(side))
        } else if cube >= max_cube {
            Err(RecordError::Limit(side, max_cube))
        } else {
            Ok(())
        }
    }

    /// True if a game from here begins with the opening throw of both sides.
    pub(super) fn is_opening(&self) -> bool {
        let is_start = self.position.seen_by(Side::First).points() == Position::START.points();
        is_start && self.state.cube == 0 && self.state.owner.is_none()
    }

    /// The moment after a legal turn.
    pub(super) fn after(self, turn: &Turn) -> Moment {
        let mut next = self;
        match turn {
            Turn::Play { result, .. } | Turn::Illegal { result, .. } => next.position = result.handed_over(),
            Turn::Double => next.state.offer = Some(Offer::Double),
            Turn::Take => next.state = self.state.taken(self.decides()),
            Turn::Drop => next.is_dropped = true,
        }
        next
    }
}
