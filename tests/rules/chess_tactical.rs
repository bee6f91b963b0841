//! Claim: what a playing search asks of chess agrees with the rules: exchanges with a recursion
//! that plays every capture, noisy and quiet moves with the list of legal moves, remembered moves
//! with that list, and a null move with the position whose side is flipped.

use std::collections::BTreeSet;

use crate::support::slow_chess::random_games;
use sparring_engine::game::{Game, Side, Tactical};
use sparring_engine::games::chess::{Bitboard, Chess, Move, Piece, Position, Square, VALUES, attacks};

/// Random games that visit promotions, checks, castling and captures in passing.
fn positions(games: usize, mut visit: impl FnMut(&Position)) {
    random_games(7, games, 160, &mut visit);
    for line in include_str!("../data/perft-suite.epd").lines().chain(CHESS960.lines()) {
        if let Some(fen) = line.split(" ;").next().filter(|fen| !fen.is_empty() && !fen.starts_with('#')) {
            let position: Position = fen.parse().unwrap();
            visit(&position);
            position.legal_moves().iter().for_each(|&m| visit(&position.play(m)));
        }
    }
}

const CHESS960: &str = include_str!("../data/perft-chess960.epd");

#[test]
fn noisy_and_quiet_moves_are_the_legal_ones_parted() {
    let mut noisy_seen = 0;
    positions(40, |position| {
        let parted = |noisy: bool| -> Vec<Move> {
            let all = position.legal_moves();
            all.iter().copied().filter(|&m| Chess.is_noisy(m) == noisy).collect()
        };
        let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
        Chess.noisy_moves(position, |m| noisy.push(m));
        Chess.quiet_moves(position, |m| quiet.push(m));
        assert_eq!((noisy, quiet), (parted(true), parted(false)), "{position}");
        noisy_seen += parted(true).len();
    });
    assert!(noisy_seen > 10_000, "{noisy_seen}");
}

/// Codes of other positions are asked for too: nothing but the legal moves is ever found.
#[test]
fn a_remembered_move_is_found_exactly_where_it_is_legal() {
    let mut other: Vec<u16> = Vec::new();
    positions(20, |position| {
        let legal = position.legal_moves();
        for code in legal.iter().map(|&m| Chess.code(m)).chain(other.drain(..)) {
            let listed = legal.iter().copied().find(|&m| Chess.code(m) == code);
            assert_eq!(Chess.decode(position, code), listed, "{position}: {code:#06x}");
        }
        other.extend(legal.iter().map(|&m| Chess.code(m)));
        other.extend([0, u16::MAX]);
    });
}

#[test]
fn any_code_at_all_is_a_legal_move_or_none() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2",
        "4k3/8/8/8/8/8/p3r3/1N2K3 w - - 0 1",
        "1rk5/8/8/8/8/8/6P1/1RK3R1 w GBb - 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        let found: Vec<Move> = (0..=u16::MAX).filter_map(|code| Chess.decode(&position, code)).collect();
        let mut legal: Vec<Move> = position.legal_moves().to_vec();
        legal.sort_by_key(|&m| Chess.code(m));
        assert_eq!(found, legal, "{fen}");
    }
}

#[test]
fn a_move_gives_check_if_the_opponent_is_in_check_after_it() {
    let mut checks = 0;
    positions(40, |position| {
        for &m in &position.legal_moves() {
            let checked = position.play(m).checkers().any();
            assert_eq!(Chess.gives_check(position, m), checked, "{position}: {m:?}");
            checks += usize::from(checked);
        }
    });
    assert!(checks > 1_000, "{checks}");
}

#[test]
fn quiet_checks_are_the_quiet_moves_that_give_check() {
    // Of all, by pawns, by castling, and by kings that step out of the way.
    let mut seen = [0; 4];
    positions(40, |position| {
        let (mut quiet, mut found) = (Vec::new(), Vec::new());
        Chess.quiet_moves(position, |m| quiet.push(m));
        quiet.retain(|&m| position.play(m).checkers().any());
        Chess.quiet_checks(position, |m| found.push(m));
        assert_eq!(found, quiet, "{position}");
        for m in found {
            // A king that castles goes to where its rook stands.
            let castles = position.pieces(position.side_to_move()).has(m.to());
            let steps = m.piece() == Piece::King && !castles;
            let is = [true, m.piece() == Piece::Pawn, castles, steps];
            seen.iter_mut().zip(is).for_each(|(seen, is)| *seen += u32::from(is));
        }
    });
    assert!(seen[0] > 500 && seen.iter().all(|&seen| seen > 0), "{seen:?}");
}

#[test]
fn indices_of_moves_are_within_their_tables_and_codes_differ() {
    positions(10, |position| {
        let legal = position.legal_moves();
        let mut codes: Vec<u16> = legal.iter().map(|&m| Chess.code(m)).collect();
        codes.sort_unstable();
        codes.dedup();
        assert!(codes.len() == legal.len() && !codes.contains(&0), "{position}");
        for &m in &legal {
            assert!(Chess.piece_to(position, m) < Chess::PIECE_TO);
            assert!(Chess.squares(position, m, Chess.attacked(position)) < Chess::SQUARES);
        }
    });
}

