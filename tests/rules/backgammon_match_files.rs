//! Claim: a match of backgammon comes back from SGF and from `.mat` as it was written; files that
//! gnubg has written are read as counting says; a damaged file is refused in one line.

use proptest::prelude::*;
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    Finish, GameRecord, MAX_GAMES, MAX_MATCH_BYTES, MAX_TURNS, MatFault, MatUnwritable, MatchRecord,
    MatchState, Outcome, Position, RecordError, Turn,
};

use crate::support::backgammon_matches::{Start, matches, random_game, unruly_matches};
use crate::support::gnubg_count::{assert_counted, assert_same};
use crate::support::random::Random;
use crate::support::saved::{assert_one_line, damage, damaged};

/// Gives the players names that `.mat` can hold: without colons, and not like one with a rating.
fn named_for_mat(mut record: MatchRecord) -> MatchRecord {
    for player in ["White", "Black"] {
        let name = record.tags.get(player).unwrap_or_default().replace([':', ','], ";");
        record.tags.set(player, &name);
    }
    record
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn matches_come_back_from_sgf(record in matches(Start::Anywhere)) {
        let text = record.to_sgf();
        let read = MatchRecord::from_sgf(text.as_bytes()).unwrap();
        prop_assert_eq!(&read, &record, "{}", text);
        prop_assert_eq!(read.to_sgf(), text);
    }

    #[test]
    fn unplayed_and_illegal_turns_come_back(record in unruly_matches(Start::Anywhere)) {
        let text = record.to_sgf();
        let read = MatchRecord::from_sgf(text.as_bytes()).map_err(|why| TestCaseError::fail(format!("{why}\n{text}")))?;
        prop_assert_eq!(read.games(), record.games(), "{}", text);
        prop_assert_eq!(read.to_sgf(), text);
        let illegal = |game: &GameRecord| game.turns().iter().filter(|turn| matches!(turn, Turn::Illegal { .. })).count();
        prop_assert_eq!(read.assumed.len(), record.games().iter().map(illegal).sum::<usize>());
    }

    #[test]
    fn unplayed_and_illegal_turns_come_back_from_mat(
        record in unruly_matches(Start::Usual).prop_map(named_for_mat)
    ) {
        let text = record.to_mat().unwrap();
        let read = MatchRecord::from_mat(text.as_bytes()).map_err(|why| TestCaseError::fail(format!("{why}\n{text}")))?;
        prop_assert_eq!(read.games(), record.games(), "{}", text);
        let sgf = MatchRecord::from_sgf(read.to_sgf().as_bytes()).unwrap();
        prop_assert_eq!(sgf.to_mat().unwrap(), text);
    }

    #[test]
    fn matches_come_back_from_mat(record in matches(Start::Usual).prop_map(named_for_mat)) {
        let text = record.to_mat().unwrap();
        let read = MatchRecord::from_mat(text.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", text);
        prop_assert_eq!(read.unwrap().to_mat().unwrap(), &text[..]);
        let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        prop_assert_eq!(MatchRecord::from_mat(other.as_bytes()), Ok(record), "{}", other);
    }

    #[test]
    fn damaged_matches_are_read_or_refused_in_one_line(
        record in matches(Start::Usual), damage in damage()
    ) {
        match MatchRecord::from_sgf(damaged(&record.to_sgf(), &damage).as_bytes()) {
            Ok(read) => {
                let again = MatchRecord::from_sgf(read.to_sgf().as_bytes()).unwrap();
                prop_assert_eq!(again.games(), read.games());
            }
            Err(why) => assert_one_line(&why),
        }
        match MatchRecord::from_mat(damaged(&record.to_mat().unwrap(), &damage).as_bytes()) {
            Ok(read) => {
                let text = read.to_mat().unwrap();
                let again = MatchRecord::from_mat(text.as_bytes()).map(|again| again.to_mat().unwrap());
                prop_assert_eq!(again.as_deref(), Ok(&text[..]));
            }
            Err(why) => assert_one_line(&why),
        }
    }
}

/// Two files that gnubg 1.07 has written of each: a match with the Crawford game, and a session
/// by the Jacoby rule. What gnubg adds to the turns in SGF, its analysis, is left out.
#[test]
fn what_gnubg_writes_is_what_counting_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data");
    let (mut boards, mut finishes) = (0, Vec::new());
    for name in ["gnubg-match", "gnubg-session"] {
        let file = |ending: &str| std::fs::read(format!("{folder}/{name}.{ending}")).unwrap();
        let (sgf, mat) = (file("sgf"), file("mat"));
        let record = MatchRecord::from_sgf(&sgf).unwrap();
        boards += assert_counted(&record, str::from_utf8(&sgf).unwrap());
        assert_same(&MatchRecord::from_mat(&mat).unwrap(), &record);
        finishes.extend(record.games().iter().map(|game| game.end().unwrap().finish));
        // Apart from the order of the steps of a play it is the same text.
        let plain = |text: &str| -> Vec<String> {
            let words = text.lines().filter(|line| !line.starts_with(';')).flat_map(str::split_whitespace);
            words.filter(|word| !word.contains('/')).map(str::to_owned).collect()
        };
        assert_eq!(plain(&record.to_mat().unwrap()), plain(str::from_utf8(&mat).unwrap()));
    }
    assert!(boards > 100, "{boards}");
    for wanted in [
        |finish: &Finish| *finish == Finish::Drop,
        |finish: &Finish| matches!(finish, Finish::Resigned(_)),
        |finish: &Finish| matches!(finish, Finish::BorneOff(_)),
    ] {
        assert!(finishes.iter().any(wanted), "{finishes:?}");
    }
}

