//! Files of self-play games for training an evaluation.
//!
//! **The file.** All numbers are little-endian. The header of 32 bytes has a name, the seed (u64),
//! the nodes searched per move (u32), the number of random moves that begin a game (u32), and
//! eight zero bytes. Each game starts at the usual position: plies (u16), White's half points
//! (u8), a zero (u8); per ply the move (u16: from, to and promotion in 6, 6 and 3 bits) and its
//! score in centipawns for the mover (i16); then a CRC-32 of the game. A random move has the score
//! [`RANDOM`].
//!
//! A file cut off within its last game is good up to there. A damaged game is refused, because its
//! length may be wrong and lose all that follows.

use thiserror::Error;

use super::{Move, Piece, Position};
use crate::game::{Score, Side};

/// The score of a random move.
pub const RANDOM: i16 = i16::MIN;

/// The most plies of a game.
pub const PLIES_MOST: usize = 500;

const NAME: &[u8; 8] = b"spar-gm\x01";
const HEADER: usize = 32;

/// The settings of a file's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesHeader {
    /// The seed of the first game; later games count on from it.
    pub seed: u64,
    /// Nodes searched per move.
    pub nodes: u32,
    /// Random moves at the beginning of each game.
    pub random: u32,
}

/// One ply: a move's code and score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    code: u16,
    /// Centipawns for the mover, or [`RANDOM`].
    pub score: i16,
}

impl Ply {
    /// Creates a searched move; scores beyond 16 bits are clamped.
    pub fn searched(m: Move, score: Score) -> Ply {
        Ply { code: code(m), score: score.clamp(-32_767, 32_767) as i16 }
    }

    /// Creates a random move.
    pub fn random(m: Move) -> Ply {
        Ply { code: code(m), score: RANDOM }
    }
}

/// A game from the usual start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The moves.
    pub plies: Vec<Ply>,
    /// White's half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
}

/// A searched position with its score and the game's result.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position before the move.
    pub position: Position,
    /// The move played.
    pub played: Move,
    /// The search's score in centipawns for the side to move.
    pub score: Score,
    /// The side to move's half points at the game's end.
    pub half_points: u8,
}

/// An error in a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GamesError {
    /// Another kind of file, or another version.
    #[error("not a file of training games of this program")]
    Foreign,
    /// A game with a wrong checksum or too many plies.
    #[error("the game at byte {0} is damaged")]
    Damaged(usize),
}

fn code(m: Move) -> u16 {
    let promotion = m.promotion().map_or(0, |piece| piece as u16);
    m.from().index() as u16 | (m.to().index() as u16) << 6 | promotion << 12
}

impl GamesHeader {
    /// The header as bytes.
    pub fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(NAME);
        bytes[8..16].copy_from_slice(&self.seed.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.random.to_le_bytes());
        bytes
    }

    /// Reads the header of a file.
    ///
    /// # Errors
    /// If it is another kind of file.
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
    /// The game's bytes.
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

    fn of(content: &[u8]) -> TrainingGame {
        let (words, _) = content[4..].as_chunks::<4>();
        let ply = |&[a, b, c, d]: &[u8; 4]| Ply {
            code: u16::from_le_bytes([a, b]),
            score: i16::from_le_bytes([c, d]),
        };
        TrainingGame { plies: words.iter().map(ply).collect(), half_points: content[2] }
    }

    /// Calls `visit` with every searched position. Returns true if all moves are legal; stops at
    /// the first that is not.
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

/// The games of a file, up to its end or to where it was cut off. An error is the last item.
#[derive(Debug)]
pub struct Games<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Games<'b> {
    /// Reads the header and iterates over the games.
    ///
    /// # Errors
    /// If it is another kind of file.
    pub fn of(bytes: &'b [u8]) -> Result<(GamesHeader, Games<'b>), GamesError> {
        Ok((GamesHeader::read(bytes)?, Games { bytes, at: HEADER }))
    }

    /// The number of bytes up to the end of the last whole game read.
    pub fn read_up_to(&self) -> usize {
        self.at
    }

    /// The next game's bytes, and true if its checksum fits; `None` if the file ends too
    /// early.
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
    /// True if the static value is a fair guess at the score: no check, a quiet best move, and no
    /// mate in sight.
    pub fn is_quiet(&self) -> bool {
        self.position.checkers().is_empty() && self.played.is_quiet() && self.score.abs() < 5_000
    }

    /// Iterates over the pieces, by ascending squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Side, Piece)> {
        let position = &self.position;
        let occupied = position.pieces(Side::First) | position.pieces(Side::Second);
        occupied.into_iter().filter_map(|square| position.piece_at(square))
    }
}
