use std::cmp::Reverse;

/// The rank of a move of a root: the larger value first, among equals the smaller place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankKey {
    /// The value, or a lower bound of it.
    pub value: i64,
    /// The index in the generator's order.
    pub place: usize,
}

impl RankKey {
    fn rank(self) -> (i64, Reverse<usize>) {
        (self.value, Reverse(self.place))
    }
}

/// The `wanted` largest keys so far, one for each move. The smallest is the *bar*; there is none
/// before `wanted` moves were merged. `exact/root.rs` has the proof.
#[derive(Clone, Debug)]
pub(super) struct Top {
    wanted: usize,
    /// In descending order.
    keys: Vec<RankKey>,
}

impl Top {
    pub fn new(wanted: usize) -> Top {
        Top { wanted, keys: Vec::new() }
    }

    /// The largest value with which the move at `place` would not be among the best, or which is
    /// known to be less than its own.
    pub fn limit(&self, place: usize) -> i64 {
        if let Some(own) = self.keys.iter().find(|key| key.place == place) {
            return own.value - 1;
        }
        match self.keys.get(self.wanted - 1) {
            Some(bar) if place > bar.place => bar.value,
            Some(bar) => bar.value - 1,
            None => i64::MIN,
        }
    }

    /// Merges a key. Each move keeps its larger one.
    pub fn merge(&mut self, key: RankKey) {
        match self.keys.iter_mut().find(|known| known.place == key.place) {
            Some(known) => known.value = known.value.max(key.value),
            None => self.keys.push(key),
        }
        self.keys.sort_unstable_by_key(|key| Reverse(key.rank()));
        self.keys.truncate(self.wanted);
    }

    pub fn first(&self) -> Option<RankKey> {
        self.keys.first().copied()
    }

    pub fn into_keys(self) -> Vec<RankKey> {
        self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key((value, place): (i64, usize)) -> RankKey {
        RankKey { value, place }
    }

    fn sorted(merged: &[(i64, usize)], wanted: usize) -> Vec<RankKey> {
        let mut keys: Vec<RankKey> = merged.iter().copied().map(key).collect();
        keys.sort_by_key(|key| (Reverse(key.value), key.place));
        let mut places = Vec::new();
        keys.retain(|key| {
            !places.contains(&key.place) && {
                places.push(key.place);
                true
            }
        });
        keys.truncate(wanted);
        keys
    }

    #[test]
    fn the_largest_keys_stay_in_any_order_of_merging() {
        let merged = [(3, 4), (3, 1), (-2, 0), (5, 2), (3, 0), (5, 2), (4, 1), (3, 3)];
        for wanted in 1..=6 {
            for turn in 0..merged.len() {
                let mut order = merged;
                order.rotate_left(turn);
                for turned in [false, true] {
                    if turned {
                        order.reverse();
                    }
                    let mut top = Top::new(wanted);
                    order.iter().for_each(|&one| top.merge(key(one)));
                    assert_eq!(top.first(), Some(key((5, 2))));
                    assert_eq!(top.into_keys(), sorted(&merged, wanted));
                }
            }
        }
    }

    #[test]
    fn the_limit_is_what_a_move_has_to_exceed() {
        let mut top = Top::new(2);
        assert_eq!((top.limit(0), top.first()), (i64::MIN, None));
        top.merge(key((7, 5)));
        assert_eq!((top.limit(0), top.limit(5)), (i64::MIN, 6));
        top.merge(key((4, 3)));
        // A move earlier than the second best has to equal it; a later one has to be better.
        assert_eq!((top.limit(2), top.limit(4)), (3, 4));
        // A move among the best has its known value at least.
        assert_eq!((top.limit(3), top.limit(5)), (3, 6));
    }
}
