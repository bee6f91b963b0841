//! The engine as the opponent at the board of dots: a search, and the solver where the end of the game is in reach.

use std::time::{Duration, Instant};

use super::opponent::{Opponent, PERFECT_LEVEL, Valued};
use crate::engine::{Engine, Game, Limits, Request, Score, Strategy};
use crate::games::dots::{BoxesWon, Dots, Edge, Position, edges_of};
use crate::solve::dots::{self, Solver};

/// How the engine thinks.
#[derive(Clone, Copy, Debug)]
pub struct Strength {
    /// For how long, or how far.
    pub limits: Limits,
    /// By which strategy.
    pub strategy: Strategy,
    /// How many levels `par` and `par-ab` make tasks of.
    pub par_depth: u32,
}

/// With more undrawn edges the solver is not even asked.
const END: u32 = 32;

/// The solver's time for a move, and for the values of all.
const MOVE_TIME: Duration = Duration::from_millis(300);
const HINT_TIME: Duration = Duration::from_secs(1);

/// The time for the estimates of all values, if none was asked for.
const ESTIMATES: Duration = Duration::from_secs(2);

/// The solver's table.
const MIB: usize = 64;

/// Draws the edge that the solver or a search finds.
pub struct Thinker {
    engine: Engine<Dots>,
    solver: Solver,
    strength: Strength,
}

impl Thinker {
    /// Searches with `engine`, and has a solver for the end of its game.
    pub fn new(engine: Engine<Dots>, strength: Strength) -> Thinker {
        Thinker { solver: Solver::new(engine.game(), MIB), engine, strength }
    }

    /// The best edge and what has been won at the end of its line.
    fn search(&self, position: &Position, limits: Limits) -> Option<(Edge, Score)> {
        let left = self.engine.game().undrawn(position).count_ones();
        let request = Request {
            limits: Limits { depth: limits.depth.min(left).max(1), ..limits },
            strategy: self.strength.strategy,
            par_depth: self.strength.par_depth,
            ..Request::new(*position, 1)
        };
        let answer = self.engine.answer(&BoxesWon::of(self.engine.game()), &request);
        answer.last.map(|last| (last.best, last.score))
    }

    /// Whether the level lets it see the end of the game, and the end is near enough to try.
    fn may_solve(&self, position: &Position) -> bool {
        let left = self.engine.game().undrawn(position).count_ones();
        left <= END && self.strength.limits.depth >= left.min(PERFECT_LEVEL)
    }

    /// What the solver says, if it is done in time.
    fn solve(&self, drawn: u64, value_only: bool, time: Duration) -> Option<dots::Answer> {
        let pool = self.engine.pool();
        let scope = pool.cancel_scope();
        let mut listener = |progress: dots::Progress| {
            if progress.time >= time {
                scope.cancel();
            }
        };
        self.solver.solve(dots::Request { drawn, value_only }, pool, &scope, &mut listener).ok()
    }

    /// The value of an edge by the search, with so much of its time.
    fn estimate(&self, child: &Position, time: Duration) -> Score {
        let depth = self.strength.limits.depth - 1;
        let limits = Limits { depth, movetime: Some(time), ..self.strength.limits };
        let found = if depth == 0 { None } else { self.search(child, limits) };
        found.map_or(child.net(), |(_, score)| score)
    }
}

impl Opponent for Thinker {
    fn choose(&mut self, game: &Dots, position: &Position) -> Option<Valued> {
        let start = Instant::now();
        let limits = self.strength.limits;
        if self.may_solve(position) && game.outcome(position).is_none() {
            let time = limits.movetime.map_or(MOVE_TIME, |time| MOVE_TIME.min(time / 2));
            if let Some(answer) = self.solve(position.drawn(), false, time) {
                let edge = edges_of(answer.optimal?).next()?;
                return Some(Valued { edge, score: answer.value, exact: true });
            }
        }
        let rest = limits.movetime.map(|time| time.saturating_sub(start.elapsed()).max(time / 4));
        let (edge, score) = self.search(position, Limits { movetime: rest, ..limits })?;
        Some(Valued { edge, score: score - position.net(), exact: false })
    }

    fn values(&mut self, game: &Dots, position: &Position) -> Vec<Valued> {
        let moves = game.legal_moves(position);
        let (start, may_solve) = (Instant::now(), self.may_solve(position));
        let share = self.strength.limits.movetime.unwrap_or(ESTIMATES) / moves.len().max(1) as u32;
        let value = |&edge: &Edge| {
            let child = game.play(position, edge);
            let time = HINT_TIME.saturating_sub(start.elapsed());
            let known =
                if may_solve && !time.is_zero() { self.solve(child.drawn(), true, time) } else { None };
            let score = match &known {
                Some(answer) => child.net() + answer.value,
                None => self.estimate(&child, share),
            };
            let again = child.side_to_move() == position.side_to_move();
            let score = if again { score } else { -score } - position.net();
            Valued { edge, score, exact: known.is_some() }
        };
        moves.iter().map(value).collect()
    }

    fn level(&self) -> u32 {
        self.strength.limits.depth
    }

    fn set_level(&mut self, edges: u32) {
        self.strength.limits.depth = edges;
    }
}
