pub const EXACT_BEAROFFS: &str = ", exact bear-offs";

/// The depth, and whether the bear-off databases were used.
pub fn plies(depth: u32, bearoff: bool) -> String {
    format!("{depth}{}", if bearoff { EXACT_BEAROFFS } else { "" })
}
