//! One game between two engines: rules, clock, adjudication.

use std::time::{Duration, SystemTime};

use super::adapter::{Adapter, Fault, IsOver, Reply};
use super::clock::{Clock, Pace, go};
use super::reply::Thought;
use sparring_engine::game::{Score, Side};
use sparring_engine::games::chess::{GameResult, Move, Outcome, Position, parse_move};

/// Conditions for ending a game before the rules do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A side loses if both engines score it this many centipawns down, for `resign_moves` moves
    /// each.
    pub resign_score: Score,
    /// Consecutive moves of each engine.
    pub resign_moves: u32,
    /// A game is drawn if both engines score it within this many centipawns of equal, for
    /// `draw_moves` moves each.
    pub draw_score: Score,
    /// Consecutive moves of each engine.
    pub draw_moves: u32,
    /// Number of the first move at which a draw can be declared.
    pub draw_from: u32,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { resign_score: 1000, resign_moves: 3, draw_score: 8, draw_moves: 6, draw_from: 40 }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndCause {
    Rules(Outcome),
    Adjudicated,
    /// An answer was late or missing. The game is drawn if the opponent cannot mate.
    Time,
    /// The loser sent this move.
    Illegal(String),
    /// The loser crashed for this reason.
    Crashed(String),
}

#[derive(Clone, Debug)]
pub struct RefereedGame {
    pub start: Position,
    pub began: SystemTime,
    pub moves: Vec<Move>,
    /// The comments of the engines on each move.
    pub thoughts: Vec<Thought>,
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub ended: EndCause,
    /// The side that broke a rule, the clock or itself.
    pub at_fault: Option<Side>,
    /// White's and Black's slowest answer, even if it came too late.
    pub slowest: [Duration; 2],
}

impl RefereedGame {
    pub(super) fn unplayed(start: &Position) -> RefereedGame {
        RefereedGame {
            start: start.clone(),
            began: SystemTime::now(),
            moves: Vec::new(),
            thoughts: Vec::new(),
            winner: None,
            ended: EndCause::Adjudicated,
            at_fault: None,
            slowest: [Duration::ZERO; 2],
        }
    }

    /// The game as ended by a fault of `side`.
    pub(super) fn broken_off(self, side: Side, ended: EndCause) -> RefereedGame {
        let winner = side.other();
        let wins = ended != EndCause::Time || self.end().can_mate(winner);
        RefereedGame { winner: wins.then_some(winner), ended, at_fault: Some(side), ..self }
    }

    pub fn end(&self) -> Position {
        self.moves.iter().fold(self.start.clone(), |position, &m| position.play(m))
    }

    /// The thoughts on a side's moves.
    pub(super) fn thoughts_of(&self, side: Side) -> impl Iterator<Item = &Thought> {
        let skip = usize::from(self.start.side_to_move() != side);
        self.thoughts.iter().skip(skip).step_by(2)
    }

    pub fn result(&self) -> GameResult {
        self.winner.map_or(GameResult::Drawn, GameResult::Won)
    }
}

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// White's and Black's.
    pub paces: [Pace; 2],
    pub margin: Duration,
    pub adjudication: Option<Adjudication>,
}

const PATIENCE: Duration = Duration::from_secs(10);
const LONG_PATIENCE: Duration = Duration::from_secs(600);

struct Going<'g> {
    referee: &'g Referee,
    game: RefereedGame,
    position: Position,
    keys: Vec<u64>,
    command: String,
    clocks: [Clock; 2],
    /// Scores from White's view, the newest last.
    values: Vec<Option<Score>>,
}

impl Referee {
    /// Plays a game between White and Black. Returns `None` if the match ends first.
    pub fn play(
        &self,
        start: &Position,
        engines: [&mut Adapter; 2],
        is_over: &IsOver<'_>,
    ) -> Option<RefereedGame> {
        let mut going = Going::new(self, start);
        let [white, black] = engines;
        for (side, engine) in [(Side::First, &mut *white), (Side::Second, &mut *black)] {
            if let Err(fault) = engine.new_game(is_over) {
                return going.lost(side, fault);
            }
        }
        loop {
            if let Some((winner, ended)) = going.over() {
                return Some(RefereedGame { winner, ended, ..going.game });
            }
            if is_over() {
                return None;
            }
            let side = going.position.side_to_move();
            let engine = if side == Side::First { &mut *white } else { &mut *black };
            let reply = match going.asked(engine, side, is_over) {
                Ok(reply) => reply,
                Err(fault) => return going.lost(side, fault),
            };
            if let Err(ended) = going.turn(reply, side) {
                return Some(going.game.broken_off(side, ended));
            }
        }
    }
}

