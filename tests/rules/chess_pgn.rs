//! Claim: a game of chess that was saved as PGN comes back as it was, here and in python-chess; PGN
//! of other programs is read; a damaged file is refused in one line.

use proptest::collection::vec;
use proptest::prelude::*;
use sparring_engine::game::Side;
use sparring_engine::games::Tags;
use sparring_engine::games::chess::{
    Annotations, Castling, GameRecord, GameResult, MAX_PLIES, PgnFault, PgnGames, PgnNotes, Position,
};

use crate::support::saved::{assert_one_line, damage, damaged, tags};
use crate::support::slow_chess::SOURCES;

fn result() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        Just(GameResult::Unfinished),
        Just(GameResult::Won(Side::First)),
        Just(GameResult::Won(Side::Second)),
        Just(GameResult::Drawn),
        Just(GameResult::BothLost),
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
        position = position.play_or_pass(m);
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
    // As python-chess: the tag is what data bases show. The reader remarks on the difference.
    assert_eq!(read("[Result \"0-1\"]\n1. e4 1/2-1/2").result, GameResult::Won(Side::Second));
    assert_eq!(read("[Result \"0-1\"]\n1. e4 *").result, GameResult::Won(Side::Second));
    assert_eq!(read("[Result \"*\"]\n1. e4 0-1").result, GameResult::Won(Side::Second));
    assert_eq!(read("[Result \"?\"]\n1. e4").result, GameResult::Unfinished);
    let game = read("[White \"Anna\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[Seed \"7\"]\n*");
    assert_eq!(game.tags.iter().collect::<Vec<_>>(), [("Seed", "7"), ("White", "Anna")]);
}

/// Names of python-chess, XBoard, FICS and lichess; the second FEN is that of a game of Chess960.
#[test]
fn variants_are_read_by_the_names_of_other_programs() {
    let castles =
        |fen: &str, tag: &str| moves(&format!("[FEN \"{fen}\"]\n{tag}\n1. O-O *"))[0].starts_with("O-O");
    for name in ["Standard", "Classical", "Illegal", "orthodox", "Odds", "From Position", "normal"] {
        assert!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &format!("[Variant \"{name}\"]")), "{name}");
    }
    for tag in ["FRC", "wild/fr", "Chess960", "Fischerandom"].map(|name| format!("[Variant \"{name}\"]")) {
        assert!(castles("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", &tag), "{tag}");
    }
    assert!(castles("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", ""));
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
         1. f3 e5 2. g4 0-1\n"
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
        ("1. e4 e5\n2. Qh5 d6 3. Qxf7 --\n", 2, "got '--' as move 3...,"),
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

/// The games of a text with their notes.
fn with_notes(text: &str) -> Vec<(GameRecord, PgnNotes)> {
    let mut games = PgnGames::new(text);
    std::iter::from_fn(|| games.next_with_notes()).collect::<Result<_, _>>().expect(text)
}

#[test]
fn comments_behind_a_result_belong_to_its_game() {
    for (text, comments) in [
        (
            "[Event \"a\"]\n1. e4 1-0 {time} ; so\n\n[Event \"b\"]\n1. d4 {d} *",
            [&[(1, "time so")][..], &[(1, "d")]],
        ),
        ("[Event \"a\"]\n1. e4 1-0\n\n{time}\n\n[Event \"b\"]\n*", [&[(1, "time")], &[]]),
        ("1. e4 1-0 {time}\n\n{next} 1. d4 *", [&[(1, "time")], &[(0, "next")]]),
        ("1. e4 1-0\n{time} 1. d4 *\n\n{last}", [&[(1, "time")], &[(1, "last")]]),
    ] {
        let games = with_notes(text);
        assert_eq!(games.len(), 2, "{text}");
        for ((_, notes), comments) in games.iter().zip(comments) {
            let found: Vec<(usize, &str)> =
                notes.comments.iter().map(|(at, said)| (*at, said.as_str())).collect();
            assert_eq!(found, comments, "{text}");
        }
    }
    // A fault of the next game leaves this one alone.
    let mut games = PgnGames::new("1. e4 1-0 }");
    assert!(games.next().unwrap().is_ok() && games.next().unwrap().is_err());
}

