//! One game between two engines: the rules, the clock, adjudication.

use std::time::Duration;

use super::adapter::{Adapter, Fault, IsOver, Reply};
use super::clock::Pace;
use sparring_engine::game::{Score, Side};
use sparring_engine::games::chess::{GameResult, Move, Outcome, Position, parse_move};

/// Wins and draws that are declared before the rules end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    /// A side has lost when both engines have said so by at least this many centipawns ...
    pub resign_score: Score,
    /// ... for this many moves of each in a row.
    pub resign_moves: u32,
    /// The game is drawn when both engines have said that neither side is better by more than this
    /// many centipawns ...
    pub draw_score: Score,
    /// ... for this many moves of each in a row ...
    pub draw_moves: u32,
    /// ... from this move on.
    pub draw_from: u32,
}

impl Default for Adjudication {
    fn default() -> Adjudication {
        Adjudication { resign_score: 1000, resign_moves: 3, draw_score: 8, draw_moves: 6, draw_from: 40 }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndCause {
    /// By the rules.
    Rules(Outcome),
    /// By [`Adjudication`].
    Adjudicated,
    /// The loser has given no answer or a late one.
    Time,
    /// The loser has made an illegal move.
    Illegal(String),
    /// The loser has crashed.
    Crashed(String),
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct RefereedGame {
    /// The first position.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Who has won, if anybody.
    pub winner: Option<Side>,
    /// Why.
    pub ended: EndCause,
    /// The time that White and Black have taken.
    pub time: [Duration; 2],
    /// The nodes that White and Black have told.
    pub nodes: [u64; 2],
    /// The sum of the depths that White and Black have told.
    pub depths: [u64; 2],
    /// The slowest move of White and of Black.
    pub slowest: [Duration; 2],
}

impl RefereedGame {
    /// A game without a move.
    pub(super) fn unplayed(start: &Position) -> RefereedGame {
        RefereedGame {
            start: start.clone(),
            moves: Vec::new(),
            winner: None,
            ended: EndCause::Adjudicated,
            time: [Duration::ZERO; 2],
            nodes: [0; 2],
            depths: [0; 2],
            slowest: [Duration::ZERO; 2],
        }
    }

    /// The result as PGN has it.
    pub fn result(&self) -> GameResult {
        self.winner.map_or(GameResult::Drawn, GameResult::Won)
    }
}

/// What a game is played by.
#[derive(Clone, Copy, Debug)]
pub struct Referee {
    /// What a move may cost.
    pub pace: Pace,
    /// What is forgiven beyond that.
    pub margin: Duration,
    /// Whether and when a game is decided early.
    pub adjudication: Option<Adjudication>,
}

/// How long an engine is waited for beyond its time and the margin.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it is waited for if a move has no limit of time.
const LONG_PATIENCE: Duration = Duration::from_secs(600);

/// A game that goes on.
struct Going<'g> {
    referee: &'g Referee,
    game: RefereedGame,
    position: Position,
    /// The keys of all positions so far.
    keys: Vec<u64>,
    /// The command `position`.
    command: String,
    left: [Duration; 2],
    /// The last values that were told, from White's view, the newest last.
    values: Vec<Option<Score>>,
}

impl Referee {
    /// Plays a game from `start`; `engines` are White and Black. `None` if the match is over
    /// before the game is.
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
                return Some(RefereedGame { winner: Some(side.other()), ended, ..going.game });
            }
        }
    }

    fn patience(&self, left: Duration) -> Duration {
        self.pace.allowed(left).map_or(LONG_PATIENCE, |time| time + self.margin + PATIENCE)
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
            left: [referee.pace.base().unwrap_or_default(); 2],
            values: Vec::new(),
        }
    }

    /// What an engine answers.
    fn asked(&self, engine: &mut Adapter, side: Side, is_over: &IsOver<'_>) -> Result<Reply, Fault> {
        let patience = self.referee.patience(self.left[side as usize]);
        engine.choose(&self.command, &self.referee.pace.go(self.left), patience, is_over)
    }

    /// Makes the move of an engine.
    fn turn(&mut self, reply: Reply, side: Side) -> Result<(), EndCause> {
        let seat = side as usize;
        let Referee { pace, margin, .. } = *self.referee;
        self.game.slowest[seat] = self.game.slowest[seat].max(reply.time);
        if pace.allowed(self.left[seat]).is_some_and(|allowed| reply.time > allowed + margin) {
            return Err(EndCause::Time);
        }
        self.left[seat] = pace.after(self.left[seat], reply.time);
        let legal = parse_move(&self.position, &reply.best);
        let m = legal.ok().filter(|m| self.position.uci(*m) == reply.best);
        let m = m.ok_or_else(|| EndCause::Illegal(reply.best.chars().take(20).collect()))?;
        self.command += if self.game.moves.is_empty() { " moves " } else { " " };
        self.command += &reply.best;
        let view = if side == Side::First { 1 } else { -1 };
        self.values.push(reply.score.map(|score| view * score));
        self.count(seat, &reply);
        self.game.moves.push(m);
        self.position = self.position.play(m);
        self.keys.push(self.position.key());
        Ok(())
    }

    /// Counts what a move that was made has cost: means are taken over these.
    fn count(&mut self, seat: usize, reply: &Reply) {
        self.game.time[seat] += reply.time;
        self.game.nodes[seat] += reply.nodes;
        self.game.depths[seat] += u64::from(reply.depth);
    }

    /// The game is lost by a fault, unless the match is over.
    fn lost(self, side: Side, fault: Fault) -> Option<RefereedGame> {
        let ended = match fault {
            Fault::Unheard => return None,
            Fault::Silent => EndCause::Time,
            Fault::Crashed(_) | Fault::Option(_) => EndCause::Crashed(fault.to_string()),
        };
        Some(RefereedGame { winner: Some(side.other()), ended, ..self.game })
    }

    /// The winner, and why the game is over. Draws are claimed.
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
