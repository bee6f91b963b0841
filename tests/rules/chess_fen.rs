//! Claim: every position survives a round trip through FEN, and every other text is refused in one
//! line, without a panic.

use proptest::prelude::*;
use sparring_engine::games::chess::{Castling, NamedBoard, Position, Variant, parse_move};

use crate::support::slow_chess::random_games;

#[test]
fn positions_of_games_equal_themselves_after_a_fen() {
    let mut without_rights = 0;
    random_games(3, 90, 120, |position| {
        let read: Position = position.to_string().parse().unwrap();
        let lost = position.castling_rooks().is_empty();
        // A FEN in which the last rights are at the usual squares does not tell Chess960 apart.
        if lost || position.castling() == Castling::Standard {
            assert_eq!(read, *position, "{position}");
        }
        without_rights += usize::from(lost && position.castling() != Castling::Standard);
    });
    assert!(without_rights > 100, "{without_rights}");
    let [one, other] = ["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w A - 0 1"]
        .map(|fen| fen.parse::<Position>().unwrap());
    assert_ne!(one, other);
}

#[test]
fn texts_come_back_as_they_were() {
    let suites = [
        include_str!("../data/perft-suite.epd"),
        include_str!("../data/perft-chess960.epd"),
        include_str!("../data/bratko-kopec.epd"),
        include_str!("../data/wac.epd"),
    ];
    let mut seen = 0;
    for line in suites.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')) {
        let has_clocks = line.contains(" ;D1");
        let fields: Vec<&str> = line.split(' ').take(if has_clocks { 6 } else { 4 }).collect();
        let position: Position = fields.join(" ").parse().unwrap_or_else(|e| panic!("{line}: {e}"));
        let written = position.to_string();
        let mut expected = fields;
        // The suites contain a few en-passant squares that no pawn can have skipped; the reader
        // ignores these by design.
        if written.split(' ').nth(3) == Some("-") {
            expected[3] = "-";
        }
        assert!(written.starts_with(&expected.join(" ")), "{line} became {written}");
        seen += 1;
    }
    assert!(seen > 400, "{seen}");
    for fen in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
        // X-FEN: the outermost rook is K, an inner one has its letter.
        "1rk1rr2/8/8/8/8/8/8/1RK1RR2 w KQkq - 3 17",
        "1rk1rr2/8/8/8/8/8/8/1RK1RR2 w EQeq - 3 17",
        "1rk1rr2/8/8/8/8/8/8/1RK1RR2 w EBeb - 3 17",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 9999",
    ] {
        assert_eq!(fen.parse::<Position>().unwrap().to_string(), fen);
    }
}

#[test]
fn suite_solutions_are_legal_moves() {
    for line in
        include_str!("../data/wac.epd").lines().chain(include_str!("../data/bratko-kopec.epd").lines())
    {
        let fields: Vec<&str> = line.split(' ').collect();
        let position: Position = fields[..4].join(" ").parse().unwrap();
        let Some((_, after)) = line.split_once(" bm ") else { continue };
        for text in after.split(';').next().unwrap().split(' ') {
            let m = parse_move(&position, text).unwrap_or_else(|e| panic!("{line}: {e}"));
            let bare = |s: &str| s.trim_end_matches(['+', '#']).to_owned();
            assert_eq!(bare(&position.san(m)), bare(text), "{line}");
        }
    }
}