#[test]
fn results_are_read_in_every_spelling() {
    let white = GameResult::Won(Side::First);
    for (written, result) in [
        ("1-0*", white),
        ("1-0 *", white),
        ("1:0", white),
        ("1 - 0", white),
        ("1\u{2013}0", white),
        ("1-0ff", white),
        ("1-0F", white),
        ("+--", white),
        ("0 : 1", GameResult::Won(Side::Second)),
        ("1/2", GameResult::Drawn),
        ("1/2 - 1/2", GameResult::Drawn),
        ("\u{bd}\u{2013}\u{bd}", GameResult::Drawn),
        ("0-0", GameResult::BothLost),
        ("0:0", GameResult::BothLost),
    ] {
        for text in [
            format!("1. e4 e5 {written}\n\n1. d4 *"),
            format!("[Result \"{written}\"]\n1. e4 e5\n\n[A \"b\"]\n1. d4 *"),
        ] {
            if written.contains('*') && text.starts_with('[') || written == "0-0" && !text.starts_with('[') {
                continue;
            }
            let games = with_notes(&text);
            let found: Vec<_> = games.iter().map(|(game, _)| (game.moves.len(), game.result)).collect();
            assert_eq!(found, [(2, result), (1, GameResult::Unfinished)], "{text}");
        }
    }
}

#[test]
fn both_sides_may_lose_and_castling_stays_castling() {
    let lost = "[Event \"x\"]\n[Result \"0-0\"]\n";
    for (text, moves) in [
        (format!("{lost}\n0-0\n"), 0),
        (format!("{lost}\n0-0 {{neither came}} *\n"), 0),
        (format!("{lost}\n*\n"), 0),
        (lost.to_owned(), 0),
        (format!("{lost}\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 0-0\n"), 8),
        (format!("{lost}\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0\n"), 6),
        ("[Event \"x\"]\n0-0\n".to_owned(), 0),
    ] {
        let game = GameRecord::from_pgn(&text).unwrap();
        assert_eq!((game.moves.len(), game.result), (moves, GameResult::BothLost), "{text}");
        let written = game.to_pgn();
        assert!(written.contains("[Result \"0-0\"]") && written.ends_with("*\n"), "{written}");
        assert_eq!(GameRecord::from_pgn(&written), Ok(game));
    }
    assert_eq!(moves("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0\u{2013}0").len(), 8);
    assert_eq!(moves("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0 - 0 0 - 0 *").len(), 8);
    assert!(GameRecord::from_pgn("1. e4 0-0 2. d4 *").is_err());
}

#[test]
fn null_moves_pass() {
    for null in ["--", "Z0", "0000", "@@@@", "--!?"] {
        let text = format!("1. d4 {null} 2. e4 d5 3. {null} dxe4 1-0");
        assert_eq!(moves(&text), ["d4", "--", "e4", "d5", "--", "dxe4"], "{text}");
        let game = GameRecord::from_pgn(&text).unwrap();
        assert_eq!(GameRecord::from_pgn(&game.to_pgn()), Ok(game.clone()));
        assert_eq!(game.end().to_string().split(' ').next_back(), Some("4"));
    }
    // En passant is gone after a null move.
    assert!(GameRecord::from_pgn("1. e4 a6 2. e5 d5 3. -- -- 4. exd6 *").is_err());
}

