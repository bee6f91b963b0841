//! Claim: a search takes for drawn what the laws of chess (9.2) draw, the third occurrence of a
//! position, and within its tree the second. A position that the game has had once is none of
//! both.

use sparring_engine::games::chess::{Chess, Move, Position, Simplified};
use sparring_engine::search::{PlayRequest, Request, SearchStrategy, Settings, Strategy};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

/// A queen behind, Black draws if it may repeat a position.
const LOST: &str = "7k/8/8/8/8/8/8/KQ6 b - - 10 40";

type Found = (Option<Move>, i32);

fn exact(position: &Position, earlier: &[u64], strategy: Strategy) -> Found {
    let engine = Engine::new(Chess, Pool::new(1).unwrap(), 1);
    let settings = Settings::depth(3).by(strategy);
    let request = Request { earlier, ..Request::new(position.clone(), settings) };
    let answer = engine.answer(&Compiled(Simplified), &request);
    (answer.best(), answer.score)
}

fn playing(position: &Position, earlier: &[u64]) -> Found {
    let engine = Engine::new(Chess, Pool::new(1).unwrap(), 1);
    let request = PlayRequest { earlier, ..PlayRequest::new(position.clone(), Settings::depth(4)) };
    let answer = engine.answer(&Compiled(Simplified), &request);
    (answer.best(), answer.score)
}

/// A search of the position after some earlier ones.
type Search<'s> = Box<dyn Fn(&[u64]) -> Found + 's>;

#[test]
fn the_third_occurrence_of_a_position_of_the_game_is_a_draw_and_the_second_is_not() {
    let position: &Position = &LOST.parse().unwrap();
    let mut searches: Vec<Search<'_>> = vec![Box::new(|earlier| playing(position, earlier))];
    for &strategy in Strategy::ALL {
        searches.push(Box::new(move |earlier| exact(position, earlier, strategy)));
    }
    for search in searches {
        let lost = search(&[]);
        assert!(lost.1 < -500);
        for &m in &position.legal_moves() {
            // After `m` White is to move, as 4 and 8 plies before.
            let key = position.play(m).key();
            assert_eq!(search(&[key, 1, 2]), lost);
            assert_eq!(search(&[key, 1, 2, 3, key, 1, 2]), (Some(m), 0));
        }
    }
}