#[test]
fn errors_say_what_was_got() {
    let start = NamedBoard::Start.fen();
    let error =
        |from: &str, to: &str| start.replacen(from, to, 1).parse::<Position>().unwrap_err().to_string();
    for (from, to, says) in [
        (" w KQkq - 0 1", "", "FEN: got 1 field; expected placement"),
        (" 0 1", " 0 1 2", "FEN: got 7 fields; expected placement"),
        ("/8/8/8/8", "/8/8/8", "FEN: got 7 ranks; expected 8"),
        ("pppppppp", "ppppppp", "FEN: rank 7 has 7 squares; expected 8"),
        ("pppppppp", "pppppppp1", "FEN: rank 7 has 9 squares"),
        ("8", "9", "FEN: rank 6 has the letter '9'"),
        ("rnbq", "rnbx", "FEN: rank 8 has the letter 'x'"),
        (" w ", " x ", "FEN: side to move is \"x\"; expected w or b"),
        ("KQkq", "KQxq", "FEN: castling field is \"KQxq\""),
        ("KQkq", "KKkq", "FEN: castling field is \"KKkq\""),
        ("KQkq -", "KQkq e4", "FEN: en-passant field is \"e4\""),
        ("KQkq -", "KQkq z3", "FEN: en-passant field is \"z3\""),
        (" 0 1", " -1 1", "FEN: halfmove clock is \"-1\""),
        (" 0 1", " 0 x", "FEN: move number is \"x\""),
        (" 0 1", " 0 10000", "FEN: move number is \"10000\""),
        ("RNBQK", "RNBQQ", "FEN: White has no king"),
        ("rnbqkb", "rnbkkb", "FEN: Black has 2 kings"),
        ("PPPPPPPP/RNBQKBNR w KQkq", "RNBQKBNR/PPPPPPPP w kq", "FEN: a pawn stands on a1"),
        ("/8/8", "/8/P7", "FEN: White has 17 pieces"),
        ("RNBQKBNR w KQkq", "1NBQKBNR w Hhaa", "FEN: castling field is \"Hhaa\""),
        ("RNBQKBNR w KQkq", "1N2KRR1 w FG", "FEN: castling right of White with a rook on f1"),
        ("RNBQKBNR w KQkq", "QNBQKBNQ w -", "FEN: White has 2 pieces more than the starting"),
    ] {
        let text = error(from, to);
        assert!(text.starts_with(says), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let check = "4k3/8/8/8/8/8/8/K3R3 w - -".parse::<Position>().unwrap_err().to_string();
    assert!(check.starts_with("FEN: Black is in check from e1 but not to move"), "{check}");
}

/// By hand, and as python-chess cleans rights.
#[test]
fn rights_whose_king_or_rook_has_moved_are_dropped() {
    use Variant::{Chess960, Standard, Told};
    for (fen, variant, dropped, written) in [
        ("r4rk1/8/8/8/8/8/8/R1BQK2R w KQq - 0 9", Told, "q", "KQ"),
        ("r4rk1/8/8/8/8/8/8/R1BQK2R w KQq - 0 9", Chess960, "", "HAa"),
        ("r5k1/8/8/8/8/8/8/R3K2R w KQq - 0 1", Standard, "q", "KQ"),
        ("r3k2r/8/8/8/8/8/8/R4RK1 b Qkq - 0 1", Told, "Q", "kq"),
        ("r3k2r/8/8/8/8/8/8/R3K1R1 b KQkq - 0 1", Told, "K", "Qkq"),
        ("4k3/8/8/8/8/8/8/R4RK1 b KQ - 0 1", Told, "KQ", "-"),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", Told, "KQkq", "-"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", Chess960, "K", "-"),
        ("1rk1rr2/8/8/8/8/8/8/1RK1RR2 w KQkq - 3 17", Told, "", "KQkq"),
        ("1rk1rr2/8/8/8/8/8/8/1RK1RR2 w KQkq - 3 17", Standard, "KQkq", "-"),
        ("1k6/8/8/8/8/8/8/1K5R w H - 0 1", Standard, "", "H"),
        ("1k6/8/8/8/8/8/8/1K5R w GH - 0 1", Told, "G", "H"),
    ] {
        let (position, remark) = Position::read_fen(fen, variant).unwrap();
        let castling = position.to_string().split(' ').nth(2).unwrap().to_owned();
        let ignored = remark.strip_prefix("castling ").map_or("", |rest| rest.split(' ').next().unwrap());
        assert_eq!((ignored, castling.as_str()), (dropped, written), "{fen} {variant:?}: {remark}");
        comes_back(&position);
    }
}

/// Numbers of moves by python-chess with Chess960, where not all four rights are left. The first
/// three are `xfen-02` to `xfen-04` of its `examples/perft/tricky.perft`.
#[test]
fn letters_that_fit_no_standard_game_are_those_of_chess960() {
    for (fen, moves, is_told) in [
        ("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", 17, true),
        ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", 34, true),
        ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", 19, true),
        ("r3k1r1/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", 25, false),
        ("1rk2r2/8/8/8/8/8/8/1RK5 w Qkq - 0 1", 12, false),
    ] {
        let (position, remark) = Position::read_fen(fen, Variant::Told).unwrap();
        assert_eq!((position.legal_moves().len(), position.to_string().as_str()), (moves, fen));
        assert_eq!(remark.contains("is read as in Chess960"), is_told, "{fen}: {remark}");
        comes_back(&position);
    }
}

#[test]
fn a_square_that_no_pawn_can_have_skipped_is_told() {
    let remark = |fen| Position::read_fen(fen, Variant::Told).unwrap().1;
    let told = remark("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1");
    assert_eq!(told, "en passant e3 is ignored, because no pawn can have skipped it");
    assert!(
        remark("r4rk1/8/8/8/8/8/8/R1BQK2R w KQq a6 0 9")
            .contains("q is ignored, because king or rook is not at home; en passant a6")
    );
    assert_eq!(remark("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), "");
}

#[test]
fn fields_that_are_missing_have_their_usual_values() {
    let whole = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    let fields: Vec<&str> = whole.split(' ').collect();
    for n in 2..=6 {
        assert_eq!(fields[..n].join(" ").parse::<Position>().unwrap().to_string(), whole);
    }
}

/// A position is determined by its text, except for the style of castling when there are no rights.
fn comes_back(position: &Position) {
    let again: Position = position.to_string().parse().unwrap_or_else(|e| panic!("{position}: {e}"));
    assert_eq!((again.key(), again.to_string()), (position.key(), position.to_string()));
    assert_eq!((again.checkers(), again.pinned()), (position.checkers(), position.pinned()));
}

#[test]
fn long_games_stay_readable() {
    let position: Position = "4k3/8/8/8/8/8/8/4K2R b K - 9999 9999".parse().unwrap();
    for &m in &position.legal_moves() {
        comes_back(&position.play(m));
    }
}

fn survives(text: &str) {
    match text.parse::<Position>() {
        Err(e) => assert_eq!(e.to_string().lines().count(), 1, "{text:?}"),
        Ok(position) => {
            comes_back(&position);
            for &m in &position.legal_moves() {
                let next = position.play(m);
                assert_eq!(next.key(), next.computed_key());
                comes_back(&next);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_survived(text in ".*") {
        survives(&text);
        let _refused_or_read = parse_move(&Position::start(), &text);
    }

    #[test]
    fn fen_like_text_is_survived(text in "[pnbrqkPNBRQK1-8/]{0,40} [wbx] [KQkqA-Ha-h-]{1,5} [a-h1-8-]{1,2} [0-9]{1,6} [0-9]{1,3}") {
        survives(&text);
    }

    #[test]
    fn sparse_boards_are_survived(pieces in prop::collection::vec((0usize..64, "[pnbrqPNBRQ]"), 0..12),
                                  kings in (0usize..64, 0usize..64), side in "[wb]", rights in "[KQkq]{1,4}|[A-Ha-h]{1,4}|-",
                                  ep in "[a-h][36]|-") {
        let mut squares = vec!["1".to_owned(); 64];
        for (square, letter) in pieces {
            squares[square] = letter;
        }
        squares[kings.0] = "K".into();
        squares[kings.1] = "k".into();
        let rows: Vec<String> = squares.chunks(8).map(|row| row.concat()).collect();
        survives(&format!("{} {side} {rights} {ep} 0 1", rows.join("/")));
    }

    #[test]
    fn mutated_fens_are_survived(which in 0usize..4, at in 0usize..60, letter in any::<char>(), cut in any::<bool>()) {
        let mut letters: Vec<char> = NamedBoard::ALL[which].fen().chars().collect();
        let at = at % letters.len();
        if cut { letters.truncate(at); } else { letters[at] = letter; }
        survives(&letters.into_iter().collect::<String>());
    }

    #[test]
    fn move_like_text_is_survived(text in "[KQRBNa-h1-8xO0=+#-]{1,8}") {
        for board in NamedBoard::ALL {
            let position = board.position();
            match parse_move(&position, &text) {
                Ok(m) => prop_assert!(position.legal_moves().contains(&m)),
                Err(e) => prop_assert_eq!(e.to_string().lines().count(), 1),
            }
        }
    }
}