#[test]
fn signs_and_remarks_outside_of_comments_are_no_moves() {
    let mate = ["f3", "e5", "g4", "Qh4#"];
    for text in [
        "1. f3 = e5 \u{b1} 2. g4 -/+ N Qh4 mate 0-1",
        "1. f3= e5+/- 2. g4N D Qh4++ 0-1",
        "1. f3 += e5 \u{221e} 2. g4?! -+ Qh4\u{2020} 0-1",
        "1. f3\u{2a71} e5\u{2213} 2. g4?\u{2213} \u{265b}h4 White is mated 0-1",
        "1. f3 ~ e5 2. g4 (oh dear) Qh4+- 0-1",
    ] {
        assert_eq!(moves(text), mate, "{text}");
    }
    assert_eq!(moves("1. e4 a6 2. e5 d5 3. exd6 ep a5 4. dxc7?ep *").len(), 7);
    assert_eq!(moves("1. e4 d5 2. Bb5ch c6 3. Bxc6 ch Nxc6 *").len(), 6);
    assert_eq!(moves("[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8N *"), ["a8=N"]);
    let (game, notes) = &with_notes("1. e4 e5 Black resigns 1-0")[0];
    assert_eq!((game.moves.len(), &notes.comments[..]), (2, &[(2, "Black resigns".to_owned())][..]));
    let (_, notes) = &with_notes("1. e4!= = e5+ 2. Nf3 ch e.p. *")[0];
    assert_eq!(notes.glyphs, 2);
}

#[test]
fn quotes_in_tags_may_be_unescaped() {
    for (written, value) in [
        (r#"3rd "Harbour Cup" open"#, r#"3rd "Harbour Cup" open"#),
        (r#"3rd ""Harbour Cup"" open"#, r#"3rd "Harbour Cup" open"#),
        (r#"3rd \"Harbour Cup\" open"#, r#"3rd "Harbour Cup" open"#),
        (r#""Harbour""#, r#""Harbour""#),
        (r#"a ["b"] c"#, r#"a ["b"] c"#),
        (r"C:\games\", r"C:\games\"),
        (r"C:\\games\\", r"C:\games\"),
    ] {
        let game =
            GameRecord::from_pgn(&format!("[Event \"{written}\"] [Site \"here\"]\n\n1. e4 *")).unwrap();
        assert_eq!((game.tags.get("Event"), game.tags.get("Site")), (Some(value), Some("here")), "{written}");
        assert_eq!(GameRecord::from_pgn(&game.to_pgn()), Ok(game));
    }
    assert_eq!(GameRecord::from_pgn("[White \"\"] 1. e4 *").unwrap().moves.len(), 1);
}

#[test]
fn lines_may_end_as_on_an_old_mac() {
    let text = "[Event \"a\"]\n% no\n1. e4 e5 ; comment\n2. Nf3 1-0\n\n[Event \"b\"]\n{x\ny}\n1. Ke3";
    for end in ["\n", "\r", "\r\n"] {
        let mut games = PgnGames::new(&text.replace('\n', end))
            .map(|game| game.map_err(|why| why.line))
            .collect::<Vec<_>>();
        assert_eq!(games.pop(), Some(Err(9)), "{end:?}");
        assert_eq!(games[0].as_ref().unwrap().moves.len(), 3, "{end:?}");
    }
}

#[test]
fn contradictions_are_remarked() {
    let mated = "\n1. f3 e5 2. g4 Qh4# ";
    let stale = "[FEN \"r5k1/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQq - 0 1\"]";
    for (text, line, part) in [
        (format!("[Result \"1-0\"]{mated}1-0"), 1, "expected 0-1"),
        (format!("[Event \"x\"]\n[Result \"1/2-1/2\"]{mated}*"), 2, "expected 0-1"),
        ("[Result \"1-0\"]\n1. e4 0-1".to_owned(), 1, "1-0 in the tag and 0-1 behind the moves"),
        ("[Result \"won\"]\n1. e4 0-1".to_owned(), 1, "'won'"),
        (format!("[Event \"x\"]\n{stale}\n1. O-O *"), 2, "castling q is ignored"),
    ] {
        let (_, notes) = &with_notes(&text)[0];
        let [(at, remark)] = &notes.remarks[..] else { panic!("{text}: {notes:?}") };
        assert!(*at == line && remark.contains(part), "{text}: {remark}");
    }
    for text in
        [format!("[Result \"0-1\"]{mated}0-1"), format!("[Result \"?\"]{mated}"), "1. e4 1-0".to_owned()]
    {
        assert!(with_notes(&text)[0].1.remarks.is_empty(), "{text}");
    }
}
