//! Claim: a game of backgammon at the terminal is a function of the seed of its dice and the lines
//! typed, and what is taken back comes again with the same dice.

use sparring::engine::Side;
use sparring::games::backgammon::{Dice, GameState, Position, Roll, Stage};
use sparring::protocol::backgammon::{Opponent, Session};
use sparring::protocol::terminal::Conversation;

/// Plays the first of the results.
struct First;

impl Opponent for First {
    fn choose(&mut self, position: &Position, roll: Roll) -> (Position, f64) {
        (position.results(roll)[0], 0.25)
    }
}

fn at(text: &str, dice: &str) -> Session<First> {
    let game = GameState::at(text.parse().unwrap(), dice.parse().ok());
    Session::new(game, Side::First, Dice::new(1), First)
}

#[test]
fn the_opening_is_thrown_and_the_engine_answers_every_play() {
    let mut session = Session::new(GameState::new(), Side::First, Dice::new(1), First);
    let begun = session.begin();
    assert!(begun.contains("White throws 2, Black 1: White begins\n"), "{begun}");
    assert!(begun.ends_with("White to play 2-1\n"), "{begun}");
    let said = session.reply("24/21");
    assert!(said.starts_with("you: 2-1, 24/22 22/21\nengine: 4-2, "), "{said}");
    assert!(said.contains(" (+0.250)\n") && said.contains("White to play"), "{said}");
    assert_eq!(session.game().actions(), 6);
}

#[test]
fn a_play_that_is_not_legal_changes_nothing_and_has_a_reason() {
    let mut session = at("-b----E-C---eE---c-e----B-", "31");
    session.begin();
    let before = *session.game();
    assert_eq!(session.reply("9/6 6/5"), "not played: there is no checker of yours on 9\n");
    let unreadable = session.reply("hello");
    assert!(unreadable.starts_with("not played: got 'hello' at character 1"), "{unreadable}");
    assert!(session.reply("roll 71").starts_with("not thrown: got '71', expected two dice from 1 to 6"));
    assert_eq!(*session.game(), before);
}

#[test]
fn what_is_taken_back_comes_again_with_the_same_dice() {
    let mut session = Session::new(GameState::new(), Side::Second, Dice::new(2), First);
    session.begin();
    assert_eq!(session.reply("undo"), "you have made no play to take back\n");
    let turn = *session.game();
    let Stage::ToMove(roll) = turn.stage() else { panic!("the person has to play") };
    let result = turn.position().results(roll)[3];
    let play = turn.position().play_to(roll, &result).unwrap().to_string();
    let said = session.reply(&play);
    assert!(session.reply("undo").starts_with("taken back\n"));
    assert_eq!(*session.game(), turn);
    assert_eq!(session.reply(&play), said);
}

#[test]
fn other_dice_can_be_typed() {
    let mut session = at("-b----E-C---eE---c-e----B-", "31");
    session.begin();
    let [roll, moves] = ["roll 6-5", "moves"].map(|line| session.reply(line));
    assert!(roll.ends_with("White to play 6-5\n") && moves.starts_with("7 plays of 6-5\n  "));
    assert!(session.reply("24/13").starts_with("you: 6-5, 24/18 18/13\nengine: "));
    assert!(session.reply("undo").ends_with("White to play 6-5\n"));
}

#[test]
fn a_roll_without_a_legal_play_is_passed_and_said_so() {
    // White on the bar against a closed board, which Black keeps for two rolls of these dice at
    // least.
    let mut session = at("-CCC---------------bbbbbbA", "66");
    let begun = session.begin();
    assert!(begun.contains("\nyou: 6-6, no legal play, passed\nengine: "), "{begun}");
}

#[test]
fn the_end_is_announced_with_its_points_and_can_be_taken_back() {
    let mut session = at("-A--------eee-------------", "21");
    session.begin();
    let end = session.reply("1/off");
    assert_eq!(end, "you: 2-1, 1/off\ngame over: White wins a gammon, 2 points\n");
    assert_eq!(session.reply("1/off"), "the game is over; new, undo or quit\n");
    assert_eq!(session.reply("hint"), "the game is over; new, undo or quit\n");
    assert!(session.reply("undo").ends_with("White to play 2-1\n"));
    assert!(session.reply("hint").starts_with("hint: 1/off (+0.250)"));
    assert!(session.reply("new").ends_with("White to play 2-1\n"));
}

#[test]
fn identifiers_and_boards_are_shown() {
    let mut session = at("-b----E-C---eE---c-e----B-", "31");
    session.begin();
    let ids = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n4HPwATDgc/ABMA:cIkFAAAAAAAE\n";
    assert_eq!(session.reply("id"), ids);
    let board = session.reply("board");
    assert_ne!(session.reply("flip"), board);
    assert_eq!(session.reply("flip"), board);
}
