//! Forsyth-Edwards Notation, with X-FEN and Shredder-FEN castling fields.
//!
//! The reader takes four fields, or six with the clocks. It ignores an impossible en-passant
//! square, but refuses a castling right without king and rook at home. The writer writes six
//! fields; text with castling letters in the usual order and a possible en-passant field
//! round-trips.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::bitboard::Bitboard;
use super::position::{Castling, MAX_CLOCK, Position};
use super::setup::{Setup, SetupError};
use super::square::{Piece, Square};
use crate::game::Side;
use crate::games::excerpt;

/// An error in a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// A number of fields other than four or six.
    #[error(
        "FEN: got {0} field{s}; expected placement, side, castling, en passant and perhaps two clocks; \
         try \"8/8/8/8/8/8/8/K1k5 w - - 0 1\" as a pattern",
        s = if *.0 == 1 { "" } else { "s" }
    )]
    Fields(usize),
    /// A number of ranks other than eight.
    #[error("FEN: got {0} ranks; expected 8 separated by /; write empty ranks as 8")]
    Ranks(usize),
    /// A rank, the first being 8, that does not have eight squares.
    #[error("FEN: rank {0} has {1} squares; expected 8; count its letters and digits")]
    RankLength(u8, usize),
    /// An invalid letter in the placement.
    #[error(
        "FEN: rank {0} has the letter {1:?}; expected pnbrqk, PNBRQK or a digit 1-8; letters are English"
    )]
    Letter(u8, char),
    /// A side other than `w` and `b`.
    #[error("FEN: side to move is {}; expected w or b", shown(.0))]
    Side(String),
    /// An unreadable castling field.
    #[error(
        "FEN: castling field is {}; expected - or letters of KQkq or of rook files, each once and with its \
         rook on the first rank; try -", shown(.0)
    )]
    Castling(String),
    /// An unreadable en-passant field.
    #[error("FEN: en-passant field is {}; expected - or a square on rank 3 or 6; try -", shown(.0))]
    EnPassant(String),
    /// An unreadable halfmove clock or move number.
    #[error("FEN: {0} is {got}; expected a number from 0 to {MAX_CLOCK}; try 0 1", got = shown(.1))]
    Clock(&'static str, String),
    /// Readable text, but an impossible position.
    #[error("FEN: {0}")]
    Setup(SetupError),
}

/// Quotes the beginning of foreign text.
pub(super) fn shown(text: &str) -> String {
    format!("\"{}\"", excerpt(text))
}

impl FromStr for Position {
    type Err = FenError;

    /// Reads a FEN of four or six fields.
    fn from_str(text: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let clocks = match fields.len() {
            4 => &[],
            6 => &fields[4..],
            n => return Err(FenError::Fields(n)),
        };
        let [placement, side, castling, skipped] = [fields[0], fields[1], fields[2], fields[3]];
        let mut setup = Setup::empty();
        read_placement(placement, &mut setup)?;
        setup.side = match side {
            "w" => Side::First,
            "b" => Side::Second,
            other => return Err(FenError::Side(other.to_owned())),
        };
        read_castling(castling, &mut setup)?;
        setup.skipped = match (skipped, Square::parse(skipped)) {
            ("-", _) => None,
            (_, Some(square)) if matches!(square.rank(), 2 | 5) => Some(square),
            _ => return Err(FenError::EnPassant(skipped.to_owned())),
        };
        if let &[clock, number] = clocks {
            setup.clock = read_clock("halfmove clock", clock)?;
            setup.number = read_clock("move number", number)?;
        }
        setup.build().map_err(FenError::Setup)
    }
}

fn read_placement(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::Ranks(ranks));
    }
    for (rank, row) in (0..8).rev().zip(text.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(blanks @ 1..=8) = letter.to_digit(10) {
                file += blanks as usize;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter(rank + 1, letter))?;
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            if file < 8 {
                setup.pieces[Square::at(file as u8, rank).index()] = Some((side, piece));
            }
            file += 1;
        }
        if file != 8 {
            return Err(FenError::RankLength(rank + 1, file));
        }
    }
    Ok(())
}

