//! The order of moves: the table's; captures, the largest score first; the two killers of the ply
//! (Akl and Newborn 1977); other quiet moves by history (Schaeffer 1989); moves with a negative
//! score.

use std::hint::select_unpredictable;

use arrayvec::ArrayVec;

use crate::game::Game;
use crate::search::exact::path::Frame;
use crate::search::refutations::{HISTORY_MAX, Refutations};

/// Moves beyond this many are tried last, as generated.
pub(super) const ORDERED: usize = 256;

const GOOD: i32 = 1 << 28;
const KILLER: i32 = 1 << 27;
const BAD: i32 = -(1 << 27);
const SCORE_MAX: i32 = 1 << 26;

/// An order of the moves of one node. [`Order::at`] gives the generator's index of a place.
pub(super) struct Order {
    /// `rank << 16 | 0xffff - index`, in descending order up to the place asked for last.
    keys: ArrayVec<i64, ORDERED>,
}

impl Order {
    #[inline]
    pub const fn unknown() -> Order {
        Order { keys: ArrayVec::new_const() }
    }

    pub fn score<G: Game>(
        &mut self,
        game: &G,
        frame: &Frame<'_, G>,
        refutations: &Refutations,
        moves: &[G::Move],
        first: Option<usize>,
    ) {
        let killers = refutations.killers(frame.ply);
        for (index, &m) in moves.iter().take(ORDERED).enumerate() {
            let score = game.ordering_score(&frame.position, m).clamp(-SCORE_MAX, SCORE_MAX);
            let rank = if score > 0 {
                GOOD + score
            } else if score < 0 {
                BAD + score
            } else if let Some(quiet) = game.history_index(&frame.position, m) {
                let mark = quiet as u32 + 1;
                match killers {
                    [a, _] if a == mark => KILLER + 1,
                    [_, b] if b == mark => KILLER,
                    _ => refutations.history(quiet),
                }
            } else {
                HISTORY_MAX
            };
            self.keys.push(Self::key(rank, index));
        }
        if let Some(first) = first {
            self.keys[first] = Self::key(i32::MAX, first);
            self.keys.swap(0, first);
        }
    }

    /// The captures and killers behind the first place, once all moves are scored.
    pub fn promising(&self) -> usize {
        let promising = |&&key: &&i64| (key >> 16) as i32 >= KILLER;
        self.keys.iter().skip(1).filter(promising).count()
    }

    #[inline]
    const fn key(rank: i32, index: usize) -> i64 {
        ((rank as i64) << 16) | (0xffff - index as i64)
    }

    /// Moves the best untried move to `place` and returns its index.
    #[inline]
    pub fn pick(&mut self, place: usize) -> usize {
        if let Some((&head, rest)) = self.keys.get(place..).and_then(<[i64]>::split_first) {
            let (mut best, mut best_key) = (0, head);
            // Without the hint some builds have a branch here, which is slower.
            for (i, &key) in rest.iter().enumerate() {
                (best, best_key) = select_unpredictable(key > best_key, (i + 1, key), (best, best_key));
            }
            self.keys.swap(place, place + best);
        }
        self.at(place)
    }

    /// Sorts everything from `place` on, before several workers read it.
    pub fn sort_from(&mut self, place: usize) {
        self.keys[place..].sort_unstable_by(|a, b| b.cmp(a));
    }

    #[inline]
    pub fn at(&self, place: usize) -> usize {
        self.keys.get(place).map_or(place, |key| 0xffff - (key & 0xffff) as usize)
    }
}
