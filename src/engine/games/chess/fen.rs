//! Forsyth-Edwards Notation, with X-FEN and Shredder-FEN castling fields.
//!
//! Missing fields are read as `- - 0 1`. An en-passant square that no pawn can have just skipped
//! is ignored, and so is a castling right whose king or rook is not at home ([`Variant`]). Text
//! with six fields, castling letters in the usual order and a true en-passant field comes back as
//! it was.

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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// On their usual squares. Letters of files name Chess960 all the same.
    Standard,
    /// Anywhere on the first rank, with the king between the rooks.
    Chess960,
    /// As the FEN itself says: Chess960 by letters of files, or by letters of `KQkq` that all have
    /// a rook where sides that may castle stand alike; else standard.
    #[default]
    Told,
}

impl Variant {
    /// Reads the tag `Variant` of PGN, by the names of python-chess, cutechess, XBoard, FICS and
    /// lichess. Returns `None` for other games.
    pub(super) fn named(tag: &str) -> Option<Variant> {
        match tag.to_lowercase().replace([' ', '-', '_'], "").as_str() {
            "" | "?" | "fromposition" | "illegal" | "odds" => Some(Variant::Told),
            "standard" | "chess" | "normal" | "classical" | "orthodox" => Some(Variant::Standard),
            "chess960" | "frc" | "wild/fr" => Some(Variant::Chess960),
            name if name.starts_with("fischer") => Some(Variant::Chess960),
            _ => None,
        }
    }
}

impl Position {
    /// Reads a FEN of two to six fields. Also returns one line on what it reads otherwise than it
    /// is written, or empty text.
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
        let mut remark = read_castling(field(2, "-"), variant, &mut setup)?;
        let skipped = field(3, "-");
        setup.skipped = match (skipped, Square::parse(skipped)) {
            ("-", _) => None,
            (_, Some(square)) if matches!(square.rank(), 2 | 5) => Some(square),
            _ => return Err(FenError::EnPassant(skipped.to_owned())),
        };
        setup.clock = read_clock("halfmove clock", field(4, "0"))?;
        setup.number = read_clock("move number", field(5, "1"))?;
        let position = setup.build().map_err(FenError::Setup)?;
        if position.skipped != setup.skipped {
            remark += if remark.is_empty() { "" } else { "; " };
            remark += &format!("en passant {skipped} is ignored, because no pawn can have skipped it");
        }
        Ok((position, remark))
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

struct Right {
    letter: char,
    /// The rook, if king and rook are there.
    rook: Option<Square>,
}

/// Reads the rights that are alive. Returns a remark on others, and on a guess.
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
    let fits = variant == Variant::Told && fits_chess960(&rights, setup);
    if variant != Variant::Chess960 && !any_by_file && !fits {
        rights.iter_mut().for_each(|right| right.rook = right.rook.filter(|_| is_usual(right, setup)));
    }
    rights.iter().filter_map(|right| right.rook).for_each(|rook| setup.rooks |= rook.bit());
    let inner_only_by_file = rights.iter().any(|right| right.letter.to_ascii_lowercase() > 'h');
    setup.castling = match (any_by_file, inner_only_by_file) {
        (false, _) if at_standard_squares(setup) => Castling::Standard,
        (true, false) => Castling::Shredder,
        _ => Castling::XFen,
    };
    let is_guess = variant == Variant::Told && setup.castling == Castling::XFen && !any_by_file;
    Ok(castling_remark(&rights, is_guess))
}

fn castling_remark(rights: &[Right], is_guess: bool) -> String {
    let letters = |rights: &mut dyn Iterator<Item = &Right>| rights.map(|right| right.letter).collect();
    let dropped: String = letters(&mut rights.iter().filter(|right| right.rook.is_none()));
    if !dropped.is_empty() {
        return format!("castling {dropped} is ignored, because king or rook is not at home");
    }
    // Rights of both sides that agree by chance are improbable.
    let is_one_sided = rights.iter().all(|right| side_of(right.letter) == side_of(rights[0].letter));
    if is_guess && is_one_sided {
        let read: String = letters(&mut rights.iter());
        return format!("castling {read} is read as in Chess960; try - if king or rook has moved");
    }
    String::new()
}

/// True for a right of standard chess.
fn is_usual(right: &Right, setup: &Setup) -> bool {
    let corner = if right.letter.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
    right.rook.is_some_and(|rook| rook.file() == corner) && king_file(setup, side_of(right.letter)) == Some(4)
}

fn fits_chess960(rights: &[Right], setup: &Setup) -> bool {
    let files = |right: &Right| Some((king_file(setup, side_of(right.letter))?, right.rook?.file()));
    let files: Option<Vec<(u8, u8)>> = rights.iter().map(files).collect();
    files.is_some_and(|files| is_mirrored(&files))
}

/// True if rights, as files of king and rook, may come from one game: both sides of Chess960 begin
/// with their kings and rooks on the same files.
fn is_mirrored(rights: &[(u8, u8)]) -> bool {
    let Some(&(king, _)) = rights.first() else { return true };
    let is_one_file = |king_side: bool| {
        let mut rooks = rights.iter().map(|right| right.1).filter(|&rook| (rook > king) == king_side);
        let first = rooks.next();
        rooks.all(|rook| Some(rook) == first)
    };
    rights.iter().all(|right| right.0 == king) && is_one_file(false) && is_one_file(true)
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
    let owner = |rook: Square| if rook.rank() == 0 { Side::First } else { Side::Second };
    let files = |rook: Square| (position.king(owner(rook)).file(), rook.file());
    let rights: Vec<(u8, u8)> = position.castling_rooks().into_iter().map(files).collect();
    let by_file = position.castling() == Castling::XFen && position.is_chess960() && !is_mirrored(&rights);
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