#[test]
fn attacked_squares_are_those_of_the_opponents_pieces_and_part_the_indices_of_moves() {
    positions(10, |position| {
        let (side, mut expected) = (position.side_to_move(), Bitboard::EMPTY);
        let king = position.kind(Piece::King) & position.pieces(side);
        let others = position.pieces(side.other());
        for piece in Piece::ALL {
            for from in position.kind(piece) & others {
                let occupied = (position.pieces(side) | others) & !king;
                expected |= attacks::of(piece, side.other(), from, occupied);
            }
        }
        let attacked = Chess.attacked(position);
        assert_eq!(attacked, expected.0, "{position}");
        let legal = position.legal_moves();
        let pairs = legal.iter().map(|m| (m.from().index(), m.to().index()));
        let pairs = pairs.collect::<BTreeSet<_>>().len();
        let indices = legal.iter().flat_map(|&m| {
            let bits = [m.from(), m.to()].map(|square| square.bit().0);
            [0, bits[0], bits[1], bits[0] | bits[1]].map(|attacked| Chess.squares(position, m, attacked))
        });
        assert_eq!(indices.collect::<BTreeSet<_>>().len(), 4 * pairs, "{position}");
    });
}

#[test]
fn a_null_move_is_the_same_board_with_the_other_side_to_move() {
    let mut passed = 0;
    positions(30, |position| {
        if Chess.in_check(position) {
            return;
        }
        let after = Chess.null_move(position);
        let other = position.with_side(position.side_to_move().other()).unwrap();
        assert_eq!(after.key(), other.key(), "{position}");
        assert_eq!(after.key(), after.computed_key());
        assert_eq!((after.checkers(), after.pinned()), (other.checkers(), other.pinned()));
        assert_eq!(after.legal_moves(), other.legal_moves(), "{position}");
        assert_eq!(after.score(), other.score());
        assert_eq!(after.en_passant(), None);
        passed += 1;
    });
    assert!(passed > 1000);
}

/// What a side wins by taking on `target` with its least valuable piece, or by not taking: a
/// recursion over explicit sets of pieces.
fn best_exchange(position: &Position, gone: Bitboard, target: Square, side: Side, stands: i32) -> i32 {
    let occupied = (position.pieces(Side::First) | position.pieces(Side::Second)) & !gone | target.bit();
    let takers = |side: Side, occupied: Bitboard| {
        let pieces = position.pieces(side) & occupied & !target.bit();
        let reaches = |square: &Square| {
            let (_, piece) = position.piece_at(*square).unwrap();
            attacks::of(piece, side, *square, occupied).has(target)
        };
        pieces
            .into_iter()
            .filter(reaches)
            .min_by_key(|&square| VALUES[position.piece_at(square).unwrap().1 as usize])
    };
    let Some(from) = takers(side, occupied) else { return 0 };
    let piece = position.piece_at(from).unwrap().1;
    let gone = gone | from.bit();
    if piece == Piece::King && takers(side.other(), occupied & !from.bit()).is_some() {
        return 0;
    }
    (stands - best_exchange(position, gone, target, side.other(), VALUES[piece as usize])).max(0)
}

/// What a move wins, by the same recursion.
fn exchange(position: &Position, m: Move) -> i32 {
    let value = |piece: Option<Piece>| piece.map_or(0, |piece| VALUES[piece as usize]);
    let promotion = m.promotion().map_or(0, |piece| VALUES[piece as usize] - VALUES[0]);
    let mut gone = m.from().bit();
    if Some(m.to()) == position.en_passant() && m.piece() == Piece::Pawn && m.captured().is_some() {
        gone |= Square::at(m.to().file(), m.from().rank()).bit();
    }
    let stands = VALUES[m.promotion().unwrap_or(m.piece()) as usize];
    let side = position.side_to_move().other();
    value(m.captured()) + promotion - best_exchange(position, gone, m.to(), side, stands)
}

#[test]
fn exchanges_are_worth_what_playing_them_out_says() {
    let (mut tried, mut losing) = (0, 0);
    positions(30, |position| {
        for &m in &position.legal_moves() {
            let own_rook = position.pieces(position.side_to_move()).has(m.to());
            if own_rook {
                assert!(Chess.exchange_at_least(position, m, 0) && !Chess.exchange_at_least(position, m, 1));
                continue;
            }
            let worth = exchange(position, m);
            assert!(Chess.exchange_at_least(position, m, worth), "{position} {m:?}: at least {worth}");
            assert!(!Chess.exchange_at_least(position, m, worth + 1), "{position} {m:?}: at most {worth}");
            tried += 1;
            losing += usize::from(worth < 0);
        }
    });
    assert!(tried > 50_000 && losing > 5_000, "{losing} of {tried}");
}

#[test]
fn exchanges_known_by_heart() {
    for (fen, m, worth) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -200),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", 100),
        ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - -", "e4d5", 0),
        ("3rk3/8/8/8/8/8/8/3QK3 w - -", "d1d8", -400),
        ("3rk3/P7/8/8/8/8/8/4K3 w - -", "a7a8q", -100),
    ] {
        let position: Position = fen.parse().unwrap();
        let m = sparring_engine::games::chess::parse_move(&position, m).unwrap();
        assert!(Chess.exchange_at_least(&position, m, worth), "{fen}");
        assert!(!Chess.exchange_at_least(&position, m, worth + 1), "{fen}");
    }
}

#[test]
fn draws_are_those_of_the_rules_and_mate_comes_first() {
    for (fen, drawn) in [
        ("8/8/4k3/8/8/3QK3/8/8 w - - 99 80", false),
        ("8/8/4k3/8/8/3QK3/8/8 w - - 100 80", true),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", false),
        ("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3PK3/8/8 w - - 0 1", false),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(Chess.is_drawn(&position), drawn, "{fen}");
    }
    let pawns: Position = "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1".parse().unwrap();
    assert!(!Chess.allows_null_move(&pawns) && Chess.allows_null_move(&Position::start()));
    assert_eq!(Chess.side_to_move(&pawns), Side::First);
}
