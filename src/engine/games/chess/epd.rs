//! Extended Position Description, used by test suites: a position and operations in one line.
//!
//! ```text
//! 8/8/8/8/8/4k3/4p3/4K1R1 w - - bm Kf1 Rg3+; id "example";
//! 8/8/8/8/8/4k3/4p3/4K3 b - - 0 1 ;D1 5 ;D2 3
//! ```
//!
//! The line has four to six fields of a FEN, then operations in any order. Known opcodes, in
//! either case, are those of [`Epd`], and `hmvc` and `fmvn`, the last two fields of a FEN. Others
//! are ignored.

use std::str::FromStr;

use thiserror::Error;

use super::fen::{FenError, Variant};
use super::moves::Move;
use super::notation::parse_move;
use super::position::Position;
use super::refusal::MoveError;
use crate::games::quoted;

/// A position and its operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// One line on what is read otherwise than it is written, or empty.
    pub remark: String,
    /// `bm`: the moves to find.
    pub best: Vec<Move>,
    /// `am`: the moves to avoid.
    pub avoid: Vec<Move>,
    /// `dm`: the side to move mates in this number of moves, or is mated if it is negative.
    pub mate: Option<i32>,
    /// `D1`, `D2`, ...: depths and leaf counts, in the line's order.
    pub leaves: Vec<(u32, u64)>,
    /// `id`.
    pub id: Option<String>,
    /// `c0`.
    pub comment: Option<String>,
}

/// An error in an EPD line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// An error in the FEN fields.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An illegal move.
    #[error("got {} in {opcode}, expected a legal move: {why}; try SAN such as Nf3", quoted(.got))]
    Move {
        /// `bm` or `am`.
        opcode: &'static str,
        /// The text there.
        got: String,
        /// The reason.
        why: MoveError,
    },
    /// An invalid length of a mate.
    #[error(
        "got {} in dm, expected a number of moves, negative if the side to move is mated; try dm 3", quoted(.0)
    )]
    Mate(String),
    /// A depth that is no number of plies.
    #[error("got the depth {}, expected D and a number of plies; try D1 20", quoted(.0))]
    Depth(String),
    /// An invalid leaf count.
    #[error("got {} in {}, expected a number of leaves; try D1 20", quoted(.1), quoted(.0))]
    Leaves(String, String),
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (fen, operations) = split_epd(line);
        let operations: Vec<(&str, &str)> = epd_operations(operations).collect();
        let operand = |opcode| operands(&operations, opcode).next();
        let (position, remark) = placed(fen, operand)?;
        let moves = |opcode| moves(&position, opcode, operands(&operations, opcode));
        let mate = |text: &str| {
            let moves = text.parse().ok().filter(|&moves: &i32| moves != 0);
            moves.ok_or_else(|| EpdError::Mate(text.to_owned()))
        };
        Ok(Epd {
            best: moves("bm")?,
            avoid: moves("am")?,
            mate: operand("dm").map(mate).transpose()?,
            leaves: leaves(&operations)?,
            id: operand("id").map(str::to_owned),
            comment: operand("c0").map(str::to_owned),
            position,
            remark,
        })
    }
}

/// The operands of every operation with an opcode.
fn operands<'t>(operations: &[(&'t str, &'t str)], opcode: &str) -> impl Iterator<Item = &'t str> {
    operations
        .iter()
        .filter(move |(code, _)| code.eq_ignore_ascii_case(opcode))
        .map(|(_, operands)| *operands)
}

/// Reads the position of an EPD or FEN line, ignoring its moves. Also returns a remark, as
/// [`Position::read_fen`].
///
/// # Errors
/// If there is no position.
pub fn epd_position(line: &str) -> Result<(Position, String), FenError> {
    let (fen, operations) = split_epd(line);
    let operations: Vec<(&str, &str)> = epd_operations(operations).collect();
    placed(fen, |opcode| operands(&operations, opcode).next())
}

/// Reads a FEN whose last two fields may be among the operations.
fn placed<'t>(
    fen: &str,
    operand: impl Fn(&'static str) -> Option<&'t str>,
) -> Result<(Position, String), FenError> {
    let fields = fen.split_whitespace().count();
    let clock = if fields == 4 { operand("hmvc").unwrap_or("0") } else { "" };
    let number = if matches!(fields, 4 | 5) { operand("fmvn").unwrap_or("1") } else { "" };
    Position::read_fen(&format!("{fen} {clock} {number}"), Variant::Told)
}

fn moves<'t>(
    position: &Position,
    opcode: &'static str,
    operands: impl Iterator<Item = &'t str>,
) -> Result<Vec<Move>, EpdError> {
    // People write `Rg3 or Rg2`, too.
    let words =
        operands.flat_map(|moves| moves.split([' ', '\t', ','])).filter(|word| !["", "or"].contains(word));
    words
        .map(|word| {
            let got = word.to_owned();
            parse_move(position, word).map_err(|why| EpdError::Move { opcode, got, why })
        })
        .collect()
}

fn leaves(operations: &[(&str, &str)]) -> Result<Vec<(u32, u64)>, EpdError> {
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let depth = |code: &str| code.strip_prefix('D').filter(is_number).map(str::parse::<u32>);
    let count = |(depth, code, text): (Result<u32, _>, &str, &str)| {
        let depth = depth.map_err(|_| EpdError::Depth(code.to_owned()))?;
        let refused = |_| EpdError::Leaves(code.to_owned(), text.to_owned());
        text.parse().map(|count| (depth, count)).map_err(refused)
    };
    operations.iter().filter_map(|(code, text)| Some((depth(code)?, *code, *text))).map(count).collect()
}