/// A match as programs write it that are not gnubg: tags, tabs, other names of the same things.
const OTHERS: &str = "\
; [Site \"Somewhere\"]
; [Player 1 \"Anna\"]
; [EventDate \"2022.12.24\"]
; [EventTime \"21.23\"]
; [Variation \"Backgammon\"]
; [CubeLimit \"1024\"]

3 point match

Game 1
Anna Lee : 0                     Ren\u{e9} (1600) : 0
 1)                                 13: 8/5 6/5
 2) 43: 24/21 13/9\t64: 24/18 13/9
 3)\tDoubles => 2\tPasses
\tWins 1 point

Game 2
Anna Lee : 1                     Ren\u{e9} (1600) : 0
 1) 66: 24/18(2) 13/7(2)            33: 8/5(2) 6/3(2)
 2)  Doubles => 2                    Takes
 3) 21:13/10                        52: ????
 4)  Wins 2 points and the match
";

#[test]
fn files_of_other_programs_are_read() {
    let latin: Vec<u8> = OTHERS.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    for bytes in [OTHERS.as_bytes(), &latin] {
        let record = MatchRecord::from_mat(bytes).unwrap();
        let tags: Vec<_> = record.tags.iter().collect();
        let expected = [
            ("Black", "Ren\u{e9} (1600)"),
            ("Date", "2022-12-24"),
            ("EventTime", "21.23"),
            ("Site", "Somewhere"),
            ("White", "Anna Lee"),
        ];
        assert_eq!(tags, expected);
        let [first, second] = record.games() else { panic!("{:?}", record.games()) };
        assert_eq!(first.start().side(), Side::Second);
        assert_eq!(first.turns()[3..], [Turn::Double, Turn::Drop]);
        assert_eq!(second.roll(), Some("52".parse().unwrap()));
        assert_eq!(second.resigned(), Some((Side::Second, Outcome::Single)));
        assert_eq!((record.score(), record.winner()), ([3, 0], Some(Side::First)));
    }
}

