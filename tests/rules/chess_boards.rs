//! Claim: named boards, board files, side overrides and drawings are what they say.

use sparring_engine::game::Side;
use sparring_engine::games::chess::{Glyphs, NamedBoard, Position, board_file, draw, parse_move};

const START: &str = "\
|br|bn|bb|bq|bk|bb|bn|br|
|bp|bp|bp|bp|bp|bp|bp|bp|
|  |  |  |  |  |  |  |  |
|  |  |  |  |  |  |  |  |
|  |  |  |  |  |  |  |  |
|  |  |  |  |  |  |  |  |
|wp|wp|wp|wp|wp|wp|wp|wp|
|wr|wn|wb|wq|wk|wb|wn|wr|
";

fn played(moves: &str) -> Position {
    moves.split(' ').fold(Position::start(), |position, text| {
        let m = parse_move(&position, text).unwrap();
        position.play(m)
    })
}

#[test]
fn named_boards_are_the_openings_they_name() {
    for board in NamedBoard::ALL {
        assert_eq!(NamedBoard::from_name(board.name()), Some(board));
        assert_eq!(board.position().to_string(), board.fen());
    }
    assert_eq!(NamedBoard::from_name("Start"), None);
    assert_eq!(NamedBoard::Sicilian.position(), played("e4 c5"));
    assert_eq!(NamedBoard::RuyLopez.position(), played("e4 e5 Nf3 Nc6 Bb5"));
    assert_eq!(NamedBoard::Stamma.position().side_to_move(), Side::Second);
    assert_eq!(NamedBoard::Stamma.position().legal_moves().len(), 38);
}

#[test]
fn the_side_to_move_can_be_overridden_unless_the_other_is_in_check() {
    let sicilian = NamedBoard::Sicilian.position();
    let black = sicilian.with_side(Side::Second).unwrap();
    assert_eq!(black.to_string(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2");
    assert_eq!(sicilian.with_side(Side::First).unwrap(), sicilian);
    let check: Position = "4k3/8/8/8/8/8/8/K3R3 b - -".parse().unwrap();
    let error = check.with_side(Side::First).unwrap_err().to_string();
    assert_eq!(
        error,
        "Black is in check from e1 but not to move; expected the side in check to be on move; try Black to move"
    );
}

#[test]
fn board_files_are_read() {
    let black = board_file(START, Side::Second).unwrap();
    assert_eq!(black.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(board_file(START, Side::First).unwrap(), Position::start());
    assert_eq!(board_file(&START.replace('\n', "\r\n"), Side::First).unwrap(), Position::start());
    let moved = START.replace("|wr|wn|wb|wq|wk|", "|  |wn|wb|wq|wk|");
    assert!(board_file(&moved, Side::Second).unwrap().to_string().contains(" b Kkq "));
}

#[test]
fn board_file_errors_name_line_and_column() {
    let error = |text: &str| board_file(text, Side::Second).unwrap_err().to_string();
    assert!(error("").starts_with("board file: got 0 rows; expected 8"));
    assert!(error("hello").starts_with("board file: got 1 rows"));
    let with = |from: &str, to: &str| error(&START.replacen(from, to, 1));
    assert!(
        with("|bn|", "|bx|").starts_with("board file, line 1, column 5: got \"bx\"; expected two spaces")
    );
    assert!(with("|wk|", "|wK|").starts_with("board file, line 8, column 14: got \"wK\""));
    assert!(with("|bq|", "!bq|").starts_with("board file, line 1, column 10: got '!'; expected the bar |"));
    assert!(with("|bn|br|", "|bn|").starts_with("board file, line 1, column 23: the row has 22 characters"));
    assert!(with("bk", "  ").starts_with("board file: Black has no king"));
    for bad in ["\u{0}", "|\u{1f600}", "||||||||", "\n\n\n\n\n\n\n\n\n"] {
        assert_eq!(error(bad).lines().count(), 1);
    }
}

#[test]
fn boards_are_drawn_from_either_side() {
    let position = NamedBoard::Stamma.position();
    let white = "8 r n . . . r . k\n7 . . . . . . p p\n6 . p N . . p . .\n5 p . . . N . . .\n4 . P . . . . . q\n\
                 3 P Q . . P P p .\n2 . . . . . n . .\n1 . . R . . . K .\n  a b c d e f g h\n";
    assert_eq!(draw(&position, Side::First, Glyphs::Letters), white);
    let black = draw(&position, Side::Second, Glyphs::Letters);
    assert!(black.starts_with("1 . K . . . R . .\n2"));
    assert!(black.ends_with("8 k . r . . . n r\n  h g f e d c b a\n"));
    assert!(draw(&position, Side::First, Glyphs::Unicode).starts_with("8 ♜ ♞ . . . ♜ . ♚\n"));
}
