//! Claim: bitboards, keys and generators of chess agree with slow oracles along random games.

use crate::support::slow_chess::{SlowBoard, random_games, slow_moves};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use sparring_engine::game::{Evaluator, Game, Side};
use sparring_engine::games::chess::{
    Bitboard, Chess, Outcome, Piece, Position, Setup, Simplified, Square, attacks, parse_move,
};

#[test]
fn sliders_agree_with_walking() {
    let mut rng = SmallRng::seed_from_u64(1);
    for _ in 0..2_000 {
        let occupied = Bitboard(rng.random::<u64>() & rng.random::<u64>());
        let piece = |i| occupied.has(Square::new(i as u8).unwrap()).then_some((Side::First, Piece::Pawn));
        let board = SlowBoard(std::array::from_fn(piece));
        let square = Square::new(rng.random_range(0..64)).unwrap();
        for piece in Piece::ALL {
            for side in [Side::First, Side::Second] {
                let slow = board.attacked_from(piece, side, square.index()).into_iter();
                let slow: Bitboard = slow.map(|i| Square::new(i as u8).unwrap()).collect();
                assert_eq!(
                    attacks::of(piece, side, square, occupied),
                    slow,
                    "{piece:?} {square} {occupied:?}"
                );
            }
        }
    }
}

#[test]
fn generated_moves_are_those_of_make_and_test() {
    random_games(2, 27, 80, |position| {
        let mut fast: Vec<String> = position.legal_moves().iter().map(|m| format!("{m:?}")).collect();
        fast.sort();
        assert_eq!(fast, slow_moves(position), "{position}");
    });
}

#[test]
fn incremental_state_is_the_computed_state() {
    random_games(3, 200, 120, |position| {
        assert_eq!(position.key(), position.computed_key(), "{position}");
        assert_eq!(position.score(), position.computed_score(), "{position}");
        let reread: Position = position.to_string().parse().unwrap();
        assert_eq!(reread.to_string(), position.to_string());
        assert_eq!((reread.checkers(), reread.pinned()), (position.checkers(), position.pinned()));
        let fields: String = position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert_eq!(fields.parse::<Position>().unwrap().key(), position.key());
    });
}

#[test]
fn every_move_is_read_back_from_san_and_uci() {
    random_games(4, 60, 100, |position| {
        for &m in &position.legal_moves() {
            let (san, uci) = (position.san(m), position.uci(m));
            assert_eq!(parse_move(position, &san), Ok(m), "{position} {san}");
            assert_eq!(parse_move(position, &uci), Ok(m), "{position} {uci}");
            assert_eq!(parse_move(position, &san.replace('O', "0")), Ok(m), "{position} {san}");
            assert_eq!(parse_move(position, &format!("{san}!?")), Ok(m), "{position} {san}");
        }
    });
}

#[test]
fn outcomes_follow_from_the_moves() {
    let mut ended = [0; 3];
    random_games(5, 300, 250, |position| {
        let moves = position.legal_moves();
        assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
        match Chess.outcome(position) {
            None => assert!(!moves.is_empty(), "{position}"),
            Some(Outcome::Checkmate) => {
                assert!(moves.is_empty() && position.checkers().any(), "{position}");
                ended[0] += 1;
            }
            Some(Outcome::Stalemate) => {
                assert!(moves.is_empty() && position.checkers().is_empty(), "{position}");
                ended[1] += 1;
            }
            Some(other) => {
                assert_eq!(other, Outcome::DeadPosition);
                ended[2] += 1;
            }
        }
    });
    assert!(ended.iter().all(|&n| n > 0), "random games reached too few ends: {ended:?}");
}

/// Colours exchanged, the board turned upside down.
fn mirrored(position: &Position) -> Position {
    let setup = Setup {
        pieces: std::array::from_fn(|i| {
            position.piece_at(Square::new(i as u8 ^ 56).unwrap()).map(|(side, piece)| (side.other(), piece))
        }),
        side: position.side_to_move().other(),
        rooks: position.castling_rooks().into_iter().map(Square::flipped).collect(),
        castling: position.castling(),
        skipped: position.en_passant().map(Square::flipped),
        clock: 0,
        number: 1,
    };
    setup.build().unwrap()
}

#[test]
fn mirrored_positions_are_worth_the_same() {
    random_games(6, 60, 100, |position| {
        let mirror = mirrored(position);
        assert_eq!(Simplified.evaluate(&Chess, position), Simplified.evaluate(&Chess, &mirror));
        assert_eq!(position.legal_moves().len(), mirror.legal_moves().len(), "{position}");
    });
}

#[test]
fn dead_material_is_told_from_live() {
    for (pieces, dead) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4KN2", true),
        ("4kb2/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/3NKN2", false),
        ("4kn2/8/8/8/8/8/8/4KN2", false),
        // f8 and c1 are dark, c8 and f1 light.
        ("4kb2/8/8/8/8/8/8/2B1K3", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3", false),
        ("4k3/8/8/8/8/B7/8/2B1K3", true),
        ("4k3/8/8/8/8/8/8/4KBN1", false),
        ("4k3/8/8/8/8/8/4P3/4K3", false),
        ("4k3/8/8/8/8/8/8/R3K3", false),
        ("4k3/8/8/8/8/8/8/3QK3", false),
    ] {
        for side in ["w", "b"] {
            let position: Position = format!("{pieces} {side} - -").parse().unwrap();
            assert_eq!(position.outcome() == Some(Outcome::DeadPosition), dead, "{position}");
        }
    }
}

#[test]
fn en_passant_counts_in_the_key_only_if_a_capture_is_legal() {
    let key = |fen: &str| fen.parse::<Position>().unwrap().key();
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert_eq!(key(&format!("{start} e3")), key(&format!("{start} -")));
    let legal = "7k/8/8/2PpP3/8/8/8/K7 w -";
    assert_ne!(key(&format!("{legal} d6")), key(&format!("{legal} -")));
    let pinned = "8/8/8/K2pP2r/8/8/8/4k3 w -";
    assert_eq!(key(&format!("{pinned} d6")), key(&format!("{pinned} -")));
}

#[test]
fn fifty_moves_are_claimable_and_reversible_plies_counted() {
    let position: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 99 80".parse().unwrap();
    assert_eq!(Chess.claimable_draw(&position), None);
    let quiet = position.play(parse_move(&position, "Rb1").unwrap());
    assert_eq!(Chess.claimable_draw(&quiet), Some(Outcome::FiftyMoves));
    assert_eq!(Chess.reversible_plies(&quiet), 100);
    let pawn: Position = "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80".parse().unwrap();
    let after = pawn.play(parse_move(&pawn, "e4").unwrap());
    assert_eq!(Chess.reversible_plies(&after), 0);
    assert_eq!(Chess.repetition(), Some(Outcome::Repetition));
}

#[test]
fn promise_orders_captures_by_victim_then_attacker() {
    let position: Position = "4k3/1P6/8/3q1r2/4P3/3N4/4R3/4K3 w - - 0 1".parse().unwrap();
    let score = |text: &str| Chess.ordering_score(&position, parse_move(&position, text).unwrap());
    assert!(score("exd5") > score("exf5"));
    assert!(score("b8=Q") > score("b8=N"));
    assert!(score("exf5") > score("e5"));
    assert_eq!(score("e5"), 0);
    for &m in &position.legal_moves() {
        let index = Chess.history_index(&position, m);
        assert_eq!(index.is_some(), m.is_quiet());
        assert!(index.is_none_or(|i| i < Chess::HISTORY));
    }
}
