//! Who moves after a box of dots and boxes is closed.

use sparring_engine::games::dots::Rules;

/// Whether the closer of a box moves again.
pub fn again(rules: Rules) -> bool {
    rules == Rules::Standard
}
