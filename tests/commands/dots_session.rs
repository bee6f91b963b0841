//! Claim: a game of dots and boxes at the terminal counts boxes for those who closed them, takes
//! back whole turns, and says truly who is in control of the chains.

use sparring::engine::{Game, Score, Side};
use sparring::games::dots::{Board, Dots, Edge, Position, Rules};
use sparring::protocol::dots::{Opponent, Record, Session, Valued};
use sparring::protocol::terminal::Conversation;

/// Draws what it was told to, then the lowest edge.
struct Puppet(Vec<&'static str>, u32);

impl Opponent for Puppet {
    fn choose(&mut self, game: &Dots, position: &Position) -> Option<Valued> {
        let told = (!self.0.is_empty()).then(|| self.0.remove(0));
        let told = told.map(|name| game.board().parse_edge(name, position.drawn()).unwrap());
        let edge = told.or(game.legal_moves(position).first().copied())?;
        Some(Valued { edge, score: 0, exact: false })
    }

    /// The highest edge is not known for certain.
    fn values(&mut self, game: &Dots, position: &Position) -> Vec<Valued> {
        let valued = |&edge: &Edge| Valued { edge, score: edge.index() as Score, exact: edge.index() < 3 };
        game.legal_moves(position).iter().map(valued).collect()
    }

    fn level(&self) -> u32 {
        self.1
    }

    fn set_level(&mut self, edges: u32) {
        self.1 = edges;
    }
}

fn grid(size: &str) -> Dots {
    Dots::new(Board::grid(size.parse().unwrap()), Rules::Standard)
}

fn start(size: &str, puppet: Puppet) -> Session<Puppet> {
    Session::new(grid(size), Record::new(Position::new(0)), Side::First, false, puppet)
}

#[test]
fn a_turn_of_several_edges_is_one_turn() {
    let mut game = start("1x2", Puppet(vec!["h1,0", "v0,1", "h0,1", "h1,1"], 1));
    game.reply("h0,0");
    let text = game.reply("v0,0");
    assert!(text.contains("engine: v0,1 h0,1 (wins 1, expects +0)\n"), "{text}");
    assert!(text.contains("A 0, B 1; 2 edges left, A to move"), "{text}");
    let text = game.reply("undo");
    assert!(text.contains("5 edges left, A to move"), "{text}");
}

#[test]
fn the_closer_moves_again_and_may_say_so_at_once() {
    let nearly_closed = Record::of(&[Position::new(0b101_0111)]);
    let mut game = Session::new(grid("1x2"), nearly_closed, Side::First, false, Puppet(vec![], 1));
    let refused = game.reply("h1,1 v0,1");
    assert!(refused.contains("not played: got 'v0,1' after the end of your turn"), "{refused}");
    let text = game.reply("v0,1 h1,1");
    assert!(text.starts_with("you: v0,1 h1,1 (wins 2)\n"), "{text}");
    assert!(text.contains("game over: A wins 2 to 0"), "{text}");
    assert!(game.reply("h0,0").contains("the game is over"));
}

#[test]
fn hints_are_on_the_board() {
    let mut game = start("1x1", Puppet(vec![], 1));
    let said = game.reply("hint");
    let best = "best: v0,1 (+3); values with ? are estimates, 1 edges ahead\n";
    assert_eq!(said, format!("+   +0  +\n+2      +3?\n+   +1  +\n{best}"));
    game.reply("v0,1");
    let said = game.reply("hint");
    assert!(said.ends_with("best: v0,0 (+2); all values are exact\n"), "{said}");
}

#[test]
fn a_swap_makes_the_engine_move_and_levels_are_kept() {
    let mut game = start("2x2", Puppet(vec![], 4));
    assert!(game.reply("swap").contains("you play B now\nengine: h0,0"));
    assert_eq!(game.reply("level 7"), "the engine looks 7 edges ahead\n");
    assert!(game.reply("level 0").contains("expected a level from 1 to"));
    assert_eq!(game.reply("level"), "the engine looks 7 edges ahead\n");
}

fn played(rules: Rules, edges: &[usize]) -> (Dots, Record) {
    let game = Dots::new(Board::grid("1x2".parse().unwrap()), rules);
    let mut record = Record::new(Position::new(0));
    for &edge in edges {
        let position = game.play(record.position(), Edge::new(edge));
        record.push(position);
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
    assert_eq!(record.edges_since(5), [Edge::new(3), Edge::new(6)]);
    let (game, record) = played(Rules::Alternate, &edges);
    assert_eq!(record.owners(game.board()), [Some(Side::Second), Some(Side::First)]);
}

#[test]
fn a_turn_of_several_edges_is_taken_back_as_one() {
    let (_, mut record) = played(Rules::Standard, &[0, 2, 4, 5, 1, 3]);
    assert!(record.take_back_turn(Side::Second));
    assert_eq!(record.plies(), 3);
    assert!(record.take_back_turn(Side::Second));
    assert_eq!(record.plies(), 1);
    assert!(!record.take_back_turn(Side::Second));
}

/// What is said of the chains of a position.
fn describe(size: &str, position: Position) -> String {
    Session::new(grid(size), Record::new(position), Side::First, false, Puppet(vec![], 1)).reply("chains")
}

#[test]
fn commands_may_be_written_in_any_case() {
    let mut game = start("1x1", Puppet(vec![], 1));
    assert_eq!(game.reply("  POSITION "), "0\n");
    assert!(game.reply("H0,0").starts_with("you: h0,0"));
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
