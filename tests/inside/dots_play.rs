//! Claim: the player of `sparring dots play` is perfect where it says so; at low levels it looks no
//! further ahead than it says.

use crate::inside::support::dots::grid;
use crate::inside::support::exhaustive_dots::Exhaustive;
use crate::inside::support::hash::hash;
use crate::inside::support::session::{begun, reply};
use crate::protocol::dots::{DotsGame, Record, Session, Thinker, Worth};
use crate::protocol::{Choice, Level, Opponent, Watch};
use sparring_engine::Engine;
use sparring_engine::game::{Game, Side};
use sparring_engine::games::dots::{Board, Dots, Position, Rules};
use sparring_engine::search::Settings;
use sparring_sched::Pool;

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

/// A person's side of the board.
fn shown(game: &Dots) -> DotsGame {
    DotsGame { game: game.clone(), numbers: false }
}

fn choose(thinker: &mut Thinker, game: &Dots, position: Position) -> Option<Choice<DotsGame>> {
    thinker.choose(&shown(game), &Record::new(position), &Watch::nobody())
}

fn values(thinker: &mut Thinker, game: &Dots, position: Position) -> Vec<Choice<DotsGame>> {
    thinker.ranked(&shown(game), &Record::new(position), usize::MAX, &Watch::nobody())
}

#[test]
fn values_of_all_edges_are_exact() {
    for game in games() {
        let mut oracle = Exhaustive::of(&game);
        let mut thinker = Thinker::new(engine(&game), settings(9));
        for n in 0..30 {
            let drawn = hash(n) & game.board().all();
            let (position, optimal) = (Position::new(drawn), oracle.optimal(drawn));
            let chosen = choose(&mut thinker, &game, position).unwrap();
            assert!(chosen.value.exact && optimal & chosen.step.bit() != 0, "{drawn:x} {chosen:?}");
            assert_eq!(chosen.value.score, oracle.value(drawn));
            let values = values(&mut thinker, &game, position);
            assert_eq!(values.len(), game.legal_moves(&position).len());
            assert!(values.is_sorted_by(|a, b| a.value.score >= b.value.score), "{values:?}");
            for choice in values {
                let child = game.play(&position, choice.step);
                let rest = child.net() + oracle.value(child.drawn());
                let again = child.side_to_move() == position.side_to_move();
                assert_eq!(choice.value.score, if again { rest } else { -rest }, "{drawn:x} {choice:?}");
                assert!(choice.value.exact);
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
            let record = Record::new(Position::new(0));
            let mut session = Session::new(shown(&game), record, person, thinker, Watch::nobody());
            begun(&mut session);
            while !session.is_over() {
                let moves = game.legal_moves(session.record().position());
                let edge = moves[hash(seed << 8 | moves.len() as u64) as usize % moves.len()];
                reply(&mut session, &game.board().name(edge));
            }
            for (position, edge) in session.record().states().iter().zip(session.record().steps()) {
                let optimal = oracle.optimal(position.drawn());
                let is_hers = position.side_to_move() != person;
                assert!(!is_hers || optimal & edge.bit() != 0, "{edge:?} at {:x}", position.drawn());
            }
        }
    }
}

#[test]
fn low_levels_see_no_further_than_they_say() {
    let game = grid(2, 2, Rules::Standard);
    let mut thinker = Thinker::new(engine(&game), settings(3));
    let position = Position::new(0);
    assert!(!choose(&mut thinker, &game, position).unwrap().value.exact);
    let values = values(&mut thinker, &game, position);
    assert!(values.iter().all(|choice| !choice.value.exact && choice.value.score == 0));
    // Three edges from the end it sees everything.
    assert!(choose(&mut thinker, &game, Position::new(0b1_1111_1111)).unwrap().value.exact);
    thinker.set_level(Level::depth(9));
    let value = choose(&mut thinker, &game, position).map(|choice| choice.value);
    assert_eq!(value, Some(Worth { score: 2, exact: true }));
}

#[test]
fn at_the_end_there_is_nothing_to_draw() {
    let game = grid(1, 1, Rules::Standard);
    let mut thinker = Thinker::new(engine(&game), settings(9));
    assert!(choose(&mut thinker, &game, Position::new(0b1111)).is_none());
    assert!(values(&mut thinker, &game, Position::new(0b1111)).is_empty());
}
