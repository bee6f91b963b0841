//! Games that an engine has played against itself, kept to train an evaluation on.
//!
//! **The file.** All numbers are little-endian. A header of 32 bytes: a name, the seed (u64), the
//! nodes searched for each move (u32), the number of random moves each game begins with (u32), and
//! eight bytes of zeros. Then the games, each from the usual starting position: its number of
//! plies (u16), White's half points (u8), a zero (u8); for each ply the move (u16: from, to and
//! promotion in 6, 6 and 3 bits) and its score in centipawns for the side that moves (i16); and a
//! CRC-32 of all of the game before it. A random move has the score [`RANDOM`].
//!
//! So a ply takes four bytes, and everything else (positions, checks, captures) is found again by
//! playing the game. A file that was cut off in the middle of its last game is good up to there;
//! one with a damaged game is refused, for its length may be wrong too, and all behind it lost.

use thiserror::Error;

use super::{Move, Piece, Position};
use crate::game::{Score, Side};

/// The score of a move that was chosen at random.
pub const RANDOM: i16 = i16::MIN;

/// Plies that a game of a file has at most.
pub const PLIES_MOST: usize = 500;

const NAME: &[u8; 8] = b"spar-gm\x01";
const HEADER: usize = 32;

/// The settings with which the games of a file were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesHeader {
    /// The seed of the first game; the others count on from it.
    pub seed: u64,
    /// Nodes searched for each move.
    pub nodes: u32,
    /// Random moves each game begins with.
    pub random: u32,
}

/// One ply: the move's code, and its score in centipawns for the side that moves, or [`RANDOM`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    code: u16,
    /// Its score in centipawns for the side that moves, or [`RANDOM`].
    pub score: i16,
}

impl Ply {
    /// A move that was searched; scores beyond 16 bits become the nearest.
    pub fn searched(m: Move, score: Score) -> Ply {
        Ply { code: code(m), score: score.clamp(-32_767, 32_767) as i16 }
    }

    /// A move that was chosen at random.
    pub fn random(m: Move) -> Ply {
        Ply { code: code(m), score: RANDOM }
    }
}

/// A game from the usual starting position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Its moves.
    pub plies: Vec<Ply>,
    /// White's half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
}

/// A position of a game that was searched, what the search said, and how the game ended.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position before the move.
    pub position: Position,
    /// The move that was played.
    pub played: Move,
    /// The score of the search, in centipawns for the side to move.
    pub score: Score,
    /// Half points of the side to move at the end of the game.
    pub half_points: u8,
}

/// Why bytes are not a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GamesError {
    /// Something else, or another version.
    #[error("not a file of training games of this program")]
    Foreign,
    /// A game whose checksum is wrong, or that is longer than any.
    #[error("the game at byte {0} is damaged")]
    Damaged(usize),
}

fn code(m: Move) -> u16 {
    let promotion = m.promotion().map_or(0, |piece| piece as u16);
    m.from().index() as u16 | (m.to().index() as u16) << 6 | promotion << 12
}

impl GamesHeader {
    /// The first bytes of a file.
    pub fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(NAME);
        bytes[8..16].copy_from_slice(&self.seed.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.random.to_le_bytes());
        bytes
    }

    /// Reads the first bytes of a file.
    ///
    /// # Errors
    /// If the file is something else.
    pub fn read(bytes: &[u8]) -> Result<GamesHeader, GamesError> {
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or(GamesError::Foreign)?;
        if !header.starts_with(NAME) {
            return Err(GamesError::Foreign);
        }
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let seed = u64::from(word(8)) | u64::from(word(12)) << 32;
        Ok(GamesHeader { seed, nodes: word(16), random: word(20) })
    }
}

impl TrainingGame {
    /// The bytes of the game in a file.
    ///
    /// # Panics
    /// If it has more than [`PLIES_MOST`] plies.
    pub fn bytes(&self) -> Vec<u8> {
        assert!(self.plies.len() <= PLIES_MOST, "a game of at most {PLIES_MOST} plies");
        let mut bytes = (self.plies.len() as u16).to_le_bytes().to_vec();
        bytes.extend([self.half_points, 0]);
        for ply in &self.plies {
            bytes.extend(ply.code.to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// The game of the bytes before its checksum.
    fn of(content: &[u8]) -> TrainingGame {
        let (words, _) = content[4..].as_chunks::<4>();
        let ply = |&[a, b, c, d]: &[u8; 4]| Ply {
            code: u16::from_le_bytes([a, b]),
            score: i16::from_le_bytes([c, d]),
        };
        TrainingGame { plies: words.iter().map(ply).collect(), half_points: content[2] }
    }

    /// Calls `visit` with every position of the game that was searched. Returns whether all moves
    /// are legal; what comes after one that is not is left out.
    pub fn each_sample(&self, mut visit: impl FnMut(Sample)) -> bool {
        let mut position = Position::start();
        for ply in &self.plies {
            let moves = position.legal_moves();
            let Some(&played) = moves.iter().find(|&&m| code(m) == ply.code) else { return false };
            let next = position.play(played);
            if ply.score != RANDOM {
                let half_points = match position.side_to_move() {
                    Side::First => self.half_points,
                    Side::Second => 2 - self.half_points.min(2),
                };
                visit(Sample { position, played, score: Score::from(ply.score), half_points });
            }
            position = next;
        }
        true
    }
}

/// The games of a file one after the other, up to its end or to where it was cut off. An error
/// is the last.
#[derive(Debug)]
pub struct Games<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Games<'b> {
    /// The header of a file, and its games.
    ///
    /// # Errors
    /// If the file is something else.
    pub fn of(bytes: &'b [u8]) -> Result<(GamesHeader, Games<'b>), GamesError> {
        Ok((GamesHeader::read(bytes)?, Games { bytes, at: HEADER }))
    }

    /// The number of bytes up to the end of the last whole game that was read.
    pub fn read_up_to(&self) -> usize {
        self.at
    }

    /// The bytes of the next game before its checksum, and whether that is theirs; `None` if the
    /// file ends before the game does.
    fn content(&self) -> Option<(&'b [u8], bool)> {
        let rest = self.bytes.get(self.at..)?;
        let plies = usize::from(u16::from_le_bytes(*rest.first_chunk()?));
        if plies > PLIES_MOST {
            return Some((rest, false));
        }
        let (content, behind) = rest.split_at_checked(4 + 4 * plies)?;
        let checksum: &[u8; 4] = behind.first_chunk()?;
        Some((content, crc32fast::hash(content).to_le_bytes() == *checksum))
    }
}

impl Iterator for Games<'_> {
    type Item = Result<TrainingGame, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (content, is_whole) = self.content()?;
        if !is_whole {
            self.bytes = &self.bytes[..self.at];
            return Some(Err(GamesError::Damaged(self.at)));
        }
        self.at += content.len() + 4;
        Some(Ok(TrainingGame::of(content)))
    }
}

impl Sample {
    /// True if the static value of the position is a fair guess at its score: nobody is in check,
    /// the best move takes and promotes nothing, and no mate is in sight.
    pub fn is_quiet(&self) -> bool {
        self.position.checkers().is_empty() && self.played.is_quiet() && self.score.abs() < 5_000
    }

    /// The pieces on the squares that are occupied, ascending: side and kind.
    pub fn pieces(&self) -> impl Iterator<Item = (Side, Piece)> {
        let position = &self.position;
        let occupied = position.pieces(Side::First) | position.pieces(Side::Second);
        occupied.into_iter().filter_map(|square| position.piece_at(square))
    }
}