/// Backgammon Galaxy writes a resignation into the column of who resigns, with the win beside or
/// below it.
#[test]
fn resignations_of_servers_are_read() {
    let begun = "2 point match\nGame 1\nA : 0   B : 0\n 1) 65: 24/18 18/13             62: 24/18 13/11\n";
    for (end, loser, points) in [
        (" 2) 21: 13/11 6/5                Losses 1 point\n\n      Wins 1 point", Side::Second, 1),
        (
            " 2)  Losses 2 points                                      Wins 2 points and the match",
            Side::First,
            2,
        ),
        (" 2) 21: 13/11 6/5                Loses 2 points", Side::Second, 2),
    ] {
        let record = MatchRecord::from_mat(format!("{begun}{end}\n").as_bytes()).unwrap();
        let game = &record.games()[0];
        assert_eq!(game.resigned().map(|(side, outcome)| (side, outcome.points())), Some((loser, points)));
        assert_eq!(record.score()[loser.other() as usize], points as u32, "{end}");
    }
}

/// A line that is not as it should be, and what is said of it.
#[test]
fn faults_are_named_with_their_line() {
    for (from, to, line, part) in [
        ("3 point match", "7", 8, "got '7', expected the length"),
        ("3 point match", "40000 point match", 8, "a number up to 32767"),
        ("Variation \"Backgammon\"", "Variation \"Hyper\"", 5, "got the variation 'Hyper'"),
        ("\"1024\"", "\"1000\"", 6, "got '1000' as limit of the cube"),
        ("Game 1\n", "x\n", 10, "got 'x', expected a game"),
        ("Anna Lee : 0 ", "Anna Lee ", 11, "expected two players and their scores"),
        ("8/5 6/5\n", "8/5 6/4\n", 12, "got '31: 8/5 6/4' for Black, expected a legal play"),
        (" 13: 8/5", " 17: 8/5", 12, "expected two dice from 1 to 6"),
        ("Doubles => 2\tPasses", "Doubles => 4\tPasses", 14, "got a double to 4, expected one to 2"),
        (
            "Doubles => 2\tPasses",
            "Doubles => 2\tBeavers => 4",
            14,
            "got 'Beavers', expected Takes or Drops, because records hold no beavers; try",
        ),
        ("Doubles => 2\tPasses", "Doubles => 2\tresigns", 14, "got 'resigns', expected dice"),
        ("Wins 1 point\n", "Wins\n", 15, "expected the points that are won"),
        ("33: 8/5(2) 6/3(2)", " Takes", 19, "because nobody has doubled"),
        ("Doubles => 2                    Takes", "Doubles => 2", 21, "double stands to be answered"),
        ("Wins 2 points and", "Wins 2 points\n\n Game 3\n A : 3  B : 0 and", 25, "expected two players"),
    ] {
        assert!(OTHERS.contains(from), "{from}");
        let text = OTHERS.replacen(from, to, 1);
        let error = MatchRecord::from_mat(text.as_bytes()).expect_err(&text);
        assert_one_line(&error);
        assert_eq!(error.line, line, "{error}\n{text}");
        assert!(error.to_string().contains(part), "{error}\n{text}");
    }
    for (text, line, part) in [
        ("", 1, "got the end of the file, expected the length"),
        ("\u{feff}; x\n\n5 point match\n", 3, "got the end of the file, expected a game"),
        ("5 point match\nGame 1\n", 2, "got the end of the file, expected two players"),
    ] {
        let error = MatchRecord::from_mat(text.as_bytes()).expect_err(text);
        assert_one_line(&error);
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
}

/// What the rules forbid and the reader assumes: a change of a good file, the line that is named,
/// words of the assumption, and the score at the end.
#[test]
fn the_reader_goes_on_and_says_what_it_assumed() {
    for (from, to, line, words, score) in [
        ("43: 24/21 13/9", "43:", 13, "no play of 43, assumed that no checker moved", [3, 0]),
        ("43: 24/21 13/9", "43: ????", 13, "assumed that no checker moved", [3, 0]),
        ("Wins 1 point\n", "Wins 2 points\n", 15, "a win of 2 points, which is worth 1, assumed 1", [3, 0]),
        ("Anna Lee : 1", "Anna Lee : 2", 18, "the score 2-0 after 1-0, assumed 2-0", [4, 0]),
        (
            "Wins 2 points and the match",
            "Wins 2 points\n\n Game 3\n A : 3  B : 0\n 1) 31: 8/5 6/5",
            25,
            "got another game, assumed none",
            [3, 0],
        ),
    ] {
        assert!(OTHERS.contains(from), "{from}");
        let record = MatchRecord::from_mat(OTHERS.replacen(from, to, 1).as_bytes());
        let record = record.unwrap_or_else(|why| panic!("{to}: {why}"));
        let [what, ..] = &record.assumed[..] else { panic!("{to}: nothing was assumed") };
        assert!(what.starts_with(&format!("line {line}: ")) && what.contains(words), "{to}: {what}");
        assert_eq!(record.score(), score, "{to}");
        // Both forms keep what was read.
        let again = [
            MatchRecord::from_mat(record.to_mat().unwrap().as_bytes()).unwrap(),
            MatchRecord::from_sgf(record.to_sgf().as_bytes()).unwrap(),
        ];
        again.iter().for_each(|again| assert_eq!(again.games(), record.games(), "{to}"));
    }
    assert!(MatchRecord::from_mat(OTHERS.as_bytes()).unwrap().assumed.is_empty());
}

/// Without a word on it, a file shows by what happens whether gammons count before a double, and
/// whether the Crawford rule holds.
#[test]
fn rules_follow_from_the_games() {
    let jacoby = MatchState { jacoby: true, ..MatchState::MONEY };
    // Gammons are frequent where both sides play at random.
    let is_single = |game: &GameRecord| {
        let gammon = Finish::BorneOff(Outcome::Gammon);
        game.end().is_some_and(|end| end.finish == gammon && end.points == 1)
    };
    let games = (0..).map(|seed| random_game(&mut Random::new(seed), Start::Usual, jacoby));
    let mut record = MatchRecord::new(jacoby, false).unwrap();
    record.push(games.into_iter().find(is_single).unwrap()).unwrap();
    let silent = record.to_mat().unwrap().replace("; [Jacoby \"On\"]\n", "");
    assert_eq!(MatchRecord::from_mat(silent.as_bytes()), Ok(record.clone()));
    // The score of the next game shows it, too.
    record.push(random_game(&mut Random::new(0), Start::Usual, record.next_state().unwrap())).unwrap();
    let silent = record.to_mat().unwrap().replace("; [Jacoby \"On\"]\n", "");
    let (first, second) = silent.split_once("\n\n Game 2").expect("a second game");
    let scored = format!("{}\n\n Game 2{second}", first.rsplit_once('\n').expect("a line with wins").0);
    assert!(first.ends_with("Wins 1 point"), "{silent}");
    assert_eq!(MatchRecord::from_mat(scored.as_bytes()), Ok(record));
    let near = "3 point match\nGame 1\nA : 2   B : 0\n1) 65: 24/18 18/13    21: 13/11 6/5\n2) Doubles => 2";
    let record = MatchRecord::from_mat(near.as_bytes()).unwrap();
    assert!(record.has_crawford() && !record.start_state().crawford);
    let calm = near.replace("2) Doubles => 2", "");
    assert!(MatchRecord::from_mat(calm.as_bytes()).unwrap().start_state().crawford);
    let second = "2 point match\nGame 1\nA : 0   B : 0\n1) 65: 24/18 18/13\n     Wins 1 point\n\
                  Game 2\nA : 1   B : 0\n1) 65: 24/18 18/13    21: 13/11 6/5\n2) Doubles => 2";
    let record = MatchRecord::from_mat(second.as_bytes()).unwrap();
    assert!(!record.has_crawford() && record.games()[1].match_state().offer.is_some());
    let on = format!("; [Crawford \"On\"]\n{second}");
    let error = MatchRecord::from_mat(on.as_bytes()).unwrap_err();
    assert_eq!(error.fault, MatFault::Record(RecordError::Crawford(Side::First)));
}

/// gnubg counts a gammon once by the Jacoby rule where nobody can double, too.
#[test]
fn without_a_cube_the_jacoby_rule_holds_as_in_gnubg() {
    let state = MatchState { jacoby: true, max_cube: 0, ..MatchState::MONEY };
    let games = (0..).map(|seed| random_game(&mut Random::new(seed), Start::Usual, state));
    let is_gammon =
        |game: &GameRecord| game.end().is_some_and(|end| end.finish == Finish::BorneOff(Outcome::Gammon));
    let game = games.into_iter().find(is_gammon).unwrap();
    assert_eq!(game.end().unwrap().points, 1);
}

#[test]
fn files_of_any_size_are_bounded() {
    let games = "0 point match\n".to_owned() + &"Game 1\nA : 0  B : 0\n".repeat(MAX_GAMES + 1);
    let fault = |text: &str| MatchRecord::from_mat(text.as_bytes()).unwrap_err().fault;
    assert_eq!(fault(&games), MatFault::Record(RecordError::TooManyGames));
    let takes = format!("0 point match\nGame 1\nA : 0  B : 0\n{}", "1) Takes Takes\n".repeat(400_000));
    assert_eq!(fault(&takes), MatFault::Record(RecordError::MatchTooLong));
    let long = format!("0 point match\nGame 1\nA : 0  B : 0\n{}", "Takes ".repeat(1 << 20));
    assert!(matches!(fault(&long), MatFault::LongLine(_)));
    let crowded =
        "0 point match\nGame 1\nA : 0  B : 0\nTakes Takes Takes Takes Takes Takes Takes Takes Takes";
    assert!(matches!(fault(crowded), MatFault::Word(_)));
    let huge = vec![b' '; MAX_MATCH_BYTES + 1];
    assert_eq!(MatchRecord::from_mat(&huge).unwrap_err().fault, MatFault::Record(RecordError::TooManyBytes));
    assert!(MatchRecord::from_sgf(&huge).unwrap_err().to_string().contains("expected a shorter one"));
    // Many long games: no one of them is too long.
    let setup =
        "(;GM[6]AE[a:y]AW[y][a][a][b][b][c][c][d][d][e][e][f][f]AB[y][s][s][t][t][u][u][v][v][w][w][x][x]";
    let game =
        |i: usize| format!("{setup}MI[length:0][ws:{i}]RE[W+1R]{})\n", ";W[21];B[21]".repeat(MAX_TURNS / 2));
    let eleven: String = (0..11).map(game).collect();
    let error = MatchRecord::from_sgf(eleven.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("turns in all games"), "{error}");
    let nested = "(;GM[6]".repeat(1 << 20);
    assert_one_line(&MatchRecord::from_sgf(nested.as_bytes()).unwrap_err());
    let closed = format!("{nested}{}", ")".repeat(1 << 20));
    assert_eq!(MatchRecord::from_sgf(closed.as_bytes()).unwrap().games().len(), 1);
}

#[test]
fn a_game_that_begins_in_the_middle_has_no_mat() {
    let start = "-A-----------------o------".parse().unwrap();
    let game = GameRecord::new(start, MatchState::MONEY).unwrap();
    assert_eq!(MatchRecord::of(game).to_mat(), Err(MatUnwritable { game: 1 }));
    let doubled = MatchState { cube: 1, owner: Some(Side::First), ..MatchState::MONEY };
    let game = GameRecord::new(Position::START, doubled).unwrap();
    assert_eq!(MatchRecord::of(game).to_mat(), Err(MatUnwritable { game: 1 }));
}

/// The writer replaces signs at which the reader would split a name.
#[test]
fn a_name_is_read_back_whole() {
    for (name, expected) in [
        ("Ana, 7", "Ana, 7"),
        ("Smith, 1500", "Smith; 1500"),
        ("Smith,1500.5", "Smith;1500.5"),
        ("Ana: the, 1500, 1600", "Ana; the, 1500; 1600"),
        ("Smith, J. 1500", "Smith, J. 1500"),
    ] {
        let mut record = MatchRecord::new(MatchState::MONEY, false).unwrap();
        record.push(GameRecord::new(Position::START, MatchState::MONEY).unwrap()).unwrap();
        record.tags.set("White", name);
        record.tags.set("Black", name);
        let read = MatchRecord::from_mat(record.to_mat().unwrap().as_bytes()).unwrap();
        let tags: Vec<_> = read.tags.iter().collect();
        assert_eq!(tags, [("Black", expected), ("White", expected)]);
    }
}
