//! Claim: a search for several lines finds the best moves with their exact values in order, equals
//! in the generator's order: what separate searches find from which the better moves are excluded.
//! So do all strategies at every thread count.

use crate::support::dots::grid;
use crate::support::dots_closer::again;
use crate::support::dots_rules::Naive;
use crate::support::hash::hash;
use crate::support::numbers::Numbers;
use crate::support::random_chess::{perft_suite, random_game};
use crate::support::ranked::{check_lines, ranked_moves};
use crate::support::trees::{Node, Shape, Trees};
use crate::support::walk::Walk;
use crate::support::without::{Same, Without};
use sparring_engine::game::{Evaluator, Game, Score};
use sparring_engine::games::chess::{Chess, Position, Simplified};
use sparring_engine::games::dots::{BoxesWon, Position as Drawn, Rules};
use sparring_engine::search::{AnswerOf, Limits, Question, Request, SearchStrategy, Settings, Strategy};
use sparring_engine::{Compiled, Engine};
use sparring_sched::Pool;

const THREADS: [usize; 3] = [1, 2, 8];

/// Lines wanted where nothing else is said.
const WANTED: usize = 5;

/// Positions of each game of the house.
const POSITIONS: usize = if cfg!(debug_assertions) { 40 } else { 200 };

fn engines<G: Game + Clone>(game: &G) -> [Engine<G>; 3] {
    THREADS.map(|threads| Engine::new(game.clone(), Pool::new(threads).unwrap(), 1))
}

fn answer<G: Game, A: Sync>(
    engine: &Engine<G>,
    asked: &A,
    (position, earlier): (&G::Position, &[u64]),
    settings: Settings,
) -> (AnswerOf<G>, String)
where
    for<'q> Request<'q, G::Position>: Question<G, A, Move = G::Move, Value = Score, Outcome = G::Outcome>,
{
    let request = Request { earlier, ..Request::new(position.clone(), settings) };
    let threads = engine.pool().threads();
    (engine.answer(asked, &request), format!("{settings:?} with {threads} threads"))
}

/// Searches by all strategies with what is `asked` and compares with the oracle, which asks
/// `evaluator`.
fn check<G: Game, E: Evaluator<G>, A: Sync>(
    engine: &Engine<G>,
    (evaluator, asked): (&E, &A),
    place @ (position, earlier): (&G::Position, &[u64]),
    depth: u32,
    wanted: usize,
) where
    for<'q> Request<'q, G::Position>: Question<G, A, Move = G::Move, Value = Score, Outcome = G::Outcome>,
{
    let ranked = ranked_moves(engine.game(), evaluator, position, earlier, depth);
    for &strategy in Strategy::ALL {
        for (par_depth, split_depth) in [(1, 3), (2, 2)] {
            let settings = Settings { strategy, par_depth, split_depth, ..Settings::depth(depth) };
            let (answer, what) = answer(engine, asked, place, settings.with_lines(wanted));
            check_lines((engine.game(), evaluator), position, answer, wanted, &ranked, &what);
        }
    }
}

#[test]
fn on_random_trees() {
    for engine in THREADS.map(|threads| Engine::new(Trees, Pool::new(threads).unwrap(), 1)) {
        for seed in 0..120 {
            let pick = |salt: u64, n: u64| hash(seed ^ salt << 32) % n;
            let shape = Shape::random(seed, 12);
            let deepest = if shape.branching > 8 { 4 } else { 6 };
            let (depth, wanted) = (1 + pick(5, deepest) as u32, 1 + pick(6, 14) as usize);
            check(&engine, (&Trees, &Trees), (&Node::root(seed, shape), &[]), depth, wanted);
        }
    }
}

#[test]
fn where_all_values_are_equal() {
    let shape = Shape { branching: 9, values: 0, again: true, ends: false };
    for engine in THREADS.map(|threads| Engine::new(Trees, Pool::new(threads).unwrap(), 1)) {
        for seed in 0..20 {
            check(&engine, (&Trees, &Trees), (&Node::root(seed, shape), &[]), 4, 1 + seed as usize % 10);
        }
    }
}

#[test]
fn where_the_table_cuts_and_where_positions_repeat() {
    for threads in THREADS {
        for seed in 0..20 {
            let numbers = Numbers::<true> { seed, n: 8 };
            let engine = Engine::new(numbers, Pool::new(threads).unwrap(), 1);
            check(&engine, (&numbers, &numbers), (&numbers.start(), &[]), 1 + seed as u32 % 5, 3);
            let walk = Walk { seed };
            if walk.outcome(&walk.start()).is_none() {
                let engine = Engine::new(walk, Pool::new(threads).unwrap(), 1);
                check(&engine, (&walk, &walk), (&walk.start(), &[]), 6, 2 + seed as usize % 4);
            }
        }
    }
}

