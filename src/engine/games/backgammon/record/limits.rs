//! The largest sizes of records.

/// The most turns of both sides in a saved game.
pub const MAX_TURNS: usize = 20_000;
/// The most games of a match.
pub const MAX_GAMES: usize = 10_000;
/// The most turns in all games of a match: some 4,000 usual games.
pub const MAX_MATCH_TURNS: usize = 200_000;
/// The longest match file in bytes. gnubg's analyses make files long.
pub const MAX_MATCH_BYTES: usize = 64 << 20;
