//! The bear-off databases, computed once for all tests of a binary.

use std::sync::OnceLock;

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::Position;
use sparring_engine::solve::bearoff::{Bearoff, Home};
use sparring_sched::{Pool, PoolBuilder};

/// A pool with small stacks.
pub fn pool(threads: usize) -> Pool {
    PoolBuilder::new().threads(threads).stack(1 << 20).build().unwrap()
}

/// Both databases, computed once.
pub fn bearoff() -> &'static Bearoff {
    static BEAROFF: OnceLock<Bearoff> = OnceLock::new();
    BEAROFF.get_or_init(|| {
        let pool = pool(2);
        Bearoff::generate(&pool, &pool.cancel_scope(), &mut |_| {}).unwrap()
    })
}

/// Homes with gnubg's numbers, and its mean numbers of rolls until all checkers are off: these are
/// uncertain by 2e-4, because gnubg rounds to 1/65535 at every step.
pub const KNOWN_HOMES: [([u8; 6], usize, f64); 5] = [
    ([0, 0, 0, 0, 0, 0], 0, 0.0),
    ([0, 0, 0, 0, 0, 1], 6, 1.25),
    ([0, 0, 0, 0, 0, 15], 54_263, 12.2663),
    ([5, 5, 5, 0, 0, 0], 40_832, 7.0056),
    ([2, 2, 2, 3, 3, 3], 46_138, 8.1389),
];

/// Both sides at home, White to roll.
pub fn position(own: Home, theirs: Home) -> Position {
    let mut points = [0; 26];
    for i in 0..6 {
        points[1 + i] = own.points()[i] as i8;
        points[24 - i] = -(theirs.points()[i] as i8);
    }
    Position::new(&points, Side::First).unwrap()
}

/// The homes of a range of numbers.
pub fn all_homes(range: std::ops::Range<usize>) -> impl Iterator<Item = Home> {
    range.map(Home::from_index)
}
