//! The plies that a search of backgammon looked ahead, in words.

/// Words that text forms add where the bear-off databases were asked.
pub const EXACT_BEAROFFS: &str = ", exact bear-offs";

/// The plies that were looked ahead, and whether the bear-off databases were asked.
pub fn plies(depth: u32, bearoff: bool) -> String {
    format!("{depth}{}", if bearoff { EXACT_BEAROFFS } else { "" })
}