/// What separate searches find, each without the better moves.
fn separate<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    (position, earlier): (&G::Position, &[u64]),
    depth: u32,
) -> Vec<(G::Move, Score)> {
    let mut ranked: Vec<(G::Move, Score)> = Vec::new();
    for _ in 0..WANTED.min(game.legal_moves(position).len()) {
        let excluded = ranked.iter().map(|&(m, _)| m).collect();
        let without = Without { game, root: game.key(position), excluded };
        let engine = Engine::new(without, Pool::new(1).unwrap(), 1);
        let request = Request { earlier, ..Request::new(position.clone(), Settings::depth(depth)) };
        let answer = engine.answer(&Same(evaluator), &request);
        ranked.push((answer.best().unwrap(), answer.score));
    }
    ranked
}

#[test]
fn in_chess_as_separate_searches_rank_them() {
    let (starts, engines) = (perft_suite(), engines(&Chess));
    let games = (0..).map(|seed| random_game(&starts[hash(!seed) as usize % starts.len()], seed));
    let unfinished = games.filter(|(position, _)| position.outcome().is_none());
    for (turn, (position, earlier)) in unfinished.take(POSITIONS).enumerate() {
        let place = (&position, &earlier[..]);
        let ranked = separate(&Chess, &Simplified, place, 3);
        for (i, engine) in engines.iter().enumerate() {
            // All of the strategies that cut, and of the others each in its turn.
            let slow = [Strategy::Minimax, Strategy::Par, Strategy::ParAb][(turn + i) % 3];
            for strategy in [Strategy::AlphaBeta, Strategy::Pvs, Strategy::Ybw, slow] {
                let settings = Settings { strategy, split_depth: 2, ..Settings::depth(3) };
                let (answer, what) =
                    answer(engine, &Compiled(Simplified), place, settings.with_lines(WANTED));
                let what = format!("{position}: {what}");
                check_lines((&Chess, &Simplified), &position, answer, WANTED, &ranked, &what);
            }
        }
    }
}

#[test]
fn in_chess_as_minimax_ranks_them() {
    // Few pieces, so that positions repeat and mates are near.
    let starts = ["8/8/4k3/8/8/3QK3/8/8 w - - 0 1", "4k3/8/8/8/8/8/4p3/R3K2r w Q - 90 60"];
    let starts: [Position; 2] = starts.map(|fen| fen.parse().unwrap());
    for engine in &engines(&Chess) {
        for seed in 0..12 {
            let (position, earlier) = random_game(&starts[seed as usize % 2], seed);
            check(
                engine,
                (&Simplified, &Compiled(Simplified)),
                (&position, &earlier),
                3,
                1 + seed as usize % 7,
            );
        }
    }
}

#[test]
fn in_dots_and_boxes() {
    let sizes = [(2, 2), (1, 4), (2, 3), (3, 3)];
    let games = Rules::ALL.iter().flat_map(|&rules| sizes.map(|(rows, columns)| (rows, columns, rules)));
    for (rows, columns, rules) in games {
        let game = grid(rows, columns, rules);
        let engines = engines(&game);
        for seed in 0..POSITIONS as u64 / 8 {
            let (left, depth) = [(24, 2), (16, 3), (9, 4), (7, 5), (6, 6), (5, 9)][seed as usize % 6];
            let (mut position, mut naive) = (Drawn::new(0), Naive::grid(rows, columns, again(rules)));
            while game.legal_moves(&position).len() > left {
                let moves = game.legal_moves(&position);
                let edge = moves[hash(seed ^ (moves.len() as u64) << 20) as usize % moves.len()];
                naive.play(edge.index());
                position = game.play(&position, edge);
            }
            let evaluator = BoxesWon::of(&game);
            let mut edges: Vec<(usize, i32)> =
                naive.moves().into_iter().zip(naive.values(depth as usize)).collect();
            edges.sort_by_key(|&(_, value)| -value);
            let ranked = ranked_moves(&game, &evaluator, &position, &[], depth);
            assert!(ranked.iter().map(|&(edge, value)| (edge.index(), value)).eq(edges));
            let wanted = WANTED + (seed as usize % 5);
            let both = (&evaluator, &Compiled(evaluator));
            engines.iter().for_each(|engine| check(engine, both, (&position, &[]), depth, wanted));
        }
    }
}

#[test]
fn a_search_that_is_stopped_has_the_lines_of_its_last_depth() {
    for engine in &engines(&Chess) {
        let start = Position::start();
        let settings = Settings::depth(20).with_lines(WANTED);
        let limits = Limits { nodes: Some(30_000), movetime: None };
        let (stopped, _) = answer(engine, &Compiled(Simplified), (&start, &[]), settings.within(limits));
        let last = stopped.last.unwrap();
        assert!(stopped.stopped.is_some() && last.depth < 20);
        let reached = Settings { depth: last.depth, ..settings };
        let (whole, _) = answer(engine, &Compiled(Simplified), (&start, &[]), reached);
        let moves = |lines: &[sparring_engine::search::ScoredLine<_>]| -> Vec<_> {
            lines.iter().map(|line| (line.pv[0], line.score)).collect()
        };
        assert_eq!(moves(&last.lines), moves(&whole.last.unwrap().lines));
    }
}
