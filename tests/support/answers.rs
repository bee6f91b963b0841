//! The answers the oracle expects of a search.

use sparring_engine::game::{Evaluator, Game, Score};

use super::minimax::{value, value_of_move};

/// The keys that a game of these positions has had twice: what repeats one of them is drawn.
pub fn twice(earlier: &[u64]) -> Vec<u64> {
    let times = |key: &u64| earlier.iter().filter(|other| *other == key).count();
    earlier.iter().copied().filter(|key| times(key) >= 2).collect()
}

/// The oracle: the first of the best moves, and its value.
pub fn best_move<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    earlier: &[u64],
    depth: u32,
) -> (G::Move, Score) {
    let mut line = twice(earlier);
    let mut best: Option<(G::Move, Score)> = None;
    for &m in game.legal_moves(position).iter() {
        let score = value_of_move(game, evaluator, position, m, &mut line, depth, 0);
        if best.is_none_or(|(_, best)| score > best) {
            best = Some((m, score));
        }
    }
    best.unwrap()
}

/// Checks a principal variation: it is legal and begins with the best move. Where values do not
/// depend on the way to a position it is also worth `score`.
pub fn check_line<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    position: &G::Position,
    line: &[G::Move],
    depth: u32,
    (best, score): (G::Move, Score),
) {
    assert_eq!(line[0], best);
    let mut keys = vec![];
    let mut at = position.clone();
    for &m in line {
        assert!(game.legal_moves(&at).contains(&m), "{m:?} is not legal in {line:?}");
        keys.push(game.key(&at));
        at = game.play(&at, m);
    }
    if game.repetition().is_none() {
        let ply = line.len() as u32;
        let value = value(game, evaluator, &at, &mut keys, depth - ply, ply);
        let same = game.side_to_move(&at) == game.side_to_move(position);
        assert_eq!(if same { value } else { -value }, score, "the line {line:?}");
    }
}
