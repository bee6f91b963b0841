//! Inputs of the network other than checker counts.
//!
//! Each feature is a whole number from 0 to [`MOST`] for one side. The ideas go back to Berliner
//! (*Backgammon Computer Program Beats World Champion*, 1980) and Tesauro (*Temporal Difference
//! Learning and TD-Gammon*, 1995).

use super::escapes::Escapes;
use super::shots::Shots;
use super::view::{HOME, View};

/// The features of one side.
pub const FEATURES: usize = 24;
/// The largest value of a feature.
pub const MOST: u32 = 31;

/// Computes a side's features. `shots` are the other side's shots at its blots.
#[inline(always)]
pub fn features(own: &View, other: &View, shots: Shots, escapes: &Escapes) -> [u8; FEATURES] {
    let mut features = [0; FEATURES];
    let all = danger(shots)
        .into_iter()
        .chain(mobility(own, other, escapes))
        .chain(structure(own, other))
        .chain(sums(own, other));
    for (feature, value) in features.iter_mut().zip(all) {
        *feature = value.min(MOST) as u8;
    }
    features
}

/// Hitting rolls, and the mean pips lost by the costliest hit.
#[inline(always)]
fn danger(shots: Shots) -> [u32; 2] {
    [shots.rolls * 7 / 8, shots.pips / 36]
}

/// Escapes and pips of the rearmost checker, pips of all, and how well the other side is
/// contained.
#[inline(always)]
fn mobility(own: &View, other: &View, escapes: &Escapes) -> [u32; 4] {
    let rearmost = own.rearmost().max(1);
    let (mut ways, mut checkers, mut set) = (0, 1, own.any);
    while set != 0 {
        let point = set.trailing_zeros();
        let n = u32::from(own.counts[point as usize]);
        ways += n * escapes.way(other.made, point);
        checkers += n;
        set &= set - 1;
    }
    // The fewest escapes that the other side's rearmost checker has on its way round.
    let mut least = 36;
    for point in 13..=other.rearmost().clamp(13, 25) {
        least = least.min(escapes.leap(own.made, point));
    }
    [
        escapes.leap(other.made, rearmost),
        escapes.way(other.made, rearmost) / 10,
        ways / (10 * checkers),
        if other.rearmost() < 13 { 0 } else { 23 - least.min(23) },
    ]
}

/// Points made, by location and blocking, and blots.
#[inline(always)]
fn structure(own: &View, other: &View) -> [u32; 11] {
    let at_home = (own.made & HOME).count_ones();
    let (mut run, mut prime) = (own.made, 0);
    while run != 0 {
        run &= run >> 1;
        prime += 1;
    }
    let mut block = 0;
    for first in 2..=12 {
        block = block.max((own.made >> first & 0x3F).count_ones());
    }
    // The six points ahead of the other side's rearmost checker begin, in this side's view, one
    // above it.
    let before_rearmost = (own.made >> (26 - other.rearmost().max(1)) & 0x3F).count_ones();
    let anchors = own.made & 0x1FC_0000;
    [
        if other.counts[25] > 0 { at_home * at_home * 6 / 7 } else { 0 },
        5 * at_home,
        5 * prime,
        5 * block,
        5 * before_rearmost,
        if anchors == 0 { 0 } else { 4 * (25 - anchors.trailing_zeros()) },
        2 * anchors.count_ones(),
        5 * (own.blots & 0x1FFE).count_ones(),
        5 * (own.blots & !0x1FFF).count_ones(),
        // The other side enters here.
        5 * (own.blots & HOME).count_ones(),
        2 * count(own, 19..=25),
    ]
}

/// Sums over all checkers: pips, contact, timing, stacks.
#[inline(always)]
fn sums(own: &View, other: &View) -> [u32; 7] {
    // The other side's rearmost checker in this side's view; checkers beyond it must still pass
    // it.
    let meets = 25 - other.rearmost().min(25);
    let (mut timing, mut behind, mut passing, mut stacked, mut spread) = (0, 0, 0, 0, 0);
    for i in 1..26_u32 {
        let n = u32::from(own.counts[i as usize]);
        timing += n * if (7..=18).contains(&i) { i - 6 } else { 0 };
        behind += if i > meets { n } else { 0 };
        passing += n * i.saturating_sub(meets);
        stacked += n.saturating_sub(3);
        // The distance is squared, because checkers left behind matter most.
        spread += n * i.abs_diff(7) * i.abs_diff(7);
    }
    [
        own.pips / 6,
        other.pips.saturating_sub(own.pips) / 4,
        timing / 3,
        2 * behind,
        passing / 8,
        2 * stacked,
        spread / 64,
    ]
}

#[inline(always)]
fn count(own: &View, points: std::ops::RangeInclusive<usize>) -> u32 {
    own.counts[points].iter().map(|&n| u32::from(n)).sum()
}
