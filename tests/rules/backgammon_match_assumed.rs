//! Claim: match files of servers and other programs are read on where they break the rules, and
//! the reader says what it assumed.

use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{
    Choice, Decision, Finish, GameRecord, MatchRecord, MatchState, Outcome, Turn,
};

use crate::support::backgammon_matches::{Start, random_game};
use crate::support::random::Random;

/// Backgammon Galaxy gives the winner of a forfeited match what was missing.
#[test]
fn a_forfeited_match_counts_as_it_is_written() {
    let text = "5 point match\nGame 1\nA : 0                           B : 0\n  \
                1) 31: 8/5 6/5                  Losses 5 point\n\n      Wins 5 point and the match\n";
    let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
    assert_eq!((record.score(), record.winner()), ([5, 0], Some(Side::First)));
    assert_eq!(record.games()[0].resigned(), Some((Side::Second, Outcome::Backgammon)), "as in gnubg");
    assert_eq!(record.assumed, ["line 6: got a win of 5 points, which is worth 3, assumed 5"]);
    assert!(record.to_sgf().contains("RE[W+5R]"));
    let again = MatchRecord::from_sgf(record.to_sgf().as_bytes()).unwrap();
    assert_eq!(again.games(), record.games());
}

/// bgci writes such games, and gnubg after `new game` within one; gnubg, too, reads on.
#[test]
fn nobody_wins_a_game_without_an_end() {
    let text = "0 point match\n\n Game 1\n A : 0                    B : 0\n  1) 21: 13/11 24/23             64: 24/18 \
                13/9\n\n Game 2\n A : 0                    B : 0\n  1)                             42: 8/4 6/4\n  2) \
                31: 8/5 6/5\n      Wins 1 point\n";
    let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
    let turns: Vec<_> = record.games().iter().map(|game| game.turns().len()).collect();
    assert_eq!((turns, record.games()[0].end(), record.score()), (vec![2, 2], None, [1, 0]));
    assert_eq!(record.assumed, ["line 8: got another game, assumed that nobody has won game 1"]);
    for again in [
        MatchRecord::from_mat(record.to_mat().unwrap().as_bytes()).unwrap(),
        MatchRecord::from_sgf(record.to_sgf().as_bytes()).unwrap(),
    ] {
        assert_eq!((again.games(), again.assumed.len()), (record.games(), 1));
    }
    let crawford =
        "3 point match\nGame 1\nA : 2   B : 0\n 1) 31: 8/5 6/5\nGame 2\nA : 2   B : 0\n 1) 31: 8/5 6/5\n";
    let record = MatchRecord::from_mat(crawford.as_bytes()).unwrap();
    assert!(record.games().iter().all(|game| game.start_state().crawford), "it is still to be played");
}

/// gnubg writes `RU[Crawford]` alone for such a file: who has won the Crawford game needs a point
/// too.
#[test]
fn where_both_need_a_point_the_crawford_game_was_before() {
    for (score, crawford) in [([2, 2], false), ([2, 1], true), ([1, 1], false)] {
        let text = format!("3 point match\nGame 1\nA : {}   B : {}\n 1) 31: 8/5 6/5\n", score[0], score[1]);
        let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
        assert!(record.has_crawford());
        assert_eq!(record.games()[0].start_state().crawford, crawford, "{text}");
        let again = MatchRecord::from_mat(record.to_mat().unwrap().as_bytes());
        assert_eq!(again, Ok(record));
    }
}

/// Black's 66 and White's 66, of which gnubg, too, plays the only legal one, 8/2 8/2.
#[test]
fn a_forced_play_may_be_left_out() {
    let text = "1 point match\nGame 1\nA : 0   B : 0\n 1) 31: 8/5 6/5       66: 24/18(2) 13/7(2)\n\
                2) 66:                21: 13/11 6/5\n";
    let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
    assert_eq!(record.assumed, ["line 5: got no play of 66, assumed the only legal one, 8/2 8/2"]);
    let whole = text.replace("66:   ", "66: 8/2(2)");
    assert_eq!(MatchRecord::from_mat(whole.as_bytes()).unwrap().games(), record.games());
}

/// Backgammon Galaxy forgets a line's end before a resignation at times. The match's end shows
/// that it is White who loses.
#[test]
fn a_turn_may_begin_behind_another_one() {
    let text = "3 point match\nGame 1\nA : 0                           B : 1\n  \
                1) 31: 8/5 6/5                  42: 8/4 6/4\n  2) 43: 24/20 13/10                2)  Losses 2 \
                point                                               Wins 2 point and the match\n";
    let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
    assert_eq!((record.winner(), record.games()[0].turns().len()), (Some(Side::Second), 3));
    assert_eq!(record.games()[0].resigned(), Some((Side::First, Outcome::Gammon)));
}

