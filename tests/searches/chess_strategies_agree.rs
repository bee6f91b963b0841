//! Claim: on chess positions, reached by random play and with their game history, all strategies
//! give the value and the best move of the oracle; on known positions they agree with each other at
//! greater depth.

use crate::support::answers::{best_move, check_line};
use crate::support::hash::hash;
use crate::support::random_chess::{perft_suite, random_game};
use sparring_engine::game::{Game, forced_end};
use sparring_engine::games::chess::{Chess, Outcome, Position, Simplified};
use sparring_engine::search::{AnswerOf, Request, SearchStrategy, Settings, Strategy};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

const THREADS: [usize; 3] = [1, 2, 8];

fn engine(threads: usize) -> Engine<Chess> {
    Engine::new(Chess, Pool::new(threads).unwrap(), 1)
}

/// Searches the position of a game by one strategy, which splits as near to the horizon as it can.
fn answer(
    engine: &Engine<Chess>,
    position: &Position,
    earlier: &[u64],
    strategy: Strategy,
    depth: u32,
) -> AnswerOf<Chess> {
    let settings = Settings { strategy, split_depth: 2, ..Settings::depth(depth) };
    engine.answer(&Compiled(Simplified), &Request { earlier, ..Request::new(position.clone(), settings) })
}

#[test]
fn with_the_oracle_after_random_games() {
    // Few pieces, so that positions repeat and mates are near.
    let starts = [
        "8/8/4k3/8/8/3QK3/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/4p3/R3K2r w Q - 90 60",
        "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    ];
    let starts = starts.map(|fen| fen.parse().unwrap()).into_iter().chain([Position::start()]);
    let starts: Vec<Position> = starts.collect();
    for threads in THREADS {
        let engine = engine(threads);
        for seed in 0..16 {
            let (position, earlier) = random_game(&starts[seed as usize % 4], seed);
            let depth = if seed % 4 == 3 { 2 } else { 3 };
            let (best, score) = best_move(&Chess, &Simplified, &position, &earlier, depth);
            for &strategy in Strategy::ALL {
                let answer = answer(&engine, &position, &earlier, strategy, depth);
                let what = format!("{} with {threads} threads, game {seed}", strategy.name());
                assert_eq!((answer.best(), answer.score), (Some(best), score), "{what}");
                let pv = answer.last.unwrap().pv;
                check_line(&Chess, &Simplified, &position, &pv, depth, (best, score));
            }
        }
    }
}

/// `SPARRING_POSITIONS` says how many positions; `tools/agree` asks for 10,000.
#[test]
fn with_each_other_after_random_play_from_the_perft_suite() {
    let positions = std::env::var("SPARRING_POSITIONS").map_or(100, |n| n.parse().unwrap());
    let starts = perft_suite();
    let engines = [1, 2, 3, 8].map(engine);
    for seed in 0..positions {
        let (position, earlier) = random_game(&starts[hash(!seed) as usize % starts.len()], seed);
        if position.outcome().is_some() {
            continue;
        }
        let deepest = if seed % 100 == 99 { 4 } else { 3 };
        for depth in 1..=deepest {
            let mut answers = engines.iter().flat_map(|engine| {
                Strategy::ALL.iter().map(|&strategy| {
                    let answer = answer(engine, &position, &earlier, strategy, depth);
                    (answer.best(), answer.score)
                })
            });
            let first = answers.next().unwrap();
            assert!(answers.all(|answer| answer == first), "{position} to depth {depth}: not all {first:?}");
        }
    }
    for engine in &engines {
        engine.pool().snapshot().total().check().unwrap();
    }
}

#[test]
fn with_each_other_on_the_bratko_kopec_positions() {
    let suite = include_str!("../data/bratko-kopec.epd");
    for line in suite.lines().filter(|line| line.contains(" bm ")) {
        let fen: Vec<&str> = line.split_whitespace().take(4).collect();
        let position: Position = fen.join(" ").parse().unwrap();
        let mut answers = THREADS
            .map(engine)
            .iter()
            .flat_map(|engine| {
                [Strategy::AlphaBeta, Strategy::Pvs, Strategy::ParAb, Strategy::Ybw].map(|strategy| {
                    let request = Request::new(position.clone(), Settings::depth(4).by(strategy));
                    let answer = engine.answer(&Compiled(Simplified), &request);
                    (answer.best(), answer.score)
                })
            })
            .collect::<Vec<_>>()
            .into_iter();
        let first = answers.next().unwrap();
        assert!(answers.all(|answer| answer == first), "{line}");
    }
}

#[test]
fn a_mate_is_as_near_as_it_is() {
    let position: Position = "k7/8/1K6/8/8/8/8/7R w - - 0 1".parse().unwrap();
    for &strategy in Strategy::ALL {
        let request = Request::new(position.clone(), Settings::depth(5).by(strategy));
        let answer = engine(2).answer(&Compiled(Simplified), &request);
        assert_eq!(forced_end(answer.score), Some(1), "{}", strategy.name());
    }
    let mated = position.play(
        Chess.legal_moves(&position)[..]
            .iter()
            .copied()
            .find(|&m| position.play(m).outcome() == Some(Outcome::Checkmate))
            .unwrap(),
    );
    let answer = engine(1).answer(&Compiled(Simplified), &Request::new(mated, Settings::depth(3)));
    assert_eq!((answer.best(), answer.outcome), (None, Some(Outcome::Checkmate)));
}

#[test]
fn a_draw_that_can_be_claimed_at_the_root_does_not_end_the_game() {
    let position: Position = "4k3/8/8/8/8/8/8/R3K3 w - - 120 100".parse().unwrap();
    let answer = engine(1).answer(&Compiled(Simplified), &Request::new(position, Settings::depth(2)));
    assert!(answer.best().is_some() && answer.outcome.is_none() && answer.score == 0);
}
