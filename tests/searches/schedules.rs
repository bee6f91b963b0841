//! Claim: whatever the schedule, every exact strategy finds the value and the first of the best
//! moves: on random trees, and those that share a search in the games of the house.

use crate::support::answers::best_move;
use crate::support::dots::grid;
use crate::support::expectimax::Naive;
use crate::support::hash::hash;
use crate::support::random::Random;
use crate::support::random_chess::random_game;
use crate::support::schedules::{on_schedules, random_pool};
use crate::support::trees::{Node, Shape, Trees};
use sparring_engine::game::{Evaluator, Game, Score};
use sparring_engine::games::backgammon::{Backgammon, Blots, NamedEvaluator, Outcome};
use sparring_engine::games::chess::{Chess, Position, Simplified};
use sparring_engine::games::dots::{self, BoxesWon, Rules};
use sparring_engine::search::{
    DiceRequest, DiceStrategy, Pruning, Question, Request, SearchStrategy, Settings, Strategy,
};
use sparring_engine::solve::bearoff::BearoffEvaluator;
use sparring_engine::{Compiled, Engine};

/// Strategies that share a search of a game, each in a way of its own.
const SHARED: [Strategy; 5] =
    [Strategy::Chunks, Strategy::PvSplit, Strategy::Abdada, Strategy::RootSplit, Strategy::Ybw];

/// Some of what decides a search, by its seed.
fn pick(seed: u64, salt: u64, n: u64) -> u64 {
    hash(seed ^ salt << 32) % n
}

/// Searches by all of [`SHARED`] on a schedule and compares with the oracle.
fn check<G: Game, E: Evaluator<G> + Clone>(
    seed: u64,
    (game, evaluator): (impl Fn() -> G, E),
    (position, earlier): (G::Position, &[u64]),
    depth: u32,
) where
    for<'q> Request<'q, G::Position>:
        Question<G, Compiled<E>, Move = G::Move, Value = Score, Outcome = G::Outcome>,
{
    let (best, score) = best_move(&game(), &evaluator, &position, earlier, depth);
    for strategy in SHARED {
        let (split_depth, chunks) = (1 + pick(seed, 8, 2) as u32, 1 + pick(seed, 9, 40) as usize);
        let settings = Settings { strategy, split_depth, chunks, ..Settings::depth(depth) };
        let engine = Engine::new(game(), random_pool(seed), 1);
        let request = Request { earlier, ..Request::new(position.clone(), settings) };
        let answer = engine.answer(&Compiled(evaluator.clone()), &request);
        assert_eq!((answer.best(), answer.score), (Some(best), score), "{}", strategy.name());
        engine.pool().snapshot().total().check().unwrap();
    }
}

/// A thousand schedules, and beyond them every fourth: a game takes longer than a random tree.
fn games_on_schedules(test: impl Fn(u64) + Sync) {
    on_schedules(1_000, |seed| {
        if seed < 1_000 || seed.is_multiple_of(4) {
            test(seed);
        }
    });
}

#[test]
fn random_trees_on_random_schedules() {
    on_schedules(400, |seed| {
        let shape = Shape::random(seed, 6);
        let depth = 1 + pick(seed, 5, 5) as u32;
        let strategy = Strategy::ALL[pick(seed, 6, Strategy::ALL.len() as u64) as usize];
        let (par_depth, split_depth) = (1 + pick(seed, 7, 3) as u32, 1 + pick(seed, 8, 3) as u32);
        let chunks = 1 + pick(seed, 9, 40) as usize;
        let settings = Settings { strategy, par_depth, split_depth, chunks, ..Settings::depth(depth) };
        let root = Node::root(seed, shape);
        let engine = Engine::new(Trees, random_pool(seed), 1);
        let answer = engine.answer(&Trees, &Request::new(root, settings));
        let (best, score) = best_move(&Trees, &Trees, &root, &[], depth);
        assert_eq!((answer.best(), answer.score), (Some(best), score), "{}", strategy.name());
        engine.pool().snapshot().total().check().unwrap();
    });
}

/// Few pieces, so that positions repeat and mates are near; all of them on every eighth schedule.
#[test]
fn games_of_chess_on_random_schedules() {
    let few = ["8/8/4k3/8/8/3QK3/8/8 w - - 0 1", "4k3/8/8/8/8/8/4p3/R3K2r w Q - 90 60"];
    let few: [Position; 2] = few.map(|fen| fen.parse().unwrap());
    games_on_schedules(|seed| {
        let (start, depth) = match seed % 8 {
            0 => (Position::start(), 2),
            _ => (few[seed as usize % 2].clone(), 3),
        };
        let (position, earlier) = random_game(&start, seed);
        check(seed, (|| Chess, Simplified), (position, &earlier), depth);
    });
}

#[test]
fn games_of_dots_and_boxes_on_random_schedules() {
    games_on_schedules(|seed| {
        let rules = [Rules::Standard, Rules::Alternate][pick(seed, 1, 2) as usize];
        let dots = || grid(2, 3, rules);
        // Of 17 edges at least seven are left: as many as the search is deep, and more.
        let drawn = (0..pick(seed, 2, 11)).fold(0, |drawn, i| drawn | 1 << pick(seed, 100 + i, 17));
        let depth = 2 + pick(seed, 3, 3) as u32;
        check(seed, (dots, BoxesWon::of(&dots())), (dots::Position::new(drawn), &[]), depth);
    });
}

#[test]
fn games_of_backgammon_on_random_schedules() {
    games_on_schedules(|seed| {
        let mut random = Random::new(seed);
        let position = loop {
            let position = random.position();
            if Outcome::of(&position).or(Outcome::of(&position.handed_over())).is_none() {
                break position;
            }
        };
        let (roll, depth, pruning) = (random.roll(), pick(seed, 3, 2) as u32, Pruning::keeping(Some(2)));
        let evaluator = BearoffEvaluator::from(NamedEvaluator::Blots(Blots));
        let naive = Naive { game: &Backgammon, evaluator: &evaluator, pruning };
        let expected = naive.best(&position, roll, depth);
        for strategy in [DiceStrategy::RootSplit, DiceStrategy::ParStar2] {
            let split_depth = 1 + pick(seed, 8, 2) as u32;
            let settings = Settings { split_depth, ..Settings::depth(depth).by(strategy) };
            let engine = Engine::new(Backgammon, random_pool(seed), 0);
            let request = DiceRequest { pruning, ..DiceRequest::new(position, roll, settings) };
            let last = engine.answer(&Compiled(evaluator.clone()), &request).last.unwrap();
            assert_eq!((i128::from(last.score.exact), last.best), expected, "{}", strategy.name());
            engine.pool().snapshot().total().check().unwrap();
        }
    });
}
