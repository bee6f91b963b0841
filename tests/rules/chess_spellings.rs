//! Claim: every legal move in every spelling that people use is read as that move, or refused as
//! ambiguous if another move has the same spelling; never as another move.
//!
//! The oracle is a table: all spellings of all legal moves of a position, made from the moves and
//! not by reading. What is exactly the SAN or UCI of one move is that move.

use std::collections::HashMap;

use sparring_engine::games::chess::{Kind, Move, MoveError, Piece, Position, parse_move};

use crate::support::slow_chess::random_games;

/// Both cases, and a capital at the beginning. A capital B before small letters is a bishop and
/// nothing else.
fn cases(text: &str) -> Vec<String> {
    let mut cases = vec![text.to_owned(), text.to_lowercase(), text.to_uppercase()];
    if !text.starts_with('b') {
        cases.push(text[..1].to_uppercase() + &text[1..]);
    }
    cases
}

/// Everything a person may type for a legal move, without marks.
fn spellings(position: &Position, m: Move) -> Vec<String> {
    let (from, to) = (m.from().to_string(), m.to().to_string());
    if m.kind() == Kind::Castle {
        let words =
            if m.to() > m.from() { ["O-O", "o-o", "0-0", "oo"] } else { ["O-O-O", "o-o-o", "0-0-0", "ooo"] };
        let squares = [position.uci(m), format!("{from}{to}"), format!("{from}-{to}")];
        return words.map(String::from).into_iter().chain(squares.iter().flat_map(|s| cases(s))).collect();
    }
    let letter = match m.piece() {
        Piece::Pawn => String::new(),
        piece => piece.letter().to_ascii_uppercase().to_string(),
    };
    let origins = match (m.piece(), m.captured()) {
        (Piece::Pawn, None) => vec![String::new(), from.clone()],
        (Piece::Pawn, Some(_)) => vec![from[..1].to_owned(), from.clone()],
        _ => vec![String::new(), from[..1].to_owned(), from[1..].to_owned(), from.clone()],
    };
    let promotions = match m.promotion() {
        None => vec![String::new()],
        Some(piece) => vec![format!("={}", piece.letter().to_ascii_uppercase()), piece.letter().to_string()],
    };
    let signs = if m.captured().is_some() { vec!["x", "", "-", ":"] } else { vec!["", "-"] };
    let mut spellings = cases(&position.uci(m));
    for origin in &origins {
        for sign in signs.iter().filter(|sign| **sign != "-" || *origin == from) {
            for promotion in &promotions {
                spellings.extend(cases(&format!("{letter}{origin}{sign}{to}{promotion}")));
                // Without the piece's letter the origin says what moves.
                if *origin == from {
                    spellings.extend(cases(&format!("{origin}{sign}{to}{promotion}")));
                }
            }
        }
    }
    spellings
}

/// Checks all spellings of a position and counts those that are refused as ambiguous.
fn check(position: &Position) -> usize {
    let (mut table, mut exact): (HashMap<String, Vec<Move>>, HashMap<String, Move>) = Default::default();
    for &m in &position.legal_moves() {
        exact.insert(position.uci(m), m);
        exact.insert(position.san(m).trim_end_matches(['+', '#']).to_owned(), m);
        for spelling in spellings(position, m) {
            let moves = table.entry(spelling).or_default();
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
    }
    let mut refused = 0;
    for (i, (text, moves)) in table.iter().enumerate() {
        let marked = format!("{text}{}", ["", "+", "#", "!", "?!", "+!!", "++"][i % 7]);
        let read = parse_move(position, &marked);
        match (exact.get(text), moves.as_slice()) {
            (Some(&m), _) | (None, &[m]) => assert_eq!(read, Ok(m), "{position}: {marked}"),
            (None, several) => {
                let Err(MoveError::Ambiguous(named)) = &read else {
                    panic!("{position}: {marked} was read as {read:?}, and could be {several:?}")
                };
                let mut sans: Vec<String> = several.iter().map(|&m| position.san(m)).collect();
                let mut named = named.clone();
                sans.sort();
                named.sort();
                assert_eq!(named, sans, "{position}: {marked}");
                refused += 1;
            }
        }
    }
    refused
}

#[test]
fn of_all_moves_in_random_games() {
    let (mut positions, mut refused) = (0, 0);
    random_games(7, 54, 40, |position| {
        positions += 1;
        if positions % 5 == 0 {
            refused += check(position);
        }
    });
    assert!(positions > 1_000 && refused > 500, "{positions} {refused}");
}

#[test]
fn where_a_pawn_on_the_b_file_and_a_bishop_go_to_the_same_square() {
    let position: Position = "4k3/8/8/2pp4/1P2P3/8/5B2/4K1B1 w - - 0 1".parse().unwrap();
    assert!(check(&position) > 0);
    let san = |text: &str| parse_move(&position, text).map(|m| position.san(m));
    let several = |moves: &[&str]| Err(MoveError::Ambiguous(moves.iter().map(|&m| m.to_owned()).collect()));
    assert_eq!(san("bxc5"), Ok("bxc5".to_owned()));
    assert_eq!(san("Bxc5"), Ok("Bxc5".to_owned()));
    assert_eq!(san("bc5"), several(&["bxc5", "Bxc5"]));
    assert_eq!(san("BXC5"), several(&["bxc5", "Bxc5"]));
    assert_eq!(san("b4c5"), Ok("bxc5".to_owned()));
    assert_eq!(san("bf2c5"), Ok("Bxc5".to_owned()));
    assert_eq!(san("bd4"), Ok("Bd4".to_owned()));
    // The bishop on g1 stands behind the other one.
    assert_eq!(san("bh2"), Ok("Bh2".to_owned()));
}

#[test]
fn a_capital_b_is_no_pawn() {
    let position: Position = "4k3/8/8/2p5/1P6/8/8/4K1B1 w - - 0 1".parse().unwrap();
    let blocked: Position = "4k3/8/8/2p5/1P6/4P3/8/4K1B1 w - - 0 1".parse().unwrap();
    assert_eq!(parse_move(&position, "Bxc5").map(|m| position.san(m)), Ok("Bxc5".to_owned()));
    assert_eq!(parse_move(&blocked, "bxc5").map(|m| blocked.san(m)), Ok("bxc5".to_owned()));
    assert_eq!(parse_move(&blocked, "Bxc5").unwrap_err().to_string(), "the path is blocked at e3");
}

#[test]
fn what_is_no_spelling_is_refused_with_a_reason() {
    let position = Position::start();
    for (text, says) in [
        ("nf4", "no knight of yours reaches f4"),
        ("bc4", "the path is blocked at e2"),
        ("o-o", "castling: the path is blocked at f1"),
        ("E5", "a pawn does not move so: e2 to e5"),
        ("e2", "your own pawn stands on e2"),
        ("e=4", "\"e=4\" is no move"),
        ("e2e4e5", "\"e2e4e5\" is no move"),
        ("\u{212a}e2", "is no move"),
        ("ñf3", "\"ñf3\" is no move"),
        ("Nf3=", "is no move"),
        ("=q", "is no move"),
        ("q", "is no move"),
        ("ee", "is no move"),
        ("-", "is no move"),
        ("+", "is no move"),
    ] {
        let reason = parse_move(&position, text).unwrap_err().to_string();
        assert!(reason.contains(says), "{text}: {reason}");
    }
}
