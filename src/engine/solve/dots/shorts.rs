//! Short parts: single boxes, and pairs of boxes joined by an edge. A position's name leaves out
//! sets of them that do not change its value. That is sound in the positions of `chains`: standard
//! rules, boxes worth 1, no box can be taken.
//!
//! A turn in a short part costs the mover 0, 1 or 2 boxes, and then the opponent is on turn. Call a
//! set `Z` of short parts *idle* if
//!
//! - it is empty, or worth 0 or more to the player who must begin in it, and
//! - to every move in it that costs `g` there is a reply in it that costs `g'`, such that the rest
//!   is idle up to a credit of `g - g'` for the player who replies. A negative credit is a debt,
//!   which later replies have to make up for.
//!
//! **Then `Z` can be left out:** `v(G + Z) = v(G)` for every `G`, because each player can play `G`
//! as if it were alone and answer every move in `Z` by such a reply. A player has to begin in `Z`
//! only when `G` is over, and then the rest of `Z` is worth at least what the replies have cost.
//!
//! A pair of equal parts is idle: copy the other player's move. So only the parity of the number of
//! each kind matters, and of the nine kinds four are independent, as the tests show.

/// Bits to count the parts of one kind: there are at most 32.
const BITS: u32 = 7;

/// One box with two, three, four edges outside.
const SINGLES: [u32; 3] = [0, 1, 2];
/// Two boxes, by the number of edges outside of each.
const PAIR_1_1: u32 = 3;
const PAIR_1_2: u32 = 4;
const PAIR_1_3: u32 = 5;
const PAIR_2_2: u32 = 6;
const PAIR_2_3: u32 = 7;
const PAIR_3_3: u32 = 8;

/// Counts a part that is one box with `outside` edges outside. `None` if the box can be taken.
#[inline]
pub(super) fn single(outside: u64) -> Option<u64> {
    let kind = SINGLES.get((outside as usize).checked_sub(2)?)?;
    Some(1 << (kind * BITS))
}

/// Counts a part that is two joined boxes with `a` and `b` edges outside. `None` if one can be
/// taken.
#[inline]
pub(super) fn pair(a: u64, b: u64) -> Option<u64> {
    let kind = match (a.min(b), a.max(b)) {
        (1, 1) => PAIR_1_1,
        (1, 2) => PAIR_1_2,
        (1, 3) => PAIR_1_3,
        (2, 2) => PAIR_2_2,
        (2, 3) => PAIR_2_3,
        (3, 3) => PAIR_3_3,
        _ => return None,
    };
    Some(1 << (kind * BITS))
}

/// A number that is equal for sets that differ by an idle set.
#[inline]
pub(super) fn reduced(counts: u64) -> u64 {
    let odd = |kind: u32| counts >> (kind * BITS) & 1;
    let [two, three, four] = SINGLES.map(odd);
    // A pair with an edge more than another one, or with three edges outside each, is a free move.
    let free = odd(PAIR_1_2) ^ odd(PAIR_2_3) ^ odd(PAIR_3_3);
    let chain = odd(PAIR_1_1) ^ odd(PAIR_1_2) ^ odd(PAIR_1_3);
    let pair = odd(PAIR_2_2) ^ odd(PAIR_2_3);
    two ^ four ^ free | (three ^ free) << 1 | chain << 2 | pair << 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    type Part = Vec<u64>;

    fn moves(part: &Part) -> Vec<(Vec<Part>, i32)> {
        match part[..] {
            [2] => vec![(vec![], 1)],
            [n] => vec![(vec![vec![n - 1]], 0)],
            [1, 1] => vec![(vec![], 2)],
            [a, b] => {
                let mut found = Vec::new();
                for (one, other) in [(a, b), (b, a)] {
                    // A box that lacks two edges is opened: it goes, and the edge that joined it.
                    // Otherwise an edge outside is drawn.
                    found.push(if one == 1 {
                        (vec![vec![other]], 1)
                    } else {
                        (vec![vec![one - 1, other]], 0)
                    });
                }
                if a > 1 && b > 1 {
                    found.push((vec![vec![a], vec![b]], 0));
                }
                found
            }
            _ => unreachable!(),
        }
    }

    #[derive(Default)]
    struct Oracle {
        values: HashMap<Vec<Part>, i32>,
        credits: HashMap<Vec<Part>, i32>,
    }

    impl Oracle {
        fn options(set: &[Part]) -> Vec<(Vec<Part>, i32)> {
            let mut found = Vec::new();
            for (i, part) in set.iter().enumerate() {
                for (left, cost) in moves(part) {
                    let mut rest = [&set[..i], &set[i + 1..], &left].concat();
                    rest.iter_mut().for_each(|part| part.sort_unstable());
                    rest.sort();
                    found.push((rest, cost));
                }
            }
            found
        }

        fn value(&mut self, set: &[Part]) -> i32 {
            if let Some(&known) = self.values.get(set) {
                return known;
            }
            let options = Oracle::options(set).into_iter();
            let value = options.map(|(rest, cost)| -cost - self.value(&rest)).max().unwrap_or(0);
            self.values.insert(set.to_vec(), value);
            value
        }

        /// The least gain of the player who replies.
        fn credit(&mut self, set: &[Part]) -> i32 {
            if let Some(&known) = self.credits.get(set) {
                return known;
            }
            let mut least = self.value(set);
            for (after, cost) in Oracle::options(set) {
                let replies = Oracle::options(&after).into_iter();
                let best = replies.map(|(rest, reply)| cost - reply + self.credit(&rest)).max();
                least = least.min(best.unwrap_or(-1_000));
            }
            self.credits.insert(set.to_vec(), least);
            least
        }
    }

    fn kinds() -> Vec<(Part, u64)> {
        let singles = (2..=4).map(|n| (vec![n], single(n).unwrap()));
        let pairs = (1..=3).flat_map(|a| (a..=3).map(move |b| (vec![a, b], pair(a, b).unwrap())));
        singles.chain(pairs).collect()
    }

    #[test]
    fn sets_with_the_number_of_no_parts_are_idle() {
        let (kinds, mut oracle, mut idle) = (kinds(), Oracle::default(), 0);
        assert_eq!(kinds.len(), 9);
        for chosen in 0..1_usize << kinds.len() {
            let chosen: Vec<_> =
                (0..kinds.len()).filter(|i| chosen >> i & 1 == 1).map(|i| &kinds[i]).collect();
            if reduced(chosen.iter().map(|(_, count)| count).sum()) == 0 {
                let mut set: Vec<Part> = chosen.iter().map(|(part, _)| part.clone()).collect();
                set.sort();
                assert!(oracle.credit(&set) >= 0, "{set:?}");
                idle += 1;
            }
        }
        assert_eq!(idle, 32);
    }

    #[test]
    fn two_equal_parts_are_idle() {
        let mut oracle = Oracle::default();
        for (part, count) in kinds() {
            assert_eq!(oracle.credit(&[part.clone(), part]), 0);
            assert_eq!(reduced(2 * count), 0);
        }
    }

    #[test]
    fn one_part_is_not() {
        let mut oracle = Oracle::default();
        for (part, count) in kinds() {
            assert!(oracle.credit(&[part]) < 0);
            assert_ne!(reduced(count), 0);
        }
    }
}
