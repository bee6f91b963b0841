//! Claim: a game of backgammon at the terminal is a function of the seed of its dice and the lines
//! typed, and what is taken back comes again with the same dice.

use crate::inside::support::puppet::Puppet;
use crate::inside::support::session::{begun, reply};
use crate::protocol::Watch;
use crate::protocol::backgammon::{BackgammonGame, PlayState, Record, Session, Worth};
use sparring_engine::game::Side;
use sparring_engine::games::backgammon::{Dice, GameState, Stage};

const WORTH: Worth = Worth { value: 0.25, unit: "balanced", chances: None };

/// A game against what plays the first of the results.
fn from(game: GameState, person: Side, seed: u64) -> Session<Puppet<Worth>> {
    let record = Record::new(PlayState::new(game, Dice::new(seed)));
    Session::new(BackgammonGame, record, person, Puppet::new(vec![], |_| WORTH), Watch::nobody())
}

fn at(text: &str, dice: &str) -> Session<Puppet<Worth>> {
    from(GameState::at(text.parse().unwrap(), dice.parse().ok()), Side::First, 1)
}

fn game(session: &Session<Puppet<Worth>>) -> GameState {
    session.record().state().game
}

#[test]
fn the_opening_is_thrown_and_the_engine_answers_every_play() {
    let mut session = from(GameState::new(), Side::First, 1);
    let begun = begun(&mut session);
    assert!(begun.contains("White throws 2, Black 1: White begins\n"), "{begun}");
    assert!(begun.ends_with("White to play 2-1\n"), "{begun}");
    let said = reply(&mut session, "24/21");
    assert!(said.starts_with("you: 2-1, 24/22 22/21\nengine: 4-2, "), "{said}");
    assert!(said.contains(" (balanced +0.250 for Black)\n") && said.contains("White to play"), "{said}");
    assert_eq!(game(&session).actions(), 6);
}

#[test]
fn a_play_that_is_not_legal_changes_nothing_and_has_a_reason() {
    let mut session = at("-b----E-C---eE---c-e----B-", "31");
    begun(&mut session);
    let before = game(&session);
    assert_eq!(reply(&mut session, "9/6 6/5"), "not played: there is no checker of yours on 9\n");
    let unreadable = reply(&mut session, "hello");
    assert!(unreadable.starts_with("not played: got 'hello' at character 1"), "{unreadable}");
    assert!(
        reply(&mut session, "roll 71").starts_with("not thrown: got '71', expected two dice from 1 to 6")
    );
    assert_eq!(game(&session), before);
}

#[test]
fn what_is_taken_back_comes_again_with_the_same_dice() {
    let mut session = from(GameState::new(), Side::Second, 2);
    begun(&mut session);
    assert_eq!(reply(&mut session, "undo"), "you have made no move to take back\n");
    let turn = game(&session);
    let Stage::ToMove(roll) = turn.stage() else { panic!("the person has to play") };
    let result = turn.position().results(roll)[3];
    let play = turn.position().play_to(roll, &result).unwrap().to_string();
    let said = reply(&mut session, &play);
    assert!(reply(&mut session, "undo").starts_with("taken back\n"));
    assert_eq!(game(&session), turn);
    assert_eq!(reply(&mut session, &play), said);
}

#[test]
fn other_dice_can_be_typed() {
    let mut session = at("-b----E-C---eE---c-e----B-", "31");
    begun(&mut session);
    let [roll, moves] = ["roll 6-5", "moves"].map(|line| reply(&mut session, line));
    assert!(roll.ends_with("White to play 6-5\n") && moves.starts_with("7 plays of 6-5\n  "));
    assert!(reply(&mut session, "24/13").starts_with("you: 6-5, 24/18 18/13\nengine: "));
    assert!(reply(&mut session, "undo").ends_with("White to play 6-5\n"));
}

#[test]
fn a_roll_without_a_legal_play_is_passed_and_said_so() {
    // White on the bar against a closed board, which Black keeps for two rolls of these dice at
    // least.
    let mut session = at("-CCC---------------bbbbbbA", "66");
    let begun = begun(&mut session);
    assert!(begun.contains("\nyou: 6-6, no legal play, passed\nengine: "), "{begun}");
}

#[test]
fn the_end_is_announced_with_its_points_and_can_be_taken_back() {
    let mut session = at("-A--------eee-------------", "21");
    begun(&mut session);
    let end = reply(&mut session, "1/off");
    assert_eq!(end, "you: 2-1, 1/off\ngame over: White wins a gammon, 2 points\n");
    assert_eq!(
        reply(&mut session, "1/off"),
        "the game is over: White wins a gammon, 2 points; new, undo or quit\n"
    );
    assert_eq!(
        reply(&mut session, "hint"),
        "the game is over: White wins a gammon, 2 points; new, undo or quit\n"
    );
    assert!(reply(&mut session, "undo").ends_with("White to play 2-1\n"));
    assert!(reply(&mut session, "hint").starts_with("hint: 1/off (balanced +0.250 for White)"));
    assert!(reply(&mut session, "new").ends_with("White to play 2-1\n"));
}

#[test]
fn identifiers_and_boards_are_shown() {
    let mut session = at("-b----E-C---eE---c-e----B-", "31");
    begun(&mut session);
    let ids = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10\n4HPwATDgc/ABMA:cIkFAAAAAAAE\n";
    assert_eq!(reply(&mut session, "id"), ids);
    let board = reply(&mut session, "board");
    assert_ne!(reply(&mut session, "flip"), board);
    assert_eq!(reply(&mut session, "flip"), board);
}
