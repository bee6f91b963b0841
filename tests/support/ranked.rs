//! The answers the oracles expect of a search for several lines: all moves, the best first.

use std::cmp::Reverse;

use sparring_engine::game::{EquityEvaluator, Evaluator, Game, Score, Stochastic};
use sparring_engine::search::{AnswerOf, Filter, ScoredLine};

use super::answers::{check_line, twice};
use super::expectimax::Naive;
use super::minimax::value_of_move;

/// The oracle: all moves with their values, the best first, equals in the generator's order.
pub fn ranked_moves<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    earlier: &[u64],
    depth: u32,
) -> Vec<(G::Move, Score)> {
    let mut line = twice(earlier);
    let mut value = |&m: &G::Move| value_of_move(game, evaluator, position, m, &mut line, depth, 0);
    let moves = game.legal_moves(position);
    let mut ranked: Vec<(G::Move, Score)> = moves.iter().map(|m| (*m, value(m))).collect();
    // A stable sort: equals stay in order.
    ranked.sort_by_key(|&(_, score)| Reverse(score));
    ranked
}

/// The oracle with dice: the results that are searched if `wanted` are to be ranked, with their
/// values, the best first, equals in the generator's order.
pub fn ranked_results<G: Stochastic, E: EquityEvaluator<G>>(
    naive: &Naive<'_, G, E>,
    (position, roll): (&G::Position, G::Roll),
    (depth, wanted): (u32, usize),
) -> Vec<(G::Position, i128)> {
    let results = searched(naive, (position, roll), wanted).into_iter();
    let mut ranked: Vec<(G::Position, i128)> =
        results.map(|result| (result.clone(), naive.value(position, &result, depth))).collect();
    ranked.sort_by_key(|&(_, value)| Reverse(value));
    ranked
}

/// The best result with dice, and its value.
pub fn best_result<G: Stochastic, E: EquityEvaluator<G>>(
    naive: &Naive<'_, G, E>,
    at: (&G::Position, G::Roll),
    depth: u32,
) -> (i128, G::Position) {
    let (result, value) = ranked_results(naive, at, (depth, 1)).remove(0);
    (value, result)
}

/// The results of the root's roll that are searched, in the generator's order.
fn searched<G: Stochastic, E: EquityEvaluator<G>>(
    naive: &Naive<'_, G, E>,
    (position, roll): (&G::Position, G::Roll),
    wanted: usize,
) -> Vec<G::Position> {
    let Some(Filter { most, within }) = naive.pruning.filter else { return naive.results(position, roll) };
    let before = naive.evaluator.before(naive.game, position);
    let value = |result: &G::Position| naive.value(position, result, 0);
    let mut results = naive.game.results(&naive.game.prepare(position), roll);
    // Ties by preference, then in the generator's order.
    results.sort();
    results.sort_by_key(|result| Reverse(naive.evaluator.preference(naive.game, before, result)));
    results.sort_by_key(|result| Reverse(value(result)));
    let least = value(&results[0]) - i128::from(within);
    let pass = results.iter().take(most).take_while(|result| value(result) >= least).count();
    results.truncate(pass.max(wanted));
    results.sort();
    results
}

/// Checks the lines of an answer: as many as were wanted or there are, with the moves and values
/// of `ranked`, each a legal line. The first is the answer itself.
pub fn check_lines<G: Game, E: Evaluator<G>>(
    (game, evaluator): (&G, &E),
    position: &G::Position,
    answer: AnswerOf<G>,
    wanted: usize,
    ranked: &[(G::Move, Score)],
    what: &str,
) {
    let last = answer.last.unwrap();
    let found: Vec<(G::Move, Score)> = last.lines.iter().map(|line| (line.pv[0], line.score)).collect();
    assert_eq!(found, ranked[..wanted.min(ranked.len())], "{what}");
    let first = &last.lines[0];
    assert_eq!((first.pv[0], first.score, &first.pv), (last.best, last.score, &last.pv), "{what}");
    for ScoredLine { score, pv } in &last.lines {
        check_line(game, evaluator, position, pv, last.depth, (pv[0], *score));
    }
}
