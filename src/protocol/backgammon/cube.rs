//! The cube of a game at the terminal.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{MatchEquity, Stakes};
use sparring_engine::games::backgammon::{GameState, MatchState, Offer, Outcome, Stage};

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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    pub winner: Side,
    /// `None` after a drop.
    pub outcome: Option<Outcome>,
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
        self.state.offer.is_some() && self.phase != Phase::Dropped
    }

    pub fn is_dropped(&self) -> bool {
        self.phase == Phase::Dropped
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

    pub fn won(&self, game: &GameState) -> Option<Won> {
        if self.is_dropped() {
            let points = 1u32 << self.state.cube;
            return Some(Won { winner: game.position().side(), outcome: None, points });
        }
        let Stage::Finished(outcome, winner) = game.stage() else { return None };
        Some(Won { winner, outcome: Some(outcome), points: self.state.points(outcome) })
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
