//! Claim: a game of dots and boxes at the terminal counts boxes for those who closed them, takes
//! back whole turns, and says truly who is in control of the chains.

use crate::inside::support::puppet::Puppet;
use crate::inside::support::session::reply;
use crate::protocol::Watch;
use crate::protocol::dots::{DotsGame, Record, Session, Worth};
use sparring_engine::game::{Game, Side};
use sparring_engine::games::dots::{Board, Dots, Edge, Position, Rules};

fn grid(size: &str) -> Dots {
    Dots::new(Board::grid(size.parse().unwrap()), Rules::Standard)
}

/// A move is worth its number; that is certain of the first three.
fn worth(n: usize) -> Worth {
    Worth { score: n as i32, exact: n < 3 }
}

/// A game from a position, against what draws these edges and then the lowest.
fn from(size: &str, record: Record, answers: Vec<&'static str>) -> Session<Puppet<Worth>> {
    let game = DotsGame { game: grid(size), numbers: false };
    Session::new(game, record, Side::First, Puppet::new(answers, worth), Watch::nobody())
}

fn start(size: &str, answers: Vec<&'static str>) -> Session<Puppet<Worth>> {
    from(size, Record::new(Position::new(0)), answers)
}

#[test]
fn a_turn_of_several_edges_is_one_turn() {
    let mut game = start("1x2", vec!["h1,0", "v0,1", "h0,1", "h1,1"]);
    reply(&mut game, "h0,0");
    let text = reply(&mut game, "v0,0");
    assert!(text.contains("engine: v0,1 h0,1 (wins 1, is sure of +0 for B)\n"), "{text}");
    assert!(text.contains("A 0, B 1; 2 edges left, A to move"), "{text}");
    let text = reply(&mut game, "undo");
    assert!(text.contains("5 edges left, A to move"), "{text}");
}

#[test]
fn the_closer_moves_again_and_may_say_so_at_once() {
    let nearly_closed = Record::of(&[Position::new(0b101_0111)]);
    let mut game = from("1x2", nearly_closed, vec![]);
    let refused = reply(&mut game, "h1,1 v0,1");
    assert!(refused.contains("not played: got 'v0,1' after the end of your turn"), "{refused}");
    let text = reply(&mut game, "v0,1 h1,1");
    assert!(text.starts_with("you: v0,1 h1,1 (wins 2)\n"), "{text}");
    assert!(text.contains("game over: A wins 2 to 0"), "{text}");
    assert!(reply(&mut game, "h0,0").contains("the game is over"));
}

#[test]
fn hints_are_on_the_board() {
    let mut game = start("1x1", vec![]);
    let said = reply(&mut game, "hint");
    let best = "best: v0,1 (+3 for A); values with ? are estimates: the engine looks 1 edge ahead\n";
    assert_eq!(said, format!("  0       1\n0 +   +0  +\n  +2      +3?\n1 +   +1  +\n{best}"));
    reply(&mut game, "v0,1");
    let said = reply(&mut game, "hint");
    assert!(said.ends_with("best: v0,0 (+1 for A); all values are exact\n"), "{said}");
}

#[test]
fn a_swap_makes_the_engine_move_and_levels_are_kept() {
    let mut game = start("2x2", vec![]);
    assert!(reply(&mut game, "swap").contains("you play B now\nengine: h0,0"));
    assert_eq!(reply(&mut game, "level 7"), "the engine looks 7 edges ahead\n");
    assert!(reply(&mut game, "level 0").contains("expected a level from 1 to"));
    assert_eq!(reply(&mut game, "level"), "the engine looks 7 edges ahead\n");
}

fn played(rules: Rules, edges: &[usize]) -> (Dots, Record) {
    let game = Dots::new(Board::grid("1x2".parse().unwrap()), rules);
    let mut record = Record::new(Position::new(0));
    for &edge in edges {
        record.play(&game, Edge::new(edge));
    }
    (game, record)
}

#[test]
fn boxes_belong_to_who_closed_them() {
    // Of 1x2 boxes, 0, 2, 4, 5 are the first and 1, 3, 5, 6 the second.
    let edges = [0, 2, 4, 5, 1, 3, 6];
    let (game, record) = played(Rules::Standard, &edges);
    assert_eq!(record.owners(game.board()), [Some(Side::Second), Some(Side::Second)]);
    assert_eq!(record.won(game.board(), Side::Second), (2, 0));
    let (game, record) = played(Rules::Alternate, &edges);
    assert_eq!(record.owners(game.board()), [Some(Side::Second), Some(Side::First)]);
}

#[test]
fn a_turn_of_several_edges_is_taken_back_and_played_again_as_one() {
    // The person closes the first box with v0,1 and draws v0,2 in the same turn.
    let mut game = start("1x2", vec!["h1,0", "h0,1", "h1,1"]);
    for edge in ["h0,0", "v0,0", "v0,1", "v0,2"] {
        reply(&mut game, edge);
    }
    let (plies, position) = (game.record().plies(), *game.record().position());
    reply(&mut game, "undo");
    assert_eq!(game.record().plies(), 4);
    reply(&mut game, "undo");
    assert_eq!(game.record().plies(), 2);
    assert!(reply(&mut game, "redo").starts_with("played again\n"));
    assert_eq!(game.record().plies(), 4);
    reply(&mut game, "redo");
    assert_eq!((game.record().plies(), *game.record().position()), (plies, position));
    assert_eq!(reply(&mut game, "redo"), "there is no move to play again\n");
}

/// What is said of the chains of a position.
fn describe(size: &str, position: Position) -> String {
    reply(&mut from(size, Record::new(position), vec![]), "chains")
}

#[test]
fn commands_may_be_written_in_any_case() {
    let mut game = start("1x1", vec![]);
    assert_eq!(reply(&mut game, "  POSITION "), "0\n");
    assert!(reply(&mut game, "H0,0").starts_with("you: h0,0"));
}

#[test]
fn who_has_only_chains_left_has_lost_control() {
    // The upper and lower border.
    let text = describe("1x3", Position::new(0b11_1111));
    assert!(!text.contains("even in number"), "{text}");
    assert!(text.contains("long chains: 1 (3)\nloops: none\nshort chains: none\n"), "{text}");
    assert!(text.contains("A has to give boxes away: B is in control"), "{text}");
}

#[test]
fn the_first_player_wants_dots_and_long_chains_to_be_even_together() {
    for (size, dots) in [("2x2", 9), ("3x3", 16), ("3x4", 20), ("2x4", 15)] {
        let (even, odd) = if dots % 2 == 0 { ('A', 'B') } else { ('B', 'A') };
        let rule =
            format!("{even} will have it if the long chains are even in number, {odd} if they are odd\n");
        let (game, start) = (grid(size), Position::new(0));
        assert!(describe(size, start).contains(&rule), "{size}");
        // Safe edges change nothing about it.
        let next = [0, 11].iter().fold(start, |position, &edge| game.play(&position, Edge::new(edge)));
        assert!(describe(size, next).contains(&rule), "{size}");
    }
}
