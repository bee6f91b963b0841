//! A person at a terminal against the engine: lines in, lines out.

use std::io::{self, BufRead, Write};

use super::{Command, Opponent, Record, Session};
use crate::engine::{Engine, Game, Limits, Request, Score, Side, Strategy};
use crate::games::dots::{BoxesWon, Dots, Edge, Position};

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

/// How the terminal behaves.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// The person's side.
    pub person: Side,
    /// Whether edges are drawn with their numbers.
    pub numbers: bool,
    /// Whether somebody sits there who wants to know when to type.
    pub prompts: bool,
}

/// The engine as the other player.
struct Thinker<'e> {
    engine: &'e Engine<Dots>,
    strength: Strength,
}

impl Thinker<'_> {
    /// The best edge and what has been won at the end of its line; `divisor` is how many such searches share the time.
    fn search(&self, position: &Position, limits: Limits, divisor: u32) -> Option<(Edge, Score)> {
        let left = self.engine.game().undrawn(position).count_ones();
        let request = Request {
            limits: Limits {
                depth: limits.depth.min(left).max(1),
                movetime: limits.movetime.map(|time| time / divisor),
                ..limits
            },
            strategy: self.strength.strategy,
            par_depth: self.strength.par_depth,
            ..Request::new(*position, 1)
        };
        let answer = self.engine.answer(&BoxesWon::of(self.engine.game()), &request);
        answer.last.map(|last| (last.best, last.score))
    }
}

impl Opponent for Thinker<'_> {
    fn choose(&mut self, _game: &Dots, position: &Position) -> Option<(Edge, Score)> {
        let (edge, score) = self.search(position, self.strength.limits, 1)?;
        Some((edge, score - position.net()))
    }

    fn values(&mut self, game: &Dots, position: &Position) -> Vec<(Edge, Score)> {
        let moves = game.legal_moves(position);
        let limits = self.strength.limits;
        let value = |&edge: &Edge| {
            let child = game.play(position, edge);
            let below = Limits { depth: limits.depth - 1, ..limits };
            let found = if below.depth == 0 { None } else { self.search(&child, below, moves.len() as u32) };
            let score = found.map_or(child.net(), |(_, score)| score);
            let again = child.side_to_move() == position.side_to_move();
            (edge, if again { score } else { -score } - position.net())
        };
        moves.iter().map(value).collect()
    }

    fn level(&self) -> u32 {
        self.strength.limits.depth
    }

    fn set_level(&mut self, edges: u32) {
        self.strength.limits = Limits::depth(edges);
    }
}

/// Plays on from the last of `positions` until `input` ends or the person leaves.
///
/// # Errors
/// Those of `output`. An `input` that fails is one that has ended.
pub fn play(
    engine: &Engine<Dots>,
    strength: Strength,
    manner: Manner,
    positions: &[Position],
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut thinker = Thinker { engine, strength };
    let record = Record::of(positions);
    let mut session = Session::new(engine.game().clone(), record, manner.person, manner.numbers);
    output.write_all(session.begin(&mut thinker).as_bytes())?;
    let mut line = Vec::new();
    loop {
        if manner.prompts {
            write!(output, "> ")?;
        }
        output.flush()?;
        line.clear();
        if !input.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
            return Ok(());
        }
        let reply = session.obey(Command::read(&String::from_utf8_lossy(&line)), &mut thinker);
        output.write_all(reply.text.as_bytes())?;
        if reply.quit {
            return output.flush();
        }
    }
}
