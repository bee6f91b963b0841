//! Perft compiled for several instruction sets, chosen when the program runs.
#![allow(unsafe_code)]

use super::board::Board;
use super::perft;
use super::position::Position;

/// An instruction set: the walk's functions compiled for it. They call each other through this trait, so that one
/// generic body serves all.
pub(super) trait Level {
    /// One node of the bulk walk.
    fn bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64;
    /// One node of the leaf walk.
    fn leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64;
    /// The legal moves of a board.
    fn count<const W: bool>(board: &Board) -> u64;
}

/// Whatever the build was compiled for.
struct Baseline;

impl Level for Baseline {
    fn bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64 {
        perft::bulk::<Baseline, W, E>(board, depth)
    }
    fn leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64 {
        perft::leaf::<Baseline, W, E>(position, depth)
    }
    fn count<const W: bool>(board: &Board) -> u64 {
        perft::count::<W>(board)
    }
}

/// Walks with the best level this processor has.
pub(super) fn best_perft(position: &Position, depth: u32, leaf: bool) -> u64 {
    #[cfg(target_arch = "x86_64")]
    match x86::best() {
        x86::Best::Wide => return perft::enter::<x86::Wide>(position, depth, leaf),
        x86::Best::Bits => return perft::enter::<x86::Bits>(position, depth, leaf),
        x86::Best::Baseline => {}
    }
    perft::enter::<Baseline>(position, depth, leaf)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Board, Level, Position, perft};
    use crate::games::chess::lanes;

    /// What the processor offers.
    pub enum Best {
        Wide,
        Bits,
        Baseline,
    }

    pub fn best() -> Best {
        let forced = std::env::var("LEVEL").ok();
        let bits = is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        let wide = bits
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vpopcntdq");
        match forced.as_deref() {
            Some("bits") => Best::Bits,
            Some("base") => Best::Baseline,
            _ if wide => Best::Wide,
            _ if bits => Best::Bits,
            _ => Best::Baseline,
        }
    }

    macro_rules! level {
        ($level:ident, $features:literal, $count:path, $bulk:ident, $leaf:ident, $counted:ident) => {
            pub struct $level;

            impl Level for $level {
                #[inline(always)]
                fn bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64 {
                    // SAFETY: the processor has these features: `best` found them before `perft` named this level.
                    unsafe { $bulk::<W, E>(board, depth) }
                }
                #[inline(always)]
                fn leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64 {
                    // SAFETY: as in `bulk`.
                    unsafe { $leaf::<W, E>(position, depth) }
                }
                #[inline(always)]
                fn count<const W: bool>(board: &Board) -> u64 {
                    // SAFETY: as in `bulk`.
                    unsafe { $counted::<W>(board) }
                }
            }

            #[target_feature(enable = $features)]
            fn $bulk<const W: bool, const E: bool>(board: &Board, depth: u32) -> u64 {
                perft::bulk::<$level, W, E>(board, depth)
            }

            #[target_feature(enable = $features)]
            fn $leaf<const W: bool, const E: bool>(position: &Position, depth: u32) -> u64 {
                perft::leaf::<$level, W, E>(position, depth)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn $counted<const W: bool>(board: &Board) -> u64 {
                $count(board)
            }
        };
    }

    level!(Bits, "bmi1,bmi2,popcnt,lzcnt", perft::count::<W>, bits_bulk, bits_leaf, bits_count);
    level!(
        Wide,
        "bmi1,bmi2,popcnt,lzcnt,avx2,avx512f,avx512vl,avx512bw,avx512dq,avx512cd,avx512vpopcntdq",
        lanes::count::<W>,
        wide_bulk,
        wide_leaf,
        wide_count
    );
}
