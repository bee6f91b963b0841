//! The cube of a game at the terminal: who may turn it, what a game is worth, how a match goes
//! on.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::cube::{MatchEquity, Stakes};
use sparring_engine::games::backgammon::{GameState, MatchState, Offer, Outcome, Stage};

/// Score and cube of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// Score and cube; the offer is set while a double stands to be answered, and after a drop.
    pub state: MatchState,
    /// Whether the match has a Crawford game.
    pub has_crawford: bool,
    phase: Phase,
}

/// What was decided about the cube since the last play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing yet.
    Open,
    /// The side on roll rolls.
    Rolls,
    /// A double was dropped: the game is over.
    Dropped,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// Who has won it.
    pub winner: Side,
    /// By all checkers off; `None` if a double was dropped.
    pub outcome: Option<Outcome>,
    /// What for, with the cube.
    pub points: u32,
}

impl Cube {
    /// At a score, before the first throw.
    pub fn new(state: MatchState, has_crawford: bool) -> Cube {
        Cube { state, has_crawford, phase: Phase::Open }
    }

    /// Whether the side on roll, which has not thrown, may double and can gain something by it.
    pub fn may_be_turned(&self, side: Side) -> bool {
        // A match longer than the table cannot be judged, so nobody is asked.
        let stakes = || Stakes::new(&self.state, side, MatchEquity::built_in()).ok();
        self.phase == Phase::Open
            && self.state.offer.is_none()
            && stakes().is_some_and(|stakes| stakes.gains())
    }

    /// Whether a double stands to be answered.
    pub fn is_offered(&self) -> bool {
        self.state.offer.is_some() && self.phase != Phase::Dropped
    }

    /// Whether a double was dropped.
    pub fn is_dropped(&self) -> bool {
        self.phase == Phase::Dropped
    }

    /// After the decision to roll.
    pub fn rolled(self) -> Cube {
        Cube { phase: Phase::Rolls, ..self }
    }

    /// After a play.
    pub fn played(self) -> Cube {
        Cube { phase: Phase::Open, ..self }
    }

    /// After a double.
    pub fn doubled(self) -> Cube {
        Cube { state: MatchState { offer: Some(Offer::Double), ..self.state }, ..self }
    }

    /// After a take by `side`.
    pub fn taken(self, side: Side) -> Cube {
        Cube { state: self.state.taken(side), phase: Phase::Rolls, ..self }
    }

    /// After a drop.
    pub fn dropped(self) -> Cube {
        Cube { phase: Phase::Dropped, ..self }
    }

    /// How a game with this cube was won, if it was.
    pub fn won(&self, game: &GameState) -> Option<Won> {
        if self.is_dropped() {
            let points = 1u32 << self.state.cube;
            return Some(Won { winner: game.position().side(), outcome: None, points });
        }
        let Stage::Finished(outcome, winner) = game.stage() else { return None };
        Some(Won { winner, outcome: Some(outcome), points: self.state.points(outcome) })
    }

    /// White's and Black's points after a game.
    pub fn score_after(&self, won: Won) -> [u32; 2] {
        let mut score = self.state.score.map(u32::from);
        score[won.winner as usize] += won.points;
        score
    }

    /// The cube of the next game of a match; `None` if there is none.
    pub fn next(&self, won: Won) -> Option<Cube> {
        let score = self.score_after(won);
        let goes_on = score.iter().all(|&points| points < u32::from(self.state.length));
        let next = || self.state.next_game(score.map(|points| points as u16), self.has_crawford);
        goes_on.then(|| Cube::new(next(), self.has_crawford))
    }
}
