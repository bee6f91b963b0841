#![allow(unsafe_code)]

use super::walk::{self, InstructionSet};
use crate::games::chess::board::Board;
use crate::games::chess::position::Position;

struct Baseline;

impl InstructionSet for Baseline {
    fn bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64 {
        walk::bulk::<Baseline, W, E>(board, depth)
    }
    fn leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64 {
        walk::leaf::<Baseline, W, E>(position, depth)
    }
    const FEW: u32 = 0;
    fn count_pieces<const W: bool>(board: &Board) -> u64 {
        walk::count::<W>(board)
    }
    fn count<const W: bool>(board: &Board) -> u64 {
        walk::count::<W>(board)
    }
}

pub(super) fn best_perft(position: &Position, depth: u32, leaf: bool) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        if x86::has_wide() {
            return walk::enter::<x86::Wide>(position, depth, leaf);
        }
        if x86::has_bits() {
            return walk::enter::<x86::Bits>(position, depth, leaf);
        }
    }
    walk::enter::<Baseline>(position, depth, leaf)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::lanes;
    use super::{Board, InstructionSet, Position, walk};

    pub fn has_bits() -> bool {
        is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
    }

    pub fn has_wide() -> bool {
        has_bits()
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vpopcntdq")
    }

    macro_rules! level {
        ($level:ident, $features:literal, $count:path, $bulk:ident, $leaf:ident, $pieces:ident, $counted:ident, $few:expr) => {
            pub struct $level;

            impl InstructionSet for $level {
                #[inline(always)]
                fn bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64 {
                    // SAFETY: the processor has these features. Code that names this level has
                    // asked `has_bits` or `has_wide` (`best_perft` and the tests; the type is
                    // private to this file).
                    unsafe { $bulk::<W, E>(board, depth) }
                }
                #[inline(always)]
                fn leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64 {
                    // SAFETY: as in `bulk`.
                    unsafe { $leaf::<W, E>(position, depth) }
                }
                const FEW: u32 = $few;
                #[inline(always)]
                fn count_pieces<const W: bool>(board: &Board) -> u64 {
                    // SAFETY: as in `bulk`.
                    unsafe { $pieces::<W>(board) }
                }
                #[inline(always)]
                fn count<const W: bool>(board: &Board) -> u64 {
                    // SAFETY: as in `bulk`.
                    unsafe { $counted::<W>(board) }
                }
            }

            #[target_feature(enable = $features)]
            fn $bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64 {
                walk::bulk::<$level, W, E>(board, depth)
            }

            #[target_feature(enable = $features)]
            fn $leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64 {
                walk::leaf::<$level, W, E>(position, depth)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn $pieces<const W: bool>(board: &Board) -> u64 {
                walk::count::<W>(board)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn $counted<const W: bool>(board: &Board) -> u64 {
                $count(board)
            }
        };
    }

    level!(
        Bits,
        "bmi1,bmi2,popcnt,lzcnt",
        walk::count::<W>,
        bits_bulk,
        bits_leaf,
        bits_count_pieces,
        bits_count,
        0
    );
    level!(
        Wide,
        "bmi1,bmi2,popcnt,lzcnt,avx2,avx512f,avx512vl,avx512bw,avx512dq,avx512cd,avx512vpopcntdq",
        lanes::count::<W>,
        wide_bulk,
        wide_leaf,
        wide_count_pieces,
        wide_count,
        14
    );
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    fn listed(position: &Position, depth: u32) -> u64 {
        let moves = position.legal_moves();
        if depth == 0 { 1 } else { moves.iter().map(|&m| listed(&position.play(m), depth - 1)).sum() }
    }

    #[test]
    fn every_level_counts_what_the_lists_hold() {
        let suites = [
            include_str!("../../../../../tests/data/perft-suite.epd"),
            include_str!("../../../../../tests/data/perft-chess960.epd"),
        ];
        type Count = fn(&Position, u32, bool) -> u64;
        let levels: [(bool, Count); 3] = [
            (true, walk::enter::<Baseline>),
            (x86::has_bits(), walk::enter::<x86::Bits>),
            (x86::has_wide(), walk::enter::<x86::Wide>),
        ];
        for line in suites.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
            let fen = line.split(';').next().unwrap_or(line);
            let position: Position = fen.parse().expect("the suites hold positions");
            for depth in 1..=if cfg!(debug_assertions) { 2 } else { 3 } {
                let expected = listed(&position, depth);
                for leaf in [false, true] {
                    for (_, count) in levels.iter().filter(|(is_there, _)| *is_there) {
                        assert_eq!(count(&position, depth, leaf), expected, "{fen} {depth}");
                    }
                }
            }
        }
    }
}
