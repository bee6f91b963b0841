//! The bear-off databases, computed once for all tests of a binary.

use std::sync::OnceLock;

use sparring::game::Side;
use sparring::games::backgammon::Position;
use sparring::sched::{Pool, PoolBuilder};
use sparring::solve::bearoff::{Bearoff, Home};

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
