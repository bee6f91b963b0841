//! Perft: counting the leaves of a game tree on all workers, to check move generators.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::{Game, Stochastic};
use sparring_sched::{Cancelled, Scoped};

/// The plies whose moves are tasks.
const TASK_PLIES: u32 = 2;
/// Up to this remaining depth one task counts a move.
const TASK_DEPTH: u32 = 2;

/// The number of leaves below each legal move, `depth` plies (at least 1) below `position`, in the
/// generator's order. `count(position, depth, leaf)` counts below one position, 1 at depth 0, and
/// with `leaf` plays the moves of the last ply instead of counting their list.
pub fn perft<G: Game>(
    at: Scoped<'_>,
    game: &G,
    position: &G::Position,
    depth: u32,
    leaf: bool,
    count: impl Fn(&G::Position, u32, bool) -> u64 + Sync,
) -> Result<Vec<(G::Move, u64)>, Cancelled> {
    let count = |position: &G::Position, depth| count(position, depth, leaf);
    by_move(at, game, position, depth, TASK_PLIES, &count)
}

fn by_move<G: Game>(
    at: Scoped<'_>,
    game: &G,
    position: &G::Position,
    depth: u32,
    plies: u32,
    count: &(impl Fn(&G::Position, u32) -> u64 + Sync),
) -> Result<Vec<(G::Move, u64)>, Cancelled> {
    let moves = game.legal_moves(position);
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    at.split(moves.len(), |at, index| {
        at.poll()?;
        let (child, depth) = (game.play(position, moves[index]), depth.saturating_sub(1));
        let sum = if plies == 1 || depth <= TASK_DEPTH {
            let sum = count(&child, depth);
            at.count(sum);
            sum
        } else {
            by_move(at, game, &child, depth, plies - 1, count)?.iter().map(|&(_, sum)| sum).sum()
        };
        counts[index].store(sum, Relaxed);
        Ok(())
    })?;
    Ok(moves.iter().copied().zip(counts.into_iter().map(AtomicU64::into_inner)).collect())
}

/// The number of sequences of `depth` turns (at least 1; a roll and a result) that begin with each
/// roll. A finished game does not go on. `count(position, depth)` counts below one position, 1 at
/// depth 0.
pub fn perft_by_roll<G: Stochastic>(
    at: Scoped<'_>,
    game: &G,
    position: &G::Position,
    depth: u32,
    count: impl Fn(&G::Position, u32) -> u64 + Sync,
) -> Result<Vec<(G::Roll, u64)>, Cancelled> {
    let rolls = game.rolls();
    let counts: Vec<AtomicU64> = rolls.iter().map(|_| AtomicU64::new(0)).collect();
    at.split(rolls.len(), |at, index| {
        let mut results = game.results(&game.prepare(position), rolls[index].0);
        if depth > 1 {
            results.retain(|result| game.outcome(result).is_none());
        }
        at.split(results.len(), |at, nth| {
            at.poll()?;
            let sum = count(&game.hand_over(&results[nth]), depth - 1);
            at.count(sum);
            counts[index].fetch_add(sum, Relaxed);
            Ok(())
        })
    })?;
    Ok(rolls.iter().map(|(roll, _)| *roll).zip(counts.into_iter().map(AtomicU64::into_inner)).collect())
}