fn read_clock(name: &'static str, text: &str) -> Result<u16, FenError> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|&n| digits && n <= MAX_CLOCK);
    number.ok_or_else(|| FenError::Clock(name, text.to_owned()))
}

fn read_castling(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let bad = || FenError::Castling(text.to_owned());
    let mut by_file = false;
    for letter in text.chars() {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(setup, side, (0..8).rev()),
            'q' => outermost_rook(setup, side, 0..8),
            file @ 'a'..='h' => {
                by_file = true;
                Some(Square::at(file as u8 - b'a', Square::home_rank(side)))
            }
            _ => None,
        };
        let rook = rook.filter(|&square| !setup.rooks.has(square)).ok_or_else(bad)?;
        setup.rooks |= rook.bit();
    }
    let inner_only_by_file = text.chars().any(|c| matches!(c, 'K' | 'Q' | 'k' | 'q'));
    setup.castling = match (by_file, inner_only_by_file) {
        (false, _) if at_standard_squares(setup) => Castling::Standard,
        (true, false) => Castling::Shredder,
        _ => Castling::XFen,
    };
    Ok(())
}

/// Returns the first rook on a side's first rank, if the king does not come before it.
fn outermost_rook(setup: &Setup, side: Side, mut files: impl Iterator<Item = u8>) -> Option<Square> {
    let home = |file| Square::at(file, Square::home_rank(side));
    let piece =
        |square: Square| setup.pieces[square.index()].filter(|&(s, _)| s == side).map(|(_, piece)| piece);
    let stop = files.find(|&file| matches!(piece(home(file)), Some(Piece::Rook | Piece::King))).map(home)?;
    (piece(stop) == Some(Piece::Rook)).then_some(stop)
}

fn at_standard_squares(setup: &Setup) -> bool {
    setup.rooks.into_iter().all(|rook| {
        let king = setup.pieces[Square::at(4, rook.rank()).index()];
        matches!(rook.file(), 0 | 7) && matches!(king, Some((_, Piece::King)))
    })
}

impl fmt::Display for Position {
    /// Writes the six fields of a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut blanks = 0;
            for file in 0..8 {
                let Some((side, piece)) = self.piece_at(Square::at(file, rank)) else {
                    blanks += 1;
                    continue;
                };
                if blanks > 0 {
                    write!(f, "{blanks}")?;
                    blanks = 0;
                }
                write!(f, "{}", letter(side, piece))?;
            }
            if blanks > 0 {
                write!(f, "{blanks}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let side = if self.side_to_move() == Side::First { 'w' } else { 'b' };
        let skipped = self.skipped.map_or("-".to_owned(), |square| square.to_string());
        write!(
            f,
            " {side} {} {skipped} {} {}",
            castling_field(self),
            self.halfmove_clock(),
            self.fullmove_number()
        )
    }
}

/// Returns a piece's letter: upper case for White.
pub(super) fn letter(side: Side, piece: Piece) -> char {
    if side == Side::First { piece.letter().to_ascii_uppercase() } else { piece.letter() }
}

fn castling_field(position: &Position) -> String {
    let mut field = String::new();
    for side in [Side::First, Side::Second] {
        let home = Bitboard::rank(Square::home_rank(side));
        let rooks: Vec<Square> = (position.castling_rooks() & home).into_iter().collect();
        for &rook in rooks.iter().rev() {
            let king_side = rook > position.king(side);
            let all = position.kind(Piece::Rook) & position.pieces(side) & home;
            let outer = all.into_iter().all(|r| if king_side { r <= rook } else { r >= rook });
            let letter = match position.castling() {
                Castling::Standard | Castling::XFen if outer => ['q', 'k'][usize::from(king_side)],
                _ => rook.file_letter(),
            };
            field.push(if side == Side::First { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if field.is_empty() { "-".to_owned() } else { field }
}
