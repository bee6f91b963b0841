//! The cube of a game at the terminal.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{MatchEquity, Stakes};
use sparring_engine::games::backgammon::{Finish, GameState, MatchState, Offer, Outcome, Stage};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// The offer is set while a double is unanswered, and after a drop.
    pub state: MatchState,
    pub has_crawford: bool,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Open,
    /// The side on roll does not double.
    Rolls,
    Dropped,
    Resigned(Side, Outcome),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    pub winner: Side,
    pub finish: Finish,
    pub points: u32,
}

impl Cube {
    pub fn new(state: MatchState, has_crawford: bool) -> Cube {
        Cube { state, has_crawford, phase: Phase::Open }
    }

    /// True if `side` may double before its throw, and can gain by it.
    pub fn may_be_turned(&self, side: Side) -> bool {
        // Longer matches exceed the table, so nobody is asked in them.
        let stakes = || Stakes::new(&self.state, side, MatchEquity::built_in()).ok();
        self.phase == Phase::Open
            && self.state.offer.is_none()
            && stakes().is_some_and(|stakes| stakes.gains())
    }

    pub fn is_offered(&self) -> bool {
        self.state.offer.is_some() && matches!(self.phase, Phase::Open | Phase::Rolls)
    }

    pub fn rolled(self) -> Cube {
        Cube { phase: Phase::Rolls, ..self }
    }

    pub fn played(self) -> Cube {
        Cube { phase: Phase::Open, ..self }
    }

    pub fn doubled(self) -> Cube {
        Cube { state: MatchState { offer: Some(Offer::Double), ..self.state }, ..self }
    }

    pub fn taken(self, side: Side) -> Cube {
        Cube { state: self.state.taken(side), phase: Phase::Rolls, ..self }
    }

    pub fn dropped(self) -> Cube {
        Cube { phase: Phase::Dropped, ..self }
    }

    /// `side` gives up `outcome`.
    pub fn resigned(self, side: Side, outcome: Outcome) -> Cube {
        Cube { phase: Phase::Resigned(side, outcome), ..self }
    }

    pub fn won(&self, game: &GameState) -> Option<Won> {
        let value = 1u32 << self.state.cube;
        match (self.phase, game.stage()) {
            (Phase::Dropped, _) => {
                Some(Won { winner: game.position().side(), finish: Finish::Drop, points: value })
            }
            (Phase::Resigned(side, outcome), _) => {
                let points = self.state.points(outcome);
                Some(Won { winner: side.other(), finish: Finish::Resigned(outcome), points })
            }
            (_, Stage::Finished(outcome, winner)) => {
                let points = self.state.points(outcome);
                Some(Won { winner, finish: Finish::BorneOff(outcome), points })
            }
            _ => None,
        }
    }

    /// Returns White's and Black's points after a game.
    pub fn score_after(&self, won: Won) -> [u32; 2] {
        let mut score = self.state.score.map(u32::from);
        score[won.winner as usize] += won.points;
        score
    }

    pub fn next(&self, won: Won) -> Option<Cube> {
        let score = self.score_after(won);
        let goes_on = score.iter().all(|&points| points < u32::from(self.state.length));
        let next = || self.state.next_game(score.map(|points| points as u16), self.has_crawford);
        goes_on.then(|| Cube::new(next(), self.has_crawford))
    }
}
