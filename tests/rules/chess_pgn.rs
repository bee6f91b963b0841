//! Claim: a game of chess that was saved as PGN comes back as it was, here and in python-chess; PGN
//! of other programs is read; a damaged file is refused in one line.

use proptest::collection::vec;
use proptest::prelude::*;
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_engine::games::chess::{
    Annotations, Castling, GameRecord, GameResult, MAX_PLIES, PgnFault, PgnGames, Position,
};

use crate::support::saved::{assert_one_line, damage, damaged, tags};
use crate::support::slow_chess::SOURCES;

fn result() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        Just(GameResult::Unfinished),
        Just(GameResult::Won(Side::First)),
        Just(GameResult::Won(Side::Second)),
        Just(GameResult::Drawn),
    ]
}

/// A game of random moves, chosen by number.
pub fn game() -> impl Strategy<Value = GameRecord> {
    (0..SOURCES.len(), vec(any::<u16>(), 0..160), result(), tags()).prop_map(
        |(source, choices, result, tags)| {
            let start: Position = SOURCES[source].parse().unwrap();
            let (mut position, mut moves) = (start.clone(), Vec::new());
            for choice in choices {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                moves.push(legal[usize::from(choice) % legal.len()]);
                position = position.play(moves[moves.len() - 1]);
            }
            GameRecord { start, moves, result, tags }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn saved_games_come_back(games in vec(game(), 1..4)) {
        let text: Vec<String> = games.iter().map(GameRecord::to_pgn).collect();
        for (game, text) in games.iter().zip(&text) {
            prop_assert_eq!(&GameRecord::from_pgn(text).unwrap(), game, "{}", text);
            let moves = text.rsplit_once("\n\n").map_or("", |(_, moves)| moves);
            prop_assert!(moves.lines().all(|line| line.len() < 80), "{}", text);
        }
        let several = format!("\u{feff}{}", text.join("\n").replace('\n', "\r\n"));
        let read: Result<Vec<GameRecord>, _> = PgnGames::new(&several).collect();
        prop_assert_eq!(read.unwrap(), games);
    }

    #[test]
    fn damaged_files_are_read_or_refused_in_one_line(game in game(), damage in damage()) {
        let text = damaged(&game.to_pgn(), &damage);
        for game in PgnGames::new(&text) {
            match game {
                Ok(game) => prop_assert_eq!(GameRecord::from_pgn(&game.to_pgn()), Ok(game)),
                Err(why) => assert_one_line(&why),
            }
        }
    }
}

/// The moves of the only game in a text.
fn moves(text: &str) -> Vec<String> {
    let games: Vec<GameRecord> = PgnGames::new(text).collect::<Result<_, _>>().expect(text);
    assert_eq!(games.len(), 1, "{text}");
    let mut position = games[0].start.clone();
    let mut moves = Vec::new();
    for &m in &games[0].moves {
        moves.push(position.san(m));
        position = position.play(m);
    }
    moves
}

#[test]
fn what_other_programs_write_is_read() {
    let mate = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];
    for text in [
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
        "1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7#",
        "[Event \"a \\\"b\\\" \\\\\"]\r\n\r\n1. e4\r\n% not this\r\ne5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\r\n",
        "1. e4 {the best [by test] (1. d4)} e5 ; and so on } ) 2. d4\n2. Bc4 $14 Nc6 3. Qh5?! Nf6?? $4 4. Qxf7 1-0",
        "1. e4 (1. d4 d5 (1... Nf6 {Indian} 2. c4)) 1... e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
        "1. Pe4 Pe7-e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7*",
        "1. e2e4 e7-e5 2. f1c4 Nb8-c6 3. Qd1h5 g8f6 4. h5xf7++ *",
        "1 e4 e5 2 Bc4 Nc6 3 Qh5 Nf6 4 Qxf7",
        "[SetUp \"1\"]\n[Variant \"Standard\"]\n1… e4 e5 2. Bc4 ! Nc6 3. Qh5 Nf6 4. Qxf7# 1-0 \n",
    ] {
        assert_eq!(moves(text), mate, "{text}");
    }
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K2R b K - 3 20\"]\n20... Kd7 21. O-O *";
    assert_eq!(moves(text), ["Kd7", "O-O"]);
    assert_eq!(moves("1. e4 e6 2. e5 d5 3. exd6 e.p. *").len(), 5);
    assert_eq!(moves("[White \"Anna\"]"), [""; 0]);
}

#[test]
fn results_and_tags_are_read() {
    let read = |text: &str| GameRecord::from_pgn(text).unwrap();
    assert_eq!(read("[Result \"0-1\"]\n1. e4").result, GameResult::Won(Side::Second));
    assert_eq!(read("[Result \"0-1\"]\n1. e4 1/2-1/2").result, GameResult::Drawn);
    assert_eq!(read("[Result \"?\"]\n1. e4").result, GameResult::Unfinished);
    let game = read("[White \"Anna\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[Seed \"7\"]\n*");
    assert_eq!(game.tags.iter().collect::<Vec<_>>(), [("Seed", "7"), ("White", "Anna")]);
}

#[test]
fn a_game_of_chess960_stays_one_wherever_it_begins() {
    let text =
        "[Variant \"Chess960\"]\n[FEN \"rnqbkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNQBKBNR w KQkq - 0 1\"]\n1. e4 *";
    let game = GameRecord::from_pgn(text).unwrap();
    assert_eq!(game.start.castling(), Castling::XFen);
    assert!(game.to_pgn().contains("[Variant \"Chess960\"]"));
    assert_eq!(GameRecord::from_pgn(&game.to_pgn()), Ok(game));
}

#[test]
fn a_finished_game_is_written_as_readers_expect_it() {
    let mut game = GameRecord::from_pgn("1. f3 e5 2. g4 *").unwrap();
    game.result = GameResult::Won(Side::Second);
    game.tags.set("White", "a \"friend\" \\ foe");
    assert_eq!(
        game.to_pgn(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
         [White \"a \\\"friend\\\" \\\\ foe\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\n\
         1. f3 e5 2. g4 {White resigns} 0-1\n"
    );
    // What is known of a game in a file is no more than its result.
    let annotated = game.to_annotated_pgn(&Annotations::default());
    assert!(annotated.ends_with("\n\n1. f3 e5 2. g4 0-1\n"));
    let mated = GameRecord::from_pgn("1. f3 e5 2. g4 Qh4# 0-1").unwrap();
    assert!(mated.to_pgn().ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"));
}

#[test]
fn faults_are_named_with_their_line() {
    for (text, line, part) in [
        ("", 1, "got no game"),
        ("\u{feff}  \n% only\n", 1, "got no game"),
        ("hello", 1, "got 'hello' as move 1., expected"),
        (
            "[White \"Anna\"]\n\n1. e4 e5\n2. Ke3 *",
            4,
            "got 'Ke3' as move 2., expected a legal move: a king does not move so",
        ),
        ("1. e4 e5\n2. --\n", 2, "got '--' as move 2.,"),
        ("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 9\"]\n9... Kd7 10. O-O-O", 2, "got 'O-O-O' as move 10.,"),
        ("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 9\"]\n9... Kd1", 2, "got 'Kd1' as move 9...,"),
        ("1. e4\n{ no end", 2, "comment"),
        ("1. e4\n(1. d4\n(1. c4)", 2, "variation"),
        ("1. e4\n)", 2, "got ), which closes nothing"),
        ("1. e4\n}", 2, "got }, which closes nothing"),
        ("1. e4 ] *", 1, "got ], which closes nothing"),
        ("\n[White Anna]", 2, "[White Anna]"),
        ("[White \"Anna]\n1. e4", 1, "expected a tag"),
        ("[White \"Anna\\\n\"]", 1, "expected a tag"),
        ("[\"Anna\"]", 1, "expected a tag"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", 1, "in the tag FEN"),
        ("[Event \"x\"]\n[Variant \"Atomic\"]\n1. e4", 2, "variant 'Atomic'"),
    ] {
        let error = GameRecord::from_pgn(text).expect_err(text);
        assert_one_line(&error);
        assert_eq!(error.line, line, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn a_game_of_any_length_is_bounded() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 ";
    let longest = GameRecord::from_pgn(&shuffle.repeat(MAX_PLIES / 4)).unwrap();
    assert_eq!(longest.moves.len(), MAX_PLIES);
    assert_eq!(GameRecord::from_pgn(&longest.to_pgn()), Ok(longest));
    let error = GameRecord::from_pgn(&shuffle.repeat(MAX_PLIES / 4 + 1)).unwrap_err();
    assert_eq!(error.fault, PgnFault::TooLong);
    let deep = "(".repeat(1 << 20);
    assert!(GameRecord::from_pgn(&deep).is_err());
    let mut tags = Tags::new();
    (0..1_000).for_each(|i| tags.set(&format!("Tag{i}"), &"x".repeat(1_000)));
    assert_eq!((tags.iter().count(), tags.get("Tag0").map(str::len)), (Tags::MAX, Some(Tags::MAX_VALUE)));
}
