//! The largest sizes of records.

/// The most turns of both sides in a saved game.
pub const MAX_TURNS: usize = 20_000;
/// The most games of a match.
pub const MAX_GAMES: usize = 10_000;
/// The most turns in all games of a match: some 4,000 games of usual length.
pub const MAX_MATCH_TURNS: usize = 200_000;
/// The longest file of a match that is read, in bytes. gnubg's analyses make files long.
pub const MAX_MATCH_BYTES: usize = 64 << 20;
