//! A cache of the values of results, shared by all workers without a lock.
//!
//! All of a position's 80 bits are compared, so the cache changes how long a search takes, never
//! its result. An entry is two words, and a reader may see words of two entries. The first word is
//! therefore mixed with the second: mismatched words pass only by a 64-bit coincidence (as in
//! `search/table.rs`). Relaxed suffices, because no other memory is published through an entry.

use std::sync::atomic::Ordering::Relaxed;

use super::super::Position;
use crate::game::Score;
use crate::huge_pages::Words;

/// Values by result. A new value replaces the old one in its place.
pub(super) struct Cache {
    words: Words,
}

/// A result in 80 bits: for each side, from its view, every point and the bar has one 1 per
/// checker and then a 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    low: u64,
    high: u16,
}

impl Packed {
    pub fn of(result: &Position) -> Packed {
        let (mut bits, mut at) = (0_u128, 0);
        for &n in result.points() {
            // Own checkers come first. The lists are separable because each has 25 zeros.
            let n = n.max(0) as u32;
            bits |= ((1 << n) - 1) << at;
            at += n + 1;
        }
        for &n in result.points() {
            let n = (-n).max(0) as u32;
            bits |= ((1 << n) - 1) << at;
            at += n + 1;
        }
        // 15 ones and 26 zeros of each side make 82 bits. The last is 0, and so is the first,
        // because no own checker stands on the opponent's bar.
        let bits = bits >> 1;
        Packed { low: bits as u64, high: (bits >> 64) as u16 }
    }
}

impl Cache {
    /// Makes room for 2^`log2` values of 16 bytes.
    pub fn new(log2: u32) -> Cache {
        Cache { words: Words::zeroed(2 << log2) }
    }

    #[inline]
    fn at(&self, packed: Packed) -> usize {
        let hash = (packed.low ^ u64::from(packed.high) << 48).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> 32) as usize & (self.words.len() - 2)
    }

    #[inline]
    pub fn get(&self, packed: Packed) -> Option<Score> {
        let at = self.at(packed);
        let (name, rest) = (self.words[at].load(Relaxed), self.words[at + 1].load(Relaxed));
        let known = name ^ mixed(rest) == packed.low && rest >> 32 == u64::from(packed.high) | KNOWN;
        known.then_some(rest as u32 as Score)
    }

    #[inline]
    pub fn put(&self, packed: Packed, value: Score) {
        let rest = (u64::from(packed.high) | KNOWN) << 32 | u64::from(value as u32);
        let at = self.at(packed);
        self.words[at].store(packed.low ^ mixed(rest), Relaxed);
        self.words[at + 1].store(rest, Relaxed);
    }
}

/// Marks an entry, beside 16 bits of the position.
const KNOWN: u64 = 1 << 16;

fn mixed(rest: u64) -> u64 {
    rest.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use super::super::super::Dice;
    use super::*;
    use std::collections::HashMap;

    fn results() -> Vec<Position> {
        let mut dice = Dice::new(7);
        let mut found = Vec::new();
        for _ in 0..20 {
            let mut position = Position::START;
            while !position.is_over() {
                let results = position.results(dice.roll());
                position = results[dice.below(results.len() as u32) as usize].handed_over();
                found.extend(results);
            }
        }
        found
    }

    #[test]
    fn different_results_have_different_bits() {
        let mut seen = HashMap::new();
        for result in results() {
            let packed = Packed::of(&result);
            let points = *result.points();
            assert_eq!(*seen.entry((packed.low, packed.high)).or_insert(points), points);
        }
        assert!(seen.len() > 10_000);
    }

    #[test]
    fn a_value_that_is_found_is_that_of_the_result() {
        let (cache, results) = (Cache::new(8), results());
        let value = |result: &Position| {
            result.points().iter().fold(0, |sum: i32, &n| sum.wrapping_mul(31) + i32::from(n))
        };
        let mut hits = 0;
        for result in results.chunks(100).flat_map(|some| some.iter().chain(some)) {
            let packed = Packed::of(result);
            match cache.get(packed) {
                Some(found) => {
                    hits += 1;
                    assert_eq!(found, value(result));
                }
                None => cache.put(packed, value(result)),
            }
        }
        assert!((10_000..results.len()).contains(&hits), "{hits} of {}", results.len());
    }

    #[test]
    fn workers_find_no_value_of_another_result() {
        let (cache, results) = (Cache::new(4), results());
        let value = |result: &Position| i32::from(result.points()[6]) * 1000 + i32::from(result.points()[1]);
        std::thread::scope(|scope| {
            for turn in 0..4 {
                let (cache, results) = (&cache, &results);
                scope.spawn(move || {
                    for result in results.iter().skip(turn * 1000).step_by(1 + turn) {
                        let packed = Packed::of(result);
                        assert!(cache.get(packed).is_none_or(|found| found == value(result)));
                        cache.put(packed, value(result));
                    }
                });
            }
        });
    }
}
