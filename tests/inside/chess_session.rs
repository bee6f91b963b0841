//! Claim: a game of chess at the terminal keeps the rules that depend on the whole game, and every
//! command can be taken at its word.

use crate::inside::support::puppet::Puppet;
use crate::inside::support::session::{begun, reply};
use crate::protocol::Watch;
use crate::protocol::chess::{ChessGame, Record, Session};
use sparring_engine::game::{Score, Side};
use sparring_engine::games::chess::{Outcome, Position, parse_move};

fn start(person: Side, answers: Vec<&'static str>) -> Session<Puppet<Score>> {
    let game = ChessGame { glyphs: None };
    Session::new(game, Record::new(Position::start()), person, Puppet::new(answers, |_| 0), Watch::nobody())
}

#[test]
fn fools_mate_ends_the_game_and_can_be_taken_back() {
    let mut game = start(Side::First, vec!["e5", "Qh4#"]);
    begun(&mut game);
    reply(&mut game, "f3");
    let mate = reply(&mut game, "g4");
    assert!(mate.contains("game over: checkmate, Black wins"), "{mate}");
    assert!(reply(&mut game, "e4").contains("the game is over"));
    assert!(reply(&mut game, "undo").contains("taken back"));
    assert_eq!(game.record().plies(), 2);
    assert!(!game.is_over());
}

#[test]
fn an_illegal_move_changes_nothing_and_has_a_reason() {
    let mut game = start(Side::First, vec![]);
    assert_eq!(reply(&mut game, "Ra3"), "not played: the path is blocked at a2\n");
    assert_eq!(game.record().plies(), 0);
}

#[test]
fn a_swap_makes_the_engine_move_for_the_other_side() {
    let mut game = start(Side::First, vec!["d4"]);
    assert!(reply(&mut game, "swap").contains("engine: d4"));
    assert_eq!(game.record().plies(), 1);
    assert_eq!(reply(&mut game, "undo"), "you have made no move to take back\n");
}

#[test]
fn a_repetition_is_announced_and_claimed() {
    let answers = ["Nf6", "Ng8"].repeat(2);
    let mut game = start(Side::First, answers);
    assert!(reply(&mut game, "draw").starts_with("no draw to claim"));
    let lines = ["Nf3", "Ng1", "Nf3", "Ng1"].map(|m| reply(&mut game, m));
    assert!(lines[3].contains("draw by repetition may be claimed"), "{}", lines[3]);
    assert!(reply(&mut game, "draw").contains("game over: draw by repetition, claimed"));
}

#[test]
fn resigning_can_be_taken_back() {
    let mut game = start(Side::Second, vec![]);
    begun(&mut game);
    assert!(reply(&mut game, "resign").contains("Black resigns, White wins"));
    assert!(reply(&mut game, "undo").contains("the game goes on"));
    assert!(!game.is_over());
}

#[test]
fn commands_may_be_written_in_any_case() {
    let mut game = start(Side::First, vec!["d4"]);
    assert_eq!(reply(&mut game, " FEN "), reply(&mut game, "fen"));
    assert!(reply(&mut game, "Swap Sides").contains("engine: d4"));
}

fn played(moves: &str) -> Record {
    let mut record = Record::new(Position::start());
    for text in moves.split_whitespace() {
        record.play(parse_move(record.position(), text).unwrap());
    }
    record
}

#[test]
fn the_third_time_may_be_claimed_and_the_fifth_ends_the_game() {
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ";
    assert_eq!(played(there_and_back).claim(), None);
    assert_eq!(played(&there_and_back.repeat(2)).claim(), Some(Outcome::Repetition));
    assert_eq!(played(&there_and_back.repeat(3)).outcome(), None);
    assert_eq!(played(&there_and_back.repeat(4)).outcome(), Some(Outcome::Repetition));
}

#[test]
fn what_is_taken_back_was_never_played() {
    let mut record = played("e4 e5 Nf3");
    record.take_back(2);
    assert_eq!(record.plies(), 1);
    assert_eq!(record.position(), played("e4").position());
    assert_eq!(record.earlier(), [Position::start().key()]);
    record.take_back(9);
    assert_eq!(record.position(), record.start());
}
