use sparring_engine::game::{Evaluator, Game, Score, Side};

use super::ending::{Ending, worth};
use super::hash::hash;

/// A token walks on a small random graph; irreversible steps lead to a fresh copy of it. Positions
/// repeat, and long walks without such a step can be claimed as drawn.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pub seed: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub copy: u32,
    pub vertex: u32,
    pub reversible: u32,
    pub side: Side,
}

impl Walk {
    pub const VERTICES: u32 = 5;
    pub const CLAIM: u32 = 7;

    pub fn start(&self) -> Place {
        Place { copy: 0, vertex: 0, reversible: 0, side: Side::First }
    }

    fn at(&self, place: &Place) -> u64 {
        hash(self.seed ^ (place.copy as u64) << 40 ^ (place.vertex as u64) << 8)
    }
}

impl Game for Walk {
    type Position = Place;
    type Move = u32;
    type Moves = Vec<u32>;
    type Outcome = Ending;
    const HISTORY: usize = 64;

    fn side_to_move(&self, place: &Place) -> Side {
        place.side
    }

    /// A move of `VERTICES` or more is a step into the next copy.
    fn legal_moves(&self, place: &Place) -> Vec<u32> {
        let here = self.at(place);
        let last = if hash(here).is_multiple_of(3) { 2 * Walk::VERTICES } else { Walk::VERTICES };
        (0..last).filter(|&m| m != place.vertex && (hash(here ^ m as u64) % 5 < 2 || m % 5 == 1)).collect()
    }

    fn play(&self, place: &Place, m: u32) -> Place {
        let forward = m >= Walk::VERTICES;
        Place {
            copy: place.copy + forward as u32,
            vertex: m % Walk::VERTICES,
            reversible: if forward { 0 } else { place.reversible + 1 },
            side: place.side.other(),
        }
    }

    fn outcome(&self, place: &Place) -> Option<Ending> {
        self.legal_moves(place).is_empty().then_some(Ending::Lost)
    }

    fn claimable_draw(&self, place: &Place) -> Option<Ending> {
        (place.reversible >= Walk::CLAIM).then_some(Ending::Drawn)
    }

    fn repetition(&self) -> Option<Ending> {
        Some(Ending::Drawn)
    }

    fn reversible_plies(&self, place: &Place) -> u32 {
        place.reversible
    }

    fn key(&self, place: &Place) -> u64 {
        hash((place.copy as u64) << 32 ^ (place.vertex as u64) << 1 ^ place.side as u64)
    }

    fn history_index(&self, place: &Place, m: u32) -> Option<usize> {
        Some((place.vertex * 10 + m) as usize)
    }
}

impl Evaluator<Walk> for Walk {
    fn evaluate(&self, _: &Walk, place: &Place) -> Score {
        (self.at(place) % 9) as Score - 4
    }

    fn outcome_value(&self, _: &Walk, _: &Place, ending: Ending, ply: u32) -> Score {
        worth(ending, ply)
    }
}
