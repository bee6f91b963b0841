//! The engine as the opponent at the board of dots: a search, and the solver where the end of the
//! game is in reach.

use std::time::{Duration, Instant};

use super::opponent::{Opponent, PERFECT_LEVEL, Valued};
use crate::engine::{Engine, Game, Limits, Request, Score, Settings};
use crate::games::dots::{BoxesWon, Dots, Edge, Position, edges_of};
use crate::solve::dots::{self, Solver};

/// With more undrawn edges than this the solver is not asked.
const END: u32 = 32;

/// The solver's time for a move, and for the values of all.
const MOVE_TIME: Duration = Duration::from_millis(300);
const HINT_TIME: Duration = Duration::from_secs(1);

/// The time for the estimates of all values, if no time limit is given.
const ESTIMATES: Duration = Duration::from_secs(2);

/// Size of the solver's table in MiB.
const MIB: usize = 64;

/// Draws the edge that the solver or a search finds.
pub struct Thinker {
    engine: Engine<Dots>,
    solver: Solver,
    settings: Settings,
}

impl Thinker {
    /// Searches with `engine`, and has a solver for the end of its game.
    pub fn new(engine: Engine<Dots>, settings: Settings) -> Thinker {
        Thinker { solver: Solver::new(engine.game(), MIB), engine, settings }
    }

    /// The best edge, and the boxes won at the end of its line.
    fn search(&self, position: &Position, settings: Settings) -> Option<(Edge, Score)> {
        let left = self.engine.game().undrawn(position).count_ones();
        let request =
            Request::new(*position, Settings { depth: settings.depth.min(left).max(1), ..settings });
        let answer = self.engine.answer(&BoxesWon::of(self.engine.game()), &request);
        answer.last.map(|last| (last.best, last.score))
    }

    /// Whether the level allows the end of the game to be seen, and the end is near enough to try.
    fn may_solve(&self, position: &Position) -> bool {
        let left = self.engine.game().undrawn(position).count_ones();
        left <= END && self.settings.depth >= left.min(PERFECT_LEVEL)
    }

    /// The solver's answer, if it comes within `time`.
    fn solve(&self, drawn: u64, value_only: bool, time: Duration) -> Option<dots::Answer> {
        let pool = self.engine.pool();
        let limits = Limits { movetime: Some(time), nodes: None };
        let request = dots::Request { drawn, value_only, limits };
        self.solver.solve(request, pool, &pool.cancel_scope(), &mut |_| {}).ok()
    }

    /// The value of an edge by a search of at most `time`.
    fn estimate(&self, child: &Position, time: Duration) -> Score {
        let depth = self.settings.depth - 1;
        let limits = Limits { movetime: Some(time), ..self.settings.limits };
        let settings = Settings { depth, limits, ..self.settings };
        let found = if depth == 0 { None } else { self.search(child, settings) };
        found.map_or(child.net(), |(_, score)| score)
    }
}

impl Opponent for Thinker {
    fn choose(&mut self, game: &Dots, position: &Position) -> Option<Valued> {
        let start = Instant::now();
        let Settings { limits, .. } = self.settings;
        if self.may_solve(position) && game.outcome(position).is_none() {
            let time = limits.movetime.map_or(MOVE_TIME, |time| MOVE_TIME.min(time / 2));
            if let Some(answer) = self.solve(position.drawn(), false, time) {
                let edge = edges_of(answer.optimal?).next()?;
                return Some(Valued { edge, score: answer.value, exact: true });
            }
        }
        let rest = limits.movetime.map(|time| time.saturating_sub(start.elapsed()).max(time / 4));
        let (edge, score) =
            self.search(position, self.settings.within(Limits { movetime: rest, ..limits }))?;
        Some(Valued { edge, score: score - position.net(), exact: false })
    }

    fn values(&mut self, game: &Dots, position: &Position) -> Vec<Valued> {
        let moves = game.legal_moves(position);
        let (start, may_solve) = (Instant::now(), self.may_solve(position));
        let share = self.settings.limits.movetime.unwrap_or(ESTIMATES) / moves.len().max(1) as u32;
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
        self.settings.depth
    }

    fn set_level(&mut self, edges: u32) {
        self.settings.depth = edges;
    }
}
