use std::ops::ControlFlow;

use sparring_engine::game::{EquityEvaluator, Score, Side, Stochastic};
use sparring_engine::search::{Filter, Pruning};

use super::ending::Ending;
use super::hash::hash;

/// A random tree with rolls whose weights add up to `W`: a position is the hash of the path to it.
#[derive(Clone, Copy, Debug)]
pub struct DiceTrees<const W: i64> {
    pub rolls: &'static [(u8, i64)],
}

pub const SIX: [&[(u8, i64)]; 7] = [
    &[(0, 6)],
    &[(0, 1), (1, 5)],
    &[(0, 3), (1, 3)],
    &[(0, 1), (1, 2), (2, 3)],
    &[(0, 2), (1, 1), (2, 2), (3, 1)],
    &[(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)],
    &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)],
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The three lowest bits are the number of the play that led here.
    pub id: u64,
    /// True if it has the first side's view.
    pub first: bool,
    pub shape: DiceShape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiceShape {
    /// The most plays of a roll, 7 at most.
    pub plays: u64,
    pub ends: bool,
    pub passes: bool,
}

impl Place {
    pub fn root(seed: u64, shape: DiceShape) -> Place {
        let id = (0..).map(|i| hash(seed ^ i << 48)).find(|&id| !ends(id)).unwrap();
        Place { id, first: seed.is_multiple_of(2), shape }
    }

    fn roll(&self, roll: u8) -> u64 {
        hash(self.id ^ u64::from(self.first) << 60 ^ u64::from(roll + 1) << 50)
    }
}

fn ends(id: u64) -> bool {
    hash(id ^ 1).is_multiple_of(7)
}

impl<const W: i64> Stochastic for DiceTrees<W> {
    type Position = Place;
    type Prepared = Place;
    type Roll = u8;
    type Outcome = Ending;
    const WEIGHTS: i64 = W;

    fn side(&self, place: &Place) -> Side {
        if place.first { Side::First } else { Side::Second }
    }

    fn rolls(&self) -> &'static [(u8, i64)] {
        self.rolls
    }

    fn prepare(&self, place: &Place) -> Place {
        *place
    }

    fn each_result(&self, place: &Place, roll: u8, mut visit: impl FnMut(&Place) -> ControlFlow<()>) {
        let seed = place.roll(roll);
        if place.shape.passes && seed.is_multiple_of(8) {
            let _ = visit(place);
            return;
        }
        let result = |play| Place { id: hash(seed ^ play << 40) & !7 | play, ..*place };
        let _ = (0..1 + hash(seed) % place.shape.plays).try_for_each(|play| visit(&result(play)));
    }

    /// Several plays share a key on purpose: history may confuse them, but no value may change.
    fn play_key(&self, _: &Place, result: &Place) -> u64 {
        1 + (result.id & 7) / 2
    }

    fn outcome(&self, result: &Place) -> Option<Ending> {
        (result.shape.ends && ends(result.id)).then_some(Ending::Drawn)
    }

    fn hand_over(&self, result: &Place) -> Place {
        Place { first: !result.first, ..*result }
    }
}

/// An evaluation of a random tree, from the first side's view: the bounds of the two sides are not
/// mirror images.
#[derive(Clone, Copy, Debug)]
pub struct Opinion {
    pub low: Score,
    pub high: Score,
    /// The width added to the declared bounds of each side.
    pub slack: [Score; 2],
    /// True for each side whose preference among plays is the value itself.
    pub by_value: [bool; 2],
}

impl Opinion {
    fn value(&self, word: u64, first: bool) -> Score {
        let values = (self.high - self.low + 1) as u64;
        // Often one of the ends, so the bounds are reached.
        let value = match word % 8 {
            0 => self.low,
            1 => self.high,
            _ => self.low + (word / 8 % values) as Score,
        };
        if first { value } else { -value }
    }
}

impl<const W: i64> EquityEvaluator<DiceTrees<W>> for Opinion {
    type Before = u64;

    fn before(&self, _: &DiceTrees<W>, place: &Place) -> u64 {
        hash(place.id ^ 11) % 2
    }

    fn unit(&self) -> &'static str {
        "point"
    }

    fn bounds(&self, _: &DiceTrees<W>, place: &Place) -> (Score, Score) {
        match place.first {
            true => (self.low - self.slack[0], self.high + self.slack[0]),
            false => (-self.high - self.slack[1], -self.low + self.slack[1]),
        }
    }

    fn evaluate(&self, _: &DiceTrees<W>, before: u64, result: &Place) -> Score {
        self.value(hash(result.id ^ 2 ^ before << 8), result.first)
    }

    fn outcome_value(&self, _: &DiceTrees<W>, result: &Place, _: Ending) -> Score {
        self.value(hash(result.id ^ 3), result.first)
    }

    fn preference(&self, game: &DiceTrees<W>, before: u64, result: &Place) -> Score {
        if !self.by_value[usize::from(!result.first)] {
            return (hash(result.id ^ 4) % 4) as Score;
        }
        match game.outcome(result) {
            Some(ending) => self.outcome_value(game, result, ending),
            None => self.evaluate(game, before, result),
        }
    }

    fn prefers_by_value(&self, side: Side) -> bool {
        self.by_value[usize::from(side == Side::Second)]
    }
}

pub fn random_dice(seed: u64) -> (DiceShape, Opinion, Pruning) {
    let pick = |salt: u64, n: u64| (hash(seed ^ salt << 32) % n) as usize;
    let shape = DiceShape { plays: 1 + pick(1, 7) as u64, ends: pick(2, 2) == 0, passes: pick(3, 3) == 0 };
    let low = pick(4, 12) as Score - 8;
    let opinion = Opinion {
        low,
        high: low + [0, 1, 4, 50][pick(5, 4)],
        slack: [[0, 1, 30][pick(6, 3)], [0, 2, 100][pick(7, 3)]],
        by_value: [pick(8, 2) == 0, pick(9, 2) == 0],
    };
    let keep = [None, None, Some(1), Some(2), Some(3)][pick(10, 5)];
    let filter = Filter { most: 1 + pick(11, 4), within: [0, 1, 3, 60][pick(12, 4)] };
    (shape, opinion, Pruning { keep, filter: (pick(13, 3) == 0).then_some(filter) })
}

/// The greatest depth at which a tree with this many rolls has at most 3,000 leaves.
pub fn deepest(rolls: usize, shape: DiceShape) -> u32 {
    let branching = (rolls * (1 + shape.plays as usize)).div_ceil(2);
    (1..=5).rev().find(|&depth| branching.pow(depth) <= 3000).unwrap_or(1)
}
