//! Dots and boxes in the library's terms.

use sparring_engine::games::dots::{Board, Dots, Rules, Size};

/// A grid in the library's terms.
pub fn grid(rows: usize, columns: usize, rules: Rules) -> Dots {
    Dots::new(Board::grid(Size::new(rows, columns).unwrap()), rules)
}
