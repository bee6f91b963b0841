//! Claim: named boards are those that were published, and drawings show every checker.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{NamedBoard, draw, position_id};

#[test]
fn named_boards_are_the_published_ones() {
    // White's pips and Black's, checkers off, and gnubg's id.
    let facts = [
        (167, 167, 0, 0, "4HPwATDgc/ABMA"),
        (175, 168, 1, 0, "Nww44GAMzoGDIQ"),
        (155, 169, 2, 0, "Bx8QeETwhIMDEQ"),
        (21, 169, 6, 0, "HBt44EB3DgAAAA"),
        (39, 35, 4, 7, "wx0AAC7PAQAAAA"),
        (2, 6, 13, 12, "DgAAMAAAAAAAAA"),
        (66, 56, 12, 10, "DgAAGAAAOAAAAA"),
        (77, 43, 0, 5, "+wwAgJhvPgBAAA"),
        (143, 167, 1, 0, "4HPwATDgc/ABEA"),
    ];
    assert_eq!(NamedBoard::NAMED.len(), facts.len());
    assert_eq!(NamedBoard::NAMED[..5], NamedBoard::EXPERIMENT);
    for (board, (white, black, off, black_off, id)) in NamedBoard::NAMED.into_iter().zip(facts) {
        let position = board.position();
        assert_eq!(NamedBoard::from_name(board.name()), Some(board));
        assert_eq!(position.to_string(), board.text());
        assert_eq!((position.pips(), position.side()), ((white, black), Side::First), "{}", board.name());
        assert_eq!(position_id(&position), id, "{}", board.name());
        assert_eq!((position.off(), position.opponent_off()), (off, black_off), "{}", board.name());
    }
    assert_eq!(NamedBoard::from_name("Start"), None);
    let noted = NamedBoard::NAMED.iter().filter(|b| b.note().is_some()).map(|b| b.name());
    assert_eq!(noted.collect::<Vec<_>>(), ["midgame", "short-bear-off", "bar", "test", "end"]);
}

/// Points and their checkers.
type Checkers = &'static [(usize, u8)];

#[test]
fn boards_of_2020_have_the_checkers_that_were_printed() {
    const BLACK: Checkers = &[(6, 5), (8, 3), (13, 5), (24, 2)];
    // Black, White, Black's on the bar. White moves up there.
    let printed: [(NamedBoard, Checkers, Checkers, u8); 5] = [
        (NamedBoard::Start, BLACK, &[(1, 2), (12, 5), (17, 3), (19, 5)], 0),
        (NamedBoard::ShortBearOff, &[(2, 3)], &[(24, 2)], 0),
        (NamedBoard::Bar, &[(2, 3)], &[(3, 3)], 2),
        (
            NamedBoard::Test,
            &[(1, 2), (2, 5), (4, 2), (23, 1)],
            &[(3, 1), (19, 5), (21, 2), (22, 5), (24, 2)],
            0,
        ),
        (NamedBoard::End, BLACK, &[(1, 1), (12, 5), (17, 3), (19, 5)], 0),
    ];
    for (board, black, white, bar) in printed {
        let mut counts = [0; 26];
        black.iter().for_each(|&(point, checkers)| counts[25 - point] = -i32::from(checkers));
        white.iter().for_each(|&(point, checkers)| counts[25 - point] = i32::from(checkers));
        counts[0] = -i32::from(bar);
        let letter = |count: &i32| match count.unsigned_abs() as u8 {
            0 => '-',
            n if *count > 0 => char::from(b'@' + n),
            n => char::from(b'`' + n),
        };
        assert_eq!(board.text(), counts.iter().map(letter).collect::<String>(), "{}", board.name());
    }
}

#[test]
fn boards_are_drawn_from_either_side() {
    let midgame = NamedBoard::Midgame.position();
    let white = "  +13-14-15-16-17-18------19-20-21-22-23-24-+
  |          X       | X | O     X     O  O |
  |          X       |   | O     X     O  O |
  |          X       |   |                O |
  |                  |   |                  |
  |                  |   |                  |
  |                  |BAR|                  |
  |                  |   |                  |
  |                  |   |                  |
  | O     X     X    |   |    O             |
  | O     X     X    | O |    O     X       |
  | O     X     X    | O |    O     X       | 1 X off
  +12-11-10--9--8--7-------6--5--4--3--2--1-+
  X White: 175 pips, 1 off
  O Black: 168 pips, 0 off
  White to play 6-4
";
    assert_eq!(draw(&midgame, "64".parse().ok(), Side::First), white);
    let black = draw(&midgame, None, Side::Second);
    let second = "  | O     X     X    | O |    O     X       | 1 X off\n";
    assert_eq!(black.lines().nth(1), second.lines().next(), "{black}");
    assert!(
        black.contains("\n  O Black: 168 pips, 0 off\n  X White: 175 pips, 1 off\n  White to throw\n"),
        "{black}"
    );
    let stacked = "--------G-----------------".parse().unwrap();
    let rows: Vec<String> = draw(&stacked, None, Side::First).lines().map(str::to_owned).collect();
    let column: String = rows[7..12].iter().map(|row| row.chars().nth(16).unwrap()).collect();
    assert_eq!(column, "7XXXX");
}
