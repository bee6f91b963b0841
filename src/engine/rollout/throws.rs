use crate::games::backgammon::{Dice, Roll};

const THROWS: u64 = 36;

/// The throws of a trial, a function of the seed and the trial's number. The first two are
/// stratified; the others come from the trial's own stream.
///
/// The same trial has the same throws for every start, so differences are more precise than
/// values.
#[derive(Clone, Debug)]
pub struct Throws {
    /// The second, then the first throw, until they are thrown.
    stratified: Vec<Roll>,
    dice: Dice,
}

impl Throws {
    /// The throws of a trial.
    pub fn of(seed: u64, trial: u64) -> Throws {
        // Each block of 1,296 trials shuffles both lists of 36 throws. Each run of 36 trials
        // shifts the second list by one more, so it has every first and every second throw once.
        let (block, number) = (trial / (THROWS * THROWS), trial % (THROWS * THROWS));
        let mut order = Dice::new(mixed(seed, block, 1));
        let (first, second) = (shuffled(&mut order), shuffled(&mut order));
        let place = number % THROWS;
        let partner = (place + number / THROWS) % THROWS;
        let stratified = vec![second[partner as usize], first[place as usize]];
        Throws { stratified, dice: Dice::new(mixed(seed, trial, 0)) }
    }

    /// The next throw.
    #[inline]
    pub fn throw(&mut self) -> Roll {
        self.stratified.pop().unwrap_or_else(|| self.dice.roll())
    }
}

fn shuffled(dice: &mut Dice) -> [Roll; THROWS as usize] {
    let die = |n: usize| n as u8 % 6 + 1;
    let mut throws = std::array::from_fn(|i| Roll::new(die(i), die(i / 6)).expect("dice show 1 to 6"));
    for last in (1..throws.len()).rev() {
        throws.swap(last, dice.below(last as u32 + 1) as usize);
    }
    throws
}

/// The seed of a stream; neighbouring streams are unrelated (Stafford's variant 13 of SplitMix64's
/// last step).
fn mixed(seed: u64, number: u64, kind: u64) -> u64 {
    let mut z = (2 * number + kind).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn first_throws_are_stratified() {
        let pair = |trial| {
            let mut throws = Throws::of(7, trial);
            (throws.throw(), throws.throw())
        };
        let weight = |roll: Roll| roll.weight() as usize;
        let count = |rolls: &mut dyn Iterator<Item = Roll>| {
            rolls.fold(HashMap::new(), |mut counts: HashMap<Roll, usize>, roll| {
                *counts.entry(roll).or_default() += 1;
                counts
            })
        };
        let proper = |counts: HashMap<Roll, usize>| {
            counts.len() == 21 && counts.iter().all(|(&roll, &count)| count == weight(roll))
        };
        for begin in [0, 36, 1296 - 36, 1296, 12_960] {
            assert!(proper(count(&mut (begin..begin + 36).map(|trial| pair(trial).0))), "{begin}");
            assert!(proper(count(&mut (begin..begin + 36).map(|trial| pair(trial).1))), "{begin}");
        }
        let mut pairs: HashMap<(Roll, Roll), usize> = HashMap::new();
        (0..1296).for_each(|trial| *pairs.entry(pair(trial)).or_default() += 1);
        assert!(pairs.iter().all(|(&(first, second), &count)| count == weight(first) * weight(second)));
        assert_eq!(pairs.len(), 21 * 21);
    }

    #[test]
    fn other_throws_are_the_trials_own() {
        // 60,000 third throws: expected are 10,000 doubles, with a standard deviation of 91.
        let third = |seed, trial| {
            let mut throws = Throws::of(seed, trial);
            (throws.throw(), throws.throw(), throws.throw()).2
        };
        let doubles = |seed| (0..60_000).filter(|&trial| third(seed, trial).is_double()).count();
        for seed in [0, 1] {
            assert!((9_600..10_400).contains(&doubles(seed)), "{}", doubles(seed));
        }
        let same = (0..60_000).filter(|&trial| third(0, trial) == third(0, trial + 1)).count();
        // The probability that two throws are equal: 15 (1/18)^2 + 6 (1/36)^2 = 0.0509.
        assert!((2_800..3_300).contains(&same), "{same}");
    }
}
