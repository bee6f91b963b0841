//! Claim: a game of dots and boxes that was saved comes back as it was, on grids and on boards from
//! files; a damaged file is refused in one line.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sparring_engine::game::{Game, Side};
use sparring_engine::games::dots::{Board, Dots, GameRecord, Position, Rules, Size};

use crate::support::random_boxes::{config_text, random_boxes};
use crate::support::saved::{assert_one_line, damage, damaged, tags};

fn board() -> impl Strategy<Value = Board> {
    let grid = (1..6usize, 1..6usize)
        .prop_filter_map("too large", |(rows, columns)| Size::new(rows, columns).ok().map(Board::grid));
    let file = (any::<u64>(), 1..14usize)
        .prop_map(|(seed, boxes)| Board::from_config(&config_text(&random_boxes(seed, boxes))).unwrap());
    prop_oneof![grid, file]
}

/// A game of random moves after some edges, finished or not.
fn game() -> impl Strategy<Value = GameRecord> {
    let moves = vec(any::<u16>(), 0..70);
    let resigned = option::of(prop_oneof![Just(Side::First), Just(Side::Second)]);
    let drawn = prop_oneof![Just(0), any::<u64>()];
    (board(), any::<bool>(), drawn, moves, resigned, tags()).prop_map(
        |(board, standard, drawn, choices, resigned, tags)| {
            let rules = if standard { Rules::Standard } else { Rules::Alternate };
            let (drawn, mut moves) = (drawn & board.all(), Vec::new());
            let game = Dots::new(board.clone(), rules);
            let mut position = Position::new(drawn);
            for choice in choices {
                let legal = game.legal_moves(&position);
                if legal.is_empty() {
                    break;
                }
                moves.push(legal[usize::from(choice) % legal.len()]);
                position = game.play(&position, moves[moves.len() - 1]);
            }
            GameRecord { board, rules, drawn, moves, resigned, tags }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn saved_games_come_back(game in game()) {
        let text = game.to_text();
        prop_assert_eq!(&GameRecord::from_text(&text).unwrap(), &game, "{}", text);
        let other = format!("\u{feff}# mine\n\n{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(GameRecord::from_text(&other), Ok(game));
    }

    #[test]
    fn damaged_files_are_read_or_refused_in_one_line(game in game(), damage in damage()) {
        let text = damaged(&game.to_text(), &damage);
        match GameRecord::from_text(&text) {
            Ok(game) => prop_assert_eq!(GameRecord::from_text(&game.to_text()), Ok(game), "{}", text),
            Err(why) => assert_one_line(&why),
        }
    }
}

#[test]
fn the_file_is_the_documented_one() {
    let text = "dots-and-boxes 1\nsize 1x2\nrules standard\ndrawn 1\ntag Seed 7\n\
                A h1,0\nB v0,0\nA v0,1\nA h0,1\nB h1,1\nA v0,2\nresigns B\n";
    let game = GameRecord::from_text(text).unwrap();
    assert_eq!(game.to_text(), text);
    assert_eq!((game.moves.len(), game.resigned), (6, Some(Side::Second)));
    let last = game.positions()[6];
    assert_eq!((last.drawn(), last.side_to_move(), last.net()), (0x7f, Side::First, 2));
    let short = GameRecord::from_text("dots-and-boxes 1\nbox 2 4 7 8 9\nA e7\nB 9\n").unwrap();
    assert_eq!(short.to_text(), "dots-and-boxes 1\nbox 2 4 7 8 9\nrules standard\ndrawn 0\nA e7\nB e9\n");
}

#[test]
fn faults_are_named_with_their_line() {
    let head = "dots-and-boxes 1\n";
    for (text, line, part) in [
        ("", 1, "got '', expected 'dots-and-boxes 1'"),
        ("size 2x2", 1, "got 'size 2x2', expected 'dots"),
        ("dots-and-boxes 2\nsize 2x2", 1, "expected 'dots"),
        ("DOTS", 1, "got no board"),
        ("DOTSA h0,0\nsize 2x2", 2, "got no board"),
        ("DOTSsize 9x9", 2, "got '9x9' boxes"),
        ("DOTSsize 2x2\nsize 3x3", 3, "one board"),
        ("DOTSbox 1 0 1 2 3\nsize 3x3", 3, "one board"),
        ("DOTSsize 2x2\nbox 1 0 1 2 3", 3, "one board"),
        ("DOTSsize 2x2\nA h0,0\ndrawn 1", 4, "after the board or a move"),
        ("DOTSbox 1 0 1 2\nA e0", 3, "got 4 numbers"),
        ("DOTSsize 2x2\nrules odd", 3, "got the rules 'odd'"),
        ("DOTSsize 2x2\ndrawn 0x1\nA h0,0", 4, "got 'x'"),
        ("DOTSsize 2x2\nA h0,0\n\nB h0,0", 5, "drawn already"),
        ("DOTSsize 2x2\nA h0,9", 3, "an edge of this board"),
        ("DOTSsize 2x2\nB h0,0", 3, "got a move of B, expected one of A"),
        ("DOTSsize 2x2\nC h0,0", 3, "got 'C h0,0', expected size, box"),
        ("DOTSsize 2x2\nA h0,0\nresigns B\nB h0,1", 5, "got 'B h0,1' after B resigned"),
        ("DOTSsize 2x2\nresigns A\nresigns B", 4, "got 'resigns B' after A resigned"),
        ("DOTSsize 2x2\nresigns C", 3, "got the player 'C'"),
    ] {
        let text = text.replace("DOTS", head);
        let error = GameRecord::from_text(&text).expect_err(&text);
        assert_one_line(&error);
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}
