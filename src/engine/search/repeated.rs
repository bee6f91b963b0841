use std::collections::HashSet;

/// Keys that occur more than once among those of the positions before a root.
///
/// The third occurrence of a position draws. A search takes the second one for it if both are in
/// its tree, because the side that repeats can do so again. A position that the game has had once
/// may still occur once more.
pub(super) fn repeated(earlier: &[u64]) -> Vec<u64> {
    let mut seen = HashSet::new();
    earlier.iter().copied().filter(|&key| !seen.insert(key)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stood_twice_is_repeated() {
        assert_eq!(repeated(&[]), [0; 0]);
        assert_eq!(repeated(&[3, 1, 2]), [0; 0]);
        assert_eq!(repeated(&[3, 1, 2, 5, 3, 1]), [3, 1]);
    }
}
