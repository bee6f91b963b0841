//! Forsyth-Edwards Notation, with X-FEN and Shredder-FEN castling fields.
//!
//! Missing fields are read as `- - 0 1`. An en-passant square that no pawn can have just skipped
//! is ignored; a castling right whose king or rook has moved ([`Variant`]) is dropped. Text with
//! six fields, castling letters in the usual order and a true en-passant field comes back as it
//! was.

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
    /// Fewer than two fields, or more than six.
    #[error(
        "FEN: got {0} field{s}; expected placement, side, castling, en passant and perhaps two clocks; \
         try \"8/8/8/8/8/8/8/K1k5 w - - 0 1\" as a pattern",
        s = if *.0 == 1 { "" } else { "s" }
    )]
    Fields(usize),
    /// A number of ranks other than eight.
    #[error("FEN: got {0} ranks; expected 8 separated by /; write empty ranks as 8")]
    Ranks(usize),
    /// A rank without eight squares: rank and length.
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
        "FEN: castling field is {}; expected - or letters of KQkq or of rook files, each once; try -",
        shown(.0)
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

/// The home squares of king and rooks, which decide whether a right of a FEN is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// On their usual squares. Letters of files name Chess960 all the same.
    Standard,
    /// Anywhere on the first rank, with the king between the rooks.
    Chess960,
    /// As the FEN itself says: Chess960 by letters of files, or by all of `KQkq` where kings and
    /// rooks face each other; else standard.
    Told,
}

impl Position {
    /// Reads a FEN of two to six fields. Returns the letters of the castling rights it drops.
    ///
    /// # Errors
    /// If it is no FEN, or no position.
    pub fn read_fen(text: &str, variant: Variant) -> Result<(Position, String), FenError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        if !(2..=6).contains(&fields.len()) {
            return Err(FenError::Fields(fields.len()));
        }
        let field = |at: usize, missing| fields.get(at).copied().unwrap_or(missing);
        let mut setup = Setup::empty();
        read_placement(fields[0], &mut setup)?;
        setup.side = match fields[1] {
            "w" => Side::First,
            "b" => Side::Second,
            other => return Err(FenError::Side(other.to_owned())),
        };
        let dropped = read_castling(field(2, "-"), variant, &mut setup)?;
        let skipped = field(3, "-");
        setup.skipped = match (skipped, Square::parse(skipped)) {
            ("-", _) => None,
            (_, Some(square)) if matches!(square.rank(), 2 | 5) => Some(square),
            _ => return Err(FenError::EnPassant(skipped.to_owned())),
        };
        setup.clock = read_clock("halfmove clock", field(4, "0"))?;
        setup.number = read_clock("move number", field(5, "1"))?;
        Ok((setup.build().map_err(FenError::Setup)?, dropped))
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::read_fen(text, Variant::Told).map(|(position, _)| position)
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

/// Says that castling rights were dropped.
pub fn stale_rights(dropped: &str) -> String {
    format!("castling {dropped} is ignored, because king or rook has moved")
}

struct Right {
    letter: char,
    /// The rook, if king and rook are there.
    rook: Option<Square>,
}

/// Reads the rights that are alive. Returns the letters of the others.
fn read_castling(text: &str, variant: Variant, setup: &mut Setup) -> Result<String, FenError> {
    if text == "-" {
        return Ok(String::new());
    }
    let bad = || FenError::Castling(text.to_owned());
    let mut rights: Vec<Right> = Vec::new();
    for letter in text.chars() {
        if rights.iter().any(|right| right.letter == letter) {
            return Err(bad());
        }
        let side = side_of(letter);
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(setup, side, (0..8).rev()),
            'q' => outermost_rook(setup, side, 0..8),
            file @ 'a'..='h' => Some(Square::at(file as u8 - b'a', Square::home_rank(side))),
            _ => return Err(bad()),
        };
        let rook =
            rook.filter(|&rook| has(setup, rook, side, Piece::Rook) && king_file(setup, side).is_some());
        if rook.is_some_and(|rook| rights.iter().any(|right| right.rook == Some(rook))) {
            return Err(bad());
        }
        rights.push(Right { letter, rook });
    }
    let any_by_file = rights.iter().any(|right| right.letter.to_ascii_lowercase() <= 'h');
    if variant != Variant::Chess960 && !any_by_file && !(variant == Variant::Told && is_whole(&rights, setup))
    {
        for right in &mut rights {
            let side = side_of(right.letter);
            let corner = if right.letter.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
            right.rook = right.rook.filter(|rook| rook.file() == corner && king_file(setup, side) == Some(4));
        }
    }
    rights.iter().filter_map(|right| right.rook).for_each(|rook| setup.rooks |= rook.bit());
    let inner_only_by_file = rights.iter().any(|right| right.letter.to_ascii_lowercase() > 'h');
    setup.castling = match (any_by_file, inner_only_by_file) {
        (false, _) if at_standard_squares(setup) => Castling::Standard,
        (true, false) => Castling::Shredder,
        _ => Castling::XFen,
    };
    Ok(rights.iter().filter(|right| right.rook.is_none()).map(|right| right.letter).collect())
}