impl<'g> Going<'g> {
    fn new(referee: &'g Referee, start: &Position) -> Going<'g> {
        Going {
            referee,
            game: RefereedGame::unplayed(start),
            position: start.clone(),
            keys: vec![start.key()],
            command: format!("position fen {start}"),
            clocks: referee.paces.map(Clock::new),
            values: Vec::new(),
        }
    }

    fn asked(&self, engine: &mut Adapter, side: Side, is_over: &IsOver<'_>) -> Result<Reply, Fault> {
        let allowed = self.clocks[side as usize].allowed();
        let patience = allowed.map_or(LONG_PATIENCE, |time| time + self.referee.margin + PATIENCE);
        engine.choose(&self.command, &go(&self.clocks, side), patience, is_over)
    }

    fn turn(&mut self, reply: Reply, side: Side) -> Result<(), EndCause> {
        let (clock, time) = (&mut self.clocks[side as usize], reply.thought.time);
        let slowest = &mut self.game.slowest[side as usize];
        *slowest = time.max(*slowest);
        if clock.allowed().is_some_and(|allowed| time > allowed + self.referee.margin) {
            return Err(EndCause::Time);
        }
        clock.press(time);
        let legal = parse_move(&self.position, &reply.best);
        let m = legal.ok().filter(|m| self.position.uci(*m) == reply.best);
        let m = m.ok_or_else(|| EndCause::Illegal(reply.best.chars().take(20).collect()))?;
        self.command += if self.game.moves.is_empty() { " moves " } else { " " };
        self.command += &reply.best;
        let view = if side == Side::First { 1 } else { -1 };
        self.values.push(reply.thought.score.map(|score| view * score.value()));
        self.game.thoughts.push(reply.thought);
        self.game.moves.push(m);
        self.position = self.position.play(m);
        self.keys.push(self.position.key());
        Ok(())
    }

    /// The game as ended by a fault; `None` if the match is over.
    fn lost(self, side: Side, fault: Fault) -> Option<RefereedGame> {
        let ended = match fault {
            Fault::Unheard => return None,
            Fault::Silent => EndCause::Time,
            Fault::Crashed(_) | Fault::NoUci(_) | Fault::Option(_) | Fault::Value { .. } => {
                EndCause::Crashed(fault.to_string())
            }
        };
        Some(self.game.broken_off(side, ended))
    }

    /// Returns winner and reason if the game is over. Draws are claimed at once.
    fn over(&self) -> Option<(Option<Side>, EndCause)> {
        let position = &self.position;
        let repeated = self.keys.iter().filter(|key| **key == position.key()).count() >= 3;
        let drawn = || {
            let fifty = (position.halfmove_clock() >= 100).then_some(Outcome::FiftyMoves);
            fifty.or(repeated.then_some(Outcome::Repetition))
        };
        if let Some(outcome) = position.outcome().or_else(drawn) {
            let mated = outcome == Outcome::Checkmate;
            return Some((mated.then(|| position.side_to_move().other()), EndCause::Rules(outcome)));
        }
        Some((self.adjudicated()?, EndCause::Adjudicated))
    }

    /// The winner, or a draw, if both engines agree.
    fn adjudicated(&self) -> Option<Option<Side>> {
        let rule = self.referee.adjudication?;
        let last = |moves: u32| {
            let from = self.values.len().checked_sub(2 * moves as usize)?;
            self.values[from..].iter().copied().collect::<Option<Vec<Score>>>()
        };
        let agreed = last(rule.resign_moves);
        let all =
            |is: &dyn Fn(Score) -> bool| agreed.as_ref().is_some_and(|values| values.iter().all(|&v| is(v)));
        if all(&|value| value >= rule.resign_score) {
            return Some(Some(Side::First));
        }
        if all(&|value| value <= -rule.resign_score) {
            return Some(Some(Side::Second));
        }
        let level = last(rule.draw_moves)
            .is_some_and(|values| values.iter().all(|value| value.abs() <= rule.draw_score));
        (level && self.position.fullmove_number() >= rule.draw_from).then_some(None)
    }
}