/// Splits a line into its FEN, of five or six fields if numbers follow four, and its operations.
pub fn split_epd(line: &str) -> (&str, &str) {
    let mut ends = Vec::new();
    let mut from = 0;
    for field in line.split(|c: char| c.is_whitespace() || c == ';') {
        let end = from + field.len();
        if !field.is_empty() {
            ends.push((field, end));
        }
        let ended_by_operation = line[end..].starts_with(';');
        if ended_by_operation || ends.len() == 6 {
            break;
        }
        from = end + line[end..].chars().next().map_or(0, char::len_utf8);
    }
    let is_number = |(field, _): &(&str, usize)| field.bytes().all(|byte| byte.is_ascii_digit());
    match &ends[..] {
        [_, _, _, _, clock, number] if is_number(clock) && is_number(number) => line.split_at(number.1),
        [_, _, _, _, clock, ..] if is_number(clock) => line.split_at(clock.1),
        [_, _, _, (_, four), ..] => line.split_at(*four),
        _ => (line, ""),
    }
}

/// Splits operations into opcodes and operands without outer quotes; a quoted `;` does not
/// separate.
pub fn epd_operations(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut quoted = false;
    let operations = text.split(move |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    operations.filter_map(|operation| {
        let operation = operation.trim();
        let (code, operands) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        (!code.is_empty()).then(|| (code, operands.trim().trim_matches('"')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "8/8/8/8/8/4k3/4p3/4K1R1 w - -";

    #[test]
    fn an_epd_is_a_fen_and_operations() {
        for (line, expected) in [
            (format!("{FEN} bm Kd1; id \"x y\";"), (FEN.to_owned(), " bm Kd1; id \"x y\";")),
            (format!("{FEN}  12 34"), (format!("{FEN}  12 34"), "")),
            (format!("{FEN} 12 34 bm Kd1;"), (format!("{FEN} 12 34"), " bm Kd1;")),
            (format!("{FEN} 12 34;D1 5"), (format!("{FEN} 12 34"), ";D1 5")),
            (format!("{FEN} 12 bm Kd1;"), (format!("{FEN} 12"), " bm Kd1;")),
            (format!("{FEN};D1 5 2;"), (FEN.to_owned(), ";D1 5 2;")),
            (FEN.to_owned(), (FEN.to_owned(), "")),
            ("8/8 w".to_owned(), ("8/8 w".to_owned(), "")),
            (String::new(), (String::new(), "")),
        ] {
            assert_eq!(split_epd(&line), (&*expected.0, expected.1), "{line}");
        }
    }

    #[test]
    fn known_operations_are_read_and_others_passed_over() {
        let line =
            format!("{FEN} bm Rg3+, Rg2; am Rf1; hmvc 7; acd 12; id \"a; \"; c0 x \"y\" z; D2 12; Dx 1; pv");
        let epd: Epd = line.parse().unwrap();
        let san = |moves: &[Move]| moves.iter().map(|&m| epd.position.san(m)).collect::<Vec<_>>();
        assert_eq!(
            (san(&epd.best), san(&epd.avoid)),
            (vec!["Rg3+".into(), "Rg2".into()], vec!["Rf1".into()])
        );
        assert_eq!((epd.leaves.as_slice(), epd.position.halfmove_clock()), (&[(2, 12)][..], 7));
        assert_eq!((epd.id.as_deref(), epd.comment.as_deref()), (Some("a; "), Some("x \"y\" z")));
    }

    #[test]
    fn operations_stand_in_any_order_and_may_come_twice() {
        let san = |epd: &Epd| epd.best.iter().map(|&m| epd.position.san(m)).collect::<Vec<_>>().join(" ");
        for (operations, best, mate) in [
            ("dm 5; bm Rg3+;", "Rg3+", Some(5)),
            ("dm -15;", "", Some(-15)),
            ("bm Rg3+; dm 5;", "Rg3+", Some(5)),
            ("id \"x\"; dm 5", "", Some(5)),
            ("bm Rg3+; id \"x\"; bm Rg2;", "Rg3+ Rg2", None),
            ("bm Rg3+ or Rg2;", "Rg3+ Rg2", None),
            ("BM Rg3+; ID \"x\";", "Rg3+", None),
            ("7 bm Rg3+;", "Rg3+", None),
        ] {
            let epd: Epd = format!("{FEN} {operations}").parse().unwrap();
            assert_eq!((san(&epd).as_str(), epd.mate), (best, mate), "{operations}");
            let clock = u32::from(operations.starts_with('7')) * 7;
            assert_eq!(epd.position.halfmove_clock(), clock, "{operations}");
        }
    }

    #[test]
    fn dropped_rights_are_named() {
        let epd: Epd = "r5k1/8/8/8/8/8/8/R3K2R w KQq - hmvc 3; bm O-O;".parse().unwrap();
        assert!(epd.remark.starts_with("castling q is ignored") && epd.best.len() == 1, "{}", epd.remark);
        assert_eq!(epd_position("r3k3/8/8/8/8/8/8/4K3 b q -").unwrap().1, "");
    }

    #[test]
    fn what_cannot_be_meant_is_named() {
        for (operations, named) in [
            ("bm Kxe2", "Kxe2"),
            ("am e4", "e4"),
            ("D1 many", "many"),
            ("D2;", "D2"),
            ("hmvc x", "x"),
            ("dm 0", "dm"),
            ("D99999999999 5;", "D99999999999"),
        ] {
            let why = format!("{FEN} {operations}").parse::<Epd>().unwrap_err().to_string();
            assert!(why.contains(named) && why.contains("expected"), "{operations}: {why}");
        }
        assert!(matches!("8/8 w - - bm e4".parse::<Epd>(), Err(EpdError::Fen(_))));
    }
}
