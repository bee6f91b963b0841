use std::time::{Duration, Instant};

use super::game::{DotsGame, PERFECT_LEVEL, Worth};
use super::record::Record;
use crate::protocol::{Choice, Level, Opponent, Watch};
use sparring_engine::game::{Game, Score};
use sparring_engine::games::dots::{Board, BoxesWon, Dots, Edge, Position, edges_of};
use sparring_engine::search::{Iteration, Limits, Request, Settings};
use sparring_engine::solve::dots::{self, Solver};
use sparring_engine::{Compiled, Engine};

const END: u32 = 32;

/// The solver's time for a move, and for a hint.
const MOVE_TIME: Duration = Duration::from_millis(300);
const HINT_TIME: Duration = Duration::from_secs(1);

/// Time for estimates without a limit.
const ESTIMATES: Duration = Duration::from_secs(2);

const MIB: usize = 64;

pub struct Thinker {
    engine: Engine<Dots>,
    solver: Solver,
    settings: Settings,
}

impl Thinker {
    pub fn new(engine: Engine<Dots>, settings: Settings) -> Thinker {
        Thinker { solver: Solver::new(engine.game(), MIB), engine, settings }
    }

    /// The last finished depth, scored by boxes won.
    fn search(&self, position: &Position, settings: Settings, watch: &Watch) -> Option<Iteration<Edge>> {
        let left = self.engine.game().undrawn(position).count_ones();
        let request =
            Request::new(*position, Settings { depth: settings.depth.min(left).max(1), ..settings });
        let (game, stop) = (self.engine.game(), self.engine.stop_switch());
        let watched = watch.search(&stop);
        let mut listener = |found: &Iteration<Edge>| {
            watched.show(|| format!("depth {}  {}", found.depth, names(game.board(), &found.pv)));
        };
        self.engine.go(&Compiled(BoxesWon::of(game)), &request, &stop, &mut listener).last
    }

    /// True if the level allows solving and the end is near.
    fn may_solve(&self, position: &Position) -> bool {
        let left = self.engine.game().undrawn(position).count_ones();
        left <= END && self.settings.depth >= left.min(PERFECT_LEVEL)
    }

    fn solve(&self, drawn: u64, value_only: bool, time: Duration) -> Option<dots::Answer> {
        let pool = self.engine.pool();
        let limits = Limits { movetime: Some(time), nodes: None };
        let request = dots::Request { drawn, value_only, limits };
        self.solver.solve(request, pool, &pool.cancel_scope(), &mut |_| {}).ok()
    }

    fn estimate(&self, child: &Position, time: Duration) -> Score {
        let depth = self.settings.depth - 1;
        let limits = Limits { movetime: Some(time), ..self.settings.limits };
        let settings = Settings { depth, limits, ..self.settings };
        let found = if depth == 0 { None } else { self.search(child, settings, &Watch::nobody()) };
        found.map_or(child.net(), |found| found.score)
    }

    /// An edge's value, exact if solved within `exact`, else estimated within `estimate`.
    fn value(&self, position: &Position, edge: Edge, exact: Duration, estimate: Duration) -> Worth {
        let child = self.engine.game().play(position, edge);
        let known = if exact.is_zero() { None } else { self.solve(child.drawn(), true, exact) };
        let score = match &known {
            Some(answer) => child.net() + answer.value,
            None => self.estimate(&child, estimate),
        };
        let again = child.side_to_move() == position.side_to_move();
        Worth { score: if again { score } else { -score } - position.net(), exact: known.is_some() }
    }
}

impl Opponent<DotsGame> for Thinker {
    fn choose(&mut self, game: &DotsGame, record: &Record, watch: &Watch) -> Option<Choice<DotsGame>> {
        let (position, start) = (record.position(), Instant::now());
        let Settings { limits, .. } = self.settings;
        if self.may_solve(position) && game.game.outcome(position).is_none() {
            let time = limits.movetime.map_or(MOVE_TIME, |time| MOVE_TIME.min(time / 2));
            if let Some(answer) = self.solve(position.drawn(), false, time) {
                let edge = edges_of(answer.optimal?).next()?;
                let value = Worth { score: answer.value, exact: true };
                return Some(Choice { step: edge, value, line: String::new() });
            }
        }
        let rest = limits.movetime.map(|time| time.saturating_sub(start.elapsed()).max(time / 4));
        let settings = self.settings.within(Limits { movetime: rest, ..limits });
        let last = self.search(position, settings, watch)?;
        let value = Worth { score: last.score - position.net(), exact: false };
        Some(Choice { step: last.best, value, line: names(game.game.board(), &last.pv) })
    }

    /// Evaluates all edges, whatever `n` is.
    fn ranked(
        &mut self,
        game: &DotsGame,
        record: &Record,
        n: usize,
        _watch: &Watch,
    ) -> Vec<Choice<DotsGame>> {
        let position = record.position();
        let moves = game.game.legal_moves(position);
        let (start, may_solve) = (Instant::now(), self.may_solve(position));
        let share = self.settings.limits.movetime.unwrap_or(ESTIMATES) / moves.len().max(1) as u32;
        let choice = |&edge: &Edge| {
            let time = if may_solve { HINT_TIME.saturating_sub(start.elapsed()) } else { Duration::ZERO };
            Choice { step: edge, value: self.value(position, edge, time, share), line: String::new() }
        };
        let mut choices: Vec<Choice<DotsGame>> = moves.iter().map(choice).collect();
        choices.sort_by_key(|choice| -choice.value.score);
        choices.truncate(n);
        choices
    }

    fn new_game(&mut self, game: &DotsGame) {
        self.engine.set_game(game.game.clone());
        self.solver = Solver::new(&game.game, MIB);
    }

    fn level(&self) -> Level {
        Level::of(&self.settings)
    }

    fn set_level(&mut self, level: Level) {
        self.settings = level.apply(self.settings);
    }
}

fn names(board: &Board, edges: &[Edge]) -> String {
    edges.iter().map(|&edge| board.name(edge)).collect::<Vec<_>>().join(" ")
}
