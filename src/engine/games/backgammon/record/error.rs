use thiserror::Error;

use super::limits::{MAX_GAMES, MAX_MATCH_BYTES, MAX_MATCH_TURNS, MAX_TURNS};
use crate::game::Side;
use crate::games::backgammon::id::MatchState;
use crate::games::backgammon::mat::MatError;
use crate::games::backgammon::position::name;
use crate::games::backgammon::refusal::PlayError;
use crate::games::backgammon::roll::Roll;
use crate::games::backgammon::sgf::SgfError;

/// An error in a file of a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MatchFileError {
    /// In a file that begins with a parenthesis.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// In any other file.
    #[error(transparent)]
    Mat(#[from] MatError),
}

/// An error in adding a turn or a game to a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The other side has to decide.
    #[error("got a turn of {}, expected one of {}, who is on turn", name(*.0), name(.0.other()))]
    NotOnTurn(Side),
    /// The game is over.
    #[error("got a turn of {}, expected none, because the game is over; try to delete it", name(*.0))]
    Over(Side),
    /// No legal play of the roll leads to the result.
    #[error("got a result of {}'s {} that no legal play has, expected a legal one", name(*.0), .1)]
    Illegal(Side, Roll),
    /// An illegal play.
    #[error("got no legal play of {}'s {}, expected one: {}", name(*.0), .1, .2)]
    Play(Side, Roll, PlayError),
    /// A take or a drop without a double.
    #[error("got an answer of {} to a double, expected a play, because nobody has doubled", name(*.0))]
    NoOffer(Side),
    /// An unanswered double.
    #[error("got a turn of {}, expected take or drop, because a double stands to be answered", name(*.0))]
    Unanswered(Side),
    /// A beaver: a double by the side just doubled.
    #[error(
        "got a beaver by {}, expected take or drop, because records hold no beavers; try to end the file \
         before it",
        name(*.0)
    )]
    Beaver(Side),
    /// A double after the throw.
    #[error("got a double by {} after the throw, expected a play; try to put it before the dice", name(*.0))]
    Thrown(Side),
    /// A double before the opening throw.
    #[error(
        "got a double by {} as the first turn of a game, expected a roll, because both sides make the \
         opening throw", name(*.0)
    )]
    Opening(Side),
    /// A double in a game without a cube.
    #[error("got a double by {}, expected a roll, because this game has no cube", name(*.0))]
    NoCube(Side),
    /// A double in the Crawford game.
    #[error("got a double by {}, expected a roll, because nobody doubles in the Crawford game", name(*.0))]
    Crawford(Side),
    /// A double while the other side owns the cube.
    #[error("got a double by {}, expected a roll, because {} owns the cube", name(*.0), name(.0.other()))]
    NotOwner(Side),
    /// A double beyond the largest cube; its base-2 logarithm.
    #[error("got a double by {}, expected a roll, because the cube is at its largest, {}", name(*.0), 1u32 << .1)]
    Limit(Side, u8),
    /// More turns than [`MAX_TURNS`].
    #[error("got more than {MAX_TURNS} turns, expected fewer; try a shorter game")]
    TooLong,
    /// A game at a score that ends the match.
    #[error("got a game of a match to {0} at {at}, expected scores below {0}", at = score(.1))]
    MatchOver(u16, [u16; 2]),
    /// A Crawford game at a score that has none.
    #[error(
        "got a Crawford game of a match to {0} at {at}, expected one side a point from winning", at = score(.1)
    )]
    NoCrawford(u16, [u16; 2]),
    /// A game that begins with an answer.
    #[error(
        "got a game that begins with an answer to a double, expected one that begins with a roll or a double"
    )]
    BeginsDoubled,
    /// A cube logarithm beyond that of identifiers.
    #[error("got the logarithm {0} of a cube, expected 0 to 15; try 10")]
    Cube(u8),
    /// A score beyond that of identifiers.
    #[error("got a score or a length above {max}, expected fewer points", max = MatchState::MAX_POINTS)]
    TooManyPoints,
    /// A game after the end of the match.
    #[error("got another game at {at} in a match to {0}, expected none, because the match is over", at = score(.1))]
    MatchWon(u16, [u16; 2]),
    /// A game that does not continue the previous game's final state.
    #[error("got a game that begins as {got}, expected {expected}, which is where the one before it ended")]
    NextGame {
        /// The state at the game's beginning.
        got: String,
        /// The expected state.
        expected: String,
    },
    /// More games than [`MAX_GAMES`].
    #[error("got more than {MAX_GAMES} games, expected fewer; try to split the file")]
    TooManyGames,
    /// More turns than [`MAX_MATCH_TURNS`].
    #[error("got more than {MAX_MATCH_TURNS} turns in all games, expected fewer; try to split the file")]
    MatchTooLong,
    /// A file longer than [`MAX_MATCH_BYTES`].
    #[error("got a file of more than {MAX_MATCH_BYTES} bytes, expected a shorter one; try to split it")]
    TooManyBytes,
}

fn score(score: &[u16; 2]) -> String {
    format!("{}-{}", score[0], score[1])
}
