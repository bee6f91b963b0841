//! Runs of chess.

use super::bestmove::{AnswerOf, Bestmove, Found, ranked};
use super::diagram::{chess_diagram, colour};
use super::perft::Perft;
use sparring_engine::game::Score;
use sparring_engine::games::chess::network::Network;
use sparring_engine::games::chess::{self, Chess, Move, Position, Simplified};
use sparring_engine::search::{self, AnyStrategy, Evaluators, Request, ScoredLine, Settings, perft};
use sparring_engine::{Compiled, Engine, Stop};
use sparring_report::{ChessKeys, ChessLine, Ending, Headline, LineVariant, RankedLine, Variant};
use sparring_sched::{CancelScope, Pool};

/// What values positions of chess.
pub type ChessEvaluators = Compiled<Evaluators<Simplified, Network>>;

/// The Simplified Evaluation for exact strategies, the built-in network for playing ones.
pub static CHESS_EVALUATORS: ChessEvaluators =
    Compiled(Evaluators { exact: Simplified, play: Network::built_in });

/// A chess position to search by a strategy of either kind.
pub type ChessRequest<'a> = Request<'a, Position, AnyStrategy>;

/// The best move of a position.
#[derive(Clone, Debug)]
pub struct ChessSearch<'a> {
    /// The position, the game before it, and how it is searched.
    pub request: ChessRequest<'a>,
    /// Size of the transposition table in MiB.
    pub hash: usize,
}

impl<'a> Bestmove for ChessSearch<'a> {
    type Game = Chess;
    type Evaluator = ChessEvaluators;
    type Question = ChessRequest<'a>;

    const NAME: &'static str = "chess";
    /// `chess bestmove --strategy pvs --board ruy-lopez --depth 9 --threads 1`: 127 ns.
    const NODE_NS: u64 = 125;

    fn game(&self) -> Chess {
        Chess
    }

    fn evaluator(&self) -> &ChessEvaluators {
        &CHESS_EVALUATORS
    }

    fn question(&self) -> &Self::Question {
        &self.request
    }

    fn settings(&self) -> &Settings<AnyStrategy> {
        &self.request.settings
    }

    fn with(&self, settings: Settings<AnyStrategy>) -> Self {
        ChessSearch { request: Request { settings, ..self.request.clone() }, hash: self.hash }
    }

    fn hash(&self) -> usize {
        self.hash
    }

    fn line(&self, pv: &[Move]) -> String {
        written(&self.request.position, pv, Position::san).join(" ")
    }

    fn found(&self, answer: &AnswerOf<Self>) -> Found {
        found(&self.request.position, answer)
    }
}

/// What was found in a position, in chess notation.
fn found(position: &Position, answer: &search::AnswerOf<Chess>) -> Found {
    let pv = answer.last.as_ref().map_or(&[][..], |last| &last.pv);
    Found {
        position: position.to_string(),
        best: answer.best().map(|m| position.uci(m)),
        value: chess_value(answer.score),
        pv: written(position, pv, Position::uci),
        outcome: answer.outcome.map(|outcome| outcome.to_string()),
        variant: Variant::Chess(ChessKeys { san: written(position, pv, Position::san) }),
        headline: headline(position, answer),
        diagram: chess_diagram(position, answer.best()),
        lines: ranked(answer, |rank, line| line_of(position, rank, line)),
    }
}

/// The best move and its value in pawns.
fn headline(position: &Position, answer: &search::AnswerOf<Chess>) -> Headline {
    let mover = colour(position.side_to_move());
    let (worth, note) = match chess_value(answer.score) {
        Ending::Mate(n) if n > 0 => (format!("mate in {n}"), format!("by {mover}, to move")),
        Ending::Mate(n) => (format!("mated in {}", -n), format!("{mover} to move")),
        _ => (format!("{:+.2}", f64::from(answer.score) / 100.0), format!("pawns for {mover}, to move")),
    };
    match (answer.best(), answer.outcome) {
        (Some(best), _) => Headline { answer: position.san(best), worth, note },
        (None, Some(outcome)) => Headline::plain(&format!("game over: {outcome}")),
        (None, None) => Headline::plain("no depth finished"),
    }
}

fn line_of(position: &Position, rank: usize, line: &ScoredLine<Move>) -> RankedLine {
    RankedLine {
        rank,
        name: position.uci(line.pv[0]),
        value: chess_value(line.score),
        pv: written(position, &line.pv, Position::uci),
        variant: LineVariant::Chess(ChessLine { san: written(position, &line.pv, Position::san) }),
    }
}

/// A line of moves, each written in the position it is made in.
fn written(start: &Position, moves: &[Move], notation: fn(&Position, Move) -> String) -> Vec<String> {
    let mut position = start.clone();
    let write = |&m: &Move| {
        let text = notation(&position, m);
        position = position.play(m);
        text
    };
    moves.iter().map(write).collect()
}

/// The score of a search for people: plies to a forced mate become full moves, rounded up.
pub fn chess_value(score: Score) -> Ending {
    chess::mate_in(score).map_or(Ending::Score(score), Ending::Mate)
}

/// The sequences of `depth` legal moves from a position. `leaf`: whether the last moves are made
/// too, instead of counting their list.
pub fn chess_perft(position: &Position, depth: u32, leaf: bool) -> Perft<'_> {
    let count = move |pool: &Pool, scope: &CancelScope| {
        let below = |position: &Position, depth, leaf| count_below(scope, position, depth, leaf);
        let counts = pool.install_in(scope, |at| perft(at, &Chess, position, depth, leaf, below));
        Some(counts.ok()?.into_iter().map(|(m, count)| (position.uci(m), count)).collect())
    };
    let diagram = chess_diagram(position, None);
    Perft { game: "chess", position: position.to_string(), diagram, depth, count: Box::new(count) }
}

/// The sequences of `depth` legal moves (at least 1) from a position by their first move, counted
/// on the workers of `engine`; `None` if `stop` was used.
pub fn chess_divide(
    engine: &Engine<Chess>,
    position: &Position,
    depth: u32,
    stop: &Stop,
) -> Option<Vec<(String, u64)>> {
    let counts = (chess_perft(position, depth, false).count)(engine.pool(), stop.scope());
    counts.filter(|_| !stop.scope().is_cancelled())
}

/// Up to this depth a count takes milliseconds and is not interrupted.
const UNINTERRUPTED: u32 = 4;

/// As [`chess::perft`], but ends soon after `scope` is cancelled. The number has no meaning then.
fn count_below(scope: &CancelScope, position: &Position, depth: u32, leaf: bool) -> u64 {
    if depth <= UNINTERRUPTED {
        chess::perft(position, depth, leaf)
    } else if scope.is_cancelled() {
        0
    } else {
        let moves = position.legal_moves();
        moves.iter().map(|&m| count_below(scope, &position.play(m), depth - 1, leaf)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sparring_engine::game::WIN;

    #[test]
    fn mates_are_told_in_full_moves() {
        assert_eq!(chess_value(37), Ending::Score(37));
        assert_eq!(chess_value(WIN - 1), Ending::Mate(1));
        assert_eq!(chess_value(WIN - 3), Ending::Mate(2));
        assert_eq!(chess_value(2 - WIN), Ending::Mate(-1));
        assert_eq!(chess_value(4 - WIN), Ending::Mate(-2));
        assert_eq!(chess_value(-WIN), Ending::Mate(0));
    }
}
