use sparring_engine::game::{Evaluator, Game, Score};

/// The value of the position at the end of `line` (keys of all positions before it).
pub fn value<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    line: &mut Vec<u64>,
    depth: u32,
    ply: u32,
) -> Score {
    if let Some(outcome) = game.outcome(position) {
        return evaluator.outcome_value(game, position, outcome, ply);
    }
    if ply > 0 {
        let repeated = if line.contains(&game.key(position)) { game.repetition() } else { None };
        if let Some(outcome) = repeated.or(game.claimable_draw(position)) {
            return evaluator.outcome_value(game, position, outcome, ply);
        }
    }
    if depth == 0 {
        return evaluator.evaluate(game, position);
    }
    let moves = game.legal_moves(position);
    moves.iter().map(|&m| value_of_move(game, evaluator, position, m, line, depth, ply)).max().unwrap()
}

pub fn value_of_move<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    m: G::Move,
    line: &mut Vec<u64>,
    depth: u32,
    ply: u32,
) -> Score {
    let child = game.play(position, m);
    line.push(game.key(position));
    let value = value(game, evaluator, &child, line, depth - 1, ply + 1);
    line.pop();
    if game.side_to_move(&child) == game.side_to_move(position) { value } else { -value }
}