/// A position as gnubg has exported it for a play that it refuses (`Illegal play`, with Snowie's
/// fields): Black waits on the bar and closed out while White bears off.
#[test]
fn the_position_after_an_illegal_play_is_read() {
    let text = "25 point match\nGame 1\nnori : 10   Kenji : 8\n 1) 31: 8/5 6/5      42: 8/4 6/4\n 2) 11: \
                Illegal play (25;0;1;0;0;Kenji;nori;0;8;10;2;1;0;3;4;2;2;2;0;0;0;0;0;0;0;0;0;0;0;0;0;-3;-3;-3;\
                -2;-2;-2;2;1;1;) 11: \n 3) 64: 6/0 4/0     22:\n";
    let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
    let game = &record.games()[0];
    let Turn::Illegal { result, .. } = game.turns()[2] else { panic!("{:?}", game.turns()) };
    assert_eq!(result.to_string(), "bBBBCCC-------------bbbdc-");
    assert_eq!(game.turns().len(), 6);
    assert!(record.assumed[0].starts_with("line 5: got an illegal play"), "{:?}", record.assumed);
    let plays = |decision: &Decision| matches!(decision.choice, Choice::Play(..));
    assert_eq!(game.decisions().filter(plays).count(), 5, "nobody judges the illegal play");
    for again in [
        MatchRecord::from_mat(record.to_mat().unwrap().as_bytes()).unwrap(),
        MatchRecord::from_sgf(record.to_sgf().as_bytes()).unwrap(),
    ] {
        assert_eq!(again.games(), record.games());
    }
}

/// Backgammon Galaxy writes money games as matches to 16 points. A gammon without a double counts
/// once there.
#[test]
fn a_game_that_counts_a_gammon_once_is_a_money_game() {
    let jacoby = MatchState { jacoby: true, ..MatchState::MONEY };
    let is_single = |game: &GameRecord| {
        let gammon = Finish::BorneOff(Outcome::Gammon);
        game.end().is_some_and(|end| end.finish == gammon && end.points == 1)
    };
    let game = (0..).map(|seed| random_game(&mut Random::new(seed), Start::Usual, jacoby)).find(is_single);
    let mut record = MatchRecord::new(jacoby, false).unwrap();
    record.push(game.unwrap()).unwrap();
    let text = record.to_mat().unwrap().replace("; [Jacoby \"On\"]\n", "; [Crawford \"On\"]\n");
    let read = MatchRecord::from_mat(text.replace(" 0 point match", "16 point match").as_bytes()).unwrap();
    assert_eq!(read.games(), record.games());
    assert!(read.assumed[0].contains("assumed a money game with the Jacoby rule"), "{:?}", read.assumed);
}

/// GamesGrid writes a player's rating behind the name.
#[test]
fn ratings_are_no_part_of_names() {
    for rating in ["1700", "1708.25", " 1692"] {
        let text =
            format!("1 point match\nGame 1\nLast, First,{rating} : 0   Ben,1500 : 0\n 1) 31: 8/5 6/5\n");
        let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
        let tag = |name| record.tags.get(name);
        assert_eq!((tag("White"), tag("Player1Elo")), (Some("Last, First"), Some(rating.trim())));
        assert_eq!((tag("Black"), tag("Player2Elo")), (Some("Ben"), Some("1500")));
    }
}

/// Ratings have three digits at least, and no name is written so that it would have one.
#[test]
fn a_name_may_end_with_a_number() {
    let text = "1 point match\nGame 1\nSmith, 7 : 0   Jones, 42 : 0\n 1) 31: 8/5 6/5\n";
    let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
    let tags = ["White", "Black", "Player1Elo", "Player2Elo"].map(|tag| record.tags.get(tag));
    assert_eq!(tags, [Some("Smith, 7"), Some("Jones, 42"), None, None]);
    let named = MatchRecord::from_sgf(b"(;GM[6]PW[Smith, 1500]PB[Ben];W[31hefe])").unwrap();
    let mat = MatchRecord::from_mat(named.to_mat().unwrap().as_bytes()).unwrap();
    assert_eq!((mat.tags.get("White"), mat.tags.get("Player1Elo")), (Some("Smith; 1500"), None));
}

/// Black begins, and White resigns before a turn of its own.
#[test]
fn the_wins_beside_a_resignation_are_no_column() {
    let text = "1 point match\nGame 1\nlasse : 0                       hornet : 0\n  \
                1)                             21: 13/11 24/23\n  2)  Losses 1 point                                \
                \x20              Wins 1 point and the match\n";
    let record = MatchRecord::from_mat(text.as_bytes()).unwrap();
    let game = &record.games()[0];
    assert_eq!((game.start().side(), game.turns().len()), (Side::Second, 1));
    assert_eq!(
        (game.resigned(), record.winner()),
        (Some((Side::First, Outcome::Single)), Some(Side::Second))
    );
}
