//! Claim: the player of `sparring dots play` is perfect where it says so; at low levels it looks no
//! further ahead than it says.

use crate::support::dots::grid;
use crate::support::exhaustive_dots::Exhaustive;
use crate::support::hash::hash;
use sparring::engine::{Engine, Game, Settings, Side};
use sparring::games::dots::{Board, Dots, Position, Rules};
use sparring::protocol::dots::{Opponent, Record, Session, Thinker};
use sparring::protocol::terminal::Conversation;
use sparring::sched::Pool;

fn engine(game: &Dots) -> Engine<Dots> {
    Engine::new(game.clone(), Pool::new(2).unwrap(), 1)
}

fn settings(depth: u32) -> Settings {
    Settings::depth(depth)
}

/// Boxes of unequal values in a row of four, with edges outside.
fn weighted(rules: Rules) -> Dots {
    let text = "3 0 1 2 3\n1 3 4 5 6\n5 6 7 8 9\n2 9 10 11 12\n";
    Dots::new(Board::from_config(text).unwrap(), rules)
}

fn games() -> impl Iterator<Item = Dots> {
    Rules::ALL.into_iter().flat_map(|rules| [grid(2, 3, rules), weighted(rules)])
}

#[test]
fn values_of_all_edges_are_exact() {
    for game in games() {
        let mut oracle = Exhaustive::of(&game);
        let mut thinker = Thinker::new(engine(&game), settings(9));
        for n in 0..30 {
            let drawn = hash(n) & game.board().all();
            let (position, optimal) = (Position::new(drawn), oracle.optimal(drawn));
            let chosen = thinker.choose(&game, &position).unwrap();
            assert!(chosen.exact && optimal & chosen.edge.bit() != 0, "{drawn:x} {chosen:?}");
            assert_eq!(chosen.score, oracle.value(drawn));
            let values = thinker.values(&game, &position);
            assert_eq!(values.len(), game.legal_moves(&position).len());
            for valued in values {
                let child = game.play(&position, valued.edge);
                let rest = child.net() + oracle.value(child.drawn());
                let again = child.side_to_move() == position.side_to_move();
                assert_eq!(valued.score, if again { rest } else { -rest }, "{drawn:x} {valued:?}");
                assert!(valued.exact);
            }
        }
    }
}

#[test]
fn every_edge_it_draws_is_optimal() {
    for game in games() {
        let mut oracle = Exhaustive::of(&game);
        for seed in 0..4 {
            let thinker = Thinker::new(engine(&game), settings(9));
            let person = if seed % 2 == 0 { Side::First } else { Side::Second };
            let mut session =
                Session::new(game.clone(), Record::new(Position::new(0)), person, false, thinker);
            session.begin();
            while !session.is_over() {
                let moves = game.legal_moves(session.record().position());
                let edge = moves[hash(seed << 8 | moves.len() as u64) as usize % moves.len()];
                session.reply(&game.board().name(edge));
            }
            let mut position = Position::new(0);
            for edge in session.record().edges_since(0) {
                let optimal = oracle.optimal(position.drawn());
                let is_hers = position.side_to_move() != person;
                assert!(!is_hers || optimal & edge.bit() != 0, "{edge:?} at {:x}", position.drawn());
                position = game.play(&position, edge);
            }
        }
    }
}

#[test]
fn low_levels_see_no_further_than_they_say() {
    let game = grid(2, 2, Rules::Standard);
    let mut thinker = Thinker::new(engine(&game), settings(3));
    let position = Position::new(0);
    assert!(!thinker.choose(&game, &position).unwrap().exact);
    assert!(thinker.values(&game, &position).iter().all(|valued| !valued.exact && valued.score == 0));
    // Three edges from the end it sees everything.
    assert!(thinker.choose(&game, &Position::new(0b1_1111_1111)).unwrap().exact);
    thinker.set_level(9);
    assert_eq!(thinker.choose(&game, &position).map(|it| (it.exact, it.score)), Some((true, 2)));
}

#[test]
fn at_the_end_there_is_nothing_to_draw() {
    let game = grid(1, 1, Rules::Standard);
    let mut thinker = Thinker::new(engine(&game), settings(9));
    assert_eq!(thinker.choose(&game, &Position::new(0b1111)), None);
    assert!(thinker.values(&game, &Position::new(0b1111)).is_empty());
}