/// True for all four rights of kings and rooks that face each other, as at the beginning of a game
/// of Chess960.
fn is_whole(rights: &[Right], setup: &Setup) -> bool {
    let files = |side| {
        let rooks =
            rights.iter().filter(|right| side_of(right.letter) == side).filter_map(|right| right.rook);
        (king_file(setup, side), rooks.map(|rook| 1_u8 << rook.file()).fold(0, std::ops::BitOr::bitor))
    };
    rights.iter().filter(|right| right.rook.is_some()).count() == 4
        && files(Side::First) == files(Side::Second)
}

fn side_of(letter: char) -> Side {
    if letter.is_ascii_uppercase() { Side::First } else { Side::Second }
}

fn has(setup: &Setup, square: Square, side: Side, piece: Piece) -> bool {
    setup.pieces[square.index()] == Some((side, piece))
}

/// The file of a king on its first rank.
fn king_file(setup: &Setup, side: Side) -> Option<u8> {
    (0..8).find(|&file| has(setup, Square::at(file, Square::home_rank(side)), side, Piece::King))
}

/// The first rook on a side's first rank, if the king does not come before it.
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

pub(super) fn letter(side: Side, piece: Piece) -> char {
    if side == Side::First { piece.letter().to_ascii_uppercase() } else { piece.letter() }
}

/// Writes file letters where `KQkq` would be read as rights of a king that has moved.
fn castling_field(position: &Position) -> String {
    let mut field = String::new();
    let files = [Side::First, Side::Second].map(|side| {
        let rooks = position.castling_rooks() & Bitboard::rank(Square::home_rank(side));
        (position.king(side).file(), rooks.into_iter().map(Square::file).collect::<Vec<_>>())
    });
    let whole = position.castling_rooks().count() == 4 && files[0] == files[1];
    let by_file = position.castling() == Castling::XFen && position.is_chess960() && !whole;
    for side in [Side::First, Side::Second] {
        let home = Bitboard::rank(Square::home_rank(side));
        let rooks: Vec<Square> = (position.castling_rooks() & home).into_iter().collect();
        for &rook in rooks.iter().rev() {
            let king_side = rook > position.king(side);
            let all = position.kind(Piece::Rook) & position.pieces(side) & home;
            let outer = all.into_iter().all(|r| if king_side { r <= rook } else { r >= rook });
            let letter = match position.castling() {
                Castling::Standard | Castling::XFen if outer && !by_file => {
                    ['q', 'k'][usize::from(king_side)]
                }
                _ => rook.file_letter(),
            };
            field.push(if side == Side::First { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if field.is_empty() { "-".to_owned() } else { field }
}
