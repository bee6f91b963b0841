//! The network's arithmetic compiled for several instruction sets, chosen when the program runs.
//!
//! The loops are plain; the compiler turns them into vector instructions of the level's width, and
//! all levels find the same numbers, because they are integers.
#![allow(unsafe_code)]

use super::{ACTIVE, Row};

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Whatever the build was compiled for.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::HasAvx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::HasAvx512),
}

impl Kernel {
    /// The best level this processor has.
    pub fn best() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(has) = x86::HasAvx512::detected() {
                return Kernel::Avx512(has);
            }
            if let Some(has) = x86::HasAvx2::detected() {
                return Kernel::Avx2(has);
            }
        }
        Kernel::Baseline
    }

    /// Adds some rows and takes others away.
    #[inline]
    pub fn change<const A: usize, const R: usize>(self, row: &mut Row, added: [&Row; A], removed: [&Row; R]) {
        match self {
            Kernel::Baseline => change(row, added, removed),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(has) => has.change(row, added, removed),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(has) => has.change(row, added, removed),
        }
    }

    /// The sum of the squares of the clamped numbers, each times its weight.
    #[inline]
    pub fn weigh(self, row: &Row, weights: &Row) -> i32 {
        match self {
            Kernel::Baseline => weigh(row, weights),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(has) => has.weigh(row, weights),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(has) => has.weigh(row, weights),
        }
    }
}

#[inline(always)]
fn change<const A: usize, const R: usize>(row: &mut Row, added: [&Row; A], removed: [&Row; R]) {
    for (i, number) in row.0.iter_mut().enumerate() {
        for row in added {
            *number = number.wrapping_add(row.0[i]);
        }
        for row in removed {
            *number = number.wrapping_sub(row.0[i]);
        }
    }
}

/// The first product fits 16 bits, because output weights lie within
/// [`OUTPUT_MOST`](super::OUTPUT_MOST).
#[inline(always)]
fn weigh(row: &Row, weights: &Row) -> i32 {
    let mut sum = 0;
    for (&number, &weight) in row.0.iter().zip(&weights.0) {
        let active = number.clamp(0, ACTIVE);
        sum += i32::from(active.wrapping_mul(weight)) * i32::from(active);
    }
    sum
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::Row;

    macro_rules! level {
        ($has:ident, $features:literal, $($feature:tt)+) => {
            /// The proof that this processor has the instructions: there is no other way to one.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $has(());

            impl $has {
                pub fn detected() -> Option<$has> {
                    ($(is_x86_feature_detected!($feature))&&+).then_some($has(()))
                }

                #[inline]
                pub fn change<const A: usize, const R: usize>(
                    self,
                    row: &mut Row,
                    added: [&Row; A],
                    removed: [&Row; R],
                ) {
                    #[target_feature(enable = $features)]
                    fn change<const A: usize, const R: usize>(
                        row: &mut Row,
                        added: [&Row; A],
                        removed: [&Row; R],
                    ) {
                        super::change(row, added, removed);
                    }
                    // SAFETY: `self` exists, so `detected` has found these features.
                    unsafe { change(row, added, removed) }
                }

                #[inline]
                pub fn weigh(self, row: &Row, weights: &Row) -> i32 {
                    #[target_feature(enable = $features)]
                    fn weigh(row: &Row, weights: &Row) -> i32 {
                        super::weigh(row, weights)
                    }
                    // SAFETY: as in `change`.
                    unsafe { weigh(row, weights) }
                }
            }
        };
    }

    level!(HasAvx2, "avx2", "avx2");
    level!(HasAvx512, "avx512f,avx512bw", "avx512f" "avx512bw");
}

#[cfg(test)]
mod tests {
    use super::super::WIDTH;
    use super::*;

    #[test]
    fn every_level_finds_the_same_numbers() {
        let mut seed = 1_u64;
        let mut number = |most: i16| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as i16 % (most + 1)
        };
        let mut row = |most| Row(std::array::from_fn(|_| number(most)));
        let (from, a, b, c) = (row(600), row(500), row(500), row(500));
        let weights = row(super::super::OUTPUT_MOST);
        let mut levels = vec![Kernel::Baseline, Kernel::best()];
        #[cfg(target_arch = "x86_64")]
        levels.extend(x86::HasAvx2::detected().map(Kernel::Avx2));
        let changed = |level: Kernel| {
            let mut row = from.clone();
            level.change(&mut row, [&a], [&b, &c]);
            row.0
        };
        let exact: i64 = from
            .0
            .iter()
            .zip(&weights.0)
            .map(|(&number, &weight)| {
                let active = i64::from(number.clamp(0, ACTIVE));
                active * active * i64::from(weight)
            })
            .sum();
        for level in levels {
            for i in 0..WIDTH {
                assert_eq!(changed(level)[i], from.0[i] + a.0[i] - b.0[i] - c.0[i], "{level:?}");
            }
            assert_eq!(i64::from(level.weigh(&from, &weights)), exact, "{level:?}");
        }
    }
}
